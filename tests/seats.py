"""A whole battle played by seats at once."""

from __future__ import annotations

from collections.abc import Mapping

from game.rules.match import Answerer, AnyMatch, HouseReferee
from game.rules.questions import REFEREE, Seat


def play(match: AnyMatch, seats: Mapping[Seat, Answerer]) -> int:
    """Let seats answer until the battle ends; a referee without a seat is the house. Gives the number of answers."""
    everybody = {REFEREE: HouseReferee(), **seats}
    while (question := match.pending) is not None:
        answer = everybody[question.seat].answer(match, question)
        assert answer is not None, question.why
        match.answer(answer)
    return len(match.history)
