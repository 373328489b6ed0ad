"""Odds of what is worse than blades, against the counts of thousands of plays."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from game.kit.testing.played import compare_odds
from game.rules.match import AnyMatch
from tests.rulesets.einfelst.perils import Fight, chart

Position = Callable[[], tuple[AnyMatch, str]]


def a_hold() -> tuple[AnyMatch, str]:
    """Five dice to get free, against six that hold on."""
    fight = Fight({"hero": "a"}, {"thug": "a"}).sheet_of("hero", held=True, holder="thug")
    return fight.dice_of("hero", force=5).dice_of("thug", force=6).until("break free").match, "hold"


def fear_with_company() -> tuple[AnyMatch, str]:
    """A step towards a troll, with two friends who go first; what it costs depends on who is near."""
    fight = Fight({"hero": "a", "archer": "b", "mage": "b"}, {"troll": "c"}).dice_of("hero", endure=4)
    for who in ("archer", "mage"):
        fight.sheet_of(who, faced=("troll",))
    return fight.match, fight.key("go", "b")


def a_poisoned_blade() -> tuple[AnyMatch, str]:
    """A blow, a hide, and a poison of six dice in what gets through."""
    fight = Fight({"hero": "a"}, {"brute": "a"}).weapon_of("hero", "sword", poison=6)
    return fight.match, "strike brute sword"


def two_chasers() -> tuple[AnyMatch, str]:
    """A flight that a wolf and a thug may answer; the wolf does."""
    field = chart("abcd", features={"a": "exit"})
    fight = Fight({"hero": "c", "archer": "d"}, {"wolf": "c", "thug": "c"}, field=field)
    return fight.until("flee").match, "chase"


def a_fire_below() -> tuple[AnyMatch, str]:
    """A push that may lead into a fire."""
    fight = Fight({"hero": "a"}, {"thug": "a"}, field=chart("ab", features={"b": "fire"}))
    return fight.match, fight.key("push thug", "b")


def a_flame_resisted() -> tuple[AnyMatch, str]:
    """A spell of fire that is resisted, and burns at once where it works."""
    fight = Fight({"mage": "a"}, {"thug": "a"}).until("cast candle thug")
    return fight.match, "resist"


POSITIONS = [a_hold, fear_with_company, a_poisoned_blade, two_chasers, a_fire_below, a_flame_resisted]


@pytest.mark.parametrize("plays", [800, pytest.param(10_000, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("position", POSITIONS)
def test_odds_are_what_is_played(position: Position, plays: int) -> None:
    compare_odds(*position(), plays, Random(11).randint)
