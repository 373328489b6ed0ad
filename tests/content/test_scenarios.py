"""The scenarios that ship with the game can be played, and their sides start out of each other's reach."""

from __future__ import annotations

from pathlib import Path

import pytest

from game import resources
from game.app.start import find_file
from game.files.scenario import read_scenario, to_setup
from game.rules.match import AnyMatch, Match
from game.rules.registry import ruleset

SCENARIOS = resources.shipped_scenarios()


def test_there_are_some() -> None:
    assert len(SCENARIOS) >= 4
    assert {find_file(path.stem) for path in SCENARIOS} == set(SCENARIOS)


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_it_can_be_played_by_every_ruleset_it_names(path: Path) -> None:
    scenario = read_scenario(path)
    assert scenario.entries.description
    for name in scenario.playable:
        setup = to_setup(read_scenario(path, name))
        match: AnyMatch = Match.begin(ruleset(name), setup)
        assert match.pending is not None
        assert len(match.state.combatants) == sum(len(side.squad) for side in setup.sides)
