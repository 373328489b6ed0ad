"""Rounds, and the maneuvers of a turn and of a round."""

from __future__ import annotations

import pytest

from rulesets.einfelst.play.events import TurnBegan
from tests.rulesets.einfelst.kit import Fight, chart, pool


def duel() -> Fight:
    """A fighter and a thug face to face; the fighter's card is lower."""
    return Fight({"fighter": "a"}, {"thug": "a"}).profile_of("thug", points=9)


@pytest.mark.rule("einfelst", "C-19")
def test_a_turn_has_one_slow_and_one_fast_maneuver() -> None:
    fight = duel().play("strike thug sword", pool(7, 0))
    assert fight.left("fighter") == (0, 1)
    assert not fight.keys("strike")
    assert fight.refusal("Attack").rule == "C-19"
    fight.play("draw knife")
    assert fight.asked.who == "thug"


@pytest.mark.rule("einfelst", "C-20")
def test_a_fast_maneuver_may_take_the_slow_ones_place() -> None:
    fight = Fight({"fighter": "a"}, {"thug": "e"})
    fight.play(fight.key("go", "b"), fight.key("go", "c"))
    assert fight.at("fighter") == "c"
    assert fight.left("fighter") == (0, 0)
    assert fight.asked.who == "thug"


@pytest.mark.rule("einfelst", "C-20")
def test_after_two_fast_maneuvers_there_is_no_slow_one() -> None:
    fight = duel().play("draw knife")
    assert fight.left("fighter") == (1, 0)
    assert fight.keys("strike")
    fight.play("draw sword")
    assert fight.asked.who == "thug"


@pytest.mark.rule("einfelst", "C-21")
@pytest.mark.rule("einfelst", "C-60")
@pytest.mark.rule("einfelst", "W-25")
def test_who_parries_twice_before_its_turn_has_none_left() -> None:
    fight = Fight({"fighter": "a", "Other": ("fighter", "a")}, {"thug": "a"}).profile_of("thug", points=9)
    for _ in range(2):
        fight.play("strike thug sword", "parry", pool(4, 0), pool(7, 0), "done")
    assert "thug" not in [event.who for event in fight.told(TurnBegan)]
    assert fight.turn.round == 2


@pytest.mark.rule("einfelst", "W-25")
def test_who_parries_once_before_its_turn_has_the_slow_one_left() -> None:
    fight = duel().play("strike thug sword", "parry", pool(4, 0), pool(7, 0), "done")
    assert fight.left("thug") == (1, 0)
    fight.play("strike fighter axe", pool(6, 0))
    assert fight.turn.round == 2


@pytest.mark.rule("einfelst", "C-60")
def test_a_fast_maneuver_that_was_kept_parries_after_the_own_turn() -> None:
    fight = duel().play("strike thug sword", pool(7, 0), "done").until("strike fighter axe")
    assert fight.offers("parry")
    fight.play("parry", pool(7, 1), pool(6, 1))
    assert not fight.hit
    assert fight.left("fighter") == (0, 0)


@pytest.mark.rule("einfelst", "C-22")
def test_the_question_says_what_the_reaction_costs() -> None:
    fight = duel().until("strike thug sword")
    assert fight.option("parry").price == "the last fast maneuver"
    fight = duel().sheet_of("thug", fast=0).until("strike thug sword")
    assert fight.option("parry").price == "the last slow maneuver"
    fight = duel().sheet_of("thug", fast=2).until("strike thug sword")
    assert fight.option("parry").price == "1 of 2 fast maneuvers"


@pytest.mark.rule("einfelst", "C-60")
def test_who_has_no_maneuver_left_is_not_asked() -> None:
    assert duel().sheet_of("thug", fast=0, slow=0).play("strike thug sword", pool(7, 0)).let_be == []


@pytest.mark.rule("einfelst", "C-12")
@pytest.mark.rule("einfelst", "W-25")
def test_at_one_card_a_creature_of_two_uses_two_maneuvers_at_most() -> None:
    fight = Fight({"brute": "a"}, {"fighter": "a"}).cards_of(brute=(1, 2), fighter=3)
    assert fight.left("brute") == (2, 2)
    fight.play("strike fighter claws", pool(8, 0))
    assert not fight.keys("strike")
    fight.play(fight.key("go", "b"))
    assert (fight.asked.who, fight.left("brute")) == ("brute", (1, 1))
    assert fight.sheet("brute").played == 1


@pytest.mark.rule("einfelst", "C-02")
def test_maneuvers_come_back_with_the_round() -> None:
    fight = duel().play("strike thug sword", pool(7, 0), "draw knife", "done")
    assert fight.turn.round == 2
    assert fight.left("fighter") == (1, 1)


@pytest.mark.rule("einfelst", "C-65")
def test_who_is_held_can_only_try_to_get_free() -> None:
    fight = duel().sheet_of("fighter", held=True)
    assert fight.keys() == ["break free", "done"]
    assert fight.refusal("Act").rule == "C-65"


@pytest.mark.rule("einfelst", "C-95")
def test_who_burns_can_only_put_it_out_or_flee() -> None:
    fight = duel().sheet_of("fighter", fire=1)
    assert fight.keys() == ["extinguish", "flee", "done"]
    assert fight.refusal("Act").rule == "C-95"


@pytest.mark.rule("einfelst", "W-21")
def test_fires_burn_by_card_as_a_round_begins() -> None:
    fight = Fight({"fighter": "a"}, {"thug": "c"}).sheet_of("fighter", fire=1).sheet_of("thug", fire=1)
    fight.cards_of(fighter=5, thug=3).play("done", "done")
    assert fight.rolled.who == "thug"
    fight.play(pool(4, 1))
    assert fight.rolled.who == "fighter"


@pytest.mark.rule("einfelst", "W-36")
def test_nobody_ever_stands_on_a_border() -> None:
    fight = Fight({"fighter": "a"}, {"thug": "d"}, field=chart("abcd"))
    assert fight.keys("go") == [fight.key("go", "b")]
