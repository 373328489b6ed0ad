"""Before the first round: what the others make of the party (D-07 to D-12), and who is surprised (D-04 to D-06)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from game.kit.combatants import bodies, standing, up_on
from game.kit.conditions import Condition, begin
from game.kit.reactions import react
from game.kit.telling import surprise_choices
from game.rules.dice import Tally, at_most
from game.rules.questions import Option, Seat
from rulesets.glog.play.events import Disposed
from rulesets.glog.play.geometry import hostile
from rulesets.glog.play.trial import save
from rulesets.glog.sheet.sheet import SURPRISED, Body, GlogBoard, GlogTable, Peace

MOODS = (
    (2, "attack", "out for blood", "D-08"),
    (5, "hostile", "hostile", "D-09"),
    (8, "uncertain", "wary", "D-10"),
    (11, "cooperative", "cooperative", "D-11"),
    (12, "friendly", "friendly", "D-12"),
)
"""The highest Luck Roll of each disposition, its key, its word and its rule."""

LUCK = tuple(most for most, *_ in MOODS[:-1])
"""What is read in a Luck Roll: which of these it is at most."""


def ours(board: GlogBoard) -> tuple[str, ...]:
    """The sides whose members test Savvy: the party's, or the first where none is, or every one (ruling G-1)."""
    sides = [side.name for side in board.setup.sides]
    party = tuple(side.name for side in board.setup.sides if side.party)
    return party if 0 < len(party) < len(sides) else (sides[0],)


async def open_(table: GlogTable) -> None:
    """Talk or fight, then who is caught unawares."""
    table.set_turn(strength={side.name: len(up_on(table, side.name)) for side in table.setup.sides})
    await meet(table)
    if at_war(table):
        await surprise(table)
        table.set_turn(phase="round")


# ------------------------------------------------------------------ disposition


async def meet(table: GlogTable) -> None:
    """Rule: where it is not plain what others want, a Luck Roll for each of them says (D-07, ruling G-2)."""
    asked = table.setup.options.get("parley", "fight")
    if asked == "fight":
        return
    others = [side for side in table.setup.sides if side.name not in ours(table)]
    for other in others:
        if asked == "roll":
            total = await table.roll("2d6", f"Luck Roll: {other.called}", None, at_most(*LUCK))
        else:
            total = 0
        mood, word, rule = next(found for most, *found in MOODS if (total <= most if total else found[0] == asked))
        table.emit(Disposed(other.name, total, word, rule))
        for side in ours(table):
            await _talk(table, other.name, side, mood)


async def _talk(table: GlogTable, other: str, side: str, mood: str) -> None:
    """What a side of the party makes of the others' disposition, who attack on a 2 without a word (D-08 to D-12)."""
    if mood == "attack":
        return
    if mood == "hostile" and not await _settles(table, other, side, *_THREAT):
        return
    why, label, end = _TALK[mood]
    if await _settles(table, side, other, why, label):
        peace = Peace((side, other), end, mood == "friendly")
        table.set_turn(peace=(*table.state.turn.peace, peace))


_THREAT = ("Nobody has drawn a blade yet", "Threaten them first")

_TALK = {
    "hostile": ("They want what the party carries", "Give it to them", "the party pays, and is let go"),
    "uncertain": ("They are wary, and wait", "Let them be", "they part in peace"),
    "cooperative": ("They are ready to talk and trade", "Trade with them", "they deal with one another, and part"),
    "friendly": ("They are friendly, and would help", "Make friends", "they join the party"),
}


async def _settles(table: GlogTable, side: str, other: str, why: str, label: str) -> bool:
    """Whether a side would rather not fight another."""
    leave, settle = Option("fight", False, "Attack", icon="sword"), Option("talk", True, label, icon="flag")
    asked = f"{table.setup.side(other).called}: {why[0].lower()}{why[1:]}" if len(table.setup.sides) > 2 else why
    about = tuple(c.id for c in up_on(table, other) if not c.sheet.hidden)
    return await react(Seat(side), asked, leave, [settle], topic="parley", about=about)


def at_war(board: GlogBoard) -> bool:
    """Whether two sides that still fight are hostile to one another."""
    return any(hostile(board, one, other) for one, other in combinations(standing(board), 2))


# ------------------------------------------------------------------ surprise


async def surprise(table: GlogTable) -> None:
    """Who is caught unawares can't act in the first round (D-04, ruling G-2)."""
    party, sides = ours(table), [side.name for side in table.setup.sides]
    choices = (
        ("auto", "Who is set upon from ambush Saves"),
        *surprise_choices(table, party),
        ("chance", "A chance meeting: the party Saves"),
    )
    said = table.setup.options.get("surprise", "auto")
    ruling = said if said == "auto" else await table.ruling("surprise", "Is anybody caught unawares?", choices, "auto")
    lurking = [side for side in sides if any(c.sheet.hidden for c in up_on(table, side))]

    def faced(some: Iterable[str], by: Iterable[str]) -> list[str]:
        """Those of some sides that others are hostile to."""
        return [side for side in some if any(hostile(table, side, other) for other in by)]

    others = [side for side in sides if side not in party]
    saving = {"auto": faced(sides, lurking), "chance": faced(party, sides)}.get(ruling, [])
    caught = {"party": faced(party, sides), "foes": faced(others, party)}.get(ruling, [])
    for c in table.fresh([c.id for c in bodies(table) if c.side in (*saving, *caught) and not c.sheet.hidden]):
        if c.side in caught or not await _notices(table, c, ruling):
            begin(table, c.id, Condition(SURPRISED, "round ends", last=1))


async def _notices(table: GlogTable, c: Body, ruling: str) -> bool:
    """Save with Savvy, with a Bane where the others are stealthy (D-06)."""
    others = [o for o in bodies(table) if hostile(table, c.side, o.side) and (o.sheet.hidden or ruling == "chance")]
    stealthy = any("stealthy" in o.sheet.profile.traits for o in others)
    sway = Tally().plus("stealthy", -int(stealthy), "D-06")
    return await save(table, c.id, "savvy", "surprise", sway, "D-06")
