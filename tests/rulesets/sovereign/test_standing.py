"""What the board shows of a combatant, and how it shows what ends with the fight for whoever falls."""

from __future__ import annotations

from typing import Any

import pytest

from game.kit.conditions import Condition
from game.rules.events import Id
from rulesets.sovereign import RULESET
from tests.rulesets.sovereign.kit import Fight

SURPRISED = Condition("surprised", "round ends")
HOLDING = Condition("holding", "round ends")


@pytest.mark.parametrize(
    ("fields", "marks"),
    [
        ({}, ()),
        ({"conditions": (SURPRISED,), "prone": True, "fleeing": True}, ("prone", "fleeing", "surprised")),
        ({"dead": True, "hp": 0, "conditions": (SURPRISED, HOLDING), "prone": True, "fleeing": True}, ("dead",)),
        ({"dead": True, "hp": 0, "frail": True, "stable": True, "hidden": True}, ("dead",)),
        ({"hp": 0, "fell": 1, "frail": True, "conditions": (SURPRISED,)}, ("mortally injured", "frail")),
        ({"hp": 0, "stable": True, "grappling": Id("w2")}, ("stable",)),
        ({"out": True, "unloaded": ("short-sword",)}, ("surrendered",)),
        ({"out": True, "hp": 0, "fleeing": True}, ("out",)),
    ],
)
def test_conditions_of_a_fighter_end_with_the_fight(fields: dict[str, Any], marks: tuple[str, ...]) -> None:
    fight = Fight({"annora": (5, 5)}, {"w1": ("skeletal-warrior", (6, 5)), "w2": ("skeletal-warrior", (9, 9))})
    fight.sheet_of("w1", **fields)
    shown = RULESET.standing(fight.board, Id("w1"))
    assert shown.words == marks
    labels = [label for label, _ in shown.facts]
    assert labels == (["AC", "In hand", "Main", "Move"] if shown.up else ["AC"]), "no budgets of the living on the dead"
    assert not shown.reacts or shown.up
