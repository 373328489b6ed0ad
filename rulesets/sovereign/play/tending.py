"""Rule: Use a Skill. First aid for the dying, an appeal for parley."""

from __future__ import annotations

from collections.abc import Sequence

from game.kit.combatants import allies
from game.kit.conditions import Condition, begin
from game.rules.dice import Tally
from game.rules.events import Id
from rulesets.sovereign.play.events import Broke, Checked, Did, Fell
from rulesets.sovereign.play.geometry import FEET, feet_between, perceives
from rulesets.sovereign.play.numbers import CHECK, best_check
from rulesets.sovereign.sheet.sheet import TENDED, Body, SovereignBoard, SovereignTable

KIT = "healer's kit"

HELP = "first aid"
"""What it is about when somebody is asked to help."""

DEATH_AFTER = 6
"""Full rounds after falling at whose end the mortally injured die (E-93)."""

EARSHOT = 60
"""Feet that an appeal for parley carries (ruling S-42)."""


def dying(board: SovereignBoard, side: str) -> list[Body]:
    """Those of a side whom first aid could save, and who were not tended yet this round."""
    members = ((c, c.sheet) for c in board.state.combatants.values() if c.side == side)
    return [c for c, it in members if it.fell is not None and not (it.dead or it.stable or it.tended)]


def heal_check(me: Body) -> Tally:
    """DEX/Heal or INT/Heal, whichever is better (E-93)."""
    return best_check(me, ("DEX", "Heal"), ("INT", "Heal"))


def aid_check(board: SovereignBoard, me: Body, patient: Body, helpers: int = 0) -> Tally:
    """The same on somebody dying: a point less for each round since the fall, one more for each helper (E-93)."""
    tally = heal_check(me).plus("helpers", helpers, "E-93")
    fell = patient.sheet.fell
    return tally.plus("rounds since the fall", 0 if fell is None else fell - board.state.turn.round, "E-93")


def able_to_help(board: SovereignBoard, who: Id, patient: Id) -> list[Body]:
    """Friends beside a patient whose help would count, and who have a Main Action to give for it (ruling S-60)."""
    it = board.now(patient)
    return [
        c
        for c in allies(board, board.now(who))
        if c.sheet.main
        and not (c.sheet.done or c.sheet.fleeing or c.sheet.surprised)
        and feet_between(board, c, it) <= FEET
        and heal_check(c).total > 0
    ]


async def stabilise(table: SovereignTable, who: Id, patient: Id, helpers: Sequence[Id] = ()) -> None:
    """Rule: a DEX/Heal or INT/Heal check of 10, less a point for each round since the fall, and one for each helper
    (E-93).
    """
    it = table.now(patient)
    tally = aid_check(table, table.now(who), it, len(helpers))
    faces = await table.roll("2d6", "first aid", who)
    passed = faces + tally.total >= CHECK
    begin(table, patient, Condition(TENDED, "round ends"))
    table.emit(Checked(who, f"first aid on {it.sheet.profile.name}", faces, tally, CHECK, passed, "E-93"))
    if passed:
        table.set(patient, stable=True, fell=None, frail=True)
        table.emit(Did(who, "stabilises", "E-93", patient))


def bleed(table: SovereignTable) -> None:
    """At a round's end: the mortally injured die at the end of the sixth round after falling, Die Hards rally."""
    now = table.state.turn.round
    for c in table.fresh([c.id for c in table.state.combatants.values()]):
        if c.sheet.fell is None or c.sheet.dead:
            continue
        if "die hard" in c.sheet.profile.feats:
            table.set(c.id, stable=True, fell=None, frail=True)
            table.emit(Did(c.id, "stabilises on its own", "E-93"))
        elif now - c.sheet.fell >= DEATH_AFTER:
            table.set(c.id, dead=True)
            table.emit(Fell(c.id, "bled out"))


def listeners(board: SovereignBoard, me: Body) -> list[Body]:
    """Foes within earshot who could lay down their arms: those whose courage has failed already (ruling S-42).

    Whoever is not known to be there hears nothing that was meant for it.
    """
    return [
        c
        for c in board.state.combatants.values()
        if c.side != me.side
        and c.sheet.up
        and not c.sheet.profile.fearless
        and perceives(board, me.side, c)
        and feet_between(board, me, c) <= EARSHOT
        and (c.sheet.fleeing or c.side in board.state.turn.broken)
    ]


def appeal(me: Body) -> Tally:
    """WIS/Know or INT/Know, whichever is better (E-47)."""
    return best_check(me, ("WIS", "Know"), ("INT", "Know"))


async def parley(table: SovereignTable, who: Id) -> None:
    """Rule: an appeal for parley. The referee says who listens; those who do and are won over surrender."""
    me = table.now(who)
    choices = (("broken", "Those who would flee listen"), ("refuse", "Nobody listens"))
    said = await table.ruling(
        "parley", f"{me.sheet.profile.name} appeals for parley: does anybody listen?", choices, "broken"
    )
    heard = listeners(table, me) if said == "broken" else []
    tally = appeal(me)
    faces = await table.roll("2d6", "parley", who)
    passed = faces + tally.total >= CHECK and bool(heard)
    table.emit(Checked(who, "an appeal for parley", faces, tally, CHECK, passed, "E-47"))
    if passed:
        for c in table.fresh([c.id for c in heard]):
            table.set(c.id, out=True)
            table.emit(Broke(c.side, c.id, "lays down arms", "E-89"))
            table.emit(Fell(c.id, "surrendered"))
