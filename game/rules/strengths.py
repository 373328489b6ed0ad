"""How strong a ruleset's units are in battle, as data: a ``strengths.toml`` that was fitted to battles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import exp, fsum, log
from pathlib import Path
from typing import Generic, Protocol, TypeVar, runtime_checkable

import msgspec

from game.rules.ruleset import Ruleset
from game.rules.state import P

S = TypeVar("S")
N = TypeVar("N")


class Strengths(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What decides a battle: a squad's strength is the sum of its units' strengths."""

    steepness: float
    """By how much the logit of the chance to win rises where a squad's strength is multiplied by e."""
    units: Mapping[str, float] = {}
    """By key of the roster, each more than 0."""
    terms: Mapping[str, float] = {}
    """What else the logit of the first side's chance rises by, by the name of what makes for it: "map ruin"."""

    def logarithm(self, units: Iterable[str]) -> float:
        """Of the strength of a squad. Raises KeyError for a unit that has none."""
        return log(fsum(self.units[unit] for unit in units))

    def logit(self, first: Iterable[str], second: Iterable[str], terms: Iterable[str] = ()) -> float:
        """Of the first side's chance to win a battle that somebody wins. Raises KeyError."""
        return self.steepness * (self.logarithm(first) - self.logarithm(second)) + self.term(terms)

    def term(self, terms: Iterable[str]) -> float:
        """What these come to; one that is not known makes no difference."""
        return fsum(self.terms.get(term, 0.0) for term in terms)


@runtime_checkable
class HasStrengths(Ruleset[S, N, P], Protocol, Generic[S, N, P]):
    """A ruleset of whose units it was measured how strong they are, used to draw squads for a battle."""

    strengths: Strengths
    """Of all units of its own roster, or of none."""


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
