"""By the book where it hurts: two rules at once, the sleeping, the surprised, the gone, the dark, full hands."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.kit.conditions import Condition
from game.kit.testing.fight import d4, d6, d8, d10, d20
from game.rules.events import Id
from game.rules.setup import SideSetup
from game.spatial.field import Zone
from rulesets.glog import RULESET
from rulesets.glog.play.events import Checked, DamageRolled, TurnBegan
from rulesets.glog.play.turn import ours
from rulesets.glog.sheet.roster import STOCK
from rulesets.glog.sheet.sheet import ARMOUR
from tests.rulesets.glog.kit import DARK, EVERYWHERE, HALL, OPEN, SHUT, SMOKE, Fight, ground, suffering
from tests.rulesets.helping import terms

NEAR = {"hero": (5, 5)}
THUG = {"thug": (6, 5)}
BLOW = "strike thug sword slashing"
KILL = (d20(20), d8(7))


# ------------------------------------------------------------------ what a blow brings, and what undoes it


@pytest.mark.rule("glog", "D-31", "G-9")
def test_a_splintered_shield_saves_the_armour_too() -> None:
    fight = Fight(NEAR, THUG, acting="foes").until("strike hero axe", d20(15), d8(8), "armour", "splinter")
    assert fight.notches("thug", "axe") == 1, "what the attacker spent is spent"
    assert fight.notches("hero", ARMOUR) == 0, "nothing comes of the hit"


@pytest.mark.rule("glog", "D-31", "D-37")
def test_what_was_bought_on_a_blow_that_kills_befalls_nobody() -> None:
    fight = Fight(NEAR, {**THUG, "b": ("thug", (20, 9))}, morale="off")
    fight.until(BLOW, d20(20), d8(8))
    assert not fight.option("effect").matters
    fight.play("effect")
    assert not fight.has("thug", "bleeding") and fight.notches("hero", "sword") == 1


@pytest.mark.rule("glog", "D-41", "D-23", "G-10")
def test_a_weapon_that_breaks_on_its_blow_cleaves_on_no_more() -> None:
    fight = Fight(NEAR, {**THUG, "b": ("thug", (5, 6))}, morale="off").profile_of("hero", traits=("cleaves",))
    fight.sheet_of("hero", notches={"sword": 2}).sheet_of("thug", grit=0, flesh=1)
    fight.until(BLOW, d20(15), d8(8), "armour")
    assert fight.asked.kind == "act" and fight.sheet("hero").armed == ""


@pytest.mark.rule("glog", "G-10")
def test_nobody_cleaves_onto_somebody_out_of_reach_or_twice() -> None:
    foes: dict[str, Any] = {**THUG, "b": ("thug", (7, 5)), "c": ("thug", (5, 6)), "d": ("thug", (4, 5))}
    fight = Fight(NEAR, foes, morale="off").profile_of("hero", traits=("cleaves",))
    for who in ("thug", "c"):
        fight.sheet_of(who, grit=0, flesh=1)
    fight.until(BLOW, d20(15), d8(3))
    cleaves = [key.split()[1] for key in fight.keys("strike")]
    assert set(cleaves) == {"c", "d"}
    fight.until("strike c sword slashing", d20(15), d8(3))
    assert fight.asked.kind == "act", "once a round"


@pytest.mark.rule("glog", "D-28")
def test_a_1_with_fists_or_the_last_missile() -> None:
    fists = Fight(NEAR, THUG).sheet_of("hero", hands=(), handy=()).play("strike thug fist", d20(1))
    assert fists.sheet("hero").notches == {}
    last = Fight({"archer": (5, 5)}, {"thug": (7, 5)}).sheet_of("archer", hands=(), handy=("throwing-knife",))
    last.play("throw thug throwing-knife", d20(1))
    assert last.sheet("archer").handy == () and last.sheet("archer").armed == ""
    assert last.sheet("archer").depleted == () and last.notches("archer", "throwing-knife") == 0
    assert [thing.marks for thing in last.state.things.values()] == [{"notches": 1}]


@pytest.mark.rule("glog", "D-28", "D-41")
def test_a_1_in_an_answer_notches_as_any_other() -> None:
    fight = Fight(NEAR, THUG).until("trip thug", d20(2), "strike hero axe", d20(1))
    assert fight.notches("thug", "axe") == 1


# ------------------------------------------------------------------ magic that touches


@pytest.mark.rule("glog", "D-29", "G-21", "G-22")
def test_a_touch_is_a_blow_of_the_hand_in_the_dark_and_on_the_ground() -> None:
    down = (
        Fight({"mage": (5, 5)}, THUG).sheet_of("thug", prone=True).until("cast grave-hand thug", d20(8), d6(4), d10(3))
    )
    assert terms(down.rolled_attack.tally)["boon"] == 4 and down.hit
    dark = Fight({"mage": (5, 5)}, THUG, field=DARK).until("cast grave-hand thug", d20(13), d6(4))
    assert terms(dark.rolled_attack.tally)["bane"] == -4 and not dark.hit


@pytest.mark.rule("glog", "D-29", "G-11")
def test_a_touch_uses_up_the_opening_that_a_feint_has_made() -> None:
    fight = Fight({"mage": (5, 5)}, THUG).sheet_of("thug", conditions=suffering("off guard"))
    fight.until("cast grave-hand thug", d20(8), d6(1))
    assert not fight.has("thug", "off guard")


@pytest.mark.rule("glog", "D-36", "D-16")
def test_no_wind_moves_the_pinned() -> None:
    fight = Fight({"mage": (5, 5)}, {"thug": (7, 5)}).sheet_of("thug", conditions=suffering("pinned"))
    fight.play("cast gust thug", d20(2))
    assert fight.at("thug") == (7, 5)


@pytest.mark.rule("glog", "D-52", "D-16", "G-14")
def test_a_hero_whose_last_flesh_goes_with_a_failed_save_is_burned_no_more() -> None:
    foe = Fight({"hero": (5, 5), "archer": (1, 9)}, {"mage": (9, 5)}, acting="foes")
    foe.sheet_of("archer", early=False).sheet_of("hero", stress=10, flesh=1, grit=0).play(
        "cast cinder hero", d20(2), "done"
    )
    assert not foe.sheet("hero").up and foe.lost == [("hero", 1, "Flesh")]
    assert foe.asked.who == "archer", "no die is thrown for the dead"


# ------------------------------------------------------------------ gambits


@pytest.mark.rule("glog", "D-45", "D-41", "D-13")
def test_who_loses_heart_with_its_action_spent_only_runs() -> None:
    fight = Fight({"hero": (0, 5)}, {"thug": (1, 5)}, acting="foes").sheet_of("thug", grit=0, flesh=9)
    fight.until("trip hero", d20(2), "strike thug sword slashing", d20(15), d8(1), d20(2)).play()
    thug = fight.sheet("thug")
    assert thug.fleeing and not fight.state.gone, "the gambit was the action of its round"
    assert not thug.sprinted


@pytest.mark.rule("glog", "G-18", "G-21")
def test_who_loses_heart_on_the_ground_with_its_way_used_up_lies_there() -> None:
    fight = Fight({"hero": (5, 5)}, THUG, acting="foes").sheet_of("thug", prone=True, moved=6000, fleeing=True)
    fight.turn_of(phase="turn", active="thug").sheet_of("thug", action=False).play()
    assert fight.sheet("thug").prone and fight.sheet("thug").moved <= 8000


@pytest.mark.rule("glog", "G-28", "D-39")
def test_who_has_no_discipline_cows_nobody() -> None:
    assert not Fight({"bones": (5, 5)}, THUG).offers("cow thug")
    assert Fight(NEAR, THUG).offers("cow thug")


@pytest.mark.rule("glog", "G-11", "D-39")
def test_a_dazed_holder_is_the_easier_to_break_from() -> None:
    fight = Fight(NEAR, THUG).sheet_of("thug", grappling="hero", conditions=suffering("dazed"))
    assert fight.option("break thug").about.brief == "1 boon"


@pytest.mark.rule("glog", "D-41", "G-12")
def test_nobody_is_struck_through_a_gambit_that_killed_its_maker() -> None:
    fight = Fight({**NEAR, "archer": (1, 1)}, THUG).sheet_of(
        "hero", grit=0, flesh=1, hands=("sword",), handy=("sword",)
    )
    fight.until("hero", "trip thug", d20(2), "strike hero axe", d20(15), d8(8))
    fight.play("effect")
    assert not fight.sheet("hero").up and fight.asked.who == "archer"


@pytest.mark.rule("glog", "D-38", "D-41")
def test_who_is_pushed_out_of_a_grapple_is_free() -> None:
    fight = Fight(NEAR, THUG, acting="foes").sheet_of("hero", grappling="thug")
    fight.play("shove hero", d20(20), d6(1))
    assert fight.at("hero") == (4, 5) and fight.sheet("hero").grappling == ""


# ------------------------------------------------------------------ asleep, surprised, gone


@pytest.mark.rule("glog", "G-5", "D-13")
def test_who_sings_itself_to_sleep_has_had_its_turn() -> None:
    fight = Fight({"mage": (5, 5), "hero": (1, 1)}, {"thug": (7, 5)})
    fight.play("mage", "cast lullaby 6,5", d20(2), d20(20))
    assert fight.has("mage", "asleep") and fight.sheet("mage").done


@pytest.mark.rule("glog", "G-5", "D-35")
def test_who_is_put_to_sleep_before_its_turn_bleeds_all_the_same() -> None:
    fight = Fight({"mage": (5, 5), "hero": (15, 5)}, {"thug": (16, 5), "b": ("thug", (22, 9))}, morale="off")
    fight.sheet_of("hero", conditions=suffering("bleeding"))
    fight.play("mage", "cast lullaby 15,5", d20(2), d20(2), "done", d4(2))
    assert fight.body_of("hero")[0] == 1


@pytest.mark.rule("glog", "D-04", "D-35", "G-5")
def test_the_surprised_bleed_and_save_not() -> None:
    fight = Fight({**NEAR, "archer": (1, 1)}, THUG, acting="foes")
    fight.sheet_of("hero", early=False, conditions=suffering("bleeding", "surprised"))
    fight.sheet_of("archer", early=False).play("done", d4(1))
    assert fight.body_of("hero")[0] == 2 and fight.has("hero", "bleeding")


@pytest.mark.rule("glog", "G-23", "D-35")
def test_an_ambusher_that_bleeds_comes_to_light() -> None:
    fight = Fight(NEAR, {**THUG, "b": ("thug", (20, 9))}, hidden=("b",), acting="foes")
    fight.sheet_of("b", conditions=suffering("bleeding")).play("b", d4(1))
    assert not fight.sheet("b").hidden


@pytest.mark.rule("glog", "D-23", "D-36")
def test_a_strike_that_pins_keeps_who_retreats() -> None:
    fight = Fight({"hero": (0, 5)}, {"bones": (1, 5)}).sheet_of("hero", hands=("sword",), handy=("sword",), flesh=9)
    fight.until("retreat", "strike hero sword piercing", d20(15), d8(8), "effect")
    assert fight.has("hero", "pinned") and not fight.state.gone and not fight.sheet("hero").action


@pytest.mark.rule("glog", "D-48", "G-17")
def test_who_gave_up_counts_to_the_half_and_who_fled_does_not() -> None:
    foes: dict[str, Any] = {**THUG, **{f"t{n}": ("thug", (12 + 2 * n, 5)) for n in range(3)}}
    gave_up = Fight(NEAR, foes).turn_of(blood="party").sheet_of("t0", surrendered=True)
    gave_up.until(BLOW, *KILL, d20(20), d20(20))
    assert {rule for _, rule, _ in gave_up.nerved} == {"D-48"}
    fled = Fight(NEAR, {**foes, "r": ("thug", (0, 11))}, acting="foes").turn_of(blood="party")
    fled.sheet_of("r", fleeing=True).play("end")
    assert Id("r") in fled.state.gone and "foes half" not in fled.turn.rung


@pytest.mark.rule("glog", "D-49", "D-46")
def test_the_last_of_many_is_not_alone() -> None:
    fight = Fight(NEAR, {**THUG, "b": ("thug", (9, 9))}).turn_of(blood="foes", rung=("foes half",))
    fight.sheet_of("b", flesh=0).sheet_of("thug", grit=0, flesh=9).until(BLOW, d20(15), d8(1))
    assert fight.nerved == []


@pytest.mark.rule("glog", "D-51", "D-49")
def test_a_lone_hireling_of_little_loyalty_tests_at_its_first_wound() -> None:
    fight = Fight({"hireling": (5, 5)}, THUG, acting="foes").sheet_of("hireling", grit=0, flesh=9)
    fight.until("strike hireling axe", d20(15), d8(1), d20(12))
    assert fight.nerved == [("hireling", "D-49", True)]


# ------------------------------------------------------------------ sides


@pytest.mark.rule("glog", "D-02", "D-46", "G-1")
def test_of_three_sides_each_loses_heart_for_itself() -> None:
    fight = Fight(NEAR, {**THUG, "b": ("thug", (9, 9))}, {"s": ("sneak", (20, 9)), "s2": ("sneak", (20, 11))})
    fight.until(BLOW, *KILL, d20(20))
    assert [who for who, _, _ in fight.nerved] == ["b"]
    fight.play("done")
    assert fight.asked.who == "b"
    fight.play("done")
    assert fight.asked.seat == "others" and RULESET.banner(fight.board) == ("Foes and Others: turn",)


@pytest.mark.rule("glog", "G-1", "D-07")
def test_of_two_parties_the_first_tests_and_is_met() -> None:
    fight = Fight(NEAR, {"archer": (15, 5)}, fresh=True, parley="uncertain")
    sides = tuple(SideSetup(side.name, side.squad, party=True) for side in fight.setup.sides)
    fight.setup = replace(fight.setup, sides=sides)
    assert ours(fight.board) == ("party",)
    assert fight.asked.seat == "party"


# ------------------------------------------------------------------ dark, doors and heights


@pytest.mark.rule("glog", "G-22")
def test_eyes_for_the_dark_see_no_better_in_smoke() -> None:
    fight = Fight(NEAR, THUG, field=SMOKE).profile_of("hero", traits=("sees in the dark",))
    assert fight.option(BLOW).about.brief == "1 bane"
    dark = Fight(NEAR, THUG, field=DARK).profile_of("hero", traits=("sees in the dark",))
    assert dark.option(BLOW).about.brief == ""


@pytest.mark.rule("glog", "G-22", "D-21")
def test_when_the_torch_bearer_falls_it_is_dark() -> None:
    fight = Fight({"mage": (4, 5), "hero": (5, 5)}, THUG, field=DARK, acting="foes")
    fight.sheet_of("mage", hands=("knife", "torch"), lit=("torch",), grit=0, flesh=1)
    fight.sheet_of("thug", handy=("axe",)).profile_of("thug", traits=("sees in the dark",))
    assert fight.offers("strike hero axe")
    fight.play("go 5,6", "strike mage axe", d20(15), d8(8), "done")
    assert not fight.sheet("mage").lit and [thing.key for thing in fight.state.things.values()][-1] == "torch"
    late = Fight(NEAR, THUG, field=DARK)
    assert late.option(BLOW).about.brief == "1 bane"


@pytest.mark.rule("glog", "G-22")
def test_a_large_body_half_in_the_light_is_seen() -> None:
    half = replace(OPEN, zones=(Zone("dark", "Dark", tuple((x, y) for x, y in EVERYWHERE if x >= 7), dark=True),))
    assert Fight(NEAR, {"beast": (6, 5)}, field=half).option("strike beast sword slashing").about.brief == ""
    whole = replace(OPEN, zones=(Zone("dark", "Dark", tuple((x, y) for x, y in EVERYWHERE if x >= 6), dark=True),))
    assert Fight(NEAR, {"beast": (6, 5)}, field=whole).option("strike beast sword slashing").about.brief == "1 bane"


@pytest.mark.rule("glog", "G-24", "G-29", "D-14")
def test_through_a_shut_door_nothing_is_struck_touched_tried_or_taken() -> None:
    fight = Fight({"mage": (5, 1)}, {"thug": (6, 1)}, field=HALL).thing("x", "axe", (6, 1))
    assert not fight.keys("strike") and not fight.keys("trip") and not fight.keys("shove")
    assert not fight.offers("cast grave-hand thug")
    assert not fight.offers("take x")
    fight.play("open door")
    assert fight.keys("strike") and fight.offers("trip thug") and fight.offers("take x")


@pytest.mark.rule("glog", "D-23", "G-16")
def test_who_retreats_beside_a_shut_door_is_struck_by_nobody_behind_it() -> None:
    rim = ground("............", "............", "#" * 12, edges=(replace(SHUT, a=(6, 0), b=(6, 1)),))
    fight = Fight({"hero": (5, 0)}, {"thug": (6, 0)}, field=rim).play("retreat")
    assert fight.over and not fight.let_be


@pytest.mark.rule("glog", "G-12")
def test_nobody_is_shoved_up_a_cliff_or_through_a_shut_door() -> None:
    cliff = ground(*[".......3.."] * 8)
    assert not Fight(NEAR, THUG, field=cliff).offers("shove thug")
    assert not Fight({"hero": (4, 1)}, {"thug": (5, 1)}, field=HALL).offers("shove thug")


@pytest.mark.rule("glog", "G-12", "D-52")
@pytest.mark.parametrize(("high", "dice"), [(1, ""), (2, "1d6"), (3, "1d6"), (4, "2d6")])
def test_a_fall_is_a_die_for_each_ten_feet(high: int, dice: str) -> None:
    cliff = ground(*[f"{str(high) * 7}..." for _ in range(8)])
    fight = Fight(NEAR, THUG, field=cliff).until("shove thug", d20(20))
    if dice:
        assert fight.rolled.dice == dice
    else:
        assert fight.at("thug") == (7, 5) and fight.body_of("thug")[:2] == (3, 5)


BOW = {"crossbowman": (5, 5)}


def turns(fight: Fight) -> list[str]:
    return [event.who for event in fight.told(TurnBegan)]


def saves(fight: Fight, what: str) -> list[str]:
    return [event.who for event in fight.told(Checked) if event.what == what]


def feet(fight: Fight, who: str) -> str:
    return dict(RULESET.standing(fight.board, Id(who)).facts)["Speed"]


# ------------------------------------------------------------------ rounds


@pytest.mark.rule("glog", "D-01", "D-02", "D-51")
def test_hirelings_test_savvy_every_round_and_neither_foes_nor_the_sleeping_do() -> None:
    party = {"hero": (1, 1), "hireling": (1, 3), "archer": (1, 5)}
    asleep = (Condition("asleep", "round ends", last=9),)
    fight = Fight(party, {"thug": (20, 5)}).turn_of(phase="round").sheet_of("archer", conditions=asleep)
    fight.play(d20(11), d20(10), "done", "done", "done", d20(1), d20(20), "done")
    assert saves(fight, "initiative") == ["hero", "hireling"] * 2
    assert turns(fight) == ["hero", "thug", "hireling", "hireling", "thug"]


@pytest.mark.rule("glog", "D-01", "D-02")
def test_who_is_woken_before_its_group_has_acted_acts_with_the_late() -> None:
    party = {"hero": (1, 1), "archer": (5, 5)}
    fight = Fight(party, THUG).turn_of(phase="round").sheet_of("archer", conditions=suffering("asleep"))
    fight.play(d20(11), "done", "strike archer axe", d20(15), d8(1), "done")
    assert not fight.has("archer", "asleep")
    assert turns(fight) == ["hero", "thug", "archer"]


# ------------------------------------------------------------------ surprise


@pytest.mark.rule("glog", "D-04", "D-41")
def test_the_surprised_take_no_free_answer_and_have_their_turn_in_the_next_round() -> None:
    fight = Fight(NEAR, THUG).sheet_of("thug", conditions=suffering("surprised"))
    fight.play("trip thug", d20(1), "done")
    assert fight.asked_of("retaliation") == [] and "thug" not in turns(fight)


@pytest.mark.rule("glog", "D-06", "D-05", "G-2")
def test_one_bane_for_the_stealthy_however_many_and_only_those_in_the_open_save() -> None:
    party = {"hero": (3, 5), "hireling": (3, 7), "archer": (3, 9)}
    foes = {"sneak": ("sneak", (20, 5)), "other": ("sneak", (20, 7)), "thug": ("thug", (20, 9))}
    fight = Fight(party, foes, fresh=True, hidden=("sneak", "other", "archer"))
    fight.until(d20(16), d6(1))
    assert fight.checked.passed is False and fight.sheet("hero").stress == 1
    fight.until(d20(20), d6(1), d20(14))
    assert saves(fight, "SAV Save, surprise") == ["hero", "hireling", "thug"], "each side lies in wait for the other"
    assert fight.sheet("thug").stress == 0


# ------------------------------------------------------------------ on foot


@pytest.mark.rule("glog", "D-15", "D-13", "G-21")
def test_who_lies_gets_up_walks_and_sprints_as_far_as_the_two_speeds_leave() -> None:
    fight = Fight({"hero": (1, 5)}, {"thug": (20, 11)}).sheet_of("hero", prone=True).play("sprint")
    assert (feet(fight, "hero"), fight.offers("sprint"), fight.keys("go")) == ("80 of 80 ft", False, [])
    fight.play("stand", "go 13,5")
    assert feet(fight, "hero") == "0 of 80 ft" and not fight.offers("strike thug sword slashing")


@pytest.mark.rule("glog", "D-15", "D-18")
def test_a_heavy_load_is_carried_at_both_speeds() -> None:
    fight = Fight(NEAR, {"thug": (20, 11)}).scores_of("hero", might=3).play("sprint")
    assert feet(fight, "hero") == "60 of 60 ft"


@pytest.mark.rule("glog", "D-18", "D-36")
def test_the_pinned_may_lighten_their_load_and_what_was_walked_stays_walked() -> None:
    fight = Fight(NEAR, {"thug": (20, 11)}).scores_of("hero", might=3).sheet_of("hero", stowed=("torch", "sword#2"))
    fight.play("go 9,5")
    assert feet(fight, "hero") == "10 of 30 ft"
    fight.play("lighten")
    assert {thing.at for thing in fight.state.things.values()} == {(9, 5)}
    assert set(fight.sheet("hero").handy) == {"sword", "shield"}, "what is handy stays, and what is worn"
    stuck = Fight(NEAR, THUG).sheet_of("hero", conditions=suffering("pinned"))
    assert stuck.offers("lighten")
    assert not Fight(BOW, THUG).offers("lighten"), "where there is nothing to drop"


# ------------------------------------------------------------------ slots and hands


@pytest.mark.rule("glog", "D-17", "D-21")
def test_a_burning_torch_that_is_stowed_goes_out_and_takes_the_action_to_fetch() -> None:
    fight = Fight({"mage": (5, 5)}, {"thug": (20, 5)}, field=DARK).sheet_of("mage", hands=("torch",), lit=("torch",))
    fight.play("stow torch")
    sheet = fight.sheet("mage")
    assert (sheet.stowed, sheet.hands, sheet.lit, sheet.action) == (("torch",), (), (), False)
    assert not fight.keys("fetch") and not fight.keys("stow")


@pytest.mark.rule("glog", "D-17", "D-38")
def test_the_held_and_prone_reach_into_their_packs_too() -> None:
    fight = Fight(NEAR, THUG).sheet_of("thug", grappling="hero").sheet_of("hero", prone=True).play("fetch torch")
    assert "torch" in fight.sheet("hero").handy


@pytest.mark.rule("glog", "D-19", "D-25", "G-32")
def test_a_crossbow_is_not_reloaded_with_a_shield_on_the_arm_and_is_drawn_for_it() -> None:
    shield = STOCK.house.things["shield"]
    knife = STOCK.house.weapons["knife"]

    def bowman(*hands: str) -> Fight:
        fight = Fight(BOW, {"thug": (20, 5)})
        profile = fight.sheet_now("crossbowman").profile
        fight.profile_of("crossbowman", things=(*profile.things, shield), weapons=(*profile.weapons, knife))
        handy = (*profile.handy, "shield", "knife")
        return fight.sheet_of("crossbowman", handy=handy, hands=hands, unloaded=("crossbow",))

    full = bowman("knife", "shield")
    assert not full.offers("reload crossbow") and full.refusal("Reload the").rule == "D-19"
    fight = bowman("knife").play("reload crossbow")
    assert (fight.sheet("crossbowman").hands, fight.sheet("crossbowman").unloaded) == (("crossbow",), ())


# ------------------------------------------------------------------ drink


@pytest.mark.rule("glog", "D-20", "D-55", "D-17")
def test_a_swig_is_taken_of_what_is_handy_alone_and_never_costs_grit() -> None:
    fight = Fight(BOW, THUG).sheet_of("crossbowman", grit=1).scores_of("crossbowman", discipline=3)
    assert fight.play("swig brandy", d6(1)).sheet("crossbowman").grit == 1, "d6 less 3"
    packed = Fight(BOW, THUG).sheet_of("crossbowman", handy=("crossbow", "bolts"), stowed=("brandy",))
    assert not packed.offers("swig brandy") and packed.offers("fetch brandy")


@pytest.mark.rule("glog", "D-55", "D-34", "D-53")
def test_drink_and_a_blow_on_the_head_are_two_banes_of_which_the_worse_die_counts() -> None:
    fight = Fight(NEAR, THUG).sheet_of("hero", conditions=suffering("drunk", "dazed"))
    assert fight.option("trip thug").about.brief == "2 banes"
    assert fight.option("strike thug sword slashing").about.brief == "2 banes"


# ------------------------------------------------------------------ gambits


@pytest.mark.rule("glog", "D-22", "D-39", "D-13")
def test_a_gambit_is_the_action_of_the_round_and_may_be_tried_from_the_ground() -> None:
    fight = Fight(NEAR, {"thug": (6, 5), "b": ("thug", (5, 6))}).sheet_of("hero", prone=True)
    assert fight.option("trip thug").about.brief == "", "what hampers blows hampers no Test of Agility"
    fight.play("trip thug", d20(20))
    assert fight.sheet("thug").prone and not fight.sheet("hero").action
    assert not any(fight.keys(verb) for verb in ("trip", "shove", "disarm", "grapple", "feint", "cow", "strike"))


# ------------------------------------------------------------------ damage


@pytest.mark.rule("glog", "D-30", "D-54")
def test_a_weak_arm_with_a_notched_knife_still_does_1() -> None:
    fight = Fight({"archer": (5, 5)}, THUG).scores_of("archer", might=3, agility=3).profile_of("archer", violence=20)
    fight.sheet_of("archer", notches={"knife": 2}).play("strike thug knife", d20(10), d6(1))
    assert fight.dealt == 1


@pytest.mark.rule("glog", "D-32", "D-31", "D-33")
def test_the_most_of_a_die_a_step_down_offers_what_the_use_does_and_a_weakness_makes_no_most() -> None:
    fight = Fight(NEAR, {"bones": (6, 5)}).profile_of("bones", flesh=20, grit=0)
    fight.until("strike bones sword piercing", d20(15), d6(6))
    assert [option.key for option in fight.asked.options] == ["pass", "effect"]
    assert fight.option("effect").label == "Leave it pinned"
    fight = Fight({"boss": (5, 5)}, {"bones": (6, 5)}).profile_of("bones", flesh=20)
    fight.play("strike bones mace", d20(15), d8(7))
    assert fight.dealt == 9 and fight.asked_of("notch") == [] and not fight.last(DamageRolled).most


@pytest.mark.rule("glog", "D-33", "D-27")
def test_a_critical_hit_is_resisted_too() -> None:
    fight = Fight(NEAR, {"bones": (6, 5)}).play("strike bones sword piercing", d20(20), d6(4))
    assert (fight.last(DamageRolled).die, fight.dealt) == ("d6", 5)


# ------------------------------------------------------------------ effects


@pytest.mark.rule("glog", "D-34", "D-41", "G-3")
def test_the_dazed_answer_with_a_bane_for_an_answer_is_an_action_too() -> None:
    fight = Fight(NEAR, {"thug": (6, 5), "b": ("thug", (20, 5))}).sheet_of("thug", conditions=suffering("dazed"))
    fight.until("shove thug", d20(1), d6(1))
    assert fight.asked.topic == "retaliation"
    assert fight.option("strike hero axe").about.brief == "1 bane"


@pytest.mark.rule("glog", "D-37", "D-35")
def test_those_whose_side_has_nobody_else_act_bleed_and_save_all_the_same() -> None:
    fight = Fight({"hero": (1, 1), "archer": (1, 5)}, {"thug": (20, 5)})
    for who in ("hero", "archer"):
        fight.sheet_of(who, conditions=suffering("bleeding"))
    fight.play("end", d4(1), d20(13), d4(2), d20(13))
    assert not fight.has("hero", "bleeding") and fight.has("archer", "bleeding"), "a Might of 14 saves at 13, 12 not"
    assert (fight.body_of("hero")[0], fight.body_of("archer")[0]) == (2, 1)


@pytest.mark.rule("glog", "D-37", "D-36")
def test_who_is_pinned_in_its_own_turn_saves_at_its_end() -> None:
    fight = Fight(NEAR, {"thug": (6, 5), "b": ("thug", (20, 5))}).weapon_of("thug", "axe", uses=("piercing",))
    fight.play("trip thug", d20(1), "strike hero axe", d20(15), d8(8), "effect")
    assert fight.has("hero", "pinned") and not fight.keys("go")
    fight.play("done", d20(13))
    assert not fight.has("hero", "pinned")


# ------------------------------------------------------------------ morale


@pytest.mark.rule("glog", "D-42", "D-43", "D-49")
@pytest.mark.parametrize(("face", "stands"), [(9, False), (10, True)])
def test_most_have_a_morale_of_10_and_stand_from_a_10_on(face: int, stands: bool) -> None:
    fight = Fight(NEAR, THUG).sheet_of("thug", grit=0).weapon_of("hero", "sword", die="d4", uses=("slashing",))
    fight.play("strike thug sword", d20(15), d4(1), d20(face))
    assert fight.nerved == [("thug", "D-49", stands)]
