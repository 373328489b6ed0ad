"""A map while it is being made: what lies on which cell, before any of it is a tile or an object of Tiled."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from game.files.generate.tiles import WALLS, Tile, tile_table
from game.spatial.field import Cell, EdgeKind, EdgeState, FeatureKind, ZoneCover, ZoneKind

STEP = 3.0
"""Feet that one walks up or down without a ramp."""

FARTHEST = 1_000_000
"""Steps beyond which there is no cell on any map."""

AROUND = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""The ways to the four sides of a cell."""


class Plot(NamedTuple):
    """A rectangle of cells."""

    left: int
    top: int
    wide: int
    high: int

    @property
    def right(self) -> int:
        """The first column beyond it."""
        return self.left + self.wide

    @property
    def bottom(self) -> int:
        """The first row below it."""
        return self.top + self.high

    @property
    def middle(self) -> Cell:
        """The cell in the middle, or right below and beside it."""
        return self.left + self.wide // 2, self.top + self.high // 2

    def cells(self) -> list[Cell]:
        """Row by row."""
        return [(x, y) for y in range(self.top, self.bottom) for x in range(self.left, self.right)]

    def grown(self, by: int) -> Plot:
        """The same with so many cells more on every side, or fewer."""
        return Plot(self.left - by, self.top - by, self.wide + 2 * by, self.high + 2 * by)

    def meets(self, other: Plot) -> bool:
        """Whether the two share a cell."""
        apart = self.right <= other.left or other.right <= self.left
        return not apart and not (self.bottom <= other.top or other.bottom <= self.top)


class GroundPatch(NamedTuple):
    """Ground with a rim, on what lay there before."""

    family: str
    cells: frozenset[Cell]


class ThinLine(NamedTuple):
    """A thin wall, door, window or low wall on the borders of cells, between two corners of the grid."""

    a: Cell
    b: Cell
    kind: EdgeKind
    name: str
    state: EdgeState = "closed"


class Rise(NamedTuple):
    """Ground that lies higher or lower than the rest, in feet."""

    name: str
    cells: tuple[Cell, ...]
    feet: float
    ramp: bool = False


class NamedPlace(NamedTuple):
    """An area that people would call by a name."""

    name: str
    cells: tuple[Cell, ...]
    kind: ZoneKind = "open"
    cover: ZoneCover = "none"
    overgrown: bool = False
    dark: bool = False


class MapThing(NamedTuple):
    """What rules know by name: a fire, a way out, what is fought over, something to take up."""

    name: str
    kind: FeatureKind
    cells: tuple[Cell, ...]
    strength: str = ""
    thing: str = ""


class StartArea(NamedTuple):
    """Where a side begins."""

    side: str
    name: str
    cells: tuple[Cell, ...]


class Canvas:
    """One map under way; cells are columns and rows from 0, 0 at the top left."""

    def __init__(self, width: int, height: int, floor: str) -> None:
        self.width, self.height = width, height
        self.title = self.description = ""
        self.floor: dict[Cell, str] = dict.fromkeys(Plot(0, 0, width, height).cells(), floor)
        """The family of each cell's floor."""
        self.patches: list[GroundPatch] = []
        self.walls: dict[Cell, str] = {}
        """The family of what fills a cell."""
        self.props: dict[Cell, str] = {}
        """The tile of what stands or lies on a cell."""
        self.flat: dict[Cell, str] = {}
        """The tile that takes the place of a cell's floor: stairs, steps, a bridge."""
        self.lines: list[ThinLine] = []
        self.rises: list[Rise] = []
        self.places: list[NamedPlace] = []
        self.things: list[MapThing] = []
        self.starts: list[StartArea] = []
        self.clear: set[Cell] = set()
        """Cells on which nothing may be put that is to part two sides that would see each other."""
        self.names: dict[str, tuple[str, ...]] = {}
        """By ground, what to call areas of it that nobody has named."""
        self._sprites = tile_table().tiles

    # -- what lies where

    def cells(self) -> list[Cell]:
        """All cells, row by row."""
        return Plot(0, 0, self.width, self.height).cells()

    def inside(self, cell: Cell) -> bool:
        """Whether the map has that cell."""
        return 0 <= cell[0] < self.width and 0 <= cell[1] < self.height

    def beside(self, cell: Cell) -> Iterator[Cell]:
        """The cells at the four sides of one that are on the map."""
        for dx, dy in AROUND:
            other = cell[0] + dx, cell[1] + dy
            if self.inside(other):
                yield other

    def tile(self, cell: Cell) -> Tile | None:
        """What stands on a cell; None if nothing does."""
        if cell in self.walls:
            return self._sprites[WALLS[self.walls[cell]].face[0]]
        return self._sprites[self.props[cell]] if cell in self.props else None

    def open(self, cell: Cell) -> bool:
        """Whether one can stand on a cell."""
        tile = self.tile(cell)
        return self.inside(cell) and (tile is None or not tile.blocks)

    def empty(self, cell: Cell) -> bool:
        """Whether nothing stands or lies on a cell, and its floor is as that of its surroundings."""
        free = cell not in self.walls and cell not in self.props and cell not in self.flat
        return self.inside(cell) and free

    def on(self, family: str) -> frozenset[Cell]:
        """The cells of all patches of a family."""
        return frozenset(cell for patch in self.patches if patch.family == family for cell in patch.cells)

    def ground(self, cell: Cell) -> str:
        """The family of what one stands on: the uppermost patch, else the floor."""
        return next((patch.family for patch in reversed(self.patches) if cell in patch.cells), self.floor[cell])

    def level(self, cell: Cell) -> float:
        """How high a cell's floor lies, in feet, and what stands on it that one climbs over."""
        tile = self.tile(cell)
        low = 0.0 if tile is None or tile.blocks else tile.height
        return low + next((rise.feet for rise in reversed(self.rises) if cell in rise.cells), 0.0)

    # -- who can get where

    def reached(self, start: Iterable[Cell], most: int = FARTHEST) -> dict[Cell, int]:
        """Every cell that can be walked to, with the number of steps, as far as ``most`` of them."""
        raised = [cell for rise in self.rises for cell in rise.cells]
        levels = {cell: self.level(cell) for cell in dict.fromkeys((*raised, *self.props))}
        ramps = {cell for rise in self.rises if rise.ramp for cell in rise.cells}
        shut = self._shut()
        far = {cell: 0 for cell in start if self.open(cell)}
        queue = deque(far)
        while queue:
            cell = queue.popleft()
            if far[cell] == most:
                break
            for other in self.beside(cell):
                if other in far or (cell, other) in shut or not self.open(other):
                    continue
                if abs(levels.get(cell, 0.0) - levels.get(other, 0.0)) <= STEP or cell in ramps or other in ramps:
                    far[other] = far[cell] + 1
                    queue.append(other)
        return far

    def _shut(self) -> frozenset[tuple[Cell, Cell]]:
        """Pairs of neighbours with something thin between them that nobody walks through."""
        found = []
        for (x1, y1), (x2, y2), kind, _, _ in self.lines:
            if kind in ("door", "portcullis", "low_wall"):
                continue
            found += [((x1 - 1, y), (x1, y)) for y in range(y1, y2)] if x1 == x2 else []
            found += [((x, y1 - 1), (x, y1)) for x in range(x1, x2)] if y1 == y2 else []
        return frozenset((*found, *((b, a) for a, b in found)))
