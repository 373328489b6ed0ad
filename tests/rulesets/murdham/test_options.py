"""By the book: the optional rules, fast and slow activations and the chaos of combat."""

from __future__ import annotations

from typing import Any

import pytest

from game.kit.testing.fight import d20
from rulesets.murdham import RULESET
from rulesets.murdham.play.events import PhaseBegan
from tests.rulesets.murdham.kit import Fight, Where

HEROES: dict[str, Where] = {"balthasar": "a", "sybilla": "a", "theobald": "a"}

FOES: dict[str, Where] = {"b1": ("bandit", "a"), "b2": ("bandit", "a"), "leader": ("bandit-leader", "a")}
"""Two bandits of WIT 8 and a leader of WIT 10."""


def phased(threshold: int, **options: Any) -> Fight:
    """The text's six; the party holds the initiative and leads. It is the first round, with its threshold rolled."""
    fight = Fight(HEROES, FOES, fresh=True, initiative="party", phases="yes", stunts="off", **options)
    return fight.play(d20(threshold), "first party")


@pytest.mark.rule("murdham", "A-110")
def test_a_d20_at_the_start_of_each_round_is_the_threshold_and_everybody_sees_it() -> None:
    fight = Fight(HEROES, FOES, fresh=True, initiative="party", phases="yes").play()
    assert fight.rolled.dice == "d20" and fight.turn.round == 1
    fight.play(d20(9))
    assert fight.turn.threshold == 9 and fight.last(PhaseBegan) == PhaseBegan("fast", 9)
    assert any("9" in word for word in RULESET.banner(fight.board))
    assert "Fast phase: WIT of 9 or more" in fight.log
    fight.play("first party", "pass", "pass", "pass", "pass")
    assert fight.turn.round == 2 and fight.rolled.dice == "d20", "the next round has one of its own"


@pytest.mark.rule("murdham", "A-111")
def test_in_the_fast_phase_only_wits_that_match_the_threshold_act() -> None:
    fight = phased(9)
    assert fight.keys() == ["balthasar", "theobald", "pass"]
    fight.play("pass")
    assert fight.keys() == ["leader", "pass"]


@pytest.mark.rule("murdham", "A-112", "A-113")
def test_in_the_slow_phase_everybody_who_has_not_acted_does() -> None:
    """By choice or by WIT; and the side that leads begins again."""
    fight = phased(9).play("theobald", "done", "pass", "pass")
    assert fight.last(PhaseBegan) == PhaseBegan("slow", 9)
    assert fight.keys() == ["balthasar", "sybilla", "pass"]
    fight.play("balthasar", "done")
    assert fight.keys() == ["b1", "b2", "leader", "pass"]


@pytest.mark.rule("murdham", "A-113", "A-04")
def test_a_phase_ends_only_when_all_pass_one_after_another() -> None:
    """The party passes, the leader acts, and Balthasar may have thought better of it."""
    fight = phased(9).play("pass", "leader", "done")
    assert fight.turn.phase == "fast" and fight.keys() == ["balthasar", "theobald", "pass"]


@pytest.mark.rule("murdham", "A-113")
def test_a_side_with_nobody_quick_enough_passes_of_itself() -> None:
    fight = phased(12)
    assert fight.keys() == ["balthasar", "pass"]
    fight.play("balthasar", "done")
    assert fight.turn.phase == "slow"
    fight = phased(20)
    assert fight.turn.phase == "slow"


@pytest.mark.rule("murdham", "A-114")
def test_reactions_are_open_to_all_in_either_phase() -> None:
    fight = phased(9).play("theobald").until("strike b1 halberd")
    assert (fight.asked.topic, fight.asked.who) == ("reaction", "b1"), "WIT 8, less than 9"


@pytest.mark.rule("murdham", "A-110", "A-111", "A-112", "A-113", "A-114")
def test_a_t1_the_round_of_balthasar_sybilla_and_theobald() -> None:
    """Theobald, the leader, a pass; then Sybilla, the bandit that did not dodge, and Balthasar."""
    fight = phased(9)
    fight.play("theobald", "strike b1 halberd", "dodge", d20(8), "done")
    assert not fight.hit and fight.acted("b1")
    fight.play("leader", "done", "pass")
    assert fight.turn.phase == "slow", "of the foes nobody is quick enough any more"
    assert fight.keys() == ["balthasar", "sybilla", "pass"]
    fight.play("sybilla", "done")
    assert fight.keys() == ["b2", "pass"], "the other one has dodged"
    fight.play("b2", "done", "balthasar", "done")
    assert fight.turn.round == 2


@pytest.mark.rule("murdham", "A-110")
def test_without_the_option_nothing_is_rolled_and_there_is_one_phase() -> None:
    fight = Fight(HEROES, FOES, fresh=True, initiative="party").play("first party")
    assert fight.keys() == ["balthasar", "sybilla", "theobald", "pass"] and fight.turn.threshold == 0


# ------------------------------------------------------------------ the chaos of combat


@pytest.mark.rule("murdham", "A-116", "M-32")
def test_there_are_fifteen_seconds_to_declare_a_turn_or_nothing_is_done() -> None:
    fight = Fight(HEROES, FOES, chaos="yes").play()
    assert (fight.asked.seconds, fight.asked.idle) == (15, "pass")
    fight.play("theobald")
    assert (fight.asked.seconds, fight.asked.idle) == (15, "done")
    fight.play(fight.asked.idle)
    assert fight.acted("theobald")


@pytest.mark.rule("murdham", "A-116", "M-32")
def test_the_seconds_are_for_the_whole_turn_and_not_for_each_thing_in_it() -> None:
    """Every question of a turn goes by its clock; that of the next turn is another."""
    fight = Fight(HEROES, FOES, chaos="yes", stunts="off").play()
    assert fight.asked.clock == "", "who acts is asked by itself"
    fight.play("theobald")
    clock = fight.asked.clock
    fight.play("speak")
    assert (fight.asked.clock, fight.asked.seconds) == (clock, 15)
    fight.play("done", "b1")
    assert fight.asked.clock not in ("", clock)
    fight.play("done", "pass", "pass", "first party", "theobald")
    assert fight.turn.round == 2 and fight.asked.clock not in ("", clock)


@pytest.mark.rule("murdham", "A-116", "M-32")
def test_resolving_is_not_on_the_clock() -> None:
    """Reactions and dice take the time they take."""
    fight = Fight(HEROES, FOES, chaos="yes", stunts="off").play("theobald").until("strike b1 halberd")
    assert fight.asked.kind == "react" and fight.asked.seconds == 0
    fight.until("pass")
    assert fight.rolled.dice == "d8"


@pytest.mark.rule("murdham", "A-115", "A-26", "M-32")
def test_a_short_sentence_costs_a_bonus_action_and_the_question_says_so() -> None:
    fight = Fight(HEROES, FOES, chaos="yes").play()
    assert "a few words cost a bonus action" in fight.asked.why
    fight.play("theobald", "speak")
    assert fight.turn.bonus == 1


@pytest.mark.rule("murdham", "A-115", "A-116")
def test_without_the_option_there_is_no_clock() -> None:
    fight = Fight(HEROES, FOES).play()
    assert fight.asked.seconds == 0 and "words" not in fight.asked.why
    fight.play("theobald")
    assert fight.asked.seconds == 0 and fight.asked.idle == ""
