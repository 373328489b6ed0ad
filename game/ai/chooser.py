"""Instinct: answers with the option whose features please most. No dice are tried, nothing is looked ahead."""

from __future__ import annotations

from collections.abc import Iterable

from game.ai.guess import known_board
from game.ai.judges import Candidate, explained, ranked
from game.rules.match import AnyMatch, Asked
from game.rules.questions import Answer, Choose, Impossible, Seat


class Instinct:
    """An opponent that follows the ruleset's advice, weighed with the ruleset's weights."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self._last: tuple[list[Candidate], dict[str, float]] = ([], {})

    @property
    def reason(self) -> str:
        """Why the last answer was given: the best candidates, their points and terms, a line for each."""
        candidates, tastes = self._last
        return explained(candidates, tastes)

    def answer(self, match: AnyMatch, question: Asked) -> Answer:
        """The option that pleases most. Dice are not an AI's to answer."""
        assert isinstance(question, Choose)
        candidates = self.candidates(match, question)
        return first_possible(question, candidates)

    def candidates(self, match: AnyMatch, question: Choose[object]) -> list[Candidate]:
        """The options worth thinking about, best first."""
        if question.kind == "ruling":
            return []
        tastes = match.ruleset.weights["options"]
        found = ranked(match.ruleset.advise(known_board(match, question.seat), question), tastes)
        self._last = found, dict(tastes)
        return found


def first_possible(question: Choose[object], candidates: Iterable[Candidate]) -> str:
    """The first candidate that is on the menu; else what leaves things as they are, or the first option."""
    for candidate in candidates:
        try:
            question.options.find(candidate.key)
        except Impossible:
            continue
        return candidate.key
    return question.idle or question.options[0].key
