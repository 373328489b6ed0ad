"""Parts of screens without a window: lines of text that are typed, names of keys, strips and columns."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pygame
import pytest

from game.view.widgets.layout import Column, Dock, split_row
from game.view.widgets.text_field import TextField, chord, has_sign, is_command, key_name
from game.view.widgets.theme import BODY, Typography
from game.view.widgets.widget import Label


@pytest.fixture
def clipboard(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What was copied last."""
    held = [""]
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: held[0])
    monkeypatch.setattr(pygame.scrap, "put_text", lambda text: held.__setitem__(0, text))
    yield held


class Typist:
    """Somebody at a field."""

    def __init__(self, text: str = "") -> None:
        self.said: list[str] = []
        self.field = TextField(pygame.Rect(10, 10, 200, 34), text, self.said.append)

    def press(self, *keys: int, mod: int = 0) -> bool:
        """Press some keys one after the other; whether the field made use of the last."""
        used = [self.field.key(pygame.Event(pygame.KEYDOWN, key=key, mod=mod, unicode="")) for key in keys]
        return used[-1]

    def type(self, text: str) -> str:
        """Type; gives what stands there then."""
        for sign in text:
            self.field.write(sign)
        return self.field.text


def test_one_types_where_the_caret_is() -> None:
    at = Typist("axe")
    assert at.type("s") == "axes"
    at.press(pygame.K_HOME)
    assert at.type("p") == "paxes"
    at.press(pygame.K_RIGHT, pygame.K_DELETE)
    assert at.field.text == "paes"
    at.press(pygame.K_END, pygame.K_LEFT, pygame.K_BACKSPACE)
    assert at.field.text == "pas"
    assert at.said == ["axes", "paxes", "paes", "pas"]


def test_what_no_text_may_hold_is_not_written() -> None:
    at = Typist("axe")
    at.field.write("\x1b[2J\n")
    assert at.field.text == "axe[2J"
    at.field.compose("\x07o", 9)
    assert (at.field.text, at.field.composing) == ("axe[2J", "o")


def test_what_is_composed_stands_at_the_caret_and_is_no_part_of_the_text() -> None:
    pygame.font.init()
    at, look = Typist("ax"), Typography()
    target, plain = pygame.Surface((300, 60)), pygame.Surface((300, 60))
    at.press(pygame.K_LEFT)
    at.field.draw(plain, look, focused=True, hovered=False)
    at.field.compose("ni", 2)
    at.field.draw(target, look, focused=True, hovered=False)
    at.field.lay(look, focused=True)
    left = at.field.rect.left + look.px(8)
    assert at.field.caret_box.left == left + look.width("ani", BODY)
    assert pygame.image.tobytes(target, "RGB") != pygame.image.tobytes(plain, "RGB")
    at.field.write("日")
    assert (at.field.text, at.field.composing, at.field.caret, at.said) == ("a日x", "", 2, ["a日x"])


def test_what_is_selected_is_replaced() -> None:
    at = Typist("axe")
    at.press(pygame.K_LEFT, pygame.K_LEFT, mod=pygame.KMOD_SHIFT)
    assert at.field.selected == (1, 3)
    assert at.type("rm") == "arm"
    at.press(pygame.K_a, mod=pygame.KMOD_CTRL)
    at.press(pygame.K_BACKSPACE)
    assert at.field.text == ""
    assert not at.press(pygame.K_LEFT), "out of an empty field the keys lead elsewhere"


def test_text_is_copied_cut_and_pasted(clipboard: list[str]) -> None:
    at = Typist("great axe")
    at.press(pygame.K_HOME)
    at.press(*[pygame.K_RIGHT] * 6, mod=pygame.KMOD_SHIFT)
    at.press(pygame.K_x, mod=pygame.KMOD_CTRL)
    assert (at.field.text, clipboard) == ("axe", ["great "])
    at.press(pygame.K_END)
    at.press(pygame.K_v, mod=pygame.KMOD_CTRL)
    assert at.field.text == "axegreat "
    clipboard[0] = "two\nlines\x00"
    at.press(pygame.K_a, mod=pygame.KMOD_CTRL)
    at.press(pygame.K_v, mod=pygame.KMOD_CTRL)
    assert at.field.text == "two lines"
    assert not at.press(pygame.K_s, mod=pygame.KMOD_CTRL), "what it does not know is the screen's"


def test_where_nothing_can_be_copied_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> str:
        raise pygame.error("no clipboard")

    monkeypatch.setattr(pygame.scrap, "get_text", broken)
    monkeypatch.setattr(pygame.scrap, "put_text", broken)
    at = Typist("axe")
    at.press(pygame.K_a, pygame.K_c, mod=pygame.KMOD_CTRL)
    at.press(pygame.K_END)
    at.press(pygame.K_v, mod=pygame.KMOD_CTRL)
    assert at.field.text == "axe"


def test_the_pointer_puts_the_caret_and_selects() -> None:
    pygame.font.init()
    at, look = Typist("great axe"), Typography()
    at.field.lay(look, focused=True)
    start = at.field.rect.left + look.px(8)
    at.field.click((start + look.width("great", 15), 20))
    assert 4 <= at.field.caret <= 6
    at.field.click((start - 5, 20))
    at.field.drag((at.field.rect.right, 20))
    assert at.field.selected == (0, 9)


def test_a_long_text_is_seen_where_one_types() -> None:
    pygame.font.init()
    at, look = Typist("x" * 200), Typography()
    at.field.lay(look, focused=True)
    at.press(pygame.K_HOME)
    at.field.lay(look, focused=True)
    at.field.click((at.field.rect.left + look.px(8), 20))
    assert at.field.caret == 0


# --- What keys are called, with events as SDL 2 sends them on X11 and Windows for keyboards of several countries ---

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


# --- Strips cut off an area, and rows of a column: gaps between them, nothing lost, nothing beyond the area ---

AREA = pygame.Rect(30, 40, 601, 397)


@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_strips_of_every_side_leave_a_gap_and_the_rest_of_the_area(letters: None, scale: float) -> None:
    look = Typography(scale)
    dock, px = Dock(look, AREA, 10), look.px
    top, right, bottom, left = dock.top(40), dock.right(100), dock.bottom(30), dock.left(60)
    assert top == pygame.Rect(AREA.left, AREA.top, AREA.width, px(40))
    assert right.right == AREA.right and right.width == px(100) and right.top == top.bottom + px(10)
    assert bottom.bottom == AREA.bottom and bottom.right == right.left - px(10) and bottom.left == AREA.left
    assert left.topleft == (AREA.left, right.top) and left.bottom == bottom.top - px(10)
    assert dock.area.topleft == (left.right + px(10), left.top)
    assert dock.area.bottomright == (right.left - px(10), left.bottom)


def test_a_dock_leaves_the_area_that_it_was_given_as_it_is(letters: None) -> None:
    given = AREA.copy()
    Dock(Typography(1.0), given, 10).left(60)
    assert given == AREA


def test_places_in_a_row_are_as_wide_as_their_shares_and_the_next_goes_below() -> None:
    column = Column(AREA, 7, 20)
    column.put(Label(column.box(50), "first"))
    narrow, wide = column.row(1, 3)
    assert narrow.topleft == (AREA.left, AREA.top + 57) and narrow.height == wide.height == 20
    assert wide.left == narrow.right + 7 and 3 * narrow.width <= wide.width <= 3 * narrow.width + 3
    assert AREA.right - 2 <= wide.right <= AREA.right
    assert column.box().top == narrow.bottom + 7


@pytest.mark.parametrize(("shares", "widest"), [((1, 1, 1, 1, 1, 1, 1), None), ((6, 14, 10), None), ((1, 1, 1), 90)])
def test_a_row_fills_its_area_or_stands_in_its_middle(shares: tuple[int, ...], widest: int | None) -> None:
    places = split_row(AREA, 7, *shares, widest=widest)
    assert [right.left - left.right for left, right in pairwise(places)] == [7] * (len(shares) - 1)
    whole = places[0].unionall(places[1:])
    if widest is None:
        assert whole == AREA
    else:
        assert {place.width for place in places} == {widest} and abs(whole.centerx - AREA.centerx) <= 1


def test_a_strip_of_nothing_takes_no_gap_and_what_is_left_is_never_less_than_nothing(letters: None) -> None:
    dock = Dock(Typography(1.0), AREA, 10, edge=(4, 6))
    within = AREA.inflate(-8, -12)
    assert dock.top().height == dock.right().width == 0 and dock.area == within
    dock.bottom(within.height - 5)
    assert dock.area.height == 0
