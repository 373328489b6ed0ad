"""A blow, from the dice to what it leaves of its target."""

from __future__ import annotations

from battlemat_duel.events import Hurt, Struck
from battlemat_duel.sheet import DuelTable, Fighter
from game.kit.reactions import react
from game.rules.dice import Tally
from game.rules.events import Counted, Id, Left
from game.rules.questions import Option, Seat

PARRY = 4
STUMBLES = (("nothing", "Nothing"), ("reel", "No parry this round"))


def hits(total: int, guard: int) -> bool:
    """Rule: Blows (D-1). Said once: the blow and the parry both ask here."""
    return total >= guard


def added(me: Fighter) -> Tally:
    """Rule: Blows (D-1). What is added to the d20."""
    return Tally().plus("bonus", me.sheet.profile.bonus, "D-1")


async def strike(table: DuelTable, who: Id, target: Id) -> None:
    """Rule: Blows (D-1). A striker shows itself; the target may parry after the dice have been rolled."""
    table.set(who, hidden=False)
    rolled = await table.roll("d20", f"{who} strikes at {target}", who)
    if rolled == 1 and await table.ruling("stumble", f"{who} rolled a 1", STUMBLES, "nothing") == "reel":
        table.set(who, parry=False)
    tally = Tally().plus("d20", rolled, "D-1").plus_all(added(table.now(who)))
    guard = table.now(target).sheet.profile.guard
    table.emit(Counted(who, "strike", tally, guard))
    if await _parries(table, who, target, tally.total, guard):
        guard += PARRY
    hit = hits(tally.total, guard)
    table.emit(Struck(who, target, tally.total, hit))
    if hit:
        harm(table, target, await table.roll(table.now(who).sheet.profile.harm, f"{who} hurts {target}", who))


async def _parries(table: DuelTable, who: Id, target: Id, total: int, guard: int) -> bool:
    """Rule: Parries (D-4). Asked even where it is idle; ``matters`` is for players who asked to be spared that."""
    if not table.now(target).sheet.parry:
        return False
    matters = hits(total, guard) and not hits(total, guard + PARRY)
    parried = await react(
        Seat(table.now(target).side),
        f"{target}: {who} rolled {total}, parry?",
        Option("pass", False, "Let it be"),
        [Option("parry", True, "Parry", matters=matters)],
        topic="parry",
        who=target,
        about=(who,),
    )
    if parried:
        table.set(target, parry=False)
    return parried


def harm(table: DuelTable, who: Id, amount: int) -> None:
    """Take hit points; who has none left is out of the fight."""
    lost = min(amount, table.now(who).sheet.hp)
    table.emit(Hurt(who, lost))
    table.set(who, hp=table.now(who).sheet.hp - lost)
    if not table.now(who).sheet.hp:
        table.emit(Left(who, "down"))
