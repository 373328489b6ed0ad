"""The line of time under a battle that is watched again: where one is, where the rounds begin, who falls when."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from game.view.widgets.theme import FAINT, FOCUS, LINE, SMALL, TEXT, TITLE, WHITE, Colour, Typography, draw_panel
from game.view.widgets.widget import Widget, draw_focus

NEAR = 7
"""Pixels of the window within which the pointer is at a mark."""

SIDE = 16
"""Pixels of the design between the panel's ends and the line."""


@dataclass(frozen=True)
class TimelineMark:
    """Something on the line."""

    at: int
    said: str
    """What the tooltip says of it."""
    short: str = ""
    """What is written under the line; a mark without it is a stone above the line."""
    colour: Colour = FAINT


class TimeLine(Widget):
    """A line of beats; a click or a drag goes to a beat."""

    def __init__(
        self,
        rect: pygame.Rect,
        look: Typography,
        last: int,
        marks: Sequence[TimelineMark],
        go: Callable[[int], object],
        said: Callable[[], str],
    ) -> None:
        """``last``: the last beat, the first being 0. ``said`` tells at its right end where one is."""
        super().__init__(rect)
        self.at = 0
        self.marks = tuple(marks)
        self._look, self._last, self._go, self._said = look, max(1, last), go, said
        width = look.width("Round 88, 8888 of 8888", SMALL) + look.px(SIDE)
        self.track = pygame.Rect(rect.left + look.px(SIDE), rect.centery - 2, 0, 4)
        self.track.width = rect.right - width - look.px(SIDE) - self.track.left

    def pixel(self, at: int) -> int:
        """Where a beat is, from the left of the window."""
        return self.track.left + round(self.track.width * at / self._last)

    def draw(self, target: pygame.Surface, look: Typography, *, focused: bool, hovered: bool) -> None:
        """Draw it on a panel of its own."""
        track, px = self.track, look.px
        draw_panel(target, self.rect, line=LINE)
        knob = self.pixel(self.at)
        pygame.draw.rect(target, LINE, track, border_radius=2)
        pygame.draw.rect(target, FOCUS, pygame.Rect(track.left, track.top, knob - track.left, 4), border_radius=2)
        free = track.left - px(SIDE)
        for mark in self.marks:
            x = self.pixel(mark.at)
            if not mark.short:
                y, half = track.top - px(10), px(5)
                pygame.draw.polygon(target, mark.colour, ((x, y - half), (x + half, y), (x, y + half), (x - half, y)))
                continue
            pygame.draw.line(target, mark.colour, (x, track.top - px(3)), (x, track.bottom + px(3)), 2)
            written = look.write(mark.short, SMALL - 2, TEXT)
            box = written.get_rect(midtop=(x, track.bottom + px(1)))
            if box.left > free:
                target.blit(written, box)
                free = box.right + px(4)
        pygame.draw.circle(target, WHITE if hovered or focused else TITLE, (knob, track.centery), px(8))
        said = look.write(self._said(), SMALL, TEXT)
        target.blit(said, said.get_rect(midleft=(track.right + px(SIDE), self.rect.centery)))
        if focused:
            draw_focus(target, self.rect)

    def hover(self, at: tuple[int, int]) -> None:
        """The tooltip says what is marked there."""
        near = [mark.said for mark in self.marks if abs(self.pixel(mark.at) - at[0]) <= NEAR]
        self.tip = ", ".join(near)

    def click(self, at: tuple[int, int]) -> None:
        """Go there."""
        self.drag(at)

    def drag(self, at: tuple[int, int]) -> None:
        """Go along with the pointer."""
        share = (at[0] - self.track.left) / max(1, self.track.width)
        beat = max(0, min(self._last, round(share * self._last)))
        if beat != self.at:
            self._go(beat)
