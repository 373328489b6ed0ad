"""A battle of einfelst's under test."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import comb
from typing import Any

from game.kit.testing.dice import Dice
from game.kit.testing.zones import CHAIN as CHAIN
from game.kit.testing.zones import RING as RING
from game.kit.testing.zones import ZoneFight
from game.kit.testing.zones import chart as chart
from game.rules.events import Id
from game.rules.odds import Odds, odds
from game.rules.setup import Recruit
from game.spatial.field import Cell
from rulesets.einfelst import RULESET
from rulesets.einfelst.events import AttackHit, AttackMissed, Harmed, Matched, Reacted, Tested
from rulesets.einfelst.records import Actions, Attributes
from rulesets.einfelst.sheet import Sheet, Turn

PEOPLE = """
[[hero]]
key = "hero"
name = "Hero"
icon = "warrior"
attributes = { strength = 4, dexterity = 3, intuition = 3, reason = 3, presence = 3 }
actions = { strike = 3, force = 2 }
main = "strike"
carries = ["sword"]

[[hero]]
key = "friend"
name = "Friend"
icon = "warden"
attributes = { strength = 4, dexterity = 3, intuition = 3, reason = 3, presence = 3 }
actions = { shoot = 3, force = 2 }
main = "shoot"
carries = ["longbow", "knife", "antidote"]

[[hero]]
key = "mage"
name = "Mage"
icon = "mage"
attributes = { strength = 3, dexterity = 3, intuition = 3, reason = 3, presence = 3 }
actions = { cast = 3 }
main = "cast"
carries = ["staff"]
spells = ["rime", "old-roots", "empty-mirror", "candle", "north-door", "steady-hand"]

[[creature]]
key = "thug"
name = "Thug"
icon = "bandit"
kind = "person"
points = 4
actions = { strike = 2, force = 2 }
carries = ["axe"]

[[creature]]
key = "wolf"
name = "Wolf"
icon = "wolf"
kind = "animal"
points = 3
actions = { strike = 2, finesse = 2, track = 3 }
natural = ["bite"]

[[creature]]
key = "bones"
name = "Bones"
icon = "skeleton"
kind = "creature"
points = 4
fear = 1
natural = ["claws"]
traits = ["sees in the dark", "mindless", "unliving"]

[[creature]]
key = "troll"
name = "Troll"
icon = "brute"
kind = "creature"
points = 9
cards = 2
fear = 2
attributes = { strength = 6 }
actions = { strike = 2, force = 3 }
carries = ["maul"]
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
    """One battle, begun in the midst of the first round unless ``fresh``: cards in order, those who act first lowest."""

    rules = RULESET
    units = PEOPLE
    follow = ("hand", "off", "pack")

    def midst(self, order: tuple[str, ...], strength: Mapping[str, int]) -> dict[str, Any]:
        """Cards 1, 2, 3 and so on are dealt, and everybody has its maneuvers."""
        card = 0
        for side in order:
            for c in [c for c in self._state.combatants.values() if c.side == side]:
                many = c.sheet.profile.cards
                self.sheet_of(c.id, cards=tuple(range(card + 1, card + many + 1)), slow=many, fast=many)
                card += many
        return {"round": 1, "phase": "turn", "strength": dict(strength)}

    def recruit(self, name: str, unit: str, cell: Cell, hidden: bool) -> Recruit:
        """Whoever goes by another name than the unit's key is called by it."""
        return Recruit(unit, name if unit != name else "", cell, hidden)

    def pools(self, who: str, **dice: int) -> Fight:
        """Begin with so many dice for some Actions."""
        profile = self._state.combatants[Id(who)].sheet.profile
        now = {name: profile.dice(name) for name in Actions.__struct_fields__}  # type: ignore[arg-type]
        self.profile_of(who, attributes=Attributes(0, 0, 0, 0, 0), actions=Actions(**{**now, **dice}))
        return self

    def harm_of(self, who: str) -> tuple[int, ...]:
        """Physical slots and mental slots of a hero, or the points of anybody else."""
        sheet = self.sheet(who)
        return (*sheet.physical, *sheet.mental) if sheet.profile.hero else (sheet.points,)

    @property
    def hit(self) -> bool:
        """Whether the latest attack hit."""
        ends = [event for event in self.match.events if isinstance(event, (AttackHit, AttackMissed))]
        assert ends, "no attack so far"
        return isinstance(ends[-1], AttackHit)

    @property
    def matched(self) -> tuple[int, int]:
        """Successes of both sides of the latest contest."""
        last = self.last(Matched)
        return last.won, last.taken

    @property
    def tested(self) -> Tested:
        """The latest test."""
        return self.last(Tested)

    @property
    def lost(self) -> list[tuple[str, int, str]]:
        """Harm marked so far: whose, how much, of what kind."""
        return [(event.who, event.amount, event.kind) for event in self.told(Harmed)]

    @property
    def reacted(self) -> list[tuple[str, str]]:
        """Reactions so far: whose, and what."""
        return [(event.who, event.what) for event in self.told(Reacted)]

    def odds(self, key: str) -> Odds:
        """The odds of an answer to the question that waits, if nobody reacts."""
        found = odds(self.match, key)
        assert not found.sampled
        return found


def six(*faces: int) -> Dice:
    """A pool with these faces."""
    return Dice(f"{len(faces)}d6", faces)


def won(dice: int, successes: int) -> Dice:
    """A pool of so many dice with so many successes."""
    return six(*[6] * successes, *[1] * (dice - successes))


def chance(dice: int, successes: int) -> Fraction:
    """The probability of exactly so many successes."""
    return Fraction(comb(dice, successes) * 5 ** (dice - successes), 6**dice)


def at_least(dice: int, successes: int) -> Fraction:
    """The probability of so many successes or more."""
    return sum((chance(dice, count) for count in range(successes, dice + 1)), Fraction(0))
