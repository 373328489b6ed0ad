"""What is kept between questions is what would be found anew: the same plans to the last figure, in every book."""

from __future__ import annotations

import pytest

from game import resources
from game.ai import opponent
from game.ai.chooser import Instinct
from game.ai.scoring import Candidate
from game.ai.valuation import AttackCache
from game.files.scenario import quick_setup
from game.files.tiled import read_map
from game.play.dice import SeededDice
from game.rules.match import Answerer, AnyMatch, HouseReferee, Match
from game.rules.questions import DICE, REFEREE, Choose, Seat
from game.rules.registry import ruleset

BOOKS = ("einfelst", "glog", "ingenuity", "murdham", "sovereign")

QUESTIONS = 300


def plans(rules: str, name: str, every: int, *, anew: bool) -> list[list[Candidate]]:
    """What Instinct weighs at every few questions of a battle; ``anew``: with all forgotten that the map keeps."""
    match: AnyMatch = Match.begin(
        ruleset(rules), quick_setup(read_map(resources.maps() / f"{name}.tmx"), ruleset(rules))
    )
    sides = [Seat(side.name) for side in match.setup.sides]
    seats: dict[Seat, Answerer] = {seat: opponent("instinct", seat) for seat in sides}
    seats[DICE], seats[REFEREE] = SeededDice(8), HouseReferee()
    minds, found = {seat: Instinct(seat) for seat in sides}, []
    for number in range(QUESTIONS):
        question = match.pending
        if question is None:
            break
        if number % every == 0 and isinstance(question, Choose) and question.kind != "ruling":
            if anew:
                match.ground.kept.clear()
                minds[question.seat]._glances = AttackCache()
            found.append(minds[question.seat].candidates(match, question))
        match.answer(seats[question.seat].answer(match, question) or "")
    return found


@pytest.mark.parametrize("rules", BOOKS)
@pytest.mark.parametrize(
    ("name", "every"),
    [("gatehouse", 23), *(pytest.param(name, 7, marks=pytest.mark.nightly) for name in ("cellar", "woodland-road"))],
)
def test_plans_from_what_is_kept_are_those_of_one_who_knows_nothing_yet(rules: str, name: str, every: int) -> None:
    kept, anew = (plans(rules, name, every, anew=anew) for anew in (False, True))
    assert sum(map(len, kept)) > 20
    for before, after in zip(kept, anew, strict=True):
        assert [each[:2] for each in before] == [each[:2] for each in after]
        assert [dict(each.features) for each in before] == [dict(each.features) for each in after]
