"""Actions that take longer than a turn has left: going on, giving up; short tasks."""

from __future__ import annotations

from collections.abc import Iterator

from game.rules.events import Id
from game.rules.questions import Sought
from rulesets.ingenuity.deeds import Choice
from rulesets.ingenuity.sheet import Body, IngenuityBoard, IngenuityTable


async def go_on(table: IngenuityTable, who: Id) -> None:
    """As a turn begins: pay for what was begun, and do it when it is paid for, or abandon it (B-38 to B-40)."""


def options(board: IngenuityBoard, me: Body, sought: Sought) -> Iterator[Choice]:
    """Tasks that could be worked at."""
    yield from ()
