"""Sight and cover as values, the plan-view fields behind them, and what stands on a field with some doors open.

Solids that fill the whole band of heights between two bodies are told apart from the rest. For them the plan view is
exact, in whole numbers, and a whole field costs about as much as a few single rays: ``PlanMap``. Where something low,
or something that hangs, lies between the two, the pair is looked at on its own, exactly but in doubles, and only if the
plan lets it be seen and no level layer between them settles it: ``sees_past`` and ``corners_past``. Whole fields past
heights begin with looks from the body's eight corners over all the map (``look_back``): they tell from where those
corners are seen, exactly, and nearly all the rest; what they leave open is looked at pair by pair. Nothing is ever
changed: other open doors are another Space, which takes over whole fields that none of the changed doors can touch.

The touching policy, once for all: solids are closed. A line that touches a solid on its way is blocked; touching one at
the aimed corner alone is not. A sees B if an inside point of A's cube and an inside point of B's cube are joined by a
segment that touches no solid. A corner of the target is seen if it is joined to an inside point of the viewer's cube by
a segment that touches no solid before the corner itself. ``tests/spatial/test_touching.py`` stands beside this.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from game.spatial import kernels
from game.spatial.field import SKY, UNIT, Cell, Field, footprint
from game.spatial.kernels.columns import LISTS, LOOK_LISTS
from game.spatial.kernels.layout import beams, desk
from game.spatial.paths import surfaces
from game.spatial.solids import Box, Solids, boxes, solids

LatticePoint = tuple[float, float, float]
"""A place in the world, in lattice steps."""
CellFlags = npt.NDArray[np.uint8]
Bare = npt.NDArray[np.bool_]
"""Marks of cells in which, and on whose sides, nothing reaches above the lowest ground or hangs from above."""
StandingPoint = tuple[int, int, int]
"""A cell or a corner of cells, column and row, with a height in lattice steps."""

SOLIDS, PIECES, BEAMS = 32, 128, 128
"""Solids, pieces of free directions (at least 3), and beams that there is room for at first; if need be twice as many.
Rooms that grew on the way would slow every loop.
"""
HEIGHTS = 62
"""Heights of corners that looks tell apart: bits of a whole number."""
KEPT_CELLS = 20_000_000
"""Cells of fields that a plan keeps, at two bytes each; when there are more it starts anew."""


class Segment(NamedTuple):
    """A straight line that proves sight, from the viewer to the target, in lattice steps."""

    start: LatticePoint
    end: LatticePoint


class CornerSight(NamedTuple):
    """Corner of the target's cube and, if it is seen, the line to it."""

    point: LatticePoint
    seen: bool
    segment: Segment | None


class Sight(NamedTuple):
    """Whether and how well one body sees another, with the proof."""

    seen: bool
    witness: Segment | None
    blockers: tuple[Cell, ...]
    """When not seen: the solid cells that lie between, nearest to the viewer first."""
    corners: tuple[CornerSight, ...]
    """The target's corners: north-west, north-east, south-west, south-east at the feet, then the same at the top."""

    @property
    def corners_seen(self) -> int:
        """0 to 8, or -1 if the target is not seen at all."""
        return sum(c.seen for c in self.corners) if self.seen else -1


class FieldOfView(NamedTuple):
    """Everything a body sees and is seen by, for every cell of the map; arrays are height x width."""

    viewer: Cell
    size: int
    seen: npt.NDArray[np.bool_]
    """Whether a body of size 1 there is seen, or by symmetry sees the viewer."""
    corners: npt.NDArray[np.int8]
    """How many corners of a body of size 1 there the viewer sees; -1 where it is not seen."""
    corners_back: npt.NDArray[np.int8]
    """How many of the viewer's corners are seen from there; -1 where it is not seen."""


class VisibleCorners(NamedTuple):
    """Sight of a body's corners past heights, on the whole map."""

    marks: dict[int, int]
    """The bit in ``reached`` for each height, in lattice steps, that a corner can be at; the highest may have none."""
    back: CellFlags
    """For every cell the corners seen by a body there: bit n for the n-th of ``corner_points``."""
    surely: CellFlags
    """1 where the body is therefore seen, too, and sees; where it is 0 this is left open."""
    reached: npt.NDArray[np.int64]
    """For every cell corner: bits of the heights at which the body surely sees it. Left open elsewhere."""


class PlanField(NamedTuple):
    """Field of one cell in plan view, flat row-major bytes for quick single questions."""

    seen: bytearray
    """1 for every cell seen."""
    corners: bytearray
    """1 for every cell corner seen, (width + 1) to a row."""


class PlanMap:
    """The map in plan view, for lines that stay strictly between two heights.

    Solids that fill the whole band are walls; those outside it are nothing; ``partly`` marks the cells, and the cells
    east or south of the sides, that reach into it, for which a plan is not the whole answer.
    """

    def __init__(self, solids: Solids, low: int, high: int) -> None:
        self.low, self.high = low, high
        widths, parts = [], []
        for width, bottom, top in (solids.cells, solids.along_x, solids.along_y):
            shut = (bottom >= high) | (top <= low) | (bottom >= top) | (width <= 0)
            part = ~shut & ((bottom > low) | (top < high))
            widths.append(np.where(shut, 0, np.minimum(width, UNIT)))
            parts.append(part)
        self.cells = np.where(solids.turned & (widths[0] < UNIT), -widths[0], widths[0])
        self.along_x, self.along_y = widths[1], widths[2]
        bare = (self.cells >= UNIT) & (self.along_x[:, :-1] >= UNIT) & (self.along_x[:, 1:] >= UNIT)
        self.plain = bare & (self.along_y[:-1] >= UNIT) & (self.along_y[1:] >= UNIT)
        self.height: int = self.cells.shape[0]
        self.width: int = self.cells.shape[1]
        partly = parts[0] | parts[1][:, :-1] | parts[1][:, 1:] | parts[2][:-1] | parts[2][1:]
        self.flat = not partly.any()
        here = parts[0] | (widths[0] < UNIT)
        west = parts[1][:, :-1] | (widths[1][:, :-1] < UNIT)
        north = parts[2][:-1] | (widths[2][:-1] < UNIT)
        self.busy = here | west | north
        """Cells in which, or on whose west or north side, is a solid that reaches into the band."""
        self._partly = np.zeros((self.height + 1, self.width + 1), np.int64)
        self._partly[1:, 1:] = partly.cumsum(0).cumsum(1)
        self._fields: dict[Cell, PlanField] = {}
        self._backs: dict[tuple[Cell, int], bytearray] = {}

    def flat_between(self, a: Cell, a_size: int, b: Cell, b_size: int) -> bool:
        """Whether the plan is the whole answer between two bodies."""
        if self.flat:
            return True
        x0, x1 = min(a[0], b[0]), max(a[0] + a_size, b[0] + b_size)
        y0, y1 = min(a[1], b[1]), max(a[1] + a_size, b[1] + b_size)
        t = self._partly
        return bool(t[y1, x1] - t[y0, x1] - t[y1, x0] + t[y0, x0] == 0)

    def walls(self) -> bytes:
        """Key of a plan, to know plans with the same walls by."""
        return self.cells.tobytes() + self.along_x.tobytes() + self.along_y.tobytes()

    def share(self, twin: PlanMap) -> None:
        """Use the fields of a plan with the same walls."""
        self._fields, self._backs = twin._fields, twin._backs

    def layers(self, cells: tuple[Cell, ...]) -> tuple[CellFlags, CellFlags]:
        """The cells and the cell corners that some of the cells sees in plan."""
        fields = [self.field(cell) for cell in cells]
        seen, ends = (np.frombuffer(part, np.uint8) for part in fields[0])
        if len(fields) > 1:
            seen = np.bitwise_or.reduce([np.frombuffer(field.seen, np.uint8) for field in fields])
            ends = np.bitwise_or.reduce([np.frombuffer(field.corners, np.uint8) for field in fields])
        return seen.reshape(self.height, self.width), ends.reshape(self.height + 1, self.width + 1)

    def field(self, cell: Cell) -> PlanField:
        """The field of a cell, worked out at the first question."""
        found = self._fields.get(cell)
        if found is None:
            width, height = self.width, self.height
            if len(self._fields) * width * height >= KEPT_CELLS:
                self._fields.clear()
            found = PlanField(bytearray(width * height), bytearray((width + 1) * (height + 1)))
            seen, corners = (np.frombuffer(part, np.uint8) for part in found)
            marks = seen.reshape(height, width), corners.reshape(height + 1, width + 1)
            asked = self.plain, self.cells, self.along_x, self.along_y, *cell, *marks
            _roomy(lambda times: kernels.plan_field(*asked, *beams(BEAMS * times)))
            self._fields[cell] = found
        return found

    def back(self, cell: Cell, size: int) -> bytearray:
        """For every cell the corners of a body seen from it: bits 1, 2, 4, 8 for north-west, -east, south-west, -east.

        Flat and row-major; worked out at the first question.
        """
        found = self._backs.get((cell, size))
        if found is None:
            if len(self._backs) * self.width * self.height >= KEPT_CELLS:
                self._backs.clear()
            found = bytearray(self.width * self.height)
            marks = np.frombuffer(found, np.uint8).reshape(self.height, self.width)
            asked = self.plain, self.cells, self.along_x, self.along_y, *cell, size, marks
            _roomy(lambda times: kernels.back_field(*asked, *beams(BEAMS * times)))
            self._backs[cell, size] = found
        return found

    def sees(self, a: tuple[Cell, ...], b: tuple[Cell, ...]) -> bool:
        """Whether some cell of ``a`` sees some cell of ``b``."""
        if len(a) > len(b) or (len(a) == len(b) == 1 and a[0] not in self._fields and b[0] in self._fields):
            a, b = b, a
        w = self.width
        spots = [y * w + x for x, y in b]
        for cell in a:
            seen = self.field(cell).seen
            for spot in spots:
                if seen[spot]:
                    return True
        return False

    def corners(self, viewer: tuple[Cell, ...], target: Cell, size: int) -> int:
        """Which of the target's four plan corners some cell of ``viewer`` sees: bits 1, 2, 4, 8."""
        if size == 1 and len(viewer) == 1 and viewer[0] not in self._fields and target in self._fields:
            return self.back(target, 1)[viewer[0][1] * self.width + viewer[0][0]]
        found = 0
        row = self.width + 1
        for cell in viewer:
            corners = self.field(cell).corners
            at = target[1] * row + target[0]
            found |= corners[at] | corners[at + size] << 1
            at += size * row
            found |= corners[at] << 2 | corners[at + size] << 3
        return found


def _roomy(ask: Callable[[int], int], enough: Callable[[int], bool] = bool) -> int:
    """What a kernel answers that is asked again with room for twice as much until that was ``enough``."""
    times = 1
    while not enough(answer := ask(times)):
        times *= 2
    return answer


def sees_past(
    solids: Solids, plan: PlanMap, a: StandingPoint, a_size: int, b: StandingPoint, b_size: int
) -> Segment | None:
    """A free line between the insides of two bodies, past solids of any height; None if there is none."""
    out = np.zeros(6)
    asked: tuple[Any, ...] = (*solids, plan.busy, *a, a_size, *b, b_size, np.empty((2, 8)))
    if not _roomy(lambda times: kernels.sees(*(*asked, *desk(SOLIDS * times), out)), lambda answer: answer <= 1):
        return None
    x, y, z, p, q, r = (out / 2).tolist()
    return Segment((x, y, z), (p, q, r))


def corners_past(
    solids: Solids, bare: Bare, viewer: StandingPoint, size: int, target: StandingPoint, target_size: int, wanted: int
) -> tuple[int, npt.NDArray[np.float64]]:
    """Which of the ``wanted`` corners of a body are seen past solids of any height, a bit for each.

    Bits go in the order of ``corner_points``. With them a row for each: the point inside the viewer that sees it, in
    half steps.
    """
    starts = np.zeros((8, 3))
    asked = (*solids, bare, *viewer, size, *target, target_size, wanted, np.empty((1, 8)))
    found = _roomy(
        lambda times: kernels.corners(*asked, np.empty((LISTS, PIECES * times, 6)), starts), lambda answer: answer >= 0
    )
    return found, starts


def look_back(
    solids: Solids, bare: Bare, ground: npt.NDArray[np.int64], levels: list[int], body: StandingPoint, size: int
) -> VisibleCorners:
    """Look at the whole map from a body's corners; ``ground`` is where bodies stand, ``levels`` all its heights."""
    heights = sorted({z for level in levels for z in (level, level + UNIT)})
    looks = VisibleCorners(
        {z: 1 << n for n, z in enumerate(heights[:HEIGHTS])},
        np.zeros(ground.shape, np.uint8),
        np.zeros(ground.shape, np.uint8),
        np.zeros((ground.shape[0] + 1, ground.shape[1] + 1), np.int64),
    )
    above = max(heights[-1], body[2] + size * UNIT)
    told = np.array(heights[:HEIGHTS], np.int64)
    asked = (*solids, bare, ground, *body, size, heights[0], above, told, *looks[1:])
    _roomy(lambda times: kernels.look_back(*asked, np.empty((LOOK_LISTS, PIECES * times, 6))))
    return looks


def field_past(ahead: npt.NDArray[np.int8], behind: npt.NDArray[np.int8], *asked: Any) -> None:
    """The kernel of that name, with room to work in."""
    height, width = ahead.shape
    known = np.zeros((2, height + 1, width + 1), np.uint8)
    asked += (ahead, behind, known, np.empty((2, 8)), np.empty((8, 3)), np.empty(6))
    _roomy(lambda n: kernels.field_past(*(*asked, np.empty((LISTS, PIECES * n, 6)), *desk(SOLIDS * n))))


def corner_points(target: StandingPoint, size: int) -> tuple[StandingPoint, ...]:
    """The corners of a body's cube: north-west, north-east, south-west, south-east at the feet, then at the top."""
    x, y, z = target
    return tuple((x + i, y + j, h) for h in (z, z + size * UNIT) for j in (0, size) for i in (0, size))


def middle(place: StandingPoint, size: int) -> LatticePoint:
    """The middle of a body's cube, in lattice steps."""
    half = size * UNIT / 2
    return place[0] * UNIT + half, place[1] * UNIT + half, place[2] + half


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
