"""Operations on bit masks of places and on budgets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import sub

from game.rules.planning_model import Budget, Mask

FAR = 60
"""Steps beyond which farther counts no more."""


def split(mask: Mask, by: Iterable[Mask]) -> list[Mask]:
    """A mask cut along others: the parts whose places are in the same of them."""
    classes = [mask]
    for other in by:
        parts = []
        for one in classes:
            inside = one & other
            if inside and inside != one:
                parts += [inside, one ^ inside]
            else:
                parts.append(one)
        classes = parts
    return classes


def nearest(ways: Sequence[Mask], mask: Mask) -> Mask:
    """The places of a mask with the fewest steps to go; all of it if there is no way from any."""
    for layer in ways:
        if some := layer & mask:
            return some
    return mask


def distance(ways: Sequence[Mask], bit: Mask) -> int:
    """Steps to go from a place."""
    for steps, layer in enumerate(ways):
        if layer & bit:
            return min(steps, FAR)
    return FAR


def less(budget: Budget, pay: Budget) -> Budget | None:
    """Budget after a payment; None if it is not enough."""
    left = tuple(map(sub, budget, pay))
    return None if min(left) < 0 else left


def left_of(budget: Budget, pay: Budget) -> Budget:
    """The same where it is known to be enough."""
    return tuple(map(sub, budget, pay))
