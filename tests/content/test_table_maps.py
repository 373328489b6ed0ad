"""Maps in Universal VTT wherever a map is taken: checked, drawn, made a scenario of, packed, and fought on."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.cli.checks import check_file
from game.cli.new_scenario import write_fresh
from game.files.archives import look_over, pack, unpack
from game.files.quick import quick_setup
from game.files.scenario import read_scenario, to_setup
from game.files.tiled import read_map
from game.lab.arena import Contest, Pit
from game.lab.minds import AILevel
from game.play.start import StartRequest, sit_down
from game.rules.registry import names, ruleset
from tests.files.vtt import DIALECTS, written

HUGE = "huge.uvtt"
"""As large as can be played on: checked by night, and not fought on."""


@pytest.fixture(params=[name for name in DIALECTS if name != HUGE])
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """One of the files."""
    file = tmp_path / str(request.param)
    file.write_bytes(written(file.name))
    return file


def test_check_accepts_it(path: Path) -> None:
    lines = list(check_file(path))
    assert not [line for line in lines if line.startswith("error")]
    assert f"{path.name}: layers read" in lines


@pytest.mark.nightly
def test_check_accepts_the_largest(tmp_path: Path) -> None:
    path = tmp_path / HUGE
    path.write_bytes(written(path.name))
    assert not [line for line in check_file(path) if line.startswith("error")]


def fight(path: Path, name: str) -> None:
    """A battle between computers, to its end."""
    setup = quick_setup(read_map(path), ruleset(name))
    fought = Pit(Contest(setup, (AILevel("instinct"), AILevel("instinct")), seed=1, battles=1)).fight(0)
    assert fought.answers > 4
    assert fought.why


@pytest.mark.parametrize("name", ["sovereign", "einfelst"])
def test_a_battle_in_the_cave(tmp_path: Path, name: str) -> None:
    path = tmp_path / "cave.dd2vtt"
    path.write_bytes(written(path.name))
    fight(path, name)


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["einfelst", "glog", "ingenuity", "murdham", "sovereign"])
def test_a_battle_by_every_ruleset_on_every_map(path: Path, name: str) -> None:
    assert set(names()) >= {name}
    fight(path, name)


def test_a_scenario_of_it_is_packed_and_reads_the_same(tmp_path: Path) -> None:
    path = tmp_path / "inn.uvtt"
    path.write_bytes(written(path.name))
    scenario = tmp_path / "inn.toml"
    assert write_fresh(path, "sovereign", scenario) == 0
    pack(scenario, tmp_path / "inn.battlemat")
    copy = unpack(look_over(tmp_path / "inn.battlemat"), tmp_path / "taken in")
    assert sorted(file.name for file in copy.parent.iterdir()) == ["battlemat-battle.json", "inn.toml", "inn.uvtt"]
    assert to_setup(read_scenario(copy)).field == to_setup(read_scenario(scenario)).field


def test_it_is_played_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "odd-origin.dd2vtt"
    path.write_bytes(written(path.name))
    session = sit_down(StartRequest(str(path), rules="sovereign", seed=1), lambda _: None)
    assert session.match.setup.field.title == "odd-origin"
    assert session.match.pending is not None
