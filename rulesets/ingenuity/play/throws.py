"""Tests: an attribute die and a skill die with the luck die beside them, in one throw; and dice rolled again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from game.rules.dice import AtMost, Faces, Reading, Tally
from game.rules.events import Id
from game.rules.questions import Option, Seat
from rulesets.ingenuity.play.events import Checked, LuckTested, Rerolled
from rulesets.ingenuity.sheet.sheet import Attribute, IngenuityTable, Proficiency, Sheet, Skill

LUCKY = 20
"""The luck die's face from which a test other than an attack has more."""

FORTUNE = 4
"""How much more (B-50 leaves attacks out of it)."""

UNLUCKY = 1
"""The luck die's face from which downwards a shot goes astray (B-51)."""


class Pair(NamedTuple):
    """The sides of the two dice of a test: an attribute's and a skill's."""

    attribute: int
    skill: int

    @property
    def dice(self) -> str:
        """The dice as they are thrown, the luck die last."""
        return f"2d{self.skill}+d20" if self.attribute == self.skill else f"d{self.attribute}+d{self.skill}+d20"


class Thrown(NamedTuple):
    """The final faces of the two dice of a test, and the luck die."""

    a: int
    b: int
    luck: int

    @property
    def sum(self) -> int:
        """Of the two."""
        return self.a + self.b

    def with_face(self, die: int, face: int) -> Thrown:
        """The same with another face on one of the two dice."""
        return Thrown(face, self.b, self.luck) if die == 0 else Thrown(self.a, face, self.luck)


def pair(sheet: Sheet, skill: Skill, *attributes: Attribute) -> Pair:
    """The dice of somebody's test, with the best of some attributes."""
    return Pair(max(sheet.profile.attributes.of(each) for each in attributes), sheet.profile.die(skill))


# ------------------------------------------------------------------ what is read


LUCK = 2
"""The luck die's place in a throw."""


@dataclass(frozen=True)
class Aimed(Reading[tuple[int, ...]]):
    """Reading of an attack: the sum of the dice where it can hit, and which of its bands the luck die has reached.

    Sums below ``least`` are alike, but for a critical hit's. ``apart``: a die may be rolled again, so that it matters
    what each shows; ``alike``: not which of the two shows it.
    """

    bands: tuple[int, ...]
    """Rising faces from which the luck die counts for something else; the last makes it a critical hit."""
    least: int = 0
    apart: bool = False
    alike: bool = False
    aside: ClassVar[tuple[int, ...]] = (LUCK,)

    def of(self, faces: Faces) -> tuple[int, ...]:
        """The sum, or the two dice; and how many bands the luck die has reached."""
        a, b, luck = faces
        band = sum(luck >= start for start in self.bands)
        if self.apart:
            return (*sorted((a, b)), band) if self.alike else (a, b, band)
        return (0 if a + b < self.least and band < len(self.bands) else a + b, band)


@dataclass(frozen=True)
class Passes(Reading[tuple[int, ...]]):
    """Reading of another test: whether the sum is enough, with what a luck die of 20 adds to it."""

    least: int
    apart: bool = False
    alike: bool = False
    aside: ClassVar[tuple[int, ...]] = (LUCK,)

    def of(self, faces: Faces) -> tuple[int, ...]:
        """Whether it is; where a die may be rolled again, the two dice and whether the luck die adds to them."""
        a, b, luck = faces
        fortune = FORTUNE if luck >= LUCKY else 0
        if self.apart:
            return (*sorted((a, b)), fortune) if self.alike else (a, b, fortune)
        return (int(a + b + fortune >= self.least),)


@dataclass(frozen=True)
class Scores(Passes):
    """Reading of a test whose result is asked for: all results below ``least`` are alike."""

    def of(self, faces: Faces) -> tuple[int, ...]:
        """The result, without what is added to the dice but by the luck die; 0 if it is too low."""
        if self.apart:
            return super().of(faces)
        found = sum(faces[:2]) + (FORTUNE if faces[2] >= LUCKY else 0)
        return (found if found >= self.least else 0,)


@dataclass(frozen=True)
class LuckAlone(AtMost):
    """The luck die by itself: whether it shows enough."""

    aside: ClassVar[tuple[int, ...]] = (0,)


@dataclass(frozen=True)
class Again(Reading[int]):
    """Reading of a die rolled again for the better or the worse of what it showed and shows, if that matters."""

    was: int
    better: bool
    least: int = 0
    """Kept faces below it are alike."""
    plain: bool = False
    """Those from it on are alike too."""

    def of(self, faces: Faces) -> int:
        """The face that is kept."""
        kept = max(self.was, faces[0]) if self.better else min(self.was, faces[0])
        return 0 if kept < self.least else 1 if self.plain else kept


# ------------------------------------------------------------------ advantage and disadvantage


def again(dice: Pair, thrown: Thrown, *, better: bool) -> int:
    """Which of the two dice is rolled again (ruling N-6): for the better the one that gains most by it on average, else
    the one that shows more; of equals the first.
    """
    if not better:
        return 0 if thrown.a >= thrown.b else 1
    # What rolling a die again for the better adds, in parts of twice its sides.
    gains = [(die - face) * (die - face + 1) for die, face in zip(dice, thrown[:2], strict=True)]
    return 0 if gains[0] * dice.skill >= gains[1] * dice.attribute else 1


async def reroll(
    table: IngenuityTable,
    who: Id,
    why: str,
    dice: Pair,
    thrown: Thrown,
    net: int,
    least: int = 0,
    *,
    plain: bool = False,
) -> Thrown:
    """Roll dice again, once for each advantage or disadvantage that is left.

    Sums below ``least`` are alike in the end; ``plain``: and those from it on.
    """
    better = net > 0
    for number in range(abs(net)):
        die = await _which(table, who, dice, thrown, better=better)
        was, last = thrown[die], number == abs(net) - 1
        reading = Again(was, better, least - thrown.sum + was, plain) if last else Again(was, better)
        reason = f"{why}, {'advantage' if better else 'disadvantage'}"
        (face,) = await table.throw(f"d{dice[die]}", reason, who, reading)
        kept = max(was, face) if better else min(was, face)
        table.emit(Rerolled(who, dice[die], was, face, kept, better))
        thrown = thrown.with_face(die, kept)
    return thrown


async def _which(table: IngenuityTable, who: Id, dice: Pair, thrown: Thrown, *, better: bool) -> int:
    """Which die is rolled again: by the house's rule, or the one that its seat picks (setting "rerolls")."""
    best = again(dice, thrown, better=better)
    if not better or table.setup.options.get("rerolls") != "ask":
        return best
    options = [Option(f"die {place + 1}", place, f"The d{dice[place]} that shows {thrown[place]}") for place in (0, 1)]
    seat, name = Seat(table.now(who).side), table.now(who).sheet.profile.name
    why, idle = f"{name}: which die is rolled again?", options[best].key
    return await table.choose(seat, why, options, kind="react", who=who, topic="reroll", idle=idle)


# ------------------------------------------------------------------ whole tests


async def score(
    table: IngenuityTable,
    who: Id,
    what: str,
    dice: Pair,
    tally: Tally,
    needed: int,
    rule: str,
    net: int = 0,
    *,
    kind: type[Passes] = Scores,
    resists: bool = False,
) -> int:
    """The result of a test that is no attack: a luck die of 20 adds 4 to it. Of one that is not enough only that it is
    not; ``kind``: what is read of it. ``resists``: whether it is made to escape what another does.
    """
    reading = kind(needed - tally.total, bool(net), dice.attribute == dice.skill)
    thrown = Thrown(*await table.throw(dice.dice, what, who, reading))
    fortune = FORTUNE if thrown.luck >= LUCKY else 0
    plain = kind is not Scores
    thrown = await reroll(table, who, what, dice, thrown, net, reading.least - fortune, plain=plain)
    found = tally.plus("luck", fortune, "B-50")
    total = thrown.sum + found.total
    table.emit(Checked(who, what, thrown.sum, found, needed, total >= needed, rule, resists))
    return total


async def test(
    table: IngenuityTable,
    who: Id,
    what: str,
    dice: Pair,
    tally: Tally,
    needed: int,
    rule: str,
    net: int = 0,
    *,
    resists: bool = False,
) -> bool:
    """Whether such a test reaches what is ``needed``."""
    return await score(table, who, what, dice, tally, needed, rule, net, kind=Passes, resists=resists) >= needed


async def luck_test(table: IngenuityTable, who: Id, needed: int) -> bool:
    """The luck die alone (B-73)."""
    face = await table.roll("d20", "luck", who, LuckAlone((needed - 1,)))
    table.emit(LuckTested(who, face, needed, face >= needed))
    return face >= needed


def added(sheet: Sheet, names: Iterable[Proficiency], rule: str) -> Tally:
    """The best of some proficiencies, as a term (B-46)."""
    found = [(sheet.profile.proficiencies.get(name, 0), name) for name in names]
    best, name = max(found, key=lambda each: each[0], default=(0, ""))
    return Tally().plus(name, best, rule)
