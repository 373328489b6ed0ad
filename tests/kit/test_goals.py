"""Where a battle is left and what a side has come to, for games on zones."""

from __future__ import annotations

from typing import Any

import pytest

from game.kit.goals import Progress, exits
from game.kit.testing.fight import chart
from game.rules.setup import Setup
from game.rules.state import State
from game.rules.table import Board
from game.spatial.field import Field, Zone
from game.spatial.space import Space
from tests.kit.test_side_view import Sheet, Turn


def left_by(*rows: str, exit: str = "") -> list[str]:
    """The letters of the zones of four by four cells that one leaves the map by; ``exit``: of the one drawn as such."""
    return [name.removeprefix("Zone ") for name in left(chart(*rows, features={exit: "exit"} if exit else {}))]


def left(field: Field) -> list[str]:
    """The names of the zones by which one leaves a map."""
    board: Board[Sheet, Turn, Any] = Board(State({}, Turn()), Setup("none", field, ()), Space(field))
    return [board.space.zones.name(place) for place in exits(board)]


@pytest.mark.parametrize(
    ("rows", "out"),
    [
        ((".a.", "...", "..."), "a"),
        (("...", "...", ".a."), "a"),
        (("...", "a..", "..."), "a"),
        (("...", "..a", "..."), "a"),
        (("...", ".a.", "..."), ""),
        (("....", ".ab.", "..c.", "..d."), "d"),
    ],
)
def test_a_map_without_exits_is_left_at_each_of_its_four_rims(rows: tuple[str, ...], out: str) -> None:
    assert left_by(*rows) == list(out)


def test_a_zone_that_ends_one_cell_short_of_the_rim_is_no_way_out() -> None:
    inner = tuple((x, y) for x in range(1, 5) for y in range(1, 5))
    rim = tuple((x, y) for x in range(6) for y in range(6) if (x, y) not in inner)
    field = Field(6, 6, zones=(Zone("inner", "Inner", inner), Zone("outer", "Outer", rim)))
    assert left(field) == ["Outer"]


def test_a_map_with_an_exit_is_left_there_alone() -> None:
    assert left_by("abc", "def", "ghi", exit="e") == ["e"]


def test_a_side_begins_with_nothing_reached() -> None:
    assert Progress() == Progress(behind=0, since=0, held=0, worked=0)
