"""Tables fitted by battles, as data: weights of features, what kinds of creature like, strengths of units.

A ruleset's data give a creature a temperament by name, and a scenario may give a unit another. People who play one
do as they like.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import exp, fsum, log
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args

import msgspec

T = TypeVar("T")

Weights = Mapping[str, Mapping[str, float]]
"""Table: name of a feature: points for each unit of it.

"options", by which answers are weighed, must be there. "trained" holds weights that the AI of that level puts in the
place of those of "options". A table "order so-and-so" multiplies weights while a side goes by that order, for the
trained to try out; "positions", for ``worth``, tells what orders came to, and must be there where there are any.
"restless" multiplies weights too, for each round too many in which nothing happened.
"""

Words = Mapping[str, str]
"""Name of a feature, or of a table of an order: what a player is told of it, as in "danger where it ends"."""

WORDS = "words"
"""The table of the same file that holds them: what the game itself has words for may be left out."""

OPTIONS = "options"
"""The table that must be there."""

ORDER = "order "
"""Beginning of the names of tables of orders."""

POSITIONS = "positions"
"""The table that tells what orders came to; it weighs no answers."""


def read_weights(path: Path) -> Weights:
    """Read the numbers of a ``weights.toml``. Raises ValueError that names file and field, or the table it lacks."""
    tables = {name: table for name, table in _tables(path).items() if name != WORDS}
    weights = _as(path, tables, dict[str, dict[str, float]])
    if OPTIONS not in weights:
        raise ValueError(f"{path.name}: the table [{OPTIONS}] is missing; add it, if need be without a line")
    if lacking := unjudged(weights):
        raise ValueError(f"{path.name}: [{lacking}] is an order, and without [{POSITIONS}] none can be judged; add it")
    return weights


def unjudged(weights: Weights) -> str | None:
    """The first order that nothing tells the worth of, by the name of its table."""
    return None if POSITIONS in weights else next((name for name in weights if name.startswith(ORDER)), None)


def read_words(path: Path) -> Words:
    """Read the words of a ``weights.toml``. Raises ValueError that names file and field."""
    return _as(path, _tables(path).get(WORDS, {}), dict[str, str])


def _tables(path: Path) -> dict[str, Any]:
    try:
        return msgspec.toml.decode(path.read_bytes(), type=dict[str, Any])
    except msgspec.DecodeError as error:
        raise ValueError(f"{path.name}: {error}") from error


def _as(path: Path, data: object, kind: type[T]) -> T:
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise ValueError(f"{path.name}: {error}") from error


Temperament = Literal["plain", "cautious", "bold", "skirmisher", "guardian", "berserk"]
"""The names that data and scenarios know."""

PLAIN: Temperament = "plain"
"""That of whoever has no other: weights count as they stand."""


class Taste(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Factors of a temperament."""

    likes: str
    """Words for a player: what follows "it" in a sentence."""
    factors: dict[str, float] = {}
    """How many times as much features count, by their names."""


def read_tastes(path: Path) -> Mapping[Temperament, Taste]:
    """Read the factors of all temperaments. Raises ValueError that names file and field, or the one that is missing."""
    try:
        found = msgspec.toml.decode(path.read_bytes(), type=dict[Temperament, Taste])
    except msgspec.DecodeError as error:
        raise ValueError(f"{path.name}: {error}") from error
    for name in get_args(Temperament):
        if name not in found:
            raise ValueError(f"{path.name}: the table [{name}] is missing; add it")
    return found


TASTES = read_tastes(Path(__file__).with_name("temperaments.toml"))
"""The temperaments of the game."""


class Strengths(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Strengths that decide a battle: a squad's strength is the sum of its units' strengths."""

    steepness: float
    """By how much the logit of the chance to win rises where a squad's strength is multiplied by e."""
    units: Mapping[str, float] = {}
    """By key of the roster, each more than 0."""
    terms: Mapping[str, float] = {}
    """Other terms that the logit of the first side's chance rises by, by the name of what makes for it: "map ruin"."""

    def logarithm(self, units: Iterable[str]) -> float:
        """Of the strength of a squad. Raises KeyError for a unit that has none."""
        return log(fsum(self.units[unit] for unit in units))

    def logit(self, first: Iterable[str], second: Iterable[str], terms: Iterable[str] = ()) -> float:
        """Of the first side's chance to win a battle that somebody wins. Raises KeyError."""
        return self.steepness * (self.logarithm(first) - self.logarithm(second)) + self.term(terms)

    def term(self, terms: Iterable[str]) -> float:
        """Sum of terms; one that is not known makes no difference."""
        return fsum(self.terms.get(term, 0.0) for term in terms)


def chance(logit: float) -> float:
    """The chance that a logit means."""
    return 1.0 / (1.0 + exp(-logit))


def logit_of(share: float) -> float:
    """The logit that a chance has."""
    return log(share / (1.0 - share))


def read_strengths(path: Path) -> Strengths:
    """Read a ``strengths.toml``. Raises ValueError that names file and field."""
    try:
        found = msgspec.toml.decode(path.read_bytes(), type=Strengths)
    except msgspec.DecodeError as error:
        raise ValueError(f"{path.name}: {error}") from error
    if found.steepness <= 0:
        raise ValueError(f"{path.name}: steepness: {found.steepness} is not more than 0")
    for unit, strength in found.units.items():
        if strength <= 0:
            raise ValueError(f"{path.name}: units.{unit}: {strength} is not more than 0")
    return found
