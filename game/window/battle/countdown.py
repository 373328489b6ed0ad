"""Time by the clock, for questions that give a person only so much of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pygame

from game.play.clocks import timed
from game.play.preferences import TimeLimits
from game.rules.questions import Choose
from game.view.widgets.theme import BAD, BAD_WORD, BODY, INK, LINE, REACH, TITLE, Typography, draw_panel

PACES: Mapping[TimeLimits, float] = {"usual": 1.0, "twice": 1 / 2, "four times": 1 / 4, "none": 0.0}
"""How fast the time goes that a rule gives, as the player has set it."""

LAST = 5.0
"""Seconds before the end from which it is told by colour and sound."""


class Countdown:
    """What is left of the time for one question. It runs only while the question can be seen."""

    def __init__(self, question: Choose[Any], left: float) -> None:
        self.limit = float(question.seconds) if timed(question) else 0.0
        """Seconds; 0: as long as it takes."""
        self.left = left

    @property
    def running(self) -> bool:
        """Whether there is a limit."""
        return self.limit > 0

    @property
    def up(self) -> bool:
        """Whether the time is over."""
        return self.running and self.left <= 0

    def advance(self, seconds: float, limits: TimeLimits = "usual") -> bool:
        """Let time pass, as fast as the player has set it; whether one of the last seconds has begun."""
        before, self.left = self.left, self.left - seconds * PACES[limits]
        return self.running and 0 < self.left <= LAST and int(before) != int(self.left)

    def draw(self, target: pygame.Surface, look: Typography, middle: tuple[int, int]) -> None:
        """A bar that empties, with the seconds left."""
        if not self.running:
            return
        low = self.left <= LAST
        rect = pygame.Rect(0, 0, look.px(230), look.px(34))
        rect.center = middle
        draw_panel(target, rect, alpha=240, line=BAD if low else LINE, width=2 if low else 1)
        seconds = f"{max(0, -int(-self.left // 1))} s"
        written = look.write(seconds, BODY, BAD_WORD if low else TITLE, "semibold")
        target.blit(written, written.get_rect(midleft=(rect.left + look.px(12), rect.centery)))
        bar = pygame.Rect(rect.left + look.px(60), rect.centery - look.px(5), rect.width - look.px(74), look.px(10))
        pygame.draw.rect(target, INK, bar, border_radius=5)
        bar.width = round(bar.width * max(0.0, min(1.0, self.left / self.limit)))
        if bar.width:
            pygame.draw.rect(target, BAD if low else REACH, bar, border_radius=5)
