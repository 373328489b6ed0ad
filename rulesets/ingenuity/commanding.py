"""Commands: an ally gets an action in one's own turn (B-19)."""

from __future__ import annotations

from collections.abc import Iterator

from game.rules.questions import Sought
from rulesets.ingenuity.deeds import Choice
from rulesets.ingenuity.sheet import Body, IngenuityBoard


def options(board: IngenuityBoard, me: Body, sought: Sought) -> Iterator[Choice]:
    """Allies that could be commanded."""
    yield from ()
