"""By the book: two hands, what they hold at once, what is lit in them and what is struck from them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.kit.testing.fight import d6, d20
from game.rules.events import Id
from game.rules.ruleset import Note
from game.spatial.field import Edge, Feature
from rulesets.glog import RULESET
from rulesets.glog.play.gear import drawing
from rulesets.glog.play.moving import way_out
from tests.rulesets.glog.kit import DARK, OPEN, Fight, ground

NEAR = {"hero": (5, 5)}
THUG = {"thug": (6, 5)}


def with_torch(*hands: str, **more: object) -> Fight:
    """A hero with sword, shield and torch within reach, in the dark."""
    fight = Fight(NEAR, THUG, field=DARK)
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
    two = Fight({"archer": (5, 5)}, THUG, field=DARK).sheet_of("archer", handy=("longbow", "torch"))
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
    alone = Fight(NEAR, THUG).sheet_of("thug", hands=("axe",))
    assert alone.keys("disarm") == ["disarm thug"]
    strapped = Fight(NEAR, THUG, acting="foes")
    assert strapped.keys("disarm") == ["disarm hero"]
    strapped.play("disarm hero", d20(20))
    assert strapped.sheet("hero").hands == ("shield",), "shields are strapped on"


@pytest.mark.rule("glog", "D-38", "G-32")
def test_nothing_is_struck_from_the_arm_that_bears_a_shield() -> None:
    fight = Fight(NEAR, THUG, acting="foes").sheet_of("hero", hands=("shield",))
    assert not fight.keys("disarm")
    with_light = Fight(NEAR, THUG, acting="foes").sheet_of(
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
