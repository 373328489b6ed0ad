"""Feats of will."""

from __future__ import annotations

from collections.abc import Iterator

from game.rules.questions import Sought
from rulesets.ingenuity.deeds import Choice
from rulesets.ingenuity.sheet import Body, IngenuityBoard


def options(board: IngenuityBoard, me: Body, sought: Sought) -> Iterator[Choice]:
    """What of it somebody could do, if it has the actions."""
    yield from ()
