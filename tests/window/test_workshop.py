"""The workshop: commands that run beside the window, with their words, their progress and what they print."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from game.cli.commands import main
from game.play.folders import output_folder
from game.play.output import PROGRESS, TELLS_PROGRESS, bar
from game.play.preferences import remember
from game.window.command_job import CommandJob, told
from game.window.destinations import Title, Workshop
from game.window.loop import App
from game.window.pilot import Pilot
from game.window.screens.workshop import TOOLS, WorkshopScreen

COMMANDS = [tool for tool in TOOLS if tool.leads is None]


@pytest.fixture
def workshop(app: App) -> WorkshopScreen:
    """The page, come to by mouse."""
    app.go(Title())
    pilot = Pilot(app)
    pilot.click_button("Workshop")
    assert isinstance(app.top, WorkshopScreen)
    return app.top


def pick(screen: WorkshopScreen, title: str) -> Pilot:
    """Look at a tool."""
    screen._pick(next(at for at, tool in enumerate(TOOLS) if tool.title == title))
    return Pilot(screen.app)


@pytest.mark.parametrize("tool", COMMANDS, ids=[tool.title for tool in COMMANDS])
def test_each_command_is_one_that_the_command_line_knows(
    workshop: WorkshopScreen, tool: object, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With what stands there at first; ``--help`` after it has the parser take all of it and run nothing."""
    workshop._pick(TOOLS.index(tool))
    with pytest.raises(SystemExit) as left:
        main([*workshop.words, "--help"])
    assert left.value.code == 0
    assert f"usage: battlemat {workshop.words[0]}" in capsys.readouterr().out


def test_a_command_runs_beside_the_window_and_is_found_again(workshop: WorkshopScreen) -> None:
    """It is begun, left, found again under way or done, with its lines and the files that it has written."""
    app, pilot = workshop.app, pick(workshop, "A new ruleset")
    workshop.said["A new ruleset", "name"] = "river-war"
    workshop.refresh()
    pilot.click_button("Start")
    app.pop()
    app.go(Workshop())
    again = app.top
    assert isinstance(again, WorkshopScreen) and again is not workshop
    pick(again, "A new ruleset")
    job = again.job
    assert job is not None and job.command == "battlemat new-ruleset river-war"
    pilot.wait_until(lambda: not job.running, "the ruleset")
    pilot.step(2)
    assert not job.failed and job.lines[0].startswith("battlemat-river-war: River War")
    assert (output_folder("workshop") / "battlemat-river-war").is_dir()
    assert "Start" in pilot.buttons()


def test_maps_of_ones_own_are_offered_first(workshop: WorkshopScreen, house: Path) -> None:
    remember(workshop.app.preferences, house)
    pick(workshop, "Universal VTT")
    assert workshop.words == ("export", str(house))


def test_what_fails_says_why_and_what_is_stopped_is_told(workshop: WorkshopScreen) -> None:
    """A name that no ruleset may have; an audit of ten thousand figures is stopped, and so it is when one leaves."""
    pilot = pick(workshop, "A new ruleset")
    workshop.said["A new ruleset", "name"] = "river war!"
    workshop.refresh()
    pilot.click_button("Start")
    job = workshop.job
    assert job is not None
    pilot.wait_until(lambda: not job.running, "the refusal")
    assert job.failed and "river war!" in " ".join(job.lines)
    pick(workshop, "Are the odds right?")
    earlier = output_folder("workshop") / workshop.tool.picture
    earlier.write_text("that of an earlier run")
    workshop.said["Are the odds right?", "figures"] = "10000"
    workshop.refresh()
    pilot.click_button("Start")
    long = workshop.job
    assert long is not None and long.running and "Stop" in pilot.buttons() and not earlier.exists()
    pilot.wait_until(lambda: long.share > 0, "the first figures")
    pilot.click_button("Stop")
    pilot.wait_until(lambda: not long.running, "its end")
    assert long.stopped and any(line.startswith("Stopped after") for line in long.lines)
    pilot.step(2)
    assert long.drawn == earlier and earlier.read_text().startswith("<svg ")
    pilot.click_button("Start")
    again = workshop.job
    assert again is not None and again.running
    workshop.app.quit()
    again._reader.join(60)
    assert again.stopped and not again.running


def test_bars_are_told_in_lines_to_a_window(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """A line a step on standard error; a job reads them as its share, and keeps them out of its lines."""
    monkeypatch.setenv(TELLS_PROGRESS, "1")
    with bar("Figures", 4) as done:
        done(1)
    assert capsys.readouterr().err == f"{PROGRESS}0.250\n"
    monkeypatch.setattr(sys, "executable", "/bin/echo")
    job = CommandJob(["said"], tmp_path)
    job._reader.join()
    assert job.lines == ["-m game said"]
    assert told(["pack", "my battle.toml"]) == "battlemat pack 'my battle.toml'"
