"""Zones as masks, against the zones themselves."""

from __future__ import annotations

from typing import Any

import pytest

from game.kit.testing.fight import chart
from game.kit.zone_masks import ZoneMasks, by_cost
from game.spatial.paths import bits
from game.spatial.places import OnBorder, ZonePlace
from game.spatial.space import Space
from game.spatial.zones import Zones

ROWS = ("abc", "def", "gh.")


def ground(**more: Any) -> Zones:
    return Space(chart(*ROWS, **more)).zones


def place(zones: Zones, name: str) -> ZonePlace:
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
    rough, wet = place(zones, "b"), place(zones, "e")
    masks = ZoneMasks(zones, lambda there: {rough: 2, wet: None}.get(there, 1))
    reach = masks.reach(masks.number[place(zones, "a")], 4)
    assert reach.layers[3] & masks.bit(rough) and not reach.layers[2] & masks.bit(rough)
    assert not reach.whole & masks.bit(wet)


def test_places_are_sorted_by_what_they_cost() -> None:
    assert by_cost({0: 0, 3: 2, 1: 2}, 3) == (0b0001, 0, 0b1010, 0)


def test_barred_places_are_gone_round() -> None:
    zones = ground()
    masks = ZoneMasks(zones, one_each)
    start, end = masks.number[place(zones, "a")], masks.number[place(zones, "e")]
    barred = masks.bit(place(zones, "b"))
    reach = masks.reach(start, 4, barred)
    assert not reach.trails[end] & barred
    assert reach.layers[4] >> end & 1


def test_nothing_is_at_arms_length_through_a_shut_door() -> None:
    zones = ground(doors="ab")
    masks = ZoneMasks(zones, one_each)
    a, b = place(zones, "a"), place(zones, "b")
    (door,) = (border for border in zones.all_borders if set(zones.sides(border)) == {a, b})
    assert not masks.near[masks.number[a]] & masks.bit(door)
    assert masks.near[masks.number[door]] == masks.bit(door)
    assert masks.near[masks.number[a]] & masks.bit(a)


def test_strikes_after_a_walk_reach_as_far_as_an_arm() -> None:
    zones = ground()
    masks = ZoneMasks(zones, one_each)
    start = masks.number[place(zones, "a")]
    struck = masks.strikes(start, 2)
    assert struck == masks.around(masks.reach(start, 2).whole)
    assert struck & masks.bit(place(zones, "b")) and not struck & masks.bit(place(zones, "c"))


def test_ways_count_steps_to_the_nearest_goal_and_shut_doors_as_hard() -> None:
    zones = ground(doors="ab de gh")
    goal = place(zones, "c")
    masks = ZoneMasks(zones, one_each, hard=5)
    ways = masks.distance_layers(masks.bit(goal))
    assert ways[0] == masks.bit(goal)
    steps = {n: cost for cost, layer in enumerate(ways) for n in bits(layer)}
    assert steps[masks.number[place(zones, "b")]] == 2
    assert steps[masks.number[place(zones, "a")]] == 2 + 5 + 1
    barred = ZoneMasks(zones, one_each).distance_layers(masks.bit(goal))
    assert not any(layer & masks.bit(place(zones, "a")) for layer in barred)
    assert sum(layer.bit_count() for layer in ways) == len(zones.places)


def test_steps_on_a_way_count_what_is_entered() -> None:
    zones = ground()
    a, b, c = (place(zones, name) for name in "abc")
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
    a = place(zones, "a")
    crowd = (1,) * zones.capacity(a)
    assert masks.full({masks.number[a]: crowd}, 1) == masks.bit(a)
    assert masks.full({masks.number[a]: crowd[1:]}, 1) == 0
    assert masks.full({masks.number[a]: (2,)}, 2) == (0 if zones.capacity(a) >= 8 else masks.bit(a))
    assert isinstance(masks.places(1 << len(zones.all_zones))[0], OnBorder)
