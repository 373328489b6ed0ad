"""Counts rounds without harm, healing or contact, after which the weights table ``restless`` applies.

Who closes first is struck first, so that by its dangers alone neither side ever would. People who sit at a table do.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import fsum

from game.ai.scoring import FeatureWeights
from game.rules.planning_model import Member
from game.rules.weights import Weights

RESTLESS = "restless"
"""The table of how many times as much a weight counts for every still round too many."""

PATIENCE = 1
"""Still rounds in a row that nobody minds."""

MOST = 4
"""Rounds too many that make a difference."""

FED_UP = 2
"""Rounds too many from which on nobody goes by an order to wait."""


class StalemateDetector:
    """Counts the rounds of one battle in which nothing has happened."""

    def __init__(self) -> None:
        self._since = 0
        self._last = 0
        self._health = -1.0

    def rounds(self, now: int, members: Iterable[Member]) -> int:
        """Rounds since somebody was last harmed, healed, felled, or seen for the first time, by the round it is now."""
        health = fsum(it.left for it in members)
        if health != self._health or now < self._last:
            self._since, self._health = now, health
        self._last = now
        return now - self._since


def too_many(still: int) -> int:
    """How many of so many still rounds are too many."""
    return min(MOST, max(0, still - PATIENCE))


def restless(weights: Weights, over: int) -> FeatureWeights:
    """How many times as much weights count after so many still rounds too many."""
    return {name: factor**over for name, factor in weights.get(RESTLESS, {}).items()} if over else {}


def waits(order: FeatureWeights, weights: Weights) -> bool:
    """Whether an order takes from what still rounds add to, if not all of it: then two sides might wait for ever."""
    return any(factor > 1 and order.get(name, 1.0) < 1 for name, factor in weights.get(RESTLESS, {}).items())
