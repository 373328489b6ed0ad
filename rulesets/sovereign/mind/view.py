"""Who stands where, as masks: from where an attack could be made, where one gets, what foes could do to a place.

One moment of a battle as one side knows it; worked out as far as it is asked for. The rules' sums are asked with the
same ``Look`` that they read of two bodies where they stand (``reading.look``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, partial, reduce
from math import fsum
from operator import or_
from weakref import proxy

from game.kit.cache import cached_method
from game.kit.cell_masks import calm, nearest
from game.kit.cover import VisibilityMasks, bands, covers, shelters
from game.kit.mind.acts import NO_DAMAGE, ExpectedDamage, chances, dealt, dearest, within
from game.kit.mind.side_view import CellSideView
from game.rules.events import Id
from game.rules.planning_model import Effect, ExpectedThreat, Mask
from game.spatial.field import Cell
from game.spatial.paths import flood, fold
from rulesets.sovereign.mind.damage import Arm, UnitStats, befalls, stats_of
from rulesets.sovereign.play.actions import CHARGE
from rulesets.sovereign.play.blow import UNARMED, hindrance
from rulesets.sovereign.play.effects import fall_dice, perils
from rulesets.sovereign.play.gear import GOALS
from rulesets.sovereign.play.geometry import FEET, Look, barred, held, in_clinch, perceives, threat_reach, threats
from rulesets.sovereign.play.maneuvers import room_beside
from rulesets.sovereign.play.morale import homeward, runs
from rulesets.sovereign.play.spells import castable
from rulesets.sovereign.sheet.sheet import Body, Sheet, SovereignBoard, Turn


class SovereignSideView(CellSideView[Sheet, Turn, UnitStats]):
    """The fight as it stands."""

    def __init__(self, board: SovereignBoard, side: str) -> None:
        super().__init__(board, side, stats_of, GOALS)

    def perceives(self, side: str, it: UnitStats) -> bool:
        """Rule: those in ambush, and those lost in darkness or smoke, are known to none of the others (E-64)."""
        return perceives(self.board, side, it.body)

    @cached_method
    def block(self, side: str) -> Mask:
        """The cells that the members of other sides cover."""
        found = 0
        for it in self.stats.values():
            if it.body.side != side:
                found |= self.area(it)
        return found

    @cached_method
    def clinch(self, who: Id) -> bool:
        """Whether somebody holds another, or is held."""
        return in_clinch(self.board, self.stats[who].body)

    @cached_property
    def loose(self) -> bool:
        """Whether nobody holds anybody."""
        return not any(c.sheet.grappling for c in self.board.state.combatants.values())

    def usable(self, it: UnitStats) -> tuple[Arm, ...]:
        """The arms that it could use as it stands; in a clinch only what nature gave it (E-78)."""
        if self.loose or not self.clinch(it.id):
            return it.arms
        return tuple(arm for arm in it.arms if arm.key == UNARMED or (arm.weapon.natural and not arm.more))

    def handed(self, who: Id) -> bool:
        """Whether somebody has hands for doors and levers."""
        return self.stats[who].body.sheet.profile.humanoid

    @cached_method
    def barred(self, who: Id) -> tuple[Mask, Mask, Mask]:
        """Masks of what stands in somebody's way: ``reading.barred``."""
        return barred(self.board, self.stats[who].body)

    @cached_method
    def runs(self, who: Id) -> bool:
        """Whether it runs for the edge of the map: ``flight.runs``."""
        return runs(self.board, self.stats[who].body)

    def acts_later(self, it: UnitStats) -> bool:
        """Whether somebody's side still has its turn of this round."""
        turn = self.board.state.turn
        return it.body.side in turn.order[turn.current + 1 :]

    # -- reach of arms

    @cached_method
    def engaging(self, side: str, size: int) -> Mask:
        """Places of a side's bodies of a size on which an armed foe is in melee range (E-24), prone or not."""
        found = 0
        for it in self.foes(side):
            if (reach := threat_reach(self.board, it.body)) and not it.body.sheet.surprised:
                found |= self.space.within(it.at, it.size, reach // FEET, size)
        return found

    @cached_method
    def zones(self, who: Id) -> Sequence[tuple[UnitStats, Mask]]:
        """The foes that may strike at a combatant's openings, each with the places that lie within its reach."""
        return [(self.stats[foe], area) for foe, area in threats(self.board, self.stats[who].body)]

    def beside(self, who: Id, spot: int) -> list[UnitStats]:
        """Foes that would strike at an action that draws attacks at a place: adjacent ones (S-48)."""
        mine, bit = self.stats[who], 1 << spot
        return [
            it for it, zone in self.zones(who) if zone & bit and self.ground.near(it.at, it.size, 1, mine.size) & bit
        ]

    def struck(self, who: Id, strikers: Sequence[UnitStats]) -> tuple[Effect, ...]:
        """Effects on a combatant of the attacks of opportunity of some foes, one after the other."""
        mine = self.stats[who]
        stands, hurt = 1.0, 0.0
        for it in strikers:
            arms = [arm for arm in it.arms if not arm.afar and arm.in_hand]
            if arms:
                harm = max((arm.once(mine) for arm in arms), key=lambda each: each.cost)
                hurt += stands * harm.hurt
                stands *= 1 - harm.fell
        return (Effect(who, 1 - stands, min(hurt, stands)),) if stands < 1 or hurt else ()

    # -- situations

    def looks(self, it: Id, who: Id, arm: Arm, where: Mask) -> list[tuple[Look, Mask]]:
        """The places from which somebody can attack another with an arm, told apart by the situation.

        Distances are those at which something changes (``Arm.spans``): the mask of 30 ft has all from the last one on.
        """
        mine, other = self.stats[who], self.stats[it]
        sheet = other.body.sheet
        clinch = not self.loose and self.clinch(who)
        engaging = 0 if not arm.afar else self.engaging(mine.body.side, mine.size)
        some = -1 if mine.size == 1 else where  # where a large body could see from is found place by place
        key = (arm, other.at, other.size, sheet.prone, sheet.known, mine.size, clinch, engaging, some)
        found = self.memory.of("looks", key, self._looks, other, mine, arm, some, engaging, clinch=clinch)
        return [(at, here) for at, mask in found if (here := mask & where)]

    def _looks(
        self, other: UnitStats, mine: UnitStats, arm: Arm, where: Mask, engaging: Mask, *, clinch: bool
    ) -> tuple[tuple[Look, Mask], ...]:
        dark, known = bool(self.space.obscured & self.area(other)), other.body.sheet.known
        spans = sorted({1, *arm.spans(other)}) if dark else arm.spans(other)
        found: list[tuple[Look, Mask]] = []
        near = partial(self.ground.near, other.at, other.size, size=mine.size)
        for cells, there in bands(spans, lambda cells: near(cells) & where):
            for cover, mask in covers(self.ground.seeing(other.at, other.size, mine.size, there)):
                for part, pressed in ((mask & ~engaging, False), (mask & engaging, True)):
                    at = Look(cells * FEET, cover, not dark or cells <= 1, pressed)
                    if part and not hindrance(arm.me, arm.weapon, arm.mode, at, clinch=clinch, known=known):
                        found.append((at, part))
        return tuple(found)

    # -- going

    @cached_method
    def walk(self, who: Id, spot: int) -> Walk:
        """Reach of one Move Action from a place."""
        return Walk(self, who, spot)

    # -- danger

    @cached_method
    def strikes(self, it: Id) -> Strikes:
        """Reach of somebody's blows and shots in its next turn."""
        return Strikes(self, self.stats[it])

    def spared(
        self, me: UnitStats, spot: Mask, foes: Iterable[UnitStats], *, guarded: bool = False, ac: int = 0
    ) -> float:
        """Damage by foes that Total Defense, or so much AC, keeps from somebody at a place, in unit values."""
        found = 0.0
        for it in foes:
            strikes = self.strikes(it.id)
            found += strikes.worst(me.id, spot) - strikes.worst(me.id, spot, guarded=guarded, ac=ac)
        return found * me.unit_value

    @cached_method
    def worst_fall(self, who: Id) -> ExpectedDamage:
        """Expected damage of being shoved to the worst place beside."""
        it = self.stats[who]
        drops = self.memory.of("drops", (it.at, it.size), self._drops, it)
        if not drops:
            return NO_DAMAGE
        side = next(each.body.side for each in self.stats.values() if each.body.side != it.body.side)
        room = room_beside(self.board, it.body, side)
        worst = (self.fall(it, place) for place in drops if place in room)
        return max(worst, key=lambda each: each.cost, default=NO_DAMAGE)

    def _drops(self, it: UnitStats) -> list[Cell]:
        """The places beside somebody where it would be harmed if it were forced there."""
        x0, y0 = it.at
        beside = [(x, y) for y in range(y0 - 1, y0 + 2) for x in range(x0 - 1, x0 + 2)]
        return [place for place in beside if self.space.inside(place, it.size) and self.fall(it, place).hit]

    def fall(self, it: UnitStats, place: Cell) -> ExpectedDamage:
        """Expected damage of being forced to a place: a fall, else fire or a trap."""
        dice, _ = fall_dice(self.space, it.at, place, it.size)
        dice = dice or next((dice for _, dice in perils(self.space, it.at, place, it.size)), "")
        return dealt(chances(dice), it.hp) if dice else NO_DAMAGE


class Walk:
    """Reach of one Move Action of somebody from a place."""

    def __init__(self, view: SovereignSideView, who: Id, spot: int) -> None:
        self.view: SovereignSideView = proxy(
            view
        )  # kept by it: a reference back would be left to the garbage collector
        self.who, self.spot = who, spot
        self.mine = view.stats[who]
        self._steps = view.ground.steps(self.mine.size)
        self._bar, friends, wade = view.barred(who)
        self._heavy = self._steps.spread(wade)
        layers = flood(self._steps, fold(self._steps, self._bar), 1 << spot, self.mine.pace, self._heavy)
        taken = self._steps.spread(friends)
        self.layers = [layer & ~taken for layer in layers]
        if view.runs(who):
            home = homeward(view.board, self.mine.body, spot, reduce(or_, self.layers)) | 1 << spot
            self.layers = [layer & home for layer in self.layers]

    @cached_property
    def mask(self) -> Mask:
        """Everywhere that it can end."""
        found = 1 << self.spot
        for layer in self.layers:
            found |= layer
        return found

    def first(self, places: Mask) -> int:
        """The number of whichever of some places costs least to go to; -1 if it can't end in any."""
        found = nearest(self.layers, places)[1] or places & 1 << self.spot
        return (found & -found).bit_length() - 1

    def _quiet(self, areas: Sequence[Mask]) -> Mask:
        """Ends of cheapest ways that leave none of some areas."""
        layers = calm(self._steps, 1 << self.spot, self.mine.pace, self._bar, areas, self._heavy)
        found = 0
        for quiet, quick in zip(layers, self.layers, strict=False):
            found |= quiet & quick
        return found

    @cached_property
    def openings(self) -> tuple[tuple[Mask, tuple[Effect, ...]], ...]:
        """Ends on whose way somebody strikes, with what that does."""
        view, mask = self.view, self.mask
        zones = [(it, zone) for it, zone in view.zones(self.who) if zone & mask]
        if not zones:
            return ()
        noisy = mask & ~self._quiet([zone for _, zone in zones])
        if not noisy:
            return ()
        found = []
        for it, zone in zones:
            alone = noisy if len(zones) == 1 else noisy & ~self._quiet([zone])
            if alone:
                found.append((alone, view.struck(self.who, [it])))
        return tuple(found)

    @cached_property
    def calm(self) -> Mask:
        """Ends that can be gone to without giving an opening."""
        found = self.mask
        for where, _ in self.openings:
            found &= ~where
        return found | 1 << self.spot


class Strikes:
    """Danger of one foe: where it could strike, shoot and cast in its next turn."""

    def __init__(self, view: SovereignSideView, it: UnitStats) -> None:
        self.view: SovereignSideView = proxy(view)  # as in ``Walk``
        self.it = it
        sheet = it.body.sheet
        held_up = not view.loose and (bool(sheet.grappling) or held(view.board, it.id))
        self.arms = view.usable(it)
        self._blades = [arm for arm in self.arms if not arm.afar]
        self.pace = 0 if held_up or sheet.prone else it.pace
        """Cells; who is prone stands up with its Move Action, or crawls, which is left out."""
        shots = [arm for arm in self.arms if arm.afar and arm.unready != "main"]
        self._shot = max(shots, key=lambda arm: arm.harm(it).points, default=None)
        self._block = view.block(it.body.side)
        """Everybody in its way."""

    @cached_property
    def _blade(self) -> Arm | None:
        """What it strikes with whoever it is."""
        return self.it.melee if self.it.melee in self._blades else next(iter(self._blades), None)

    def _lunge(self, pace: int) -> Mask:
        it, arm = self.it, self._blade
        return self.view.ground.lunge(it.at, it.size, pace, arm.reach, self._block) if arm is not None else 0

    @cached_property
    def reaches(self) -> Mask:
        """Places in which somebody could be attacked by it."""
        it, found = self.it, self._lunge(self.pace)
        if self._shot is not None:
            aside = self._aside(self._shot)
            found |= self._sight(aside).any & self.view.ground.near(it.at, it.size, self._shot.near + aside)
        return found

    @cached_property
    def near(self) -> Mask:
        """Places in which somebody could be struck hand to hand, by a charge if need be."""
        return self._lunge(2 * self.pace)

    def _sight(self, pace: int) -> VisibilityMasks:
        """What it sees from where it stands, or once it has walked so far: it may step round a corner and shoot."""
        return self.view.ground.seen_round(self.it.at, self.it.size, pace)

    def _aside(self, arm: Arm) -> int:
        """Cells that it may come nearer before it shoots; who must reload for a Move stays where it is."""
        return 0 if arm.unready == "move" else self.pace

    def expected_threats(self, who: Id, where: Mask, *, guarded: bool, ac: int = 0) -> list[ExpectedThreat]:
        """Threats of it to somebody in any of some places; ``ac``: added to that one's AC."""
        return within(self._told(who, guarded, ac), where)

    @cached_method
    def _told(self, who: Id, guarded: bool, ac: int) -> tuple[ExpectedThreat, ...]:
        view, it, me = self.view, self.it, self.view.stats[who]
        bar = view.yielding(me, self._block, self.near)
        about = view.ground.about(it.at, it.size, 2 * self.pace)
        key = (self.arms, self._shot, it.at, it.size, self.pace, bar & about, me.hp, me.sort, me.size, ac, guarded)
        armed = view.memory.of("menaces", key, lambda: tuple(self._by_arms(me, -ac, guarded, bar)))
        return (*armed, *self._spells(me))

    def _by_arms(self, me: UnitStats, extra: int, guarded: bool, bar: Mask) -> Iterator[ExpectedThreat]:
        it, view = self.it, self.view
        melee = max(self._blades, key=lambda arm: arm.harm(me).cost, default=None)
        if melee is not None:
            walked, charged = view.lunges(it, (self.pace, 2 * self.pace), melee.reach, bar, me.size)
            yield melee.harm(me, extra=extra, guarded=guarded).expected_threat(walked)
            yield melee.once(me, extra=extra + CHARGE.total, guarded=guarded).expected_threat(charged, late=True)
        arm = self._shot
        if arm is None:
            return
        ground = view.ground
        aside, dark = self._aside(arm), ground.covers(view.space.obscured, me.size)
        near = partial(ground.near, it.at, it.size, size=me.size)
        for cells, places in bands((arm.near, arm.far), lambda cells: near(cells + aside), dark):
            for cover, here in shelters(self._sight(aside), places, lambda mask: ground.covers(mask, me.size)):
                yield arm.harm(me, Look(cells * FEET, cover), extra, guarded=guarded).expected_threat(here)

    def _spells(self, me: UnitStats) -> Iterator[ExpectedThreat]:
        it, ground = self.it, self.view.ground
        spells = [each for each in castable(it.body) if each.target in ("foe", "area")]
        if not spells:
            return
        seen = ground.covers(self._sight(self.pace).any, me.size)
        seen &= ~ground.covers(self.view.space.obscured, me.size)
        for spell in spells:
            effect = befalls(me, spell)
            if effect.cost > 0:
                far = (spell.range + spell.radius) // FEET + self.pace
                yield ExpectedThreat(ground.near(it.at, it.size, far, me.size) & seen, effect.fell, effect.hurt)

    def worst(self, who: Id, where: Mask, *, guarded: bool = False, ac: int = 0) -> float:
        """The most that it could do to somebody in some places with no charge, wounds counted half."""
        return dearest(self.expected_threats(who, where, guarded=guarded, ac=ac))

    def lessened(self, me: UnitStats, then: UnitStats, where: Mask) -> float:
        """Damage of its shots at a place that somebody saves by changing."""
        arm = self._shot
        if arm is None:
            return 0.0
        sight = covers(self._sight(self._aside(arm)))
        looks = [Look(arm.near * FEET, cover) for cover, mask in sight if mask & where]
        return fsum(arm.harm(me, look).cost - arm.harm(then, look).cost for look in looks)


def may_guard(it: Body) -> bool:
    """Whether somebody could still answer an attack with Total Defense (E-41)."""
    return it.sheet.main and not it.sheet.defending and not it.sheet.surprised
