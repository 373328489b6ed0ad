"""Deeds held back for a trigger (B-23)."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from game.kit.combatants import allies, bodies, present
from game.kit.reactions import react
from game.kit.telling import the
from game.rules.events import Id
from game.rules.questions import Choose, Menu, Option, Seat, Sought
from game.spatial.field import Cell
from rulesets.ingenuity.play import deeds
from rulesets.ingenuity.play.blow import VERBS, Blow, blow_key, modes, one_each, unready
from rulesets.ingenuity.play.deeds import Choice, Deed, in_actions, says
from rulesets.ingenuity.play.events import AttackSpoiled, Did, How, Reacted
from rulesets.ingenuity.play.geometry import (
    answers,
    armed_with,
    elsewhere,
    feats_played,
    foes,
    metres_between,
    notices,
    within_focus,
)
from rulesets.ingenuity.play.withstanding import price, spend
from rulesets.ingenuity.sheet.sheet import Body, IngenuityBoard, IngenuityTable, Moment, Readied, Sheet

WHEN: dict[Moment, str] = {
    "comes near": "when a foe comes near",
    "attacks": "when a foe attacks",
    "casts": "when a foe does a feat of will",
    "acts": "when an ally acts",
    "has acted": "when an ally has acted",
}
"""What may set a deed off. All but the last come before what they wait for is resolved."""

ALLIES: tuple[Moment, ...] = ("acts", "has acted")
"""What an ally sets off, and no foe."""

CHOSEN = {
    "go": "move",
    "climb": "climb",
    "brandish": "take other things in hand",
    "take": "pick something up",
    "drop": "let something go",
    "command": "command an ally",
    "revive": "bring somebody round",
    "kill": "make a killing strike",
}
"""Deeds of which it is chosen when they are set off where they lead, or to whom: by their verbs, in words."""

NEAR = 5
"""Metres at which a foe is near for deeds that are not done to it (ruling N-40)."""


# ------------------------------------------------------------------ when it happens


async def moment(
    table: IngenuityTable, what: Moment, who: Id, came: Cell | None = None, *, whom: Id | None = None
) -> None:
    """Somebody does what others may have waited for: those who hold a deed back may do it now.

    ``came``: where it stood before, if it has moved: only what could not be done to it there has come near. Who comes
    to light has not been near before, as far as anybody knew. ``whom``: the target of an attack or a feat.
    """
    sides = table.state.turn.order
    waiting = [c for side in sides for c in bodies(table) if c.side == side and _waits(table, c, what, who)]
    for c in table.fresh([c.id for c in waiting]):
        if not _waits(table, c, what, who):
            continue
        readied, board = c.sheet.readied, table.still()
        if readied is None or not _near(board, c, readied, who, came):
            continue
        found = _open(board, c, readied, who)
        if not len(found):
            continue
        name, other = c.sheet.profile.name, table.now(who).sheet.profile.name
        aim = "" if whom in (None, who) else f" {table.now(whom).sheet.profile.name}"
        target, cost = who if _aimed(readied) else None, price(c.sheet, "")
        take: Option[bool] = Option("take", True, f"Now: {readied.label}", target=target, price=cost)
        leave: Option[bool] = Option("pass", False, "Let it be")
        why = f"{name}: {other} {'casts at' if aim and what == 'casts' else what}{aim}"
        if await react(Seat(c.side), why, leave, [take], topic="readied", who=c.id, about=(who,)):
            await _perform(table, c.id, readied, found, who)


async def _perform(table: IngenuityTable, who: Id, readied: Readied, found: Menu[Deed | None], other: Id) -> None:
    """Do what was held back, for a reaction; of several ways to do it one is chosen now."""
    spend(table, who, stamina=0)
    table.set(who, readied=None)
    table.emit(Reacted(who, "does what it held back", "B-23"))
    c = table.now(who)
    if len(found) > 1:
        asked = f"where to {readied.label}?" if found.families else f"{readied.label}, which?"
        why = f"{c.sheet.profile.name}: {asked}"
        deed = await Choose(Seat(c.side), why, found, "act", who, "held back", about=(other,))
    else:
        deed = found[0].value
    if deed is not None:
        await made(deed, "readied").take(table, who, readied.paid)


def _waits(board: IngenuityBoard, c: Body, what: Moment, who: Id) -> bool:
    """Whether somebody holds a deed back for this, sees who does it and has a reaction left."""
    readied = c.sheet.readied
    if readied is None or readied.trigger != what or c.id == who or not present(board, who):
        return False
    it = board.now(who)
    return (it.side == c.side) == (what in ALLIES) and answers(board, c) and notices(board, c, it)


def _aimed(readied: Readied) -> bool:
    """Whether it would be done to whoever sets it off."""
    return "" in readied.key.split(" ")


def _open(board: IngenuityBoard, c: Body, readied: Readied, who: Id) -> Menu[Deed | None]:
    """The ways to do what is held back now, if somebody sets it off, that can be paid for."""
    wanted = " ".join(part or who for part in readied.key.split(" "))
    everything = deeds.open_to(board, c)
    one = everything.get(wanted)
    if one is not None:
        return Menu([option for option in (one,) if _affordable(c, option)])
    if _aimed(readied):
        return Menu(())
    more = [each for each in everything.singles if each.key.startswith(f"{wanted} ") and _affordable(c, each)]
    return Menu(more, [family for family in everything.families if family.verb == wanted])


def _affordable(c: Body, option: Choice) -> bool:
    deed = option.value
    return deed is not None and deed.stamina <= c.sheet.st and deed.focus <= c.sheet.fc


def _near(board: IngenuityBoard, c: Body, readied: Readied, who: Id, came: Cell | None) -> bool:
    """Whether a foe has only now come near: into reach of what would be done to it, or so and so near and in sight."""
    if came is None:
        return True
    it = board.now(who)
    before = elsewhere(board, it, came)
    was = before.now(who)
    if _aimed(readied):
        return not (notices(before, c, was) and len(_open(before, c, readied, who)))
    return metres_between(board, c, it) <= NEAR and not (
        metres_between(before, c, was) <= NEAR and notices(before, c, was)
    )


async def unhindered(
    table: IngenuityTable, who: Id, deed: Deed, menu_of: Callable[[IngenuityBoard, Body], Menu[Deed | None]]
) -> Deed | None:
    """Those who wait for an ally to act do so first. What is left of what it is about to do; None if it can't any more.

    ``menu_of``: what it may do, read again if anything has happened.
    """
    was = table.state
    if deed.costs:
        await moment(table, "acts", who)
    if table.state is was:
        return deed
    found = menu_of(table.still(), table.now(who)).get(deed.key) if present(table, who) else None
    if found is None or found.value is None:
        table.emit(AttackSpoiled(who, "can't do it any more", "B-23"))
        return None
    return found.value


def made(deed: Deed, how: How) -> Deed:
    """A deed that is done on another's turn: an attack tells how it comes to be made, but not a killing strike's."""
    what = tuple(
        dataclasses.replace(each, how=how) if isinstance(each, Blow) and each.how == "attack" else each
        for each in deed.what
    )
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
    """Deeds that could be held back: all that somebody could do now but end its turn, and attacks on whoever comes
    (ruling N-40).
    """
    if not sought.begins("ready "):
        return
    left = board.state.turn.actions
    at_it, (named, others) = [*_strikes(me.sheet, armed_with(me)), *_feats(board, me)], _sorted(board, me)
    triggers: list[Moment] = ["comes near", "attacks"]
    if feats_played(board) and any(foe.sheet.profile.feats for foe in foes(board, me.side)):
        triggers.append("casts")
    if allies(board, me):
        triggers += ALLIES
    for trigger in triggers:
        if sought.begins(f"ready {trigger} "):
            for key, label, costs in (*(named if trigger in ALLIES else at_it), *others):
                yield _option(trigger, key, label, min(max(1, costs), max(1, left)))


Held = tuple[str, str, int]
"""The key of something held back or what its keys begin with, what it is in words, actions that it takes."""


def _strikes(sheet: Sheet, keys: Sequence[str]) -> Iterator[Held]:
    """Attacks on whoever sets them off."""
    for key in one_each(sheet, keys):
        weapon = sheet.weapon(key)
        for mode in modes(weapon):
            if unready(sheet, key, mode) is None:
                for harm in weapon.harm:
                    kind = f", {harm}" if len(weapon.harm) > 1 else ""
                    label = f"{VERBS[mode]} it with {the(weapon.name.lower())}{kind}"
                    yield blow_key("", weapon, key, mode, harm), label, 1


def _feats(board: IngenuityBoard, me: Body) -> Iterator[Held]:
    """Feats of will done to whoever sets them off."""
    for feat in within_focus(board, me, "foe"):
        yield f"feat {feat.key} ", f"turn {feat.name.lower()} on it", 1


def _sorted(board: IngenuityBoard, me: Body) -> tuple[list[Held], list[Held]]:
    """What somebody could do now: attacks and feats at foes one by one, and all else."""
    named: list[Held] = []
    others: dict[str, Held] = {}
    everything = deeds.open_to(board, me)
    for option in everything.singles:
        deed, label = option.value, f"{option.label[:1].lower()}{option.label[1:]}"
        if deed is None or not _affordable(me, option):
            continue
        at_foe = option.target is not None and board.now(option.target).side != me.side
        if at_foe and option.verb != "kill":
            named.append((option.key, label, deed.costs))
        elif option.verb in CHOSEN:
            others.setdefault(option.verb, (option.verb, CHOSEN[option.verb], deed.costs))
        elif option.verb == "feat":
            key = option.key.rpartition(" ")[0]
            others.setdefault(key, (key, f"{key.partition(' ')[2]} a friend", deed.costs))
        else:
            others[option.key] = (option.key, label, deed.costs)
    for family in everything.families:
        others[family.verb] = (family.verb, CHOSEN[family.verb], 1)
    return named, list(others.values())


def _option(trigger: Moment, key: str, label: str, paid: int) -> Choice:
    readied = Readied(trigger, key, label, paid)
    deed = Deed(ready, (readied,), paid, lent=False)
    look = partial(says, WHEN[trigger], "B-23", notes=(in_actions(paid), "ends the turn"))
    return Option(f"ready {trigger} {' '.join(key.split())}", deed, told(readied), look=look)
