"""Who stands where, as masks: from where an attack could be made, where one gets, what others could do to a place.

One moment of a battle as one side knows it; worked out as far as it is asked for. The rules' sums are asked with the
same ``Look`` that they read of two bodies where they stand (``reading.look``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from msgspec.structs import replace

from game.kit.cache import cached_method
from game.kit.conditions import Condition, Conditions
from game.kit.cover import bands, covers
from game.kit.mind.acts import within
from game.kit.mind.side_view import CellSideView
from game.rules.events import Id
from game.rules.planning_model import ExpectedThreat, Mask
from game.spatial.metric import ALTERNATE
from game.spatial.paths import bits
from rulesets.ingenuity.mind.damage import Arm, Frame, UnitStats, best, round_of, stats_of, worth
from rulesets.ingenuity.play import moving
from rulesets.ingenuity.play.deeds import GOALS
from rulesets.ingenuity.play.gear import handed
from rulesets.ingenuity.play.geometry import Look, barred, bearings, beside, bystanders, gloom, unaware
from rulesets.ingenuity.sheet.sheet import ACTIONS, COVER, GUARD, Body, IngenuityBoard, Sheet, Turn

SEES = "sees in the dark"

BANDS = 3
"""Multiples of a range from which a shot is reckoned with."""

RISEN = 0.3
"""What is left of somebody who has come round, of what it is worth; as much again if it still has its turn."""

Looks = Sequence[tuple[Look, Mask]]


class IngenuitySideView(CellSideView[Sheet, Turn, UnitStats]):
    """The fight as it stands."""

    def __init__(self, board: IngenuityBoard, side: str) -> None:
        super().__init__(board, side, stats_of, GOALS)
        self.turn = board.state.turn

    def against(self, who: Id) -> Sequence[UnitStats]:
        """The foes of somebody, as its side knows them."""
        return self.foes(self.stats[who].body.side)

    def handed(self, who: Id) -> bool:
        """Whether somebody has hands for doors and levers."""
        return handed(self.stats[who].body.sheet)

    @cached_method
    def barred(self, who: Id) -> tuple[Mask, Mask]:
        """Masks of what stands in somebody's way: ``reading.barred``."""
        return barred(self.board, self.stats[who].body)

    def within(self, it: UnitStats, metres: int, size: int) -> Mask:
        """Places of a body of a size at most so many metres from somebody: ``reading.metres_to``."""
        return self.ground.disc(it.at, it.size, metres, size, ALTERNATE)

    def seeing(self, it: UnitStats, size: int, where: Mask) -> Mask:
        """Places with a line of sight to somebody."""
        return self.ground.seeing(it.at, it.size, size, where).any

    def in_sight(self, it: UnitStats, metres: int, size: int) -> Mask:
        """Places of a body of a size with a line of sight to somebody at most so many metres off."""
        return self.seeing(it, size, self.within(it, metres, size))

    # -- situations

    def looks(self, it: UnitStats, mine: UnitStats, arm: Arm, where: Mask) -> Looks:
        """The places from which somebody can attack another with an arm, told apart by the situation.

        Metres are those at which something changes: the mask of a range has all that lies within it.
        """
        weapon, board = arm.weapon, self.board
        far = weapon.limit if arm.afar else weapon.reach
        surrounded, opposite = self.flank(it.id, mine.id)
        static = unaware(board, it.body, mine.body)
        sheet, size = mine.sheet, mine.size
        about = (arm.afar, far, weapon.range, weapon.unfit, it.at, it.size, size, static, surrounded, opposite)
        key = (*about, it.sheet.has(COVER), SEES in sheet.profile.traits, SEES in it.sheet.profile.traits,
               where if size > 1 else -1)  # fmt: skip
        found = self.memory.of("looks", key, lambda: tuple(self._looked(it, mine, arm, where, static, far)))
        return [(at, here) for at, mask in found if (here := mask & where)]

    def _looked(
        self, it: UnitStats, mine: UnitStats, arm: Arm, where: Mask, blind: bool, far: int
    ) -> Iterator[tuple[Look, Mask]]:
        weapon, size = arm.weapon, mine.size
        surrounded, opposite = self.flank(it.id, mine.id)
        widest = self.space.width + self.space.height
        spans = {far, *(range(weapon.range, min(far, widest), weapon.range) if arm.afar and weapon.range else ())}
        if 0 < weapon.unfit < far:
            spans.add(weapon.unfit)
        near, some = self.within(it, 1, size), where if size > 1 else -1
        hides, dims = self.dark(size, it) & ~near, self.dim(it, mine)
        for metres, mask in bands(sorted(spans), lambda metres: self.within(it, metres, size) & some):
            seen = self.ground.seeing(it.at, it.size, size, mask)
            sheltered = arm.afar and it.sheet.has(COVER)
            for cover, part in covers(seen) if sheltered else (("no cover", seen.any),):
                flanks = part if surrounded else part & opposite
                for flanked, one in ((True, flanks), (False, part & ~flanks)):
                    for unseen, two in ((blind, one & ~hides), (True, one & hides)):
                        for dim, three in ((False, two & ~dims), (True, two & dims)):
                            if three:
                                yield Look(metres, cover, unseen, flanked, dim), three

    def dim(self, it: UnitStats, viewer: UnitStats) -> Mask:
        """Places from which somebody does not see another for darkness or smoke: ``reading.dim``."""
        hidden = self.dark(it.size, viewer) & self.spot(it)
        return self.ground.whole & ~self.within(it, 1, viewer.size) if hidden else 0

    def dark(self, size: int, viewer: UnitStats) -> Mask:
        """Places in which a body stands all in darkness or smoke for somebody: ``reading.dim``."""
        mask = gloom(self.space, viewer.body)
        return self.memory.of("dark", (size, mask), self._darkness, size, mask)

    def _darkness(self, size: int, mask: Mask) -> Mask:
        found = mask
        for dx in range(size):
            for dy in range(size):
                found &= mask >> (dy * self.space.width + dx)
        return found

    @cached_method
    def flank(self, who: Id, by: Id) -> tuple[bool, Mask]:
        """Whether others flank somebody for an attacker, and places from which that one would (``reading.flanked``)."""
        it, mine = self.stats[who], self.stats[by]
        board, side = self.board, mine.body.side
        others = [
            bearings(board, c.body, it.at, it.size)
            for c in self.stats.values()
            if c.body.side != it.body.side and c.id != by and self.perceives(side, c) and beside(board, c.body, it.body)
        ]
        if not others:
            return False, 0
        wanted = {(-x, -y) for each in others for x, y in each}
        if any((-x, -y) in b for i, a in enumerate(others) for x, y in a for b in others[i + 1 :]):
            return True, 0
        found = 0
        for number in bits(self.seeing(it, mine.size, self.ring(it, mine.size))):
            body = replace(mine.body, at=self.ground.cell(number))
            if wanted & bearings(board, body, it.at, it.size):
                found |= 1 << number
        return False, found

    def ring(self, it: UnitStats, size: int) -> Mask:
        """Places beside somebody."""
        return self.ground.near(it.at, it.size, 1, size) & self.ground.steps(size).stand

    @cached_method
    def astray(self, who: Id, by: Id) -> Sequence[Id]:
        """Bystanders whom a shot at somebody may hit in its place."""
        return [c.id for c in bystanders(self.board, self.stats[by].body, self.stats[who].body)]

    def around(self, c: Body, reach: int, size: int) -> Mask:
        """Places of a body of a size from which it reaches somebody, the fallen too."""
        its = c.sheet.profile.cells
        near = self.ground.disc(c.at, its, reach, size, ALTERNATE) & self.ground.steps(size).stand
        return self.ground.seeing(c.at, its, size, near).any

    # -- the fallen

    @cached_property
    def fallen(self) -> Sequence[Body]:
        """Everybody who lies unconscious."""
        return [c for c in self.board.state.combatants.values() if c.sheet.unconscious and not c.sheet.dead]

    @staticmethod
    def rescue(c: Body) -> float:
        """Worth to its side of somebody's coming round, in unit values: more if its turn is still to come."""
        return worth(c.sheet.profile).unit_value * (RISEN if c.sheet.acted else 2 * RISEN)

    # -- danger

    @cached_method
    def zone(self, who: Id, moves: int = 1) -> Mask:
        """Cells that it could strike hand to hand in its next turn after a move, or after two."""
        it = self.stats[who]
        arm, bar = best(it.frame, afar=False), self.barred(who)[0]
        pace = moves * moving.speed(it.body)
        return self.ground.lunge(it.at, it.size, pace, arm.weapon.reach, bar, ALTERNATE) if arm is not None else 0

    @cached_method
    def reaches(self, it: Id) -> Mask:
        """Cells in which it could attack somebody in its next turn."""
        who = self.stats[it]
        found, far = self.zone(it), 0
        for arm in who.frame.arms:
            if arm.afar:
                far = max(far, min(arm.weapon.limit, BANDS * arm.weapon.range))
        if far:
            pace = moving.speed(who.body)
            found |= self.ground.seen_round(who.at, who.size, pace).any & self.within(who, far + pace, 1)
        return found

    def threats(self, it: Id, who: Id, where: Mask, *, guards: bool) -> list[ExpectedThreat]:
        """Threats of one to another in any of some places in its next turn."""
        return within(self._threats(it, who, guards), where)

    @cached_method
    def _threats(self, it: Id, who: Id, guards: bool) -> Sequence[ExpectedThreat]:
        his, mine = self.stats[it], self.stats[who]
        me, frame = his.frame.striker.target, mine.frame.target
        if guards:
            frame = frame.having(conditions=guarded(mine.sheet))
        blade, size = best(me, afar=False), mine.size
        zones: tuple[Mask, ...] = ()
        if blade is not None:
            bar, pace = self.yielding(mine, self.barred(it)[0], self.zone(it, 2)), moving.speed(his.body)
            zones = tuple(self.lunges(his, (0, pace, 2 * pace), blade.weapon.reach, bar, size, ALTERNATE))
        aside = moving.speed(his.body)
        key = zones, his.at, his.size, aside, me, frame, size
        return self.memory.of("menaces", key, lambda: tuple(self._menaced(his, me, frame, size, zones, aside)))

    def _menaced(
        self, his: UnitStats, me: Frame, it: Frame, size: int, zones: Sequence[Mask], aside: int
    ) -> Iterator[ExpectedThreat]:
        """Three blows at whoever is at hand, two after a move, one after a sprint; shots, after a move too."""
        blade, bow = best(me, afar=False), best(me, afar=True)
        if blade is not None:
            seen = Look(min(blade.weapon.unfit + 1, blade.weapon.reach))
            for moves, here in enumerate(zones):
                yield round_of(me, blade, it, seen, ACTIONS - moves).expected_threat(here, late=moves == ACTIONS - 1)
        if bow is not None:
            weapon, count = bow.weapon, 1 if bow.weapon.reload or bow.weapon.thrown else 2
            sight = self.ground.covers(self.ground.seen_round(his.at, his.size, aside).any, size)
            spans = range(weapon.range, min(weapon.limit, BANDS * weapon.range) + 1, weapon.range)
            for metres, here in bands(spans, lambda metres: self.within(his, metres + aside, size) & sight):
                yield round_of(me, bow, it, Look(metres), count).expected_threat(here)

    # -- what a place is good for

    @cached_method
    def warded(self, who: Id) -> float:
        """Damage that Guard would keep from somebody where it stands, in unit values."""
        spot, found = self.spot(self.stats[who]), 0.0
        for it in self.against(who):
            costs = [self.worst(it.id, who, spot, guards=guards) for guards in (False, True)]
            found += (costs[0] - costs[1]) * it.turn
        return found * self.stats[who].unit_value

    def worst(self, it: Id, who: Id, spot: Mask, *, guards: bool) -> float:
        """The most that one could do to another in a place with a turn, as a share of what that one is worth."""
        return max((each.cost for each in self.threats(it, who, spot, guards=guards)), default=0.0)

    @cached_method
    def shot_at(self, who: Id) -> float:
        """Damage by foes who shoot from afar to somebody where it stands, in unit values."""
        spot, found = self.spot(self.stats[who]), 0.0
        for it in self.against(who):
            if it.shooter and not self.zone(it.id) & self.area(self.stats[who]):
                found += self.worst(it.id, who, spot, guards=False)
        return found * self.stats[who].unit_value / (1 + len(self.friends(who)))

    @cached_method
    def strikes(self, who: Id) -> float:
        """The most that it could do to a foe with a turn, in unit values."""
        found = 0.0
        for it in self.against(who):
            if self.reaches(who) & self.area(it):
                found = max(found, it.unit_value * self.worst(who, it.id, self.spot(it), guards=False))
        return found

    @cached_method
    def surrounded(self, who: Id) -> Mask:
        """Places in which two foes would stand on opposite sides of somebody."""
        mine, found = self.stats[who], 0
        rings = [(it, self.ground.near(it.at, it.size, 1, mine.size)) for it in self.against(who)]
        for index, (one, mask) in enumerate(rings):
            for other, more in rings[index + 1 :]:
                for number in bits(mask & more):
                    at = self.ground.cell(number)
                    sides = [bearings(self.board, it.body, at, mine.size) for it in (one, other)]
                    if any((-x, -y) in sides[1] for x, y in sides[0]):
                        found |= 1 << number
        return found

    @cached_method
    def dangers(self, who: Id) -> tuple[Mask, Mask]:
        """Places in which a foe could attack somebody in its next turn, and those in which several could."""
        once = twice = 0
        for it in self.against(who):
            mask = self.ground.covers(self.reaches(it.id), self.stats[who].size)
            twice |= once & mask
            once |= mask
        return once, twice

    @cached_method
    def approached(self, who: Id) -> Mask:
        """Places to which foes may come who reach nobody there yet."""
        mine, found, near = self.stats[who], 0, 0
        arm = best(mine.frame, afar=False)
        for it in self.against(who):
            if not it.shooter and not it.sheet.acted:
                found |= self.ground.covers(self.zone(it.id), mine.size)
            near |= self.within(it, arm.weapon.reach if arm is not None else 1, mine.size)
        return found & ~near


def guarded(sheet: Sheet) -> Conditions:
    """The conditions of somebody who is on guard (B-21)."""
    return (*(c for c in sheet.conditions if c.word != GUARD), Condition(GUARD))
