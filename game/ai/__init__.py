"""Answers questions for a seat without a person: by instinct, or by trying things out on forks of the battle.

An AI sees what its side may know, and nothing else; it thinks in numbers of tries, never by the clock, and the same
battle gets the same answers from it. Levels differ in what they have learned and in how far they look, never in dice.
"""

from __future__ import annotations

from typing import Protocol

from game.ai.chooser import Instinct
from game.ai.lookahead import Trained
from game.rules.questions import Seat
from game.rules.seats import Answerer

LEVELS = ("instinct", "trained")
"""Weakest first."""

MINDS = {
    "instinct": "Does what looks best now; looks nothing ahead.",
    "trained": "Knows from many battles what wins, and plays the next rounds out in its head before it moves.",
}
"""What a level means, for whoever chooses one. Levels know and roll the same as people do."""


class Opponent(Answerer, Protocol):
    """An AI at a seat."""

    @property
    def reason(self) -> str:
        """Why the last answer was given, in a few lines."""
        ...


def opponent(level: str, seat: Seat) -> Opponent:
    """The AI of a level for a seat. Raises ValueError for a level that does not exist."""
    if level == "instinct":
        return Instinct(seat)
    if level == "trained":
        return Trained(seat)
    raise ValueError(f"no AI level is called {level!r}; there are {', '.join(LEVELS)}")
