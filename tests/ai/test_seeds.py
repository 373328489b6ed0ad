"""The same seed plays the same battle, to the last answer, on every Python: ten battles of each book by their digests.

A digest changes whenever rules, AIs or maps do: ``--update`` writes them anew. That a change of these is behind it, and
not another Python, is told by the Pythons of the CI, which all have to come to what is written here.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest
from msgspec.structs import replace

from game import resources
from game.ai import LEVELS, opponent
from game.app.dice import SeededDice
from game.files.quick import quick_setup
from game.files.tiled import read_map
from game.rules.match import AnyMatch, Match
from game.rules.questions import DICE, REFEREE, Seat
from game.rules.registry import ruleset
from game.rules.seats import Answerer, HouseReferee, play

WRITTEN = Path(__file__).parent / "seeds"
MAPS = ("broken-keep", "gatehouse", "long-common", "night-ford", "woodland-road")
FEW = 2
"""Recruits of a side, so that fifty battles take a few seconds a book."""
SEED = 7


def digest(rules: str, name: str, level: str) -> str:
    """How a battle of an AI with itself went: the number of answers, and a digest of them all."""
    setup = quick_setup(read_map(resources.maps() / f"{name}.tmx"), ruleset(rules))
    setup = replace(setup, sides=tuple(replace(side, squad=side.squad[:FEW]) for side in setup.sides))
    match: AnyMatch = Match.begin(ruleset(rules), setup, record=False)
    seats: dict[Seat, Answerer] = {Seat(side.name): opponent(level, Seat(side.name)) for side in setup.sides}
    seats[DICE], seats[REFEREE] = SeededDice(SEED), HouseReferee()
    answers = play(match, seats)
    return f"{answers} answers, {sha256(repr(match.history).encode()).hexdigest()[:16]}"


@pytest.mark.parametrize("rules", ["einfelst", "glog", "ingenuity", "murdham", "sovereign"])
def test_a_seed_plays_the_same_battle_on_every_python(rules: str, request: pytest.FixtureRequest) -> None:
    played = "".join(f"{name} {level}: {digest(rules, name, level)}\n" for name in MAPS for level in LEVELS)
    written = WRITTEN / f"{rules}.txt"
    if request.config.getoption("--update"):
        written.write_text(played, encoding="utf-8")
    assert played == written.read_text(encoding="utf-8"), "if rules, AIs or maps were changed: pytest --update"
