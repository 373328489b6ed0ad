"""A battle of einfelst's under test, and chances of whole pools."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import comb
from typing import Any, Self

from game.kit.testing.fight import CHAIN as CHAIN
from game.kit.testing.fight import Dice, ZoneFight
from game.kit.testing.fight import chart as chart
from game.rules.odds import Odds, odds
from game.rules.setup import Recruit
from game.spatial.field import Cell
from rulesets.einfelst import RULESET
from rulesets.einfelst.play.events import Harmed, Matched, Reacted, Tested
from rulesets.einfelst.play.pools import MOST
from rulesets.einfelst.sheet.roster import ACTIONS, Actions, Attributes
from rulesets.einfelst.sheet.sheet import Sheet, Turn

PEOPLE = """
[[hero]]
key = "fighter"
name = "Fighter"
icon = "warrior"
attributes = { strength = 4 }
main = "strike"
actions = { strike = 3, force = 2, endure = 2, finesse = 1 }
carries = ["sword", "knife", "antidote"]

[[hero]]
key = "knight"
name = "Knight"
icon = "captain"
attributes = { strength = 4 }
main = "strike"
actions = { strike = 2 }
armour = "heavy"
carries = ["sword", "shield"]

[[hero]]
key = "archer"
name = "Archer"
icon = "archer"
attributes = { dexterity = 4 }
main = "shoot"
actions = { shoot = 3, finesse = 2 }
carries = ["longbow", "knife"]

[[hero]]
key = "friend"
name = "Friend"
icon = "healer"
attributes = { reason = 4 }
main = "study"
actions = { study = 2 }
carries = ["crossbow", "bandages", "rope"]

[[creature]]
key = "thug"
name = "Thug"
icon = "bandit"
kind = "person"
actions = { strike = 2, force = 2, endure = 1, finesse = 1, read = 1 }
points = 4
carries = ["axe"]

[[creature]]
key = "slinger"
name = "Slinger"
icon = "bandit-archer"
kind = "person"
actions = { shoot = 1, finesse = 2 }
points = 4
carries = ["sling", "javelin", "net"]

[[creature]]
key = "brute"
name = "Brute"
icon = "ogre"
kind = "creature"
attributes = { strength = 5 }
actions = { strike = 3, force = 4 }
points = 9
natural = ["claws"]
cards = 2
hide = 3
traits = ["sees in the dark"]

[[creature]]
key = "bones"
name = "Bones"
icon = "skeleton"
kind = "creature"
points = 3
natural = ["cold-touch", "claws"]
traits = ["mindless", "unliving"]

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
"""Units whose numbers make the sums of the tests plain."""


class Fight(ZoneFight[Sheet, Turn]):
    """One battle, begun in the midst of the first round unless ``fresh``: the acting side has the low cards."""

    rules = RULESET
    units = PEOPLE
    follow = ("hand", "off", "pack")

    def midst(self, order: tuple[str, ...], strength: Mapping[str, int]) -> dict[str, Any]:
        """Cards from 1 on in the order of the sides, those of several cards each as many as it has."""
        card = 0
        for c in sorted(self._state.combatants.values(), key=lambda c: order.index(c.side)):
            cards = tuple(range(card + 1, card + 1 + c.sheet.profile.cards))
            card = cards[-1]
            self.sheet_of(c.id, cards=cards, slow=len(cards), fast=len(cards))
        return {"round": 1, "phase": "turn"}

    def recruit(self, name: str, unit: str, cell: Cell, hidden: bool) -> Recruit:
        """Whoever goes by another name than the unit's key is called by it."""
        return Recruit(unit, name if unit != name else "", cell, hidden)

    def dice_of(self, who: str, **dice: int) -> Self:
        """Begin with other pools."""
        profile = self._state.combatants[who].sheet.profile  # type: ignore[index]
        now: dict[str, int] = {action: profile.dice(action) for action in ACTIONS}
        return self.profile_of(who, attributes=Attributes(0, 0, 0, 0, 0), actions=Actions(**{**now, **dice}))

    def cards_of(self, **cards: int | tuple[int, ...]) -> Self:
        """Begin with other cards."""
        for who, some in cards.items():
            self.sheet_of(who, cards=some if isinstance(some, tuple) else (some,))
        return self

    @property
    def matched(self) -> Matched:
        """The latest contest."""
        return self.last(Matched)

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

    def holds(self, who: str) -> tuple[int, ...]:
        """Somebody's cards."""
        return self.sheet(who).cards

    def left(self, who: str) -> tuple[int, int]:
        """Slow and fast maneuvers that somebody has left."""
        sheet = self.sheet(who)
        return sheet.slow, sheet.fast


def pool(dice: int, won: int) -> Dice:
    """So many dice with so many successes."""
    assert 0 <= won <= dice <= MOST, f"{won} of {dice}"
    return Dice(f"{dice}d6", (6,) * won + (1,) * (dice - won))


def chance(dice: int, successes: int) -> Fraction:
    """The probability of exactly so many successes."""
    return Fraction(comb(dice, successes) * 5 ** (dice - successes), 6**dice)


def at_least(dice: int, successes: int) -> Fraction:
    """The probability of so many successes or more."""
    return sum((chance(dice, count) for count in range(successes, dice + 1)), Fraction(0))
