"""The map for one who thinks, as masks: what is seen from where, who gets where. Kept for each state of the map.

Doors as they are; bodies in the way are not looked at, except where a function takes them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING

from game.kit.cache import BoundedCache, PerMapCache, ResultCache
from game.kit.goals import exits
from game.kit.mind.vantage import LookCache
from game.kit.zone_masks import ZoneMasks
from game.rules.planning_model import Mask
from game.spatial.places import OnBorder, ZonePlace
from rulesets.murdham.play.events import Mode
from rulesets.murdham.play.geometry import burning, difficult, watery
from rulesets.murdham.play.look import Look, Looks, looks_of
from rulesets.murdham.play.steps import NEEDED, Special
from rulesets.murdham.sheet.sheet import MurdhamBoard

if TYPE_CHECKING:
    from rulesets.murdham.mind.stats import Arm

HARD = 5
"""What a shut door, a climb, a leap or a swim counts in half-zones, for those who look how far it is."""

SPECIALLY: Sequence[Special] = ("swim", "climb", "leap")
"""Special movements that lead where none else does."""

TIGHT = 12
"""Bodies that a place holds in which those behind are of little help."""

KEPT = 64
"""States of maps, with their doors, smoke and fire, that are kept."""


class MapMasks:
    """One map with its doors, smoke, fire and caltrops as they are, and the answers found so far."""

    def __init__(self, board: MurdhamBoard) -> None:
        zones = self.zones = board.space.zones
        still = self.board = board.still()
        self.looks: Looks = looks_of(board)
        self.memory = _memories.of(board.space)
        """What has been found of the map in all its states."""

        def paces(place: ZonePlace) -> int | None:
            hard = isinstance(place, OnBorder) and zones.crossing(place).kind in NEEDED
            if hard or watery(still, place):
                return None
            return 2 if difficult(still, place) else 1

        def sprinted(place: ZonePlace) -> int | None:
            return 1 if paces(place) == 1 else None

        self.afoot = ZoneMasks(zones, paces, HARD)
        self.sprinting = ZoneMasks(zones, sprinted)
        self.specially = {special: ZoneMasks(zones, partial(self._taken, special)) for special in SPECIALLY}
        self.winged = ZoneMasks(zones, lambda _: 1, HARD)
        self.places = zones.places
        self.number = self.afoot.number
        self.near = self.afoot.near
        self.every = (1 << len(zones.places)) - 1
        self.burning = self.afoot.mask(place for place in zones.places if burning(board, place))
        self.views = LookCache(self.look)

    def masks(self, *, flies: bool, sprints: bool = False) -> ZoneMasks:
        """The map as a body of a kind goes about it."""
        return self.winged if flies else self.sprinting if sprints else self.afoot

    @cached_property
    def exits(self) -> Mask:
        """Places from which anybody can leave the map."""
        return self.afoot.mask(exits(self.board))

    @cached_property
    def before(self) -> Mapping[Special, Mask]:
        """The places from which each special movement that the map asks for leads where none else does."""
        found: dict[Special, Mask] = {}
        for special in SPECIALLY:
            hard = [place for place in self.places if self._takes(special, place)]
            if hard:
                found[special] = self.afoot.mask(near for place in hard for near in self.zones.touching(place))
        return found

    def _taken(self, special: Special, place: ZonePlace) -> int | None:
        """Steps that entering a place costs by a special movement."""
        needed = NEEDED.get(self.zones.crossing(place).kind, special) if isinstance(place, OnBorder) else special
        if needed != special or (special != "swim" and watery(self.board, place)):
            return None
        return 2 if difficult(self.board, place) else 1

    def _takes(self, special: Special, place: ZonePlace) -> bool:
        if special == "swim":
            return watery(self.board, place)
        return isinstance(place, OnBorder) and NEEDED.get(self.zones.crossing(place).kind) == special

    @cached_property
    def tight(self) -> Mask:
        """Places that hold few bodies."""
        return self.afoot.mask(place for place in self.places if self.zones.capacity(place) <= TIGHT)

    @cached_property
    def murky(self) -> Mask:
        """Places in which nobody is seen from beside: dark, or full of smoke."""
        return self.afoot.mask(place for place in self.places if not self.looks.of(place, place).seen)

    def threatened(self, spot: int, arms: Iterable[Arm]) -> Mask:
        """Places from which one at a place could be struck, or shot at with some arms."""
        found = self.near[spot]
        for arm in arms:
            if arm.reach:
                found |= self.within(spot, arm.mode, arm.reach)
        return found

    def within(self, spot: int, mode: Mode, reach: int) -> Mask:
        """Places within so many zones of one, as an attack of a kind flies."""
        if mode != "indirect":
            return self.afoot.within(spot, reach)
        away = ((n, self.look(spot, n).arc) for n in range(len(self.places)))
        return sum(1 << n for n, zones in away if zones is not None and zones <= reach)

    def look(self, here: int, there: int) -> Look:
        """One place from another."""
        return self.looks.of(self.places[here], self.places[there])


_kept: PerMapCache[BoundedCache[tuple[object, ...], MapMasks]] = PerMapCache(lambda: BoundedCache(KEPT))
_memories: PerMapCache[ResultCache] = PerMapCache(ResultCache)


def ground_of(board: MurdhamBoard) -> MapMasks:
    """What is known of the map as it is now."""
    turn, space = board.state.turn, board.space
    return _kept.of(space).of((space, turn.smoke, turn.burning, turn.caltrops), MapMasks, board)
