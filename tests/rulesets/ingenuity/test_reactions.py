"""Reactions by the book: who is asked in which order, what each costs and does, stepping in, answers within answers."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from game.kit.testing.fight import d6, d20, ground
from game.rules.match import Orders
from game.rules.odds import odds
from game.spatial.field import Cell, Edge, Feature
from rulesets.ingenuity.play.events import AttackDeclared, AttackHit, AttackMissed, DamageSummed, Fell, ItemHit, Reacted
from tests.rulesets.helping import terms
from tests.rulesets.ingenuity.kit import Fight, suffering, thrown


def struck(target: str = "fabian", *beside: str, **options: Any) -> Fight:
    """A guard beside somebody at (4, 3); others stand behind it."""
    party = {target: (4, 3), **{name: (5, 2 + index) for index, name in enumerate(beside)}}
    return Fight(party, {"guard": (3, 3)}, acting="foes", **options)


def at(fight: Fight, a: int = 2, b: int = 4, luck: int = 10) -> Fight:
    """The blow falls, with a result of 7 if nothing else is said, and whoever may is asked."""
    name = next(iter(fight.state.combatants))
    return fight.until("guard", f"strike {name} spear", thrown(a, b, luck))


def bitten(shooter: str = "", **party: Cell) -> Fight:
    """A wolf beside Fabian at (4, 3) hits him, who has something to seek cover behind; a shooter may stand near."""
    field = ground("........", "........", "....#...", "........", "........")
    foes = {"wolf": (3, 3), **({shooter: (1, 4)} if shooter else {})}
    fight = Fight({"fabian": (4, 3), **party}, foes, acting="foes", field=field)
    return fight.until("wolf", "strike fabian fangs", thrown(4, 4, of="d8+d6"))


def asked(fight: Fight) -> tuple[str, str]:
    return fight.asked.topic, str(fight.asked.who or fight.asked.seat)


# ------------------------------------------------------------------ dodge


@pytest.mark.rule("ingenuity", "B-32")
def test_a_dodge_that_beats_the_result_makes_the_attack_miss() -> None:
    fight = at(struck())
    assert asked(fight) == ("defence", "fabian")
    fight.play("dodge", thrown(3, 4, of="d6+d4"))
    assert (fight.hit, fight.checked.needed, fight.last(AttackMissed).why) == (False, 8, "dodged")
    assert (fight.sheet("fabian").st, fight.sheet("fabian").reactions) == (11, 0)


@pytest.mark.rule("ingenuity", "B-32")
def test_a_dodge_that_only_reaches_the_result_is_hit() -> None:
    fight = at(struck()).play("dodge", thrown(2, 4, of="d6+d4"))
    assert (fight.hit, fight.dealt) == (True, 7 + 4 - 4)


@pytest.mark.rule("ingenuity", "B-32")
def test_a_dodge_is_never_worse_than_evasion_for_an_attack_below_it_is_not_even_asked_about() -> None:
    fight = at(struck(), 2, 2)
    assert (fight.hit, fight.asked.kind) == (False, "act")


@pytest.mark.parametrize(("guards", "chance"), [(False, "44.4"), (True, "60.4")])
@pytest.mark.rule("ingenuity", "B-32", "B-21")
def test_a_dodge_against_seven_succeeds_so_often(guards: bool, chance: str) -> None:
    fight = struck().sheet_of("fabian", conditions=suffering(guard=1) if guards else ())
    found = odds(at(fight).match, "dodge")
    assert f"{(1 - float(found.struck(fight.body('fabian').id))) * 100:.1f}" == chance


@pytest.mark.rule("ingenuity", "B-32", "B-49")
def test_no_dodge_makes_a_critical_hit_miss_and_it_does_not_matter() -> None:
    fight = at(struck(), 2, 4, 19)
    assert not fight.option("dodge").matters
    fight.play("dodge", thrown(6, 4, 20, of="d6+d4"))
    assert fight.hit


@pytest.mark.rule("ingenuity", "B-32", "B-57")
def test_a_larger_attackers_blow_is_dodged_more_easily() -> None:
    fight = Fight({"fabian": (5, 3)}, {"ogre": (3, 3)}, acting="foes")
    fight.until("ogre", "strike fabian maul", thrown(7, 3, of="d10+d6"))
    fight.play("dodge", thrown(4, 4, of="d6+d4"))
    assert (fight.checked.needed, terms(fight.checked.tally), fight.hit) == (13, {"dodge": 1, "size": 2}, True)


@pytest.mark.rule("ingenuity", "B-32", "N-43")
def test_after_a_dodge_even_a_failed_one_there_is_a_metre_and_the_ground() -> None:
    fight = at(struck()).until("dodge", thrown(1, 1, of="d6+d4"))
    assert (asked(fight), fight.asked.idle) == (("after a dodge", "fabian"), "pass")
    assert not fight.offers("cover")
    fight.until("step 5,3")
    assert fight.keys("step") == []
    fight.play("prone")
    assert (fight.at("fabian"), fight.sheet("fabian").prone, fight.hit) == ((5, 3), True, True)


@pytest.mark.parametrize(("a", "b", "luck", "said"), [(1, 1, 10, "does not avoid it"), (3, 4, 10, "avoids it")])
@pytest.mark.rule("ingenuity", "B-32")
def test_who_is_asked_after_a_dodge_is_told_what_became_of_it(a: int, b: int, luck: int, said: str) -> None:
    fight = at(struck()).until("dodge", thrown(a, b, luck, of="d6+d4"))
    assert fight.asked.why == f"Fabian dodges and {said}: what then?"


@pytest.mark.rule("ingenuity", "B-32", "B-34", "B-49")
def test_whoever_is_asked_about_a_critical_hit_is_told_that_it_is_one() -> None:
    fight = at(struck("fabian", "roland"), 3, 4, 19)
    assert fight.asked.why == "Fabian: Guard 1 hits with the spear, 8, critical"
    dodge = next(option for option in fight.asked.options if option.key == "dodge")
    assert "lands all the same" in dodge.label and "against" not in dodge.label, "no number that could be reached"
    assert at(struck()).asked.why == "Fabian: Guard 1 hits with the spear, 7"


@pytest.mark.rule("ingenuity", "B-32", "B-25")
def test_after_a_dodge_one_may_get_behind_cover() -> None:
    field = ground("........", "........", "....#...", "........", "........")
    fight = at(struck(field=field)).play("dodge", thrown(1, 1, of="d6+d4"), "cover")
    assert fight.has("fabian", "cover")


@pytest.mark.rule("ingenuity", "B-25", "B-32", "B-43", "N-43")
def test_after_a_dodge_what_helps_against_shots_matters_only_where_somebody_shoots() -> None:
    fight = bitten().until("dodge", thrown(1, 1, of="d6+d4"))
    assert fight.option("step 5,3").matters and not fight.option("step 4,4").matters, "of the wolf's reach"
    assert not any(fight.option(key).matters for key in ("prone", "cover", "cover prone"))
    assert Orders().settle(fight.until("step 5,3").asked) == "pass"
    shot = bitten("brigand-archer").until("dodge", thrown(1, 1, of="d6+d4"), "step 5,3")
    assert Orders().settle(shot.asked) is None


@pytest.mark.rule("ingenuity", "B-25", "B-32", "B-43", "N-43")
def test_after_a_dodge_cover_and_the_ground_are_one_answer() -> None:
    field = ground("........", "........", "....#...", "........", "........")
    fight = at(struck(field=field)).until("dodge", thrown(1, 1, of="d6+d4"), "step 5,3")
    assert fight.keys() == ["pass", "prone", "cover", "cover prone"]
    fight.play("cover prone")
    assert (fight.sheet("fabian").prone, fight.has("fabian", "cover"), fight.let_be) == (True, True, [])


@pytest.mark.rule("ingenuity", "B-32", "B-43")
def test_a_leap_into_a_fire_that_fells_ends_what_follows_the_dodge() -> None:
    field = ground(*["........"] * 6, features=(Feature("pit", "trap", ((5, 3),), strength="d6"),))
    fight = struck(field=field).sheet_of("fabian", end=0, hp=1).profile_of("fabian", physical=0, con=12)
    at(fight).play("dodge", thrown(6, 4, of="d6+d4"), "step 5,3", d6(1))
    assert (fight.sheet("fabian").unconscious, fight.over) == (True, True)


# ------------------------------------------------------------------ block and parry


@pytest.mark.rule("ingenuity", "B-31", "B-58", "B-61", "N-24")
def test_a_block_is_offered_once_the_blow_would_land_and_the_shield_is_hit_in_ones_place() -> None:
    fight = at(struck("roland"))
    assert set(fight.keys()) == {"pass", "dodge", "block medium-shield", "parry longsword", "parry medium-shield"}
    fight.play("block medium-shield")
    assert (fight.body_of("roland"), fight.sheet("roland").wear) == ((14, 14), {"medium-shield": 7 + 4 - 3})
    assert (fight.sheet("roland").st, fight.sheet("roland").reactions) == (9, 0)
    assert fight.last(ItemHit).item == "medium shield" and fight.told(AttackHit) == []
    assert "hits the medium shield of Roland" in "\n".join(fight.log)


@pytest.mark.parametrize(
    ("wear", "block", "parry"),
    [
        (0, "8 of 10 durability", "2 less, 1 of 10 durability"),
        (2, "breaks it", "2 less, 1 of 8 durability"),
        (9, "breaks it, 7 go through", "2 less, breaks it"),
    ],
)
@pytest.mark.rule("ingenuity", "B-59", "B-62", "B-64", "B-66")
def test_what_blocks_or_parries_says_what_it_will_suffer(wear: int, block: str, parry: str) -> None:
    fight = at(struck("roland").sheet_of("roland", wear={"medium-shield": wear}))
    found = {key: fight.option(key).label for key in ("block medium-shield", "parry medium-shield")}
    assert found == {
        "block medium-shield": f"Block, medium shield: {block}",
        "parry medium-shield": f"Parry, medium shield: {parry}",
    }


@pytest.mark.rule("ingenuity", "B-35", "B-63", "B-64")
def test_a_parry_adds_to_deflection_and_costs_the_item_one() -> None:
    fight = struck("roland").profile_of("roland", physical=5)
    at(fight, 2, 3).play("parry longsword")
    assert (fight.dealt, fight.sheet("roland").wear) == (2, {"longsword": 1})
    fight = struck("roland").profile_of("roland", physical=5)
    at(fight, 2, 3).play("pass")
    assert fight.dealt == 5


@pytest.mark.rule("ingenuity", "B-63", "B-65")
def test_what_has_no_number_for_it_parries_with_one() -> None:
    fight = at(struck("boudica")).play("parry spear")
    assert (fight.dealt, fight.sheet("boudica").lasts("spear")) == (7 + 4 - 6 - 1, 9)


@pytest.mark.rule("ingenuity", "B-63")
def test_a_small_attacker_profits_from_what_a_parry_leaves() -> None:
    fight = Fight({"goblin": (4, 3)}, {"ogre": (2, 3)}, acting="foes").profile_of("goblin", physical=1)
    fight.until("ogre", "strike goblin maul", thrown(7, 3, of="d10+d6")).play("parry dagger")
    assert terms(fight.last(DamageSummed).off) == {"deflection": 1, "parry, dagger": 2, "size": -3}


@pytest.mark.rule("ingenuity", "B-35", "B-68", "N-25")
def test_nothing_parries_fire_but_a_shield_blocks_it() -> None:
    fight = struck("roland").weapon_of("guard", "spear", harm=("fire",))
    at(fight)
    assert fight.keys() == ["pass", "dodge", "block medium-shield"]


@pytest.mark.rule("ingenuity", "B-66")
def test_what_is_broken_neither_blocks_nor_parries() -> None:
    fight = at(struck("roland").sheet_of("roland", wear={"medium-shield": 10, "longsword": 10}))
    assert fight.keys() == ["pass", "dodge"]


@pytest.mark.rule("ingenuity", "B-65")
def test_without_a_number_metal_lasts_ten_and_anything_else_four() -> None:
    fight = Fight({"agnessa": (1, 1), "boudica": (1, 3)}, {"guard": (9, 9)})
    assert (fight.sheet("boudica").lasts("spear"), fight.sheet("agnessa").lasts("shortbow")) == (10, 4)


@pytest.mark.rule("ingenuity", "B-35")
def test_a_parry_that_changes_nothing_does_not_matter() -> None:
    fight = at(struck("roland").profile_of("roland", physical=20))
    assert not fight.option("parry longsword").matters


# ------------------------------------------------------------------ who can't


@pytest.mark.parametrize(
    "changes",
    [{"reactions": 0}, {"st": 0}, {"conditions": suffering(stunned=1)}, {"unconscious": True, "prone": True}],
    ids=["no reaction", "no stamina", "stunned", "unconscious"],
)
@pytest.mark.rule("ingenuity", "B-30", "N-28")
def test_who_cannot_react_is_not_asked(changes: dict[str, Any]) -> None:
    fight = struck("fabian", "roland").sheet_of("fabian", **changes).sheet_of("roland", reactions=0)
    fight.until("guard", "strike fabian spear", thrown(2, 4), *([d6(1)] * 2 if "unconscious" in changes else []))
    assert (fight.asked.kind, fight.hit) == ("act", True)


@pytest.mark.parametrize(("setting", "reacts"), [("no", False), ("yes", True)])
@pytest.mark.rule("ingenuity", "B-30", "B-13", "N-2")
def test_the_surprised_do_not_react_unless_a_setting_lets_them(setting: str, reacts: bool) -> None:
    fight = struck("fabian", "roland", surprised=setting).turn_of(surprise=("foes",))
    fight.until("guard", "strike fabian spear", thrown(2, 4), d6(1))
    assert (fight.asked.kind == "react") is reacts


@pytest.mark.rule("ingenuity", "B-29", "B-30", "N-22")
def test_waiting_gives_a_reaction_more_until_the_next_turn() -> None:
    fight = Fight({"fabian": (4, 3)}, {"guard": (3, 3)}).play("fabian", "wait")
    assert (fight.sheet("fabian").reactions, fight.asked.who) == (2, "guard")
    fight.until("strike fabian spear", thrown(3, 4), "dodge", thrown(1, 1, of="d6+d4"), "pass")
    assert (asked(fight), fight.keys()) == (("defence", "fabian"), ["pass", "parry dagger"])
    fight.play("parry dagger", "done", "fabian")
    assert (fight.sheet("fabian").reactions, fight.has("fabian", "waiting")) == (1, False)


@pytest.mark.rule("ingenuity", "B-30", "B-22", "N-28")
def test_the_prone_react_but_do_not_step_in() -> None:
    fight = struck("fabian", "roland").sheet_of("roland", prone=True).sheet_of("fabian", prone=True)
    fight.until("guard", "strike fabian spear", thrown(3, 4), d6(1))
    assert asked(fight) == ("defence", "fabian")


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


@pytest.mark.rule("ingenuity", "B-23", "B-32", "B-30")
def test_a_blow_held_back_may_be_dodged_in_the_midst_of_ones_own_move_and_the_way_ends_there() -> None:
    fight = Fight({"boudica": (3, 3)}, {"fabian": (9, 3), "wolf": (20, 9)})
    fight.play("boudica", "ready comes near strike spear", "fabian").until("go 4,3", "take", thrown(3, 4))
    fight.play("dodge", thrown(6, 4, of="d6+d4"), "step 6,3")
    assert (fight.at("fabian"), fight.sheet("fabian").reactions, fight.turn.moved) == ((6, 3), 0, True)
    assert fight.offers("sprint 4,3")


@pytest.mark.rule("ingenuity", "B-19", "B-23")
def test_a_move_by_command_sets_off_what_is_held_back() -> None:
    fight = Fight({"boudica": (3, 3)}, {"clementine": (20, 9), "guard": (9, 3)})
    fight.play("boudica", "ready comes near strike spear", "clementine").until("command guard", "go 4,3")
    assert (fight.asked.topic, fight.asked.who) == ("readied", "boudica")


@pytest.mark.rule("ingenuity", "B-19", "B-34", "B-31")
def test_a_blow_by_command_is_stepped_in_for_and_blocked_like_any_other() -> None:
    party, foes = {"clementine": (1, 1), "boudica": (3, 3)}, {"goblin": (4, 3), "roland": (5, 3)}
    fight = Fight(party, foes).until("clementine", "command boudica", "strike goblin spear", thrown(4, 4))
    fight.play("intercept roland", "block medium-shield")
    assert (fight.sheet("roland").wear, fight.turn.active) == ({"medium-shield": 10}, "clementine")


@pytest.mark.rule("ingenuity", "B-19", "B-02")
def test_the_last_foe_may_fall_to_a_blow_by_command() -> None:
    fight = Fight({"clementine": (1, 1), "boudica": (3, 3)}, {"goblin": (4, 3)}).sheet_of("goblin", end=0, hp=1, st=0)
    fight.play("clementine", "command boudica", "strike goblin spear", thrown(4, 4), d20(10))
    assert (fight.over, fight.winner) == (True, "party")


@pytest.mark.rule("ingenuity", "B-23", "B-12")
def test_the_active_one_felled_by_what_was_held_back_has_no_more_of_its_turn() -> None:
    fight = Fight({"boudica": (3, 3), "roland": (1, 11)}, {"wolf": (4, 3), "goblin": (20, 9)})
    fight.sheet_of("wolf", end=0, hp=2, st=0).play("boudica", "ready attacks strike spear", "wolf")
    fight.play("strike boudica fangs", "take", thrown(5, 5), d20(15))
    assert (fight.last(Fell).who, fight.asked.who) == ("wolf", "roland")


@pytest.mark.parametrize(("state", "found"), [("closed", []), ("open", ["intercept roland"])])
@pytest.mark.rule("ingenuity", "B-34", "B-20")
def test_nobody_steps_in_through_a_shut_door(state: Literal["open", "closed"], found: list[str]) -> None:
    field = ground("########", ".......#", "########", edges=(Edge("door", (4, 1), (4, 2), "door", state),))
    fight = Fight({"fabian": (3, 1), "roland": (4, 1)}, {"guard": (2, 1)}, acting="foes", field=field)
    fight.until("guard", "strike fabian spear", thrown(3, 3))
    assert fight.keys("intercept") == found


@pytest.mark.rule("ingenuity", "B-23", "B-22")
def test_no_blow_held_back_reaches_through_a_wall() -> None:
    field = ground("........", "...####.", "........", "........")
    fight = Fight({"boudica": (3, 2)}, {"guard": (7, 0)}, field=field)
    fight.play("boudica", "ready comes near strike spear", "guard").until("go 3,0")
    assert (fight.asked.kind, fight.at("guard")) == ("act", (3, 0))


@pytest.mark.rule("ingenuity", "B-23", "B-57")
def test_a_large_body_is_struck_as_soon_as_any_of_it_is_in_reach() -> None:
    fight = Fight({"boudica": (3, 3)}, {"ogre": (9, 3), "wolf": (20, 9)})
    fight.play("boudica", "ready comes near strike spear", "ogre").until("go 4,3")
    assert (fight.asked.topic, fight.at("ogre")) == ("readied", (5, 3))


@pytest.mark.rule("ingenuity", "B-23", "B-13")
def test_whoever_is_surprised_does_not_do_what_it_held_back() -> None:
    fight = Fight({"boudica": (3, 3), "roland": (1, 11)}, {"guard": (9, 3), "goblin": (20, 9)})
    fight.play("boudica", "ready comes near strike spear").sheet("boudica")
    caught = Fight({"boudica": (3, 3), "roland": (1, 11)}, {"guard": (9, 3)}, acting="foes").turn_of(surprise=("foes",))
    caught.sheet_of("boudica", readied=fight.sheet("boudica").readied).until("guard", "go 4,3")
    assert caught.asked.kind == "act"


@pytest.mark.rule("ingenuity", "B-76", "B-79", "B-34")
def test_a_killing_strike_that_fails_may_be_stepped_in_for() -> None:
    fight = Fight({"boudica": (3, 3)}, {"guard": (4, 3), "roland": (5, 3)}).profile_of("guard", con=20)
    fight.sheet_of("guard", end=0, hp=0, unconscious=True, prone=True).until("boudica", "kill guard spear")
    fight.until(thrown(1, 1), d6(1), thrown(4, 4), d6(1), d6(1))
    assert fight.asked.topic == "intercept"
    fight.play("intercept roland", "pass")
    assert (fight.last(AttackDeclared).how, fight.sheet("guard").dead, fight.at("roland")) == (
        "sneak attack",
        False,
        (4, 3),
    )


@pytest.mark.rule("ingenuity", "B-71", "B-12")
def test_two_fall_to_their_wounds_as_the_round_ends_and_the_fight_is_a_draw() -> None:
    fight = Fight({"boudica": (3, 3)}, {"guard": (9, 3)}).turn_of(surprise=("others",))
    for who in ("boudica", "guard"):
        fight.sheet_of(who, end=0, hp=1, conditions=suffering(burning=1))
    assert (fight.over, fight.winner) == (True, None)


@pytest.mark.rule("ingenuity", "B-22", "N-13")
def test_who_is_felled_as_it_passes_a_friend_does_not_lie_on_top_of_it() -> None:
    field = ground("########", ".......#", "########")
    fight = Fight({"boudica": (1, 1), "roland": (0, 1)}, {"goblin": (3, 1), "wolf": (5, 1)}, field=field)
    fight.sheet_of("wolf", end=0, hp=1, st=0).play("boudica", "ready comes near strike spear", "wolf")
    fight.until("go 2,1", "take", thrown(5, 5), d20(15))
    assert (fight.sheet("wolf").unconscious, fight.at("wolf")) == (True, (4, 1))
