"""Deeds held back for a trigger (B-23)."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from functools import partial

from msgspec.structs import replace

from game.kit.company import NOBODY, bodies, perceives, present
from game.kit.naming import the
from game.kit.things import OPERATIONS
from game.kit.windows import react
from game.rules.events import Id
from game.rules.questions import Impossible, Option, Seat, Sought
from game.rules.table import Board
from game.spatial.field import Cell
from rulesets.ingenuity import deeds, gear
from rulesets.ingenuity.blow import VERBS, Blow, blow_key, modes, one_each, unready
from rulesets.ingenuity.deeds import Choice, Deed, says
from rulesets.ingenuity.events import Did, How, Reacted
from rulesets.ingenuity.reading import answers, armed_with, foes, metres_between
from rulesets.ingenuity.sheet import Body, IngenuityBoard, IngenuityTable, Moment, Readied, Sheet
from rulesets.ingenuity.withstanding import spend

WHEN: dict[Moment, str] = {
    "comes near": "when a foe comes near",
    "attacks": "when a foe attacks",
    "casts": "when a foe does a feat of will",
    "acts": "when an ally acts",
}

NEAR = 5
"""Metres at which a foe is near for deeds that are not done to it (ruling N-40)."""


# ------------------------------------------------------------------ when it happens


async def moment(table: IngenuityTable, what: Moment, who: Id, came: Cell | None = None) -> None:
    """Somebody has done what others may have waited for: those who hold a deed back may do it now.

    ``came``: where it stood before, if it has moved: only what could not be done to it there has come near. Who comes
    to light has not been near before, as far as anybody knew.
    """
    sides = table.state.turn.order
    waiting = [c for side in sides for c in bodies(table) if c.side == side and _waits(table, c, what, who)]
    for c in table.fresh([c.id for c in waiting]):
        if not _waits(table, c, what, who):
            continue
        readied = c.sheet.readied
        deed = _open(table.still(), c, readied, who)
        if readied is None or deed is None or not _near(table, c, readied, who, came):
            continue
        name, other = c.sheet.profile.name, table.now(who).sheet.profile.name
        take: Option[Deed | None] = Option("take", deed, f"Now: {readied.label}", target=who)
        leave: Option[Deed | None] = Option("pass", None, "Let it be")
        why = f"{name}: {other} {what}"
        said = await react(Seat(c.side), why, leave, [take], topic="readied", who=c.id, about=(who,))
        if said is not None:
            spend(table, c.id, stamina=said.stamina, focus=said.focus)
            table.set(c.id, readied=None)
            table.emit(Reacted(c.id, "does what it held back", "B-23"))
            done = made(said, "readied")
            await done.do(table, c.id, *done.what)


def _waits(board: IngenuityBoard, c: Body, what: Moment, who: Id) -> bool:
    """Whether somebody holds a deed back for this, knows of it and has a reaction left."""
    readied = c.sheet.readied
    if readied is None or readied.trigger != what or c.id == who or not present(board, who):
        return False
    it = board.now(who)
    if (it.side == c.side) != (what == "acts") or readied.subject not in (NOBODY, who):
        return False
    return answers(board, c) and perceives(board, c.side, it)


def _open(board: IngenuityBoard, c: Body, readied: Readied | None, who: Id) -> Deed | None:
    """The deed that is held back, as it would be done to whoever sets it off; None if it can't be."""
    if readied is None:
        return None
    try:
        deed = deeds.open_to(board, c).find(readied.key.replace("  ", f" {who} ")).value
    except Impossible:
        return None
    return deed if deed is not None and deed.stamina <= c.sheet.st and deed.focus <= c.sheet.fc else None


def _near(board: IngenuityBoard, c: Body, readied: Readied, who: Id, came: Cell | None) -> bool:
    """Whether a foe has only now come near: into reach of what would be done to it, or so and so near."""
    if came is None:
        return True
    state, it = board.state, board.now(who)
    there = replace(state, combatants={**state.combatants, who: replace(it, at=came)})
    before: IngenuityBoard = Board(there, board.setup, board.space)
    if "  " in readied.key:
        return _open(before, c, readied, who) is None
    return metres_between(board, c, it) <= NEAR < metres_between(before, c, before.now(who))


def made(deed: Deed, how: How) -> Deed:
    """A deed that is done on another's turn: an attack tells how it comes to be made."""
    what = tuple(dataclasses.replace(each, how=how) if isinstance(each, Blow) else each for each in deed.what)
    return dataclasses.replace(deed, what=what)


# ------------------------------------------------------------------ holding back


def told(readied: Readied) -> str:
    """What is held back, and for when."""
    return f"Ready: {readied.label}, {WHEN[readied.trigger]}"


async def ready(table: IngenuityTable, who: Id, readied: Readied) -> None:
    """Rule: the turn ends, and a deed is held back until something happens, or until the next turn (B-23)."""
    table.set(who, readied=readied)
    table.set_turn(over=True)
    table.emit(Did(who, "holds something back", "B-23"))


def options(board: IngenuityBoard, me: Body, sought: Sought) -> Iterator[Choice]:
    """Deeds that could be held back (ruling N-40)."""
    if not sought.begins("ready "):
        return
    against = foes(board, me.side)
    strikes = list(_strikes(me.sheet, armed_with(me)))
    others = [(option.key, option.label) for option in gear.options(board, me, Sought(OPERATIONS[0]))]
    if me.sheet.prone:
        others.append(("stand", "Get up"))
    triggers: list[Moment] = ["comes near", "attacks"]
    if any(foe.sheet.profile.feats for foe in against) and board.setup.options.get("feats") != "off":
        triggers.append("casts")
    for trigger in triggers:
        for key, label in (*strikes, *others):
            yield _option(trigger, key, label)
    everything = deeds.open_to(board, me)
    aimed = (everything.get(key.replace("  ", f" {foe.id} ")) for foe in against for key, _ in strikes)
    for key, label in (*((found.key, found.label) for found in aimed if found is not None), *others):
        yield _option("acts", key, label)


def _strikes(sheet: Sheet, keys: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Keys and words of attacks on whoever sets them off."""
    for key in one_each(sheet, keys):
        weapon = sheet.weapon(key)
        for mode in modes(weapon):
            if unready(sheet, key, mode) is None:
                for harm in weapon.harm:
                    kind = f", {harm}" if len(weapon.harm) > 1 else ""
                    label = f"{VERBS[mode].capitalize()} it with {the(weapon.name.lower())}{kind}"
                    yield blow_key("", weapon, key, mode, harm), label


def _option(trigger: Moment, key: str, label: str) -> Choice:
    words = " ".join(key.split())
    readied = Readied(trigger, key, f"{label[:1].lower()}{label[1:]}")
    deed = Deed(ready, (readied,), lent=False)
    look = partial(says, WHEN[trigger], "B-23", notes=("ends the turn",))
    return Option(f"ready {trigger} {words}", deed, told(readied), look=look, icon="hourglass")
