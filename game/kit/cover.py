"""Cover by how many corners of a body are seen: in the words that games on cells have, and as masks of places."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from game.rules.planning_model import Mask


class VisibilityMasks(NamedTuple):
    """Places by visibility of a cube: all eight corners, some corners, or line of sight without corners."""

    clear: int
    half: int
    full: int

    @property
    def any(self) -> int:
        """Places with a line of sight at all."""
        return self.clear | self.half | self.full


def told_apart(corners: Iterable[tuple[int, int]]) -> VisibilityMasks:
    """Numbers of places, each with how many corners are seen there; -1 where nothing is."""
    clear = half = full = 0
    for number, seen in corners:
        if seen == 8:
            clear |= 1 << number
        elif seen > 0:
            half |= 1 << number
        elif seen == 0:
            full |= 1 << number
    return VisibilityMasks(clear, half, full)


def glimpse(corners: npt.NDArray[np.int8]) -> VisibilityMasks:
    """The same of a whole map, row by row."""
    flat = corners.ravel()
    return VisibilityMasks(_mask(flat == 8), _mask((flat > 0) & (flat < 8)), _mask(flat == 0))


def _mask(flags: npt.NDArray[np.bool_]) -> int:
    return int.from_bytes(np.packbits(flags, bitorder="little").tobytes(), "little")


Cover = Literal["no cover", "half cover", "full cover", "no line of sight"]


def cover_of(seen: int) -> Cover:
    """The word for a number of corners seen, of eight; below 0 where there is no line of sight."""
    if seen < 0:
        return "no line of sight"
    return "no cover" if seen == 8 else "half cover" if seen else "full cover"


def covers(glimpse: VisibilityMasks) -> tuple[tuple[Cover, Mask], ...]:
    """The places that are seen, by the cover there."""
    return ("no cover", glimpse.clear), ("half cover", glimpse.half), ("full cover", glimpse.full)


def bands(spans: Iterable[int], within: Callable[[int], Mask], taken: Mask = 0) -> Iterator[tuple[int, Mask]]:
    """Places by the least of some rising spans that they are within; ``taken`` are left out."""
    for span in spans:
        found = within(span) & ~taken
        taken |= found
        if found:
            yield span, found


def shelters(glimpse: VisibilityMasks, within: Mask, grown: Callable[[Mask], Mask]) -> Iterator[tuple[Cover, Mask]]:
    """Places of a larger body by the least cover that any of its cells has; ``grown``: which cover some cell."""
    for cover, mask in covers(glimpse):
        if found := grown(mask) & within:
            within &= ~found
            yield cover, found
