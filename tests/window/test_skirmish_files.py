"""Battles made of words are cleared away once they are old, unless something that the player keeps names them."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from time import time

import pytest

from game.files.scenario import Scenario
from game.lab.skirmish import SkirmishRequest, write_skirmish
from game.play import skirmish_files
from game.play.folders import SCENARIOS, state_folder
from game.play.preferences import Preferences, keep_preferences, remember
from game.play.skirmish_files import DAYS, HELD, KEPT, SKIRMISHES, clear_skirmishes
from game.play.start import StartRequest, sit_down
from game.window.destinations import BeginSkirmish
from game.window.loop import App
from tests.program import Run

DAY = 86_400
LONG_AGO = time() - (DAYS + 1) * DAY
BOOK = "murdham"


@pytest.fixture(autouse=True)
def _none_for_being_new(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(skirmish_files, "KEPT", 0)


def drawn(name: str, at: float = LONG_AGO) -> Path:
    """A skirmish as far as clearing looks at it, written at that time; gives its map."""
    map_ = state_folder(SKIRMISHES) / f"{name}.tmx"
    for path in (map_, map_.with_suffix(".toml")):
        path.write_text(f'map = "{map_.name}"')
        os.utime(path, (at, at))
    return map_


def left() -> set[str]:
    """What is there still after clearing."""
    clear_skirmishes()
    return {path.name for path in state_folder(SKIRMISHES).iterdir()}


def test_what_is_old_and_named_by_nothing_goes_and_what_is_young_stays() -> None:
    drawn("old")
    drawn("young", LONG_AGO + 2 * DAY)
    assert left() == {"young.tmx", "young.toml"}


def test_the_newest_stay_however_old_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(skirmish_files, "KEPT", KEPT)
    for number in range(KEPT + 3):
        drawn(f"number {number}", LONG_AGO - number * DAY)
    assert left() == {f"number {number}{end}" for number in range(KEPT) for end in (".tmx", ".toml")}


def _corrected(map_: Path) -> None:
    map_.with_name(f"{map_.stem}.corrections.toml").touch()


def _redrawn(map_: Path) -> None:
    os.utime(map_, (LONG_AGO + 3600, LONG_AGO + 3600))


def _squads_changed(map_: Path) -> None:
    os.utime(map_.with_suffix(".toml"), (LONG_AGO + 3600, LONG_AGO + 3600))


def _scenario(map_: Path) -> None:
    (state_folder(SCENARIOS) / "mine.toml").write_text(f"map = '../{SKIRMISHES}/{map_.name}'")


def _opened(map_: Path) -> None:
    remember(Preferences(), map_)


def _scenario_kept(map_: Path) -> None:
    keep_preferences(Preferences(scenarios=(str(map_.with_suffix(".toml")),)))


def _beside(map_: Path) -> None:
    (state_folder(SKIRMISHES) / "other.toml").write_text(f'map = "{map_.name}"')


def _of_windows(map_: Path) -> None:
    (state_folder("saves") / "a.save").write_text(f'{{"map_file":"C:\\\\battles\\\\{map_.name}"}}')


@pytest.mark.parametrize(
    "needed", [_corrected, _redrawn, _squads_changed, _scenario, _opened, _scenario_kept, _beside, _of_windows]
)
def test_what_somebody_changed_or_what_one_of_the_games_files_names_stays(needed: Callable[[Path], None]) -> None:
    map_ = drawn("heron murdham")
    drawn("murdham")
    needed(map_)
    found = left()
    assert {map_.name, f"{map_.stem}.toml"} <= found
    assert not {"murdham.tmx", "murdham.toml"} & found


def test_nothing_goes_while_a_file_that_may_name_it_cannot_be_read() -> None:
    drawn("old")
    with (state_folder("saves") / "huge.save").open("wb") as file:
        file.truncate(2**30)
    assert left() == {"old.tmx", "old.toml"}


def skirmish(word: str) -> Scenario:
    """A real one, long ago."""
    scenario = write_skirmish(SkirmishRequest(word, BOOK, "camp", aim="fight-out"), state_folder(SKIRMISHES))
    for path in (scenario.map, scenario.path):
        os.utime(path, (LONG_AGO, LONG_AGO))
    return scenario


@pytest.mark.parametrize("name", ["point.save", "point.battle"])
def test_the_map_of_a_battle_that_was_saved_stays_wherever_that_lies(name: str, tmp_path: Path) -> None:
    scenario = skirmish("heron")
    session = sit_down(StartRequest(scenario.path), lambda _: None)
    inside = session.save(state_folder("saves") / name)
    assert scenario.map.name in left() and not scenario.map.with_suffix(HELD).exists()
    inside.unlink()
    outside = session.save(tmp_path / "elsewhere" / name)
    assert outside.is_file() and scenario.map.name in left()
    scenario.map.with_suffix(HELD).unlink()
    assert left() == set()


def test_a_battle_saved_by_itself_keeps_its_map() -> None:
    scenario = skirmish("heron")
    sit_down(StartRequest(scenario.path), lambda _: None).write_autosave()
    assert left() == {scenario.map.name, scenario.path.name}


def test_a_fresh_one_clears_old_ones_away(run: Run, app: App) -> None:
    drawn("old")
    code, _, _ = run("skirmish", "heron", "--rules", BOOK, "--kind", "camp", "--text", typed="quit\n")
    assert code == 0 and "old.tmx" not in {path.name for path in state_folder(SKIRMISHES).iterdir()}
    drawn("old")
    app.go(BeginSkirmish(SkirmishRequest("heron", BOOK, "camp")))
    assert "old.tmx" not in {path.name for path in state_folder(SKIRMISHES).iterdir()}
