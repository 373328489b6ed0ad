"""Planning on zones, without a ruleset: masks of zones, who counts for more, where sides are drawn, patience."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pytest

from game.kit.goals import Progress, exits
from game.kit.mind.model import ZoneModel
from game.kit.mind.side_view import PRESSING, WAITING, patience
from game.kit.testing.fight import chart
from game.kit.zone_masks import ZoneMasks, by_cost
from game.rules.events import Id
from game.rules.planning_model import Act, Budget, ExpectedOutcome, ExpectedThreat, Mask, Member, Move, Pull
from game.rules.questions import Choose
from game.rules.setup import Objective, Setup
from game.rules.state import State
from game.rules.table import Board
from game.spatial.field import Field, Zone
from game.spatial.paths import bits
from game.spatial.places import OnBorder, ZonePlace
from game.spatial.space import Space
from game.spatial.zones import Zones
from tests.kit.test_side_view import GOALS, Afoot, Mark, Sheet, Turn, moment, place


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


# --- Zones as masks, against the zones themselves ---

ROWS = ("abc", "def", "gh.")


def ground(**more: Any) -> Zones:
    return Space(chart(*ROWS, **more)).zones


def place_of(zones: Zones, name: str) -> ZonePlace:
    return next(one for one in zones.places if zones.id(one) == name)


def one_each(_: ZonePlace) -> int:
    return 1


def test_steps_are_those_of_the_zones_and_trails_lead_there() -> None:
    zones = ground(doors="be")
    masks = ZoneMasks(zones, one_each)
    for start in range(len(zones.places)):
        reach = masks.reach(start, 5)
        ways = zones.reach(zones.places[start], 5)
        for cost, layer in enumerate(reach.layers):
            assert set(masks.places(layer)) == {there for there, way in ways.items() if len(way) == cost}
        for there, trail in reach.trails.items():
            assert trail.bit_count() == len(ways[zones.places[there]]) + 1
            assert trail >> there & 1 and trail >> start & 1


def test_a_place_that_costs_more_is_reached_later_and_one_without_a_price_never() -> None:
    zones = ground()
    rough, wet = place_of(zones, "b"), place_of(zones, "e")
    masks = ZoneMasks(zones, lambda there: {rough: 2, wet: None}.get(there, 1))
    reach = masks.reach(masks.number[place_of(zones, "a")], 4)
    assert reach.layers[3] & masks.bit(rough) and not reach.layers[2] & masks.bit(rough)
    assert not reach.whole & masks.bit(wet)


def test_places_are_sorted_by_what_they_cost() -> None:
    assert by_cost({0: 0, 3: 2, 1: 2}, 3) == (0b0001, 0, 0b1010, 0)


def test_barred_places_are_gone_round() -> None:
    zones = ground()
    masks = ZoneMasks(zones, one_each)
    start, end = masks.number[place_of(zones, "a")], masks.number[place_of(zones, "e")]
    barred = masks.bit(place_of(zones, "b"))
    reach = masks.reach(start, 4, barred)
    assert not reach.trails[end] & barred
    assert reach.layers[4] >> end & 1


def test_nothing_is_at_arms_length_through_a_shut_door() -> None:
    zones = ground(doors="ab")
    masks = ZoneMasks(zones, one_each)
    a, b = place_of(zones, "a"), place_of(zones, "b")
    (door,) = (border for border in zones.all_borders if set(zones.sides(border)) == {a, b})
    assert not masks.near[masks.number[a]] & masks.bit(door)
    assert masks.near[masks.number[door]] == masks.bit(door)
    assert masks.near[masks.number[a]] & masks.bit(a)


def test_strikes_after_a_walk_reach_as_far_as_an_arm() -> None:
    zones = ground()
    masks = ZoneMasks(zones, one_each)
    start = masks.number[place_of(zones, "a")]
    struck = masks.strikes(start, 2)
    assert struck == masks.around(masks.reach(start, 2).whole)
    assert struck & masks.bit(place_of(zones, "b")) and not struck & masks.bit(place_of(zones, "c"))


def test_ways_count_steps_to_the_nearest_goal_and_shut_doors_as_hard() -> None:
    zones = ground(doors="ab de gh")
    goal = place_of(zones, "c")
    masks = ZoneMasks(zones, one_each, hard=5)
    ways = masks.distance_layers(masks.bit(goal))
    assert ways[0] == masks.bit(goal)
    steps = {n: cost for cost, layer in enumerate(ways) for n in bits(layer)}
    assert steps[masks.number[place_of(zones, "b")]] == 2
    assert steps[masks.number[place_of(zones, "a")]] == 2 + 5 + 1
    barred = ZoneMasks(zones, one_each).distance_layers(masks.bit(goal))
    assert not any(layer & masks.bit(place_of(zones, "a")) for layer in barred)
    assert sum(layer.bit_count() for layer in ways) == len(zones.places)


def test_steps_on_a_way_count_what_is_entered() -> None:
    zones = ground()
    a, b, c = (place_of(zones, name) for name in "abc")
    masks = ZoneMasks(zones, lambda there: 3 if there == b else 1)
    ways = masks.distance_layers(masks.bit(c))
    (into,) = (border for border in zones.all_borders if set(zones.sides(border)) == {a, b})
    assert ways[2] & masks.bit(b)
    assert ways[5] & masks.bit(into)


@pytest.mark.parametrize("zones_away", [0, 1, 2])
def test_spans_are_those_of_the_zones(zones_away: int) -> None:
    zones = ground(doors="ab")
    masks = ZoneMasks(zones, one_each)
    for n, here in enumerate(zones.places):
        there = {
            other for other in zones.places if (span := zones.span(here, other)) is not None and span <= zones_away
        }
        assert set(masks.places(masks.within(n, zones_away))) == there


def test_a_place_is_full_when_one_more_does_not_fit() -> None:
    zones = ground()
    masks = ZoneMasks(zones, one_each)
    a = place_of(zones, "a")
    crowd = (1,) * zones.capacity(a)
    assert masks.full({masks.number[a]: crowd}, 1) == masks.bit(a)
    assert masks.full({masks.number[a]: crowd[1:]}, 1) == 0
    assert masks.full({masks.number[a]: (2,)}, 2) == (0 if zones.capacity(a) >= 8 else masks.bit(a))
    assert isinstance(masks.places(1 << len(zones.all_zones))[0], OnBorder)


# --- Where a battle is left and what a side has come to, for games on zones ---


def left_by(*rows: str, exit: str = "") -> list[str]:
    """The letters of the zones of four by four cells that one leaves the map by; ``exit``: of the one drawn as such."""
    return [name.removeprefix("Zone ") for name in left(chart(*rows, features={exit: "exit"} if exit else {}))]


def left(field: Field) -> list[str]:
    """The names of the zones by which one leaves a map."""
    board: Board[Sheet, Turn, Any] = Board(State({}, Turn()), Setup("none", field, ()), Space(field))
    return [board.space.zones.name(place) for place in exits(board)]


@pytest.mark.parametrize(
    ("rows", "out"),
    [
        ((".a.", "...", "..."), "a"),
        (("...", "...", ".a."), "a"),
        (("...", "a..", "..."), "a"),
        (("...", "..a", "..."), "a"),
        (("...", ".a.", "..."), ""),
        (("....", ".ab.", "..c.", "..d."), "d"),
    ],
)
def test_a_map_without_exits_is_left_at_each_of_its_four_rims(rows: tuple[str, ...], out: str) -> None:
    assert left_by(*rows) == list(out)


def test_a_zone_that_ends_one_cell_short_of_the_rim_is_no_way_out() -> None:
    inner = tuple((x, y) for x in range(1, 5) for y in range(1, 5))
    rim = tuple((x, y) for x in range(6) for y in range(6) if (x, y) not in inner)
    field = Field(6, 6, zones=(Zone("inner", "Inner", inner), Zone("outer", "Outer", rim)))
    assert left(field) == ["Outer"]


def test_a_map_with_an_exit_is_left_there_alone() -> None:
    assert left_by("abc", "def", "ghi", exit="e") == ["e"]


def test_a_side_begins_with_nothing_reached() -> None:
    assert Progress() == Progress(behind=0, since=0, held=0, worked=0)
