"""What blocks on maps drawn for other programs: the words for it, shapes by their outlines, what lies outside."""

from __future__ import annotations

from math import fsum, pi
from pathlib import Path

import pytest

from game.files.tiled import Chart, read_map
from game.files.tiled.corrections import sidecar
from game.files.tiled.hints import layer_says, meaning, says_solid, side_called
from game.files.tiled.schema import Property
from game.files.tiled.shapes import Outline, box
from game.files.tiled.walls import FINE, covered, share, together
from game.spatial.field import Cell
from tests.files.drawing import objects, png, point, properties, property_, rectangle, save, tiles
from tests.files.test_tiled_foreign import foreign, guesses, read, rows, solid

SOLID = (
    *("collision", "Collisions", "COLLISION", "collisionlayer", "Collision Layer 2", "collision_tiles"),
    *("TileCollision", "blocker", "Blockers", "blocking", "solid", "Solids", "isSolid", "is_solid", "SolidObjects"),
    *("wall", "Walls", "is_wall", "inner walls", "brickWalls", "unwalkable", "Un-Walkable?", "nowalk", "NoWalk"),
    *("not walkable", "notPassable", "impassable", "Impassible", "obstacle", "OBSTACLES", "blocksMovement"),
    *("blocks_move", "block way", "collidable", "Collision A", "walls_b", "no pass", "non-passable", "barriers"),
    *("colisiones", "Kollision", "muros", "untraversable", "collider box"),
)  # fmt: skip
OPEN = (
    *("walkable", "Walkable Area", "can_walk", "canWalk", "passable", "isPassable", "no collision", "NonSolid"),
    "walk",
)  # fmt: skip
NEITHER = (
    *("wallpaper", "wall paper", "wall torch", "Wall Torches", "wall decorations", "walls and doors", "wallet"),
    *("sidewalk", "passage", "passenger", "compass", "solid color", "solidarity", "collision sound"),
    *("firewall", "collision_damage", "wall_height", "blockchain"),
    *("roadblock", "floor", "ground", "", "12", "layer 1", "decor", "tile", "is", "not"),
)  # fmt: skip


LAST_WORDS = (
    *("trees_blocking", "ge_collide", "TreesBlocking", "treecollision", "water-boundaries", "Map Bounds", "boundary"),
    *("House obstacles 2", "Tree_Collision_Layer2", "fences: blocked", "sea_impassable", "big rocks (unwalkable)"),
    *("Boden_Kollision", "Baum-Hindernisse", "árboles_colisión", "Árvores Colisões", "alberi collisioni"),
    *("casa obstáculos", "sentier bloquant", "Ostacoli", "Hindernis", "Kollisionen"),
)
"""Names of which the last word decides."""

ELSEWHERE = (
    *("camera_bounds", "view boundary", "light blocking", "sight_blocker", "on_collide", "bullet collision"),
    *("collision sound", "boundary flags", "obstacle course"),
)
"""Names of which it does not."""


DENIED = ("trees_no_collision", "trees_nonblocking", "ohne Hindernisse", "sin_colisiones")


@pytest.mark.parametrize(
    ("name", "means"),
    [
        *((name, "solid") for name in (*SOLID, *LAST_WORDS)),
        *((name, "open") for name in (*OPEN, *DENIED)),
        *((name, None) for name in (*NEITHER, *ELSEWHERE)),
    ],
)
def test_names_mean_walls_or_open_ground_or_nothing(name: str, means: str | None) -> None:
    assert meaning(name) == means
    assert (layer_says(name, "", {}) == "solid") == (means == "solid")


def test_last_words_of_layers_objects_classes_and_tiles(tmp_path: Path) -> None:
    things = objects("things", rectangle(1, "tree_blocker", 0, 0, 1, 1), rectangle(2, "", 1, 0, 1, 1, "oak obstacle"))
    trees = tiles("trees_blocking", rows((2, 1), gid=5, other=0), 2)
    tile = '<tile id="5" type="bush_collider"/>'
    chart = read(tmp_path, foreign(tiles("floor", rows((3, 3), gid=6)), trees, things, inside=tile))
    assert solid(chart) == {(0, 0), (1, 0), (2, 1), (3, 3)}


@pytest.mark.parametrize(
    ("name", "kind", "text", "says"),
    [
        ("isSolid", "bool", "true", True),
        ("isSolid", "bool", "false", False),
        ("can_walk", "bool", "false", True),
        ("canWalk", "bool", "true", False),
        ("blocksMovement", "int", "1", True),
        ("collision", "int", "0", False),
        ("collision", "string", "", True),
        ("collision", "string", "full", True),
        ("collision", "string", "none", False),
        ("type", "string", "Wall", True),
        ("tags", "string", "stone,solid", True),
        ("type", "string", "wallpaper", None),
        ("wall", "string", "brick", None),
        ("wall_height", "int", "3", None),
        ("speed", "int", "3", None),
        ("noCollision", "bool", "true", False),
        ("Passable", "string", "T", False),
        ("Passable", "string", "F", True),
        ("solid", "string", "ja", True),
        ("Solido", "string", "Sí", True),
        ("ge_collide", "bool", "true", True),
        ("type", "string", "tree_blocking", True),
    ],
)
def test_properties_say_yes_or_no_or_nothing(name: str, kind: str, text: str, says: bool | None) -> None:
    assert says_solid({name: Property(kind, "", text)}) is says


def test_of_several_properties_one_that_blocks_is_enough() -> None:
    assert says_solid({"solid": Property("bool", "", "false"), "walkable": Property("bool", "", "false")}) is True


def test_layers_tell_by_property_then_class_then_name() -> None:
    no = {"collision": Property("bool", "", "false")}
    assert layer_says("Walls", "", no) == "clear"
    assert layer_says("stuff", "Obstacles", {}) == "solid"
    assert layer_says("walkable", "", {}) == "open"
    assert layer_says("no collision", "", {}) == "clear"
    assert layer_says("walk", "", {}) == "clear", "what only sounds like it makes no walls of all the rest"
    assert layer_says("wall torch", "", {}) == ""


@pytest.mark.parametrize(
    ("name", "side"),
    [
        ("Player", "party"),
        ("player 1", "party"),
        ("PlayerSpawn", "party"),
        ("playerstart", "party"),
        ("enemy_spawner2", "foe"),
        ("Monsters", "foe"),
        ("NPCs", "foe"),
        ("NPC", "foe"),
        ("spawn", "any"),
        ("Start Point", "any"),
        ("player house", ""),
        ("enemy camp", ""),
        ("starting dialogue", ""),
    ],
)
def test_figures_are_told_by_their_names(name: str, side: str) -> None:
    assert side_called(name) == side


def test_a_group_makes_walls_of_its_layers_but_not_of_what_hangs_on_them(tmp_path: Path) -> None:
    inside = (
        tiles("north", rows((1, 0), gid=5, other=0), 2),
        tiles("Wall torches", rows((3, 3), gid=5, other=0), 3),
        tiles("no collision", rows((4, 3), gid=5, other=0), 4),
        objects("shapes", rectangle(1, "", 2, 2, 1, 1)),
    )
    chart = read(tmp_path, foreign(tiles("floor", rows()), f'<group name="Collisions">{"".join(inside)}</group>'))
    assert solid(chart) == {(1, 0), (2, 2)}
    assert "  north: drawn, blocks" in chart.report.lines()


def test_a_class_or_a_property_of_a_layer_makes_walls(tmp_path: Path) -> None:
    said = "<properties>" + property_("isSolid", True) + "</properties>"
    one = tiles("one", rows((1, 1), gid=5, other=0), 2).replace("<data", said + "<data")
    two = tiles("two", rows((2, 1), gid=5, other=0), 3, 'class="Blockers"')
    assert solid(read(tmp_path, foreign(tiles("floor", rows()), one, two))) == {(1, 1), (2, 1)}


def test_objects_tell_by_class_name_and_property_and_may_be_excepted(tmp_path: Path) -> None:
    things = objects(
        "things",
        rectangle(1, "Blocker", 0, 0, 1, 1),
        rectangle(2, "", 1, 0, 1, 1, "inner wall 2"),
        rectangle(3, "rock", 2, 0, 1, 1, canWalk=False),
        rectangle(4, "wallpaper", 3, 0, 1, 1),
    )
    walls = objects(
        "walls",
        rectangle(5, "", 0, 2, 2, 1),
        rectangle(6, "", 2, 2, 1, 1, solid=False),
        rectangle(7, "door", 3, 2, 1, 1),
    )
    chart = read(tmp_path, foreign(tiles("floor", rows()), things, walls))
    assert solid(chart) == {(0, 0), (1, 0), (2, 0), (0, 2), (1, 2)}


def test_the_class_of_a_tile_makes_walls_and_its_property_excepts_it(tmp_path: Path) -> None:
    wall = '<tile id="1" type="Wall"/>'
    free = f'<tile id="4"><properties>{property_("walkable", True)}</properties></tile>'
    walls = rows((3, 3), gid=6, other=0)
    walls[0][0] = 5
    chart = read(tmp_path, foreign(tiles("floor", rows((2, 2))), tiles("Collision", walls, 2), inside=wall + free))
    assert solid(chart) == {(2, 2), (3, 3)}


def test_a_tileset_speaks_for_its_tiles_and_a_tile_for_itself(tmp_path: Path) -> None:
    """Of a tileset that blocks all but one tile lie there."""
    said = f"{properties(Blocked=True)}<tile id='0'>{properties(blocked=False)}</tile>"
    chart = read(tmp_path, foreign(tiles("floor", rows((2, 2), (3, 1), gid=7)), inside=said))
    assert solid(chart) == {(2, 2), (3, 1)}


def test_a_layer_that_fills_every_cell_marks_walls_by_its_rarer_tile(tmp_path: Path) -> None:
    chart = read(tmp_path, foreign(tiles("floor", rows()), tiles("collision", rows((1, 1), (2, 1), gid=6, other=5), 2)))
    assert solid(chart) == {(1, 1), (2, 1)}
    told = (
        "something lies there in the layer 'collision', which fills every cell: walls 1 : 0, since it or its group is"
    )
    assert any(told in text for text in guesses(chart))


def test_in_a_layer_that_fills_every_cell_the_floor_is_where_sides_start(tmp_path: Path) -> None:
    floor = [(x, y) for x in range(5) for y in (1, 2)]
    hero = objects("things", point(1, "player", 0.5, 1.5), point(2, "enemy", 4.5, 2.5))
    drawn = tiles("collision", rows(*floor, gid=6, other=5), 2)
    chart = read(tmp_path, foreign(tiles("floor", rows()), drawn, hero))
    assert solid(chart) == {(x, y) for x in range(6) for y in range(4)} - set(floor)
    assert any("walls 17 : 2, since figures, doors or paths lie on other tiles" in text for text in guesses(chart))


def test_a_layer_with_the_same_tile_everywhere_says_nothing(tmp_path: Path) -> None:
    chart = read(tmp_path, foreign(tiles("floor", rows()), tiles("solid", rows(gid=5, other=5), 2)))
    assert solid(chart) == set()
    assert any("'solid' has the same tile in every cell" in text for text in guesses(chart))


def test_a_layer_of_walls_that_sides_start_on_marks_the_floor(tmp_path: Path) -> None:
    room = [(x, y) for x in range(1, 5) for y in (1, 2)]
    hero = objects("things", point(1, "player", 1.5, 1.5))
    chart = read(tmp_path, foreign(tiles("floor", rows()), tiles("walls", rows(*room, gid=5, other=0), 2), hero))
    assert solid(chart) == {(x, y) for x in range(6) for y in range(4)} - set(room)
    assert any("they lie outside of the floor: the layer 'walls' is floor" in text for text in guesses(chart))


def test_where_a_layer_is_called_walkable_one_walks_there_only(tmp_path: Path) -> None:
    road = [(x, 2) for x in range(6)]
    chart = read(tmp_path, foreign(tiles("floor", rows()), tiles("Walkable", rows(*road, gid=5, other=0), 2)))
    assert solid(chart) == {(x, y) for x in range(6) for y in range(4)} - set(road)


def test_a_sign_that_leaves_no_ground_is_not_followed(tmp_path: Path) -> None:
    inside = f'<tile id="0">{properties(solid=True)}</tile>'
    chart = read(tmp_path, foreign(tiles("floor", rows()), inside=inside))
    assert solid(chart) == set()
    assert any(
        "24 cells could block" in text and "that would leave no ground: left open" in text for text in guesses(chart)
    )


# --- Shapes block by their own outlines ---

EMPTY = [[0] * 6 for _ in range(4)]


def area(outline: Outline) -> float:
    return fsum(map(share, covered(outline, -9, -9, 9, 9).values()))


def test_what_is_covered_is_as_large_as_the_shape() -> None:
    assert area(Outline("rectangle", box(0.5, 0.5, 2, 3, 0, (0, 0)), (0, 0))) == 6
    assert area(Outline("rectangle", box(0, 0, 2, 3, 33, (0, 0)), (0, 0))) == pytest.approx(6, abs=0.2)
    assert area(Outline("ellipse", box(-2, -1, 4, 2, 20, (1, 0)), (0, 0))) == pytest.approx(2 * pi, abs=0.2)
    assert area(Outline("polygon", ((0, 0), (4, 4), (0, 4)), (0, 0))) == pytest.approx(8, abs=0.4)
    assert area(Outline("ellipse", ((1, 1),) * 4, (0, 0))) == 0


def test_nothing_is_found_beyond_the_rims() -> None:
    outline = Outline("rectangle", box(-5, -5, 20, 20, 0, (0, 0)), (0, 0))
    assert set(covered(outline, 0, 0, 2, 3)) == {(x, y) for x in range(2) for y in range(3)}


def test_shapes_cover_together_and_nothing_twice() -> None:
    half = covered(Outline("rectangle", box(0, 0, 0.5, 1, 0, (0, 0)), (0, 0)), 0, 0, 1, 1)
    low = covered(Outline("rectangle", box(0, 0.5, 1, 0.5, 0, (0, 0)), (0, 0)), 0, 0, 1, 1)
    assert share(together((half, low, half))[0, 0]) == 0.75
    assert share((1 << FINE * FINE) - 1) == 1


def of_tile(shape: str, gid: int = 2) -> tuple[str, list[list[int]]]:
    """A tile with a collision shape, and a layer on which it lies once, at 2, 1."""
    grid = [list(row) for row in EMPTY]
    grid[1][2] = gid
    return f'<tile id="1"><objectgroup>{shape}</objectgroup></tile>', grid


@pytest.mark.parametrize(
    ("shape", "blocks"),
    [
        ('<object id="1" x="0" y="0"><polygon points="0,0 64,64 0,64"/></object>', True),
        ('<object id="1" x="0" y="0"><polygon points="0,0 64,64 60,64"/></object>', False),
        ('<object id="1" x="0" y="0" width="64" height="64"><ellipse/></object>', True),
        ('<object id="1" x="8" y="8" width="48" height="48"><ellipse/></object>', False),
        ('<object id="1" x="32" y="-14" width="64" height="12" rotation="45"/>', False),
        ('<object id="1" x="0" y="0" width="64" height="20"/><object id="2" y="44" width="64" height="20"/>', True),
        ('<object id="1" x="0" y="0"><polyline points="0,0 64,64"/></object>', False),
        ('<object id="1" x="10" y="10"><point/></object>', False),
        ('<object id="1" x="0" y="0"><polygon points="nonsense"/></object>', False),
    ],
)  # fmt: skip
def test_a_tiles_shapes_block_by_what_they_cover(tmp_path: Path, shape: str, blocks: bool) -> None:
    inside, grid = of_tile(shape)
    chart = read(tmp_path, foreign(tiles("floor", rows()), tiles("things", grid, 2), inside=inside))
    assert solid(chart) == ({(2, 1)} if blocks else set())


def test_the_share_from_which_a_cell_blocks_is_a_setting(tmp_path: Path) -> None:
    inside, grid = of_tile('<object id="1" x="0" y="0" width="64" height="20"/>')
    layers = tiles("floor", rows()), tiles("things", grid, 2)
    assert solid(read(tmp_path, foreign(*layers, inside=inside))) == set()
    chart = read(tmp_path, foreign(properties(blocks_from=0.3), *layers, inside=inside))
    assert solid(chart) == {(2, 1)}
    told = "1 cell blocks, because collision shapes of tiles cover 30% of a cell there, or more"
    assert guesses(chart)[0].startswith(told)


@pytest.mark.parametrize(
    ("turn", "cells"),
    [
        (0, {(2, 1)}),
        (1 << 31, {(3, 1)}),
        (1 << 30, {(2, 0)}),
        (3 << 30, {(3, 0)}),
        (1 << 29, {(3, 0)}),
    ],
)
def test_shapes_of_a_large_tile_are_turned_with_it(tmp_path: Path, turn: int, cells: set[Cell]) -> None:
    """A tile of two by two cells, solid at its lower left; it stands on the cell that it lies on."""
    inside = (
        '<tile id="8"><objectgroup><object id="1" x="0" y="64" width="64" height="64"/></objectgroup>'
        '<image source="tower.png" width="128" height="128"/></tile>'
    )
    _, grid = of_tile("", 9 | turn)
    path = save(tmp_path, foreign(tiles("floor", rows()), tiles("things", grid, 2), inside=inside))
    (path.parent / "tower.png").write_bytes(png(128, 128))
    assert solid(read_map(path)) == cells


def test_shapes_move_with_their_layer_and_with_what_is_put_down_freely(tmp_path: Path) -> None:
    inside, grid = of_tile('<object id="1" x="0" y="0" width="64" height="64"/>')
    moved = tiles("things", grid, 2, 'offsetx="64" offsety="-10"')
    assert solid(read(tmp_path, foreign(tiles("floor", rows()), moved, inside=inside))) == {(3, 1)}
    half = tiles("things", grid, 2, 'offsety="32"')
    assert solid(read(tmp_path, foreign(tiles("floor", rows()), half, inside=inside))) == {(2, 1), (2, 2)}
    put = objects("props", '<object id="1" gid="2" x="192" y="192" width="128" height="64"/>')
    assert solid(read(tmp_path, foreign(tiles("floor", rows()), put, inside=inside))) == {(3, 2), (4, 2)}
    put = objects("props", '<object id="1" gid="2" x="192" y="192" width="128" height="64" rotation="90"/>')
    assert solid(read(tmp_path, foreign(tiles("floor", rows()), put, inside=inside))) == {(3, 3)}


@pytest.mark.parametrize(
    ("shape", "cells"),
    [
        ('<object id="1" x="64" y="64"><polygon points="0,0 128,128 0,128"/></object>', {(1, 1), (1, 2), (2, 2)}),
        ('<object id="1" x="64" y="64" width="128" height="128"><ellipse/></object>', {(1, 1), (2, 1), (1, 2), (2, 2)}),
        ('<object id="1" x="58" y="70" width="18" height="100"/>', {(1, 1), (1, 2)}),
        ('<object id="1" x="100" y="70" width="80" height="50"/>', {(2, 1)}),
        ('<object id="1" x="90" y="70" width="60" height="20"/>', {(1, 1), (2, 1)}),
        ('<object id="1" x="70" y="70"><polyline points="0,0 100,0"/></object>', {(1, 1), (2, 1)}),
        ('<object id="1" x="64" y="64" width="64" height="64" rotation="90"/>', {(0, 1)}),
    ],
)
def test_objects_in_a_layer_of_walls_block_what_they_cover(tmp_path: Path, shape: str, cells: set[Cell]) -> None:
    assert solid(read(tmp_path, foreign(tiles("floor", rows()), objects("Collision", shape)))) == cells


def test_shapes_that_would_take_for_ever_are_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.files.tiled.walls.MAX_WORK", 10)
    wall = objects("walls", '<object id="1" x="0" y="0" width="64" height="64"/>')
    lines = read(tmp_path, foreign(tiles("floor", rows()), wall)).report.lines()
    assert any("its shapes are too many or too finely drawn: some are left out" in text for text in lines)


def test_an_object_frees_cells_of_the_layer_that_is_called_as_its_own(tmp_path: Path) -> None:
    walls = tiles("collision", rows((1, 1), (2, 1), (3, 1), (4, 1), other=0), 2)
    freed = objects("collision", rectangle(1, "", 1, 1, 1, 1, solid=False), rectangle(2, "", 2, 1, 1, 1, name="door"))
    other = objects("hints", rectangle(3, "", 3, 1, 1, 1, solid=False), number=91)
    assert solid(read(tmp_path, foreign(tiles("floor", rows()), walls, freed, other))) == {(2, 1), (3, 1), (4, 1)}


def test_an_area_too_thin_to_be_looked_at_blocks_where_its_rim_runs(tmp_path: Path) -> None:
    floor = tiles("floor", rows())
    sliver = objects("walls", '<object id="1" x="65" y="70" width="1" height="100"/>')
    assert solid(read(tmp_path, foreign(floor, sliver))) == {(1, 1), (1, 2)}
    closed = objects("walls", '<object id="1" x="10" y="65"><polygon points="0,0 0,1 300,1"/></object>')
    assert solid(read(tmp_path, foreign(floor, closed))) == {(x, 1) for x in range(5)}


def test_a_thin_shape_blocks_nothing_beside_what_it_fills_with_others(tmp_path: Path) -> None:
    floor = tiles("floor", rows())
    half = '<object id="1" x="64" y="64" width="64" height="20"/>'
    lower = '<object id="2" x="64" y="84" width="80" height="20"/>'
    assert solid(read(tmp_path, foreign(floor, objects("walls", half, lower)))) == {(1, 1)}
    assert solid(read(tmp_path, foreign(floor, objects("walls", half)))) == {(1, 1)}
    assert solid(read(tmp_path, foreign(floor, objects("walls", lower)))) == {(1, 1), (2, 1)}


def test_what_objects_are_called_counts_only_where_their_layer_says_nothing(tmp_path: Path) -> None:
    wall = rectangle(1, "", 2, 1, 1, 1, name="wall")
    floor = tiles("floor", rows())
    assert solid(read(tmp_path, foreign(floor, objects("stuff", wall)))) == {(2, 1)}
    assert solid(read(tmp_path, foreign(floor, objects("not solid", wall)))) == set()


# --- What lies outside of a map that is filled all round is no field; and nobody starts outside of what is enclosed ---

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
