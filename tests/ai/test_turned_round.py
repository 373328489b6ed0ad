"""The long common is its own point reflection, so a battle begun from the other side is the same battle turned round.

What an AI chooses among places that are worth the same, and who is lined up where, must not lean to a side of the map.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import pytest

from game import resources
from game.ai import opponent
from game.lab.arena import in_each_others_places, mirrored
from game.play.dice import SeededDice
from game.play.start import StartRequest, setup_of
from game.rules.events import Id
from game.rules.match import Answerer, HouseReferee, Match
from game.rules.questions import DICE, REFEREE, Seat
from game.rules.registry import names, ruleset
from game.rules.setup import Setup
from game.spatial.places import InZone, OnBorder, Place
from game.spatial.space import Space

ANSWERS = 24
"""Both sides are on their way."""

MAP = resources.maps() / "long-common.tmx"


@cache
def _space() -> Space:
    return Space(setup_of(StartRequest(MAP, rules="einfelst")).field)


def _marched(setup: Setup, seed: int) -> Iterator[Mapping[Id, Place]]:
    """Where everybody is after each of the first answers of a battle that the simpler AI plays with itself."""
    rules = ruleset(setup.ruleset)
    match: Match[Any, Any] = Match(rules, setup, _space(), rules.begin(setup, _space()), record=False)
    seats: dict[Seat, Answerer] = {DICE: SeededDice(seed), REFEREE: HouseReferee()}
    seats.update((Seat(side.name), opponent("instinct", Seat(side.name))) for side in setup.sides)
    for _ in range(ANSWERS):
        question = match.pending
        assert question is not None
        answer = seats[question.seat].answer(match, question)
        assert answer is not None
        match.answer(answer)
        yield {who: it.at for who, it in match.state.combatants.items()}


def _turned(place: Place) -> Place:
    """The place on the other side of the map's middle."""
    space = _space()
    match place:
        case InZone():
            return _zone_turned(place)
        case OnBorder():
            one, two = (_zone_turned(side) for side in space.zones.sides(place))
            return next(iter(space.zones.between(one, two)))
        case x, y:
            return space.width - 1 - x, space.height - 1 - y


def _zone_turned(zone: InZone) -> InZone:
    space = _space()
    x, y = space.zones.cells(zone)[0]
    there = space.zones.at((space.width - 1 - x, space.height - 1 - y))
    assert there is not None
    return there


@pytest.mark.parametrize("rules", names())
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.nightly)])
def test_a_battle_from_the_other_side_is_the_same_turned_round(rules: str, seed: int) -> None:
    setup = mirrored(setup_of(StartRequest(MAP, rules=rules), even=True))
    here, there = _marched(setup, seed), _marched(in_each_others_places(setup), seed)
    for step, (places, others) in enumerate(zip(here, there, strict=True)):
        assert {who: _turned(place) for who, place in places.items()} == others, f"after {step + 1} answers"
