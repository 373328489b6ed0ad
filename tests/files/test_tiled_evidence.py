"""What a point on the line between two cells tells of them: nothing, unless both are alike."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.files.drawing import line, objects, tiles
from tests.files.test_tiled_foreign import guesses, read, solid
from tests.files.test_tiled_meaning import EVERY, FLOOR, ROOM, WIDE, drawn, grid, of, people


@pytest.mark.parametrize("klass", ["monster", "door"])
def test_feet_on_the_line_between_floor_and_wall_tell_of_neither(tmp_path: Path, klass: str) -> None:
    """A point at 6 x 64 px belongs to the row above as much as to that below."""
    below = {(x, y) for x, y in EVERY if y >= 6 or x in (0, WIDE - 1)}
    on_line = people(*((x + 0.5, 6.0) for x in range(1, 9)), klass=klass)
    chart = read(tmp_path, of(FLOOR, drawn("collisions", below), on_line))
    assert solid(chart) == below
    assert not any("what it leaves out blocks" in text for text in guesses(chart))
    in_it = people(*((x + 0.5, 6.1) for x in range(1, 9)))
    assert solid(read(tmp_path, of(FLOOR, drawn("collisions", below), in_it))) == EVERY - below


def test_feet_on_the_line_between_cells_of_one_kind_tell_of_both(tmp_path: Path) -> None:
    west = {(x, y) for x, y in EVERY if x < 5}
    who = people((7.0, 2.0), (8.0, 6.0), (2.5, 3.0), (7.5, 3.0))
    assert solid(read(tmp_path, of(FLOOR, drawn("Walkable", west), who))) == west, "three to one stand elsewhere"


def test_paths_along_the_line_between_floor_and_wall_tell_of_neither(tmp_path: Path) -> None:
    below = {(x, y) for x, y in EVERY if y >= 6}
    patrol = objects("patrol", line(1, (0.5, 6), (9.5, 6), klass="path"))
    assert solid(read(tmp_path, of(FLOOR, drawn("collisions", below), patrol))) == below


def test_in_a_layer_that_fills_every_cell_feet_on_a_line_tell_of_neither(tmp_path: Path) -> None:
    full = tiles("collision", grid(ROOM, 5, 6), 2)
    who = people(*((x + 0.5, 7.0) for x in range(1, 9)), (2.5, 2.5))
    assert solid(read(tmp_path, of(FLOOR, full, who))) == ROOM


def test_who_stands_on_the_line_above_a_thin_wall_starts_above_it(tmp_path: Path) -> None:
    wall = {(x, 4) for x in range(WIDE)}
    chart = read(tmp_path, of(FLOOR, drawn("walls", wall), people((2.5, 4.0), klass="monster")))
    assert [spawn.cells for spawn in chart.field.spawns if spawn.side == "foe"] == [((2, 3),)]
