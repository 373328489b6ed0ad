"""What Vigil tells a planning AI, from its own rules: ways, strikes with and without a parry, who threatens whom."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from math import comb
from typing import Any

from msgspec.structs import replace

from game.kit.combatants import bodies
from game.rules.events import Id
from game.rules.planning_model import (
    Act,
    Budget,
    Effect,
    ExpectedOutcome,
    ExpectedThreat,
    Mask,
    Member,
    Move,
    PlanningModel,
)
from game.rules.questions import Choose
from game.spatial.field import Cell
from game.spatial.metric import ALTERNATE, CLIMB, DROP
from game.spatial.paths import flood
from tests.vigil.play import skill, ways_of
from tests.vigil.sheet import Body, VigilBoard
from tests.vigil.telling import metres


class VigilWits(PlanningModel):
    """One moment, for one side."""

    done = "end"

    def __init__(self, board: VigilBoard, side: str) -> None:
        self.board, self.side = board, side
        self.up: dict[Id, Body] = {c.id: c for c in bodies(board) if c.sheet.up}
        self.width = board.space.width
        self._rings: dict[tuple[Id, int], Mask] = {}

    def number(self, cell: Cell) -> int:
        return cell[1] * self.width + cell[0]

    def place(self, spot: int) -> Cell:
        return spot % self.width, spot // self.width

    def middle(self, who: Id, spot: int) -> tuple[float, float]:
        return self.place(spot)

    def members(self) -> Mapping[Id, Member]:
        turn, found = self.board.state.turn, {}
        for c in self.up.values():
            profile, spot = c.sheet.profile, self.number(c.at)
            mine = turn.active == c.id
            budget = (profile.move - turn.moved * mine, int(not (mine and turn.struck)))
            found[c.id] = Member(
                c.id, c.side, spot, 1 << spot, profile.skill / 4, (c.sheet.stamina + c.sheet.wounds) / 6,
                profile.skill / 8, budget, profile.move,
            )  # fmt: skip
        return found

    def moves(self, who: Id, spot: int, budget: Budget) -> Sequence[Move]:
        me = replace(self.up[who], at=self.place(spot))
        if budget[0] <= 0 or spot != self.number(self.up[who].at):
            return []
        ways = ways_of(self.board, me)
        ends = [0] * (budget[0] + 1)
        for cell in ways.cells():
            ends[ways.cost(cell)] |= 1 << self.number(cell)
        return [Move("go", ends, [(max(1, cost), 0) for cost in range(len(ends))])]

    def acts(self, who: Id, spot: int, budget: Budget, where: Mask) -> Iterable[Act]:
        me = self.up[who]
        for foe in self.up.values():
            if foe.side != me.side:
                outs = [ExpectedOutcome((struck(skill(me), 0, foe.sheet.stamina + foe.sheet.wounds, foe.id),))]
                if foe.sheet.breath:
                    outs.append(
                        ExpectedOutcome((struck(skill(me), skill(foe), foe.sheet.stamina + foe.sheet.wounds, foe.id),))
                    )
                yield Act(f"strike {foe.id}", where & self._around(me, foe), (0, 1), tuple(outs))

    def _around(self, me: Body, it: Body) -> Mask:
        """Cells from which one strikes the other."""
        key = it.id, me.sheet.profile.reach
        if key not in self._rings:
            far, found = me.sheet.profile.reach, 0
            seen = self.board.space.field_of_view(it.at, 1).corners_back
            for y in range(max(0, it.at[1] - far), min(self.board.space.height, it.at[1] + far + 1)):
                for x in range(max(0, it.at[0] - far), min(self.width, it.at[0] + far + 1)):
                    if seen[y, x] >= 0 and metres(self.board, (x, y), it.at) <= far:
                        found |= 1 << self.number((x, y))
            self._rings[key] = found
        return self._rings[key]

    def expected_threats(self, it: Id, who: Id, where: Mask, kept: Budget) -> Iterable[ExpectedThreat]:
        foe, me = self.up[it], self.up[who]
        blow = struck(skill(foe), 0, me.sheet.stamina + me.sheet.wounds, who)
        yield ExpectedThreat(where & self.reaches(it), blow.fell, blow.hurt)

    def reaches(self, it: Id) -> Mask:
        foe, found = self.up[it], 0
        for cell in self.board.space.reach(foe.at, foe.sheet.profile.move, metric=ALTERNATE).cells():
            found |= self.board.space.within(cell, 1, foe.sheet.profile.reach, 1)
        return found

    def attack_positions(self, who: Id) -> Mask:
        me, found = self.up[who], 0
        for foe in self.up.values():
            if foe.side != me.side:
                found |= self._around(me, foe)
        return found

    def distance_layers(self, who: Id, goals: Mask) -> Sequence[Mask]:
        steps = self.board.space.steps(1, CLIMB, DROP)
        return flood(steps, steps.may, goals & steps.stand, 60, 0)

    def outcomes_of(self, question: Choose[Any]) -> Mapping[str, ExpectedOutcome]:
        return {
            option.key: ExpectedOutcome(features={"keeps": float(option.key != question.idle)})
            for option in question.options
        }


@cache
def struck(dice: int, parried: int, left: int, who: Id) -> Effect:
    """What a strike comes to: successes beyond those of the parry are taken from what is left."""
    fell = hurt = 0.0
    for won in range(1, dice + 1):
        for lost in range(parried + 1):
            share = _shows(dice, won) * _shows(parried, lost)
            if won - lost >= left:
                fell += share
            elif won > lost:
                hurt += share * (won - lost) / left
    return Effect(who, fell, hurt)


def _shows(dice: int, good: int) -> float:
    return float(comb(dice, good) * 2.0 ** (dice - good) / 3.0**dice)
