"""What speaks for an answer has words that a player understands, in every game."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.ai import LEVELS, opponent
from game.ai.chooser import plannable
from game.ai.scoring import COMMON, TOLD, Candidate, in_words, leaning, order_in_words
from game.rules.questions import Seat
from game.rules.registry import names, ruleset
from game.rules.weights import ORDER, POSITIONS, Weights, Words, read_weights, read_words
from tests.rulesets.sovereign.kit import Fight

SHIPPED = ("einfelst", "glog", "ingenuity", "murdham", "sovereign")


def wordless(weights: Weights, words: Words) -> list[str]:
    """What answers are weighed by, and orders, that have no words."""
    tables = {name: table for name, table in weights.items() if name != POSITIONS}
    orders = [name for name in tables if name.startswith(ORDER)]
    names = dict.fromkeys([*(name for table in tables.values() for name in table), *orders])
    return [name for name in names if name not in words and name not in COMMON]


def test_these_are_the_games_that_tell_something_to_plan_by() -> None:
    assert set(SHIPPED) <= set(names())


@pytest.mark.parametrize("name", SHIPPED)
def test_everything_that_answers_are_weighed_by_has_words(name: str) -> None:
    rules = plannable(ruleset(name))
    assert wordless(rules.weights, rules.words) == []


@pytest.mark.parametrize("name", SHIPPED)
def test_no_words_are_kept_for_what_is_not_weighed(name: str) -> None:
    rules = plannable(ruleset(name))
    weighed = {feature for table, found in rules.weights.items() if table != POSITIONS for feature in found}
    assert set(rules.words) <= weighed | set(rules.weights)
    assert not {feature for feature, said in rules.words.items() if COMMON.get(feature) == said}


@pytest.mark.parametrize("name", SHIPPED)
def test_what_trained_weighs_is_told_only_where_it_departs_from_the_options(name: str) -> None:
    weights = plannable(ruleset(name)).weights
    assert not {feature for feature, points in weights["trained"].items() if weights["options"].get(feature) == points}


def test_a_game_says_it_in_its_own_words_where_it_has_them() -> None:
    assert in_words({}, "harm") == "harm to foes"
    assert in_words({"harm": "scratches"}, "harm") == "scratches"
    assert in_words({}, "unheard of") == "unheard of"
    assert order_in_words({}, "press on") == "its side presses on, and danger counts for less"
    assert order_in_words({}, "sing") == "its side goes by the order to sing"


def test_words_stand_beside_the_weights_in_one_file(tmp_path: Path) -> None:
    file = tmp_path / "weights.toml"
    file.write_text('[options]\nglee = 2.0\n[words]\nglee = "joy"\n')
    assert read_weights(file) == {"options": {"glee": 2.0}}
    assert read_words(file) == {"glee": "joy"}
    file.write_text('[options]\nglee = "much"\n')
    assert read_words(file) == {}
    with pytest.raises(ValueError, match=r"weights\.toml: Expected `float`"):
        read_weights(file)
    file.write_text("[words]\nglee = 1.0\n")
    with pytest.raises(ValueError, match=r"weights\.toml: Expected `str`"):
        read_words(file)


def test_weights_without_options_and_orders_without_positions_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "weights.toml"
    file.write_text("[trained]\nglee = 2.0\n")
    with pytest.raises(ValueError, match=r"weights\.toml: the table \[options\] is missing; add it"):
        read_weights(file)
    file.write_text('[options]\nglee = 2.0\n["order sing"]\nglee = 2.0\n')
    with pytest.raises(ValueError, match=r"weights\.toml: \[order sing\] is an order, and without \[positions\]"):
        read_weights(file)
    file.write_text('[options]\nglee = 2.0\n["order sing"]\nglee = 2.0\n[positions]\n')
    assert read_weights(file)["order sing"] == {"glee": 2.0}


def test_the_weightiest_terms_are_told_and_the_slight_ones_left_out() -> None:
    feature_weights = {"harm": 10.0, "exposed": -4.0, "far": -1.0, "steps": -0.1, "acts": 0.001}
    weighty = Candidate("strike", 4.0, {"far": 2.0, "harm": 1.0, "exposed": 1.0, "steps": 9.0, "acts": 1.0})
    assert leaning(weighty, feature_weights).terms == (("harm", 10.0), ("exposed", -4.0), ("far", -2.0))
    slight = Candidate("strike", 10.0, {"harm": 1.0, "steps": 1.0})
    assert leaning(slight, feature_weights).terms == (("harm", 10.0),)


@pytest.mark.parametrize("level", LEVELS)
def test_an_opponent_has_considered_what_it_answers(level: str) -> None:
    fight = Fight({"edda": (2, 2)}, {"orc": ("bugbear", (8, 2)), "elf": ("bugbear", (8, 4))})
    mind = opponent(level, Seat("party"))
    answer = mind.answer(fight.match, fight.asked)
    leanings = mind.considered.leanings
    assert leanings[0].key == answer
    assert 1 < len(leanings) <= TOLD
    assert [each.points for each in leanings] == sorted((each.points for each in leanings), reverse=True)
    assert leanings[0].terms


def test_a_glance_leaves_no_trace() -> None:
    fight = Fight({"edda": (2, 2)}, {"orc": ("bugbear", (8, 2))})
    other = Fight({"edda": (2, 2)}, {"orc": ("bugbear", (3, 2))})
    mind = opponent("instinct", Seat("party"))
    mind.answer(fight.match, fight.asked)
    before = mind.considered, mind.reason
    glanced = mind.glance(other.match, other.asked)
    assert glanced.leanings and glanced != before[0]
    assert (mind.considered, mind.reason) == before
