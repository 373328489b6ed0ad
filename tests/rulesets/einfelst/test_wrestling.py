"""Grapples, holds, getting free, a hand over the mouth, pushes (C-26, C-64 to C-71); what is done with things."""

from __future__ import annotations

from fractions import Fraction

import pytest

from game.rules.events import Id
from game.rules.match import Orders
from game.rules.ruleset import Note, Outcome
from game.spatial.field import UNIT
from rulesets.einfelst import RULESET
from rulesets.einfelst.play.events import AttackHit, Eased
from tests.rulesets.einfelst.kit import Fight, at_least, chance, chart, pool
from tests.rulesets.helping import terms


def free(outcome: Outcome) -> bool:
    """Whether the hero gets free."""
    return Note(Id("hero"), "free") in outcome.notes


def held(**more: object) -> Fight:
    """A hero held by a thug, on the hero's turn."""
    fight = Fight({"hero": "a"}, {"thug": "a"}, **more)  # type: ignore[arg-type]
    return fight.sheet_of("hero", held=True, holder="thug").dice_of("hero", force=5).dice_of("thug", force=6, endure=4)


# ------------------------------------------------------------------ laying hands on somebody


@pytest.mark.rule("einfelst", "C-26", "C-64", "C-65")
def test_a_grapple_with_force_restrains_its_target() -> None:
    fight = Fight({"hero": "a"}, {"thug": "a"}).play("grapple thug", pool(6, 1))
    assert fight.sheet("thug").held
    assert fight.sheet("thug").holder == "hero"
    assert fight.let_be == [("break free", "thug")]
    assert fight.sheet("hero").slow == 0


@pytest.mark.rule("einfelst", "C-37", "C-64")
def test_the_target_of_a_grapple_may_break_free_at_once_for_a_fast_maneuver() -> None:
    fight = Fight({"hero": "a"}, {"thug": "a"}).play("grapple thug", "break free", pool(6, 2), pool(5, 2))
    assert not fight.sheet("thug").held
    assert (fight.sheet("thug").slow, fight.sheet("thug").fast) == (1, 0)
    assert not fight.sheet("thug").tried, "which was no try of its own turn"
    fight = Fight({"hero": "a"}, {"thug": "a"}).play("grapple thug", "break free", pool(6, 2), pool(5, 1))
    assert fight.sheet("thug").held


@pytest.mark.rule("einfelst", "C-64")
def test_the_odds_of_a_grapple_are_those_of_one_success() -> None:
    fight = Fight({"hero": "a"}, {"thug": "a"})
    assert fight.odds("grapple thug").hits("hero") == at_least(6, 1)  # type: ignore[arg-type]


@pytest.mark.rule("einfelst", "C-66", "C-10")
def test_an_extra_success_covers_the_mouth_or_takes_a_card() -> None:
    fight = Fight({"hero": "a"}, {"thug": "a"}, acting="foes").until("grapple hero", "pass", pool(5, 3), "muffle")
    assert fight.sheet("hero").muffled
    assert not fight.offers("muffle"), "once is enough"
    fight = Fight({"hero": "a"}, {"thug": "a"}).play("done", "grapple hero", pool(5, 2), "swap 1")
    assert fight.turn.due[0].one == "thug"
    assert not fight.sheet("hero").muffled


@pytest.mark.rule("einfelst", "C-66")
def test_one_success_covers_no_mouth_and_what_cannot_speak_has_none_to_cover() -> None:
    fight = Fight({"hero": "a"}, {"thug": "a"}).play("grapple thug", pool(6, 1))
    assert "extra success" not in [topic for topic, _ in fight.let_be]
    fight = Fight({"hero": "a"}, {"wolf": "a"}).until("grapple wolf", "pass", pool(6, 2))
    assert not fight.offers("muffle")


@pytest.mark.rule("einfelst", "W-14", "W-43")
def test_nobody_lays_hands_on_what_has_no_body_or_is_out_of_reach_or_is_held_already() -> None:
    assert not Fight({"hero": "a"}, {"ghost": "a"}).keys("grapple")
    assert not Fight({"hero": "a"}, {"ghost": "a"}).keys("push")
    assert not Fight({"hero": "a"}, {"thug": "b"}).keys("grapple")
    assert not Fight({"hero": "a"}, {"thug": "a"}).sheet_of("thug", spot="far").keys("grapple")
    fight = Fight({"hero": "a", "archer": "a"}, {"thug": "a"}).play("grapple thug", pool(6, 1), "done")
    assert fight.asked.who == "archer"
    assert not fight.keys("grapple")


@pytest.mark.rule("einfelst", "W-43", "C-67")
def test_a_holder_holds_one_and_lets_go_for_nothing() -> None:
    fight = Fight({"hero": "a"}, {"thug": "a", "wolf": "a"}).sheet_of("thug", held=True, holder="hero")
    assert not fight.keys("grapple")
    fight.play("release thug")
    assert not fight.sheet("thug").held
    assert fight.sheet("hero").left == 2
    assert sorted(fight.keys("grapple")) == ["grapple thug", "grapple wolf"]


@pytest.mark.rule("einfelst", "W-43")
def test_who_is_grabbed_lets_go_of_whom_it_holds() -> None:
    fight = Fight({"hero": "a", "archer": "a"}, {"thug": "a"}, acting="foes").sheet_of(
        "archer", held=True, holder="thug"
    )
    fight.play("done", "grapple thug", pool(6, 1))
    assert fight.sheet("thug").held
    assert not fight.sheet("archer").held


@pytest.mark.rule("einfelst", "C-67", "W-43")
def test_a_hold_ends_when_the_holder_goes_or_falls() -> None:
    fight = Fight({"hero": "a", "archer": "c"}, {"thug": "a"}, acting="foes").sheet_of("hero", held=True, holder="thug")
    fight.play(fight.key("go", "b"))
    assert not fight.sheet("hero").held
    fight = Fight({"archer": "a", "hero": "a"}, {"thug": "a"}).sheet_of("hero", held=True, holder="thug")
    fight.sheet_of("thug", points=3).play("strike thug fist", pool(3, 1))
    assert not fight.sheet("thug").up
    assert not fight.sheet("hero").held


# ------------------------------------------------------------------ held


@pytest.mark.rule("einfelst", "C-65", "C-71", "W-7")
def test_the_held_can_only_break_free_on_their_turn() -> None:
    fight = held()
    assert fight.keys() == ["break free", "done"]
    assert fight.refusal("Act").rule == "C-65"


@pytest.mark.rule("einfelst", "C-20", "W-25")
def test_what_is_quick_says_where_it_takes_the_slow_maneuver() -> None:
    assert held().option("break free").price == "", "as the action catalogue says"
    assert held().sheet_of("hero", fast=0).option("break free").price == "slow maneuver"


@pytest.mark.rule("einfelst", "C-71", "W-7")
def test_the_held_may_parry_and_then_have_nothing_left_to_break_free_with() -> None:
    fight = Fight({"hero": "a"}, {"thug": "a", "wolf": "a"}, acting="foes").sheet_of("hero", held=True, holder="thug")
    fight.sheet_of("hero", held=True, holder="thug", slow=0)
    fight.play("done", "strike hero bite", "parry", pool(7, 1), pool(5, 1), "done")
    assert ("hero", "parries") in fight.reacted
    assert fight.asked.who != "hero" or fight.keys() == ["done"]


@pytest.mark.rule("einfelst", "C-71")
def test_the_held_neither_dodge_nor_chase() -> None:
    fight = Fight({"archer": "b"}, {"thug": "a", "wolf": "a"}).sheet_of("thug", held=True, holder="wolf")
    fight.play("shoot thug longbow", pool(7, 0))
    assert not fight.let_be
    fight = Fight({"hero": "a"}, {"thug": "a", "wolf": "a"}).sheet_of("thug", held=True, holder="wolf")
    fight.sheet_of("wolf", slow=0, fast=0).play("flee", pool(3, 0))
    assert not fight.let_be


# ------------------------------------------------------------------ getting free


@pytest.mark.rule("einfelst", "C-38", "C-68", "C-69")
@pytest.mark.parametrize(("mine", "theirs", "loose"), [(2, 2, False), (3, 2, True), (0, 0, False), (1, 0, True)])
def test_the_held_need_more_successes_than_the_holder(mine: int, theirs: int, loose: bool) -> None:
    fight = held().play("break free", "hold", pool(5, mine), pool(6, theirs))
    assert fight.sheet("hero").held is not loose
    assert bool(fight.told(Eased)) is loose
    assert (fight.sheet("thug").slow, fight.sheet("thug").fast) == (1, 0)


@pytest.mark.rule("einfelst", "C-70")
def test_a_single_success_is_enough_where_nobody_holds_on() -> None:
    assert not held().play("break free", pool(5, 1)).sheet("hero").held
    assert held().play("break free", pool(5, 0)).sheet("hero").held


@pytest.mark.rule("einfelst", "C-70", "W-8")
def test_nobody_holds_the_ends_of_a_net() -> None:
    fight = Fight({"hero": "a"}, {"thug": "a"}).sheet_of("hero", held=True).play("break free", pool(6, 1))
    assert not fight.sheet("hero").held
    assert not fight.let_be


@pytest.mark.rule("einfelst", "C-69", "W-8")
def test_the_chances_of_a_hold_are_those_of_the_book_with_the_better_of_endure_and_force() -> None:
    past = sum((chance(5, n) * chance(6, m) for n in range(6) for m in range(7) if n > m), Fraction(0))
    same = sum((chance(5, n) * chance(6, n) for n in range(6)), Fraction(0))
    assert round(float(past), 3) == 0.286
    assert round(float(same), 3) == 0.330
    assert held().odds("break free").chance(free) == at_least(5, 1)
    assert round(float(at_least(5, 1)), 3) == 0.598
    fight = held().until("break free")
    assert fight.odds("hold").chance(free) == past


@pytest.mark.rule("einfelst", "C-68")
def test_one_try_a_turn() -> None:
    fight = held().play("break free", pool(5, 0))
    assert fight.keys() == ["done"]
    fight.play("done", "done")
    assert fight.turn.round == 2
    fight.play(*["enough"] * fight.offers("enough"))
    assert fight.keys("break") == ["break free"]


@pytest.mark.rule("einfelst", "C-21", "C-37", "C-68", "W-52")
def test_the_held_may_break_free_between_turns_before_their_own_or_after_it() -> None:
    fight = Fight({"archer": "d", "hero": "a"}, {"thug": "a"}).sheet_of("hero", held=True, holder="thug")
    fight.dice_of("hero", force=5).dice_of("thug", force=6).until("done")
    assert (fight.asked.topic, fight.asked.who, fight.asked.about) == ("break loose", "hero", ("thug",))
    fight.play("break free", "hold", pool(5, 1), pool(6, 1))
    assert (fight.left("hero"), fight.left("thug"), fight.sheet("hero").held) == ((1, 0), (1, 0), True)
    assert fight.asked.who == "hero" and fight.offers("break free"), "its own turn is another"
    fight.play("break free", "hold", pool(5, 2), pool(6, 1))
    assert not fight.sheet("hero").held
    after = Fight({"hero": "a"}, {"thug": "a", "slinger": "d"}).sheet_of("hero", held=True, holder="thug")
    after.until("done", "done")
    assert (after.asked.topic, after.asked.who) == ("break loose", "hero"), "kept, when its own turn is over"


@pytest.mark.rule("einfelst", "C-68", "W-52")
def test_once_between_ones_own_cards_and_not_without_a_maneuver() -> None:
    fight = held().until("break free", pool(5, 0), "done", "done")
    assert fight.asked.kind == "act", "it tried on its turn"
    for changes in ({"slow": 0, "fast": 0}, {"tried": True}, {"out": "broken"}):
        barred = Fight({"archer": "d", "hero": "a"}, {"thug": "a"})
        barred.sheet_of("hero", held=True, holder="thug", **changes).play("done")
        assert ("break loose", "hero") not in barred.let_be
    net = Fight({"archer": "d", "hero": "a"}, {"thug": "a"}).sheet_of("hero", held=True).until("done")
    assert (net.asked.topic, net.asked.about) == ("break loose", ())
    assert not net.play("break free", pool(6, 1)).sheet("hero").held


@pytest.mark.rule("einfelst", "C-70", "W-52")
@pytest.mark.parametrize(
    ("hero", "thug", "spent", "ripe"),
    [
        (3, 2, False, False),  # a better moment may come, and its own card after that
        (2, 3, False, True),  # the last moment before its own card
        (1, 3, False, False),
        (3, 2, True, True),  # nobody holds on
    ],
)
def test_to_break_free_between_turns_is_asked_about_where_biding_brings_no_better_moment(
    hero: int, thug: int, spent: bool, ripe: bool
) -> None:
    fight = Fight({"archer": "d", "hero": "a"}, {"thug": "a"}).cards_of(archer=1, hero=hero, thug=thug)
    fight.sheet_of("hero", held=True, holder="thug", played=int(hero == 1))
    fight = fight.sheet_of("thug", **({"slow": 0, "fast": 0} if spent else {})).until("done")
    assert (fight.asked.topic, fight.option("break free").matters) == ("break loose", ripe)
    assert Orders().settle(fight.asked) == (None if ripe else "pass")


@pytest.mark.rule("einfelst", "W-52")
def test_with_one_maneuver_left_it_is_the_same_on_ones_own_card_which_is_next() -> None:
    fight = Fight({"archer": "d", "hero": "a"}, {"thug": "a"}).cards_of(archer=1, hero=2, thug=3)
    fight.sheet_of("hero", held=True, holder="thug", fast=0).sheet_of("thug", slow=0, fast=0).until("done")
    assert fight.asked.topic == "break loose" and not fight.option("break free").matters


@pytest.mark.rule("einfelst", "W-52")
def test_the_last_moment_of_a_round_is_one_to_break_free_in() -> None:
    fight = Fight({"archer": "d", "hero": "a"}, {"thug": "a"}).cards_of(archer=9, hero=1, thug=2)
    fight.sheet_of("hero", held=True, holder="thug", played=1).sheet_of("thug", played=1).until("done")
    assert fight.asked.topic == "break loose" and fight.option("break free").matters


@pytest.mark.rule("einfelst", "C-37", "C-69", "C-79", "W-2", "W-52")
@pytest.mark.parametrize(("mine", "loose"), [(1, False), (2, True)])
def test_dice_of_an_ambush_are_for_breaking_free_between_turns_too(mine: int, loose: bool) -> None:
    fight = Fight({"archer": "d", "hero": "a"}, {"thug": "a"}).sheet_of("hero", held=True, holder="thug", edge=2)
    fight.dice_of("hero", force=3).dice_of("thug", force=4, endure=1).until("done")
    tally = fight.option("break free").about.tally
    assert tally is not None
    assert terms(tally)["ambush"] == 2
    fight.play("break free", "hold", pool(5, mine), pool(4, 1))
    assert fight.sheet("hero").held is not loose, "which takes more successes than the holder has"
    assert fight.sheet("hero").edge == 0, "which was its first maneuver"


@pytest.mark.rule("einfelst", "C-70", "C-79", "W-2", "W-52")
def test_dice_of_an_ambush_are_for_breaking_free_of_a_net_between_turns() -> None:
    fight = Fight({"archer": "d", "hero": "a"}, {"thug": "a"}).sheet_of("hero", held=True, edge=2)
    assert not fight.dice_of("hero", force=3).until("done").play("break free", pool(5, 1)).sheet("hero").held


@pytest.mark.rule("einfelst", "C-68", "W-52")
def test_nobody_is_asked_to_break_free_when_the_fight_is_over() -> None:
    fight = Fight({"archer": "a", "hero": "a"}, {"thug": "a"}).sheet_of("hero", held=True)
    assert fight.sheet_of("thug", points=3).play("strike thug fist", pool(3, 1)).over


@pytest.mark.rule("einfelst", "W-44", "C-65", "C-95")
@pytest.mark.parametrize("holder", ["thug", ""], ids=["in hands", "in a net"])
def test_who_is_held_and_burns_may_do_nothing_but_shout(holder: str) -> None:
    fight = held().sheet_of("hero", held=True, holder=holder, fire=1)
    assert fight.keys() == ["done"]
    fight.play("done", "strike hero axe")
    assert not fight.let_be, "nor does it parry"
    fight = Fight({"archer": "d", "hero": "a"}, {"thug": "a"}).cards_of(archer=1, hero=2, thug=3)
    fight.sheet_of("hero", held=True, holder=holder, fire=1).play("done")
    assert fight.asked.topic != "break loose", "nor does it struggle between turns"


@pytest.mark.rule("einfelst", "W-44", "C-96")
def test_friends_put_out_the_fire_of_the_held_who_may_then_struggle() -> None:
    fight = Fight({"archer": "a", "hero": "a"}, {"thug": "a"}).sheet_of("hero", held=True, holder="thug", fire=1)
    fight.play("extinguish hero", pool(6, 1), "done")
    assert (fight.sheet("hero").fire, fight.keys()) == (0, ["break free", "done"])


@pytest.mark.rule("einfelst", "C-38")
def test_a_burning_or_spent_holder_does_not_hold_on() -> None:
    for changes in ({"fire": 1}, {"slow": 0, "fast": 0}):
        fight = held().sheet_of("thug", **changes).play("break free", pool(5, 1))
        assert not fight.let_be
        assert not fight.sheet("hero").held


# ------------------------------------------------------------------ pushes


@pytest.mark.rule("einfelst", "C-26", "W-14", "W-29")
def test_a_push_is_force_against_force_and_costs_the_target_nothing() -> None:
    fight = Fight({"hero": "a"}, {"thug": "a"}).play("push thug 0,1", pool(6, 2), pool(5, 1))
    assert fight.at("thug") == "b"
    assert fight.sheet("thug").left == 2
    fight = Fight({"hero": "a"}, {"thug": "a"}).play("push thug 0,1", pool(6, 1), pool(5, 1))
    assert fight.at("thug") == "a"
    fight = Fight({"hero": "a"}, {"thug": "a"}).play("push thug down", pool(6, 1), pool(5, 0))
    assert fight.sheet("thug").prone


@pytest.mark.rule("einfelst", "C-26")
def test_the_odds_of_a_push_count_both_pools() -> None:
    fight = Fight({"hero": "a"}, {"thug": "a"}).dice_of("thug", force=2).dice_of("hero", force=3)
    past = sum((chance(3, n) * chance(2, m) for n in range(4) for m in range(3) if n > m), Fraction(0))
    found = fight.odds(fight.key("push thug", "b"))
    assert found.chance(lambda outcome: Note(Id("thug"), "pushed") in outcome.notes) == past


LEDGE = chart("ab", climbs="ab", floor=tuple(3 * UNIT if x < 4 else 0 for _ in range(4) for x in range(8)))
"""Zone a lies 15 ft above b."""


@pytest.mark.rule("einfelst", "C-101", "C-102", "W-3", "W-14")
def test_a_push_over_a_ledge_takes_a_success_more_and_ends_in_a_fall() -> None:
    fight = Fight({"hero": "a"}, {"thug": "a"}, field=LEDGE)
    fight.play(fight.key("push thug", "b"), pool(6, 2), pool(5, 0), pool(3, 2), pool(4, 0))
    assert fight.at("thug") == "b"
    assert fight.sheet("thug").prone
    assert fight.lost == [("thug", 2, "physical")]
    fight = Fight({"hero": "a"}, {"thug": "a"}, field=LEDGE)
    fight.play(fight.key("push thug", "b"), pool(6, 1), pool(5, 0))
    assert fight.at("thug") == "a"
    assert fight.sheet("thug").prone


@pytest.mark.rule("einfelst", "W-14")
def test_nobody_is_pushed_up_a_wall_through_a_shut_door_or_over_a_gap() -> None:
    assert Fight({"hero": "b"}, {"thug": "b"}, field=LEDGE).keys("push") == ["push thug down"]
    for barred in ({"doors": "ab"}, {"gaps": "ab"}, {"rubble": "ab"}):
        field = chart("ab", **barred)  # type: ignore[arg-type]
        assert Fight({"hero": "a"}, {"thug": "a"}, field=field).keys("push") == ["push thug down"]


@pytest.mark.rule("einfelst", "C-67")
def test_a_push_to_another_zone_frees_the_held() -> None:
    fight = Fight({"hero": "a", "archer": "a"}, {"thug": "a"}).sheet_of("archer", held=True, holder="thug")
    fight.play("push thug 0,1", pool(6, 1), pool(5, 0))
    assert not fight.sheet("archer").held


@pytest.mark.rule("einfelst", "C-64")
def test_a_grapple_is_told_as_an_attack() -> None:
    fight = Fight({"hero": "a"}, {"thug": "a"}).play("grapple thug", pool(6, 1))
    assert fight.last(AttackHit).target == "thug"
    assert (fight.matched.won, fight.matched.taken) == (1, 0)


@pytest.mark.rule("einfelst", "C-68", "C-12")
def test_a_creature_of_two_cards_tries_at_each() -> None:
    fight = Fight({"troll": "a"}, {"wolf": "b"}).sheet_of("troll", held=True)
    fight.play("break free", pool(9, 0)).play("done")
    assert fight.asked.who == "troll"
    assert fight.keys() == ["break free", "done"]


@pytest.mark.rule("einfelst", "C-65", "W-43")
def test_who_is_caught_in_a_net_lets_go_too() -> None:
    fight = Fight({"hero": "a", "archer": "a"}, {"thug": "a", "wolf": "b"}).sheet_of("archer", held=True, holder="thug")
    fight.weapon_of("hero", "sword", traits=("snares",), damage=0).play("strike thug sword", pool(7, 1))
    assert fight.sheet("thug").held
    assert not fight.sheet("archer").held


# --- What is done with things ---


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
