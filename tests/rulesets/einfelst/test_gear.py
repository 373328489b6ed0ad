"""What is done with things."""

from __future__ import annotations

import pytest

from rulesets.einfelst import RULESET
from tests.rulesets.einfelst.kit import Fight, chart, pool


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
    assert fight.refusal("Shoot Thug").rule == "C-24"
    fight.play("load crossbow")
    assert fight.left("friend") == (0, 1)


@pytest.mark.rule("einfelst", "C-23")
def test_claws_need_no_hand() -> None:
    fight = Fight({"brute": "a"}, {"thug": "a"}).play("strike thug claws", pool(8, 1))
    assert fight.hit


OWN = """
[[creature]]
key = "viper"
name = "Viper"
icon = "bandit"
kind = "person"
points = 4
carries = [{ item = "knife", name = "Fang", damage = 3, bonus = 1, poison = 2 }]
"""


@pytest.mark.rule("einfelst", "C-33", "C-43", "W-53")
def test_what_lies_there_stays_what_it_is_whoever_takes_it() -> None:
    """A poisoned knife with a name comes to somebody who has a plain one, and on to somebody who has none."""
    fight = Fight({"viper": "a", "fighter": "a"}, {"thug": "e"}, roster=OWN).play("drop knife")
    (thing,) = fight.state.things.values()
    assert (thing.key, RULESET.thing_name(fight.board, thing)) == ("knife", "fang")
    fight.play("done", "take knife-1")
    sheet = fight.sheet("fighter")
    assert sheet.pack == ("sword", "knife", "antidote", "knife~2") and sheet.weapon("knife").name == "knife"
    fang = sheet.weapon("knife~2")
    assert (fang.name, fang.damage, fang.bonus, fang.poison) == ("Fang", 3, 1, 2)
    again = Fight({"fighter": "a", "knight": "a"}, {"thug": "e"}).sheet_of("knight", hand="", off="", pack=())
    again.sheet_of("fighter", found=(fang,), pack=("knife~2",), hand="knife~2")
    again.play("drop knife~2", "done", "take knife-1")
    assert (again.sheet("knight").hand, again.sheet("knight").weapon("knife").name) == ("knife", "Fang")


@pytest.mark.rule("einfelst", "C-43", "C-15", "W-53")
@pytest.mark.parametrize("doors", ["shut", "locked"])
def test_who_has_no_hands_works_no_door_and_picks_up_nothing(doors: str) -> None:
    field = chart("abcde", doors="ab") if doors == "shut" else chart("abcde", locked="ab")
    able = {"take it", "open ab" if doors == "shut" else "force ab"}
    for who, found in (("thug", able), ("brute", set())):
        fight = Fight({"fighter": "e"}, {who: "a"}, field=field, acting="foes").thing("it", "axe", "a")
        assert {key for key in able if fight.offers(key)} == found
