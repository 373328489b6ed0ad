"""Where in its place every token stands: on the grid its own cell, in a zone a spot of its own.

A token keeps its spot for as long as it stays in its place: nobody jumps because somebody else came or left. Who comes
takes the best spot that is free: near the middle of the place and near where it comes from, on the ground of the place,
off the spots that borders need. In a place with more bodies than cells the last stand smaller, between the others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import fsum
from typing import NamedTuple

from game.rules.events import Id
from game.rules.standing import Standing
from game.scene.board_geometry import AnyGeometry, Placement, Spot
from game.spatial.places import Place

NOWHERE = Placement((0.0, 0.0))
"""Of somebody whose portrait alone is drawn."""


class TokenFootprint(NamedTuple):
    """Part of somebody that decides where it can stand."""

    size: int
    up: bool = True
    beside: tuple[Id, ...] = ()
    """Combatants whom it is face to face with: it stands at the side of one of them, if there is room."""


def stance(standing: Standing) -> TokenFootprint:
    """The stance of a combatant by what the board shows of it."""
    return TokenFootprint(standing.size, standing.up, tuple(link.other for link in standing.links if link.close))


StanceLookup = Callable[[Id], TokenFootprint]

TOUCHING = 0.5
"""How far apart, in cells, two may be drawn that are face to face."""

DRAWN = 12.0
"""Cost of each cell between the two."""


@dataclass(frozen=True, slots=True)
class _Body:
    place: Place
    size: int
    placement: Placement

    @property
    def extent(self) -> float:
        return self.size * self.placement.scale


class TokenLayout:
    """Layout of tokens, followed from change to change."""

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

    def follow(self, places: Mapping[Id, Place], look: StanceLookup) -> None:
        """Take in who is where. Over bodies that are down others may stand."""
        for who in [who for who in self._bodies if who not in places]:
            del self._bodies[who]
        for who, place in places.items():
            body = self._bodies.get(who)
            if body is None or body.place != place:
                self._bodies[who] = self._body(who, place, look)
        for who in places:
            partners = self._partners(who, look)
            body = self._bodies[who]
            if partners and all(_between(body.placement, body.extent, other) > TOUCHING for other in partners):
                self._bodies[who] = self._body(who, places[who], look)

    def _partners(self, who: Id, look: StanceLookup) -> list[_Body]:
        """Those in the same place whom somebody is face to face with."""
        stance, me = look(who), self._bodies.get(who)
        if not stance.beside or not stance.up or me is None:
            return []
        others = [self._bodies[other] for other in stance.beside if other in self._bodies and look(other).up]
        return [other for other in others if other.place == me.place]

    def would(self, who: Id, place: Place, look: StanceLookup) -> Placement:
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
            return fsum(_overlap(spot, 0.1, body.placement.spot, body.extent) for body in bodies)

        def rank(spot: Spot) -> float:
            return crowd((spot[0] - 0.05, spot[1] - 0.05)) * 1000 + float(_from(spot, middle) ** 0.5)

        return spots[0] if len(spots) == 1 else min(spots, key=rank)

    def _body(self, who: Id, place: Place, look: StanceLookup) -> _Body:
        size = look(who).size
        return _Body(place, size, self._find(who, place, size, look))

    def _find(self, who: Id, place: Place, size: int, look: StanceLookup) -> Placement:
        where, middle = self.where, self.where.middle(place)
        before = self._bodies.get(who)
        came = _middle(before.placement.spot, before.extent) if before is not None else None
        others = [(id_, body) for id_, body in self._bodies.items() if id_ != who and where.close(place, body.place)]
        near = [(body, 100 if look(id_).up else 30) for id_, body in others]
        partners = [body for body in self._partners(who, look) if body.place == place]
        best: tuple[float, float, float, Placement] | None = None
        for placement, cost in where.layout(place, size):
            spot, extent = placement.spot, size * placement.scale
            x, y = _middle(spot, extent)
            total = cost + 0.35 * _from((x, y), middle)
            if came is not None:  # sides that meet keep a step apart
                total += 0.9 * float(_from((x, y), came) ** 0.5)
            if partners:
                total += DRAWN * min(max(0.0, _between(placement, extent, body)) for body in partners)
            for body, weight in near:
                total += weight * _overlap(spot, extent, body.placement.spot, body.extent)
            if best is None or (total, y, x) < best[:3]:
                best = total, y, x, placement
        assert best is not None
        return best[3]


def _middle(spot: Spot, extent: float) -> Spot:
    return spot[0] + extent / 2, spot[1] + extent / 2


def _between(placement: Placement, extent: float, other: _Body) -> float:
    """How many cells lie between the rims of two bodies."""
    middles = _from(_middle(placement.spot, extent), _middle(other.placement.spot, other.extent))
    return float(middles**0.5) - (extent + other.extent) / 2


def _from(a: Spot, b: Spot) -> float:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def _overlap(a: Spot, a_extent: float, b: Spot, b_extent: float) -> float:
    """How much of the smaller of two bodies the other covers, from 0 to 1; they are round, so corners do not count."""
    ax, ay = _middle(a, a_extent)
    bx, by = _middle(b, b_extent)
    reach = 0.42 * (a_extent + b_extent)
    deep = reach - float(((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5)
    return max(0.0, min(1.0, deep / max(0.01, 0.84 * min(a_extent, b_extent))))
