"""What lies over the ground of a battle: hazards and objectives."""

from __future__ import annotations

from typing import Literal

import pygame
import pytest

from game.spatial.field import Feature, Field
from game.view.board.camera import Camera
from game.view.board.overlays import draw_features

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
