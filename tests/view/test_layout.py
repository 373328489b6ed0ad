"""Strips cut off an area, and rows of a column: gaps between them, nothing lost, nothing beyond the area."""

from __future__ import annotations

import pygame
import pytest

from game.view.widgets.layout import Column, Dock
from game.view.widgets.theme import Typography
from game.view.widgets.widget import Label

AREA = pygame.Rect(30, 40, 601, 397)


@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_strips_of_every_side_leave_a_gap_and_the_rest_of_the_area(letters: None, scale: float) -> None:
    look = Typography(scale)
    dock, px = Dock(look, AREA, 10), look.px
    top, right, bottom, left = dock.top(40), dock.right(100), dock.bottom(30), dock.left(60)
    assert top == pygame.Rect(AREA.left, AREA.top, AREA.width, px(40))
    assert right.right == AREA.right and right.width == px(100) and right.top == top.bottom + px(10)
    assert bottom.bottom == AREA.bottom and bottom.right == right.left - px(10) and bottom.left == AREA.left
    assert left.topleft == (AREA.left, right.top) and left.bottom == bottom.top - px(10)
    assert dock.area.topleft == (left.right + px(10), left.top)
    assert dock.area.bottomright == (right.left - px(10), left.bottom)


def test_a_dock_leaves_the_area_that_it_was_given_as_it_is(letters: None) -> None:
    given = AREA.copy()
    Dock(Typography(1.0), given, 10).left(60)
    assert given == AREA


def test_places_in_a_row_are_as_wide_as_their_shares_and_the_next_goes_below() -> None:
    column = Column(AREA, 7, 20)
    column.put(Label(column.box(50), "first"))
    narrow, wide = column.row(1, 3)
    assert narrow.topleft == (AREA.left, AREA.top + 57) and narrow.height == wide.height == 20
    assert wide.left == narrow.right + 7 and 3 * narrow.width <= wide.width <= 3 * narrow.width + 3
    assert AREA.right - 2 <= wide.right <= AREA.right
    assert column.box().top == narrow.bottom + 7
