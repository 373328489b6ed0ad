"""Settings: their pages, what they change, questions answered as usual, a gamepad; hints, each where it fits."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.play.preferences import TEXT_MOST, Preferences, keep_preferences, load_preferences, preferences_file
from game.play.session import give_order, usual_orders
from game.rules.events import Id
from game.rules.option_details import OrderPlace
from game.rules.questions import Choose, Menu, Option, Seat
from game.scene.palettes import in_use
from game.view.widgets.widget import Button, ChoiceButton, Slider, Toggle
from game.window.battle.lesson_panel import HINTS, next_hint, seen
from game.window.controls import AGAIN, USUAL, Pad
from game.window.loop import App
from game.window.pilot import Pilot
from game.window.screens.settings import PAGES, SettingsScreen
from game.window.screens.title import TitleScreen
from game.window.sound import KIND_OF, KINDS, RECIPES, Sounds
from game.window.window import open_app
from tests.rules.battles import begin, duel
from tests.rulesets.einfelst.kit import Fight as ZoneFight
from tests.rulesets.glog.kit import Fight
from tests.window.seated import sit, top
from tests.window.staged import panel_rects, stage_of
from tests.window.test_turn_flow import two_and_a_foe


def opened(app: App, page: str) -> SettingsScreen:
    """The settings at a page."""
    screen = SettingsScreen(app)
    app.replace(TitleScreen(app), screen)
    Pilot(app).click_button(page)
    return screen


def widget(screen: SettingsScreen, text: str) -> Toggle | Slider | ChoiceButton:
    """A setting by its name."""
    return next(w for w in screen.group.widgets if isinstance(w, (Toggle, Slider, ChoiceButton)) and w.text == text)


def test_every_page_opens_with_keys_alone(app: App) -> None:
    screen = SettingsScreen(app)
    app.replace(TitleScreen(app), screen)
    for page in PAGES:
        while not (isinstance(screen.group.focus, Button) and screen.group.focus.text == page):
            Pilot(app).press("tab")
        Pilot(app).press("return")
        assert screen.page == page
        app.draw()


@pytest.mark.parametrize("name", ["Size of everything", "Size of text besides"])
def test_the_sliders_of_the_sizes_are_dragged_to_their_ends_and_back(app: App, name: str) -> None:
    """What they set lays the page out anew, under the pointer that drags them."""
    screen, pilot = opened(app, "Look"), Pilot(app)
    slider = widget(screen, name)
    assert isinstance(slider, Slider)
    first, track = slider.value, slider._track()
    for way in (1, -1):
        slider = widget(screen, name)
        assert isinstance(slider, Slider)
        low, high = slider.ends
        track = slider._track()
        knob = track.left + round(track.width * (slider.value - low) / (high - low)), track.centery
        app.step(0.02, [pygame.Event(pygame.MOUSEBUTTONDOWN, pos=knob, button=1)])
        for step in range(1, 31):
            pilot.point((knob[0] + way * step * track.width // 30, knob[1]))
        app.step(0.02, [pygame.Event(pygame.MOUSEBUTTONUP, pos=knob, button=1)])
        shown = widget(screen, name)
        assert isinstance(shown, Slider)
        assert shown.value == pytest.approx(high if way > 0 else low)
    kept = app.preferences.ui_scale if name == "Size of everything" else app.preferences.text
    assert kept == pytest.approx(slider.ends[0]) and kept <= first


def test_right_goes_from_a_page_to_its_settings_and_left_back(app: App) -> None:
    screen = SettingsScreen(app)
    app.replace(TitleScreen(app), screen)
    pilot = Pilot(app)
    for page in ("Play", "Questions", "Timing", "Sound", "Keys"):
        pilot.press("down")
        pilot.press("right")
        focus = screen.group.focus
        assert screen.page == page and focus is not None and screen.group.widgets.index(focus) >= len(PAGES)
        if isinstance(focus, Slider):
            pilot.press("down")
        pilot.press("left")
        assert isinstance(screen.group.focus, Button) and screen.group.focus.text == page


@pytest.mark.parametrize(
    ("page", "text", "name"),
    [
        ("Look", "Reduced motion", "calm"),
        ("Look", "Grid", "grid"),
        ("Play", "Skip the turns of others", "skip_others"),
        ("Play", "Scroll at the window's edges", "edge_scroll"),
        ("Questions", "Ask before a turn ends with something left", "warn_end"),
        ("Questions", "Ask before somebody leaves for good", "ask_leaving"),
        ("Sound", "Mute", "mute"),
    ],
)
def test_a_switch_turns_over_what_it_says_and_is_kept(app: App, page: str, text: str, name: str) -> None:
    before = getattr(app.preferences, name)
    screen = opened(app, page)
    found = widget(screen, text)
    Pilot(app).click(found.rect.center)
    assert getattr(app.preferences, name) is not before
    Pilot(app).press("escape")
    assert getattr(load_preferences(), name) is not before


def test_colours_and_size_of_text_change_at_once(app: App) -> None:
    screen = opened(app, "Look")
    wide = app.look.width("Battlemat")
    palette = widget(screen, "Colours")
    assert isinstance(palette, ChoiceButton)
    Pilot(app).click((palette.rect.right - 10, palette.rect.centery))
    assert in_use() == app.preferences.palette == "protanopia"
    text = widget(screen, "Size of text besides")
    assert isinstance(text, Slider)
    text.change(1.25)
    assert app.look.scale == 1.0
    assert app.look.width("Battlemat") > 1.15 * wide


def test_volumes_of_kinds_are_kept_apart(app: App) -> None:
    screen = opened(app, "Sound")
    dice = widget(screen, "Dice and cards")
    assert isinstance(dice, Slider)
    dice.change(0.5)
    assert app.sounds.loudness("dice") == pytest.approx(0.5 * app.preferences.volume)
    assert app.sounds.loudness("step") == app.preferences.volume
    assert app.sounds.heard[-1] == "dice"
    app.preferences.mute = True
    app.apply_sound_settings()
    assert app.sounds.loudness("step") == 0


def test_every_sound_has_a_kind_and_can_be_made() -> None:
    assert set(KIND_OF) == set(RECIPES)
    assert sum(map(len, KINDS.values())) == len(RECIPES)
    for make in RECIPES.values():
        wave = make()
        assert 0.01 < abs(wave).max() <= 2.5
    assert Sounds(1.0, False, {}).loudness("nothing of the kind") == 1.0


def test_settings_that_are_out_of_all_measure_are_brought_back() -> None:
    keep_preferences(Preferences(text=9.0, volumes={"Dice and cards": -3.0}))
    assert preferences_file().exists()
    found = load_preferences()
    assert found.text == TEXT_MOST
    assert found.volumes == {"Dice and cards": 0.0}


# ------------------------------------------------------------------ questions


def test_how_one_wants_to_be_asked_is_known_in_the_next_battle_of_the_game(app: App) -> None:
    first = sit(app, duel(), "red").battle.session
    give_order(first, app.preferences, Seat("red"), "parry", "never")
    assert first.orders[Seat("red")].topics == {"parry": "never"}
    again = sit(app, duel(), "red").battle.session
    assert again.orders[Seat("red")].topics == {"parry": "never"}
    assert usual_orders(app.preferences, "another game").topics == {}
    screen = opened(app, "Questions")
    choice = widget(screen, "Duel: parry")
    assert isinstance(choice, ChoiceButton)
    choice.change("always")
    assert app.preferences.orders == {"duel": {"parry": "always"}}


def test_what_one_of_several_people_settles_is_not_the_others_habit(app: App) -> None:
    session = sit(app, duel(), "red", "blue").battle.session
    give_order(session, app.preferences, Seat("red"), "parry", "never")
    assert session.orders[Seat("red")].topics == {"parry": "never"}
    assert session.orders[Seat("blue")].topics == {}
    assert app.preferences.orders == {}


# ------------------------------------------------------------------ the turns of others


def test_turns_of_others_are_skipped_and_told(app: App) -> None:
    app.preferences.skip_others, app.preferences.speed = True, 0.25
    pilot = sit(app, two_and_a_foe(), "party")
    pilot.wait_until_asked()
    stage = pilot.battle
    while (asked := stage.asked) is not None and not asked.recap:
        choosing = asked.choosing
        pilot.choose(choosing.ender.options[0].key if choosing.ender else choosing.question.options[0].key)
        pilot.wait_until_asked()
    assert asked is not None
    log = [entry.line.text for entry in stage.scene.log]
    assert all(fact.text in log or "more before" in fact.text for fact in asked.recap)
    app.draw()
    assert panel_rects(stage)["advice"].height > 0
    pilot.choose(asked.choosing.question.options[0].key)
    assert stage.asked is None or stage.asked.recap == ()


def test_what_is_not_skipped_is_not_told_again(app: App) -> None:
    pilot = sit(app, two_and_a_foe(), "party")
    for _ in range(3):
        question = pilot.wait_until_asked()
        assert question is not None
        asked = pilot.battle.asked
        assert asked is not None and asked.recap == ()
        choosing = asked.choosing
        pilot.choose(choosing.ender.options[0].key if choosing.ender else question.options[0].key)


# ------------------------------------------------------------------ a gamepad


def button(number: int, *, up: bool = False) -> pygame.Event:
    """A button of a gamepad is pressed, or let go."""
    return pygame.Event(pygame.JOYBUTTONUP if up else pygame.JOYBUTTONDOWN, button=number, instance_id=0)


def axis(number: int, value: float) -> pygame.Event:
    """A stick or trigger is moved."""
    return pygame.Event(pygame.JOYAXISMOTION, axis=number, value=value, instance_id=0)


def cross(across: int, up: int) -> pygame.Event:
    """The cross of a gamepad."""
    return pygame.Event(pygame.JOYHATMOTION, value=(across, up), hat=0, instance_id=0)


def test_a_stick_counts_once_it_is_pushed_far_and_goes_on_while_it_is_held() -> None:
    pad = Pad({})
    assert pad.pressed(axis(0, 0.3)) == ""
    assert pad.pressed(axis(0, 0.8)) == "axis 0 +"
    assert pad.does("axis 0 +") == "right"
    assert pad.pressed(axis(0, 0.7)) == "", "it is held already"
    assert pad.advance(pad.first / 2) == []
    assert pad.advance(pad.first / 2 + 0.01) == ["right"]
    assert pad.advance(AGAIN) == ["right"]
    pad.pressed(axis(0, 0.1))
    assert pad.advance(10) == []
    assert not pad.held


def test_a_button_that_is_held_counts_once() -> None:
    pad = Pad({})
    assert pad.does(pad.pressed(button(0))) == "confirm"
    assert pad.advance(pad.first + 1) == []
    assert pad.pressed(button(0)) == ""
    pad.pressed(button(0, up=True))
    assert pad.pressed(button(0)) == "button 0"


def test_what_is_pressed_can_be_given_another_meaning(app: App) -> None:
    screen = opened(app, "Gamepad")
    screen.waiting = "end"
    app.step(0.01, [button(3)])
    assert app.notice == "That was “Next list of what can be done”, which has X now."
    assert (app.pad.shown("end"), app.pad.shown("lists")) == ("Y", "X")
    assert top(Pilot(app)) == "SettingsScreen"
    app.step(0.01, [button(3, up=True)])
    Pilot(app).press("escape")
    assert load_preferences().pad == {"end": "button 3", "lists": "button 2"}
    opened(app, "Gamepad")
    Pilot(app).click_button("Usual buttons")
    assert app.preferences.pad, "nothing is thrown away unasked"
    Pilot(app).click_button("Yes")
    assert app.pad.shown("end") == "X"


def test_everything_that_a_gamepad_does_has_a_key() -> None:
    from game.window.controls import CONTROLS

    assert set(USUAL) <= {control.name for control in CONTROLS}


def test_a_turn_is_played_with_a_gamepad_alone(app: App) -> None:
    pilot = sit(app, duel(orc=(5, 3)), "red")
    pilot.wait_until_asked()
    stage = pilot.battle
    before = len(stage.session.match.history)
    app.step(0.01, [button(3), button(3, up=True)])  # the first list, its first row picked out
    assert stage.prompt is not None and stage.prompt.listed.drawer == "attack"
    app.step(0.01, [button(1), button(1, up=True)])  # back
    assert pilot.battle.prompt is None
    app.step(0.01, [button(8), button(8, up=True)])  # the board's cursor
    start = stage.view.cursor
    assert start is not None
    app.step(0.01, [cross(1, 0), cross(0, 0)])
    assert stage.view.cursor is not None and stage.view.cursor.cell == (start.cell[0] + 1, start.cell[1])
    app.step(0.01, [button(0), button(0, up=True)])  # go there
    pilot.wait_until_asked()
    assert len(stage.session.match.history) > before


def test_the_right_stick_moves_the_view(app: App) -> None:
    pilot = sit(app, two_and_a_foe(), "party")
    pilot.wait_until_asked()
    camera = pilot.battle.view.camera
    for _ in range(4):
        camera.zoom_by(1, (400, 300))
    before = camera.corner
    app.step(0.01, [axis(3, 1.0), axis(4, 1.0)])
    for _ in range(20):
        app.step(0.05, [])
    assert camera.corner[0] > before[0]
    app.step(0.01, [axis(3, 0.0), axis(4, 0.0)])


def test_a_small_window_has_the_usual_size() -> None:
    app = open_app(Preferences(), (1280, 720))
    try:
        assert app.look.scale == 1.0
    finally:
        app.window.destroy()


def test_a_large_window_has_the_size_that_fits_it_until_one_is_chosen() -> None:
    app = open_app(Preferences(), (1920, 1080))
    try:
        assert app.look.scale == 1.25 and app.preferences.ui_scale == 1.0
        SettingsScreen(app)._rescale(1.0)
        keep_preferences(app.preferences)
        assert app.look.scale == 1.0 and load_preferences().ui_scale == 1.0, "also the usual size, once it is chosen"
        app.toggle_fullscreen()
        app.toggle_fullscreen()
        assert app.look.scale == 1.0, "what is chosen stays"
    finally:
        app.window.destroy()


def test_a_size_that_was_set_before_is_one_that_was_chosen(at_home: Path) -> None:
    keep_preferences(Preferences(ui_scale=1.5))
    assert load_preferences().scale_chosen
    keep_preferences(Preferences())
    assert not load_preferences().scale_chosen


# --- Hints come one by one, each where it fits, what decides a battle soon ---


def test_who_has_learnt_to_walk_is_told_at_once_that_waiting_is_struck_first() -> None:
    stage, preferences = stage_of(Fight({"hero": (2, 2)}, {"thug": (8, 2)}).match), Preferences()
    assert stage.choosing is not None
    told = []
    while name := next_hint(preferences, stage.choosing):
        told.append(name)
        seen(preferences, name)
    assert told[:2] == ["move", "first blows"]
    assert set(told) <= set(HINTS) and len(set(told)) == len(told)
    preferences.hints, preferences.hints_seen = False, ()
    assert not next_hint(preferences, stage.choosing)


def test_nobody_who_can_go_nowhere_is_told_how_to_go() -> None:
    for held in (False, True):
        fight = ZoneFight({"aldith": "a"}, {"bruiser": "a"}).sheet_of("aldith", held=held, holder="bruiser" * held)
        stage = stage_of(fight.match)
        assert stage.choosing is not None
        assert (next_hint(Preferences(), stage.choosing) == "whole zones") is not held


def test_who_may_exchange_places_in_the_order_is_told_how_and_not_of_standing_orders() -> None:
    stage = stage_of(begin(duel()))
    assert stage.choosing is not None
    swap = Option("swap", 1, "Swap", exchanges=(OrderPlace(Id("one"), "2"), OrderPlace(Id("two"), "6")))
    for option, told in ((swap, "exchange"), (Option("no", 0, "Let it be"), "react")):
        stage.choosing.question = Choose(Seat("heroes"), "Swap?", Menu((option,)), "react")
        assert next_hint(Preferences(), stage.choosing) == told
