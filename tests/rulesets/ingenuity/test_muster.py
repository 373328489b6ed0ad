"""Before the battle: what a set-up may not ask for."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game import resources
from game.files.quick import quick_setup
from game.files.tiled import read_map
from game.rules.match import Match
from game.rules.ruleset import BadSetup
from game.rules.setup import Recruit, Setup
from rulesets.ingenuity import RULESET
from tests.rulesets.ingenuity.kit import Fight


def setup(**changes: Any) -> Setup:
    return replace(Fight({"boudica": (3, 3)}, {"guard": (4, 3)}).match.board.setup, **changes)


def refused(asked: Setup) -> str:
    with pytest.raises(BadSetup) as error:
        RULESET.begin(asked)
    return str(error.value)


@pytest.mark.rule("ingenuity", "B-06")
@pytest.mark.parametrize("said", ["boudica", "boudica nobody", "boudica guard boudica"])
def test_an_opening_names_two_who_are_there(said: str) -> None:
    assert refused(setup(events={"opening": said})).startswith("events: opening: ")


def test_an_event_that_ingenuity_does_not_know_is_refused() -> None:
    assert 'knows no event "execution"' in refused(setup(events={"execution": "x"}))


def test_gear_is_whole_at_the_start() -> None:
    plain = setup()
    side = replace(plain.sides[0], squad=(Recruit("boudica", damaged=("spear",)),))
    assert refused(replace(plain, sides=(side, *plain.sides[1:]))).startswith("boudica: damaged: ")


def test_those_who_shoot_stand_farther_back() -> None:
    chart = read_map(resources.maps() / "cellar.tmx")
    match = Match.begin(RULESET, quick_setup(chart, RULESET))
    at = {c.sheet.profile.key: c.at for c in match.state.combatants.values() if c.side == "party"}
    (foe,) = [c for c in match.state.combatants.values() if c.sheet.profile.key == "brigand-chief"]
    far = {key: match.board.space.distance(cell, foe.at) for key, cell in at.items()}
    assert far["yrsa"] == max(far.values()) > far["hartwin"]
