"""Places where rules meet: each test is a spot at which the letter of two of them could come apart."""

from __future__ import annotations

from typing import get_args

import pytest
from msgspec.structs import replace

from game.rules.events import Id
from game.spatial.places import InZone
from rulesets.einfelst import RULESET
from rulesets.einfelst.play import events as told
from rulesets.einfelst.play.maneuver import Doing, barred, can_react
from rulesets.einfelst.play.perils import burn
from tests.rulesets.einfelst.kit import Fight, chart, pool
from tests.rulesets.helping import terms

ROAD = chart("abcdef", features={"a": "exit"})
"""The only way out is at the west end."""


# ------------------------------------------------------------------ dice of an ambush


@pytest.mark.rule("einfelst", "C-79", "W-2")
def test_dice_of_an_ambush_are_for_what_one_does_and_not_for_what_one_withstands() -> None:
    fight = Fight({"hero": "a"}, {"thug": "a"}).sheet_of("thug", edge=2).dice_of("thug", force=3, read=3)
    fight.play("push thug down", pool(6, 1), pool(3, 0))
    fight = Fight({"hero": "a"}, {"thug": "a"}).sheet_of("thug", edge=2).dice_of("thug", force=3, read=3)
    fight.play(f"lure thug {fight.key('', 'b').strip()}", pool(3, 0), pool(3, 0))
    assert fight.sheet("thug").edge == 2, "its first maneuver is still to come"


@pytest.mark.rule("einfelst", "C-79", "C-31", "C-38")
def test_dice_of_an_ambush_are_for_maneuvers_of_endure_too() -> None:
    field = chart("ab", climbs="ab")
    fight = (
        Fight({"hero": "a"}, {"thug": "b"}, field=field).dice_of("hero", endure=5, finesse=3).sheet_of("hero", edge=2)
    )
    tally = fight.option(fight.key("cross", "b")).about.tally
    assert tally is not None
    assert terms(tally)["ambush"] == 2
    fight = Fight({"hero": "a"}, {"thug": "a"}).sheet_of("hero", held=True, holder="thug")
    fight.dice_of("thug", force=1, endure=4).sheet_of("thug", edge=1)
    fight.play("break free", "hold", pool(6, 1), pool(5, 1))
    assert fight.sheet("hero").held


# ------------------------------------------------------------------ several cards


@pytest.mark.rule("einfelst", "C-12", "C-06")
def test_the_order_keeps_the_later_card_of_the_active_one_in_its_place() -> None:
    fight = Fight({"fighter": "a"}, {"brute": "c"}, acting="foes").cards_of(fighter=5, brute=(2, 9))
    assert fight.asked.who == "brute"
    assert [(slot.who, slot.badge) for slot in RULESET.order(fight.board)] == [
        ("brute", "2"),
        ("fighter", "5"),
        ("brute", "9"),
    ]


# ------------------------------------------------------------------ flights


@pytest.mark.rule("einfelst", "C-75", "C-76", "W-33")
def test_nobody_chases_over_what_would_stop_it() -> None:
    field = chart("abcdef", features={"a": "exit"}, gaps="bc")
    fight = Fight({"hero": "c", "archer": "f"}, {"thug": "c"}, field=field).profile_of("hero", traits=("flies",))
    assert not fight.option("flee").about.notes
    fight.play("flee", pool(3, 1))
    assert not fight.let_be
    assert fight.at("thug") == "c"
    fight = Fight({"hero": "c", "archer": "f"}, {"ghost": "c"}, field=field).profile_of("hero", traits=("flies",))
    fight.play("flee", "chase", pool(3, 1), pool(3, 1))
    assert fight.at("ghost") == "b"


@pytest.mark.rule("einfelst", "W-45", "C-74", "C-76")
def test_a_flight_that_is_caught_goes_no_farther_than_an_ambush_either() -> None:
    fight = Fight({"hero": "c", "archer": "f"}, {"thug": "c", "wolf": "b"}, field=ROAD, hidden=("wolf",))
    fight.play("flee", "chase", pool(3, 1), pool(4, 1))
    assert (fight.at("hero"), fight.at("thug")) == ("c", "c")
    assert not fight.sheet("wolf").hidden


# ------------------------------------------------------------------ holds


@pytest.mark.rule("einfelst", "C-67", "W-43")
@pytest.mark.parametrize("where", ["cover", "withdraw"])
def test_who_takes_another_place_in_the_zone_lets_go(where: str) -> None:
    fight = Fight({"hero": "a"}, {"thug": "a"}, field=chart("ab", cover="a")).sheet_of("thug", held=True, holder="hero")
    fight.play(where)
    assert not fight.sheet("thug").held


@pytest.mark.rule("einfelst", "C-67", "W-43")
def test_who_closes_in_on_another_lets_go() -> None:
    fight = Fight({"hero": "a"}, {"thug": "a", "wolf": "a"}).sheet_of("thug", held=True, holder="hero")
    fight.sheet_of("wolf", spot="far").play("close wolf")
    assert not fight.sheet("thug").held


@pytest.mark.rule("einfelst", "C-67", "W-43", "C-53")
def test_who_is_driven_far_off_is_out_of_its_holders_hands() -> None:
    fight = Fight({"hero": "a", "archer": "a"}, {"thug": "a"}).sheet_of("archer", held=True, holder="thug")
    fight.profile_of("thug", points=9).play("strike thug sword", pool(7, 2), "push far")
    assert fight.sheet("thug").spot == "far"
    assert not fight.sheet("archer").held


# ------------------------------------------------------------------ fear


@pytest.mark.rule("einfelst", "W-31", "W-15")
def test_who_is_lured_to_something_dreadful_as_the_round_begins_faces_it_at_once() -> None:
    fight = Fight({"hero": "a"}, {"ghoul": "c"})
    fight.sheet_of("hero", lured=fight.place("b"), slow=0, fast=0).play("done", pool(5, 1))
    assert (fight.turn.round, fight.at("hero")) == (2, "b")
    assert [event.rule for event in fight.told(told.Tested)] == ["C-84"]


# ------------------------------------------------------------------ what is shown


@pytest.mark.rule("einfelst", "C-95")
def test_the_board_does_not_say_that_who_burns_could_react() -> None:
    fight = Fight({"hero": "a"}, {"thug": "a"}).sheet_of("thug", fire=2).sheet_of("hero", fire=1)
    assert not RULESET.standing(fight.board, Id("thug")).reacts
    assert "react" not in fight.option("done").label
    held = Fight({"hero": "a"}, {"thug": "a"}).sheet_of("thug", fire=2, held=True, holder="hero")
    assert not RULESET.standing(held.board, Id("thug")).reacts, "nor that the held could who burn (W-44)"


@pytest.mark.rule("einfelst", "W-44", "C-65", "C-95")
def test_who_is_held_and_burns_is_told_that_others_must_help_it() -> None:
    fight = Fight({"hero": "a"}, {"thug": "a"}).sheet_of("hero", held=True, holder="thug", fire=1)
    assert fight.keys() == ["done"]
    (refusal,) = fight.asked.refusals()
    assert "shout" in refusal.why and "fire" in refusal.why


@pytest.mark.rule("einfelst", "C-49")
def test_nobody_is_shown_beside_the_fallen() -> None:
    fight = Fight({"hero": "a", "archer": "f"}, {"thug": "a", "wolf": "f"}).sheet_of("thug", spot="far", points=3)
    fight.play("close thug", "strike thug sword", pool(7, 1))
    assert not fight.sheet("thug").up
    assert not RULESET.standing(fight.board, Id("hero")).links


@pytest.mark.rule("einfelst", "C-58", "C-92")
def test_no_fire_is_called_to_who_is_in_the_water() -> None:
    fight = Fight({"mage": "a"}, {"thug": "b"}, field=chart("abc", water="b"))
    assert not fight.offers("cast candle thug")
    assert Fight({"mage": "a"}, {"thug": "b"}, field=chart("abc")).offers("cast candle thug")


@pytest.mark.rule("einfelst", "C-52", "C-92", "C-97")
def test_a_preview_of_an_attack_says_what_else_a_hit_does() -> None:
    fight = Fight({"torchbearer": "a"}, {"loom-spider": "a"})
    notes = fight.option("strike loom-spider torch").about.notes
    assert notes == ("1 physical Harm (C-52)", "sets on fire, intensity 1 (C-92)")
    fight = Fight({"loom-spider": "a"}, {"torchbearer": "a"})
    assert "poison, toxicity 4 (C-97)" in fight.option("strike torchbearer bite").about.notes


# ------------------------------------------------------------------ what would do nothing, what is gone


@pytest.mark.rule("einfelst", "C-65", "W-14")
@pytest.mark.parametrize(("unit", "held"), [("ghost", False), ("thug", True)])
def test_a_net_is_not_thrown_at_what_it_could_not_hold(unit: str, held: bool) -> None:
    fight = Fight({"slinger": "a"}, {"it": (unit, "a")}).sheet_of("slinger", hand="net").sheet_of("it", held=held)
    assert not fight.keys("throw")
    assert fight.refusal("Throw").rule == "C-65"


@pytest.mark.rule("einfelst", "C-55")
def test_a_stone_that_is_thrown_is_out_of_hand() -> None:
    fight = Fight({"night-ogre": "a"}, {"hero": "b"}).sheet_of("hero", faced=("night-ogre",))
    fight.play("draw stone", "throw hero stone", pool(fight.sheet("night-ogre").profile.dice("shoot"), 0))
    sheet = fight.sheet("night-ogre")
    assert (sheet.hand, [key for key in sheet.pack if key.startswith("stone")]) == ("", ["stone#2", "stone#3"])


@pytest.mark.rule("einfelst", "C-38", "C-94")
def test_dice_are_put_down_to_the_rule_that_has_them_thrown() -> None:
    fight = Fight({"hero": "a"}, {"thug": "a"}).sheet_of("hero", held=True, holder="thug")
    fight.dice_of("thug", force=1, endure=4).dice_of("hero", force=5)
    fight.play("break free", "hold", pool(5, 1), pool(4, 1))
    broke, held = (event.tally.terms[0].rule for event in fight.told(told.Pooled))
    assert (broke, held) == ("C-37", "C-38")
    fight = Fight({"hero": "a"}, {"thug": "a"}).sheet_of("hero", fire=2)
    fight.run(lambda table: burn(table, Id("hero")), pool(4, 2))
    assert [event.tally.terms[0].rule for event in fight.heard if isinstance(event, told.Pooled)] == ["C-94"]


@pytest.mark.rule("einfelst", "C-92", "W-41")
def test_the_preview_of_a_step_into_a_blaze_says_so() -> None:
    field = chart("abc", features={"b": "fire"})
    fight = Fight({"hero": "a", "ghost": "a"}, {"thug": "c"}, field=field)
    assert fight.option(fight.key("go", "b")).about.notes == ("by C-50", "sets on fire, intensity 2 (C-92)")
    assert fight.play("done").option(fight.key("go", "b")).about.notes == ("by C-50",), "which a ghost does not mind"


@pytest.mark.rule("einfelst", "C-95", "C-34")
def test_who_burns_on_the_ground_is_told_why_it_can_not_run() -> None:
    fight = Fight({"hero": "a"}, {"thug": "a"}).sheet_of("hero", fire=2, prone=True)
    assert fight.keys("") == ["extinguish", "done"]
    assert fight.refusal("Flee").rule == "C-34"


@pytest.mark.rule("einfelst", "C-26", "W-14", "W-41")
def test_into_a_blaze_nobody_is_pushed_without_a_success_more() -> None:
    field = chart("abc", features={"b": "fire"})
    fight = Fight({"hero": "a"}, {"thug": "a"}, field=field)
    fight.play(fight.key("push thug", "b"), pool(6, 1), pool(5, 0))
    assert (fight.at("thug"), fight.sheet("thug").prone, fight.sheet("thug").fire) == ("a", True, 0)
    fight = Fight({"hero": "a"}, {"thug": "a"}, field=field).profile_of("thug", traits=("fireproof",))
    assert fight.play(fight.key("push thug", "b"), pool(6, 1), pool(5, 0)).at("thug") == "b"
    fight = Fight({"hero": "a"}, {"thug": "a"}, field=field)
    fight.play(fight.key("push thug", "b"), pool(6, 2), pool(5, 0), pool(4, 2))
    assert (fight.at("thug"), fight.sheet("thug").fire) == ("b", 2)


@pytest.mark.rule("einfelst", "C-24", "C-33")
def test_nobody_loads_a_crossbow_that_is_put_away() -> None:
    fight = Fight({"friend": "a"}, {"thug": "c"}).sheet_of("friend", unloaded=("crossbow",))
    assert fight.keys("load") == ["load crossbow"]
    assert not fight.play("sheathe crossbow").keys("load")


@pytest.mark.rule("einfelst", "C-70", "C-69")
def test_the_log_says_what_a_struggle_comes_to_and_against_whom() -> None:
    fight = Fight({"hero": "a"}, {"thug": "a"}).sheet_of("hero", held=True, holder="thug").dice_of("hero", force=5)
    fight.play("break free", pool(5, 0))
    assert fight.log[-1] == "Hero, break free: 5 dice, no successes, 1 needed: fails"
    fight = Fight({"hero": "a"}, {"thug": "a"}).sheet_of("hero", held=True, holder="thug")
    assert "Thug 1 holds Hero" in fight.until("break free", "hold").log


@pytest.mark.rule("einfelst", "C-99")
def test_the_log_says_that_it_is_poison_which_harms() -> None:
    fight = Fight({"hero": "a"}, {"thug": "b"}).sheet_of("hero", poison=(1,))
    fight.play("done", "done")
    assert fight.log[-3:-1] == ["Hero suffers 1 Physical Harm from the poison, 8 more to bear", "Hero marks 1 lesser"]


@pytest.mark.rule("einfelst", "C-49")
def test_who_is_away_oneself_is_not_told_to_close_in() -> None:
    field = chart("ab", cover="a")
    fight = Fight({"hero": "a"}, {"thug": "a"}, field=field).sheet_of("hero", spot="cover")
    assert next(each for each in fight.asked.refusals() if each.label.startswith("Strike")).why.endswith(
        "come out first"
    )
    assert fight.play("emerge").offers("strike thug sword")
    fight = Fight({"hero": "a"}, {"thug": "a"}, field=field).sheet_of("thug", spot="far")
    assert next(each for each in fight.asked.refusals() if each.label.startswith("Strike")).why.endswith(
        "close in first"
    )


# ------------------------------------------------------------------ where the text is silent


@pytest.mark.rule("einfelst", "C-84", "W-47")
def test_a_dreadful_spell_is_feared_though_it_comes_to_nothing() -> None:
    fight = Fight({"mage": "a"}, {"thug": "b"}).play("cast north-door thug", pool(6, 0), pool(4, 0))
    assert fight.lost == [("thug", 3, "mental")]
    assert fight.at("thug") == "b"


@pytest.mark.rule("einfelst", "C-63", "C-62", "W-12")
@pytest.mark.parametrize(("dodged", "swaps"), [(1, False), (2, False), (3, True)])
def test_a_dodge_behind_cover_takes_a_card_only_with_more_than_the_whole_shot(dodged: int, swaps: bool) -> None:
    fight = Fight({"archer": "a"}, {"thug": "b"}, field=chart("ab", cover="b")).sheet_of("thug", spot="cover")
    fight.until("shoot thug longbow", "dodge", pool(4, dodged), pool(7, 2))
    assert not fight.hit
    assert fight.offers("swap 1") == swaps


# ------------------------------------------------------------------ one list of bans, on the turn and out of it


@pytest.mark.rule("einfelst", "C-21", "C-65", "C-95", "C-34", "W-7", "W-44")
@pytest.mark.parametrize(
    ("state", "may"),
    [
        ({}, "act go flee chase extinguish break-free parry dodge resist hold"),
        ({"held": True}, "break-free parry"),
        ({"fire": 1}, "flee extinguish"),
        ({"held": True, "fire": 1}, ""),
        ({"prone": True}, "act extinguish break-free parry dodge resist hold"),
        ({"prone": True, "fire": 1}, "extinguish"),
    ],
)
def test_what_a_state_bars_is_asked_in_one_place(state: dict[str, object], may: str) -> None:
    sheet = Fight({"hero": "a"}, {"thug": "a"}).sheet_of("hero", **state).sheet("hero")
    assert [doing for doing in get_args(Doing) if barred(sheet, doing) is None] == [
        word.replace("-", " ") for word in may.split()
    ]
    for doing in get_args(Doing):
        assert can_react(sheet, doing) is (barred(sheet, doing) is None)
        assert not can_react(replace(sheet, lured=InZone(1)), doing), "its maneuver leads elsewhere"
