"""Zones worked out where nobody drew any, and named by what lies there."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from game.play.start import chart_of
from game.spatial.field import Cell, Feature, Field, Terrain, Zone
from game.spatial.land import survey
from game.spatial.layout import lay_out
from game.spatial.metric import CLIMB, DROP
from game.spatial.places import InZone, OnBorder
from game.spatial.space import Space
from game.spatial.zones import Zones, clockwise
from tests.spatial.maps import drawn, scattered

T = TypeVar("T")

ORTHOGONAL: tuple[Cell, ...] = ((1, 0), (0, 1), (-1, 0), (0, -1))


@st.composite
def fields(draw: st.DrawFn) -> Field:
    """Random maps: pillars or rooms, thin things, crates, mud, several floors, now and then some drawn zones."""
    random = Random(draw(st.integers(0, 10**6)))
    width, height = draw(st.integers(1, 22)), draw(st.integers(1, 18))
    kinds = {"#": draw(st.sampled_from([0.0, 0.08, 0.25, 0.45])), "~": 0.05, "c": 0.05, "s": 0.02}
    field = scattered(random, width, height, kinds, thin=draw(st.sampled_from([0.0, 0.05])))
    if draw(st.booleans()):
        floor = tuple(random.choice([0, 0, 0, 10, 40, 100]) for _ in range(width * height))
        ramps = tuple((x, y) for y in range(height) for x in range(width) if random.random() < 0.1)
        field = replace(field, floor=floor, ramps=ramps)
    if draw(st.booleans()):
        zones = []
        for number in range(draw(st.integers(1, 4))):
            x, y = random.randrange(width), random.randrange(height)
            cells = tuple((x + i, y + j) for j in range(4) for i in range(4) if x + i < width and y + j < height)
            zones.append(Zone(f"z{number}", f"Zone {number}", cells))
        field = replace(field, zones=tuple(zones))
    return field


def shuffled(field: Field, seed: int) -> Field:
    """The same map with its objects in another order."""

    def mixed(things: tuple[T, ...]) -> tuple[T, ...]:
        return tuple(Random(seed).sample(things, len(things)))

    return replace(field, zones=mixed(field.zones), edges=mixed(field.edges), ramps=mixed(field.ramps))


def mirrored(field: Field) -> Field:
    """A map of terrain alone, west and east exchanged."""
    w = field.width
    return replace(
        field, terrain=tuple(field.terrain[y * w + w - 1 - x] for y in range(field.height) for x in range(w))
    )


def walks(space: Space, a: Cell, b: Cell) -> bool:
    return space.step_ok(a, b) or space.step_ok(b, a)


@settings(deadline=None, max_examples=60)
@given(fields())
def test_every_cell_to_stand_on_is_in_one_zone(field: Field) -> None:
    space = Space(field)
    zones = space.zones
    cells = [cell for area in zones.areas for cell in area.cells]
    assert len(cells) == len(set(cells))
    assert set(cells) == {(x, y) for y in range(field.height) for x in range(field.width) if space.standable((x, y))}
    for number, area in enumerate(zones.areas):
        assert all(zones.at(cell) == InZone(number) for cell in area.cells)
        assert area.capacity >= 1


@settings(deadline=None, max_examples=60)
@given(fields())
def test_derived_zones_hang_together_and_are_compact(field: Field) -> None:
    everything_shut = Space(field, frozenset())
    for area in everything_shut.zones.areas:
        if area.drawn:
            continue
        own, seen, queue = set(area.cells), {area.cells[0]}, [area.cells[0]]
        while queue:
            x, y = queue.pop()
            for dx, dy in ORTHOGONAL:
                there = (x + dx, y + dy)
                if there in own and there not in seen and walks(everything_shut, (x, y), there):
                    seen.add(there)
                    queue.append(there)
        assert seen == own, "no door parts a zone"
        assert max(x for x, _ in own) - min(x for x, _ in own) < 7
        assert max(y for _, y in own) - min(y for _, y in own) < 7
        assert len(own) <= 36


@settings(deadline=None, max_examples=60)
@given(fields())
def test_borders_lie_where_one_can_walk_or_climb(field: Field) -> None:
    """Two zones that share a side one can step over have a border, and every border has such a side."""
    doors = frozenset(edge.id for edge in field.edges if edge.kind in ("door", "portcullis"))
    space = Space(field).with_open(doors)
    zones = space.zones
    joined = {crossing.zones for crossing in zones.crossings}
    for y in range(field.height):
        for x in range(field.width):
            for there in ((x + 1, y), (x, y + 1)):
                a, b = zones.at((x, y)), zones.at(there)
                if a and b and a != b and walks(space, (x, y), there):
                    assert (min(a, b).number, max(a, b).number) in joined
    for crossing in zones.crossings:
        assert crossing.zones[0] < crossing.zones[1]
        for a_, b_ in crossing.sides:
            assert zones.at(a_) == InZone(crossing.zones[0])
            assert zones.at(b_) == InZone(crossing.zones[1])
            assert crossing.kind in ("climb", "door") or walks(space, a_, b_)
        assert (crossing.rise > 0) == (crossing.kind == "climb")


@settings(deadline=None, max_examples=40)
@given(fields())
def test_the_graph_is_a_metric_both_ways(field: Field) -> None:
    zones = Space(field).zones
    places = zones.all_zones[:14]
    far = {(a, b): zones.distance(a, b) for a in places for b in places}
    for a in places:
        assert far[a, a] == 0
        for b in places:
            assert far[a, b] == far[b, a]
            assert (far[a, b] == 0) == (a == b)
            assert (b in zones.neighbours(a)) == (a in zones.neighbours(b))
            way = zones.way(a, b)
            one = far[a, b]
            assert (None if way is None else len(way)) == (None if one is None else 2 * one)
            for c in places:
                ab, bc, ac = far[a, b], far[b, c], far[a, c]
                if ab is not None and bc is not None:
                    assert ac is not None and ac <= ab + bc
    for place in zones.places:
        for there in zones.halves(place):
            assert place in zones.halves(there) or zones.closed(place)


@settings(deadline=None, max_examples=40)
@given(fields(), st.integers(0, 99))
def test_the_order_of_objects_changes_nothing(field: Field, seed: int) -> None:
    here, there = Space(field).zones, Space(shuffled(field, seed)).zones
    assert here.layout == there.layout
    assert list(map(here.neighbours, here.all_zones)) == list(map(there.neighbours, there.all_zones))
    assert here.layout == lay_out.__wrapped__(field)


@settings(deadline=None, max_examples=30)
@given(fields())
def test_doors_open_and_shut_only_their_borders(field: Field) -> None:
    space = Space(field, frozenset())
    shut = space.zones
    for door in [edge.id for edge in field.edges if edge.kind == "door"][:3]:
        opened = space.with_open(frozenset({door})).zones
        assert opened.layout is shut.layout
        for number, crossing in enumerate(shut.crossings):
            was, now = shut.closed(OnBorder(number)), opened.closed(OnBorder(number))
            assert was == bool(crossing.doors)
            assert was == now or crossing.doors == (door,)


@settings(deadline=None, max_examples=30)
@given(fields())
def test_the_ground_is_read_as_walkers_read_it(field: Field) -> None:
    doors = frozenset(edge.id for edge in field.edges if edge.kind in ("door", "portcullis"))
    land, steps = survey(field), Space(field, doors).steps(1, CLIMB, DROP)
    for at in range(field.width * field.height):
        assert land.stand[at] == bool(steps.stand >> at & 1)
        east, south = bool(steps.may[0] >> at & 1), bool(steps.may[1] >> at & 1)
        # a door in a ledge is a door; a walker would have to climb as well
        assert (land.east[at].link in ("open", "low")) == east or land.east[at].link == "door"
        assert (land.south[at].link in ("open", "low")) == south or land.south[at].link == "door"


# --- maps one can look at ---


def shape(zones: Zones) -> list[str]:
    """The map with a letter for each zone."""
    rows = []
    for y in range(zones.grid.field.height):
        places = [zones.at((x, y)) for x in range(zones.grid.width)]
        rows.append("".join("#" if place is None else "abcdefghijklmnopqrstuvwxyz"[place.number] for place in places))
    return rows


def cut(*rows: str) -> list[str]:
    return shape(Space(drawn(*rows)).zones)


@pytest.mark.parametrize(
    ("wide", "high", "sizes"),
    [
        (5, 5, [25]),
        (6, 5, [30]),
        (6, 6, [9] * 4),
        (10, 10, [25] * 4),
        (8, 4, [16, 16]),
        (11, 4, [12, 16, 16]),
        (1, 1, [1]),
    ],
)
def test_open_ground_is_cut_into_even_blocks(wide: int, high: int, sizes: list[int]) -> None:
    zones = Space(drawn(*["." * wide] * high)).zones
    assert sorted(len(area.cells) for area in zones.areas) == sizes


def test_rooms_are_cut_at_necks() -> None:
    assert cut(
        "....#....",
        ".........",
        "....#....",
        "....#....",
    ) == [
        "aaaa#bbbb",
        "aaaaabbbb",
        "aaaa#bbbb",
        "aaaa#bbbb",
    ]


def test_a_corridor_is_cut_off_the_rooms_it_joins() -> None:
    assert cut(
        "...#######...",
        ".............",
        "...#######...",
    ) == [
        "aaa#######bbb",
        "aaacccddddbbb",
        "aaa#######bbb",
    ]


def test_an_alcove_stays_with_its_room() -> None:
    assert cut(".....", ".....", ".....", "##.##") == ["aaaaa", "aaaaa", "aaaaa", "##a##"]


def test_pillars_do_not_cut_a_room() -> None:
    assert cut(".....", ".#.#.", ".....", ".#.#.", ".....") == ["aaaaa", "a#a#a", "aaaaa", "a#a#a", "aaaaa"]


@pytest.mark.parametrize("seed", range(12))
def test_a_mirrored_map_is_cut_like_a_mirror_as_a_rule(seed: int) -> None:
    """Rooms apart, even widths: nothing has to be settled by lot."""
    random = Random(seed)
    rows = [["#"] * 26 for _ in range(20)]
    for left, top in ((1, 1), (10, 1), (19, 1), (1, 11), (10, 11), (19, 11)):
        for y in range(top, top + random.choice([2, 4, 6, 8])):
            for x in range(left, left + random.choice([2, 4, 6])):
                rows[y][x] = "."
    field = drawn(*("".join(row) for row in rows))
    here = {frozenset(area.cells) for area in Space(field).zones.areas}
    there = {frozenset((25 - x, y) for x, y in area.cells) for area in Space(mirrored(field)).zones.areas}
    assert here == there


def test_zones_worked_out_have_a_kind() -> None:
    zones = Space(drawn("..........", "..........", *["#######.##"] * 3, *[".........."] * 12)).zones
    assert {area.kind for area in zones.areas} == {"passage", "room", "open"} or {
        area.kind for area in zones.areas
    } == {
        "passage",
        "open",
    }
    assert Space(drawn("...", "...", "...")).zones.areas[0].kind == "room"
    assert Space(drawn("~~~", "~~.", "~..")).zones.areas[0].kind == "cramped"


def test_clockwise_starts_in_the_north() -> None:
    ways = [
        ((0, -1), "n"),
        ((1, -5), "nne"),
        ((1, 0), "e"),
        ((3, 3), "se"),
        ((0, 2), "s"),
        ((-1, 0), "w"),
        ((-1, -9), "nnw"),
    ]
    for seed in range(10):
        assert clockwise(Random(seed).sample(ways, len(ways))) == ["n", "nne", "e", "se", "s", "w", "nnw"]
    assert clockwise([((2, 0), "a"), ((1, 0), "b"), ((0, 0), "here")]) == ["here", "a", "b"]


# --- Zones that nobody has named are called by what lies there, each by a name of its own ---

MAPS = sorted((Path(__file__).parents[2] / "maps").glob("*.tmx"))

GROUNDS = {
    ".": Terrain("grass 3"),
    "=": Terrain("road"),
    "~": Terrain("river", blocks_move=True),
    "s": Terrain("floor stone"),
    "#": Terrain("wall", blocks_move=True, blocks_sight=True),
    "?": Terrain("zzz"),
}


def field_of(*rows: str, zones: tuple[Zone, ...] = (), features: tuple[Feature, ...] = ()) -> Field:
    signs = list(GROUNDS)
    return Field(
        len(rows[0]),
        len(rows),
        palette=tuple(GROUNDS.values()),
        terrain=tuple(signs.index(sign) for row in rows for sign in row),
        zones=zones,
        features=features,
    )


def names_of(field: Field) -> list[str]:
    zones = Space(field).zones
    return [zones.name(zone) for zone in zones.all_zones]


def test_a_zone_is_called_by_its_ground_and_by_the_water_beside_it() -> None:
    assert names_of(field_of("....", "....", "....")) == ["Lawn"]
    assert names_of(field_of("....~", "....~", "....~", "....~")) == ["River bank"]
    assert names_of(field_of("sss", "sss", "sss")) == ["Stone room"]
    assert names_of(field_of("===", "===", "===")) == ["Road"]


def test_ground_that_no_word_is_known_of_is_called_by_its_form() -> None:
    assert names_of(field_of("???", "???", "???")) == ["Room"]


def test_those_of_one_sort_are_told_apart_by_what_is_in_them_and_then_by_where_they_are() -> None:
    rows = ("....#....", "....#....", "....#....", "....#....")
    assert sorted(names_of(field_of(*rows))) == ["East lawn", "West lawn"]
    fire = Feature("f", "fire", ((7, 2),))
    assert sorted(names_of(field_of(*rows, features=(fire,)))) == ["Lawn", "Lawn by the fire"]


def test_a_name_that_the_maps_author_gave_is_not_given_again() -> None:
    rows = ("....#....", "....#....", "....#....", "....#....")
    own = Zone("a", "Lawn", tuple((x, y) for x in range(4) for y in range(4)))
    assert names_of(field_of(*rows, zones=(own,))) == ["Lawn", "Lawn 1"]


@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.stem)
def test_no_two_zones_of_a_map_have_one_name_and_their_ids_are_those_of_their_first_cells(path: Path) -> None:
    chart = chart_of(str(path))
    assert chart is not None
    bare = replace(chart.field, zones=())
    zones = Space(bare).zones
    names = [zones.name(zone) for zone in zones.all_zones]
    assert len(set(names)) == len(names) == len(names_of(bare)) and names == names_of(bare)
    for zone in zones.all_zones:
        x, y = zones.cells(zone)[0]
        assert zones.id(zone) == f"zone@{x},{y}"
    plain = [name for name in names if any(kind in name.lower() for kind in ("open ground", "passage", "corner"))]
    assert 2 * len(plain) < len(names), "most are called by what is drawn there"
