"""The foot of the map doctor: what a cell is and why."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.view.widgets.theme import SMALL, TEXT, TITLE, Typography

LINES = 3
"""That there is room for."""


def draw_foot(target: pygame.Surface, look: Typography, box: pygame.Rect, told: Sequence[str]) -> None:
    """Write what is told, the first of it in a stronger colour."""
    width = box.width - look.px(24)
    lines = [
        (line, TEXT if number else TITLE)
        for number, text in enumerate(told)
        for line in look.wrap(text, width, SMALL + 1)
    ]
    for number, (line, tone) in enumerate(lines[:LINES]):
        at = box.left + look.px(12), box.top + look.px(4) + number * look.line(SMALL)
        target.blit(look.write(line, SMALL + 1, tone), at)
