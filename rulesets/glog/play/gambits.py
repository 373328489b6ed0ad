"""Rule: Gambits. A Test of the fitting attribute, and what comes of it where it passes (D-38 to D-40)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Literal

from game.kit.combatants import NOBODY, up_on
from game.kit.conditions import Condition, begin
from game.rules.events import Id
from game.rules.option_details import Danger, OptionDetails
from game.rules.questions import Option
from game.rules.tally import Tally
from rulesets.glog.play.effects import alarm, lay_down, obeys, plays, push
from rulesets.glog.play.events import Did
from rulesets.glog.play.geometry import adjacent, answers, behind, foes, held, holders
from rulesets.glog.play.numbers import SHORT, TITLES, hampered, in_words
from rulesets.glog.play.trial import test
from rulesets.glog.sheet.records import Attribute
from rulesets.glog.sheet.sheet import OFF_GUARD, Alarm, Body, GlogBoard, GlogTable, Sheet

Gambit = Literal["shove", "trip", "disarm", "grapple", "feint", "cow", "break"]

ATTRIBUTE: dict[Gambit, Attribute] = {
    "shove": "might",
    "trip": "agility",
    "disarm": "agility",
    "grapple": "might",
    "feint": "savvy",
    "cow": "discipline",
    "break": "might",
}
"""What each is tested with (ruling G-11)."""

LABELS: dict[Gambit, str] = {
    "shove": "Shove {} back",
    "trip": "Trip {}",
    "disarm": "Disarm {}",
    "grapple": "Grapple {}",
    "feint": "Feint at {}",
    "cow": "Cow {}",
    "break": "Break free of {}",
}
OFFERED: tuple[Gambit, ...] = ("shove", "trip", "disarm", "grapple", "feint", "cow")
"""What may be tried against whoever is within 5 ft."""

ALL: tuple[Gambit, ...] = (*OFFERED, "break")
"""Those, and struggling against whoever holds one."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One gambit."""

    what: Gambit
    target: Id
    item: str = ""
    """Key of what is to be struck from a hand."""


def sway(board: GlogBoard, me: Body, it: Body, what: Gambit) -> Tally:
    """Boons and banes of a gambit beside those of one's own state (D-39, ruling G-11)."""
    return swayed(me.sheet, it.sheet, what, beset(board, me.side, it))


def beset(board: GlogBoard, side: str, it: Body) -> int:
    """How many of a side stand beside somebody and could strike."""
    return sum(adjacent(board, ally, it) for ally in up_on(board, side) if ally.sheet.acts)


def swayed(me: Sheet, it: Sheet, what: Gambit, crowd: int) -> Tally:
    """The same by the two themselves and by how many beset the target."""
    name = ATTRIBUTE[what]
    theirs = it.profile.scores.modifier(name)
    found = Tally().plus(f"its {SHORT[name]}", -theirs, "D-39")
    if what in ("shove", "trip", "grapple", "break"):
        found = found.plus("its size", min(0, me.profile.step - it.profile.step), "D-39")
    weak = it.has("dazed") or it.prone or crowd > 1
    found = found.plus("dazed, prone or outnumbered", int(weak), "D-39")
    whip = what == "trip" and bool(me.armed) and "trips" in me.weapon(me.armed).traits
    return found.plus("made for it", int(whip), "D-39")


def loose(it: Sheet) -> list[str]:
    """Keys of what could be struck from its hands: everything but a shield, which is strapped on."""
    return [key for key in it.hands if key != it.shield]


def possible(board: GlogBoard, me: Body, it: Body, what: Gambit) -> bool:
    """Whether a gambit could come to anything."""
    if what == "break":
        return it.sheet.grappling == me.id
    room = what != "shove" or behind(board, me, it) is not None
    return adjacent(board, me, it) and room and worthwhile(board, me, it, what)


def worthwhile(board: GlogBoard, me: Body, it: Body, what: Gambit) -> bool:
    """Whether a gambit could come to anything if the two stood beside each other."""
    sheet = it.sheet
    if not sheet.up:
        return False
    match what:
        case "shove":
            return not sheet.has("pinned") and not held(board, it.id)
        case "trip":
            return not sheet.prone
        case "disarm":
            return bool(loose(sheet))
        case "grapple":
            return not me.sheet.grappling and not held(board, it.id)
        case "feint":
            return sheet.acts and not sheet.has(OFF_GUARD)
        case "cow":
            rung = cowed(it).name in board.state.turn.rung
            minds = me.sheet.profile.scores.discipline and sheet.profile.scores.discipline
            return plays(board) and obeys(sheet) and minds > 0 and not rung
    return False


def cowed(it: Body) -> Alarm:
    """The alarm of one who is faced down; once a battle each (ruling G-11)."""
    return Alarm(it.side, f"cowed {it.id}", "faced down", "D-50", it.id)


def attempts(board: GlogBoard, me: Body, targets: list[Body], kinds: tuple[Gambit, ...]) -> Iterator[Option[Attempt]]:
    """Options for gambits against some."""
    for it in targets:
        for what in kinds:
            if possible(board, me, it, what):
                look = partial(about, board, me, it, what)
                for deed, key, label in worded(it, what):
                    yield Option(key, deed, label, target=it.id, look=look)


def worded(it: Body, what: Gambit) -> Iterator[tuple[Attempt, str, str]]:
    """Attempts at a gambit against somebody, with keys and labels: to disarm, one for each thing that it might lose."""
    label = LABELS[what].format(it.sheet.profile.name)
    items = loose(it.sheet) if what == "disarm" else []
    if len(items) < 2:
        yield Attempt(what, it.id, *items), f"{what} {it.id}", label
        return
    for item in items:
        yield Attempt(what, it.id, item), f"{what} {it.id} {item}", f"{label} of the {it.sheet.item(item).name.lower()}"


def about(board: GlogBoard, me: Body, it: Body, what: Gambit) -> OptionDetails:
    """What a gambit is tested with."""
    name = ATTRIBUTE[what]
    found = hampered(me.sheet).plus_all(sway(board, me, it, what))
    brief, swayed_by = in_words(found)
    notes = (*swayed_by, f"a Test of {TITLES[name]} against 20 (D-39)")
    dangers = (Danger(f"{it.sheet.profile.name} answers if it fails (D-41)", it.id),) if answers(it) else ()
    tally = Tally().plus(TITLES[name], me.sheet.profile.scores.of(name), "D-39")
    return OptionDetails(tally=tally, brief=brief, notes=notes, dangers=dangers)


async def attempt(table: GlogTable, who: Id, deed: Attempt) -> bool:
    """Try a gambit; whether it passes (D-39). What a failure invites is the caller's affair."""
    me, it = table.now(who), table.now(deed.target)
    table.set(who, hidden=False)
    table.emit(Did(who, _TRIES[deed.what], "D-38", deed.target))
    sway_ = sway(table, me, it, deed.what)
    if await test(table, who, ATTRIBUTE[deed.what], deed.what, sway_, "D-39"):
        await succeed(table, who, deed)
        return True
    table.emit(Did(who, "gets nowhere with", "D-41", deed.target))
    return False


_TRIES: dict[Gambit, str] = {
    "shove": "shoves at",
    "trip": "tries to trip",
    "disarm": "tries to disarm",
    "grapple": "grabs at",
    "feint": "feints at",
    "cow": "tries to cow",
    "break": "struggles against",
}


async def succeed(table: GlogTable, who: Id, deed: Attempt) -> None:
    """What was attempted happens (D-40)."""
    me, it = table.now(who), table.now(deed.target)
    match deed.what:
        case "shove":
            to = behind(table, me, it)
            if to is not None:
                await push(table, it.id, to, who)
        case "trip":
            table.set(it.id, prone=True)
            table.emit(Did(it.id, "falls prone", "D-40"))
        case "disarm":
            table.emit(Did(it.id, f"loses the {it.sheet.item(deed.item).name.lower()}", "D-40"))
            lay_down(table, it.id, deed.item, it.at)
        case "grapple":
            table.set(who, grappling=it.id)
            table.emit(Did(who, "holds", "D-40", it.id))
        case "feint":
            begin(table, it.id, Condition(OFF_GUARD, "round ends", who, table.state.turn.round + 1))
            table.emit(Did(it.id, "is off its guard", "D-40"))
        case "cow":
            alarm(table, cowed(it))
        case "break":
            table.set(it.id, grappling=NOBODY)
            table.emit(Did(who, "gets free of", "D-40", it.id))


def open_to(board: GlogBoard, me: Body) -> Iterator[Option[Attempt]]:
    """Every gambit that somebody could attempt now; who is held may struggle."""
    yield from attempts(board, me, foes(board, me.side), OFFERED)
    yield from attempts(board, me, holders(board, me.id), ("break",))
