"""What the data files hold, table by table."""

from __future__ import annotations

from typing import Literal

import msgspec

from game.kit.entries import Tables
from game.kit.squads import Party
from rulesets.murdham.sheet import Die, Kind, Mind, Power, Size, Trait

Item = Literal["draught", "antidote", "spirits", "medicine kit", "poison", "caltrops"]


class WeaponEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon of the tables; the fields are those of Weapon."""

    key: str
    name: str
    die: Die | Literal[""]
    range: int = 0
    hands: int = 1
    traits: tuple[Trait, ...] = ()


class Attack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon as somebody carries it: the key, and what differs from the table."""

    weapon: str
    name: str = ""
    masterwork: bool = False
    """Its die is one step up."""
    count: int = 1
    """How many of a kind it carries, of what is gone after one use."""


class Armour(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A suit of armour."""

    key: str
    name: str
    value: int


class Skill(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A skill, in a line of our own."""

    key: str
    name: str
    text: str
    rule: str
    """Number of the ledger entry that it bends."""


class Creature(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of creature; data/creatures.toml says what the fields mean."""

    key: str
    title: str
    icon: str
    STR: int
    AGI: int
    WIT: int
    weapons: tuple[str | Attack, ...]
    size: Size = "medium"
    kind: Kind = "folk"
    mind: Mind = "human"
    armour: str = "none"
    hide: int = 0
    helmet: bool = False
    shield: bool = False
    damaged: tuple[str, ...] = ()
    off_hand: str = ""
    items: tuple[Item, ...] = ()
    powers: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()
    fast: bool = False
    slow: bool = False
    flies: bool = False
    frightening: bool = False
    regenerates: bool = False


class Character(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A character; data/characters.toml says what the fields mean."""

    key: str
    name: str
    icon: str
    STR: int
    AGI: int
    WIT: int
    weapons: tuple[str | Attack, ...]
    size: Size = "medium"
    armour: str = "none"
    helmet: bool = False
    shield: bool = False
    damaged: tuple[str, ...] = ()
    off_hand: str = ""
    items: tuple[Item, ...] = ()
    powers: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()
    omens: int = 2


TABLES: Tables = {
    "weapon": WeaponEntry,
    "armour": Armour,
    "skill": Skill,
    "power": Power,
    "creature": Creature,
    "character": Character,
    "party": Party,
}
