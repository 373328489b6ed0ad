"""Zones and borders, drawn and worked out."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from game.spatial.field import Border, Cell, Edge, Field, Zone
from game.spatial.space import Space
from tests.spatial.maps import drawn, scattered

HALL = ("#########", "#...#...#", "#.......#", "#...#...#", "#########")


def block(x0: int, y0: int, x1: int, y1: int) -> tuple[Cell, ...]:
    """The cells of a rectangle."""
    return tuple((x, y) for y in range(y0, y1) for x in range(x0, x1))


def three_rooms(state: frozenset[str] = frozenset(), **rest: object) -> Space:
    """Three rooms in a row: open ground between the first two, a door between the last two."""
    zones = (
        Zone("west", "West", block(0, 0, 3, 3)),
        Zone("mid", "Middle", block(3, 0, 6, 3)),
        Zone("east", "East", block(6, 0, 9, 3), capacity=4),
    )
    edges = (
        Edge("wall", (6, 0), (6, 1)),
        Edge("door", (6, 1), (6, 2), "door"),
        Edge("wall2", (6, 2), (6, 3)),
    )
    field = Field(9, 3, zones=zones, edges=edges, **rest)  # type: ignore[arg-type]
    return Space(field, state)


def test_doors_are_borders_of_their_own() -> None:
    zones = three_rooms().zones
    assert [(b.a, b.b, b.kind, b.capacity, b.closed, b.length) for b in zones.borders] == [
        (0, 1, "open", 2, False, 3),
        (1, 2, "door", 1, True, 1),
    ]
    assert zones.capacity((0, 0)) == 9
    assert zones.capacity((0, 2)) == 4
    assert zones.capacity((1, 1)) == 1


def test_moves_go_by_halves() -> None:
    zones = three_rooms(frozenset({"door"})).zones
    assert zones.steps((0, 1)) == ((1, 0), (1, 1))
    assert zones.steps((1, 1)) == ((0, 1), (0, 2))
    reach = zones.reach((0, 0), 2)
    assert dict(reach) == {(0, 0): (), (1, 0): ((1, 0),), (0, 1): ((1, 0), (0, 1))}
    assert (0, 2) in zones.reach((0, 0), 4)
    assert list(zones.reach((0, 0), 4, full=frozenset({(1, 0)}))) == [(0, 0)]


def test_a_shut_door_is_no_way_and_no_neighbour() -> None:
    shut, opened = three_rooms().zones, three_rooms(frozenset({"door"})).zones
    assert shut.steps((0, 1)) == ((1, 0),)
    assert shut.distance((0, 0), (0, 2)) is None
    assert opened.distance((0, 0), (0, 2)) == 2
    assert shut.neighbours(1) == (0,)
    assert opened.neighbours(1) == (2, 0)


def test_a_closed_border_that_is_open_above_is_a_neighbour() -> None:
    border = Border("fence", ((5, 1), (6, 1)), closed=True, open_above=True, test="climb")
    zones = three_rooms(frozenset({"door"}), borders=(border,)).zones
    assert zones.borders[1].id == "fence"
    assert zones.borders[1].test == "climb"
    assert zones.steps((0, 1)) == ((1, 0),)
    assert zones.neighbours(1) == (2, 0)


def test_a_border_counts_as_in_either_zone() -> None:
    zones = three_rooms(frozenset({"door"})).zones
    assert zones.distance((1, 0), (0, 0)) == 0
    assert zones.distance((1, 0), (0, 2)) == 1
    assert zones.distance((1, 0), (1, 1)) == 0
    assert zones.nearby((0, 1)) == ((0, 1), (1, 0), (1, 1))
    assert zones.nearby((1, 0)) == ((0, 0), (0, 1), (1, 0))
    assert zones.blast(0) == ((0, 0), (1, 0))


def test_neighbours_are_numbered_clockwise_from_north() -> None:
    cross = Space(
        Field(
            9,
            9,
            zones=(
                Zone("south", "", block(3, 6, 6, 9)),
                Zone("mid", "", block(3, 3, 6, 6)),
                Zone("east", "", block(6, 3, 9, 6)),
                Zone("west", "", block(0, 3, 3, 6)),
                Zone("north", "", block(3, 0, 6, 3)),
            ),
        )
    ).zones
    assert [cross.zones[n].id for n in cross.neighbours(1)] == ["north", "east", "south", "west"]


def test_zones_see_each_other_through_what_is_open() -> None:
    shut, opened = three_rooms().zones, three_rooms(frozenset({"door"})).zones
    assert shut.sees(0, 1)
    assert not shut.sees(1, 2)
    assert opened.sees(0, 2)


def test_smoke_and_dark_end_sight() -> None:
    zones = (
        Zone("a", "", block(0, 0, 3, 3)),
        Zone("b", "", block(3, 0, 6, 3), dark=True),
        Zone("c", "", block(6, 0, 9, 3), smoke=True),
    )
    seen = Space(Field(9, 3, zones=zones)).zones
    assert not seen.sees(0, 1)
    assert seen.sees(1, 0)
    assert not seen.sees(0, 2)
    assert not seen.sees(2, 0)
    assert seen.sees(1, 1)


def test_ledges_make_borders_to_climb() -> None:
    zones = (Zone("low", "", block(0, 0, 3, 3)), Zone("high", "", block(3, 0, 6, 3)))
    floor = tuple(40 if x >= 3 else 0 for _ in range(3) for x in range(6))
    found = Space(Field(6, 3, zones=zones, floor=floor)).zones
    assert [b.kind for b in found.borders] == ["climb"]
    ramp = Space(Field(6, 3, zones=zones, floor=floor, ramps=((3, 1),))).zones
    assert [(b.kind, b.length) for b in ramp.borders] == [("open", 1)]


def test_rooms_are_cut_at_doorways() -> None:
    zones = Space(drawn(*HALL)).zones
    assert len(zones.zones) == 2
    assert zones.zone_at((1, 1)) == zones.zone_at((3, 3)) != zones.zone_at((5, 1))
    assert zones.distance((0, 0), (0, 1)) == 1


def test_big_rooms_are_cut_into_compact_ones() -> None:
    zones = Space(Field(20, 12)).zones
    for zone in zones.zones:
        xs, ys = zip(*zone.cells, strict=True)
        assert max(max(xs) - min(xs), max(ys) - min(ys)) < 5
        assert len(zone.cells) >= 9


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10**6))
def test_every_standable_cell_gets_one_zone_and_zones_hold_together(seed: int) -> None:
    random = Random(seed)
    field = scattered(random, 14, 10, {"#": 0.2}, 0.03)
    space = Space(field)
    zones = space.zones
    counted = sorted(cell for zone in zones.zones for cell in zone.cells)
    assert counted == sorted((x, y) for x in range(14) for y in range(10) if space.standable((x, y)))
    for zone in zones.zones:
        reached, queue = {zone.cells[0]}, [zone.cells[0]]
        while queue:
            x, y = queue.pop()
            for there in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if there in zone.cells and there not in reached and space.step_ok((x, y), there):
                    reached.add(there)
                    queue.append(there)
        assert len(reached) == len(zone.cells)
    assert zones.zones == Space(field).zones.zones
    for number in range(len(zones.zones)):
        assert all(number in zones.neighbours(other) for other in zones.neighbours(number))


def test_an_empty_map_has_no_zones() -> None:
    assert Space(drawn("##", "##")).zones.zones == ()
