"""The map for one who thinks: half-zone steps, what is nearby, seen and in range. Kept for each map.

Doors as they are; bodies in the way are not looked at, except where a function takes them.
"""

from __future__ import annotations

from collections.abc import Collection

from game.spatial.places import InZone, OnBorder, ZonePlace
from rulesets.murdham.estimate import Screen
from rulesets.murdham.goals import exits
from rulesets.murdham.moving import NEEDED
from rulesets.murdham.reading import (
    burning,
    difficult,
    on_the_brink,
    overgrown,
    visible,
    watery,
    zone_of,
)
from rulesets.murdham.sheet import MurdhamBoard

FAR = 99
"""Half-zones farther than any way."""

HARD = 5
"""What a shut door, a climb, a leap or a swim counts in half-zones, for those who look how far it is."""

KEPT = 64
"""States of maps, with their doors, smoke and fire, that are kept."""

Fares = dict[ZonePlace, int]
"""Places with what it costs to get there, in half-zones."""


class TerrainCache:
    """One map with its doors, smoke and fire as they are, and the answers found so far."""

    def __init__(self, board: MurdhamBoard) -> None:
        zones = self.zones = board.space.zones
        self.board = board.still()
        self.places = zones.places
        self.steps: dict[ZonePlace, tuple[tuple[ZonePlace, int], ...]] = {}
        self.flights: dict[ZonePlace, tuple[tuple[ZonePlace, int], ...]] = {}
        self.hopes: dict[ZonePlace, tuple[tuple[ZonePlace, int], ...]] = {}
        self.near: dict[ZonePlace, frozenset[ZonePlace]] = {}
        for place in zones.places:
            beside = zones.halves(place)
            self.flights[place] = tuple((there, 1) for there in beside)
            self.steps[place] = tuple(
                (there, 2 if difficult(board, there) else 1) for there in beside if self._fit(there)
            )
            around = zones.touching(place)
            self.hopes[place] = tuple((there, self._hoped(there)) for there in around)
            self.near[place] = frozenset(zones.nearby(place) if not zones.closed(place) else (place,)) - frozenset(
                there for there in around if zones.closed(there)
            )
        self.exits = tuple(exits(board))
        self.burning = frozenset(place for place in zones.places if burning(board, place))
        self.shelter = frozenset(p for p in zones.places if all(zones.area(z).cover != "none" for z in self.of(p)))
        self.growth = frozenset(place for place in zones.places if overgrown(board, place))
        self.brink = frozenset(place for place in zones.places if on_the_brink(board, place))
        self.walled = frozenset(p for p in zones.places if all(zones.area(z).cover == "barrier" for z in self.of(p)))
        self._fares: dict[tuple[ZonePlace, bool], Fares] = {}
        self._strikes: dict[tuple[ZonePlace, int, bool], frozenset[ZonePlace]] = {}
        self._seen: dict[tuple[ZonePlace, ZonePlace], bool] = {}
        self._spans: dict[tuple[ZonePlace, ZonePlace], int] = {}
        self._goals: dict[tuple[ZonePlace, ...], Fares] = {}

    def of(self, place: ZonePlace) -> tuple[InZone, ...]:
        """The zones a place belongs to."""
        return zone_of(place, self.board)

    def _fit(self, place: ZonePlace) -> bool:
        zones = self.zones
        hard = isinstance(place, OnBorder) and zones.crossing(place).kind in NEEDED
        return not hard and not watery(self.board, place)

    def _hoped(self, place: ZonePlace) -> int:
        if self.zones.closed(place) or not self._fit(place):
            return HARD
        return 2 if difficult(self.board, place) else 1

    def fares(self, start: ZonePlace, *, flies: bool = False) -> Fares:
        """What every place costs from one, bodies or not."""
        found = self._fares.get((start, flies))
        if found is None:
            found = self._fares[start, flies] = _spread(self.flights if flies else self.steps, (start,))
        return found

    def hope(self, goals: tuple[ZonePlace, ...]) -> Fares:
        """How far every place is from the nearest of some, doors and other hard ways counted as such."""
        found = self._goals.get(goals)
        if found is None:
            found = self._goals[goals] = _spread(self.hopes, goals)
        return found

    def strikes(self, start: ZonePlace, pace: int, *, flies: bool = False) -> frozenset[ZonePlace]:
        """Places that somebody could strike at hand to hand after moving so many half-zones."""
        found = self._strikes.get((start, pace, flies))
        if found is None:
            reached = [place for place, cost in self.fares(start, flies=flies).items() if cost <= pace]
            found = self._strikes[start, pace, flies] = frozenset().union(*(self.near[place] for place in reached))
        return found

    def screen(self, a: ZonePlace, b: ZonePlace) -> Screen:
        """What is between an attacker in one place and its target in another."""
        near = b in self.near[a]
        veil = not near if b in self.growth else a != b and b in self.brink
        return Screen(b in self.shelter and not near, veil)

    def sees(self, a: ZonePlace, b: ZonePlace) -> bool:
        """Whether somebody in one place sees another: sight, light, smoke."""
        found = self._seen.get((a, b))
        if found is None:
            found = self._seen[a, b] = visible(self.board, a, b)
        return found

    def span(self, a: ZonePlace, b: ZonePlace) -> int:
        """Zones as a missile flies."""
        found = self._spans.get((a, b))
        if found is None:
            zones = self.zones.span(a, b)
            found = self._spans[a, b] = FAR if zones is None else zones
        return found

    def reach(self, start: ZonePlace, halves: int, full: Collection[ZonePlace], *, flies: bool = False) -> Fares:
        """Places within so many half-zones when some are full; the start is one of them."""
        return _spread(self.flights if flies else self.steps, (start,), halves, full)


def _spread(
    steps: dict[ZonePlace, tuple[tuple[ZonePlace, int], ...]],
    start: tuple[ZonePlace, ...],
    halves: int = FAR,
    full: Collection[ZonePlace] = (),
) -> Fares:
    found: Fares = dict.fromkeys(start, 0)
    rims: dict[int, list[ZonePlace]] = {0: list(start)}
    spent = 0
    while rims:
        rim = rims.pop(spent, None)
        if rim is not None:
            for place in rim:
                if found[place] < spent:
                    continue
                for there, cost in steps[place]:
                    then = spent + cost
                    if then <= halves and then < found.get(there, FAR) and there not in full:
                        found[there] = then
                        rims.setdefault(then, []).append(there)
        spent += 1
    return found


_caches: dict[tuple[object, ...], TerrainCache] = {}


def terrain_of(board: MurdhamBoard) -> TerrainCache:
    """What is known of the map as it is now."""
    zones, turn = board.space.zones, board.state.turn
    key = id(zones), turn.smoke, turn.burning, turn.caltrops
    found = _caches.get(key)
    if found is None or found.zones is not zones:
        if len(_caches) >= KEPT:
            _caches.clear()
        found = _caches[key] = TerrainCache(board)
    return found
