"""The map as zones and the borders between them: places, distances, neighbours, capacities.

A place is a zone or a border, as a pair of numbers: (0, zone) or (1, border), both counted in this module's order.
Moving from a zone to its border, or from a border to either of its zones, is one half of a zone.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from functools import cached_property
from math import atan2, pi
from typing import Final

import msgspec

from game.spatial.field import Border, BorderKind, Cell, Edge, Zone
from game.spatial.metric import CLIMB, DROP
from game.spatial.space import Space
from game.spatial.zoning import worked_out

Place = tuple[int, int]
"""(0, zone) or (1, border)."""

ON_BORDER: Final = 2
IN_DOOR: Final = 1
"""Bodies of size 1 that stand on an open border and in a doorway."""


class Crossing(msgspec.Struct, frozen=True):
    """A border between two zones, numbered ``a`` < ``b``."""

    id: str
    a: int
    b: int
    kind: BorderKind
    capacity: int
    closed: bool
    """Shut: no way through until it is opened."""
    open_above: bool
    """Whether a thrown blast passes over it though it is closed."""
    length: int
    """Cell sides along which the zones meet here."""
    cells: tuple[Cell, ...]
    """The cells on both sides, row by row."""
    edges: tuple[str, ...] = ()
    """Ids of the doors and other thin things in it."""
    test: str = ""
    """What crossing asks, in the map's words."""


class Zones:
    """The zones of a space. Drawn zones are taken as they are; a map without gets them worked out."""

    def __init__(self, space: Space) -> None:
        self.space = space
        field = space.field
        cells = ((x, y) for y in range(space.height) for x in range(space.width))
        stand = frozenset(c for c in cells if space.standable(c))
        self.zones: tuple[Zone, ...] = field.zones or worked_out(field, stand, space.floor)
        self._of: dict[Cell, int] = {}
        for number, zone in enumerate(self.zones):
            for cell in zone.cells:
                self._of.setdefault(cell, number)
        self.borders: tuple[Crossing, ...] = self._find_borders(stand)
        self._borders_of: list[list[int]] = [[] for _ in self.zones]
        for number, border in enumerate(self.borders):
            self._borders_of[border.a].append(number)
            self._borders_of[border.b].append(number)
        self._sees: dict[tuple[int, int], bool] = {}

    # --- what there is ---

    def zone_at(self, cell: Cell) -> int | None:
        """The zone a cell lies in; the first drawn if several do."""
        return self._of.get(cell)

    def borders_of(self, zone: int) -> tuple[int, ...]:
        """The borders of a zone, in order."""
        return tuple(self._borders_of[zone])

    def zones_of(self, place: Place) -> tuple[int, ...]:
        """The zone itself, or both zones of a border."""
        kind, number = place
        return (number,) if kind == 0 else (self.borders[number].a, self.borders[number].b)

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """All zones, then all borders."""
        return (*((0, n) for n in range(len(self.zones))), *((1, n) for n in range(len(self.borders))))

    def capacity(self, place: Place) -> int:
        """Bodies of size 1 that fit; a body of size k counts for k times k."""
        kind, number = place
        if kind == 1:
            return self.borders[number].capacity
        zone = self.zones[number]
        return zone.capacity or len(zone.cells)

    def middle(self, place: Place) -> Cell:
        """The cell of a place nearest to its middle, to draw bodies at and to measure directions from."""
        cells = self.zones[place[1]].cells if place[0] == 0 else self.borders[place[1]].cells
        x, y = sum(c[0] for c in cells), sum(c[1] for c in cells)
        n = len(cells)
        return min(cells, key=lambda c: ((c[0] * n - x) ** 2 + (c[1] * n - y) ** 2, c[1], c[0]))

    # --- moving ---

    def steps(self, place: Place) -> tuple[Place, ...]:
        """The places half a zone away: a zone's borders that are not closed, or a border's zones."""
        if place[0] == 0:
            return tuple((1, n) for n in self._borders_of[place[1]] if not self.borders[n].closed)
        return tuple((0, n) for n in self.zones_of(place))

    def reach(
        self, start: Place, halves: int, *, shut: frozenset[Place] = frozenset(), full: frozenset[Place] = frozenset()
    ) -> Mapping[Place, tuple[Place, ...]]:
        """Every place within so many halves of a zone, and the way there: nearest first, then in order.

        ``shut`` places can't be entered. ``full`` ones can't either, but for the start.
        """
        found: dict[Place, tuple[Place, ...]] = {start: ()}
        queue = deque([start])
        while queue:
            here = queue.popleft()
            if len(found[here]) == halves:
                continue
            for there in self.steps(here):
                if there not in found and there not in shut and there not in full:
                    found[there] = (*found[here], there)
                    queue.append(there)
        return found

    def distance(self, a: Place, b: Place) -> int | None:
        """Zones along the shortest way, the first not counted; from a border as from either zone. None: no way."""
        spans = [self._spans[p][q] for p in self.zones_of(a) for q in self.zones_of(b) if q in self._spans[p]]
        return min(spans, default=None)

    @cached_property
    def _spans(self) -> list[dict[int, int]]:
        """From each zone the distance to every zone that can be reached."""
        out = []
        for start in range(len(self.zones)):
            found = {start: 0}
            queue = deque([start])
            while queue:
                here = queue.popleft()
                for _, border in self.steps((0, here)):
                    for there in self.zones_of((1, border)):
                        if there not in found:
                            found[there] = found[here] + 1
                            queue.append(there)
            out.append(found)
        return out

    def nearby(self, place: Place) -> tuple[Place, ...]:
        """All places at distance 0: a zone and its borders; from a border, that border and both zones."""
        if place[0] == 0:
            return (place, *((1, n) for n in self._borders_of[place[1]]))
        return (*((0, n) for n in self.zones_of(place)), place)

    # --- blasts ---

    def blast(self, zone: int) -> tuple[Place, ...]:
        """The places that a blast on a zone hits: the zone and its borders."""
        return self.nearby((0, zone))

    def neighbours(self, zone: int) -> tuple[int, ...]:
        """The zones that a blast gone astray may hit, numbered clockwise from north; ties go by the zones' order.

        Rules roll a die and take ``neighbours(zone)[roll - 1]``. Closed borders do not count unless open above.
        """
        across: set[int] = set()
        for number in self._borders_of[zone]:
            border = self.borders[number]
            if not border.closed or border.open_above:
                across |= {border.a, border.b}
        x, y = self._centre(zone)

        def bearing(other: int) -> tuple[float, int]:
            ox, oy = self._centre(other)
            return round(atan2(ox - x, y - oy) % (2 * pi), 9), other

        return tuple(sorted(across - {zone}, key=bearing))

    def _centre(self, zone: int) -> tuple[float, float]:
        cells = self.zones[zone].cells
        return sum(c[0] for c in cells) / len(cells), sum(c[1] for c in cells) / len(cells)

    # --- sight ---

    def sees(self, a: int, b: int) -> bool:
        """Whether some cell of a zone sees some cell of another.

        Smoke in either ends it, and so does the dark in ``b``; within one zone all see each other. Smoke in a third zone
        between the two is not looked at.
        """
        if a == b:
            return True
        if self.zones[a].smoke or self.zones[b].smoke or self.zones[b].dark:
            return False
        key = (min(a, b), max(a, b))
        if key not in self._sees:
            inner, outer = (sorted(self.zones[n].cells, key=self._standing) for n in key)
            self._sees[key] = any(self.space.sees(p, q) for p in inner for q in outer)
        return self._sees[key]

    def _standing(self, cell: Cell) -> bool:
        """Cells that one can stand on first: they see most."""
        return not self.space.standable(cell)

    # --- finding borders ---

    def _find_borders(self, stand: frozenset[Cell]) -> tuple[Crossing, ...]:
        """Where zones meet: each door on its own, all open sides of a pair together."""
        meeting: dict[tuple[int, int, str], list[tuple[Cell, Cell]]] = {}
        doors: dict[str, Edge] = {}
        for a, cell in ((self._of[c], c) for c in sorted(self._of, key=lambda c: (c[1], c[0]))):
            for other in ((cell[0] + 1, cell[1]), (cell[0], cell[1] + 1)):
                b = self._of.get(other)
                if b is None or b == a or cell not in stand or other not in stand:
                    continue
                edge = self.space.edge_between(cell, other)
                way = self._way(cell, other, edge)
                if way is None:
                    continue
                if edge is not None and way == "door":
                    doors[edge.id] = edge
                name = edge.id if edge is not None and way == "door" else ""
                meeting.setdefault((min(a, b), max(a, b), name or f"*{way}"), []).append((cell, other))
        # An open way between two zones takes in the places where one would have to climb.
        for a, b, name in list(meeting):
            if name == "*climb" and (a, b, "*open") in meeting:
                del meeting[a, b, name]
        return tuple(self._crossing(*key, sides, doors) for key, sides in sorted(meeting.items(), key=lambda i: i[0]))

    def _way(self, a: Cell, b: Cell, edge: Edge | None) -> BorderKind | None:
        """What lies between two neighbouring cells of two zones; None for a wall."""
        there = edge is not None and edge.id not in self.space.open_edges
        if edge is not None and edge.kind in ("door", "portcullis"):
            return "door"
        if there and edge is not None and edge.kind != "low_wall":
            return None
        rise = abs(self.space.floor(a) - self.space.floor(b))
        ramps = self.space.field.ramps
        if there and edge is not None and edge.sill > CLIMB:
            return "climb"
        return "climb" if rise > min(CLIMB, DROP) and a not in ramps and b not in ramps else "open"

    def _crossing(self, a: int, b: int, name: str, sides: list[tuple[Cell, Cell]], doors: dict[str, Edge]) -> Crossing:
        """Put a border together, with what the map draws for it."""
        cells = tuple(sorted({c for side in sides for c in side}, key=lambda c: (c[1], c[0])))
        door = doors.get(name)
        kind: BorderKind = "door" if door else "climb" if name == "*climb" else "open"
        drawn = next((d for d in self.space.field.borders if _touches(d, cells, self._of, a, b)), None)
        closed = door is not None and door.id not in self.space.open_edges
        capacity = IN_DOOR if door else ON_BORDER
        if drawn is None:
            mark = f"{self.zones[a].id}|{self.zones[b].id}"
            made = f"{mark}|{name}" if door else mark
            return Crossing(made, a, b, kind, capacity, closed, False, len(sides), cells, (name,) if door else ())
        return Crossing(
            drawn.id,
            a,
            b,
            drawn.kind if drawn.kind != "open" else kind,
            drawn.capacity or capacity,
            drawn.closed or closed,
            drawn.open_above,
            len(sides),
            cells,
            (name,) if door else (),
            drawn.test,
        )


def _touches(drawn: Border, cells: tuple[Cell, ...], of: Mapping[Cell, int], a: int, b: int) -> bool:
    """Whether a drawn border is meant for the border at these cells between two zones."""
    zones = {of[c] for c in drawn.at if c in of}
    return zones == {a, b} and any(c in cells for c in drawn.at)
