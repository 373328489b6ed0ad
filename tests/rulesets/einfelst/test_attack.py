"""Harm on tracks and in points; strikes, shots, parries and dodges; what extra successes buy."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from game.kit.testing.fight import d6
from game.rules.events import Rolled
from rulesets.einfelst.play import pools
from rulesets.einfelst.play.events import AttackDeclared, Fell, Harmed, Pooled, Reacted
from rulesets.einfelst.play.geometry import aim
from rulesets.einfelst.play.harm import fill, room, spreads
from rulesets.einfelst.play.pools import Aim, asked, dice, dodge_pool, parry_pool
from rulesets.einfelst.sheet.sheet import EMPTY
from tests.rulesets.einfelst.kit import Fight, chart, pool
from tests.rulesets.helping import terms


def duel(points: str = "lasting") -> Fight:
    """A fighter and a thug face to face; the fighter's card is lower."""
    return Fight({"fighter": "a"}, {"thug": "a"}, points=points)


# ------------------------------------------------------------------ marking


@pytest.mark.rule("einfelst", "C-83", "W-28")
def test_harm_fills_the_rows_upwards_and_a_rest_takes_a_slot_all_the_same() -> None:
    assert fill(EMPTY, 3) == ((2, 1, 0), 0)
    assert fill((2, 1, 0), 1) == ((2, 2, 0), 0)
    assert fill((2, 2, 0), 1) == ((2, 2, 1), 0)
    assert fill((2, 2, 1), 1) == ((2, 2, 1), 1)
    assert fill(EMPTY, 9) == ((2, 2, 1), 0)
    assert room(EMPTY) == 9


@pytest.mark.rule("einfelst", "W-28")
def test_a_hero_may_mark_harm_in_every_way_that_is_not_worse_than_another() -> None:
    assert spreads(EMPTY, 1) == [(1, 0, 0)]
    assert spreads(EMPTY, 2) == [(0, 1, 0)], "two lesser slots would take a die more"
    assert spreads(EMPTY, 3) == [(1, 1, 0), (0, 0, 1)]
    assert spreads((2, 0, 0), 1) == [(2, 1, 0)], "a rest takes a larger slot all the same"
    assert spreads((2, 0, 0), 3) == [(2, 0, 1), (2, 2, 0)]
    assert spreads((2, 2, 0), 9) == [(2, 2, 1)]


@pytest.mark.rule("einfelst", "W-28")
def test_no_way_to_mark_harm_is_worse_than_another_that_is_offered() -> None:
    tracks = [(a, b, c) for a in range(3) for b in range(3) for c in range(2)]
    for track, amount in product(tracks, range(1, 10)):
        ways = spreads(track, amount)
        costs = [(-room(way), way[-1], sum(way)) for way in ways]
        assert ways and costs == sorted(costs), "the first costs least of what matters most"
        for one, other in permutations(costs, 2):
            assert one == other or any(a < b for a, b in zip(one, other, strict=True)), (track, amount)


@pytest.mark.rule("einfelst", "C-83")
@pytest.mark.parametrize(("answer", "track"), [("fill", (1, 1, 0)), ("spread 0-0-1", (0, 0, 1))])
def test_the_hurt_says_how(answer: str, track: tuple[int, int, int]) -> None:
    fight = Fight({"thug": "a"}, {"fighter": "a"}).until("strike fighter axe", pool(6, 2), "harm", answer)
    assert fight.sheet("fighter").physical == track


@pytest.mark.rule("einfelst", "W-28")
def test_a_setting_fills_the_rows_without_asking() -> None:
    fight = Fight({"thug": "a"}, {"fighter": "a"}, spread="fill").play("strike fighter axe", pool(6, 2))
    assert fight.sheet("fighter").physical == (2, 1, 0)
    assert ("harm", "fighter") not in fight.let_be


# ------------------------------------------------------------------ dice lost


@pytest.mark.rule("einfelst", "C-54", "W-19")
def test_each_filled_slot_takes_a_die_from_the_actions_of_its_track() -> None:
    sheet = duel().sheet_of("fighter", physical=(2, 1, 0)).sheet("fighter")
    assert (pools.pool(sheet, "strike").total, pools.pool(sheet, "read").total) == (4, 3)
    mad = duel().sheet_of("fighter", mental=(2, 0, 0)).sheet("fighter")
    assert (pools.pool(mad, "strike").total, pools.pool(mad, "read").total) == (7, 1)


@pytest.mark.rule("einfelst", "C-54")
def test_each_point_takes_a_die_and_one_is_always_left() -> None:
    fight = duel().profile_of("thug", points=9)
    three = fight.sheet_of("thug", points=3, less=3).sheet("thug")
    assert dice(pools.pool(three, "strike")) == 2
    six = duel().sheet_of("thug", points=6, less=6).sheet("thug")
    assert dice(pools.pool(six, "strike")) == 1


@pytest.mark.rule("einfelst", "C-54")
@pytest.mark.parametrize(("points", "later"), [("lasting", 3), ("next", 5)])
def test_the_dice_of_points_are_lost_for_good_unless_a_setting_says_for_one_throw(points: str, later: int) -> None:
    fight = duel(points=points).profile_of("thug", points=9).weapon_of("thug", "axe", bonus=0, guard=0)
    fight.play("strike thug sword", pool(7, 1), "done", "strike fighter axe", pool(3, 0))
    assert dice(pools.pool(fight.sheet("thug"), "strike")) == later


# ------------------------------------------------------------------ severe


@pytest.mark.rule("einfelst", "C-19", "C-54", "W-38")
@pytest.mark.parametrize("track", ["physical", "mental"])
def test_severe_harm_takes_a_die_and_no_maneuver(track: str) -> None:
    fight = Fight({"thug": "a"}, {"fighter": "a"}).sheet_of("fighter", **{track: (2, 2, 0)})
    fight.weapon_of("thug", "axe", damage=1, harm=track).play("strike fighter axe", pool(6, 1))
    assert fight.sheet("fighter").severe
    assert fight.left("fighter") == (1, 1)
    assert not any("maneuver" in line for line in fight.log)
    fight.play("done", "done", "done")
    assert fight.turn.round == 2
    assert fight.left("fighter") == (1, 1)


@pytest.mark.rule("einfelst", "C-12", "C-19", "W-38")
def test_a_hero_of_two_cards_keeps_both_maneuvers_of_each_with_severe_harm() -> None:
    fight = Fight({"thug": "a"}, {"fighter": "a"}).cards_of(fighter=(3, 7))
    fight.sheet_of("fighter", physical=(2, 2, 1), slow=2, fast=2).play(*["done"] * 4)
    assert (fight.turn.round, fight.left("fighter")) == (2, (2, 2))


@pytest.mark.rule("einfelst", "W-38")
@pytest.mark.parametrize(("fast", "left"), [(1, (1, 0)), (0, (0, 0))], ids=["none used", "one used"])
def test_by_a_setting_severe_harm_leaves_one_maneuver_at_once_and_in_every_round(
    fast: int, left: tuple[int, int]
) -> None:
    fight = Fight({"thug": "a"}, {"fighter": "a"}, severe="slows").sheet_of("fighter", physical=(2, 2, 0), fast=fast)
    fight.weapon_of("thug", "axe", damage=1).play("strike fighter axe", pool(6, 1))
    assert fight.sheet("fighter").severe
    assert fight.left("fighter") == left
    fight.play("done", "done", "done")
    assert fight.turn.round > 1 and fight.left("fighter") == (1, 0)


# ------------------------------------------------------------------ out of the fight


@pytest.mark.rule("einfelst", "C-54")
def test_whoever_has_points_is_out_with_the_last_of_them() -> None:
    fight = duel().sheet_of("thug", points=2).play("strike thug sword", pool(7, 1))
    assert fight.sheet("thug").out == "broken"
    assert (fight.over, fight.winner) == (True, "party")


@pytest.mark.rule("einfelst", "C-83")
def test_what_takes_the_last_of_the_mind_terrifies() -> None:
    fight = Fight({"bones": "a"}, {"thug": "a"}).sheet_of("thug", points=2)
    fight.play("strike thug cold-touch", pool(3, 1))
    assert fight.sheet("thug").out == "terrified"


@pytest.mark.rule("einfelst", "W-28")
@pytest.mark.parametrize("face", [1, 2, 4, 5])
def test_harm_without_a_slot_breaks_a_hero(face: int) -> None:
    fight = broken(face)
    assert fight.sheet("fighter").out == "broken"


def broken(face: int) -> Fight:
    """A fighter with every slot filled is hit once more."""
    party = {"fighter": "a", "friend": "a"}
    fight = Fight({"thug": "a"}, party).sheet_of("fighter", physical=(2, 2, 1))
    return fight.play("strike fighter axe", pool(6, 1), d6(face))


@pytest.mark.rule("einfelst", "W-28")
def test_a_bleeding_hero_dies_after_so_many_rounds() -> None:
    fight = broken(3).play(d6(2))
    assert (fight.sheet("fighter").out, fight.sheet("fighter").dies) == ("dying", 3)
    fight.play(*["done"] * 4)
    assert fight.sheet("fighter").out == "dying"
    fight.play(*["done"] * 2)
    assert fight.sheet("fighter").out == "dead"
    assert fight.last(Fell).how == "bled out"


@pytest.mark.rule("einfelst", "C-104", "W-28")
def test_a_friend_stops_the_bleeding_with_finesse_or_study_and_bandages() -> None:
    fight = broken(6).play("done", "treat fighter", pool(8, 1))
    assert (fight.sheet("fighter").out, fight.sheet("fighter").dies) == ("broken", 0)
    assert "bandages" not in fight.sheet("friend").pack


@pytest.mark.rule("einfelst", "C-67")
def test_whom_the_fallen_held_is_free() -> None:
    fight = Fight({"fighter": "a", "friend": "a"}, {"thug": "a"}).sheet_of("thug", points=2)
    fight.sheet_of("friend", held=True, holder="thug").play("strike thug sword", pool(7, 1))
    assert not fight.sheet("friend").held


# ------------------------------------------------------------------ hitting


@pytest.mark.rule("einfelst", "C-23", "C-25", "C-51", "C-52")
@pytest.mark.parametrize(
    ("weapon", "rolled", "skill", "harm"),
    [("sword", (7, 1), "Strike", 2), ("sword", (7, 0), "Strike", 0), ("fist", (6, 1), "Force", 1)],
    ids=["one success hits", "none misses", "bare hands"],
)
def test_a_strike_hits_for_the_damage_of_the_weapon(
    weapon: str, rolled: tuple[int, int], skill: str, harm: int
) -> None:
    fight = duel().play(f"strike thug {weapon}", pool(*rolled))
    assert skill in terms(fight.last(Pooled).tally) and fight.hit is bool(harm)
    assert [event.amount for event in fight.told(Harmed)] == ([harm] if harm else [])


@pytest.mark.rule("einfelst", "C-24", "C-55")
def test_a_bow_is_shot_with_shoot() -> None:
    fight = Fight({"archer": "a"}, {"thug": "c"}).play("shoot thug longbow", pool(7, 1))
    assert terms(fight.last(Pooled).tally) == {"Shoot": 7}
    assert fight.sheet("thug").points == 2


@pytest.mark.rule("einfelst", "C-13")
def test_what_strikes_and_has_a_range_is_thrown_with_shoot_and_lies_there() -> None:
    fight = Fight({"fighter": "a"}, {"thug": "b"}).sheet_of("fighter", hand="knife")
    fight.play("throw thug knife", pool(3, 1))
    assert fight.hit
    (thing,) = fight.state.things.values()
    assert (thing.key, fight.where(thing.at)) == ("knife", "b")
    assert fight.sheet("fighter").pack == ("sword", "antidote")


# ------------------------------------------------------------------ reach


@pytest.mark.rule("einfelst", "C-13", "W-13")
def test_whoever_is_in_the_same_zone_can_be_struck_and_nobody_farther() -> None:
    fight = Fight({"fighter": "a"}, {"thug": "b"})
    assert not fight.keys("strike")
    assert fight.refusal("Strike Thug").rule == "C-13"
    assert "strike thug sword" in duel().keys("strike")


@pytest.mark.rule("einfelst", "C-56", "C-57")
@pytest.mark.parametrize(
    ("who", "where", "rule"),
    [
        *[("slinger", "a", ""), ("slinger", "b", ""), ("slinger", "c", "C-56")],
        *[("archer", "a", "C-57"), ("archer", "b", ""), ("archer", "d", ""), ("archer", "e", "C-56")],
    ],
)
def test_a_sling_reaches_its_own_zone_and_the_next_a_longbow_one_to_three(who: str, where: str, rule: str) -> None:
    fight = Fight({who: "a"}, {"thug": where})
    assert bool(fight.keys("shoot")) == (not rule)
    if rule:
        assert fight.refusal("Shoot Thug").rule == rule


@pytest.mark.rule("einfelst", "C-49", "W-34")
def test_who_is_far_off_must_be_closed_in_on_before_it_can_be_struck() -> None:
    fight = duel().sheet_of("thug", spot="far")
    assert not fight.keys("strike")
    assert fight.refusal("Strike Thug").rule == "C-49"
    fight.play("close thug")
    assert fight.left("fighter") == (1, 0)
    fight.play("strike thug sword", pool(7, 1))
    assert fight.hit


@pytest.mark.rule("einfelst", "W-34")
def test_who_was_closed_in_on_can_strike_back_until_somebody_moves() -> None:
    fight = duel().sheet_of("thug", spot="far").play("close thug", "done")
    assert "strike fighter axe" in fight.keys("strike")
    fight.play(fight.key("go", "b"))
    assert fight.sheet("fighter").beside == ()


# ------------------------------------------------------------------ circumstances


@pytest.mark.rule("einfelst", "C-16", "C-18", "W-17")
def test_in_darkness_a_shot_needs_two_successes_unless_one_sees_in_the_dark() -> None:
    home = chart("ab", dark="b")
    fight = Fight({"archer": "a"}, {"thug": "b"}, field=home)
    assert asked("shot", aim(fight.board, fight.body("archer"), fight.body("thug"))).total == 2
    assert not fight.play("shoot thug longbow", pool(7, 1)).hit
    seer = Fight({"archer": "a"}, {"thug": "b"}, field=home).profile_of("archer", traits=("sees in the dark",))
    assert seer.play("shoot thug longbow", pool(7, 1)).hit
    assert asked("melee", Aim(cover=True, dark=True, smoke=True)).total == 1, "nothing to a blow hand to hand"


@pytest.mark.rule("einfelst", "C-17", "W-17")
def test_smoke_asks_one_more_and_undergrowth_nothing() -> None:
    smoke = Fight({"archer": "a"}, {"thug": "b"}, field=chart("ab", smoke="b"))
    assert terms(asked("shot", aim(smoke.board, smoke.body("archer"), smoke.body("thug")))) == {"a hit": 1, "smoke": 1}
    green = Fight({"archer": "a"}, {"thug": "b"}, field=chart("ab", overgrown="b"))
    assert asked("shot", aim(green.board, green.body("archer"), green.body("thug"))).total == 1


@pytest.mark.rule("einfelst", "W-17")
def test_a_light_in_somebodys_hand_ends_the_darkness_of_its_zone() -> None:
    fight = Fight({"archer": "a"}, {"thug": "b"}, field=chart("ab", dark="b"), roster=TORCH)
    torch = Fight({"archer": "a"}, {"bearer": "b"}, field=chart("ab", dark="b"), roster=TORCH)
    assert aim(fight.board, fight.body("archer"), fight.body("thug")).dark
    assert not aim(torch.board, torch.body("archer"), torch.body("bearer")).dark
    lurking = Fight({"archer": "a"}, {"bearer": "b", "thug": "b"}, field=chart("ab", dark="b"), roster=TORCH)
    lurking.sheet_of("bearer", hidden=True)
    assert aim(lurking.board, lurking.body("archer"), lurking.body("thug")).dark, "a light would tell of an ambush"


TORCH = """
[[creature]]
key = "bearer"
name = "Bearer"
icon = "bandit"
kind = "person"
points = 4
carries = ["torch"]
"""


@pytest.mark.rule("einfelst", "W-17")
def test_the_board_shows_which_zones_are_dark() -> None:
    field = chart("ab", dark="b")
    by_day = Fight({"archer": "a"}, {"thug": "b"})
    assert by_day.rules.lit(by_day.board, "party") is None
    dim = Fight({"archer": "a"}, {"thug": "b"}, field=field)
    torch = Fight({"archer": "a"}, {"bearer": "b"}, field=field, roster=TORCH)
    night = Fight({"archer": "a"}, {"bearer": "b"}, field=field, roster=TORCH, night="yes")
    shown = [fight.rules.lit(fight.board, "party") for fight in (dim, torch, night)]
    a, b = (dim.ground.mask(dim.ground.zones.cells(dim.place(zone))) for zone in "ab")
    assert shown == [a, a | b, b]


@pytest.mark.rule("einfelst", "W-17")
def test_what_nobody_can_stand_on_is_as_dark_as_what_is_beside_it() -> None:
    """No rock shines by itself at night; between a lit zone and a dark one each has the half that is nearer."""
    night, half = (Fight({"archer": "a"}, {"thug": "b"}, field=chart("a.b", dark=dark)) for dark in ("ab", "b"))
    assert night.rules.lit(night.board, "party") == 0
    assert half.rules.lit(half.board, "party") == half.ground.mask((x, y) for x in range(6) for y in range(4))


@pytest.mark.rule("einfelst", "C-46")
def test_cover_asks_one_more_success_of_whoever_shoots() -> None:
    fight = Fight({"archer": "a"}, {"thug": "b"}, field=chart("ab", cover="b")).sheet_of("thug", spot="cover")
    about = fight.option("shoot thug longbow").about
    assert about.brief == "needs 2: cover" and not any("success" in note for note in about.notes), "told once"
    assert not fight.play("shoot thug longbow", pool(7, 1)).hit


@pytest.mark.rule("einfelst", "C-34")
def test_a_strike_at_somebody_on_the_ground_has_a_die_more() -> None:
    fight = duel().sheet_of("thug", prone=True)
    fight.play("strike thug sword", pool(8, 0))
    assert terms(fight.last(Pooled).tally) == {"Strike": 7, "prone": 1}


# ------------------------------------------------------------------ parry and dodge


@pytest.mark.rule("einfelst", "C-62", "C-53")
def test_each_success_of_a_parry_takes_one_from_the_attack_and_the_rest_are_harm() -> None:
    fight = duel().dice_of("thug", strike=3).dice_of("fighter", strike=4)
    fight.profile_of("thug", points=9).play("strike thug sword", "parry", pool(2, 1), pool(4, 3))
    assert (fight.matched.won, fight.matched.taken, fight.matched.net) == (3, 1, 2)
    assert fight.sheet("thug").points == 3
    assert not duel().play("strike thug sword", "parry", pool(4, 1), pool(7, 1)).hit, "with no success left"


@pytest.mark.rule("einfelst", "C-61")
def test_the_armed_parry_with_strike_and_others_with_force() -> None:
    fight = duel()
    thug = fight.sheet("thug")
    assert terms(parry_pool(thug)) == {"Strike": 5, "axe": -1}
    assert terms(parry_pool(duel().sheet_of("thug", hand="").sheet("thug"))) == {"Force": 5}


@pytest.mark.rule("einfelst", "C-36", "C-35")
def test_a_shield_adds_its_die_to_parries_and_dodges() -> None:
    knight = Fight({"knight": "a"}, {"thug": "a"}).sheet("knight")
    assert terms(parry_pool(knight)) == {"Strike": 6, "shield": 1}
    assert terms(dodge_pool(knight)) == {"Finesse": 3, "full harness": -1, "shield": 1}


@pytest.mark.rule("einfelst", "C-35", "W-11")
def test_a_shot_is_dodged_with_finesse_and_not_parried() -> None:
    fight = Fight({"archer": "a"}, {"thug": "b"}).until("shoot thug longbow")
    assert fight.keys() == ["pass", "dodge"]
    fight.play("dodge", pool(4, 2), pool(7, 1))
    assert not fight.hit
    assert fight.left("thug") == (1, 0)


@pytest.mark.rule("einfelst", "C-22", "C-36", "C-59", "W-12")
def test_a_parry_is_pledged_before_any_die_falls_and_an_attack_is_answered_once() -> None:
    fight = duel().play("strike thug sword", "parry", pool(4, 0), pool(7, 0))
    kinds = [type(event) for event in fight.match.events if isinstance(event, (AttackDeclared, Reacted, Rolled))]
    assert kinds == [AttackDeclared, Reacted, Rolled, Rolled]
    assert fight.let_be == []


@pytest.mark.rule("einfelst", "C-71", "W-7")
def test_the_held_may_parry_but_not_dodge() -> None:
    fight = duel().sheet_of("thug", held=True).until("strike thug sword")
    assert fight.offers("parry")
    shot = Fight({"archer": "a"}, {"thug": "b"}).sheet_of("thug", held=True).play("shoot thug longbow", pool(7, 1))
    assert shot.let_be == []


@pytest.mark.rule("einfelst", "C-95")
def test_who_burns_parries_nothing() -> None:
    fight = duel().sheet_of("thug", fire=1).play("strike thug sword", pool(7, 0))
    assert fight.let_be == []


# ------------------------------------------------------------------ armour


@pytest.mark.rule("einfelst", "W-20", "W-27")
def test_each_success_of_the_armours_dice_stops_one_harm() -> None:
    fight = Fight({"fighter": "a"}, {"brute": "a"}).play("strike brute sword", pool(7, 1), pool(3, 1))
    assert fight.sheet("brute").points == 1


@pytest.mark.rule("einfelst", "C-83", "W-20")
def test_a_touch_that_harms_the_mind_marks_the_mental_track_and_no_armour_stops_it() -> None:
    fight = Fight({"knight": "a"}, {"bones": "a"}, acting="foes")
    fight.play("strike knight cold-touch", pool(3, 1))
    assert fight.sheet("knight").mental == (0, 1, 0)
    assert fight.sheet("knight").physical == (0, 0, 0)


@pytest.mark.rule("einfelst", "C-83")
def test_the_mindless_have_no_mind_to_harm() -> None:
    fight = Fight({"bones": "a"}, {"Other": ("bones", "a")})
    assert fight.refusal("Strike Other with the cold touch").rule == "C-83"


# ------------------------------------------------------------------ weapons that ask for more


@pytest.mark.rule("einfelst", "C-24")
def test_a_crossbow_is_loaded_with_a_slow_maneuver_before_it_shoots_again() -> None:
    fight = Fight({"friend": "a"}, {"thug": "b"}).dice_of("friend", shoot=5)
    fight.play("shoot thug crossbow", pool(5, 0), "done")
    assert fight.sheet("friend").unloaded == ("crossbow",)
    fight.play("done", "load crossbow")
    assert fight.sheet("friend").unloaded == ()


def lucky_hit(extra: int) -> Fight:
    """A sword hits a thug with so many successes too many."""
    fight = Fight({"fighter": "b"}, {"thug": "b"}, field=chart("abc")).profile_of("thug", points=20)
    return fight.until("strike thug sword", pool(7, 1 + extra))


@pytest.mark.rule("einfelst", "C-53")
@pytest.mark.parametrize("extra", [0, 3])
def test_left_alone_each_extra_success_is_a_harm(extra: int) -> None:
    fight = lucky_hit(extra).play()
    assert fight.sheet("thug").points == 2 + extra
    assert fight.let_be == [("parry", "thug"), *[("extra success", "fighter")] * extra]


@pytest.mark.rule("einfelst", "W-26")
def test_each_effect_but_harm_is_bought_once() -> None:
    fight = lucky_hit(2)
    assert {"harm", "mental", "disarm axe", "swap 2"} <= set(fight.keys())
    assert (fight.asked.idle, fight.asked.declines) == ("harm", ""), "no answer does nothing"
    fight.until("disarm axe")
    assert not fight.offers("disarm axe")
    fight.play("harm")
    assert fight.sheet("thug").points == 3


@pytest.mark.rule("einfelst", "W-26")
def test_the_whole_blow_harms_the_mind_instead_and_no_armour_helps() -> None:
    fight = Fight({"thug": "a"}, {"knight": "a"}).until("strike knight axe", pool(6, 2), "mental").play()
    assert fight.sheet("knight").mental == (0, 1, 0)
    assert fight.last(Harmed).kind == "mental"


@pytest.mark.rule("einfelst", "C-53", "W-34")
def test_a_push_leads_to_the_next_zone_or_far_off_within_this_one() -> None:
    fight = lucky_hit(1)
    assert fight.keys("push") == ["push 0,0", "push 0,2", "push far"]
    fight.until(fight.key("push", "c"))
    assert fight.at("thug") == "c"
    assert fight.sheet("thug").points == 2
    off = lucky_hit(1).until("push far").play("done")
    assert off.sheet("thug").spot == "far" and not off.keys("strike")


@pytest.mark.rule("einfelst", "C-53", "C-43")
def test_what_is_dropped_lies_there_and_is_picked_up_with_a_fast_maneuver() -> None:
    fight = lucky_hit(1).until("disarm axe").play("done")
    assert fight.sheet("thug").hand == ""
    assert fight.keys("take") == ["take axe-1"]
    fight.play("take axe-1")
    assert fight.sheet("thug").hand == "axe"
    assert fight.left("thug") == (1, 0)


@pytest.mark.rule("einfelst", "W-27")
def test_a_blow_that_armour_cuts_to_nothing_disarms_all_the_same() -> None:
    fight = Fight({"thug": "a"}, {"knight": "a"}).until("strike knight axe", pool(6, 2), "disarm sword", pool(4, 2))
    assert fight.sheet("knight").physical == (0, 0, 0)
    assert fight.sheet("knight").hand == ""


@pytest.mark.rule("einfelst", "C-53", "W-26")
def test_a_shot_pins_down_and_leaving_the_zone_then_costs_a_harm() -> None:
    """It pushes and disarms nobody."""
    fight = Fight({"archer": "a"}, {"thug": "c"}).profile_of("thug", points=9).until("shoot thug longbow", pool(7, 2))
    assert fight.keys() == ["harm", "swap 2", "mental", "pin"]
    fight.until("pin").play("done")
    assert not fight.offers("push 0,1")
    fight.play(fight.key("go", "b"))
    assert fight.sheet("thug").points == 3
    assert not fight.sheet("thug").pinned


@pytest.mark.rule("einfelst", "W-26")
def test_being_pinned_ends_with_the_own_turn() -> None:
    fight = Fight({"archer": "a"}, {"thug": "c"}).sheet_of("thug", pinned=True).play("done", "done")
    assert not fight.sheet("thug").pinned


@pytest.mark.rule("einfelst", "C-65")
def test_a_net_holds_and_harms_nobody() -> None:
    fight = Fight({"slinger": "a"}, {"thug": "a"}).sheet_of("slinger", hand="net", pack=("net",))
    fight.play("throw thug net", pool(4, 1))
    assert fight.sheet("thug").held
    assert (fight.sheet("thug").holder, fight.sheet("thug").points) == ("", 0)
    assert fight.sheet("slinger").pack == ()
