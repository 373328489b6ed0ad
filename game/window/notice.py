"""A short notice over whatever screen there is: it goes by itself, or when something is pressed."""

from __future__ import annotations

import pygame

from game.user_error import brief
from game.view.widgets.progress import draw_notice
from game.view.widgets.theme import Typography

LINES = 4
"""Lines of a notice, as they are written; wrapped they are more."""


class PassingNotice:
    """What is told for a while."""

    def __init__(self) -> None:
        self.text = ""
        self._left = 0.0

    def show(self, text: str, seconds: float) -> None:
        """Tell a text for so long; of a long one its beginning."""
        self.text, self._left = brief(text, lines=LINES), seconds

    def clear(self) -> None:
        """Tell nothing more."""
        self.text = ""

    def advance(self, seconds: float) -> bool:
        """Let time pass; whether anything was told meanwhile, so that the picture has to be drawn again."""
        told = bool(self.text)
        self._left -= seconds
        if told and self._left <= 0:
            self.clear()
        return told

    def draw(self, target: pygame.Surface, look: Typography, place: pygame.Rect | None) -> None:
        """Draw it, if there is one, at the foot of a ``place`` or else below the window's head."""
        draw_notice(target, look, self.text, place)
