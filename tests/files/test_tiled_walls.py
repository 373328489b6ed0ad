"""What blocks on maps drawn for other programs: the words for it, joined or apart, and what only sounds like them."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.files.tiled.hints import layer_says, meaning, says_solid, side_called
from game.files.tiled.schema import Property
from tests.files.drawing import objects, point, properties, property_, rectangle, tiles
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
