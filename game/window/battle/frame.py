"""Where the panels of a battle stand in the window, so that none lies on another and the board is seen between them."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.play.preferences import Preferences
from game.view.panels.log_panel import PITCH
from game.view.widgets.theme import BODY, SMALL, Typography

ROOM = (1024, 576)
"""Pixels of the design that a battle takes at least."""

GAP = 12
"""Pixels between panels, and from them to the window's rim."""

CARD = 250
"""Pixels that the card of whoever acts is wide."""

MAP = (220, 150)
"""Pixels of the whole map in small, at most."""

TALL = 292
"""Pixels that it is high at most."""

SIDE = 310
"""Pixels that the panels at the right are wide, where the window is wide enough."""

LINES = 4
"""Of the log, while it is not opened."""


@dataclass(frozen=True)
class PanelLayout:
    """The places of the panels: left below who acts, at the right what a choice means and the log, below what to do.

    A panel may take less room than its place has; it never takes more.
    """

    window: pygame.Rect
    """All of the window below the bar of turns, and over what else stands at its foot."""
    news: pygame.Rect
    """What is told at the left above: what the sides are after, hints."""
    card: pygame.Rect
    odds: pygame.Rect
    log: pygame.Rect
    log_open: pygame.Rect
    map: pygame.Rect
    """The whole map in small, over the log while that is closed."""
    row: pygame.Rect
    """The buttons below."""
    question: pygame.Rect
    """What is asked, over them."""
    lists: pygame.Rect
    """Where what opens from the buttons or beside somebody may lie."""
    prompts: pygame.Rect
    """Where whatever asks out of turn may lie: no card and no buttons are shown then."""
    narrow: pygame.Rect
    """Where it may lie while something is told in the place of the card."""

    @classmethod
    def of(cls, look: Typography, size: tuple[int, int], bar: int, foot: int = 0) -> PanelLayout:
        """The places in a window of that size in pixels, below a ``bar`` of turns and over a ``foot`` so high."""
        wide, high = size[0], size[1] - foot
        gap = look.px(GAP)
        left, right, bottom = gap, wide - gap, high - gap
        side = min(look.px(SIDE), wide * 3 // 10)
        half = high // 2
        card, tallest = min(look.px(CARD), wide // 4), min(look.px(TALL), bottom - half - gap)
        beside = right - side
        odds = pygame.Rect(beside, bar + gap, side, half - bar - gap)
        tall = look.pitch(LINES * PITCH) + look.px(18)
        log = pygame.Rect(beside, bottom - tall, side, tall)
        log_open = pygame.Rect(beside, half + gap, side, bottom - half - gap)
        small = pygame.Rect(0, 0, min(side, look.px(MAP[0])), min(log.top - 2 * gap - half, look.px(MAP[1])))
        small.bottomright = log.right, log.top - gap
        between = left + card + gap
        row = pygame.Rect(between, bottom - look.px(52), beside - gap - between, look.px(52))
        asked = look.line(BODY) + look.px(8)
        question = pygame.Rect(row.left, row.top - asked - look.px(6), row.width, asked)
        top = bar + look.px(10) + look.line(SMALL) + look.px(8)
        return cls(
            window=pygame.Rect(0, bar, wide, high - bar),
            news=pygame.Rect(left, bar + look.px(6), beside - gap - left, half - bar),
            card=pygame.Rect(left, bottom - tallest, card, tallest),
            odds=odds,
            log=log,
            log_open=log_open,
            map=small,
            row=row,
            question=question,
            lists=pygame.Rect(row.left, top, row.width, question.top - look.px(6) - top),
            prompts=pygame.Rect(left, top, beside - gap - left, bottom - top),
            narrow=pygame.Rect(row.left, top, row.width, bottom - top),
        )


DESIGN = (1536, 864)
"""Pixels of a window or screen at which everything has its usual size."""


def fitting_scale(size: tuple[int, int]) -> float:
    """The scale for a window or screen of so many pixels, in quarters from 1 to 2: 1.25 at 1920x1080."""
    fits = min(size[0] / DESIGN[0], size[1] / DESIGN[1])
    return max(1.0, min(2.0, int(fits * 4) / 4))


def scale_for(preferences: Preferences, size: tuple[int, int]) -> float:
    """The size of everything that the player has set, or that fits a window or screen of so many pixels."""
    chosen = preferences.scale_chosen or preferences.ui_scale != 1.0
    return preferences.ui_scale if chosen else fitting_scale(size)


def largest_scale(size: tuple[int, int]) -> float:
    """The largest scale, in quarters up to 2, at which a battle has room in a window of so many pixels; at least 1."""
    fits = min(size[0] / ROOM[0], size[1] / ROOM[1])
    return max(1.0, min(2.0, int(fits * 4) / 4))
