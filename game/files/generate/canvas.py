"""A map while it is being made: what lies on which cell, before any of it is a tile or an object of Tiled; zones."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from game.files.generate.seeded import SeededDraws
from game.files.generate.tiles import WALLS, Tile, tile_table
from game.spatial.deriving import derive
from game.spatial.field import Cell, EdgeKind, EdgeState, FeatureKind, Field, Zone, ZoneCover, ZoneKind
from game.spatial.land import Land, survey
from game.spatial.layout import Area, lay_out

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


# --- zones: places that have names, large ones in parts, and the ground between ---

ENCLOSED = 2
"""Sides on which a solid cell has one zone, from which the zone's outline goes round it."""

HALVES = (("North", "", "South"), ("west", "", "east"))
"""What a part of a place is called by where it lies in it."""


def zones_of(canvas: Canvas, field: Field, draws: SeededDraws) -> list[NamedPlace]:
    """Zones that share no cell and leave none over, no name twice; ``field``: the map as rules read it."""
    land = survey(field)
    parts: dict[str, NamedPlace] = {}
    drawn: list[Zone] = []
    taken: set[int] = set()
    for place in canvas.places:
        own = [at for x, y in place.cells if land.stand[at := y * canvas.width + x] and at not in taken]
        taken.update(own)
        for part in _pieces_of(place, land, own):
            parts[part.name] = part
            drawn.append(Zone(part.name, part.name, part.cells, part.kind, cover=part.cover))
    layout = lay_out(replace(field, zones=tuple(drawn)))
    named = {area.id: parts.get(area.name) or _between(canvas, area) for area in layout.areas}
    names = _names_of(canvas, [area for area in layout.areas if not area.drawn], list(parts), draws)
    outlines = _outlines(canvas, layout.owner, len(layout.areas))
    return [
        named[area.id]._replace(cells=outline, name=names.get(area.id, area.name))
        for area, outline in zip(layout.areas, outlines, strict=True)
    ]


def _pieces_of(place: NamedPlace, land: Land, own: Sequence[int]) -> list[NamedPlace]:
    """A place in pieces that a zone may have, each called by where in it it lies."""
    pieces = [[land.cell(at) for at in piece] for piece in derive(land, own)]
    if len(pieces) < 2:
        return [place._replace(cells=tuple(piece)) for piece in pieces]
    left, right = min(x for x, _ in place.cells), max(x for x, _ in place.cells)
    top, bottom = min(y for _, y in place.cells), max(y for _, y in place.cells)
    called = [_part(piece, (left, top, right - left + 1, bottom - top + 1)) for piece in pieces]
    found = []
    for number, (piece, part) in enumerate(zip(pieces, called, strict=True)):
        same = called[:number].count(part)
        name = f"{place.name}, {part.lower()}" + (f" {same + 1}" if same else "")
        found.append(place._replace(name=name, cells=tuple(piece)))
    return found


def _part(cells: Sequence[Cell], box: tuple[int, int, int, int]) -> str:
    """Where in a box of cells some of them lie: "North-west", "South", "Middle"."""
    left, top, wide, high = box
    column = min(2, 3 * sum(2 * (x - left) + 1 for x, _ in cells) // (2 * wide * len(cells)))
    row = min(2, 3 * sum(2 * (y - top) + 1 for _, y in cells) // (2 * high * len(cells)))
    north, west = HALVES[0][row], HALVES[1][column]
    return f"{north}-{west}" if north and west else north or west.capitalize() or "Middle"


def _between(canvas: Canvas, area: Area) -> NamedPlace:
    """Ground that nobody has named, as the game takes it."""
    thick = sum(canvas.props.get(cell, "").startswith(("undergrowth", "brambles")) for cell in area.cells)
    return NamedPlace(area.name, area.cells, area.kind, area.cover, overgrown=3 * thick >= len(area.cells))


def _names_of(canvas: Canvas, areas: Sequence[Area], taken: Sequence[str], draws: SeededDraws) -> dict[str, str]:
    """Names by the ground that most of an area has, as long as the map has some; else what the game calls it."""
    left = {ground: draws.shuffled(names) for ground, names in canvas.names.items()}
    found: dict[str, str] = {}
    for area in areas:
        grounds = Counter(canvas.ground(cell) for cell in area.cells)
        ground = min(grounds, key=lambda each: (-grounds[each], each))
        free = [name for name in left.get(ground, ()) if name not in taken]
        if free:
            found[area.id] = free[0]
            left[ground] = free[1:]
    used = {*taken, *found.values()}
    for area in areas:
        number, name = 1, area.name
        while area.id not in found and name in used:
            number += 1
            name = f"{area.name} {number}"
        found.setdefault(area.id, name)
        used.add(found[area.id])
    return found


def _outlines(canvas: Canvas, owner: Sequence[int], count: int) -> list[tuple[Cell, ...]]:
    """The cells of each zone with the solid ones in and at it, as somebody would draw round them."""
    whole: list[list[Cell]] = [[] for _ in range(count)]
    for x, y in canvas.cells():
        zone = owner[y * canvas.width + x]
        if zone < 0:
            beside = Counter(owner[v * canvas.width + u] for u, v in canvas.beside((x, y)))
            del beside[-1]
            zone = min(beside, key=lambda each: (-beside[each], each), default=-1)
            if zone < 0 or beside[zone] < ENCLOSED or canvas.walls.get((x, y)) in ("stone", "brick", "earth"):
                continue
        whole[zone].append((x, y))
    return [tuple(cells) for cells in whole]
