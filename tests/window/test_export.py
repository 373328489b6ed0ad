"""A battle that was fought, written for others: as text, and as a picture that moves."""

from __future__ import annotations

import sys
from itertools import count
from pathlib import Path

import pytest
from PIL import GifImagePlugin, Image

from game.play.folders import output_folder, state_folder
from game.play.recording import Recording, recording
from game.view.widgets.widget import Label
from game.window import exporting
from game.window.desktop import show_folder
from game.window.loop import App
from game.window.pilot import Pilot
from game.window.screens import replay
from game.window.screens.replay import ExportScreen, ReplayScreen
from tests.program import Run
from tests.window.seated import watched


def test_the_log_is_exported_as_the_text_game_tells_it(app: App, record: Path, run: Run) -> None:
    pilot, screen = watched(app, record)
    pilot.click_button("Share")
    pilot.click_button("Text")
    (written,) = output_folder("exports").glob("*.txt")
    assert written.is_relative_to(Path.cwd() / "documents"), "where people look for files"
    assert any(str(written) in each.text for each in app.top.group.widgets if isinstance(each, Label))
    pilot.click_button("Back")
    assert isinstance(app.top, ReplayScreen)
    text = written.read_text("utf-8")
    assert text.splitlines() == list(screen.recording.lines())
    code, out, _ = run("replay", str(record), "--export", "told.txt")
    assert (code, Path("told.txt").read_text("utf-8")) == (0, text)
    assert out == "told.txt: brawl.save\n"
    assert text in run("replay", str(record))[1]


def test_the_folder_of_what_was_exported_is_shown_by_a_button(
    app: App, record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = list[Path]()

    def show(folder: Path) -> str:
        opened.append(folder)
        return "It is not shown here."

    monkeypatch.setattr(replay, "show_folder", show)
    pilot, _ = watched(app, record)
    pilot.click_button("Share")
    pilot.click_button("Text")
    pilot.click_button("Show it in its folder")
    assert opened == [output_folder("exports")] * 2, "at once, and when it is asked for"
    assert app.notice == "It is not shown here."


def test_a_folder_that_nothing_can_show_is_told_and_so_is_one_among_no_documents(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert str(tmp_path / "here") in show_folder(tmp_path / "here")
    opener = tmp_path / "xdg-open"
    opener.write_text("no program")
    opener.chmod(0o755)
    assert "could not be shown" in show_folder(tmp_path / "here")
    (tmp_path / "documents").write_text("in the way")
    assert output_folder("exports") == state_folder("exports")


def test_an_export_has_an_ending_that_says_what_it_is(run: Run, record: Path) -> None:
    code, _, err = run("replay", str(record), "--export", "brawl.avi")
    assert code == 2
    assert "ends in .gif, .html or .txt" in err


@pytest.fixture
def short(record: Path) -> Recording:
    """The first beats of a battle: a film of them is made quickly."""
    whole = recording(record)
    return Recording(
        whole.start, whole.history, whole.beats[:6], whole.players, whole.dice, whole.over, whole.viewer, "short"
    )


def test_a_battle_is_exported_as_an_animated_picture(app: App, short: Recording) -> None:
    app.push(ExportScreen(app, short, 0))
    pilot = Pilot(app)
    pilot.click_button("Moving picture of it all")
    screen = app.top
    assert isinstance(screen, ExportScreen)
    shares = []
    while screen.export is not None:
        shares.append(screen.export.share)
        pilot.step()
    assert shares == sorted(shares)
    (written,) = output_folder("exports").glob("*.gif")
    with Image.open(written) as gif:
        assert isinstance(gif, GifImagePlugin.GifImageFile)
        assert gif.size == exporting.SIZE
        assert gif.n_frames > 4
        last = 0
        for number in range(gif.n_frames):
            gif.seek(number)
            last = gif.info["duration"]
        assert last >= 1000 * exporting.REST


def test_one_turn_is_shared_alone_and_is_small(app: App, record: Path) -> None:
    """That of the beat at which the line of time stands."""
    pilot, screen = watched(app, record)
    screen.go(screen.last // 2)
    first, last = screen.recording.turn_at(screen.at)
    assert 0 < first <= screen.at <= last < screen.last and screen.recording.beats[first].turn
    assert not any(beat.turn for beat in screen.recording.beats[first + 1 : last])
    pilot.click_button("Share")
    pilot.click_button("Moving picture of a turn")
    job = app.top
    assert isinstance(job, ExportScreen) and isinstance(job.export, exporting.Film)
    film = job.export
    pilot.wait_until(lambda: not job.export, "the picture")
    assert min(film.beats) >= first and max(film.beats) <= last
    (written,) = output_folder("exports").glob("*.gif")
    assert written.stat().st_size < 3_000_000


def test_an_export_that_is_stopped_leaves_nothing_behind(
    app: App, short: Recording, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = count(0.0, 0.75 * replay.SLICE)
    monkeypatch.setattr(replay, "perf_counter", lambda: next(looks))  # one piece of the film between two pictures
    app.push(ExportScreen(app, short, 0))
    pilot = Pilot(app)
    pilot.click_button("Moving picture of it all")
    pilot.step(2)
    screen = app.top
    assert isinstance(screen, ExportScreen) and screen.export is not None and screen.export.share > 0
    pilot.click_button("Stop")
    pilot.step(2)
    assert not list(output_folder("exports").iterdir())
    assert "Moving picture of it all" in pilot.buttons()
    pilot.press("escape")
