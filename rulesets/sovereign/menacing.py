"""What somebody could do to others in its next turn: where it strikes, shoots and casts, and what that comes to."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, partial

from game.kit.acts import dearest
from game.kit.cell_moment import CellMoment
from game.kit.cover import bands, covers, shelters
from game.kit.ground import Glimpse
from game.kit.recall import remembered
from game.rules.events import Id
from game.rules.wits import Mask, Menace
from rulesets.sovereign.arms import Arm, Mark, mark
from rulesets.sovereign.blow import UNARMED
from rulesets.sovereign.goals import GOALS
from rulesets.sovereign.reading import FEET, Look, held, in_clinch, perceives
from rulesets.sovereign.recall import recall_of
from rulesets.sovereign.sheet import Sheet, SovereignBoard, Turn
from rulesets.sovereign.spellwork import befalls

CHARGE = 2
"""To hit, of a charge (E-32)."""


class Surroundings(CellMoment[Sheet, Turn, Mark]):
    """The fight that somebody is a danger in."""

    def __init__(self, board: SovereignBoard, side: str) -> None:
        super().__init__(board, side, mark, GOALS)
        self.recall = recall_of(board.space)

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
        self.pace = 0 if held_up else it.pace
        if sheet.prone:
            self.pace = 0  # its Move Action goes into standing up, or it crawls; the latter is left out
        self.charges = not held_up and not sheet.prone
        shots = [arm for arm in self.arms if arm.mode != "melee" and arm.unready != "main"]
        if len(shots) > 1:
            shots.sort(key=lambda arm: -arm.harm(it).points)
        self._shot = shots[0] if shots else None
        self._block = scene.block(it.body.side)
        """Everybody in its way."""
        self._shape = (self.arms, self._shot, it.at, it.size, self.pace, it.pace, self.charges)
        self._about = scene.ground.about(it.at, it.size, 2 * it.pace)
        """Cells where somebody could be in its way."""

    def _melee(self, me: Mark | None) -> Arm | None:
        arms = [arm for arm in self.arms if arm.mode == "melee"]
        if me is None:
            return self.it.melee if self.it.melee in arms else next(iter(arms), None)
        return max(arms, key=lambda arm: arm.harm(me).cost, default=None)

    @cached_property
    def reaches(self) -> Mask:
        """Places in which somebody could be attacked by it."""
        key = self._shape, self.it.melee, self._block & self._about
        return self.scene.recall.reaches.of(key, self._reaches)

    def _reaches(self) -> Mask:
        it, ground = self.it, self.scene.ground
        found = 0
        arm = self._melee(None)
        if arm is not None:
            found |= ground.lunge(it.at, it.size, self.pace, arm.reach, self._block)
        if self._shot is not None:
            aside = self._aside(self._shot)
            found |= self._sight(aside).any & ground.near(it.at, it.size, self._shot.near + aside)
        return found

    @cached_property
    def near(self) -> Mask:
        """Places in which somebody could be struck hand to hand, by a charge if need be."""
        it, arm = self.it, self._melee(None)
        if arm is None:
            return 0
        pace = 2 * it.pace if self.charges else self.pace
        return self.scene.ground.lunge(it.at, it.size, pace, arm.reach, self._block)

    def _sight(self, pace: int) -> Glimpse:
        """What it sees from where it stands, or once it has walked so far: it may step round a corner and shoot."""
        return self.scene.ground.seen_round(self.it.at, self.it.size, pace)

    def _aside(self, arm: Arm) -> int:
        """Cells that it may come nearer before it shoots; who must reload for a Move stays where it is."""
        return 0 if arm.unready == "move" else self.pace

    def menaces(self, who: Id, where: Mask, *, guarded: bool, ac: int = 0) -> list[Menace]:
        """What it could do to somebody in any of some places; ``ac``: what is added to that one's AC."""
        return [
            menace if here == menace.where else Menace(here, menace.fell, menace.hurt, menace.late)
            for menace in self._told(who, guarded, ac)
            if (here := menace.where & where)
        ]

    @remembered
    def _told(self, who: Id, guarded: bool, ac: int) -> tuple[Menace, ...]:
        me = self.scene.marks[who]
        return (*self._menaces(me, -ac, guarded), *self._spells(me))

    def _menaces(self, me: Mark, extra: int, guarded: bool) -> tuple[Menace, ...]:
        """With its arms; kept from moment to moment."""
        area, blocked = self.scene.area(me), self._block
        if blocked & area and self.near & area:
            blocked &= ~area  # who may step aside is in nobody's way; where it can't be come to it is not
        near = blocked & self._about
        key = self._shape, near, me.sort, me.size, extra, guarded
        return self.scene.recall.menaces.of(key, lambda: tuple(self._by_arms(me, extra, guarded, blocked)))

    def _by_arms(self, me: Mark, extra: int, guarded: bool, blocked: Mask) -> Iterator[Menace]:
        it, ground = self.it, self.scene.ground
        melee = self._melee(me)
        if melee is not None:
            zone = ground.covers(ground.lunge(it.at, it.size, self.pace, melee.reach, blocked), me.size)
            yield melee.harm(me, extra=extra, guarded=guarded).menace(zone)
            if self.charges:
                far = ground.lunge(it.at, it.size, 2 * it.pace, melee.reach, blocked)
                harm = melee.once(me, extra=extra + CHARGE, guarded=guarded)
                yield harm.menace(ground.covers(far, me.size) & ~zone, late=True)
        arm = self._shot
        if arm is None:
            return
        aside, dark = self._aside(arm), ground.covers(self.scene.space.obscured, me.size)
        near = partial(ground.near, it.at, it.size, size=me.size)
        for cells, within in bands((arm.near, arm.far), lambda cells: near(cells + aside), dark):
            for cover, here in shelters(self._sight(aside), within, lambda mask: ground.covers(mask, me.size)):
                yield arm.harm(me, Look(cells * FEET, cover), extra, guarded=guarded).menace(here)

    def _spells(self, me: Mark) -> Iterator[Menace]:
        it, ground = self.it, self.scene.ground
        sheet = it.body.sheet
        spells = [each for each in sheet.profile.spells if each.casts <= sheet.casts and each.target in ("foe", "area")]
        if not spells:
            return
        seen = ground.covers(self._sight(self.pace).any, me.size)
        seen &= ~ground.covers(self.scene.space.obscured, me.size)
        for spell in spells:
            effect = befalls(me, spell)
            if effect.fell + effect.hurt > 0:
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
