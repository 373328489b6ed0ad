"""Base class of planning models on zones: members, exits, objective ground."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, Generic

from game.kit.mind.side_view import M, N, S, SideView
from game.kit.things import opened
from game.rules.events import Id
from game.rules.planning_model import Mask, Member, PlanningModel, Pull
from game.rules.setup import Objective
from game.rules.table import Board
from game.spatial.places import ZonePlace

PATIENCE = 6
"""Rounds after which a fight that has not come to blows presses twice as much."""


class ZonePlanningModel(SideView[S, N, M], PlanningModel, Generic[S, N, M]):
    """One moment as one side knows it; a ruleset adds what can be done, what it comes to, and what threatens.

    A ruleset's own are made of a board and a side, as ``HasPlanningModel.model`` makes them.
    """

    kept_safe: Sequence[str] = ("protect", "escape")
    """Goals about somebody who counts for more than others."""

    # -- what the ruleset says

    @abstractmethod
    def member(self, it: M, *, ward: bool) -> Member:
        """A fighter as planners know it; ``ward``: whether its side must keep it safe or bring it away."""

    @abstractmethod
    def place(self, spot: int) -> ZonePlace:
        """The place of a number."""

    @abstractmethod
    def on_ground(self, aim: Objective) -> Mask:
        """Places on the ground of an objective, or near enough to it."""

    @abstractmethod
    def ways_out(self, who: Id) -> Mask:
        """Places from which somebody who flees leaves the map."""

    # -- who there is

    def members(self) -> Mapping[Id, Member]:
        """Everybody the side knows of who stands."""
        return self._known

    @cached_property
    def _known(self) -> Mapping[Id, Member]:
        aims = [self.aim(side.name) for side in self.board.setup.sides]
        wards = [(aim.side, aim.who) for aim in aims if aim.goal in self.kept_safe]
        found = {}
        for who, it in self.stats.items():
            found[who] = self.member(it, ward=(it.body.side, it.body.sheet.profile.name) in wards)
        return found

    def middle(self, who: Id, spot: int) -> tuple[float, float]:
        """The middle of a place, in lattice steps."""
        return self.board.space.zones.middle(self.place(spot))

    # -- where to

    def opened(self, edge: str) -> PlanningModel:
        """The same moment with a door or gate open."""
        anew: Callable[[Board[S, N, Any], str], PlanningModel] = type(self)
        return anew(opened(self.board, edge), self.side)

    def pulls(self, who: Id) -> Sequence[Pull]:
        """The way out for those who flee; the ground of the objective."""
        if self.flees(who):
            return (Pull(self.ways_out(who), "flight", "at exit"),)
        aim = self.goals.drawn(self.board, self.stats[who].body)
        places = self.on_ground(aim) if aim is not None else 0
        return (Pull(places),) if places else ()
