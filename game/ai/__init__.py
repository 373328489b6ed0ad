"""Answers questions for a seat without a person: by instinct, or by trying things out on forks of the battle.

An AI sees what its side may know, and nothing else; it thinks in numbers of tries, never by the clock, and the same
battle gets the same answers from it. Levels differ in what they have learned and in how far they look, never in dice.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from game.ai.chooser import Instinct
from game.ai.fallback import Fallback
from game.ai.lookahead import Trained, orders_of
from game.ai.novice import Novice
from game.ai.scoring import ConsideredOptions
from game.rules.match import Answerer, AnyMatch, Asked
from game.rules.questions import Answer, Choose, Seat
from game.rules.ruleset import AnyRuleset, HasPlanningModel
from game.rules.weights import Temperament

LEVELS = ("novice", "instinct", "trained")
"""Weakest first: the names that files and commands know."""

USUAL_LEVEL = "instinct"
"""Of an opponent of whom nobody has said how it plays, wherever a battle is begun."""


class Mind(NamedTuple):
    """Name of a level where people choose one, and what it does."""

    name: str
    does: str
    """In a line: how well it plays, and what it costs in time to think."""


MINDS = {
    "novice": Mind(
        "Novice",
        "A beginner: comes one by one, overlooks dangers and better attacks, forgets reactions. Answers at once.",
    ),
    "instinct": Mind("Regular", "Weighs what each turn does and where it ends, and looks no further. Answers at once."),
    "trained": Mind("Expert", "Weighs by what has won many battles, and looks no further. Answers at once."),
}
"""The levels. They know and roll the same as people do."""

TRIES_ROUNDS = (
    "Weighs by what has won many battles, and tries each round out in its head. Thinks for half a second a round."
)
"""Behaviour of Trained where a ruleset knows orders to try out."""

ALIKE = "Tries out a few answers and takes the one that comes out best. In this game all levels play alike."
"""Behaviour of every level where a ruleset tells nothing to plan by."""


def how_it_plays(level: str, rules: AnyRuleset) -> str:
    """A line on what an AI of a level does in a game."""
    if not isinstance(rules, HasPlanningModel):
        return ALIKE
    return TRIES_ROUNDS if level == "trained" and len(orders_of(rules.weights)) > 1 else MINDS[level].does


class Opponent(Answerer, Protocol):
    """An AI at a seat."""

    def answer(self, match: AnyMatch, question: Asked) -> Answer:
        """Give the answer: an AI always has one."""

    @property
    def reason(self) -> str:
        """Why the last answer was given, in a few lines."""

    @property
    def considered(self) -> ConsideredOptions:
        """The same as data: to be read before the battle goes on."""

    def glance(self, match: AnyMatch, question: Choose[object]) -> ConsideredOptions:
        """Evaluation of another battle's moment, by nothing but what is seen there; leaves no trace in this one."""


class AnyRulesetOpponent:
    """An AI that plays every ruleset: by what it tells of itself where it does, else by what comes of things."""

    def __init__(self, seat: Seat, advised: Instinct) -> None:
        self._advised, self._fallback = advised, Fallback(seat)
        self._last: Instinct | Fallback = advised
        self._rules: AnyRuleset | None = None

    @property
    def reason(self) -> str:
        """Why the last answer was given, in a few lines."""
        return self._last.reason

    @property
    def considered(self) -> ConsideredOptions:
        """The same as data: to be read before the battle goes on."""
        return self._last.considered

    def glance(self, match: AnyMatch, question: Choose[object]) -> ConsideredOptions:
        """Evaluation of another battle's moment, without orders and memories; nothing where it plays by trying out."""
        if not isinstance(match.ruleset, HasPlanningModel):
            return ConsideredOptions()
        fresh = self._advised.fresh()
        fresh.candidates(match, question)
        return fresh.considered

    def answer(self, match: AnyMatch, question: Asked) -> Answer:
        """The answer of whoever plays this ruleset."""
        if match.ruleset is not self._rules:
            self._rules = match.ruleset
            self._last = self._advised if isinstance(match.ruleset, HasPlanningModel) else self._fallback
        return self._last.answer(match, question)


def opponent(level: str, seat: Seat, temperament: Temperament | None = None) -> Opponent:
    """The AI of a level for a seat. Raises ValueError for a level that does not exist.

    ``temperament``: that which all its members have instead of their own. Where a ruleset tells nothing to plan by all
    levels play alike, and so do all temperaments.
    """
    if level == "novice":
        return AnyRulesetOpponent(seat, Novice(seat, temperament=temperament))
    if level == "instinct":
        return AnyRulesetOpponent(seat, Instinct(seat, temperament=temperament))
    if level == "trained":
        return AnyRulesetOpponent(seat, Trained(seat, temperament=temperament))
    raise ValueError(f"no AI level is called {level!r}; there are {', '.join(LEVELS)}")
