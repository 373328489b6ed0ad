"""Maps in every way that Tiled writes them, and what of them is drawn."""

from __future__ import annotations

import base64
import json
import struct
from pathlib import Path
from typing import Any

import pytest

from game.files.errors import BadFile
from game.files.sources import only_map, read_world
from game.files.tiled import Chart, read_map
from game.files.tiled.documents import properties_of, read_document
from tests.files.drawing import objects, packed_zstd, png, save, tiles
from tests.files.test_tiled_foreign import foreign, read, rows, solid


def document(folder: Path, data: Any) -> Any:
    path = folder / "x.json"
    path.write_text(json.dumps(data))
    return read_document(path)


def test_properties_in_json_are_those_of_xml(tmp_path: Path) -> None:
    entries = [
        {"name": "solid", "type": "bool", "value": True},
        {"name": "hp", "type": "int", "value": 3},
        {"name": "share", "type": "float", "value": 0.5},
        {"name": "word", "value": "x"},
        {"name": "body", "type": "class", "propertytype": "Body", "value": {"solid": False, "size": {"wide": 2}}},
        {"name": "odd", "value": None},
        "nonsense",
    ]
    found = properties_of(document(tmp_path, {"type": "map", "properties": entries}))
    assert {name: (entry.type, entry.text) for name, entry in found.items()} == {
        "solid": ("bool", "true"),
        "hp": ("int", "3"),
        "share": ("float", "0.5"),
        "word": ("string", "x"),
        "body.solid": ("bool", "false"),
        "body.size.wide": ("int", "2"),
    }


def test_properties_of_old_json_are_listed_by_name(tmp_path: Path) -> None:
    old = {"layers": [], "properties": {"solid": "true", "hp": 3}, "propertytypes": {"hp": "int"}}
    found = properties_of(document(tmp_path, old))
    assert {name: (entry.type, entry.text) for name, entry in found.items()} == {
        "solid": ("string", "true"),
        "hp": ("int", "3"),
    }


def test_layers_and_objects_of_json(tmp_path: Path) -> None:
    chunk = {"x": -16, "y": 0, "width": 1, "height": 1, "data": [7]}
    shapes = [{"id": 1, "ellipse": True}, {"polygon": [{"x": 0, "y": 1.5}]}, {"text": {"text": "Hi"}}]
    drawn = {
        "type": "map",
        "infinite": True,
        "layers": [
            {"type": "tilelayer", "name": "a", "visible": False, "chunks": [chunk]},
            {"type": "tilelayer", "name": "b", "data": "AQAAAA==", "encoding": "base64", "compression": ""},
            {"type": "imagelayer", "image": "x.png", "imagewidth": 9, "transparentcolor": "#ff00ff", "repeatx": True},
            {"type": "objectgroup", "objects": shapes},
            {"type": "portal"},
        ],
    }
    root = document(tmp_path, drawn)
    assert root.get("infinite") == "1"
    first, second, image, group = list(root)
    assert (first.get("visible"), first.find("data/chunk").text, first.find("data").get("encoding")) == (
        "0",
        "7",
        "csv",
    )
    assert (second.find("data").get("encoding"), second.find("data").text) == ("base64", "AQAAAA==")
    assert image.find("image").attrib == {"source": "x.png", "width": "9", "trans": "#ff00ff"}
    assert image.get("repeatx") == "1"
    ellipse, polygon, text = list(group)
    assert ellipse.find("ellipse") is not None and "ellipse" not in ellipse.attrib
    assert polygon.find("polygon").get("points") == "0,1.5"
    assert text.find("text").text == "Hi"


@pytest.mark.parametrize("data", [[1], {"layers": 3, "type": "x"}, {"a": 1}, "x", 3, None])
def test_json_that_is_nothing_of_tiled_is_refused(tmp_path: Path, data: Any) -> None:
    path = tmp_path / "x.tmj"
    path.write_text(json.dumps(data))
    with pytest.raises(BadFile, match=r"x\.tmj"):
        read_map(path)


@pytest.mark.parametrize("where", ["layers", "tilesets", "properties", "width", "tilewidth"])
@pytest.mark.parametrize("value", [None, 3, "x", [], [3], {}, {"x": []}, [[]], -1, 10**30])
def test_json_of_odd_types_is_read_or_refused(tmp_path: Path, where: str, value: Any) -> None:
    path = tmp_path / "x.tmj"
    whole = {"type": "map", "width": 4, "height": 4, "tilewidth": 16, "tileheight": 16, "layers": [], "tilesets": []}
    path.write_text(json.dumps({**whole, where: value}))
    try:
        read_map(path)
    except BadFile as error:
        assert "x.tmj" in str(error)


def test_a_layer_packed_with_zstd(tmp_path: Path) -> None:
    raw = struct.pack("<24I", *[1] * 20, 2, 2, 2, 2)
    data = base64.b64encode(packed_zstd(raw)).decode()
    packed = f'<data encoding="base64" compression="zstd">{data}</data>'
    layer = f'<layer id="2" name="walls" width="6" height="4">{packed}</layer>'
    floor = '<tile id="0"><properties><property name="walkable" value="1"/></properties></tile>'
    chart = read(tmp_path, foreign(tiles("floor", rows()), layer, inside=floor))
    assert solid(chart) == {(2, 3), (3, 3), (4, 3), (5, 3)}


def test_empty_layers_of_infinite_maps(tmp_path: Path) -> None:
    chunk = f'<chunk x="0" y="0" width="6" height="4">{",".join(["1"] * 24)}</chunk>'
    full = f'<layer id="1" name="floor" width="6" height="4"><data encoding="csv">{chunk}</data></layer>'
    empty = [
        f'<layer id="{n}" name="e{n}" width="6" height="4"><data{how}></data></layer>'
        for n, how in enumerate(("", ' encoding="csv"', ' encoding="base64" compression="zlib"'), 2)
    ]
    chart = read(tmp_path, foreign(full, *empty, head='infinite="1"'))
    assert (chart.field.width, chart.field.height) == (6, 4)
    assert chart.playable() == []


def drawn(folder: Path, text: str, **pictures: bytes) -> Chart:
    path = save(folder, text)
    for name, data in pictures.items():
        (path.parent / f"{name}.png").write_bytes(data)
    return read_map(path)


@pytest.mark.parametrize(
    ("said", "size", "offset"),
    [
        ("", (32, 64), (0, 0)),
        ('tilerendersize="tile" fillmode="stretch"', (32, 64), (0, 0)),
        ('tilerendersize="grid"', (64, 64), (0, 0)),
        ('tilerendersize="grid" fillmode="preserve-aspect-fit"', (32, 64), (16, 0)),
    ],
)
def test_tiles_are_drawn_in_their_size_or_as_large_as_a_cell(
    tmp_path: Path, said: str, size: tuple[int, int], offset: tuple[int, int]
) -> None:
    text = foreign(tiles("floor", rows(gid=9, other=9)))
    tall = f'<tileset firstgid="9" name="t" tilewidth="32" tileheight="64" tilecount="1" columns="0" {said}>'
    tall += '<tile id="0"><image source="tall.png" width="32" height="64"/></tile></tileset>'
    chart = drawn(tmp_path, text.replace("</tileset>", "</tileset>" + tall, 1), tall=png(32, 64))
    image = chart.picture.tiles[chart.picture.layers[0].tiles[0]]
    assert ((image.width, image.height), image.offset) == (size, offset)


@pytest.mark.parametrize(
    ("alignment", "corner"),
    [("", (100, 68)), ("bottomleft", (100, 68)), ("topleft", (100, 100)), ("center", (84, 84)), ("right", (68, 84))],
)
def test_tiles_put_down_hang_on_the_point_that_their_tileset_says(
    tmp_path: Path, alignment: str, corner: tuple[float, float]
) -> None:
    put = objects("props", '<object id="1" gid="2" x="100" y="100" width="32" height="32"/>')
    text = foreign(tiles("floor", rows()), put).replace('columns="4"', f'columns="4" objectalignment="{alignment}"')
    (placed,) = read(tmp_path, text).picture.layers[1].placed
    assert (placed.x, placed.y) == corner


def test_a_tile_turned_about_its_middle_stays_there(tmp_path: Path) -> None:
    put = objects("props", '<object id="1" gid="2" x="100" y="100" width="32" height="32" rotation="90"/>')
    text = foreign(tiles("floor", rows()), put).replace('columns="4"', 'columns="4" objectalignment="center"')
    (placed,) = read(tmp_path, text).picture.layers[1].placed
    assert (placed.x, placed.y + placed.height) == pytest.approx((84, 84)), "the corner it turns about"


ANIMATED = (
    '<tile id="1"><properties><property name="solid" type="bool" value="true"/></properties><animation>'
    '<frame tileid="5" duration="100"/><frame tileid="1" duration="250"/></animation></tile>'
)


def frames_of(chart: Chart, index: int = 7) -> list[tuple[Any, int]]:
    """The part of its sheet and the milliseconds of each picture that the tile of a cell shows in turn."""
    tile = chart.picture.tiles[chart.picture.layers[0].tiles[index]]
    return [(frame.image.rect, frame.lasts) for frame in tile.frames]


def test_an_animated_tile_shows_its_pictures_in_turn_and_keeps_its_own_meaning(tmp_path: Path) -> None:
    chart = read(tmp_path, foreign(tiles("floor", rows((1, 1))), inside=ANIMATED))
    assert chart.picture.tiles[chart.picture.layers[0].tiles[7]].rect == (64, 64, 64, 64)
    assert frames_of(chart) == [((64, 64, 64, 64), 100), ((64, 0, 64, 64), 250)]
    assert not frames_of(chart, 0)
    assert solid(chart) == {(1, 1)}


def test_a_turned_tile_is_turned_in_all_its_pictures(tmp_path: Path) -> None:
    turned = rows()
    turned[1][1] = 2 | 1 << 31
    chart = read(tmp_path, foreign(tiles("floor", turned), inside=ANIMATED))
    tile = chart.picture.tiles[chart.picture.layers[0].tiles[7]]
    assert tile.flip_x and [frame.image.flip_x for frame in tile.frames] == [True, True]


def test_animations_in_json_are_those_of_xml(tmp_path: Path) -> None:
    (tmp_path / "maps").mkdir()
    tileset = {
        "name": "j", "tilewidth": 64, "tileheight": 64, "tilecount": 8, "columns": 4, "image": "sheet.png",
        "imagewidth": 256, "imageheight": 128, "properties": [{"name": "scattered", "type": "bool", "value": True}],
        "tiles": [{"id": 1, "animation": [{"tileid": 5, "duration": 100}, {"tileid": 1, "duration": 250}]}],
    }  # fmt: skip
    (tmp_path / "maps" / "j.tsj").write_text(json.dumps(tileset))
    head, tail = foreign(tiles("floor", rows((1, 1)))).split("<tileset", 1)
    chart = read(tmp_path, head + '<tileset firstgid="1" source="j.tsj"/>' + tail.split("</tileset>", 1)[1])
    assert frames_of(chart) == [((64, 64, 64, 64), 100), ((64, 0, 64, 64), 250)]
    assert chart.picture.tiles[chart.picture.layers[0].tiles[7]].scattered


@pytest.mark.parametrize(
    ("written", "shown", "told"),
    [
        (
            '<frame tileid="5" duration="0"/><frame tileid="1" duration="9"/><frame tileid="2" duration="9"/>',
            2,
            "2 are",
        ),
        ('<frame tileid="5" duration="-4"/>', 0, "has 1 pictures, of which 0 are shown"),
        ('<frame tileid="5"/><frame tileid="1" duration="9"/>', 0, "a duration of 1 to 3600000 ms"),
        ('<frame duration="9"/><frame tileid="1" duration="9"/>', 0, "with the number of a tile"),
        ('<frame tileid="5" duration="9"/><frame tileid="x" duration="1e99"/>', 0, "of which 1 are"),
        ('<frame tileid="1" duration="9"/>' * 101, 100, "at most 100 are"),
        ('<frame tileid="1" duration="9"/><frame tileid="8" duration="9"/>', 0, "that the tileset does not have"),
    ],
)
def test_pictures_of_an_animation_that_cannot_be_shown_are_told_and_left_out(
    tmp_path: Path, written: str, shown: int, told: str
) -> None:
    inside = f'<tile id="1"><animation>{written}</animation></tile>'
    chart = read(tmp_path, foreign(tiles("floor", rows((1, 1))), inside=inside))
    assert len(frames_of(chart)) == shown, "one alone is no animation"
    entries = [entry for entry in chart.report.entries if "animation" in entry.text]
    assert [entry.severity for entry in entries] == ["warning"]
    assert told in entries[0].text and "tile 1" in entries[0].text


def test_pictures_of_an_infinite_map_move_along_when_it_is_cropped(tmp_path: Path) -> None:
    chunk = f'<chunk x="-2" y="3" width="6" height="4">{",".join(["1"] * 24)}</chunk>'
    full = f'<layer id="1" name="floor" width="6" height="4"><data encoding="csv">{chunk}</data></layer>'
    image = '<imagelayer id="2" name="art" offsetx="-100" offsety="200"><image source="wall.png"/></imagelayer>'
    chart = read(tmp_path, foreign(full, image, head='infinite="1"'))
    assert chart.picture.layers[1].offset == (-100 + 2 * 64, 200 - 3 * 64)


@pytest.mark.parametrize(("trans", "clear"), [("ff00ff", "#ff00ff"), ("#FF00FF", "#ff00ff"), ("pink", ""), ("", "")])
def test_a_colour_that_is_left_out(tmp_path: Path, trans: str, clear: str) -> None:
    text = foreign(tiles("floor", rows())).replace('source="sheet.png"', f'source="sheet.png" trans="{trans}"')
    art = f'<imagelayer id="9" name="art"><image source="wall.png" trans="{trans}"/></imagelayer></map>'
    picture = read(tmp_path, text.replace("</map>", art)).picture
    assert picture.tiles[picture.layers[0].tiles[0]].clear == clear
    assert picture.layers[1].clear == clear


def test_a_layer_with_parallax_lies_still_and_says_so(tmp_path: Path) -> None:
    art = '<imagelayer id="2" name="clouds" parallaxx="0.5" offsetx="9"><image source="wall.png"/></imagelayer>'
    chart = read(tmp_path, foreign(tiles("floor", rows()), art))
    assert chart.picture.layers[1].offset == (9.0, 0.0)
    assert "note: layer 'clouds': with parallax it glides along elsewhere; here it lies still" in chart.report.lines()


def world(folder: Path, **data: Any) -> Path:
    path = folder / "w.world"
    path.write_text(json.dumps({"type": "world", **data}))
    return path


def test_worlds_list_their_maps_or_say_what_they_are_called(tmp_path: Path) -> None:
    for name in ("level_0_1.tmx", "level_1_1.tmx", "other.tmx", "level_x_1.tmx"):
        (tmp_path / name).touch()
    named = [{"fileName": "other.tmx", "x": 0, "y": 0}, {"fileName": "gone.tmx"}, {"fileName": "/etc/x.tmx"}, 3]
    pattern = [{"regexp": r"level_(\d+)_(\d+)\.tmx", "multiplierX": 640}]
    assert [path.name for path in read_world(world(tmp_path, maps=named))] == ["other.tmx"]
    assert only_map(world(tmp_path, maps=named)).name == "other.tmx"
    found = [path.name for path in read_world(world(tmp_path, patterns=pattern))]
    assert found == ["level_0_1.tmx", "level_1_1.tmx"]


@pytest.mark.parametrize(
    ("data", "why"),
    [
        ({"maps": []}, "this world has no maps"),
        ({"maps": [{"fileName": "../../../x.tmx"}]}, "lies outside the world's own folders"),
        ({"maps": [{"fileName": "gone.tmx"}]}, "the map 'gone.tmx' does not exist"),
        ({"patterns": [{"regexp": "(a+)+b"}]}, "this world has no maps"),
        ({"maps": 3}, "this world has no maps"),
    ],
)
def test_worlds_without_maps_are_refused(tmp_path: Path, data: dict[str, Any], why: str) -> None:
    deep = tmp_path / "a" / "b"
    deep.mkdir(parents=True)
    with pytest.raises(BadFile, match=why):
        read_world(world(deep, **data))
    (deep / "w.world").write_text("nonsense")
    with pytest.raises(BadFile, match="this is no world"):
        read_world(deep / "w.world")
