"""Maps in Universal VTT and pictures wherever a map is taken: checked, made a scenario of, packed, and fought on."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.cli.checks import check_file
from game.cli.map_files import run_export, run_new
from game.cli.requests import ExportCommand, NewCommand
from game.files.archives import look_over, pack, unpack
from game.files.picture_grid import find_grid
from game.files.pictures import grey_of
from game.files.scenario import quick_setup, read_scenario, to_setup
from game.files.tiled import read_map
from game.files.tiled.corrections import Corrections, GroundKind, Thin, write_corrections
from game.lab.arena import Contest, Pit
from game.lab.minds import AILevel
from game.play.crash import CrashReporter
from game.play.start import StartRequest, sit_down
from game.rules.registry import names, ruleset
from game.spatial.solids import CellSide
from tests.files.table_pictures import dungeon, save
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
    assert run_new(NewCommand(str(path), "sovereign", scenario), CrashReporter()) == 0
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


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """A picture of a dungeon in a margin, with its rock and a door painted."""
    path = save(tmp_path / "vault.png", dungeon(35.5, dark=0.3, margin=20))
    grey = grey_of(path.read_bytes(), path.name)
    middles = {
        (x, y): grey[int(20 + 35.5 * (y + 0.5)), int(20 + 35.5 * (x + 0.5))] for x in range(22) for y in range(18)
    }
    rock: dict[tuple[int, int], GroundKind] = {cell: "blocked" for cell, bright in middles.items() if bright < 100}
    doors = {CellSide((9, 4), True): Thin("door"), CellSide((12, 13), True): Thin("door")}
    write_corrections(path, Corrections(ground=rock, edges=doors, grid=find_grid(path).grid))
    return path


def test_check_accepts_a_picture(vault: Path) -> None:
    lines = list(check_file(vault))
    assert not [line for line in lines if line.startswith(("error", "warning"))]
    assert any("22 x 18 cells of 35.5 px, the first at 20, 20, as its corrections say" in line for line in lines)


@pytest.mark.parametrize("name", ["sovereign", "murdham"])
def test_a_battle_on_a_picture(vault: Path, name: str) -> None:
    fight(vault, name)


def test_a_scenario_on_a_picture_is_packed_with_what_was_painted(vault: Path) -> None:
    scenario = vault.with_name("raid.toml")
    assert run_new(NewCommand(str(vault), "sovereign", scenario), CrashReporter()) == 0
    pack(scenario, vault.with_name("raid.battlemat"))
    copy = unpack(look_over(vault.with_name("raid.battlemat")), vault.parent / "taken in")
    names = sorted(file.name for file in copy.parent.iterdir())
    assert names == ["battlemat-battle.json", "raid.toml", "vault.png", "vault.png.corrections.toml"]
    assert to_setup(read_scenario(copy)).field == to_setup(read_scenario(scenario)).field


def test_a_picture_is_exported_with_what_was_painted(vault: Path) -> None:
    target = vault.with_name("vault.uvtt")
    assert run_export(ExportCommand(str(vault), target), CrashReporter()) == 0
    field, again = read_map(vault).field, read_map(target).field
    assert (again.width, again.height) == (field.width, field.height)
    assert [edge.kind for edge in again.edges if edge.kind == "door"] == ["door", "door"]
    cells = [(x, y) for x in range(22) for y in range(18)]
    assert [again.at(cell).blocks_move for cell in cells] == [field.at(cell).blocks_move for cell in cells]
