"""The rules of a duel, in the order of the book.

Whatever comes from outside is awaited: a choice, dice, a ruling. Between two awaits a combatant may have moved, been
hurt or left the map; so ids are kept, and whom they mean is read again with ``table.now``.
"""

from __future__ import annotations

from battlemat_duel.menu import acts, beside, foes, reach, refusals
from battlemat_duel.sheet import DuelTable, Hurt, Struck
from game.kit.reactions import react
from game.rules.events import Counted, Id, Left, Moved, RoundBegan
from game.rules.questions import Option, Seat
from game.rules.readings import Successes
from game.rules.tally import Tally
from game.spatial.field import Cell

PARRY = 4
FLURRY = 4
"""Blows in one."""
STUMBLES = (("nothing", "Nothing"), ("reel", "No parry this round"))
MENDS = Successes(5)
"""Each die of five or more."""


async def step(table: DuelTable) -> None:
    """Rule: Turns (D-2). One action of one fighter of the side at turn: a step is as short as it can be.

    Nothing of a step is kept but what is in the state: the engine saves between steps.
    """
    side = table.state.turn.side
    ready = [c.id for c in table.state.on(side) if not c.sheet.done]
    if not ready:
        pass_turn(table)
        return
    who = ready[0]
    if len(ready) > 1:
        who = await table.choose(Seat(side), "Who acts?", [Option(id_, id_, id_) for id_ in ready], kind="pick")
    act = await table.choose(
        Seat(side), f"{who}: what?", acts(table, who), who=who, idle="end", refused=lambda: refusals(table, who)
    )
    match act:
        case ("strike", target):
            table.set(who, struck=True)
            await strike(table, who, target)
        case ("flurry", target):
            table.set(who, struck=True, parry=False)
            for _ in range(FLURRY):
                if who in table.state.combatants and target in table.state.combatants:
                    await strike(table, who, target)
        case ("move", place):
            table.set(who, moved=True)
            await _walk(table, who, place)
        case ("rally", _):
            # Dice that are counted, not added: whoever weighs odds need only tell apart what MENDS reads in them.
            faces = await table.throw("3d6", f"{who} rallies", who, MENDS)
            sheet = table.now(who).sheet
            table.set(who, struck=True, hp=min(sheet.full, sheet.hp + MENDS.of(faces)))
        case ("hide", _):
            table.set(who, hidden=True, struck=True)
        case _:
            table.set(who, done=True)


def lands(total: int, guard: int) -> bool:
    """Rule: Blows (D-1). Said once: the blow, the parry and the AI all ask here."""
    return total >= guard


async def strike(table: DuelTable, who: Id, target: Id) -> None:
    """Rule: Blows (D-1). A striker shows itself; the target may parry after the dice have been rolled."""
    table.set(who, hidden=False)
    rolled = await table.roll("d20", f"{who} strikes at {target}", who)
    if rolled == 1 and await table.ruling("stumble", f"{who} rolled a 1", STUMBLES, "nothing") == "reel":
        table.set(who, parry=False)
    tally = Tally().plus("d20", rolled, "D-1").plus("bonus", table.now(who).sheet.bonus, "D-1")
    guard = table.now(target).sheet.guard
    table.emit(Counted(who, "strike", tally, guard))
    if await _parries(table, who, target, tally.total):
        guard += PARRY
    hit = lands(tally.total, guard)
    table.emit(Struck(who, target, tally.total, hit))
    if hit:
        harm(table, target, await table.roll(table.now(who).sheet.harm, f"{who} hurts {target}", who))


async def _parries(table: DuelTable, who: Id, target: Id, total: int) -> bool:
    """Rule: Parries (D-4). Asked even where it is idle; ``matters`` is for players who asked to be spared that."""
    sheet = table.now(target).sheet
    if not sheet.parry:
        return False
    matters = lands(total, sheet.guard) and not lands(total, sheet.guard + PARRY)
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


async def _walk(table: DuelTable, who: Id, place: Cell) -> None:
    """Rules: Moving, Ambush (D-3, D-8). Cell by cell, for anything may happen on the way."""
    for cell in reach(table, table.now(who)).path(place):
        met = next((c for c in foes(table, table.now(who)) if c.at == cell), None)
        if met is not None:
            table.set(met.id, hidden=False)
            return
        table.emit(Moved(who, table.now(who).at, cell))
        # Two in hiding pass by each other: to ask would tell one side of the other.
        if table.now(who).sheet.hidden:
            continue
        for foe in table.fresh(c.id for c in foes(table, table.now(who)) if c.sheet.hidden):
            if not beside(table, foe, table.now(who)):
                continue
            why = f"{foe.id}: strike at {who} from hiding?"
            strikes = await table.confirm(Seat(foe.side), why, who=foe.id, topic="ambush", about=(who,))
            table.set(foe.id, hidden=False)
            if strikes:
                await strike(table, foe.id, who)
            return


def pass_turn(table: DuelTable) -> None:
    """Rule: Turns (D-2). The next side's turn, and after the last side's the next round."""
    turn = table.state.turn
    current = (turn.current + 1) % len(turn.order)
    table.set_turn(current=current, round=turn.round + (current == 0))
    if current == 0:
        table.emit(RoundBegan(turn.round + 1))
    for c in table.fresh(c.id for c in table.state.on(turn.order[current])):
        table.set(c.id, parry=True, moved=False, struck=False, done=False)
