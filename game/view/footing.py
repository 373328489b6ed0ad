"""Where in its place every token stands: on the grid its own cell, in a zone a spot of its own.

A token keeps its spot for as long as it stays in its place: nobody jumps because somebody else came or left. Who comes
takes the best spot that is free: near the middle of the place and near where it comes from, on the ground of the place,
off the spots that borders need. In a place with more bodies than cells the last stand smaller, between the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from game.rules.events import Id, Place
from game.spatial.field import Cell
from game.spatial.zones import BORDER, ZONE
from game.view.camera import Spot
from game.view.whereabouts import OnZones, Segment, Whereabouts

ON_BORDER = 0.8
"""How large a body on a border is drawn: it leaves room beside the line."""

SQUEEZED = 0.62
"""How large a body between others is drawn: it fits where the corners of four cells meet."""


@dataclass(frozen=True, slots=True)
class Footing:
    """Where a token is drawn."""

    spot: Spot
    """Its top left corner, in cells."""
    scale: float = 1.0
    """Its size, of what it would be on a cell of its own."""
    cell: Cell = (0, 0)
    """The cell it stands on, as far as one cell can be named; of a large body the top left one."""


NOWHERE = Footing((0.0, 0.0))
"""Of somebody whose portrait alone is drawn."""

Look = Callable[[Id], tuple[int, bool]]
"""Somebody's size, and whether it is up."""


@dataclass(frozen=True, slots=True)
class _Body:
    """Somebody on the board."""

    place: Place
    size: int
    footing: Footing

    @property
    def extent(self) -> float:
        return self.size * self.footing.scale


class Footings:
    """Who stands where, followed from change to change."""

    def __init__(self, where: Whereabouts) -> None:
        self.where = where
        self._bodies: dict[Id, _Body] = {}

    def copy(self) -> Footings:
        """Another one that goes its own way from here."""
        twin = Footings(self.where)
        twin._bodies = dict(self._bodies)
        return twin

    def __getitem__(self, who: Id) -> Footing:
        return self._bodies[who].footing

    def get(self, who: Id) -> Footing | None:
        """Where somebody stands; None for those who are not on the board."""
        body = self._bodies.get(who)
        return body.footing if body is not None else None

    def follow(self, places: Mapping[Id, Place], look: Look) -> None:
        """Take in who is where. Over bodies that are down others may stand."""
        for who in [who for who in self._bodies if who not in places]:
            del self._bodies[who]
        for who, place in places.items():
            body = self._bodies.get(who)
            if body is None or body.place != place:
                self._bodies[who] = self._body(who, place, look)

    def would(self, who: Id, place: Place, look: Look) -> Footing:
        """Where somebody would stand if it came to a place now."""
        body = self._bodies.get(who)
        if body is not None and body.place == place:
            return body.footing
        return self._body(who, place, look).footing

    def free(self, place: Place) -> Spot:
        """A spot of a place that nobody stands on, if there is one; where the pointer means the place and no token."""
        where = self.where
        if not isinstance(where, OnZones):
            return where.middle(place)
        spots = list(_spots_on(where, place))
        bodies = list(self._bodies.values())

        def crowd(spot: Spot) -> float:
            return sum(_overlap(spot, 0.1, body.footing.spot, body.extent) for body in bodies)

        return min(spots, key=lambda spot: crowd((spot[0] - 0.05, spot[1] - 0.05)) * 1000 + _far(spot, where, place))

    def _body(self, who: Id, place: Place, look: Look) -> _Body:
        where = self.where
        if not isinstance(where, OnZones):
            return _Body(place, 1, Footing((float(place[0]), float(place[1])), 1.0, place))
        size = look(who)[0]
        return _Body(place, size, self._find(where, who, place, size, look))

    def _find(self, where: OnZones, who: Id, place: Place, size: int, look: Look) -> Footing:
        before = self._bodies.get(who)
        came = _middle(before.footing.spot, before.extent) if before is not None else None
        others = [(id_, body) for id_, body in self._bodies.items() if id_ != who and _close(where, place, body)]
        near = [(body, 100 if look(id_)[1] else 30) for id_, body in others]
        best: tuple[float, float, float, Footing] | None = None
        for footing, cost in _footings(where, place, size):
            spot, extent = footing.spot, size * footing.scale
            x, y = _middle(spot, extent)
            total = cost + 0.35 * _from((x, y), where.middle(place))
            if came is not None:  # sides that meet keep a step apart
                total += 0.9 * float(_from((x, y), came) ** 0.5)
            for body, weight in near:
                total += weight * _overlap(spot, extent, body.footing.spot, body.extent)
            if best is None or (total, y, x) < best[:3]:
                best = total, y, x, footing
        assert best is not None
        return best[3]


def _footings(where: OnZones, place: Place, size: int) -> Iterator[tuple[Footing, float]]:
    """Where a body may stand in a place, with what speaks against it."""
    if place[0] == BORDER:
        yield from _on_border(where, place, size)
        return
    cells = where.cells(place)
    inside, kept = frozenset(cells), _kept(where, place)
    rim = where.rim(place)[1]
    for x, y in cells:
        footprint = [(x + i, y + j) for j in range(size) for i in range(size)]
        outside = sum(cell not in inside for cell in footprint)
        yield (
            Footing((x, y), 1.0, (x, y)),
            40 * outside + 8 * any(cell in kept for cell in footprint) + 2.5 * (y == rim),
        )
        half = size * SQUEEZED / 2
        yield Footing((x - half, y - half), SQUEEZED, (x, y)), 25.0 + 3 * ((x - 1, y - 1) not in inside)


def _on_border(where: OnZones, border: Place, size: int) -> Iterator[tuple[Footing, float]]:
    """On the line, cell by cell; where that is too narrow for all, smaller beside each other."""
    segments = where.segments[border]
    for segment, (a, b) in zip(segments, where.zones.crossing(border).sides, strict=True):
        x, y = _halfway(segment)
        yield _centred((x, y), size, ON_BORDER, min(a, b)), 0.0
        along = (0.45, 0.0) if a[0] == b[0] else (0.0, 0.45)
        for way in (1, -1):
            yield _centred((x + way * along[0], y + way * along[1]), size, SQUEEZED, min(a, b)), 6.0
        for cell in (a, b):
            yield _centred((cell[0] + 0.5, cell[1] + 0.5), size, SQUEEZED, cell), 12.0
    if not segments:
        cells = where.zones.cells(border) or (where.cell(border),)
        for cell in cells:
            yield _centred((cell[0] + 0.5, cell[1] + 0.5), size, ON_BORDER, cell), 0.0


def _kept(where: OnZones, zone: Place) -> frozenset[Cell]:
    """The cells beside the spots that bodies on the zone's borders would take first."""
    kept: set[Cell] = set()
    for border in where.zones.borders(zone):
        x, y = where.middle(border)
        sides = where.zones.crossing(border).sides
        nearest = sorted(sides, key=lambda side: _from((x, y), _halfway_between(side)))
        for side in nearest[: where.zones.capacity(border)]:
            kept.update(side)
    return frozenset(kept)


def _spots_on(where: OnZones, place: Place) -> Iterator[Spot]:
    """Spots of a place for the pointer: five in each cell, clear of the lines; along the line of a border."""
    if place[0] == ZONE:
        for x, y in where.cells(place):
            for dx, dy in ((0.5, 0.5), (0.31, 0.31), (0.69, 0.31), (0.31, 0.69), (0.69, 0.69)):
                spot = (x + dx, y + dy)
                if where.under(spot)[:1] == (place,):
                    yield spot
        yield where.inside(place)
        return
    yield where.middle(place)
    for (ax, ay), (bx, by) in where.segments[place]:
        for share in (0.1, 0.3, 0.5, 0.7, 0.9):
            yield ax + (bx - ax) * share, ay + (by - ay) * share


def _close(where: OnZones, place: Place, body: _Body) -> bool:
    """Whether somebody is near enough to be in the way: in the place, or in one beside it."""
    return body.place == place or body.place in where.zones.nearby(place) or body.place[0] == BORDER == place[0]


def _centred(middle: Spot, size: int, scale: float, cell: Cell) -> Footing:
    half = size * scale / 2
    return Footing((middle[0] - half, middle[1] - half), scale, cell)


def _middle(spot: Spot, extent: float) -> Spot:
    return spot[0] + extent / 2, spot[1] + extent / 2


def _halfway(segment: Segment) -> Spot:
    (ax, ay), (bx, by) = segment
    return (ax + bx) / 2, (ay + by) / 2


def _halfway_between(side: tuple[Cell, Cell]) -> Spot:
    (ax, ay), (bx, by) = side
    return (ax + bx + 1) / 2, (ay + by + 1) / 2


def _from(a: Spot, b: Spot) -> float:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def _far(spot: Spot, where: OnZones, place: Place) -> float:
    return float(_from(spot, where.middle(place)) ** 0.5)


def _overlap(a: Spot, a_extent: float, b: Spot, b_extent: float) -> float:
    """How much of the smaller of two bodies the other covers, from 0 to 1; they are round, so corners do not count."""
    ax, ay = _middle(a, a_extent)
    bx, by = _middle(b, b_extent)
    reach = 0.42 * (a_extent + b_extent)
    deep = reach - float(((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5)
    return max(0.0, min(1.0, deep / max(0.01, 0.84 * min(a_extent, b_extent))))
