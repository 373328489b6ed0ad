"""Where places are on the board: a ruleset's places are cells of the grid, or zones and the borders between them.

Everything that is drawn or pointed at goes through here, so that nothing above asks which of the two a battle is on.
Spots are in cells, with fractions: cell (x, y) has its middle at (x + 0.5, y + 0.5).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from game.rules.events import Id, Place
from game.rules.ruleset import Places
from game.spatial.field import UNIT, Cell
from game.spatial.space import Space
from game.spatial.zones import BORDER, ZONE, Zones
from game.view.camera import Spot

Segment = tuple[Spot, Spot]

NEAR = 0.28
"""How far from a border's line, in cells, the pointer is still on the border."""

HANDLE = 0.42
"""How far from the middle of a border it is."""


@dataclass(frozen=True, slots=True)
class Aim:
    """What the pointer or the board's cursor is on."""

    cell: Cell
    places: tuple[Place, ...] = ()
    """The places that may be meant, the likeliest first."""
    token: Id | None = None


class Whereabouts(Protocol):
    """The places of one map as the board shows them."""

    on_zones: bool

    @property
    def places(self) -> tuple[Place, ...]:
        """Every zone, then every border; every cell."""
        ...

    def name(self, place: Place) -> str:
        """A place in words."""
        ...

    def middle(self, place: Place) -> Spot:
        """Where a place is."""
        ...

    def inside(self, place: Place) -> Spot:
        """A spot that surely lies in a place: where a way through it is drawn."""
        ...

    def cell(self, place: Place) -> Cell:
        """The cell that stands for a place."""
        ...

    def cells(self, place: Place) -> tuple[Cell, ...]:
        """The ground of a place; none for a border."""
        ...

    def under(self, spot: Spot) -> tuple[Place, ...]:
        """The places that a spot of the board may mean, the likeliest first."""
        ...

    def beside(self, place: Place, way: tuple[int, int]) -> Place:
        """The place that an arrow key leads to (``way`` is columns and rows); the same one at the rim."""
        ...


class OnCells:
    """Places are cells."""

    on_zones = False

    def __init__(self, space: Space) -> None:
        self.space = space

    @property
    def places(self) -> tuple[Place, ...]:
        """Every cell, row by row."""
        return tuple((x, y) for y in range(self.space.height) for x in range(self.space.width))

    def name(self, place: Place) -> str:
        """Column and row."""
        return f"{place[0]},{place[1]}"

    def middle(self, place: Place) -> Spot:
        """The middle of the cell."""
        return place[0] + 0.5, place[1] + 0.5

    def inside(self, place: Place) -> Spot:
        """The middle of the cell."""
        return self.middle(place)

    def cell(self, place: Place) -> Cell:
        """The place itself."""
        return place

    def cells(self, place: Place) -> tuple[Cell, ...]:
        """The place itself."""
        return (place,)

    def under(self, spot: Spot) -> tuple[Place, ...]:
        """The cell."""
        cell = (int(spot[0] // 1), int(spot[1] // 1))
        return (cell,) if self.space.inside(cell) else ()

    def beside(self, place: Place, way: tuple[int, int]) -> Place:
        """The next cell."""
        x = max(0, min(self.space.width - 1, place[0] + way[0]))
        return x, max(0, min(self.space.height - 1, place[1] + way[1]))


class OnZones:
    """Places are zones and borders."""

    on_zones = True

    def __init__(self, zones: Zones) -> None:
        self.zones = zones

    @property
    def places(self) -> tuple[Place, ...]:
        """Every zone, then every border."""
        return self.zones.places

    def name(self, place: Place) -> str:
        """The zone's name; of a border, between which zones."""
        return self.zones.name(place)

    def middle(self, place: Place) -> Spot:
        """The middle of the zone; on a border the spot that is nearest to its middle."""
        return self._middles[place]

    @cached_property
    def _middles(self) -> dict[Place, Spot]:
        found = {place: self.zones.middle(place) for place in self.zones.places}
        return {place: (x / UNIT, y / UNIT) for place, (x, y) in found.items()}

    def inside(self, place: Place) -> Spot:
        """The middle of the cell nearest to a zone's middle; on a border its middle."""
        if place[0] == BORDER:
            return self.middle(place)
        x, y = self.cell(place)
        return x + 0.5, y + 0.5

    def cell(self, place: Place) -> Cell:
        """The cell nearest to the middle."""
        return self._cells[place]

    @cached_property
    def _cells(self) -> dict[Place, Cell]:
        return {place: self._central(place) for place in self.zones.places}

    def _central(self, place: Place) -> Cell:
        x, y = self.middle(place)
        cells = self.zones.cells(place)
        if not cells:
            return int(x), int(y)
        return min(cells, key=lambda cell: ((cell[0] + 0.5 - x) ** 2 + (cell[1] + 0.5 - y) ** 2, cell[1], cell[0]))

    def cells(self, place: Place) -> tuple[Cell, ...]:
        """The cells of a zone."""
        return self.zones.cells(place) if place[0] == ZONE else ()

    def rim(self, zone: Place) -> tuple[float, int, int]:
        """Where a zone's name is written: the middle of its first row that is long enough, the row, its cells."""
        return self._rims[zone]

    @cached_property
    def _rims(self) -> dict[Place, tuple[float, int, int]]:
        return {place: _rim(self.zones.cells(place)) for place in self.zones.places if place[0] == ZONE}

    @cached_property
    def segments(self) -> dict[Place, tuple[Segment, ...]]:
        """The line of each border, cell by cell; none for one that joins zones apart."""
        return {
            (BORDER, number): tuple(_segment(a, b) for a, b in crossing.sides)
            for number, crossing in enumerate(self.zones.crossings)
        }

    def under(self, spot: Spot) -> tuple[Place, ...]:
        """The border whose line or middle is near, then the zone."""
        near = []
        for border, segments in self.segments.items():
            line = min((_apart(spot, segment) for segment in segments), default=NEAR)
            x, y = self.middle(border)
            handle = ((spot[0] - x) ** 2 + (spot[1] - y) ** 2) ** 0.5
            if line < NEAR or handle < HANDLE:
                near.append((min(line, handle), border))
        zone = self.zones.at((int(spot[0] // 1), int(spot[1] // 1)))
        borders = tuple(border for _, border in sorted(near))
        return borders if zone is None else (*borders, zone)

    def beside(self, place: Place, way: tuple[int, int]) -> Place:
        """Of the borders of a zone, or the zones of a border, the one that lies most in that direction.

        From a border along its line: the next border of its zones.
        """
        if place[0] == ZONE:
            return self._towards(place, way, self.zones.borders(place)) or place
        sides = self.zones.sides(place)
        others = [border for side in sides for border in self.zones.borders(side)]
        return self._towards(place, way, sides) or self._towards(place, way, others) or place

    def _towards(self, place: Place, way: tuple[int, int], among: Iterable[Place]) -> Place | None:
        x, y = self.middle(place)
        best: tuple[float, Place] | None = None
        for other in among:
            dx, dy = self.middle(other)[0] - x, self.middle(other)[1] - y
            along, across = dx * way[0] + dy * way[1], abs(dx * way[1]) + abs(dy * way[0])
            if along > 0.01 and across <= 2 * along:
                far = (across / along, other)
                best = far if best is None else min(best, far)
        return best[1] if best else None

    def tags(self, zone: Place) -> tuple[str, ...]:
        """What a zone is like, in words: cover, barrier, and what the map says of it."""
        area = self.zones.area(zone)
        cover = () if area.cover == "none" else (str(area.cover),)
        said = (tag.replace("_", " ") for tag in area.tags if tag not in ("light", "trap", "objective", "thing"))
        return (*cover, *said)


def _rim(cells: tuple[Cell, ...]) -> tuple[float, int, int]:
    rows: dict[int, list[int]] = {}
    for x, y in cells:
        rows.setdefault(y, []).append(x)
    enough = min(3, max(len(row) for row in rows.values()))
    y, row = next((y, sorted(rows[y])) for y in sorted(rows) if len(rows[y]) >= enough)
    return (row[0] + row[-1] + 1) / 2, y, row[-1] - row[0] + 1


def _segment(a: Cell, b: Cell) -> Segment:
    """The side that two neighbouring cells share; of two that only touch, where they do."""
    x, y = max(a[0], b[0]), max(a[1], b[1])
    if a[1] == b[1]:
        return (x, y), (x, y + 1)
    if a[0] == b[0]:
        return (x, y), (x + 1, y)
    return (x, y), (x, y)


def _apart(spot: Spot, segment: Segment) -> float:
    """How far a spot is from a level or upright line."""
    (ax, ay), (bx, by) = segment
    dx = max(ax - spot[0], 0.0, spot[0] - bx)
    dy = max(ay - spot[1], 0.0, spot[1] - by)
    return float((dx * dx + dy * dy) ** 0.5)


def whereabouts(places: Places, space: Space) -> Whereabouts:
    """The places of a map, as a ruleset means them."""
    return OnZones(space.zones) if places == "zones" else OnCells(space)
