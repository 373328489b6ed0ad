"""What a person sees of files that can't be used: a sentence, in the terminal and in the window, never a traceback."""

from __future__ import annotations

import os
import struct
from pathlib import Path

import pygame
import pytest

from game.app.charts import chart_of
from game.app.destinations import Begin
from game.app.folders import state_folder
from game.app.loop import App
from game.app.pilot import Pilot
from game.app.preferences import Preferences, load_preferences, preferences_file
from game.app.screens.saves import SavesScreen
from game.app.screens.title import TitleScreen
from game.app.start import StartRequest
from game.files.saves import SeatPlan, save_match
from game.mendable import LINE
from tests.app.conftest import Run
from tests.files.drawing import SPAWNS, floor, png, save, tiles, tmx
from tests.rules.battles import begin as begin_match
from tests.rules.battles import duel

GROUND = tiles("ground", floor(6, 4))


def _bombs(folder: Path, ending: str) -> list[Path]:
    """A pipe, a device, a folder, a file of a terabyte, nonsense, and nothing."""
    if not hasattr(os, "mkfifo"):
        pytest.skip("there are no pipes with names here")
    paths = [folder / f"{name}{ending}" for name in ("pipe", "zero", "folder", "huge", "nonsense", "empty")]
    os.mkfifo(paths[0])
    paths[1].symlink_to("/dev/zero")
    paths[2].mkdir()
    with paths[3].open("wb") as file:
        file.truncate(2**40)
    paths[4].write_bytes(b"\x00\xff" * 5000)
    paths[5].touch()
    return paths


@pytest.mark.parametrize("ending", [".tmx", ".toml", ".save", ".battle"])
@pytest.mark.parametrize("command", ["check", "text", "arena", "replay", "sight"])
def test_in_the_terminal(run: Run, tmp_path: Path, command: str, ending: str) -> None:
    words = {"arena": ("--rules", "duel"), "sight": ("--from", "1,1"), "text": ("--rules", "duel")}
    for path in _bombs(tmp_path, ending):
        named = ("--map", str(path)) if command == "arena" else (str(path),)
        code, out, err = run(command, *named, *words.get(command, ()))
        assert code == 2
        assert "Traceback" not in out + err
        assert max(map(len, (out + err).splitlines())) <= LINE + len("error: ")
        assert not list((tmp_path / "state").glob("crashes/*"))


def test_a_roster_that_a_player_names_may_lie_anywhere_but_must_be_a_file(run: Run, tmp_path: Path) -> None:
    for path in _bombs(tmp_path, ".toml"):
        code, out, err = run("text", "gatehouse", "--rules", "sovereign", "--roster", str(path))
        assert code == (0 if path.stem == "empty" else 2)
        assert "Traceback" not in out + err
    (tmp_path / "else" / "where").mkdir(parents=True)
    own = tmp_path / "else" / "where" / "crew.toml"
    own.write_text('[[party]]\nkey = "crew"\ntitle = "C"\nmembers = ["edda"]\n')
    words = ("text", "gatehouse", "--rules", "sovereign", "--squads", "crew,bandits", "--seats", "ai,human")
    assert run(*words, "--roster", str(own))[0] == 0


@pytest.mark.parametrize("said", ["a.b." * 5000 + "c = 1", "x = " + "[" * 50_000, f'title = "{"y" * 230_000}"'])
def test_texts_of_all_kinds_are_refused_briefly(run: Run, said: str) -> None:
    for name in ("x.toml", "ledger.toml"):
        Path(name).write_text(said)
        code, out, err = run("check", name)
        assert code == 2
        assert out.startswith(f"error: {name}: ")
        assert len(out + err) < 1500


def test_a_picture_too_large_is_told_with_the_size_allowed(run: Run, tmp_path: Path) -> None:
    path = save(tmp_path, tmx(GROUND, SPAWNS))
    (path.parent / "floor_1.png").write_bytes(png(8, 8)[:16] + struct.pack(">II", 30_000, 30_000) + png(8, 8)[24:])
    code, out, _ = run("check", str(path), "--picture", "out.png")
    assert code == 0
    assert "the picture is 30000 x 30000 px; at most 16,384 px a side and 25,000,000 px in all" in out
    assert Path("out.png").is_file()


def test_a_picture_that_can_not_be_written_is_told(run: Run, tmp_path: Path) -> None:
    path = save(tmp_path, tmx(GROUND, SPAWNS))
    Path("out.png").mkdir()
    code, out, err = run("check", str(path), "--picture", "out.png")
    assert code == 2
    assert "out.png: the picture can't be written (" in out + err


# --- the window ---


@pytest.mark.parametrize("ending", [".tmx", ".toml", ".save"])
def test_in_the_window(app: App, tmp_path: Path, ending: str) -> None:
    app.push(TitleScreen(app))
    for path in _bombs(tmp_path, ending):
        app.say("")
        app.go(Begin(StartRequest(path, rules="duel")))
        assert app.notice
        app.draw()
        assert type(app.top).__name__ == "TitleScreen"


def test_a_list_of_saves_that_can_not_be_read_is_shown(app: App) -> None:
    _bombs(state_folder("saves"), ".save")
    save_match(begin_match(duel()), state_folder("saves") / "whole.save", seats=SeatPlan())
    for ending in ("nonsense.png", "empty.png", "whole.png"):
        (state_folder("saves") / ending).write_bytes(b"nonsense")
    app.push(TitleScreen(app))
    app.push(SavesScreen(app))
    pilot, screen = Pilot(app), app.top
    assert isinstance(screen, SavesScreen)
    assert len(screen.files) == 7
    for number, path in enumerate(screen.files):
        screen.chosen = number
        app.draw()
        if path.stem != "whole":
            for button in ("Go on from here", "Watch it from the start"):
                pilot.click_button(button)
                assert app.top is screen
                assert app.notice


def test_a_notice_stays_within_the_window(app: App) -> None:
    app.push(TitleScreen(app))
    app.say("\n".join(f"fault {n}: {'word ' * 100}" for n in range(500)))
    assert len(app.notice.splitlines()) == 5
    assert app.notice.endswith("… and 496 more lines")
    app.draw()
    app.look.write("x" * 300_000)
    app.look.write("a\0b\ud800")
    assert app.look.width("x" * 300_000) < 10_000


def test_a_map_that_can_no_longer_be_played_on_is_not_drawn(tmp_path: Path) -> None:
    assert chart_of("gatehouse.tmx") is not None
    assert chart_of("") is None
    assert chart_of("/dev/zero") is None
    large = save(tmp_path, tmx(tiles("ground", floor(300, 4)), SPAWNS, width=300, height=4))
    assert chart_of(str(large)) is None, "its picture would be larger than any battle's"


@pytest.mark.parametrize(
    "content", [b"{", b"\xff\xfe", b"[" * 100_000, b'{"speed": "fast"}', b'{"keys": 3}', b" " * 300_000, None]
)
def test_settings_that_can_not_be_read_are_the_usual_ones(content: bytes | None) -> None:
    if content is None:
        os.mkfifo(preferences_file())
    else:
        preferences_file().write_bytes(content)
    assert load_preferences() == Preferences()


def test_a_key_that_there_is_not_does_nothing(app: App) -> None:
    app.preferences.keys = {"confirm": "frobnicate", "cancel": "", "end": "+"}
    app.restyle()
    for button in range(8):
        app.step(0.01, [pygame.Event(pygame.JOYBUTTONDOWN, button=button, instance_id=0)])
