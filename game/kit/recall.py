"""What wits keep from one question to the next: answers by all they depend on, and whether the moment is the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from game.rules.table import Board

K = TypeVar("K")
V = TypeVar("V")
S = TypeVar("S")
N = TypeVar("N")

KEPT = 4096
"""Answers of a kind that are kept."""


def keep(known: dict[K, V], key: K, value: V) -> V:
    """Write an answer down, if need be in the place of all others."""
    if len(known) > KEPT:
        known.clear()
    known[key] = value
    return value


def same_moment(one: Board[S, N, Any], other: Board[S, N, Any], bare: Callable[[N], N]) -> bool:
    """Whether two boards show one battle with the same bodies, things and map, and turns that are the same ``bare``."""
    now, then = one.state, other.state
    return (
        bare(now.turn) == bare(then.turn)
        and one.setup is other.setup
        and one.space is other.space
        and now.things == then.things
        and len(now.combatants) == len(then.combatants)
        and all(then.combatants.get(who) is c for who, c in now.combatants.items())
    )
