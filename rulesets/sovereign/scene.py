"""Who stands where, as masks: from where an attack could be made, where one gets, what foes could do to a place.

One moment of a battle as one side knows it; worked out as far as it is asked for. The rules' sums are asked with the
same ``Look`` that they read of two bodies where they stand (``reading.look``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from game.kit.ground import Glimpse, calm, ground_of, hoped
from game.rules.events import Id
from game.rules.wits import Effect, Mask, Menace
from game.spatial.paths import flood, fold
from game.spatial.space import Space
from rulesets.sovereign.arms import Arm, Harm, Mark, mark
from rulesets.sovereign.blow import UNARMED
from rulesets.sovereign.reading import FEET, Cover, Look, barred, covered, held, in_clinch, may_oppose, perceives
from rulesets.sovereign.sheet import Body, SovereignBoard
from rulesets.sovereign.spellwork import befalls

CHARGE = 2
"""To hit, of a charge (E-32)."""


class Scene:
    """The fight as it stands."""

    def __init__(self, board: SovereignBoard, side: str) -> None:
        self.board, self.side = board, side
        self.space = board.space
        self.ground = ground_of(board.space)
        self.marks: dict[Id, Mark] = {c.id: mark(c) for c in board.state.combatants.values() if c.sheet.up}
        self._engaging: dict[tuple[str, int], Mask] = {}
        self._zones: dict[Id, list[tuple[Mark, Mask]]] = {}
        self._walks: dict[tuple[Id, int], Walk] = {}
        self._stings: dict[Id, Strikes] = {}
        self._blocks: dict[str, Mask] = {}
        self._clinches: dict[Id, bool] = {}
        self._areas: dict[Id, Mask] = {}
        self.falls: dict[Id, tuple[float, float]] = {}
        """What it would cost each to be shoved to the worst place beside it, once it has been asked for."""
        self._foes: dict[str, list[Mark]] = {}

    def foes(self, who: Id) -> list[Mark]:
        """Members of other sides that a combatant's side knows to be there."""
        side = self.marks[who].body.side
        found = self._foes.get(side)
        if found is None:
            found = self._foes[side] = [
                it for it in self.marks.values() if it.body.side != side and perceives(self.board, side, it.body)
            ]
        return found

    def friends(self, who: Id) -> list[Mark]:
        """The others of its side who stand."""
        side = self.marks[who].body.side
        return [it for it in self.marks.values() if it.body.side == side and it.id != who]

    def area(self, it: Mark) -> Mask:
        """The cells that a body covers."""
        found = self._areas.get(it.id)
        if found is None:
            found = self._areas[it.id] = covered(self.board, it.at, it.size)
        return found

    def block(self, side: str) -> Mask:
        """The cells that a side's members cover."""
        found = self._blocks.get(side)
        if found is None:
            found = 0
            for it in self.marks.values():
                if it.body.side == side:
                    found |= self.area(it)
            self._blocks[side] = found
        return found

    def clinch(self, who: Id) -> bool:
        """Whether somebody holds another, or is held."""
        found = self._clinches.get(who)
        if found is None:
            found = self._clinches[who] = in_clinch(self.board, self.marks[who].body)
        return found

    @cached_property
    def loose(self) -> bool:
        """Whether nobody holds anybody."""
        return not any(c.sheet.grappling for c in self.board.state.combatants.values())

    def usable(self, it: Mark) -> tuple[Arm, ...]:
        """The arms that it could use as it stands; in a clinch only what nature gave it (E-78)."""
        if self.loose or not self.clinch(it.id):
            return it.arms
        return tuple(arm for arm in it.arms if arm.key == UNARMED or (arm.weapon.natural and not arm.more))

    # -- reach of arms

    def engaging(self, who: Id) -> Mask:
        """Places of a combatant on which an armed foe is in melee range (E-24), prone or not."""
        mine = self.marks[who]
        key = mine.body.side, mine.size
        found = self._engaging.get(key)
        if found is None:
            found = 0
            for it in self.foes(who):
                if it.reach and not it.body.sheet.surprised:
                    found |= self.space.within(it.at, it.size, it.reach, mine.size)
            self._engaging[key] = found
        return found

    def zones(self, who: Id) -> list[tuple[Mark, Mask]]:
        """The foes that may strike at a combatant's openings, each with the places that lie within its reach."""
        found = self._zones.get(who)
        if found is None:
            mine = self.marks[who]
            left = mine.body.sheet.disengaged
            found = self._zones[who] = [
                (it, self.space.within(it.at, it.size, it.reach, mine.size))
                for it in self.foes(who)
                if it.reach and it.id not in left and may_oppose(self.board, it.body)
            ]
        return found

    def beside(self, who: Id, spot: int) -> list[Mark]:
        """Foes that would strike at an action that draws attacks at a place: adjacent ones (S-48)."""
        mine, bit = self.marks[who], 1 << spot
        return [
            it for it, zone in self.zones(who) if zone & bit and self.ground.near(it.at, it.size, 1, mine.size) & bit
        ]

    def struck(self, who: Id, strikers: Sequence[Mark]) -> tuple[Effect, ...]:
        """What the openings that some foes get do to a combatant, one after the other."""
        mine = self.marks[who]
        stands, hurt = 1.0, 0.0
        for it in strikers:
            arms = [arm for arm in it.arms if arm.mode == "melee" and arm.in_hand]
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
        mine, other = self.marks[who], self.marks[it]
        clinch = not self.loose and self.clinch(who)
        spans = arm.spans(other)
        dark = bool(self.space.obscured & self.area(other))
        if dark:
            spans = tuple(sorted({1, *spans}))
        afar = arm.mode != "melee"
        found: list[tuple[Look, Mask]] = []
        taken = 0
        for cells in spans:
            within = self.ground.near(other.at, other.size, cells, mine.size) & where & ~taken
            taken |= within
            if not within:
                continue
            seen = not dark or cells <= 1
            for cover, mask in _covers(self.ground.seeing(other.at, other.size, mine.size, within)):
                if not mask:
                    continue
                engaged = mask & self.engaging(who) if afar else 0
                for part, pressed in ((mask & ~engaged, False), (engaged, True)):
                    at = Look(cells * FEET, cover, seen, pressed)
                    if part and arm.serves(other, at, clinch=clinch):
                        found.append((at, part))
        return found

    # -- going

    def walk(self, who: Id, spot: int) -> Walk:
        """Where one Move Action leads from a place."""
        found = self._walks.get((who, spot))
        if found is None:
            found = self._walks[who, spot] = Walk(self, who, spot)
        return found

    def ways(self, size: int, goals: Mask) -> Sequence[Mask]:
        """Distances to some places for a body of a size, every door opened that can be."""
        return ground_of(self._hope).ways(goals, size)

    @cached_property
    def _hope(self) -> Space:
        return hoped(self.space)

    # -- danger

    def strikes(self, it: Id) -> Strikes:
        """Where somebody could strike and shoot in its next turn."""
        found = self._stings.get(it)
        if found is None:
            found = self._stings[it] = Strikes(self, self.marks[it])
        return found


class Walk:
    """Where one Move Action of somebody leads from a place."""

    def __init__(self, scene: Scene, who: Id, spot: int) -> None:
        self.scene, self.who, self.spot = scene, who, spot
        self.mine = scene.marks[who]
        self._steps = scene.ground.steps(self.mine.size)
        self._bar, friends, wade = barred(scene.board, self.mine.body)
        self._heavy = self._steps.spread(wade)
        layers = flood(self._steps, fold(self._steps, self._bar), 1 << spot, self.mine.pace, self._heavy)
        taken = self._steps.spread(friends)
        self.layers = [layer & ~taken for layer in layers]

    @cached_property
    def mask(self) -> Mask:
        """Everywhere that it can end."""
        found = 1 << self.spot
        for layer in self.layers:
            found |= layer
        return found

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
        scene, mask = self.scene, self.mask
        zones = [(it, zone) for it, zone in scene.zones(self.who) if zone & mask]
        if not zones:
            return ()
        noisy = mask & ~self._quiet([zone for _, zone in zones])
        if not noisy:
            return ()
        found = []
        for it, zone in zones:
            alone = noisy if len(zones) == 1 else noisy & ~self._quiet([zone])
            if alone:
                found.append((alone, scene.struck(self.who, [it])))
        return tuple(found)

    @cached_property
    def calm(self) -> Mask:
        """Ends that can be gone to without giving an opening."""
        found = self.mask
        for where, _ in self.openings:
            found &= ~where
        return found | 1 << self.spot


class Strikes:
    """One foe as a danger: where it could strike, shoot and cast in its next turn."""

    def __init__(self, scene: Scene, it: Mark) -> None:
        self.scene, self.it = scene, it
        sheet = it.body.sheet
        held_up = not scene.loose and (bool(sheet.grappling) or held(scene.board, it.id))
        self.arms = scene.usable(it)
        self.pace = 0 if held_up else it.pace
        if sheet.prone:
            self.pace = 0  # its Move Action goes into standing up, or it crawls; the latter is left out
        self.charges = not held_up and not sheet.prone
        self._told: dict[tuple[Id, bool, int], list[Menace]] = {}

    @cached_property
    def _block(self) -> Mask:
        """Everybody in its way."""
        sides = {other.body.side for other in self.scene.marks.values() if other.body.side != self.it.body.side}
        found = 0
        for side in sorted(sides):
            found |= self.scene.block(side)
        return found

    def _melee(self, me: Mark | None) -> Arm | None:
        arms = [arm for arm in self.arms if arm.mode == "melee"]
        if me is None:
            return self.it.melee if self.it.melee in arms else next(iter(arms), None)
        return max(arms, key=lambda arm: arm.harm(me).cost, default=None)

    @cached_property
    def reaches(self) -> Mask:
        """Places in which somebody could be attacked by it."""
        it, ground = self.it, self.scene.ground
        found = 0
        arm = self._melee(None)
        if arm is not None:
            found |= ground.lunge(it.at, it.size, self.pace, arm.reach, self._block)
        for arm in self._shots:
            found |= self._sight.any & ground.near(it.at, it.size, arm.near + self._aside(arm))
        return found

    @cached_property
    def near(self) -> Mask:
        """Places in which somebody could be struck hand to hand, by a charge if need be."""
        it, arm = self.it, self._melee(None)
        if arm is None:
            return 0
        pace = 2 * it.pace if self.charges else self.pace
        return self.scene.ground.lunge(it.at, it.size, pace, arm.reach, self._block)

    @cached_property
    def _sight(self) -> Glimpse:
        """What it sees from where it stands."""
        return self.scene.ground.seen_from(self.it.at, self.it.size)

    @cached_property
    def _shots(self) -> list[Arm]:
        found = [arm for arm in self.arms if arm.mode != "melee" and arm.unready != "main"]
        best = max(found, key=lambda arm: arm.harm(self.it).points, default=None)
        return [best] if best else []

    def _aside(self, arm: Arm) -> int:
        """Cells that it may come nearer before it shoots; who must reload for a Move stays where it is."""
        return 0 if arm.unready == "move" else self.pace

    def menaces(self, who: Id, where: Mask, *, guarded: bool, ac: int = 0) -> Iterator[Menace]:
        """What it could do to somebody in any of some places; ``ac``: what is added to that one's AC.

        Shots are told from where it stands now, though it may come nearer for them: whoever is out of its sight may
        still be shot at round a corner.
        """
        key = who, guarded, ac
        found = self._told.get(key)
        if found is None:
            found = self._told[key] = list(self._menaces(self.scene.marks[who], -ac, guarded))
        for menace in found:
            if here := menace.where & where:
                yield menace._replace(where=here)

    def _menaces(self, me: Mark, extra: int, guarded: bool) -> Iterator[Menace]:
        scene, it, ground = self.scene, self.it, self.scene.ground
        melee = self._melee(me)
        if melee is not None:
            blocked = self._block
            if self.near & scene.area(me):
                blocked &= ~scene.area(me)  # who may step aside is in nobody's way; where it can't be come to it is not
            zone = ground.covers(ground.lunge(it.at, it.size, self.pace, melee.reach, blocked), me.size)
            yield _menace(zone, melee.harm(me, extra=extra, guarded=guarded))
            if self.charges:
                far = ground.lunge(it.at, it.size, 2 * it.pace, melee.reach, blocked)
                harm = melee.once(me, extra=extra + CHARGE, guarded=guarded)
                yield _menace(ground.covers(far, me.size) & ~zone, harm, late=True)
        lit = ~ground.covers(scene.space.obscured, me.size)
        for arm in self._shots:
            taken = 0
            for cells in (arm.near, arm.far):
                within = ground.near(it.at, it.size, cells + self._aside(arm), me.size) & lit & ~taken
                taken |= within
                for cover, mask in _covers(self._sight):
                    here = ground.covers(mask, me.size) & within
                    if here:
                        yield _menace(here, arm.harm(me, Look(cells * FEET, cover), extra, guarded=guarded))
                        within &= ~here
        yield from self._spells(me, lit)

    def _spells(self, me: Mark, where: Mask) -> Iterator[Menace]:
        it, ground = self.it, self.scene.ground
        for spell in it.body.sheet.profile.spells:
            if spell.casts > it.body.sheet.casts or spell.target not in ("foe", "area"):
                continue
            effect = befalls(me, spell)
            far = (spell.range + spell.radius) // FEET + self.pace
            zone = ground.near(it.at, it.size, far, me.size) & ground.covers(self._sight.any, me.size) & where
            if effect.fell + effect.hurt > 0:
                yield Menace(zone, effect.fell, effect.hurt)

    def worst(self, who: Id, where: Mask, *, guarded: bool = False, ac: int = 0) -> float:
        """The most that it could do to somebody in some places with no charge, wounds counted half."""
        found = self.menaces(who, where, guarded=guarded, ac=ac)
        return max((each.fell + 0.5 * each.hurt for each in found if not each.late), default=0.0)

    def lessened(self, me: Mark, then: Mark, where: Mask) -> float:
        """What is saved of its shots at a place by somebody who changes."""
        found = 0.0
        for arm in self._shots:
            for cover, mask in _covers(self._sight):
                if mask & where:
                    look = Look(arm.near * FEET, cover)
                    found += arm.harm(me, look).cost - arm.harm(then, look).cost
        return found


def _menace(where: Mask, harm: Harm, *, late: bool = False) -> Menace:
    return Menace(where, harm.fell, harm.hurt, late)


def _covers(glimpse: Glimpse) -> tuple[tuple[Cover, Mask], ...]:
    return ("no cover", glimpse.clear), ("half cover", glimpse.half), ("full cover", glimpse.full)


def may_guard(it: Body) -> bool:
    """Whether somebody could still answer an attack with Total Defense (E-41)."""
    return it.sheet.main and not it.sheet.defending and not it.sheet.surprised
