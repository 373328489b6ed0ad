"""Numbers of columns and rows along the board, as texts tell its cells."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from game.view.board.camera import Camera
from game.view.board.overlays import CELL, draw_rulers
from game.view.widgets.theme import SMALL, Typography

ROOM = pygame.Rect(0, 40, 600, 360)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Ulf goes 39 ft to 16,10", True),
        ("Leap to 8,16", True),
        ("3d6: 4, 5, 1", False),
        ("loses 8 endurance, 3 left", False),
        ("at 1,2,3", False),
    ],
)
def test_which_text_tells_a_cell(text: str, named: bool) -> None:
    assert bool(CELL.search(text)) is named


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_each_number_stands_in_its_column_or_row_and_none_on_another(
    monkeypatch: pytest.MonkeyPatch, undrawn: None, scale: float
) -> None:
    look, camera, target = Typography(scale), Camera(30, 20, (600, 400)), pygame.Surface((600, 400))
    written: list[str] = []
    write = Typography.write

    def note(self: Typography, text: str, *how: Any) -> pygame.Surface:
        written.append(text)
        return write(self, text, *how)

    monkeypatch.setattr(Typography, "write", note)
    every = set()
    for zoom in camera.zooms:
        camera.choose_zoom(zoom)
        written.clear()
        draw_rulers(target, camera, look, ROOM)
        across = [int(text) for text in written[: written.index("0", 1)]]
        down = [int(text) for text in written[len(across) :]]
        assert across[-1] < 30 and down[-1] < 20
        assert across[1] * zoom > look.width("29", SMALL) and down[1] * zoom >= look.line(SMALL)
        every.add(across[1])
    assert 1 in every and (max(every) > 1) == (scale > 1), "where there is no room some are left out"
