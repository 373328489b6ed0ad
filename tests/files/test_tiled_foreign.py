"""Maps drawn for other programs: read leniently, and every guess told."""

from __future__ import annotations

import base64
import gzip
import json
import struct
import zlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.files.tiled import Chart, read_map
from game.files.tiled.layers import patches
from tests.files.drawing import RUG, line, objects, point, property_, rectangle, save, tiles

SHEET = '<image source="sheet.png" width="256" height="128"/>'


def foreign(*layers: str, width: int = 6, height: int = 4, inside: str = "", head: str = "") -> str:
    """A map without any of our words: a sheet of 4 x 2 tiles of 64 px."""
    return (
        f'<map version="1.0" orientation="orthogonal" width="{width}" height="{height}" tilewidth="64" '
        f'tileheight="64" {head}><tileset firstgid="1" name="s" tilewidth="64" tileheight="64" tilecount="8" '
        f'columns="4">{SHEET}{inside}</tileset>{"".join(layers)}</map>'
    )


def read(folder: Path, text: str) -> Chart:
    return read_map(save(folder, text))


def solid(chart: Chart) -> set[tuple[int, int]]:
    field = chart.field
    return {(x, y) for y in range(field.height) for x in range(field.width) if field.at((x, y)).blocks_move}


def guesses(chart: Chart) -> list[str]:
    return [entry.text for entry in chart.report.entries if entry.severity == "guess"]


def rows(*marked: tuple[int, int], gid: int = 2, other: int = 1) -> list[list[int]]:
    return [[gid if (x, y) in marked else other for x in range(6)] for y in range(4)]


@pytest.mark.parametrize(
    "said",
    [
        property_("solid", True),
        property_("Collides", "true"),
        property_("blocked", 1),
        property_("walkable", False),
        property_("passable", "0"),
        property_("opaque", True),
    ],
)
def test_properties_of_tiles(tmp_path: Path, said: str) -> None:
    inside = f'<tile id="1"><properties>{said}</properties></tile>'
    chart = read(tmp_path, foreign(tiles("floor", rows((2, 1), (2, 2))), inside=inside))
    assert solid(chart) == {(2, 1), (2, 2)}
    assert guesses(chart)[0].startswith("2 cells block, because tiles there have a property such as")


@pytest.mark.parametrize("said", [property_("solid", False), property_("walkable", True), property_("speed", 3)])
def test_properties_that_say_no(tmp_path: Path, said: str) -> None:
    inside = f'<tile id="1"><properties>{said}</properties></tile>'
    chart = read(tmp_path, foreign(tiles("floor", rows((2, 1))), inside=inside))
    assert solid(chart) == set()
    assert "it is played as an open floor" in guesses(chart)[0]


@pytest.mark.parametrize("name", ["Collision", "walls", "OBSTACLES", "solid"])
def test_layers_named_for_what_they_do(tmp_path: Path, name: str) -> None:
    chart = read(tmp_path, foreign(tiles("floor", rows()), tiles(name, rows((3, 3), gid=5, other=0), 2)))
    assert solid(chart) == {(3, 3)}
    things = objects(
        "Collisions", rectangle(1, "", 1, 1, 2, 1), '<object id="2" x="320" y="130" width="20" height="9"/>'
    )
    chart = read(tmp_path, foreign(tiles("floor", rows()), things))
    assert solid(chart) == {(1, 1), (2, 1), (5, 2)}, "a thin shape blocks the cell it is in"


def test_collision_shapes_of_tiles(tmp_path: Path) -> None:
    large = '<tile id="1"><objectgroup><object id="1" x="0" y="0" width="64" height="40"/></objectgroup></tile>'
    small = '<tile id="2"><objectgroup><object id="1" x="0" y="0" width="20" height="20"/></objectgroup></tile>'
    grid = rows((1, 1))
    grid[2][2] = 3
    chart = read(tmp_path, foreign(tiles("floor", grid), inside=large + small))
    assert solid(chart) == {(1, 1)}
    assert len(chart.picture.layers) == 1, "collision shapes are no layer of the map"


def test_objects_called_like_figures(tmp_path: Path) -> None:
    drawn = objects("things", rectangle(1, "", 0, 0, 1, 1, "Player 1"), rectangle(2, "monster", 5, 3, 1, 1, "Orc"),
                    rectangle(3, "wall", 2, 1, 1, 1))  # fmt: skip
    chart = read(tmp_path, foreign(tiles("floor", rows()), drawn))
    assert [(spawn.side, spawn.cells) for spawn in chart.field.spawns] == [("party", ((0, 0),)), ("foe", ((5, 3),))]
    assert solid(chart) == {(2, 1)}
    assert chart.playable() == []


def test_without_spawns_the_sides_start_at_the_far_ends_of_the_largest_ground(tmp_path: Path) -> None:
    walls = rows((1, 0), (1, 1), (1, 2), (1, 3), gid=2, other=0)
    chart = read(tmp_path, foreign(tiles("floor", rows()), tiles("walls", walls, 2)))
    party, foe = chart.field.spawns
    assert not set(party.cells) & set(foe.cells)
    assert all(x > 1 for x, _ in party.cells + foe.cells)
    assert chart.playable() == []


def test_our_class_names_in_other_mouths_are_no_faults(tmp_path: Path) -> None:
    drawn = objects("logic", rectangle(1, "Zone", 0, 0, 2, 2, kind="danger"), rectangle(2, "Edge", 0, 0, 1, 1))
    chart = read(tmp_path, foreign(tiles("floor", rows()), drawn))
    assert any("the property kind of Zone is 'danger'" in entry.text for entry in chart.report.entries)
    assert chart.field.edges == ()


@pytest.mark.parametrize(
    ("thing", "why"),
    [
        (rectangle(1, "Spawn", 0, 0, 1, 1), "it has no property side"),
        (rectangle(1, "Spawn", 0, 0, 1, 1, side="left"), "its side is 'left'"),
        (rectangle(1, "spawn", 0, 0, 1, 1, wave=3), "it has a property 'wave'"),
        (rectangle(1, "Zone", 0, 0, 2, 2, damage=4), "it has a property 'damage'"),
        (point(1, "Zone", 1, 1), "it is a point"),
        (rectangle(1, "Zone", 90, 0, 2, 2), "it covers no cell"),
        (rectangle(1, "Edge", 0, 0, 2, 2), "it does not follow cells"),
        (rectangle(1, "Elevation", 0, 0, 2, 2), "it has no property feet"),
        (rectangle(1, "Feature", 0, 0, 2, 2), "it has no property kind"),
    ],
)
def test_what_is_called_like_ours_and_makes_no_sense_is_left_to_guessing(tmp_path: Path, thing: str, why: str) -> None:
    chart = read(tmp_path, foreign(tiles("floor", rows()), objects("logic", thing)))
    field = chart.field
    assert (field.zones, field.edges, field.features, any(field.floor)) == ((), (), (), False)
    assert {spawn.side for spawn in field.spawns} == {"party", "foe"}
    assert any(f"{why}, so it is not taken for the game's" in text for text in guesses(chart))
    assert chart.playable() == []


@pytest.mark.parametrize(
    ("drawn", "why"),
    [
        (line(1, (1, 0), (4, 3)), "it runs slantwise from corner 1, 0 to 4, 3"),
        (line(1, (0, 0), (2.5, 1)), "its vertex at x 160, y 64 lies off the corners"),
        (line(1, (0, 0), (2, 0), (3, 2)), "it runs slantwise from corner 2, 0 to 3, 2"),
    ],
)
@pytest.mark.parametrize("layer", ["edges", "things"])
def test_an_edge_that_cannot_be_played_is_a_warning(tmp_path: Path, drawn: str, why: str, layer: str) -> None:
    chart = read(tmp_path, foreign(tiles("floor", rows()), objects(layer, drawn)))
    assert chart.field.edges == ()
    told = [entry.text for entry in chart.report.entries if entry.severity == "warning"]
    assert any(f"layer {layer!r}, object 1" in text and why in text for text in told)
    assert not any("object 1" in text for text in guesses(chart)), "and no guess as well"
    assert solid(chart) == set()


def test_a_slanting_edge_in_a_layer_of_walls_is_told_and_blocks_what_it_runs_through(tmp_path: Path) -> None:
    chart = read(tmp_path, foreign(tiles("floor", rows()), objects("walls", line(1, (1, 0), (4, 3)))))
    assert solid(chart) == {(1, 0), (2, 1), (3, 2), (4, 3)}
    assert any("it runs slantwise" in entry.text for entry in chart.report.entries if entry.severity == "warning")


def test_what_is_called_like_ours_and_makes_sense_is_taken_and_the_rest_is_guessed(tmp_path: Path) -> None:
    drawn = objects(
        "logic",
        rectangle(1, "Spawn", 0, 0, 1, 2, side="party"),
        rectangle(2, "Zone", 0, 0, 3, 4, name="West"),
        line(3, (3, 0), (3, 2), kind="wall"),
        point(4, "spawn", 5.5, 3.5),
    )
    field = read(tmp_path, foreign(tiles("floor", rows()), drawn)).field
    assert [(spawn.side, spawn.cells) for spawn in field.spawns] == [("party", ((0, 0), (0, 1))), ("foe", ((5, 3),))]
    assert [zone.name for zone in field.zones] == ["West"]
    assert [(edge.a, edge.b) for edge in field.edges] == [((3, 0), (3, 2))]


@pytest.mark.parametrize("layer", ["spawns", "zones", "edges", "features"])
def test_a_layer_called_like_ours_does_not_make_a_map_ours(tmp_path: Path, layer: str) -> None:
    things = objects(layer, rectangle(1, "", 0, 0, 1, 1, "lever 3", sound="creak"), rectangle(2, "Thing", 1, 0, 1, 1))
    assert read(tmp_path, foreign(tiles("floor", rows()), things)).playable() == []


def test_starts_of_nobody_are_shared_by_their_ends(tmp_path: Path) -> None:
    places = [point(n, "spawn", x + 0.5, y + 0.5) for n, (x, y) in enumerate([(0, 0), (5, 3), (1, 0), (5, 2)], 1)]
    spawns = read(tmp_path, foreign(tiles("floor", rows()), objects("arena", *places))).field.spawns
    assert [spawn.side for spawn in spawns] == ["party", "foe", "party", "foe"]


def test_figures_are_told_by_their_layer_and_by_a_property(tmp_path: Path) -> None:
    enemies = objects("Enemies", rectangle(1, "", 5, 3, 1, 1, "Goblin"))
    spawn = objects("things", rectangle(2, "spawn", 0, 0, 1, 1, team="player"), number=91)
    spawns = read(tmp_path, foreign(tiles("floor", rows()), enemies, spawn)).field.spawns
    assert {(each.side, each.cells, each.unit) for each in spawns} == {
        ("foe", ((5, 3),), "goblin"),
        ("party", ((0, 0),), ""),
    }


def test_an_infinite_map_is_cropped_and_its_objects_move_along(tmp_path: Path) -> None:
    data = (
        '<data encoding="csv"><chunk x="-16" y="-16" width="16" height="16">'
        + ",".join("1" if y == 15 and x >= 10 else "0" for y in range(16) for x in range(16))
        + '</chunk><chunk x="0" y="-16" width="16" height="16">'
        + ",".join("1" if y == 15 and x < 3 else "0" for y in range(16) for x in range(16))
        + "</chunk></data>"
    )
    layer = f'<layer id="1" name="floor" width="30" height="20">{data}</layer>'
    drawn = objects("things", rectangle(1, "player", -6, -1, 1, 1), rectangle(2, "enemy", 2, -1, 1, 1))
    chart = read(tmp_path, foreign(layer, drawn, width=30, height=20, head='infinite="1"'))
    assert (chart.field.width, chart.field.height, chart.origin) == (9, 1, (-6, -1))
    assert [spawn.cells for spawn in chart.field.spawns] == [((0, 0),), ((8, 0),)]
    assert any("the map is infinite: cropped to the 9 x 1 cells" in entry.text for entry in chart.report.entries)


@settings(deadline=None)
@given(
    st.lists(st.integers(0, 2**32 - 1), min_size=12, max_size=12),
    st.sampled_from(["csv", "xml", "base64", "zlib", "gzip"]),
)
def test_all_encodings_say_the_same(gids: list[int], way: str) -> None:
    from xml.etree.ElementTree import fromstring

    raw = struct.pack("<12I", *gids)
    packed = {"base64": raw, "zlib": zlib.compress(raw), "gzip": gzip.compress(raw)}.get(way, b"")
    text = {
        "csv": f'<data encoding="csv">\n{",".join(map(str, gids))},\n</data>',
        "xml": "<data>" + "".join(f'<tile gid="{gid}"/>' for gid in gids) + "</data>",
    }.get(way) or (
        f'<data encoding="base64"{"" if way == "base64" else f" compression={way!r}"}>\n  '
        f"{base64.b64encode(packed).decode()}\n</data>"
    )
    (patch,) = patches(fromstring(text), 4, 3, 100)
    assert patch.gids == gids


def test_templates(tmp_path: Path) -> None:
    home = tmp_path / "maps"
    home.mkdir()
    (home / "goblin.tx").write_text(
        '<template><object name="Goblin" type="enemy" width="64" height="64"><properties>'
        '<property name="hp" type="int" value="3"/></properties></object></template>'
    )
    drawn = objects("things", '<object id="4" template="goblin.tx" x="320" y="192"/>', rectangle(5, "hero", 0, 0, 1, 1))
    chart = read(tmp_path, foreign(tiles("floor", rows()), drawn))
    assert {(spawn.side, spawn.cells, spawn.unit) for spawn in chart.field.spawns} == {
        ("foe", ((5, 3),), "goblin"),
        ("party", ((0, 0),), ""),
    }
    lost = objects("things", '<object id="4" template="gone.tx" x="320" y="192"/>')
    chart = read(tmp_path, foreign(tiles("floor", rows()), lost))
    assert any("the template 'gone.tx' does not exist" in entry.text for entry in chart.report.entries)


def test_a_tileset_saved_as_json(tmp_path: Path) -> None:
    home = tmp_path / "maps"
    home.mkdir()
    tileset = {
        "name": "j", "tilewidth": 64, "tileheight": 64, "tilecount": 8, "columns": 4, "image": "sheet.png",
        "imagewidth": 256, "imageheight": 128,
        "tiles": [{"id": 1, "properties": [{"name": "solid", "type": "bool", "value": True}]}],
    }  # fmt: skip
    (home / "j.tsj").write_text(json.dumps(tileset))
    text = foreign(tiles("floor", rows((4, 2))))
    head, tail = text.split("<tileset", 1)
    chart = read(tmp_path, head + '<tileset firstgid="1" source="j.tsj"/>' + tail.split("</tileset>", 1)[1])
    assert solid(chart) == {(4, 2)}
    assert chart.picture.tiles[1].path is not None and chart.picture.tiles[1].path.name == "sheet.png"


def test_parts_of_a_sheet(tmp_path: Path) -> None:
    picture = read(tmp_path, foreign(tiles("floor", rows((0, 0), gid=6)))).picture
    assert picture.tiles[picture.layers[0].tiles[0]].rect == (64, 64, 64, 64)
    assert picture.tiles[picture.layers[0].tiles[1]].rect == (0, 0, 64, 64)


def test_a_picture_behind_everything(tmp_path: Path) -> None:
    image = '<image source="sheet.png" width="384" height="256"/>'
    image = f'<imagelayer id="9" name="art" offsetx="3" visible="0">{image}</imagelayer>'
    chart = read(tmp_path, foreign(image))
    (layer,) = chart.picture.layers
    assert (layer.image is not None, layer.image_size, layer.offset, layer.visible) == (
        True,
        (256, 128),
        (3, 0),
        False,
    ), "a picture knows its size better than a map"
    assert solid(chart) == set(), "a map that is one picture is open floor"


def test_cells_without_tiles_are_rock_where_a_floor_is_drawn(tmp_path: Path) -> None:
    chart = read(tmp_path, foreign(tiles("floor", rows((0, 0), (1, 0), (2, 0), gid=1, other=0))))
    assert len(solid(chart)) == 21
    assert any("21 cells have no tile and count as solid rock" in entry.text for entry in chart.report.entries)


def test_odd_things_do_no_harm(tmp_path: Path) -> None:
    odd = (
        '<properties><property name="name" value="x"/><property name="width" type="int" value=""/>'
        '<property name="c" type="class" propertytype="T"><properties><property name="d" value="1"/>'
        "</properties></property></properties>"
    )
    layers = [
        tiles("same", rows(), 1, 'offsetx="0.5"').replace("<data", odd + "<data", 1),
        tiles("same", rows((1, 1), gid=RUG), 1),
        objects("same", '<object id="1"><text>Hello</text></object>', '<object id="1" x="1e999" y="nan"/>',
                '<object id="1"><polygon points="0,0 nan,1 inf,3"/></object>', "<object/>"),
        '<imagelayer id="4" name="nothing"/>',
        '<group name="empty"/>',
        '<layer id="6" name="hollow" width="6" height="4"/>',
    ]  # fmt: skip
    chart = read(tmp_path, foreign(*layers, inside='<tile id="x"/><tile id="-4"/><tile/>'))
    assert [layer.name for layer in chart.picture.layers] == ["same", "same"]
    assert chart.picture.layers[0].offset == (0.5, 0.0)


def test_a_sheet_smaller_than_its_tileset_says(tmp_path: Path) -> None:
    path = save(tmp_path, foreign(tiles("floor", rows((0, 0), gid=8))))
    size = struct.pack(">II", 128, 64)
    (path.parent / "sheet.png").write_bytes(b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + b"IHDR" + size + bytes(40))
    chart = read_map(path)
    assert any("the picture is 128 x 64 px and was 256 x 128" in entry.text for entry in chart.report.entries)
    assert chart.picture.tiles[chart.picture.layers[0].tiles[0]].path is None
    assert chart.picture.tiles[chart.picture.layers[0].tiles[1]].path is not None
