"""One moment of a battle as one side knows it, as masks: who gets where, who could strike where, with what effect.

Doors as they are; bodies in the way are not looked at, except where a function takes them. A budget is (main action,
bonus action, half-zones). The main action counts two; one is left where a skill gives another attack and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from typing import NamedTuple

from game.kit.cache import BoundedCache, PerMapCache, ResultCache, cached_in_owner, cached_method
from game.kit.goals import exits
from game.kit.mind.acts import NO_DAMAGE, by_value
from game.kit.mind.side_view import LookCache, LookMasks, ZoneSideView
from game.kit.zone_masks import ZoneMasks
from game.rules.events import Id
from game.rules.planning_model import Effect, ExpectedThreat, Mask
from game.spatial.paths import bits
from game.spatial.places import OnBorder, ZonePlace
from rulesets.murdham.mind.damage import FACE_TO_FACE, IN_THE_DARK, Arm, UnitStats, blow, stats_of
from rulesets.murdham.play.blow import may_offer
from rulesets.murdham.play.cost import NEEDED, Special
from rulesets.murdham.play.events import Mode
from rulesets.murdham.play.gear import handed
from rulesets.murdham.play.geometry import (
    GOALS,
    Look,
    Looks,
    able,
    burning,
    difficult,
    entangled,
    fights,
    half,
    looks_of,
    taunter,
    watery,
)
from rulesets.murdham.play.reactions import may_guard
from rulesets.murdham.sheet.sheet import Body, MurdhamBoard, Sheet, Turn

HARD = 5
"""What a shut door, a climb, a leap or a swim counts in half-zones, for those who look how far it is."""

SPECIALLY: Sequence[Special] = ("swim", "climb", "leap")
"""Special movements that lead where none else does."""

TIGHT = 12
"""Bodies that a place holds in which those behind are of little help."""

MAPS_KEPT = 64
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


_kept: PerMapCache[BoundedCache[tuple[object, ...], MapMasks]] = PerMapCache(lambda: BoundedCache(MAPS_KEPT))
_memories: PerMapCache[ResultCache] = PerMapCache(ResultCache)


def ground_of(board: MurdhamBoard) -> MapMasks:
    """Masks of the map as it is now."""
    turn, space = board.state.turn, board.space
    return _kept.of(space).of((space, turn.smoke, turn.burning, turn.caltrops), MapMasks, board)


POST = 3
"""Zones within which shooters look for a place to shoot from."""

UNHARMED = 10_000
"""More damage than anybody bears."""

GUARDS = 2
"""Neighbours of a target that are asked what they could do for it."""

KEPT = 2048
"""Openings that are kept."""


class Stance(NamedTuple):
    """What somebody could do about an attack, and those beside it."""

    able: bool
    strikes: bool
    """Whether it could answer with an attack too, whoever it was."""
    nimble: bool
    mocked: Id | None
    tied: bool
    guards: tuple[UnitStats, ...]
    """Who could take it upon themselves, the sturdiest first."""
    heeds: bool
    """Whether it could be offered something else than harm."""


class MurdhamSideView(ZoneSideView[Sheet, Turn, UnitStats]):
    """One moment, with the numbers of everybody whom the side knows to stand."""

    presses, bold = 6, 10

    def __init__(self, board: MurdhamBoard, side: str) -> None:
        self.ground, self.turn = ground_of(board), board.state.turn
        super().__init__(board, side, stats_of, GOALS, self.ground.afoot)
        self.able: dict[Id, bool] = {who: able(board, it.body) for who, it in self.stats.items()}

    def length(self, it: UnitStats) -> int:
        """Cells along a side of a body."""
        return it.body.sheet.profile.side_length

    def stride(self, it: UnitStats) -> int:
        """Half-zones of a free movement; none for who is held or entangled."""
        return 0 if it.body.id in self.tied else it.pace

    def masks_for(self, it: UnitStats) -> ZoneMasks:
        """The map as it is for those who fly, and for the others."""
        return self.ground.masks(flies=it.body.sheet.profile.flies)

    def handed(self, who: Id) -> bool:
        """Whether somebody has hands for doors and levers."""
        return handed(self.stats[who].body.sheet.profile)

    def takes_along(self, it: UnitStats) -> Sequence[Id]:
        """Whom it holds."""
        return (it.body.sheet.grabbing,)

    def mocker(self, c: Body) -> Id | None:
        """Whom alone somebody may harm, taunted as it is."""
        return taunter(self.board, c) if c.sheet.conditions else None

    @cached_property
    def tied(self) -> frozenset[Id]:
        """Those who are held or entangled."""
        return frozenset(who for who, it in self.stats.items() if entangled(self.board, it.body))

    @cached_method
    def pressed(self, who: Id) -> tuple[tuple[Id, ...], int]:
        """Who of the others stands beside somebody, and the least that any bears whom it could strike at."""
        it, spot, zone = self.stats[who], 1 << self.spots[who], self.strikes(who)
        others = [o for o in self.stats.values() if o.body.side != it.body.side]
        beside = [o.body.id for o in others if self.near(o) & spot]
        return tuple(beside), min((o.limit for o in others if zone >> self.spots[o.body.id] & 1), default=UNHARMED)

    @cached_method
    def stance(self, who: Id) -> Stance:
        """Ways in which somebody could answer an attack now."""
        it, sheet = self.stats[who].body, self.stats[who].body.sheet
        tied = who in self.tied
        nimble = "nimble" in sheet.profile.skills and not (sheet.dodged or sheet.stunned or tied)
        able_, guards = self.able[who], tuple(self._guards(who))
        heeds = may_offer(self.board, it)
        return Stance(able_, able_ and fights(it), nimble, self.mocker(it), tied, guards, heeds)

    def _guards(self, who: Id) -> Sequence[UnitStats]:
        near = self.near(self.stats[who])
        beside = [o for o in self.friends(who) if near >> self.spots[o.body.id] & 1]
        ready = [o for o in beside if o.body.id != self.turn.active and may_guard(self.board, o.body)]
        return sorted(ready, key=lambda other: -other.limit)[:GUARDS]

    # -- danger

    def expected_threats(self, it: Id, who: Id, where: Mask) -> Iterable[ExpectedThreat]:
        """A blow after a free movement, a shot from where it stands or on the move."""
        foe, me = self.stats[it], self.stats[who]
        if not fights(foe.body) or (me.body.sheet.hidden and foe.body.side != me.body.side):
            return ()
        return _menaces(self.ground, foe, me, self.spots[it], self.lookouts(it), self.strikes_at(it, who), where)

    @cached_method
    def lookouts(self, who: Id) -> Mask:
        """Where else somebody who shoots gets by a free movement."""
        it, spot = self.stats[who], self.spots[who]
        if all(arm.mode == "melee" for arm in it.usual):
            return 0
        here = 1 << spot
        return self.masks_for(it).reach(spot, self.stride(it), self.full(who) & ~here).whole & ~here

    def attack_positions(self, who: Id) -> Mask:
        """Beside a foe; for shooters where they see one within half their range, if there is such a place."""
        me = self.stats[who]
        found = 0
        if me.shot is not None and me.shoots:
            foes = [(it, self.spots[it.body.id]) for it in self.foes(me.body.side)]
            found = _posts(self.ground, me.shot, tuple(foes))
        return found or self.beside(me.body.side)


@cached_in_owner
def _menaces(
    ground: MapMasks, foe: UnitStats, me: UnitStats, spot: int, aside: Mask, strikes: Mask, where: Mask
) -> tuple[ExpectedThreat, ...]:
    free = 1 - me.AGI if "nimble" in me.body.sheet.profile.skills else 1.0
    zone, found = strikes & where, []
    for arm in foe.usual:
        views: LookMasks[Look] = ((FACE_TO_FACE, zone & ~ground.murky), (IN_THE_DARK, zone & ground.murky))
        if arm.mode != "melee":
            views = ground.views.out(spot, where & ground.within(spot, arm.mode, arm.reach))
        blows = [(blow(arm, me, look), part) for look, part in views if part]
        found += [(one.took, part) for one, part in blows if one is not None]
        if arm.mode != "melee":
            found += [
                (one.took, part)
                for number in bits(aside)
                for look, part in ground.views.out(number, where & ground.within(number, arm.mode, arm.reach))
                if (one := blow(arm, me, look, moving=True)) is not None
            ]
    return tuple(took.times(free).expected_threat(mask) for took, mask in by_value(found).items())


@cached_in_owner
def _posts(ground: MapMasks, shot: Arm, foes: tuple[tuple[UnitStats, int], ...]) -> Mask:
    found = 0
    for it, spot in foes:
        for look, mask in ground.views.back(spot, ground.afoot.within(spot, min(POST, half(shot.reach)))):
            if blow(shot, it, look) is not None:
                found |= mask
    return found


@lru_cache(KEPT)
def opening(it: UnitStats, me: UnitStats, *, seen: bool) -> tuple[Effect, ...]:
    """What somebody does at whoever leaves it behind: less, the more its own turn is worth."""
    struck = [blow(arm, me, FACE_TO_FACE if seen else IN_THE_DARK) for arm in it.usual]
    took = max((one.took for one in struck if one is not None), key=lambda took: took.fell, default=NO_DAMAGE)
    loss = me.unit_value * took.cost
    share = max(0.0, loss - 0.5 * it.turn) / loss if loss else 0.0
    return (took.times(share).effect(me.body.id),) if share else ()
