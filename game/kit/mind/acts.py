"""Builders for the planning model: expected damage, acts, indifferent answers, best weapons."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from math import fsum
from typing import Any, NamedTuple, Protocol, TypeVar

from game.rules.dice import totals
from game.rules.events import Id
from game.rules.planning_model import NONE, Act, Budget, Effect, ExpectedOutcome, ExpectedThreat, Mask, weighed
from game.rules.questions import Choose


class ExpectedDamage(NamedTuple):
    """Expected result of one attack or several: chances to hit and to fell, share of health lost, points."""

    hit: float
    """The chance to hit at least once."""
    fell: float
    """The chance to put its target out of the fight."""
    hurt: float
    """The share of its health that the target loses where it stays in the fight."""
    points: float
    """Health lost, in the book's points."""

    @property
    def cost(self) -> float:
        """Felling and wounds in one figure."""
        return weighed(self.fell, self.hurt)

    def expected_threat(self, where: Mask, *, late: bool = False) -> ExpectedThreat:
        """Threat to whoever stands in some places."""
        return ExpectedThreat(where, self.fell, self.hurt, late)

    def effect(self, who: Id, turns: float = 0.0, bound: float = 0.0) -> Effect:
        """It, befalling somebody, with turns that are lost and a chance to be bound besides."""
        return Effect(who, self.fell, self.hurt, turns, bound)

    def times(self, share: float) -> ExpectedDamage:
        """A part of it: what is only so likely."""
        return ExpectedDamage(share * self.hit, share * self.fell, share * self.hurt, share * self.points)

    def plus(self, other: ExpectedDamage) -> ExpectedDamage:
        """Either of two, by shares that are in them."""
        return ExpectedDamage(*(one + more for one, more in zip(self, other, strict=True)))


NO_DAMAGE = ExpectedDamage(0.0, 0.0, 0.0, 0.0)


@lru_cache(maxsize=1024)
def chances(dice: str, thrown: float = 1.0) -> tuple[tuple[int, float], ...]:
    """Every sum of some dice with its probability, lowest first; ``thrown``: the probability that they are thrown."""
    ways = totals(dice)
    every = sum(count for _, count in ways)
    return tuple((total, thrown * count / every) for total, count in ways)


@lru_cache(maxsize=256)
def reaching(dice: str, needed: int) -> float:
    """The probability that some dice reach a number."""
    return fsum(p for total, p in chances(dice) if total >= needed)


def dealt(ways: Iterable[tuple[int, float]], hp: int) -> ExpectedDamage:
    """Effect of so many points of harm, with their chances, on somebody who has some left to lose."""
    hit = fell = taken = 0.0
    for points, p in ways:
        hit += p * (points > 0)
        fell += p * (points >= hp)
        taken += p * max(0, min(points, hp))
    return ExpectedDamage(hit, fell, taken / hp - fell, taken)


A = TypeVar("A")
V = TypeVar("V")


def act(key: str, where: Mask, pay: Budget, *effects: Effect, **features: float) -> Act:
    """Something that comes to one thing, whatever others do about it."""
    return Act(key, where, pay, (ExpectedOutcome(effects, features or NONE),))


def indifferent(question: Choose[Any]) -> dict[str, ExpectedOutcome]:
    """Answers of which none is better than another."""
    return {option.key: ExpectedOutcome() for option in question.options}


def within(expected_threats: Iterable[ExpectedThreat], where: Mask) -> list[ExpectedThreat]:
    """Threats that apply in some places."""
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
