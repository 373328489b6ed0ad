"""The map for one who thinks, as masks: the parts of zones, how bodies of a kind get about, what is seen from where.

Places are parts of zones: three for each, the open, far off and behind cover; whoever comes into a zone is in the open.
Masks of zones are called so. Doors and rubble as they are; bodies in the way are not looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple, get_args

from game.kit.cache import BoundedCache, PerMapCache, ResultCache, cached_method
from game.kit.zone_masks import ZoneMasks
from game.rules.planning_model import Mask
from game.spatial.paths import bits
from game.spatial.places import InZone, OnBorder, ZonePlace
from rulesets.einfelst.mind.stats import UnitStats
from rulesets.einfelst.play import fire, wrestling
from rulesets.einfelst.play.geometry import Hurdle, barrier, hurdles, roomy, sheltered, smoky, wet
from rulesets.einfelst.sheet.sheet import Body, EinfelstBoard, Spot

SPOTS: tuple[Spot, ...] = get_args(Spot)

PARTS = len(SPOTS)
OPEN, FAR, COVER = range(PARTS)

HARD = 6
"""What a climb, a leap, a swim or a shut door counts in half-zones, for those who look how far it is."""

Bars = Mapping[int, tuple[Hurdle, OnBorder]]


def mask_of(zones: Iterable[InZone]) -> Mask:
    """Some zones as a mask of zones."""
    return sum(1 << zone.number for zone in zones)


@lru_cache(maxsize=4096)
def wide(zones: Mask) -> Mask:
    """All places of some zones."""
    return in_the_open(zones) * ((1 << PARTS) - 1)


@lru_cache(maxsize=4096)
def in_the_open(zones: Mask) -> Mask:
    """The open of some zones."""
    return sum(1 << PARTS * zone for zone in bits(zones))


@lru_cache(maxsize=4096)
def zones_of(places: Mask) -> Mask:
    """The zones of some places."""
    return sum(1 << zone for zone in {place // PARTS for place in bits(places)})


RUBBLE = "rubble "
"""How what an act opens is called that clears rubble away; the border's number follows."""


def rubble(border: OnBorder) -> str:
    """What an act is said to open that clears a border."""
    return f"{RUBBLE}{border.number}"


def uncovered(opens: str) -> int | None:
    """The number of the border that is cleared, if it is rubble that an act opens."""
    return int(opens.removeprefix(RUBBLE)) if opens.startswith(RUBBLE) else None


class Gait(NamedTuple):
    """How bodies of a kind get about."""

    masks: ZoneMasks
    hops: tuple[Mask, ...]
    """For each zone those that one steps into."""
    bars: tuple[Bars, ...]
    """For each zone those that ask for a test, of what, and the border that is crossed."""


class MapMasks:
    """One map with its doors and rubble as they are."""

    def __init__(self, board: EinfelstBoard) -> None:
        self.board, self.zones = board.still(), board.space.zones
        every = self.zones.all_zones
        self.count = len(every)
        self.every = (1 << self.count) - 1
        self.sheltered = self._those(sheltered)
        self.roomy = self._those(roomy)
        self.smoky = self._those(smoky)
        self.wet = self._those(wet)
        self.ablaze = self._those(lambda board, zone: bool(fire.blaze(board, zone)))
        self.handles = self._those(lambda board, zone: any(f.kind == "lever" for f in self.zones.area(zone).features))
        for crossing in self.zones.crossings:
            if crossing.doors:
                self.handles |= sum(1 << number for number in crossing.zones)
        self.memory = _memories.of(board.space)
        """What has been found of the map in all its states."""
        self._gaits: BoundedCache[tuple[bool, bool, bool], Gait] = BoundedCache()

    def _those(self, holds: Callable[[EinfelstBoard, InZone], bool]) -> Mask:
        return mask_of(zone for zone in self.zones.all_zones if holds(self.board, zone))

    def gait(self, it: UnitStats) -> Gait:
        """How somebody gets about."""
        return self._gaits.of(it.fights.kind, self._gait, it.body)

    def _gait(self, c: Body) -> Gait:
        hops, bars = [], []
        for zone in self.zones.all_zones:
            around = hurdles(self.board, Body(c.id, c.side, zone, c.sheet))
            hops.append(mask_of(there for there, (bar, _) in around.items() if not bar))
            bars.append({there.number: found for there, found in around.items() if found[0]})

        afloat = bool({"swims", "flies"} & set(c.sheet.profile.traits))

        def price(place: ZonePlace) -> int | None:
            if isinstance(place, InZone):
                return 1 if afloat or not self.wet >> place.number & 1 else None
            return None if barrier(self.board, c, place) else 1

        return Gait(ZoneMasks(self.zones, price, HARD), tuple(hops), tuple(bars))

    @cached_method
    def perils(self, zone: int) -> Mask:
        """The zones beside one that somebody pushed into them from there is harmed in."""
        here = self.zones.all_zones[zone]
        pairs = [self.zones.sides(border) for border in self.zones.borders(here)]
        beside = {there for pair in pairs for there in pair if there != here}
        return mask_of(there for there in beside if wrestling.harmful(self.board, here, there))

    @cached_method
    def flown(self, spot: int, least: int, most: int) -> Mask:
        """Zones so many zones away that are seen from a zone; the other way round it is the same."""
        found = 0
        for away in range(least, most + 1):
            found |= self._seen(spot, away)
        return found

    @cached_method
    def _seen(self, spot: int, away: int) -> Mask:
        here, zones = self.zones.all_zones[spot], self.zones
        ring = [there for there in zones.all_zones if zones.span(here, there) == away]
        return mask_of(there for there in ring if here == there or zones.sees(here, there))


_memories: PerMapCache[ResultCache] = PerMapCache(ResultCache)
_grounds: PerMapCache[BoundedCache[tuple[object, ...], MapMasks]] = PerMapCache(lambda: BoundedCache(64))


def ground_of(board: EinfelstBoard) -> MapMasks:
    """What is known of the map as it is now."""
    space = board.space
    return _grounds.of(space).of((space, board.state.turn.cleared), MapMasks, board)
