"""Builders for the planning model: acts without reactions, indifferent answers, threats by place, best weapons."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol, TypeVar

from game.rules.planning_model import NONE, Act, Budget, Effect, ExpectedOutcome, ExpectedThreat, Mask
from game.rules.questions import Choose

A = TypeVar("A")
V = TypeVar("V")


def act(key: str, where: Mask, pay: Budget, *effects: Effect, **features: float) -> Act:
    """Something that comes to one thing, whatever others do about it."""
    return Act(key, where, pay, (ExpectedOutcome(effects, features or NONE),))


def indifferent(question: Choose[Any]) -> dict[str, ExpectedOutcome]:
    """Answers of which none is better than another."""
    return {option.key: ExpectedOutcome() for option in question.options}


def within(expected_threats: Iterable[ExpectedThreat], where: Mask) -> list[ExpectedThreat]:
    """What threats come to in some places."""
    return [
        each if here == each.where else each._replace(where=here)
        for each in expected_threats
        if (here := each.where & where)
    ]


def dearest(expected_threats: Iterable[ExpectedThreat]) -> float:
    """The most that somebody may do at once with what it usually can, wounds counted half."""
    return max((each.cost for each in expected_threats if not each.late), default=0.0)


def best_of(arms: Iterable[A], cost: Callable[[A], float], reach: Callable[[A], int]) -> list[A]:
    """The arms worth thinking about: the one that costs a foe most, and each that reaches farther than better ones."""
    found: list[A] = []
    for arm in sorted(arms, key=cost, reverse=True):
        if not found or reach(arm) > reach(found[-1]):
            found.append(arm)
    return found


class Arm(Protocol):
    """A way to attack, as far as it is asked for here."""

    @property
    def afar(self) -> bool:
        """Shot or thrown."""
        ...


W = TypeVar("W", bound=Arm)


def best_arms(arms: Sequence[W], cost: Callable[[W], float], reach: Callable[[W], int]) -> list[W]:
    """The same of those hand to hand, and then of those that are shot or thrown."""
    near, far = ([arm for arm in arms if arm.afar is afar] for afar in (False, True))
    return [*best_of(near, cost, reach), *best_of(far, cost, reach)]


def by_value(parts: Iterable[tuple[V, Mask]]) -> dict[V, Mask]:
    """The places that come to one and the same, put together; in the order in which values come first."""
    found: dict[V, Mask] = {}
    for value, mask in parts:
        found[value] = found.get(value, 0) | mask
    return found
