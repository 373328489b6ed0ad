"""The foot of the map doctor: what a cell is and why, and what is being done meanwhile."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.app.doctor.panels import FOOT
from game.view.theme import FOCUS, LINE, SMALL, TEXT, TITLE, Look, draw_panel

LINES = 3
"""That there is room for."""


def draw_foot(target: pygame.Surface, look: Look, box: pygame.Rect, told: Sequence[str]) -> None:
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


def draw_bar(target: pygame.Surface, look: Look, foot: pygame.Rect, words: str, clock: float) -> None:
    """A bar that runs to and fro over the foot, as nobody knows how long it takes; ``clock`` in seconds."""
    px = look.px
    written = look.write(f"{words} …", SMALL, TITLE, "semibold")
    box = pygame.Rect(0, 0, max(written.get_width() + px(28), px(180)), px(40))
    box.midbottom = foot.centerx, foot.top - px(FOOT // 8)
    draw_panel(target, box, line=LINE)
    target.blit(written, written.get_rect(midtop=(box.centerx, box.top + px(4))))
    rail = pygame.Rect(box.left + px(10), box.bottom - px(11), box.width - px(20), px(5))
    share = abs(clock % 2 - 1)
    part = pygame.Rect(rail.left + round(share * rail.width * 0.7), rail.top, round(rail.width * 0.3), rail.height)
    pygame.draw.rect(target, LINE, rail, border_radius=3)
    pygame.draw.rect(target, FOCUS, part, border_radius=3)
