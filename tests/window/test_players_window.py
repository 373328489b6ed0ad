"""The second window, for players at the table: it follows the battle, and shows nothing that its side may not know."""

from __future__ import annotations

from collections.abc import Callable

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


def test_two_screens_have_a_window_each(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of several screens it opens on the last, in its middle."""
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [(1920, 1080), (1280, 720)])
    size, at = window_place.placed_on_last_screen()
    assert isinstance(at, tuple)
    assert 1920 <= at[0] <= 1920 + 1280 - size[0]
    app = open_app(Preferences(), (1280, 720))
    try:
        assert PlayersWindow(app, everything=False).window.size == size
    finally:
        app.window.destroy()
