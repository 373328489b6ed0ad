"""What lies outside of a map that is filled all round is no field; and nobody starts outside of what is enclosed."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.files.tiled import Chart, read_map
from game.files.tiled.corrections import sidecar
from game.spatial.field import Cell
from tests.files.drawing import objects, point, properties, rectangle, save, tiles
from tests.files.test_tiled_foreign import foreign, guesses, read, solid

WIDE, HIGH = 24, 18
EVERY = {(x, y) for x in range(WIDE) for y in range(HIGH)}
INSIDE = {(x, y) for x in range(7, 17) for y in range(6, 12)}
RING = {(x, y) for x in range(6, 18) for y in range(5, 13)} - INSIDE
OUTSIDE = EVERY - INSIDE - RING
MOUTH = (11, 12)
"""A cell of the ring."""

FILL, FLOOR, ROCK, FLOWER, TUFT = 1, 2, 3, 4, 5


def grid(shown: dict[int, set[Cell]], other: int = 0) -> list[list[int]]:
    return [
        [next((gid for gid, cells in shown.items() if (x, y) in cells), other) for x in range(WIDE)]
        for y in range(HIGH)
    ]


def cave(*more: str, walls: set[Cell] = RING, floor: set[Cell] = INSIDE, fill: int = FILL, extra: str = "") -> str:
    """A floor on a map that is filled with one tile, with walls round it."""
    layers = tiles("ground", grid({FLOOR: floor}, fill), 1), tiles("walls", grid({ROCK: walls}), 2, extra)
    return foreign(*layers, *more, width=WIDE, height=HIGH)


def void(chart: Chart) -> set[Cell]:
    return {cell for cell in solid(chart) if chart.field.at(cell).name == "void"}


def starts(chart: Chart) -> set[Cell]:
    return {cell for spawn in chart.field.spawns for cell in spawn.cells}


def people(*at: tuple[float, float], klass: str = "monster") -> str:
    return objects("people", *(point(number, klass, x, y) for number, (x, y) in enumerate(at, 1)))


def test_the_filling_round_a_cave_is_no_field_and_nobody_starts_there(tmp_path: Path) -> None:
    chart = read(tmp_path, cave())
    assert void(chart) == OUTSIDE
    assert starts(chart) <= INSIDE and {spawn.side for spawn in chart.field.spawns} == {"party", "foe"}
    entry = next(each for each in chart.report.entries if "outside" in each.text)
    assert (entry.severity, set(entry.cells)) == ("guess", OUTSIDE)
    assert entry.text == (
        f"{len(OUTSIDE)} cells round the field show one and the same tile, and no figure, door or path lies there: "
        "taken for what is outside, where nobody can be"
    )
    assert not any("cannot be reached" in line for line in chart.report.lines())


def test_a_filling_that_lies_turned_and_a_ring_on_the_rim(tmp_path: Path) -> None:
    """Walls may run along the map's rim, and the one tile may lie as it likes."""
    turned = grid({FLOOR: INSIDE, FILL | 1 << 31: {(x, y) for x, y in EVERY if x % 2}}, FILL)
    walls = tiles("walls", grid({ROCK: RING}), 2)
    assert void(read(tmp_path, foreign(tiles("ground", turned), walls, width=WIDE, height=HIGH))) == OUTSIDE
    west = {(x - 6, y) for x, y in RING}
    floor = {(x - 6, y) for x, y in INSIDE}
    assert void(read(tmp_path, cave(walls=west, floor=floor))) == EVERY - west - floor


def test_a_clearing_in_earth_of_which_only_the_edge_says_that_it_blocks(tmp_path: Path) -> None:
    said = f'<tile id="2">{properties(collides=True)}</tile>'
    ground = tiles("ground", grid({FLOOR: INSIDE, ROCK: RING}, FILL))
    chart = read(tmp_path, foreign(ground, width=WIDE, height=HIGH, inside=said))
    assert void(chart) == OUTSIDE and starts(chart) <= INSIDE


@pytest.mark.parametrize("exit_", [True, False])
def test_a_cave_with_a_mouth_ends_there_if_somebody_is_in_it(tmp_path: Path, exit_: bool) -> None:
    """An exit in the mouth leads through it and says nothing of what is outside."""
    door = objects("exits", rectangle(9, "exit", *MOUTH, 1, 1)) if exit_ else ""
    open_ = cave(people((8.5, 7.5), (14.5, 9.5)), door, walls=RING - {MOUTH})
    chart = read(tmp_path, open_)
    assert void(chart) == OUTSIDE | {MOUTH}
    assert starts(chart) <= INSIDE
    assert "no Spawn for party: put as far as one walks from those who start there already" in guesses(chart)


def test_emptiness_round_walls_that_stand_on_it_is_outside_too(tmp_path: Path) -> None:
    """Nothing is drawn but walls and a rug: the floor is emptiness, within."""
    rug = tiles("rug", grid({FLOOR: {(x, y) for x in (9, 10, 11) for y in (8, 9)}}), 3)
    ends = objects("ends", point(81, "", 0.2, 0.2), point(82, "", WIDE - 0.2, HIGH - 0.2))
    walls = tiles("walls", grid({ROCK: RING}), 2)
    who = people((8.5, 7.5), (14.5, 9.5), (15.5, 10.5))
    chart = read(tmp_path, foreign(walls, rug, ends, who, width=WIDE, height=HIGH))
    assert void(chart) == OUTSIDE
    assert any("cells round the field show no tile, and" in text for text in guesses(chart))


def test_who_knows_better_says_so_beside_the_map(tmp_path: Path) -> None:
    path = save(tmp_path, cave())
    sidecar(path).write_text('[[ground]]\nkind = "open"\ncells = ["0..1, 0..17"]\n')
    chart = read_map(path)
    assert void(chart) == {(x, y) for x, y in OUTSIDE if x > 1}
    assert starts(chart) <= INSIDE


# -- what is a field


@pytest.mark.parametrize(
    "there",
    [
        people((2.5, 2.5)),
        people((2.5, 2.5), klass="npc"),
        objects("doors", rectangle(1, "door", 2, 14, 1, 1)),
        objects("ways", rectangle(1, "road", 2, 14, 9, 1)),
        objects("things", rectangle(1, "Feature", 2, 14, 1, 1, kind="objective")),
    ],
)
def test_what_somebody_or_something_lies_on_is_a_field(tmp_path: Path, there: str) -> None:
    assert void(read(tmp_path, cave(there))) == set()


def test_a_meadow_is_a_field(tmp_path: Path) -> None:
    """Round a house with a way out and nobody at home, a hut, houses that lie apart, or a road."""
    assert void(read(tmp_path, cave(walls=RING - {MOUTH}))) == set()
    hut = {(x, y) for x in range(7, 13) for y in range(6, 11)}
    inner = {(x, y) for x in range(8, 12) for y in range(7, 10)}
    assert void(read(tmp_path, cave(walls=hut - inner, floor=inner))) == set()
    houses = {(x + at, y) for x, y in hut for at in (-6, 1, 8)}
    rooms = {(x + at, y) for x in range(8, 12) for y in range(7, 10) for at in (-6, 1, 8)}
    chart = read(tmp_path, cave(walls=houses - rooms, floor=rooms))
    assert void(chart) == set() and starts(chart).isdisjoint(rooms)
    road = {(x, y) for x in range(WIDE) for y in (14, 15)}
    chart = read(tmp_path, cave(people((3.5, 14.5)), walls=RING - {MOUTH}, floor=INSIDE | road))
    assert void(chart) == set(), "it is open all along the road"
    flowers = tiles("flowers", grid({FLOWER: {(2, 2), (20, 3), (4, 15), (19, 14)}}), 3)
    assert void(read(tmp_path, cave(flowers))) == set(), "it is not of one tile"


def test_ground_that_goes_on_within_is_a_field(tmp_path: Path) -> None:
    """A walled garden on a meadow, closed, and all of one grass; but sides start where the other is."""
    chart = read(tmp_path, cave(floor=set()))
    assert void(chart) == set() and starts(chart) <= INSIDE
    for beds, outside in ((range(7, 12), set()), (range(7, 13), OUTSIDE)):  # half of it is grass, or less
        floor = {(x, y) for x, y in INSIDE if x in beds}
        assert void(read(tmp_path, cave(floor=floor - {(7, 6)}))) == outside


def test_what_a_walkable_layer_or_a_picture_shows_is_a_field(tmp_path: Path) -> None:
    walkable = tiles("Walkable", grid({FLOWER: INSIDE | OUTSIDE}), 3, 'opacity="0"')
    who = people((8.5, 7.5), (14.5, 9.5))
    assert void(read(tmp_path, cave(who))) == OUTSIDE
    assert void(read(tmp_path, cave(who, walkable))) == set()
    picture = '<imagelayer id="9" name="art"><image source="sheet.png"/></imagelayer>'
    assert void(read(tmp_path, cave(picture))) == set()


def test_a_map_of_ours_is_what_it_says(tmp_path: Path) -> None:
    text = cave().replace("<map ", '<map class="BattleMap" ', 1)
    assert void(read(tmp_path, text)) == set()


# -- where sides start


CHEQUERED = {(x, y) for x, y in EVERY if (x + y) % 2}


def mottled(walls: set[Cell], floor: set[Cell]) -> str:
    """A cave in ground of several tiles."""
    ground = grid({FLOOR: floor, TUFT: CHEQUERED}, FILL)
    return foreign(tiles("ground", ground), tiles("walls", grid({ROCK: walls}), 2), width=WIDE, height=HIGH)


def test_sides_start_in_what_is_enclosed_though_what_lies_round_it_is_larger(tmp_path: Path) -> None:
    chart = read(tmp_path, mottled(RING, INSIDE))
    assert void(chart) == set() and starts(chart) <= INSIDE
    told = "put at the far ends of the ground that is enclosed, as most of that can't be reached from round it"
    assert f"no Spawn for party and foe: {told}" in guesses(chart)


def test_sides_start_in_the_street_where_houses_are_enclosed(tmp_path: Path) -> None:
    rooms = {(x, y) for x in range(3, 8) for y in range(3, 9)} | {(x, y) for x in range(13, 18) for y in range(3, 9)}
    walls = {(x + i, y + j) for x, y in rooms for i in (-1, 0, 1) for j in (-1, 0, 1)} - rooms
    chart = read(tmp_path, mottled(walls, rooms))
    assert starts(chart) <= EVERY - walls - rooms
    assert "no Spawn for party and foe: put at the far ends of the largest open ground" in guesses(chart)


def test_a_chamber_beside_a_cave_is_no_ground_for_a_battle(tmp_path: Path) -> None:
    """The cave is what is enclosed, though its way out runs to the rim."""
    chamber = {(x, y) for x in range(18, 23) for y in range(2, 9)}
    hall = {(x, y) for x in range(1, 16) for y in range(2, 17)} | {(5, 17), (5, 1), (5, 0)}
    chart = read(tmp_path, mottled(EVERY - chamber - hall, chamber | hall))
    assert starts(chart) <= hall
