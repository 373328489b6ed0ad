"""Maps written in Universal VTT, and read again: the same walls and doors, and what the format has no word for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from game import resources
from game.files.tiled import read_map
from game.files.tiled.vtt_document import parted, universal_vtt
from game.files.universal_vtt import picture_in
from game.spatial.field import UNIT, Cell, Edge, Feature, Field, Terrain
from game.spatial.solids import CellSide, sides
from tests.files.drawing import png

FLOOR, WALL = Terrain(), Terrain("wall", blocks_move=True, blocks_sight=True)

PICTURE = png(40, 30)


def again(folder: Path, field: Field) -> Field:
    """A field written and read."""
    path = folder / "map.uvtt"
    path.write_bytes(universal_vtt(field, PICTURE, 8))
    return read_map(path).field


def between(field: Field) -> dict[CellSide, str]:
    """What parts neighbouring cells of which one at least is no wall: a kind of edge with its state, or ground."""
    every = [
        CellSide((x, y), along) for y in range(field.height) for x in range(field.width) for along in (True, False)
    ]
    solid = {cell for cell in cells(field) if field.at(cell).blocks_sight and not field.at(cell).gap}
    found: dict[CellSide, str] = {}
    for side in every:
        pair = parted(side)
        if min(map(min, pair)) >= 0 and len(solid.intersection(pair)) == 1:
            found[side] = "wall"
    for edge in field.edges:
        for side in sides(edge):
            pair = parted(side)
            if set(pair) <= set(cells(field)) and found.get(side) != "wall" and not solid.issuperset(pair):
                found[side] = edge.kind if edge.kind == "wall" else f"{edge.kind}, {edge.state}"
    return found


def cells(field: Field) -> list[Cell]:
    return [(x, y) for y in range(field.height) for x in range(field.width)]


@pytest.mark.parametrize("path", resources.shipped_maps(), ids=lambda path: str(path.stem))
def test_a_shipped_map_has_the_same_walls_and_doors_when_it_comes_back(tmp_path: Path, path: Path) -> None:
    field = read_map(path).field
    copy = again(tmp_path, field)
    assert (copy.width, copy.height) == (field.width, field.height)
    slits = {cell for cell in cells(field) if field.at(cell).gap or field.at(cell).lintel}
    solid, found = ({cell for cell in cells(each) if each.at(cell).blocks_sight} - slits for each in (field, copy))
    assert found == solid
    mine, theirs = (
        {side: what for side, what in between(each).items() if slits.isdisjoint(parted(side))} for each in (field, copy)
    )
    assert theirs == mine
    assert any("door" in what for what in mine.values()) == (path.stem not in ("broken-keep", "woodland-road"))
    tall = {cell for cell in cells(field) if field.at(cell).height >= UNIT and not field.at(cell).blocks_sight}
    assert {cell for cell in cells(copy) if copy.at(cell).height} == tall
    lamps, found_lamps = (
        sorted(cell for feature in each.features if feature.kind == "light" for cell in feature.cells)
        for each in (field, copy)
    )
    assert found_lamps == lamps


def test_every_kind_of_edge_comes_back(tmp_path: Path) -> None:
    edges = (
        Edge("1", (2, 0), (2, 3), "wall"),
        Edge("2", (2, 3), (2, 5), "door", "locked"),
        Edge("3", (4, 0), (4, 2), "door", "open"),
        Edge("4", (4, 2), (4, 3), "window"),
        Edge("5", (4, 3), (4, 4), "slit"),
        Edge("6", (4, 4), (4, 5), "portcullis"),
        Edge("7", (6, 0), (6, 2), "low_wall", sill=12),
        Edge("8", (6, 2), (6, 4), "low_wall", sill=24),
        Edge("9", (6, 4), (6, 5), "portcullis", "open"),
    )
    light = Feature("l", "light", ((0, 0),), strength="30 ft")
    field = Field(8, 5, edges=edges, features=(light,))
    copy = again(tmp_path, field)
    assert between(copy) == between(field)
    assert {edge.sill for edge in copy.edges if edge.kind == "low_wall"} == {12, 24}
    assert [(lamp.kind, lamp.cells, lamp.strength) for lamp in copy.features] == [("light", ((0, 0),), "30 ft")]


def test_slits_and_windows_that_fill_cells_become_those_of_their_sides(tmp_path: Path) -> None:
    slit = Terrain("slit", blocks_move=True, blocks_sight=True, gap=4, gap_axis="x")
    window = Terrain("window", blocks_move=True, sill=12, lintel=28)
    row = (0, 0, 1, 0, 0)
    for number, ground in ((2, slit), (3, window)):
        terrain = (*row, 0, 0, number, 0, 0, *row)
        field = Field(5, 3, palette=(FLOOR, WALL, slit, window), terrain=terrain)
        copy = again(tmp_path, field)
        found = between(copy)
        assert found[CellSide((2, 1), True)] == found[CellSide((3, 1), True)] == f"{ground.name}, closed"
        assert not copy.at((2, 1)).blocks_sight
        assert copy.at((2, 0)).blocks_sight


def test_what_others_read(tmp_path: Path) -> None:
    field = Field(6, 4, edges=(Edge("1", (3, 0), (3, 3)), Edge("2", (3, 3), (3, 4), "door"), Edge("3", (3, 1), (5, 1))))
    data = universal_vtt(field, PICTURE, 64)
    found: dict[str, Any] = json.loads(data)
    assert found["resolution"] == {
        "map_origin": {"x": 0, "y": 0},
        "map_size": {"x": 6, "y": 4},
        "pixels_per_grid": 64,
    }
    assert found["portals"][0]["bounds"] == [{"x": 3, "y": 3}, {"x": 3, "y": 4}]
    assert found["portals"][0]["closed"] is True
    lines = {tuple((point["x"], point["y"]) for point in line) for line in found["line_of_sight"]}
    assert lines == {((3, 0), (3, 3)), ((3, 1), (5, 1))} or lines == {((3, 0), (3, 3)), ((5, 1), (3, 1))}
    (tmp_path / "map.uvtt").write_bytes(data)
    assert picture_in(tmp_path / "map.uvtt") == PICTURE
