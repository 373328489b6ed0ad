"""One hand, one finger, or the mouse alone: no chords, nothing that only a key does, and times that the player sets."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pygame
import pytest

from game.play.preferences import NOTICE_MOST, Preferences, TimeLimits, keep_preferences, load_preferences
from game.rules.questions import Choose, Menu, Option, Seat
from game.view.widgets.forms import ListBox
from game.view.widgets.text_field import TextField
from game.view.widgets.widget import TOOLTIP_AFTER, ChoiceButton, Slider, Toggle
from game.window.battle.open_question import Countdown
from game.window.controls import AGAIN, ARRIVAL, CONTROLS
from game.window.destinations import Settings, Title
from game.window.loop import App
from game.window.pilot import Pilot
from game.window.screens.settings import SettingsScreen
from tests.rules.battles import duel
from tests.window.seated import sit, top
from tests.window.test_settings import button

CTRL, SHIFT, ALT = pygame.K_LCTRL, pygame.K_LSHIFT, pygame.K_LALT


@pytest.fixture
def sticky(app: App) -> Iterator[App]:
    """A window in which modifiers wait for the next key."""
    app.preferences.sticky = True
    yield app
    pygame.key.set_mods(0)


def press(app: App, key: int, mod: int = 0, *, alone: bool = True) -> None:
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
    press(sticky, CTRL)
    assert sticky.notice == "Ctrl for the next key or click"
    press(sticky, pygame.K_z)
    assert len(pilot.battle.session.match.history) < before, "taken back"
    press(sticky, pygame.K_z)
    assert sticky.preferences.sticky and not pygame.key.get_mods() & pygame.KMOD_CTRL, "for one key alone"


def test_without_the_setting_it_is_not_so(app: App) -> None:
    pilot = moved(app)
    before = len(pilot.battle.session.match.history)
    press(app, CTRL)
    press(app, pygame.K_z)
    assert len(pilot.battle.session.match.history) == before and not app.notice


def test_two_modifiers_wait_together_and_one_pressed_again_waits_no_longer(sticky: App) -> None:
    sticky.go(Title())
    press(sticky, CTRL)
    press(sticky, SHIFT)
    assert sticky.notice == "Ctrl and Shift for the next key or click"
    press(sticky, CTRL)
    assert sticky.notice == "Shift for the next key or click"
    press(sticky, SHIFT)
    assert sticky.notice == "Nothing is held" and not pygame.key.get_mods()


def test_a_chord_that_is_held_as_usual_leaves_nothing_waiting(sticky: App) -> None:
    pilot = moved(sticky)
    before = len(pilot.battle.session.match.history)
    press(sticky, CTRL, alone=False)
    press(sticky, pygame.K_z, pygame.KMOD_LCTRL)
    sticky.step(0.01, [pygame.Event(pygame.KEYUP, key=CTRL, mod=0, unicode="", scancode=0)])
    assert len(pilot.battle.session.match.history) < before
    assert "next key" not in sticky.notice


def test_a_click_with_a_modifier_is_two_touches(sticky: App) -> None:
    sticky.go(Title())
    press(sticky, SHIFT)
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
    press(sticky, pygame.K_RALT)
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
    press(sticky, CTRL)
    press(sticky, pygame.K_a)
    field.write("x")
    assert field.text == "x", "all of it was selected"
