"""What the data files hold of whoever may be recruited: heroes, hirelings, creatures, with what they carry."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from game.kit.entries import Tables, between, called, key_in
from game.kit.roster import Party
from game.rules.weights import PLAIN, Temperament
from rulesets.glog.sheet.records import (
    SPEED,
    Adds,
    Armour,
    Effect,
    FromZero,
    GearKey,
    Grade,
    Harm,
    Size,
    Spell,
    Thing,
    Trait,
    Weapon,
)


class Carried(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon or thing as somebody carries it: the key, and what differs from the table."""

    item: GearKey
    name: str = ""
    """What it is called instead."""
    adds: Adds | None = None
    """The modifier that its damage adds instead."""
    bonus: int | None = None
    """Damage added besides, or taken off."""
    inflicts: Effect | None = None
    """What every hit does besides its damage."""
    count: int = 1
    """How many of a kind it carries."""


class Unit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A hero, a hireling or a kind of creature."""

    key: str
    """How squads and scenarios name it: small letters, with hyphens between words."""
    name: str
    """What the board calls it; several of a kind get numbers."""
    icon: str
    """The symbol on a hero's disc, or the enemy type that picks colour and plate of a piece."""
    scores: tuple[
        Annotated[int, called("might")],
        Annotated[int, called("agility")],
        Annotated[int, called("discipline")],
        Annotated[int, called("savvy")],
    ]
    """Might, agility, discipline, savvy: 3 to 18; a discipline of 0 is none at all."""
    flesh: Annotated[int, between(1)]
    """What it dies without."""
    grit: FromZero = 0
    """What damage hits before Flesh."""
    violence: FromZero = 0
    """Added to attack rolls."""
    handy: tuple[GearKey | Carried, ...] = ()
    """What is within reach, in slots of a third of agility. The first weapon is in hand, a shield on the arm."""
    stowed: tuple[GearKey | Carried, ...] = ()
    """What an action must fetch; with what is handy and worn as many slots as might, two-handed weapons two each."""
    natural: tuple[Annotated[str, key_in("weapon")] | Carried, ...] = ()
    """Weapons it has by nature; fists if left out."""
    armour: Annotated[str, key_in("armour")] = ""
    """What it wears; it takes slots."""
    hide: FromZero = 0
    """Defense of its own skin; nobody has hide and armour."""
    lit: bool = False
    """Whether its handy light burns from the start."""
    spells: tuple[Annotated[str, key_in("spell")], ...] = ()
    """Spells that it knows."""
    castings: FromZero = 0
    """Spells it may cast in a battle."""
    morale: int | Grade = "impulsive"
    """0 to 20, or a word for it; Loyalty of a hireling. Heroes never test it."""
    leader: bool = False
    """Whether others lose heart when it falls."""
    quickness: Literal[-1, 0, 1] = 0
    """Of the quick (1) foes test Savvy with a Bane, of the slow (-1) with a Boon."""
    alert: FromZero = 0
    """Boons on its own Tests of Savvy for initiative."""
    critical: Annotated[int, between(2, 20)] = 20
    """The lowest face of the d20 that is a critical hit."""
    size: Size = "medium"
    """Large is two cells wide."""
    pace: Annotated[int, between(5)] = SPEED
    """Feet it walks in a round, unarmoured."""
    resists: tuple[Harm, ...] = ()
    """Kinds of harm whose dice are a step down on it."""
    weak: tuple[Harm, ...] = ()
    """Kinds of harm that do one point more to it."""
    traits: tuple[Trait, ...] = ()
    """What else there is to it."""
    temperament: Temperament = PLAIN
    """What it likes in a fight, where the computer plays it."""


class Hero(Unit, frozen=True, forbid_unknown_fields=True):
    """A named character; it never tests Morale."""


class Hireling(Unit, frozen=True, forbid_unknown_fields=True):
    """Somebody in a hero's pay; ``morale`` is its Loyalty."""


class Creature(Unit, frozen=True, forbid_unknown_fields=True):
    """A kind of creature."""


TABLES: Tables = {
    "weapon": Weapon,
    "armour": Armour,
    "thing": Thing,
    "spell": Spell,
    "hero": Hero,
    "hireling": Hireling,
    "creature": Creature,
    "party": Party,
}
