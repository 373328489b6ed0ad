"""Ctrl, Shift and Alt for one finger: pressed alone, they wait for the next key or click."""

from __future__ import annotations

from collections.abc import Callable

import pygame

BITS = {
    pygame.K_LCTRL: pygame.KMOD_LCTRL,
    pygame.K_RCTRL: pygame.KMOD_RCTRL,
    pygame.K_LSHIFT: pygame.KMOD_LSHIFT,
    pygame.K_RSHIFT: pygame.KMOD_RSHIFT,
    pygame.K_LALT: pygame.KMOD_LALT,
}
"""The keys that wait, with what events tell of them; AltGr writes signs, which is the system's."""

NAMES = {pygame.KMOD_CTRL: "Ctrl", pygame.KMOD_SHIFT: "Shift", pygame.KMOD_ALT: "Alt"}


class StickyModifiers:
    """Holds such keys down for whoever has one finger."""

    def __init__(self, tell: Callable[[str], object]) -> None:
        """``tell`` hears what waits for the next key."""
        self._tell = tell
        self._alone = 0
        """The one that is down, as long as nothing else was pressed with it."""
        self._waiting = 0
        self._spent = 0
        """What a click has used: it is let go with the next event."""

    def take(self, event: pygame.Event) -> pygame.Event:
        """An event as if what waits were held; a key alone waits from now on, or no longer."""
        if event.type not in (pygame.KEYDOWN, pygame.KEYUP, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            return event
        self._hold(0, let_go=self._spent)
        self._spent = 0
        if event.type == pygame.MOUSEBUTTONUP:
            return event
        key = getattr(event, "key", 0)
        if event.type == pygame.KEYUP:
            if key in BITS and key == self._alone:
                self._alone = 0
                self._waiting ^= BITS[key]
                self._hold(self._waiting, let_go=BITS[key] & ~self._waiting)
                self._tell(self._told())
            return event
        if key in BITS:
            self._alone = 0 if self._alone else key
            return event
        self._alone = 0
        used, self._waiting = self._waiting, 0
        if not used:
            return event
        if event.type == pygame.MOUSEBUTTONDOWN:
            self._spent = used
            return event
        self._hold(0, let_go=used)
        return pygame.Event(event.type, {**event.dict, "mod": event.mod | used})

    def _hold(self, mods: int, *, let_go: int) -> None:
        """Have whoever asks what is held be told so."""
        if mods or let_go:
            pygame.key.set_mods(pygame.key.get_mods() & ~let_go | mods)

    def _told(self) -> str:
        held = " and ".join(name for bits, name in NAMES.items() if self._waiting & bits)
        return f"{held} for the next key or click" if held else "Nothing is held"
