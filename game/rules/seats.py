"""Whoever answers questions, people, AIs and dice alike; and the standing orders that spare people prompts."""

from __future__ import annotations

from typing import Any, Literal, Protocol

import msgspec

from game.rules.match import AnyMatch, Asked
from game.rules.questions import Answer, Choose

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


class Orders(msgspec.Struct, frozen=True):
    """How a person wants to be asked about reactions, by topic ("total defense") or for all (the default)."""

    default: Order = "matters"
    topics: dict[str, Order] = {}

    def settle(self, question: Choose[Any]) -> str | None:
        """The answer that the orders give, or None when the person must be asked."""
        if question.kind != "react" or not question.left_alone:
            return None
        wanted = []
        for option in question.options:
            order = self.topics.get(option.topic or question.topic, self.default)
            if option.key == question.left_alone or order == "never" or (order == "matters" and not option.matters):
                continue
            wanted.append((option.key, order))
        if not wanted:
            return question.left_alone
        if len(wanted) == 1 and wanted[0][1] == "always":
            return wanted[0][0]
        return None
