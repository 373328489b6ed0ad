"""Scenario files that the game writes: they say what was meant, to whoever reads them."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game import resources
from game.display_text import one_line
from game.files.entries import entries_of, read_entries
from game.files.errors import BadFile
from game.files.lessons import FixedAnswer, Lesson, LessonEvent, LessonStep, Pointer, StepCondition
from game.files.scenario import ObjectiveEntry, PlayerKind, ScenarioSide, ScenarioTable, ScenarioUnit, Start
from game.files.writing import scenario_text, write_scenario
from game.rules.setup import Goal

SHIPPED = [*resources.shipped_scenarios(), *resources.shipped_lessons()]

TEXTS = st.text(max_size=12).map(one_line)
NAMES = st.text(min_size=1, max_size=8).map(one_line).filter(bool)
NUMBERS = st.integers(-(2**31), 2**31)
CELLS = st.tuples(NUMBERS, NUMBERS)
ROWS = st.lists(CELLS, max_size=3).map(tuple)
WORDS = st.lists(TEXTS, max_size=3).map(tuple)
CARRIED = st.dictionaries(
    NAMES, NUMBERS | st.lists(TEXTS, max_size=2) | st.dictionaries(NAMES, NUMBERS, max_size=2), max_size=2
)
UNITS = st.builds(ScenarioUnit, TEXTS, TEXTS, st.none() | CELLS, NUMBERS, ROWS, st.booleans(), WORDS, CARRIED)
SQUADS = st.dictionaries(NAMES, TEXTS | st.lists(TEXTS | UNITS, max_size=3).map(tuple), max_size=3)
SIDES = st.builds(ScenarioSide, TEXTS, SQUADS, TEXTS, st.booleans(), st.sampled_from(get_args(PlayerKind)))
AIMS = st.recursive(
    st.none(),
    lambda then: st.builds(
        ObjectiveEntry,
        st.sampled_from(get_args(Goal)), TEXTS, ROWS, TEXTS, TEXTS, NUMBERS, TEXTS, NUMBERS, then,
    ),
    max_leaves=3,
)  # fmt: skip
DEEDS = st.lists(st.builds(LessonEvent, TEXTS, TEXTS, WORDS, WORDS, ROWS, WORDS, NUMBERS), max_size=2).map(tuple)
MOMENTS = st.builds(
    StepCondition,
    kind=st.sampled_from(["", "pick", "act"]),
    who=WORDS,
    about=WORDS,
    can=TEXTS,
    at=WORDS,
    to=ROWS,
    after=DEEDS,
)
POINTERS = st.builds(Pointer, verb=TEXTS, who=WORDS, cells=ROWS)
STEPS = st.builds(LessonStep, text=TEXTS, when=MOMENTS, until=DEEDS, point=POINTERS, again=TEXTS, aside=st.booleans())
FIXED = st.builds(
    FixedAnswer,
    roll=TEXTS,
    faces=st.lists(NUMBERS, max_size=3).map(tuple),
    answer=TEXTS,
    who=TEXTS,
    round=st.none() | NUMBERS,
)
LESSONS = st.builds(
    Lesson,
    teaches=TEXTS,
    about=TEXTS,
    steps=st.lists(STEPS, max_size=2).map(tuple),
    learned=WORDS,
    first_page=WORDS,
    opening=st.lists(FIXED, max_size=2).map(tuple),
    seed=NUMBERS,
)
TABLES = st.dictionaries(NAMES, st.dictionaries(NAMES, TEXTS, max_size=2), max_size=2)
SCENARIOS = st.builds(
    ScenarioTable,
    TEXTS,
    TEXTS,
    st.lists(SIDES, max_size=3).map(tuple),
    TEXTS,
    TEXTS,
    TABLES,
    TEXTS,
    st.lists(AIMS.filter(bool), max_size=2).map(tuple),
    st.lists(st.builds(Start, TEXTS, ROWS, TEXTS), max_size=2).map(tuple),
    TABLES,
    st.none() | LESSONS,
)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_shipped_scenario_written_again_says_the_same(path: Path, tmp_path: Path) -> None:
    entries = read_entries(path, ScenarioTable)
    again = tmp_path / path.name
    write_scenario(again, entries)
    assert read_entries(again, ScenarioTable) == entries


@settings(deadline=None, max_examples=30)
@given(SCENARIOS)
def test_whatever_a_scenario_says_it_says_when_written(entries: ScenarioTable) -> None:
    assert entries_of(Path("any.toml"), scenario_text(entries), ScenarioTable) == entries


def test_it_is_written_as_a_person_would() -> None:
    goblins = ScenarioUnit("goblin", count=2, cells=((20, 4), (21, 4)), hidden=True)
    entries = ScenarioTable(
        "Ambush",
        "road.tmx",
        (
            ScenarioSide("party", {"duel": "heroes"}, party=True, plays="human"),
            ScenarioSide("foe", {"duel": ("wolf", goblins)}),
        ),
        options={"duel": {"surprise": "none"}},
        objectives=(ObjectiveEntry("hold", "party", feature="Bridge", rounds=3, then=ObjectiveEntry("escape")),),
        spawns=(Start("foe", ((1, 2), (3, 4))),),
    )
    assert (
        scenario_text(entries)
        == """\
title = "Ambush"
map = "road.tmx"

[options.duel]
surprise = "none"

[[sides]]
name = "party"
party = true
plays = "human"
squad.duel = "heroes"

[[sides]]
name = "foe"
plays = "trained"
squad.duel = [
    "wolf",
    {unit = "goblin", count = 2, cells = [[20, 4], [21, 4]], hidden = true},
]

[[objectives]]
goal = "hold"
side = "party"
feature = "Bridge"
rounds = 3

[objectives.then]
goal = "escape"

[[spawns]]
side = "foe"
cells = [[1, 2], [3, 4]]
"""
    )


def test_what_could_not_be_read_again_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("what was there")
    long = ScenarioTable("x" * 3_000, "road.tmx", ())
    odd = ScenarioTable("\ud800", "road.tmx", ())
    large = ScenarioTable("x", "road.tmx", (), options={"duel": {str(number): "x" * 1_900 for number in range(140)}})
    for entries, said in ((long, "title: a text of 3,000"), (odd, "no file can hold"), (large, "write less")):
        with pytest.raises(BadFile, match=rf"mine\.toml: .*{said}"):
            write_scenario(path, entries)
    assert [each.name for each in tmp_path.iterdir()] == ["mine.toml"]
    assert path.read_text() == "what was there"
