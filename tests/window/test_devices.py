"""Keyboards of other countries, a gamepad alone, one hand, one finger or the mouse alone."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from battlemat_duel import RULESET as DUEL
from game.play.preferences import NOTICE_MOST, Preferences, TimeLimits, keep_preferences, load_preferences
from game.play.start import StartRequest, setup_of
from game.rules.questions import Choose, Menu, Option, Seat
from game.rules.setup import Setup
from game.view.widgets.forms import ListBox
from game.view.widgets.text_field import TextField
from game.view.widgets.widget import TOOLTIP_AFTER, ChoiceButton, Slider, Toggle
from game.window.battle.open_question import Countdown
from game.window.controls import AGAIN, ARRIVAL, CONTROLS, TRIGGERS, Pad
from game.window.destinations import Lessons, NewBattle, OpenMap, Reference, Saves, Settings, Skirmish, Title
from game.window.loop import App
from game.window.pilot import Pilot
from game.window.screens.rules import RulesScreen
from game.window.screens.settings import SettingsScreen
from tests.rules.battles import duel
from tests.window.seated import finish, sit, top
from tests.window.test_settings import axis, button, cross

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


# --- A gamepad alone: every screen, whole battles with their reactions, and keys that mean something else by now ---

A, B, X, Y, L1, R1 = range(6)


def press_number(app: App, number: int) -> None:
    """Press a button and let it go, once what is there can be seen."""
    while app.late.waiting:
        app.step(0.02, [])
    app.step(0.01, [button(number), button(number, up=True)])


def tilt(app: App, across: int, up: int) -> None:
    """Press the cross and let it go."""
    app.step(0.01, [cross(across, up), cross(0, 0)])


@pytest.mark.parametrize(
    "place", [Title(), NewBattle(), OpenMap(), Lessons(), Saves(), Settings(), Skirmish(), Reference(DUEL)]
)
def test_everything_that_can_be_pressed_is_reached_and_b_goes_back(app: App, place: Title | NewBattle) -> None:
    finish(sit(app, duel(), "red"))
    app.go(Title())
    below = app.top
    app.go(place)
    screen = app.top
    for _ in range(40):
        app.step(0.02, [])
        app.oracle.catch_up()
    wanted = [widget for widget in screen.group.widgets if widget.focusable and widget.enabled]
    met = []
    for _ in [*wanted, None]:
        met.append(screen.group.focus)
        press_number(app, R1)
    assert wanted and all(widget in met for widget in wanted)
    press_number(app, L1)
    assert screen.group.focus is met[-1]
    press_number(app, B)
    assert type(app.top) is type(below) and (app.top is below or isinstance(place, Title))


def cart(rules: str) -> Setup:
    """The quick battle."""
    return setup_of(StartRequest("the-cart-at-the-bend", rules=rules))


def answer(pilot: Pilot) -> str:
    """Answer the question that is open: with the button in front, by a list and its first target, or by the end of the
    turn. Gives how.
    """
    app, history = pilot.app, pilot.battle.session.match.history
    before = len(history)
    for how, buttons in (("at once", (A,)), ("by a list", (Y, A, R1, A, A)), ("by the end", (X,))):
        for number in buttons:
            press_number(app, number)
            if top(pilot) == "SureScreen":  # it asks whether that is meant, with No in front
                tilt(app, 0, -1)
                press_number(app, A)
            if len(history) > before or pilot.battle.session.match.history is not history:
                return how
        for _ in range(5):
            if top(pilot) != "BattleScreen" or pilot.battle.choosing is None:
                break
            press_number(app, B)
        while top(pilot) != "BattleScreen":
            press_number(app, B)
    raise AssertionError(f"no button answers: {pilot.battle.choosing and pilot.battle.choosing.question.why}")


@pytest.mark.parametrize("rules", ["duel", "sovereign", pytest.param("murdham", marks=pytest.mark.nightly)])
def test_a_battle_is_fought_with_a_gamepad_alone(app: App, rules: str) -> None:
    app.preferences.warn_end = app.preferences.warn_way = True
    app.preferences.reactions = "ask"
    setup = duel() if rules == "duel" else cart(rules)
    pilot = sit(app, setup, setup.sides[0].name)
    met = []
    for _ in range(12):
        pilot.wait_until(lambda: pilot.battle.choosing is not None or top(pilot) != "BattleScreen", "asked")
        if top(pilot) != "BattleScreen":
            break
        choosing = pilot.battle.choosing
        assert choosing is not None
        met.append((choosing.question.kind, answer(pilot)))
    kinds = {kind for kind, _ in met}
    assert top(pilot) == "ResultScreen" if rules == "duel" else {"pick", "act", "react"} <= kinds


def test_a_gamepad_does_the_same_whatever_keys_the_player_has(app: App) -> None:
    app.preferences.keys = {"confirm": "f9", "down": "f10", "cancel": "no such key"}
    app.restyle()
    app.go(Title())
    app.go(Settings())
    screen = app.top
    before = screen.group.focus
    tilt(app, 0, -1)
    assert screen.group.focus is not before
    press_number(app, B)
    assert app.top is not screen
    pilot = sit(app, duel(orc=(5, 3)), "red")
    pilot.wait_until_asked()
    asked = len(pilot.battle.session.match.history)
    answer(pilot)
    assert len(pilot.battle.session.match.history) > asked
    pilot = sit(app, duel(), "red")
    finish(pilot)
    tilt(app, 0, -1)
    press_number(app, A)
    assert top(pilot) == "BattleScreen", "the first button is pressed, and the battle begins again"


def test_a_notice_goes_when_a_button_is_pressed(app: App) -> None:
    app.go(Settings())
    app.say("Something happened")
    press_number(app, R1)
    assert not app.notice


def test_a_trigger_is_pressed_on_one_side_only() -> None:
    assert {"axis 2", "axis 5"} == TRIGGERS
    pad = Pad({})
    assert pad.pressed(axis(2, -1.0)) == "", "it rests there"
    assert pad.pressed(axis(2, -0.7)) == ""
    assert pad.does(pad.pressed(axis(2, 0.9))) == "zoom out"
    assert pad.advance(pad.first + 0.01) == ["zoom out"]
    pad.pressed(axis(2, -1.0))
    assert pad.advance(pad.first + 0.01) == [], "let go"
    assert pad.does(pad.pressed(axis(1, -1.0))) == "up", "a stick is pushed to both sides"


def test_what_was_pressed_on_a_gamepad_that_is_gone_is_not_held(app: App) -> None:
    app.go(Title())
    app.step(0.01, [cross(0, -1)])
    assert app.pad.held
    app.preferences.pad = {"end": "button 3"}
    app.restyle()
    assert app.pad.does("button 3") == "end"
    app.step(0.01, [pygame.Event(pygame.JOYDEVICEREMOVED, instance_id=0)])
    assert not app.pad.held


# -- plugged in and out while the game runs


class VirtualPad:
    """A gamepad of SDL's own, on the library that pygame has loaded."""

    def __init__(self, sdl: Any) -> None:
        self._sdl = sdl
        self._device = sdl.SDL_JoystickAttachVirtual(0, 6, 12, 1)  # of no kind that SDL knows: its axes rest at 0
        if self._device < 0:
            pytest.skip("SDL makes no virtual gamepads here")
        self.plugged = True

    def _opened(self) -> Any:
        """It, once the game has taken hold of it."""
        found = self._sdl.SDL_JoystickFromInstanceID(self._sdl.SDL_JoystickGetDeviceInstanceID(self._device))
        assert found, "nobody listens to it"
        return ctypes.c_void_p(found)

    def press(self, number: int, down: bool = True) -> None:
        """Press a button, or let it go."""
        self._sdl.SDL_JoystickSetVirtualButton(self._opened(), number, int(down))

    def push(self, axis: int, far: float) -> None:
        """Push a stick."""
        self._sdl.SDL_JoystickSetVirtualAxis(self._opened(), axis, ctypes.c_int16(int(far * 32767)))

    def unplug(self) -> None:
        """Take it away, whatever is pressed."""
        if self.plugged:
            self._sdl.SDL_JoystickDetachVirtual(self._device)
        self.plugged = False


@pytest.fixture
def sdl(app: App) -> Any:
    """The library by which pygame opens gamepads."""
    if not sys.platform.startswith("linux"):
        pytest.skip("where a library is loaded from is read from Linux")
    loaded = {line.split()[-1] for line in Path("/proc/self/maps").read_text().splitlines() if "libSDL2-" in line}
    if not loaded:
        pytest.skip("no library of SDL's own is loaded")
    library = ctypes.CDLL(loaded.pop())
    library.SDL_JoystickFromInstanceID.restype = ctypes.c_void_p
    return library


@pytest.fixture
def plug(sdl: Any) -> Iterator[Any]:
    """Plug gamepads in; those that are left are taken away."""
    pads: list[VirtualPad] = []

    def one() -> VirtualPad:
        pads.append(VirtualPad(sdl))
        return pads[-1]

    yield one
    for pad in pads:
        pad.unplug()
    pygame.event.clear()


def hear(app: App) -> None:
    """Let the window hear what there is, as its loop does."""
    for _ in range(3):
        app.step(0.01, pygame.event.get())


def test_a_gamepad_is_plugged_in_and_out_while_the_game_runs(app: App, plug: Any) -> None:
    app.go(Title())
    app.go(Settings())
    while app.late.waiting:
        app.step(0.02, [])
    pygame.event.clear()
    screen, first = app.top, app.top.group.focus
    pad = plug()
    hear(app)
    pad.press(R1)
    hear(app)
    assert screen.group.focus is not first, "it is heard as soon as it is there"
    pad.press(R1, down=False)
    pad.push(1, 1.0)
    hear(app)
    assert app.pad.held
    pad.unplug()
    hear(app)
    before = screen.group.focus
    app.step(1.0, [])
    assert screen.group.focus is before, "what was held on it is let go, and does not go on"
    other = plug()
    hear(app)
    other.press(R1)
    hear(app)
    assert screen.group.focus is not before, "another one takes its place"
    other.press(R1, down=False)
    other.press(B)
    hear(app)
    assert app.top is not screen


def test_two_gamepads_are_heard_and_one_may_go(app: App, plug: Any) -> None:
    app.go(Settings())
    while app.late.waiting:
        app.step(0.02, [])
    one, other = plug(), plug()
    hear(app)
    screen = app.top
    for pad in (one, other):
        before = screen.group.focus
        pad.press(R1)
        hear(app)
        assert screen.group.focus is not before
        pad.press(R1, down=False)
        hear(app)
    other.unplug()
    hear(app)
    before = screen.group.focus
    one.press(R1)
    hear(app)
    assert screen.group.focus is not before


def test_a_gamepad_that_is_gone_before_it_is_taken_hold_of_does_no_harm(app: App) -> None:
    app.go(Title())
    app.step(0.01, [pygame.Event(pygame.JOYDEVICEADDED, device_index=99, guid="")])
    app.step(0.01, [pygame.Event(pygame.JOYDEVICEREMOVED, instance_id=99)])
    assert app.running


# --- One hand ---

CTRL_KEY, SHIFT, ALT = pygame.K_LCTRL, pygame.K_LSHIFT, pygame.K_LALT


@pytest.fixture
def sticky(app: App) -> Iterator[App]:
    """A window in which modifiers wait for the next key."""
    app.preferences.sticky = True
    yield app
    pygame.key.set_mods(0)


def tap(app: App, key: int, mod: int = 0, *, alone: bool = True) -> None:
    """Press a key, and let it go if it is pressed alone."""
    app.step(0.01, [pygame.Event(pygame.KEYDOWN, key=key, mod=mod, unicode="", scancode=0)])
    if alone:
        app.step(0.01, [pygame.Event(pygame.KEYUP, key=key, mod=mod, unicode="", scancode=0)])


def moved(app: App) -> Pilot:
    """A duel in which Ada has made a move that can be taken back."""
    pilot = sit(app, duel(orc=(5, 3)), "red", "blue")
    pilot.wait_until_asked()
    pilot.choose("move 0,0")
    pilot.wait_until_asked()
    return pilot


# -- one finger


def test_a_chord_is_pressed_key_after_key(sticky: App) -> None:
    pilot = moved(sticky)
    before = len(pilot.battle.session.match.history)
    tap(sticky, CTRL_KEY)
    assert sticky.notice == "Ctrl for the next key or click"
    tap(sticky, pygame.K_z)
    assert len(pilot.battle.session.match.history) < before, "taken back"
    tap(sticky, pygame.K_z)
    assert sticky.preferences.sticky and not pygame.key.get_mods() & pygame.KMOD_CTRL, "for one key alone"


def test_without_the_setting_it_is_not_so(app: App) -> None:
    pilot = moved(app)
    before = len(pilot.battle.session.match.history)
    tap(app, CTRL_KEY)
    tap(app, pygame.K_z)
    assert len(pilot.battle.session.match.history) == before and not app.notice


def test_two_modifiers_wait_together_and_one_pressed_again_waits_no_longer(sticky: App) -> None:
    sticky.go(Title())
    tap(sticky, CTRL_KEY)
    tap(sticky, SHIFT)
    assert sticky.notice == "Ctrl and Shift for the next key or click"
    tap(sticky, CTRL_KEY)
    assert sticky.notice == "Shift for the next key or click"
    tap(sticky, SHIFT)
    assert sticky.notice == "Nothing is held" and not pygame.key.get_mods()


def test_a_chord_that_is_held_as_usual_leaves_nothing_waiting(sticky: App) -> None:
    pilot = moved(sticky)
    before = len(pilot.battle.session.match.history)
    tap(sticky, CTRL_KEY, alone=False)
    tap(sticky, pygame.K_z, pygame.KMOD_LCTRL)
    sticky.step(0.01, [pygame.Event(pygame.KEYUP, key=CTRL_KEY, mod=0, unicode="", scancode=0)])
    assert len(pilot.battle.session.match.history) < before
    assert "next key" not in sticky.notice


def test_a_click_with_a_modifier_is_two_touches(sticky: App) -> None:
    sticky.go(Title())
    tap(sticky, SHIFT)
    click = pygame.Event(pygame.MOUSEBUTTONDOWN, pos=(2, 2), button=1)
    held: list[int] = []
    handle = sticky.top.handle

    def watch(event: pygame.Event) -> None:
        held.append(pygame.key.get_mods())
        handle(event)

    sticky.top.handle = watch  # type: ignore[method-assign]
    sticky.step(0.01, [click])
    assert held[-1] & pygame.KMOD_SHIFT
    sticky.step(0.01, [pygame.Event(pygame.MOUSEBUTTONUP, pos=(2, 2), button=1)])
    sticky.step(0.01, [click])
    assert not held[-1] & pygame.KMOD_SHIFT, "once"


def test_altgr_is_left_to_the_keyboard(sticky: App) -> None:
    sticky.go(Title())
    tap(sticky, pygame.K_RALT)
    assert not sticky.notice


# -- the mouse alone


def test_whatever_keys_do_is_done_by_clicks_on_their_list(app: App) -> None:
    pilot = sit(app, duel(orc=(5, 3)), "red")
    pilot.wait_until_asked()
    names = [control.name for control in CONTROLS]
    seen: dict[str, Callable[[], bool]] = {
        "grid": lambda: app.preferences.grid,
        "threats": lambda: pilot.battle.view.show_threats,
    }
    for name, changed in seen.items():
        before = changed()
        pilot.click_button("Menu")
        pilot.click_button("Rules and keys")
        pilot.click_button("Keys")
        listed = next(each for each in app.top.group.widgets if isinstance(each, ListBox))
        assert len(listed.rows) == len(names)
        listed.top = names.index(name) * listed.height
        row = names.index(name) * listed.height - listed.top + listed.height // 2
        at = (listed.rect.centerx, listed.rect.top + 4 + row)
        pilot.click(at)
        assert top(pilot) == "RulesScreen", "the first click picks"
        pilot.click(at)
        assert top(pilot) == "BattleScreen" and changed() is not before, name


@pytest.mark.parametrize("control", [each.name for each in CONTROLS if "ctrl" in each.keys[0]])
def test_every_chord_can_be_given_a_single_key(app: App, control: str) -> None:
    changed, _ = app.keys.exchanged(control, "f9")
    app.preferences.keys = changed
    app.restyle()
    assert app.keys.control(pygame.Event(pygame.KEYDOWN, key=pygame.K_F9, mod=0, scancode=0)) == control


# -- times


def page(app: App) -> dict[str, object]:
    """The widgets of the page about times, by their text."""
    app.go(Title())
    app.go(Settings())
    screen = app.top
    assert isinstance(screen, SettingsScreen)
    next(each for each in screen.group.widgets if getattr(each, "text", "") == "Timing").click((0, 0))
    return {getattr(each, "text", ""): each for each in screen.group.widgets}


def test_every_time_has_a_setting_that_is_kept(app: App) -> None:
    shown = page(app)
    for text, name in (
        ("Notices stay", "notice"),
        ("Tooltips come after", "tip_after"),
        ("A screen that comes by itself waits", "arrival"),
        ("What is held on a gamepad counts again after", "held_again"),
    ):
        slider = shown[text]
        assert isinstance(slider, Slider)
        slider.change(1.5)
        assert getattr(app.preferences, name) == 1.5
    limits, sticky = (
        shown["Time that rules give for an answer"],
        shown["Ctrl, Shift and Alt wait for the next key or click"],
    )
    assert isinstance(limits, ChoiceButton) and isinstance(sticky, Toggle)
    limits.change("none")
    sticky.change(True)
    app.pop()
    found = load_preferences()
    assert (found.notice, found.tip_after, found.arrival, found.held_again) == (1.5, 1.5, 1.5, 1.5)
    assert found.time_limits == "none" and found.sticky


def test_a_notice_stays_as_long_as_it_is_set_to(app: App) -> None:
    app.go(Title())
    app.preferences.notice = 10.0
    app.say("Something happened")
    for _ in range(9):
        app.step(1.0, [])
    assert app.notice
    app.step(1.5, [])
    assert not app.notice


def test_a_tooltip_comes_when_it_is_set_to(app: App) -> None:
    app.go(Settings())
    app.step(0.01, [])
    group = app.top.group
    tipped = next(each for each in group.widgets if each.tip and each.enabled)
    for after, soon in ((TOOLTIP_AFTER, False), (1.5, True)):
        app.preferences.tip_after = after
        group.handle(pygame.Event(pygame.MOUSEMOTION, pos=(0, 0), rel=(0, 0), buttons=(0, 0, 0)))
        group.handle(pygame.Event(pygame.MOUSEMOTION, pos=tipped.rect.center, rel=(0, 0), buttons=(0, 0, 0)))
        app.step(0.5, [])
        assert group.waiting_for_tip is soon


def test_a_hand_that_needs_time_has_it_where_a_screen_comes_by_itself(app: App) -> None:
    app.go(Title())
    app.step(0.01, [])
    app.preferences.arrival = 1.0
    app.late.passed([], app.pile, app.preferences.arrival)
    app.late.advance(ARRIVAL * 2)
    assert app.late.waiting
    app.late.advance(1.0)
    assert not app.late.waiting


def test_what_is_held_on_a_gamepad_goes_on_when_it_is_set_to(app: App) -> None:
    app.preferences.held_again = 1.0
    app.restyle()
    app.pad.pressed(pygame.Event(pygame.JOYHATMOTION, value=(1, 0), hat=0))
    assert app.pad.advance(0.9) == []
    assert app.pad.advance(0.2) == ["right"]
    assert app.pad.advance(AGAIN + 0.01) == ["right"]
    app.pad.pressed(button(0, up=True))


@pytest.mark.parametrize(("limits", "left"), [("usual", 20.0), ("twice", 25.0), ("four times", 27.5), ("none", 30.0)])
def test_the_time_that_rules_give_goes_as_slowly_as_it_is_set_to(limits: TimeLimits, left: float) -> None:
    menu = Menu([Option("wait", 1, "Wait")])
    countdown = Countdown(Choose(Seat("red"), "What now?", menu, idle="wait", seconds=30), 30.0)
    countdown.advance(10.0, limits)
    assert countdown.left == left


def test_times_out_of_all_measure_are_brought_back() -> None:
    keep_preferences(Preferences(notice=900.0, tip_after=-1.0, arrival=99.0, held_again=0.0))
    found = load_preferences()
    assert (found.notice, found.tip_after, found.arrival, found.held_again) == (NOTICE_MOST, 0.1, 2.0, 0.2)


def test_text_fields_take_chords_key_after_key(sticky: App) -> None:
    pilot = sit(sticky, duel(orc=(5, 3)), "red")
    pilot.wait_until_asked()
    pilot.click_button("Menu")
    pilot.click_button("Rules and keys")
    field = next(each for each in sticky.top.group.widgets if isinstance(each, TextField))
    field.write("shock")
    sticky.top.group.focus = field
    tap(sticky, CTRL_KEY)
    tap(sticky, pygame.K_a)
    field.write("x")
    assert field.text == "x", "all of it was selected"
