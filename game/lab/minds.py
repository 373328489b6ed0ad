"""Players of an arena: an AI level, with the ruleset's weights or with those of a file."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from pathlib import Path

import msgspec

from game.ai import opponent
from game.files.entries import read_tables
from game.files.errors import BadFile
from game.play.dice import SeededDice
from game.play.seating import BadSeats, read_level
from game.rules.match import Answerer, AnyMatch, Asked, HouseReferee
from game.rules.questions import DICE, REFEREE, Answer, Seat
from game.rules.ruleset import AnyPlannable, AnyRuleset, HasPlanningModel
from game.rules.setup import Setup
from game.rules.weights import ORDER, POSITIONS, TASTES, WORDS, Temperament, unjudged
from game.user_error import suggest


class AILevel(msgspec.Struct, frozen=True):
    """A level, and what it weighs with."""

    level: str
    file: str = ""
    """Where its weights come from; empty for the ruleset's own."""
    weights: dict[str, dict[str, float]] = {}
    """Tables that stand in the place of the ruleset's of the same name."""
    temperament: Temperament | None = None
    """That which all its members have; None: each has its own."""

    @property
    def name(self) -> str:
        """Its name in reports."""
        played = f"{self.level}@{self.temperament}" if self.temperament else self.level
        return f"{played}:{Path(self.file).name}" if self.file else played


def all_by_instinct(setup: Setup, seed: int) -> dict[Seat, Answerer]:
    """Every seat of a battle that Instinct plays against itself: dice that follow from the seed, house rulings."""
    seats: dict[Seat, Answerer] = {Seat(side.name): opponent("instinct", Seat(side.name)) for side in setup.sides}
    return seats | {DICE: SeededDice(seed), REFEREE: HouseReferee()}


class Taught:
    """An AI that finds other weights in the ruleset than everybody else."""

    def __init__(self, mind: Answerer, rules: AnyPlannable, weights: dict[str, dict[str, float]]) -> None:
        self._mind = mind
        self._rules = copy(rules)
        self._rules.weights = {**rules.weights, **weights}

    def answer(self, match: AnyMatch, question: Asked) -> Answer | None:
        """The AI's answer. The forks that it plays keep its weights; the match has its own again afterwards."""
        rules, match.ruleset = match.ruleset, self._rules
        try:
            return self._mind.answer(match, question)
        finally:
            match.ruleset = rules


def read_minds(text: str, levels: Sequence[str], rules: AnyRuleset) -> list[AILevel]:
    """Read ``instinct,trained``, ``instinct,instinct:mine.toml`` or ``instinct@bold,instinct``.

    Raises BadSeats, BadFile.
    """
    return [read_mind(entry.strip(), levels, rules) for entry in text.split(",")]


def read_mind(text: str, levels: Sequence[str], rules: AnyRuleset) -> AILevel:
    """Read ``trained``, ``trained:mine.toml``, ``trained@bold`` or ``trained@bold:mine.toml``.

    Raises BadSeats, BadFile.
    """
    player, _, file = text.partition(":")
    level, at, taste = player.partition("@")
    known, temperament = read_level(level, levels), read_temperament(taste) if at else None
    if not file and temperament is None:
        return AILevel(known)
    if not isinstance(rules, HasPlanningModel):
        raise BadSeats(f"--ai {text}: {rules.title} tells AIs nothing that weights could weigh; write {known} alone")
    return AILevel(known, file, read_weights_of(Path(file), rules) if file else {}, temperament)


def read_temperament(text: str) -> Temperament:
    """Check the name of a temperament. Raises BadSeats."""
    found = next((name for name in TASTES if name == text), None)
    if found is None:
        raise BadSeats(f"No temperament is called {text!r}; there are {', '.join(TASTES)}.")
    return found


def read_weights_of(path: Path, rules: AnyPlannable) -> dict[str, dict[str, float]]:
    """The tables of a file that is written like the ruleset's ``weights.toml``.

    Raises BadFile for a table or feature that the ruleset does not know, and for what is no number.
    """
    known = dict.fromkeys(name for table in rules.weights.values() for name in table)
    found: dict[str, dict[str, float]] = {}
    for name, table in read_tables(path).items():
        if name == WORDS:
            continue
        if name not in rules.weights and not name.startswith(ORDER):
            raise BadFile(f"{path.name}: {rules.title} weighs by no table {name!r}; {suggest(name, rules.weights)}")
        if not isinstance(table, dict):
            raise BadFile(f"{path.name}: {name} = {table!r} stands outside a table; write it under [options], say")
        for feature, points in table.items():
            if feature not in known:
                raise BadFile(f"{path.name}: [{name}] {feature!r} is no feature; {suggest(feature, known)}")
            if isinstance(points, bool) or not isinstance(points, int | float) or points - points != 0:
                raise BadFile(f"{path.name}: [{name}] {feature} = {points!r} is no number; write one such as 1.5")
        found[name] = {feature: float(points) for feature, points in table.items()}
    if lacking := unjudged({**rules.weights, **found}):
        raise BadFile(f"{path.name}: [{lacking}] is an order, and {rules.title} has no [{POSITIONS}] to judge it by")
    return found
