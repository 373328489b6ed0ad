"""Tiles that lie one over another: of those that say whether they block the topmost decides, where it leads across."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.spatial.field import Cell
from tests.files.drawing import objects, properties
from tests.files.test_tiled_foreign import guesses, read, solid
from tests.files.test_tiled_meaning import EVERY, FLOOR, HIGH, WIDE, drawn, of

YES, NO, SILENT = 2, 3, 4
SAID = f'<tile id="1">{properties(collision=True)}</tile><tile id="2">{properties(collision=False)}</tile>'
"""What the three tiles say whose numbers these are."""

RIVER = {(x, y) for x, y in EVERY if x in (4, 5)}


def blocked(
    folder: Path, below: set[Cell], above: set[Cell], *more: str, tile: int = NO, inside: str = SAID
) -> set[Cell]:
    layers = drawn("water", below, 2, YES), drawn("things", above, 3, tile)
    return solid(read(folder, of(FLOOR, *layers, *more, inside=inside)))


@pytest.mark.parametrize("ends", [(4, 5), (3, 6), (2, 7)])
@pytest.mark.parametrize("rows", [{3}, {3, 4}])
def test_a_bridge_over_a_river_is_open(tmp_path: Path, ends: tuple[int, int], rows: set[int]) -> None:
    """As long as the river is wide, or longer; of one row, or of two."""
    bridge = {(x, y) for x in range(ends[0], ends[1] + 1) for y in rows}
    assert blocked(tmp_path, RIVER, bridge) == RIVER - bridge


def test_two_bridges_and_one_over_a_brook_and_one_round_a_corner(tmp_path: Path) -> None:
    two = {(4, 1), (5, 1), (4, 6), (5, 6)}
    assert blocked(tmp_path, RIVER, two) == RIVER - two
    brook = {(4, y) for y in range(HIGH)}
    assert blocked(tmp_path, brook, {(4, 3)}) == brook - {(4, 3)}
    bent = {(4, 2), (5, 2), (5, 3), (5, 4)}
    assert blocked(tmp_path, RIVER, bent) == RIVER - bent


def test_a_bridge_over_a_pond_that_one_could_walk_round(tmp_path: Path) -> None:
    pond = {(x, y) for x in range(3, 7) for y in range(2, 6)}
    bridge = {(x, 3) for x in range(3, 7)}
    assert blocked(tmp_path, pond, bridge) == pond - bridge


def test_it_is_told_as_a_guess_with_its_cells(tmp_path: Path) -> None:
    bridge = {(4, 3), (5, 3)}
    layers = drawn("water", RIVER, 2, YES), drawn("bridge", bridge, 3, NO)
    chart = read(tmp_path, of(FLOOR, *layers, inside=SAID))
    entry = next(each for each in chart.report.entries if "left open" in each.text)
    assert (entry.severity, set(entry.cells)) == ("guess", bridge)
    assert entry.text.startswith("2 cells are left open, as a bridge over water is")
    entry = next(each for each in chart.report.entries if "block, because" in each.text)
    assert set(entry.cells) == RIVER - bridge, "what is open is not told as what blocks"


def test_a_pier_a_roof_a_coping_and_a_torch_open_nothing(tmp_path: Path) -> None:
    """They join no open ground at two ends, or hardly anything else than open ground borders them."""
    assert blocked(tmp_path, RIVER, {(4, 3)}) == RIVER, "a pier"
    house = {(x, y) for x in range(2, 7) for y in range(2, 6)}
    assert blocked(tmp_path, house, house) == house, "a roof over a house"
    walls = {(x, y) for x, y in house if x in (2, 6) or y in (2, 5)}
    assert blocked(tmp_path, walls, walls) == walls, "a coping, with a floor inside"
    open_ = walls - {(4, 5)}
    assert blocked(tmp_path, open_, {(3, 2), (6, 4)}) == open_, "torches on the walls of a house with a door"


def test_what_says_nothing_opens_nothing_and_a_yes_on_top_blocks(tmp_path: Path) -> None:
    bridge = {(4, 3), (5, 3)}
    assert blocked(tmp_path, RIVER, bridge, tile=SILENT) == RIVER
    gate = drawn("gate", {(5, 3)}, 4, YES)
    assert blocked(tmp_path, RIVER, bridge, gate) == RIVER, "it leads nowhere then"


def test_no_bridge_ends_at_a_wall(tmp_path: Path) -> None:
    bank = drawn("Collision", {(6, y) for y in range(HIGH)}, 4, SILENT)
    assert blocked(tmp_path, RIVER, {(4, 3), (5, 3)}, bank) == RIVER | {(6, y) for y in range(HIGH)}


def test_a_bridge_put_down_freely_counts_where_it_lies_above(tmp_path: Path) -> None:
    put = objects("things", f'<object id="1" gid="{NO}" x="256" y="256" width="128" height="64"/>')
    water = drawn("water", RIVER, 2, YES)
    assert solid(read(tmp_path, of(FLOOR, water, put, inside=SAID))) == RIVER - {(4, 3), (5, 3)}
    assert solid(read(tmp_path, of(FLOOR, put, water, inside=SAID))) == RIVER, "below the water it is no bridge"


def test_other_words_for_it(tmp_path: Path) -> None:
    said = f'<tile id="1">{properties(walkable=False)}</tile><tile id="2">{properties(walkable=True)}</tile>'
    bridge = {(4, 3), (5, 3)}
    assert blocked(tmp_path, RIVER, bridge, inside=said) == RIVER - bridge
    chart = read(tmp_path, of(FLOOR, drawn("water", {(x, 3) for x in range(WIDE)}, 2, YES), inside=SAID))
    assert any(text.startswith("10 cells block, because tiles there have a property") for text in guesses(chart))


def test_where_nothing_blocks_after_all_no_bridge_is_told(tmp_path: Path) -> None:
    """All but three cells in a row say that they block, which would leave no ground."""
    open_ = {(3, 3), (5, 3)}
    layers = drawn("rock", EVERY - open_, 2, YES), drawn("plank", {(4, 3)}, 3, NO)
    chart = read(tmp_path, of(FLOOR, *layers, inside=SAID))
    assert not solid(chart)
    told = [entry.text for entry in chart.report.entries]
    assert any("that would leave no ground" in text for text in told)
    assert not any("as a bridge over water is" in text for text in told)
