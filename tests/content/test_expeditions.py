"""Expeditions as quick AIs play them whole: how far they come, and which kinds of places the better ways take."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from game.lab.expedition import STEPS, ExpeditionRequest
from game.lab.expedition_trial import better_kinds, tell_trial, try_expeditions

WORDS = 6
"""Of each of which several expeditions are played."""

HARD, EASY = 0.2, 0.95
"""Shares of those that come through an even one, between which it is."""


@pytest.mark.nightly
@pytest.mark.parametrize("rules", ["sovereign", "murdham", "glog", "einfelst", "ingenuity"])
def test_an_even_expedition_is_neither_lost_nor_won_and_no_kind_of_place_is_always_the_better_way(
    rules: str, record_property: Callable[[str, Any], None]
) -> None:
    wanted = ExpeditionRequest("night", rules)
    played = try_expeditions(wanted, WORDS, 1)
    record_property("battles", sum(each.fought for each in played))
    record_property("told", " ".join(line.strip() for line in tell_trial(wanted, played)))
    assert HARD <= sum(each.through for each in played) / len(played) <= EASY
    assert all(1 <= each.steps <= STEPS for each in played)
    better, of = better_kinds(played)["battle"]
    assert 0 < better < of, "to fight is neither always the better way nor never"
