"""Deeds: what an option of a turn leads to and costs; those begun and gone on with, those held back, short tasks."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Coroutine, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from msgspec.structs import replace

from game.kit.combatants import allies, bodies, present
from game.kit.goals import Goals, task_option
from game.kit.reactions import react
from game.kit.telling import the
from game.kit.things import at_hand
from game.rules.dice import Tally
from game.rules.events import Id
from game.rules.option_details import OptionDetails
from game.rules.questions import Choose, Impossible, Menu, Option, Seat, Sought
from game.rules.setup import Objective
from game.spatial.field import Cell
from rulesets.ingenuity.play.blow import VERBS, Blow, blow_key, modes, one_each, unready
from rulesets.ingenuity.play.damage import price, spend
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
from rulesets.ingenuity.play.throws import Pair, added, pair, test
from rulesets.ingenuity.sheet.sheet import Body, IngenuityBoard, IngenuityTable, Moment, Readied, Sheet, Task, Turn


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that an option leads to."""

    do: Callable[..., Coroutine[Any, Any, Any]]
    """Called with the table, who does it, and ``what``."""
    what: tuple[Any, ...] = ()
    costs: int = 1
    """Actions; 0 is free. More than are left: it is begun now and done when all are paid (B-38)."""
    stamina: int = 0
    focus: int = 0
    key: str = ""
    """Of its option (``keyed``): by it the deed is found again when it is paid for, or when something has come between.
    """
    label: str = ""
    """What it is in words, for what takes more than one action."""
    lent: bool = True
    """Whether it may be done out of one's turn, held back or commanded (B-19, B-23): not what ends a turn, or goes by
    the moves of one's own.
    """
    ordered: bool = True
    """Whether it may be commanded, if it is lent at all."""

    async def perform(self, table: IngenuityTable, who: Id) -> None:
        """Pay for it with actions of one's own turn, as many as there are of those it takes."""
        left = table.state.turn.actions
        paid = min(self.costs, left)
        table.set_turn(actions=left - paid)
        await self.take(table, who, paid)

    async def take(self, table: IngenuityTable, who: Id, paid: int) -> None:
        """Do it, if so many actions are enough for it, or begin it (B-38), whoever's turn it is."""
        sheet = table.now(who).sheet
        table.set(who, st=sheet.st - self.stamina, fc=sheet.fc - self.focus)
        if paid < self.costs:
            table.set(who, task=Task(self.key, self.costs - paid, self.costs, self.label))
            table.emit(Did(who, f"begins to {self.label}", "B-38"))
        else:
            await self.do(table, who, *self.what)


Choice = Option[Deed | None]


def keyed(option: Choice) -> Choice:
    """An option whose deed knows its key."""
    deed = option.value
    return option if deed is None else replace(option, value=dataclasses.replace(deed, key=option.key))


OpenTo = Callable[[IngenuityBoard, Body], Menu[Deed | None]]

_declared: list[OpenTo] = []


def declare(open_to: OpenTo) -> None:
    """Say once and for all what is open to somebody: the menu stands on top of the modules that look deeds up in it.

    Raises RuntimeError the second time.
    """
    if _declared:
        raise RuntimeError("what is open to somebody has been declared already")
    _declared.append(open_to)


def open_to(board: IngenuityBoard, me: Body) -> Menu[Deed | None]:
    """Menu of somebody where it stands if it had actions enough, for deeds that were begun, readied, commanded.

    ``board`` must stand still.
    """
    return _declared[0](board, me)


def says(brief: str, *rules: str, notes: tuple[str, ...] = ()) -> OptionDetails:
    """A few words on a deed, and its rules."""
    return OptionDetails(brief=brief, notes=(*notes, f"by {', '.join(rules)}"))


def in_actions(costs: int) -> str:
    """A number of actions, in words."""
    return "free" if not costs else "1 action" if costs == 1 else f"{costs} actions"


def _on(board: IngenuityBoard, c: Body, aim: Objective) -> bool:
    return any(cell in aim.cells for cell in board.space.footprint(c.at, c.sheet.profile.cells))


GOALS: Goals[Sheet, Turn] = Goals(_on, _on)


def task_at(board: IngenuityBoard, me: Body) -> Objective | None:
    """The task that a combatant could work at from where it stands: a metre from it at most, nothing between (N-36)."""
    aim = GOALS.task(board, me.side)
    size = me.sheet.profile.cells
    near = aim is not None and any(at_hand(board.space, me.at, size, cell) for cell in aim.cells)
    return aim if near else None


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
        found = _ways_open(board, c, readied, who)
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


def _ways_open(board: IngenuityBoard, c: Body, readied: Readied, who: Id) -> Menu[Deed | None]:
    """The ways to do what is held back now, if somebody sets it off, that can be paid for."""
    wanted = " ".join(part or who for part in readied.key.split(" "))
    everything = open_to(board, c)
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
        return not (notices(before, c, was) and len(_ways_open(before, c, readied, who)))
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
    """The deed held back, and for when."""
    return f"Ready: {readied.label}, {WHEN[readied.trigger]}"


async def ready(table: IngenuityTable, who: Id, readied: Readied) -> None:
    """Rule: the turn ends, and a deed is held back until something happens, or until the next turn (B-23)."""
    table.set(who, readied=readied)
    table.set_turn(over=True)
    table.emit(Did(who, "holds something back", "B-23"))


def readying_options(board: IngenuityBoard, me: Body, sought: Sought) -> Iterator[Choice]:
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
                yield _ready_option(trigger, key, label, min(max(1, costs), max(1, left)))


Held = tuple[str, str, int]
"""The key of something held back or what its keys begin with, what it is in words, actions that it takes."""


def _strikes(sheet: Sheet, keys: Sequence[str]) -> Iterator[Held]:
    for key in one_each(sheet, keys):
        weapon = sheet.weapon(key)
        for mode in modes(weapon):
            if unready(sheet, key, mode) is None:
                for harm in weapon.harm:
                    kind = f", {harm}" if len(weapon.harm) > 1 else ""
                    label = f"{VERBS[mode]} it with {the(weapon.name.lower())}{kind}"
                    yield blow_key("", weapon, key, mode, harm), label, 1


def _feats(board: IngenuityBoard, me: Body) -> Iterator[Held]:
    for feat in within_focus(board, me, "foe"):
        yield f"feat {feat.key} ", f"turn {feat.name.lower()} on it", 1


def _sorted(board: IngenuityBoard, me: Body) -> tuple[list[Held], list[Held]]:
    """What somebody could do now: attacks and feats at foes one by one, and all else."""
    named: list[Held] = []
    others: dict[str, Held] = {}
    everything = open_to(board, me)
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


def _ready_option(trigger: Moment, key: str, label: str, paid: int) -> Choice:
    readied = Readied(trigger, key, label, paid)
    deed = Deed(ready, (readied,), paid, lent=False)
    look = partial(says, WHEN[trigger], "B-23", notes=(in_actions(paid), "ends the turn"))
    return Option(f"ready {trigger} {' '.join(key.split())}", deed, told(readied), look=look)


SHORT = 3
"""Actions of a short task (B-26)."""

STANDARD = 6
"""What its test takes (ruling N-36)."""


# ------------------------------------------------------------------ long actions


async def go_on(table: IngenuityTable, who: Id) -> None:
    """Before anything else is done: pay for what was begun, and do it when it is paid for, or abandon it."""
    me = table.now(who)
    task, turn = me.sheet.task, table.state.turn
    if task is None:
        return
    paid = min(task.left, turn.actions)
    vain = () if possible(table.still(), me) else ("as things stand it comes to nothing (B-39)",)
    look = partial(OptionDetails, notes=vain)
    yes = Option("go on", True, f"Go on to {task.label}, {in_actions(paid)}", look=look, verb="go on", short="Go on")
    no = Option("abandon", False, "Abandon it")
    why = f"{me.sheet.profile.name}: {in_actions(task.left)} left to {task.label}"
    why += ", in vain as things stand" if vain else ""
    if await Choose(Seat(me.side), why, Menu((yes, no)), "act", who, "begun"):
        table.set_turn(actions=turn.actions - paid)
        await moment(table, "acts", who)
        await pay(table, who, paid)
    else:
        await abandon(table, who)


def possible(board: IngenuityBoard, c: Body) -> bool:
    """Whether what somebody has begun could be done if it were paid for now."""
    return c.sheet.task is not None and open_to(board, c).get(c.sheet.task.key) is not None


async def pay(table: IngenuityTable, who: Id, actions: int) -> None:
    """Some actions more go into what was begun; its effect comes with the last of them (B-39)."""
    task = table.now(who).sheet.task
    if task is None:
        return
    if actions < task.left:
        table.set(who, task=replace(task, left=task.left - actions))
        table.emit(Did(who, f"goes on to {task.label}", "B-38"))
        return
    table.set(who, task=None)
    try:
        deed = open_to(table.still(), table.now(who)).find(task.key).value
    except Impossible:
        deed = None
    if deed is None:
        table.emit(AttackSpoiled(who, f"can't {task.label} any more", "B-39"))
    else:
        await deed.do(table, who, *deed.what)


async def abandon(table: IngenuityTable, who: Id) -> None:
    """What was begun is given up; the actions that went into it are lost (B-40)."""
    task = table.now(who).sheet.task
    if task is not None:
        table.set(who, task=None)
        table.emit(Did(who, f"no longer tries to {task.label}", "B-40"))


# ------------------------------------------------------------------ short tasks


def working(me: Sheet) -> tuple[Pair, Tally]:
    """The test of a task: dice, and what is added (ruling N-36)."""
    return pair(me, "handling", "strength", "dexterity", "intellect"), added(me, (), "B-26")


async def work(table: IngenuityTable, who: Id) -> None:
    """Rule: a short task is done with a test (B-26, ruling N-36)."""
    me = table.now(who)
    aim = task_at(table, me)
    if aim is None:
        return
    table.set(who, hidden=False)
    if not await test(table, who, f"work at {aim.what}", *working(me.sheet), STANDARD, "B-26"):
        table.emit(Did(who, f"gets nowhere with {aim.what}", "B-26"))
        return
    GOALS.work(table, me.side)
    times = GOALS.progress(table, me.side).worked
    table.emit(Did(who, f"works at {aim.what}, {times} of {max(1, aim.count)}", "B-26"))


def task_options(board: IngenuityBoard, me: Body, sought: Sought) -> Iterator[Choice]:
    """Tasks that could be worked at, and what was begun, to be abandoned."""
    if sought.begins("work"):
        aim = task_at(board, me)
        if aim is not None:
            deed = Deed(work, (), SHORT, label=f"work at {aim.what}")
            yield task_option(aim, deed, partial(says, in_actions(SHORT), "B-26"))
    task = me.sheet.task
    if sought.begins("abandon") and task is not None:
        look = partial(says, in_actions(0), "B-40")
        deed = Deed(abandon, (), 0, lent=False)
        yield Option("abandon", deed, f"No longer try to {task.label}", look=look, short="Abandon")
