"""Cover by how many corners of a cube are seen, in the words that games on cells have for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Literal

from game.kit.glimpses import Glimpse
from game.rules.planning_model import Mask

Cover = Literal["no cover", "half cover", "full cover", "no line of sight"]


def cover_of(seen: int) -> Cover:
    """The word for a number of corners seen, of eight; below 0 where there is no line of sight."""
    if seen < 0:
        return "no line of sight"
    return "no cover" if seen == 8 else "half cover" if seen else "full cover"


def covers(glimpse: Glimpse) -> tuple[tuple[Cover, Mask], ...]:
    """The places that are seen, by the cover there."""
    return ("no cover", glimpse.clear), ("half cover", glimpse.half), ("full cover", glimpse.full)


def bands(spans: Iterable[int], within: Callable[[int], Mask], taken: Mask = 0) -> Iterator[tuple[int, Mask]]:
    """Places by the least of some rising spans that they are within; ``taken`` are left out."""
    for span in spans:
        found = within(span) & ~taken
        taken |= found
        if found:
            yield span, found


def shelters(glimpse: Glimpse, within: Mask, grown: Callable[[Mask], Mask]) -> Iterator[tuple[Cover, Mask]]:
    """Places of a larger body by the least cover that any of its cells has; ``grown``: which cover some cell."""
    for cover, mask in covers(glimpse):
        if found := grown(mask) & within:
            within &= ~found
            yield cover, found
