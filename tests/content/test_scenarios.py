"""The scenarios that ship with the game can be played, and their sides start out of each other's reach."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

import pytest

from game import resources
from game.files.scenario import read_scenario, to_setup
from game.play.start import find_file
from game.rules.match import AnyMatch, Match
from game.rules.registry import ruleset
from game.rules.setup import SideSetup
from game.spatial.places import Place

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


def test_every_map_has_a_scenario() -> None:
    fought_on = {read_scenario(path).entries.map for path in SCENARIOS}
    assert fought_on == {path.name for path in resources.shipped_maps()}


def parts(side: SideSetup) -> list[set[Place | None]]:
    """Where those stand who play each part of a side."""
    return [{recruit.at for recruit in some} for _, some in groupby(side.squad, key=lambda recruit: recruit.unit)]


def test_the_same_gatehouse_is_one_fight_for_every_ruleset() -> None:
    path = next(path for path in SCENARIOS if path.stem == "the-same-gatehouse")
    scenario = read_scenario(path)
    assert len(scenario.playable) >= 2
    setups = [to_setup(read_scenario(path, name)) for name in scenario.playable]
    for setup in setups[1:]:
        assert setup.field == setups[0].field
        assert setup.objectives == setups[0].objectives
        for one, other in zip(setup.sides, setups[0].sides, strict=True):
            assert parts(one) == parts(other), "how many play a part differs"
