"""The numbers that the help tells are those that are played."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from game.kit.conditions import Condition
from rulesets.ingenuity import RULESET
from rulesets.ingenuity.play.geometry import Look
from rulesets.ingenuity.play.numbers import attack_tally, damage_tally, evasion
from tests.rulesets import helping
from tests.rulesets.ingenuity.kit import Fight, terms

told, done = partial(helping.told, RULESET), partial(helping.done, RULESET)


@pytest.mark.rule("ingenuity", "B-53", "N-8")
@pytest.mark.parametrize(
    ("trait", "before"),
    [
        ("swift", {"attacks": 1}),
        ("momentum", {"struck": ("dummy",)}),
        ("cleave", {"tried": ("wolf",)}),
        ("backswing", {"missed": ("longsword",)}),
    ],
)
def test_the_help_on_what_one_attack_gives_the_next(trait: str, before: dict[str, Any]) -> None:
    fight = Fight({"roland": (3, 3)}, {"dummy": (4, 3)}).weapon_of("roland", "longsword", traits=(trait,))
    me = fight.sheet_of("roland", **before).sheet("roland")
    found = attack_tally(me, fight.body("dummy"), "longsword", Look(1), afar=False, gripped=False)
    assert told(trait) == [terms(found)[trait]]


@pytest.mark.rule("ingenuity", "B-46", "B-47", "N-10")
def test_the_help_on_hands() -> None:
    fight = Fight({"ogre": (3, 3)}, {"dummy": (5, 3)}).weapon_of("ogre", "maul", traits=("versatile",))
    me, it = fight.sheet("ogre"), fight.body("dummy")
    both, one = (attack_tally(me, it, "maul", Look(1), afar=False, gripped=gripped) for gripped in (True, False))
    assert told("both hands") == [terms(both)["both hands"], -terms(one)["one hand"]]
    assert told("versatile") == [terms(damage_tally(me, "maul", 0, critical=False, gripped=True))["both hands"]]


@pytest.mark.rule("ingenuity", "B-21")
def test_the_help_on_guard() -> None:
    fight = Fight({"roland": (3, 3)}, {"dummy": (4, 3)}).sheet_of("roland", conditions=(Condition("guard"),))
    assert told("guarding") == done("guard") == [terms(evasion(fight.sheet("roland")))["guard"]]
