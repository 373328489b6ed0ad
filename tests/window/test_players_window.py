"""The second window, for players at the table: it follows the battle, and shows nothing that its side may not know."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pygame
import pytest

from game.play.preferences import Preferences
from game.play.seating import HUMAN
from game.rules.questions import Seat
from game.window import window_place
from game.window.destinations import StartedBattle
from game.window.loop import App
from game.window.pilot import Pilot
from game.window.players_window import PlayersWindow
from game.window.screens.battle import BattleScreen
from game.window.window import open_app
from tests.window.seated import sit
from tests.window.test_secrecy import ELSEWHERE, FOES, LURKER, Twins, battle
from tests.window.test_secrecy import twins as twins  # a fixture


def second(pilot: Pilot) -> PlayersWindow:
    """The window for players, which is open."""
    assert isinstance(pilot.app.second, PlayersWindow)
    return pilot.app.second


def picture(pilot: Pilot) -> bytes:
    """What it shows."""
    return pygame.image.tobytes(second(pilot).window.get_surface(), "RGB")


def test_a_key_opens_it_shows_each_side_and_closes_it(app: App) -> None:
    """One person's own window shows what it has shown; the other one each side in turn, the party first."""
    pilot = sit(app, battle(*FOES), "party")
    pilot.wait_until_asked()
    seen = []
    for _ in range(3):
        pilot.press("f4")
        seen.append((app.second.side if app.second else None, pilot.battle.view.viewer))
    assert seen == [("party", "party"), ("foe", "party"), (None, "party")]


def test_where_several_play_the_first_window_shows_everything_meanwhile(app: App) -> None:
    """The question that is open stays; closing the second window by its own button gives the eyes back."""
    pilot = sit(app, battle(*FOES), "party", "foe")
    asked = pilot.wait_until_asked()
    pilot.press("f4")
    seen = [pilot.battle.view.viewer]
    assert pilot.wait_until_asked() is asked
    pygame.event.clear()
    app.step(0.1, [pygame.Event(pygame.WINDOWCLOSE, window=second(pilot).window)])
    assert app.running
    assert app.second is None
    assert [*seen, pilot.battle.view.viewer] == [None, "party"]
    assert pilot.wait_until_asked() is asked


def test_keys_work_in_it_and_its_pointer_means_nothing_to_the_first(app: App) -> None:
    """A click there is not taken for one at the same pixel here."""
    pilot = sit(app, battle(*FOES), "party")
    pilot.wait_until_asked()
    pilot.press("f4")
    window, at = second(pilot).window, app.pointer
    app.step(0.1, [pygame.Event(pygame.MOUSEBUTTONDOWN, pos=(99, 99), button=1, window=window)])
    assert app.pointer == at
    app.step(0.1, [pygame.Event(pygame.KEYDOWN, key=pygame.K_F1, mod=0, unicode="", scancode=0, window=window)])
    assert not pilot.at_battle


def test_it_follows_what_is_taken_back_and_the_next_battle(app: App) -> None:
    """Through the same eyes both windows show one moment; between battles it shows none."""
    app.preferences.follow, app.preferences.calm = False, True
    pilot = sit(app, battle(*FOES), "party")
    pilot.wait_until_asked()
    pilot.press("f4")
    pilot.step(40)
    before = picture(pilot)
    pilot.choose("annora")
    pilot.choose("run 4,4")
    pilot.wait_until_asked()
    pilot.step(40)
    assert picture(pilot) != before
    pilot.press("ctrl+z")
    pilot.press("ctrl+z")
    pilot.step(40)
    assert picture(pilot) == before
    session = pilot.battle.session
    app.replace()
    assert second(pilot).side is None
    app.go(StartedBattle(session.again(session.players)))
    assert second(pilot).side == Seat("party")


@pytest.mark.parametrize("name", ["nobody", "a bigger unit"])
def test_one_in_ambush_leaves_no_trace_in_it(twins: Callable[..., Twins], name: str) -> None:
    """A referee plays the foes in the first window, which shows everything; pixels of the second are compared."""
    pair = twins(battle(*FOES, LURKER), battle(*ELSEWHERE[name]), party=HUMAN, foe=HUMAN)
    for pilot in pair.pilots:
        screen = pilot.app.top
        assert isinstance(screen, BattleScreen)
        screen.show_players(everything=True)
    answers = 0
    while answers < 12:
        for pilot in pair.pilots:
            while (asked := pilot.wait_until_asked()) is not None and asked.seat == "foe":
                keys = list(asked.options.all_keys())
                pilot.choose(next((key for key in ("run 10,4", "end", "done") if key in keys), keys[0]))
            pilot.wait_until(lambda pilot=pilot: not second(pilot).moving, "the second window at rest")  # type: ignore[misc]
            pilot.app.stale = True
            pilot.step()
        one, other = map(picture, pair.pilots)
        assert one == other, f"after {answers} answers"
        for pilot in pair.pilots:
            keys = list(pilot.asked.options.all_keys()) if pilot.asked else []
            pilot.choose(next(key for key in ("run 3,2", "done", *keys) if key in keys))
        answers += 1
    knows = [set(pilot.battle.scene.tokens) for pilot in pair.pilots]
    assert knows[0] != knows[1]  # what the referee sees is another matter


class Standing:
    """In place of a window: stands on one of two screens, the second below the first, as SDL would put it."""

    screens = (pygame.Rect(0, 0, 1920, 1080), pygame.Rect(100, 1080, 1280, 720))

    def __init__(self, at: tuple[int, int]) -> None:
        self.size = window_place.USUAL
        self._at = at

    @property
    def position(self) -> tuple[int, int]:
        return self._at

    @position.setter
    def position(self, at: tuple[int, int]) -> None:
        number = at[0] - pygame.WINDOWPOS_CENTERED
        if 0 <= number < len(self.screens):
            at = pygame.Rect((0, 0), self.size).move_to(center=self.screens[number].center).topleft
        self._at = at


@pytest.mark.parametrize(("at", "other"), [((320, 180), 1), ((100, 1080), 0)])
def test_it_opens_on_the_screen_where_the_first_window_is_not(
    monkeypatch: pytest.MonkeyPatch, at: tuple[int, int], other: int
) -> None:
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [each.size for each in Standing.screens])
    first: Any = Standing(at)
    second: Any = Standing((0, 0))
    window_place.stand_beside(first, second)
    assert Standing.screens[other].contains(second.position, second.size)


@pytest.mark.parametrize(("screen", "hidden"), [((1280, 720), 0.64), ((1920, 1080), 0.36), ((2560, 1440), 0.36)])
def test_on_an_only_screen_it_leaves_as_much_of_the_first_window_as_it_can(
    monkeypatch: pytest.MonkeyPatch, screen: tuple[int, int], hidden: float
) -> None:
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [screen])
    app = open_app(Preferences(), window_place.usual_size(screen))
    try:
        app.window.position = (screen[0] - app.window.size[0]) // 2, (screen[1] - app.window.size[1]) // 2
        opened = PlayersWindow(app, everything=False).window
        first, it = pygame.Rect(app.window.position, app.window.size), pygame.Rect(opened.position, opened.size)
        assert pygame.Rect((0, 0), screen).contains(it) and not it.contains(first)
        assert math.prod(first.clip(it).size) <= hidden * math.prod(first.size)
    finally:
        app.window.destroy()
