"""How far zones are from each other, counted in zones."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from game.spatial.places import ZonePlace


class ZoneDistances:
    """How far zones are from each other along some of the pairs that lie side by side."""

    def __init__(self, zones: int, pairs: Iterable[tuple[int, int]]) -> None:
        self.beside: list[list[int]] = [[] for _ in range(zones)]
        for one, two in pairs:
            self.beside[one].append(two)
            self.beside[two].append(one)
        self._far: dict[int, dict[int, int]] = {}
        self.least: dict[tuple[ZonePlace, ZonePlace], int | None] = {}
        """How far places are from each other, as far as it was asked."""

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
