"""Tie break between equally good places: the one nearest, in a straight line, to the goal or the foes."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from game.ai.masks import numbers
from game.rules.planning_model import Member, PlanningModel

MapPoint = tuple[float, float]


class TieBreak:
    """Straight-line distance from places to a member's goal, or to the nearest of the others."""

    def __init__(self, model: PlanningModel, me: Member, members: Iterable[Member]) -> None:
        self.model, self.me, self._members = model, me, members
        self._strays: dict[int, float] = {}

    @cached_property
    def aim(self) -> MapPoint | None:
        """Where it ends; None where there is neither."""
        model, me = self.model, self.me
        goals = next((pull.places for pull in model.pulls(me.id) if pull.places), 0)
        aims = [model.middle(me.id, spot) for spot in numbers(goals)]
        if not aims:
            aims = [model.middle(it.id, it.spot) for it in self._members if it.side != me.side]
        here = model.middle(me.id, me.spot)
        return min(aims, key=lambda aim: squared_distance(here, aim), default=None)

    def stray(self, spot: int) -> float:
        """How far a place is from its end, squared: of places that are the same the least is best."""
        found = self._strays.get(spot)
        if found is None:
            aim = self.aim
            found = self._strays[spot] = (
                squared_distance(self.model.middle(self.me.id, spot), aim) if aim is not None else 0.0
            )
        return found


def squared_distance(one: MapPoint, other: MapPoint) -> float:
    """The square of the straight line between two points."""
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2
