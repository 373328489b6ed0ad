"""What is wrong with a lesson is said in lines that name its step."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.files.errors import BadFile
from game.files.scenario import read_scenario, to_setup

LESSON = """
title = "A lesson"
map = "gatehouse.tmx"
rules = "duel"

[[sides]]
name = "red"
plays = "human"
squad.duel = [{ unit = "knight", at = [15, 15] }]

[[sides]]
name = "blue"
plays = "instinct"
squad.duel = [{ unit = "thief", at = [16, 15] }]

[lesson]
teaches = "To strike"
about = "Strike."
learned = ["To strike."]

[[lesson.steps]]
text = "Strike."
"""

LAID = "[[lesson.opening]]\n"


def written(tmp_path: Path, more: str) -> Path:
    """The lesson with more lines to its step."""
    path = tmp_path / "lesson.toml"
    path.write_text(LESSON + more, encoding="utf-8")
    return path


@pytest.mark.usefixtures("duel_installed")
def test_a_scenario_with_a_lesson_says_so_in_its_set_up(tmp_path: Path) -> None:
    path = written(tmp_path, 'until = [{ verb = "strike" }, { down = ["blue"] }]\npoint = { who = ["thief 1"] }')
    scenario = read_scenario(path)
    assert to_setup(scenario).lesson == path.as_posix()
    assert scenario.entries.lesson is not None
    assert [deed.down for deed in scenario.entries.lesson.steps[0].until] == [(), ("blue",)]


@pytest.mark.usefixtures("duel_installed")
@pytest.mark.parametrize(
    ("more", "said"),
    [
        ('point = { who = ["theif"] }', "lesson.steps[1]: no combatant is called 'theif'; did you mean 'thief 1'?"),
        ('until = [{ down = ["green"] }]', "lesson.steps[1]: no combatant is called 'green'"),
        ('when = { kind = "walk" }', "lesson.steps[1].when.kind: 'walk' is none of"),
        (f'again = "{"far too long " * 20}"', "lesson.steps[1]: a text of 260 letters; write at most 240"),
        ('when = { at = ["blue"] }', "lesson.steps[1]: `at` and `to` say against whom or whereto an option is"),
        ('when = { can = "strike", at = ["green"] }', "lesson.steps[1]: no combatant is called 'green'"),
        (f"{LAID}answer = 'pass'\nwho = 'theif'", "lesson.opening[1]: no combatant is called 'theif'"),
        (f"{LAID}who = 'thief 1'", "lesson.opening[1]: write either `roll` with `faces`, or `answer`"),
        (f"{LAID}roll = 'attack'", "lesson.opening[1]: `faces` are what the dice of a `roll` show"),
        (f"{LAID}answer = 'pass'\nfaces = [3]", "lesson.opening[1]: `faces` are what the dice of a `roll` show"),
        (f"{LAID}roll = 'attack'\nfaces = [0]", "lesson.opening[1]: dice show 1 or more in `faces`"),
        (f"{LAID}roll = 'attack'\nface = [3]", "lesson.opening[1].face: there is no such field; did you mean 'faces'?"),
        ('untill = [{ verb = "strike" }]', "lesson.steps[1].untill: there is no such field; did you mean 'until'?"),
    ],
)
def test_a_fault_names_the_step(tmp_path: Path, more: str, said: str) -> None:
    with pytest.raises(BadFile) as told:
        to_setup(read_scenario(written(tmp_path, more)))
    assert said in str(told.value)
