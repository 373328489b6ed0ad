"""Before the first round: what the others make of the party (D-07 to D-12), and who is surprised (D-04 to D-06)."""

from __future__ import annotations

from game.kit.company import bodies, up_on
from game.kit.conditions import Condition, begin
from game.kit.windows import react
from game.rules.questions import Option, Seat
from game.rules.readings import at_most
from game.rules.tally import Tally
from rulesets.glog.events import Disposed
from rulesets.glog.sheet import SURPRISED, Body, GlogBoard, GlogTable
from rulesets.glog.trial import save

MOODS = (
    (2, "attack", "out for blood", "D-08"),
    (5, "hostile", "hostile", "D-09"),
    (8, "uncertain", "wary", "D-10"),
    (11, "cooperative", "cooperative", "D-11"),
    (12, "friendly", "friendly", "D-12"),
)
"""The highest Luck Roll of each disposition, its key, its word and its rule."""


def ours(board: GlogBoard) -> tuple[str, ...]:
    """The sides whose members test Savvy: the party's, or the first where none is, or every one (ruling G-1)."""
    sides = [side.name for side in board.setup.sides]
    party = tuple(side.name for side in board.setup.sides if side.party)
    return party if 0 < len(party) < len(sides) else (sides[0],)


async def open_(table: GlogTable) -> None:
    """Talk or fight, then who is caught unawares."""
    table.set_turn(strength={side.name: len(up_on(table, side.name)) for side in table.setup.sides})
    await meet(table)
    if not table.state.turn.peace:
        await surprise(table)
        table.set_turn(phase="round")


# ------------------------------------------------------------------ disposition


async def meet(table: GlogTable) -> None:
    """Rule: where it is not plain what the others want, a Luck Roll says (D-07, ruling G-2)."""
    asked = table.setup.options.get("parley", "fight")
    if asked == "fight":
        return
    party = ours(table)[0]
    others = next(side.name for side in table.setup.sides if side.name not in ours(table))
    if asked == "roll":
        total = await table.roll("2d6", "Luck Roll", None, at_most(*(most for most, *_ in MOODS[:-1])))
    else:
        total = 0
    mood, word, rule = next(found for most, *found in MOODS if (total <= most if total else found[0] == asked))
    table.set_turn(disposition=total)
    table.emit(Disposed(others, total, word, rule))
    if mood == "hostile":
        await _threaten(table, others, party)
    elif mood != "attack":
        why, label, end = _TALK[mood]
        if await _settles(table, party, why, label):
            table.set_turn(peace=end)


_TALK = {
    "uncertain": ("They are wary, and wait", "Let them be", "they part in peace"),
    "cooperative": ("They are ready to talk and trade", "Trade with them", "they deal with one another, and part"),
    "friendly": ("They are friendly, and would help", "Make friends", "they join the party"),
}


async def _threaten(table: GlogTable, others: str, party: str) -> None:
    """The hostile attack when it suits them, or say what they want first (D-09)."""
    if await _settles(table, others, "Nobody has drawn a blade yet", "Threaten them first") and await _settles(
        table, party, "They want what the party carries", "Give it to them"
    ):
        table.set_turn(peace="the party pays, and is let go")


async def _settles(table: GlogTable, side: str, why: str, label: str) -> bool:
    """Whether a side would rather not fight."""
    leave, settle = Option("fight", False, "Attack", icon="sword"), Option("talk", True, label, icon="flag")
    return await react(Seat(side), why, leave, [settle], topic="parley")


# ------------------------------------------------------------------ surprise


async def surprise(table: GlogTable) -> None:
    """Who is caught unawares can't act in the first round (D-04, ruling G-2)."""
    choices = (
        ("auto", "Who is set upon from ambush Saves"),
        ("none", "Nobody is surprised"),
        ("party", "The party is surprised"),
        ("foes", "The party's foes are surprised"),
        ("chance", "A chance meeting: the party Saves"),
    )
    said = table.setup.options.get("surprise", "auto")
    ruling = said if said == "auto" else await table.ruling("surprise", "Is anybody caught unawares?", choices, "auto")
    party, sides = ours(table), [side.name for side in table.setup.sides]
    lurking = {c.side for c in bodies(table) if c.sheet.hidden}
    saving = {
        "auto": [side for side in sides if lurking - {side}],
        "chance": list(party),
    }.get(ruling, [])
    caught = {"party": list(party), "foes": [side for side in sides if side not in party]}.get(ruling, [])
    for c in table.fresh([c.id for c in bodies(table) if c.side in (*saving, *caught) and not c.sheet.hidden]):
        if c.side in caught or not await _notices(table, c, ruling):
            begin(table, c.id, Condition(SURPRISED, "round ends", last=1))


async def _notices(table: GlogTable, c: Body, ruling: str) -> bool:
    """Save with Savvy, with a Bane where the others are stealthy (D-06)."""
    others = [o for o in bodies(table) if o.side != c.side and (o.sheet.hidden or ruling == "chance")]
    stealthy = any("stealthy" in o.sheet.profile.traits for o in others)
    sway = Tally().plus("stealthy", -int(stealthy), "D-06")
    return await save(table, c.id, "savvy", "surprise", sway, "D-06")
