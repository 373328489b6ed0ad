"""A gamepad alone: every screen, whole battles with their reactions, and keys that mean something else by now."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from battlemat_duel import RULESET as DUEL
from game.play.start import StartRequest, setup_of
from game.rules.setup import Setup
from game.window.controls import TRIGGERS, Pad
from game.window.destinations import Lessons, NewBattle, OpenMap, Reference, Saves, Settings, Skirmish, Title
from game.window.loop import App
from game.window.pilot import Pilot
from tests.rules.battles import duel
from tests.window.seated import finish, sit, top
from tests.window.test_settings import axis, button, cross

A, B, X, Y, L1, R1 = range(6)


def press(app: App, number: int) -> None:
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
        press(app, R1)
    assert wanted and all(widget in met for widget in wanted)
    press(app, L1)
    assert screen.group.focus is met[-1]
    press(app, B)
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
            press(app, number)
            if top(pilot) == "SureScreen":  # it asks whether that is meant, with No in front
                tilt(app, 0, -1)
                press(app, A)
            if len(history) > before or pilot.battle.session.match.history is not history:
                return how
        for _ in range(5):
            if top(pilot) != "BattleScreen" or pilot.battle.choosing is None:
                break
            press(app, B)
        while top(pilot) != "BattleScreen":
            press(app, B)
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
    press(app, B)
    assert app.top is not screen
    pilot = sit(app, duel(orc=(5, 3)), "red")
    pilot.wait_until_asked()
    asked = len(pilot.battle.session.match.history)
    answer(pilot)
    assert len(pilot.battle.session.match.history) > asked
    pilot = sit(app, duel(), "red")
    finish(pilot)
    tilt(app, 0, -1)
    press(app, A)
    assert top(pilot) == "BattleScreen", "the first button is pressed, and the battle begins again"


def test_a_notice_goes_when_a_button_is_pressed(app: App) -> None:
    app.go(Settings())
    app.say("Something happened")
    press(app, R1)
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
