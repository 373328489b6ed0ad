"""The game among other programs of a desktop: its entry and file types, and files that are opened by a double click."""

from __future__ import annotations

import configparser
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest

from game.cli import desktop, playing
from game.files.archives import ENDING, pack
from game.files.battlefile import write_battle
from game.files.saves import SeatPlan, load_match
from game.play.folders import BATTLE, SAVE
from game.window.destinations import Dropped, Title
from game.window.loop import App
from game.window.screens.doctor import DoctorScreen
from game.window.window import show_message
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
