"""The whole field of a body: what it sees, what sees it, with how many corners."""

from __future__ import annotations

from functools import cached_property

import numpy as np
import numpy.typing as npt

from game.spatial import kernels
from game.spatial.field import SKY, UNIT, Cell, footprint
from game.spatial.relief import Relief
from game.spatial.sight import KEPT_CELLS, FieldOfView, VisibleCorners, field_past, look_back
from game.spatial.solids import beside, sides


class FieldOfViewCache:
    """The fields of all bodies, as far as they were asked for; what a door does not change is taken from the twin."""

    def __init__(self, relief: Relief, twin: FieldOfViewCache | None) -> None:
        """``twin``: those of the same field with other doors open."""
        self._relief, self._twin = relief, twin
        self._found: dict[tuple[Cell, int], FieldOfView] = {}

    def of(self, viewer: Cell, size: int = 1) -> FieldOfView:
        """The whole field of a body: what it sees, what sees it, with how many corners. Not to be written to."""
        found = self._found.get((viewer, size))
        if found is None:
            field = self._relief.field
            if len(self._found) * field.width * field.height >= KEPT_CELLS:
                self._found.clear()
            found = self._twin._found.get((viewer, size)) if self._twin else None
            if found is None or self._near_doors[viewer[1] : viewer[1] + size, viewer[0] : viewer[0] + size].any():
                found = self._look_over(viewer, size)
            self._found[viewer, size] = found
        return found

    @cached_property
    def _near_doors(self) -> npt.NDArray[np.bool_]:
        """Cells of bodies for which doors that are open here and not in the twin, or the other way, may matter.

        A line that a door stops, or lets through, leads from the body, or if it starts at its corner from a cell beside
        it, into a cell beside the door, past everything that fills all heights.
        """
        relief = self._relief
        field = relief.field
        near = np.zeros((field.height + 2, field.width + 2), np.bool_)
        twin = self._twin._relief if self._twin else relief
        wide = relief if relief.open_edges >= twin.open_edges else twin
        if not wide.open_edges >= relief.open_edges:
            return ~near[1:-1, 1:-1]
        changed = relief.open_edges ^ twin.open_edges
        plan = wide.plan(relief.levels[0], SKY)
        for edge in field.edges:
            if edge.id in changed:
                for cell in {cell for side in sides(edge) for cell in beside(field, side)}:
                    near[1:-1, 1:-1] |= np.frombuffer(plan.field(cell).seen, np.bool_).reshape(
                        field.height, field.width
                    )
        rows = near[:-2] | near[1:-1] | near[2:]
        return rows[:, :-2] | rows[:, 1:-1] | rows[:, 2:]

    def _look_over(self, viewer: Cell, size: int) -> FieldOfView:
        relief = self._relief
        floor, body = relief.floor(viewer, size), footprint(viewer, size)
        shape = (relief.field.height, relief.field.width)
        ahead, behind = np.full(shape, -1, np.int8), np.full(shape, -1, np.int8)
        looks: VisibleCorners | None = None
        for level in relief.levels:
            plan = relief.plan(min(floor, level), max(floor + size * UNIT, level + UNIT))
            seen, ends = plan.layers(body)
            if plan.flat:
                there = seen if len(relief.levels) == 1 else seen * (relief.surfaces == level)
                back = np.frombuffer(plan.back(viewer, size), np.uint8).reshape(shape)
                kernels.tally(there, ends, back, ahead, behind)
                continue
            looks = looks or look_back(
                relief.solids, relief.bare, relief.surfaces, relief.levels, (*viewer, floor), size
            )
            heights = looks.marks.get(level, 0), looks.marks.get(level + UNIT, 0)
            layer = relief.layer(max(floor, level), min(floor + size * UNIT, level + UNIT))
            plainly = looks.surely if layer is None else layer.layers(body)[0]
            heads_level = relief.heads_level(floor, size, level, 1)
            known = (heads_level, seen, ends, plainly, *looks[1:], *heights)
            where = (*relief.solids, relief.bare, plan.busy, relief.surfaces)
            field_past(ahead, behind, *where, *viewer, floor, size, level, *known)
        return FieldOfView(viewer, size, ahead >= 0, ahead, behind)
