"""Masks of places by how much of a body there is seen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt


class Glimpse(NamedTuple):
    """Places by visibility of a cube: all eight corners, some corners, or line of sight without corners."""

    clear: int
    half: int
    full: int

    @property
    def any(self) -> int:
        """Places with a line of sight at all."""
        return self.clear | self.half | self.full


def told_apart(corners: Iterable[tuple[int, int]]) -> Glimpse:
    """Numbers of places, each with how many corners are seen there; -1 where nothing is."""
    clear = half = full = 0
    for number, seen in corners:
        if seen == 8:
            clear |= 1 << number
        elif seen > 0:
            half |= 1 << number
        elif seen == 0:
            full |= 1 << number
    return Glimpse(clear, half, full)


def glimpse(corners: npt.NDArray[np.int8]) -> Glimpse:
    """The same of a whole map, row by row."""
    flat = corners.ravel()
    return Glimpse(_mask(flat == 8), _mask((flat > 0) & (flat < 8)), _mask(flat == 0))


def _mask(flags: npt.NDArray[np.bool_]) -> int:
    return int.from_bytes(np.packbits(flags, bitorder="little").tobytes(), "little")
