"""What an AI makes of courage: whose is about to fail, what one more loss would do; weights that speak of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import game.ai
import game.kit
import game.rules
import rulesets.sovereign
from game.ai.planner import Planner
from game.ai.scoring import TemperedWeights
from game.rules.events import Id
from rulesets.sovereign import RULESET
from rulesets.sovereign.mind.attacks import Courage, courage, wavers
from rulesets.sovereign.mind.view import SovereignSideView
from tests.rulesets.sovereign.kit import Fight

BAND = {f"bandit {n}": ("bandit", (8, n)) for n in range(6)}


def advice(fight: Fight) -> dict[str, dict[str, float]]:
    model = RULESET.model(fight.board, str(fight.asked.seat))
    candidates = Planner(model, TemperedWeights(RULESET.weights["options"])).candidates(fight.asked)
    return {each.key: dict(each.features) for each in candidates}


@pytest.mark.rule("sovereign", "E-90", "E-91")
def test_a_band_of_six_breaks_at_the_second_loss() -> None:
    assert courage(Fight({"annora": (2, 2)}, BAND).board, "foes").needed == 2
    fight = Fight({"annora": (2, 2)}, BAND)
    fight.sheet_of("bandit 0", hp=1)
    assert wavers(fight.board, fight.body("bandit 0"))
    assert courage(fight.board, "foes").needed == 1


def test_heroes_do_not_break_and_nobody_does_without_morale() -> None:
    assert courage(Fight({"annora": (2, 2), "bennett": (2, 4)}, BAND).board, "party") == Courage()
    assert courage(Fight({"annora": (2, 2)}, BAND, morale="off").board, "foes") == Courage()


def test_a_blow_that_may_break_the_band_is_worth_more_the_nearer_it_is_to_breaking() -> None:
    found = []
    for hurt in ((), ("bandit 5",)):
        fight = Fight({"annora": (7, 0)}, BAND)
        for name in hurt:
            fight.sheet_of(name, hp=1)
        found.append(advice(fight)["strike bandit 0 short-sword"]["rout"])
    assert found[1] > 2 * found[0] > 0


def test_whoever_runs_anyway_is_known_as_beaten() -> None:
    fight = Fight({"annora": (7, 0)}, {"lost": ("bandit-brute", (8, 0)), "hale": ("bandit-brute", (8, 1))})
    fight.sheet_of("lost", hp=3)
    found = advice(fight)
    assert "beaten" in found["strike lost short-sword"] and "beaten" not in found["strike hale short-sword"]


@pytest.mark.rule("sovereign", "E-45")
def test_from_the_reach_of_one_foe_into_that_of_another_is_an_opening() -> None:
    fight = Fight({"annora": (5, 2)}, {"a": ("bandit-brute", (4, 2)), "b": ("bandit-brute", (7, 2))})
    scene = SovereignSideView(fight.board, "party")
    walk = scene.walk(Id("annora"), scene.ground.bit((5, 2)).bit_length() - 1)
    beside = scene.ground.bit((6, 2))
    assert not beside & walk.calm
    struck = [effects for where, effects in walk.openings if where & beside]
    assert struck == [scene.struck(Id("annora"), [scene.stats[Id("a")]])]


def test_weights_name_only_what_wits_and_the_planner_speak_of() -> None:
    homes = (Path(str(home.__file__)).parent for home in (rulesets.sovereign, game.ai, game.kit, game.rules))
    text = "".join(path.read_text() for home in homes for path in sorted(home.rglob("*.py")))
    told = {quoted or keyword for quoted, keyword in re.findall(r'"([^"\n]+)"|\b(\w+)=', text)}
    for table, entries in RULESET.weights.items():
        assert [name for name in entries if name not in told] == [], table
