"""What ships for einfelst can be begun: its scenarios, and its ready squads on every map."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from game import resources
from game.files.quick import quick_setup
from game.files.scenario import Scenario, read_scenario, to_setup
from game.files.tiled import Chart, read_map
from game.rules.match import AnyMatch, Match
from game.rules.questions import Roll
from game.rules.setup import Setup
from game.spatial.places import InZone
from rulesets.einfelst import RULESET
from rulesets.einfelst.play.geometry import apart, dark
from rulesets.einfelst.sheet.roster import STOCK

MAPS = sorted(resources.maps().glob("*.tmx"))
SCENARIOS = {path.stem: path for path in resources.shipped_scenarios()}


@cache
def chart(path: Path) -> Chart:
    return read_map(path)


def scenario(name: str) -> Scenario:
    return read_scenario(SCENARIOS[name], "einfelst")


def begun(setup: Setup) -> AnyMatch:
    return Match.begin(RULESET, setup)


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_scenario_is_cast_for_einfelst(name: str) -> None:
    assert "einfelst" in scenario(name).playable


@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.stem)
@pytest.mark.parametrize("squad", STOCK.house.squads)
def test_ready_squads_find_room_on_every_map(path: Path, squad: str) -> None:
    match = begun(quick_setup(chart(path), RULESET, foes=squad))
    assert match.pending is not None
    assert sum(c.side == "foe" for c in match.state.combatants.values()) == len(STOCK.parties()[squad])


@pytest.mark.parametrize("name", SCENARIOS)
def test_nobody_begins_in_the_zone_of_a_foe_it_knows(name: str) -> None:
    match = begun(to_setup(scenario(name)))
    people = [c for c in match.state.combatants.values() if not c.sheet.hidden]
    for one in people:
        assert not [other.id for other in people if other.side != one.side and not apart(match.board, one.at, other.at)]


@pytest.mark.rule("einfelst", "C-77")
def test_the_ogre_comes_home_to_an_ambush() -> None:
    match = begun(to_setup(scenario("the-ogre-comes-home")))
    party = [c for c in match.state.combatants.values() if c.side == "party"]
    assert all(c.sheet.hidden for c in party)
    (ogre,) = [c for c in match.state.combatants.values() if c.sheet.profile.cards == 2]
    near = [apart(match.board, c.at, ogre.at) for c in party]
    assert all(zones is not None and 1 <= zones <= 3 for zones in near), "near enough to strike in a round or two"
    assert isinstance(match.pending, Roll)
    assert match.pending.who in {c.id for c in party}, "who throws Sneak for all"


@pytest.mark.rule("einfelst", "C-16", "W-17")
def test_the_guest_comes_at_night() -> None:
    setup = to_setup(scenario("a-guest-at-night"))
    match = begun(setup)
    zones = {c.at for c in match.state.combatants.values()}
    assert all(dark(match.board, at) for at in zones), "everybody stands in the dark"
    noon = begun(to_setup(scenario("the-same-gatehouse")))
    assert not any(dark(noon.board, c.at) for c in noon.state.combatants.values())
    zones_by_name = {match.board.space.zones.name(at): at for at in match.board.space.zones.places}
    lit = [name for name, at in zones_by_name.items() if isinstance(at, InZone) and not dark(match.board, at)]
    assert "Muster yard" in lit, "where torches burn on the map"
    assert len(lit) < len(match.board.space.zones.areas) / 4
    guests = [c.sheet.profile for c in match.state.combatants.values() if c.side == "foe"]
    assert all("sees in the dark" in profile.traits for profile in guests)
    lights = [item.kind for c in match.state.combatants.values() for item in c.sheet.profile.items]
    assert "light" in lights, "and a lantern can be drawn"
