"""What is kept between questions is what would be found anew."""

from __future__ import annotations

from typing import Any

import pytest

from game.ai import opponent
from game.files.quick import quick_setup
from game.files.tiled import read_map
from game.play.dice import SeededDice
from game.resources import maps
from game.rules.match import Answerer, AnyMatch, HouseReferee, Match
from game.rules.questions import DICE, REFEREE, Seat
from game.spatial.metric import CLIMB, DROP
from game.spatial.paths import Reach
from rulesets.sovereign import RULESET
from rulesets.sovereign.play.geometry import barred, held, holders, pace, threats
from rulesets.sovereign.play.moving import run_reach


@pytest.mark.parametrize("name", ["gatehouse", "cellar"])
def test_reach_and_holds_are_those_of_the_battle_as_it_stands(name: str) -> None:
    setup = quick_setup(read_map(maps() / f"{name}.tmx"), RULESET)
    match: AnyMatch = Match.begin(RULESET, setup, record=False)
    seats: dict[Seat, Answerer] = {Seat(side.name): opponent("instinct", Seat(side.name)) for side in setup.sides}
    seats[DICE], seats[REFEREE] = SeededDice(5), HouseReferee()
    moved = 0
    for _ in range(150):
        question: Any = match.pending
        if question is None:
            break
        board = match.board
        for c in board.state.combatants.values():
            size = c.sheet.profile.size
            bar, friends, wade = barred(board, c)
            masks, areas = board.space.steps(size, CLIMB, DROP), tuple(area for _, area in threats(board, c))
            found, anew = run_reach(board, c), Reach(masks, c.at, pace(c), bar, friends, areas, wade)
            moved += found.mask.bit_count() > 1
            assert (found.start, found.mask) == (c.at, anew.mask)
            for cell in found.cells()[::7]:
                assert found.path(cell) == anew.path(cell)
            assert held(board, c.id) == bool(holders(board, c.id))
        match.answer(seats[question.seat].answer(match, question) or "")
    assert moved > 500
