"""A row of a panel that asks: what is answered, what that takes, and what comes of it as a bar and in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import pygame

from game.rules.standing import Bar
from game.view.board.bars import draw_track, mark_loss
from game.view.widgets.art import picture
from game.view.widgets.theme import BODY, INK, LIFTED, LINE, RAISED, SMALL, TITLE, WARN, Typography, shade
from game.view.widgets.widget import Button

BAR = 84
"""Pixels that the bars of whom an answer befalls are wide."""


class BarLoss(NamedTuple):
    """A bar, and what an answer takes from it."""

    bar: Bar
    mean: float
    most: int


class AnswerButton(Button):
    """One answer. Nothing of it is shortened: what does not fit beside the label stands below it."""

    def __init__(
        self, rect: pygame.Rect, label: str, digit: str, press: Callable[[], object], *, price: str, tall: bool
    ) -> None:
        """``digit``: its key, empty for none; ``price``: what it takes; ``tall``: whether the outcome stands below."""
        super().__init__(rect, f"{digit}  {label}" if digit else label, press, left=True)
        self.price, self.tall = price, tall
        self.bars: Sequence[BarLoss] = ()

    def lines(self, look: Typography) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The label and the outcome, broken as they are written."""
        room, bars = self.rect.width - look.px(24), look.px(BAR + 10) if self.bars else 0
        told = look.wrap(self.note, room - bars, SMALL, "semibold") if self.tall and self.note else ()
        return self._label(look)[0], told

    def _label(self, look: Typography) -> tuple[tuple[str, ...], int]:
        """The label, broken, and the line at whose end the price stands: the last of a tall one if that saves lines."""
        room, chip = self.rect.width - look.px(24), _chip(look, self.price)
        if not self.tall:
            room -= look.width(self.note, BODY, "semibold") + look.px(14) if self.note else 0
        beside, whole = (look.wrap(self.text, wide, BODY, "semibold") for wide in (room - chip, room))
        if look.width(whole[-1], BODY, "semibold") > room - chip:
            whole = (*whole, "")
        saves = self.tall and len(whole) < len(beside)
        return (whole, len(whole) - 1) if saves else (beside, 0)

    def high(self, look: Typography) -> int:
        """Pixels that it must be high; a tall one has room for a line of outcome before that is known."""
        label, told = self.lines(look)
        return len(label) * look.line() + max(len(told), int(self.tall)) * look.line(SMALL) + look.px(8)

    def draw(self, target: pygame.Surface, look: Typography, *, focused: bool, hovered: bool) -> None:
        """Draw it."""
        self._frame(target, focused, LIFTED if hovered else RAISED, LINE)
        label, told = self.lines(look)
        tall = look.line(SMALL) * max(len(told), int(bool(self.bars)))
        left, top = self.rect.left + look.px(12), self.rect.centery - (len(label) * look.line() + tall) // 2
        right = self.rect.right - look.px(10)
        if self.note and not self.tall:
            note = look.write(self.note, BODY, WARN, "semibold")
            target.blit(note, note.get_rect(midright=(right, self.rect.centery)))
            right -= note.get_width() + look.px(14)
        if self.price:
            _draw_chip(target, look, self.price, right, top + look.line() * self._label(look)[1] + look.line() // 2)
        for line in label:
            target.blit(look.write(line, BODY, TITLE, "semibold"), (left, top))
            top += look.line()
        self._draw_bars(target, look, pygame.Rect(left, top, look.px(BAR), look.line(SMALL)))
        left += look.px(BAR + 10) if self.bars else 0
        for line in told:
            target.blit(look.write(line, SMALL, WARN, "semibold"), (left, top))
            top += look.line(SMALL)

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


def _chip(look: Typography, price: str) -> int:
    """Pixels that a price takes beside a label."""
    return look.width(price, SMALL) + look.px(26) if price else 0


def _draw_chip(target: pygame.Surface, look: Typography, price: str, right: int, middle: int) -> None:
    """What an answer takes, on a plate that ends at the right."""
    written = look.write(price, SMALL, TITLE)
    plate = written.get_rect(midright=(right - look.px(8), middle)).inflate(look.px(14), look.px(2))
    pygame.draw.rect(target, shade(RAISED, INK, 0.6), plate, border_radius=plate.height // 2)
    pygame.draw.rect(target, LINE, plate, 1, border_radius=plate.height // 2)
    target.blit(written, written.get_rect(center=plate.center))
