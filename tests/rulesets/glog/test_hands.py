"""By the book: two hands, what they hold at once, what is lit in them and what is struck from them."""

from __future__ import annotations

import pytest

from game.kit.testing.dice import d6, d20
from game.rules.events import Id
from game.rules.ruleset import Note
from rulesets.glog import RULESET
from tests.rulesets.glog.kit import Fight
from tests.rulesets.glog.test_hard_places import DARK

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


@pytest.mark.rule("glog", "D-21", "G-32")
def test_with_both_hands_full_nothing_is_lit() -> None:
    full = with_torch("sword", "shield")
    assert not full.offers("light torch") and full.refusal("Light the torch") == "D-21"
    two = Fight({"archer": (5, 5)}, THUG, field=DARK).sheet_of("archer", handy=("longbow", "torch"))
    two.profile_of("archer", things=with_torch().sheet_now("hero").profile.things, handy=("longbow", "torch"))
    assert not two.offers("light torch"), "a longbow takes both"
    assert two.play("drop longbow").offers("light torch")


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
    assert not fight.offers("draw sword") and fight.refusal("Attack with the sword") == "D-25"
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
