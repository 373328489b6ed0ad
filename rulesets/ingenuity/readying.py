"""Deeds held back for a trigger (B-23)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from game.rules.events import Id
from game.rules.questions import Sought
from rulesets.ingenuity.deeds import Choice
from rulesets.ingenuity.sheet import Body, IngenuityBoard, IngenuityTable

Moment = Literal["comes near", "attacks", "casts", "acts"]


async def moment(table: IngenuityTable, what: Moment, who: Id) -> None:
    """Somebody has done what others may have waited for: those who hold a deed back may do it now."""


def options(board: IngenuityBoard, me: Body, sought: Sought) -> Iterator[Choice]:
    """Deeds that could be held back."""
    yield from ()
