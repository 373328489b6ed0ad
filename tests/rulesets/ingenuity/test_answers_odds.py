"""What is shown of answers is what is played: odds against the counts of many plays."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from game.kit.testing.played import compare_odds
from game.rules.match import AnyMatch
from tests.rulesets.ingenuity.kit import Fight, thrown

FEW_AND_MANY = [1_000, pytest.param(10_000, marks=pytest.mark.nightly)]
"""Plays of each position, by day and by night."""


def dodging() -> tuple[AnyMatch, str]:
    """A dodge, and if it fails the edge of fainting."""
    fight = Fight({"fabian": (4, 3)}, {"guard": (3, 3)}, acting="foes")
    fight.profile_of("fabian", con=0).sheet_of("fabian", end=3, reactions=2)
    return fight.until("guard", "strike fabian spear", thrown(3, 4)).match, "dodge"


def a_blow() -> tuple[AnyMatch, str]:
    """A blow on somebody who may faint, or be brought to the edge of death."""
    fight = Fight({"boudica": (4, 3)}, {"guard": (3, 3)}, acting="foes")
    fight.profile_of("boudica", eva=5, physical=2).sheet_of("boudica", end=2, hp=6)
    return fight.until("guard").match, "strike boudica spear"


def breaking() -> tuple[AnyMatch, str]:
    """A block with a shield that breaks, by which somebody faints."""
    fight = Fight({"roland": (4, 3)}, {"guard": (3, 3)}, acting="foes").weapon_of("guard", "spear", damage=9)
    fight.profile_of("roland", con=2).sheet_of("roland", end=0, hp=9, wear={"medium-shield": 4}, reactions=2)
    return fight.until("guard", "strike roland spear", thrown(3, 4)).match, "block medium-shield"


def parrying() -> tuple[AnyMatch, str]:
    """A parry by somebody at the last of its health."""
    fight = Fight({"fabian": (4, 3)}, {"ogre": (2, 3)}, acting="foes").sheet_of("fabian", end=0, hp=4)
    return fight.until("ogre", "strike fabian maul", thrown(7, 3, of="d10+d6")).match, "parry dagger"


def astray() -> tuple[AnyMatch, str]:
    """A shot into a fight, where an ally may faint."""
    fight = Fight({"agnessa": (1, 3), "fabian": (9, 4)}, {"dummy": (9, 3)})
    fight.sheet_of("fabian", end=0, hp=9).sheet_of("dummy", end=1)
    return fight.until("agnessa").match, "shoot dummy shortbow"


def the_fallen() -> tuple[AnyMatch, str]:
    """A killing strike, and the sneak attack if it fails."""
    fight = Fight({"boudica": (3, 3), "roland": (9, 9)}, {"dummy": (4, 3), "guard": (9, 3)})
    fight.profile_of("dummy", con=5).sheet_of("dummy", end=0, hp=0, unconscious=True, prone=True)
    return fight.until("boudica").match, "kill dummy spear"


POSITIONS = [dodging, a_blow, breaking, parrying, astray, the_fallen]


@pytest.mark.parametrize("plays", FEW_AND_MANY)
@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.__name__)
@pytest.mark.rule("ingenuity", "B-32", "B-58", "B-71", "B-73")
def test_odds_of_answers_are_what_plays_come_to(position: Callable[[], tuple[AnyMatch, str]], plays: int) -> None:
    match, key = position()
    compare_odds(match, key, plays, Random(11).randint)
