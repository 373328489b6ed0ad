"""Bit masks of cells: reach, distances, attack areas and threats, lines of sight, exits; cached for each map.

Everything is a mask of cells (bit ``y * width + x``) or a list of masks by distance, for bodies of one size: a place of
a larger body is its top-left cell. Bodies in the way are not looked at, except where a function takes them. A game that
plays on cells may use this, and need not. Distances count every step 1, diagonal or not; under other metrics they are
estimates from below, as ``paths.flood`` says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from game.kit.cache import PerMapCache
from game.kit.cover import VisibilityMasks, glimpse, told_apart
from game.kit.things import doors_beside, features_beside, hurts
from game.rules.planning_model import Mask
from game.rules.ruleset import Threat
from game.spatial.field import UNIT, Cell
from game.spatial.metric import CLIMB, DROP, ONE, Metric
from game.spatial.paths import Sills, StepMasks, bits, flood, fold, stepped
from game.spatial.space import Space

FAR = 400
"""Steps farther than any way on a map."""

DOOR = 3
"""Cells that a shut door counts on a way: opening it takes one fighter about a walk, and the others nothing."""

DistanceLayers = Sequence[int]
"""Masks of the places at distance 0, 1, 2, ..."""


def by_doors(now: StepMasks, then: StepMasks, start: int) -> DistanceLayers:
    """Distances in cells to some places where steps that are open only ``then`` count ``DOOR`` cells more.

    ``now``: with the doors as they are; ``then``: with those open that can be.
    """
    opened = tuple([after & ~may for after, may in zip(then.may, now.may, strict=True)])
    return flood(then, now.may, start & then.stand, FAR, 0, Sills(opened, DOOR))


def nearest(layers: DistanceLayers, mask: int) -> tuple[int, int]:
    """The shortest distance at which some of a mask's places lie, and those places; FAR and 0 if none does."""
    for distance, layer in enumerate(layers):
        found = layer & mask
        if found:
            return distance, found
    return FAR, 0


def distance_of(layers: DistanceLayers, bit: int) -> int:
    """How far one place is, FAR if there is no way."""
    return nearest(layers, bit)[0]


def calm(steps: StepMasks, start: int, budget: int, blocked: int, areas: Iterable[int], heavy: int = 0) -> list[int]:
    """Like a flood by cost, but without steps that leave any of some areas: ways that give no foe an opening."""
    may = fold(steps, blocked)
    w = steps.width
    shifts = (1, w, -1, -w, w + 1, w - 1, -w - 1, -w + 1)
    for area in areas:
        outside = ~area
        may = tuple(
            [m & (outside | (area >> by if by > 0 else area << -by)) for m, by in zip(may, shifts, strict=True)]
        )
    return flood(steps, may, start, budget, heavy)


BY_DOORS = -1
"""In the place of what bars the way: nothing does, and doors are opened."""

KEPT = 4096
"""Answers that are kept for one map of those that depend on who stands where."""

BLOCK = 4
"""Cells across and down of the blocks of the map from each of which one place is looked from."""


class CellMasks:
    """Masks of one map with one set of open doors, for bodies of every size, and the results cached so far."""

    def __init__(self, space: Space) -> None:
        self.space = space
        self.width, self.height = space.width, space.height
        self.whole = (1 << (space.width * space.height)) - 1
        levels: dict[int, int] = {}
        for at in range(space.width * space.height):
            height = space.floor((at % space.width, at // space.width))
            levels[height] = levels.get(height, 0) | 1 << at
        self._floors = tuple(levels.items())
        """Heights of the ground, in lattice steps, and the cells that lie so high."""
        self._columns = tuple(sum(1 << (y * space.width + x) for y in range(space.height)) for x in range(space.width))
        self.doors = tuple(edge for edge in space.field.edges if edge.kind in ("door", "portcullis"))
        self.levered = frozenset(f.linked for f in space.field.features if f.kind == "lever" and f.linked)
        self.perils = space.mask(cell for feature in space.field.features if hurts(feature) for cell in feature.cells)
        """Fires, and traps that hurt."""
        self._squares: dict[tuple[Cell, int, int, int], int] = {}
        self._discs: dict[tuple[Cell, int, int, int, str], int] = {}
        self._near: dict[tuple[Cell, int, int, int], int] = {}
        self._views: dict[tuple[Cell, int], tuple[VisibilityMasks, VisibilityMasks]] = {}
        self._seen_round: dict[tuple[Cell, int, int], VisibilityMasks] = {}
        self._middles: dict[int, int] = {}
        self._layers: dict[tuple[int, int, int], DistanceLayers] = {}
        self._exits: dict[int, int] = {}
        self._handled: dict[tuple[Cell, int], bool] = {}
        self._abouts: dict[tuple[Cell, int, int], int] = {}
        self._lunges: dict[tuple[Cell, int, int, int, int, str], int] = {}

    def bit(self, cell: Cell) -> int:
        """A mask of one cell."""
        return 1 << (cell[1] * self.width + cell[0])

    def cell(self, at: int) -> Cell:
        """The cell of a number."""
        return at % self.width, at // self.width

    def middle(self, at: int, size: int) -> tuple[float, float]:
        """The middle of a body of some size in the cell of a number, in cells."""
        x, y = self.cell(at)
        return x + size / 2, y + size / 2

    def steps(self, size: int) -> StepMasks:
        """The masks that a body's ways run on, with the usual limits of climbing."""
        return self.space.steps(size, CLIMB, DROP)

    # -- near and far

    def square(self, cell: Cell, its: int, far: int, size: int = 1) -> int:
        """Places of a body of ``size`` at most ``far`` cells from one of size ``its``, heights left out of account."""
        key = (cell, its, far, size)
        found = self._squares.get(key)
        if found is None:
            x0, x1 = max(0, cell[0] - far - size + 1), min(self.width - size + 1, cell[0] + its + far)
            row = ((1 << max(0, x1 - x0)) - 1) << x0
            found = 0
            for y in range(max(0, cell[1] - far - size + 1), min(self.height - size + 1, cell[1] + its + far)):
                found |= row << (y * self.width)
            self._squares[key] = found
        return found

    def near(self, cell: Cell, its: int, far: int, size: int = 1) -> int:
        """The same with heights counted, as ``Space.distance`` does; walls and sight left out of account."""
        if len(self._floors) == 1:
            return self.square(cell, its, far, size)
        key = (cell, its, far, size)
        found = self._near.get(key)
        if found is None:
            square = self.square(cell, its, far, size)
            if size == 1:
                low = self.space.floor(cell, its)
                found = square & self._between(low - far * UNIT, low + (its + far - 1) * UNIT)
            else:
                cells = (self.cell(at) for at in bits(square))
                found = sum(self.bit(each) for each in cells if self.space.distance(cell, each, its, size) <= far)
            self._near[key] = found
        return found

    def disc(self, cell: Cell, its: int, far: int, size: int, metric: Metric) -> int:
        """The places of a body of ``size`` at most so far from one of size ``its``, in a metric's own unit."""
        key = (cell, its, far, size, metric.diagonals)
        found = self._discs.get(key)
        if found is None:
            if len(self._discs) > KEPT:
                self._discs.clear()
            low, found = self.space.floor(cell, its), 0
            if size > 1 and len(self._floors) > 1:
                square = self.square(cell, its, far // metric.unit, size)
                lengths = (
                    (at, self.space.length(cell, self.cell(at), its, size, metric=metric)) for at in bits(square)
                )
                found = sum(1 << at for at, length in lengths if length <= far)
            else:
                for high, cells in self._floors:
                    air = high - low - its * UNIT if high > low else low - high - size * UNIT
                    found |= self._round(cell, its, far, size, metric, 1 - -air // UNIT if air >= 0 else 0) & cells
            self._discs[key] = found
        return found

    def _round(self, cell: Cell, its: int, far: int, size: int, metric: Metric, up: int) -> int:
        """The same for places on ground so many cells higher or lower, or level."""
        found, rows = 0, _rows(metric, far, up)
        wide = len(rows) - 1
        for y in range(max(0, cell[1] - wide - size + 1), min(self.height - size + 1, cell[1] + its + wide)):
            across = rows[max(0, y - cell[1] - its + 1, cell[1] - y - size + 1)]
            x0, x1 = max(0, cell[0] - across - size + 1), min(self.width - size + 1, cell[0] + its + across)
            if across >= 0 and x1 > x0:
                found |= ((1 << x1 - x0) - 1) << x0 + y * self.width
        return found

    def _between(self, low: int, high: int) -> int:
        """Cells whose ground lies between two heights."""
        return sum(cells for level, cells in self._floors if low <= level <= high)

    def ring(self, at: Cell, its: int, reach: int, size: int = 1) -> int:
        """Places of a body of ``size`` from which it strikes one of size ``its`` at most ``reach`` cells off."""
        return self.space.within(at, its, reach, size) & self.steps(size).stand

    def grown(self, mask: int, by: int = 1) -> int:
        """A mask and the cells around it."""
        first, last, w = self._columns[0], self._columns[-1], self.width
        for _ in range(by):
            mask |= (mask & ~last) << 1 | (mask & ~first) >> 1
            mask |= mask << w | mask >> w
        return mask & self.whole

    def covers(self, mask: int, size: int) -> int:
        """The places of a body of ``size`` that cover some cell of a mask."""
        return self.steps(size).spread(mask) if size > 1 else mask

    # -- what somebody could do to others after a walk

    def walked(self, at: Cell, size: int, budget: int, blocked: int) -> int:
        """Everywhere a body can walk with a budget of cells, other bodies in ``blocked``."""
        steps = self.steps(size)
        reached = 0
        for layer in flood(steps, fold(steps, blocked), self.bit(at), budget, 0):
            reached |= layer
        return reached

    def about(self, at: Cell, size: int, pace: int) -> int:
        """Cells on which bodies can be in the way of one that walks; kept. All others make no difference to it."""
        key = (at, size, pace)
        found = self._abouts.get(key)
        if found is None:
            found = self._abouts[key] = self.grown(self._footprints(self.walked(at, size, pace, 0), size))
        return found

    def lunge(self, at: Cell, size: int, pace: int, reach: int, blocked: int, metric: Metric = ONE) -> int:
        """Cells that a body can strike after a walk: those on which somebody could stand. ``pace`` is in cells.

        Under another metric than "every step 1" those are left out to which no straight way is short enough.
        """
        blocked &= self.about(at, size, pace)
        key = (at, size, pace, reach, blocked, metric.diagonals)
        found = self._lunges.get(key)
        if found is None:
            if len(self._lunges) > KEPT:
                self._lunges.clear()
            walked = self.walked(at, size, pace, blocked) if pace else self.bit(at)
            if metric is not ONE:
                walked &= self.disc(at, 1, pace * metric.unit, 1, metric)
            found = self._lunges[key] = self.struck_from(walked, size, reach)
        return found

    def struck_from(self, places: int, size: int, reach: int) -> int:
        """Cells that a body can strike from any of some places: those on which somebody could stand."""
        found = 0
        for floor, high in self._storeys(places, size, reach):
            found |= self.grown(self._footprints(floor, size), reach) & high
        found &= self.steps(1).stand
        around = self._footprints(places, size)
        for _ in range(reach):
            around |= stepped(self.width, self.steps(1).may, around)
        for number in bits(found & ~around):
            if not self.space.within(self.cell(number), 1, reach, size) & places:
                found ^= 1 << number
        return found

    def _footprints(self, places: int, size: int) -> int:
        out = 0
        for dy in range(size):
            for dx in range(size):
                out |= places << (dy * self.width + dx)
        return out

    def _storeys(self, mask: int, size: int, reach: int) -> list[tuple[int, int]]:
        """The places of a mask by the height of their ground, each with the cells not too far above or below it.

        A large body stands as high as the highest ground it covers.
        """
        if len(self._floors) == 1:
            return [(mask, self.whole)]
        found = []
        for level, there in self._floors:
            if size > 1:
                there = self.covers(there, size)
            if mask & there:
                found.append((mask & there, self._between(level - reach * UNIT, level + (size + reach - 1) * UNIT)))
        return found

    # -- sight

    def seen_from(self, at: Cell, size: int) -> VisibilityMasks:
        """The places of a body of one cell by how well one of ``size`` at a cell sees it there."""
        return self._view(at, size)[0]

    def seen_round(self, at: Cell, size: int, pace: int) -> VisibilityMasks:
        """The places of a body of one cell as they may be seen by one of ``size`` at a cell after a walk; kept.

        From where it stands and from some of the places it may walk to, bodies left out of account: one of each block
        of ``BLOCK`` cells by as many, so that what is seen from one place on its way only may be missing.
        """
        if not pace:
            return self.seen_from(at, size)
        key = (at, size, pace)
        found = self._seen_round.get(key)
        if found is None:
            clear, half, full = self.seen_from(at, size)
            for number in bits(self.walked(at, size, pace, 0) & self._lookouts(size) & ~self.bit(at)):
                more = self.seen_from(self.cell(number), size)
                clear, half, full = clear | more.clear, half | more.half, full | more.full
            found = self._seen_round[key] = VisibilityMasks(clear, half & ~clear, full & ~half & ~clear)
        return found

    def _lookouts(self, size: int) -> int:
        """For each block of the map the place of a body nearest to its middle.

        Blocks are counted from the middle of the map, and of places as near that nearer to it is taken: what is seen
        from a side of the map is what is seen from the other, turned round.
        """
        found = self._middles.get(size)
        if found is None:
            nearest = dict[Cell, tuple[float, int, int, int]]()
            for number in bits(self.steps(size).stand):
                x, y = self.cell(number)
                across, off_x, far_x = _block(2 * x - self.width + size)
                down, off_y, far_y = _block(2 * y - self.height + size)
                ranked = off_x + off_y, far_x, far_y, number
                nearest[across, down] = min(nearest.get((across, down), ranked), ranked)
            found = self._middles[size] = sum(1 << ranked[-1] for ranked in nearest.values())
        return found

    def seeing(self, at: Cell, its: int, size: int = 1, within: int = -1) -> VisibilityMasks:
        """The places of a body of ``size`` within a mask by how well it sees one of size ``its`` at a cell."""
        if size > 1:
            places = bits(within & self.steps(size).stand)
            return told_apart((each, self.space.corners_seen(self.cell(each), at, size, its)) for each in places)
        view = self._view(at, its)[1]
        return VisibilityMasks(view.clear & within, view.half & within, view.full & within)

    def _view(self, cell: Cell, size: int) -> tuple[VisibilityMasks, VisibilityMasks]:
        key = (cell, size)
        found = self._views.get(key)
        if found is None:
            view = self.space.field_of_view(cell, size)
            found = self._views[key] = glimpse(view.corners), glimpse(view.corners_back)
        return found

    # -- ways

    def distance_layers(self, start: int, size: int, blocked: int = 0) -> DistanceLayers:
        """Distances in cells to some places for a body of ``size``, with the doors as they are; kept.

        ``blocked``: cells that are like walls.
        """
        steps = self.steps(size)
        start &= steps.stand & ~steps.spread(blocked)
        return self._flooded((size, start, blocked), lambda: flood(steps, fold(steps, blocked), start, FAR, 0))

    def ways_by_doors(self, start: int, size: int, hope: Space) -> DistanceLayers:
        """The same, where every shut door that stands open in ``hope`` counts ``DOOR`` cells more; kept.

        So a way leads through a door only where it saves as much as opening that takes.
        """
        now = self.steps(size)
        return self._flooded((size, start, BY_DOORS), lambda: by_doors(now, hope.steps(size, CLIMB, DROP), start))

    def _flooded(self, key: tuple[int, int, int], flooded: Callable[[], DistanceLayers]) -> DistanceLayers:
        found = self._layers.get(key)
        if found is None:
            if len(self._layers) > KEPT:
                self._layers.clear()
            found = self._layers[key] = flooded()
        return found

    def exits(self, size: int) -> int:
        """Places from which a body can leave the map: its rim, and the exits drawn on it."""
        found = self._exits.get(size)
        if found is None:
            rim = 0
            for x in (0, self.width - size):
                rim |= self._columns[x]
            row = (1 << self.width) - 1
            rim |= row | row << (self.width * (self.height - size))
            steps = self.steps(size)
            for feature in self.space.field.features:
                if feature.kind == "exit":
                    rim |= steps.spread(self.space.mask(feature.cells))
            found = self._exits[size] = rim & steps.stand
        return found

    def handled(self, at: Cell, size: int) -> bool:
        """Whether there are doors or features beside a body."""
        found = self._handled.get((at, size))
        if found is None:
            found = bool(doors_beside(self.space, at, size)) or any(features_beside(self.space, at, size))
            self._handled[at, size] = found
        return found


_grounds: PerMapCache[dict[Space, CellMasks]] = PerMapCache(dict)


def ground_of(space: Space) -> CellMasks:
    """Masks of a map with its doors as they are. Good as long as the space is."""
    known = _grounds.of(space)
    found = known.get(space)
    if found is None:
        found = known[space] = CellMasks(space)
    return found


@lru_cache(maxsize=1024)
def _rows(metric: Metric, far: int, up: int) -> tuple[int, ...]:
    """How many columns off a body may be at most, by the rows between, so many cells up or down; -1 if it can't be."""
    wide = far // metric.unit
    return tuple(
        next((dx for dx in range(wide, -1, -1) if metric.between(dx, down, up) <= far), -1) for down in range(wide + 1)
    )


def hoped(space: Space) -> Space:
    """The map with every door open that a fighter could open or break on its way."""
    ground = ground_of(space)
    openable = [edge.id for edge in ground.doors if edge.id not in ground.levered]
    return space.with_open(space.open_edges.union(openable)) if openable else space


def _block(doubled: int) -> tuple[int, float, int]:
    """The block of a row or column, how far off the block's middle that is, and how far off the map's.

    ``doubled``: twice its distance from the map's middle.
    Blocks before it have negative numbers, those after it positive ones, and a row in the middle 0.
    """
    off = abs(doubled)
    block, within = divmod((off - 1) // 2, BLOCK)
    return ((block + 1) * (1 if doubled > 0 else -1) if off else 0), abs(within - (BLOCK - 1) / 2), off


def by_hand(space: Space, places: Mask, size: int, reach: int) -> Mask:
    """Cells that a body of a size strikes from any of some places, ``reach`` cells off at most, walls counted."""
    return ground_of(space).struck_from(places, size, reach)


def from_afar(space: Space, places: Mask, size: int, near: Callable[[Cell], Mask]) -> Mask:
    """Cells that it sees from one of some places and that are ``near`` enough to that one, its own left out."""
    ground, found = ground_of(space), 0
    for number in bits(places):
        at = ground.cell(number)
        found |= near(at) & ground.seen_from(at, size).any & ~space.mask(space.footprint(at, size))
    return found & ground.steps(1).stand


def bursting(space: Space, centres: Mask, near: Callable[[Cell], Mask], cells: int) -> Mask:
    """Cells in which something catches somebody that bursts on one of some: those ``near`` enough which that one sees.

    ``cells``: how many of them that is at most; farther inside than that nothing is new.
    """
    ground = ground_of(space)
    rim = centres & ground.grown(ground.whole & ~centres, cells)
    return centres | from_afar(space, rim, 1, near)


def threat(space: Space, goes: Mask, hits: Mask) -> Threat[Cell]:
    """The same as cells."""
    ground = ground_of(space)
    return Threat(*(frozenset(ground.cell(number) for number in bits(mask)) for mask in (goes, hits)))
