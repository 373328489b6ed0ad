"""A short notice over whatever the window shows."""

from __future__ import annotations

import pygame

from game.view.widgets.theme import INK, SMALL, TITLE, Typography, draw_panel


def draw_notice(target: pygame.Surface, look: Typography, text: str, place: pygame.Rect | None) -> None:
    """A text in the middle below the window's head, or at the foot of a ``place``; nothing if it is empty."""
    if not text:
        return
    wide = place.width if place is not None else min(look.px(620), target.get_width() - 80)
    lines = look.wrap(text, wide - look.px(32), SMALL + 2, "semibold")
    width = max(look.width(line, SMALL + 2, "semibold") for line in lines) + look.px(32)
    box = pygame.Rect(0, 0, width, len(lines) * look.line() + look.px(14))
    box.midtop = (target.get_width() // 2, look.px(58))
    if place is not None:
        box.midbottom = place.centerx, place.bottom - look.px(4)
    draw_panel(target, box, fill=INK, alpha=240, line=TITLE)
    for index, line in enumerate(lines):
        written = look.write(line, SMALL + 2, TITLE, "semibold")
        target.blit(written, written.get_rect(midtop=(box.centerx, box.top + look.px(7) + index * look.line())))
