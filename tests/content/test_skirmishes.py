"""Battles made of a word come to an end in every book, for every aim, and are as even as promised."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from game.files.generate.seeded import SeededDraws
from game.files.scenario import to_setup
from game.lab.arena import Fought, Pit, in_each_others_places, wilson
from game.lab.difficulty import AIMS
from game.lab.skirmish import PLAIN, SKIRMISH_AIMS, SkirmishRequest, write_skirmish
from game.lab.win_forecast import quick_contest
from game.rules.registry import names, ruleset
from game.rules.ruleset import HasStrengths


def measured(name: str) -> bool:
    """Whether it is known how strong a ruleset's units are."""
    rules = ruleset(name)
    return isinstance(rules, HasStrengths) and bool(rules.strengths.units)


STUCK = 0.02
"""The share of battles that may come to no end: where large foes can't get at the last of a company, or it at them."""


def fought(wanted: SkirmishRequest, folder: Path, *, moved: bool = False) -> Fought:
    """Make a battle and let the quick AIs fight it to the end. ``moved``: from each other's places."""
    setup = to_setup(write_skirmish(wanted, folder))
    seed = SeededDraws(wanted.word).part("dice").below(1_000_000)  # the same dice would begin all battles alike
    return Pit(quick_contest(in_each_others_places(setup) if moved else setup, 1, seed)).fight(0)


def winners(battles: Sequence[Fought]) -> list[str | None]:
    """Who won each, nearly all of which came to an end."""
    stuck = [each for each in battles if each.why.startswith("no end")]
    assert len(stuck) <= max(1, STUCK * len(battles)), stuck
    return [each.side for each in battles]


@pytest.mark.parametrize(
    "rules", [pytest.param(name, marks=[pytest.mark.nightly] * (number > 1)) for number, name in enumerate(names())]
)
def test_a_skirmish_comes_to_an_end(rules: str, tmp_path: Path) -> None:
    assert not fought(SkirmishRequest("a day", rules), tmp_path).why.startswith("no end")


@pytest.mark.nightly
@pytest.mark.parametrize("rules", names())
@pytest.mark.parametrize("aim", list(SKIRMISH_AIMS))
def test_skirmishes_end_for_every_aim_and_each_side_wins_some(rules: str, aim: str, tmp_path: Path) -> None:
    wins = winners([fought(SkirmishRequest(f"night {number}", rules, aim=aim), tmp_path) for number in range(100)])
    assert 10 <= wins.count("party") <= 90


@pytest.mark.nightly
@pytest.mark.parametrize("rules", [name for name in names() if measured(name)])
@pytest.mark.parametrize("level", list(AIMS))
def test_skirmishes_are_won_as_often_as_promised(rules: str, level: str, tmp_path: Path) -> None:
    """Within five in a hundred, and what luck makes of so many battles."""
    wanted = [SkirmishRequest(f"even {number}", rules, difficulty=level) for number in range(200)]
    wins = winners([fought(each, tmp_path) for each in wanted])
    low, high = wilson(wins.count("party"), wins.count("party") + wins.count("foe"))
    assert low - 0.05 <= AIMS[level].promised <= high + 0.05


@pytest.mark.nightly
@pytest.mark.parametrize("rules", names())
def test_neither_side_of_a_map_is_the_better_one(rules: str, tmp_path: Path) -> None:
    wanted = [SkirmishRequest(f"sides {number}", rules, aim=PLAIN) for number in range(100)]
    places = winners([fought(each, tmp_path, moved=moved) for each in wanted for moved in (False, True)])
    west = sum((side == "party") != bool(number % 2) for number, side in enumerate(places) if side is not None)
    low, high = wilson(west, sum(side is not None for side in places))
    assert low <= 0.55 and high >= 0.45
