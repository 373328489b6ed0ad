"""Clicks and keys that come before one can have seen what they hit."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game.window.controls import ARRIVAL, PRESSES
from game.window.destinations import Settings, Title
from game.window.loop import App
from tests.rules.battles import duel
from tests.window.seated import finish, sit, top
from tests.window.test_settings import button, cross


def click(app: App, text: str) -> pygame.Event:
    """A click on a button of the screen on top."""
    found = next(each for each in app.top.group.widgets if getattr(each, "text", "").startswith(text))
    return pygame.Event(pygame.MOUSEBUTTONDOWN, pos=found.rect.center, button=1)


def shown(app: App) -> str:
    """The kind of the screen on top."""
    return type(app.top).__name__


RETURN = pygame.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="\r", scancode=0)


def test_what_was_pressed_before_the_first_picture_does_nothing(app: App) -> None:
    app.go(Title())
    for press in (click(app, "Settings"), RETURN, pygame.Event(pygame.TEXTINPUT, text="a"), button(0)):
        pygame.event.post(press)
    pygame.event.post(cross(0, 0))  # let go: that must be known
    app.step(0.0, [])
    waiting = pygame.event.get()
    assert not [event for event in waiting if event.type in PRESSES]
    assert [event for event in waiting if event.type == pygame.JOYHATMOTION]
    app.step(0.0, [click(app, "Settings")])
    assert shown(app) == "SettingsScreen"


def test_what_was_pressed_while_a_screen_was_made_is_not_meant_for_it(app: App) -> None:
    app.go(Title())
    app.step(0.0, [])
    twice = click(app, "Settings")
    pygame.event.post(RETURN)  # in the queue of the system while the first click is being done
    app.step(0.0, [twice, twice, RETURN])
    assert shown(app) == "SettingsScreen"
    assert not pygame.event.get(PRESSES)
    pygame.event.post(RETURN)
    app.step(0.0, [])
    assert len(pygame.event.get(PRESSES)) == 1, "what comes once it was seen stays"
    escape = pygame.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, unicode="", scancode=0)
    app.step(0.0, [escape, twice])
    assert shown(app) == "TitleScreen", "nor for the screen that lay under it"


def test_a_screen_that_comes_by_itself_takes_nothing_until_it_was_seen(app: App) -> None:
    pilot = sit(app, duel(), "red")
    finish(pilot)
    assert top(pilot) == "ResultScreen" and app.late.waiting
    app.step(ARRIVAL / 2, [])
    app.step(0.0, [RETURN, click(app, "Once more"), button(0), button(0, up=True)])
    assert top(pilot) == "ResultScreen"
    app.step(ARRIVAL / 2, [])
    assert not vars(app.late)["_left"]
    app.step(0.0, [click(app, "Once more")])
    assert top(pilot) == "BattleScreen"


def test_what_somebody_opens_takes_the_next_click_at_once(app: App) -> None:
    app.go(Title())
    app.step(0.0, [])
    app.step(0.0, [click(app, "Settings")])
    assert not vars(app.late)["_left"]
    app.step(0.0, [click(app, "Back")])
    assert shown(app) == "TitleScreen"


def test_the_loop_does_not_rest_before_a_screen_can_be_used(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    app.go(Settings())
    app.step(0.0, [])
    app.late.passed([], app.pile, ARRIVAL)
    rested: list[bool] = []

    def rest(tick: Callable[[], int], *_: object) -> pygame.Event:
        rested.append(app.late.waiting)
        app.running = False
        return pygame.Event(pygame.NOEVENT)

    monkeypatch.setattr(app.ambience, "rest", rest)
    app.run()
    assert rested == [False]
