"""What the data files hold, table by table."""

from __future__ import annotations

from typing import Literal

import msgspec

from game.kit.squads import Party
from rulesets.sovereign.sheet import Attribute, Attributes, Skill, Spell, Trait

Class = Literal["warrior", "expert", "mage", "healer"]


class Armour(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A suit of armour."""

    key: str
    name: str
    ac: int
    penalties: dict[Skill, int] = {}
    """What it takes from skill checks."""


class Feat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A feat, in a line of our own."""

    key: str
    name: str
    text: str
    rule: str
    """Number of the ledger entry that it bends."""


class WeaponEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon of the tables; the fields are those of Weapon."""

    key: str
    name: str
    damage: str
    skill: Skill = "Stab"
    attributes: tuple[Attribute, ...] = ("STR",)
    shock: int = 0
    shock_ac: int = 0
    range: int = 0
    long_range: int = 0
    traits: tuple[Trait, ...] = ()


class Attack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon as somebody carries it: the key, and what differs from the table."""

    weapon: str
    name: str | None = None
    damage: str | None = None
    shock: int | None = None
    shock_ac: int | None = None
    range: int | None = None
    long_range: int | None = None
    magic: int | None = None
    bonus: int | None = None


class Creature(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of creature or hireling; data/creatures.toml says what the fields mean."""

    key: str
    title: str
    icon: str
    hd: int
    hp: tuple[int, ...]
    ac: int
    attack: int
    attacks: tuple[str | Attack, ...]
    shield: bool = False
    checks: int | None = None
    skills: dict[Skill, int] = {}
    off_hand: str = ""
    stowed: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    feats: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()
    casts: int = 0
    move: int = 30
    size: int = 1
    reach: int = 5
    natural: bool = False
    routine: tuple[str, ...] = ()
    trained: bool = False
    henchman: bool = False
    fearless: bool = False
    fears: tuple[str, ...] = ()
    resists: tuple[Literal["edged"], ...] = ()
    regenerates: int = 0
    humanoid: bool = True
    bulk: Literal["man", "large", "huge"] = "man"


class Character(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A character; data/characters.toml says what the fields mean."""

    key: str
    name: str
    icon: str
    classes: tuple[Class, ...]
    level: int
    hp: int
    armour: str
    weapons: tuple[str | Attack, ...]
    ac: int | None = None
    shield: bool = False
    attributes: Attributes = Attributes()
    skills: dict[Skill, int] = {}
    off_hand: str = ""
    stowed: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    feats: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()
    casts: int = 0
    move: int = 30


TABLES: dict[str, type[msgspec.Struct]] = {
    "weapon": WeaponEntry,
    "armour": Armour,
    "feat": Feat,
    "spell": Spell,
    "creature": Creature,
    "character": Character,
    "party": Party,
}
