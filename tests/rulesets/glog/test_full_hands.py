"""By the book where it hurts: full hands, and what is carried."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.kit.testing.fight import d6, d8, d20
from tests.rulesets.glog.kit import DARK, HALL, SHUT, Fight, ground, suffering

NEAR = {"hero": (5, 5)}
THUG = {"thug": (6, 5)}


# ------------------------------------------------------------------ hands


@pytest.mark.rule("glog", "D-25")
def test_of_two_alike_the_better_one_can_be_drawn() -> None:
    fight = Fight(NEAR, THUG).sheet_of("hero", notches={"sword": 2}, handy=("sword", "shield", "sword#2"))
    assert fight.offers("draw sword#2") and fight.offers("strike thug sword#2 slashing")
    fight.play("strike thug sword#2 slashing", d20(15), d8(4))
    assert fight.dealt == 5, "no notches"
    same = Fight(NEAR, THUG).sheet_of("hero", handy=("sword", "shield", "sword#2"))
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
    fight = Fight({"mage": (5, 5)}, THUG).sheet_of("mage", castings=0)
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
    fight = Fight({"mage": (5, 5)}, THUG).sheet_of("mage", grit=0).play("use adder-stone mage", d6(1))
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
