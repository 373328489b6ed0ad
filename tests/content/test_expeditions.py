"""Expeditions as quick AIs play them whole: how far they come, and which kinds of places the better ways take."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from game.lab.expedition import STEPS, ExpeditionRequest
from game.lab.expedition_trial import PlayedExpedition, better_kinds, tell_trial, try_expeditions
from game.rules.registry import names, ruleset
from game.rules.ruleset import HasRest

WORDS = 2
"""Of each difficulty; of each of them several expeditions are played."""

EASY, HARD = 0.6, 0.85
"""The least share that comes through an easier one, and the greatest that does through a harder one."""


@pytest.mark.nightly
@pytest.mark.parametrize("rules", [name for name in names() if isinstance(ruleset(name), HasRest)])
def test_difficulties_are_told_apart_by_results_and_no_kind_of_place_is_always_the_better_way(
    rules: str, record_property: Callable[[str, Any], None]
) -> None:
    through: dict[str, float] = {}
    both: list[PlayedExpedition] = []
    for level in ("easier", "harder"):
        wanted = ExpeditionRequest(f"night {level}", rules, difficulty=level)
        played = try_expeditions(wanted, WORDS, 1)
        record_property("told", " ".join(line.strip() for line in tell_trial(wanted, played)))
        through[level] = sum(each.through for each in played) / len(played)
        both += played
    record_property("battles", sum(each.fought for each in both))
    assert all(1 <= each.steps <= STEPS for each in both)
    assert through["easier"] > through["harder"] and through["easier"] >= EASY and through["harder"] <= HARD
    better, of = better_kinds(both)["battle"]
    assert 0 < better < of, "to fight is neither always the better way nor never"
