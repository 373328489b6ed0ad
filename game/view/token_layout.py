"""Where in its place every token stands: on the grid its own cell, in a zone a spot of its own.

A token keeps its spot for as long as it stays in its place: nobody jumps because somebody else came or left. Who comes
takes the best spot that is free: near the middle of the place and near where it comes from, on the ground of the place,
off the spots that borders need. In a place with more bodies than cells the last stand smaller, between the others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from game.rules.events import Id
from game.spatial.places import Place
from game.view.board_geometry import AnyGeometry, Placement
from game.view.camera import Spot

NOWHERE = Placement((0.0, 0.0))
"""Of somebody whose portrait alone is drawn."""

Look = Callable[[Id], tuple[int, bool]]
"""Somebody's size, and whether it is up."""


@dataclass(frozen=True, slots=True)
class _Body:
    """Somebody on the board."""

    place: Place
    size: int
    placement: Placement

    @property
    def extent(self) -> float:
        return self.size * self.placement.scale


class TokenLayout:
    """Who stands where, followed from change to change."""

    def __init__(self, where: AnyGeometry) -> None:
        self.where = where
        self._bodies: dict[Id, _Body] = {}

    def copy(self) -> TokenLayout:
        """Another one that goes its own way from here."""
        twin = TokenLayout(self.where)
        twin._bodies = dict(self._bodies)
        return twin

    def __getitem__(self, who: Id) -> Placement:
        return self._bodies[who].placement

    def get(self, who: Id) -> Placement | None:
        """Where somebody stands; None for those who are not on the board."""
        body = self._bodies.get(who)
        return body.placement if body is not None else None

    def follow(self, places: Mapping[Id, Place], look: Look) -> None:
        """Take in who is where. Over bodies that are down others may stand."""
        for who in [who for who in self._bodies if who not in places]:
            del self._bodies[who]
        for who, place in places.items():
            body = self._bodies.get(who)
            if body is None or body.place != place:
                self._bodies[who] = self._body(who, place, look)

    def would(self, who: Id, place: Place, look: Look) -> Placement:
        """Where somebody would stand if it came to a place now."""
        body = self._bodies.get(who)
        if body is not None and body.place == place:
            return body.placement
        return self._body(who, place, look).placement

    def free(self, place: Place) -> Spot:
        """A spot of a place that nobody stands on, if there is one; where the pointer means the place and no token."""
        spots = list(self.where.spots(place))
        bodies, middle = list(self._bodies.values()), self.where.middle(place)

        def crowd(spot: Spot) -> float:
            return sum(_overlap(spot, 0.1, body.placement.spot, body.extent) for body in bodies)

        def rank(spot: Spot) -> float:
            return crowd((spot[0] - 0.05, spot[1] - 0.05)) * 1000 + float(_from(spot, middle) ** 0.5)

        return spots[0] if len(spots) == 1 else min(spots, key=rank)

    def _body(self, who: Id, place: Place, look: Look) -> _Body:
        size = look(who)[0]
        return _Body(place, size, self._find(who, place, size, look))

    def _find(self, who: Id, place: Place, size: int, look: Look) -> Placement:
        where, middle = self.where, self.where.middle(place)
        before = self._bodies.get(who)
        came = _middle(before.placement.spot, before.extent) if before is not None else None
        others = [(id_, body) for id_, body in self._bodies.items() if id_ != who and where.close(place, body.place)]
        near = [(body, 100 if look(id_)[1] else 30) for id_, body in others]
        best: tuple[float, float, float, Placement] | None = None
        for placement, cost in where.layout(place, size):
            spot, extent = placement.spot, size * placement.scale
            x, y = _middle(spot, extent)
            total = cost + 0.35 * _from((x, y), middle)
            if came is not None:  # sides that meet keep a step apart
                total += 0.9 * float(_from((x, y), came) ** 0.5)
            for body, weight in near:
                total += weight * _overlap(spot, extent, body.placement.spot, body.extent)
            if best is None or (total, y, x) < best[:3]:
                best = total, y, x, placement
        assert best is not None
        return best[3]


def _middle(spot: Spot, extent: float) -> Spot:
    return spot[0] + extent / 2, spot[1] + extent / 2


def _from(a: Spot, b: Spot) -> float:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def _overlap(a: Spot, a_extent: float, b: Spot, b_extent: float) -> float:
    """How much of the smaller of two bodies the other covers, from 0 to 1; they are round, so corners do not count."""
    ax, ay = _middle(a, a_extent)
    bx, by = _middle(b, b_extent)
    reach = 0.42 * (a_extent + b_extent)
    deep = reach - float(((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5)
    return max(0.0, min(1.0, deep / max(0.01, 0.84 * min(a_extent, b_extent))))
