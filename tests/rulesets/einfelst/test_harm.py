"""Harm on tracks and in points, dice lost, and going out of the fight."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from game.kit.testing.fight import d6
from rulesets.einfelst.play.events import Fell
from rulesets.einfelst.play.harm import fill, room, spreads
from rulesets.einfelst.play.pools import dice, pool
from rulesets.einfelst.sheet.sheet import EMPTY
from tests.rulesets.einfelst.kit import Fight
from tests.rulesets.einfelst.kit import pool as thrown


def duel(points: str = "lasting") -> Fight:
    """A fighter and a thug."""
    return Fight({"fighter": "a"}, {"thug": "a"}, points=points)


# ------------------------------------------------------------------ marking


@pytest.mark.rule("einfelst", "C-83")
@pytest.mark.rule("einfelst", "W-28")
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
    fight = Fight({"thug": "a"}, {"fighter": "a"}).until("strike fighter axe", thrown(6, 2), "harm", answer)
    assert fight.sheet("fighter").physical == track


@pytest.mark.rule("einfelst", "W-28")
def test_a_setting_fills_the_rows_without_asking() -> None:
    fight = Fight({"thug": "a"}, {"fighter": "a"}, spread="fill").play("strike fighter axe", thrown(6, 2))
    assert fight.sheet("fighter").physical == (2, 1, 0)
    assert ("harm", "fighter") not in fight.let_be


# ------------------------------------------------------------------ dice lost


@pytest.mark.rule("einfelst", "C-54")
@pytest.mark.rule("einfelst", "W-19")
def test_each_filled_slot_takes_a_die_from_the_actions_of_its_track() -> None:
    sheet = duel().sheet_of("fighter", physical=(2, 1, 0)).sheet("fighter")
    assert (pool(sheet, "strike").total, pool(sheet, "read").total) == (4, 3)
    mad = duel().sheet_of("fighter", mental=(2, 0, 0)).sheet("fighter")
    assert (pool(mad, "strike").total, pool(mad, "read").total) == (7, 1)


@pytest.mark.rule("einfelst", "C-54")
def test_each_point_takes_a_die_and_one_is_always_left() -> None:
    fight = duel().profile_of("thug", points=9)
    three = fight.sheet_of("thug", points=3, less=3).sheet("thug")
    assert dice(pool(three, "strike")) == 2
    six = duel().sheet_of("thug", points=6, less=6).sheet("thug")
    assert dice(pool(six, "strike")) == 1


@pytest.mark.rule("einfelst", "C-54")
@pytest.mark.parametrize(("points", "later"), [("lasting", 3), ("next", 5)])
def test_the_dice_of_points_are_lost_for_good_unless_a_setting_says_for_one_throw(points: str, later: int) -> None:
    fight = duel(points=points).profile_of("thug", points=9).weapon_of("thug", "axe", bonus=0, guard=0)
    fight.play("strike thug sword", thrown(7, 1), "done", "strike fighter axe", thrown(3, 0))
    assert dice(pool(fight.sheet("thug"), "strike")) == later


# ------------------------------------------------------------------ severe


@pytest.mark.rule("einfelst", "C-19", "C-54", "W-38")
@pytest.mark.parametrize("track", ["physical", "mental"])
def test_severe_harm_takes_a_die_and_no_maneuver(track: str) -> None:
    fight = Fight({"thug": "a"}, {"fighter": "a"}).sheet_of("fighter", **{track: (2, 2, 0)})
    fight.weapon_of("thug", "axe", damage=1, harm=track).play("strike fighter axe", thrown(6, 1))
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
def test_by_a_setting_severe_harm_leaves_one_maneuver_at_once_and_in_every_round() -> None:
    fight = Fight({"thug": "a"}, {"fighter": "a"}, severe="slows").sheet_of("fighter", physical=(2, 2, 0))
    fight.weapon_of("thug", "axe", damage=1).play("strike fighter axe", thrown(6, 1))
    assert fight.sheet("fighter").severe
    assert fight.left("fighter") == (1, 0)
    fight.play("done", "done", "done")
    assert fight.turn.round == 2
    assert fight.left("fighter") == (1, 0)


@pytest.mark.rule("einfelst", "W-38")
def test_who_has_used_one_when_it_is_severely_harmed_has_none_left() -> None:
    fight = Fight({"thug": "a"}, {"fighter": "a"}, severe="slows").sheet_of("fighter", physical=(2, 2, 0), fast=0)
    fight.weapon_of("thug", "axe", damage=1).play("strike fighter axe", thrown(6, 1))
    assert fight.left("fighter") == (0, 0)


# ------------------------------------------------------------------ out of the fight


@pytest.mark.rule("einfelst", "C-54")
def test_whoever_has_points_is_out_with_the_last_of_them() -> None:
    fight = duel().sheet_of("thug", points=2).play("strike thug sword", thrown(7, 1))
    assert fight.sheet("thug").out == "broken"
    assert (fight.over, fight.winner) == (True, "party")


@pytest.mark.rule("einfelst", "C-83")
def test_what_takes_the_last_of_the_mind_terrifies() -> None:
    fight = Fight({"bones": "a"}, {"thug": "a"}).sheet_of("thug", points=2)
    fight.play("strike thug cold-touch", thrown(3, 1))
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
    return fight.play("strike fighter axe", thrown(6, 1), d6(face))


@pytest.mark.rule("einfelst", "W-28")
def test_a_bleeding_hero_dies_after_so_many_rounds() -> None:
    fight = broken(3).play(d6(2))
    assert (fight.sheet("fighter").out, fight.sheet("fighter").dies) == ("dying", 3)
    fight.play(*["done"] * 4)
    assert fight.sheet("fighter").out == "dying"
    fight.play(*["done"] * 2)
    assert fight.sheet("fighter").out == "dead"
    assert fight.last(Fell).how == "bled out"


@pytest.mark.rule("einfelst", "C-104")
@pytest.mark.rule("einfelst", "W-28")
def test_a_friend_stops_the_bleeding_with_finesse_or_study_and_bandages() -> None:
    fight = broken(6).play("done", "treat fighter", thrown(8, 1))
    assert (fight.sheet("fighter").out, fight.sheet("fighter").dies) == ("broken", 0)
    assert "bandages" not in fight.sheet("friend").pack


@pytest.mark.rule("einfelst", "C-67")
def test_whom_the_fallen_held_is_free() -> None:
    fight = Fight({"fighter": "a", "friend": "a"}, {"thug": "a"}).sheet_of("thug", points=2)
    fight.sheet_of("friend", held=True, holder="thug").play("strike thug sword", thrown(7, 1))
    assert not fight.sheet("friend").held
