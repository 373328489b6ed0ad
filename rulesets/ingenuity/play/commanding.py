"""Commands: an ally gets an action in one's own turn (B-19)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from game.kit.combatants import allies, present
from game.rules.events import Id
from game.rules.questions import Choose, Menu, Option, Parts, Seat, Sought
from rulesets.ingenuity.play import deeds, moving, readying, tasks
from rulesets.ingenuity.play.deeds import Choice, Deed, keyed, says
from rulesets.ingenuity.play.events import Did
from rulesets.ingenuity.play.geometry import metres_between, surprised
from rulesets.ingenuity.sheet.sheet import Body, IngenuityBoard, IngenuityTable

FOCUS = 2
"""What a command costs besides an action."""

HEARD = 30
"""Metres at which a command is heard (ruling N-39)."""


async def command(table: IngenuityTable, who: Id, ally: Id) -> None:
    """Rule: an ally has an action now, which costs it none of its own; what takes more is begun (B-19, B-38).

    Whatever else it does with the action, it gives up what it had begun (B-40).
    """
    table.set(who, hidden=False)
    table.set_turn(commanded=(*table.state.turn.commanded, (who, ally)))
    table.emit(Did(who, "commands", "B-19", ally))
    c, board = table.now(ally), table.still()
    why = f"{c.sheet.profile.name}: what, at {table.now(who).sheet.profile.name}'s command?"
    if c.sheet.task is not None:
        why += f" Any action but going on gives up what was begun: to {c.sheet.task.label}."
    said = await Choose(Seat(c.side), why, lent(board, c), "act", ally, "command", "pass", (who,))
    if said is None:
        return
    deed = await readying.unhindered(table, ally, said, lent)
    if deed is not None:
        if deed.costs and deed.key != "go on":
            await tasks.abandon(table, ally)
        await readying.made(deed, "command").take(table, ally, 1)
        moving.spot(table)
    if present(table, ally):
        await readying.moment(table, "has acted", ally)


def lent(board: IngenuityBoard, c: Body) -> Menu[Deed | None]:
    """What somebody may do with an action that is given to it, or begin: not command, nor what ends a turn (ruling
    N-39).
    """

    def build(sought: Sought) -> Parts[Deed | None]:
        everything = deeds.open_to(board, c)
        found: list[Choice] = [
            Option("pass", None, "Nothing", icon="pass", ends=True, unspent=("The commanded action",))
        ]
        task = c.sheet.task
        if task is not None and sought.begins("go on"):
            go_on: Choice = Option("go on", Deed(tasks.pay, (1,)), f"Go on to {task.label}", verb="go on")
            found.append(keyed(go_on))
        found += [option for option in everything.singles if _ordered(c, option)]
        return found, everything.families if sought.begins("go ", "climb ") else ()

    return Menu.later(build)


def _ordered(c: Body, option: Choice) -> bool:
    """Whether it may be commanded, and stamina and focus are there for it."""
    deed = option.value
    return deed is not None and deed.ordered and deed.stamina <= c.sheet.st and deed.focus <= c.sheet.fc


def options(board: IngenuityBoard, me: Body, sought: Sought) -> Iterator[Choice]:
    """Allies that could be commanded."""
    if not sought.begins("command "):
        return
    for ally in allies(board, me):
        if (me.id, ally.id) in board.state.turn.commanded or surprised(board, ally) or not sought.names(ally.id):
            continue
        if metres_between(board, me, ally) <= HEARD:
            look = partial(says, f"{FOCUS} focus", "B-19", notes=("the ally has an action at once",))
            deed = Deed(command, (ally.id,), focus=FOCUS, ordered=False)
            label = f"Command {ally.sheet.profile.name}"
            yield Option(f"command {ally.id}", deed, label, ally.id, look=look)
