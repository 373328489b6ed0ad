"""What an AI may weigh: quantities of the options of a question, and of a position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.rules.questions import Choose
from game.rules.ruleset import Features
from rulesets.murdham.reading import up_on
from rulesets.murdham.sheet import MurdhamBoard


def advise(board: MurdhamBoard, question: Choose[Any]) -> Mapping[str, Features]:
    """Weighable quantities of the options worth thinking about, by key."""
    return {option.key: {"attack": float(option.key.split()[0] in ("strike", "shoot"))} for option in question.options}


def worth(board: MurdhamBoard, side: str) -> Features:
    """Weighable quantities of a position, from one side's eyes."""
    mine = sum(c.sheet.health for c in up_on(board, side))
    theirs = sum(c.sheet.health for other in board.setup.sides if other.name != side for c in up_on(board, other.name))
    return {"health": float(mine), "foes": -float(theirs)}
