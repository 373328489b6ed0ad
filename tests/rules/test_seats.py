"""Standing orders, the house referee, and playing with seats."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from game.rules.match import HouseReferee, Order, Orders
from game.rules.questions import REFEREE, Choose, Menu, Option, QuestionKind, Seat
from tests.rules.battles import begin, duel

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
