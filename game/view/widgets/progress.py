"""How far something has come that takes its time, and short notices."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.view.widgets.theme import BODY, FOCUS, INK, LINE, RAISED, SMALL, TEXT, TITLE, Typography, draw_panel
from game.view.widgets.widget import Widget


class ProgressBar(Widget):
    """A bar that fills, with a few words over it."""

    focusable = False

    def __init__(self, rect: pygame.Rect, text: str | Callable[[], str], share: Callable[[], float]) -> None:
        """``share``: how much is done, from 0 to 1. A ``text`` that changes meanwhile is asked for."""
        super().__init__(rect)
        self._text, self.share = text, share

    @property
    def text(self) -> str:
        """The words over it now."""
        return self._text if isinstance(self._text, str) else self._text()

    def draw(self, target: pygame.Surface, look: Typography, *, focused: bool, hovered: bool) -> None:
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


def draw_running(target: pygame.Surface, look: Typography, centre: tuple[int, int], words: str, clock: float) -> None:
    """A plate with a bar that runs to and fro, as nobody knows how long it takes; ``clock`` in seconds."""
    px = look.px
    written = look.write(f"{words} …", SMALL, TITLE, "semibold")
    box = pygame.Rect(0, 0, max(written.get_width() + px(28), px(180)), written.get_height() + px(22))
    box.center = centre
    draw_panel(target, box, line=LINE)
    target.blit(written, written.get_rect(midtop=(box.centerx, box.top + px(4))))
    draw_shuttle(target, pygame.Rect(box.left + px(10), box.bottom - px(11), box.width - px(20), px(5)), clock)


def draw_shuttle(target: pygame.Surface, rail: pygame.Rect, clock: float) -> None:
    """The bar itself."""
    share = abs(clock % 2 - 1)
    part = pygame.Rect(rail.left + round(share * rail.width * 0.7), rail.top, round(rail.width * 0.3), rail.height)
    pygame.draw.rect(target, LINE, rail, border_radius=3)
    pygame.draw.rect(target, FOCUS, part, border_radius=3)


class BusyBar(Widget):
    """The same as a widget, for something that is done beside the window."""

    focusable = False

    def __init__(self, rect: pygame.Rect, clock: Callable[[], float]) -> None:
        super().__init__(rect)
        self.clock = clock

    def draw(self, target: pygame.Surface, look: Typography, *, focused: bool, hovered: bool) -> None:
        """Draw it."""
        draw_shuttle(target, self.rect, self.clock())


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
