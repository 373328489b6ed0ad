"""The keys that a lesson names: pressing them does what it asks for, in every lesson and whatever they are set to."""

from __future__ import annotations

from functools import partial

import pytest

from game.files.lessons import Pointer
from game.play.lessons import offered_lessons
from game.play.start import StartRequest
from game.rules.questions import Option
from game.window.battle.board_clicks import meant_by
from game.window.battle.lesson_panel import tell_keys
from game.window.battle.prompt import Prompt
from game.window.controls import Keys
from game.window.destinations import Begin
from game.window.loop import App
from game.window.pilot import Pilot

LESSONS = {offered.name: offered for offered in offered_lessons()}
NAMED = {"enter": "return", "esc": "escape", "ctrl+z": "ctrl+z"}


def told(pilot: Pilot) -> list[str]:
    """The keys that the panel names now."""
    stage = pilot.battle
    assert stage.asked is not None and stage.course is not None
    line = tell_keys(stage.asked, stage.course, stage.view.keys, partial(meant_by, stage))
    return line.removeprefix("Keys: ").split(", ") if line else []


def press(pilot: Pilot, keys: list[str]) -> None:
    """Press what is told; where the arrows lead depends on the cell, which is gone to at once."""
    for key in keys:
        name = key.split(" ")[0].lower()
        if name == "arrows":
            course = pilot.battle.course
            assert course is not None
            pilot.point_cell(course.pointer.cells[0])
            pilot.battle.view.cursor = pilot.battle.view.hover
        else:
            pilot.press(NAMED.get(name, name))
        pilot.step(2)


@pytest.mark.parametrize("name", LESSONS)
def test_the_keys_that_a_lesson_names_bring_it_on(app: App, name: str) -> None:
    app.go(Begin(StartRequest(LESSONS[name].path)))
    pilot = Pilot(app)
    assert pilot.wait_until_asked() is not None
    headings = set()
    for _ in range(14):
        stage = pilot.battle
        if stage.course is None or stage.course.step is None:
            break
        headings.add(stage.course.heading)
        answered = len(stage.session.match.history)
        if not told(pilot):
            break  # from here on one plays as one likes
        for _ in range(4):  # a key may open a list, of which the next ones are told then
            press(pilot, told(pilot))
            pilot.step(4)
            if len(stage.session.match.history) > answered:
                break
        assert len(stage.session.match.history) > answered, f"{stage.course.text}: {told(pilot)}"
        if pilot.wait_until_asked() is None:
            break
    assert len(headings) >= 4


def test_they_are_those_that_the_player_has_set(app: App) -> None:
    app.keys = Keys({"pick": "q", "row 1": "7"})
    app.go(Begin(StartRequest(LESSONS["a-miss-that-kills"].path)))
    pilot = Pilot(app)
    assert pilot.wait_until_asked() is not None
    assert told(pilot) == ["Q", "7"]


def test_they_are_told_of_rows_on_another_page_too(app: App) -> None:
    app.go(Begin(StartRequest(LESSONS["a-miss-that-kills"].path)))
    pilot = Pilot(app)
    assert pilot.wait_until_asked() is not None
    stage = pilot.battle
    assert stage.asked is not None
    options = [Option(f"o{n}", n, f"Answer {n}", verb="last" if n == 8 else "") for n in range(9)]
    stage.asked.prompt = Prompt("What now?", options, print, forecast=None)
    stage.asked.prompt.show(stage.view.look, stage.panels.frame.dock)
    assert told(pilot) == ["1 to 7"]
    assert stage.course is not None
    stage.course._pointer = Pointer("last")
    assert told(pilot) == ["Tab", "9"]
    stage.asked.prompt.turn_page()
    assert told(pilot) == ["9"]
