"""Tiles of templates whose tileset the map lacks, and tiles that are drawn in another size than their own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.files.tiled import Chart, read_map
from tests.files.drawing import objects, png, properties, save, tiles
from tests.files.test_tiled_foreign import foreign, read, rows, solid

STONES = """<tileset name="stones" tilewidth="32" tileheight="32" tilecount="4" columns="2">
 <tileoffset x="0" y="0"/><image source="stones.png" width="64" height="64"/>
 <tile id="3"><properties><property name="solid" type="bool" value="true"/></properties></tile>
</tileset>"""
STONE = '<template><tileset firstgid="1" source="stones.tsx"/><object gid="4" width="64" height="64"/></template>'
GROUND = tiles("floor", rows())


def stones(folder: Path, template: str = STONE, name: str = "stone.tx", tileset: str = STONES) -> None:
    """A template with a tile of a tileset that no map here has, in a folder beside the maps."""
    home = folder / "parts"
    home.mkdir()
    (home / name).write_text(template)
    (home / "stones.tsx").write_text(tileset)
    (home / "stones.png").write_bytes(png(64, 64))


def put(more: str = "", name: str = "stone.tx") -> str:
    """An object of the template that stands on cell 2, 1."""
    return objects("things", f'<object id="4" template="../parts/{name}" x="128" y="128" {more}/>')


def placed(chart: Chart) -> tuple[object, ...]:
    (layer,) = (layer for layer in chart.picture.layers if layer.placed)
    (found,) = layer.placed
    image = chart.picture.tiles[found.tile]
    return (image.path.name if image.path else None, image.rect, found.x, found.y, found.width, found.height)


def test_a_template_brings_its_tileset_along(tmp_path: Path) -> None:
    stones(tmp_path)
    chart = read(tmp_path, foreign(GROUND, put()))
    assert placed(chart) == ("stones.png", (32, 32, 32, 32), 128.0, 64.0, 64.0, 64.0)
    assert solid(chart) == {(2, 1)}, "it hangs on its lower left corner, and its tile says that it is solid"
    assert not [entry for entry in chart.report.entries if entry.severity == "warning" and "template" in entry.text]


def test_a_template_in_json_brings_its_tileset_along_too(tmp_path: Path) -> None:
    whole = {
        "type": "template",
        "tileset": {"firstgid": 1, "source": "stones.tsx"},
        "object": {"gid": 1 << 31 | 4, "width": 64, "height": 64},
    }
    stones(tmp_path, json.dumps(whole), "stone.tj")
    chart = read(tmp_path, foreign(GROUND, put(name="stone.tj")))
    assert solid(chart) == {(2, 1)}
    assert chart.picture.tiles[chart.picture.layers[1].placed[0].tile].flip_x


def test_a_tile_and_a_size_of_its_own_go_before_those_of_the_template(tmp_path: Path) -> None:
    stones(tmp_path)
    chart = read(tmp_path, foreign(GROUND, put('width="128" height="64"')))
    assert placed(chart)[2:] == (128.0, 64.0, 128.0, 64.0)
    assert solid(chart) == {(2, 1), (3, 1)}
    chart = read(tmp_path, foreign(GROUND, put('gid="2"')))
    assert placed(chart)[:2] == ("sheet.png", (64, 0, 64, 64)), "the second tile of the map's own tileset"


def test_the_tileset_of_a_template_is_read_once_and_is_the_maps_where_the_map_has_it(tmp_path: Path) -> None:
    stones(tmp_path)
    two = put() + put().replace('x="128"', 'x="256"').replace('id="4"', 'id="5"')
    chart = read(tmp_path, foreign(GROUND, two))
    assert [name for each in chart.named if (name := each.path.name) == "stones.tsx"] == ["stones.tsx"]
    assert solid(chart) == {(2, 1), (4, 1)}
    text = foreign(GROUND, put()).replace(
        "</tileset>", '</tileset><tileset firstgid="9" source="../parts/stones.tsx"/>', 1
    )
    chart = read(tmp_path, text)
    assert solid(chart) == {(2, 1)}
    used = {tile.path for tile in chart.picture.tiles if tile.path}
    assert {path.name for path in used} == {"sheet.png", "stones.png"}


@pytest.mark.parametrize(
    ("template", "told"),
    [
        (STONE.replace("stones.tsx", "gone.tsx"), "tileset 'gone.tsx': the tileset does not exist"),
        (STONE.replace('gid="4"', 'gid="40"'), "names a tile that its tileset lacks; it is read without a tile"),
        (STONE.replace('gid="4"', 'gid="0"'), "names a tile that its tileset lacks; it is read without a tile"),
    ],
)
def test_what_a_template_lacks_is_told(tmp_path: Path, template: str, told: str) -> None:
    stones(tmp_path, template)
    chart = read(tmp_path, foreign(GROUND, put()))
    assert any(told in entry.text for entry in chart.report.entries if entry.severity == "warning")
    assert chart.playable() == []


def test_a_tile_put_down_without_a_size_is_as_large_as_it_is(tmp_path: Path) -> None:
    chart = read(tmp_path, foreign(GROUND, objects("things", '<object id="1" gid="2" x="128" y="128"/>')))
    assert placed(chart)[2:] == (128.0, 64.0, 64.0, 64.0)


def with_large(folder: Path, said: str, *layers: str) -> Chart:
    """A map with a tileset of one tile of 32 x 64 px, drawn 8 px right and 16 px down, which is number 9."""
    large = (
        f'<tileset firstgid="9" name="t" tilewidth="32" tileheight="64" tilecount="1" columns="0" {said}>'
        '<tileoffset x="8" y="16"/><tile id="0"><image source="tall.png" width="32" height="64"/></tile></tileset>'
    )
    path = save(folder, foreign(*layers).replace("</tileset>", f"</tileset>{large}", 1))
    (path.parent / "tall.png").write_bytes(png(32, 64))
    return read_map(path)


@pytest.mark.parametrize(
    ("said", "size", "offset"),
    [
        ("", (32, 64), (8, 16)),
        ('fillmode="preserve-aspect-fit"', (32, 64), (8, 16)),
        ('tilerendersize="grid"', (64, 64), (16, 16)),
        ('tilerendersize="grid" fillmode="preserve-aspect-fit"', (32, 64), (16 + 8, 16)),
    ],
)
def test_what_a_tile_is_moved_by_grows_with_it(
    tmp_path: Path, said: str, size: tuple[int, int], offset: tuple[int, int]
) -> None:
    chart = with_large(tmp_path, said, tiles("floor", rows(gid=9, other=9)))
    image = chart.picture.tiles[chart.picture.layers[0].tiles[0]]
    assert ((image.width, image.height), image.offset) == (size, offset)


def test_a_tile_that_shrinks_to_its_cell_is_moved_less(tmp_path: Path) -> None:
    small = {"tilewidth": "16", "tileheight": "16"}
    said = 'tilerendersize="grid" fillmode="preserve-aspect-fit"'
    path = with_large(tmp_path, said, tiles("floor", rows(gid=9, other=9))).path
    head, tail = path.read_text().split(">", 1)
    for name, value in small.items():
        head = head.replace(f'{name}="64"', f'{name}="{value}"')
    path.write_text(f"{head}>{tail}")
    picture = read_map(path).picture
    image = picture.tiles[picture.layers[0].tiles[0]]
    assert ((image.width, image.height), image.offset) == ((8, 16), (4 + 2, 4)), "a quarter of 8 and 16, and centred"


@pytest.mark.parametrize(
    ("said", "box"),
    [
        ("", (64 + 16, 64 + 16, 64, 64)),
        ('objectalignment="topleft"', (64 + 16, 128 + 16, 64, 64)),
        ('fillmode="preserve-aspect-fit"', (64 + 16 + 8, 64 + 16, 32, 64)),
    ],
)
def test_a_tile_put_down_is_moved_in_its_own_measure(
    tmp_path: Path, said: str, box: tuple[float, float, float, float]
) -> None:
    thing = objects(
        "things", f'<object id="1" gid="9" x="64" y="128" width="64" height="64">{properties(solid=True)}</object>'
    )
    chart = with_large(tmp_path, said, GROUND, thing)
    assert placed(chart)[2:] == box
