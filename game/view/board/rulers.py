"""Numbers of columns and rows along the edges of what is seen of a board, by which texts tell its cells."""

from __future__ import annotations

import re

import pygame

from game.view.board.camera import Camera
from game.view.widgets.theme import INK, SMALL, TEXT, Typography

CELL = re.compile(r"(?<![\d,.])\d+,\d+(?![\d,])")
"""A cell as texts tell it: "8,16"."""

STEPS = (1, 2, 5, 10, 20, 50)
"""From number to number, where there is no room for all."""


def draw_rulers(target: pygame.Surface, camera: Camera, look: Typography, room: pygame.Rect) -> None:
    """Number the columns at the top and the rows at the left of the part of the board in a ``room``."""
    (left, top), zoom = camera.pixel((0, 0)), camera.zoom
    seen = pygame.Rect(left, top, camera.width * zoom, camera.height * zoom).clip(room)
    high, wide = look.line(SMALL), look.width("99", SMALL) + look.px(8)
    above, beside = pygame.Rect(seen.topleft, (seen.width, high)), pygame.Rect(seen.topleft, (wide, seen.height))
    beside.height, beside.top = max(0, seen.height - high), seen.top + high
    for band in (above, beside):
        veil = pygame.Surface(band.size, pygame.SRCALPHA)
        veil.fill((*INK, 150))
        target.blit(veil, band)
    before = target.get_clip()
    for band, count, across in ((above, camera.width, True), (beside, camera.height, False)):
        target.set_clip(band.clip(before))
        step = next((each for each in STEPS if each * zoom >= (wide if across else high)), STEPS[-1])
        for number in range(0, count, step):
            x, y = camera.pixel((number + 0.5, number + 0.5))
            written = look.write(str(number), SMALL, TEXT)
            target.blit(written, written.get_rect(center=(x, band.centery) if across else (band.centerx, y)))
    target.set_clip(before)
