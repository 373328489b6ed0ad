"""Planning models on zones, without a ruleset: who counts for more, where sides are drawn, patience."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from game.kit.mind.model import ZoneModel
from game.kit.mind.side_view import PRESSING, WAITING, patience
from game.kit.zone_masks import ZoneMasks
from game.rules.events import Id
from game.rules.planning_model import Act, Budget, ExpectedOutcome, ExpectedThreat, Mask, Member, Move, Pull
from game.rules.questions import Choose
from game.rules.setup import Objective
from game.spatial.places import ZonePlace
from tests.kit.test_side_view import GOALS, Afoot, Mark, moment, place


class Seen(Afoot):
    """What a side sees."""

    presses, bold = 6, 10

    def __init__(self, board: Any, side: str) -> None:
        super().__init__(board, side, Mark, GOALS, ZoneMasks(board.space.zones, lambda _: 1))


class Thinker(ZoneModel[Seen, Mark]):
    """Who is called "c" or "C" has had enough, and leaves by d."""

    def member(self, it: Mark, *, ward: bool) -> Member:
        spot = self.view.spots[it.body.id]
        return Member(it.body.id, it.body.side, spot, 1 << spot, 1.0, 1.0, 1.0, (), 1, prize=2.0 if ward else 1.0)

    def place(self, spot: int) -> ZonePlace:
        return self.view.masks.zones.places[spot]

    def on_ground(self, aim: Objective, it: Mark) -> Mask:
        return sum(
            self.view.masks.bit(found) for cell in aim.cells if (found := self.view.masks.zones.at(cell)) is not None
        )

    def ways_out(self, who: Id) -> Mask:
        return self.view.masks.bit(place("d"))

    def flees(self, who: Id) -> bool:
        return who.lower() == "c"

    def moves(self, who: Id, spot: int, budget: Budget) -> Sequence[Move]:
        return ()

    def deeds(self, who: Id, budget: Budget, where: Mask) -> Iterable[Act]:
        return ()

    def expected_threats(self, it: Id, who: Id, where: Mask, kept: Budget) -> Iterable[ExpectedThreat]:
        return ()

    def reaches(self, it: Id) -> Mask:
        return 0

    def distance_layers(self, who: Id, goals: Mask) -> Sequence[Mask]:
        return ()

    def outcomes_of(self, question: Choose[Any]) -> Mapping[str, ExpectedOutcome]:
        return {}


def thinker(*objectives: Objective, **where: Any) -> Thinker:
    return Thinker(Seen(moment(*objectives, **where).board, "us"))


def test_those_whom_their_side_must_keep_safe_count_for_more() -> None:
    guard = Objective("protect", "us", who="b")
    here = thinker(guard, a=("a", {}), b=("b", {}), B=("c", {}))
    assert {who: it.prize for who, it in here.members().items()} == {"a": 1.0, "b": 2.0, "B": 1.0}
    assert here.members() is here.members()
    wanted = thinker(Objective("fell", "us", who="B"), a=("a", {}), b=("b", {}), B=("c", {}))
    assert {who: it.prize for who, it in wanted.members().items()} == {"a": 1.0, "b": 1.0, "B": 2.0}
    assert thinker(Objective("hold", "us", who="b"), b=("b", {})).members()[Id("b")].prize == 1.0


def test_a_side_is_drawn_to_the_ground_of_its_objective_and_who_flees_to_a_way_out() -> None:
    hold = Objective("hold", "us", cells=((0, 0),))
    here = thinker(hold, a=("b", {}), c=("b", {}))
    assert here.pulls(Id("a")) == (Pull(here.view.masks.bit(place("a"))),)
    assert here.pulls(Id("c")) == (Pull(here.view.masks.bit(place("d")), "flight", "at exit"),)
    assert thinker(a=("b", {})).pulls(Id("a")) == ()


def test_a_place_has_the_middle_of_its_zone() -> None:
    here = thinker(a=("a", {}))
    spot = here.view.spots[Id("a")]
    assert here.middle(Id("a"), spot) == here.view.masks.zones.middle(place("a"))


def test_a_moment_with_a_door_open_is_the_same_sides() -> None:
    here = thinker(a=("a", {}))
    there = here.opened("door")
    assert isinstance(there, Thinker) and there.side == "us"
    assert there.board.state.open_edges == ("door",) and list(there.view.stats) == ["a"]


def test_patience_ends_and_with_it_caution_but_not_for_those_who_only_have_to_last() -> None:
    assert patience(0, 6, 10) == patience(1, 6, 10) == (1.0 + 1 / 6, 1.0)
    assert patience(12, 6, 6) == (3.0, 0.5)
    assert patience(100, 6, 10) == (PRESSING, 0.1)
    assert patience(100, 6, 10, lasting=True) == (WAITING, 1.0)
