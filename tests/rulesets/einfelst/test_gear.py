"""What is done with things."""

from __future__ import annotations

import pytest

from tests.rulesets.einfelst.kit import Fight, pool


def alone() -> Fight:
    """A fighter with nobody near."""
    return Fight({"fighter": "a"}, {"thug": "e"})


@pytest.mark.rule("einfelst", "C-33")
def test_a_weapon_is_drawn_and_another_put_back_with_one_fast_maneuver() -> None:
    fight = alone().play("draw knife")
    assert (fight.sheet("fighter").hand, fight.left("fighter")) == ("knife", (1, 0))
    assert "sword" in fight.sheet("fighter").pack
    fight.play("sheathe knife")
    assert fight.sheet("fighter").hand == ""


@pytest.mark.rule("einfelst", "C-33")
def test_what_needs_both_hands_puts_the_shield_away() -> None:
    fight = Fight({"knight": "a"}, {"thug": "e"}).thing("bow", "longbow", "a").play("take bow")
    assert fight.sheet("knight").hand == "sword"
    fight.play("done", "done", "draw longbow")
    assert (fight.sheet("knight").hand, fight.sheet("knight").off) == ("longbow", "")


@pytest.mark.rule("einfelst", "C-33")
def test_a_shield_taken_up_puts_away_what_needs_both_hands() -> None:
    fight = Fight({"knight": "a"}, {"thug": "e"}).thing("maul-1", "maul", "a").play("take maul-1")
    fight.play("draw maul", "done", "draw shield")
    assert (fight.sheet("knight").hand, fight.sheet("knight").off) == ("", "shield")


@pytest.mark.rule("einfelst", "C-43")
def test_letting_something_fall_costs_nothing() -> None:
    fight = alone().play("drop sword")
    assert fight.left("fighter") == (1, 1)
    assert fight.sheet("fighter").hand == ""
    assert [(t.id, fight.where(t.at)) for t in fight.state.things.values()] == [("sword-1", "a")]


@pytest.mark.rule("einfelst", "C-43")
def test_what_lies_in_another_zone_is_not_in_reach() -> None:
    fight = alone().thing("axe-1", "axe", "b")
    assert not fight.keys("take")
    fight.play(fight.key("go", "b"), "take axe-1")
    assert fight.sheet("fighter").pack == ("sword", "knife", "antidote", "axe")
    assert fight.sheet("fighter").weapon("axe").damage == 2


@pytest.mark.rule("einfelst", "C-43")
def test_a_crossbow_lies_there_as_it_was() -> None:
    fight = Fight({"friend": "a"}, {"thug": "e"}).sheet_of("friend", unloaded=("crossbow",)).play("drop crossbow")
    (thing,) = fight.state.things.values()
    assert thing.marks == {"unloaded": 1}
    fight.play("take crossbow-1")
    assert fight.sheet("friend").unloaded == ("crossbow",)


@pytest.mark.rule("einfelst", "C-100")
def test_an_antidote_is_a_fast_maneuver_for_oneself_or_a_friend_in_the_zone() -> None:
    fight = Fight({"fighter": "a", "friend": "a"}, {"thug": "e"}).sheet_of("friend", poison=(2,))
    assert fight.keys("cure") == ["cure friend"]
    fight.play("cure friend")
    assert fight.sheet("friend").poison == ()
    assert "antidote" not in fight.sheet("fighter").pack
    assert fight.left("fighter") == (1, 0)


@pytest.mark.rule("einfelst", "C-33")
def test_beasts_pick_nothing_up() -> None:
    fight = Fight({"brute": "a"}, {"thug": "e"}).thing("axe-1", "axe", "a")
    assert not fight.keys("take")


@pytest.mark.rule("einfelst", "C-24")
def test_what_is_not_loaded_does_not_shoot() -> None:
    fight = Fight({"friend": "a"}, {"thug": "b"}).sheet_of("friend", unloaded=("crossbow",))
    assert not fight.keys("shoot")
    assert fight.refusal("Shoot Thug") == "C-24"
    fight.play("load crossbow")
    assert fight.left("friend") == (0, 1)


@pytest.mark.rule("einfelst", "C-23")
def test_claws_need_no_hand() -> None:
    fight = Fight({"brute": "a"}, {"thug": "a"}).play("strike thug claws", pool(8, 1))
    assert fight.hit
