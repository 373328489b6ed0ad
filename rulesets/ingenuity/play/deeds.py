"""What an option of a turn leads to, and what it costs: actions, stamina, focus; what takes longer is begun."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import dataclass, replace
from typing import Any

from msgspec import structs

from game.rules.events import Id
from game.rules.option_details import OptionDetails
from game.rules.questions import Menu, Option
from rulesets.ingenuity.play.events import Did
from rulesets.ingenuity.sheet.sheet import Body, IngenuityBoard, IngenuityTable, Task


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
    return option if deed is None else structs.replace(option, value=replace(deed, key=option.key))


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
    """What somebody could do where it stands if it had actions enough, for deeds that were begun, readied, commanded.

    ``board`` must stand still.
    """
    return _declared[0](board, me)


def says(brief: str, *rules: str, notes: tuple[str, ...] = ()) -> OptionDetails:
    """A few words on a deed, and its rules."""
    return OptionDetails(brief=brief, notes=(*notes, f"by {', '.join(rules)}"))


def in_actions(costs: int) -> str:
    """What something costs, in words."""
    return "free" if not costs else "1 action" if costs == 1 else f"{costs} actions"
