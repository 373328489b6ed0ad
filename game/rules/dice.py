"""Dice: expressions, what rules read in the faces of a roll and how often, and totals of labelled terms.

Odds branch at every roll. Seven dice fall in 279,936 ways, but rules that count sixes tell only eight of them apart: a
roll says what it reads, and odds weigh that many branches and no more.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import factorial, prod
from typing import ClassVar, Generic, TypeVar

import msgspec

from game.user_error import UserError

Faces = tuple[int, ...]
"""Faces of the dice of one roll, in the order of the expression."""

MOST = 20
"""Dice in one expression."""

_DICE = re.compile(r"(\d*)d(\d+)")


class BadDice(UserError):
    """An expression that is not of the form 2d6 or d8+d6."""


@lru_cache(maxsize=1024)
def sides_of(expression: str) -> tuple[int, ...]:
    """Give the sides of each die of an expression like ``d20``, ``2d6`` or ``d8+d6+d20``.

    Raises BadDice for anything else; bonuses belong in a Tally, not in the dice.
    """
    sides: list[int] = []
    for part in expression.split("+"):
        match = _DICE.fullmatch(part)
        if not match:
            raise BadDice(f"{expression!r} is not a dice expression; write it like d20, 2d6 or d8+d6")
        count, die = int(match[1] or 1), int(match[2])
        if not 1 <= count <= MOST or not 1 <= die <= 1000:
            raise BadDice(f"{expression!r}: between 1 and {MOST} dice of 1 to 1000 sides")
        sides += [die] * count
    if len(sides) > MOST:
        raise BadDice(f"{expression!r}: between 1 and {MOST} dice of 1 to 1000 sides")
    return tuple(sides)


def is_dice(text: str) -> bool:
    """Tell whether a text is an expression of dice."""
    try:
        return bool(sides_of(text))
    except BadDice:
        return False


def possible(expression: str, faces: Faces) -> bool:
    """Tell whether the dice can show these faces."""
    sides = sides_of(expression)
    return len(faces) == len(sides) and all(
        type(face) is int and 1 <= face <= die for face, die in zip(faces, sides, strict=True)
    )


R = TypeVar("R", bound=Hashable)

Sides = tuple[int, ...]
"""The sides of each die, in the order of the expression."""

OutcomeCount = tuple[Faces, int]
"""Example of faces, with the number of ways to roll faces that read the same."""


class Reading(Generic[R]):
    """Reading of faces by the rules. Two throws that read the same are the same to them.

    A ruleset writes its own as a frozen dataclass with ``of``: readings are compared and hashed by their fields. What
    the shipped ones add is speed.
    """

    aside: ClassVar[tuple[int, ...]] = ()
    """Dice, by place, that are read for themselves, such as a die of luck: shown in a colour of their own."""

    def of(self, faces: Faces) -> R:
        """Reading of these faces."""
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
        """Reading in words, where that is more than the faces say: "2 successes"."""
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


class Term(msgspec.Struct, frozen=True, array_like=True):
    """Term of a total."""

    label: str
    value: int
    rule: str
    """Number of the ledger entry it comes from, e.g. "E-61"."""


class Tally(msgspec.Struct, frozen=True, array_like=True):
    """A total and where it comes from. Screen, log and tests all read this."""

    terms: tuple[Term, ...] = ()

    @property
    def total(self) -> int:
        """The sum of the terms."""
        return sum(term.value for term in self.terms)

    def plus(self, label: str, value: int, rule: str) -> Tally:
        """Give this tally with one more term; a term of 0 says nothing and is left out."""
        return Tally((*self.terms, Term(label, value, rule))) if value else self

    def plus_all(self, other: Tally) -> Tally:
        """Give this tally with another's terms after its own."""
        return Tally(self.terms + other.terms)

    def __str__(self) -> str:
        parts = "".join(f" {term.value:+d} {term.label}" for term in self.terms)
        return f"{self.total:+d} ({parts.strip()})" if parts else "+0"
