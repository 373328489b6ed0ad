"""Files that are no maps in Universal VTT, or hardly: refused by file and field, or played on without their picture."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest

from game.files.errors import BadFile
from game.files.pictures import picture_size
from game.files.tiled import read_map
from tests.files.drawing import png
from tests.files.vtt import light, points, portal, read, save, vtt


def _without(*names: str) -> dict[str, Any]:
    found = vtt((10, 8), [[(5, 0), (5, 8)]], [portal((5, 3), (5, 4))])
    inner: Any = found
    for name in names[:-1]:
        inner = inner[name]
    del inner[names[-1]]
    return found


def _with(value: Any, *names: Any) -> dict[str, Any]:
    found = vtt((10, 8), [[(5, 0), (5, 8)]], [portal((5, 3), (5, 4))], lights=[light(3, 3)])
    inner: Any = found
    for name in names[:-1]:
        inner = inner[name]
    inner[names[-1]] = value
    return found


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (_without("resolution"), "map.uvtt: the file: Object missing required field `resolution`; export the map anew"),
        (_without("resolution", "map_size"), "map.uvtt: resolution: Object missing required field `map_size`"),
        (_with("wide", "resolution", "map_size", "x"), "map.uvtt: resolution.map_size.x: Expected `float`, got `str`"),
        (_with(0, "resolution", "map_size", "x"), "map.uvtt: resolution.map_size: 0 x 8 cells are no map"),
        (_with(251, "resolution", "map_size", "y"), "resolution.map_size: 10 x 251 cells; at most 250 x 250 can be pl"),
        (_with(0, "resolution", "pixels_per_grid"), "map.uvtt: resolution.pixels_per_grid: 0 px; write how many pixel"),
        (_with(1e9, "resolution", "map_origin", "x"), "map.uvtt: resolution.map_origin.x: 1e+09 lies farther off than"),
        (_with(None, "line_of_sight", 0, 1, "y"), "map.uvtt: line_of_sight[1][2].y: Expected `float`, got `null`"),
        (_with(-1e9, "line_of_sight", 0, 1, "y"), "map.uvtt: line_of_sight[1][2].y: -1e+09 lies farther off than any"),
        (_with("no", "portals", 0, "closed"), "map.uvtt: portals[1].closed: "),
        (_with(1e300, "portals", 0, "rotation"), "map.uvtt: portals[1].rotation: 1e+300 lies farther off than any map"),
        (_with({}, "lights", 0, "position"), "map.uvtt: lights[1].position: Object missing required field `x`"),
        (_with([], "line_of_sight", 0), ""),
        (_with([points([(1, 1)])], "line_of_sight"), ""),
        (_with([points([(0, y % 8), (10, 8 - y % 8)] * 9) for y in range(99)], "objects_line_of_sight"), ""),
        (_with([points([(-99999, 1), (99999, 2)] * 4000)] * 3, "line_of_sight"), ""),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_by_file_and_field(tmp_path: Path, found: dict[str, Any], words: str) -> None:
    path = save(tmp_path, found)
    if not words:
        assert read_map(path).field.width == 10
        return
    with pytest.raises(BadFile) as caught:
        read_map(path)
    assert words in str(caught.value)


def test_too_many_walls_and_what_is_no_json(tmp_path: Path) -> None:
    size = 250, 250
    many = vtt(size, [[(0, 0.3), (250, 249.3)] * 2500])
    with pytest.raises(BadFile, match=r"map\.uvtt: line_of_sight: its walls are too many or too long"):
        read(tmp_path, many)
    for text, words in (
        ("[" * 500_000, "more than 400,000 points and lines"),
        ('{"environment": ' + "[" * 5_000, "this is no JSON"),
        ("[]", "map.uvtt: the file: Expected `object`, got `array`"),
        ("", "this is no JSON"),
        ("<map/>", "this is no JSON"),
    ):
        (tmp_path / "map.uvtt").write_text(text)
        with pytest.raises(BadFile) as caught:
            read_map(tmp_path / "map.uvtt")
        assert words in str(caught.value)
        assert "export the map anew" in str(caught.value) or "draw its walls more simply" in str(caught.value)


@pytest.mark.parametrize(
    ("image", "words"),
    [
        ("", "image: there is no picture in the file"),
        ("!", "no picture, or a damaged one"),
        ("é", "no picture in base64"),
        (b64encode(b"nothing").decode(), "no picture, or a damaged one"),
        (b64encode(png(8, 8, claimed=(20_000, 20_000))).decode(), "the picture is 20000 x 20000 px; at most"),
        (b64encode(b"<svg/>").decode(), "no picture, or a damaged one"),
    ],
)
def test_a_map_with_a_picture_that_cannot_be_drawn_is_played_without(tmp_path: Path, image: str, words: str) -> None:
    chart = read(tmp_path, vtt((10, 8), image=image))
    assert not chart.playable()
    assert words in "\n".join(chart.report.lines())
    assert all(layer.image is None for layer in chart.picture.layers)


def test_the_picture_of_a_whole_map_may_be_larger_than_one_of_tiles(tmp_path: Path) -> None:
    for size, fits in (((6_400, 6_400), True), ((7_000, 7_000), False)):
        path = save(tmp_path, vtt((25, 25), image=b64encode(png(8, 8, claimed=size)).decode()))
        if fits:
            assert picture_size(path) == size
        else:
            with pytest.raises(BadFile, match=r"42,000,000 px in all \(such as 6,400 x 6,400\)"):
                picture_size(path)
    (tmp_path / "map.tmx").write_text(
        '<map width="9" height="9" tilewidth="8" tileheight="8"><tileset firstgid="1" tilewidth="8" tileheight="8">'
        '<image source="map.uvtt" width="64" height="64"/></tileset></map>'
    )
    assert "is not a file of a kind that belongs here" in "\n".join(read_map(tmp_path / "map.tmx").report.lines())
