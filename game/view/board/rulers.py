"""Numbers of columns and rows along the edges of what is seen of a board, by which texts tell its cells."""

from __future__ import annotations

import re

import pygame

from game.view.board.camera import Camera
from game.view.widgets.picture_cache import drawn_once
from game.view.widgets.theme import INK, SMALL, TEXT, Typography

CELL = re.compile(r"(?<![\d,.])\d+,\d+(?![\d,])")
"""A cell as texts tell it: "8,16"."""

STEPS = (1, 2, 5, 10, 20, 50)
"""From number to number, where there is no room for all."""


def draw_rulers(target: pygame.Surface, camera: Camera, look: Typography, room: pygame.Rect) -> None:
    """Number the columns at the top and the rows at the left of the part of the board in a ``room``."""
    (left, top), zoom = camera.pixel((0, 0)), camera.zoom
    seen = pygame.Rect(left, top, camera.width * zoom, camera.height * zoom).clip(room)
    columns, rows = _ruler(look, zoom, camera.width, across=True), _ruler(look, zoom, camera.height, across=False)
    target.blit(columns, seen.topleft, (seen.left - left, 0, seen.width, columns.height))
    below = columns.height
    part = (0, seen.top + below - top, rows.width, max(0, seen.height - below))
    target.blit(rows, (seen.left, seen.top + below), part)


@drawn_once
def _ruler(look: Typography, zoom: int, count: int, *, across: bool) -> pygame.Surface:
    """The numbers along one whole edge of a board on a veil, drawn once for as long as nothing is zoomed."""
    high, wide = look.line(SMALL), look.width("99", SMALL) + look.px(8)
    band = pygame.Surface((count * zoom, high) if across else (wide, count * zoom), pygame.SRCALPHA)
    band.fill((*INK, 150))
    step = next((each for each in STEPS if each * zoom >= (wide if across else high)), STEPS[-1])
    for number in range(0, count, step):
        along = round((number + 0.5) * zoom)
        written = look.write(str(number), SMALL, TEXT)
        band.blit(written, written.get_rect(center=(along, high // 2) if across else (wide // 2, along)))
    return band
