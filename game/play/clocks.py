"""What is left of the time that questions give a person by the clock."""

from __future__ import annotations

from typing import Any

from game.rules.questions import Choose, Seat


class Clocks:
    """The clocks of all seats: questions that go by one clock share its time, others have their own each."""

    def __init__(self) -> None:
        self._left: dict[Seat, tuple[str, float]] = {}

    def left(self, question: Choose[Any]) -> float:
        """Seconds that are left for a question; 0 too where there is no limit (``timed``)."""
        clock, left = self._left.get(question.seat, ("", 0.0))
        if not timed(question):
            return 0.0
        return left if question.clock and clock == question.clock else float(question.seconds)

    def stop(self, question: Choose[Any], left: float) -> None:
        """A question was answered with so many seconds to go."""
        if timed(question) and question.clock:
            self._left[question.seat] = question.clock, max(0.0, left)


def timed(question: Choose[Any]) -> bool:
    """Whether a person has only so long to answer: there must be an answer for when time is up."""
    return question.seconds > 0 and bool(question.idle)
