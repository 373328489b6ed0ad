"""What moves by itself on the board while nothing else changes: when it is drawn anew, and for how much time.

Flames, water and crowns follow from one clock. While the window rests no whole picture is drawn for them, only the part
in which something looks otherwise, and the slower that is the more seldom, so that it never takes more of the processor
than a set share.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from time import thread_time

import pygame

TICK = 80
"""Milliseconds from one picture to the next, at least."""

SHARE = 0.025
"""The share of one core that is spent on it at most, while the window rests."""

SLOWEST = 1000
"""Milliseconds from one picture to the next, at most."""

REST = 250
"""Milliseconds that the window waits for an event before it looks whether anything is due."""

AWAY = (pygame.WINDOWFOCUSLOST, pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN)
BACK = (pygame.WINDOWFOCUSGAINED, pygame.WINDOWRESTORED, pygame.WINDOWSHOWN)

Stirred = Callable[[int, int], pygame.Rect | None]
"""The part of the window that looks otherwise than at an earlier time; both in milliseconds."""


class Ambience:
    """The clock of what moves by itself. It stands still while nobody looks at the window."""

    def __init__(self) -> None:
        self._time = 0.0
        self._wait = float(TICK)
        self._waited = 0.0
        self._shown = 0
        self._away = False

    @property
    def time(self) -> int:
        """Milliseconds so far."""
        return int(self._time)

    def notice(self, event: pygame.Event) -> None:
        """The window may have been left or come back to."""
        if event.type in AWAY:
            self._away = True
        elif event.type in BACK:
            self._away = False

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        if not self._away:
            self._time += 1000 * seconds

    def shown(self) -> None:
        """The whole picture was drawn as it is now."""
        self._shown = self.time

    def rest(
        self, tick: Callable[[], int], still: bool, stirred: Stirred, draw: Callable[[pygame.Rect], None]
    ) -> pygame.Event:
        """Wait for an event and give it, or none after a while; meanwhile ``draw`` what has ``stirred``.

        ``tick`` gives the milliseconds since it was called last. ``still``: nothing moves by itself.
        """
        left = REST
        while left > 0:
            quiet = still or self._away
            event = pygame.event.wait(left if quiet else min(left, max(1, ceil(self._wait - self._waited))))
            waited = tick()
            left -= max(1, waited)
            self._waited += waited
            self.advance(waited / 1000)
            if event.type != pygame.NOEVENT:
                return event
            if not quiet and self._waited >= self._wait:
                self._stir(stirred, draw)
        return pygame.Event(pygame.NOEVENT)

    def _stir(self, stirred: Stirred, draw: Callable[[pygame.Rect], None]) -> None:
        self._waited, begun = 0.0, thread_time()
        part = stirred(self._shown, self.time)
        if part is not None:
            draw(part)
            self.shown()
        spent = 1000 * (thread_time() - begun)
        self._wait += (max(TICK, min(SLOWEST, spent / SHARE)) - self._wait) / 4  # one slow picture counts little
