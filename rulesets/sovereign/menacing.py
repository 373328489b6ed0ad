"""What somebody could do to others in its next turn: where it strikes, shoots and casts, and what that comes to."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, partial

from game.kit.acts import dearest, within
from game.kit.cell_moment import CellMoment
from game.kit.cover import bands, covers, shelters
from game.kit.ground import Glimpse
from game.kit.recall import remembered
from game.rules.events import Id
from game.rules.wits import Mask, Menace
from rulesets.sovereign.actions import CHARGE
from rulesets.sovereign.arms import Arm, Mark, mark
from rulesets.sovereign.blow import UNARMED
from rulesets.sovereign.goals import GOALS
from rulesets.sovereign.reading import FEET, Look, held, in_clinch, perceives
from rulesets.sovereign.sheet import Sheet, SovereignBoard, Turn
from rulesets.sovereign.spells import castable
from rulesets.sovereign.spellwork import befalls


class Surroundings(CellMoment[Sheet, Turn, Mark]):
    """The fight that somebody is a danger in."""

    def __init__(self, board: SovereignBoard, side: str) -> None:
        super().__init__(board, side, mark, GOALS)

    def perceives(self, side: str, it: Mark) -> bool:
        """Rule: those in ambush, and those lost in darkness or smoke, are known to none of the others (E-64)."""
        return perceives(self.board, side, it.body)

    @remembered
    def block(self, side: str) -> Mask:
        """The cells that the members of other sides cover."""
        found = 0
        for it in self.marks.values():
            if it.body.side != side:
                found |= self.area(it)
        return found

    @remembered
    def clinch(self, who: Id) -> bool:
        """Whether somebody holds another, or is held."""
        return in_clinch(self.board, self.marks[who].body)

    @cached_property
    def loose(self) -> bool:
        """Whether nobody holds anybody."""
        return not any(c.sheet.grappling for c in self.board.state.combatants.values())

    def usable(self, it: Mark) -> tuple[Arm, ...]:
        """The arms that it could use as it stands; in a clinch only what nature gave it (E-78)."""
        if self.loose or not self.clinch(it.id):
            return it.arms
        return tuple(arm for arm in it.arms if arm.key == UNARMED or (arm.weapon.natural and not arm.more))


class Strikes:
    """One foe as a danger: where it could strike, shoot and cast in its next turn."""

    def __init__(self, scene: Surroundings, it: Mark) -> None:
        self.scene, self.it = scene, it
        sheet = it.body.sheet
        held_up = not scene.loose and (bool(sheet.grappling) or held(scene.board, it.id))
        self.arms = scene.usable(it)
        self._blades = [arm for arm in self.arms if not arm.afar]
        self.pace = 0 if held_up or sheet.prone else it.pace
        """Cells; who is prone stands up with its Move Action, or crawls, which is left out."""
        shots = [arm for arm in self.arms if arm.afar and arm.unready != "main"]
        self._shot = max(shots, key=lambda arm: arm.harm(it).points, default=None)
        self._block = scene.block(it.body.side)
        """Everybody in its way."""

    @cached_property
    def _blade(self) -> Arm | None:
        """What it strikes with whoever it is."""
        return self.it.melee if self.it.melee in self._blades else next(iter(self._blades), None)

    def _lunge(self, pace: int) -> Mask:
        it, arm = self.it, self._blade
        return self.scene.ground.lunge(it.at, it.size, pace, arm.reach, self._block) if arm is not None else 0

    @cached_property
    def reaches(self) -> Mask:
        """Places in which somebody could be attacked by it."""
        it, found = self.it, self._lunge(self.pace)
        if self._shot is not None:
            aside = self._aside(self._shot)
            found |= self._sight(aside).any & self.scene.ground.near(it.at, it.size, self._shot.near + aside)
        return found

    @cached_property
    def near(self) -> Mask:
        """Places in which somebody could be struck hand to hand, by a charge if need be."""
        return self._lunge(2 * self.pace)

    def _sight(self, pace: int) -> Glimpse:
        """What it sees from where it stands, or once it has walked so far: it may step round a corner and shoot."""
        return self.scene.ground.seen_round(self.it.at, self.it.size, pace)

    def _aside(self, arm: Arm) -> int:
        """Cells that it may come nearer before it shoots; who must reload for a Move stays where it is."""
        return 0 if arm.unready == "move" else self.pace

    def menaces(self, who: Id, where: Mask, *, guarded: bool, ac: int = 0) -> list[Menace]:
        """What it could do to somebody in any of some places; ``ac``: what is added to that one's AC."""
        return within(self._told(who, guarded, ac), where)

    @remembered
    def _told(self, who: Id, guarded: bool, ac: int) -> tuple[Menace, ...]:
        scene, it, me = self.scene, self.it, self.scene.marks[who]
        bar = scene.yielding(me, self._block, self.near)
        about = scene.ground.about(it.at, it.size, 2 * self.pace)
        key = (self.arms, self._shot, it.at, it.size, self.pace, bar & about, me.hp, me.sort, me.size, ac, guarded)
        armed = scene.memory.of("menaces", key, lambda: tuple(self._by_arms(me, -ac, guarded, bar)))
        return (*armed, *self._spells(me))

    def _by_arms(self, me: Mark, extra: int, guarded: bool, bar: Mask) -> Iterator[Menace]:
        it, scene = self.it, self.scene
        melee = max(self._blades, key=lambda arm: arm.harm(me).cost, default=None)
        if melee is not None:
            walked, charged = scene.lunges(it, (self.pace, 2 * self.pace), melee.reach, bar, me.size)
            yield melee.harm(me, extra=extra, guarded=guarded).menace(walked)
            yield melee.once(me, extra=extra + CHARGE.total, guarded=guarded).menace(charged, late=True)
        arm = self._shot
        if arm is None:
            return
        ground = scene.ground
        aside, dark = self._aside(arm), ground.covers(scene.space.obscured, me.size)
        near = partial(ground.near, it.at, it.size, size=me.size)
        for cells, places in bands((arm.near, arm.far), lambda cells: near(cells + aside), dark):
            for cover, here in shelters(self._sight(aside), places, lambda mask: ground.covers(mask, me.size)):
                yield arm.harm(me, Look(cells * FEET, cover), extra, guarded=guarded).menace(here)

    def _spells(self, me: Mark) -> Iterator[Menace]:
        it, ground = self.it, self.scene.ground
        spells = [each for each in castable(it.body) if each.target in ("foe", "area")]
        if not spells:
            return
        seen = ground.covers(self._sight(self.pace).any, me.size)
        seen &= ~ground.covers(self.scene.space.obscured, me.size)
        for spell in spells:
            effect = befalls(me, spell)
            if effect.cost > 0:
                far = (spell.range + spell.radius) // FEET + self.pace
                yield Menace(ground.near(it.at, it.size, far, me.size) & seen, effect.fell, effect.hurt)

    def worst(self, who: Id, where: Mask, *, guarded: bool = False, ac: int = 0) -> float:
        """The most that it could do to somebody in some places with no charge, wounds counted half."""
        return dearest(self.menaces(who, where, guarded=guarded, ac=ac))

    def lessened(self, me: Mark, then: Mark, where: Mask) -> float:
        """What is saved of its shots at a place by somebody who changes."""
        arm = self._shot
        if arm is None:
            return 0.0
        sight = covers(self._sight(self._aside(arm)))
        looks = [Look(arm.near * FEET, cover) for cover, mask in sight if mask & where]
        return sum(arm.harm(me, look).cost - arm.harm(then, look).cost for look in looks)
