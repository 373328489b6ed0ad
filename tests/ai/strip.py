"""A strip of twelve places to plan on, where what should be done can be counted on one's fingers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from game.ai.planner import Planner
from game.ai.scoring import TemperedWeights
from game.rules.events import Id
from game.rules.planning_model import (
    Act,
    Budget,
    Effect,
    ExpectedOutcome,
    ExpectedThreat,
    Features,
    Mask,
    Member,
    Move,
    PlanningModel,
    Pull,
)
from game.rules.questions import Choose, Menu, Option, Seat
from game.spatial.field import Cell
from game.spatial.paths import bits

LENGTH = 12
HARD = 4
"""Steps that a shut door counts."""

ME, FOE, PAL = Id("me"), Id("foe"), Id("pal")
TASTES = {
    "down": 30.0, "harm": 15.0, "lost": -30.0, "wounds": -15.0, "tempo": 10.0, "exposed": -10.0, "late": -2.0,
    "could down": 30.0, "endangered": 1.0, "gap": -1.0,
    "risk": -20.0, "far": -1.0, "goal": -3.0, "on goal": 5.0, "steps": -0.01,
    "idle": -1.0, "door": 6.0, "acts": -0.01,
}  # fmt: skip
LIKED = TemperedWeights(TASTES)


def strip(first: int, last: int) -> Mask:
    """Places from one to another."""
    return sum(1 << at for at in range(max(0, first), min(LENGTH - 1, last) + 1))


@dataclass
class Strip(PlanningModel):
    """Twelve places in a row; a turn is three steps and one blow at whoever is next to one."""

    spots: dict[Id, int]
    side: str = "ours"
    pace: int = 3
    budget: Budget = (3, 1)
    danger: list[ExpectedThreat] = field(default_factory=list)
    extra: list[Act] = field(default_factory=list)
    pulled: list[Pull] = field(default_factory=list)
    openings: tuple[tuple[Mask, tuple[Effect, ...]], ...] = ()
    outs: tuple[ExpectedOutcome, ...] = (ExpectedOutcome((Effect(FOE, fell=0.5, hurt=0.2),)),)
    amid: Mask = 0
    later: tuple[Id, ...] = ()
    shooters: tuple[Id, ...] = ()
    had: frozenset[Id] = frozenset()
    """Who has had its turn."""
    runs: bool = False
    eager: float = 1.0
    wall: int = LENGTH
    """The last place that a walk leads to: behind it is a shut door."""

    def members(self) -> Mapping[Id, Member]:
        found = {}
        for who, at in self.spots.items():
            side, shoots = "theirs" if who == FOE else "ours", who in self.shooters
            budget = () if who in self.had else self.budget
            found[who] = Member(who, side, at, 1 << at, 1.0, 1.0, 0.4, budget, self.pace, shoots)
        return found

    def place(self, spot: int) -> Cell:
        return spot, 0

    def middle(self, who: Id, spot: int) -> tuple[float, float]:
        return spot, 0

    def moves(self, who: Id, spot: int, budget: Budget) -> Sequence[Move]:
        foe = 0 if who == FOE else 1 << self.spots.get(FOE, LENGTH)
        ends = [
            (1 << spot + d | (1 << spot - d if spot >= d else 0)) & strip(0, self.wall) & ~foe
            for d in range(budget[0] + 1)
        ]
        return [Move("go", ends, [(d, 0) for d in range(len(ends))], self.openings)]

    def acts(self, who: Id, spot: int, budget: Budget, where: Mask) -> Iterable[Act]:
        at = self.spots[FOE] if FOE in self.spots and who != FOE else None
        if at is not None:
            yield Act("strike foe", where & (strip(at - 1, at - 1) | strip(at + 1, at + 1)), (0, 1), self.outs)
        yield from (act._replace(where=act.where & where) for act in self.extra)

    def expected_threats(self, it: Id, who: Id, where: Mask, kept: Budget) -> Iterable[ExpectedThreat]:
        return self.danger if it == FOE else ()

    def reaches(self, it: Id) -> Mask:
        return strip(self.spots[it] - 4, self.spots[it] + 4)

    def attack_positions(self, who: Id) -> Mask:
        return strip(self.spots[FOE] - 1, self.spots[FOE] + 1) & ~(1 << self.spots[FOE]) if FOE in self.spots else 0

    def distance_layers(self, who: Id, goals: Mask) -> Sequence[Mask]:
        layers = [0] * (LENGTH + HARD)
        for at in range(LENGTH):
            steps = (abs(at - goal) + HARD * ((at > self.wall) != (goal > self.wall)) for goal in bits(goals))
            layers[min(steps)] |= 1 << at
        return layers

    def opened(self, edge: str) -> PlanningModel | None:
        return replace(self, wall=LENGTH) if edge == "door" else self

    def pulls(self, who: Id) -> Sequence[Pull]:
        return self.pulled

    def near_allies(self, who: Id) -> Mask:
        return self.amid

    def acts_before_foes(self, who: Id) -> bool:
        return who in self.later

    def flees(self, who: Id) -> bool:
        return self.runs

    def outcomes_of(self, question: Choose[Any]) -> Mapping[str, ExpectedOutcome]:
        return {
            "parry": ExpectedOutcome((Effect(ME, hurt=0.1, turns=1.0),)),
            "take it": ExpectedOutcome((Effect(ME, fell=0.5),)),
        }


def asking(kind: Any = "act", who: Id | None = ME) -> Choose[Any]:
    options: Menu[Any] = Menu((Option("me", ME, "Me"), Option("pal", PAL, "Pal"), Option("nobody", None, "Nobody")))
    return Choose(Seat("ours"), "?", options, kind=kind, who=who, idle="")


def advise(planner: Planner, question: Choose[Any]) -> Mapping[str, Features]:
    """The features of the answers worth thinking about, best first."""
    return {candidate.key: candidate.features for candidate in planner.candidates(question)}
