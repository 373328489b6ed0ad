"""Zones and borders on small maps whose answers were worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.spatial.field import UNIT, Border, Cell, Edge, EdgeKind, Feature, Field, Zone
from game.spatial.places import InZone, OnBorder
from game.spatial.space import Space
from game.spatial.zones import Zones, weight
from tests.spatial.maps import drawn


def block(name: str, x: int, y: int, wide: int = 3, high: int = 3, **rest: object) -> Zone:
    """A drawn zone over a rectangle."""
    cells = tuple((x + i, y + j) for j in range(high) for i in range(wide))
    return Zone(name, name.capitalize(), cells, **rest)  # type: ignore[arg-type]


def named(zones: Zones, *ids: str) -> tuple[Any, ...]:
    """The zones and borders of these ids."""
    return tuple(next(place for place in zones.places if zones.id(place) == name) for name in ids)


HALLS = drawn(
    "...#...#...",
    "...........",
    "...#...#...",
    "#####.#####",
    "...........",
    "...........",
    "...........",
    zones=(
        block("west", 0, 0),
        block("mid", 3, 0, 5),
        block("east", 8, 0),
        block("yard", 0, 4, 6),
        block("green", 6, 4, 5),
        block("shaft", 5, 3, 1, 1),
    ),
    edges=(Edge("door", (3, 1), (3, 2), "door"), Edge("gate", (8, 1), (8, 2), "portcullis", state="open")),
)
"""West -door- mid -gate- east in a row; below mid the shaft leads to yard, and yard lies beside green."""


@pytest.fixture
def halls() -> Zones:
    return Space(HALLS).zones


def test_places_are_numbered_from_the_top_left(halls: Zones) -> None:
    assert [area.id for area in halls.areas] == ["west", "mid", "east", "shaft", "yard", "green"]
    assert [crossing.id for crossing in halls.crossings] == [
        "west|mid door",
        "mid|east gate",
        "mid|shaft",
        "shaft|yard",
        "yard|green",
    ]
    assert halls.places == tuple(InZone(n) for n in range(6)) + tuple(OnBorder(n) for n in range(5))


def test_cells_belong_to_zones(halls: Zones) -> None:
    west, shaft = named(halls, "west", "shaft")
    assert halls.at((0, 0)) == halls.at((2, 2)) == west
    assert halls.at((5, 3)) == shaft
    assert halls.at((3, 0)) is None, "a wall"
    assert halls.at((-1, 0)) is None
    assert halls.cells(shaft) == ((5, 3),)


def test_a_border_is_half_way(halls: Zones) -> None:
    shaft, above, below, yard, mid = named(halls, "shaft", "mid|shaft", "shaft|yard", "yard", "mid")
    assert halls.halves(shaft) == (above, below)
    assert halls.halves(above) == (mid, shaft)
    assert halls.way(mid, yard) == (above, shaft, below, yard)
    assert halls.reach(mid, 2, barred=[above]).get(shaft) is None
    assert set(halls.reach(shaft, 1)) == {shaft, above, below}
    assert halls.reach(shaft, 0) == {shaft: ()}


def test_distances_leave_out_the_first_zone(halls: Zones) -> None:
    mid, east, green, shaft = named(halls, "mid", "east", "green", "shaft")
    gate, lawn = named(halls, "mid|east gate", "yard|green")
    assert halls.distance(mid, mid) == halls.distance(gate, gate) == 0
    assert halls.distance(mid, shaft) == 1
    assert halls.distance(east, green) == 4
    assert halls.distance(gate, east) == halls.distance(gate, mid) == 0, "on a border one counts as in either"
    assert halls.distance(gate, shaft) == 1
    assert halls.distance(gate, lawn) == 2
    assert halls.within(gate, lawn, 2)
    assert not halls.within(gate, lawn, 1)


def test_a_shut_door_is_no_way_and_an_open_one_is() -> None:
    space = Space(HALLS)
    halls = space.zones
    west, mid, door = named(halls, "west", "mid", "west|mid door")
    assert halls.closed(door)
    assert halls.distance(west, mid) is None
    assert not halls.within(west, mid, 99)
    assert halls.halves(west) == ()
    assert halls.neighbours(west) == ()
    opened = space.with_open(frozenset({"door", "gate"})).zones
    assert opened.distance(west, mid) == 1
    assert opened.neighbours(west) == (mid,)
    assert not opened.closed(door)
    shut = space.with_open(frozenset()).zones
    assert [shut.closed(place) for place in named(shut, "west|mid door", "mid|east gate", "mid|shaft")] == [
        True,
        True,
        False,
    ]
    assert halls.halves(door) == (west, mid), "who is in the doorway when it shuts may step out on either side"
    assert shut.layout is opened.layout is halls.layout, "doors change no numbers"


def test_what_flies_goes_through_bars_slits_and_windows_and_off_cliffs(halls: Zones) -> None:
    west, mid, yard = named(halls, "west", "mid", "yard")
    assert (halls.distance(west, mid), halls.span(west, mid)) == (None, 1)
    assert halls.span(west, yard) == 3, "not through the wall"
    ends = (block("a", 0, 0), block("b", 4, 0))
    for sign, far in ((".", 1), ("#", None), ("-", 1), ("|", None), ("w", 1), ("s", 1)):
        zones = Space(drawn("...#...", f"...{sign}...", "...#...", zones=ends)).zones
        assert zones.span(InZone(0), InZone(1)) == far, sign
    flat = drawn(*["......"] * 3, zones=(block("a", 0, 0), block("b", 3, 0)))
    cliff = replace(flat, floor=tuple(5 * UNIT if x > 2 else 0 for _ in range(3) for x in range(6)))
    assert Space(cliff).zones.distance(InZone(0), InZone(1)) is None
    assert Space(cliff).zones.span(InZone(0), InZone(1)) == 1
    for kind, beside in (("window", 1), ("slit", 1), ("wall", None)):
        thin = Edge("e", (3, 0), (3, 3), kind, sill=4, lintel=8, gap=4)  # type: ignore[arg-type]
        assert Space(replace(flat, edges=(thin,))).zones.span(InZone(0), InZone(1)) == beside, kind


def test_nothing_is_at_hand_through_a_shut_door() -> None:
    space = Space(HALLS)
    shut, opened = space.with_open(frozenset()).zones, space.with_open(frozenset({"door", "gate"})).zones
    for zones in (shut, opened):
        for place in zones.places:
            for other in zones.places:
                apart = zones.closed(place) or zones.closed(other)
                assert (other in zones.at_hand(place)) == (
                    place == other or (other in zones.nearby(place) and not apart)
                )


def test_nearby_and_blasts(halls: Zones) -> None:
    west, mid, door, gate, shaft, above = named(
        halls, "west", "mid", "west|mid door", "mid|east gate", "shaft", "mid|shaft"
    )
    assert halls.nearby(mid) == (mid, door, gate, above)
    assert halls.nearby(above) == (above, mid, shaft)
    assert halls.blast(mid) == (mid, door, gate, above)
    assert halls.blast(west) == (west, door)


def test_neighbours_are_numbered_clockwise_from_north() -> None:
    field = drawn(*["." * 9] * 9, zones=tuple(block(f"z{x}{y}", 3 * x, 3 * y) for x in range(3) for y in range(3)))
    zones = Space(field).zones
    middle, *others = named(zones, "z11", "z10", "z21", "z12", "z01")
    assert zones.neighbours(middle) == tuple(others)
    assert [zones.deviated(middle, roll) for roll in (1, 2, 3, 4)] == others
    with pytest.raises(ValueError, match="Z11 has 4 neighbours; there is none with the number 5"):
        zones.deviated(middle, 5)
    corner, east, south = named(zones, "z00", "z10", "z01")
    assert zones.neighbours(corner) == (east, south)


def test_capacities_go_by_area_and_kind() -> None:
    kinds = [("room", 9, 8), ("room", 18, 16), ("cramped", 9, 4), ("open", 9, 16), ("passage", 2, 2), ("cramped", 1, 1)]
    for kind, cells, bodies in kinds:
        zone = Zone("zone", "Zone", tuple((x, 0) for x in range(cells)), kind=kind)  # type: ignore[arg-type]
        assert Space(drawn("." * cells, zones=(zone,))).zones.capacity(InZone(0)) == bodies
    own = block("own", 0, 0, capacity=5)
    assert Space(drawn(*["..."] * 3, zones=(own,))).zones.capacity(InZone(0)) == 5


def test_borders_hold_two_and_doors_one(halls: Zones) -> None:
    door, gate, plain = named(halls, "west|mid door", "mid|east gate", "yard|green")
    assert [halls.capacity(place) for place in (door, gate, plain)] == [1, 1, 2]
    wide = drawn(
        *["......"] * 3, zones=(block("a", 0, 0), block("b", 3, 0)), edges=(Edge("g", (3, 0), (3, 3), "portcullis"),)
    )
    zones = Space(wide).zones
    assert [zones.capacity(place) for place in named(zones, "a|b g")] == [2], "a gate is as wide as any border"


def test_big_bodies_count_for_more(halls: Zones) -> None:
    west, door, lawn = named(halls, "west", "west|mid door", "yard|green")
    assert [weight(size) for size in (1, 2, 3, 4)] == [1, 4, 9, 16]
    assert halls.capacity(west) == 16
    assert halls.room(west, [1, 2]) == 11
    assert halls.fits(west, [2, 2, 2], 2)
    assert not halls.fits(west, [2, 2, 2, 1], 2)
    assert halls.fits(lawn, [1])
    assert not halls.fits(lawn, [1, 1])
    assert halls.fits(door, [], 2), "alone, a giant squeezes through"
    assert not halls.fits(lawn, [1], 2)
    assert not halls.fits(door, [2])


def test_a_ledge_is_climbed_unless_there_is_a_way_round() -> None:
    low, high = block("low", 0, 0), block("high", 3, 0)
    floor = tuple(2 * UNIT if x > 2 else 0 for _ in range(3) for x in range(6))
    field = drawn(*["......"] * 3, zones=(low, high), floor=floor)
    zones = Space(field).zones
    (ledge,) = zones.crossings
    assert (ledge.kind, ledge.rise, ledge.capacity, ledge.test) == ("climb", 40, 2, "")
    assert zones.distance(InZone(0), InZone(1)) == 1
    (stairs,) = Space(replace(field, ramps=((3, 1),))).zones.crossings
    assert (stairs.kind, stairs.sides) == ("open", (((2, 1), (3, 1)),))
    cliff = replace(field, floor=tuple(2 * height for height in floor))
    assert Space(cliff).zones.crossings == ()


def test_low_walls_are_stepped_over_and_high_fences_climbed() -> None:
    field = drawn(*["......"] * 3, zones=(block("a", 0, 0), block("b", 3, 0)))

    def border(sill: int) -> tuple[str, int]:
        edge = Edge("fence", (3, 0), (3, 3), "low_wall", sill=sill)
        (crossing,) = Space(replace(field, edges=(edge,))).zones.crossings
        return crossing.kind, crossing.rise

    assert border(12) == ("open", 0)
    assert border(30) == ("climb", 30)
    kinds: tuple[EdgeKind, ...] = ("wall", "window", "slit")
    for kind in kinds:
        walled = replace(field, edges=(Edge("e", (3, 0), (3, 3), kind, sill=4, lintel=8, gap=4),))
        assert Space(walled).zones.crossings == (), kind


def test_two_doors_are_two_borders_and_open_ground_one() -> None:
    field = drawn(
        *["......"] * 5,
        zones=(block("a", 0, 0, 3, 5), block("b", 3, 0, 3, 5)),
        edges=(Edge("n", (3, 0), (3, 1), "door"), Edge("s", (3, 4), (3, 5), "door"), Edge("w", (3, 2), (3, 3), "wall")),
    )
    zones = Space(field).zones
    assert [crossing.id for crossing in zones.crossings] == ["a|b", "a|b n", "a|b s"]
    assert zones.crossings[0].sides == (((2, 1), (3, 1)), ((2, 3), (3, 3)))
    assert zones.between(InZone(0), InZone(1)) == (OnBorder(0), OnBorder(1), OnBorder(2))
    assert zones.distance(InZone(0), InZone(1)) == 1


LINE: tuple[Cell, ...] = ((2, 0), (3, 0), (2, 1), (3, 1), (2, 2), (3, 2))


def test_what_an_author_says_of_a_border_holds() -> None:
    field = drawn(*["......"] * 3, zones=(block("a", 0, 0), block("b", 3, 0)))
    rubble = Border("rubble", LINE[:2], kind="rubble", capacity=1, test="agility")
    (crossing,) = Space(replace(field, borders=(rubble,))).zones.crossings
    assert (crossing.kind, crossing.capacity, crossing.test, crossing.drawn) == ("rubble", 1, "agility", "rubble")
    assert len(crossing.sides) == 3, "it speaks for all the open ground between the two"


def test_a_border_drawn_closed_is_no_way_but_open_above() -> None:
    field = drawn(
        *["......"] * 3, zones=(block("a", 0, 0), block("b", 3, 0)), borders=(Border("bar", LINE, closed=True),)
    )
    zones = Space(field).zones
    assert zones.closed(OnBorder(0))
    assert zones.distance(InZone(0), InZone(1)) is None
    assert zones.neighbours(InZone(0)) == (InZone(1),)
    opened = Space(field).with_open(frozenset({"bar"})).zones
    assert opened.distance(InZone(0), InZone(1)) == 1


def test_an_author_joins_what_walls_part() -> None:
    field = drawn("...#...", zones=(block("a", 0, 0, 3, 1), block("b", 4, 0, 3, 1)))
    assert Space(field).zones.crossings == ()
    gap = Border("chasm", ((2, 0), (4, 0)), kind="gap", test="leap")
    zones = Space(replace(field, borders=(gap,))).zones
    (crossing,) = zones.crossings
    assert (crossing.kind, crossing.id, crossing.sides, crossing.cells) == ("gap", "a|b chasm", (), ((2, 0), (4, 0)))
    assert zones.distance(InZone(0), InZone(1)) == 1
    assert zones.middle(OnBorder(0)) == (70, 10)


def test_zones_carry_what_lies_in_them() -> None:
    field = drawn(
        "......",
        "..~~~~",
        "..~~~~",
        zones=(block("a", 0, 0, cover="barrier", dark=True), block("b", 3, 0, smoke=True)),
        features=(Feature("fire", "fire", ((0, 0),), strength="1d6"), Feature("pit", "trap", ((2, 1), (3, 1)))),
    )
    a, b = Space(field).zones.areas
    assert (a.tags, b.tags) == (("dark", "fire", "trap"), ("difficult", "smoke", "trap"))
    assert [feature.id for feature in a.features] == ["fire", "pit"]
    assert (a.cover, b.cover) == ("barrier", "none")


def test_cover_is_beside_crates_parapets_and_pillars() -> None:
    field = drawn(".....", ".c...", "...#.", ".....", edges=(Edge("low", (4, 0), (5, 0), "low_wall", sill=10),))
    (area,) = Space(field).zones.areas
    assert area.spots == ((1, 0), (4, 0), (0, 1), (2, 1), (3, 1), (1, 2), (2, 2), (4, 2), (3, 3))
    assert area.cover == "cover"


def test_of_zones_that_overlap_the_first_keeps_its_cells() -> None:
    one, two = block("one", 0, 0), block("two", 2, 0)
    field = drawn(*["....."] * 3, zones=(two, one))
    zones = Space(field).zones
    assert [len(area.cells) for area in zones.areas] == [9, 6]
    assert zones.areas == Space(replace(field, zones=(one, two))).zones.areas


def test_crumbs_go_to_the_drawn_zone_beside_them_and_rooms_become_zones() -> None:
    field = drawn("....#...", "....#...", "...##...", zones=(block("own", 0, 0),))
    zones = Space(field).zones
    assert [(area.drawn, len(area.cells)) for area in zones.areas] == [(True, 11), (False, 9)]
    assert zones.areas[1].name == "Room"


def test_a_zone_nobody_can_stand_in_is_left_out() -> None:
    zones = Space(drawn("...###", zones=(block("a", 0, 0, 3, 1), block("b", 3, 0, 3, 1)))).zones
    assert [area.id for area in zones.areas] == ["a"]
    assert Space(drawn("###")).zones.places == ()


def test_tokens_are_put_in_the_middle_and_off_the_borders(halls: Zones) -> None:
    yard, lawn = named(halls, "yard", "yard|green")
    order = halls.standing(yard)
    assert sorted(order) == sorted(halls.cells(yard))
    assert order[0] == (2, 5)
    assert set(order[-3:]) == {(5, 4), (5, 5), (5, 6)}
    assert set(halls.standing(lawn)) == {(x, y) for x in (5, 6) for y in (4, 5, 6)}
    assert halls.middle(lawn) == (6 * UNIT, 5 * UNIT + UNIT // 2)
    assert halls.standing(lawn)[:2] == ((5, 5), (6, 5))


def test_the_middle_of_a_straight_border_may_lie_between_two_of_its_sides() -> None:
    zones = Space(drawn("....", "....", zones=(block("a", 0, 0, 2, 2), block("b", 2, 0, 2, 2)))).zones
    assert zones.middle(OnBorder(0)) == (2 * UNIT, UNIT)


def test_the_middle_of_a_bent_border_lies_on_it() -> None:
    bend = Zone("bend", "Bend", tuple((x, y) for y in range(5) for x in range(5) if x >= 3 or y >= 3))
    zones = Space(drawn(*["....."] * 5, zones=(block("a", 0, 0), bend))).zones
    (crossing,) = zones.crossings
    spots = {((a[0] + b[0] + 1) * UNIT // 2, (a[1] + b[1] + 1) * UNIT // 2) for a, b in crossing.sides}
    assert len(crossing.sides) == 6
    assert zones.middle(OnBorder(0)) in spots


def test_names_for_people(halls: Zones) -> None:
    assert [halls.name(place) for place in named(halls, "yard", "west|mid door", "yard|green")] == [
        "Yard",
        "door between West and Mid",
        "border between Yard and Green",
    ]


def test_zones_see_each_other_when_some_cells_do(halls: Zones) -> None:
    west, mid, east, yard, green, shaft = named(halls, "west", "mid", "east", "yard", "green", "shaft")
    assert halls.sees(mid, east)
    assert halls.sees(east, mid)
    assert not halls.sees(west, mid), "the door is shut"
    assert halls.sees(yard, mid), "up the shaft"
    assert not halls.sees(green, west)
    assert halls.sees(yard, shaft)
    opened = Space(HALLS).with_open(frozenset({"door", "gate"})).zones
    assert opened.sees(west, mid)
    assert opened.sees(west, east)


def test_smoke_and_darkness_hide() -> None:
    field = drawn(
        *["........."] * 3, zones=(block("a", 0, 0), block("dark", 3, 0, dark=True), block("smoke", 6, 0, smoke=True))
    )
    zones = Space(field).zones
    a, dark, smoke, rim = named(zones, "a", "dark", "smoke", "a|dark")
    assert zones.sees(a, dark)
    assert not zones.visible(a, dark)
    assert zones.visible(dark, a), "from the dark one sees out"
    assert zones.visible(a, dark, lit=(dark,))
    assert zones.visible(dark, dark)
    assert zones.visible(a, rim), "at the rim one stands in the light"
    assert not zones.visible(a, smoke)
    assert not zones.visible(smoke, a)
    assert not zones.visible(dark, a, smoke=(a,))


def test_the_order_of_objects_changes_nothing() -> None:
    back = replace(HALLS, zones=HALLS.zones[::-1], edges=HALLS.edges[::-1])
    assert Space(back).zones.layout == Space(HALLS).zones.layout


def test_asking_twice_is_asking_once() -> None:
    space = Space(HALLS)
    assert space.zones is space.zones


def test_an_empty_map_of_one_cell() -> None:
    zones = Space(Field(1, 1)).zones
    assert zones.places == (InZone(0),)
    assert zones.neighbours(InZone(0)) == ()
    assert zones.areas[0].id == "zone@0,0"
