"""What ``check`` accepts can be played by every ruleset, and what it refuses it refuses as the game would."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from game.files.scenario import quick_setup
from game.files.sources import MAPS
from game.files.tiled import read_map
from game.files.tiled.corrections import Corrections, write_corrections
from game.rules.registry import names, ruleset
from game.rules.ruleset import BadSetup
from tests.corpus.kinds import HOME
from tests.files.drawing import objects, point, save, tiles
from tests.files.test_tiled_foreign import foreign
from tests.program import Run

PLAYERS = objects("things", point(1, "Player", 0.5, 0.5), point(2, "enemy", 9.5, 7.5))


def yard(width: int, height: int, walls: list[list[int]] | None = None) -> str:
    """A map from elsewhere with a point for each side."""
    marked = tiles("walls", walls or [[0] * width for _ in range(height)], 2)
    floor = tiles("floor", [[1] * width for _ in range(height)])
    return foreign(floor, marked, PLAYERS, width=width, height=height)


def test_a_point_is_a_whole_party(run: Run, tmp_path: Path) -> None:
    path = save(tmp_path, yard(10, 8))
    code, out, err = run("check", str(path))
    assert (code, err) == (0, "")
    assert "guess: 2 starting places are taken from what is called like figures, for party and foe" in out
    assert "note: Sovereign: 3 of side party start on the free ground beside their Spawn" in out
    for name in names():
        setup = quick_setup(read_map(path), ruleset(name))
        state = ruleset(name).begin(setup)
        assert len(state.combatants) == sum(len(side.squad) for side in setup.sides)


def test_sides_that_see_each_other_from_the_start_are_told(run: Run, tmp_path: Path) -> None:
    code, out, _ = run("check", str(save(tmp_path, yard(10, 8))))
    assert code == 0
    assert "warning: sides foe and party start in sight of each other: 100 of 100 pairs of cells" in out
    middle = [[0, 0, 0, 0, 5, 0, 0, 0, 0, 0] for _ in range(7)] + [[0] * 10]
    _, out, _ = run("check", str(save(tmp_path, yard(10, 8, middle))))
    assert "100 of 100" not in out, "a wall with a way round it"


def test_where_a_start_cannot_grow_check_refuses_as_the_game_does(run: Run, tmp_path: Path) -> None:
    """A corridor of four cells with a wall below: room for two of each side."""
    corridor = [[0] * 4, [5] * 4]
    ends = objects("things", point(1, "Player", 0.5, 0.5), point(2, "enemy", 3.5, 0.5))
    floor = tiles("floor", [[1] * 4 for _ in corridor])
    path = save(tmp_path, foreign(floor, tiles("walls", corridor, 2), ends, width=4, height=2))
    code, out, _ = run("check", str(path))
    assert code == 2
    assert "error: map.tmx: Sovereign can't be played on it: no room is left for " in out
    assert "of side party; enlarge the map's Spawn areas of that side, or the free ground beside them, by 1 cell" in out
    told = [
        line.split(" can't be played on it: ")[1] for line in out.splitlines() if " can't be played on it: " in line
    ]
    assert len(told) == len(set(told)), "what keeps several rulesets from it is told once for them"
    with pytest.raises(BadSetup, match="by 6 cells"):
        ruleset("sovereign").begin(quick_setup(read_map(path), ruleset("sovereign")))


def test_a_figure_walled_in_is_left_alone_and_its_side_starts_where_it_can_get_at_the_other(tmp_path: Path) -> None:
    walls = [[0] * 10 for _ in range(8)]
    walls[6][8:] = [5, 5]
    walls[7][8] = 5
    chart = read_map(save(tmp_path, yard(10, 8, walls)))
    party, foe = chart.field.spawns
    assert party.cells == ((0, 0),)
    assert (9, 7) not in foe.cells
    assert chart.playable() == []


def test_corrections_are_checked_with_the_map_beside_them(run: Run, tmp_path: Path) -> None:
    shutil.copy(HOME / "no-starts.tmx", tmp_path / "a.tmx")
    shutil.copy(HOME / "sheet.png", tmp_path / "sheet.png")
    file = write_corrections(tmp_path / "a.tmx", Corrections(ground={(3, 9): "pit"}))
    code, out, _ = run("check", file.name)
    assert code == 0 and "note: corrections of a.corrections.toml are applied: 1 cell" in out
    (tmp_path / "a.tmx").unlink()
    code, out, _ = run("check", file.name)
    assert code == 2 and f"error: a.corrections.toml: there is no map a ({', '.join(MAPS)}) beside it" in out


def test_folders_are_allowed_listed_and_forgotten(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    assert run("allow")[1] == "No folder is allowed.\n"
    assert run("allow", "mine")[:2] == (0, f"{folder}: maps below it may read tilesets and pictures below it\n")
    assert run("allow")[1] == f"{folder}\n"
    assert run("allow", "mine", "--forget")[0] == 0
    assert run("allow")[1] == "No folder is allowed.\n"
    assert run("allow", "/")[0] == 2
