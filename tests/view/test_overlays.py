"""What lies over the ground of a battle: hazards, objectives, and numbers of columns and rows."""

from __future__ import annotations

from typing import Any, Literal

import pygame
import pytest

from game.spatial.field import Feature, Field
from game.view.board.camera import Camera
from game.view.board.overlays import CELL, draw_features, draw_rulers
from game.view.widgets.theme import SMALL, Typography

GROUND = (120, 120, 120)


@pytest.mark.parametrize(("kind", "clear"), [("fire", True), ("fall", False), ("deep_water", False)])
def test_hazards_are_hatched_but_for_the_flames_of_a_fire(
    kind: Literal["fire", "fall", "deep_water"], clear: bool
) -> None:
    field, target = Field(3, 3, features=(Feature("f", kind, ((1, 1),)),)), pygame.Surface((300, 300))
    camera = Camera(3, 3, (300, 300))
    target.fill(GROUND)
    draw_features(target, camera, field, ())
    x, y = camera.centre((1, 1))
    wide = camera.zoom // 2
    inner = {
        target.get_at((x + i, y + j))[:3] for i in range(-wide // 2, wide // 2) for j in range(-wide // 2, wide // 2)
    }
    rim = {target.get_at((x + i, y - wide + 4))[:3] for i in range(-wide + 4, wide - 4)}
    assert (inner == {GROUND}) is clear
    assert GROUND not in rim, "where it ends is seen"


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
