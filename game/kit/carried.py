"""What somebody carries, by keys: that of its kind in the data, with a number on the second and later copies of it.

A sheet keeps keys, and once for each kind what it is: what its owner brought, and what it has found since.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Protocol, TypeVar

COPY = "#"
"""Stands before the number of what somebody carries twice: "javelin", "javelin#2"."""


class Piece(Protocol):
    """A kind of weapon or thing in a ruleset's data."""

    @property
    def key(self) -> str:
        """What it goes by there."""
        ...


P = TypeVar("P", bound=Piece)


def kind_of(key: str) -> str:
    """The key in the data of something carried, which may be the second of its kind."""
    return key.partition(COPY)[0]


def copy_of(kind: str, number: int) -> str:
    """The key of so many-th of a kind, from 1."""
    return f"{kind}{COPY}{number}" if number > 1 else kind


def one_more(kind: str, carried: Collection[str]) -> str:
    """The key for another of a kind besides what is carried: the first that is free."""
    number = 1
    while copy_of(kind, number) in carried:
        number += 1
    return copy_of(kind, number)


def piece(key: str, *owned: Iterable[P]) -> P:
    """What a key of something carried stands for: the first of its kind. KeyError if there is none."""
    kind = kind_of(key)
    for pieces in owned:
        for each in pieces:
            if each.key == kind:
                return each
    raise KeyError(key)


def owns(key: str, *owned: Iterable[Piece]) -> bool:
    """Whether what a key of something carried stands for is among these."""
    kind = kind_of(key)
    for pieces in owned:  # loops, for look-ahead asks it of every key at every turn
        for each in pieces:
            if each.key == kind:
                return True
    return False


def known(found: tuple[P, ...], brought: Iterable[P], taken: P) -> tuple[P, ...]:
    """What somebody has found once it takes something up: that too, unless it knows the kind already."""
    return found if owns(taken.key, found, brought) else (*found, taken)
