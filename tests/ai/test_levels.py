"""The levels against each other, as the arena has them fight by itself: nightly, for it takes a while."""

from __future__ import annotations

import os

import pytest

from game.lab.arena import Contest, hold, mirrored
from game.lab.minds import AILevel
from game.play.start import StartRequest, find_file, read_setup
from game.rules.registry import names

BOOKS = ("einfelst", "glog", "ingenuity", "murdham", "sovereign")
MAPS = ("gatehouse", "woodland-road", "cellar")

LEAST, MOST = 0.65, 0.8
"""The shares of battles that Instinct is to win against Novice: it is to be felt, and not hopeless."""

SPREAD = 0.05
"""The standard error of a share in so many battles as are fought here: from other seeds four more or fewer are won."""

BATTLES = 24
"""Of the two on each map: six seeds, with each level on each side and each side at each place."""


@pytest.mark.nightly
@pytest.mark.parametrize("rules", BOOKS)
def test_instinct_beats_novice_about_as_often_in_every_book(rules: str) -> None:
    minds = AILevel("instinct"), AILevel("novice")
    won = battles = 0
    for map_ in MAPS:
        setup = mirrored(read_setup(find_file(map_), StartRequest(map_, rules=rules), even=True))
        report = hold(Contest(setup, minds, seed=1, battles=BATTLES, swap_places=True), jobs=os.cpu_count() or 1)
        won, battles = won + report.ais[0].wins, battles + report.battles
    assert LEAST - SPREAD <= won / battles <= MOST + SPREAD, (won, battles)


@pytest.mark.nightly
@pytest.mark.parametrize("rules", names())
@pytest.mark.parametrize("map_", MAPS)
def test_the_trained_beat_instinct(rules: str, map_: str) -> None:
    setup = read_setup(find_file(map_), StartRequest(map_, rules=rules), even=True)
    report = hold(
        Contest(setup, (AILevel("trained"), AILevel("instinct")), seed=1, battles=200), jobs=os.cpu_count() or 1
    )
    trained, instinct = report.ais
    assert trained.low > 0.5, (trained, instinct, report.draws)
