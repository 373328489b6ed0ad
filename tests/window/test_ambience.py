"""What moves by itself: nothing with reduced motion or while nobody looks, else only what looks otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

import pygame
import pytest

from game import resources
from game.play.preferences import Preferences
from game.play.start import StartRequest
from game.view.board.tokens import BREATH, STILL, breath_at
from game.window import ambience
from game.window.ambience import REST, TICK, Ambience
from game.window.destinations import Begin, Title
from game.window.loop import App
from game.window.pilot import Pilot
from game.window.window import open_app
from tests.rules.battles import duel
from tests.window.seated import pixels_of, sit


@pytest.fixture(params=[(1280, 720), (1920, 1080)], ids=str)
def ford(request: pytest.FixtureRequest) -> Iterator[Pilot]:
    """By a river at night, with lamps and trees, as somebody is asked to act; not with reduced motion."""
    app = open_app(Preferences(speed=8.0, hints=False), request.param)
    app.go(Begin(StartRequest(resources.maps() / "night-ford.tmx", rules="sovereign")))
    pilot = Pilot(app)
    while (question := pilot.wait_until_asked()) is not None and question.kind != "act":
        pilot.choose(question.idle or question.options[0].key)
    pilot.wait_until(lambda: not pilot.screen.moving, "nothing moves")
    pilot.step(3)
    yield pilot
    app.window.destroy()


def asked(app: App) -> Pilot:
    pilot = sit(app, duel(), "red", "blue")
    pilot.wait_until_asked()
    pilot.wait_until(lambda: not pilot.screen.moving, "nothing moves")
    pilot.step(3)
    return pilot


class Clock:
    """In place of pygame's: as much time passes as is waited for."""

    def __init__(self) -> None:
        self.waited: list[int] = []
        self.events: list[pygame.Event] = []

    def wait(self, milliseconds: int) -> pygame.Event:
        """In place of pygame.event.wait."""
        self.waited.append(milliseconds)
        return self.events.pop(0) if self.events else pygame.Event(pygame.NOEVENT)

    def tick(self) -> int:
        """Milliseconds since it was asked last."""
        return self.waited[-1]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock that waits for nobody."""
    made = Clock()
    monkeypatch.setattr(pygame.event, "wait", made.wait)
    monkeypatch.setattr(ambience, "thread_time", lambda: 0.0)
    return made


def rest(found: Ambience, clock: Clock, *, still: bool = False, stirs: bool = True) -> list[pygame.Rect]:
    """What is drawn while the window waits for an event."""
    drawn: list[pygame.Rect] = []
    part = pygame.Rect(1, 2, 3, 4)
    found.rest(clock.tick, still, lambda since, now: part if stirs and now > since else None, drawn.append)
    return drawn


def test_what_is_drawn_anew_in_part_comes_to_the_whole_picture(ford: Pilot) -> None:
    """Told of and drawn tick by tick, with tokens, panels and all, as against drawn at once."""
    app = ford.app
    app.draw()
    drawn = 0
    for _ in range(24):
        since = app.ambience.time
        app.ambience.advance(TICK / 1000)
        part = app.top.stirred(since, app.ambience.time)
        if part is not None:
            app._draw_part(part)
            drawn += 1
    kept = pixels_of(app.surface)
    app.draw()
    assert drawn > 4
    assert (pixels_of(app.surface) == kept).all()


def test_with_names_and_the_log_open_too(ford: Pilot) -> None:
    """Plates keep to the window and not to the part, and the log is not written over itself."""
    app, view = ford.app, ford.battle.view
    view.names = True
    ford.battle.panels.log.open = True
    ford.step()
    app.draw()
    kept = pixels_of(app.surface)
    for part in (pygame.Rect(300, 200, 90, 70), pygame.Rect(app.surface.get_width() - 200, 250, 150, 300)):
        app._draw_part(part)
        assert (pixels_of(app.surface) == kept).all()


def test_a_picture_follows_from_the_time_alone(ford: Pilot) -> None:
    app = ford.app
    app.ambience.advance(1.0)
    app.draw()
    first = pixels_of(app.surface)
    app.ambience.advance(0.7)
    app.draw()
    assert (pixels_of(app.surface) != first).any()
    app.ambience.advance(-0.7)
    app.draw()
    assert (pixels_of(app.surface) == first).all()


def test_with_reduced_motion_all_times_look_alike(ford: Pilot) -> None:
    app = ford.app
    app.preferences.calm = True
    app.draw()
    first = pixels_of(app.surface)
    for seconds in (0.3, 1.0, 7.77):
        app.ambience.advance(seconds)
        app.draw()
        assert (pixels_of(app.surface) == first).all()


def test_who_acts_breathes_and_stands_as_ever_at_first() -> None:
    assert breath_at(0, 64) == breath_at(BREATH, 64) == STILL
    sizes = [breath_at(time, 64) for time in range(0, BREATH, 20)]
    assert 1 <= max(size.larger for size in sizes) <= 2 and max(size.wider for size in sizes) <= 5
    assert all(abs(a.wider - b.wider) <= 1 for a, b in pairwise(sizes)), "evenly"


def test_only_who_acts_breathes(app: App) -> None:
    app.preferences.calm = False
    pilot = asked(app)
    stage, half = pilot.battle, BREATH // 2
    acting = stage.active
    assert acting is not None
    part = pilot.screen.stirred(0, half)
    assert part is not None and part.collidepoint(stage.view.camera.pixel(stage.scene.tokens[acting].middle))
    stage.forget_question()
    assert pilot.screen.stirred(0, half) is None


def test_a_resting_window_draws_what_stirs_tick_by_tick(clock: Clock) -> None:
    found = Ambience()
    assert len(rest(found, clock)) == 3
    assert clock.waited == [TICK, TICK, TICK, REST - 3 * TICK]
    assert found.time == REST
    assert len(rest(found, clock)) == 3 and clock.waited[4] == 4 * TICK - REST, "what it has waited counts"
    assert rest(found, clock, stirs=False) == []


def test_with_reduced_motion_a_resting_window_waits_and_draws_nothing(clock: Clock) -> None:
    assert rest(Ambience(), clock, still=True) == []
    assert clock.waited == [REST]


@pytest.mark.parametrize(("left", "back"), list(zip(ambience.AWAY, ambience.BACK, strict=True)))
def test_nothing_moves_in_a_window_that_nobody_looks_at(clock: Clock, left: int, back: int) -> None:
    found = Ambience()
    found.notice(pygame.Event(left))
    assert rest(found, clock) == [] and clock.waited == [REST] and found.time == 0
    found.notice(pygame.Event(back))
    assert rest(found, clock) and found.time == REST


def test_an_event_ends_the_rest_and_the_time_until_then_has_passed(clock: Clock) -> None:
    found, event = Ambience(), pygame.Event(pygame.KEYDOWN, key=pygame.K_a)
    clock.events = [pygame.Event(pygame.NOEVENT), event]
    assert found.rest(clock.tick, False, lambda since, now: None, lambda part: None) is event
    assert found.time == 2 * TICK


def test_what_takes_long_to_draw_is_drawn_seldom(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine is, the share of the processor stays."""
    spent = iter(range(10**6))
    monkeypatch.setattr(ambience, "thread_time", lambda: next(spent) * 0.006)  # 6 ms for each picture
    found = Ambience()
    for _ in range(40):
        rest(found, clock)
    begun = found.time
    drawn = sum(len(rest(found, clock)) for _ in range(40))
    assert drawn > 20 and drawn * 6 <= ambience.SHARE * (found.time - begun)


def test_a_screen_over_the_battle_lets_it_stand_still(app: App) -> None:
    app.preferences.calm = False
    pilot = asked(app)
    stirred: Callable[[int, int], pygame.Rect | None] = app.top.stirred
    assert stirred(0, BREATH // 2) is not None
    pilot.press("escape")
    assert app.top is not pilot.screen and app.top.stirred(0, BREATH // 2) is None


def test_the_map_behind_the_title_drifts_and_always_fills_the_window(app: App) -> None:
    app.preferences.calm = False
    app.go(Title())
    pilot = Pilot(app)
    pilot.wait_until(lambda: not app.top.moving, "nothing moves")
    app.draw()
    since, kept = app.ambience.time, pixels_of(app.surface)
    corners = set()
    for _ in range(30):
        app.ambience.advance(5.0)
        part = app.top.stirred(since, app.ambience.time)
        if part is not None:
            app._draw_part(part)
        shown = pixels_of(app.surface)
        assert all(shown[x, y].any() for x in (0, -1) for y in (0, -1))
        corners.add(shown[:, :40].tobytes())
        since = app.ambience.time
    assert len(corners) > 10
    app.preferences.calm = True
    app.draw()
    app.ambience.advance(5.0)
    still = pixels_of(app.surface)
    app.draw()
    assert (pixels_of(app.surface) == still).all() and still.shape == kept.shape


def test_odds_that_come_while_panels_are_laid_are_in_the_next_whole_picture(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A part drawn between would show the panels of two moments."""
    pilot = asked(app)
    advance = pilot.screen.advance

    def worked_out(seconds: float) -> None:
        advance(seconds)
        app.oracle.finished += 1

    with monkeypatch.context() as patch:
        patch.setattr(pilot.screen, "advance", worked_out)
        app.step(0, [pygame.Event(pygame.MOUSEMOTION, pos=(1, 1))])
    before = app.frames
    app.step(0, [])
    assert app.frames == before + 1
    app.step(0, [])
    assert app.frames == before + 1, "nothing is new"
