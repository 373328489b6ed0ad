"""Bit masks of zones and borders: reach, distances and room. Bit n is ``zones.places[n]``.

One is of a map with its doors as they are, for one kind of body: what a step costs it is the ruleset's to say. Answers
are kept for as long as the masks are; who stands in the way is asked for each time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from operator import or_

from game.kit.cache import BoundedCache
from game.rules.planning_model import Mask
from game.spatial.paths import bits
from game.spatial.places import ZonePlace
from game.spatial.zones import Zones

Price = Callable[[ZonePlace], int | None]
"""Steps that entering a place costs, at least one; None if it can't be entered."""

KEPT = 2048
"""Floods that are kept."""


def by_cost(costs: Mapping[int, int], most: int) -> tuple[Mask, ...]:
    """The places that cost so many steps, for none and each number up to the most."""
    layers = [0] * (most + 1)
    for place, cost in costs.items():
        layers[cost] |= 1 << place
    return tuple(layers)


class ZoneReach:
    """The places a body reaches from a start, by cost, and the way to each."""

    def __init__(self, layers: tuple[Mask, ...], trails: dict[int, Mask]) -> None:
        self.layers = layers
        """By cost: the places that are reached for so many steps and no less; the first is the start."""
        self.trails = trails
        """For each place that is reached, all places of the way there, its ends among them."""
        self.whole: Mask = reduce(or_, layers, 0)
        """Everywhere that is reached, the start too."""
        self._leaving: dict[Mask, Mask] = {}

    def leaving(self, some: Mask) -> Mask:
        """Places outside of some others whose way leads through those."""
        found = self._leaving.get(some)
        if found is None:
            passed = sum(1 << n for n, trail in self.trails.items() if trail & some)
            found = self._leaving[some] = passed & ~some
        return found


class ZoneMasks:
    """Reach, distances and room on one map of zones for one kind of body."""

    def __init__(self, zones: Zones, price: Price, hard: int = 0) -> None:
        """``hard``: steps that a shut border, or a place that can't be entered, counts on ways; 0 for no way at all."""
        self.zones = zones
        self.shut = any(map(zones.closed, zones.places))
        """Whether any border is a shut door."""
        self.number: dict[ZonePlace, int] = {place: n for n, place in enumerate(zones.places)}
        prices = [price(place) for place in zones.places]
        self._steps: list[list[tuple[int, int]]] = []
        self._back: list[list[tuple[int, int, bool]]] = [[] for _ in zones.places]
        """For each place those that one comes to it from, with the steps, and whether the border entered is shut."""
        for n, place in enumerate(zones.places):
            beside = [(self.number[there], prices[self.number[there]]) for there in zones.halves(place)]
            self._steps.append([(there, cost) for there, cost in beside if cost is not None])
            for near in zones.touching(place):
                there = self.number[near]
                shut = zones.closed(near)
                cost = None if shut else prices[there]
                if cost is not None or hard:
                    self._back[there].append((n, hard if cost is None else cost, shut))
        self.near: tuple[Mask, ...] = tuple(self._beside(place) for place in zones.places)
        """For each place those at arm's length, itself among them; through a shut border nothing is."""
        self._reached: BoundedCache[tuple[int, int, Mask], ZoneReach] = BoundedCache(KEPT)
        self._struck: BoundedCache[tuple[int, int, Mask], Mask] = BoundedCache(KEPT)
        self._spans: dict[tuple[int, int], Mask] = {}
        self._ways: BoundedCache[tuple[Mask, bool], tuple[Mask, ...]] = BoundedCache(KEPT)
        self._fits: BoundedCache[tuple[int, tuple[int, ...], int], bool] = BoundedCache(KEPT)

    def _beside(self, place: ZonePlace) -> Mask:
        if self.zones.closed(place):
            return self.bit(place)
        return self.mask(there for there in self.zones.nearby(place) if not self.zones.closed(there))

    # -- places and masks

    def bit(self, place: ZonePlace) -> Mask:
        """The mask of one place."""
        return 1 << self.number[place]

    def mask(self, places: Iterable[ZonePlace]) -> Mask:
        """The mask of some places."""
        found = 0
        for place in places:
            found |= 1 << self.number[place]
        return found

    def places(self, mask: Mask) -> list[ZonePlace]:
        """The places of a mask, by number."""
        return [self.zones.places[n] for n in bits(mask)]

    # -- going

    def reach(self, start: int, most: int, barred: Mask = 0) -> ZoneReach:
        """Where so many steps lead without entering barred places; of ways that cost the same the first one found."""
        return self._reached.of((start, most, barred), self._flood, start, most, barred)

    def _flood(self, start: int, most: int, barred: Mask) -> ZoneReach:
        best, trails = {start: 0}, {start: 1 << start}
        rims: list[list[int]] = [[start], *([] for _ in range(most))]
        for spent, rim in enumerate(rims):
            for here in rim:
                if best[here] < spent:
                    continue
                for there, cost in self._steps[here]:
                    then = spent + cost
                    if then > most or barred >> there & 1 or best.get(there, most + 1) <= then:
                        continue
                    best[there] = then
                    trails[there] = trails[here] | 1 << there
                    rims[then].append(there)
        return ZoneReach(by_cost(best, most), trails)

    def around(self, mask: Mask) -> Mask:
        """Everything at arm's length of some places."""
        found = 0
        for n in bits(mask):
            found |= self.near[n]
        return found

    def strikes(self, start: int, most: int, barred: Mask = 0) -> Mask:
        """Places at arm's length of somewhere within so many steps."""
        return self._struck.of((start, most, barred), lambda: self.around(self.reach(start, most, barred).whole))

    def distance_layers(self, goals: Mask, handless: int | None = None) -> tuple[Mask, ...]:
        """Places by the steps from them to the nearest goal, hard ones counted as such.

        ``handless``: where somebody is for whom nobody opens a door; shut ones are no way for it if there is another.
        """
        if handless is not None:
            found = self._ways.of((goals, False), self._spread, goals, False)
            if any(layer >> handless & 1 for layer in found):
                return found
        return self._ways.of((goals, True), self._spread, goals, True)

    def _spread(self, goals: Mask, doors: bool) -> tuple[Mask, ...]:
        # backwards: a step costs what it enters, which is the place that this way round is left
        layers = [goals]
        known, spent = 0, 0
        while spent < len(layers):
            layers[spent] &= ~known
            known |= layers[spent]
            for here in bits(layers[spent]):
                for there, cost, shut in self._back[here]:
                    if known >> there & 1 or (shut and not doors):
                        continue
                    while len(layers) <= spent + cost:
                        layers.append(0)
                    layers[spent + cost] |= 1 << there
            spent += 1
        return tuple(layers)

    def way_to_a_door(self, start: int, goals: Mask) -> Mask:
        """The places of a shortest way to some goals as far as to the first shut border on it; 0 if there is none."""
        layers, trail, here = self.distance_layers(goals), 0, start
        steps = {n: away for away, layer in enumerate(layers) for n in bits(layer)}
        while steps.get(here):
            beside = [self.number[place] for place in self.zones.touching(self.zones.places[here])]
            here = min(beside, key=lambda n: (steps.get(n, len(layers)), n))
            if self.zones.closed(self.zones.places[here]):
                return trail
            trail |= 1 << here
        return 0

    # -- what flies

    def within(self, start: int, zones: int) -> Mask:
        """Places within so many zones as a missile flies."""
        key = start, zones
        found = self._spans.get(key)
        if found is None:
            here, span = self.zones.places[start], self.zones.span
            found = 0
            for n, place in enumerate(self.zones.places):
                away = span(here, place)
                if away is not None and away <= zones:
                    found |= 1 << n
            self._spans[key] = found
        return found

    # -- who stands there

    def full(self, others: Mapping[int, tuple[int, ...]], size: int) -> Mask:
        """Places without room for a body of some size beside others: by number, how many cells a side each has."""
        found = 0
        for number, sizes in others.items():
            if not self._fits.of((number, sizes, size), self.zones.fits, self.zones.places[number], sizes, size):
                found |= 1 << number
        return found
