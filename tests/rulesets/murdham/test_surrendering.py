"""By the book: Surrendering."""

from __future__ import annotations

from typing import Any

import pytest

from game.kit.testing.fight import d6, d20
from rulesets.murdham.play.events import Fell
from tests.rulesets.murdham.kit import Fight, Where, chart


@pytest.mark.rule("murdham", "A-101")
def test_surrendering_takes_the_turn_and_throws_the_weapons_away() -> None:
    fight = Fight({"sybilla": "b"}, {"x": ("bandit", "b"), "y": ("bandit", "q")}, acting="foes").play("x", "surrender")
    assert fight.acted("x") and fight.sheet("x").surrendered and fight.sheet("x").hand == ""
    assert [thing.key for thing in fight.state.things.values()] == ["axe"]
    assert fight.last(Fell).how == "surrendered"
    assert fight.asked.who != "x"


@pytest.mark.rule("murdham", "A-101")
@pytest.mark.parametrize("done", ["speak", "move", "strike", "open"])
def test_it_is_the_turn_and_not_what_is_left_of_one(done: str) -> None:
    field = chart("abc", doors="bc")
    fight = Fight({"sybilla": "b"}, {"x": ("bandit", "b"), "y": ("bandit", "a")}, acting="foes", field=field)
    fight.play("x")
    assert fight.offers("surrender")
    dice = [d6(1)] if done == "strike" else []
    keys = {"move": fight.key("move", "ab"), "strike": "strike sybilla axe", "open": "open bc"}
    fight.play(keys.get(done, done), *dice)
    assert fight.asked.who == "x" and not fight.offers("surrender")
    assert fight.refusal("Surrender").rule == "A-101"


@pytest.mark.rule("murdham", "A-101")
def test_whoever_surrenders_lets_go_of_whom_it_holds() -> None:
    fight = Fight({"sybilla": "b"}, {"x": ("bandit", "b"), "y": ("bandit", "q")}, acting="foes")
    fight.sheet_of("x", grabbing="sybilla").play("x", "surrender")
    assert fight.sheet("x").grabbing == ""


@pytest.mark.rule("murdham", "A-101")
def test_a_side_that_has_all_surrendered_has_lost() -> None:
    fight = Fight({"sybilla": "b"}, {"x": ("bandit", "b")}, acting="foes", wear="no").play("x", "surrender")
    assert fight.winner == "party"


@pytest.mark.rule("murdham", "A-102", "M-36")
def test_who_is_harmed_after_surrendering_fights_on_and_tests_no_more() -> None:
    """Sybilla shows no mercy, and the bandit is up again."""
    fight = Fight({"sybilla": "b"}, {"x": ("bandit", "b"), "y": ("bandit", "q")}, stunts="off")
    fight.sheet_of("x", surrendered=True, hand="", retreating=True).play("sybilla")
    assert not fight.keys("grapple") and not fight.keys("taunt")
    fight.play("strike x sword", d6(2))
    sheet = fight.sheet("x")
    assert not sheet.surrendered and sheet.up and sheet.steady and not sheet.retreating
    fight.play("done")
    assert fight.keys() == ["x", "y", "pass"]


@pytest.mark.rule("murdham", "A-50", "A-101", "M-61")
def test_who_has_surrendered_may_only_save_itself() -> None:
    """In the round in which it gives up its turn is spent; later it leaps aside or gets behind a friend, no more."""

    def given_up(**more: Any) -> Fight:
        foes: dict[str, Where] = {"x": ("bandit", "b"), "y": ("bandit", "b")}
        fight = Fight({"sybilla": "b"}, foes, stunts="off").sheet_of("x", surrendered=True, **more)
        return fight.play("sybilla").until("strike x sword")

    fight = given_up()
    assert fight.asked.who == "x" and fight.keys() == ["pass", "dodge", "hide y", "guard y"]
    fight.play("dodge", d20(8))
    assert fight.lost == [] and fight.acted("x") and fight.sheet("x").surrendered
    same_round = given_up(acted=True)
    assert same_round.asked.topic == "guard" and same_round.keys() == ["pass", "guard y"]
    assert given_up().until("hide y").asked.topic == "consent"


@pytest.mark.rule("murdham", "A-101", "A-63", "M-61")
def test_who_has_surrendered_strikes_at_nobody_who_leaves() -> None:
    foes: dict[str, Where] = {"x": ("bandit", "b"), "y": ("bandit", "q")}
    fight = Fight({"sybilla": "b"}, foes).sheet_of("x", surrendered=True).play("sybilla")
    fight.play(fight.key("move", "a"))
    assert fight.at("sybilla") == "a" and "opportunity attack" not in dict(fight.let_be)


@pytest.mark.rule("murdham", "A-102")
def test_harm_that_is_no_enemys_changes_nothing() -> None:
    """The fire that one's own friend threw."""
    fight = Fight({"sybilla": "q"}, {"firebrand": "a", "x": ("bandit", "b")}, acting="foes")
    fight.sheet_of("firebrand", hand="fire-flask").sheet_of("x", surrendered=True).play("firebrand")
    fight.play(fight.key("blast fire-flask", "b"), d6(2))
    assert fight.lost == [("x", 2)] and fight.sheet("x").surrendered
