"""What ships for glog can be begun: its scenarios, and its ready squads on every map."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from game import resources
from game.files.quick import quick_setup
from game.files.scenario import Scenario, read_scenario, to_setup
from game.files.tiled import Chart, read_map
from game.rules.match import AnyMatch, Match
from game.rules.setup import Setup
from rulesets.glog import RULESET
from rulesets.glog.play.geometry import in_gloom
from rulesets.glog.sheet.roster import STOCK
from rulesets.glog.sheet.sheet import FEET

MAPS = sorted(resources.maps().glob("*.tmx"))
SCENARIOS = {path.stem: path for path in resources.shipped_scenarios()}


@cache
def chart(path: Path) -> Chart:
    return read_map(path)


def scenario(name: str) -> Scenario:
    return read_scenario(SCENARIOS[name], "glog")


def begun(setup: Setup) -> AnyMatch:
    return Match.begin(RULESET, setup)


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_scenario_is_cast_for_glog(name: str) -> None:
    assert "glog" in scenario(name).playable


@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.stem)
@pytest.mark.parametrize("squad", STOCK.house.squads)
def test_ready_squads_find_room_on_every_map(path: Path, squad: str) -> None:
    setup = quick_setup(chart(path), RULESET, foes=squad)
    match = begun(setup)
    assert match.pending is not None
    assert sum(c.side == "foe" for c in match.state.combatants.values()) == len(STOCK.parties()[squad])


@pytest.mark.parametrize("name", SCENARIOS)
def test_nobody_begins_within_reach_of_a_foe_it_knows(name: str) -> None:
    match = begun(to_setup(scenario(name)))
    space, people = match.board.space, [c for c in match.state.combatants.values() if not c.sheet.hidden]
    for one in people:
        for other in people:
            if one.side != other.side:
                size = one.sheet.profile.cells, other.sheet.profile.cells
                assert space.distance(one.at, other.at, *size) > 1


def test_the_dark_cellar_is_dark_but_for_a_boy_with_a_torch() -> None:
    match = begun(to_setup(scenario("no-lamp-below")))
    people = match.state.combatants.values()
    foes = [c for c in people if c.side == "foe"]
    assert all(in_gloom(match.board, c.at, c.sheet.profile.cells) for c in foes)
    assert all("sees in the dark" in c.sheet.profile.traits for c in foes)
    (boy,) = [c for c in people if c.sheet.lit]
    assert boy.sheet.profile.key == "link-boy"
    assert boy.sheet.thing(boy.sheet.lit[0]).radius == 6 * FEET
    spare = [c.id for c in people if c.side == "party" and any(_is_light(c, key) for key in c.sheet.stowed)]
    assert spare, "others have a light in the pack, which an action fetches and another lights"


def test_lamps_burn_on_the_bridge_and_nobody_sees_who_comes_by_the_ford_or_the_planks() -> None:
    match = begun(to_setup(scenario("lamps-on-the-bridge")))
    (aim,) = match.board.setup.objectives
    assert aim.goal == "hold" and not any(in_gloom(match.board, cell, 1) for cell in aim.cells)
    zones = match.board.space.zones
    for name in ("Ford, east side", "Footbridge", "Lower reach"):
        (area,) = [area for area in zones.areas if area.name == name]
        assert sum(in_gloom(match.board, cell, 1) for cell in area.cells) > len(area.cells) / 2, name
    foes = [c for c in match.state.combatants.values() if c.side == "foe"]
    assert any(in_gloom(match.board, c.at, c.sheet.profile.cells) for c in foes), "some wait where no lamp shines"


def _is_light(c: Any, key: str) -> bool:
    return not c.sheet.is_weapon(key) and c.sheet.thing(key).kind == "light"


@pytest.mark.parametrize(("name", "asked"), [("a-word-at-the-gate", "roll"), ("the-toll", "hostile")])
def test_some_may_end_in_talk(name: str, asked: str) -> None:
    setup = to_setup(scenario(name))
    assert setup.options["parley"] == asked
    (setting,) = [each for each in RULESET.settings if each.key == "parley"]
    assert asked in dict(setting.choices)


def test_an_ambush_is_one() -> None:
    match = begun(to_setup(scenario("ambush-on-the-road")))
    assert all(c.sheet.hidden for c in match.state.combatants.values() if c.side == "foe")
    assert not any(c.sheet.hidden for c in match.state.combatants.values() if c.side == "party")
