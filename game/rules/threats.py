"""Rulesets that tell where somebody could attack."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar, runtime_checkable

from game.rules.events import Id
from game.rules.ruleset import Ruleset
from game.rules.state import P
from game.rules.table import Board

S = TypeVar("S")
N = TypeVar("N")


@dataclass(frozen=True, slots=True)
class Threat(Generic[P]):
    """Where somebody could attack in one turn."""

    goes: frozenset[P]
    """Places in which it could be when it does, its own among them; none if it could not attack anybody."""
    hits: frozenset[P]
    """Places in which somebody who takes up no more than one of them could be attacked from there."""


@runtime_checkable
class HasThreats(Ruleset[S, N, P], Protocol, Generic[S, N, P]):
    """A ruleset that tells where somebody could attack, whether anybody is there or not."""

    def threat(self, board: Board[S, N, P], who: Id) -> Threat[P]:
        """Where a combatant could attack whose turn has begun, with nothing of it spent: see ``hypothetical_turn``.

        By going there first if need be, and with what it has ready or may make ready on the way, as its menu would have
        it; those who stand where they stand on this board are in its way.
        """
        ...
