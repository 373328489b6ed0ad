"""How far zones are from each other, counted in zones."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

THICK = 3
"""Cells nobody can stand on that are as wide as a zone, to what is lobbed over them."""


class ZoneDistances:
    """How far zones are from each other along some of the pairs that lie side by side."""

    def __init__(self, zones: int, pairs: Iterable[tuple[int, int]]) -> None:
        self.beside: list[list[int]] = [[] for _ in range(zones)]
        for one, two in pairs:
            self.beside[one].append(two)
            self.beside[two].append(one)
        self._far: dict[int, dict[int, int]] = {}
        self._least: dict[tuple[tuple[int, ...], tuple[int, ...]], int | None] = {}

    @staticmethod
    def lobbed(zones: int, owner: Sequence[int], width: int, pairs: Iterable[tuple[int, int]]) -> ZoneDistances:
        """The same for what comes down from above: walls do not part zones, and rock between them is gone over.

        ``owner``: the number of each cell's zone, row by row, -1 where nobody can stand; ``pairs``: zones beside each
        other besides. Across ``THICK`` cells of rock it is one zone farther.
        """
        every = list(pairs)
        for one, two, gap in sorted(set(_across(owner, width))):
            way = [one, *range(zones, zones + gap), two]
            zones += gap
            every += pairwise(way)
        return ZoneDistances(zones, every)

    def far(self, zone: int) -> dict[int, int]:
        """How far every zone is that can be reached from one."""
        far = self._far.get(zone)
        if far is None:
            far = self._far[zone] = {zone: 0}
            queue = deque([zone])
            while queue:
                here = queue.popleft()
                for there in self.beside[here]:
                    if there not in far:
                        far[there] = far[here] + 1
                        queue.append(there)
        return far

    def between(self, some: tuple[int, ...], others: tuple[int, ...]) -> int | None:
        """How far the nearest of some zones is from the nearest of others; None if there is no way."""
        pair = some, others
        if pair not in self._least:
            far = [self.far(one).get(two) for one in some for two in others]
            self._least[pair] = min((zones for zones in far if zones is not None), default=None)
        return self._least[pair]


def _across(owner: Sequence[int], width: int) -> Iterator[tuple[int, int, int]]:
    """Zones that face each other in a row or column of cells, and how many zones of rock lie between."""
    rows = [range(start, start + width) for start in range(0, len(owner), width)]
    columns = [range(start, len(owner), width) for start in range(width)]
    for line in (*rows, *columns):
        last, gap = -1, 0
        for at in line:
            here = owner[at]
            if here < 0:
                gap += 1
                continue
            if last not in (here, -1):
                yield min(last, here), max(last, here), gap // THICK
            last, gap = here, 0
