"""Cells, distances, lines, edges: the small questions; places as a type."""

from __future__ import annotations

import itertools

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.rules.events import Id
from game.rules.questions import Family, Option
from game.rules.state import Combatant
from game.spatial.field import UNIT, Cell, Edge, Feature, Field, Terrain, Zone
from game.spatial.metric import ALTERNATE, EUCLID, ONE, Metric
from game.spatial.places import InZone, OnBorder, Place, ZonePlace, as_cell, as_zone_place, meant_by, written
from game.spatial.space import Space
from tests.spatial.maps import drawn

CELLS = st.tuples(st.integers(0, 12), st.integers(0, 12))


def test_whoever_asks_for_the_same_reach_is_given_the_same() -> None:
    space = Space(Field(6, 4))
    foe = space.mask([(3, 1)])
    reach = space.reach((0, 0), 4, blocked=foe)
    assert space.reach((0, 0), 4, blocked=foe) is reach
    assert (3, 1) not in reach and (3, 1) in space.reach((0, 0), 4), "not to others"


def test_footprints_start_at_the_top_left() -> None:
    space = Space(Field(5, 5))
    assert space.footprint((1, 2)) == ((1, 2),)
    assert space.footprint((1, 2), 2) == ((1, 2), (2, 2), (1, 3), (2, 3))
    assert space.inside((3, 3), 2)
    assert not space.inside((4, 3), 2)
    assert not space.inside((-1, 0))


@pytest.mark.parametrize(
    ("a", "b", "size_a", "size_b", "cells"),
    [
        ((0, 0), (0, 0), 1, 1, 0),
        ((0, 0), (1, 1), 1, 1, 1),
        ((0, 0), (4, 2), 1, 1, 4),
        ((0, 0), (2, 0), 2, 1, 1),
        ((2, 0), (0, 0), 1, 2, 1),
        ((0, 0), (1, 1), 2, 2, 0),
        ((3, 3), (0, 0), 2, 2, 2),
        ((0, 5), (4, 0), 1, 3, 4),
    ],
)
def test_distance_is_between_the_nearest_cells(a: Cell, b: Cell, size_a: int, size_b: int, cells: int) -> None:
    assert Space(Field(9, 9)).distance(a, b, size_a, size_b) == cells


@settings(deadline=None)
@given(CELLS, CELLS, st.integers(1, 3), st.integers(1, 3))
def test_distance_agrees_with_the_cells(a: Cell, b: Cell, size_a: int, size_b: int) -> None:
    space = Space(Field(20, 20))
    nearest = min(
        max(abs(p[0] - q[0]), abs(p[1] - q[1])) for p in space.footprint(a, size_a) for q in space.footprint(b, size_b)
    )
    assert space.distance(a, b, size_a, size_b) == space.distance(b, a, size_b, size_a) == nearest


@pytest.mark.parametrize(
    ("floors", "sizes", "gap", "cells"),
    [
        ((0, 12), (1, 1), (1, 0, 0), 1),  # a crate of 3 ft: side by side
        ((0, UNIT), (1, 1), (1, 0, 1), 1),  # feet at the other's head
        ((0, UNIT + 1), (1, 1), (1, 0, 2), 2),  # what is begun of a cell counts
        ((0, 2 * UNIT), (1, 1), (1, 0, 2), 2),  # one cell of air
        ((8 * UNIT, 0), (1, 1), (1, 0, 8), 8),  # a pillar of 40 ft
        ((0, 2 * UNIT), (2, 1), (1, 0, 1), 1),  # a body of 10 ft reaches as high
        ((2 * UNIT, 0), (2, 1), (1, 0, 2), 2),  # but not lower than its feet
    ],
)
def test_empty_height_counts_like_empty_cells(
    floors: tuple[int, int], sizes: tuple[int, int], gap: tuple[int, int, int], cells: int
) -> None:
    low, high = floors
    space = Space(Field(4, 2, floor=(low, low, high, high) * 2))
    a, b = (2 - sizes[0], 0), (2, 0)  # side by side
    assert space.gap(a, b, *sizes) == gap
    assert space.gap(b, a, *reversed(sizes)) == gap
    assert space.distance(a, b, *sizes) == cells


@pytest.mark.parametrize(("reach", "places"), [(1, {(0, 0), (1, 0)}), (2, {(0, 0), (1, 0), (2, 0)})])
def test_places_within_reach_are_in_sight_and_not_far_above(reach: int, places: set[Cell]) -> None:
    """A ledge of 10 ft to the east, whose rim hides what lies behind, and a wall to the south."""
    space = Space(
        Field(4, 2, (Terrain(), Terrain("wall", blocks_move=True, blocks_sight=True)), (0,) * 4 + (1,) * 4,
              floor=(0, 0, 2 * UNIT, 2 * UNIT, 0, 0, 0, 0))
    )  # fmt: skip
    found = space.within((1, 0), 1, reach)
    assert {(x, y) for x in range(4) for y in range(2) if found >> (4 * y + x) & 1} == places


@settings(deadline=None)
@given(CELLS, CELLS)
def test_lines_go_step_by_step_and_back_the_same_way(a: Cell, b: Cell) -> None:
    space = Space(Field(13, 13))
    line = space.line(a, b)
    assert len(line) == space.distance(a, b)
    way = [a, *line]
    assert way[-1] == b
    assert all(space.distance(p, q) == 1 for p, q in itertools.pairwise(way))
    assert sorted(way) == sorted([b, *space.line(b, a)])


def test_a_line_to_itself_is_empty() -> None:
    assert Space(Field(3, 3)).line((1, 1), (1, 1)) == ()


def test_edges_between_cells_open_or_shut() -> None:
    door = Edge("door", (2, 0), (2, 2), "door", "open")
    sill = Edge("sill", (1, 1), (3, 1), "low_wall", sill=8)
    space = Space(Field(4, 2, edges=(door, sill)))
    assert space.edge_between((1, 0), (2, 0)) is door
    assert space.edge_between((2, 1), (1, 1)) is door
    assert space.edge_between((1, 1), (1, 0)) is sill
    assert space.edge_between((0, 0), (0, 1)) is None
    assert space.edge_between((0, 0), (1, 1)) is None


def test_opening_doors_gives_the_same_space_for_the_same_doors() -> None:
    doors = (Edge("a", (1, 0), (1, 1), "door", "open"), Edge("b", (2, 0), (2, 1), "door", "locked"))
    space = Space(Field(3, 1, edges=doors))
    assert space.open_edges == frozenset({"a"})
    both = space.with_open(frozenset({"a", "b"}))
    assert both is space.with_open(frozenset({"b", "a"}))
    assert both.with_open(frozenset({"a"})) is space
    assert (space.sees((0, 0), (2, 0)), both.sees((0, 0), (2, 0))) == (False, True)
    assert (2, 0) not in space.reach((0, 0), 9)
    assert (2, 0) in both.reach((0, 0), 9)


def test_masks_features_and_obscured_cells() -> None:
    fire = Feature("fire", "fire", ((1, 0), (2, 0)))
    trap = Feature("trap", "trap", ((2, 0),))
    zones = (
        Zone("den", "Den", ((0, 1),), dark=True),
        Zone("fog", "Fog", ((2, 1),), smoke=True),
        Zone("yard", "", ((1, 1),)),
    )
    space = Space(Field(3, 2, features=(fire, trap), zones=zones))
    assert space.mask([(0, 0), (1, 1)]) == 0b010001
    assert space.features_at((2, 0)) == (fire, trap)
    assert space.features_at((0, 0)) == ()
    assert space.obscured == space.mask([(0, 1), (2, 1)])


def test_floors_are_the_highest_ground_covered() -> None:
    space = Space(Field(3, 1, floor=(0, 10, 4)))
    assert space.floor((2, 0)) == 4
    assert Space(Field(2, 2, floor=(0, 10, 4, 0))).floor((0, 0), 2) == 10


def test_standing() -> None:
    space = Space(drawn(".#", ".."))
    assert space.standable((0, 0))
    assert not space.standable((1, 0))
    assert not space.standable((0, 0), 2)
    assert not space.standable((5, 5))


@pytest.mark.parametrize(
    ("a", "b", "size_a", "size_b", "counts"),
    [
        ((0, 0), (4, 2), 1, 1, {ONE: 4, ALTERNATE: 5, EUCLID: 4828}),  # 20, 25 and 24 ft; 4, 5 and 4.8 m
        ((0, 0), (3, 3), 1, 1, {ONE: 3, ALTERNATE: 4, EUCLID: 4242}),
        ((0, 0), (6, 0), 1, 1, {ONE: 6, ALTERNATE: 6, EUCLID: 6000}),
        ((0, 0), (1, 1), 1, 1, {ONE: 1, ALTERNATE: 1, EUCLID: 1414}),
        ((0, 0), (4, 3), 2, 1, {ONE: 3, ALTERNATE: 4, EUCLID: 3828}),  # from the near corner of a large body
        ((2, 2), (3, 3), 2, 2, {ONE: 0, ALTERNATE: 0, EUCLID: 0}),
    ],
)
def test_distance_by_every_metric(a: Cell, b: Cell, size_a: int, size_b: int, counts: dict[Metric, int]) -> None:
    space = Space(Field(9, 9))
    assert {metric: space.length(a, b, size_a, size_b, metric=metric) for metric in counts} == counts
    assert {metric: space.length(b, a, size_b, size_a, metric=metric) for metric in counts} == counts
    assert space.distance(a, b, size_a, size_b) == counts[ONE]


def test_heights_count_by_every_metric() -> None:
    """Three columns east and three cells up are as far as three rows south would be."""
    high = Field(9, 9, floor=tuple(3 * UNIT if x >= 3 else 0 for _ in range(9) for x in range(9)))
    space = Space(high)
    counts = [space.length((0, 0), (3, 0), metric=metric) for metric in (ONE, ALTERNATE, EUCLID)]
    assert counts == [3, 4, 4242]
    assert space.length((0, 0), (3, 3), metric=EUCLID) == 3 * 1732


@pytest.mark.parametrize("metric", [ONE, ALTERNATE, EUCLID])
def test_over_open_ground_reach_and_distance_agree(metric: Metric) -> None:
    """30 ft in 5-ft cells: who can walk there is whom the metric calls so near."""
    space = Space(Field(15, 15))
    reach = space.reach((7, 7), 6 * metric.unit, metric=metric)
    near = {(x, y) for x in range(15) for y in range(15) if space.length((7, 7), (x, y), metric=metric) <= reach.budget}
    assert set(reach.cells()) == near
    assert all(reach.cost(cell) == space.length((7, 7), cell, metric=metric) for cell in near)


# --- Places as a type: what is written of them and read again, told apart, and put in order ---

PLACES: tuple[Place, ...] = ((0, 3), (5, 0), (12, 7), InZone(3), OnBorder(0))


@pytest.mark.parametrize("place", PLACES)
def test_what_is_written_can_be_read(place: Place) -> None:
    assert place in meant_by(written(place))
    assert all(written(other) == written(place) for other in meant_by(written(place)))


def test_a_key_means_a_cell_or_a_zone_by_whose_it_is() -> None:
    assert meant_by("0,3") == ((0, 3), InZone(3))
    assert meant_by("1,3") == ((1, 3), OnBorder(3))
    assert meant_by("2,3") == ((2, 3),)


@pytest.mark.parametrize(
    "text", ["", "3", "1,2,3", "a,b", "01,2", "+1,2", " 1,2", "1, 2", "-0,1", "\u0661,2", "1,9999999999"]
)
def test_no_place_is_written_otherwise(text: str) -> None:
    assert meant_by(text) == ()


def test_a_family_finds_places_of_its_own_kind_alone() -> None:
    def go(key: str, place: Place) -> Option[Place]:
        return Option(key, place, "Go")

    ours: tuple[Place, ...] = ((0, 3), (1, 1))
    theirs: tuple[Place, ...] = (InZone(3), OnBorder(1))
    cells, zones = Family("go", ours, go), Family("go", theirs, go)
    for family, place in ((cells, (0, 3)), (cells, (1, 1)), (zones, InZone(3)), (zones, OnBorder(1))):
        found = family.find(family.key(place))
        assert found is not None and found.value == place and type(found.value) is type(place)
    assert cells.find("go 4,3") is None and zones.find("go 0,4") is None and zones.find("run 0,3") is None


def test_zones_borders_and_cells_are_never_equal() -> None:
    assert len({InZone(1), OnBorder(1), (0, 1), (1, 1)}) == 4
    assert InZone(1) == InZone(1) and hash(InZone(1)) == hash(InZone(1))


def test_zones_come_before_borders_each_by_number() -> None:
    mixed: list[ZonePlace] = [OnBorder(0), InZone(10), InZone(2), OnBorder(1)]
    assert sorted(mixed) == [InZone(2), InZone(10), OnBorder(0), OnBorder(1)]


@pytest.mark.parametrize("place", [InZone(3), OnBorder(2)])
def test_a_save_gives_back_the_kind_of_place(place: ZonePlace) -> None:
    kept = msgspec.json.encode(Combatant(Id("a"), "party", place, 0))
    again = msgspec.json.decode(kept, type=Combatant[int, ZonePlace])
    assert again.at == place and type(again.at) is type(place)


def test_a_save_on_cells_holds_no_zones() -> None:
    kept = msgspec.json.encode(Combatant(Id("a"), "party", (0, 3), 0))
    assert msgspec.json.decode(kept, type=Combatant[int, Cell]).at == (0, 3)
    with pytest.raises(msgspec.ValidationError, match=r"at"):
        msgspec.json.decode(kept.replace(b"[0,3]", b"[2,3]"), type=Combatant[int, ZonePlace])


def test_a_place_of_the_other_kind_is_refused() -> None:
    assert as_cell((0, 3)) == (0, 3) and as_zone_place(OnBorder(1)) == OnBorder(1)
    with pytest.raises(TypeError, match="no cell"):
        as_cell(InZone(3))
    with pytest.raises(TypeError, match="is a cell"):
        as_zone_place((0, 3))
