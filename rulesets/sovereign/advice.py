"""Advice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.rules.questions import Choose
from game.rules.ruleset import Features
from rulesets.sovereign.sheet import SovereignBoard


def advise(board: SovereignBoard, question: Choose[Any]) -> Mapping[str, Features]:
    """To be written."""
    return {option.key: {} for option in question.options}


def worth(board: SovereignBoard, side: str) -> Features:
    """To be written."""
    return {}
