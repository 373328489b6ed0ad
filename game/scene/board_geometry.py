"""Where places are on the board, whatever a ruleset means by a place: cells of the grid, zones with their borders.

Everything that is drawn, pointed at or told of places goes through a BoardGeometry, so that nothing above asks which
kind a battle is on. ``OnCells`` and ``OnZones`` are the kinds there are.
Spots are in cells, with fractions: cell (x, y) has its middle at (x + 0.5, y + 0.5).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from game.rules.events import Id
from game.rules.ruleset import Places
from game.spatial.field import UNIT, Cell
from game.spatial.places import InZone, OnBorder, Place, ZonePlace, written
from game.spatial.sight import Sight
from game.spatial.space import Space
from game.spatial.zones import Zones

Spot = tuple[float, float]
"""A place on the map, in cells; cell (x, y) has its middle at (x + 0.5, y + 0.5)."""


P = TypeVar("P")

VisibleCells = npt.NDArray[np.bool_]
"""Cells of a map that are seen, height x width."""


@dataclass(frozen=True, slots=True)
class Pointed:
    """Target of the pointer or the board's cursor."""

    cell: Cell
    places: tuple[Place, ...] = ()
    """The places that may be meant, the likeliest first."""
    token: Id | None = None


@dataclass(frozen=True, slots=True)
class Placement:
    """Where a token is drawn."""

    spot: Spot
    """Its top left corner, in cells."""
    scale: float = 1.0
    """Its size, of what it would be on a cell of its own."""
    cell: Cell = (0, 0)
    """The cell it stands on, as far as one cell can be named; of a large body the top left one."""


PlacedBody: TypeAlias = "tuple[P, Cell, int]"
"""Somebody's place, the cell it is drawn on, and its size."""

Corners = npt.NDArray[np.int8]
"""For each cell of a map how many corners of a body there are seen, height x width; less than 0 for none of it."""


class BoardGeometry(Protocol[P]):
    """The places of one map as the board shows them."""

    melee: int
    """Less than so many cells lie between the bodies of two who fight hand to hand."""
    hint: str
    """The name of the hint that explains such places to a newcomer; empty if none is needed."""
    numbered: bool
    """Whether places are told by column and row."""

    @property
    def places(self) -> tuple[P, ...]:
        """All places, in a fixed order: every cell; every zone, then every border."""

    @property
    def labelled(self) -> tuple[P, ...]:
        """The places whose names are written on the map."""

    # -- in words

    def name(self, place: P) -> str:
        """A place in words."""

    def title(self, place: P) -> str:
        """The name that a place bears on the map, empty if it has none of its own."""

    def tell(self, space: Space, place: P, held: int) -> list[str]:
        """A place in a few phrases: its name, then room and whatever else it has. ``held``: how much room is taken.

        ``space`` is the map with its doors as they are.
        """

    def in_short(self, place: P, held: int) -> list[str]:
        """The same under the place's name on the map."""

    # -- on the board

    def middle(self, place: P) -> Spot:
        """Where a place is."""

    def inside(self, place: P) -> Spot:
        """A spot that surely lies in a place: where a way through it is drawn."""

    def cell(self, place: P) -> Cell:
        """The cell that stands for a place."""

    def cells(self, place: P) -> tuple[Cell, ...]:
        """The ground of a place; none for a border."""

    def ground(self, cells: Iterable[Cell]) -> frozenset[Cell]:
        """The ground of all places that some cells lie in."""

    def lying(self, place: P, number: int) -> Spot:
        """Where a thing that lies in a place is drawn, the ``number``-th there from 0."""

    def round(self, at: Cell, size: int, reach: int) -> frozenset[Cell]:
        """The cells within ``reach`` cells of a body, if distances are counted in cells; else none."""

    def sight(self, space: Space, a: PlacedBody[P], b: PlacedBody[P]) -> Sight | bool:
        """How one body sees another: with a proof where sight runs from cell to cell, else whether it does at all."""

    def glance(self, space: Space, a: PlacedBody[P], b: PlacedBody[P]) -> tuple[int, list[str]] | None:
        """How one body would see another, in corners of it from 0 to 8, and in a few words; None if not at all."""

    def cover(self, space: Space, at: Cell, size: int) -> Corners | None:
        """How well bodies in all cells are seen from one; None where all in one place see alike."""

    def seen(self, space: Space, bodies: Sequence[PlacedBody[P]], lit: int | None = None) -> VisibleCells:
        """Cells that bodies see together, each given by its place, its cell and its size.

        ``lit``: the cells in light, as a mask, where a ruleset tells of them; else the map does.
        """

    # -- ways

    def passing(self, place: P, size: int) -> Spot:
        """The spot of a place that a body on its way through goes by."""

    def between(self, start: P, end: P) -> tuple[P, ...]:
        """The places that a step leads through without stopping on them: the border between two zones."""

    def rim(self, places: Sequence[P]) -> list[P]:
        """Those of some places from which a step could lead out of them."""

    # -- tokens

    def alone(self, place: P) -> Spot | None:
        """Where whoever is in a place is sure to be drawn; None if several may share it."""

    def close(self, a: P, b: P) -> bool:
        """Whether bodies in two places could be in each other's way."""

    def layout(self, place: P, size: int) -> Iterator[tuple[Placement, float]]:
        """Where a body may be drawn in a place, one at least, each with what speaks against it."""

    def spots(self, place: P) -> Iterator[Spot]:
        """Spots of a place that the pointer takes for it, one at least."""

    # -- pointing

    def outlined(self, places: Sequence[P]) -> Sequence[P]:
        """Those of the places pointed at that are outlined and told of; none where their ground shows what they are."""

    def bracketed(self, cell: Cell, token: Spot | None) -> Spot | None:
        """Where the brackets of the keys' cursor go: ``cell`` is what it is on, ``token`` where one on it is drawn."""

    def under(self, spot: Spot) -> tuple[P, ...]:
        """The places that a spot of the board may mean, the likeliest first."""

    def beside(self, place: P, way: tuple[int, int]) -> P:
        """The place that an arrow key leads to (``way`` is columns and rows); the same one at the rim."""


AnyGeometry: TypeAlias = BoardGeometry[Any]


class OnCells:
    """The cells of one map as the board shows them."""

    melee = 2  # cells between two bodies: whoever has a long reach strikes so far
    hint = ""
    numbered = True

    def __init__(self, space: Space) -> None:
        self.space = space

    @property
    def places(self) -> tuple[Cell, ...]:
        """Every cell, row by row."""
        return tuple((x, y) for y in range(self.space.height) for x in range(self.space.width))

    @property
    def labelled(self) -> tuple[Cell, ...]:
        """None: a cell has no name of its own."""
        return ()

    def name(self, place: Cell) -> str:
        """Column and row."""
        return written(place)

    def title(self, place: Cell) -> str:
        """None: a cell has no name of its own."""
        return ""

    def tell(self, space: Space, place: Cell, held: int) -> list[str]:
        """Column and row."""
        return [self.name(place)]

    def in_short(self, place: Cell, held: int) -> list[str]:
        """Nothing: a cell holds one body, which is seen."""
        return []

    def middle(self, place: Cell) -> Spot:
        """The middle of the cell."""
        return place[0] + 0.5, place[1] + 0.5

    def inside(self, place: Cell) -> Spot:
        """The middle of the cell."""
        return self.middle(place)

    def cell(self, place: Cell) -> Cell:
        """The place itself."""
        return place

    def cells(self, place: Cell) -> tuple[Cell, ...]:
        """The place itself."""
        return (place,)

    def ground(self, cells: Iterable[Cell]) -> frozenset[Cell]:
        """These cells."""
        return frozenset(cells)

    def lying(self, place: Cell, number: int) -> Spot:
        """The middle of the cell."""
        return self.middle(place)

    def round(self, at: Cell, size: int, reach: int) -> frozenset[Cell]:
        """The square of cells round a body, as far as it lies on the map, without the body's own."""
        across = range(max(0, at[0] - reach), min(self.space.width, at[0] + size + reach))
        down = range(max(0, at[1] - reach), min(self.space.height, at[1] + size + reach))
        return frozenset((x, y) for y in down for x in across) - set(self.space.footprint(at, size))

    def sight(self, space: Space, a: PlacedBody[Cell], b: PlacedBody[Cell]) -> Sight | bool:
        """The proof of what one body sees of another."""
        return space.sight(a[0], b[0], a[2], b[2])

    def glance(self, space: Space, a: PlacedBody[Cell], b: PlacedBody[Cell]) -> tuple[int, list[str]] | None:
        """Corners of one body that the other sees, and the other way round, unless they are all there are."""
        there = space.corners_seen(a[0], b[0], a[2], b[2])
        if there < 0:
            return None
        back = space.corners_seen(b[0], a[0], b[2], a[2])
        words = [f"sees {there} of 8 corners"] * (there < 8) + [f"seen by {max(back, 0)} of 8"] * (back < 8)
        return there, words

    def cover(self, space: Space, at: Cell, size: int) -> Corners | None:
        """The whole field of sight from a cell."""
        return space.field_of_view(at, size).corners

    def seen(self, space: Space, bodies: Sequence[PlacedBody[Cell]], lit: int | None = None) -> VisibleCells:
        """The cells to which one of them has a line of sight: in the dark there may be nothing to see there."""
        views = [space.field_of_view(cell, size).seen for _, cell, size in bodies]
        seen: VisibleCells = np.logical_or.reduce([np.zeros((space.height, space.width), np.bool_), *views])
        return seen

    def passing(self, place: Cell, size: int) -> Spot:
        """The middle of the body, its top left corner on the cell."""
        return place[0] + size / 2, place[1] + size / 2

    def between(self, start: Cell, end: Cell) -> tuple[Cell, ...]:
        """None: a way names every cell."""
        return ()

    def rim(self, places: Sequence[Cell]) -> list[Cell]:
        """Cells beside which there is one that is not among them."""
        inner, steps = frozenset(places), [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        return [(x, y) for x, y in places if any((x + dx, y + dy) not in inner for dx, dy in steps)]

    def alone(self, place: Cell) -> Spot | None:
        """The middle of the cell."""
        return self.middle(place)

    def close(self, a: Cell, b: Cell) -> bool:
        """No two bodies share ground."""
        return False

    def layout(self, place: Cell, size: int) -> Iterator[tuple[Placement, float]]:
        """The cell, at full size."""
        yield Placement((float(place[0]), float(place[1])), 1.0, place), 0.0

    def spots(self, place: Cell) -> Iterator[Spot]:
        """The middle of the cell."""
        yield self.middle(place)

    def outlined(self, places: Sequence[Cell]) -> Sequence[Cell]:
        """None: the ground of a cell is seen, and the cursor has brackets of its own."""
        return ()

    def bracketed(self, cell: Cell, token: Spot | None) -> Spot | None:
        """The cell."""
        return cell

    def under(self, spot: Spot) -> tuple[Cell, ...]:
        """The cell."""
        cell = (int(spot[0] // 1), int(spot[1] // 1))
        return (cell,) if self.space.inside(cell) else ()

    def beside(self, place: Cell, way: tuple[int, int]) -> Cell:
        """The next cell."""
        x = max(0, min(self.space.width - 1, place[0] + way[0]))
        return x, max(0, min(self.space.height - 1, place[1] + way[1]))


BorderSegment = tuple[Spot, Spot]

NEAR = 0.28
"""How far from a border's line, in cells, the pointer is still on the border."""

HANDLE = 0.42
"""How far from the middle of a border it is."""

ON_BORDER = 0.8
"""How large a body on a border is drawn: it leaves room beside the line."""

SQUEEZED = 0.62
"""How large a body between others is drawn: it fits where the corners of four cells meet."""


class OnZones:
    """The zones and borders of one map as the board shows them."""

    melee = 8  # bodies that fight within a zone may stand some cells apart
    numbered = False

    def __init__(self, zones: Zones, *, whole: bool = False) -> None:
        """``whole``: nobody stands on borders, and zones hold any number."""
        self.zones, self.whole = zones, whole
        self.hint = "whole zones" if whole else "zones"

    @property
    def places(self) -> tuple[ZonePlace, ...]:
        """Every zone, then every border."""
        return self.zones.all_zones if self.whole else self.zones.places

    @property
    def labelled(self) -> tuple[ZonePlace, ...]:
        """Every zone."""
        return self.zones.all_zones

    def name(self, place: ZonePlace) -> str:
        """The zone's name; of a border, between which zones."""
        return self.zones.name(place)

    def title(self, place: ZonePlace) -> str:
        """The same."""
        return self.name(place)

    def tell(self, space: Space, place: ZonePlace, held: int) -> list[str]:
        """Name, whether it is shut, how much of its room is taken, what it is like."""
        if isinstance(place, InZone):
            name, facts = self.name(place), [*self.tags(place)]
        else:
            crossing, sides = self.zones.crossing(place), [self.name(side) for side in self.zones.sides(place)]
            kind = "Border" if crossing.kind == "open" else crossing.kind.capitalize()
            name, facts = f"{kind} {sides[0]} | {sides[1]}", [crossing.test] if crossing.test else []
        shut = ["shut"] if space.zones.closed(place) else []
        return [name, *shut, *([] if self.whole else [f"{held} of {self.zones.capacity(place)}"]), *facts]

    def in_short(self, place: ZonePlace, held: int) -> list[str]:
        """Room taken and room in all, and what a zone is like."""
        room = [] if self.whole else [f"{held}/{self.zones.capacity(place)}"]
        return [*room, *(self.tags(place) if isinstance(place, InZone) else ())]

    def middle(self, place: ZonePlace) -> Spot:
        """The middle of the zone; on a border the spot that is nearest to its middle."""
        return self._middles[place]

    @cached_property
    def _middles(self) -> dict[ZonePlace, Spot]:
        found = {place: self.zones.middle(place) for place in self.zones.places}
        return {place: (x / UNIT, y / UNIT) for place, (x, y) in found.items()}

    def inside(self, place: ZonePlace) -> Spot:
        """The middle of the cell nearest to a zone's middle; on a border its middle."""
        if isinstance(place, OnBorder):
            return self.middle(place)
        x, y = self.cell(place)
        return x + 0.5, y + 0.5

    def cell(self, place: ZonePlace) -> Cell:
        """The cell nearest to the middle."""
        return self._cells[place]

    @cached_property
    def _cells(self) -> dict[ZonePlace, Cell]:
        return {place: self._central(place) for place in self.zones.places}

    def _central(self, place: ZonePlace) -> Cell:
        x, y = self.middle(place)
        cells = self.zones.cells(place)
        if not cells:
            return int(x), int(y)
        return min(cells, key=lambda cell: ((cell[0] + 0.5 - x) ** 2 + (cell[1] + 0.5 - y) ** 2, cell[1], cell[0]))

    def cells(self, place: ZonePlace) -> tuple[Cell, ...]:
        """The cells of a zone."""
        return self.zones.cells(place) if isinstance(place, InZone) else ()

    def ground(self, cells: Iterable[Cell]) -> frozenset[Cell]:
        """The cells of all zones that some cells lie in."""
        found = dict.fromkeys(zone for cell in cells if (zone := self.zones.at(cell)) is not None)
        return frozenset(cell for zone in found for cell in self.zones.cells(zone))

    def lying(self, place: ZonePlace, number: int) -> Spot:
        """Off the middle of a zone, each thing on a cell of its own as long as there are some; a border's middle."""
        x, y = self.middle(place)
        cells = self.cells(place)
        if not cells:
            return x, y
        far = sorted(cells, key=lambda cell: (-((cell[0] + 0.5 - x) ** 2) - (cell[1] + 0.5 - y) ** 2, cell))
        cell = far[number % len(far)]
        return cell[0] + 0.5, cell[1] + 0.5

    def round(self, at: Cell, size: int, reach: int) -> frozenset[Cell]:
        """None: distances are counted in zones."""
        return frozenset()

    def sight(self, space: Space, a: PlacedBody[ZonePlace], b: PlacedBody[ZonePlace]) -> Sight | bool:
        """Whether somebody in one zone or border sees somebody in another, by the map's light and smoke."""
        return space.zones.visible(a[0], b[0])

    def glance(self, space: Space, a: PlacedBody[ZonePlace], b: PlacedBody[ZonePlace]) -> tuple[int, list[str]] | None:
        """All of it, and how many zones lie between, for something that flies."""
        if not space.zones.visible(a[0], b[0]):
            return None
        zones = space.zones.span(a[0], b[0])
        return 8, [] if zones is None else [f"{zones} zone{'' if zones == 1 else 's'}" if zones else "nearby"]

    def cover(self, space: Space, at: Cell, size: int) -> Corners | None:
        """None: all in a zone see alike."""
        return None

    def seen(self, space: Space, bodies: Sequence[PlacedBody[ZonePlace]], lit: int | None = None) -> VisibleCells:
        """The cells of all zones that are seen, and what stands beside these cells; a zone is lit if all of it is."""
        zones = space.zones
        light = () if lit is None else tuple(z for z in zones.all_zones if not space.mask(zones.cells(z)) & ~lit)
        starts = tuple(dict.fromkeys(place for place, _, _ in bodies))
        seen = np.zeros((space.height, space.width), np.bool_)
        for zone in zones.all_zones:
            if any(zones.visible(start, zone, lit=light) for start in starts):
                for x, y in zones.cells(zone):
                    seen[y, x] = True
        padded = np.pad(seen, 1)
        height, width = seen.shape
        around = [padded[dy : dy + height, dx : dx + width] for dy in range(3) for dx in range(3)]
        solid = np.array([zones.at((x, y)) is None for y in range(height) for x in range(width)]).reshape(seen.shape)
        beside: VisibleCells = np.logical_or.reduce(around) & solid
        return seen | beside

    def passing(self, place: ZonePlace, size: int) -> Spot:
        """A spot that surely lies in the place."""
        return self.inside(place)

    def between(self, start: ZonePlace, end: ZonePlace) -> tuple[ZonePlace, ...]:
        """For two zones the border between them, the first that is open ground; none for half a step."""
        if not (isinstance(start, InZone) and isinstance(end, InZone)):
            return ()
        easiest = sorted(
            self.zones.between(start, end), key=lambda border: (self.zones.crossing(border).kind != "open", border)
        )
        return tuple(easiest[:1])

    def rim(self, places: Sequence[ZonePlace]) -> list[ZonePlace]:
        """All of them: zones are few, and each may have a border that leads on."""
        return list(places)

    def alone(self, place: ZonePlace) -> Spot | None:
        """None: zones and borders hold several bodies."""
        return None

    def close(self, a: ZonePlace, b: ZonePlace) -> bool:
        """Whether two places are one, lie side by side, or are both borders, which may meet at a corner."""
        return a == b or b in self.zones.touching(a) or (isinstance(a, OnBorder) and isinstance(b, OnBorder))

    def label(self, zone: InZone) -> tuple[float, int, int]:
        """Where a zone's name is written: the middle of its first row that is long enough, the row, its cells."""
        return self._rows[zone][0]

    def rows(self, zone: InZone) -> tuple[tuple[float, int, int], ...]:
        """Where a zone's name may be written, the best first: the middle of a row's cells, the row, its cells."""
        return self._rows[zone]

    @cached_property
    def _rows(self) -> dict[InZone, tuple[tuple[float, int, int], ...]]:
        return {zone: _rows_of(self.zones.cells(zone)) for zone in self.zones.all_zones}

    @cached_property
    def segments(self) -> dict[OnBorder, tuple[BorderSegment, ...]]:
        """The line of each border, cell by cell; none for one that joins zones apart."""
        return {
            border: tuple(_segment(a, b) for a, b in self.zones.crossing(border).sides)
            for border in self.zones.all_borders
        }

    def layout(self, place: ZonePlace, size: int) -> Iterator[tuple[Placement, float]]:
        """Where a body may stand in a place, with what speaks against it."""
        if isinstance(place, OnBorder):
            yield from self._on_border(place, size)
            return
        cells = self.cells(place)
        inside, kept = frozenset(cells), frozenset[Cell]() if self.whole else self._kept(place)
        rim = self.label(place)[1]
        for x, y in cells:
            footprint = [(x + i, y + j) for j in range(size) for i in range(size)]
            outside = sum(cell not in inside for cell in footprint)
            yield (
                Placement((x, y), 1.0, (x, y)),
                40 * outside + 8 * any(cell in kept for cell in footprint) + 2.5 * (y == rim),
            )
            half = size * SQUEEZED / 2
            yield Placement((x - half, y - half), SQUEEZED, (x, y)), 25.0 + 3 * ((x - 1, y - 1) not in inside)

    def _on_border(self, border: OnBorder, size: int) -> Iterator[tuple[Placement, float]]:
        """On the line, cell by cell; where that is too narrow for all, smaller beside each other."""
        segments = self.segments[border]
        for segment, (a, b) in zip(segments, self.zones.crossing(border).sides, strict=True):
            (ax, ay), (bx, by) = segment
            x, y = (ax + bx) / 2, (ay + by) / 2
            yield _centred((x, y), size, ON_BORDER, min(a, b)), 0.0
            along = (0.45, 0.0) if a[0] == b[0] else (0.0, 0.45)
            for way in (1, -1):
                yield _centred((x + way * along[0], y + way * along[1]), size, SQUEEZED, min(a, b)), 6.0
            for cell in (a, b):
                yield _centred((cell[0] + 0.5, cell[1] + 0.5), size, SQUEEZED, cell), 12.0
        if not segments:
            cells = self.zones.cells(border) or (self.cell(border),)
            for cell in cells:
                yield _centred((cell[0] + 0.5, cell[1] + 0.5), size, ON_BORDER, cell), 0.0

    def _kept(self, zone: InZone) -> frozenset[Cell]:
        """The cells beside the spots that bodies on the zone's borders would take first."""
        kept: set[Cell] = set()
        for border in self.zones.borders(zone):
            x, y = self.middle(border)
            sides = self.zones.crossing(border).sides
            nearest = sorted(sides, key=lambda side: _from((x, y), _halfway_between(side)))
            for side in nearest[: self.zones.capacity(border)]:
                kept.update(side)
        return frozenset(kept)

    def spots(self, place: ZonePlace) -> Iterator[Spot]:
        """Spots of a place for the pointer: five in each cell, clear of the lines; along the line of a border."""
        if isinstance(place, InZone):
            for x, y in self.cells(place):
                for dx, dy in ((0.5, 0.5), (0.31, 0.31), (0.69, 0.31), (0.31, 0.69), (0.69, 0.69)):
                    spot = (x + dx, y + dy)
                    if self.under(spot)[:1] == (place,):
                        yield spot
            yield self.inside(place)
            return
        yield self.middle(place)
        for (ax, ay), (bx, by) in self.segments[place]:
            for share in (0.1, 0.3, 0.5, 0.7, 0.9):
                yield ax + (bx - ax) * share, ay + (by - ay) * share

    def outlined(self, places: Sequence[ZonePlace]) -> Sequence[ZonePlace]:
        """All of them."""
        return places

    def bracketed(self, cell: Cell, token: Spot | None) -> Spot | None:
        """Spot of whoever is pointed at; a zone or border is outlined itself."""
        return token

    def under(self, spot: Spot) -> tuple[ZonePlace, ...]:
        """The border whose line or middle is near, then the zone; of whole zones borders that are no open ground."""
        near = []
        for border, segments in self.segments.items():
            if self.whole and not self.telling(border):
                continue
            line = min((_apart(spot, segment) for segment in segments), default=NEAR)
            x, y = self.middle(border)
            handle = ((spot[0] - x) ** 2 + (spot[1] - y) ** 2) ** 0.5
            if line < NEAR or handle < HANDLE:
                near.append((min(line, handle), border))
        zone = self.zones.at((int(spot[0] // 1), int(spot[1] // 1)))
        borders = tuple(border for _, border in sorted(near))
        return borders if zone is None else (*borders, zone)

    def telling(self, border: OnBorder) -> bool:
        """Whether there is anything to know of a border: a door, a climb, a test that it asks for."""
        crossing = self.zones.crossing(border)
        return crossing.kind != "open" or bool(crossing.test)

    def beside(self, place: ZonePlace, way: tuple[int, int]) -> ZonePlace:
        """Of the borders of a zone, or the zones of a border, the one that lies most in that direction.

        From a border along its line: the next border of its zones.
        """
        if isinstance(place, InZone):
            borders = self.zones.borders(place)
            over = (side for border in borders for side in self.zones.sides(border) if side != place)
            return self._towards(place, way, over if self.whole else borders) or place
        sides = self.zones.sides(place)
        others = [border for side in sides for border in self.zones.borders(side)]
        return self._towards(place, way, sides) or self._towards(place, way, others) or place

    def _towards(self, place: ZonePlace, way: tuple[int, int], among: Iterable[ZonePlace]) -> ZonePlace | None:
        x, y = self.middle(place)
        best: tuple[float, ZonePlace] | None = None
        for other in among:
            dx, dy = self.middle(other)[0] - x, self.middle(other)[1] - y
            along, across = dx * way[0] + dy * way[1], abs(dx * way[1]) + abs(dy * way[0])
            if along > 0.01 and across <= 2 * along:
                far = (across / along, other)
                best = far if best is None else min(best, far)
        return best[1] if best else None

    def tags(self, zone: InZone) -> tuple[str, ...]:
        """Nature of a zone in words: cover, barrier, and what the map says of it."""
        area = self.zones.area(zone)
        cover = () if area.cover == "none" else (str(area.cover),)
        said = (tag.replace("_", " ") for tag in area.tags if tag not in ("light", "trap", "objective", "thing"))
        return (*cover, *said)


def _rows_of(cells: tuple[Cell, ...]) -> tuple[tuple[float, int, int], ...]:
    """Middle, row and number of cells of each row, those that are long enough for a name first, from the top down."""
    rows: dict[int, list[int]] = {}
    for x, y in cells:
        rows.setdefault(y, []).append(x)
    enough = min(3, max(len(row) for row in rows.values()))
    order = sorted(rows, key=lambda y: (len(rows[y]) < enough, y))
    return tuple(((min(rows[y]) + max(rows[y]) + 1) / 2, y, max(rows[y]) - min(rows[y]) + 1) for y in order)


def _segment(a: Cell, b: Cell) -> BorderSegment:
    """The side that two neighbouring cells share; of two that only touch, where they do."""
    x, y = max(a[0], b[0]), max(a[1], b[1])
    if a[1] == b[1]:
        return (x, y), (x, y + 1)
    if a[0] == b[0]:
        return (x, y), (x + 1, y)
    return (x, y), (x, y)


def _apart(spot: Spot, segment: BorderSegment) -> float:
    """How far a spot is from a level or upright line."""
    (ax, ay), (bx, by) = segment
    dx = max(ax - spot[0], 0.0, spot[0] - bx)
    dy = max(ay - spot[1], 0.0, spot[1] - by)
    return float((dx * dx + dy * dy) ** 0.5)


def _centred(middle: Spot, size: int, scale: float, cell: Cell) -> Placement:
    half = size * scale / 2
    return Placement((middle[0] - half, middle[1] - half), scale, cell)


def _halfway_between(side: tuple[Cell, Cell]) -> Spot:
    (ax, ay), (bx, by) = side
    return (ax + bx + 1) / 2, (ay + by + 1) / 2


def _from(a: Spot, b: Spot) -> float:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def board_geometry(places: Places, space: Space) -> AnyGeometry:
    """The places of a map, as a ruleset means them."""
    if places == "cells":
        return OnCells(space)
    return OnZones(space.zones, whole=places == "whole zones")
