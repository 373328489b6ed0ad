"""Rules where they are hardest: the sleeping, the surprised, full hands, heavy loads, weak arms, two at once."""

from __future__ import annotations

import pytest

from game.kit.conditions import Condition
from game.kit.testing.fight import d4, d6, d8, d20
from game.rules.events import Id
from rulesets.glog import RULESET
from rulesets.glog.play.events import Checked, DamageRolled, TurnBegan
from rulesets.glog.sheet.roster import STOCK
from tests.rulesets.glog.kit import DARK, Fight, suffering

NEAR = {"hero": (5, 5)}
THUG = {"thug": (6, 5)}
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
