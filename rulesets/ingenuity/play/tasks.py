"""Actions that take longer than a turn has left: going on, giving up; short tasks (B-26, B-37 to B-40)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from msgspec.structs import replace

from game.kit.goals import task_option
from game.rules.dice import Tally
from game.rules.events import Id
from game.rules.option_details import OptionDetails
from game.rules.questions import Choose, Impossible, Menu, Option, Seat, Sought
from rulesets.ingenuity.play import deeds, readying
from rulesets.ingenuity.play.deeds import Choice, Deed, in_actions, says
from rulesets.ingenuity.play.events import AttackSpoiled, Did
from rulesets.ingenuity.play.goals import GOALS, task_at
from rulesets.ingenuity.play.throws import Pair, added, pair, test
from rulesets.ingenuity.sheet.sheet import Body, IngenuityBoard, IngenuityTable, Sheet

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
        await readying.moment(table, "acts", who)
        await pay(table, who, paid)
    else:
        await abandon(table, who)


def possible(board: IngenuityBoard, c: Body) -> bool:
    """Whether what somebody has begun could be done if it were paid for now."""
    return c.sheet.task is not None and deeds.open_to(board, c).get(c.sheet.task.key) is not None


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
        deed = deeds.open_to(table.still(), table.now(who)).find(task.key).value
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


def options(board: IngenuityBoard, me: Body, sought: Sought) -> Iterator[Choice]:
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
