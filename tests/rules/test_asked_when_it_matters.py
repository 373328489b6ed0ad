"""Questions of recorded battles that are put to a person who is asked when it matters: the answers differ."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from game.files.battlefile import replay
from game.rules.match import AnyMatch, Match, Orders
from game.rules.odds import SampleSequence, leave_it
from game.rules.questions import Choose, Roll
from game.rules.state import state_hash
from tests.rules.battles import installed

BATTLES = sorted((Path(__file__).parents[1] / "battles").glob("*/*.battle"))
PLAYS = 24
"""Rows of dice that are tried."""


def out_of_turn(path: Path) -> Iterator[tuple[AnyMatch, Choose[object]]]:
    """The questions out of turn of a recorded battle, with the battle as it stood."""
    full = replay(path)
    match: AnyMatch = Match.begin(full.ruleset, full.setup)
    for answer in full.history:
        question = match.pending
        if isinstance(question, Choose) and question.kind == "react" and question.declines:
            yield match, question
        match.answer(answer)


def agree(match: AnyMatch, question: Choose[object]) -> str:
    """Let others take what they are offered."""
    takes = [option.key for option in question.options.singles if option.key != question.declines]
    return takes[0] if question.kind == "react" and takes else leave_it(match, question)


def end(match: AnyMatch, key: str, row: int) -> str:
    """How a battle stands when all that follows on an answer is over, by one row of dice."""
    play, dice = match.fork(halt=True), SampleSequence(row)
    play.answer(key)
    while (question := play.pending) is not None:
        if isinstance(question, Roll):
            play.answer(dice.faces(question))
        else:
            play.answer((agree if row % 2 else leave_it)(play, question))
    return state_hash(play.checkpoint)


def test_many_questions_are_put_and_others_settled() -> None:
    with installed():
        settled = [Orders("matters").settle(question) for path in BATTLES for _, question in out_of_turn(path)]
    assert settled.count(None) > 60 and len(settled) > settled.count(None)


@pytest.mark.parametrize("path", BATTLES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_no_question_is_put_whose_answers_come_to_the_same(path: Path) -> None:
    with installed():
        for match, question in out_of_turn(path):
            if Orders("matters").settle(question) is not None:
                continue
            ends = {option.key: [end(match, option.key, row) for row in range(PLAYS)] for option in question.options}
            telling = [option for option in question.options if option.matters and option.key != question.declines]
            assert any(ends[option.key] != ends[question.declines] for option in telling), question.why


@pytest.mark.parametrize("path", BATTLES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_what_is_answered_for_a_person_unasked_takes_nothing(path: Path) -> None:
    with installed():
        for _, question in out_of_turn(path):
            settled = Orders("matters").settle(question)
            assert question.options.find(question.declines).price == ""
            assert settled in (None, question.declines)
