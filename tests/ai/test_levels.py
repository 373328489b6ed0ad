"""The levels against each other, as the arena has them fight by itself: nightly, for it takes a while."""

from __future__ import annotations

import os

import pytest

from game.lab.arena import Contest, hold
from game.lab.minds import AILevel
from game.play.start import StartRequest, find_file, read_setup
from game.rules.registry import names


@pytest.mark.nightly
@pytest.mark.parametrize("rules", names())
@pytest.mark.parametrize("map_", ["gatehouse", "woodland-road", "cellar"])
def test_the_trained_beat_instinct(rules: str, map_: str) -> None:
    setup = read_setup(find_file(map_), StartRequest(map_, rules=rules), even=True)
    report = hold(
        Contest(setup, (AILevel("trained"), AILevel("instinct")), seed=1, battles=200), jobs=os.cpu_count() or 1
    )
    trained, instinct = report.ais
    assert trained.low > 0.5, (trained, instinct, report.draws)
