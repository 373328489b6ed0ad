"""The same seed plays the same battle, to the last answer, on every Python: ten battles of each book by their digests.

By day some of them are played. A digest changes whenever rules, AIs or maps do: ``--update`` writes all of them anew.
That a change of these is behind it, and not another Python, is told by the Pythons of the CI, which all have to come to
what is written here.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest
from msgspec.structs import replace

from game import resources
from game.ai import LEVELS, opponent
from game.files.scenario import quick_setup
from game.files.tiled import read_map
from game.play.dice import SeededDice
from game.rules.match import Answerer, AnyMatch, HouseReferee, Match
from game.rules.questions import DICE, REFEREE, Seat
from game.rules.registry import ruleset
from tests.seats import play

WRITTEN = Path(__file__).parent / "seeds"
MAPS = ("broken-keep", "gatehouse", "long-common", "night-ford", "woodland-road")
BOOKS = ("einfelst", "glog", "ingenuity", "murdham", "sovereign")
BY_DAY = ("woodland-road",)
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


@pytest.mark.parametrize("rules", BOOKS)
def test_a_seed_plays_the_same_battle_on_every_python(rules: str, request: pytest.FixtureRequest) -> None:
    update = request.config.getoption("--update")
    played = lines(rules, MAPS if update else BY_DAY)
    if update:
        (WRITTEN / f"{rules}.txt").write_text("".join(f"{line}\n" for line in played), encoding="utf-8")
    assert set(written(rules)) >= set(played), "if rules, AIs or maps were changed: pytest --update"


@pytest.mark.nightly
@pytest.mark.parametrize("rules", BOOKS)
def test_all_that_is_written_is_played_so(rules: str) -> None:
    assert written(rules) == lines(rules, MAPS)


def lines(rules: str, maps: tuple[str, ...]) -> list[str]:
    """What the battles of a book on some maps come to, a line for each."""
    return [f"{name} {level}: {digest(rules, name, level)}" for name in maps for level in LEVELS]


def written(rules: str) -> list[str]:
    """What all battles of a book came to when the digests were written."""
    return (WRITTEN / f"{rules}.txt").read_text(encoding="utf-8").splitlines()
