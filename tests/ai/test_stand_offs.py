"""Two sides that wait for each other: how long, and what comes of it."""

from __future__ import annotations

from typing import Any

import pytest

from game.ai import chooser as stalemate
from game.ai.chooser import MOST, PATIENCE, Instinct, StalemateDetector, restless, too_many, waits
from game.kit.goals import Goals
from game.rules.events import Id
from game.rules.planning_model import Member
from game.rules.questions import Seat
from game.rules.registry import ruleset
from rulesets.sovereign import RULESET
from tests.rulesets.murdham.kit import Fight as MurdhamFight
from tests.rulesets.sovereign.kit import Fight, ground


def band(*left: float) -> list[Member]:
    return [Member(Id(str(at)), "ours", at, 1 << at, 1.0, share, 0.4, (), 3) for at, share in enumerate(left)]


def test_a_round_is_still_while_no_foe_is_harmed_healed_felled_or_met() -> None:
    watch = StalemateDetector()
    assert [watch.rounds(now, band(1.0, 1.0)) for now in (1, 1, 2, 3)] == [0, 0, 1, 2]
    assert [watch.rounds(now, band(1.0, 0.5)) for now in (3, 4)] == [0, 1], "somebody was hurt"
    assert watch.rounds(5, band(1.0, 0.5, 1.0)) == 0, "somebody was met"
    assert watch.rounds(6, band(1.0)) == 0, "two were felled"
    assert watch.rounds(1, band(1.0)) == 0, "another battle"


def test_who_is_harmed_and_harms_nobody_gets_restless() -> None:
    mind, still = Instinct(Seat("party")), []
    for now, hp in enumerate((9, 7, 5, 3), 1):
        fight = Fight({"annora": (2, 2)}, {"bow": ("hobgoblin-archer", (20, 2))}, field=ground(*["." * 24] * 5))
        fight.sheet_of("annora", hp=hp).turn_of(round=now)
        mind.look(fight.match, fight.asked)
        still.append(mind._still)
    assert still == [0, 0, 1, 2]


BOOKS = ("sovereign", "murdham", "glog", "einfelst", "ingenuity")
WAITING = [("sovereign", "held back"), ("sovereign", "ducked"), ("ingenuity", "holds"), ("murdham", "outwaits")]


@pytest.mark.parametrize(("book", "name"), WAITING + [(book, "lets in") for book in BOOKS])
def test_what_waiting_is_paid_for_counts_less_the_longer_it_lasts(book: str, name: str) -> None:
    weights = ruleset(book).weights  # type: ignore[attr-defined]
    assert weights["options"][name] and weights["restless"][name] < 1


def test_a_blow_is_held_for_whoever_comes_and_no_more_than_for_the_share_of_it_that_comes() -> None:
    def held(party: dict[str, Any], foe: str) -> float:
        fight = Fight(party, {"orc": (foe, (11, 2))}, field=ground(*["." * 60] * 5)).play("annora")
        found = Instinct(Seat("party")).candidates(fight.match, fight.asked)
        return next((each.features["held back"] for each in found if each.key == "hold"), 0.0)

    alone = held({"annora": (5, 2), "bennett": (59, 2)}, "bandit-brute")
    beside = held({"annora": (5, 2), "bennett": (5, 3)}, "bandit-brute")
    assert 0 < beside == pytest.approx(alone / 2)
    assert held({"annora": (5, 2), "bennett": (59, 2)}, "bandit-crossbow") == 0.0


def test_still_rounds_too_many_multiply_and_there_are_only_so_many() -> None:
    assert [too_many(still) for still in (0, PATIENCE, PATIENCE + 1, 99)] == [0, 0, 1, MOST]
    weights = {"options": {"far": -1.0}, "restless": {"far": 2.0, "exposed": 0.5}}
    assert restless(weights, 0) == {}
    assert restless(weights, 2) == {"far": 4.0, "exposed": 0.25}
    assert restless({"options": {}}, 3) == {}


def test_an_order_waits_that_takes_from_what_still_rounds_add_to() -> None:
    weights = {"options": {}, "restless": {"far": 2.0, "exposed": 0.5}}
    assert waits({"far": 0.0}, weights) and waits({"far": 0.6}, weights)
    assert not any(waits(order, weights) for order in ({}, {"far": 1.5}, {"exposed": 0.4}))
    assert not waits({"far": 0.0}, {"options": {}})


@pytest.mark.parametrize("lasting", [False, True])
def test_only_whom_waiting_does_not_serve_gets_restless(monkeypatch: pytest.MonkeyPatch, lasting: bool) -> None:
    fight = Fight({"annora": (2, 2)}, {"orc": ("bugbear", (20, 2))}, field=ground(*["." * 24] * 5))
    mind = Instinct(Seat("party"))
    monkeypatch.setattr(stalemate, "PATIENCE", -2)
    if lasting:
        monkeypatch.setattr(Goals, "lasting", lambda self, board, side: True)

    def drawn() -> Any:
        best = mind.candidates(fight.match, fight.asked)
        return {c.key: c.score for c in best}

    hurried = drawn()
    monkeypatch.setattr(stalemate, "PATIENCE", PATIENCE)
    calm = drawn()
    assert (hurried == calm) is lasting
    assert RULESET.weights["restless"]["far"] > 1


def test_two_who_are_left_do_not_grip_and_disarm_each_other_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each grip cost a turn and took one; sixty rounds went by without harm."""
    fight = MurdhamFight({"jory": "b"}, {"lord": ("barrow-lord", "b")}).play("jory")

    def best(*verbs: str) -> float:
        found = Instinct(Seat("party")).candidates(fight.match, fight.asked)
        return max(each.score for each in found if each.key.startswith(verbs))

    assert best("grapple", "disarm") > best("strike")
    monkeypatch.setattr(stalemate, "PATIENCE", -MOST)
    assert best("grapple", "disarm") < best("strike")
