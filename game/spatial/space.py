"""Map as rules see it: distances, sight, cover, reach. One field with one set of doors open, caches inside."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property, partial
from typing import Any

import numpy as np
import numpy.typing as npt

from game.spatial import kernels
from game.spatial.field import SKY, UNIT, Cell, Edge, Feature, Field, footprint
from game.spatial.free import touched
from game.spatial.metric import CLIMB, DIRECTIONS, DROP, ONE, Metric
from game.spatial.paths import Detours, Metered, Reach, StepMasks, keeping_off, steps
from game.spatial.sight import (
    KEPT_CELLS,
    CornerSight,
    FieldOfView,
    Relief,
    Segment,
    Sight,
    VisibleCorners,
    corner_points,
    corners_past,
    field_past,
    look_back,
    middle,
    sees_past,
)
from game.spatial.solids import Box, beside, sides
from game.spatial.zones import Zones


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


KEPT = 200_000
"""Answers about pairs that a Space keeps; when there are more it starts anew."""

KEPT_REACHES = 1024
"""Reaches that a Space keeps; when there are more it starts anew."""

_NUMBERS = {direction: number for number, direction in enumerate(DIRECTIONS)}

_COUNT = bytes(bin(n).count("1") for n in range(16))


class Space:
    """Field with one set of doors open. It never changes; opening a door asks for another Space.

    Answers are kept for as long as the Space is; ``with_open`` gives the same object for the same doors, so a door
    opened and shut again costs nothing.
    """

    def __init__(self, field: Field, open_edges: frozenset[str] | None = None, *, twin: Space | None = None) -> None:
        """``twin`` is a Space of the same field with other doors open: what doors do not change is taken from it."""
        self.field = field
        if open_edges is None:
            open_edges = frozenset(edge.id for edge in field.edges if edge.state == "open")
        self.open_edges = open_edges
        self.width, self.height = field.width, field.height
        self._atlas: dict[frozenset[str], Space] = twin._atlas if twin else {open_edges: self}
        self.relief: Relief = Relief(field, open_edges, twin.relief if twin else None)
        """Solids and floors on it."""
        self.kept: dict[object, Any] = twin.kept if twin else {}
        """Results of others about the map, whatever doors are open, each under a key of its own; it goes with it."""
        self._views: FieldOfViewCache = FieldOfViewCache(self.relief, twin._views if twin else None)
        # asked for with every distance
        self._surface, self._level = self.relief.surface, self.relief.level
        self._steps: dict[tuple[int, int, int], StepMasks] = {}
        self._cover: dict[tuple[Cell, Cell, int, int], int] = {}
        self._seen: dict[tuple[Cell, Cell, int, int], bool] = {}
        self._within: dict[tuple[Cell, int, int, int], int] = {}
        self._reaches: dict[tuple[object, ...], Reach] = {}
        self._edges: dict[tuple[Cell, bool], Edge] = {}
        for edge in field.edges:
            for side in sides(edge):
                self._edges.setdefault((side.cell, side.along_x), edge)
        self._features: dict[Cell, tuple[Feature, ...]] = {}
        for feature in field.features:
            for cell in feature.cells:
                self._features[cell] = (*self._features.get(cell, ()), feature)
        self.smoky = self.mask(cell for zone in field.zones if zone.smoke for cell in zone.cells)
        self.obscured = self.smoky | self.mask(cell for zone in field.zones if zone.dark for cell in zone.cells)

    def with_open(self, open_edges: frozenset[str]) -> Space:
        """The same field with these edges open: the same object for the same doors."""
        found = self._atlas.get(open_edges)
        if found is None:
            found = self._atlas[open_edges] = Space(self.field, open_edges, twin=self)
        return found

    @cached_property
    def zones(self) -> Zones:
        """The map as zones and borders; their numbers are the same whatever doors are open."""
        return Zones(self)

    # --- cells ---

    def inside(self, cell: Cell, size: int = 1) -> bool:
        """Whether the whole footprint lies on the map."""
        x, y = cell
        return 0 <= x <= self.width - size and 0 <= y <= self.height - size

    footprint = staticmethod(footprint)

    def standable(self, cell: Cell, size: int = 1) -> bool:
        """Whether a body fits: on the map, nothing that blocks movement in its footprint or through the midst of it."""
        return self.inside(cell, size) and bool(
            self.steps(size, CLIMB, DROP).stand >> (cell[1] * self.width + cell[0]) & 1
        )

    def distance(self, a: Cell, b: Cell, size_a: int = 1, size_b: int = 1) -> int:
        """Cells between two bodies, the largest of ``gap``: adjacent 1, diagonals and heights too, overlapping 0."""
        if self._level:
            dx, dy = b[0] - a[0], b[1] - a[1]
            across = dx - size_a + 1 if dx > 0 else -dx - size_b + 1
            down = dy - size_a + 1 if dy > 0 else -dy - size_b + 1
            return max(across, down, 0)
        return max(self.gap(a, b, size_a, size_b))

    def length(self, a: Cell, b: Cell, size_a: int = 1, size_b: int = 1, *, metric: Metric) -> int:
        """The same under a metric, in its own unit: ``distance`` is that of ``metric.ONE``."""
        return metric.between(*self.gap(a, b, size_a, size_b))

    def gap(self, a: Cell, b: Cell, size_a: int = 1, size_b: int = 1) -> tuple[int, int, int]:
        """Cells between two bodies across, down and in height: 1 where they touch, 0 where they overlap.

        A body fills a cube on its floor. Empty height between two counts like empty cells, what is begun of one as one.
        """
        dx, dy = b[0] - a[0], b[1] - a[1]
        across = dx - size_a + 1 if dx > 0 else -dx - size_b + 1
        down = dy - size_a + 1 if dy > 0 else -dy - size_b + 1
        if size_a == 1 == size_b:
            low, high = self._surface[a[1] * self.width + a[0]], self._surface[b[1] * self.width + b[0]]
        else:
            low, high = self.floor(a, size_a), self.floor(b, size_b)
        air = high - low - size_a * UNIT if high > low else low - high - size_b * UNIT
        return max(across, 0), max(down, 0), 1 - -air // UNIT if air >= 0 else 0

    def within(self, at: Cell, its: int, reach: int, size: int = 1) -> int:
        """Mask of the places of a body of ``size`` at most ``reach`` cells from one of size ``its`` that it can see.

        In all three directions, as ``distance`` counts them; places where it could not stand are among them.
        """
        key = (at, its, reach, size)
        found = self._within.get(key)
        if found is None:
            if len(self._within) >= KEPT:
                self._within.clear()
            found = 0
            for y in range(max(0, at[1] - reach - size + 1), min(self.height - size + 1, at[1] + its + reach)):
                for x in range(max(0, at[0] - reach - size + 1), min(self.width - size + 1, at[0] + its + reach)):
                    if self.distance(at, (x, y), its, size) <= reach and self.sees(at, (x, y), its, size):
                        found |= 1 << (y * self.width + x)
            self._within[key] = found
        return found

    def floor(self, cell: Cell, size: int = 1) -> int:
        """The height a body stands at, in lattice steps: the highest ground it covers, low obstacles included."""
        if size == 1:
            return self._surface[cell[1] * self.width + cell[0]]
        return self.relief.floor(cell, size)

    def mask(self, cells: Iterable[Cell]) -> int:
        """A bit mask of cells: bit y * width + x."""
        out = 0
        for x, y in cells:
            out |= 1 << (y * self.width + x)
        return out

    def line(self, a: Cell, b: Cell) -> tuple[Cell, ...]:
        """The cells of the straight line from ``a`` to ``b``, without ``a``, each a step from the one before.

        Where the line runs between two cells the one east or south is taken, so the way back covers the same cells.
        """
        dx, dy = b[0] - a[0], b[1] - a[1]
        n = max(abs(dx), abs(dy))
        return tuple((a[0] + (2 * i * dx + n) // (2 * n), a[1] + (2 * i * dy + n) // (2 * n)) for i in range(1, n + 1))

    def edge_between(self, a: Cell, b: Cell) -> Edge | None:
        """The thin thing between two cells that share a side, open or shut; the map's first if there are several."""
        if abs(a[0] - b[0]) + abs(a[1] - b[1]) != 1:
            return None
        return self._edges.get((max(a, b), a[1] == b[1]))

    def features_at(self, cell: Cell) -> tuple[Feature, ...]:
        """The features that cover a cell, in the map's order."""
        return self._features.get(cell, ())

    # --- movement ---

    def steps(self, size: int, climb: int, drop: int) -> StepMasks:
        """The masks that floods for a size and limits of climbing run on."""
        key = (size, climb, drop)
        found = self._steps.get(key)
        if found is None:
            found = self._steps[key] = steps(self.field, self.open_edges, size, climb, drop)
        return found

    def step_ok(self, a: Cell, b: Cell, size: int = 1, blocked: int = 0, drop: int = DROP) -> bool:
        """Whether a body may step to a neighbour: walls, thin walls, corners, ledges, and ``blocked`` like walls.

        ``drop``: lattice steps that it may go down; FALL for somebody who is pushed.
        """
        dx, dy = b[0] - a[0], b[1] - a[1]
        number = _NUMBERS.get((dx, dy))
        if number is None or not self.inside(a, size):
            return False
        masks = self.steps(size, CLIMB, drop)
        at = a[1] * self.width + a[0]
        if not masks.may[number] >> at & 1:
            return False
        if not blocked:
            return True
        shut = masks.spread(blocked)
        down = at + dy * self.width
        return not (shut >> (down + dx) | (shut >> (at + dx) | shut >> down if dx and dy else 0)) & 1

    def reach(
        self,
        start: Cell,
        budget: int,
        *,
        size: int = 1,
        blocked: int = 0,
        occupied: int = 0,
        threatened: tuple[int, ...] = (),
        heavy: int = 0,
        climb: int = CLIMB,
        drop: int = DROP,
        metric: Metric = ONE,
        shunned: int = 0,
    ) -> Reach:
        """Everywhere a body can walk with ``budget`` cells of movement; every step counts 1 times the ground's cost.

        Under another metric budget and costs are in its own unit.

        Masks of cells: ``blocked`` act like walls; ``occupied`` may be passed, not stopped on; ``heavy`` is difficult
        ground on top of the map's; ``shunned`` cells are walked into only where no way round is within the budget.
        Among equally cheap ways those are taken that leave ``threatened`` areas least often, each on its own; these are
        masks of places of the body, as ``within`` gives them. Whoever asks the same again, be it a menu, an AI or the
        rules that carry a move out, is given the same Reach with the paths found.
        """
        key = (start, budget, size, blocked, occupied, threatened, heavy, climb, drop, metric, shunned)
        found = self._reaches.get(key)
        if found is None:
            if len(self._reaches) >= KEPT_REACHES:
                self._reaches.clear()
            masks = self.steps(size, climb, drop)
            rest = (start, budget, blocked, occupied, threatened, heavy)
            flood: Callable[..., Reach] = Reach if metric.diagonals == "one" else partial(Metered, metric=metric)
            found = flood(masks, *rest)
            off = masks.spread(shunned)
            if found.passed & off:
                found = Detours(found, flood(keeping_off(masks, off), *rest))
            self._reaches[key] = found
        return found

    # --- sight ---

    def sees(self, viewer: Cell, target: Cell, viewer_size: int = 1, target_size: int = 1) -> bool:
        """Whether a line can be drawn from some inside point of one cube to some of the other."""
        key = (viewer, target, viewer_size, target_size)
        found = self._seen.get(key)
        if found is None:
            if len(self._seen) >= KEPT:
                self._seen.clear()
            found = self._seen[key] = self._look(viewer, target, viewer_size, target_size)
        return found

    def some_seen(self, viewers: Iterable[Cell], targets: Iterable[Cell]) -> bool:
        """Whether a body of size 1 in any of some cells sees one in any of others; what the plan rules out is cheap."""
        levels: dict[int, list[tuple[int, Cell]]] = {}
        for cell in targets:
            levels.setdefault(self.floor(cell, 1), []).append((cell[1] * self.width + cell[0], cell))
        for viewer in viewers:
            floor = self.floor(viewer, 1)
            for level, cells in levels.items():
                seen = self.relief.plan(min(floor, level), max(floor, level) + UNIT).field(viewer).seen
                if any(seen[spot] and self.sees(viewer, cell) for spot, cell in cells):
                    return True
        return False

    def _look(self, viewer: Cell, target: Cell, viewer_size: int, target_size: int) -> bool:
        a, b = self.floor(viewer, viewer_size), self.floor(target, target_size)
        plan = self.relief.plan(min(a, b), max(a + viewer_size * UNIT, b + target_size * UNIT))
        body, other = self.footprint(viewer, viewer_size), self.footprint(target, target_size)
        if not plan.sees(body, other):
            return False
        layer = self.relief.layer(max(a, b), min(a + viewer_size * UNIT, b + target_size * UNIT))
        return (
            plan.flat_between(viewer, viewer_size, target, target_size)
            or (layer is not None and layer.sees(body, other))
            or sees_past(self.relief.solids, plan, (*viewer, a), viewer_size, (*target, b), target_size) is not None
        )

    def corners_seen(self, viewer: Cell, target: Cell, viewer_size: int = 1, target_size: int = 1) -> int:
        """How many of the target's 8 corners the viewer sees; -1 if it does not see the target at all."""
        key = (viewer, target, viewer_size, target_size)
        found = self._cover.get(key)
        if found is None:
            if len(self._cover) >= KEPT:
                self._cover.clear()
            found = self._cover[key] = self._count(viewer, target, viewer_size, target_size)
        return found

    def _count(self, viewer: Cell, target: Cell, viewer_size: int, target_size: int) -> int:
        if not self.sees(viewer, target, viewer_size, target_size):
            return -1
        a, b = self.floor(viewer, viewer_size), self.floor(target, target_size)
        plan = self.relief.plan(min(a, b), max(a + viewer_size * UNIT, b + target_size * UNIT))
        found = plan.corners(self.footprint(viewer, viewer_size), target, target_size)
        if plan.flat_between(viewer, viewer_size, target, target_size):
            return 2 * _COUNT[found]
        # Below level heads a level line passes over all that does not reach up to them: so heads are as in plan.
        known = found << 4 if self.relief.heads_level(a, viewer_size, b, target_size) else 0
        wanted = found | found << 4 & ~known
        past = self.relief.solids, self.relief.bare
        bits, _ = corners_past(*past, (*viewer, a), viewer_size, (*target, b), target_size, wanted)
        return (bits | known).bit_count()

    def sight(self, viewer: Cell, target: Cell, viewer_size: int = 1, target_size: int = 1) -> Sight:
        """The answer with its proof: a free line to the target and to each corner seen, or what lies between."""
        relief = self.relief
        a, b = self.floor(viewer, viewer_size), self.floor(target, target_size)
        plan = relief.plan(min(a, b), max(a + viewer_size * UNIT, b + target_size * UNIT))
        seen = self.sees(viewer, target, viewer_size, target_size)
        bodies = (*viewer, a), viewer_size, (*target, b), target_size
        witness = sees_past(relief.solids, plan, *bodies) if seen else None
        bits, starts = corners_past(relief.solids, relief.bare, *bodies, 255)
        corners = []
        for number, (x, y, z) in enumerate(corner_points((*target, b), target_size)):
            aim = (float(x * UNIT), float(y * UNIT), float(z))
            p, q, r = (starts[number] / 2).tolist()
            seen_here = bool(bits >> number & 1)
            corners.append(CornerSight(aim, seen_here, Segment((p, q, r), aim) if seen_here else None))
        blockers = () if seen else self._between((*viewer, a), viewer_size, (*target, b), target_size)
        return Sight(seen, witness, blockers, tuple(corners))

    def _between(self, a: tuple[int, int, int], a_size: int, b: tuple[int, int, int], b_size: int) -> tuple[Cell, ...]:
        """The cells of the solids that the line between the middles of two bodies touches, in its order."""
        p, q = middle(a, a_size), middle(b, b_size)
        return tuple(dict.fromkeys(box.cell for box in touched(self.boxes, p, q)))

    @property
    def boxes(self) -> tuple[Box, ...]:
        """Every solid as a box, for whoever wants to check a line."""
        return self.relief.boxes

    def field_of_view(self, viewer: Cell, size: int = 1) -> FieldOfView:
        """The whole field of a body: what it sees, what sees it, with how many corners. Not to be written to."""
        return self._views.of(viewer, size)
