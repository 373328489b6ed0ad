"""Orders: how the trained choose one for their side's turn, and the plays that they choose by."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from game.ai import LEVELS, MINDS, lookahead
from game.ai.chooser import FED_UP, PATIENCE, Instinct
from game.ai.lookahead import AS_EVER, MOST, Trained, orders_of
from game.ai.rollouts import RolloutDice, Rollouts
from game.ai.scoring import times
from game.rules.dice import sides_of
from game.rules.events import Id
from game.rules.questions import DICE, REFEREE, Roll, Seat
from rulesets.sovereign import RULESET
from tests.rulesets.sovereign.kit import Fight, ground

HALL = ground(*["." * 24] * 5)


def test_every_level_says_what_it_is() -> None:
    assert list(MINDS) == list(LEVELS)


def test_orders_are_the_tables_named_so() -> None:
    weights = {"options": {}, "positions": {}, "order press on": {"exposed": 0.5}, "trained": {}}
    assert orders_of(weights) == {AS_EVER: {}, "press on": {"exposed": 0.5}}
    assert orders_of({"options": {}, "positions": {}}) == {AS_EVER: {}}


def test_an_order_multiplies_what_it_names() -> None:
    assert times({"harm": 2.0, "exposed": -1.0}, {"exposed": 3.0, "unheard of": 2.0}) == {"harm": 2.0, "exposed": -3.0}


def test_a_level_without_a_table_of_its_own_weighs_as_instinct_does() -> None:
    fight = Fight({"gisela": (2, 2)}, {"orc": ("bugbear", (3, 2))})
    found = [Instinct(Seat("party"), table).candidates(fight.match, fight.asked) for table in ("", "nobody's")]
    assert found[0] == found[1]


def test_the_trained_weigh_by_their_own_table() -> None:
    fight = Fight({"gisela": (2, 2)}, {"hale": ("bandit", (3, 2)), "hurt": ("bugbear", (1, 2))})
    fight.sheet_of("hurt", hp=8)  # of 15: its courage fails before it can do anything
    scores = {
        level: {c.key: c.score for c in Instinct(Seat("party"), table).candidates(fight.match, fight.asked)}
        for level, table in (("instinct", ""), ("trained", "trained"))
    }
    assert scores["instinct"].keys() == scores["trained"].keys()
    assert scores["instinct"] != scores["trained"]


def test_the_order_of_the_round_is_chosen_once_and_told() -> None:
    fight = Fight({"annora": (2, 2), "bennett": (2, 3)}, {"orc": ("bugbear", (20, 2))}, field=HALL, fresh=True)
    question: Any = fight.match.pending
    while question.seat in (DICE, REFEREE):
        fight.match.answer(tuple(8 for _ in sides_of(question.dice)) if question.seat == DICE else question.idle)
        question = fight.match.pending
    mind = Trained(question.seat)
    mind.answer(fight.match, question)
    told = mind.reason.splitlines()[-1]
    assert told.startswith("order: ") and all(name in told for name in orders_of(RULESET.weights))
    mind.answer(fight.match, question)
    assert mind.reason.splitlines()[-1] == told


def test_nobody_goes_by_an_order_to_wait_once_waiting_has_gone_on_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    fight = Fight({"annora": (2, 2)}, {"orc": ("bugbear", (20, 2))}, field=HALL)

    def weighed(still: int) -> set[str]:
        mind = Trained(Seat("party"))
        monkeypatch.setattr(mind._stillness, "rounds", lambda now, members: still)
        mind.answer(fight.match, fight.asked)
        return {name for _, name in mind._weighed}

    assert weighed(PATIENCE) == set(orders_of(RULESET.weights))
    assert weighed(PATIENCE + FED_UP) == {AS_EVER, "press on"}


def test_a_play_leaves_the_battle_alone_and_can_be_had_again() -> None:
    fight = Fight({"annora": (2, 2)}, {"orc": ("bugbear", (8, 2))}, field=HALL)
    state = fight.match.state
    plays = Rollouts(fight.match, Seat("party"), RULESET.weights["positions"])
    values = [plays.value(number, Instinct(Seat("party"), "trained")) for number in (0, 1, 0, 1)]
    assert values[:2] == values[2:]
    assert fight.match.state is state


def test_of_a_battle_that_is_decided_nothing_is_played() -> None:
    party = {name: (2, y) for y, name in enumerate(("annora", "bennett", "gisela", "edda"))}
    fight = Fight(party, {"orc": ("bugbear", (8, 2))}, field=HALL)
    fight.sheet_of("orc", hp=1)
    mind = Trained(Seat("party"))
    mind.answer(fight.match, fight.asked)
    assert "order" not in mind.reason


@pytest.mark.parametrize(("answers", "plays"), [(1, 1), (100_000, MOST)])
def test_each_order_is_played_and_two_of_them_as_often_as_answers_allow(
    monkeypatch: pytest.MonkeyPatch, answers: int, plays: int
) -> None:
    fight = Fight({"annora": (2, 2)}, {"orc": ("bugbear", (8, 2))}, field=HALL)
    played: Counter[Instinct] = Counter()

    class Counted(Rollouts):
        def value(self, number: int, mind: Instinct) -> float:
            played[mind] += 1
            return super().value(number, mind)

    monkeypatch.setattr(lookahead, "Rollouts", Counted)
    monkeypatch.setattr(lookahead, "ANSWERS", answers)
    Trained(Seat("party")).answer(fight.match, fight.asked)
    assert sorted(played.values()) == [*[1] * (len(orders_of(RULESET.weights)) - 2), plays, plays]


@pytest.mark.parametrize(
    ("press_on", "chosen"),
    [
        ([90.0, -30.0, -30.0, -40.0], "as ever"),  # one lucky play is not enough
        ([9.0, 2.0, 2.0, 3.0], "as ever"),  # nor is a little
        ([90.0, 30.0, 30.0, 30.0], "press on"),
    ],
)
def test_an_order_is_taken_that_is_better_by_enough_in_what_was_played_most(
    monkeypatch: pytest.MonkeyPatch, press_on: list[float], chosen: str
) -> None:
    fight = Fight({"annora": (2, 2)}, {"orc": ("bugbear", (8, 2))}, field=HALL)
    names = {str(order): name for name, order in orders_of(RULESET.weights).items()}
    values = {"as ever": [0.0] * MOST, "press on": press_on, "hold back": [8.0] * MOST}

    class Told(Rollouts):
        def value(self, number: int, mind: Instinct) -> float:
            return values.get(names[str(mind._order)], [-50.0] * MOST)[number]

    monkeypatch.setattr(lookahead, "Rollouts", Told)
    monkeypatch.setattr(lookahead, "ANSWERS", 100_000)
    assert RULESET.weights["positions"]["as ever"] > 4.0
    mind = Trained(Seat("party"))
    mind.answer(fight.match, fight.asked)
    assert mind.reason.splitlines()[-1].startswith(f"order: {chosen}")


def test_the_same_roll_falls_the_same_whatever_was_rolled_before() -> None:
    mine, theirs = Roll("d20", "attack", Id("me")), Roll("d20", "attack", Id("it"))
    first, second = RolloutDice(3), RolloutDice(3)
    second.faces(theirs)
    assert [first.faces(mine) for _ in range(3)] == [second.faces(mine) for _ in range(3)]


@pytest.mark.parametrize("dice", ["d20", "2d6", "d4"])
def test_few_plays_show_the_range_of_the_dice(dice: str) -> None:
    roll = Roll(dice, "attack", Id("me"))
    shown = [RolloutDice(number).faces(roll) for number in range(8)]
    assert all(1 <= face <= sides for faces in shown for face, sides in zip(faces, sides_of(dice), strict=True))
    for die, sides in enumerate(sides_of(dice)):
        assert {2 * (faces[die] - 1) // sides for faces in shown} == {0, 1}
