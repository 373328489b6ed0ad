"""What keys are called and which of them write text, on any keyboard layout.

A command is bound to the sign on a key where that is one of a US keyboard or a Latin letter, and else to what stands in
that place on a US keyboard: Ф of a Russian keyboard is "a", & of a French one "1". What is written comes from TEXTINPUT
events alone, never from keys.
"""

from __future__ import annotations

import string
from collections.abc import Container
from unicodedata import name as unicode_name

import pygame

_PLACES: dict[int, str] = {
    **{pygame.KSCAN_A + n: letter for n, letter in enumerate(string.ascii_lowercase)},
    **{pygame.KSCAN_1 + n: digit for n, digit in enumerate("1234567890")},
    pygame.KSCAN_MINUS: "-",
    pygame.KSCAN_EQUALS: "=",
    pygame.KSCAN_LEFTBRACKET: "[",
    pygame.KSCAN_RIGHTBRACKET: "]",
    pygame.KSCAN_BACKSLASH: "\\",
    pygame.KSCAN_SEMICOLON: ";",
    pygame.KSCAN_APOSTROPHE: "'",
    pygame.KSCAN_GRAVE: "`",
    pygame.KSCAN_COMMA: ",",
    pygame.KSCAN_PERIOD: ".",
    pygame.KSCAN_SLASH: "/",
}
"""By scancode: what the key writes on a US keyboard."""

_PAD = {*range(pygame.K_KP_DIVIDE, pygame.K_KP_PERIOD + 1), pygame.K_KP_EQUALS} - {pygame.K_KP_ENTER}
"""Keys of the number pad that write a sign."""

_DEAD = (pygame.K_UNKNOWN, 1 << 30)
"""What SDL calls a key of which it knows no sign, as a dead one: nothing, with or without the bit for what has none."""

_MODIFIERS = {
    pygame.K_LCTRL,
    pygame.K_RCTRL,
    pygame.K_LSHIFT,
    pygame.K_RSHIFT,
    pygame.K_LALT,
    pygame.K_RALT,
    pygame.K_LMETA,
    pygame.K_RMETA,
    pygame.K_MODE,
}


def _sign(event: pygame.Event) -> str:
    """The sign that a key writes without modifiers, of a dead key that of its place; nothing for keys such as Enter."""
    code = event.key
    if code in _DEAD:
        return _place(event)
    sign = chr(code) if 0x20 <= code <= 0x10FFFF else ""
    return sign if sign.isprintable() else ""


def _place(event: pygame.Event) -> str:
    return _PLACES.get(getattr(event, "scancode", 0), "")


def third_level(event: pygame.Event) -> bool:
    """Whether AltGr is held, which makes a key write its third sign; Windows tells of it as Ctrl with the right Alt."""
    return bool(getattr(event, "mod", 0) & (pygame.KMOD_RALT | pygame.KMOD_MODE))


def is_command(event: pygame.Event) -> bool:
    """Whether Ctrl or Command is held, so that nothing is written."""
    return bool(getattr(event, "mod", 0) & (pygame.KMOD_CTRL | pygame.KMOD_META)) and not third_level(event)


def has_sign(event: pygame.Event) -> bool:
    """Whether a key has a sign, which it writes unless it is a command."""
    return bool(_sign(event)) or event.key in _PAD


def key_name(event: pygame.Event, known: Container[str] = ()) -> str:
    """What a key is called, such as "a", "7" or "page up"; of two names the one that is ``known``.

    Empty for a modifier alone, and for a sign with AltGr.
    """
    names = _names(event)
    return next((name for name in names if name in known), next(iter(names), ""))


def chord(event: pygame.Event, known: Container[str] = ()) -> str:
    """A key with Ctrl and Shift as text, such as "ctrl+z"; Shift is left out where only that makes it ``known``.

    Empty for a modifier alone, and for a sign with AltGr.
    """
    ctrl = "ctrl+" if is_command(event) and event.mod & pygame.KMOD_CTRL else ""
    shift = "shift+" if getattr(event, "mod", 0) & pygame.KMOD_SHIFT else ""
    chords = [f"{ctrl}{shift}{name}" for name in _names(event)]
    tried = (*chords, *(each.removeprefix("shift+") for each in chords))
    return next((each for each in tried if each in known), next(iter(chords), ""))


def _names(event: pygame.Event) -> tuple[str, ...]:
    """What a key is called, then what the key in that place of a US keyboard is called, where that is no letter.

    Layouts that write Latin have all letters, but not all of a US keyboard's signs.
    """
    if event.key in _MODIFIERS:
        return ()
    sign, place = _sign(event), _place(event)
    if not sign or sign == " ":
        name = pygame.key.name(event.key)
        return (name,) if name else ()
    if third_level(event):
        return ()
    plain = sign.isascii() and sign.isalnum()
    if place.isdigit() and not plain:  # a layout on which digits need Shift
        return (place,)
    if not sign.isascii() and not unicode_name(sign, "").startswith("LATIN "):
        return (place or sign,)
    return (sign, place) if place and place != sign and not plain and not place.isalpha() else (sign,)
