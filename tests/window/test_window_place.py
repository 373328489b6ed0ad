"""The window among the screens: it comes back where it stood, is never lost beyond them, and is sharp on a fine one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from msgspec.structs import replace

from game.play.preferences import PLACES, Preferences, WindowPlace, load_preferences
from game.window import window_place
from game.window.destinations import NewBattle, Settings, Title
from game.window.loop import App
from game.window.window import open_app
from game.window.window_place import MINIMUM, NAME, USUAL, fitted, signature, usual_size
from tests.rules.battles import duel
from tests.window.seated import sit

ONE = [(1920, 1080)]
TWO = [(1920, 1080), (2560, 1440)]
HERE = WindowPlace((100, 80), (1400, 800))


@pytest.fixture
def screens(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """The screens that there are, to be changed."""
    found = list(ONE)
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: list(found))
    return found


def closed(app: App, *events: pygame.Event) -> None:
    """Let the window hear of these events, and close it."""
    app.go(Title())
    for event in (*events, pygame.Event(pygame.QUIT)):
        pygame.event.post(event)
    app.run()
    app.window.destroy()


def moved_to(app: App, place: WindowPlace) -> pygame.Event:
    """Have the window stand there; gives the event by which SDL tells of it."""
    app.window.position, app.window.size = place.at, place.size
    return pygame.Event(pygame.WINDOWMOVED, x=place.at[0], y=place.at[1])


def test_a_window_comes_back_where_it_was_closed(screens: list[tuple[int, int]]) -> None:
    app = open_app(load_preferences())
    assert app.window.size == USUAL
    closed(app, moved_to(app, HERE))
    again = open_app(load_preferences())
    assert (again.window.position, again.window.size) == (HERE.at, HERE.size)
    again.window.destroy()


def test_each_arrangement_of_screens_has_a_place_of_its_own(screens: list[tuple[int, int]]) -> None:
    app = open_app(load_preferences())
    closed(app, moved_to(app, HERE))
    screens[:] = TWO
    beyond = WindowPlace((2000, 100), (2000, 1200))
    app = open_app(load_preferences())
    assert app.window.size == USUAL, "nothing is known of these"
    closed(app, moved_to(app, beyond))
    for there, place in ((ONE, HERE), (TWO, beyond)):
        screens[:] = there
        app = open_app(load_preferences())
        assert (app.window.position, app.window.size) == (place.at, place.size)
        app.window.destroy()


def test_a_window_that_filled_its_screen_does_so_again_and_keeps_its_size_for_later(
    screens: list[tuple[int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    filled: list[str] = []
    app = open_app(load_preferences())
    app.go(Title())
    app.step(0.0, [moved_to(app, HERE), pygame.Event(pygame.WINDOWMAXIMIZED)])
    app.window.size = (1920, 1080)
    closed(app, pygame.Event(pygame.WINDOWRESIZED, x=1920, y=1080))
    assert load_preferences().windows == {signature(ONE): WindowPlace(HERE.at, HERE.size, maximised=True)}

    class Watched(pygame.Window):
        def maximize(self) -> None:
            filled.append("filled")

    monkeypatch.setattr(pygame, "Window", Watched)
    app = open_app(load_preferences())
    assert filled == ["filled"] and app.window.size == HERE.size
    app.window.size = (1920, 1080)  # SDL tells of it only where somebody else has done it
    closed(app, pygame.Event(pygame.WINDOWRESIZED, x=1920, y=1080))
    assert load_preferences().windows == {signature(ONE): WindowPlace(HERE.at, HERE.size, maximised=True)}
    app = open_app(load_preferences())
    closed(app, pygame.Event(pygame.WINDOWRESTORED), pygame.Event(pygame.WINDOWMOVED, x=1, y=1))
    assert not load_preferences().windows[signature(ONE)].maximised


def test_of_whole_screen_nothing_is_kept_as_a_place(screens: list[tuple[int, int]]) -> None:
    app = open_app(load_preferences())
    app.go(Title())
    app.step(0.0, [moved_to(app, HERE)])
    app.toggle_fullscreen()
    app.window.size = (1920, 1080)
    closed(app, pygame.Event(pygame.WINDOWRESIZED, x=1920, y=1080))
    assert load_preferences().windows[signature(ONE)] == HERE


@pytest.mark.parametrize("kept", [False, True])
def test_where_nobody_manages_windows_it_fills_the_screen_by_itself_and_comes_back(
    kept: bool, screens: list[tuple[int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(window_place, "has_window_manager", lambda: False)
    app = open_app(Preferences(fullscreen=kept), (1400, 800))
    app.go(Title())
    if not kept:
        app.toggle_fullscreen()
    assert app.window.size == app.surface.get_size() == app._size == (1920, 1080)
    app.toggle_fullscreen()
    assert app.window.size == app.surface.get_size() == app._size == (1400, 800)
    app.window.destroy()


UNMANAGED = """
import ctypes, time
import pygame
from game.play.preferences import Preferences
from game.window.window_place import StandingWindow

lib = ctypes.CDLL("libX11.so.6")
number, whole = ctypes.c_ulong, ctypes.c_uint
lib.XOpenDisplay.restype = ctypes.c_void_p
lib.XDefaultRootWindow.restype = number
display = ctypes.c_void_p(lib.XOpenDisplay(None))
root = number(lib.XDefaultRootWindow(display))

def shown():
    for _ in range(20):
        pygame.event.pump()
        time.sleep(0.02)
    ids, count, spare = ctypes.POINTER(number)(), whole(), number()
    lib.XQueryTree(display, root, *map(ctypes.byref, (spare, spare, ids, count)))
    found = []
    for each in ids[: count.value]:
        x, y, wide, high, rim, depth = (ctypes.c_int(), ctypes.c_int(), *(whole() for _ in range(4)))
        lib.XGetGeometry(display, number(each), *map(ctypes.byref, (spare, x, y, wide, high, rim, depth)))
        found.append((x.value, y.value, wide.value, high.value))
    return max(found, key=lambda box: box[2])

standing = StandingWindow(Preferences(), (1100, 620))
for _ in range(2):
    print(*shown(), *standing.window.get_surface().get_size())
    standing.toggle_fullscreen()
print(*shown(), *standing.window.get_surface().get_size())
"""


@pytest.mark.skipif(shutil.which("xvfb-run") is None, reason="an X server without a window manager is Xvfb's")
def test_on_an_x_server_without_a_window_manager_it_fills_the_screen_and_comes_back() -> None:
    """As the server has it: SDL takes the screen for filled all the same."""
    server = ["xvfb-run", "-a", "-s", "-screen 0 1600x900x24"]
    environment = {**os.environ, "SDL_VIDEODRIVER": "x11", "PYTHONPATH": os.pathsep.join(sys.path)}
    ran = subprocess.run(
        [*server, sys.executable, "-c", UNMANAGED], env=environment, capture_output=True, text=True, check=True
    )
    before, filled, after = (tuple(map(int, line.split())) for line in ran.stdout.splitlines()[-3:])
    assert filled == (0, 0, 1600, 900, 1600, 900)
    assert before == after and before[2:] == (1100, 620, 1100, 620)


@pytest.mark.parametrize("at", [(1920, 0), (-1400, 0), (0, 1080), (0, -30), (50_000, 50_000), (1900, 100)])
def test_a_place_beyond_the_only_screen_is_given_up(at: tuple[int, int], screens: list[tuple[int, int]]) -> None:
    assert fitted(WindowPlace(at, HERE.size), ONE) is None
    preferences = Preferences(windows={signature(ONE): WindowPlace(at, HERE.size)})
    app = open_app(preferences)
    assert app.window.size == USUAL and app.window.position != at
    app.window.destroy()


@pytest.mark.parametrize("at", [(-1500, 0), (1900, 100), (3000, -500), (-1000, 2000)])
def test_of_several_screens_a_window_is_lost_beyond_all_of_them_alone(at: tuple[int, int]) -> None:
    assert fitted(WindowPlace(at, HERE.size), TWO) == WindowPlace(at, HERE.size)
    assert fitted(WindowPlace((9000, 0), HERE.size), TWO) is None


def test_a_window_is_no_larger_than_its_screens_and_no_smaller_than_it_may_be() -> None:
    assert fitted(WindowPlace((0, 0), (9000, 9000)), ONE) == WindowPlace((0, 0), (1920, 1080))
    assert fitted(WindowPlace((0, 0), (-5, 0)), ONE) == WindowPlace((0, 0), MINIMUM)
    assert fitted(HERE, []) is None and fitted(None, ONE) is None


@pytest.mark.parametrize(
    ("screen", "size"),
    [((1366, 768), USUAL), ((1920, 1080), USUAL), ((2560, 1440), (1706, 960)), ((3840, 2160), (2560, 1440))],
)
def test_a_large_screen_has_a_large_window(screen: tuple[int, int], size: tuple[int, int]) -> None:
    assert usual_size(screen) == size


def test_places_of_many_screens_do_not_pile_up(screens: list[tuple[int, int]]) -> None:
    for wide in range(1500, 1500 + PLACES + 3):
        screens[:] = [(wide, 1080)]
        app = open_app(load_preferences())
        closed(app, moved_to(app, HERE))
    kept = load_preferences().windows
    assert len(kept) == PLACES and next(iter(kept)) == signature(screens)


def test_two_windows_are_told_apart_by_their_titles(app: App) -> None:
    app.go(Title())
    app.step(0.01, [])
    assert app.window.title == NAME
    sit(app, replace(duel(), title="A toll at the bridge"), "red").app.step(0.01, [])
    assert app.window.title == f"A toll at the bridge – {NAME}"
    app.go(Settings())
    app.step(0.01, [])
    assert app.window.title.endswith(f" – {NAME}"), "what lies over the battle is of it"


# -- fine screens: a point of the window is several pixels of the picture


@pytest.fixture
def fine(monkeypatch: pytest.MonkeyPatch, at_home: Path) -> Iterator[App]:
    """A window of 1280 by 720 points that has four pixels for each."""
    shown = open_app(Preferences(calm=True, hints=False), (2560, 1440))
    real = shown.window

    class Points:
        """What SDL says of a window on such a screen."""

        size = (1280, 720)
        position = (0, 0)
        title = NAME

        def __getattr__(self, name: str) -> object:
            return getattr(real, name)

    points = Points()
    monkeypatch.setattr(shown, "window", points)
    monkeypatch.setattr(shown.standing, "window", points)
    shown.restyle()
    yield shown
    monkeypatch.undo()
    shown.window.destroy()


def test_type_is_as_large_as_on_another_screen_with_more_pixels(fine: App, app: App) -> None:
    assert fine.surface.get_size() == (2560, 1440) and app.surface.get_size() == USUAL
    assert fine.look.scale == 2 * app.look.scale
    assert fine.look.line() >= 2 * app.look.line() - 1


def test_a_click_hits_what_is_under_the_pointer(fine: App) -> None:
    fine.go(NewBattle())
    screen = fine.top
    for _ in range(40):
        fine.step(0.02, [])
    (back,) = (each for each in screen.group.widgets if getattr(each, "text", "") == "Back")
    x, y = back.rect.center
    at = (x // 2, y // 2)
    fine.step(0.02, [pygame.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0))])
    assert back.rect.collidepoint(fine.pointer)
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        fine.step(0.02, [pygame.Event(kind, pos=at, button=1)])
    assert fine.pile == [] or fine.top is not screen


def test_a_pointer_that_drags_goes_as_far_as_the_hand(fine: App) -> None:
    event = pygame.Event(pygame.MOUSEMOTION, pos=(10, 20), rel=(3, -4), buttons=(1, 0, 0), touch=False)
    moved = fine.standing.in_pixels(event)
    assert (moved.pos, moved.rel, moved.buttons, moved.touch) == ((20, 40), (6, -8), (1, 0, 0), False)
    assert fine.standing.in_points(pygame.Rect(20, 40, 60, 80)) == pygame.Rect(10, 20, 30, 40)


def test_an_event_without_a_place_and_one_on_a_usual_screen_stay_as_they_are(app: App, fine: App) -> None:
    wheel = pygame.Event(pygame.MOUSEWHEEL, x=0, y=1)
    assert fine.standing.in_pixels(wheel) is wheel
    click = pygame.Event(pygame.MOUSEBUTTONDOWN, pos=(7, 9), button=1)
    assert app.standing.in_pixels(click) is click


def test_the_size_that_is_set_is_that_of_a_usual_screen(fine: App) -> None:
    fine.preferences.ui_scale, fine.preferences.scale_chosen = 1.25, True
    fine.restyle()
    assert fine.look.scale == 2.5
    fine.go(Settings())
    shown = next(each for each in fine.top.group.widgets if getattr(each, "text", "") == "Size of everything")
    assert getattr(shown, "value", None) == 1.25
