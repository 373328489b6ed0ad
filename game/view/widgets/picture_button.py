"""Buttons with a picture: beside what they say, as a card, or above it, as a tile."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.view.widgets.art import picture
from game.view.widgets.theme import (
    FAINT,
    GOOD,
    LARGE,
    LIFTED,
    LINE,
    PANEL,
    RAISED,
    REACH,
    SMALL,
    TEXT,
    TITLE,
    Typography,
    shade,
)
from game.view.widgets.widget import Button

LEAST_ABOVE = 36
"""Pixels of the design that a picture above its text is high, at least."""

ROWS = 3
"""Lines for which there is room under the text of a tile, so that those of a row are alike."""


class PictureButton(Button):
    """A picture, a word, and lines under it."""

    def __init__(
        self,
        rect: pygame.Rect,
        text: str,
        press: Callable[[], object],
        icon: str,
        *,
        under: str = "",
        above: bool = False,
        tip: str = "",
        enabled: bool = True,
        first: bool = False,
        chosen: bool = False,
        size: int = LARGE,
    ) -> None:
        """``icon``: the name of a sprite; ``above``: it stands above the text. ``first`` marks what to press first."""
        super().__init__(rect, text, press, icon=icon, tip=tip, enabled=enabled, chosen=chosen, size=size)
        self.under, self.above, self.first = under, above, first

    def draw(self, target: pygame.Surface, look: Typography, *, focused: bool, hovered: bool) -> None:
        """Draw it."""
        fill = LIFTED if hovered and self.enabled else RAISED if self.enabled else shade(RAISED, PANEL, 0.6)
        if self.first:
            fill = shade(fill, GOOD, 0.3)
        self._frame(
            target, focused, fill, GOOD if self.first else REACH if self.chosen or (hovered and self.enabled) else LINE
        )
        inner = self.rect.inflate(-look.px(16), -look.px(12))
        head, lines, small = self._lines(look, inner)
        high = look.line(head) + len(lines) * look.line(small)
        if self.above:
            high = look.line(head) + max(len(lines), ROWS if lines else 0) * look.line(small)
            side = max(1, min(inner.height - high - look.px(2), inner.width))
            middle = inner.top + (inner.height - high) // 2
            self._blit(target, side, (inner.centerx, middle))
            top, left = inner.bottom - high, None
        else:
            side = min(inner.height, look.px(60))
            self._blit(target, side, (inner.left + side // 2, inner.centery))
            top, left = inner.centery - high // 2, inner.left + side + look.px(12)
        room = inner.right - (inner.left if left is None else left)
        size = look.fitting(self.text, room, head, "semibold")
        colour = TITLE if self.enabled else shade(FAINT, PANEL, 0.35)
        said = look.write(look.cut(self.text, room, size, "semibold"), size, colour, "semibold")
        tone = TEXT if (hovered or self.first) and self.enabled else FAINT
        rows = [said, *(look.write(look.cut(line, room, small), small, tone) for line in lines)]
        for row, step in zip(rows, (look.line(head), *[look.line(small)] * len(lines)), strict=True):
            x = inner.centerx - row.get_width() // 2 if left is None else left
            target.blit(row, (x, top + (step - row.get_height()) // 2))
            top += step

    def _lines(self, look: Typography, inner: pygame.Rect) -> tuple[int, tuple[str, ...], int]:
        """The size of the text, what stands under it in lines, and the size of that.

        It takes smaller letters where larger ones have no room; what still has none is cut at its end.
        """
        if not self.under:
            return self.size, (), SMALL
        room = inner.width - (0 if self.above else min(inner.height, look.px(60)) + look.px(12))
        spare = inner.height - (look.px(LEAST_ABOVE) if self.above else 0)
        for size in range(SMALL, look.least - 1, -1):
            lines = look.wrap(self.under, room, size)
            high = spare - max(len(lines), ROWS if self.above else 0) * look.line(size)
            head = next((each for each in range(self.size, size, -1) if look.line(each) <= high), None)
            if head is not None and max(look.width(line, size) for line in lines) <= room:
                return head, lines, size
        left = spare - look.line(look.least)
        heads = range(self.size, look.least, -1)
        return next((each for each in heads if look.line(each) <= left), look.least), (self.under,), look.least

    def _blit(self, target: pygame.Surface, side: int, middle: tuple[int, int]) -> None:
        drawn = picture(self.icon, side)
        if not self.enabled:
            drawn = pygame.transform.grayscale(drawn)
            drawn.set_alpha(110)
        target.blit(drawn, drawn.get_rect(center=middle))
