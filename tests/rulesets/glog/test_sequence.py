"""By the book: Savvy, the three groups, surprise, disposition, a turn's walk and action; the night after a battle."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from game.kit.testing.fight import Dice, d4, d6, d8, d20
from game.rules.dice import HIGHEST, at_most, outcomes
from game.rules.events import Id
from game.rules.questions import Choose
from rulesets.glog import RULESET
from rulesets.glog.play.events import BlockBegan, Broke, Checked, Disposed
from rulesets.glog.play.turn import MOODS
from rulesets.glog.sheet.roster import STOCK
from tests.rulesets.glog.kit import Fight, ground, suffering
from tests.rulesets.helping import terms
from tests.rulesets.resting import begun_with, night

HERO = {"hero": (5, 5)}
THUG = {"thug": (15, 5)}


def fresh(party: Any, foes: Any, **more: Any) -> Fight:
    return Fight(party, foes, fresh=True, **more)


def share_of(fight: Fight, needed: int, net: int) -> Fraction:
    """How likely a Test or Save is that waits, by its own reading of the dice."""
    roll = fight.rolled
    good = whole = 0
    for faces, ways in roll.outcomes():
        for bonus, count in outcomes("d6", HIGHEST) if net else (((0,), 1),):
            extra = bonus[0] if net > 0 else -bonus[0]
            whole += ways * count
            good += ways * count * (faces[0] + extra >= needed)
    return Fraction(good, whole)


# ------------------------------------------------------------------ Savvy


@pytest.mark.rule("glog", "D-01")
@pytest.mark.parametrize(("savvy", "share"), [(9, Fraction(50, 100)), (13, Fraction(70, 100))])
def test_each_round_the_party_tests_savvy(savvy: int, share: Fraction) -> None:
    fight = fresh(HERO, THUG).scores_of("hero", savvy=savvy)
    assert share_of(fight, 20 - savvy, 0) == share
    fight.play(d20(20 - savvy))
    assert fight.checked.passed and fight.asked.who == "hero"
    late = fresh(HERO, THUG).scores_of("hero", savvy=savvy).play(d20(19 - savvy))
    assert not late.checked.passed and late.asked.who == "thug"


@pytest.mark.rule("glog", "D-03")
@pytest.mark.parametrize(("savvy", "share"), [(9, Fraction(325, 1000)), (13, Fraction(525, 1000))])
def test_quick_foes_are_a_bane_and_slow_ones_a_boon(savvy: int, share: Fraction) -> None:
    fight = fresh(HERO, {"beast": (12, 5)}).scores_of("hero", savvy=savvy)
    assert share_of(fight, 20 - savvy, -1) == share
    fight.play(d20(12), d6(4))
    assert terms(fight.checked.tally) == {"Savvy": savvy, "bane": -4}
    slow = fresh(HERO, {"sluggard": (12, 5)}).play(d20(6), d6(5))
    assert terms(slow.checked.tally) == {"Savvy": 9, "boon": 5}


@pytest.mark.rule("glog", "D-03", "D-53", "G-31")
def test_quick_and_slow_foes_cancel_out_in_whatever_order_and_number_they_come() -> None:
    quick, slow = {"beast": (12, 5)}, {"sluggard": (12, 9)}
    more = {"b": ("beast", (15, 5)), "c": ("beast", (18, 5)), "t": ("thug", (20, 1)), "u": ("thug", (20, 3))}
    for crowd in ({**quick, **slow}, {**slow, **quick}, {**quick, **slow, **more}, {**more, **slow}):
        assert terms(fresh(HERO, crowd).play(d20(12)).checked.tally) == {"Savvy": 9}
    alone = fresh(HERO, {**quick, **more}).play(d20(12), d6(1))
    assert terms(alone.checked.tally) == {"Savvy": 9, "bane": -1}, "many quick ones are one Bane"
    third = Fight(HERO, quick, {"sluggard": (12, 9)}, fresh=True).play(d20(12))
    assert terms(third.checked.tally) == {"Savvy": 9}, "on two other sides as well"


@pytest.mark.rule("glog", "D-03", "G-31")
def test_of_those_in_ambush_a_test_of_savvy_knows_nothing() -> None:
    lurking = fresh(HERO, {"beast": (12, 5), "thug": (15, 5)}, hidden=("beast",), surprise="none").play(d20(12))
    assert terms(lurking.checked.tally) == {"Savvy": 9}


@pytest.mark.rule("glog", "D-03", "D-53")
def test_the_alert_have_a_boon() -> None:
    fight = fresh(HERO, {"beast": (12, 5)}).profile_of("hero", alert=1).play(d20(11))
    assert fight.checked.passed, "one boon, one bane"


@pytest.mark.rule("glog", "D-02")
def test_the_early_act_then_their_foes_then_the_late() -> None:
    fight = fresh({"hero": (1, 1), "archer": (1, 3)}, {"a": ("thug", (20, 5)), "b": ("thug", (20, 7))})
    fight.play(d20(2), d20(19))
    assert [(slot.who, slot.group) for slot in RULESET.order(fight.board)] == [
        ("archer", "early"),
        ("a", "foes"),
        ("b", "foes"),
        ("hero", "late"),
    ]
    assert RULESET.banner(fight.board) == ("Party: those early",)
    fight.play("done")
    assert RULESET.banner(fight.board) == ("Foes: turn",)
    begun = [RULESET.tell(fight.board, event) for event in fight.told(BlockBegan)]
    assert [line.text for line in begun if line] == ["Party: those early", "Foes: turn, before those late: Hero"]
    fight.play("b", "done", "a", "done")
    assert fight.asked.who == "hero"
    fight.play("done")
    assert RULESET.round_of(fight.state) == 2
    fight.play(d20(19), d20(2))
    assert fight.asked.who == "hero", "late, then early: twice in a row"


@pytest.mark.rule("glog", "G-1")
def test_hirelings_test_and_without_a_party_the_first_side_does() -> None:
    fight = fresh({"hireling": (1, 1)}, THUG).play(d20(11))
    assert fight.checked.who == "hireling" and fight.checked.passed
    sides = fresh({"thug": (1, 1)}, {"bones": (9, 9)}, party_side=False).play(d20(11))
    assert sides.checked.who == "thug" and sides.asked.who == "thug"


@pytest.mark.rule("glog", "D-02")
def test_who_is_not_wanted_can_be_left_out() -> None:
    fight = Fight({"hero": (1, 1), "archer": (1, 3)}, THUG).play("end")
    assert fight.asked.who == "thug"
    assert fight.sheet("hero").done and fight.sheet("archer").done
    bleeding = Fight({"hero": (1, 1), "archer": (1, 3)}, THUG).sheet_of("hero", conditions=suffering("bleeding"))
    bleeding.play("end", d4(2), d20(20))
    assert bleeding.sheet("hero").grit == 1 and not bleeding.has("hero", "bleeding"), "it bleeds and saves all the same"


# ------------------------------------------------------------------ surprise


@pytest.mark.rule("glog", "D-04", "D-06", "G-2")
def test_who_is_set_upon_from_ambush_saves_or_loses_a_round_and_takes_stress() -> None:
    fight = fresh({"hero": (5, 5), "archer": (3, 3)}, THUG, hidden=("thug",))
    fight.play(d20(15), d20(14))  # 4 and 6 of half their Savvy
    assert [event.passed for event in fight.told(Checked)] == [False, True]
    assert fight.sheet("hero").stress == 1
    fight.play(d20(20))
    assert fight.checked.who == "archer", "who is surprised does not test"
    assert fight.asked.who == "archer"
    fight.play("done", "done")
    assert not fight.has("hero", "surprised")
    assert fight.rolled.who == "hero", "round 2"


@pytest.mark.rule("glog", "D-06")
def test_a_chance_meeting_savvy_13_and_the_stealthy() -> None:
    fight = fresh({"archer": (5, 5)}, THUG, surprise="chance")
    assert share_of(fight, 14, 0) == Fraction(35, 100)
    stealthy = fresh({"archer": (5, 5)}, {"sneak": (15, 5)}, surprise="chance")
    assert share_of(stealthy, 14, -1) == Fraction(175, 1000)
    stealthy.play(d20(17), d6(4))
    assert stealthy.has("archer", "surprised")
    assert fresh({"archer": (5, 5)}, {"sneak": (15, 5)}, surprise="chance").play(d20(18), d6(4)).checked.passed


@pytest.mark.rule("glog", "D-05", "D-04")
def test_what_happened_before_may_decide_alone() -> None:
    party = fresh(HERO, THUG, surprise="party").play()
    assert party.has("hero", "surprised") and party.asked.who == "thug"
    foes = fresh(HERO, THUG, surprise="foes").play(d20(2))
    assert foes.has("thug", "surprised") and foes.asked.who == "hero"
    none = fresh(HERO, THUG, hidden=("thug",), surprise="none").play(d20(2))
    assert not none.has("hero", "surprised")
    asked = fresh(HERO, THUG, surprise="ask")
    assert isinstance(asked.match.pending, Choose) and asked.asked.topic == "surprise"
    asked.play("party")
    assert asked.has("hero", "surprised") and asked.asked.who == "thug", "the first round is lost"
    asked.play("done")
    assert not asked.has("hero", "surprised") and asked.rolled.who == "hero"


@pytest.mark.rule("glog", "G-2")
def test_foes_save_where_the_party_lurks_and_take_no_stress() -> None:
    fight = fresh(HERO, THUG, hidden=("hero",)).play(d20(3))
    assert fight.has("thug", "surprised") and fight.sheet("thug").stress == 0


# ------------------------------------------------------------------ disposition


@pytest.mark.rule("glog", "D-07", "D-08", "D-09", "D-10", "D-11", "D-12")
def test_the_luck_roll_falls_1_9_16_9_1_times_in_36() -> None:
    roll = fresh(HERO, THUG, parley="roll").rolled
    assert roll.dice == "2d6"
    assert [ways for _, ways in roll.outcomes()] == [1, 9, 16, 9, 1]
    assert [ways for _, ways in outcomes("2d6", at_most(*(most for most, *_ in MOODS[:-1])))] == [1, 9, 16, 9, 1]


def met(faces: tuple[int, int]) -> Fight:
    return fresh(HERO, THUG, parley="roll").until(Dice("2d6", faces))


@pytest.mark.rule("glog", "D-08")
def test_on_a_2_they_attack_at_once() -> None:
    assert met((1, 1)).rolled.why == "initiative"


@pytest.mark.rule("glog", "D-09", "G-2")
def test_the_hostile_attack_or_threaten() -> None:
    fight = met((2, 3))
    assert fight.asked.seat == "foes"
    fight.until("talk")
    assert fight.asked.seat == "party"
    fight.until("talk")
    assert fight.over and fight.winner is None
    assert met((1, 2)).until("fight").rolled.why == "initiative"
    assert met((1, 2)).until("talk", "fight").rolled.why == "initiative"


@pytest.mark.rule("glog", "D-10", "D-11", "D-12")
@pytest.mark.parametrize("faces", [(3, 3), (4, 5), (6, 6)])
def test_the_others_wait_for_what_the_party_does(faces: tuple[int, int]) -> None:
    fight = met(faces)
    assert (fight.asked.seat, fight.asked.topic, fight.asked.idle) == ("party", "parley", "fight")
    fight.until("talk")
    assert fight.over and fight.winner is None
    assert met(faces).until("fight").rolled.why == "initiative"


@pytest.mark.rule("glog", "D-07")
def test_what_is_plain_is_not_rolled() -> None:
    assert fresh(HERO, THUG).rolled.why == "initiative"
    fight = fresh(HERO, THUG, parley="friendly")
    assert fight.asked.seat == "party" and fight.last(Disposed).word == "friendly"


# ------------------------------------------------------------------ a turn


@pytest.mark.rule("glog", "D-13", "G-24")
def test_forty_feet_in_parts_around_the_action() -> None:
    fight = Fight({"hero": (5, 5)}, {"thug": (9, 5)})
    assert fight.option("go 8,5").about.brief == "15 ft"
    fight.play("go 8,5", "strike thug sword slashing", d20(2))
    assert fight.sheet("hero").moved == 3000
    assert fight.offers("go 8,10") and not fight.offers("go 8,11")
    fight.play("go 8,8")
    assert fight.sheet("hero").moved == 6000
    fight.play("go 8,10")
    assert not fight.keys("go") and fight.refusal("Walk").rule == "D-13"


@pytest.mark.rule("glog", "G-24")
def test_feet_are_measured_unless_the_setting_counts_steps() -> None:
    measured, counted = Fight({"hero": (0, 0)}, THUG), Fight({"hero": (0, 0)}, THUG, diagonals="one")
    assert measured.offers("go 5,5") and not measured.offers("go 6,6")
    assert counted.offers("go 8,8")
    assert measured.option("go 5,5").about.brief == "35 ft"
    counted.play("go 3,3")
    assert counted.sheet("hero").moved == 3000 and counted.offers("go 8,8")
    assert RULESET.tell_distance(counted.board, Id("hero"), (6, 6)) == "15 ft"
    assert RULESET.tell_distance(measured.board, Id("hero"), (3, 3)) == "21 ft"


@pytest.mark.rule("glog", "D-13")
def test_one_action_a_round() -> None:
    fight = Fight({"hero": (8, 5)}, {"thug": (9, 5)}).play("strike thug sword slashing", d20(2))
    assert not fight.keys("strike") and not fight.keys("shove") and not fight.offers("sprint")
    assert fight.refusal("Act").rule == "D-13"


@pytest.mark.rule("glog", "D-15")
def test_a_sprint_is_combat_speed_once_more_for_the_action() -> None:
    fight = Fight({"hero": (1, 5)}, {"thug": (22, 5)})
    assert not fight.offers("go 12,5")
    fight.play("go 9,5", "sprint")
    assert fight.offers("go 17,5") and not fight.offers("go 18,5")
    assert not fight.sheet("hero").action and not fight.offers("sprint")


@pytest.mark.rule("glog", "D-13")
@pytest.mark.parametrize("to", ["go 4,5", "go 4,6", "go 5,7", "go 6,8"])
def test_what_is_left_after_a_walk_is_what_the_card_says_then(to: str) -> None:
    fight = Fight({"hero": (1, 5)}, {"thug": (22, 5)})
    (told,) = fight.option(to).about.notes
    fight.play(to)
    assert (
        dict(RULESET.standing(fight.board, Id("hero")).facts)["Speed"]
        == f"{told.split(' left')[0].split()[0]} of 40 ft"
    )


@pytest.mark.rule("glog", "D-13", "G-26")
def test_heavy_armour_and_too_much_of_a_load_take_ten_feet_each() -> None:
    fight = Fight({"hero": (1, 5)}, THUG)
    assert dict(RULESET.standing(fight.board, Id("hero")).facts)["Speed"] == "40 of 40 ft"
    loaded = Fight({"hero": (1, 5)}, THUG).scores_of("hero", might=3)
    assert dict(RULESET.standing(loaded.board, Id("hero")).facts)["Speed"] == "30 of 30 ft"
    heavy = Fight({"hero": (1, 5)}, THUG).profile_of("hero", armour=STOCK.house.armour["heavy"])
    assert heavy.offers("go 7,5") and not heavy.offers("go 8,5")
    both = Fight({"hero": (1, 5)}, THUG).scores_of("hero", might=3)
    both.profile_of("hero", armour=STOCK.house.armour["heavy"])
    assert both.offers("go 5,5") and not both.offers("go 6,5")


@pytest.mark.rule("glog", "G-21", "D-13")
def test_getting_up_costs_twenty_feet() -> None:
    fight = Fight({"hero": (1, 5)}, THUG).sheet_of("hero", prone=True)
    assert not fight.keys("go") and fight.refusal("Walk").rule == "D-13"
    fight.play("stand")
    assert fight.offers("go 5,5") and not fight.offers("go 6,5")
    tired = Fight({"hero": (1, 5)}, THUG).sheet_of("hero", prone=True, moved=5000)
    assert not tired.offers("stand") and tired.refusal("Get up").rule == "D-13"


@pytest.mark.rule("glog", "D-36", "G-21")
def test_the_pinned_and_the_held_get_up_in_place() -> None:
    pinned = Fight({"hero": (1, 5)}, THUG).sheet_of("hero", prone=True, conditions=suffering("pinned"))
    assert pinned.refusal("Walk").rule == "D-36"
    pinned.play("stand")
    assert not pinned.sheet("hero").prone and pinned.sheet("hero").moved == 4000 and not pinned.keys("go")
    held = Fight({"hero": (1, 5)}, {"thug": (2, 5)}).sheet_of("hero", prone=True).sheet_of("thug", grappling="hero")
    assert held.play("stand").sheet("thug").grappling == "hero"


@pytest.mark.rule("glog", "G-16")
def test_leaving_a_foes_side_is_free() -> None:
    fight = Fight({"hero": (8, 5)}, {"thug": (9, 5)}).play("go 4,5")
    assert fight.at("hero") == (4, 5) and not fight.let_be


@pytest.mark.rule("glog", "G-24")
def test_friends_may_be_passed_and_foes_not() -> None:
    lane = ground("#" * 12, "............", "#" * 12)
    friends = Fight({"hero": (1, 1), "archer": (3, 1)}, {"thug": (11, 1)}, field=lane).play("hero")
    assert friends.offers("go 5,1") and not friends.offers("go 3,1")
    foes = Fight({"hero": (1, 1)}, {"thug": (3, 1)}, field=lane)
    assert foes.keys("go") == ["go 0,1", "go 2,1"]


# ------------------------------------------------------------------ retreat


@pytest.mark.rule("glog", "D-23", "G-16")
def test_who_retreats_is_struck_past_grit_by_those_beside() -> None:
    fight = Fight({"hero": (0, 5), "archer": (9, 9)}, {"thug": (1, 5), "far": ("thug", (5, 5))})
    fight.play("hero").until("retreat")
    assert (fight.asked.who, fight.asked.topic) == ("thug", "opportunist strike")
    fight.until("strike hero axe", d20(15), d8(2))
    assert fight.option("splinter").matters, "past Grit"
    fight.play("pass")
    assert fight.body_of("hero")[:2] == (3, 3)
    assert Id("hero") in fight.state.gone and not fight.over


@pytest.mark.rule("glog", "D-23")
def test_one_retreats_from_the_rim_alone() -> None:
    fight = Fight({"hero": (5, 5)}, THUG)
    assert not fight.offers("retreat") and fight.refusal("Retreat").rule == "D-23"
    alone = Fight({"hero": (0, 5)}, THUG).play("retreat")
    assert alone.over and alone.winner == "foes"


@pytest.mark.rule("glog", "D-23")
def test_who_is_struck_down_does_not_get_away() -> None:
    fight = Fight({"hero": (0, 5)}, {"thug": (1, 5)}).until("retreat", "strike hero axe", d20(19), d8(5)).play("pass")
    assert Id("hero") in fight.state.combatants and fight.winner == "foes"


@pytest.mark.rule("glog", "D-23")
def test_the_surprised_and_the_sleeping_strike_at_nobody_who_leaves() -> None:
    for word in ("asleep", "surprised"):
        fight = Fight({"hero": (0, 5)}, {"thug": (1, 5)}).sheet_of("thug", conditions=suffering(word)).play("retreat")
        assert fight.over and not fight.let_be


# ------------------------------------------------------------------ the end


@pytest.mark.rule("glog", "G-30")
def test_after_sixty_rounds_it_is_a_draw() -> None:
    fight = Fight(HERO, THUG, acting="foes").turn_of(round=60).sheet_of("hero", done=True).play("done", d20(1))
    assert fight.over and fight.winner is None


@pytest.mark.rule("glog", "D-45")
def test_nobody_is_asked_of_those_who_are_gone() -> None:
    fight = Fight({"hero": (9, 5)}, {"thug": (0, 5), "b": ("thug", (20, 5))}, acting="foes")
    fight.sheet_of("thug", fleeing=True).play()
    assert Id("thug") in fight.state.gone and not fight.told(Broke)


@pytest.mark.rule("glog", "G-34")
def test_a_night_gives_all_grit_a_point_of_flesh_and_takes_a_point_of_stress() -> None:
    fight = Fight({"garrick": (1, 1)}, {"goblin": (9, 9)})
    fight.sheet_of("garrick", grit=0, flesh=2, stress=3, notches={"sword": 2})
    state, brought = night(fight)
    after = begun_with(fight, brought[Id("garrick")])
    assert (after.grit, after.flesh, after.stress, after.notches) == (8, 3, 2, {"sword": 2})
    assert state.combatants[Id("garrick")].sheet.flesh == 3


@pytest.mark.rule("glog", "G-34")
def test_a_splintered_shield_is_gone_and_quivers_are_filled_on_a_field_of_ones_own() -> None:
    fight = Fight({"garrick": (1, 1)}, {"goblin": (9, 9)})
    fight.sheet_of("garrick", handy=("sword", "brandy"), hands=("sword",), depleted=("short-bow",))
    after = begun_with(fight, night(fight)[1][Id("garrick")])
    assert (after.shield, after.depleted) == ("", ())
    assert begun_with(fight, night(fight, holds=False)[1][Id("garrick")]).depleted == ("short-bow",)


@pytest.mark.rule("glog", "G-34")
def test_what_a_foe_has_dropped_is_not_taken_for_what_was_splintered() -> None:
    for dropped in (True, False):
        fight = Fight({"garrick": (1, 1)}, {"double": ("garrick", (9, 9))}).thing("s", "shield", (5, 5))
        fight.sheet_of("garrick", handy=("sword", "brandy"), hands=("sword",))
        if dropped:
            fight.sheet_of("double", handy=("sword", "brandy"), hands=("sword",))
        after = begun_with(fight, night(fight)[1][Id("garrick")])
        assert after.shield == ("" if dropped else "shield"), "it is the hero's own where the foe has kept its"


@pytest.mark.rule("glog", "G-34")
def test_a_sword_that_is_taken_up_again_is_as_notched_as_it_was() -> None:
    fight = Fight({"garrick": (1, 1)}, {"goblin": (9, 9)}).thing("s", "sword", (5, 5), notches=2)
    fight.sheet_of("garrick", handy=("shield", "brandy"), hands=("shield",))
    after = begun_with(fight, night(fight)[1][Id("garrick")])
    assert ("sword" in after.handy, after.notches) == (True, {"sword": 2})
