"""By the book: Opportunity attacks."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.murdham.events import Fell
from tests.rulesets.dice import d6, d8, d20
from tests.rulesets.murdham.kit import Fight


def leaving(*strikers: str, **options: Any) -> Fight:
    """A bandit's turn, who stands in zone a with some of the heroes."""
    return Fight(dict.fromkeys(strikers, "a"), {"bandit": "a"}, acting="foes", **options).play("bandit")


@pytest.mark.rule("murdham", "A-63", "M-8")
def test_a_step_to_the_border_is_not_away_but_the_next_one_is() -> None:
    """On a border one is nearby both its zones."""
    fight = leaving("sybilla")
    fight.until(fight.key("move", "ab"))
    assert fight.asked.kind == "act" and fight.at("bandit") == "ab"
    fight.until(fight.key("move", "b"))
    assert (fight.asked.topic, fight.asked.who, fight.asked.seat) == ("opportunity attack", "sybilla", "party")
    assert fight.at("bandit") == "ab", "it is struck before it is gone"


@pytest.mark.rule("murdham", "A-63", "A-31", "A-15")
def test_it_is_a_reaction_and_costs_the_turn() -> None:
    fight = leaving("sybilla", stunts="off")
    fight.play(fight.key("move", "b"), "strike sword", d6(2))
    assert fight.reacted == [("sybilla", "strikes at the leaving")]
    assert fight.acted("sybilla")


@pytest.mark.rule("murdham", "A-63", "A-15")
@pytest.mark.parametrize(
    "spent", [{"acted": True}, {"stunned": 1}, {"entangled": True}, {"incapacitated": True}, {"surrendered": True}]
)
def test_who_can_not_react_can_not_strike(spent: dict[str, object]) -> None:
    fight = Fight({"sybilla": "a", "theobald": "d"}, {"bandit": "a"}, acting="foes").sheet_of("sybilla", **spent)
    fight.play("bandit")
    fight.until(fight.key("move", "b"))
    assert fight.at("bandit") == "b" and fight.asked.kind == "act"


@pytest.mark.rule("murdham", "A-63", "M-8")
def test_every_enemy_left_behind_may_strike_once() -> None:
    fight = leaving("sybilla", "theobald", "balthasar", stunts="off")
    fight.play(fight.key("move", "b"), "strike sword", d6(1), "strike halberd", d8(1))
    assert fight.lost == [("bandit", 1), ("bandit", 1)]
    assert ("opportunity attack", "balthasar") in fight.let_be
    assert fight.at("bandit") == "b"


@pytest.mark.rule("murdham", "A-63")
def test_friends_do_not_strike_each_other_and_a_bow_strikes_nobody() -> None:
    fight = Fight({"balthasar": "a"}, {"bandit": "a", "x": ("bandit", "a")}, acting="foes").play("bandit")
    fight.until(fight.key("move", "b"))
    assert fight.asked.who == "balthasar"
    assert fight.keys() == ["pass", "strike unarmed", "strike grapple"], "with a bow in hand he has only his fists"


@pytest.mark.rule("murdham", "A-63", "M-8")
def test_full_movement_and_sprints_can_be_struck_at_and_shoves_can_not() -> None:
    fight = leaving("sybilla")
    fight.until(fight.key("sprint", "e"))
    assert fight.asked.topic == "opportunity attack"
    fight = Fight({"theobald": "ab", "sybilla": "a"}, {"bandit": "ab"}).sheet_of("theobald", grabbing="bandit")
    fight.play("theobald", fight.key("shove", "b"))
    assert fight.at("bandit") == "b"
    assert "opportunity attack" not in dict(fight.let_be)


@pytest.mark.rule("murdham", "A-63", "M-8")
def test_whoever_is_carried_along_is_not_moving() -> None:
    """Theobald drags the bandit past Sybilla; and another bandit may strike at Theobald, who does move."""
    fight = Fight({"theobald": "ab", "sybilla": "a"}, {"bandit": "ab", "x": ("bandit", "a")})
    fight.sheet_of("theobald", grabbing="bandit").play("theobald")
    fight.play(fight.key("move", "b"))
    assert fight.let_be == [("opportunity attack", "x")]
    assert (fight.at("theobald"), fight.at("bandit")) == ("b", "b")


@pytest.mark.rule("murdham", "A-63", "M-8")
def test_nobody_strikes_at_what_sneaks_away_unseen() -> None:
    fight = Fight({"sybilla": "a"}, {"bandit": "a"}, acting="foes", hidden=("bandit",)).play("bandit")
    fight.play(fight.key("sneak", "b"), d20(8), d20(7))
    assert fight.let_be == [] and fight.at("bandit") == "b" and fight.sheet("bandit").hidden


@pytest.mark.rule("murdham", "A-64")
def test_the_turn_resumes_where_it_was_interrupted() -> None:
    """Two of eight health is no critical damage: the bandit goes on, and still has its main action."""
    fight = Fight({"sybilla": "a", "balthasar": "c"}, {"bandit": "a"}, acting="foes", stunts="off").play("bandit")
    fight.play(fight.key("move", "b"), "strike sword", d6(2))
    assert fight.at("bandit") == "b" and fight.health("bandit") == 6
    assert (
        fight.asked.who == "bandit" and fight.offers(fight.key("full", "c")) and not fight.offers("strike sybilla axe")
    )


@pytest.mark.rule("murdham", "A-64", "M-9")
def test_who_is_felled_gets_no_farther() -> None:
    fight = Fight(
        {"sybilla": "a"}, {"bandit": "a", "x": ("bandit", "q")}, acting="foes", stunts="off", morale="off"
    ).play("bandit")
    fight.play(fight.key("move", "b"), "strike sword", d6(4))
    assert fight.last(Fell).how == "incapacitated"
    assert fight.at("bandit") == "ab"
    assert fight.asked.who != "bandit"


@pytest.mark.rule("murdham", "A-64", "A-83", "M-9")
def test_a_grip_ends_the_movement() -> None:
    fight = Fight({"sybilla": "a"}, {"bandit": "a", "x": ("bandit", "q")}, acting="foes", stunts="off").play("bandit")
    fight.play(fight.key("move", "b"), "strike grapple", d20(9))
    assert fight.at("bandit") == "ab" and fight.sheet("sybilla").grabbing == "bandit"
    assert fight.acted("bandit"), "the rest of its turn is gone"


@pytest.mark.rule("murdham", "A-65")
def test_the_mover_has_no_reaction_to_it() -> None:
    fight = leaving("sybilla", stunts="off")
    fight.until(fight.key("move", "b"), "strike sword")
    assert fight.rolled.dice == "d6", "nothing is asked before the damage"


@pytest.mark.rule("murdham", "A-65")
def test_a_skill_lets_the_mover_dodge() -> None:
    fight = Fight({"sybilla": "a"}, {"bandit": "a"}, acting="foes", stunts="off").profile_of(
        "bandit", skills=("fleet",)
    )
    fight.play("bandit")
    fight.until(fight.key("move", "b"), "strike sword")
    assert fight.keys() == ["pass", "dodge"]
    fight.play("dodge", d20(8))
    assert not fight.hit and fight.at("bandit") == "b" and not fight.acted("bandit")


@pytest.mark.rule("murdham", "A-64", "A-74", "M-10")
def test_who_accepts_to_fall_back_goes_no_farther_on_its_way() -> None:
    fight = leaving("sybilla")
    fight.play(fight.key("full", "c"), "strike sword", "offer back", "accept")
    assert fight.at("bandit") == "b" and fight.health("bandit") == 8


@pytest.mark.rule("murdham", "A-63", "A-91")
def test_the_preview_of_a_way_warns_of_enemies_but_of_nobody_concealed() -> None:
    fight = Fight({"sybilla": "a", "theobald": "a"}, {"bandit": "a"}, acting="foes", hidden=("theobald",)).play(
        "bandit"
    )
    notes = fight.option(fight.key("move", "b")).about.notes
    assert "Sybilla may strike (A-63)" in notes
    assert not any("Theobald" in note for note in notes)
