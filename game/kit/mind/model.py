"""Base classes of a book's planning model: who there is, where sides are drawn, how patient they are."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, reduce
from math import fsum
from operator import or_
from typing import Any, Generic, TypeVar

from game.kit.cache import BoundedCache, PerMapCache, cached_method
from game.kit.cell_masks import distance_of
from game.kit.mind.side_view import CellSideView, M, SideView
from game.rules.events import Id
from game.rules.planning_model import Act, Budget, Mask, Member, PlanningModel, Pull
from game.rules.setup import Objective, Setup
from game.rules.weights import PLAIN, Temperament
from game.spatial.field import Cell
from game.spatial.places import ZonePlace

V = TypeVar("V", bound=SideView[Any, Any, Any])
C = TypeVar("C", bound=CellSideView[Any, Any, Any])

GANGWAY = 12
"""Steps that it counts to stand in the way of who is to open a door."""

URGENT = 3.0
"""How many times as much as usual an objective counts at most for a side that cannot hope to win by a fight."""

_members: PerMapCache[BoundedCache[tuple[object, ...], tuple[Any, Setup, Member]]] = PerMapCache(BoundedCache)


class BookModel(PlanningModel, Generic[V, M]):
    """Planning model of one moment as one side sees it; a book adds acts, their outcomes, and threats."""

    kept_safe: Sequence[str] = ("protect", "escape")
    """Goals about somebody who counts for more than others."""

    def __init__(self, view: V) -> None:
        self.view = view
        self.board, self.side = view.board, view.side
        self.lasting, self.eager, self.caution = view.lasting, view.eager, view.caution

    # -- what the book says

    @abstractmethod
    def member(self, it: M, *, ward: bool) -> Member:
        """A fighter as planners know it; ``ward``: whether its side must keep it safe, or bring it away."""

    def budget(self, it: M) -> Budget:
        """Budget of a fighter, for ``member``, where that hangs on more than on the fighter as it is."""
        return ()

    @abstractmethod
    def deeds(self, who: Id, budget: Budget, where: Mask) -> Iterable[Act]:
        """Acts possible from some places, which are kept."""

    @abstractmethod
    def ways_out(self, who: Id) -> Mask:
        """Places from which somebody who flees leaves the map."""

    @abstractmethod
    def on_ground(self, aim: Objective, it: M) -> Mask:
        """Places of somebody on the ground of its side's objective, or near enough to it."""

    # -- who there is

    def members(self) -> Mapping[Id, Member]:
        """Everybody the side knows of who stands."""
        return self._known

    @cached_property
    def _known(self) -> Mapping[Id, Member]:
        view, setup = self.view, self.board.setup
        aims = [view.aim(side.name) for side in setup.sides]
        wards = {(aim.side, aim.who) for aim in aims if aim.goal in self.kept_safe}
        fell = [aim for aim in aims if aim.goal == "fell"]
        wards |= {(side.name, aim.who) for aim in fell for side in setup.sides if side.name != aim.side}
        found, members = {}, _members.of(self.board.space)
        for who, it in view.stats.items():
            ward = (it.body.side, it.body.sheet.profile.name) in wards
            # the very same as long as it does not change: what is kept by members is kept by who they are
            found[who] = members.of((id(it), id(setup), ward, self.budget(it)), self._lasting, it, ward)[2]
        return found

    def _lasting(self, it: M, ward: bool) -> tuple[M, Setup, Member]:
        # a book's units need have none
        taste: Temperament = getattr(it.body.sheet.profile, "temperament", PLAIN)
        return it, self.board.setup, self.member(it, ward=ward)._replace(temperament=taste)

    @cached_method
    def steps_out(self, who: Id) -> int:
        """Steps to those by which it would flee; shut doors count as on any way."""
        return distance_of(self.distance_layers(who, self.ways_out(who)), 1 << self._known[who].spot)

    # -- a turn

    def acts(self, who: Id, spot: int, budget: Budget, where: Mask) -> Sequence[Act]:
        """Acts on its menu that are worth thinking about."""
        return self._deeds(who, budget, where)

    @cached_method
    def _deeds(self, who: Id, budget: Budget, where: Mask) -> Sequence[Act]:
        return list(self.deeds(who, budget, where)) if budget else []

    # -- where to

    def gangway(self, who: Id) -> Mask:
        """Places in which somebody would be in the way of the friend who is nearest to opening a door.

        That is, somebody without hands, or who could not get on for its size even so: else both sides might wait for
        ever, one behind its beasts. None if nobody has to open any.
        """
        if not self.view.shut_doors or self._gets_on(who):
            return 0
        others = [it.body.id for it in self.view.friends(who)]
        openers = [each for each in others if self.view.handed(each) and not self.flees(each)]
        ways = [(way.bit_count(), way, each) for each in openers if (way := self._to_a_door(each))]
        if not ways:
            return 0
        _, way, opener = min(ways, key=lambda each: each[0])
        return self.on_the_way(who, opener, way)

    def _gets_on(self, who: Id) -> bool:
        """Whether somebody has hands for doors, and a way to a foe once those are open."""
        spot = 1 << self.members()[who].spot
        ways = self.distance_layers(who, self.attack_positions(who)) if self.view.handed(who) else ()
        return any(layer & spot for layer in ways)

    @cached_method
    def _to_a_door(self, who: Id) -> Mask:
        return self.way_to_a_door(who)

    def way_to_a_door(self, who: Id) -> Mask:
        """Places of somebody's way to the first shut door between it and its foes; 0 if there is none."""
        return 0

    def on_the_way(self, who: Id, opener: Id, way: Mask) -> Mask:
        """The places of somebody in which it keeps another from a way to a door."""
        return 0

    def opened(self, edge: str) -> PlanningModel:
        """The same moment with a door or gate open."""
        return type(self)(self.view.opened(edge))

    def pulls(self, who: Id) -> Sequence[Pull]:
        """The way out for those who flee; the ground of the objective."""
        if self.flees(who):
            return (Pull(self.ways_out(who), "flight", "at exit"),)
        it = self.view.stats[who]
        aim = self.view.goals.drawn(self.board, it.body)
        places = self.on_ground(aim, it) if aim is not None else 0
        return (Pull(places, amount=self._urgency(aim)),) if aim is not None and places else ()

    @cached_method
    def _urgency(self, aim: Objective) -> float:
        """How many times as much as usual an objective counts: the less a fight can be won, the nearer its end is.

        Ground that is held counts more with every round that it has been, for those who hold it and for the others.
        """
        if aim.goal == "hold":
            return 1.0 + self.view.goals.progress(self.board, aim.side).held
        ours, theirs = (
            fsum(it.unit_value * it.left for it in self._known.values() if (it.side == self.side) is own)
            for own in (True, False)
        )
        return min(URGENT, max(1.0, (theirs / ours) ** 2)) if ours else 1.0


class CellModel(BookModel[C, M], Generic[C, M]):
    """The same on cells."""

    def place(self, spot: int) -> Cell:
        """The cell of a number."""
        return self.view.ground.cell(spot)

    def middle(self, who: Id, spot: int) -> tuple[float, float]:
        """The middle of its body, in cells."""
        size: int = self.view.stats[who].size
        return self.view.ground.middle(spot, size)

    def towards(self, who: Id, goal: int, start: int) -> Mask:
        """Half as far as the crow flies."""
        (x, y), (column, row) = self.place(goal), self.place(start)
        return self.view.ground.square((x, y), 1, max(abs(x - column), abs(y - row)) // 2)

    def stances(self, who: Id, where: Mask, kept: Budget) -> Iterator[tuple[str, Mask, float]]:
        """Friends at hand, fire underfoot; who else is to open a door."""
        yield "support", self.view.supported(who) & where, 1.0
        yield "peril", self.view.perils(who) & where, 1.0
        yield "far", self.gangway(who) & where, GANGWAY * self.eager

    def way_to_a_door(self, who: Id) -> Mask:
        """The last cells before it, where friends may be passed and not stopped on."""
        return self.view.way_to_a_door(who, self.attack_positions(who))

    def on_the_way(self, who: Id, opener: Id, way: Mask) -> Mask:
        """Where its body covers one of them."""
        return self.view.ground.covers(way, self.view.stats[who].size)

    def distance_layers(self, who: Id, goals: Mask) -> Sequence[Mask]:
        """Steps to the nearest goal; a shut door that can be opened counts some."""
        return self.view.distance_layers(who, goals)

    def ways_out(self, who: Id) -> Mask:
        """The rim of the map."""
        return self.view.exits(who, flees=True)

    def on_ground(self, aim: Objective, it: M) -> Mask:
        """Where its body stands on it; beside it where there is something to be done."""
        return self.view.on_ground(aim, it)

    def pulls(self, who: Id) -> Sequence[Pull]:
        """Besides, a lever where a portcullis parts the sides."""
        found = super().pulls(who)
        levers = 0 if self.flees(who) else self.view.levers(who, lambda: self.attack_positions(who))
        return [*found, Pull(levers, "far", "at the lever", self.eager)] if levers else found


class ZoneModel(BookModel[V, M], Generic[V, M]):
    """The same on zones."""

    @abstractmethod
    def place(self, spot: int) -> ZonePlace:
        """The place of a number."""

    def towards(self, who: Id, goal: int, start: int) -> Mask:
        """Half as many steps away."""
        ways = self.distance_layers(who, 1 << goal)
        return reduce(or_, ways[: distance_of(ways, 1 << start) // 2 + 1])

    def middle(self, who: Id, spot: int) -> tuple[float, float]:
        """The middle of a place, in lattice steps."""
        return self.board.space.zones.middle(self.place(spot))
