"""Playing with seats: standing orders, the house referee, and who is asked when it matters."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from game.files.battlefile import replay
from game.rules.match import AnyMatch, HouseReferee, Match, Order, Orders
from game.rules.odds import SampleSequence, leave_it
from game.rules.questions import REFEREE, Choose, Menu, Option, QuestionKind, Roll, Seat
from game.rules.state import state_hash
from tests.rules.battles import begin, duel, installed

RED, BLUE = Seat("red"), Seat("blue")


def window(*, matters: bool = True, acts: int = 1, kind: QuestionKind = "react", idle: str = "pass") -> Choose[Any]:
    """A reaction that may be left."""
    options = [Option("pass", 0, "Let it be")]
    options += [Option(f"act {n}", n, "Act", matters=matters) for n in range(acts)]
    return Choose(RED, "Now?", Menu(options), kind, topic="parry", idle=idle)


@pytest.mark.parametrize(
    ("order", "question", "answer"),
    [
        ("ask", window(matters=False), None),
        ("never", window(), "pass"),
        ("always", window(), "act 0"),
        ("always", window(matters=False), "act 0"),
        ("always", window(acts=2), None),
        ("matters", window(), None),
        ("matters", window(matters=False), "pass"),
        ("always", window(acts=0), "pass"),
        ("ask", window(acts=0), "pass"),
        ("never", window(kind="act"), None),
        ("never", window(idle=""), None),
    ],
)
def test_standing_orders(order: Order, question: Choose[Any], answer: str | None) -> None:
    assert Orders(order).settle(question) == answer
    assert Orders("ask", {"parry": order}).settle(question) == answer
    assert Orders(order, {"snap": "ask"}).settle(question) == answer


@pytest.mark.parametrize(("order", "answer"), [("always", "act 0"), ("never", "pass"), ("matters", "pass")])
def test_an_order_goes_by_what_declines_even_where_a_seat_that_says_nothing_acts(order: Order, answer: str) -> None:
    question = structs.replace(window(matters=False, idle="act 0"), declines="pass")
    assert Orders(order).settle(question) == answer


def test_where_no_answer_does_nothing_an_order_not_to_be_asked_means_what_comes_by_itself() -> None:
    question = window(idle="act 0")
    assert question.declines == "" and question.left_alone == "act 0"
    assert Orders("never").settle(question) == "act 0"
    assert Orders("ask").settle(question) is None


def test_orders_by_topic_come_before_the_general_one() -> None:
    assert Orders("never", {"parry": "ask"}).settle(window()) is None
    assert Orders("ask", {"parry": "never"}).settle(window()) == "pass"


def test_an_option_may_have_a_topic_of_its_own() -> None:
    options = [Option("pass", 0, "Let it be"), Option("snap", 1, "Snap", topic="snap"), Option("parry", 2, "Parry")]
    both = Choose(RED, "Now?", Menu(options), "react", topic="parry", idle="pass")
    assert Orders("ask", {"parry": "never", "snap": "always"}).settle(both) == "snap"
    assert Orders("ask", {"parry": "always", "snap": "never"}).settle(both) == "parry"
    assert Orders("never", {"snap": "ask"}).settle(both) is None


def test_orders_meet_a_real_window() -> None:
    """Against a guard of 13 with a parry of 4 more, a total of 20 cannot be parried and one of 16 can."""
    for face, matters in ((16, False), (12, True)):
        match = begin(duel())
        match.answer("strike Orc")
        match.answer((face,))
        assert isinstance(match.pending, Choose)
        assert Orders("matters").settle(match.pending) == (None if matters else "pass")


def test_a_ruling_is_the_houses_or_a_persons() -> None:
    """Asked only when the set-up says so; the answer is part of the state."""
    for setup, said in ((duel(), "nothing"), (duel(stumble="reel"), "reel")):
        match = begin(setup)
        match.answer("strike Orc")
        match.answer((1,))
        assert match.state.rulings == {"stumble": said}
    for answer in ("nothing", "reel"):
        match = begin(duel(stumble="ask"))
        match.answer("strike Orc")
        match.answer((1,))
        question = match.pending
        assert isinstance(question, Choose)
        assert (question.seat, question.kind, question.topic) == (REFEREE, "ruling", "stumble")
        assert HouseReferee().answer(match, question) == "nothing"
        match.answer(answer)
        assert match.state.rulings == {"stumble": answer}
        assert match.state.combatants[next(iter(match.state.combatants))].sheet.parry == (answer == "nothing")


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
