"""In which order a zone's neighbours are numbered, for what is thrown and goes astray.

Clockwise from due north, as one reads a map, so that people at a table can number them too. Exact: no angles are taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cmp_to_key
from typing import TypeVar

Direction = tuple[int, int]
"""A direction as columns east and rows south, of any length."""

T = TypeVar("T")


def clockwise(ways: Sequence[tuple[Direction, T]]) -> list[T]:
    """What lies in each direction, clockwise from due north; in one direction, as given. Nowhere at all comes first."""
    return [there for _, there in sorted(ways, key=lambda pair: _key(pair[0]))]


def _compare(a: Direction, b: Direction) -> int:
    """Below 0 if ``a`` comes before ``b`` on the way round."""
    if _half(a) != _half(b):
        return _half(a) - _half(b)
    turn = a[0] * b[1] - a[1] * b[0]
    return (turn < 0) - (turn > 0)


def _half(way: Direction) -> int:
    """0: nowhere; 1: north up to before south; 2: the rest."""
    x, y = way
    return 0 if x == y == 0 else 1 if x > 0 or (x == 0 and y < 0) else 2


_key = cmp_to_key(_compare)
