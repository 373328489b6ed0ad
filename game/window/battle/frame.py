"""The parts of a battle's window: the board, the dock at its right, the bar below; and the scale that fits."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.play.preferences import Preferences
from game.view.widgets.layout import Dock
from game.view.widgets.theme import Typography

ROOM = (1024, 576)
"""Pixels of the design that a battle takes at least."""

GAP = 6
"""Pixels between the parts, and from them to the window's rim."""

DOCK, NARROW = 338, 264
"""Pixels that the dock is wide: of a window of 1280 pixels it leaves 930 to the board. In a narrower one it takes a
little more than a quarter, and at least the second number."""

FOOT = 72
"""Pixels that the bar below is high; with larger text it grows by half as much."""

ACTOR = 330
"""Pixels of it that are for whoever acts."""


@dataclass(frozen=True)
class PanelLayout:
    """The parts of the window below the bar of turns; none lies on another, and nothing else lies over the board."""

    board: pygame.Rect
    dock: pygame.Rect
    """Everything that is chosen, and what is told of it."""
    foot: pygame.Rect
    """The bar below, or what a screen shows there besides."""
    actor: pygame.Rect
    """Whoever acts, at the left of it."""
    row: pygame.Rect
    """The buttons of it."""

    @classmethod
    def of(cls, look: Typography, size: tuple[int, int], bar: int, foot: int = 0) -> PanelLayout:
        """The parts of a window of that size in pixels, below a ``bar`` of turns; ``foot``: pixels that a screen takes
        below for what is its own, in place of the bar there.
        """
        window, wide, gap = Dock(look, pygame.Rect((0, 0), size)), size[0], look.px(GAP)
        window.top(pixels=bar)
        below = window.bottom(pixels=foot or look.px(FOOT * (1 + look.text) / 2))
        dock = window.right(pixels=min(look.px(DOCK), max(NARROW, wide * 27 // 100)) + 2 * gap)
        within = Dock(look, below, GAP, edge=(GAP, GAP))
        actor = within.left(pixels=min(look.px(ACTOR), wide // 4))
        return cls(window.area, dock.inflate(-2 * gap, -2 * gap), below, actor, within.area)


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
