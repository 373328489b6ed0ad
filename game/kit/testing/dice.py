"""Faces for a test's script, each with the dice that should show them."""

from __future__ import annotations

from typing import NamedTuple


class Dice(NamedTuple):
    """Faces, and the dice that should show them."""

    dice: str
    faces: tuple[int, ...]


def check(a: int, b: int) -> Dice:
    """Two six-sided dice, as for a skill check."""
    return Dice("2d6", (a, b))


def d2(face: int) -> Dice:
    """A die with two sides."""
    return Dice("d2", (face,))


def d3(face: int) -> Dice:
    """A die with three sides."""
    return Dice("d3", (face,))


def d4(face: int) -> Dice:
    """A die with four sides."""
    return Dice("d4", (face,))


def d6(face: int) -> Dice:
    """A die with six sides."""
    return Dice("d6", (face,))


def d8(face: int) -> Dice:
    """A die with eight sides."""
    return Dice("d8", (face,))


def d10(face: int) -> Dice:
    """A die with ten sides."""
    return Dice("d10", (face,))


def d12(face: int) -> Dice:
    """A die with twelve sides."""
    return Dice("d12", (face,))


def d20(face: int) -> Dice:
    """A die with twenty sides."""
    return Dice("d20", (face,))
