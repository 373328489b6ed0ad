"""Keys of other countries' keyboards, dead keys, AltGr and input methods, as SDL tells of them, in the window."""

from __future__ import annotations

import pygame
import pytest

from battlemat_duel import RULESET as DUEL
from game.view.widgets.text_field import TextField
from game.window.loop import App
from game.window.pilot import Pilot
from game.window.screens.rules import RulesScreen
from game.window.screens.settings import SettingsScreen
from tests.rules.battles import duel
from tests.window.seated import sit

ALTGR = pygame.KMOD_RALT
CTRL = pygame.KMOD_LCTRL


def press(app: App, key: int, place: int, mod: int = 0, text: str = "") -> None:
    """Press a key and let go; what SDL says it writes, it says only while text is taken."""
    app.step(0.01, [pygame.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=text, scancode=place)])
    if text and app.text_input.field is not None:
        app.step(0.01, [pygame.Event(pygame.TEXTINPUT, text=text)])
    app.step(0.01, [pygame.Event(pygame.KEYUP, key=key, mod=mod, unicode="", scancode=place)])


def compose(app: App, text: str, caret: int) -> None:
    """An input method tells what it has so far."""
    app.step(0.01, [pygame.Event(pygame.TEXTEDITING, text=text, start=caret, length=0)])


@pytest.fixture
def switched(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """When text input went on and off."""
    found: list[str] = []
    monkeypatch.setattr(pygame.key, "start_text_input", lambda: found.append("on"))
    monkeypatch.setattr(pygame.key, "stop_text_input", lambda: found.append("off"))
    return found


@pytest.fixture
def field(app: App) -> TextField:
    """The field in which the rules are searched, with the focus."""
    app.push(RulesScreen(app, DUEL))
    found = next(widget for widget in app.top.group.widgets if isinstance(widget, TextField))
    app.top.group.focus = found
    app.step(0.01, [])
    return found


@pytest.mark.parametrize(
    ("key", "place"),
    [("ф", pygame.KSCAN_G), ("γ", pygame.KSCAN_G), ("g", pygame.KSCAN_H)],
    ids=["ru", "gr", "dvorak"],
)
def test_letters_are_commands_in_a_battle_on_any_layout(app: App, key: str, place: int) -> None:
    pilot = sit(app, duel(), "North")
    assert not app.preferences.grid
    press(app, ord(key), place, text=key)
    assert pilot.app.preferences.grid


@pytest.mark.parametrize("mod", [ALTGR, pygame.KMOD_MODE, ALTGR | CTRL])
def test_altgr_with_a_letter_is_no_command(app: App, mod: int) -> None:
    sit(app, duel(), "North")
    press(app, ord("g"), pygame.KSCAN_G, mod)
    assert not app.preferences.grid


def test_text_is_taken_only_while_a_field_has_the_focus(app: App, switched: list[str]) -> None:
    screen = RulesScreen(app, DUEL)
    app.push(screen)
    field = next(widget for widget in screen.group.widgets if isinstance(widget, TextField))
    screen.group.focus = None
    app.step(0.01, [])
    assert switched == []
    screen.group.focus = field
    app.step(0.01, [])
    assert switched == ["on"]
    app.push(SettingsScreen(app))
    app.step(0.01, [])
    assert switched == ["on", "off"]


def test_the_input_method_is_told_where_one_types(field: TextField, app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[pygame.Rect] = []
    monkeypatch.setattr(pygame.key, "set_text_input_rect", lambda rect: told.append(rect.copy()))
    press(app, ord("m"), pygame.KSCAN_M, text="m")
    press(app, ord("m"), pygame.KSCAN_M, text="m")
    app.step(0.01, [])
    assert len(told) >= 2 and told[-1].left > told[0].left
    assert field.rect.contains(told[-1])


def test_a_field_takes_text_and_no_keys(field: TextField, app: App) -> None:
    press(app, ord("ж"), pygame.KSCAN_SEMICOLON, text="ж")
    press(app, ord("q"), pygame.KSCAN_Q, ALTGR, text="@")
    press(app, ord("2"), pygame.KSCAN_2, ALTGR | CTRL, text="²")
    press(app, 0x40000000, pygame.KSCAN_EQUALS)  # a dead acute alone writes nothing
    press(app, ord("e"), pygame.KSCAN_E, text="é")
    press(app, ord("&"), pygame.KSCAN_1, text="&")
    press(app, ord("1"), pygame.KSCAN_1, pygame.KMOD_LSHIFT, text="1")
    press(app, pygame.K_SPACE, pygame.KSCAN_SPACE, text=" ")
    assert field.text == "ж@²é&1 "


def test_a_key_that_writes_is_no_command_whatever_it_is_bound_to(field: TextField, app: App) -> None:
    app.preferences.keys = {"fullscreen": "q", "cancel": "x"}
    app.restyle()
    for letter in "qx":
        press(app, ord(letter), pygame.KSCAN_Q, text=letter)
    assert field.text == "qx"
    assert not app.preferences.fullscreen and isinstance(app.top, RulesScreen)


def test_what_a_command_writes_is_no_text(field: TextField, app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    copied: list[str] = []
    monkeypatch.setattr(pygame.scrap, "put_text", copied.append)
    for letter in ("щ", "р"):
        press(app, ord(letter), pygame.KSCAN_O, text=letter)
    press(app, ord("ф"), pygame.KSCAN_A, CTRL, text="ф")  # X11 tells so of Ctrl and a Cyrillic letter
    press(app, ord("с"), pygame.KSCAN_C, CTRL, text="с")
    assert (field.text, copied) == ("щр", ["щр"])
    press(app, ord("к"), pygame.KSCAN_R, text="к")
    assert field.text == "к", "Ctrl+A selected it all"


def test_what_is_composed_is_shown_and_keys_belong_to_the_input_method(field: TextField, app: App) -> None:
    before = pygame.image.tobytes(app.surface, "RGB")
    compose(app, "にほ", 2)
    assert (field.text, field.composing) == ("", "にほ")
    assert pygame.image.tobytes(app.surface, "RGB") != before
    for key in (pygame.K_RETURN, pygame.K_ESCAPE, pygame.K_BACKSPACE, pygame.K_LEFT):
        press(app, key, 0)
    assert isinstance(app.top, RulesScreen) and field.composing
    app.step(0.01, [pygame.Event(pygame.TEXTINPUT, text="日本")])
    assert (field.text, field.composing) == ("日本", "")
    compose(app, "ご", 1)
    compose(app, "", 0)
    press(app, pygame.K_BACKSPACE, 0)
    assert (field.text, field.composing) == ("日", "")


def test_what_is_composed_is_dropped_with_the_focus(field: TextField, app: App, switched: list[str]) -> None:
    compose(app, "に", 1)
    app.top.group.focus = None
    app.step(0.01, [])
    assert (field.composing, switched) == ("", ["off"])


@pytest.mark.parametrize(
    ("key", "place", "mod", "shown"),
    [
        ("щ", pygame.KSCAN_O, 0, "O"),
        ("ω", pygame.KSCAN_V, CTRL, "Ctrl+V"),
        ("&", pygame.KSCAN_1, 0, "1"),
        ("ö", pygame.KSCAN_SEMICOLON, 0, "Ö"),
        ("ß", pygame.KSCAN_MINUS, 0, "ß"),
    ],
)
def test_remapping_takes_letters_of_any_alphabet(app: App, key: str, place: int, mod: int, shown: str) -> None:
    screen = SettingsScreen(app)
    app.push(screen)
    screen._turn("Keys")
    screen.waiting = "grid"
    press(app, ord("q"), pygame.KSCAN_Q, ALTGR, text="@")
    assert screen.waiting == "grid", "AltGr writes, so that it can't be a command"
    press(app, pygame.K_MODE, 0)
    assert screen.waiting == "grid"
    press(app, ord(key), place, mod, text=key)
    assert (screen.waiting, app.keys.shown("grid")) == ("", shown)
    assert app.keys.control(pygame.Event(pygame.KEYDOWN, key=ord(key), mod=mod, scancode=place)) == "grid"
    assert app.keys.press("grid").key in (ord(shown[-1].lower()), ord(shown[-1]))


def test_rows_and_replies_have_digits_where_those_need_shift(app: App) -> None:
    pilot = sit(app, duel(), "North")
    pilot.wait_until_asked()
    for digit, sign in enumerate("&é\"'(-è_ç", 1):
        event = pygame.Event(pygame.KEYDOWN, key=ord(sign), mod=0, scancode=pygame.KSCAN_1 + digit - 1)
        assert app.keys.control(event) == f"row {digit}"


def test_the_pilot_types_as_a_keyboard_does(field: TextField, app: App) -> None:
    Pilot(app).type("Ältere Łódź, 日本 #1")
    assert field.text == "Ältere Łódź, 日本 #1"
