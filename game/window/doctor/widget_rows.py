"""Rows of widgets, one below the other, in the panels of the map doctor."""

from __future__ import annotations

import pygame

from game.view.board.start_signs import StartSign, draw_start_sign
from game.view.widgets.theme import SMALL, TITLE, Typography
from game.view.widgets.widget import Button, Label, Widget

ROW, GAP, HEADING = 25, 3, 18
"""Pixels of the design: how high a row is, what lies between two, and how high a word over them is."""


class Pile:
    """Rows of widgets from the top of a box downwards."""

    def __init__(self, look: Typography, box: pygame.Rect) -> None:
        self.look, self.box, self.top = look, box, box.top
        self.widgets: list[Widget] = []

    def row(self, parts: int = 1, high: int = ROW) -> list[pygame.Rect]:
        """The boxes of one more row, side by side."""
        px, gap = self.look.px, self.look.px(GAP)
        wide = (self.box.width - gap * (parts - 1)) // parts
        boxes = [pygame.Rect(self.box.left + at * (wide + gap), self.top, wide, px(high)) for at in range(parts)]
        self.top += px(high) + gap
        return boxes

    def heading(self, text: str) -> None:
        """A word over what follows."""
        box = self.row(high=HEADING)[0]
        self.widgets.append(Label(box, text, SMALL, TITLE, bold=True))


class SignedButton(Button):
    """A button that may show the sign of a side at its left end."""

    sign: StartSign | None = None

    def draw(self, target: pygame.Surface, look: Typography, *, focused: bool, hovered: bool) -> None:
        """Draw it."""
        super().draw(target, look, focused=focused, hovered=hovered)
        if self.sign is not None:
            at = self.rect.left + look.px(9), self.rect.centery
            draw_start_sign(target, self.sign, at, look.px(4), 1)
