"""Scenarios to begin with, made of a map."""

from __future__ import annotations

from pathlib import Path

import pytest

from game import resources
from game.files.errors import BadFile
from game.files.scenario import ScenarioTable, ScenarioUnit, read_scenario, to_setup
from game.files.tiled import Chart, read_map
from game.files.writing import annotated, fresh_scenario, write_text
from game.rules.registry import names, ruleset
from game.rules.ruleset import AnyRuleset
from tests.files.drawing import floor, objects, rectangle, save, tiles, tmx


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
