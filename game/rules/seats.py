"""Whoever answers questions: people, AIs, scripts and dice alike; and the standing orders that spare a person prompts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal, Protocol

import msgspec

from game.rules.match import AnyMatch, Asked
from game.rules.questions import REFEREE, Answer, Choose, Seat

Order = Literal["ask", "always", "never", "matters"]


class Answerer(Protocol):
    """Answers for a seat."""

    def answer(self, match: AnyMatch, question: Asked) -> Answer | None:
        """Give the answer, or None for "not yet" (a person is thinking)."""
        ...


class HouseReferee:
    """Decides by the house ruling."""

    def answer(self, match: AnyMatch, question: Asked) -> Answer:
        """The default of the question."""
        assert isinstance(question, Choose)
        return question.idle or question.options[0].key


class Script:
    """Answers from a list: faces for dice, keys for choices. For tests and replays."""

    def __init__(self, answers: Iterable[Answer]) -> None:
        self._answers: Iterator[Answer] = iter(answers)

    def answer(self, match: AnyMatch, question: Asked) -> Answer | None:
        """The next of the list; None when it is used up."""
        return next(self._answers, None)


class Orders(msgspec.Struct, frozen=True):
    """How a person wants to be asked about reactions, by topic ("total defense") or for all (the default)."""

    default: Order = "matters"
    topics: dict[str, Order] = {}

    def settle(self, question: Choose[Any]) -> str | None:
        """The answer that the orders give, or None when the person must be asked."""
        if question.kind != "react" or not question.idle:
            return None
        acts = [option for option in question.options if option.key != question.idle]
        order = self.topics.get(question.topic, self.default)
        if not acts or order == "never":
            return question.idle
        if order == "always" and len(acts) == 1:
            return acts[0].key
        if order == "matters" and not any(option.matters for option in acts):
            return question.idle
        return None


def play(match: AnyMatch, seats: Mapping[Seat, Answerer], *, limit: int = 100_000) -> int:
    """Let seats answer until the battle ends or somebody says "not yet". Gives the number of answers.

    A referee without a seat is the house. Raises KeyError for a side without one, RuntimeError past the limit.
    """
    house = HouseReferee()
    for count in range(limit):
        question = match.pending
        if question is None:
            return count
        seat = question.seat
        answerer = seats[seat] if seat in seats or seat != REFEREE else house
        answer = answerer.answer(match, question)
        if answer is None:
            return count
        match.answer(answer)
    raise RuntimeError(f"the battle is not over after {limit} answers")


