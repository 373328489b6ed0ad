"""What a blow comes to on average, as AIs reckon it, whatever the book."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import fsum
from typing import NamedTuple

from game.rules.dice import totals
from game.rules.events import Id
from game.rules.planning_model import Effect, ExpectedThreat, Mask, weighed


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
        """It, threatening whoever stands in some places."""
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
    """What so many points of harm, with their chances, do to somebody who has some left to lose."""
    hit = fell = taken = 0.0
    for points, p in ways:
        hit += p * (points > 0)
        fell += p * (points >= hp)
        taken += p * max(0, min(points, hp))
    return ExpectedDamage(hit, fell, taken / hp - fell, taken)
