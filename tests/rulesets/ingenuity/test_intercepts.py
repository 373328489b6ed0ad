"""Stepping in for an ally: who may, what is asked and what it takes, who moves where, and the free defence (B-34)."""

from __future__ import annotations

import pytest

from game.kit.testing.fight import d6, ground
from game.rules.match import Orders
from rulesets.ingenuity.play.events import AttackMissed, Reacted
from tests.rulesets.ingenuity.kit import Fight, thrown
from tests.rulesets.ingenuity.test_reactions import asked, at, bitten, struck


@pytest.mark.rule("ingenuity", "B-34", "N-42")
def test_an_ally_steps_in_is_struck_in_its_place_and_blocks_for_free() -> None:
    fight = at(struck("fabian", "roland"), 3, 4)
    assert (asked(fight), fight.keys("intercept")) == (("defence", "fabian"), ["intercept roland"])
    fight.until("intercept roland")
    assert asked(fight) == ("displaced", "fabian")
    fight.until("to 4,4")
    assert (fight.at("roland"), fight.at("fabian"), asked(fight)) == ((4, 3), (4, 4), ("defence", "roland"))
    fight.play("block medium-shield")
    roland = fight.sheet("roland")
    assert (roland.reactions, roland.st, roland.wear) == (0, 8, {"medium-shield": 9})
    assert fight.sheet("fabian").st == 12


@pytest.mark.rule("ingenuity", "B-31", "B-32", "B-34", "B-35")
def test_one_question_has_all_that_a_side_may_do_about_a_hit() -> None:
    fight = at(struck("fabian", "roland", "boudica"), 3, 4)
    assert fight.keys() == ["pass", "dodge", "parry dagger", "intercept roland", "intercept boudica"]
    fight.play("pass")
    assert (fight.hit, fight.let_be) == (True, [])


@pytest.mark.rule("ingenuity", "B-34")
def test_where_the_target_can_do_nothing_only_its_friends_are_asked_about() -> None:
    fight = at(struck("fabian", "roland").sheet_of("fabian", st=0), 3, 4)
    assert (asked(fight), fight.keys()) == (("intercept", "party"), ["pass", "intercept roland"])
    assert fight.asked.why == "Guard 1 hits Fabian with the spear, 8: does anybody step in?"


@pytest.mark.rule("ingenuity", "B-29", "B-30", "B-34")
def test_a_reaction_says_that_it_is_the_last_but_for_the_free_one_of_whoever_steps_in() -> None:
    fight = at(struck("fabian", "roland").sheet_of("roland", reactions=2), 3, 4)
    assert fight.option("dodge").price == "1 stamina + the last reaction"
    assert fight.option("intercept roland").price == "1 stamina + 1 of 2 reactions"
    fight.until("intercept roland", "to 4,4")
    assert fight.option("block medium-shield").price == "1 stamina"


@pytest.mark.rule("ingenuity", "B-34", "N-42")
def test_where_one_is_displaced_to_matters_only_if_another_place_is_better_in_something() -> None:
    fight = bitten(roland=(5, 3)).until("intercept roland")
    assert fight.asked.idle == "to 5,3", "out of the wolf's reach"
    assert Orders().settle(fight.asked) == "to 5,3"
    assert Orders("ask").settle(fight.asked) is None


@pytest.mark.rule("ingenuity", "B-34", "B-55", "N-42")
def test_to_be_displaced_to_where_a_foe_is_surrounded_matters() -> None:
    fight = bitten(roland=(5, 3), boudica=(2, 2)).until("intercept roland")
    assert fight.option("to 4,4").matters, "opposite of Boudica, if in the wolf's reach"
    assert Orders().settle(fight.asked) is None


@pytest.mark.rule("ingenuity", "B-34")
def test_the_same_result_meets_the_evasion_of_who_stepped_in() -> None:
    fight = at(struck("fabian", "roland").profile_of("roland", eva=8), 2, 4)
    fight.play("intercept roland")
    assert (fight.hit, fight.last(AttackMissed).target, fight.last(AttackMissed).rule) == (False, "roland", "B-34")


@pytest.mark.rule("ingenuity", "B-34")
def test_a_critical_hit_hits_whoever_steps_in() -> None:
    fight = at(struck("fabian", "roland").profile_of("roland", eva=20), 2, 4, 19).play("intercept roland")
    assert fight.hit


@pytest.mark.rule("ingenuity", "B-34", "N-42")
def test_without_room_beside_it_the_two_change_places() -> None:
    field = ground("########", "########", "########", "#.....##", "########", "########")
    fight = Fight({"fabian": (4, 3), "roland": (5, 3)}, {"guard": (3, 3)}, acting="foes", field=field)
    at(fight).play("intercept roland")
    assert (fight.at("roland"), fight.at("fabian")) == ((4, 3), (5, 3))


@pytest.mark.rule("ingenuity", "B-34", "N-42")
def test_nobody_steps_in_through_a_wall_or_from_three_metres_away() -> None:
    field = ground("........", "........", "........", "....#...", "........", "........")
    party = {"fabian": (3, 3), "roland": (5, 3), "boudica": (3, 0)}
    fight = Fight(party, {"guard": (2, 3)}, acting="foes", field=field)
    assert (asked(at(fight)), fight.keys("intercept")) == (("defence", "fabian"), [])


@pytest.mark.rule("ingenuity", "B-33", "B-34", "B-41", "N-42")
def test_who_stepped_in_and_did_nothing_so_far_stays_awake_for_free() -> None:
    fight = at(struck("fabian", "roland").sheet_of("roland", end=0).profile_of("roland", physical=0), 3, 4)
    fight.until("intercept roland", "to 4,4", "pass")
    assert (asked(fight), fight.asked.why) == (("fortify", "roland"), "Roland: 12 health missing, about to faint")
    fight.play("fortify", thrown(8, 4, 1, of="d8+d4"))
    assert (fight.sheet("roland").up, fight.sheet("roland").st, fight.sheet("roland").spare) == (True, 8, False)


@pytest.mark.rule("ingenuity", "B-34", "B-71", "N-42")
def test_who_stepped_in_has_one_defence_for_nothing_and_no_more() -> None:
    fight = at(struck("fabian", "roland").sheet_of("roland", end=0).profile_of("roland", physical=0), 3, 4)
    fight.play("intercept roland", "to 4,4", "parry longsword")
    assert not fight.sheet("roland").up and fight.asked_of("fortify") == []
    assert not fight.sheet("roland").spare


@pytest.mark.rule("ingenuity", "B-29", "B-34", "N-42")
def test_who_has_waited_and_steps_in_may_defend_itself_and_stay_awake() -> None:
    fight = struck("fabian", "roland").sheet_of("roland", end=0, reactions=2).profile_of("roland", physical=0)
    at(fight, 3, 4).until("intercept roland", "to 4,4", "parry longsword")
    assert asked(fight) == ("fortify", "roland")
    fight.play("fortify", thrown(8, 4, of="d8+d4"))
    assert (fight.sheet("roland").reactions, fight.sheet("roland").st) == (0, 7)


@pytest.mark.rule("ingenuity", "B-33", "B-34", "N-42")
def test_who_stepped_in_fortifies_against_what_comes_with_the_hit_for_free() -> None:
    fight = struck("fabian", "roland").weapon_of("guard", "spear", inflicts="stunned")
    at(fight, 3, 4).until("intercept roland", "to 4,4", "pass")
    assert asked(fight) == ("fortify", "roland")
    fight.play("fortify", thrown(8, 4, of="d8+d4"))
    assert not fight.has("roland", "stunned") and not fight.sheet("roland").spare


@pytest.mark.rule("ingenuity", "B-34", "N-42")
def test_a_free_defence_is_gone_with_the_attack_that_it_was_for() -> None:
    fight = struck("fabian", "roland").sheet_of("fabian", st=0)
    at(fight, 3, 4).play("intercept roland", "to 4,4", "pass")
    assert not fight.sheet("roland").spare
    fight.until("strike roland spear", thrown(6, 6))
    assert (fight.hit, fight.asked.kind) == (True, "act")


@pytest.mark.rule("ingenuity", "B-34")
def test_who_was_shot_by_mistake_is_not_shielded_by_the_shooter() -> None:
    fight = Fight({"agnessa": (1, 3), "boudica": (2, 3)}, {"dummy": (3, 3)})
    fight.until("agnessa", "shoot dummy shortbow", thrown(4, 4, 1))
    assert asked(fight) == ("defence", "boudica")


@pytest.mark.rule("ingenuity", "B-34")
def test_somebody_in_hiding_where_one_is_displaced_comes_to_light() -> None:
    party, foes = {"fabian": (4, 3), "roland": (5, 3)}, {"guard": (3, 3), "goblin": (4, 4)}
    fight = Fight(party, foes, acting="foes", hidden=("goblin",), surprised="yes").turn_of(surprise=("foes",))
    fight.until("guard", "strike fabian spear", thrown(2, 4), d6(1), "intercept roland", "to 4,4")
    assert not fight.sheet("goblin").hidden
    assert not fight.offers("to 4,4")
    fight.play("to 4,2")
    assert (fight.at("fabian"), fight.at("goblin")) == ((4, 2), (4, 4))


@pytest.mark.rule("ingenuity", "B-34")
def test_a_large_body_makes_way_by_a_metre() -> None:
    party = {"ogre": (4, 3), "roland": (6, 3)}
    field = ground("########", "########", "########", "#.......", "#.......", "########")
    fight = Fight(party, {"guard": (3, 3)}, acting="foes", field=field)
    at(fight, 6, 6).play("intercept roland")
    assert (fight.at("roland"), fight.at("ogre")) == ((4, 3), (5, 3))


@pytest.mark.rule("ingenuity", "B-34", "B-30")
def test_only_one_steps_in_for_a_blow_and_each_but_once_a_round() -> None:
    fight = at(struck("fabian", "roland", "boudica"), 4, 4)
    fight.play("intercept roland", "to 4,4", "pass")
    assert [event.who for event in fight.told(Reacted)] == ["roland"]
    fight.until("strike roland spear", thrown(6, 6))
    assert fight.keys() == ["pass", "intercept fabian", "intercept boudica"]


@pytest.mark.rule("ingenuity", "B-34", "B-32")
def test_what_was_thrown_lies_where_it_was_thrown_however_its_target_leapt() -> None:
    fight = Fight({"boudica": (9, 3)}, {"goblin": (5, 3), "wolf": (20, 9)}, acting="foes")
    fight.profile_of("boudica", eva=2).until("goblin", "throw boudica dagger", thrown(3, 2, of="d6+d4"))
    fight.play("dodge", thrown(6, 4, of="d6+d4"), "step 10,3")
    assert [thing.at for thing in fight.state.things.values()] == [(9, 3)]
