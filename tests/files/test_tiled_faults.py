"""Every mistake an author can make ends in a sentence: which file, where in it, and what to change."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from game.files.errors import BadFile
from game.files.tiled import check_map, read_map
from game.files.tiled.repair import MAX_PLAY
from tests.files.drawing import (
    CRATE,
    FLOOR,
    SPAWNS,
    WALL,
    floor,
    line,
    objects,
    point,
    rectangle,
    save,
    tiles,
    tmx,
)

GROUND = tiles("ground", floor(6, 4))


def faults(folder: Path, text: str) -> str:
    with pytest.raises(BadFile) as error:
        read_map(save(folder, text))
    return str(error.value)


CASES = {
    "no map": ("<tileset/>", "this file holds <tileset>, not a map"),
    "empty": ("", "no element found"),
    "broken": ("<map><layer></map>", "not well-formed XML (mismatched tag)"),
    "json": ('{"height": 3}', "this JSON holds no map, tileset or template; save it again from Tiled"),
    "broken json": ('{"type": "map", ', "this is no JSON (Input data was truncated); save it again from Tiled"),
    "json that is no map": ('{"type": "template"}', "this file holds <template>, not a map"),
    "isometric": (tmx(GROUND, head='orientation="isometric"'), "Map > Map Properties > Orientation > Orthogonal"),
    "hexagonal": (tmx(GROUND, head='orientation="hexagonal"'), "hexagonal (staggered)"),
    "staggered": (tmx(GROUND, head='orientation="staggered"'), "isometric (staggered)"),
    "oblique": (tmx(GROUND, head='orientation="oblique"'), "orientation is oblique"),
    "no size": (tmx(GROUND, width=0), "its size is 0 x 4 cells; set a size in Tiled under Map > Resize Map"),
    "size is a word": (tmx(GROUND, head='width="many"'), "its size is 0 x 4 cells"),
    "no tile size": (tmx(GROUND, head='tilewidth="0"'), "set Tile Width and Tile Height"),
    "giant": (tmx(GROUND, width=100_000, height=100_000), "at most 400,000 are read"),
    "short layer": (
        tmx(GROUND.replace("1,1,1,1,1,1,\n", "", 1)),
        "layer 'ground': the layer holds 18 tiles where its size asks for 24",
    ),
    "words in a layer": (tmx(GROUND.replace("1,1,1", "1,x,1", 1)), "holds something that is no tile number"),
    "zstd": (
        tmx(GROUND.replace('encoding="csv"', 'encoding="base64" compression="zstd"')),
        "the layer holds broken zstd data; open the map in Tiled and save it again",
    ),
    "another packing": (
        tmx(GROUND.replace('encoding="csv"', 'encoding="base64" compression="brotli"')),
        "compressed with brotli, which this game cannot read; choose CSV in Tiled under Map > Map Properties",
    ),
    "strange encoding": (tmx(GROUND.replace('"csv"', '"morse"')), "is encoded as 'morse'; choose CSV"),
    "edge off the border": (
        tmx(GROUND, SPAWNS, objects("edges", line(1, (1, 1), (2, 1.5), name="Gate"))),
        "layer 'edges', object 1 “Gate” at x 64, y 64 (cell 1, 1): its vertex at x 128, y 96 lies off the corners",
    ),
    "slanting edge": (
        tmx(GROUND, SPAWNS, objects("edges", line(1, (1, 1), (3, 2)))),
        "it runs slantwise from corner 1, 1 to 3, 2; edges follow the borders of cells",
    ),
    "edge without length": (
        tmx(GROUND, SPAWNS, objects("edges", line(1, (1, 1), (1, 1)))),
        "the line has no length",
    ),
    "edge as a rectangle": (
        tmx(GROUND, SPAWNS, objects("edges", rectangle(1, "Edge", 1, 1, 1, 1))),
        "an Edge is a line along the borders of cells, and this is a rectangle",
    ),
    "edge outside": (
        tmx(GROUND, SPAWNS, objects("edges", line(1, (8, 1), (9, 1)))),
        "the line lies outside the map",
    ),
    "door misspelt": (
        tmx(GROUND, SPAWNS, objects("edges", line(4, (1, 1), (2, 1), kind="dor"))),
        "object 4 at x 64, y 64 (cell 1, 1): the property kind of Edge is 'dor'; choose one of wall, door, window",
    ),
    "number as text": (
        tmx(GROUND, SPAWNS, objects("elevation", rectangle(1, "Elevation", 0, 2, 1, 1, feet="ten"))),
        "the property feet of Elevation is stored as string ('ten') but must be float",
    ),
    "window upside down": (
        tmx(GROUND, SPAWNS, objects("edges", line(1, (1, 1), (2, 1), kind="window", sill=8.0))),
        "the lintel of a window must lie above its sill",
    ),
    "zone as a point": (
        tmx(GROUND, SPAWNS, objects("zones", point(1, "Zone", 2, 2))),
        "a Zone is an area, and this is a point; draw a rectangle, an ellipse or a polygon",
    ),
    "zone off the map": (
        tmx(GROUND, SPAWNS, objects("zones", rectangle(1, "Zone", 20, 2, 2, 2))),
        "(cell 20, 2): it covers no cell of the map",
    ),
    "spawn off the map": (tmx(GROUND, objects("spawns", point(1, "Spawn", -2, 1))), "(cell -2, 1): it covers no cell"),
    "spawn of a seat that is no side's": (
        tmx(GROUND, SPAWNS, objects("spawns", point(1, "Spawn", 2, 2, side="referee"))),
        "no side can be called 'referee'",
    ),
    "thing without a word": (
        tmx(GROUND, SPAWNS, objects("features", point(1, "Feature", 2, 2, kind="thing"))),
        "it has no word for a thing; set its property thing to small letters, digits and hyphens, such as bench, 40",
    ),
    "thing that is a path": (
        tmx(GROUND, SPAWNS, objects("features", point(1, "Feature", 2, 2, kind="thing", thing="../../x"))),
        "'../../x' is no word for a thing",
    ),
    "thing with too long a word": (
        tmx(GROUND, SPAWNS, objects("features", point(1, "Feature", 2, 2, kind="thing", thing="x" * 41))),
        "is no word for a thing",
    ),
    "tile property of a wrong type": (
        tmx(
            GROUND,
            SPAWNS,
            tilesets='<tileset firstgid="1" name="own" tilewidth="64" tileheight="64" tilecount="1" columns="0">'
            '<tile id="0" type="Terrain"><properties><property name="blocks_move" value="yes"/></properties>'
            '<image width="64" height="64" source="wall.png"/></tile></tileset>',
        ),
        "tileset 'own', tile 0: the property blocks_move of Terrain is stored as string ('yes') but must be bool",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_fault_says_where_and_what_to_do(tmp_path: Path, case: str) -> None:
    text, says = CASES[case]
    sentence = faults(tmp_path, text)
    assert says in sentence
    assert all(part.startswith("map.tmx: ") for part in sentence.splitlines())
    assert sentence[-1] in ".)"
    assert "Traceback" not in sentence and str(tmp_path) not in sentence


def test_every_fault_is_told_at_once(tmp_path: Path) -> None:
    drawn = objects("edges", line(1, (1, 1), (2, 2)), line(2, (1, 1), (2, 1), kind="dor"))
    sentence = faults(tmp_path, tmx(GROUND, SPAWNS, drawn, objects("zones", point(3, "Zone", 1, 1), number=95)))
    assert [re.findall(r"object (\d)", part)[0] for part in sentence.splitlines()] == ["1", "2", "3"]


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match=r"gone\.tmx: there is no such file"):
        read_map(tmp_path / "gone.tmx")


def report(folder: Path, *layers: str, width: int = 6, height: int = 4) -> list[str]:
    return read_map(save(folder, tmx(*layers, width=width, height=height))).report.lines()


def errors(folder: Path, *layers: str, width: int = 6, height: int = 4) -> list[str]:
    return read_map(save(folder, tmx(*layers, width=width, height=height))).playable()


def test_a_side_that_cannot_be_reached(tmp_path: Path) -> None:
    rows = floor(6, 4)
    for row in rows:
        row[3] = WALL
    (error,) = errors(tmp_path, tiles("ground", rows), SPAWNS)
    assert "object 1002 at x 320, y 0 (cell 5, 0)" in error
    assert "the start of side party cannot be reached, not even with every door open" in error


def test_thin_walls_part_the_sides_too_and_doors_join_them(tmp_path: Path) -> None:
    whole = objects("edges", line(1, (3, 0), (3, 4)))
    assert len(errors(tmp_path, GROUND, whole, SPAWNS)) == 1
    parted = objects("edges", line(1, (3, 0), (3, 2)), line(2, (3, 2), (3, 3), kind="door", state="locked"),
                     line(3, (3, 3), (3, 4)))  # fmt: skip
    assert errors(tmp_path, GROUND, parted, SPAWNS) == []


def test_a_ledge_parts_the_sides_and_a_ramp_joins_them(tmp_path: Path) -> None:
    high = rectangle(1, "Elevation", 3, 0, 3, 4, feet=10.0)
    assert len(errors(tmp_path, GROUND, objects("elevation", high), SPAWNS)) == 1
    ramp = rectangle(2, "Elevation", 2, 2, 1, 1, feet=5.0, ramp=True)
    assert errors(tmp_path, GROUND, objects("elevation", high, ramp), SPAWNS) == []


def test_a_spawn_in_a_wall(tmp_path: Path) -> None:
    rows = floor(6, 4)
    rows[0][0] = WALL
    found = errors(tmp_path, tiles("ground", rows), SPAWNS)
    assert "object 1001 at x 0, y 0 (cell 0, 0): the Spawn of side party lies in solid cells" in found[0]


def test_a_side_without_spawn(tmp_path: Path) -> None:
    (error,) = errors(tmp_path, GROUND, objects("spawns", rectangle(1, "Spawn", 0, 0, 2, 2)))
    assert "side foe has no Spawn: draw a rectangle of class Spawn with side = foe in the layer spawns" in error


def test_too_large_to_play_on(tmp_path: Path) -> None:
    wide = MAX_PLAY + 1
    (error,) = errors(tmp_path, tiles("ground", floor(wide, 2)), SPAWNS, width=wide, height=2)
    assert f"the map has {wide} x 2 cells; battles are fought on at most 250 x 250" in error


@pytest.mark.parametrize(
    ("layers", "says"),
    [
        (
            [objects("zones", rectangle(1, "Zone", 0, 0, 3, 4, "A"), rectangle(2, "Zone", 2, 0, 4, 4, "B"))],
            "zone B overlaps zone A on 2, 0; 2, 1; 2, 2; 2, 3; the one drawn first keeps them",
        ),
        ([objects("zones", rectangle(1, "Zone", 0, 0, 3, 4))], "12 cells that can be stood on belong to no zone: 3,"),
        (
            [objects("edges", line(1, (0, 0), (1, 0), kind="door"))],
            "the door leads nowhere: cell 0, -1 beside it is solid or off the map",
        ),
        (
            [objects("zones", rectangle(1, "Zone", 0, 0, 6, 4), point(2, "Border", 2, 2))],
            "the Border does not lie between two zones",
        ),
        ([objects("zones", rectangle(1, "Zonne", 0, 0, 6, 4))], "the class 'Zonne' is not one of the game's; did"),
        (
            [objects("features", rectangle(1, "Feature", 1, 1, 1, 1).replace("></object>", '><properties><property '
             'name="linked" type="object" value="77"/></properties></object>'))],
            "it is linked to object 77, which is none of the game's",
        ),
    ],
)  # fmt: skip
def test_warnings(tmp_path: Path, layers: list[str], says: str) -> None:
    assert any(text.startswith("warning") and says in text for text in report(tmp_path, GROUND, *layers, SPAWNS))


def test_walls_that_meet_at_a_corner(tmp_path: Path) -> None:
    rows = floor(6, 4)
    rows[1][2] = rows[2][3] = WALL
    lines = report(tmp_path, tiles("walls", rows), SPAWNS)
    assert any("walls touch only at a corner near cells 2, 1: nobody sees or walks through" in text for text in lines)


def test_a_thing_in_a_wall(tmp_path: Path) -> None:
    rows = floor(6, 4)
    rows[2][2] = WALL
    bench = objects("features", point(1, "Feature", 2.5, 2.5, kind="thing", thing="bench"))
    lines = report(tmp_path, GROUND, tiles("walls", rows, 2), SPAWNS, bench)
    assert any("the bench lies in a solid cell; move it beside" in text for text in lines)


def test_more_starters_than_room(tmp_path: Path) -> None:
    spawns = objects(
        "spawns", rectangle(1, "Spawn", 0, 0, 1, 2, count=3), rectangle(2, "Spawn", 5, 0, 1, 1, side="foe")
    )
    assert any("3 start here, and there are only 2 free cells" in text for text in report(tmp_path, GROUND, spawns))


def test_open_ground_that_nobody_reaches(tmp_path: Path) -> None:
    rows = floor(6, 4)
    rows[3][5] = FLOOR
    rows[2][5] = rows[3][4] = CRATE
    lines = report(tmp_path, tiles("ground", rows), SPAWNS)
    assert "note: 1 open cell cannot be reached from any start, the first at 5, 3" in lines


def test_a_missing_picture_is_a_warning(tmp_path: Path) -> None:
    path = save(tmp_path, tmx(GROUND, SPAWNS))
    (path.parent / "floor_1.png").unlink()
    chart = read_map(path)
    assert chart.picture.tiles[1].path is None
    assert any("tile 0: the picture 'floor_1.png' does not exist; a chequered tile" in t for t in chart.report.lines())


@pytest.mark.parametrize(
    ("reference", "why"),
    [
        ("gone.tsx", "tileset 'gone.tsx': the tileset does not exist; put it back"),
        (
            "../../../elsewhere/x.tsx",
            "lies outside the map's own folders; copy it beside the map, or let the game read",
        ),
        ("/etc/x.tsx", "is not a path relative to the map"),
        ("floor_1.png", "is not a file of a kind that belongs here"),
        ("broken.tsx", "the tileset cannot be read: broken.tsx: line 1, column"),
        ("map.tmx/../other.xml", "the tileset cannot be read: other.xml holds <map>, not <tileset>"),
    ],
)
def test_without_its_tileset_a_map_is_chequered_and_says_so(tmp_path: Path, reference: str, why: str) -> None:
    sets = f'<tileset firstgid="1" source="{reference}"/>'
    path = save(tmp_path, tmx(tiles("ground", floor(6, 4)), SPAWNS, tilesets=sets))
    (path.parent / "broken.tsx").write_text("<tileset")
    (path.parent / "other.xml").write_text("<map/>")
    chart = read_map(path)
    assert chart.playable() == []
    assert any(text.startswith("warning: ") and why in text for text in chart.report.lines())
    drawn = {chart.picture.tiles[number] for number in chart.picture.layers[0].tiles}
    assert [(tile.path, tile.width, tile.height) for tile in drawn] == [(None, 64, 64)]


def test_a_tile_that_no_tileset_has(tmp_path: Path) -> None:
    rows = floor(6, 4)
    rows[3][3] = 500
    lines = report(tmp_path, tiles("ground", rows), SPAWNS)
    assert any("1 tile numbers belong to no tileset and are left empty, such as 500" in text for text in lines)


def test_the_report_lists_layers_and_puts_the_gravest_first(tmp_path: Path) -> None:
    lines = report(tmp_path, GROUND, objects("zones", rectangle(1, "Zone", 0, 0, 3, 4)), SPAWNS)
    assert lines[:4] == [
        "map.tmx: layers read",
        "  ground: ground",
        "  zones: zones, 1 objects",
        "  spawns: spawns, 2 objects",
    ]
    kinds = [text.split(":")[0] for text in lines[4:]]
    assert kinds == sorted(kinds, key=["error", "warning", "guess", "note"].index)


def test_sides_in_sight_and_sides_unlike(tmp_path: Path) -> None:
    spawns = objects("spawns", rectangle(1, "Spawn", 0, 0, 1, 1), rectangle(2, "Spawn", 4, 0, 2, 3, side="foe"))
    goal = objects("features", rectangle(3, "Feature", 3, 0, 1, 1), number=95)
    lines = check_map(read_map(save(tmp_path, tmx(GROUND, spawns, goal)))).lines()
    assert any("sides foe and party start in sight of each other: 100 of 100 pairs" in text for text in lines)
    assert any("unlike room to deploy: foe 6 cells, party 1; enlarge the smaller Spawn" in text for text in lines)
    wall = objects("edges", line(9, (2, 0), (2, 3)), number=96)
    lines = check_map(read_map(save(tmp_path, tmx(GROUND, spawns, goal, wall)))).lines()
    assert not any("in sight of each other" in text for text in lines)
    assert any("the ways to the objective differ: side foe walks 2 cells, side party 9" in text for text in lines)


def test_a_map_that_cannot_be_played_is_not_looked_at_further(tmp_path: Path) -> None:
    chart = read_map(save(tmp_path, tmx(GROUND, objects("spawns", rectangle(1, "Spawn", 0, 0, 2, 2)))))
    assert check_map(chart) == chart.report
