"""What hints tell together, and what a point on the line between two cells tells: nothing, unless both are alike."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.files.tiled.meanings import weigh
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
    assert not any("outside of the floor" in text for text in guesses(chart))
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


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        ({"called_solid": 1, "stood_on": 1}, "floor 16 : 1, since figures stand on it"),
        ({"called_solid": 1, "stood_on": 0.5}, "floor 8 : 1, since figures stand on it"),
        ({"says_solid": 1, "stood_on": 0.5}, "walls 8 : 8, since it says so itself"),
        ({"called_open": 1, "shunned": 1, "led_over": 1}, "walls 16 : 5, since figures stand elsewhere"),
        (
            {"called_solid": 1, "stood_on": 1, "led_over": 1, "small": 1},
            "walls 33 : 20, since it is too small to be the floor, it or its group is called so",
        ),
    ],
)
def test_hints_are_added_up_and_the_meaning_is_told_with_those_that_spoke_for_it(
    facts: dict[str, float], told: str
) -> None:
    assert weigh(facts).told == told
