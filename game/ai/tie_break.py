"""As the crow flies: which of places that are the same for a plan lies straightest to what draws a member on."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from game.ai.masks import numbers
from game.rules.planning_model import Member, Wits

Spot = tuple[float, float]


class Beeline:
    """The straight line from one member to the nearest spot of a goal, or to the nearest of the others."""

    def __init__(self, wits: Wits, me: Member, members: Iterable[Member]) -> None:
        self.wits, self.me, self._members = wits, me, members
        self._strays: dict[int, float] = {}

    @cached_property
    def aim(self) -> Spot | None:
        """Where it ends; None where there is neither."""
        wits, me = self.wits, self.me
        goals = next((pull.places for pull in wits.pulls(me.id) if pull.places), 0)
        aims = [wits.middle(me.id, spot) for spot in numbers(goals)]
        if not aims:
            aims = [wits.middle(it.id, it.spot) for it in self._members if it.side != me.side]
        here = wits.middle(me.id, me.spot)
        return min(aims, key=lambda aim: _apart(here, aim), default=None)

    def stray(self, spot: int) -> float:
        """How far a place is from its end, squared: of places that are the same the least is best."""
        found = self._strays.get(spot)
        if found is None:
            aim = self.aim
            found = self._strays[spot] = _apart(self.wits.middle(self.me.id, spot), aim) if aim is not None else 0.0
        return found


def _apart(one: Spot, other: Spot) -> float:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2
