"""By the book: improvised weapons, from the map into the hand and to pieces."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.ai import opponent
from game.kit.testing.fight import Dice, d4, d6, d20
from game.rules.events import Id
from game.spatial.field import Feature, Field
from rulesets.murdham import RULESET
from rulesets.murdham.play.events import Wore
from rulesets.murdham.play.gear import wear
from tests.rulesets.murdham.kit import Fight, chart


def tavern(*things: tuple[str, str, int]) -> Field:
    """Three zones in a row with some things: key, zone, and its column in that zone."""
    features = tuple(
        Feature(f"t{n}", "thing", ((4 * "abc".index(zone) + column, 1),), thing=key)
        for n, (key, zone, column) in enumerate(things, 1)
    )
    return replace(chart("abc"), features=features)


def unarmed(who: str = "theobald", **options: Any) -> Fight:
    """Somebody with empty hands beside a bandit; a bench, a bottle and an anvil stand about, and a stool a zone off."""
    field = tavern(("bench", "b", 0), ("bottle", "b", 1), ("anvil", "b", 2), ("stool", "c", 1))
    fight = Fight({who: "b"}, {"bandit": "b", "x": ("bandit", "a")}, field=field, stunts="off", **options)
    return fight.sheet_of(who, hand="", off="", carried=())


@pytest.mark.rule("murdham", "A-109", "A-20", "M-57")
def test_furniture_of_the_map_is_taken_up_where_it_stands() -> None:
    """What is nearby and in the list of weapons: nobody has a use for an anvil."""
    fight = unarmed().play("theobald")
    assert fight.keys("pick") == ["pick up t1", "pick up t2"]
    assert fight.option("pick up t1").label == "Pick up the bench"
    fight.play("pick up t1")
    assert fight.sheet("theobald").hand == "bench" and "t1" not in fight.state.things
    assert "d6" in fight.option("strike bandit bench").about.notes
    assert dict(RULESET.standing(fight.board, Id("theobald")).facts)["In hand"] == "bench (improvised)"
    assert "the bench breaks if its die shows 1 (A-107)" in fight.option("strike bandit bench").about.notes


@pytest.mark.rule("murdham", "A-109", "A-107")
@pytest.mark.parametrize(("thing", "key", "die"), [("t1", "bench", d6), ("t2", "bottle", d4)])
@pytest.mark.parametrize(("face", "whole"), [(1, False), (2, True)])
def test_a_1_is_the_end_of_it(thing: str, key: str, die: Any, face: int, whole: bool) -> None:
    fight = unarmed().play("theobald", f"pick up {thing}", f"strike bandit {key}", die(face))
    assert fight.lost == [("bandit", face)]
    assert (fight.sheet("theobald").hand == key) is whole


@pytest.mark.rule("murdham", "A-109", "A-106")
def test_a_failed_roll_of_durability_destroys_it_for_it_counts_as_damaged_already() -> None:
    fight = Fight({"theobald": "b"}, {"bandit": "b"}, field=tavern(("bench", "b", 0)), stunts="off")
    fight.sheet_of("theobald", hand="").sheet_of("bandit", health=1).play("theobald", "pick up t1")
    fight.play("strike bandit bench", d6(3), d4(1))
    assert fight.over and fight.sheet("theobald").hand == ""
    assert [(event.who, event.item, event.what) for event in fight.told(Wore)] == [("theobald", "bench", "destroyed")]


@pytest.mark.rule("murdham", "A-109", "A-106", "M-52")
@pytest.mark.parametrize(("die", "left"), [(d4(1), False), (d4(2), True)])
def test_so_does_one_that_was_used_and_lies_on_the_ground_again(die: Dice, left: bool) -> None:
    fight = unarmed().play("theobald", "pick up t2", "strike bandit bottle", d4(2), "done")
    fight.play("bandit", "disarm theobald bottle", d20(10))
    assert [*fight.state.things["bottle-1"].marks] == ["used"]
    fight.run(wear, die)
    assert [event.what for event in fight.heard if isinstance(event, Wore)] == ([] if left else ["destroyed"])


@pytest.mark.rule("murdham", "M-57", "A-20", "A-21")
def test_it_hangs_on_no_belt() -> None:
    """With full hands it stays where it is, and the game says why; and it is put down, not stowed."""
    fight = unarmed().sheet_of("theobald", hand="halberd").play("theobald")
    assert fight.keys("pick") == []
    assert fight.refusal("Pick up the bench").rule == "A-20"
    fight.play("put down halberd", "pick up t1")
    assert not fight.turn.main
    one = unarmed("sybilla").sheet_of("sybilla", off="shield").play("sybilla")
    assert one.keys("pick") == ["pick up t2"], "a bench takes both hands"
    one.play("pick up t2")
    assert not one.offers("stow bottle") and one.offers("put down bottle") and one.offers("stow shield")


@pytest.mark.rule("murdham", "M-37", "M-57")
def test_beasts_and_the_mindless_take_up_no_furniture() -> None:
    for unit in ("wolf", "walking-corpse"):
        fight = Fight({"sybilla": "a"}, {"x": (unit, "b")}, field=tavern(("bench", "b", 0)), acting="foes")
        assert fight.play("x").keys("pick") == []


@pytest.mark.rule("murdham", "A-109")
def test_the_computer_takes_up_what_comes_to_hand_when_it_has_nothing_better() -> None:
    """The bench rather than the bottle; with an axe in hand neither."""
    fight = unarmed().play("theobald")
    assert opponent("instinct", fight.asked.seat).answer(fight.match, fight.asked) == "pick up t1"
    armed = Fight({"bandit": "b"}, {"sybilla": "b"}, field=tavern(("bench", "b", 0), ("bottle", "b", 1)))
    armed.play("bandit")
    assert not str(opponent("instinct", armed.asked.seat).answer(armed.match, armed.asked)).startswith("pick up")
