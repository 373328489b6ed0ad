"""Words for what wits tell: acts that nobody can do anything about, answers that make no difference, masks by value."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from game.rules.questions import Choose
from game.rules.wits import NONE, Act, Budget, Effect, Mask, Out

V = TypeVar("V")


def act(key: str, where: Mask, pay: Budget, *effects: Effect, **features: float) -> Act:
    """Something that comes to one thing, whatever others do about it."""
    return Act(key, where, pay, (Out(effects, features or NONE),))


def indifferent(question: Choose[Any]) -> dict[str, Out]:
    """Answers of which none is better than another."""
    return {option.key: Out() for option in question.options}


def by_value(parts: Iterable[tuple[V, Mask]]) -> dict[V, Mask]:
    """The places that come to one and the same, put together; in the order in which values come first."""
    found: dict[V, Mask] = {}
    for value, mask in parts:
        found[value] = found.get(value, 0) | mask
    return found
