"""Numbers that follow from a word alone: the same word gives the same ones on every machine and every Python."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")

BYTES = 8
"""Of a digest for each number: enough that no number below a million is likelier than another by what could be told."""


class SeededDraws:
    """A stream of draws from a word; streams of other words have nothing to do with it."""

    def __init__(self, word: str) -> None:
        self.word = word
        self._drawn = 0

    def part(self, name: str) -> SeededDraws:
        """A stream of its own for a part of what is made: more draws in one part change nothing in another."""
        return SeededDraws(f"{self.word}/{name}")

    def below(self, limit: int) -> int:
        """A whole number from 0 to ``limit`` - 1."""
        digest = sha256(f"{self.word}#{self._drawn}".encode()).digest()
        self._drawn += 1
        return int.from_bytes(digest[:BYTES], "big") % limit

    def between(self, least: int, most: int) -> int:
        """A whole number from ``least`` to ``most``, both included."""
        return least + self.below(most - least + 1)

    def chance(self, per_cent: int) -> bool:
        """True in so many of a hundred."""
        return self.below(100) < per_cent

    def pick(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """All items in another order."""
        left, found = list(items), list[T]()
        while left:
            found.append(left.pop(self.below(len(left))))
        return found
