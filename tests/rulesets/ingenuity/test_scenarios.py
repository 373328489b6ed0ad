"""What ships for ingenuity can be begun: its scenarios, and its ready squads on every map."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from game import resources
from game.files.quick import quick_setup
from game.files.scenario import Scenario, read_scenario, to_setup
from game.files.tiled import Chart, read_map
from game.rules.events import Id
from game.rules.match import AnyMatch, Match
from game.rules.questions import Roll
from game.rules.setup import Setup
from rulesets.ingenuity import RULESET
from rulesets.ingenuity.play.deeds import task_at
from rulesets.ingenuity.sheet.roster import STOCK

MAPS = sorted(resources.maps().glob("*.tmx"))
SCENARIOS = {path.stem: path for path in resources.shipped_scenarios()}


@cache
def chart(path: Path) -> Chart:
    return read_map(path)


def scenario(name: str) -> Scenario:
    return read_scenario(SCENARIOS[name], "ingenuity")


def begun(setup: Setup) -> AnyMatch:
    return Match.begin(RULESET, setup)


def opened(name: str) -> AnyMatch:
    """A scenario up to the first turn, whoever comes first by lot."""
    match = begun(to_setup(scenario(name)))
    while match.pending is not None and match.state.turn.phase != "turn":
        pending = match.pending
        match.answer((1,) if isinstance(pending, Roll) else next(iter(pending.options)).key)
    return match


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_scenario_is_cast_for_ingenuity(name: str) -> None:
    assert "ingenuity" in scenario(name).playable


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


@pytest.mark.rule("ingenuity", "B-13", "B-14")
def test_loud_hinges_bring_a_round_of_surprise_in_which_the_wary_one_acts() -> None:
    turn = opened("loud-hinges").state.turn
    assert turn.surprise == ("foe",)
    people = begun(to_setup(scenario("loud-hinges"))).state.combatants.values()
    assert all(c.sheet.hidden == (c.side == "foe") for c in people)
    assert [c.id for c in people if c.side == "party" and "alert" in c.sheet.profile.traits] == ["linnet"]


@pytest.mark.rule("ingenuity", "B-26")
def test_the_winch_is_a_task_to_be_done_twice_by_the_gates_crew() -> None:
    setup = to_setup(scenario("two-turns-of-the-winch"))
    (aim,) = setup.objectives
    assert (aim.goal, aim.side, aim.count) == ("task", "party", 2)
    match = begun(setup)
    crew = [c for c in match.state.combatants.values() if c.side == "party"]
    assert not any(task_at(match.board, c) for c in crew), "somebody has to go there"
    assert max(c.sheet.profile.die("handling") for c in crew) == 8


@pytest.mark.rule("ingenuity", "B-06")
def test_the_long_shot_begins_with_the_shot() -> None:
    turn = opened("the-long-shot").state.turn
    assert (turn.opener, turn.opened) == (Id("matthis"), Id("guard-captain-1"))
    assert turn.order[0] == "party"


@pytest.mark.parametrize("name", ["hold-the-gate", "two-turns-of-the-winch", "a-word-at-the-gate", "a-guest-at-night"])
def test_whoever_comes_to_the_gate_begins_it(name: str) -> None:
    assert opened(name).state.turn.order[0] == "foe"
