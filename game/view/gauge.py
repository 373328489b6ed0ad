"""How far something has come that takes its time."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.view.theme import BODY, FOCUS, LINE, RAISED, TEXT, Look, draw_panel
from game.view.widgets import Widget


class Gauge(Widget):
    """A bar that fills, with a few words over it."""

    focusable = False

    def __init__(self, rect: pygame.Rect, text: str, share: Callable[[], float]) -> None:
        """``share``: how much is done, from 0 to 1."""
        super().__init__(rect)
        self.text, self.share = text, share

    def draw(self, target: pygame.Surface, look: Look, *, focused: bool, hovered: bool) -> None:
        """Draw it."""
        written = look.write(look.cut(self.text, self.rect.width), BODY, TEXT)
        target.blit(written, written.get_rect(midtop=(self.rect.centerx, self.rect.top)))
        bar = pygame.Rect(self.rect.left, 0, self.rect.width, look.px(12))
        bar.bottom = self.rect.bottom
        draw_panel(target, bar, fill=RAISED, alpha=255, line=LINE, radius=6)
        done = bar.inflate(-4, -4)
        done.width = round(done.width * max(0.0, min(1.0, self.share())))
        if done.width:
            pygame.draw.rect(target, FOCUS, done, border_radius=4)
