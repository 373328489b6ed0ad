"""Faces for a test's script, each with the dice that should show them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Dice(NamedTuple):
    """Faces, and the dice that should show them."""

    dice: str
    faces: tuple[int, ...]


def check(a: int, b: int) -> Dice:
    """Two six-sided dice, as for a skill check."""
    return Dice("2d6", (a, b))


def _die(dice: str) -> Callable[[int], Dice]:
    return lambda face: Dice(dice, (face,))


d2 = _die("d2")
d3 = _die("d3")
d4 = _die("d4")
d6 = _die("d6")
d8 = _die("d8")
d10 = _die("d10")
d12 = _die("d12")
d20 = _die("d20")
