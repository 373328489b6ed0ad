"""What rules read in the faces of a roll, and in how many ways the dice fall for each thing they can read.

Odds branch at every roll. Seven dice fall in 279,936 ways, but rules that count sixes tell only eight of them apart: a
roll says what it reads, and odds weigh that many branches and no more.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import factorial, prod
from typing import ClassVar, Generic, TypeVar

from game.rules.dice import Faces, sides_of

R = TypeVar("R", bound=Hashable)

Sides = tuple[int, ...]
"""The sides of each die, in the order of the expression."""

OutcomeCount = tuple[Faces, int]
"""One example of faces, with the number of ways to roll faces that read the same."""


class Reading(Generic[R]):
    """What rules read in faces. Two throws that read the same are the same to them.

    A ruleset writes its own as a frozen dataclass with ``of``: readings are compared and hashed by their fields. What
    the shipped ones add is speed.
    """

    aside: ClassVar[tuple[int, ...]] = ()
    """Dice, by place, that are read for themselves, such as a die of luck: shown in a colour of their own."""

    def of(self, faces: Faces) -> R:
        """What the rules read in these faces."""
        raise NotImplementedError

    def outcomes(self, sides: Sides) -> Iterable[OutcomeCount]:
        """One example of faces for everything the rules can tell apart, with its ways, in a fixed order.

        By default every fall of the dice is looked at: for a handful of dice, not for twenty.
        """
        found: dict[Hashable, OutcomeCount] = {}
        for faces in product(*(range(1, die + 1) for die in sides)):
            read = self.of(faces)
            example, ways = found.get(read, (faces, 0))
            found[read] = (example, ways + 1)
        return found.values()

    def idle(self, faces: Faces) -> tuple[int, ...]:
        """Which dice, by their place in the roll, count for nothing as they lie: shown faintly."""
        return ()

    def word(self, faces: Faces) -> str:
        """What was read, where that is more than the faces say: "2 successes"."""
        return ""


@lru_cache(maxsize=2048)
def outcomes(dice: str, reading: Reading[Hashable]) -> tuple[OutcomeCount, ...]:
    """Everything that rules can tell apart in a roll: an example of faces for each, with its number of ways."""
    return tuple(reading.outcomes(sides_of(dice)))


@lru_cache(maxsize=256)
def totals(dice: str) -> tuple[tuple[int, int], ...]:
    """Every sum of the dice with the number of ways to roll it, lowest first."""
    ways: dict[int, int] = {0: 1}
    for die in sides_of(dice):
        grown: dict[int, int] = {}
        for total, count in ways.items():
            for face in range(1, die + 1):
                grown[total + face] = grown.get(total + face, 0) + count
        ways = grown
    return tuple(sorted(ways.items()))


@dataclass(frozen=True)
class Total(Reading[int]):
    """The sum of the dice."""

    def of(self, faces: Faces) -> int:
        """Their sum."""
        return sum(faces)

    def outcomes(self, sides: Sides) -> Iterable[OutcomeCount]:
        """One for each sum, lowest first."""
        return ((spread(total, sides), count) for total, count in totals(_written(sides)))


@dataclass(frozen=True)
class AtMost(Reading[int]):
    """How many of some numbers the sum is above: a save under a score asks only whether it is at most that."""

    cuts: tuple[int, ...]

    def of(self, faces: Faces) -> int:
        """How many of the numbers the sum is above; 0 if it is at most the least of them."""
        total = sum(faces)
        return sum(total > cut for cut in self.cuts)

    def outcomes(self, sides: Sides) -> Iterable[OutcomeCount]:
        """One for each set of sums that no number tells apart, lowest first."""
        found: dict[int, OutcomeCount] = {}
        for total, count in totals(_written(sides)):
            above = sum(total > cut for cut in self.cuts)
            example, before = found.get(above) or (spread(total, sides), 0)
            found[above] = (example, before + count)
        return found.values()


@dataclass(frozen=True)
class Each(Reading[Faces]):
    """Every die for itself, as a set: which of them shows what makes no difference."""

    def of(self, faces: Faces) -> Faces:
        """The faces, sorted."""
        return tuple(sorted(faces))

    def outcomes(self, sides: Sides) -> Iterable[OutcomeCount]:
        """Every set of faces."""
        if len(set(sides)) > 1:
            return super().outcomes(sides)
        falls = combinations_with_replacement(range(1, sides[0] + 1), len(sides))
        return ((fall, _orders(fall)) for fall in falls)


@dataclass(frozen=True)
class Successes(Reading[int]):
    """How many dice show at least so much."""

    least: int

    def of(self, faces: Faces) -> int:
        """How many."""
        return sum(face >= self.least for face in faces)

    def outcomes(self, sides: Sides) -> Iterable[OutcomeCount]:
        """One for each number of successes, none first: die by die, however many there are."""
        found: dict[int, OutcomeCount] = {0: ((), 1)}
        for die in sides:
            good = min(die, max(0, die - self.least + 1))
            grown: dict[int, OutcomeCount] = {}
            for won, (faces, count) in found.items():
                for more, face, ways in ((won, 1, die - good), (won + 1, die, good)):
                    example, before = grown.get(more, ((*faces, face), 0))
                    if ways:
                        grown[more] = (example, before + count * ways)
            found = grown
        return (found[won] for won in sorted(found))

    def idle(self, faces: Faces) -> tuple[int, ...]:
        """Those that fell short."""
        return tuple(place for place, face in enumerate(faces) if face < self.least)

    def word(self, faces: Faces) -> str:
        """How many."""
        won = self.of(faces)
        return f"{won} success" if won == 1 else f"{won or 'no'} successes"


@dataclass(frozen=True)
class Highest(Reading[int]):
    """The highest die; the others count for nothing."""

    def of(self, faces: Faces) -> int:
        """Its face."""
        return max(faces)

    def outcomes(self, sides: Sides) -> Iterable[OutcomeCount]:
        """One for each face, 1 first."""
        return (
            (tuple(min(face, die) for die in sides), _none_above(face, sides) - _none_above(face - 1, sides))
            for face in range(1, max(sides) + 1)
        )

    def idle(self, faces: Faces) -> tuple[int, ...]:
        """All but the first that shows the highest."""
        best = faces.index(max(faces))
        return tuple(place for place in range(len(faces)) if place != best)


def at_most(*numbers: int) -> AtMost:
    """The reading of rules that ask whether the sum is at most one of some numbers, whatever their order."""
    return AtMost(tuple(sorted(set(numbers))))


TOTAL = Total()
EACH = Each()
HIGHEST = Highest()


def spread(total: int, sides: Sequence[int]) -> Faces:
    """Faces that add up to a total, as even as the sides of the dice allow.

    Raises ValueError if the dice can't show it.
    """
    if not len(sides) <= total <= sum(sides):
        raise ValueError(f"{total} can't be the sum of dice of {', '.join(map(str, sides))} sides")
    faces = [0] * len(sides)
    left = total
    # the smallest dice first: what they can't show, the larger ones must
    for done, place in enumerate(sorted(range(len(sides)), key=sides.__getitem__)):
        faces[place] = min(sides[place], left // (len(sides) - done))
        left -= faces[place]
    return tuple(faces)


def _none_above(face: int, sides: Sides) -> int:
    return prod(min(face, die) for die in sides)


def _orders(fall: Faces) -> int:
    """In how many orders like dice can show these faces."""
    return factorial(len(fall)) // prod(factorial(fall.count(face)) for face in set(fall))


def _written(sides: Sides) -> str:
    return "+".join(f"d{die}" for die in sides)
