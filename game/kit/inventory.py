"""What somebody carries, by keys: that of its kind in the data, with a number on the second and later copies of it.

A sheet keeps keys, and once for each kind what it is: what its owner brought, and what it has found since.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, Protocol, TypeVar

import msgspec
from msgspec.structs import replace

COPY = "#"
"""Stands before the number of what somebody carries twice: "javelin", "javelin#2"."""

OTHER = "~"
"""Stands before the number of another make of a kind that somebody carries: "dagger", "dagger~2"."""


class CarriedKind(Protocol):
    """A kind of weapon or thing in a ruleset's data."""

    @property
    def key(self) -> str:
        """What it goes by there."""
        ...


P = TypeVar("P", bound=CarriedKind)


def has_hands(carried: Collection[str], weapons: Iterable[CarriedKind], bare: str) -> bool:
    """Whether somebody has hands: whoever carries things or fights with ``bare`` ones; beasts have none."""
    return bool(carried) or any(weapon.key == bare for weapon in weapons)


def kind_of(key: str) -> str:
    """The key in the data of something carried, which may be the second of its kind."""
    return key.partition(COPY)[0]


def in_data(key: str) -> str:
    """The key in the data of something carried, whose bearer may have two makes of it."""
    return kind_of(key).partition(OTHER)[0]


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


def owns(key: str, *owned: Iterable[CarriedKind]) -> bool:
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


# ------------------------------------------------------------------ things that are not like others of their kind


M = TypeVar("M", bound=msgspec.Struct)


def differences(piece: msgspec.Struct, kind: msgspec.Struct | None) -> dict[str, Any]:
    """In what a piece is otherwise than its kind in the data, by fields; what it goes by does not count."""
    if kind is None:
        return {}
    fields = (name for name in kind.__struct_fields__ if name not in NAMES)
    return {name: value for name in fields if (value := getattr(piece, name)) != getattr(kind, name)}


NAMES = ("key", "base")
"""Fields with what a piece goes by."""


def as_mine(taken: M, *owned: Iterable[M]) -> M:
    """Something taken up, under a key by which its new owner carries nothing else: its kind's, or one beside that."""
    mine: dict[str, M] = {each.key: each for pieces in owned for each in pieces}  # type: ignore[attr-defined]
    kind: str = taken.key  # type: ignore[attr-defined]
    key, number = kind, 1
    while key in mine and differences(mine[key], taken):
        number += 1
        key = f"{kind}{OTHER}{number}"
    return replace(taken, key=key)
