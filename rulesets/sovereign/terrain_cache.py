"""What the map offers to a fighter who thinks: cells to strike and shoot from, ways there, ways out. Kept for each map.

Everything is a mask of cells (bit ``y * width + x``) or a list of masks by distance, for bodies of one size. Bodies in
the way are not looked at, except where a function takes them; a large body sees from its top-left cell only.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from game.spatial.field import UNIT, Cell, Edge
from game.spatial.metric import CLIMB, DROP
from game.spatial.paths import Steps, flood, fold
from game.spatial.space import Space

FAR = 400
"""Cells farther than any way on a map."""

LUNGES = 4096
"""Answers of that kind that are kept for one map; they depend on who stands where."""

Layers = list[int]
"""Masks of the cells at distance 0, 1, 2, ..."""


class Glimpse(NamedTuple):
    """What lies open between one cell and all others: masks for all eight corners, some of them, none of them."""

    clear: int
    half: int
    full: int

    @property
    def any(self) -> int:
        """Cells with a line of sight at all."""
        return self.clear | self.half | self.full


class TerrainCache:
    """One map with one set of doors, and the answers found so far."""

    def __init__(self, space: Space) -> None:
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
        self.perils = space.mask(cell for f in space.field.features if f.kind in ("fire", "trap") for cell in f.cells)
        self._squares: dict[tuple[Cell, int, int], int] = {}
        self._views: dict[tuple[Cell, int], tuple[Glimpse, Glimpse]] = {}
        self._layers: dict[tuple[object, ...], Layers] = {}
        self._exits: dict[int, int] = {}
        self._lunges: dict[tuple[Cell, int, int, int, int], int] = {}

    # -- near and far

    def square(self, cell: Cell, size: int, far: int) -> int:
        """Cells at most ``far`` from a footprint, the footprint among them."""
        key = (cell, size, far)
        found = self._squares.get(key)
        if found is None:
            x0, x1 = max(0, cell[0] - far), min(self.width, cell[0] + size + far)
            row = ((1 << (x1 - x0)) - 1) << x0
            found = 0
            for y in range(max(0, cell[1] - far), min(self.height, cell[1] + size + far)):
                found |= row << (y * self.width)
            self._squares[key] = found
        return found

    def grown(self, mask: int, by: int = 1) -> int:
        """A mask and the cells around it."""
        first, last, w = self._columns[0], self._columns[-1], self.width
        for _ in range(by):
            mask |= (mask & ~last) << 1 | (mask & ~first) >> 1
            mask |= mask << w | mask >> w
        return mask & self.whole

    def ring(self, space: Space, at: Cell, its: int, size: int, reach: int) -> int:
        """Places of a body of ``size`` from which it strikes a body of size ``its`` at a cell, ``reach`` cells off."""
        return space.within(at, its, reach, size) & space.steps(size, CLIMB, DROP).stand

    def lunge(self, space: Space, at: Cell, size: int, pace: int, reach: int, blocked: int) -> int:
        """Cells that a body can strike after one Move Action, others in ``blocked``."""
        key = (at, size, pace, reach, blocked)
        found = self._lunges.get(key)
        if found is None:
            if len(self._lunges) > LUNGES:
                self._lunges.clear()
            found = 0
            for floor, high in self._storeys(walked(space, at, size, pace, blocked), size, reach):
                found |= self.grown(self.grown(floor, size - 1), reach) & high
            self._lunges[key] = found
        return found

    def _storeys(self, mask: int, size: int, reach: int) -> list[tuple[int, int]]:
        """The places of a mask by the height of their ground, each with the cells not too far above or below it."""
        if len(self._floors) == 1:
            return [(mask, self.whole)]
        found = []
        for level, there in self._floors:
            if mask & there:
                low, high = level - reach * UNIT, level + (size + reach - 1) * UNIT
                found.append((mask & there, sum(cells for at, cells in self._floors if low <= at <= high)))
        return found

    # -- sight

    def seen_from(self, space: Space, cell: Cell, size: int) -> Glimpse:
        """How well a body at a cell sees a body on each cell."""
        return self._view(space, cell, size)[0]

    def seeing(self, space: Space, cell: Cell, size: int) -> Glimpse:
        """How well a body at a cell is seen from each cell."""
        return self._view(space, cell, size)[1]

    def _view(self, space: Space, cell: Cell, size: int) -> tuple[Glimpse, Glimpse]:
        key = (cell, size)
        found = self._views.get(key)
        if found is None:
            view = space.view(cell, size)
            found = self._views[key] = _glimpse(view.corners), _glimpse(view.corners_back)
        return found

    # -- ways

    def layers(self, space: Space, start: int, size: int, *, key: tuple[object, ...]) -> Layers:
        """Distances in cells to some cells, for a body of ``size``; kept under ``key``."""
        name = (size, *key)
        found = self._layers.get(name)
        if found is None:
            steps = space.steps(size, CLIMB, DROP)
            found = self._layers[name] = flood(steps, steps.may, start & steps.stand, FAR, 0)
        return found

    def exits(self, space: Space, size: int) -> int:
        """Places from which a body can leave the map: its rim, and the exits drawn on it."""
        found = self._exits.get(size)
        if found is None:
            rim = 0
            for x in (0, self.width - size):
                rim |= self._columns[x]
            row = (1 << self.width) - 1
            rim |= row | row << (self.width * (self.height - size))
            steps = space.steps(size, CLIMB, DROP)
            for feature in space.field.features:
                if feature.kind == "exit":
                    rim |= steps.spread(space.mask(feature.cells))
            found = self._exits[size] = rim & steps.stand
        return found


_caches: WeakKeyDictionary[Space, TerrainCache] = WeakKeyDictionary()


def terrain_of(space: Space) -> TerrainCache:
    """What is known of a map with its doors as they are."""
    found = _caches.get(space)
    if found is None:
        found = _caches[space] = TerrainCache(space)
    return found


def hoped(space: Space, terrain: TerrainCache) -> Space:
    """The map with every door open that a fighter could open or break on its way."""
    openable = [edge.id for edge in terrain.doors if edge.id not in terrain.levered]
    return space.with_open(space.open_edges.union(openable)) if openable else space


def nearest(layers: Layers, mask: int) -> tuple[int, int]:
    """The shortest distance at which some of a mask's cells lie, and those cells; FAR and 0 if none does."""
    for distance, layer in enumerate(layers):
        found = layer & mask
        if found:
            return distance, found
    return FAR, 0


def distance_of(layers: Layers, bit: int) -> int:
    """How far one cell is, FAR if there is no way."""
    return nearest(layers, bit)[0]


def walked(space: Space, at: Cell, size: int, budget: int, blocked: int) -> int:
    """Everywhere a body can walk with a budget of cells, other bodies in ``blocked``."""
    steps = space.steps(size, CLIMB, DROP)
    reached = 0
    for layer in flood(steps, fold(steps, blocked), 1 << (at[1] * steps.width + at[0]), budget, 0):
        reached |= layer
    return reached


def calm(steps: Steps, at: Cell, budget: int, blocked: int, areas: Iterable[int], heavy: int = 0) -> list[int]:
    """Like a flood by cost, but without steps that leave any of some areas: ways that give no foe an opening."""
    may = fold(steps, blocked)
    w = steps.width
    shifts = (1, w, -1, -w, w + 1, w - 1, -w - 1, -w + 1)
    for area in areas:
        outside = ~area
        may = tuple(
            [m & (outside | (area >> by if by > 0 else area << -by)) for m, by in zip(may, shifts, strict=True)]
        )
    return flood(steps, may, 1 << (at[1] * w + at[0]), budget, heavy)


def bit_of(space: Space, cell: Cell) -> int:
    """A mask of one cell."""
    return 1 << (cell[1] * space.width + cell[0])


def door_beside(space: Space, cell: Cell, size: int, door: Edge) -> list[tuple[Cell, Cell]]:
    """Pairs of cells, one of a footprint and the one beyond it, that a door lies between."""
    pairs = []
    for x, y in space.footprint(cell, size):
        for beyond in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if space.edge_between((x, y), beyond) is door and space.inside(beyond):
                pairs.append(((x, y), beyond))
    return pairs


def _glimpse(corners: npt.NDArray[np.int8]) -> Glimpse:
    flat = corners.ravel()
    return Glimpse(_mask(flat == 8), _mask((flat > 0) & (flat < 8)), _mask(flat == 0))


def _mask(flags: npt.NDArray[np.bool_]) -> int:
    return int.from_bytes(np.packbits(flags, bitorder="little").tobytes(), "little")
