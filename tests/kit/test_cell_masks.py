"""Masks of cells against the space they are made from, on the shipped maps and one with heights."""

from __future__ import annotations

from random import Random

import pytest

from game.files.tiled import read_map
from game.kit.cell_masks import DOOR, FAR, CellMasks, calm, distance_of, ground_of, hoped, nearest
from game.kit.testing.fight import OPEN
from game.kit.testing.fight import ground as drawn
from game.resources import shipped_maps
from game.spatial.field import Cell, Edge
from game.spatial.metric import ALTERNATE, CLIMB, DROP, EUCLID, ONE, Metric
from game.spatial.paths import bits
from game.spatial.solids import beside, sides
from game.spatial.space import Space

STAIRS = drawn(
    "0000011112222",
    "0000011112222",
    "..#..11..2222",
    "..#......2333",
    "..#..~~..3333",
    ".....~~......",
)

FIELDS = {**{path.stem: read_map(path).field for path in shipped_maps()}, "stairs": STAIRS}


@pytest.fixture(params=sorted(FIELDS), scope="module")
def ground(request: pytest.FixtureRequest) -> tuple[Space, CellMasks]:
    """A shipped map with its doors shut."""
    space = Space(FIELDS[request.param])
    return space, ground_of(space)


def some_places(space: Space, size: int, count: int) -> list[Cell]:
    """Places where a body of a size can stand, drawn by a fixed sequence."""
    every = list(bits(space.steps(size, CLIMB, DROP).stand))
    found = Random(size).sample(every, min(count, len(every)))
    return [(at % space.width, at // space.width) for at in found]


@pytest.mark.parametrize(("its", "size", "far"), [(1, 1, 1), (1, 1, 6), (2, 1, 3), (1, 2, 4), (2, 2, 2)])
def test_near_is_what_the_distance_says(ground: tuple[Space, CellMasks], its: int, size: int, far: int) -> None:
    space, masks = ground
    for at in some_places(space, its, 4):
        near = masks.near(at, its, far, size)
        for number in bits(space.steps(size, CLIMB, DROP).stand):
            place = masks.cell(number)
            assert (near >> number & 1 == 1) == (space.distance(at, place, its, size) <= far), (at, place)


@pytest.mark.parametrize("metric", [EUCLID, ONE])
@pytest.mark.parametrize(("its", "size", "cells"), [(1, 1, 6), (2, 1, 4), (1, 2, 5)])
def test_a_disc_is_what_the_length_says(
    ground: tuple[Space, CellMasks], its: int, size: int, cells: int, metric: Metric
) -> None:
    space, masks = ground
    far = cells * metric.unit + metric.unit // 2
    for at in some_places(space, its, 4):
        disc = masks.disc(at, its, far, size, metric)
        for number in bits(space.steps(size, CLIMB, DROP).stand):
            length = space.length(at, masks.cell(number), its, size, metric=metric)
            assert (disc >> number & 1) == (length <= far), (at, masks.cell(number))


@pytest.mark.parametrize(("its", "size"), [(1, 1), (2, 1), (1, 2)])
def test_sight_from_everywhere_is_sight_from_each_place(ground: tuple[Space, CellMasks], its: int, size: int) -> None:
    space, masks = ground
    for at in some_places(space, its, 2):
        within = masks.near(at, its, 8, size)
        seeing = masks.seeing(at, its, size, within)
        seen = masks.seen_from(at, its)
        for number in bits(within & space.steps(size, CLIMB, DROP).stand):
            place = masks.cell(number)
            for glimpse, corners in (
                (seeing, space.corners_seen(place, at, size, its)),
                (seen, space.corners_seen(at, place, its)),
            ):
                told = [mask >> number & 1 for mask in (glimpse.clear, glimpse.half, glimpse.full)]
                assert told == [corners == 8, 0 < corners < 8, corners == 0], (at, place)


@pytest.mark.parametrize(("size", "places"), [(1, 4), (2, 1), pytest.param(2, 4, marks=pytest.mark.nightly)])
def test_what_may_be_seen_after_a_walk_is_most_of_what_is_seen_from_somewhere_on_it(
    ground: tuple[Space, CellMasks], size: int, places: int
) -> None:
    space, masks = ground
    found = every = 0
    for at in some_places(space, size, places):
        seen = masks.seen_round(at, size, 6)
        walked = [masks.seen_from(masks.cell(number), size) for number in bits(masks.walked(at, size, 6, 0))]
        clear, seen_at_all = 0, 0
        for glimpse in walked:
            clear, seen_at_all = clear | glimpse.clear, seen_at_all | glimpse.any
        here = masks.seen_from(at, size)
        assert not (seen.clear & ~clear or seen.any & ~seen_at_all or here.clear & ~seen.clear or here.any & ~seen.any)
        assert not (seen.clear & seen.half or seen.clear & seen.full or seen.half & seen.full)
        assert masks.seen_round(at, size, 0) == here
        found, every = found + seen.any.bit_count(), every + seen_at_all.bit_count()
    assert found > 0.75 * every, "what is seen from few places on its way only may be missing"


@pytest.mark.parametrize(("size", "reach"), [(1, 1), (1, 2), (2, 1)])
def test_a_lunge_reaches_all_that_a_walk_brings_within_reach(
    ground: tuple[Space, CellMasks], size: int, reach: int
) -> None:
    space, masks = ground
    for at in some_places(space, size, 3):
        lunge = masks.lunge(at, size, 4, reach, 0)
        reached = 0
        for number in bits(masks.walked(at, size, 4, 0)):
            reached |= masks.ring(masks.cell(number), size, reach)
        assert not reached & ~lunge
        few = max(8, 0.1 * reached.bit_count() * (reach + size - 1))
        assert (lunge & ~reached).bit_count() <= few, "about a tenth, or as many as lie round a cell"


def test_a_lunge_is_no_longer_than_the_way_as_it_is_counted() -> None:
    space = Space(OPEN)
    masks = ground_of(space)
    counted, plain = (masks.lunge((10, 5), 1, 4, 1, 0, metric) for metric in (ALTERNATE, ONE))
    assert plain == masks.square((10, 5), 1, 5) and masks.bit((15, 10)) & plain & ~counted
    assert masks.bit((15, 5)) & counted and masks.bit((13, 8)) & counted


@pytest.mark.parametrize("size", [1, 2])
def test_only_bodies_about_a_walker_are_in_its_way(ground: tuple[Space, CellMasks], size: int) -> None:
    space, masks = ground
    random = Random(size)
    for at in some_places(space, size, 3):
        about = masks.about(at, size, 4)
        changed = 0
        for _ in range(20):
            bodies = sum({masks.bit(cell) for cell in random.sample(range_of(space), 60)}) & ~masks._footprints(
                masks.bit(at), size
            )
            walked = masks.walked(at, size, 4, bodies)
            assert walked == masks.walked(at, size, 4, bodies & about)
            changed += walked != masks.walked(at, size, 4, 0)
        assert changed


def range_of(space: Space) -> list[Cell]:
    return [(x, y) for y in range(space.height) for x in range(space.width)]


def test_ways_count_steps_and_end_where_there_is_none(ground: tuple[Space, CellMasks]) -> None:
    space, masks = ground
    start = masks.bit(some_places(space, 1, 1)[0])
    layers = masks.distance_layers(start, 1)
    assert layers[0] == start
    assert distance_of(layers, start) == 0
    met = 0
    for layer in layers:
        assert not met & layer
        met |= layer
    assert not met & ~masks.steps(1).stand
    assert nearest(layers, 0) == (FAR, 0)


def test_doors_are_hoped_open_and_join_what_they_part(ground: tuple[Space, CellMasks]) -> None:
    space, masks = ground
    hope = ground_of(hoped(space))
    for door in masks.doors:
        if door.id in masks.levered or door.id in space.open_edges:
            continue
        for side in sides(door):
            one, other = (y * space.width + x for x, y in beside(space.field, side))
            if masks.steps(1).stand >> one & 1 and masks.steps(1).stand >> other & 1:
                assert distance_of(hope.distance_layers(1 << one, 1), 1 << other) == 1, door.id


@pytest.mark.parametrize("size", [1, 2])
def test_a_way_leads_through_a_shut_door_only_where_that_saves_as_much_as_a_door_counts(
    ground: tuple[Space, CellMasks], size: int
) -> None:
    space, masks = ground
    hope = hoped(space)
    for at in some_places(space, size, 4):
        start = masks.bit(at)
        shut, opened = masks.distance_layers(start, size), ground_of(hope).distance_layers(start, size)
        layers = masks.ways_by_doors(start, size, hope)
        assert masks.ways_by_doors(start, size, hope) is layers
        for number in bits(ground_of(hope).steps(size).stand):
            bit = 1 << number
            steps, around, through = (distance_of(ways, bit) for ways in (layers, shut, opened))
            assert through <= steps <= around, "doors only help, and are not free"
            assert steps == around or steps >= through + DOOR
            if through < FAR:
                assert steps < FAR, "what can be opened leads on"


@pytest.mark.parametrize(("down", "steps"), [(1, 3), (2, 1 + DOOR), (4, 1 + DOOR)])
def test_a_shut_door_is_gone_round_where_that_is_shorter(down: int, steps: int) -> None:
    """A wall with a door at its upper end, and nothing below its lower one."""
    door, wall = Edge("door", (3, 0), (3, 1), "door"), Edge("wall", (3, 1), (3, down))
    space = Space(drawn(*["......"] * 5, edges=(door, wall) if down > 1 else (door,)))
    masks = ground_of(space)
    layers = masks.ways_by_doors(masks.bit((3, 0)), 1, hoped(space))
    assert distance_of(layers, masks.bit((2, 0))) == steps


def test_calm_ways_leave_no_area_and_lead_nowhere_else(ground: tuple[Space, CellMasks]) -> None:
    space, masks = ground
    at = some_places(space, 1, 1)[0]
    area = masks.square(at, 1, 2)
    quiet = 0
    for layer in calm(masks.steps(1), masks.bit(at), 8, 0, [area]):
        quiet |= layer
    assert quiet
    assert not quiet & ~area, "whoever begins in an area can only go on in it"


def test_the_rim_is_a_way_out(ground: tuple[Space, CellMasks]) -> None:
    space, masks = ground
    for number in bits(masks.exits(1)):
        x, y = masks.cell(number)
        on_rim = x in (0, space.width - 1) or y in (0, space.height - 1)
        assert on_rim or any(feature.kind == "exit" for feature in space.features_at((x, y)))
