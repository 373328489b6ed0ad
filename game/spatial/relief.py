"""What stands on a field with some doors open, and how high: solids, floors, plan views between two heights."""

from __future__ import annotations

from functools import cached_property

import numpy as np
import numpy.typing as npt

from game.spatial.field import SKY, UNIT, Cell, Field, footprint
from game.spatial.paths import surfaces
from game.spatial.sight import Bare, PlanMap
from game.spatial.solids import Box, Solids, boxes, solids


class Relief:
    """The heights of one field with one set of doors open, in lattice steps."""

    def __init__(self, field: Field, open_edges: frozenset[str], twin: Relief | None) -> None:
        """``twin`` is that of the same field with other doors open: what doors do not change is taken from it."""
        self.field, self.open_edges = field, open_edges
        self.solids: Solids = solids(field, open_edges, twin.solids if twin else None)
        self.surfaces: npt.NDArray[np.int64] = twin.surfaces if twin else surfaces(field)
        """The height that a body of one cell stands at, by row and column."""
        self.surface: list[int] = twin.surface if twin else self.surfaces.ravel().tolist()
        """The same by the cell's number."""
        self.levels: list[int] = twin.levels if twin else sorted(set(self.surface))
        """All of them, the lowest first."""
        self.level = self.levels[-1] - self.levels[0] < UNIT
        """No two bodies stand so that one is above the other: heights make no distance."""
        self._lintels = any(bool((layer[2] < SKY).any()) for layer in self.solids[:3])
        self._plans: dict[tuple[int, int], PlanMap] = {}
        self._layers: dict[tuple[int, int], int] = {}
        self._plans_by_walls: dict[bytes, PlanMap] = {}

    def floor(self, cell: Cell, size: int = 1) -> int:
        """The height a body stands at: the highest ground it covers, low obstacles included."""
        return max(self.surface[y * self.field.width + x] for x, y in footprint(cell, size))

    def plan(self, low: int, high: int) -> PlanMap:
        """The plan view for lines between two heights (lattice steps)."""
        found = self._plans.get((low, high))
        if found is None:
            found = PlanMap(self.solids, low, high)
            found.share(self._plans_by_walls.setdefault(found.walls(), found))
            self._plans[low, high] = found
        return found

    def layer(self, low: int, high: int) -> PlanMap | None:
        """The plan of the most open one of the level layers, one step high, between two heights; None if there is none.

        What is seen along level lines is seen, whatever stands below and hangs above them.
        """
        if low >= high:
            return None
        if (low, high) not in self._layers:
            z = high - 1
            if self._lintels:
                z = max(
                    range(low, high), key=lambda z: sum(int(((h[1] <= z) & (h[2] > z)).sum()) for h in self.solids[:3])
                )
            self._layers[low, high] = z
        z = self._layers[low, high]
        return self.plan(z, z + 1)

    def heads_level(self, a: int, a_size: int, b: int, b_size: int) -> bool:
        """Whether two bodies reach up equally high, on a map where nothing hangs from above."""
        return not self._lintels and a + a_size * UNIT == b + b_size * UNIT

    @cached_property
    def boxes(self) -> tuple[Box, ...]:
        """Every solid as a box, for whoever wants to check a line."""
        return boxes(self.field, self.open_edges)

    @cached_property
    def bare(self) -> Bare:
        """Cells in which, and on whose sides, nothing reaches above the lowest ground or hangs from above."""
        lowest = self.levels[0]
        cells, x, y = ((width >= UNIT) & (low <= lowest) & (high >= SKY) for width, low, high in self.solids[:3])
        return np.ascontiguousarray(cells & x[:, :-1] & x[:, 1:] & y[:-1] & y[1:])
