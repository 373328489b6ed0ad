"""By the book: handy and stowed things, drink, light, the ground, doors, spells and other magic, ambush, objectives."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.kit.testing.fight import d6, d8, d20
from game.rules.events import Id
from game.rules.setup import Objective
from game.spatial.field import Edge, Feature
from rulesets.glog import RULESET
from rulesets.glog.play.events import Did
from rulesets.glog.sheet.roster import STOCK
from tests.rulesets.glog.kit import DARK, OPEN, SMOKE, Fight, ground, suffering, terms

HERO = {"hero": (5, 5)}
THUG = {"thug": (15, 5)}
MAGE = {"mage": (5, 5)}


# ------------------------------------------------------------------ hands and slots


@pytest.mark.rule("glog", "D-17")
def test_fetching_and_stowing_take_the_action() -> None:
    fight = Fight(HERO, THUG).play("fetch torch")
    assert fight.sheet("hero").handy == ("sword", "shield", "torch") and not fight.sheet("hero").action
    fight = Fight(HERO, THUG).play("stow shield")
    assert fight.sheet("hero").stowed == ("torch", "shield") and fight.sheet("hero").hands == ("sword",)


@pytest.mark.rule("glog", "D-17")
def test_what_finds_no_handy_slot_stays_stowed() -> None:
    fight = Fight(HERO, THUG).scores_of("hero", agility=6)
    assert not fight.offers("fetch torch") and fight.refusal("Get out the torch").rule == "D-17"
    full = Fight(HERO, THUG).scores_of("hero", agility=6).thing("x", "axe", (6, 5))
    assert not full.offers("take x") and full.refusal("Pick up the axe").rule == "D-17"
    roomy = Fight(HERO, THUG).thing("x", "axe", (6, 5))
    assert roomy.offers("take x") and not any("take" in no.verbs for no in roomy.asked.refusals())


@pytest.mark.rule("glog", "D-24", "D-25", "G-25")
def test_trifles_are_free_however_many_there_are() -> None:
    fight = Fight(HERO, THUG).play("drop sword")
    assert [thing.key for thing in fight.state.things.values()] == ["sword"] and fight.sheet("hero").action
    fight = Fight({"hero": (4, 1)}, {"thug": (9, 1)}, field=HALL)
    fight.play("sheathe sword", "draw sword", "sheathe shield", "draw shield", "open gate", "close gate")
    assert fight.sheet("hero").action and fight.sheet("hero").hands == ("sword", "shield")


@pytest.mark.rule("glog", "D-24", "G-25")
def test_the_same_trifle_is_done_again_once_something_else_was() -> None:
    fight = Fight({"hero": (4, 1)}, {"thug": (9, 1)}, field=HALL).play("open gate", "close gate", "sheathe sword")
    assert not fight.offers("open gate") and not fight.offers("sheathe sword") and fight.offers("draw sword")
    assert fight.refusal("Do the same again").rule == "D-24"
    fight.play("go 3,1", "go 4,1")
    assert fight.offers("open gate")
    fight.play("open gate", "draw sword", "sheathe sword", "stow shield")
    assert fight.offers("draw sword") and fight.offers("close gate")


@pytest.mark.rule("glog", "D-24", "G-25")
def test_whoever_always_takes_the_first_trifle_comes_to_an_end() -> None:
    fight = Fight({"hero": (4, 1)}, {"thug": (9, 1)}, field=HALL).sheet_of("hero", action=False, moved=8000)
    for _ in range(12):
        if fight.asked.who != "hero":
            break
        fight.play(next(iter(fight.keys())))
    assert fight.asked.who == "thug"


@pytest.mark.rule("glog", "D-24", "D-25")
def test_what_is_dropped_takes_nothing() -> None:
    busy = Fight(HERO, THUG).sheet_of("hero", trifles=("sheathe sword",))
    assert busy.play("drop sword", "drop shield").sheet("hero").handy == (), "letting go is always free"


@pytest.mark.rule("glog", "D-25")
def test_two_hands_need_the_shield_out_of_the_way() -> None:
    fight = Fight(HERO, {"thug": (6, 5)}).weapon_of("hero", "sword", hands=2).sheet_of("hero", hands=("shield",))
    assert fight.refusal("Attack with the sword").rule == "D-25"
    armed = Fight(HERO, {"thug": (6, 5)}).sheet_of("hero", hands=("shield", "axe"), handy=("sword", "shield", "axe"))
    armed.profile_of("hero", weapons=(*armed.sheet_now("hero").profile.weapons, STOCK.house.weapons["axe"]))
    armed.weapon_of("hero", "sword", hands=2)
    armed.sheet_of("hero", hands=("shield", "axe"), handy=("sword", "shield", "axe"))
    why = next(each.why for each in armed.asked.refusals() if each.label == "Attack with the sword")
    assert why == "it takes both hands; drop the shield or put it away", "an axe would go by itself"
    assert fight.play("sheathe shield").offers("strike thug sword slashing")


@pytest.mark.rule("glog", "D-18", "G-26")
def test_lightening_drops_all_that_is_not_handy_at_once() -> None:
    fight = Fight(HERO, THUG).sheet_of("hero", stowed=("torch", "sword#2")).scores_of("hero", might=4)
    assert dict(RULESET.standing(fight.board, Id("hero")).facts)["Speed"] == "30 of 30 ft"
    fight.play("lighten")
    assert sorted(thing.key for thing in fight.state.things.values()) == ["sword", "torch"]
    assert fight.sheet("hero").stowed == () and not fight.sheet("hero").action
    assert dict(RULESET.standing(fight.board, Id("hero")).facts)["Speed"] == "40 of 40 ft"


@pytest.mark.rule("glog", "G-26", "D-54")
def test_what_is_picked_up_is_as_notched_as_it_lay() -> None:
    fight = (
        Fight(HERO, THUG).sheet_of("hero", hands=("shield",), handy=("shield",)).thing("x", "axe", (6, 5), notches=2)
    )
    fight.play("take x")
    sheet = fight.sheet("hero")
    assert (
        sheet.hands == ("shield", "axe") and sheet.notches == {"axe": 2} and not sheet.action and not fight.state.things
    )
    two = Fight(HERO, THUG).thing("x", "sword", (6, 5), notches=1).play("take x")
    assert two.notches("hero", "sword") == 0 and two.notches("hero", "sword#2") == 1
    beast = Fight({"beast": (5, 5)}, THUG).thing("x", "axe", (6, 7))
    assert not beast.offers("take x")


# ------------------------------------------------------------------ drink


@pytest.mark.rule("glog", "D-20", "D-55")
def test_a_swig_gives_grit_back_and_makes_drunk() -> None:
    fight = Fight({"crossbowman": (5, 5)}, {"thug": (9, 5)}).sheet_of("crossbowman", grit=0)
    fight.scores_of("crossbowman", discipline=13).play("swig brandy", d6(1))
    assert fight.sheet("crossbowman").grit == 2 and fight.has("crossbowman", "drunk")
    assert fight.sheet("crossbowman").left("brandy") == 2 and not fight.sheet("crossbowman").action
    full = Fight({"crossbowman": (5, 5)}, {"thug": (9, 5)}).play("swig brandy", d6(6))
    assert full.sheet("crossbowman").grit == 3


@pytest.mark.rule("glog", "D-55", "G-3")
def test_drink_is_a_bane_on_tests_and_attacks_and_on_no_save() -> None:
    fight = Fight(HERO, {"thug": (6, 5)}).sheet_of("hero", conditions=suffering("drunk", "pinned"))
    assert fight.option("strike thug sword slashing").about.brief == "1 bane"
    assert fight.option("trip thug").about.brief == "1 bane"
    fight.play("done", d20(13))
    assert not fight.has("hero", "pinned")


@pytest.mark.rule("glog", "D-20")
def test_an_empty_flask_is_refused() -> None:
    fight = Fight({"crossbowman": (5, 5)}, {"thug": (9, 5)}).sheet_of("crossbowman", used={"brandy": 3})
    assert not fight.offers("swig brandy") and fight.refusal("Drink from the flask of brandy").rule == "D-20"


# ------------------------------------------------------------------ light


@pytest.mark.rule("glog", "D-21", "G-22")
def test_in_the_dark_there_is_a_bane_and_no_far_shot_until_a_torch_burns() -> None:
    fight = Fight({"hero": (5, 5)}, {"thug": (6, 5)}, field=DARK).sheet_of(
        "hero", hands=("sword",), handy=("sword", "torch")
    )
    assert fight.option("strike thug sword slashing").about.brief == "1 bane"
    fight.play("light torch")
    sheet = fight.sheet("hero")
    assert (sheet.hands, sheet.lit, sheet.action) == (("sword", "torch"), ("torch",), False)
    lit = Fight({"hero": (5, 5)}, {"thug": (6, 5)}, field=DARK)
    lit.sheet_of("hero", hands=("sword", "torch"), lit=("torch",), handy=("sword", "torch"))
    assert lit.option("strike thug sword slashing").about.brief == ""


@pytest.mark.rule("glog", "G-22")
def test_nothing_beyond_thirty_feet_is_shot_at_in_the_gloom() -> None:
    at = {6: True, 7: False}
    for cells, can in at.items():
        fight = Fight({"archer": (5, 5)}, {"thug": (5 + cells, 5)}, field=DARK)
        assert fight.offers("shoot thug longbow") is can
    far = Fight({"archer": (5, 5)}, {"thug": (12, 5)}, field=DARK)
    assert far.refusal("Attack Thug 1 with the longbow").rule == "D-21"
    held = Fight({"archer": (5, 5)}, {"thug": (12, 5)}, field=DARK)
    held.sheet_of("thug", hands=("axe", "torch"), lit=("torch",)).profile_of(
        "thug", things=Fight(HERO, THUG).sheet_now("hero").profile.things
    )
    assert held.offers("shoot thug longbow"), "who carries a light is seen"
    eyes = Fight({"archer": (5, 5)}, {"thug": (12, 5)}, field=DARK).profile_of("archer", traits=("sees in the dark",))
    assert eyes.option("shoot thug longbow").about.brief == ""


@pytest.mark.rule("glog", "G-22")
def test_smoke_is_not_lit_and_a_torch_that_falls_goes_out() -> None:
    fight = Fight({"hero": (5, 5)}, {"thug": (6, 5)}, field=SMOKE)
    fight.sheet_of("hero", hands=("sword", "torch"), lit=("torch",), handy=("sword", "torch"))
    assert fight.option("strike thug sword slashing").about.brief == "1 bane"
    fight.play("drop torch")
    assert not fight.sheet("hero").lit


@pytest.mark.rule("glog", "D-21")
def test_a_light_takes_a_hand() -> None:
    fight = Fight(HERO, THUG).sheet_of("hero", handy=("sword", "shield", "torch"))
    assert not fight.offers("light torch") and fight.refusal("Light the torch").rule == "D-21"


# ------------------------------------------------------------------ ambush


@pytest.mark.rule("glog", "G-23")
def test_an_ambusher_comes_to_light_when_it_strikes_or_is_near() -> None:
    fight = Fight(HERO, {"thug": (6, 5), "b": ("thug", (20, 9))}, hidden=("b",)).play("done", "thug", "done")
    assert fight.sheet("b").hidden and Id("b") not in RULESET.seen_by(fight.board, "party")
    near = Fight(HERO, {"thug": (15, 5), "b": ("thug", (11, 5))}, hidden=("b",)).play()
    assert not near.sheet("b").hidden, "30 ft off, with nothing between"
    assert Id("b") in RULESET.seen_by(near.board, "party")


@pytest.mark.rule("glog", "D-05", "D-21", "G-23")
def test_in_pitch_dark_an_ambusher_is_found_by_its_light_or_beside_alone() -> None:
    def found(at: int, **more: Any) -> bool:
        fight = Fight(HERO, {"thug": (23, 9), "b": ("thug", (at, 5))}, hidden=("b",), field=DARK)
        if more:
            fight.sheet_of("hero", **more)
        return not fight.play().sheet("b").hidden

    assert not found(7) and found(6), "10 ft off, and beside"
    assert found(11, hands=("sword", "torch"), lit=("torch",), handy=("sword", "torch")), "30 ft of light"
    eyes = Fight(HERO, {"thug": (23, 9), "b": ("thug", (11, 5))}, hidden=("b",), field=DARK)
    assert not eyes.profile_of("hero", traits=("sees in the dark",)).play().sheet("b").hidden
    lit = Fight({**HERO, "mage": (13, 9)}, {"thug": (23, 9), "b": ("thug", (11, 5))}, hidden=("b",), field=DARK)
    lit.sheet_of("mage", hands=("knife", "torch"), lit=("torch",)).play("hero")
    assert not lit.sheet("b").hidden, "it stands in another's light"


@pytest.mark.rule("glog", "G-23")
def test_nobody_is_found_by_somebody_who_is_in_ambush() -> None:
    for hidden, found in ((("hero", "b"), False), (("b",), True)):
        fight = Fight({"hero": (15, 5)}, {"thug": (1, 9), "b": ("thug", (13, 5))}, hidden=hidden).play()
        assert fight.sheet("b").hidden is not found
    both = Fight({"hero": (15, 5)}, {"thug": (1, 9), "b": ("thug", (13, 5))}, hidden=("hero", "b")).play()
    assert both.sheet("hero").hidden, "or the hero would know that somebody is there"


@pytest.mark.rule("glog", "G-23")
def test_who_walks_into_somebody_hidden_stops_and_sees_it() -> None:
    walls = ground("#" * 12, "#####.######", "............", "#" * 12)
    fight = Fight({"hero": (1, 2)}, {"thug": (5, 2), "b": ("thug", (11, 2))}, field=walls, hidden=("thug",))
    fight.sheet_of("hero").turn_of(phase="turn", active="hero")
    fight.play("go 8,2")
    assert fight.at("hero") == (4, 2) and not fight.sheet("thug").hidden
    assert fight.sheet("hero").moved == 3000
    assert [did.what for did in fight.told(Did)][-3:] == ["goes 35 ft to 8,2", "runs into", "stops at 4,2"]


# ------------------------------------------------------------------ doors, hazards, objectives

DOOR = Edge("gate", (5, 1), (5, 2), "door", "closed", cost="bonus", name="The gate")
HALL = ground("#" * 10, "..........", "#" * 10, edges=(DOOR,))


@pytest.mark.rule("glog", "G-29", "G-25")
def test_a_light_door_is_a_trifle_and_a_heavy_one_an_action() -> None:
    fight = Fight({"hero": (4, 1)}, {"thug": (9, 1)}, field=HALL).play("open gate")
    assert fight.state.open_edges == ("gate",) and fight.sheet("hero").action
    heavy = ground("#" * 10, "..........", "#" * 10, edges=(replace(DOOR, cost="main"),))
    fight = Fight({"hero": (4, 1)}, {"thug": (9, 1)}, field=heavy).play("open gate")
    assert not fight.sheet("hero").action


@pytest.mark.rule("glog", "G-29")
def test_a_locked_door_is_forced_with_might() -> None:
    shut = ground("#" * 10, "..........", "#" * 10, edges=(replace(DOOR, state="locked"),))
    fight = Fight({"hero": (4, 1)}, {"thug": (9, 1)}, field=shut).play("force gate", d20(5))
    assert fight.state.open_edges == () and terms(fight.checked.tally) == {"Might": 14}
    assert Fight({"hero": (4, 1)}, {"thug": (9, 1)}, field=shut).play("force gate", d20(6)).state.open_edges == (
        "gate",
    )


@pytest.mark.rule("glog", "G-24")
def test_fire_hurts_whoever_comes_into_it() -> None:
    fire = replace(OPEN, features=(Feature("fire", "fire", ((7, 5),), "Fire", "d6"),))
    fight = Fight(HERO, THUG, field=fire).play("go 7,5", d6(2))
    assert fight.body_of("hero")[0] == 1


@pytest.mark.rule("glog", "G-24")
def test_a_fire_is_walked_round_if_the_way_reaches() -> None:
    fire = replace(OPEN, features=(Feature("fire", "fire", ((7, 5),), "Fire", "d6"),))
    fight = Fight({"hero": (5, 5)}, {"thug": (14, 9)}, field=fire).play("go 9,5")
    assert fight.body_of("hero") == Fight({"hero": (5, 5)}, {"thug": (14, 9)}, field=fire).body_of("hero")
    assert fight.at("hero") == (9, 5)


@pytest.mark.rule("glog", "G-29")
def test_a_task_is_worked_at_with_the_action() -> None:
    task = Objective("task", "party", ((6, 5),), what="the winch", count=1)
    fight = Fight(HERO, THUG, objectives=(task,)).play("work")
    assert fight.over and fight.winner == "party"


@pytest.mark.rule("glog", "D-23", "G-16")
def test_who_escapes_over_its_ground_wins() -> None:
    goal = Objective("escape", "party", ((5, 5),))
    fight = Fight({**HERO, "archer": (9, 9)}, THUG, objectives=(goal,)).play("hero", "retreat")
    assert fight.over and fight.winner == "party"


@pytest.mark.rule("glog", "D-24")
def test_the_dead_drop_what_they_held() -> None:
    fight = Fight(HERO, {"thug": (6, 5), "b": ("thug", (20, 5))}).sheet_of("thug", notches={"axe": 1})
    fight.until("strike thug sword slashing", d20(20), d8(7), d20(15))
    (thing,) = fight.state.things.values()
    assert RULESET.thing_name(fight.board, thing) == "notched axe"
