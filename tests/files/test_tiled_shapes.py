"""Shapes block by their own outlines, wherever and however they lie: so much of a cell is enough, and less is not."""

from __future__ import annotations

from math import fsum, pi
from pathlib import Path

import pytest

from game.files.tiled import read_map
from game.files.tiled.shapes import Outline, box
from game.files.tiled.walls import FINE, covered, share, together
from game.spatial.field import Cell
from tests.files.drawing import objects, png, properties, rectangle, save, tiles
from tests.files.test_tiled_foreign import foreign, guesses, read, rows, solid

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
