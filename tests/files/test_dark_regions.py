"""What the wand follows on a picture: rock, walls thin and thick, gaps in them, floor; and no lines of grids."""

from __future__ import annotations

import numpy as np
import pytest

from game.files.pictures import FollowedRegion, Grey, follow
from game.spatial.field import Cell
from game.spatial.solids import CellSide

FINE = 16


def floor(columns: int, rows: int, bright: int = 200) -> Grey:
    """Light ground."""
    return np.full((rows * FINE, columns * FINE), bright, np.uint8)


def ink(grey: Grey, left: float, top: float, right: float, bottom: float, dark: int = 10) -> None:
    """Fill a rectangle, in cells."""
    grey[round(top * FINE) : round(bottom * FINE), round(left * FINE) : round(right * FINE)] = dark


def upright(x: int, *rows: int) -> set[CellSide]:
    return {CellSide((x, y), True) for y in rows}


def across(y: int, *columns: int) -> set[CellSide]:
    return {CellSide((x, y), False) for x in columns}


def round_room() -> tuple[Grey, set[CellSide]]:
    """A room of 4 x 3 cells with a thin wall round it, and the sides on which that runs."""
    grey = floor(8, 7)
    for box in ((1.9, 1.9, 6.1, 2.1), (1.9, 4.9, 6.1, 5.1), (1.9, 1.9, 2.1, 5.1), (5.9, 1.9, 6.1, 5.1)):
        ink(grey, *box)
    sides = across(2, 2, 3, 4, 5) | across(5, 2, 3, 4, 5) | upright(2, 2, 3, 4) | upright(6, 2, 3, 4)
    return grey, sides


def test_a_thin_wall_is_followed_all_round() -> None:
    grey, sides = round_room()
    assert follow(grey, FINE, (3.5, 2.0), 40) == FollowedRegion(frozenset(sides), frozenset())


@pytest.mark.parametrize("spot", [(3.5, 2.06), (3.5, 1.85), (2.0, 3.3)])
def test_a_click_beside_a_thin_wall_is_meant_for_it(spot: tuple[float, float]) -> None:
    grey, sides = round_room()
    assert follow(grey, FINE, spot, 40).walls == sides


def test_a_gap_in_a_wall_is_a_way_through() -> None:
    grey, sides = round_room()
    ink(grey, 3.0, 1.9, 4.0, 2.1, 200)
    assert follow(grey, FINE, (5.5, 2.0), 40).walls == sides - across(2, 3)


def test_a_wall_off_the_grid_stands_where_it_parts_the_middles_of_cells() -> None:
    grey = floor(6, 4)
    ink(grey, 2.3, 0, 2.4, 4)
    assert follow(grey, FINE, (2.35, 1.0), 40).walls == upright(2, 0, 1, 2, 3)
    ink(grey, 2.3, 0, 2.4, 4, 200)
    ink(grey, 2.65, 0, 2.75, 4)
    assert follow(grey, FINE, (2.7, 1.0), 40).walls == upright(3, 0, 1, 2, 3)


def test_what_fills_cells_is_rock_and_needs_no_walls() -> None:
    grey = floor(7, 6)
    ink(grey, 0, 0, 7, 2)
    ink(grey, 4, 0, 7, 6)
    rock = {(x, y) for y in range(6) for x in range(7) if y < 2 or x > 3}
    assert follow(grey, FINE, (0.5, 0.5), 40) == FollowedRegion(frozenset(), frozenset(rock))


def test_rock_and_the_thin_walls_that_hang_on_it_are_followed_together() -> None:
    grey = floor(7, 6)
    ink(grey, 0, 0, 7, 1)
    ink(grey, 2.9, 0, 3.1, 4)
    found = follow(grey, FINE, (3.0, 2.5), 40)
    assert found.walls == upright(3, 1, 2, 3)
    assert found.rock == {(x, 0) for x in range(7)}


@pytest.mark.parametrize("dark", [10, 120])
def test_lines_of_a_grid_that_touch_a_wall_are_no_walls(dark: int) -> None:
    grey = floor(7, 6)
    for number in range(7):
        grey[:, number * FINE : number * FINE + 1] = dark
        grey[min(number, 5) * FINE : min(number, 5) * FINE + 1] = dark
    ink(grey, 2.8, 0, 3.2, 6)
    assert follow(grey, FINE, (3.0, 2.5), 120).walls == upright(3, *range(6))


def test_what_is_less_dark_is_taken_in_as_far_as_is_wanted() -> None:
    grey = floor(6, 4)
    ink(grey, 1.9, 0, 2.1, 2)
    ink(grey, 1.9, 2, 2.1, 4, 60)
    assert follow(grey, FINE, (2.0, 1.0), 40).walls == upright(2, 0, 1)
    assert follow(grey, FINE, (2.0, 1.0), 56).walls == upright(2, 0, 1, 2, 3)


def test_light_floor_is_walled_in_where_it_ends() -> None:
    grey = floor(8, 7, 12)
    ink(grey, 2, 2, 6, 5, 200)
    ink(grey, 3.9, 2, 4.1, 4)
    for number in range(8):
        grey[:, number * FINE] = grey[:, number * FINE] // 2
    sides = across(2, 2, 3, 4, 5) | across(5, 2, 3, 4, 5) | upright(2, 2, 3, 4) | upright(6, 2, 3, 4)
    found = follow(grey, FINE, (2.5, 3.5), 40)
    assert found.walls == sides | upright(4, 2, 3), "and where a wall stands on it"
    assert not found.rock


def test_where_nothing_is_drawn_there_are_no_walls() -> None:
    assert not follow(floor(5, 5), FINE, (2.5, 2.5), 40)
    whole = follow(floor(5, 5, 9), FINE, (2.5, 2.5), 40)
    assert whole.rock == {(x, y) for x in range(5) for y in range(5)} and not whole.walls


@pytest.mark.parametrize("spot", [(-3.0, 2.0), (2.0, 99.0), (5.0, 5.0)])
def test_a_click_beside_the_map_is_meant_for_its_rim(spot: tuple[float, float]) -> None:
    assert follow(floor(5, 5, 9), FINE, spot, 40).rock


def test_a_winding_wall_is_followed_to_its_end() -> None:
    grey = floor(12, 12)
    boxes = ((1, 1, 11, 1.2), (10.8, 1, 11, 11), (3, 10.8, 11, 11), (3, 3, 3.2, 11), (3, 3, 9, 3.2), (8.8, 3, 9, 9))
    for box in boxes:
        ink(grey, *box)
    walls = follow(grey, FINE, (8.9, 8.5), 40).walls
    assert across(1, *range(1, 10)) <= walls, "six corners on"


def test_every_cell_of_a_large_cave_is_told(cells: int = 60) -> None:
    grey = floor(cells, cells, 9)
    chance, rooms = np.random.default_rng(4), set[Cell]()
    for _ in range(30):
        x, y, wide, high = (int(number) for number in chance.integers((1, 1, 2, 2), (50, 50, 9, 9)))
        ink(grey, x, y, x + wide, y + high, 190)
        rooms |= {(column, row) for column in range(x, x + wide) for row in range(y, y + high)}
    rock = {(x, y) for x in range(cells) for y in range(cells)} - rooms
    assert follow(grey, FINE, (0.5, 0.5), 40).rock == rock


def test_a_click_on_floor_beside_a_wall_is_meant_for_the_floor() -> None:
    grey = floor(6, 4)
    ink(grey, 5, 0, 6, 4, 120)
    assert follow(grey, FINE, (4.99, 2.5), 40).walls == upright(5, 0, 1, 2, 3)


def test_what_is_alike_elsewhere_is_followed_too_if_that_is_wanted() -> None:
    grey = floor(7, 3)
    ink(grey, 0.9, 0, 1.1, 3)
    ink(grey, 4.9, 0, 5.1, 3)
    assert follow(grey, FINE, (1.0, 1.5), 40).walls == upright(1, 0, 1, 2)
    assert follow(grey, FINE, (1.0, 1.5), 40, everywhere=True).walls == upright(1, 0, 1, 2) | upright(5, 0, 1, 2)
