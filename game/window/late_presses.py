"""What is pressed before one can have seen what it would hit is not meant for it, and does nothing."""

from __future__ import annotations

from collections.abc import Sequence
from weakref import ReferenceType, ref

import pygame

PRESSES = (pygame.MOUSEBUTTONDOWN, pygame.KEYDOWN, pygame.TEXTINPUT, pygame.JOYBUTTONDOWN)
"""What does something; the sticks of a gamepad only go from one thing to another, and are let go again."""

ARRIVAL = 0.25
"""Seconds in which nobody can mean what has just opened: a hand that is on its way is not stopped sooner."""


class LatePresses:
    """Knows which screen is on top, and whether it has been seen for long enough."""

    def __init__(self) -> None:
        self._seen: tuple[ReferenceType[object], ...] = ()
        """The screens of the last picture; they are not kept from going."""
        self._left = 0.0

    @property
    def waiting(self) -> bool:
        """Whether what is pressed now is too late."""
        return self._left > 0

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        self._left = max(0.0, self._left - seconds)

    def passed(self, before: object, top: object, arrival: float) -> None:
        """Time has passed, and which screen was on top before it and is now: another one has come by itself.

        Then nobody can mean it for ``arrival`` seconds.
        """
        if top != before:
            self._left = arrival

    def shown(self, screens: Sequence[object]) -> None:
        """A picture was shown: what was pressed while the first one of a screen was made is forgotten."""
        now = tuple(map(ref, screens))
        if now != self._seen:
            self._seen = now
            pygame.event.clear(PRESSES)
