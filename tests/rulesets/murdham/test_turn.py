"""Rules: Combat procedure, Initiative, Taking a turn (A-01 to A-15); fast and slow activations, the chaos of combat."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from game.kit.testing.fight import Dice, d2, d6, d8, d20
from game.rules.events import Moved, RoundBegan
from game.rules.questions import Roll
from rulesets.murdham import RULESET
from rulesets.murdham.play.events import GroupSaved, PhaseBegan, SideLeads, TurnBegan
from tests.rulesets.murdham.kit import FAR, Fight, Where, alone, chart, places

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


@pytest.mark.rule("murdham", "A-09")
def test_there_is_one_bonus_action_beside_a_main_one() -> None:
    fight = Fight({"sybilla": "b"}, {"bandit": "b"}, stunts="off").play("sybilla", "speak")
    fight.play("strike bandit sword", d6(2))
    assert not fight.offers("speak") and not fight.offers("stow sword")
    assert fight.refusal("Bonus action").rule == "A-09"
    other = Fight({"sybilla": "b"}, {"bandit": "b"}, stunts="off").play("sybilla", "strike bandit sword", d6(2))
    other.play("speak")
    assert not other.offers("speak"), "the main action first changes nothing"


@pytest.mark.rule("murdham", "A-10")
def test_a_second_bonus_action_takes_the_place_of_the_main_one() -> None:
    fight = Fight({"sybilla": "b"}, {"bandit": "b"}).play("sybilla", "speak")
    assert fight.offers("strike bandit sword")
    fight.play("speak")
    assert not fight.keys("strike") and not fight.keys("full") and not fight.keys("grapple")
    assert fight.refusal("Attack").rule == "A-10"
    assert not fight.offers("speak"), "there is no third"


@pytest.mark.rule("murdham", "A-10")
def test_there_is_one_main_action() -> None:
    fight = Fight({"sybilla": "b"}, {"bandit": "b"}, stunts="off").play("sybilla", "strike bandit sword", d6(2))
    assert not fight.keys("strike") and not fight.keys("distract") and not fight.keys("full")


@pytest.mark.rule("murdham", "A-11")
def test_movement_is_one_zone() -> None:
    fight = alone()
    assert places(fight, "move") == {"d", "de", "ef", "f"}
    fight.play(fight.key("move", "f"))
    assert fight.keys("move") == []
    assert fight.at("sybilla") == "f"


@pytest.mark.rule("murdham", "A-11")
def test_no_movement_left_is_said_so() -> None:
    fight = Fight({"sybilla": "b"}, {"bandit": "bc"}, stunts="off").play("sybilla")
    fight.play(fight.key("move", "c"), "strike bandit sword", d6(2))
    assert fight.refusal("Move").rule == "A-11" and fight.refusal("Full movement").rule == "A-16"


@pytest.mark.rule("murdham", "A-11")
@pytest.mark.parametrize(("trait", "reach"), [("fast", 2), ("slow", 0)])
def test_the_fast_go_twice_as_far_and_the_slow_half(trait: str, reach: int) -> None:
    fight = Fight({"sybilla": "e"}, FAR).profile_of("sybilla", **{trait: True}).play("sybilla")
    wanted = {"de", "ef", "d", "f", "cd", "fg", "c", "g"} if reach == 2 else {"de", "ef"}
    assert places(fight, "move") == wanted


@pytest.mark.rule("murdham", "A-12")
@pytest.mark.parametrize("order", list(permutations(["bonus", "main", "move"])), ids=" ".join)
def test_the_parts_of_a_turn_come_in_any_order(order: tuple[str, ...]) -> None:
    """The bandit stands on the border that Sybilla crosses, so he is nearby from first to last."""
    fight = Fight({"sybilla": "b"}, {"bandit": "bc", "x": ("bandit", "r")}, stunts="off").play("sybilla")
    parts: dict[str, list[str | Dice]] = {
        "bonus": ["speak"],
        "main": ["strike bandit sword", d6(2)],
        "move": [fight.key("move", "c")],
    }
    for part in order:
        assert not fight.acted("sybilla")
        fight.play(*parts[part])
    assert fight.acted("sybilla"), "nothing is left, and the turn is over"
    assert (fight.at("sybilla"), fight.health("bandit")) == ("c", 6)
    assert fight.asked.seat == "foes"


@pytest.mark.rule("murdham", "A-13")
def test_movement_splits_into_halves_around_actions() -> None:
    fight = Fight({"sybilla": "b"}, {"bandit": "c"}, stunts="off").play("sybilla")
    assert not fight.keys("strike"), "a zone away"
    fight.play(fight.key("move", "bc"), "strike bandit sword", d6(2), "speak")
    assert places(fight, "move") == {"b", "c"}, "half a zone is left, to either side"
    fight.play(fight.key("move", "b"))
    assert fight.at("sybilla") == "b" and fight.acted("sybilla")
    assert [(event.start, event.end) for event in fight.told(Moved)] == [
        (fight.place("b"), fight.place("bc")),
        (fight.place("bc"), fight.place("b")),
    ]


def felling(**options: Any) -> Fight:
    """Osric, who follows through, has felled the first of two bandits beside him; a third is a zone off."""
    foes = {"one": ("bandit", "b"), "two": ("bandit", "b"), "far": ("bandit", "d")}
    fight = Fight({"osric": "b"}, foes, stunts="off", morale="off", **options).sheet_of("osric", omens=0)
    return fight.play("osric", "strike one halberd", d8(5))


@pytest.mark.rule("murdham", "A-17", "A-10", "A-16")
def test_who_follows_through_has_one_more_attack_and_nothing_else() -> None:
    """Neither a second full movement nor words nor a second bonus action."""
    fight = felling()
    assert fight.offers("strike two halberd") and fight.offers("grapple two") and fight.offers("finish one")
    assert not fight.keys("full") and not fight.keys("sprint") and not fight.keys("distract")
    assert not fight.offers("surrender"), "this turn has had an attack"
    fight.play("speak")
    assert not fight.offers("speak"), "one bonus action beside the main one that was taken"
    fight.play("strike two halberd", d8(5))
    assert fight.sheet("two").incapacitated and not fight.keys("finish"), "once a fight"


@pytest.mark.rule("murdham", "A-17")
def test_an_attack_that_was_not_followed_through_is_nobody_elses() -> None:
    fight = felling().play("done", "two")
    assert not fight.turn.again
    fight.play("speak", "stow axe")
    assert not fight.turn.main and not fight.keys("grapple")


@pytest.mark.rule("murdham", "A-17", "A-118")
def test_a_sweep_follows_through_and_the_bigger_do_not_trample_with_it() -> None:
    foes = {"one": ("goblin", "b"), "two": ("goblin", "b")}
    fight = Fight({"osric": "b"}, foes, stunts="off", morale="off").sheet_of("one", health=1).play("osric")
    assert fight.keys("trample")
    fight.play(fight.key("sweep halberd", "b"), d8(2))
    assert not fight.sheet("one").up and fight.sheet("two").up and fight.turn.again
    assert fight.offers("strike two halberd") and not fight.keys("trample")


@pytest.mark.rule("murdham", "A-17")
def test_whoever_fells_its_own_does_not_follow_through() -> None:
    fight = Fight({"osric": "b", "sybilla": "bc"}, {"bandit": "c", "far": ("bandit", "d")}, morale="off")
    fight.weapon_of("osric", "halberd", traits=("blast",)).sheet_of("sybilla", health=1, armour=0).play("osric")
    fight.play(fight.key("blast halberd", "b"), d8(5))
    assert not fight.sheet("sybilla").up and not fight.turn.again


@pytest.mark.rule("murdham", "A-14")
def test_a_reaction_comes_out_of_order() -> None:
    fight = Fight({"sybilla": "b"}, {"one": ("bandit", "b"), "two": ("bandit", "b")}, stunts="off").play("sybilla")
    fight.until("strike two sword")
    assert (fight.asked.seat, fight.asked.who) == ("foes", "two"), "in the middle of the party's step"
    fight.play("dodge", d20(8))
    assert fight.acted("two") and not fight.acted("one")
    assert fight.asked.who == "sybilla", "and then her turn goes on"


@pytest.mark.rule("murdham", "A-15")
def test_a_reaction_is_the_whole_turn() -> None:
    fight = Fight({"sybilla": "b"}, {"one": ("bandit", "b"), "two": ("bandit", "b")}, stunts="off").play("sybilla")
    fight.play("strike two sword", "dodge", d20(8), "done")
    assert fight.keys() == ["one", "pass"], "no move and no bonus action for the other"


@pytest.mark.rule("murdham", "A-15")
def test_who_has_acted_cannot_react() -> None:
    fight = Fight({"sybilla": "b"}, {"bandit": "b"}, acting="foes", stunts="off").play("bandit", "done", "sybilla")
    fight.until("strike bandit sword")
    assert fight.rolled.dice == "d6", "no question, only dice"


@pytest.mark.rule("murdham", "A-15")
def test_who_has_reacted_reacts_no_more_this_round() -> None:
    fight = Fight({"sybilla": "b", "theobald": "b"}, {"bandit": "b", "x": ("bandit", "r")}, stunts="off")
    fight.play("sybilla", "strike bandit sword", "dodge", d20(8), "done", "pass", "theobald")
    fight.until("strike bandit halberd")
    assert fight.rolled.dice == "d8"
    fight.play(d8(1), "done", "pass", "first party")
    assert fight.turn.round == 2
    fight.play("theobald")
    fight.until("strike bandit halberd")
    assert fight.asked.who == "bandit", "a new round"


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
