"""What is shown is what is played: exact numbers, and odds against the counts of thousands of plays."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random

import pytest

from game.kit.testing.played import compare_odds
from game.rules.events import Id
from game.rules.match import AnyMatch
from game.rules.odds import odds
from tests.rulesets.einfelst.kit import Fight, pool

FIGHTER, THUG, BRUTE = Id("fighter"), Id("thug"), Id("brute")


def duel() -> Fight:
    """Seven dice with a sword against five with an axe that parries as well as any."""
    fight = Fight({"fighter": "a"}, {"thug": "a"}).weapon_of("thug", "axe", guard=0)
    return fight.profile_of("thug", points=9)


@pytest.mark.rule("einfelst", "C-52")
def test_seven_dice_hit_in_seventy_two_of_a_hundred() -> None:
    shown = odds(duel().match, "strike thug sword")
    assert shown.hits(FIGHTER, THUG) == 1 - Fraction(5, 6) ** 7
    assert f"{float(shown.hits(FIGHTER, THUG)):.2%}" == "72.09%"
    assert round(float(shown.mean_harm(THUG)), 2) == 1.89


@pytest.mark.rule("einfelst", "C-62")
def test_against_a_parry_of_five_dice_they_hit_in_forty_four() -> None:
    shown = odds(duel().until("strike thug sword").match, "parry")
    assert f"{float(shown.hits(FIGHTER, THUG)):.2%}" == "43.84%"
    assert round(float(shown.mean_harm(THUG)), 2) == 1.11


def against_armour() -> tuple[AnyMatch, str]:
    """A blow on a hide of three dice."""
    return Fight({"fighter": "a"}, {"brute": "a"}).match, "strike brute sword"


def parried() -> tuple[AnyMatch, str]:
    """A parry against five dice."""
    return Fight({"thug": "a"}, {"fighter": "a"}).until("strike fighter axe").match, "parry"


def in_the_dark_behind_cover() -> tuple[AnyMatch, str]:
    """A shot that needs two successes."""
    fight = Fight({"archer": "a"}, {"thug": "b"}, night="yes").sheet_of("thug", spot="far")
    return fight.match, "shoot thug longbow"


def an_extra_success() -> tuple[AnyMatch, str]:
    """Two successes too many, of which the first takes the mind."""
    return Fight({"fighter": "a"}, {"brute": "a"}).until("strike brute sword", pool(7, 3)).match, "mental"


def the_last_slot() -> tuple[AnyMatch, str]:
    """A blow that breaks a hero if it hits well, with what that does to it."""
    fight = Fight({"thug": "a"}, {"fighter": "a"}).sheet_of("fighter", physical=(2, 2, 0))
    return fight.match, "strike fighter axe"


POSITIONS = [against_armour, parried, in_the_dark_behind_cover, an_extra_success, the_last_slot]


@pytest.mark.parametrize("position", POSITIONS)
def test_odds_are_what_is_played(position: Callable[[], tuple[AnyMatch, str]]) -> None:
    match, key = position()
    compare_odds(match, key, 1500, Random(7).randint)
