"""The scenarios that ship with the game can be played, and their sides start out of each other's reach."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

import pytest

from game import resources
from game.files.errors import BadFile
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


@pytest.mark.parametrize("name", ["sovereign", "glog"])
def test_an_aim_is_about_the_one_of_that_name_whatever_it_is_called_in_battle(name: str) -> None:
    """The only guard captain is numbered where it is one of a kind, and bears its name alone where that is its own."""
    setup = to_setup(read_scenario(resources.maps() / "the-long-shot.toml", name))
    match: AnyMatch = Match.begin(ruleset(name), setup)
    (aim,) = (aim for aim in setup.objectives if aim.goal == "fell")
    assert aim.who == {"sovereign": "Guard captain 1", "glog": "Guard captain"}[name]
    named = [match.ruleset.standing(match.board, who).name for who in match.state.combatants]
    assert named.count(aim.who) == 1


def test_an_aim_about_one_of_several_says_which(tmp_path: Path) -> None:
    text = (resources.maps() / "the-long-shot.toml").read_text().replace('who = "Guard captain"', 'who = "Man-at-arms"')
    path = tmp_path / "shot.toml"
    path.write_text(text)
    with pytest.raises(BadFile, match=r"objectives\[1\]\.who: no combatant .*'Man-at-arms'"):
        to_setup(read_scenario(path, "sovereign"))


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
