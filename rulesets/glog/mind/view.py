"""Positions as masks, as one side knows them: attacks, ways, what others could do to a place, whose morale may break.

One moment of a battle, worked out as far as it is asked for. The rules' sums are asked with the same ``Look`` that
they read of two bodies where they stand (``geometry.look``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from math import fsum
from typing import NamedTuple

from game.kit.cache import cached_method
from game.kit.conditions import find
from game.kit.cover import VisibilityMasks, bands, covers, shelters
from game.kit.mind.acts import within
from game.kit.mind.side_view import CellSideView
from game.rules.events import Id
from game.rules.planning_model import Effect, ExpectedThreat, Mask
from game.spatial.paths import Reach
from rulesets.glog.mind.damage import (
    UNHURT,
    Arm,
    Frame,
    Harm,
    UnitStats,
    burned,
    lasting,
    passes,
    saved,
    stats_of,
    struck,
    touches,
)
from rulesets.glog.play import moving
from rulesets.glog.play.assaults import beset
from rulesets.glog.play.effects import dreaded, obeys, out, plays
from rulesets.glog.play.gear import handed
from rulesets.glog.play.geometry import GOALS, NIGHT, Look, barred, hostile, leads, metric, unseen_well
from rulesets.glog.play.spells import workable
from rulesets.glog.play.turn import group
from rulesets.glog.sheet.roster import Spell
from rulesets.glog.sheet.sheet import ASLEEP, CELL, FEET, STANDING, GlogBoard, Sheet, Turn


class GlogSideView(CellSideView[Sheet, Turn, UnitStats]):
    """The fight as it stands."""

    def __init__(self, board: GlogBoard, side: str) -> None:
        super().__init__(board, side, stats_of, GOALS)
        if board.state.turn.peace:  # those with whom a side is at peace are in the way at most
            self.stats = {
                who: it for who, it in self.stats.items() if it.body.side == side or hostile(board, side, it.body.side)
            }
        self.metric = metric(board)

    def ring(self, it: UnitStats, size: int) -> Mask:
        """Places of a body of a size from which it touches somebody: ``geometry.adjacent``."""
        return self.ground.ring(it.at, it.size, 1, size)

    @cached_method
    def pressing(self, side: str, size: int) -> Mask:
        """Places of a side's bodies of a size beside which a foe could strike."""
        found = 0
        for it in self.foes(side):
            if it.body.sheet.acts:
                found |= self.ring(it, size)
        return found

    @cached_method
    def crowd(self, side: str, who: Id) -> int:
        """How many of a side stand beside somebody and could strike: ``assaults.beset``."""
        return beset(self.board, side, self.stats[who].body)

    @cached_method
    def acts_before_foes(self, who: Id) -> bool:
        """Whether somebody of the group that acts has yet to."""
        it = self.stats[who].body
        waits = it.sheet.acts and not it.sheet.done and not it.sheet.fleeing
        return waits and group(self.board, it) == self.board.state.turn.block

    def handed(self, who: Id) -> bool:
        """Whether somebody has hands for doors and levers."""
        return handed(self.stats[who].body.sheet)

    @cached_method
    def barred(self, who: Id) -> tuple[Mask, Mask]:
        """What stands in somebody's way: ``geometry.barred``."""
        return barred(self.board, self.stats[who].body)

    @cached_method
    def rooted(self, who: Id) -> bool:
        """Whether it can't leave its place."""
        return moving.rooted(self.board, self.stats[who].body) is not None

    @cached_method
    def bound(self, who: Id) -> bool:
        """Whether it can't go anywhere before it has got up or free."""
        return moving.bound(self.board, self.stats[who].body) is not None

    # -- situations

    def looks(self, it: UnitStats, mine: UnitStats, arm: Arm, where: Mask) -> list[tuple[Look, Mask]]:
        """The places from which somebody can attack another with an arm, told apart by the situation.

        Distances are those at which something changes: the mask of half a range has all that lies within it.
        """
        dim = unseen_well(self.board, mine.body, it.at, it.size)
        if not arm.afar:
            here = self.ring(it, mine.size) & where
            return [(Look(FEET, "no cover", dim), here)] if here else []
        pressing = self.pressing(mine.body.side, mine.size)
        some = where if mine.size > 1 else -1  # where a large body could see from is found place by place
        key = (arm.weapon.range, it.at, it.size, mine.size, dim, pressing, some, self.metric)
        found = self.memory.of("looks", key, lambda: tuple(self._afar(it, mine, arm, some, pressing, dim=dim)))
        return [(at, here) for at, mask in found if (here := mask & where)]

    def _afar(
        self, it: UnitStats, mine: UnitStats, arm: Arm, where: Mask, pressing: Mask, *, dim: bool
    ) -> Iterator[tuple[Look, Mask]]:
        most = min(arm.weapon.range, NIGHT) if dim else arm.weapon.range
        spans = sorted({min(arm.weapon.range // 2, most), most})
        for feet, near in bands(spans, lambda feet: self.within(it, feet, mine.size) & where):
            for cover, mask in covers(self.ground.seeing(it.at, it.size, mine.size, near)):
                for part, pressed in ((mask & ~pressing, False), (mask & pressing, True)):
                    if part:
                        yield Look(feet, cover, dim, pressed), part

    def within(self, it: UnitStats, feet: int, size: int) -> Mask:
        """Places of a body of a size at most so many feet from somebody: ``geometry.feet_to``."""
        far = feet // FEET if self.metric.unit == 1 else (feet + 1) * CELL // FEET - 1
        return self.ground.disc(it.at, it.size, far, size, self.metric) | self.ground.near(it.at, it.size, 1, size)

    def castable(self, spell: Spell, it: UnitStats, mine: UnitStats, where: Mask) -> Mask:
        """Places from which a spell can be laid on another: ``spells.in_range``."""
        if spell.touch:
            return self.ring(it, mine.size) & where
        return self.ground.seeing(it.at, it.size, mine.size, self.within(it, spell.range, mine.size) & where).any

    # -- going

    def after(self, who: Id, spot: int, cells: int) -> list[Mask]:
        """Where so many cells lead from a place once something has been done there, by what they cost."""
        mine, (bar, friends) = self.stats[who], self.barred(who)
        found = self.space.reach(
            self.ground.cell(spot), cells * self.metric.unit, size=mine.size, blocked=bar, occupied=friends,
            metric=self.metric, shunned=self.ground.perils,
        )  # fmt: skip
        return self.by_cells(found, cells)

    def by_cells(self, found: Reach, most: int) -> list[Mask]:
        """The places of a reach by what they cost in cells, begun ones counted whole, and ``most`` at most."""
        ends = [0] * (most + 1)
        for cost, places in found.by_cost():
            ends[min(most, -(-cost // self.metric.unit))] |= places
        return ends

    # -- danger

    def pace(self, it: UnitStats) -> int:
        """Cells that it could walk in its next turn, and strike after that."""
        if self.rooted(it.id):
            return 0
        return max(0, it.pace - STANDING * it.body.sheet.prone) // FEET

    @cached_method
    def zone(self, who: Id) -> Mask:
        """Cells that it could strike hand to hand in its next turn."""
        return self._zone(self.stats[who], 1, self.barred(who)[0])

    def _zone(self, it: UnitStats, size: int, bar: Mask, walks: int = 1) -> Mask:
        """Places of a body of a size in which it could after so many walks; some cells are in its way."""
        return next(self.lunges(it, (walks * self.pace(it),), 1, bar, size, self.metric))

    @cached_method
    def hunters(self, side: str) -> list[UnitStats]:
        """Foes of a side who come to strike."""
        found = (it for it in self.foes(side) if it.melee is not None and not it.shooter)
        return [it for it in found if it.body.sheet.acts and not it.body.sheet.fleeing]

    @cached_method
    def hunted(self, side: str, size: int) -> dict[Id, Mask]:
        """Places of a side's bodies of a size that foes who come to strike get at in a turn, for each of these."""
        return {it.id: self.ground.covers(self.zone(it.id), size) for it in self.hunters(side)}

    @cached_method
    def rushed(self, who: Id, size: int) -> Mask:
        """Places of a body of a size that somebody gets at in two turns: it sprints in one, and strikes in the next."""
        return self._zone(self.stats[who], size, self.barred(who)[0], 3)

    def _sight(self, it: UnitStats) -> VisibilityMasks:
        """What it sees from where it stands, or once it has walked: it may step round a corner and shoot."""
        return self.ground.seen_round(it.at, it.size, self.pace(it))

    def reaches(self, it: UnitStats) -> Mask:
        """Cells in which it could attack somebody in its next turn."""
        found = self.zone(it.id) if it.melee is not None else 0
        far = max((arm.weapon.range for arm in it.frame.arms if arm.afar), default=0)
        far = max((far, *(spell.range for spell, _ in workable(it.body))))
        if far:
            found |= self._sight(it).any & self.within(it, far + self.pace(it) * FEET, 1)
        return found

    def expected_threats(self, it: Id, who: Id, where: Mask) -> list[ExpectedThreat]:
        """Expected harm that one could do to another in any of some places in its next turn."""
        return within(self._threats(it, who), where)

    @cached_method
    def _threats(self, foe: Id, who: Id) -> Sequence[ExpectedThreat]:
        it, me = self.stats[foe], self.stats[who]
        zone = self._zone(it, me.size, self.yielding(me, self.barred(foe)[0], self.zone(foe)))
        spells = tuple(spell for spell, _ in workable(it.body))
        turns = (me.body.sheet.done, dozes(self.board, me.body.sheet)) if spells else ()
        worked = tuple(spell.key for spell in spells)
        key = (zone, it.frame, it.at, it.size, self.pace(it), me.frame, me.size, worked, turns, self.metric)
        return self.memory.of("menaces", key, lambda: tuple(self._by_arms(it, me, zone, spells)))

    def _by_arms(self, it: UnitStats, me: UnitStats, zone: Mask, spells: Sequence[Spell]) -> Iterator[ExpectedThreat]:
        its = it.frame.standing() if it.body.sheet.prone and it.pace >= STANDING else it.frame
        arms = worst(its, me.frame, afar=False)
        if arms is not None:
            yield arms[1].toll.expected_threat(zone)
        shot = worst(its, me.frame, afar=True)
        if shot is None and not spells:
            return
        aside, sight = self.pace(it) * FEET, self._sight(it)
        if shot is not None:
            far = shot[0].weapon.range
            for feet, near in bands((far // 2, far), lambda feet: self.within(it, feet + aside, me.size)):
                for cover, here in shelters(sight, near, partial(self.ground.covers, size=me.size)):
                    yield struck(its, shot[0], me.frame, Look(feet, cover)).toll.expected_threat(here)
        for spell in spells:
            effect = befalls(self.board, its, me, spell).effect
            harm = effect.hurt + 0.3 * min(1.0, max(0.0, effect.turns)) + 0.2 * effect.bound
            if effect.fell + harm > 0:
                far = self.within(it, spell.range + spell.radius + aside, me.size)
                yield ExpectedThreat(far & self.ground.covers(sight.any, me.size), effect.fell, harm)


def worst(me: Frame, it: Frame, *, afar: bool, at: Look | None = None) -> tuple[Arm, Harm] | None:
    """The arm of a kind that does most to somebody, and what it does."""
    found = [
        (arm, struck(me, arm, it, at or Look(arm.weapon.range // 2 if afar else FEET, "no cover")))
        for arm in me.arms
        if arm.afar is afar
    ]
    return max(found, key=lambda each: each[1].toll.cost, default=None)


class Fate(NamedTuple):
    """Expected effect of a spell on one that it reaches."""

    effect: Effect
    out: float
    """The chance to be dead or asleep."""
    bled: float
    """The chance that Flesh is lost."""


def befalls(board: GlogBoard, me: Frame, it: UnitStats, spell: Spell) -> Fate:
    """Effect of a harmful spell on one that it reaches."""
    sheet = it.body.sheet
    if spell.save is not None and not sheet.profile.scores.of(spell.save):
        return Fate(Effect(it.id), 0.0, 0.0)
    escaped = saved(board, sheet, spell.save) if spell.save is not None else 0.0
    lands = touches(me, it.frame) if spell.touch else 1.0
    harm = burned(it.frame, spell, escaped, lands) if spell.die else UNHURT
    toll = harm.toll
    turns = -(toll.hit - toll.fell) * dozes(board, sheet)  # what hurts wakes
    takes, bound, lulled = lands * (1 - escaped) * (1 - toll.fell), 0.0, 0.0
    match spell.effect:
        case "asleep" if not sheet.helpless:
            lulled = takes
            turns += takes * (spell.rounds - sheet.done)
            bound = 0.6 * takes
        case "dazed" | "pinned":
            later = lasting(board, it.frame, spell.effect, it.id)
            turns += takes * later.turns
            bound = takes * later.bound
        case "push":
            bound = 0.2 * takes
    return Fate(toll.effect(it.id, turns, bound), toll.fell + lulled, harm.flesh)


def dozes(board: GlogBoard, it: Sheet) -> int:
    """Turns that somebody who sleeps would still have before it wakes of itself."""
    sleep = find(it.conditions, ASLEEP)
    return 1 + sleep.last - board.state.turn.round - it.done if sleep is not None else 0


class Loss(NamedTuple):
    """Chances of losses that may shake a side, for one of its members."""

    it: UnitStats
    dead: float
    out: float
    """Dead or asleep."""
    bled: float
    """Flesh lost, or worse."""


def loss(it: UnitStats, harm: Harm) -> Loss:
    """Chances of what a blow may do to it."""
    return Loss(it, harm.toll.fell, harm.toll.fell, harm.flesh)


class MoraleModel:
    """The nerve of everybody at one moment."""

    def __init__(self, view: GlogSideView) -> None:
        self.view, self.board = view, view.board
        self._plays = plays(view.board)

    def fails(self, it: UnitStats) -> float:
        """The chance that somebody would run if it were shaken now."""
        if not self._plays or not obeys(it.body.sheet):
            return 0.0
        return 1 - passes(it.body.sheet.profile.morale, 0)

    @cached_method
    def acts_before_foes(self, side: str) -> tuple[bool, int, bool]:
        """Whether the first casualty would still shake a side; how many more must be down to; the blood of one alone.

        Where it is past being shaken by its losses, or is but one, the number is 0.
        """
        turn = self.board.state.turn
        began = turn.strength.get(side, 0)
        lost = sum(out(c.sheet) for c in self.board.state.on(side))
        more = max(1, (began + 1) // 2 - lost) if f"{side} half" not in turn.rung and began > 1 else 0
        return not turn.blood, more, f"{side} solo" not in turn.rung and began == 1

    @cached_method
    def runs(self, side: str) -> float:
        """Statures of a side that would run if all were shaken now."""
        return fsum(self.fails(it) * self._weight(it) for it in self.view.band(side))

    def shaken(self, side: str, losses: Sequence[Loss]) -> float:
        """Statures of a side that may run for what befalls some of it."""
        solo = self.acts_before_foes(side)[2]
        rest = self.runs(side) - fsum(self.fails(each.it) * self._weight(each.it) for each in losses)
        found = rest * self._alarmed(side, losses)
        for each in losses:
            own = self.fails(each.it) * self._weight(each.it)
            if own and len(losses) > 1:
                others = [other for other in losses if other is not each]
                found += own * (1 - each.out) * self._alarmed(side, others)
            if own and solo:
                found += own * (each.bled - each.dead)
        return found

    def routed(self, ours: str, losses: Sequence[Loss]) -> float:
        """Statures of foes that may run for what befalls some, less those of one's own side."""
        total = 0.0
        for side in dict.fromkeys(each.it.body.side for each in losses):
            ran = self.shaken(side, [each for each in losses if each.it.body.side == side])
            total += -ran if side == ours else ran
        return total

    def scared(self, it: UnitStats, source: str) -> float:
        """Statures that would run if somebody saw, for the first time, something dreadful (D-50)."""
        seen = dreaded(it.body, source).name in self.board.state.turn.rung
        return 0.0 if seen else self.fails(it) * self._weight(it)

    def dreaded(self, it: UnitStats) -> float:
        """Statures of its side that would run if somebody died now."""
        return self.shaken(it.body.side, [Loss(it, 1.0, 1.0, 1.0)])

    def _alarmed(self, side: str, losses: Sequence[Loss]) -> float:
        """The chance that the first casualty, the leader's death, or too many who are down shake a side."""
        first, more, _ = self.acts_before_foes(side)
        counts, shaken = [1.0], 0.0
        for each in losses:
            if first or leads(self.board, each.it.body):
                shaken = 1 - (1 - shaken) * (1 - each.dead)
            newly = 0.0 if out(each.it.body.sheet) else each.out
            counts = [
                here * (1 - newly) + before * newly for here, before in zip([*counts, 0.0], [0.0, *counts], strict=True)
            ]
        return max(shaken, fsum(counts[more:])) if more else shaken

    def _weight(self, it: UnitStats) -> float:
        return it.unit_value * it.left

    def mood(self, it: UnitStats) -> tuple[object, ...]:
        """All that ``shaken`` depends on for one of a side besides the harm."""
        side = it.body.side
        return (*self.acts_before_foes(side), self.runs(side), self.fails(it), leads(self.board, it.body))
