"""One moment of a battle as one side knows it, as masks: who gets where, who could attack whom there, with what effect.

Places are parts of zones: three for each, the open, far off and behind cover; whoever comes into a zone is in the open.
Masks of zones are called so. Doors and rubble as they are; bodies in the way are not looked at. A budget is (slow
maneuver, maneuvers of this turn, maneuvers of the round).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple, get_args

from msgspec.structs import replace

from game.kit.cache import BoundedCache, PerMapCache, ResultCache, cached_method
from game.kit.mind.acts import NO_DAMAGE, ExpectedDamage, by_value
from game.kit.mind.side_view import SideView
from game.kit.zone_masks import ZoneMasks
from game.rules.events import Id
from game.rules.planning_model import Budget, ExpectedThreat, Mask
from game.spatial.paths import bits
from game.spatial.places import InZone, OnBorder, ZonePlace
from rulesets.einfelst.mind.damage import (
    Arm,
    Missile,
    UnitStats,
    befall,
    beyond,
    chance,
    dice_of,
    needed,
    stats_of,
    worked,
)
from rulesets.einfelst.play import cards, moving, perils, wrestling
from rulesets.einfelst.play.gear import handed
from rulesets.einfelst.play.geometry import (
    GOALS,
    Hurdle,
    barrier,
    dark,
    hurdles,
    in_reach,
    roomy,
    sheltered,
    smoky,
    wet,
)
from rulesets.einfelst.play.harm import allowance, harmed_by, slowed
from rulesets.einfelst.play.maneuver import can_react, has_fast_maneuver, has_slow_maneuver
from rulesets.einfelst.play.spells import may_resist
from rulesets.einfelst.sheet.roster import Spell
from rulesets.einfelst.sheet.sheet import Body, EinfelstBoard, Sheet, Spot, Turn

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
        self.ablaze = self._those(lambda board, zone: bool(perils.blaze(board, zone)))
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
    """Masks of the map as it is now."""
    space = board.space
    return _grounds.of(space).of((space, board.state.turn.cleared), MapMasks, board)


SLOW: Budget = (1, 1, 1)
FAST: Budget = (0, 1, 1)
BOTH: Budget = (1, 2, 2)
"""A fast maneuver and then a slow one."""
FREE: Budget = (0, 0, 0)

LEAST = 0.002
"""Danger that is none."""

READY = 0.7
"""How often somebody parries who has all its maneuvers before it."""

STEADY, STRIDE = 0.1, 0.6
"""What the fast maneuver is of a turn, for those who could attack from where they are, and for the others."""


class Threat(NamedTuple):
    """A threat of somebody to another in some places."""

    places: Mask
    bare: ExpectedDamage
    """If it is let come."""
    guarded: ExpectedDamage
    """If it is parried, dodged or resisted."""


class EinfelstSideView(SideView[Sheet, Turn, UnitStats]):
    """Everybody whom the side knows to stand."""

    presses, bold = 6, 12

    def __init__(self, board: EinfelstBoard, side: str) -> None:
        super().__init__(board, side, stats_of, GOALS)
        self.ground, self.turn = ground_of(board), board.state.turn
        self.zones: dict[Id, int] = {who: it.body.at.number for who, it in self.stats.items()}

    def handed(self, who: Id) -> bool:
        """Whether somebody has hands for doors and levers."""
        return handed(self.stats[who].sheet)

    def opened(self, edge: str) -> EinfelstSideView:
        """The same with a door or gate open, or rubble cleared away."""
        number = uncovered(edge)
        if number is None:
            return super().opened(edge)
        state = self.board.state
        cleared = replace(state.turn, cleared=(*state.turn.cleared, number))
        return EinfelstSideView(self.board.moment(replace(state, turn=cleared)), self.side)

    # -- whose cards come

    @cached_property
    def to_come(self) -> Mapping[Id, int]:
        """Turns that everybody still has this round, the one that is being played among them."""
        return Counter(who for _, who in cards.queue(self.board))

    def later(self, who: Id) -> int:
        """Turns of this round that have not begun."""
        return self.to_come.get(who, 0) - (who == self.turn.active)

    @cached_method
    def rank(self, who: Id) -> float:
        """The lowest card that somebody will have in the next round."""
        return min(cards.coming(self.board)(who), default=99)

    def budget(self, it: UnitStats) -> Budget:
        """The budget that somebody may still spend at its card."""
        sheet, who = it.sheet, it.body.id
        if not self.to_come.get(who) or not sheet.left:
            return ()
        if who == self.turn.active:
            slow, now = (
                has_slow_maneuver(self.board, it.body),
                2 - self.turn.taken if has_fast_maneuver(self.board, it.body) else 0,
            )
        else:
            slow, now = sheet.slow > 0, 2
        return int(slow), min(now, sheet.left), sheet.left

    # -- places

    def zone(self, number: int) -> InZone:
        """The zone of a number."""
        return self.ground.zones.all_zones[number]

    def spot(self, who: Id) -> int:
        """The number of the place where somebody is."""
        return PARTS * self.zones[who] + SPOTS.index(self.stats[who].sheet.spot)

    @cached_method
    def hot(self, who: Id) -> Mask:
        """Zones on fire that somebody had better not come into (C-92)."""
        return 0 if "fireproof" in self.stats[who].sheet.profile.traits else self.ground.ablaze

    def standing(self, some: Iterable[UnitStats]) -> Mask:
        """The zones in which some stand."""
        found = 0
        for it in some:
            found |= 1 << self.zones[it.body.id]
        return found

    @cached_property
    def dark(self) -> Mask:
        """Zones that lie in darkness."""
        return mask_of(zone for zone in self.ground.zones.all_zones if dark(self.board, zone))

    @cached_method
    def around(self, who: Id) -> Mask:
        """Zones in which somebody could be at the end of one step, its own among them."""
        it, spot = self.stats[who], self.zones[who]
        stuck = moving.rooted(it.body) is not None or not it.sheet.free
        return 1 << spot | (0 if stuck else self.ground.gait(it).hops[spot])

    # -- attacks

    def needed(self, me: UnitStats, arm: Arm, here: int, there: int, *, cover: bool) -> int:
        """Successes that an attack from one zone into another needs."""
        if not arm.afar:
            return needed(afar=False)
        unlit = bool(self.dark >> there & 1) and "sees in the dark" not in me.sheet.profile.traits
        return needed(afar=True, cover=cover, dark=unlit, smoke=bool(self.ground.smoky & (1 << here | 1 << there)))

    def places(self, arm: Arm, at: int) -> Mask:
        """Zones from which somebody in a zone can be attacked."""
        return self.ground.flown(at, arm.weapon.nearest, arm.weapon.range) if arm.afar else 1 << at

    def blow(
        self,
        me: UnitStats,
        arm: Arm,
        it: UnitStats,
        here: int,
        there: int,
        *,
        cover: bool,
        answered: bool,
        known: bool = False,
    ) -> ExpectedDamage:
        """Expected damage of an attack from one zone into another."""
        asked = self.needed(me, arm, here, there, cover=cover)
        against = it.answer(arm) if answered else 0
        return me.fights.blow(
            arm, it.fights, asked, against=against, known=known, wet=bool(self.ground.wet >> there & 1)
        )

    def spell(self, me: UnitStats, spell: Spell, it: UnitStats, *, answered: bool) -> ExpectedDamage:
        """Expected damage of a spell."""
        against = self.resists(it, spell) if answered else 0
        return befall(beyond(me.fights.cast, against), worked(spell), it.fights.frame, thrown=against > 0)

    def fallen(self, it: UnitStats, feet: int) -> ExpectedDamage:
        """Expected damage of a fall."""
        if feet < perils.LEAST or "flies" in it.sheet.profile.traits:
            return NO_DAMAGE
        ground = beyond(feet // perils.FEET_A_DIE, dice_of(it.sheet, "endure"))
        return befall(ground, Missile(1, pierces=True), it.fights.frame)

    def burnt(self, it: UnitStats, intensity: int) -> ExpectedDamage:
        """Expected damage of catching fire."""
        return befall((1.0,), Missile(0, fire=intensity, pierces=True), it.fights.frame) if intensity else NO_DAMAGE

    def landed(self, it: UnitStats, there: InZone) -> ExpectedDamage:
        """Effects on somebody who is pushed into a zone."""
        assert isinstance(it.body.at, InZone)
        feet = max(perils.drop(self.board, it.body.at, there), wrestling.pit(self.board, there))
        costs = self.fallen(it, feet), self.burnt(it, perils.brazier(self.board, there))
        return max(costs, key=lambda cost: cost.cost)

    def resists(self, it: UnitStats, spell: Spell) -> int:
        """Dice with which somebody could resist a spell now; 0 if it can't."""
        return dice_of(it.sheet, spell.resist) if spell.resist is not None and may_resist(spell, it.sheet) else 0

    @cached_method
    def reaches(self, it: Id) -> Mask:
        """Places in which somebody could be attacked within a turn."""
        found = 0
        for _, places in self._aims(it):
            found |= places
        return found

    @cached_method
    def _aims(self, it: Id) -> Sequence[tuple[Arm | Spell, Mask]]:
        """Where somebody attacks within a turn, after a step if need be, with what."""
        foe, zone, (steps, fast) = self.stats[it], self.zones[it], self._stride(it)
        return self.ground.memory.of(
            "aims", (self.ground, foe.fights, zone, steps, fast), self._aimed, foe, zone, steps, fast
        )

    @cached_method
    def _stride(self, it: Id) -> tuple[Mask, int]:
        """Zones that somebody could attack from within a turn, none if it is held; its fast maneuvers of a round."""
        foe = self.stats[it]
        slow, fast = allowance(self.board, foe.sheet)
        steps = self.around(it) if slow and fast else 1 << self.zones[it]
        return steps if foe.sheet.free else 0, fast

    def _aimed(self, foe: UnitStats, zone: int, steps: Mask, fast: int) -> Sequence[tuple[Arm | Spell, Mask]]:
        here, found = 1 << zone, list[tuple[Arm | Spell, Mask]]()
        if not steps:
            return ()
        for arm in foe.fights.arms:
            if arm.draw and not fast:
                continue
            ready = here if arm.draw else steps
            if not arm.afar:  # it must close in on whoever is not in the open
                found.append((arm, in_the_open(ready) | (wide(here) if fast and not arm.draw else 0)))
                continue
            shot = 0
            for at in bits(ready):
                shot |= self.ground.flown(at, arm.weapon.nearest, arm.weapon.range)
            found.append((arm, wide(shot)))
        spells = (spell for spell in foe.sheet.profile.spells if spell.target == "foe" and spell.damage)
        return (*found, *((spell, wide(self.ground.flown(zone, 0, spell.range))) for spell in spells))

    @cached_method
    def threats(self, it: Id, who: Id) -> Sequence[Threat]:
        """Threats of one to another within a turn, and where."""
        foe, me, zone = self.stats[it], self.stats[who], self.zones[it]
        answers = tuple([can_react(me.sheet, doing) for doing in ("parry", "dodge", "resist")])
        key = self.ground, self.dark, foe.fights, zone, self._stride(it), me.fights, answers
        return self.ground.memory.of("threats", key, self._threats, foe, zone, self._aims(it), me)

    def _threats(
        self, foe: UnitStats, zone: int, aims: Sequence[tuple[Arm | Spell, Mask]], me: UnitStats
    ) -> Sequence[Threat]:
        found = []
        for arm, places in aims:
            if isinstance(arm, Spell):
                costs = [self.spell(foe, arm, me, answered=answered) for answered in (False, True)]
                found.append(Threat(places, *costs))
            elif harmed_by(me.sheet, arm.weapon.harm):
                for asked, part in self._asked(foe, arm, zone, places).items():
                    pledged = 0, me.answer(arm)
                    costs = [foe.fights.blow(arm, me.fights, asked, against=dice) for dice in pledged]
                    found.append(Threat(part, *costs))
        return found

    def _asked(self, foe: UnitStats, arm: Arm, zone: int, places: Mask) -> Mapping[int, Mask]:
        """The places of some by the successes that an attack needs there."""
        if not arm.afar:
            return {self.needed(foe, arm, zone, zone, cover=False): places}
        found = []
        sheltered = in_the_open(self.ground.sheltered) << COVER
        odd = self.dark | self.ground.smoky | (self.ground.every if self.ground.smoky >> zone & 1 else 0)
        plain = places & ~wide(odd)
        for cover, some in ((False, ~sheltered), (True, sheltered)):
            found.append((needed(afar=True, cover=cover), plain & some))
            for at in bits(zones_of(places & wide(odd) & some)):
                found.append((self.needed(foe, arm, zone, at, cover=cover), wide(1 << at) & places & some))
        return by_value((asked, part) for asked, part in found if part)

    def worst(self, it: Id, who: Id) -> tuple[ExpectedDamage, ExpectedDamage]:
        """The worst that one could do in a turn to another where that one is, let come and answered."""
        here = 1 << self.spot(who)
        some = [(bare, kept) for places, bare, kept in self.threats(it, who) if places & here]
        return max(some, key=lambda costs: costs[0].cost, default=(NO_DAMAGE, NO_DAMAGE))

    @cached_method
    def prey(self, who: Id) -> Id | None:
        """The foe to whom somebody could do most within a turn; None if it reaches nobody."""
        reach = self.reaches(who)
        near = [it for it in self.foes(self.stats[who].body.side) if reach >> self.spot(it.body.id) & 1]
        found = max(near, key=lambda it: self.worst(who, it.body.id)[0].cost * it.unit_value, default=None)
        return None if found is None else found.body.id

    # -- danger

    def expected_threats(self, it: Id, who: Id, where: Mask, kept: Budget) -> list[ExpectedThreat]:
        """A blow after a step, a shot, a spell; parried as often as maneuvers are left for it."""
        me, zone = self.stats[who], where & self.reaches(it)
        if not zone or (me.sheet.hidden and self.stats[it].body.side != me.body.side):
            return []
        ready, found = self.ready(it, who, kept[0] if kept else me.sheet.left), []
        for places, bare, guarded in self.threats(it, who):
            if part := places & where:
                fell = bare.fell + ready * (guarded.fell - bare.fell)
                hurt = bare.hurt + ready * (guarded.hurt - bare.hurt)
                if fell + hurt > LEAST:
                    found.append(ExpectedThreat(part, fell, hurt))
        return found

    def ready(self, it: Id, who: Id, left: int) -> float:
        """How often somebody with so many maneuvers left would parry what another does in its next turn."""
        if not self.to_come.get(it):
            return READY
        return min(1.0, left / max(1, self.pressed(who)))

    @cached_method
    def pressed(self, who: Id) -> int:
        """Attacks that could still come upon somebody this round."""
        spot, side = self.spot(who), self.stats[who].body.side
        others = [it for it in self.stats if self.stats[it].body.side != side]
        return sum(self.to_come.get(it, 0) for it in others if self.reaches(it) >> spot & 1)

    # -- what maneuvers are worth

    @cached_method
    def engaged(self, who: Id) -> bool:
        """Whether somebody could attack one of the others without going anywhere."""
        me, zone = self.stats[who], 1 << self.zones[who]
        for it in self.foes(me.body.side):
            near = in_reach(me.body, it.body)
            for arm in me.fights.arms:
                if not arm.draw and self.places(arm, self.zones[it.body.id]) & zone and (arm.afar or near):
                    return True
        return False

    @cached_method
    def busy(self, who: Id) -> bool:
        """Whether somebody could attack one of the others within a turn."""
        zone = self.reaches(who)
        return any(zone >> self.spot(it.body.id) & 1 for it in self.foes(self.stats[who].body.side))

    @cached_method
    def freed(self, who: Id) -> float:
        """The chance to break free, if whoever holds on can spend a maneuver on it."""
        me = self.stats[who]
        holder = self.stats.get(me.sheet.holder)
        kept = holder is not None and can_react(holder.sheet, "hold")
        return chance(me.fights.force, holder.fights.grip if holder is not None and kept else 0)

    @cached_method
    def price(self, who: Id, met: bool = False) -> float:
        """What the next reaction of somebody takes from the turn that it still has this round, as a share of it.

        ``met``: hand to hand, so that it could strike back from where it is.
        """
        sheet = self.stats[who].sheet
        if not self.later(who):
            return 0.0
        if sheet.fast < 1 or slowed(self.board, sheet):
            return 1.0
        return STEADY if met or self.engaged(who) else STRIDE
