"""When a battle is over nothing of it is kept, whatever was thought and reckoned in it."""

from __future__ import annotations

from game.ai import opponent
from game.play.dice import SeededDice
from game.rules.match import Answerer, AnyMatch, HouseReferee, Match
from game.rules.odds import plain_odds, replies
from game.rules.questions import DICE, REFEREE, Choose, Seat
from tests.laws.cases import Case
from tests.laws.plays import costly_case
from tests.left import nothing_left

ANSWERS = 40
"""Answers of a battle that are given."""

WEIGHED = 13
"""Of so many choices the odds of one are weighed, with the replies to it."""


@costly_case
def test_nothing_of_a_battle_is_left_when_it_is_over(case: Case) -> None:
    with nothing_left():
        assert _fight(case) > ANSWERS // 2


def _fight(case: Case) -> int:
    """Fight by both levels of AI on a map of its own, and weigh some answers; gives how many were given."""
    match: AnyMatch = Match.begin(case.ruleset, case.setup)
    first, second = (Seat(side.name) for side in case.setup.sides)
    seats: dict[Seat, Answerer] = {
        first: opponent("trained", first),
        second: opponent("instinct", second),
        DICE: SeededDice(4),
        REFEREE: HouseReferee(),
    }
    choices = 0
    while (question := match.pending) is not None and len(match.history) < ANSWERS:
        if isinstance(question, Choose):
            if choices % WEIGHED == 0:
                blows = [option.key for option in question.options.singles if option.target is not None]
                key = blows[0] if blows else question.options[0].key
                replies(match, plain_odds(match, key, leaves=40, samples=10), leaves=40, samples=10)
            choices += 1
        answer = seats[question.seat].answer(match, question)
        assert answer is not None
        match.answer(answer)
    return len(match.history)
