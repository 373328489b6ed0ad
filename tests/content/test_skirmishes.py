"""Battles made of a word come to an end in every book."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.files.scenario import to_setup
from game.lab.arena import Pit
from game.lab.skirmish import SkirmishRequest, write_skirmish
from game.lab.win_forecast import quick_contest
from game.rules.registry import names


def fought(word: str, rules: str, folder: Path, battles: int = 1) -> None:
    """Make a battle and let the quick AIs fight it to the end."""
    setup = to_setup(write_skirmish(SkirmishRequest(word, rules), folder))
    pit = Pit(quick_contest(setup, battles))
    for number in range(battles):
        ended = pit.fight(number)
        assert not ended.why.startswith("no end"), ended


@pytest.mark.parametrize("rules", names())
def test_a_skirmish_ends_in_every_book(rules: str, tmp_path: Path) -> None:
    fought("a day", rules, tmp_path)


@pytest.mark.nightly
@pytest.mark.parametrize("rules", names())
@pytest.mark.parametrize("number", range(40))
def test_skirmishes_end(rules: str, number: int, tmp_path: Path) -> None:
    fought(f"night {number}", rules, tmp_path)
