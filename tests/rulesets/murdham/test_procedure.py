"""Rule: Combat procedure, Initiative. Rounds, steps, passes, and who has the first word (A-01 to A-08)."""

from __future__ import annotations

from typing import Any

import pytest

from game.kit.testing.fight import d2, d8, d20
from game.rules.events import RoundBegan
from game.rules.questions import Roll
from rulesets.murdham.play.events import GroupSaved, PhaseBegan, SideLeads, TurnBegan
from tests.rulesets.murdham.kit import Fight, chart

APART = {"sybilla": "a", "theobald": "a"}
AFAR = {"one": ("bandit", "r"), "two": ("bandit", "r")}


def begun(**options: Any) -> Fight:
    """Two heroes and two bandits out of each other's reach, before the first round."""
    return Fight(APART, AFAR, fresh=True, **options)


def turns(fight: Fight) -> list[str]:
    """Who has had a turn so far, in order."""
    return [event.who for event in fight.told(TurnBegan)]


@pytest.mark.rule("murdham", "A-01")
def test_a_fight_runs_in_rounds() -> None:
    fight = begun(initiative="party").play("first party")
    assert fight.turn.round == 1
    fight.play("pass", "pass", "first party", "pass", "pass")
    assert [event.number for event in fight.told(RoundBegan)] == [1, 2, 3]


@pytest.mark.rule("murdham", "A-02")
def test_sides_alternate_with_one_member_each() -> None:
    fight = begun(initiative="party").play("first party")
    assert fight.asked.seat == "party"
    assert fight.keys() == ["sybilla", "theobald", "pass"]
    fight.play("theobald", "done")
    assert fight.asked.seat == "foes"
    assert fight.keys() == ["one", "two", "pass"]
    fight.play("two", "done")
    assert fight.asked.seat == "party"
    fight.play("sybilla", "done", "one", "done")
    assert turns(fight) == ["theobald", "two", "sybilla", "one"]
    assert fight.turn.round == 2, "nobody is left who could act"


@pytest.mark.rule("murdham", "A-02")
def test_three_sides_take_their_steps_in_turn() -> None:
    fight = Fight({"sybilla": "a"}, {"bandit": "i"}, {"wolf": "r", "bear": "r"}, fresh=True, initiative="foes")
    fight.play("first foes")
    assert fight.asked.seat == "foes"
    fight.play("bandit", "done")
    assert fight.asked.seat == "others"
    fight.play("wolf", "done")
    assert fight.asked.seat == "party"
    fight.play("pass")
    assert fight.asked.seat == "others", "the bandit has had its turn, so its side passes unasked"


@pytest.mark.rule("murdham", "A-03")
def test_nobody_has_two_turns_in_a_round() -> None:
    fight = begun(initiative="party").play("first party", "sybilla", "done", "one", "done")
    assert fight.keys() == ["theobald", "pass"]
    fight.play("theobald", "done", "two", "done", "first party")
    assert fight.keys() == ["sybilla", "theobald", "pass"], "a new round, a new turn"


@pytest.mark.rule("murdham", "A-04")
def test_a_pass_is_not_final_while_another_side_acts() -> None:
    fight = begun(initiative="party").play("first party", "pass", "one", "done")
    assert fight.asked.seat == "party" and fight.turn.round == 1
    fight.play("sybilla", "done", "pass", "theobald", "done")
    assert fight.asked.seat == "foes", "who passed is asked again after somebody has acted"
    fight.play("two", "done")
    assert fight.turn.round == 2


@pytest.mark.rule("murdham", "A-04")
def test_the_round_ends_when_all_pass_in_a_row() -> None:
    fight = begun(initiative="party").play("first party", "sybilla", "done", "pass")
    assert fight.turn.round == 1, "one pass of two"
    fight.play("pass")
    assert fight.turn.round == 2, "Theobald and both bandits have not acted, and need not"


@pytest.mark.rule("murdham", "A-04")
def test_with_three_sides_it_takes_three_passes() -> None:
    fight = Fight({"sybilla": "a"}, {"bandit": "i"}, {"wolf": "r"}, fresh=True, initiative="party")
    fight.play("first party", "pass", "pass")
    assert fight.asked.seat == "others"
    fight.play("wolf", "done")
    assert fight.turn.round == 1 and fight.asked.seat == "party"
    fight.play("pass", "pass")
    assert fight.turn.round == 2


@pytest.mark.rule("murdham", "A-05")
def test_morale_is_tested_when_the_round_is_over() -> None:
    """Theobald kills one of two with his first blow; the other's heart is asked only after its turn."""
    fight = Fight({"theobald": "b"}, {"one": ("bandit", "b"), "two": ("bandit", "b")}, stunts="off")
    fight.play("theobald", "strike one halberd", d8(8), d8(1))
    assert fight.sheet("one").dead, "7 + 1 is all of its STR"
    fight.play("done")
    assert fight.asked.seat == "foes", "no check yet"
    fight.play("two", "done")
    assert fight.last(PhaseBegan).phase == "morale"
    assert isinstance(fight.match.pending, Roll)
    fight.play(d20(8))
    assert fight.last(GroupSaved).passed == ("two",)


@pytest.mark.rule("murdham", "A-06")
def test_who_has_initiative_says_each_round_who_acts_first() -> None:
    fight = begun(initiative="foes")
    assert fight.asked.seat == "foes"
    assert fight.keys() == ["first foes", "first party"]
    fight.play("first party")
    assert fight.asked.seat == "party" and fight.last(SideLeads).side == "party"
    fight.play("pass", "pass")
    assert fight.asked.seat == "foes", "initiative has not changed hands"
    fight.play("first foes")
    assert fight.asked.seat == "foes" and fight.asked.kind == "pick"
    assert [(event.side, event.initiative) for event in fight.told(SideLeads)] == [("party", "foes"), ("foes", "foes")]


@pytest.mark.rule("murdham", "A-07")
@pytest.mark.parametrize("side", ["party", "foes"])
def test_the_referee_may_know_who_started_it(side: str) -> None:
    assert begun(initiative=side).play().turn.initiative == side


@pytest.mark.rule("murdham", "A-07")
def test_who_lies_in_ambush_has_started_it() -> None:
    fight = Fight(APART, AFAR, fresh=True, hidden=("one",))
    assert fight.play().turn.initiative == "foes"
    assert fight.turn.phase == "ambush"


@pytest.mark.rule("murdham", "A-08")
@pytest.mark.parametrize(("face", "side"), [(1, "party"), (2, "foes")])
def test_if_that_is_unclear_a_die_says_it(face: int, side: str) -> None:
    for options in ({}, {"initiative": "random"}):
        fight = begun(**options).play(d2(face))
        assert fight.turn.initiative == side
        assert fight.asked.seat == side


@pytest.mark.rule("murdham", "A-08")
def test_two_ambushes_make_it_unclear() -> None:
    fight = Fight(APART, AFAR, fresh=True, hidden=("one", "sybilla"))
    assert fight.rolled.why == "initiative"


@pytest.mark.rule("murdham", "A-08")
def test_without_a_party_its_setting_means_nothing() -> None:
    fight = Fight(APART, AFAR, fresh=True, party_side=False, initiative="party")
    assert fight.rolled.dice == "d2"


@pytest.mark.rule("murdham", "A-111")
def test_confusion_makes_wits_slow_too() -> None:
    """WIT 12 less 2 is too little for a threshold of 11."""
    fight = Fight(
        {"balthasar": "a", "theobald": "a"},
        {"leader": ("bandit-leader", "r")},
        fresh=True,
        phases="yes",
        initiative="party",
    )
    fight.sheet_of("balthasar", confused=True).play(d20(11), "first party")
    assert fight.turn.phase == "slow", "nobody could act in the fast phase"


@pytest.mark.rule("murdham", "A-03", "M-30")
def test_who_has_lost_heart_cannot_be_held_back() -> None:
    fight = Fight(APART, {"one": ("bandit", "i"), "two": ("bandit", "i")}, acting="foes", field=chart("abcdefghijk"))
    fight.sheet_of("one", retreating=True)
    assert fight.keys() == ["one", "two"], "no pass"
    fight.play("two", "done", "pass")
    assert fight.keys() == ["one"]
