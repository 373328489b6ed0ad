"""By the book: things in hands, handy and stowed, drink, light, the ground, doors, spells, ambush, objectives."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.kit.testing.fight import d6, d8, d10, d20
from game.rules.events import Id, Moved
from game.rules.ruleset import Note
from game.rules.setup import Objective
from game.spatial.field import Cell, Edge, Feature
from rulesets.glog import RULESET
from rulesets.glog.play.events import DamageRolled, Did, Eased, Nerved
from rulesets.glog.play.gear import drawing
from rulesets.glog.play.moving import way_out
from rulesets.glog.sheet.roster import STOCK
from tests.rulesets.glog.kit import DARK, HALL, OPEN, SHUT, SMOKE, Fight, ground, suffering
from tests.rulesets.helping import terms

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
    fight = Fight({"hero": (4, 1)}, {"thug": (9, 1)}, field=DOORWAY)
    fight.play("sheathe sword", "draw sword", "sheathe shield", "draw shield", "open gate", "close gate")
    assert fight.sheet("hero").action and fight.sheet("hero").hands == ("sword", "shield")


@pytest.mark.rule("glog", "D-24", "G-25")
def test_the_same_trifle_is_done_again_once_something_else_was() -> None:
    fight = Fight({"hero": (4, 1)}, {"thug": (9, 1)}, field=DOORWAY).play("open gate", "close gate", "sheathe sword")
    assert not fight.offers("open gate") and not fight.offers("sheathe sword") and fight.offers("draw sword")
    assert fight.refusal("Do the same again").rule == "D-24"
    fight.play("go 3,1", "go 4,1")
    assert fight.offers("open gate")
    fight.play("open gate", "draw sword", "sheathe sword", "stow shield")
    assert fight.offers("draw sword") and fight.offers("close gate")


@pytest.mark.rule("glog", "D-24", "G-25")
def test_whoever_always_takes_the_first_trifle_comes_to_an_end() -> None:
    fight = Fight({"hero": (4, 1)}, {"thug": (9, 1)}, field=DOORWAY).sheet_of("hero", action=False, moved=8000)
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
DOORWAY = ground("#" * 10, "..........", "#" * 10, edges=(DOOR,))


@pytest.mark.rule("glog", "G-29", "G-25")
def test_a_light_door_is_a_trifle_and_a_heavy_one_an_action() -> None:
    fight = Fight({"hero": (4, 1)}, {"thug": (9, 1)}, field=DOORWAY).play("open gate")
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


@pytest.mark.parametrize(("cell", "wins"), [((5, 5), True), ((6, 5), False)])
def test_ground_that_is_held_to_the_end_of_its_last_round_wins(cell: Cell, wins: bool) -> None:
    goal = Objective("hold", "party", (cell,), rounds=1)
    fight = Fight(HERO, THUG, objectives=(goal,)).play("done", "done")
    assert fight.over is wins
    assert not wins or fight.winner == "party"


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


# ------------------------------------------------------------------ spells


@pytest.mark.rule("glog", "D-16", "D-29", "G-27")
def test_a_spell_takes_the_action_and_a_casting_and_no_test_of_violence() -> None:
    fight = Fight(MAGE, THUG).play("cast cinder thug", d20(3), d8(5))
    assert fight.sheet("mage").castings == 8 and not fight.sheet("mage").action
    assert fight.dealt == 5
    saved = Fight(MAGE, THUG).play("cast cinder thug", d20(15), d8(5))
    assert saved.dealt == 2, "half of it"


@pytest.mark.rule("glog", "D-29", "G-27")
def test_touching_the_unwilling_takes_a_test_of_violence() -> None:
    fight = Fight(MAGE, {"thug": (6, 5)}).play("cast grave-hand thug", d20(11))
    assert not fight.hit and fight.body_of("thug")[0] == 3
    hit = Fight(MAGE, {"thug": (6, 5)}).until("cast grave-hand thug", d20(20), d10(2))
    assert hit.body_of("thug")[:2] == (1, 5), "a touch is never critical"
    assert hit.has("thug", "dazed")
    assert not Fight(MAGE, THUG).offers("cast grave-hand thug")
    friend = Fight({**MAGE, "hero": (6, 5)}, THUG).sheet_of("hero", grit=0).play("mage", "cast mend hero", d6(2))
    assert friend.sheet("hero").grit == 2


@pytest.mark.rule("glog", "D-16", "D-33")
def test_creatures_take_spells_by_their_nature() -> None:
    fight = (
        Fight(MAGE, {"bones": (9, 5)}).profile_of("bones", resists=("fire",)).play("cast cinder bones", d20(2), d6(5))
    )
    assert fight.last(DamageRolled).die == "d6"


@pytest.mark.rule("glog", "D-16", "G-28", "G-5")
def test_sleep_takes_friend_and_foe_and_not_what_has_no_mind() -> None:
    fight = Fight({"mage": (5, 5), "hero": (15, 6)}, {"thug": (15, 5), "bones": (16, 5), "far": ("thug", (18, 9))})
    fight.play("mage", "cast lullaby 15,5", d20(2), d20(2))
    assert fight.has("hero", "asleep") and fight.has("thug", "asleep")
    assert not fight.has("bones", "asleep") and not fight.has("far", "asleep")
    assert fight.sheet("hero").stress == 1
    fight.play("done")
    assert RULESET.order(fight.board)[0].who == "bones", "who sleeps has no turn"


@pytest.mark.rule("glog", "D-16")
def test_sleep_lasts_for_so_many_rounds() -> None:
    fight = Fight(MAGE, {"thug": (15, 5), "b": ("thug", (22, 9))}, morale="off").play("cast lullaby 15,5", d20(2))
    for _ in range(2):
        fight.play("done", "done", d20(20))
        assert fight.has("thug", "asleep")
    fight.play("done", "done")
    assert not fight.has("thug", "asleep") and fight.last(Eased).effect == "asleep"


@pytest.mark.rule("glog", "D-52", "G-17")
def test_the_sleeping_are_struck_past_grit_and_wake() -> None:
    fight = Fight(HERO, {"thug": (6, 5)}).sheet_of("thug", conditions=suffering("asleep"))
    fight.until("strike thug sword slashing", d20(15), d8(2), d20(20))
    assert fight.body_of("thug")[:2] == (3, 2) and not fight.has("thug", "asleep")


@pytest.mark.rule("glog", "D-16", "G-23")
def test_whom_a_spell_would_catch_is_told_as_far_as_it_is_known() -> None:
    fight = Fight(MAGE, {"thug": (15, 5), "b": ("thug", (15, 6))}, hidden=("b",))
    notes = " ".join(fight.option("cast lullaby 15,5").about.notes)
    assert "catches Thug 1" in notes and "b" not in notes.split()
    fight.play("cast lullaby 15,5", d20(2), d20(2))
    assert fight.has("b", "asleep")


@pytest.mark.rule("glog", "D-16")
def test_wards_pushes_and_lights() -> None:
    fight = Fight({**MAGE, "hero": (6, 5)}, {"thug": (7, 5)}).play("mage", "cast ward hero")
    assert dict(RULESET.standing(fight.board, Id("hero")).facts)["Defense"] == "16"
    gust = Fight(MAGE, {"thug": (7, 5)}).play("cast gust thug", d20(2))
    assert gust.at("thug") == (10, 5) and {event.how for event in gust.told(Moved)} == {"push"}
    glow = Fight({**MAGE, "archer": (3, 5)}, {"thug": (9, 5)}, field=DARK).play("archer")
    assert "1 bane: gloom (D-21)" in glow.option("shoot thug longbow").about.notes
    glow.play("done", "cast glow 9,5", "done", "done")
    assert glow.turn.glows[0].at == (9, 5)
    glow.play(d20(1), d20(20), "archer")
    assert glow.option("shoot thug longbow").about.notes[0] == "damage d8", "nothing hampers the shot"


@pytest.mark.rule("glog", "D-50", "D-16")
def test_a_dreadful_spell_shakes_its_casters_foes_once() -> None:
    fight = Fight(MAGE, {"thug": (9, 5), "b": ("thug", (12, 5))}).until(
        "cast hollow-face thug", d20(20), d20(15), d20(15)
    )
    assert [event.rule for event in fight.told(Nerved)] == ["D-50", "D-50"]


@pytest.mark.rule("glog", "D-16", "G-27")
def test_magic_things_work_so_often_and_for_whoever_picks_them_up() -> None:
    fight = Fight(MAGE, THUG).sheet_of("mage", grit=0, castings=0).play("use adder-stone mage", d6(4))
    assert fight.sheet("mage").grit == 2 and fight.sheet("mage").left("adder-stone") == 0
    spent = Fight(MAGE, THUG).sheet_of("mage", grit=0, castings=0, used={"adder-stone": 1})
    assert not spent.offers("use adder-stone mage") and spent.refusal("Cast a spell").rule == "D-16"
    found = Fight({**HERO, "archer": (1, 1)}, THUG).sheet_of("hero", grit=0, handy=("sword",))
    found.thing("x", "adder-stone", (6, 5)).play("hero", "take x", "done", "done", "done", d20(20), d20(2))
    assert "adder-stone" in found.sheet("hero").handy
    found.play("use adder-stone hero", d6(2))
    assert found.sheet("hero").grit == 2 and found.sheet("hero").left("adder-stone") == 0


@pytest.mark.rule("glog", "D-16", "G-27")
def test_something_magic_is_as_used_up_as_it_lay_and_so_it_lies_again() -> None:
    fight = (
        Fight(HERO, {"thug": (8, 5)}).sheet_of("hero", handy=("sword",)).thing("x", "coal-in-a-cage", (6, 5), used=1)
    )
    fight.play("take x", "done", "done", d20(20))
    assert fight.sheet("hero").left("coal-in-a-cage") == 1
    fight.play("use coal-in-a-cage thug", d20(2), d8(1))
    assert fight.sheet("hero").left("coal-in-a-cage") == 0 and not fight.keys("use")
    foe = Fight(HERO, {"thug": (8, 5)}, acting="foes").thing("x", "coal-in-a-cage", (9, 5), used=2)
    foe.play("take x", "done", d20(20), "done")
    assert "coal-in-a-cage" in foe.sheet("thug").handy and not foe.keys("use"), "used up"


@pytest.mark.rule("glog", "D-16")
def test_a_spell_says_how_many_castings_or_uses_are_left() -> None:
    fight = Fight(MAGE, THUG).sheet_of("mage", castings=2).play("mage")
    prices = {option.verb: option.price for option in fight.asked.options.singles if option.price}
    assert prices["cast"] == "1 of 2 castings"
    last = Fight(MAGE, THUG).sheet_of("mage", grit=0, castings=1).play("mage")
    assert {option.price for option in last.asked.options.singles if option.verb == "cast"} == {"the last casting"}
    assert last.option("use adder-stone mage").price == "the last use"


NEAR = {"hero": (5, 5)}
THUG_BESIDE = {"thug": (6, 5)}


def with_torch(*hands: str, **more: object) -> Fight:
    """A hero with sword, shield and torch within reach, in the dark."""
    fight = Fight(NEAR, THUG_BESIDE, field=DARK)
    return fight.sheet_of("hero", hands=hands, handy=("sword", "shield", "torch"), stowed=(), **more)


@pytest.mark.rule("glog", "D-21", "G-32")
def test_a_torch_is_lit_with_a_shield_on_the_arm_and_the_other_hand_empty() -> None:
    fight = with_torch("shield").play("light torch")
    assert (fight.sheet("hero").hands, fight.sheet("hero").lit) == (("shield", "torch"), ("torch",))
    assert fight.offers("sheathe torch") and not fight.sheet("hero").action


@pytest.mark.rule("glog", "D-21", "G-32")
@pytest.mark.parametrize("hands", [(), ("sword",), ("shield",), ("torch",), ("sword", "torch")])
def test_one_empty_hand_is_enough_to_light_a_torch(hands: tuple[str, ...]) -> None:
    assert with_torch(*hands).offers("light torch")


@pytest.mark.rule("glog", "D-25")
def test_what_goes_back_for_a_weapon_that_is_drawn_is_told() -> None:
    sheet = with_torch("sword", "shield").sheet("hero")
    assert drawing(sheet, "torch", ("shield", "torch")) == "draws the torch and puts the sword away"
    assert drawing(sheet, "torch", ("sword", "shield", "torch")) == "draws the torch"


@pytest.mark.rule("glog", "D-21", "G-32")
def test_with_both_hands_full_nothing_is_lit() -> None:
    full = with_torch("sword", "shield")
    assert not full.offers("light torch") and full.refusal("Light the torch").rule == "D-21"
    two = Fight({"archer": (5, 5)}, THUG_BESIDE, field=DARK).sheet_of("archer", handy=("longbow", "torch"))
    two.profile_of("archer", things=with_torch().sheet_now("hero").profile.things, handy=("longbow", "torch"))
    assert not two.offers("light torch"), "a longbow takes both"
    assert two.play("drop longbow").offers("light torch")


@pytest.mark.rule("glog", "D-25", "G-32")
def test_with_both_hands_full_no_shield_is_drawn_and_it_is_told_what_must_go() -> None:
    full = with_torch("sword", "torch")
    assert not full.offers("draw shield")
    (why,) = (no.why for no in full.asked.refusals() if "draw" in no.verbs)
    assert why == "it takes a free hand; drop the sword or put it away"
    assert full.play("sheathe sword").offers("draw shield")


@pytest.mark.rule("glog", "D-21", "G-32")
def test_a_torch_may_burn_in_either_hand() -> None:
    again = with_torch().sheet_of("hero", handy=("torch", "torch#2"), hands=("torch",), lit=("torch",))
    again.play("light torch#2")
    assert again.sheet("hero").lit == ("torch", "torch#2")
    again.play("drop torch")
    assert again.sheet("hero").lit == ("torch#2",) and again.sheet("hero").hands == ("torch#2",)


@pytest.mark.rule("glog", "D-25", "G-32")
def test_shield_and_torch_leave_no_hand_for_a_sword() -> None:
    fight = with_torch("shield", "torch", lit=("torch",))
    assert fight.keys("strike") == ["strike thug fist"]
    assert not fight.offers("draw sword") and fight.refusal("Attack with the sword").rule == "D-25"
    fight.play("sheathe torch", "strike thug sword slashing", d20(2), d6(1))
    assert fight.sheet("hero").hands == ("shield", "sword")


@pytest.mark.rule("glog", "D-38", "D-40", "G-32")
def test_a_torch_is_struck_from_a_hand_as_a_weapon_is() -> None:
    fight = Fight(NEAR, {"link-boy": (6, 5)}, field=DARK)
    assert {"disarm link-boy club", "disarm link-boy torch"} == set(fight.keys("disarm"))
    fight.play("disarm link-boy torch", d20(20))
    assert not fight.sheet("link-boy").lit and fight.sheet("link-boy").hands == ("club",)
    assert [thing.key for thing in fight.state.things.values()] == ["torch"]
    assert fight.play("done").offers("strike hero club"), "the other hand is as it was"
    alone = Fight(NEAR, THUG_BESIDE).sheet_of("thug", hands=("axe",))
    assert alone.keys("disarm") == ["disarm thug"]
    strapped = Fight(NEAR, THUG_BESIDE, acting="foes")
    assert strapped.keys("disarm") == ["disarm hero"]
    strapped.play("disarm hero", d20(20))
    assert strapped.sheet("hero").hands == ("shield",), "shields are strapped on"


@pytest.mark.rule("glog", "D-38", "G-32")
def test_nothing_is_struck_from_the_arm_that_bears_a_shield() -> None:
    fight = Fight(NEAR, THUG_BESIDE, acting="foes").sheet_of("hero", hands=("shield",))
    assert not fight.keys("disarm")
    with_light = Fight(NEAR, THUG_BESIDE, acting="foes").sheet_of(
        "hero", hands=("shield", "torch"), handy=("sword", "shield", "torch"), lit=("torch",)
    )
    assert with_light.keys("disarm") == ["disarm hero"]
    with_light.play("disarm hero", d20(20))
    assert with_light.sheet("hero").hands == ("shield",) and not with_light.sheet("hero").lit


@pytest.mark.rule("glog", "D-24", "G-32")
def test_what_both_hands_hold_is_shown_and_falls_with_the_dead() -> None:
    fight = with_torch("shield", "torch", lit=("torch",)).sheet_of("thug", flesh=9)
    shown = RULESET.standing(fight.board, Id("hero"))
    assert [gear.told for gear in shown.gear][:2] == ["shield", "lit torch"]
    assert "sword" in dict(shown.facts)["Carries"]
    before = fight.board.state
    fight.play("drop torch")
    told = RULESET.outcome(before, fight.state, fight.match.events)
    assert Note(Id("hero"), "without torch") in told.notes


OWN = """
[[hero]]
key = "keeper"
name = "Keeper"
icon = "warrior"
scores = [14, 12, 10, 9]
flesh = 5
handy = [{ item = "sword", name = "Oathkeeper", bonus = 2, inflicts = "bleeding" }]

[[creature]]
key = "cat"
name = "Cat"
icon = "wolf"
scores = [6, 16, 5, 8]
flesh = 2
natural = ["bite"]
"""


@pytest.mark.rule("glog", "D-24", "D-17", "D-54", "G-26")
def test_what_lies_there_stays_what_it_is_whoever_takes_it() -> None:
    """A sword with a name and a Notch goes through three hands, one of which holds a plain sword too."""
    party = {"keeper": (5, 5), "hero": (5, 6), "mage": (4, 6)}
    fight = Fight(party, {"thug": (15, 5)}, roster=OWN).sheet_of("keeper", notches={"sword": 1})
    fight.sheet_of("mage", hands=(), handy=())
    fight.play("keeper", "drop sword")
    (thing,) = fight.state.things.values()
    assert (thing.key, thing.marks) == ("sword", {"notches": 1})
    assert RULESET.thing_name(fight.board, thing) == "notched oathkeeper"
    fight.play("take sword#1", "drop sword", "done", "hero", "take sword#1")
    sheet = fight.sheet("hero")
    found, plain = sheet.weapon("sword~2"), sheet.weapon("sword")
    assert (found.name, found.bonus, found.inflicts) == ("Oathkeeper", 2, "bleeding")
    assert (plain.name, plain.bonus, plain.inflicts) == ("sword", 0, None)
    assert "sword~2" in sheet.handy and sheet.notches == {"sword~2": 1} and sheet.hands == ("sword", "shield")
    fight.play("done", "mage")
    fight = Fight(party, {"thug": (15, 5)}, roster=OWN).sheet_of("mage", hands=(), handy=())
    fight.sheet_of("hero", found=(found,), handy=("sword~2",), hands=("sword~2",), notches={"sword~2": 1})
    fight.play("hero", "drop sword~2", "done", "mage", "take sword#1")
    sheet = fight.sheet("mage")
    assert (sheet.hands, sheet.notches, sheet.weapon("sword").name) == (("sword",), {"sword": 1}, "Oathkeeper")


@pytest.mark.rule("glog", "G-26", "D-17", "D-13")
def test_beasts_have_no_hands_for_things_doors_and_levers() -> None:
    door = Edge("gate", (5, 5), (6, 5), "door", "closed", name="The gate")
    locked = replace(door, id="bars", a=(5, 5), b=(5, 6), state="locked")
    lever = Feature("winch", "lever", ((6, 5),), linked="gate")
    field = replace(OPEN, edges=(door, locked), features=(lever,))
    able = {"open gate", "force bars", "pull winch", "take it"}
    for who, found in (("thug", able), ("cat", set())):
        fight = Fight({"hero": (9, 9)}, {who: (5, 5)}, field=field, acting="foes", roster=OWN)
        fight.thing("it", "sword", (5, 5))
        assert {key for key in able if fight.offers(key)} == found


@pytest.mark.rule("glog", "G-26", "G-18", "D-45")
def test_a_beast_in_flight_has_no_way_through_a_shut_door() -> None:
    door = Edge("gate", (6, 1), (6, 2), "door", "closed", name="The gate")
    field = ground("##########", "#.........", "##########", edges=(door,))
    for who, way in (("thug", True), ("cat", False)):
        fight = Fight({"hero": (1, 1)}, {who: (4, 1)}, field=field, acting="foes", roster=OWN)
        assert (way_out(fight.board, fight.board.now(Id(who))) is not None) == way


@pytest.mark.rule("glog", "D-47", "D-53")
def test_looking_at_a_foe_tells_no_number_of_its_morale() -> None:
    fight = Fight(NEAR, {"boss": (6, 5)})
    (morale,) = (
        each
        for chapter in RULESET.features(fight.board, Id("boss"))
        for each in chapter.features
        if each.name == "Morale"
    )
    assert morale.value == "brave"


# ------------------------------------------------------------------ hands


@pytest.mark.rule("glog", "D-25")
def test_of_two_alike_the_better_one_can_be_drawn() -> None:
    fight = Fight(NEAR, THUG_BESIDE).sheet_of("hero", notches={"sword": 2}, handy=("sword", "shield", "sword#2"))
    assert fight.offers("draw sword#2") and fight.offers("strike thug sword#2 slashing")
    fight.play("strike thug sword#2 slashing", d20(15), d8(4))
    assert fight.dealt == 5, "no notches"
    same = Fight(NEAR, THUG_BESIDE).sheet_of("hero", handy=("sword", "shield", "sword#2"))
    assert not same.offers("draw sword#2") and not same.offers("strike thug sword#2 slashing")


@pytest.mark.rule("glog", "G-26", "D-19")
def test_an_unloaded_crossbow_lies_and_is_taken_up_unloaded() -> None:
    fight = Fight({"crossbowman": (5, 5)}, {"thug": (15, 5)}).sheet_of("crossbowman", unloaded=("crossbow",))
    fight.play("drop crossbow")
    (thing,) = fight.state.things.values()
    fight.play(f"take {thing.id}")
    assert fight.sheet("crossbowman").unloaded == ("crossbow",)
    assert not fight.keys("shoot")


@pytest.mark.rule("glog", "D-20")
def test_a_swig_at_full_grit_makes_drunk_and_no_stronger() -> None:
    fight = Fight({"crossbowman": (5, 5)}, {"thug": (15, 5)}).play("swig brandy", d6(6))
    assert fight.sheet("crossbowman").grit == 3 and fight.has("crossbowman", "drunk")
    again = Fight({"crossbowman": (5, 5)}, {"thug": (15, 5)}).sheet_of(
        "crossbowman", grit=0, conditions=suffering("drunk")
    )
    again.play("swig brandy", d6(2))
    assert again.sheet("crossbowman").conditions == suffering("drunk")


@pytest.mark.rule("glog", "D-16", "D-29")
def test_without_castings_there_is_no_spell() -> None:
    fight = Fight({"mage": (5, 5)}, THUG_BESIDE).sheet_of("mage", castings=0)
    assert not fight.keys("cast") and fight.refusal("Cast a spell").rule == "D-16"
    last = Fight({"mage": (5, 5)}, {"thug": (6, 5), "b": ("thug", (20, 5))}).sheet_of("mage", castings=1)
    last.play("cast grave-hand thug", d20(11))
    assert last.sheet("mage").castings == 0, "a touch that misses is a casting spent"


@pytest.mark.rule("glog", "D-38", "G-29")
def test_a_door_that_is_shut_between_two_ends_a_hold_and_those_in_it_shut_none() -> None:
    open_ = replace(HALL, edges=(replace(SHUT, state="open"),))
    fight = Fight({"hero": (5, 1), "archer": (4, 1)}, {"thug": (6, 1)}, field=open_).sheet_of("thug", grappling="hero")
    fight.play("hero")
    assert not fight.offers("close door")
    assert Fight({"archer": (5, 1)}, {"thug": (6, 1)}, field=open_).offers("close door")
    hall = ground("#" * 12, "............", "............", "#" * 12, edges=(replace(SHUT, b=(6, 3), state="open"),))
    three = Fight({"hero": (5, 1), "archer": (5, 2)}, {"thug": (6, 1)}, field=hall).sheet_of("thug", grappling="hero")
    three.play("archer", "close door")
    assert three.sheet("thug").grappling == ""


@pytest.mark.rule("glog", "D-16")
def test_the_log_says_on_whom_something_magic_is_used() -> None:
    fight = Fight({"mage": (5, 5)}, THUG_BESIDE).sheet_of("mage", grit=0).play("use adder-stone mage", d6(1))
    assert "Mage uses the adder stone on Mage" in fight.log


@pytest.mark.rule("glog", "D-23", "G-21")
def test_the_prone_are_told_why_they_can_not_retreat() -> None:
    fight = Fight({"hero": (0, 5)}, {"thug": (9, 5)}).sheet_of("hero", prone=True)
    assert not fight.offers("retreat") and fight.refusal("Retreat").rule == "D-13"
    assert fight.play("stand").offers("retreat")


@pytest.mark.rule("glog", "D-23", "D-36", "D-38")
def test_the_held_and_the_pinned_are_told_what_keeps_them_from_retreating() -> None:
    held = Fight({"hero": (0, 5)}, {"thug": (1, 5)}).sheet_of("thug", grappling="hero")
    assert not held.offers("retreat") and held.refusal("Retreat").rule == "D-38"
    pinned = Fight({"hero": (0, 5)}, {"thug": (1, 5)}).sheet_of("hero", conditions=suffering("pinned"))
    assert not pinned.offers("retreat") and pinned.refusal("Retreat").rule == "D-36"


@pytest.mark.rule("glog", "D-23", "G-18")
def test_who_runs_away_itself_is_no_danger_to_those_who_leave() -> None:
    fight = Fight({"hero": (0, 5)}, {"thug": (1, 5), "b": ("thug", (1, 6))}).sheet_of("thug", fleeing=True)
    assert [danger.who for danger in fight.option("retreat").about.dangers] == ["b"]
    fight.play("retreat")
    assert fight.asked_of("opportunist strike") == ["b"]


@pytest.mark.rule("glog", "G-23", "D-21")
def test_who_lights_a_torch_in_ambush_is_in_ambush_no_longer() -> None:
    fight = Fight({"mage": (2, 5), "hero": (1, 1)}, {"thug": (23, 5)}, field=DARK, hidden=("mage",))
    fight.play("mage", "light torch")
    assert not fight.sheet("mage").hidden
