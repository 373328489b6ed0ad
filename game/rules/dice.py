"""Dice expressions and the weights of what they can show."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial, prod

from game.mendable import Mendable

Faces = tuple[int, ...]
"""What the dice of one roll show, in the order of the expression."""

_EXPRESSION = re.compile(r"(\d*)d(\d+)")


class BadDice(Mendable):
    """An expression that is not of the form 2d6."""


@lru_cache(maxsize=256)
def sides_of(expression: str) -> tuple[int, ...]:
    """Give the sides of each die of an expression like ``d20`` or ``2d6``.

    Raises BadDice for anything else; bonuses belong in a Tally, not in the dice.
    """
    match = _EXPRESSION.fullmatch(expression)
    if not match:
        raise BadDice(f"{expression!r} is not a dice expression; write it like d20 or 2d6")
    count, sides = int(match[1] or 1), int(match[2])
    if not 1 <= count <= 20 or not 1 <= sides <= 1000:
        raise BadDice(f"{expression!r}: between 1 and 20 dice of 1 to 1000 sides")
    return (sides,) * count


@lru_cache(maxsize=256)
def outcomes_by_sum(expression: str) -> tuple[tuple[Faces, int], ...]:
    """Give one example of faces for every total, with the number of ways to roll it, lowest total first."""
    sides = sides_of(expression)
    ways: dict[int, int] = {0: 1}
    for die in sides:
        grown: dict[int, int] = {}
        for total, count in ways.items():
            for face in range(1, die + 1):
                grown[total + face] = grown.get(total + face, 0) + count
        ways = grown
    return tuple((_faces_for(total, sides), count) for total, count in sorted(ways.items()))


@lru_cache(maxsize=256)
def outcomes_by_cuts(expression: str, cuts: tuple[int, ...]) -> tuple[tuple[Faces, int], ...]:
    """Give one example of faces for every set of totals that no cut ("at most this") tells apart, lowest first."""
    found: dict[int, tuple[Faces, int]] = {}
    for faces, count in outcomes_by_sum(expression):
        above = sum(sum(faces) > cut for cut in cuts)
        example, before = found.get(above, (faces, 0))
        found[above] = (example, before + count)
    return tuple(found.values())


@lru_cache(maxsize=64)
def outcomes_by_pool(expression: str) -> tuple[tuple[Faces, int], ...]:
    """Give every sorted set of faces with the number of ways to roll it, for rules that read each die."""
    sides = sides_of(expression)
    orders = factorial(len(sides))
    return tuple(
        (pool, orders // prod(factorial(pool.count(face)) for face in set(pool)))
        for pool in combinations_with_replacement(range(1, sides[0] + 1), len(sides))
    )


def ways_in_all(expression: str) -> int:
    """Count the equally likely ways the dice can fall."""
    return prod(sides_of(expression))


def possible(expression: str, faces: Faces) -> bool:
    """Tell whether the dice can show these faces."""
    sides = sides_of(expression)
    return len(faces) == len(sides) and all(
        type(face) is int and 1 <= face <= die for face, die in zip(faces, sides, strict=True)
    )


def _faces_for(total: int, sides: tuple[int, ...]) -> Faces:
    """Spread a total over the dice, as evenly as their sides allow."""
    faces: list[int] = []
    for index, die in enumerate(sides):
        left = len(sides) - index - 1
        share = min(die, max(1, round((total - sum(faces)) / (left + 1))))
        faces.append(share)
    faces[-1] += total - sum(faces)
    return tuple(faces)
