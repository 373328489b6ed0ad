"""A row of the dock's list: its digit, what is chosen, one figure; below that what comes of it, or why it can't be."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import pygame

from game.rules.standing import Bar
from game.view.board.bars import draw_track, mark_loss
from game.view.widgets.art import picture
from game.view.widgets.theme import (
    BODY,
    FAINT,
    LIFTED,
    LINE,
    PANEL,
    RAISED,
    SMALL,
    TITLE,
    WARN,
    Typography,
    shade,
)
from game.view.widgets.widget import Button

BAR = 72
"""Pixels that the bars of whom an answer befalls are wide."""

DIGIT, ICON = 24, 28
"""Pixels that a row's digit takes, and its picture."""

LEAST = 36
"""Pixels that a row is high at least."""

OUTCOME = 2
"""Lines below the name that are kept free for what comes of an answer."""


MOST_LINES = 3
"""Lines of a name, and of what stands below it, in letters of the usual size."""


class BarLoss(NamedTuple):
    """A bar, and what an answer takes from it."""

    bar: Bar
    mean: float
    most: int


class _Lines(NamedTuple):
    """A text as it is written."""

    size: int
    lines: tuple[str, ...]


class ChoiceRow(Button):
    """One thing that can be chosen, or that can't be now. Its name is never cut.

    ``note`` is its figure.
    """

    def __init__(
        self,
        rect: pygame.Rect,
        label: str,
        digit: str,
        press: Callable[[], object],
        *,
        price: str = "",
        icon: str = "",
        under: str = "",
        outcome: bool = False,
        figured: int = 0,
        enabled: bool = True,
    ) -> None:
        """``digit``: its key, empty for none; ``price``: what it takes; ``under``: a text below the name.

        ``outcome``: whether there is room below the name for what comes of it; ``figured``: pixels that are kept free
        for a figure.
        """
        super().__init__(rect, label, press, left=True, icon=icon, enabled=enabled)
        self.digit, self.price, self.under = digit, price, under
        self.outcome, self.figured = outcome, figured
        self.bars: Sequence[BarLoss] = ()

    def _left(self, look: Typography) -> int:
        """Pixels before the name."""
        return look.px(10) + look.px(DIGIT) * bool(self.digit) + look.px(ICON) * bool(self.icon)

    def _lines(self, look: Typography) -> tuple[_Lines, _Lines]:
        """The name, and what stands below it, broken as they are written; what is long is written smaller."""
        inner = self.rect.width - self._left(look) - look.px(10)
        beside = look.px(BAR + 8) if self.bars else 0
        name = look.fitting_lines(self.text, (inner - self.figured, MOST_LINES * look.line()), BODY, "semibold")
        room = inner - beside, MOST_LINES * look.line(SMALL)
        under = look.fitting_lines(self.under, room, SMALL) if self.under else (SMALL, ())
        return _Lines(*name), _Lines(*under)

    def _heights(self, look: Typography) -> tuple[int, int]:
        """Pixels of the name, and of what stands below it: what it takes, and what comes of it."""
        name, under = self._lines(look)
        price, kept = look.line(SMALL) if self.price else 0, OUTCOME * look.line(SMALL) if self.outcome else 0
        return len(name.lines) * look.line(name.size), price + max(len(under.lines) * look.line(under.size), kept)

    def high(self, look: Typography) -> int:
        """Pixels that it must be high."""
        return max(look.px(LEAST), sum(self._heights(look)) + look.px(8))

    def draw(self, target: pygame.Surface, look: Typography, *, focused: bool, hovered: bool) -> None:
        """Draw it."""
        fill = RAISED if self.enabled else shade(RAISED, PANEL, 0.6)
        self._frame(target, focused, LIFTED if hovered and self.enabled else fill, LINE)
        pale = shade(FAINT, PANEL, 0.2)
        name, under = self._lines(look)
        left = self.rect.left + self._left(look)
        top = self.rect.centery - sum(self._heights(look)) // 2
        first, right = top + look.line(name.size) // 2, self.rect.right - look.px(10)
        if self.digit:
            digit = look.write(self.digit, SMALL, FAINT if self.enabled else pale, "semibold")
            target.blit(digit, digit.get_rect(center=(self.rect.left + look.px(16), first)))
        if self.icon:
            icon = picture(f"icons/{self.icon}", look.px(20))
            target.blit(icon, icon.get_rect(center=(left - look.px(ICON // 2 + 2), first)))
        if self.note:
            size = look.fitting(self.note, self.figured, BODY, "semibold")
            note = look.write(self.note, size, WARN, "semibold")
            target.blit(note, note.get_rect(midright=(right, first)))
        for line in name.lines:
            target.blit(look.write(line, name.size, TITLE if self.enabled else pale, "semibold"), (left, top))
            top += look.line(name.size)
        if self.price:
            size = look.fitting(self.price, self.rect.right - left - look.px(6), SMALL, least=1)
            target.blit(look.write(self.price, size, FAINT), (left, top))
            top += look.line(SMALL)
        self._draw_bars(target, look, pygame.Rect(left, top, look.px(BAR), look.line(SMALL)))
        left += look.px(BAR + 8) if self.bars else 0
        for line in under.lines:
            target.blit(look.write(line, under.size, WARN if self.enabled else FAINT), (left, top))
            top += look.line(under.size)

    def _draw_bars(self, target: pygame.Surface, look: Typography, room: pygame.Rect) -> None:
        """The bars one over the other, as they are now, with what would be lost."""
        high = max(3, min(look.px(8), room.height // max(1, len(self.bars)) - 3))
        top = room.centery - (len(self.bars) * (high + 3) - 3) // 2
        for number, loss in enumerate(self.bars):
            rect = pygame.Rect(room.left, top + number * (high + 3), room.width, high)
            draw_track(target, rect, loss.bar)
            mark_loss(target, rect, loss.bar, loss.mean, loss.most)


class GearButton(Button):
    """Opens and closes what is seldom needed."""

    def draw(self, target: pygame.Surface, look: Typography, *, focused: bool, hovered: bool) -> None:
        """Draw it."""
        self._frame(target, focused, LIFTED if hovered or self.chosen else RAISED, LINE)
        icon = picture(self.icon, self.rect.height - look.px(8))
        target.blit(icon, icon.get_rect(center=self.rect.center))
