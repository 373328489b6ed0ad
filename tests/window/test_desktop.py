"""The game on a desktop: among other programs, its file types, and its window among the screens."""

from __future__ import annotations

import configparser
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pygame
import pytest
from msgspec.structs import replace

from game.cli import desktop, playing
from game.files.archives import ENDING, pack
from game.files.battlefile import write_battle
from game.files.saves import SeatPlan, load_match
from game.play.folders import BATTLE, SAVE
from game.play.preferences import PLACES, Preferences, WindowPlace, load_preferences
from game.window import window_place
from game.window.destinations import Dropped, NewBattle, Settings, Title
from game.window.loop import App
from game.window.screens.doctor import DoctorScreen
from game.window.window import open_app, show_message
from game.window.window_place import MINIMUM, NAME, USUAL, fitted, signature, usual_size
from tests.program import Run
from tests.rules.battles import begin, brawl, duel
from tests.saving import save_match
from tests.window.seated import fought, sit

MINE = SeatPlan({"red": "human", "blue": "instinct"}, seed=5)


@pytest.fixture
def data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The folder in which desktops look for what programs tell them."""
    folder = tmp_path / "share of mine"
    monkeypatch.setenv("XDG_DATA_HOME", str(folder))
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(desktop, "user_data_path", lambda: folder)
    return folder


def files(folder: Path) -> set[Path]:
    """What is in a folder, but for what the desktop's own programs have made of it."""
    return {path for path in folder.rglob("*") if path.is_file() and path.stem == "battlemat"}


def entry(data: Path) -> dict[str, str]:
    """The desktop entry as a desktop reads it."""
    read = configparser.ConfigParser(interpolation=None)
    read.optionxform = str  # type: ignore[assignment,method-assign]
    read.read(data / "applications" / "battlemat.desktop", encoding="utf-8")
    return dict(read["Desktop Entry"])


def test_install_writes_entry_types_and_icon_and_remove_takes_them_away(run: Run, data: Path) -> None:
    code, out, _ = run("desktop", "--install")
    assert code == 0
    written = files(data)
    assert {path.suffix for path in written} == {".desktop", ".xml", ".svg"}
    assert all(str(path) in out for path in written)
    other = data / "applications" / "other.desktop"
    other.write_text("mine")
    assert run("desktop", "--install")[0] == 0, "once more, as after the game has moved"
    assert files(data) == written
    code, out, _ = run("desktop", "--remove")
    assert code == 0 and not files(data) and other.read_text() == "mine"
    assert all(str(path) in out for path in written)
    assert "There was nothing to remove" in run("desktop", "--remove")[1]


def test_an_entry_starts_the_game_that_wrote_it(run: Run, data: Path) -> None:
    run("desktop", "--install")
    said = entry(data)
    *command, what, file = shlex.split(said["Exec"])
    assert (what, file) == ("open", "%f")
    told = subprocess.run([*command, "--version"], capture_output=True, text=True, timeout=60, check=True)
    assert told.stdout.startswith("battlemat ")
    assert said["StartupWMClass"] == said["Icon"] == "battlemat" and said["Terminal"] == "false"


@pytest.mark.parametrize(
    "folder", ["/opt/battle mat", '/opt/a"b', "/opt/50%", "/opt/$HOME", "/opt/back\\slash", "/opt/a\nb\tc"]
)
def test_a_program_in_any_folder_is_started(folder: str) -> None:
    content = desktop.desktop_files([f"{folder}/battlemat"])
    (text,) = (each.decode() for path, each in content.items() if path.suffix == ".desktop")
    value, tried = (
        re.sub(r"\\(.)", lambda sign: {"n": "\n", "t": "\t", "r": "\r"}.get(sign[1], sign[1]), line)
        for key in ("Exec=", "TryExec=")
        for line in (each.removeprefix(key) for each in text.split("\n") if each.startswith(key))
    )
    assert tried == f"{folder}/battlemat"
    assert all("=" in line for line in text.split("\n")[1:-1]), "no line is added"
    quoted = re.match(r'"((?:[^"\\]|\\.)*)" ', value, re.DOTALL)
    word = re.sub(r"\\(.)", r"\1", quoted[1], flags=re.DOTALL) if quoted else value.split(" ")[0]
    assert word.replace("%%", "%") == f"{folder}/battlemat"


def test_every_ending_that_the_game_writes_has_a_type_and_the_entry_takes_it(run: Run, data: Path) -> None:
    run("desktop", "--install")
    tree = ElementTree.parse(data / "mime" / "packages" / "battlemat.xml")
    space = "{http://www.freedesktop.org/standards/shared-mime-info}"
    found = {
        glob.attrib["pattern"]: kind.attrib["type"]
        for kind in tree.getroot().iter(f"{space}mime-type")
        for glob in kind.iter(f"{space}glob")
    }
    assert set(found) == {f"*{ending}" for ending in (ENDING, SAVE, BATTLE)}
    assert set(entry(data)["MimeType"].strip(";").split(";")) == set(found.values())


def test_remove_leaves_nothing_behind(run: Run, data: Path) -> None:
    run("desktop", "--install")
    for cache in ("mime/mime.cache", "mime/globs2", "applications/mimeinfo.cache"):
        (data / cache).write_text("as the desktop's own programs write them")
    run("desktop", "--remove")
    assert not [*data.rglob("*")]


def test_remove_leaves_what_is_of_others(run: Run, data: Path) -> None:
    run("desktop", "--install")
    mine = [data / "mime" / "packages" / "other.xml", data / "applications" / "wine" / "other.desktop"]
    kept = [data / "mime" / "mime.cache", data / "applications" / "mimeinfo.cache"]
    mine[0].write_text('<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info"/>')
    mine[1].parent.mkdir()
    mine[1].write_text("[Desktop Entry]")
    for cache in kept:
        cache.write_text("")
    run("desktop", "--remove")
    assert all(path.is_file() for path in (*mine, *kept))


@pytest.mark.skipif(not shutil.which("desktop-file-validate"), reason="no validator of desktop entries here")
@pytest.mark.parametrize("folder", ["/opt", "/opt/battle mat", '/opt/a"b', "/opt/50%", "/opt/a\nb", "/opt/back\\slash"])
def test_the_entry_is_valid(tmp_path: Path, folder: str) -> None:
    content = desktop.desktop_files([f"{folder}/battlemat"])
    path = tmp_path / "battlemat.desktop"
    path.write_bytes(next(each for place, each in content.items() if place.suffix == ".desktop"))
    checked = subprocess.run(["desktop-file-validate", path], capture_output=True, text=True, timeout=60)
    assert (checked.returncode, checked.stdout) == (0, "")


@pytest.mark.skipif(not shutil.which("update-mime-database"), reason="no database of file types here")
def test_a_desktop_knows_the_files_by_their_endings(run: Run, data: Path) -> None:
    # The database itself is read: xdg-mime asks it on some desktops only, and elsewhere looks at a file's content.
    run("desktop", "--install")
    lines = (data / "mime" / "globs2").read_text().splitlines()
    known = dict(line.split(":")[:0:-1] for line in lines if not line.startswith("#"))
    assert known == {
        f"*{ENDING}": "application/x-battlemat",
        f"*{SAVE}": "application/x-battlemat-save",
        f"*{BATTLE}": "application/x-battlemat-record",
    }


@pytest.mark.parametrize("system", ["win32", "darwin"])
def test_other_systems_are_told_what_to_do(run: Run, data: Path, monkeypatch: pytest.MonkeyPatch, system: str) -> None:
    monkeypatch.setattr(sys, "platform", system)
    code, _, err = run("desktop", "--install")
    assert code == 2 and "Open with" in err and not files(data)


# -- files that are opened


def opened_by(run: Run, monkeypatch: pytest.MonkeyPatch, *words: str) -> list[Path | None]:
    """The files with which these words open a window."""
    opened: list[Path | None] = []

    def window(session: object, saved: Callable[[Path], None], file: Path | None = None) -> None:
        assert session is None
        opened.append(file)

    fake = SimpleNamespace(open_window=window, show_message=lambda text: None)
    monkeypatch.setattr(playing, "import_module", lambda name: fake)
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    assert run(*words)[0] == 0
    return opened


def test_a_file_alone_is_opened_in_the_window(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    path = Path("lost.save")
    save_match(begin(duel()), path, seats=MINE)
    assert opened_by(run, monkeypatch, "lost.save") == [path]
    assert opened_by(run, monkeypatch, "open", "lost.save") == [path]
    assert opened_by(run, monkeypatch, "open") == [None], "as from a menu"


@pytest.fixture
def at_title(app: App) -> App:
    """A window at its title."""
    app.go(Title())
    return app


def drop(app: App, path: Path) -> str:
    """Open a file from the title; gives the name of the screen that one is on then."""
    app.go(Title())
    app.go(Dropped(path))
    app.step(0.01, [])
    return type(app.top).__name__


def test_a_battle_under_way_goes_on_and_one_that_is_over_is_watched(at_title: App, tmp_path: Path) -> None:
    save_match(begin(duel(orc=(5, 3))), tmp_path / "on.save", seats=MINE)
    assert drop(at_title, tmp_path / "on.save") == "BattleScreen"
    over = fought(brawl())
    save_match(over, tmp_path / "over.save", seats=SeatPlan({"party": "human", "foe": "instinct"}, seed=5))
    assert drop(at_title, tmp_path / "over.save") == "ReplayScreen"
    (tmp_path / "over.battle").write_text(write_battle(over))
    assert drop(at_title, tmp_path / "over.battle") == "ReplayScreen"


def test_a_battle_in_one_file_is_asked_about(at_title: App, tmp_path: Path) -> None:
    archive = tmp_path / f"shared{ENDING}"
    pack(Path(playing.__file__).parents[2] / "maps" / "the-cart-at-the-bend.toml", archive)
    assert drop(at_title, archive) == "SureScreen"


@pytest.mark.parametrize("name", ["spoilt.save", "spoilt.battle", "spoilt.battlemat", "gone.save", "notes.txt"])
def test_what_can_not_be_opened_is_told_on_a_screen_of_its_own(at_title: App, tmp_path: Path, name: str) -> None:
    if not name.startswith("gone"):
        (tmp_path / name).write_bytes(b"{ nothing of ours")
    assert drop(at_title, tmp_path / name) == "TroubleScreen"
    at_title.pop()
    assert type(at_title.top).__name__ == "TitleScreen"


def test_a_fault_is_shown_in_a_window_where_nobody_reads_what_is_printed(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[str] = []

    def crash(*_: Any, **__: Any) -> None:
        raise ZeroDivisionError("the window divided by nothing")

    fake = SimpleNamespace(open_window=crash, show_message=shown.append)
    monkeypatch.setattr(playing, "import_module", lambda name: fake)
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    for words in (("open",), ()):
        code, _, err = run(*words)
        text = shown.pop()
        assert code == 1 and not shown
        assert "the window divided by nothing" in text and "A report for whoever mends the game is in" in text
        assert err == f"{text}\n", "and it is printed"


def test_a_message_has_lines_that_fit_a_screen_and_whole_paths(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    monkeypatch.setattr("pygame.display.message_box", lambda title, text, kind: shown.append(text))
    path = (
        "/home/mira/.local/state/battlemat/crashes/2026-11-27-120000-123456-with-a-name-of-more-than-ninety-letters.txt"
    )
    show_message(f"{'The game met a fault of its own. ' * 9}A report is in {path}")
    *lines, last = shown[0].split("\n")
    assert last == path and len(lines) > 2 and all(len(line) <= 90 for line in lines)


def test_a_file_that_comes_while_something_is_played_is_opened_when_one_is_sure(app: App, tmp_path: Path) -> None:
    save_match(fought(brawl()), tmp_path / "over.save", seats=SeatPlan({"party": "human", "foe": "instinct"}, seed=5))
    pilot = sit(app, duel(orc=(5, 3)), "red")
    pilot.wait_until_asked()
    session = pilot.battle.session
    for answer, screen in (("No", "BattleScreen"), ("Yes", "ReplayScreen")):
        pilot.drop(tmp_path / "over.save")
        assert type(app.top).__name__ == "SureScreen"
        pilot.click_button(answer)
        assert type(app.top).__name__ == screen
    assert load_match(session.autosave).match.history == session.match.history, "the battle is kept"


def test_a_file_that_comes_while_something_is_unsaved_waits(
    app: App, house: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app.go(Title())
    app.go(Dropped(house))
    for _ in range(20):
        app.step(0.02, [])
    screen = app.top
    assert isinstance(screen, DoctorScreen)
    monkeypatch.setattr(DoctorScreen, "unsaved", "What you have corrected is not saved.")
    app.go(Dropped(house))
    assert app.top is screen and "save what you have changed here first" in app.notice


# --- The window among the screens ---

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
