"""How a list with more rows than it shows is scrolled: by keys, and where the thumb of its scroll bar lies."""

from __future__ import annotations

import pygame


def scrolled_by(key: int, focus: int | None, fit: int, many: int) -> int:
    """Rows that a key scrolls down a list of so ``many`` of which ``fit`` are shown; 0 for a key that does not.

    ``focus``: the row with the focus, counted from the first that is shown; the arrows go on past the first and last.
    """
    pages = {pygame.K_PAGEUP: -fit, pygame.K_PAGEDOWN: fit, pygame.K_HOME: -many, pygame.K_END: many}
    if key in pages:
        return pages[key] if fit < many else 0
    if key == pygame.K_DOWN and focus == fit - 1:
        return 1
    return -1 if key == pygame.K_UP and focus == 0 else 0


def thumb_of(track: pygame.Rect, first: int, fit: int, many: int, least: int) -> pygame.Rect:
    """The part of a scroll bar's track that stands for the rows shown, from the ``first``; ``least`` pixels long."""
    length = max(least, track.height * fit // many)
    down = (track.height - length) * first // max(1, many - fit)
    return pygame.Rect(track.left, track.top + down, track.width, length)
