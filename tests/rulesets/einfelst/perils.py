"""Battles under test in which more than blades is to be feared: more people, and chances of whole pools."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from game.kit.testing.fight import chart as chart
from game.rules.odds import Odds, odds
from rulesets.einfelst.play.events import Harmed, Reacted, Tested
from tests.rulesets.einfelst import kit
from tests.rulesets.einfelst.kit import pool as pool

MORE = """
[[hero]]
key = "hero"
name = "Hero"
icon = "warrior"
attributes = { strength = 4 }
main = "strike"
actions = { strike = 3, force = 2 }
carries = ["sword", "antidote"]

[[hero]]
key = "mage"
name = "Mage"
icon = "mage"
main = "cast"
actions = { cast = 3 }
carries = ["staff"]
spells = ["rime", "old-roots", "empty-mirror", "candle", "north-door", "steady-hand"]

[[creature]]
key = "wolf"
name = "Wolf"
icon = "wolf"
kind = "animal"
points = 3
actions = { strike = 2, finesse = 2, track = 3 }
natural = ["bite"]

[[creature]]
key = "ghoul"
name = "Ghoul"
icon = "skeleton"
kind = "creature"
points = 4
fear = 1
natural = ["claws"]
traits = ["sees in the dark", "mindless", "unliving"]

[[creature]]
key = "troll"
name = "Troll"
icon = "ogre"
kind = "creature"
points = 9
cards = 2
fear = 2
attributes = { strength = 6 }
actions = { strike = 2, force = 3 }
natural = ["claws"]
traits = ["sees in the dark"]

[[creature]]
key = "ghost"
name = "Ghost"
icon = "skeleton"
kind = "creature"
points = 6
natural = ["cold-touch"]
traits = ["bodiless", "flies", "fireproof", "unliving"]
"""


class Fight(kit.Fight):
    """One battle, with these people and those of the kit."""

    units = kit.PEOPLE + MORE

    def harm_of(self, who: str) -> tuple[int, ...]:
        """Physical and mental slots of a hero, or the points of anybody else."""
        sheet = self.sheet(who)
        return (*sheet.physical, *sheet.mental) if sheet.profile.hero else (sheet.points,)

    @property
    def tested(self) -> Tested:
        """The latest test."""
        return self.last(Tested)

    @property
    def proven(self) -> list[tuple[str, bool]]:
        """Tests so far: whose, and whether they were passed."""
        return [(event.who, event.passed) for event in self.told(Tested)]

    @property
    def lost(self) -> list[tuple[str, int, str]]:
        """Harm marked so far: whose, how much, of what kind."""
        return [(event.who, event.amount, event.kind) for event in self.told(Harmed)]

    @property
    def reacted(self) -> list[tuple[str, str]]:
        """Reactions so far: whose, and what."""
        return [(event.who, event.what) for event in self.told(Reacted)]

    def odds(self, key: str) -> Odds:
        """The exact odds of an answer to the question that waits, if nobody reacts."""
        found = odds(self.match, key)
        assert not found.sampled
        return found


def chance(dice: int, successes: int) -> Fraction:
    """The probability of exactly so many successes."""
    return Fraction(comb(dice, successes) * 5 ** (dice - successes), 6**dice)


def at_least(dice: int, successes: int) -> Fraction:
    """The probability of so many successes or more."""
    return sum((chance(dice, count) for count in range(successes, dice + 1)), Fraction(0))
