"""Which way layers of maps from elsewhere are meant: figures tell first, then ways, then words; and stacks of tiles."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.files.tiled import Chart, read_map
from game.files.tiled.meanings import weigh
from game.spatial.field import Cell
from tests.files.drawing import line, objects, point, properties, rectangle, save, tiles
from tests.files.test_tiled_foreign import foreign, guesses, read, solid

WIDE, HIGH = 10, 8
EVERY = {(x, y) for x in range(WIDE) for y in range(HIGH)}
RIM = {(x, y) for x, y in EVERY if x in (0, WIDE - 1) or y in (0, HIGH - 1)}
WALL = {(5, y) for y in range(1, 5)}
"""A wall within, open at its lower end."""
ROOM = RIM | WALL


def grid(cells: set[Cell], gid: int = 2, other: int = 0) -> list[list[int]]:
    return [[gid if (x, y) in cells else other for x in range(WIDE)] for y in range(HIGH)]


def drawn(name: str, cells: set[Cell], number: int = 2, gid: int = 2, extra: str = "") -> str:
    return tiles(name, grid(cells, gid), number, extra)


FLOOR = tiles("ground", grid(EVERY, 1))


def of(*layers: str, **said: str) -> str:
    return foreign(*layers, width=WIDE, height=HIGH, **said)


def people(*at: tuple[float, float], name: str = "", klass: str = "monster") -> str:
    return objects("people", *(point(number, klass, x, y, name) for number, (x, y) in enumerate(at, 1)))


# -- layers called like floor


@pytest.mark.parametrize("name", ["Walkable", "passable", "walkable tiles", "begehbar"])
def test_figures_beside_a_walkable_layer_show_that_its_tiles_are_walls(tmp_path: Path, name: str) -> None:
    chart = read(tmp_path, of(FLOOR, drawn(name, ROOM), people((2.5, 2.5), (7.5, 5.5))))
    assert solid(chart) == ROOM
    told = f"something lies there in the layer {name!r}: walls 18 : 1, since figures stand elsewhere, it runs"
    assert guesses(chart)[0].startswith(f"{len(ROOM)} cells block, because {told}")
    assert f"  {name}: drawn, blocks" in chart.report.lines(), "what it was read as is what is played"


def test_figures_on_a_walkable_layer_leave_it_what_it_is_called(tmp_path: Path) -> None:
    chart = read(tmp_path, of(FLOOR, drawn("Walkable", EVERY - ROOM), people((2.5, 2.5), (7.5, 5.5))))
    assert solid(chart) == ROOM


def test_of_figures_the_most_tell_and_equal_numbers_tell_nothing(tmp_path: Path) -> None:
    floor = EVERY - ROOM
    three = people((2.5, 2.5), (7.5, 5.5), (5.5, 1.5))
    assert solid(read(tmp_path, of(FLOOR, drawn("Walkable", floor), three))) == EVERY - floor, (
        "two to one is not enough"
    )
    four = people((0.5, 0.5), (0.5, 1.5), (0.5, 2.5), (2.5, 2.5))
    assert solid(read(tmp_path, of(FLOOR, drawn("Walkable", floor), four))) == floor, "but three to one are"


def test_who_is_not_there_tells_nothing(tmp_path: Path) -> None:
    asleep = [point(n, "monster", 0.5, n + 0.5, active=False) for n in range(1, 5)]
    there = [point(9, "monster", 2.5, 2.5)]
    chart = read(tmp_path, of(FLOOR, drawn("Walkable", EVERY - ROOM), objects("people", *asleep, *there)))
    assert solid(chart) == ROOM


def test_a_place_to_start_that_is_drawn_wider_than_the_floor_tells_nothing(tmp_path: Path) -> None:
    """More than three quarters of an area must lie on cells of one kind."""
    wide = objects("spawn areas", rectangle(1, "spawn", 4, 0, 2, 4), rectangle(2, "spawn", 0, 0, 2, 2))
    chart = read(tmp_path, of(FLOOR, drawn("Walkable", EVERY - ROOM), wide))
    assert solid(chart) == ROOM, "most of both lies on walls, but some of it does not"


def test_layers_of_tiles_that_are_called_like_figures_tell_as_objects_do(tmp_path: Path) -> None:
    enemies, player = drawn("Enemies", {(7, 2), (8, 2)}, 3), drawn("Player", {(2, 2)}, 4)
    chart = read(tmp_path, of(FLOOR, drawn("Walkable", ROOM), enemies, player))
    assert solid(chart) == ROOM
    assert [(spawn.side, spawn.cells) for spawn in chart.field.spawns] == [
        ("foe", ((7, 2), (8, 2))),
        ("party", ((2, 2),)),
    ]


@pytest.mark.parametrize(
    ("name", "tells"), [("Characters", True), ("actors", True), ("NPCs", True), ("character animations", False)]
)
def test_whoever_stands_about_tells_whatever_side_is_meant(tmp_path: Path, name: str, tells: bool) -> None:
    west = {(x, y) for x, y in EVERY if x < 5}
    who = objects(name, point(1, "", 7.5, 2.5, "Anna"), point(2, "", 7.5, 5.5, "Bert"))
    chart = read(tmp_path, of(FLOOR, drawn("Walkable", west), who))
    assert solid(chart) == (west if tells else EVERY - west)


def test_doors_on_the_rim_tell_by_the_cell_before_them(tmp_path: Path) -> None:
    left = ROOM - {(0, 3), (9, 5)}
    doors = objects("events", rectangle(1, "mapchange", 0, 3, 1, 1), rectangle(2, "warp", 9, 5, 1, 1))
    assert solid(read(tmp_path, of(FLOOR, drawn("Walkable", left), doors))) == left


def test_a_walkable_layer_that_runs_round_one_large_piece_marks_walls(tmp_path: Path) -> None:
    chart = read(tmp_path, of(FLOOR, drawn("Walkable", ROOM)))
    assert solid(chart) == ROOM
    assert any("it runs round the map and leaves out one large piece within" in text for text in guesses(chart))
    scattered = {(x, y) for x in (2, 4, 6) for y in (2, 4, 6)}
    chart = read(tmp_path, of(FLOOR, drawn("Walkable", EVERY - scattered)))
    assert solid(chart) == scattered, "a meadow with trees is one"


def test_a_walkable_layer_that_fills_every_cell_is_floor_where_figures_stand(tmp_path: Path) -> None:
    full = tiles("Walkable", grid(ROOM, 5, 6), 2)
    chart = read(tmp_path, of(FLOOR, full, people((2.5, 2.5))))
    assert solid(chart) == ROOM
    told = "floor 17 : 0, since figures, doors or paths lie on such tiles, it is called so"
    assert any(f"the layer 'Walkable', which fills every cell, is {told}" in text for text in guesses(chart))
    assert solid(read(tmp_path, of(FLOOR, full))) == set(), "without them nothing is made of it"


def test_areas_called_walkable_that_figures_keep_off_are_walls(tmp_path: Path) -> None:
    areas = objects("Walkable", rectangle(1, "", 0, 0, WIDE, 1), rectangle(2, "", 5, 1, 1, 4))
    marked = {(x, 0) for x in range(WIDE)} | WALL
    assert solid(read(tmp_path, of(FLOOR, areas, people((2.5, 2.5), (7.5, 5.5))))) == marked
    floor = objects("Walkable", rectangle(1, "", 1, 1, 8, 6))
    assert solid(read(tmp_path, of(FLOOR, floor, people((2.5, 2.5), (7.5, 5.5))))) == RIM


@pytest.mark.parametrize("how", ["infinite", "json", "group"])
def test_it_is_the_same_however_the_map_is_kept(tmp_path: Path, how: str) -> None:
    who = people((2.5, 2.5), (7.5, 5.5))
    if how == "group":
        chart = read(
            tmp_path, of(FLOOR, f'<group name="Walkable">{drawn("a", RIM)}</group>', drawn("Walkable", WALL, 3), who)
        )
        assert solid(chart) == ROOM
        return
    if how == "infinite":
        layers = []
        for name, cells, gid in (("ground", EVERY, 1), ("Walkable", ROOM, 2)):
            rows = ",".join(str(value) for row in grid(cells, gid) for value in row)
            chunk = f'<chunk x="-3" y="4" width="{WIDE}" height="{HIGH}">{rows}</chunk>'
            layers.append(f'<layer name="{name}" width="30" height="20"><data encoding="csv">{chunk}</data></layer>')
        moved = people((2.5 - 3, 2.5 + 4), (7.5 - 3, 5.5 + 4))
        chart = read(tmp_path, foreign(*layers, moved, width=30, height=20, head='infinite="1"'))
        assert (solid(chart), chart.origin) == (ROOM, (-3, 4))
        return
    layer = {"type": "tilelayer", "width": WIDE, "height": HIGH}
    whole = {
        "type": "map", "width": WIDE, "height": HIGH, "tilewidth": 64, "tileheight": 64,
        "tilesets": [{"firstgid": 1, "name": "s", "tilewidth": 64, "tileheight": 64, "tilecount": 8, "columns": 4,
                      "image": "sheet.png", "imagewidth": 256, "imageheight": 128}],
        "layers": [
            {**layer, "name": "ground", "data": [1] * (WIDE * HIGH)},
            {**layer, "name": "Walkable", "data": [value for row in grid(ROOM) for value in row]},
            {"type": "objectgroup", "name": "people",
             "objects": [{"id": n, "type": "npc", "x": x * 64, "y": y * 64, "point": True} for n, (x, y) in
                         enumerate([(2.5, 2.5), (7.5, 5.5)], 1)]},
        ],
    }  # fmt: skip
    import json

    path = save(tmp_path, json.dumps(whole), "map.tmj")
    assert solid(read_map(path)) == ROOM


# -- layers called like walls


def test_entrances_in_a_wall_tell_nothing(tmp_path: Path) -> None:
    on_rim = [rectangle(n, "warp", x, 7, 1, 1) for n, x in enumerate((3, 4, 6, 7), 1)]
    within = [rectangle(n, "door", 5, y, 1, 1) for n, y in ((11, 2), (12, 3))]
    thick = ROOM | {(x, 6) for x in range(WIDE)} | {(x, 1) for x in range(WIDE)}
    chart = read(tmp_path, of(FLOOR, drawn("Collision", ROOM), objects("Transitions", *on_rim, *within)))
    assert solid(chart) == ROOM
    assert not any("outside of the floor" in text for text in guesses(chart))
    assert solid(read(tmp_path, of(FLOOR, drawn("Collision", thick), objects("Doors", *within)))) == thick


def test_warps_amid_the_tiles_of_a_layer_of_walls_show_that_they_are_floor(tmp_path: Path) -> None:
    floor = {(x, y) for x in range(1, 9) for y in range(1, 7)}
    warps = objects("events", *(rectangle(n, "warp", x, 3, 1, 1) for n, x in enumerate((2, 4, 6), 1)))
    chart = read(tmp_path, of(FLOOR, drawn("Collision", floor), warps))
    assert solid(chart) == EVERY - floor
    assert "  Collision: drawn, walkable" in chart.report.lines()
    chart = read(tmp_path, of(FLOOR, drawn("Collision", floor), warps, people((0.5, 0.5))))
    assert solid(chart) == floor, "figures go before ways"


def test_an_area_in_a_layer_of_walls_that_figures_stand_in_is_the_floor(tmp_path: Path) -> None:
    """Its outline was drawn, and what stands about within it beside."""
    outline = '<object id="1" x="64" y="64"><polygon points="0,0 512,0 512,384 0,384"/></object>'
    shapes = objects("Collision", outline, rectangle(2, "", 5, 1, 1, 4))
    chart = read(tmp_path, of(FLOOR, shapes, people((2.5, 2.5), (7.5, 5.5))))
    assert solid(chart) == RIM | WALL
    assert any(
        "object 1 in the layer 'Collision' is floor 16 : 1, since figures stand on it" in text
        for text in guesses(chart)
    )


def test_an_area_round_the_whole_map_is_no_wall(tmp_path: Path) -> None:
    shapes = objects("bounds", rectangle(1, "", 0, 0, WIDE, HIGH, "map bounds"), rectangle(2, "", 5, 1, 1, 4))
    assert solid(read(tmp_path, of(FLOOR, shapes))) == WALL


# -- what tiles and objects say


def test_figures_on_what_tiles_say_is_solid_leave_it_open(tmp_path: Path) -> None:
    said = f'<tile id="1">{properties(collision=True)}</tile>'
    most = {(x, y) for x, y in EVERY if y > 1}
    ground = tiles("ground", grid(most, 2, 1))
    chart = read(tmp_path, of(ground, people((2.5, 3.5), (7.5, 5.5)), inside=said))
    assert solid(chart) == set()
    assert any("left open: floor 16 : 8, since figures stand on it" in text for text in guesses(chart))
    assert solid(read(tmp_path, of(ground, people((2.5, 0.5), (7.5, 1.5)), inside=said))) == most


# -- what is not drawn


def test_where_figures_stand_on_nothing_tiles_are_walls(tmp_path: Path) -> None:
    decor = drawn("flowers decor", {(3, 3)}, 3)
    chart = read(tmp_path, of(drawn("main", ROOM, 1), decor, people((2.5, 2.5), (7.5, 5.5), klass="spawn")))
    assert solid(chart) == ROOM
    assert any(
        "tiles lie there: walls 18 : 1, since figures stand elsewhere, it runs round the map" in text
        for text in guesses(chart)
    )


def test_tiles_that_run_round_emptiness_are_walls(tmp_path: Path) -> None:
    assert solid(read(tmp_path, of(drawn("main", ROOM, 1)))) == ROOM


def test_walls_by_name_on_emptiness_leave_it_open_where_figures_stand(tmp_path: Path) -> None:
    rugs = drawn("rugs", {(x, y) for x in (6, 7, 8) for y in (1, 2, 3)}, 2)
    chart = read(tmp_path, of(drawn("walls", ROOM, 1), rugs, people((2.5, 2.5), (3.5, 5.5), (7.5, 5.5))))
    assert solid(chart) == ROOM


def test_a_floor_that_is_drawn_has_rock_round_it_though_a_picture_lies_below(tmp_path: Path) -> None:
    """A sky far off is no floor, but a map that is one picture is, with some tiles on it or not."""
    sky = '<imagelayer id="9" name="sky" repeatx="1" repeaty="1"><image source="wall.png"/></imagelayer>'
    most = {(x, y) for x, y in EVERY if y > 2}
    ends = objects("ends", point(81, "", 0.2, 0.2), point(82, "", 9.8, 7.8))
    assert solid(read(tmp_path, of(sky, tiles("floor", grid(most), 1), ends))) == EVERY - most
    few = {(4, 4), (5, 4)}
    assert solid(read(tmp_path, of(sky, tiles("decor", grid(few), 1), ends))) == set()
    here = people((1.5, 0.5), (7.5, 1.5))
    assert solid(read(tmp_path, of(sky, tiles("floor", grid(most), 1), here))) == set(), "somebody stands on it"


def test_a_picture_makes_floor_only_where_it_lies(tmp_path: Path) -> None:
    art = '<imagelayer id="9" name="art"><image source="sheet.png"/></imagelayer>'
    floor = {(x, y) for x in (6, 7) for y in range(8)}
    ends = objects("ends", point(81, "", 0.2, 0.2), point(82, "", 9.8, 7.8))
    under = {(x, y) for x in range(4) for y in range(2)}
    assert solid(read(tmp_path, of(art, tiles("floor", grid(floor), 1), ends))) == EVERY - under - floor


def test_a_room_on_a_large_map_is_a_floor_that_is_drawn(tmp_path: Path) -> None:
    """Two of them, far apart: neither fills a twentieth of what lies between."""
    rooms = [[int((x < 8 and y < 7) or (x > 91 and y > 92)) for x in range(100)] for y in range(100)]
    chart = read(tmp_path, foreign(tiles("floor", rooms), width=100, height=100))
    assert len(solid(chart)) == 100 * 100 - sum(map(sum, rooms))


# -- finite maps are cropped


def cropped(chart: Chart) -> tuple[int, int, Cell]:
    return chart.field.width, chart.field.height, chart.origin


def test_a_finite_map_is_cropped_to_its_tiles_and_what_lies_beside_them(tmp_path: Path) -> None:
    room = [[int(5 <= x < 15 and 4 <= y < 12) for x in range(40)] for y in range(30)]
    floor = tiles("floor", room)
    chart = read(tmp_path, foreign(floor, width=40, height=30))
    assert cropped(chart) == (10, 8, (5, 4))
    assert (
        "note: nothing is drawn beyond: cropped to the 10 x 8 cells that are drawn, from 5, 4" in chart.report.lines()
    )
    hero = people((6.5, 4.5), klass="hero")
    chart = read(tmp_path, foreign(floor, hero, width=40, height=30))
    assert (cropped(chart), chart.field.spawns[0].cells) == ((10, 8, (5, 4)), ((1, 0),))
    beside = people((20.5, 4.5), klass="hero")
    assert cropped(read(tmp_path, foreign(floor, beside, width=40, height=30))) == (16, 8, (5, 4))
    put = objects("props", '<object id="1" gid="2" x="1280" y="512" width="64" height="64"/>')
    assert cropped(read(tmp_path, foreign(floor, put, width=40, height=30))) == (16, 8, (5, 4)), "by its lower left"
    camera = objects("camera", rectangle(1, "", 0, 0, 40, 30))
    assert cropped(read(tmp_path, foreign(floor, camera, width=40, height=30))) == (10, 8, (5, 4))


@pytest.mark.parametrize(
    "layers",
    [
        (tiles("decor", [[int((x, y) in {(3, 3), (20, 9), (11, 25)}) for x in range(40)] for y in range(30)]),),
        (tiles("floor", [[int(x < 6 and y < 6) for x in range(40)] for y in range(30)]),),
        (objects("walls", rectangle(1, "", 5, 5, 3, 1)),),
        (),
    ],
)
def test_where_hardly_a_floor_is_drawn_nothing_is_cropped(tmp_path: Path, layers: tuple[str, ...]) -> None:
    assert cropped(read(tmp_path, foreign(*layers, width=40, height=30))) == (40, 30, (0, 0))


def test_our_own_maps_are_as_large_as_they_say(tmp_path: Path) -> None:
    room = [[int(5 <= x < 15 and 4 <= y < 12) for x in range(40)] for y in range(30)]
    text = foreign(tiles("floor", room), width=40, height=30).replace("<map ", '<map class="BattleMap" ', 1)
    assert cropped(read(tmp_path, text)) == (40, 30, (0, 0))


def test_an_infinite_map_without_tiles_is_where_its_pictures_are(tmp_path: Path) -> None:
    art = '<imagelayer id="9" name="art" offsetx="-64" offsety="128"><image source="sheet.png"/></imagelayer>'
    chart = read(tmp_path, foreign(art, width=30, height=20, head='infinite="1"'))
    assert cropped(chart) == (4, 2, (-1, 2))
    assert chart.picture.layers[0].offset == (0.0, 0.0)


# -- customs


def test_buildings_block_but_for_what_is_passable(tmp_path: Path) -> None:
    said = "".join(
        f'<tile id="{number}"><properties><property name="Passable" value="{value}"/></properties></tile>'
        for number, value in ((2, "T"), (3, "F"))
    )
    back = grid(EVERY, 1)
    back[6][2] = 4
    walls = grid(ROOM)
    walls[3][5] = 3
    data = '<object id="1" name="TileData" x="64" y="0" width="64" height="64"><properties>'
    data += '<property name="Passable" value="T"/></properties></object>'
    layers = (tiles("Back", back), tiles("Buildings", walls, 2), objects("Buildings", data))
    chart = read(tmp_path, of(*layers, inside=said))
    assert solid(chart) == ROOM - {(5, 3), (1, 0)} | {(2, 6)}
    assert any("in the layer 'Buildings', which blocks but for what is “Passable”" in text for text in guesses(chart))


@pytest.mark.parametrize(
    ("names", "blocks"),
    [
        (("Back", "Buildings", "Front"), True),
        (("Back", "Buildings-1", "AlwaysFront"), False),
        (("Back", "Buildings2", "Front"), True),
        (("Ground", "Buildings", "Trees"), False),
        (("Back", "Old buildings", "Front"), False),
    ],
)
def test_buildings_are_told_by_the_layers_round_them(tmp_path: Path, names: tuple[str, str, str], blocks: bool) -> None:
    layers = tiles(names[0], grid(EVERY, 1)), drawn(names[1], ROOM), tiles(names[2], grid(set()), 3)
    assert solid(read(tmp_path, of(*layers))) == (ROOM if blocks else set())


# --- What hints tell together, and what a point on the line between two cells tells: nothing, unless both are alike ---


@pytest.mark.parametrize("klass", ["monster", "door"])
def test_feet_on_the_line_between_floor_and_wall_tell_of_neither(tmp_path: Path, klass: str) -> None:
    """A point at 6 x 64 px belongs to the row above as much as to that below."""
    below = {(x, y) for x, y in EVERY if y >= 6 or x in (0, WIDE - 1)}
    on_line = people(*((x + 0.5, 6.0) for x in range(1, 9)), klass=klass)
    chart = read(tmp_path, of(FLOOR, drawn("collisions", below), on_line))
    assert solid(chart) == below
    assert not any("outside of the floor" in text for text in guesses(chart))
    in_it = people(*((x + 0.5, 6.1) for x in range(1, 9)))
    assert solid(read(tmp_path, of(FLOOR, drawn("collisions", below), in_it))) == EVERY - below


def test_feet_on_the_line_between_cells_of_one_kind_tell_of_both(tmp_path: Path) -> None:
    west = {(x, y) for x, y in EVERY if x < 5}
    who = people((7.0, 2.0), (8.0, 6.0), (2.5, 3.0), (7.5, 3.0))
    assert solid(read(tmp_path, of(FLOOR, drawn("Walkable", west), who))) == west, "three to one stand elsewhere"


def test_paths_along_the_line_between_floor_and_wall_tell_of_neither(tmp_path: Path) -> None:
    below = {(x, y) for x, y in EVERY if y >= 6}
    patrol = objects("patrol", line(1, (0.5, 6), (9.5, 6), klass="path"))
    assert solid(read(tmp_path, of(FLOOR, drawn("collisions", below), patrol))) == below


def test_in_a_layer_that_fills_every_cell_feet_on_a_line_tell_of_neither(tmp_path: Path) -> None:
    full = tiles("collision", grid(ROOM, 5, 6), 2)
    who = people(*((x + 0.5, 7.0) for x in range(1, 9)), (2.5, 2.5))
    assert solid(read(tmp_path, of(FLOOR, full, who))) == ROOM


def test_who_stands_on_the_line_above_a_thin_wall_starts_above_it(tmp_path: Path) -> None:
    wall = {(x, 4) for x in range(WIDE)}
    chart = read(tmp_path, of(FLOOR, drawn("walls", wall), people((2.5, 4.0), klass="monster")))
    assert [spawn.cells for spawn in chart.field.spawns if spawn.side == "foe"] == [((2, 3),)]


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        ({"called_solid": 1, "stood_on": 1}, "floor 16 : 1, since figures stand on it"),
        ({"called_solid": 1, "stood_on": 0.5}, "floor 8 : 1, since figures stand on it"),
        ({"says_solid": 1, "stood_on": 0.5}, "walls 8 : 8, since it says so itself"),
        ({"called_open": 1, "shunned": 1, "led_over": 1}, "walls 16 : 5, since figures stand elsewhere"),
        (
            {"called_solid": 1, "stood_on": 1, "led_over": 1, "small": 1},
            "walls 33 : 20, since it is too small to be the floor, it or its group is called so",
        ),
    ],
)
def test_hints_are_added_up_and_the_meaning_is_told_with_those_that_spoke_for_it(
    facts: dict[str, float], told: str
) -> None:
    assert weigh(facts).told == told


# --- Tiles that lie one over another ---

YES, NO, SILENT = 2, 3, 4
SAID = f'<tile id="1">{properties(collision=True)}</tile><tile id="2">{properties(collision=False)}</tile>'
"""What the three tiles say whose numbers these are."""

RIVER = {(x, y) for x, y in EVERY if x in (4, 5)}


def blocked(
    folder: Path, below: set[Cell], above: set[Cell], *more: str, tile: int = NO, inside: str = SAID
) -> set[Cell]:
    layers = drawn("water", below, 2, YES), drawn("things", above, 3, tile)
    return solid(read(folder, of(FLOOR, *layers, *more, inside=inside)))


@pytest.mark.parametrize("ends", [(4, 5), (3, 6), (2, 7)])
@pytest.mark.parametrize("rows", [{3}, {3, 4}])
def test_a_bridge_over_a_river_is_open(tmp_path: Path, ends: tuple[int, int], rows: set[int]) -> None:
    """As long as the river is wide, or longer; of one row, or of two."""
    bridge = {(x, y) for x in range(ends[0], ends[1] + 1) for y in rows}
    assert blocked(tmp_path, RIVER, bridge) == RIVER - bridge


def test_two_bridges_and_one_over_a_brook_and_one_round_a_corner(tmp_path: Path) -> None:
    two = {(4, 1), (5, 1), (4, 6), (5, 6)}
    assert blocked(tmp_path, RIVER, two) == RIVER - two
    brook = {(4, y) for y in range(HIGH)}
    assert blocked(tmp_path, brook, {(4, 3)}) == brook - {(4, 3)}
    bent = {(4, 2), (5, 2), (5, 3), (5, 4)}
    assert blocked(tmp_path, RIVER, bent) == RIVER - bent


def test_a_bridge_over_a_pond_that_one_could_walk_round(tmp_path: Path) -> None:
    pond = {(x, y) for x in range(3, 7) for y in range(2, 6)}
    bridge = {(x, 3) for x in range(3, 7)}
    assert blocked(tmp_path, pond, bridge) == pond - bridge


def test_it_is_told_as_a_guess_with_its_cells(tmp_path: Path) -> None:
    bridge = {(4, 3), (5, 3)}
    layers = drawn("water", RIVER, 2, YES), drawn("bridge", bridge, 3, NO)
    chart = read(tmp_path, of(FLOOR, *layers, inside=SAID))
    entry = next(each for each in chart.report.entries if "left open" in each.text)
    assert (entry.severity, set(entry.cells)) == ("guess", bridge)
    assert entry.text.startswith("2 cells are left open, as a bridge over water is")
    entry = next(each for each in chart.report.entries if "block, because" in each.text)
    assert set(entry.cells) == RIVER - bridge, "what is open is not told as what blocks"


def test_a_pier_a_roof_a_coping_and_a_torch_open_nothing(tmp_path: Path) -> None:
    """They join no open ground at two ends, or hardly anything else than open ground borders them."""
    assert blocked(tmp_path, RIVER, {(4, 3)}) == RIVER, "a pier"
    house = {(x, y) for x in range(2, 7) for y in range(2, 6)}
    assert blocked(tmp_path, house, house) == house, "a roof over a house"
    walls = {(x, y) for x, y in house if x in (2, 6) or y in (2, 5)}
    assert blocked(tmp_path, walls, walls) == walls, "a coping, with a floor inside"
    open_ = walls - {(4, 5)}
    assert blocked(tmp_path, open_, {(3, 2), (6, 4)}) == open_, "torches on the walls of a house with a door"


def test_what_says_nothing_opens_nothing_and_a_yes_on_top_blocks(tmp_path: Path) -> None:
    bridge = {(4, 3), (5, 3)}
    assert blocked(tmp_path, RIVER, bridge, tile=SILENT) == RIVER
    gate = drawn("gate", {(5, 3)}, 4, YES)
    assert blocked(tmp_path, RIVER, bridge, gate) == RIVER, "it leads nowhere then"


def test_no_bridge_ends_at_a_wall(tmp_path: Path) -> None:
    bank = drawn("Collision", {(6, y) for y in range(HIGH)}, 4, SILENT)
    assert blocked(tmp_path, RIVER, {(4, 3), (5, 3)}, bank) == RIVER | {(6, y) for y in range(HIGH)}


def test_a_bridge_put_down_freely_counts_where_it_lies_above(tmp_path: Path) -> None:
    put = objects("things", f'<object id="1" gid="{NO}" x="256" y="256" width="128" height="64"/>')
    water = drawn("water", RIVER, 2, YES)
    assert solid(read(tmp_path, of(FLOOR, water, put, inside=SAID))) == RIVER - {(4, 3), (5, 3)}
    assert solid(read(tmp_path, of(FLOOR, put, water, inside=SAID))) == RIVER, "below the water it is no bridge"


def test_other_words_for_it(tmp_path: Path) -> None:
    said = f'<tile id="1">{properties(walkable=False)}</tile><tile id="2">{properties(walkable=True)}</tile>'
    bridge = {(4, 3), (5, 3)}
    assert blocked(tmp_path, RIVER, bridge, inside=said) == RIVER - bridge
    chart = read(tmp_path, of(FLOOR, drawn("water", {(x, 3) for x in range(WIDE)}, 2, YES), inside=SAID))
    assert any(text.startswith("10 cells block, because tiles there have a property") for text in guesses(chart))


def test_where_nothing_blocks_after_all_no_bridge_is_told(tmp_path: Path) -> None:
    """All but three cells in a row say that they block, which would leave no ground."""
    open_ = {(3, 3), (5, 3)}
    layers = drawn("rock", EVERY - open_, 2, YES), drawn("plank", {(4, 3)}, 3, NO)
    chart = read(tmp_path, of(FLOOR, *layers, inside=SAID))
    assert not solid(chart)
    told = [entry.text for entry in chart.report.entries]
    assert any("that would leave no ground" in text for text in told)
    assert not any("as a bridge over water is" in text for text in told)
