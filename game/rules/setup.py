"""Set-up that a battle starts from. Written once, never changed in play, saved with the battle."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

import msgspec

from game.rules.dice import is_dice
from game.rules.state import Thing
from game.rules.weights import Temperament
from game.spatial.field import Cell, Field

MOST_SIDES = 8
"""Sides of one battle."""

LARGEST_SQUAD = 100
"""Units of one side."""

Goal = Literal["eliminate", "hold", "escape", "protect", "survive", "task", "fell"]


class Recruit(msgspec.Struct, frozen=True):
    """Member of a squad: a key of the ruleset's roster, and what differs from it."""

    unit: str
    name: str = ""
    at: Cell | None = None
    """Where it starts; None lets the ruleset place it on the side's spawns."""
    hidden: bool = False
    """In ambush: the other sides do not know of it until it shows itself."""
    damaged: tuple[str, ...] = ()
    """Gear of its that is damaged from the start, in the words of rulesets in which gear can be."""
    carried: str = ""
    """Wounds, gear and the like from earlier battles: JSON in the words of a ruleset that knows of it."""
    temperament: Temperament | None = None
    """Temperament in a fight where the computer plays it; None: what others of its kind do."""


class SideSetup(msgspec.Struct, frozen=True):
    """Side of a battle; its name is also the seat that answers for it."""

    name: str
    squad: tuple[Recruit, ...]
    title: str = ""
    party: bool = False
    """Whether rules that favour the players' side mean this one."""

    @property
    def called(self) -> str:
        """Name of the side: its title, or else its name with a capital."""
        return self.title or self.name[:1].upper() + self.name[1:]


class Objective(msgspec.Struct, frozen=True):
    """Objective of a side, besides being the last side that fights."""

    goal: Goal = "eliminate"
    """eliminate: nothing besides."""
    side: str = "party"
    """Side whose objective it is; the others win by preventing it."""
    cells: tuple[Cell, ...] = ()
    """hold: where to stand; escape: where to leave; task: what to work at."""
    rounds: int = 0
    """hold, survive and protect: for how many full rounds."""
    who: str = ""
    """protect: the name of the ward; escape: empty means anyone; fell: the name of somebody of another side."""
    count: int = 1
    """escape: how many must get away; task: how many times it must be done."""
    what: str = ""
    """task: what is worked at, e.g. "the winch"; hold, escape: what the ground is called, empty if it has no name."""
    then: Objective | None = None
    """Objective of the side after this one, from the next round on; only the last of them wins."""

    @property
    def chain(self) -> tuple[Objective, ...]:
        """This objective, the one that follows it, and so on."""
        return (self, *(self.then.chain if self.then is not None else ()))


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, weakref=True):
    """Everything a battle starts from except the dice."""

    ruleset: str
    field: Field
    sides: tuple[SideSetup, ...]
    title: str = ""
    description: str = ""
    map_file: str = ""
    """Where the pictures are, relative to the maps; the rules need only ``field``."""
    objectives: tuple[Objective, ...] = ()
    """Objectives besides being the last side that fights, for one side or several: at most one for each."""
    options: dict[str, str] = {}
    """The ruleset's settings that differ from their defaults."""
    roster: str = ""
    """Units of the player's own: the text of a data file in the ruleset's words."""
    events: dict[str, str] = {}
    """Events that the scenario adds before the first round, by the ruleset's words (an execution attempt, say)."""
    lesson: str = ""
    """The scenario's file, relative to the maps, if it is a lesson; the rules play it like any other battle."""
    puzzle: str = ""
    """The same if it is a puzzle."""
    command: str = ""
    """The command that draws this battle on any computer; empty if it follows from no word."""
    to_beat: str = ""
    """How it ended for whoever shared it, in a sentence; empty if it is nobody's challenge."""

    def side(self, name: str) -> SideSetup:
        """The side of that name."""
        return next(side for side in self.sides if side.name == name)

    def objective(self, side: str) -> Objective:
        """Objective that a side has to reach first; to be the last that fights, if nothing else is said."""
        return next((each for each in self.objectives if each.side == side), None) or Objective(side=side)


def too_many(sides: Sequence[SideSetup]) -> str:
    """Which sides, or units of a side, are more than a battle can have; empty if none are."""
    if len(sides) > MOST_SIDES:
        return f"there are {len(sides):,} sides, and a battle has at most {MOST_SIDES}"
    for side in sides:
        if len(side.squad) > LARGEST_SQUAD:
            return f"side {side.name} has {len(side.squad):,} units, and a side has at most {LARGEST_SQUAD}"
    return ""


class SheetFeature(msgspec.Struct, frozen=True):
    """Feature of a sheet: a weapon, a skill, a spell, something carried."""

    name: str
    value: str = ""
    """Its numbers, in few words: "d8 slashing, 30 ft"."""
    told: str = ""
    """Its effect, in a sentence; not needed where the name is a word of the glossary."""
    words: tuple[str, ...] = ()
    """Words of the glossary that are true of it: "two-handed", "thrown"."""
    rule: str = ""
    """The number of its rule in the ledger."""


class Chapter(NamedTuple):
    """Features of one sort under a heading."""

    heading: str
    features: tuple[SheetFeature, ...]


_FEAR = re.compile(r"fear (\d{1,3})")


def dread(strength: str) -> int:
    """How dreadful a place is, as in ``fear 2``; 0 for one that frightens nobody."""
    found = _FEAR.fullmatch(strength)
    return int(found[1]) if found else 0


def is_strength(kind: str, strength: str) -> bool:
    """Whether rules make something of the strength of a fire or a trap: dice, a number; a trap may frighten instead."""
    return strength.isdecimal() or is_dice(strength) or (kind == "trap" and dread(strength) > 0)


def laid_out(field: Field) -> dict[str, Thing[Cell]]:
    """The things of a map by their ids, each at the first cell of its feature.

    Their keys are the map's words: a ruleset leaves lying what it has no use for.
    """
    found = (feature for feature in field.features if feature.kind == "thing" and feature.cells)
    return {feature.id: Thing(feature.id, feature.thing, feature.cells[0]) for feature in found}
