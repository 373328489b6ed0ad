"""What keys are called, with events as SDL 2 sends them on X11 and Windows for keyboards of several countries."""

from __future__ import annotations

import pygame
import pytest

from game.view.widgets.text_field import chord, has_sign, is_command, key_name

ALTGR_WINDOWS = pygame.KMOD_LCTRL | pygame.KMOD_RALT
DEAD = 0x40000000
"""The key code of a dead key."""


def pressed(key: int, place: int, mod: int = 0) -> pygame.Event:
    """A key event by code of the sign and the place of the key."""
    return pygame.Event(pygame.KEYDOWN, key=key, mod=mod, unicode="", scancode=place)


@pytest.mark.parametrize(
    ("layout", "key", "place", "called"),
    [
        ("us", "a", pygame.KSCAN_A, "a"),
        ("ru", "ф", pygame.KSCAN_A, "a"),
        ("ru", "я", pygame.KSCAN_Z, "z"),
        ("ru", "х", pygame.KSCAN_LEFTBRACKET, "["),
        ("ru", "б", pygame.KSCAN_COMMA, ","),
        ("ru", "1", pygame.KSCAN_1, "1"),
        ("ru", ".", pygame.KSCAN_SLASH, "."),
        ("gr", "α", pygame.KSCAN_A, "a"),
        ("gr", "μ", pygame.KSCAN_M, "m"),
        ("he", "ש", pygame.KSCAN_A, "a"),
        ("ir", "۱", pygame.KSCAN_1, "1"),
        ("fr", "q", pygame.KSCAN_A, "q"),
        ("fr", "a", pygame.KSCAN_Q, "a"),
        ("fr", "z", pygame.KSCAN_W, "z"),
        ("fr", "m", pygame.KSCAN_SEMICOLON, "m"),
        ("fr", ",", pygame.KSCAN_M, ","),
        ("fr", "&", pygame.KSCAN_1, "1"),
        ("fr", "é", pygame.KSCAN_2, "2"),
        ("fr", "-", pygame.KSCAN_6, "6"),
        ("fr", "à", pygame.KSCAN_0, "0"),
        ("cz", "+", pygame.KSCAN_1, "1"),
        ("de", "y", pygame.KSCAN_Z, "y"),
        ("de", "ö", pygame.KSCAN_SEMICOLON, "ö"),
        ("de", "-", pygame.KSCAN_SLASH, "-"),
    ],
)
def test_a_key_is_called_by_its_latin_sign_and_else_by_its_place(
    layout: str, key: str, place: int, called: str
) -> None:
    event = pressed(ord(key), place)
    assert key_name(event) == chord(event) == called
    assert chord(pressed(ord(key), place, pygame.KMOD_LCTRL | pygame.KMOD_LSHIFT)) == f"ctrl+shift+{called}"


def test_a_sign_that_is_bound_to_nothing_stands_for_that_of_its_place_unless_that_is_a_letter() -> None:
    umlaut, comma, dotless = (
        pressed(ord("ü"), pygame.KSCAN_LEFTBRACKET),
        pressed(ord(","), pygame.KSCAN_M),
        pressed(ord("ı"), pygame.KSCAN_I),
    )
    assert (chord(umlaut, ("[",)), chord(umlaut, ("[", "ü"))) == ("[", "ü")
    assert chord(comma, ("m",)) == ","
    assert chord(dotless, ("i",)) == "ı", "a Turkish keyboard has an i elsewhere"


def test_a_dead_key_is_that_of_its_place_and_writes() -> None:
    circumflex = pressed(DEAD, pygame.KSCAN_LEFTBRACKET)
    assert key_name(circumflex) == "["
    assert has_sign(circumflex)


@pytest.mark.parametrize("mod", [pygame.KMOD_RALT, pygame.KMOD_MODE, ALTGR_WINDOWS])
@pytest.mark.parametrize(("key", "place"), [("q", pygame.KSCAN_Q), ("2", pygame.KSCAN_2), ("c", pygame.KSCAN_C)])
def test_with_altgr_a_sign_is_no_command(mod: int, key: str, place: int) -> None:
    event = pressed(ord(key), place, mod)
    assert key_name(event) == chord(event) == ""
    assert chord(event, ("q", "ctrl+q", "2", "c", "ctrl+c")) == ""
    assert has_sign(event) and not is_command(event)


def test_shift_is_left_out_where_only_that_makes_a_key_known() -> None:
    shifted = pressed(ord("&"), pygame.KSCAN_1, pygame.KMOD_LSHIFT)
    assert (chord(shifted), chord(shifted, ("1",)), chord(shifted, ("1", "shift+1"))) == ("shift+1", "1", "shift+1")


def test_keys_without_a_sign_are_called_as_they_are() -> None:
    for key, called in ((pygame.K_PAGEUP, "page up"), (pygame.K_RETURN, "return"), (pygame.K_F11, "f11")):
        event = pressed(key, 0)
        assert (key_name(event), has_sign(event)) == (called, False)
    assert (key_name(pressed(pygame.K_SPACE, pygame.KSCAN_SPACE)), has_sign(pressed(pygame.K_SPACE, 0))) == (
        "space",
        True,
    )
    assert has_sign(pressed(pygame.K_KP4, 0)) and not has_sign(pressed(pygame.K_KP_ENTER, 0))
    for modifier in (pygame.K_RALT, pygame.K_MODE, pygame.K_LSHIFT, pygame.K_LCTRL):
        assert chord(pressed(modifier, 0)) == ""
