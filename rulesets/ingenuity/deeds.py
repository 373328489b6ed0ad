"""What an option of a turn leads to, and what it costs: actions, stamina, focus; what takes longer is begun."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from game.rules.abouts import About
from game.rules.events import Id
from game.rules.questions import Menu, Option
from rulesets.ingenuity.events import Did
from rulesets.ingenuity.sheet import Body, IngenuityBoard, IngenuityTable, Task


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
    """Of its option, for what takes more than one action: by it the deed is found again when it is paid for."""
    label: str = ""
    """What it is in words, likewise."""
    lent: bool = True
    """Whether it may be somebody else's to command, or be held back for a trigger (B-19, B-23)."""

    async def perform(self, table: IngenuityTable, who: Id) -> None:
        """Pay for it on one's own turn, and do it, or begin it."""
        turn, sheet = table.state.turn, table.now(who).sheet
        paid = min(self.costs, turn.actions)
        table.set(who, st=sheet.st - self.stamina, fc=sheet.fc - self.focus)
        table.set_turn(actions=turn.actions - paid)
        if paid < self.costs:
            table.set(who, task=Task(self.key, self.costs - paid, self.costs, self.label))
            table.emit(Did(who, f"begins to {self.label}", "B-38"))
        else:
            await self.do(table, who, *self.what)


Choice = Option[Deed | None]

OpenTo = Callable[[IngenuityBoard, Body], Menu[Deed | None]]

_declared: list[OpenTo] = []


def declare(open_to: OpenTo) -> None:
    """Say once and for all what is open to somebody: the menu stands on top of the modules that look deeds up in it."""
    if _declared:
        raise RuntimeError("what is open to somebody has been declared already")
    _declared.append(open_to)


def open_to(board: IngenuityBoard, me: Body) -> Menu[Deed | None]:
    """What somebody could do where it stands if it had actions enough, for deeds that were begun, readied, commanded.

    ``board`` must stand still.
    """
    return _declared[0](board, me)


def says(brief: str, *rules: str, notes: tuple[str, ...] = ()) -> About:
    """A few words on a deed, and its rules."""
    return About(brief=brief, notes=(*notes, f"by {', '.join(rules)}"))


def in_actions(costs: int) -> str:
    """What something costs, in words."""
    return "free" if not costs else "1 action" if costs == 1 else f"{costs} actions"
