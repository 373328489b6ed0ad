"""Rule: Taking a turn (A-09 to A-15)."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from game.kit.testing.fight import Dice, d6, d8, d20
from game.rules.events import Moved
from tests.rulesets.murdham.kit import Fight
from tests.rulesets.murdham.people import HEALER

FAR = {"bandit": "r"}
"""A foe out of everybody's way."""


def alone(who: str = "sybilla", at: str = "e", **options: Any) -> Fight:
    """One hero whose turn it is, with nobody near."""
    return Fight({who: at}, FAR, roster=HEALER, **options).play(who)


def places(fight: Fight, verb: str) -> set[str]:
    """Where the options of a verb lead, in letters."""
    names = {fight.key(verb, where): where for where in ("efghijklm" if verb == "sprint" else "abcdefghi")}
    names |= {fight.key(verb, pair): pair for pair in ("ab", "bc", "cd", "de", "ef", "fg", "gh", "hi", "ij", "jk")}
    return {names.get(key, key) for key in fight.keys(verb)}


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
