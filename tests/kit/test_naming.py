"""Words of the kit: what things are called within a sentence, and what planning models tell."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from game.kit.mind.acts import act, best_arms, best_of, by_value, dearest, indifferent, within
from game.kit.telling import the
from game.rules.events import Id
from game.rules.planning_model import NONE, Effect, ExpectedOutcome, ExpectedThreat
from game.rules.questions import Choose, Menu, Option, Seat


@pytest.mark.parametrize(
    ("name", "more", "said"),
    [
        ("sword", "", "the sword"),
        ("bare hands", "", "bare hands"),
        ("The gate", "", "the gate"),
        ("The gate", "locked", "the locked gate"),
        ("A loose plank", "", "a loose plank"),
        ("door", "locked", "the locked door"),
        ("Theodora's door", "", "the Theodora's door"),
        ("Axe", "", "the Axe"),
    ],
)
def test_a_name_has_one_article_or_none(name: str, more: str, said: str) -> None:
    assert the(name, more) == said


def test_an_act_comes_to_its_effects_and_features() -> None:
    effect = Effect(Id("it"), fell=0.5)
    told = act("trip it", 0b10, (1, 0), effect, **{"lets go": 1.0})
    assert (told.key, told.where, told.pay) == ("trip it", 0b10, (1, 0))
    assert told.outs == (ExpectedOutcome((effect,), {"lets go": 1.0}),)
    assert act("wait", 1, ()).outs[0].features is NONE


def test_answers_that_make_no_difference_are_all_there() -> None:
    question = Choose(Seat("us"), "which?", Menu([Option("a", 1, "A"), Option("b", 2, "B")]))
    assert indifferent(question) == {"a": ExpectedOutcome(), "b": ExpectedOutcome()}


def test_places_of_one_value_are_put_together_in_order() -> None:
    assert list(by_value([("b", 1), ("a", 2), ("b", 4)]).items()) == [("b", 5), ("a", 2)]


def test_the_dearest_menace_counts_wounds_half_and_leaves_out_what_is_late() -> None:
    some = [ExpectedThreat(1, 0.1, 0.5), ExpectedThreat(1, 0.3, 0.0), ExpectedThreat(1, 0.9, 0.0, late=True)]
    assert dearest(some) == 0.35
    assert dearest([]) == 0.0


def test_menaces_are_told_for_some_places() -> None:
    some = [
        ExpectedThreat(0b011, 0.1, 0.5),
        ExpectedThreat(0b110, 0.9, 0.0, late=True),
        ExpectedThreat(0b001, 0.2, 0.0),
    ]
    assert within(some, 0b010) == [ExpectedThreat(0b010, 0.1, 0.5), ExpectedThreat(0b010, 0.9, 0.0, late=True)]
    assert within(some, 0b001) == [ExpectedThreat(0b001, 0.1, 0.5), some[2]]


def test_of_arms_the_best_is_thought_of_and_what_reaches_farther() -> None:
    arms = [("club", 3, 1), ("knife", 2, 1), ("spear", 2, 2), ("pike", 1, 2), ("sling", 1, 9)]
    assert [arm[0] for arm in best_of(arms, lambda arm: arm[1], lambda arm: arm[2])] == ["club", "spear", "sling"]


class Weapon(NamedTuple):
    name: str
    cost: int
    reach: int
    afar: bool = False


def test_hand_to_hand_and_afar_are_not_measured_by_each_other() -> None:
    arms = [Weapon("bow", 1, 40, True), Weapon("club", 3, 1), Weapon("knife", 2, 1), Weapon("sling", 2, 9, True)]
    best = best_arms(arms, lambda arm: arm.cost, lambda arm: arm.reach)
    assert [arm.name for arm in best] == ["club", "sling", "bow"]
