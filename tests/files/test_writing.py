"""Scenario files that the game writes: they say what was meant; and those to begin with, made of a map."""

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
from game.files.scenario import (
    ObjectiveEntry,
    PlayerKind,
    ScenarioSide,
    ScenarioTable,
    ScenarioUnit,
    Start,
    read_scenario,
    to_setup,
)
from game.files.tiled import Chart, read_map
from game.files.writing import annotated, fresh_scenario, scenario_text, write_scenario, write_text
from game.rules.registry import names, ruleset
from game.rules.ruleset import AnyRuleset
from game.rules.setup import Goal
from tests.files.drawing import floor, objects, rectangle, save, tiles, tmx

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


# --- Scenarios to begin with, made of a map ---


def written(chart: Chart, path: Path, rulesets: list[AnyRuleset]) -> ScenarioTable:
    """What is read of a scenario that was made of a map and written."""
    scenario = fresh_scenario(chart, rulesets, path)
    write_text(path, annotated(scenario, rulesets, chart))
    read = read_scenario(path)
    assert read.entries == scenario.entries
    assert read.map.resolve() == chart.path.resolve()
    return read.entries


@pytest.fixture
def installed() -> list[AnyRuleset]:
    """All rulesets."""
    return [ruleset(name) for name in names()]


@pytest.mark.parametrize("map_", [path.stem for path in resources.shipped_maps()])
def test_a_shipped_map_becomes_a_battle_by_every_ruleset(
    tmp_path: Path, map_: str, installed: list[AnyRuleset]
) -> None:
    path = tmp_path / "raid.toml"
    entries = written(read_map(resources.maps() / f"{map_}.tmx"), path, installed)
    assert entries.map == f"{map_}.tmx"
    assert [(side.name, side.party, side.plays) for side in entries.sides] == [
        ("party", True, "human"),
        ("foe", False, "trained"),
    ]
    for rules in installed:
        assert len(to_setup(read_scenario(path, rules.name)).sides[1].squad) > 1


def starts(*sides: str, unit: str = "") -> str:
    """A map on which these sides start, one under the other."""
    areas = [
        rectangle(1000 + row, "Spawn", 0, 3 * row, 12, 2, "", side=side, unit=unit, count=3 if unit else 1)
        for row, side in enumerate(sides)
    ]
    return tmx(tiles("ground", floor(12, 12)), objects("spawns", *areas), width=12, height=12)


@pytest.mark.parametrize(
    ("on_the_map", "sides"),
    [
        (("foe", "party"), ["party", "foe"]),
        (("red", "foe", "party"), ["party", "red", "foe"]),
    ],
)
def test_sides_are_those_of_the_starts(tmp_path: Path, on_the_map: tuple[str, ...], sides: list[str]) -> None:
    path = save(tmp_path, starts(*on_the_map))
    entries = written(read_map(path), path.with_suffix(".toml"), [ruleset("sovereign")])
    assert [side.name for side in entries.sides] == sides
    assert [side.plays for side in entries.sides] == ["human", *["trained"] * (len(sides) - 1)]


def test_a_side_has_the_units_that_its_starts_name(tmp_path: Path) -> None:
    path = save(tmp_path, starts("party", "foe", unit="bandit"))
    entries = written(read_map(path), path.with_suffix(".toml"), [ruleset("sovereign"), ruleset("ingenuity")])
    assert entries.sides[1].squad["sovereign"] == (ScenarioUnit("bandit", count=3),)


def test_comments_name_what_can_be_chosen(tmp_path: Path) -> None:
    chart = read_map(resources.maps() / "gatehouse.tmx")
    rules = ruleset("murdham")
    text = annotated(fresh_scenario(chart, [rules], tmp_path / "x.toml"), [rules], chart)
    comments = [line.partition("#")[2] for line in text.splitlines() if "#" in line]
    for word in (
        next(iter(rules.parties())),
        rules.settings[0].key,
        "Portcullis lever",
        "0,0 to 31,23",
        "human, novice, instinct, trained",
    ):
        assert any(word in comment for comment in comments), word
    assert max(map(len, (f"#{comment}" for comment in comments))) <= 120


def test_a_map_that_may_not_be_read_from_there_is_told(tmp_path: Path) -> None:
    path = save(tmp_path, starts("party", "foe"))
    (tmp_path / "far" / "away").mkdir(parents=True)
    with pytest.raises(BadFile, match=r"raid.toml: a scenario there may not read .*map.tmx; write it beside the map"):
        fresh_scenario(read_map(path), [ruleset("sovereign")], tmp_path / "far" / "away" / "raid.toml")
    beside = fresh_scenario(read_map(path), [ruleset("sovereign")], tmp_path / "raid.toml")
    assert beside.entries.map == "maps/map.tmx"
