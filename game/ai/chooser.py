"""Instinct: answers with the option whose features please most. No dice are tried, nothing is looked ahead.

On its turn it now and then acts on impulse: it takes something that pleases nearly as much as the best. How often, and
how nearly, the ruleset says.
"""

from __future__ import annotations

from collections.abc import Iterable
from zlib import crc32

from game.ai.guess import known_board
from game.ai.judges import Candidate, Tastes, explained, ranked, times
from game.rules.match import AnyMatch, Asked
from game.rules.questions import Answer, Choose, Impossible, Seat
from game.rules.weights import Weights


class Instinct:
    """An opponent that follows the ruleset's advice, weighed with one of the ruleset's tables of weights."""

    table = "options"
    """The weights' table; where another than "options" says nothing about a feature, "options" does."""

    def __init__(self, seat: Seat, table: str = "") -> None:
        self.seat = seat
        self.table = table or self.table
        self._last: tuple[list[Candidate], Tastes] = ([], {})
        self._order: Tastes = {}
        self._weights: Weights = {}
        self._tastes: Tastes = {}

    @property
    def reason(self) -> str:
        """Why the last answer was given: the best candidates, their points and terms, a line for each."""
        candidates, tastes = self._last
        return explained(candidates, tastes)

    def answer(self, match: AnyMatch, question: Asked) -> Answer:
        """The option that pleases most, or one near it. Dice are not an AI's to answer."""
        assert isinstance(question, Choose)
        candidates = self.candidates(match, question)
        if question.kind == "act" and len(candidates) > 1:
            temper = match.ruleset.weights.get("impulse", {})
            lots = _lots(match, question, candidates)
            if lots % LOTS < temper.get("rate", 0.0) * LOTS:
                candidates = on_impulse(question, candidates, temper.get("leeway", 0.0), lots // LOTS)
                self._last = candidates, self._last[1]
        return first_possible(question, candidates)

    def considered(self, match: AnyMatch, question: Choose[object]) -> Answer:
        """The option that pleases most, never another."""
        return first_possible(question, self.candidates(match, question))

    def candidates(self, match: AnyMatch, question: Choose[object]) -> list[Candidate]:
        """The options worth thinking about, best first."""
        if question.kind == "ruling":
            return []
        tastes = self._read(match.ruleset.weights)
        found = ranked(match.ruleset.advise(known_board(match, question.seat), question), tastes)
        self._last = found, tastes
        return found

    def follow(self, order: Tastes) -> None:
        """Weigh features so many times as much from now on."""
        self._order, self._weights = order, {}

    def _read(self, weights: Weights) -> Tastes:
        if weights is not self._weights:
            tastes = {**weights["options"], **weights.get(self.table, {})}
            self._weights, self._tastes = weights, times(tastes, self._order)
        return self._tastes


LOTS = 1000


def _lots(match: AnyMatch, question: Choose[object], candidates: list[Candidate]) -> int:
    """A number that looks random and is always the same for a question in a state."""
    seen = [(candidate.key, round(candidate.score, 3)) for candidate in candidates]
    return crc32(repr((match.ruleset.round_of(match.state), question.who, seen)).encode())


def on_impulse(question: Choose[object], candidates: list[Candidate], leeway: float, lots: int) -> list[Candidate]:
    """Candidates with one that falls short of the best by at most ``leeway`` put first; as they are if none does.

    Doing nothing is no impulse.
    """
    best = candidates[0]
    near = [
        candidate
        for candidate in candidates[1:]
        if candidate.score >= best.score - leeway
        and candidate.features != best.features
        and candidate.key != question.idle
    ]
    if not near:
        return candidates
    chosen = near[lots % len(near)]
    return [chosen, *(candidate for candidate in candidates if candidate is not chosen)]


def first_possible(question: Choose[object], candidates: Iterable[Candidate]) -> str:
    """The first candidate that is on the menu; else what leaves things as they are, or the first option."""
    for candidate in candidates:
        try:
            question.options.find(candidate.key)
        except Impossible:
            continue
        return candidate.key
    return question.idle or question.options[0].key
