"""Instinct: answers with the option whose features please most. No dice are tried, nothing is looked ahead."""

from __future__ import annotations

from collections.abc import Iterable

from game.ai.guess import known_board
from game.ai.judges import Candidate, Tastes, explained, table_of, times
from game.ai.planner import Planner
from game.rules.match import AnyMatch, Asked
from game.rules.questions import Answer, Choose, Seat
from game.rules.ruleset import AnyPlannable, AnyRuleset, Plannable
from game.rules.weights import Weights


class Instinct:
    """An opponent that plans by what the ruleset tells, weighed with one of the ruleset's tables of weights."""

    table = "options"
    """The weights' table; where another than "options" says nothing about a feature, "options" does."""

    def __init__(self, seat: Seat, table: str = "") -> None:
        self.seat = seat
        self.table = table or self.table
        self._last: tuple[list[Candidate], Tastes] = ([], {})
        self._order: Tastes = {}
        self._rules: AnyPlannable | None = None
        self._weights: Weights = {}
        self._tastes: Tastes = {}

    @property
    def reason(self) -> str:
        """Why the last answer was given: the best candidates, their points and terms, a line for each."""
        candidates, tastes = self._last
        return explained(candidates, tastes)

    def answer(self, match: AnyMatch, question: Asked) -> Answer:
        """The option that pleases most. Dice are not an AI's to answer."""
        assert isinstance(question, Choose)
        return first_possible(question, self.candidates(match, question))

    def candidates(self, match: AnyMatch, question: Choose[object]) -> list[Candidate]:
        """The options worth thinking about, best first."""
        if question.kind == "ruling":
            return []
        rules = self._rules
        if rules is None or rules is not match.ruleset:
            rules = self._rules = plannable(match.ruleset)
        tastes = self._read(rules.weights)
        wits = rules.wits(known_board(match, question.seat), str(question.seat))
        found = Planner(wits, tastes).candidates(question)
        self._last = found, tastes
        return found

    def follow(self, order: Tastes) -> None:
        """Weigh features so many times as much from now on."""
        self._order, self._weights = order, {}

    def _read(self, weights: Weights) -> Tastes:
        if weights is not self._weights:
            self._weights, self._tastes = weights, times(table_of(weights, self.table), self._order)
        return self._tastes


def plannable(rules: AnyRuleset) -> AnyPlannable:
    """A ruleset as one that can be planned in. Raises TypeError if it tells nothing to plan by."""
    if not isinstance(rules, Plannable):
        raise TypeError(f"{rules.name} tells AIs nothing to plan by")
    return rules


def first_possible(question: Choose[object], candidates: Iterable[Candidate]) -> str:
    """The first candidate that is on the menu; else what leaves things as they are, or the first option."""
    for candidate in candidates:
        if question.options.get(candidate.key) is not None:
            return candidate.key
    return question.idle or question.options[0].key
