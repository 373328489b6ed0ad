"""Numbers that are not written as Tiled writes them: decimal commas are read and told, nonsense is told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.files.tiled import Chart, read_map
from tests.files.drawing import SPAWNS, objects, rectangle, save, tiles, tmx
from tests.files.test_tiled_foreign import foreign, read, rows, solid


def warnings(chart: Chart) -> list[str]:
    return [entry.text for entry in chart.report.entries if entry.severity == "warning"]


def test_places_and_sizes_with_a_comma_are_read_and_told(tmp_path: Path) -> None:
    wall = objects("walls", '<object id="7" x="128,5" y="64,0" width="64,5" height="128"/>')
    chart = read(tmp_path, foreign(tiles("floor", rows()), wall))
    assert solid(chart) == {(2, 1), (2, 2)}
    assert "layer 'walls', object 7: x is written '128,5', with a comma, and read as 128.5" in warnings(chart)
    assert sum("with a comma" in text for text in warnings(chart)) == 3


def test_places_in_json_too(tmp_path: Path) -> None:
    thing = {"id": 7, "x": "128,5", "y": 64, "width": 64, "height": 64}
    whole = {
        "type": "map", "width": 4, "height": 3, "tilewidth": 64, "tileheight": 64, "tilesets": [],
        "layers": [{"type": "objectgroup", "name": "walls", "objects": [thing]}],
    }  # fmt: skip
    path = tmp_path / "x.tmj"
    path.write_text(json.dumps(whole))
    chart = read_map(path)
    assert solid(chart) == {(2, 1)}
    assert "layer 'walls', object 7: x is written '128,5', with a comma, and read as 128.5" in warnings(chart)


@pytest.mark.parametrize(
    ("points", "cells"),
    [
        ("0,0 128,5,0,0 128,5,64,0 0,0,64,0", {(1, 1), (2, 1)}),
        ("0,0 128.5,0 128.5,64 0,64", {(1, 1), (2, 1)}),
        ("0,0 128,5,0 128,5,64 0,64", {(1, 1)}),
        ("nonsense", {(1, 1)}),
    ],
)
def test_outlines_with_commas_are_read_unless_they_could_be_read_in_two_ways(
    tmp_path: Path, points: str, cells: set[tuple[int, int]]
) -> None:
    shape = objects("walls", f'<object id="7" x="64" y="64"><polygon points="{points}"/></object>')
    chart = read(tmp_path, foreign(tiles("floor", rows()), shape))
    assert solid(chart) == cells
    told = [text for text in warnings(chart) if "object 7: the points of its polygon" in text]
    assert len(told) == ("." not in points)
    if len(cells) == 1:
        assert told[0].endswith("it is taken for a point")


@pytest.mark.parametrize("text", ["far", "1e999", "nan", "1,2,3", "12 px"])
def test_what_is_no_number_is_told(tmp_path: Path, text: str) -> None:
    wall = objects("walls", f'<object id="7" x="{text}" y="64" width="64" height="64"/>')
    chart = read(tmp_path, foreign(tiles("floor", rows()), wall))
    assert any(f"object 7: x is {text!r}, which is no number that a map can have" in each for each in warnings(chart))


def test_commas_of_layers_tilesets_and_collision_shapes(tmp_path: Path) -> None:
    half = '<object id="1" x="0" y="0,0" width="64" height="32,5"/>'
    inside = f'<tileoffset x="0,0" y="0"/><tile id="1"><objectgroup>{half}</objectgroup></tile>'
    chart = read(tmp_path, foreign(tiles("floor", rows((2, 1)), 1, 'opacity="0,5" offsetx="0,0"'), inside=inside))
    assert solid(chart) == {(2, 1)}
    assert chart.picture.layers[0].opacity == 0.5
    told = [text for text in warnings(chart) if "with a comma" in text]
    assert len(told) == 5 and "layer 'floor': opacity is written '0,5', with a comma, and read as 0.5" in told
    assert any(
        text.startswith("tileset 's', tile 1: of its collision shapes: height is written '32,5'") for text in told
    )


def test_properties_of_ours_with_a_comma_are_read_and_told(tmp_path: Path) -> None:
    hill = rectangle(3, "Elevation", 1, 1, 2, 2, feet=2.5).replace('value="2.5"', 'value="2,5"')
    chart = read_map(save(tmp_path, tmx(tiles("ground", rows()), objects("elevation", hill), SPAWNS)))
    assert chart.field.floor_at((1, 1)) * 2 == chart.field.floor_at((1, 1)) + chart.field.floor_at((2, 2)) > 0
    assert any("feet is written '2,5', with a comma, and read as 2.5" in text for text in warnings(chart))
    plain = hill.replace('value="2,5"', 'value="2.5"')
    assert (
        read_map(save(tmp_path, tmx(tiles("ground", rows()), objects("elevation", plain), SPAWNS))).field == chart.field
    )


def test_properties_of_others_with_a_comma_say_yes_or_no(tmp_path: Path) -> None:
    said = '<properties><property name="solid" type="float" value="{}"/></properties>'
    for value, cells in (("1,0", {(2, 1)}), ("0,0", set())):
        inside = f'<tile id="1">{said.format(value)}</tile>'
        assert solid(read(tmp_path, foreign(tiles("floor", rows((2, 1))), inside=inside))) == cells
