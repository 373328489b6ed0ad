"""Base class of planning models on cells: members, objectives, the pressure to attack as rounds pass, caching."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Generic

from game.kit.mind.cache import BoundedCache, PerMapCache, cached_method
from game.kit.mind.cell_view import C, CellSideView
from game.kit.mind.side_view import patience
from game.rules.events import Id
from game.rules.planning_model import Act, Budget, Mask, Member, PlanningModel, Pull
from game.rules.setup import Setup
from game.spatial.field import Cell

PATIENCE = 8
"""Rounds for which a side may wait for the other to make a mistake; a battle must end."""

_members: PerMapCache[BoundedCache[tuple[object, ...], tuple[Any, Setup, Member]]] = PerMapCache(BoundedCache)


class CellPlanningModel(PlanningModel, Generic[C]):
    """One moment as one side knows it; a ruleset adds what can be done, what it comes to, and what threatens."""

    def __init__(self, view: CellSideView[Any, Any, C]) -> None:
        board = self.board = view.board
        self.side, self.lasting = view.side, view.lasting
        self._view = view
        self.eager, self.caution = patience(board.state.turn.round, PATIENCE, PATIENCE, lasting=self.lasting)

    # -- what the ruleset says

    @abstractmethod
    def member(self, it: C, *, ward: bool) -> Member:
        """A fighter as planners know it; ``ward``: whether its side must keep it safe or bring it away."""

    def budget(self, it: C) -> Budget:
        """What a fighter may still spend, for ``member``, where that hangs on more than on the fighter as it is."""
        return ()

    @abstractmethod
    def deeds(self, who: Id, budget: Budget, where: Mask) -> Iterable[Act]:
        """What could be done from some places, which is kept."""

    # -- who there is

    def members(self) -> Mapping[Id, Member]:
        """Everybody the side knows of who stands."""
        return self._known

    @cached_property
    def _known(self) -> Mapping[Id, Member]:
        view, setup = self._view, self.board.setup
        aims = [view.aim(side.name) for side in setup.sides]
        wards = {(aim.side, aim.who) for aim in aims if aim.goal in ("protect", "escape")}
        found, members = {}, _members.of(view.space)
        for who, it in view.stats.items():
            ward = (it.body.side, it.body.sheet.profile.name) in wards
            # the very same as long as it does not change: what is kept by members is kept by who they are
            found[who] = members.of((id(it), id(setup), ward, self.budget(it)), self._lasting, it, ward)[2]
        return found

    def _lasting(self, it: C, ward: bool) -> tuple[C, Setup, Member]:
        return it, self.board.setup, self.member(it, ward=ward)

    def place(self, spot: int) -> Cell:
        """The cell of a number."""
        return self._view.ground.cell(spot)

    def middle(self, who: Id, spot: int) -> tuple[float, float]:
        """The middle of its body, in cells."""
        return self._view.ground.middle(spot, self._view.stats[who].size)

    # -- a turn

    def acts(self, who: Id, spot: int, budget: Budget, where: Mask) -> Sequence[Act]:
        """What its menu offers that is worth thinking about."""
        return self._deeds(who, budget, where)

    @cached_method
    def _deeds(self, who: Id, budget: Budget, where: Mask) -> Sequence[Act]:
        return list(self.deeds(who, budget, where)) if budget else []

    def stances(self, who: Id, where: Mask, kept: Budget) -> Iterator[tuple[str, Mask, float]]:
        """Friends at hand, fire underfoot."""
        yield "support", self._view.supported(who) & where, 1.0
        yield "peril", self._view.perils(who) & where, 1.0

    # -- where to

    def distance_layers(self, who: Id, goals: Mask) -> Sequence[Mask]:
        """Steps to the nearest goal; a shut door that can be opened counts some."""
        return self._view.distance_layers(self._view.stats[who].size, goals)

    def pulls(self, who: Id) -> Sequence[Pull]:
        """The way out for those who flee, the ground of the objective, a lever where a portcullis parts the sides."""
        view = self._view
        if self.flees(who):
            return (Pull(view.exits(who, flees=True), "flight", "at the rim"),)
        goal, levers = view.goal(who), view.levers(who, lambda: self.attack_positions(who))
        found = [Pull(goal)] if goal is not None else []
        return [*found, Pull(levers, "far", "at the lever", self.eager)] if levers else found
