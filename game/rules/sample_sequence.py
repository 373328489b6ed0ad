"""Dice for sampling alone: rules have no generator of chance, and what is shown is the same every time."""

from __future__ import annotations

from game.rules.dice import sides_of
from game.rules.questions import Roll


class SampleSequence:
    """A fixed pseudo-random sequence (SplitMix64), for sampling only: the same every time, on every machine."""

    def __init__(self, seed: int) -> None:
        self._state = seed

    def below(self, bound: int) -> int:
        """A number from 0 up to but not including ``bound``."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _WORD
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _WORD
        return ((z ^ (z >> 31)) * bound) >> 64

    def faces(self, roll: Roll) -> tuple[int, ...]:
        """Faces for a roll, each equally likely."""
        return tuple(1 + self.below(sides) for sides in sides_of(roll.dice))


_WORD = (1 << 64) - 1
