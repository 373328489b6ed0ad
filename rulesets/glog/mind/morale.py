"""What may shake a side, as an AI reckons it: who would test, and who would run (D-42 to D-51)."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from typing import NamedTuple

from game.kit.cache import cached_method
from rulesets.glog.mind.damage import Harm, UnitStats, passes
from rulesets.glog.mind.view import GlogSideView
from rulesets.glog.play.effects import dreaded, obeys, out, plays
from rulesets.glog.play.geometry import leads


class Loss(NamedTuple):
    """What may befall one of a side, in chances."""

    it: UnitStats
    dead: float
    out: float
    """Dead or asleep."""
    bled: float
    """Flesh lost, or worse."""


def loss(it: UnitStats, harm: Harm) -> Loss:
    """What a blow may do to it."""
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
