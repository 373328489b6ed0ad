"""A battle of murdham's under test, and people of the tests' own as roster texts; none of them has omens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.kit.conditions import Condition, Conditions
from game.kit.testing.fight import CHAIN as CHAIN
from game.kit.testing.fight import RING as RING
from game.kit.testing.fight import TWO_METRES as TWO_METRES
from game.kit.testing.fight import ZoneFight
from game.kit.testing.fight import chart as chart
from game.rules.events import Id
from game.rules.setup import Recruit
from game.rules.table import Board
from game.spatial.field import Cell
from rulesets.murdham import RULESET
from rulesets.murdham.mind.model import MurdhamModel
from rulesets.murdham.mind.view import MurdhamSideView
from rulesets.murdham.play.events import DamageRolled, Harmed, Reacted, Saved
from rulesets.murdham.sheet.sheet import Sheet, Turn

HEROES = """
[[character]]
key = "balthasar"
name = "Balthasar"
icon = "archer"
STR = 5
AGI = 7
WIT = 12
weapons = ["bow", "knife"]
omens = 0

[[character]]
key = "sybilla"
name = "Sybilla"
icon = "warrior"
STR = 8
AGI = 10
WIT = 6
armour = "light"
shield = true
weapons = ["sword"]
omens = 0

[[character]]
key = "theobald"
name = "Theobald"
icon = "captain"
STR = 9
AGI = 6
WIT = 9
armour = "light"
weapons = ["halberd"]
omens = 0
"""
"""The text's three heroes, to be recruited in every fight: balthasar, sybilla, theobald."""

HEALER = """
[[character]]
key = "healer"
name = "Healer"
icon = "healer"
STR = 7
AGI = 7
WIT = 9
armour = "heavy"
shield = true
weapons = ["mace", "knife", "bow"]
powers = ["ember", "mend"]
items = ["draught", "spirits", "antidote", "poison", "caltrops", "medicine kit"]
omens = 0
"""
"""With a power of each kind, and something of everything to use."""

KEEPER = """
[[character]]
key = "archer"
name = "Archer"
icon = "archer"
STR = 8
AGI = 8
WIT = 9
weapons = ["bow", "knife"]
omens = 0

[[character]]
key = "shield"
name = "Shield"
icon = "warrior"
STR = 8
AGI = 8
WIT = 9
shield = true
weapons = ["sword"]
omens = 0
"""
"""An archer, and somebody with a shield."""

BOMBARDIER = """
[[weapon]]
key = "lobber"
name = "lobber"
die = "d8"
range = 32
hands = 2
traits = ["indirect"]

[[character]]
key = "gunner"
name = "Gunner"
icon = "archer"
STR = 8
AGI = 8
WIT = 9
weapons = ["lobber", "knife"]
omens = 0

[[character]]
key = "thrower"
name = "Thrower"
icon = "archer"
STR = 8
AGI = 8
WIT = 9
weapons = ["acid", "pistol", "knife"]
omens = 0

[[character]]
key = "brawler"
name = "Brawler"
icon = "brute"
STR = 8
AGI = 8
WIT = 9
weapons = []
skills = ["brawler"]
omens = 0

[[character]]
key = "twohand"
name = "Two blades"
icon = "expert"
STR = 8
AGI = 8
WIT = 9
weapons = ["sword", "knife"]
off_hand = "knife"
omens = 0
"""
"""A gunner who shoots over everything, a thrower, a brawler, and somebody with two blades."""


Where = str | tuple[str, str]
"""The place of a unit that goes by its key: "a"; or unit and place of one with another name: ("bandit", "ab")."""


class Fight(ZoneFight[Sheet, Turn]):
    """One battle, begun in the midst of the first round unless ``fresh``; HEROES may be recruited in all of them."""

    rules = RULESET
    units = HEROES
    follow = ("STR", "AGI", "WIT", "health", "armour", "omens")

    def midst(self, order: tuple[str, ...], strength: Mapping[str, int]) -> dict[str, Any]:
        """The first faction has the initiative."""
        return {"round": 1, "phase": "act", "initiative": order[0], "order": order, "strength": strength}

    def recruit(self, name: str, unit: str, cell: Cell, hidden: bool) -> Recruit:
        """Whoever goes by another name than the unit's key is called by it."""
        return Recruit(unit, name if unit != name else "", cell, hidden)

    def health(self, who: str) -> int:
        """Health as it is now."""
        return self.sheet(who).health

    def acted(self, who: str) -> bool:
        """Whether somebody's turn of this round is spent."""
        return self.sheet(who).acted

    @property
    def dealt(self) -> int:
        """The latest damage, after armour."""
        return self.last(DamageRolled).dealt

    @property
    def net(self) -> int:
        """Enhancements less impairments of the latest damage."""
        return self.last(DamageRolled).net

    @property
    def armour(self) -> dict[str, int]:
        """What was taken from the latest damage, by name."""
        return dict(self.last(DamageRolled).armour)

    @property
    def lost(self) -> list[tuple[str, int]]:
        """Health lost so far, by whom, in order."""
        return [(event.who, event.amount) for event in self.told(Harmed)]

    @property
    def saved(self) -> Saved:
        """The latest save."""
        return self.last(Saved)

    @property
    def reacted(self) -> list[tuple[str, str]]:
        """Reactions so far: who, and what."""
        return [(event.who, event.what) for event in self.told(Reacted)]

    @property
    def windows(self) -> list[str]:
        """Who was asked for a reaction to an attack on it, and let it be."""
        return [who for topic, who in self.let_be if topic == "reaction"]


def model_of(fight: Fight, side: str = "party") -> MurdhamModel:
    """The battle as a side knows it."""
    return MurdhamModel(
        MurdhamSideView(Board(RULESET.masked(fight.board, side), fight.board.setup, fight.ground), side)
    )


STUNNED = (Condition("stunned", "round ends"),)


def taunted(by: str) -> Conditions:
    """What a taunt leaves on its victim."""
    return (Condition("taunted", "turn ends", Id(by)),)


FAR = {"bandit": "r"}
"""A foe out of everybody's way."""


def alone(who: str = "sybilla", at: str = "e", **options: Any) -> Fight:
    """One hero whose turn it is, with nobody near."""
    return Fight({who: at}, FAR, roster=HEALER, **options).play(who)


def places(fight: Fight, verb: str) -> set[str]:
    """Where the options of a verb lead, in letters."""
    names = {fight.key(verb, where): where for where in ("efghijklm" if verb == "sprint" else "abcdefghi")}
    names |= {fight.key(verb, pair): pair for pair in ("ab", "bc", "cd", "de", "ef", "fg", "gh", "hi", "ij", "jk")}
    return {names.get(key, key) for key in fight.keys(verb)}
