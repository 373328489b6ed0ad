"""What the data files hold, table by table."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from game.kit.entries import Tables, between, key_in
from game.kit.roster import Party
from game.rules.weights import PLAIN, Temperament
from rulesets.murdham.sheet.sheet import Die, Kind, Mind, Power, Size, Trait

Item = Literal["draught", "antidote", "spirits", "medicine kit", "poison", "caltrops"]
Score = Annotated[int, between(1, 19)]
FromZero = Annotated[int, between(0)]
WeaponKey = Annotated[str, key_in("weapon")]
ArmourKey = Annotated[str, key_in("armour")]
PowerKey = Annotated[str, key_in("power")]
SkillKey = Annotated[str, key_in("skill")]


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

    weapon: WeaponKey
    name: str = ""
    """What it is called instead."""
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
    """A kind of creature."""

    key: str
    """How squads and scenarios name it: small letters, with hyphens between words."""
    title: str
    """What the board calls it; several of it get numbers."""
    icon: str
    """The enemy type that picks colour and plate of its piece."""
    STR: Score
    """Strength; its health too, before its size counts."""
    AGI: Score
    """Agility."""
    WIT: Score
    """Wits."""
    weapons: tuple[WeaponKey | Attack, ...]
    """The first is in hand; what differs from the table can be said of each."""
    size: Size = "medium"
    """It quarters, halves, doubles or quadruples health and damage; all numbers here are those before that."""
    kind: Kind = "folk"
    """What it is; the undead, constructs and demons feel no pain and no fear."""
    mind: Mind = "human"
    """What it can be talked into; the mindless know no fear."""
    armour: ArmourKey = "none"
    """What it wears."""
    hide: FromZero = 0
    """Armour value of its own skin."""
    helmet: bool = False
    """Critical harm to it must be one point more."""
    shield: bool = False
    """On the arm, to guard with."""
    damaged: tuple[str, ...] = ()
    """Which of its weapons, "shield", "armour" and "helmet" are damaged from the start."""
    off_hand: WeaponKey = ""
    """A second weapon of its own, one-handed, for those who fight with two."""
    items: tuple[Item, ...] = ()
    """Things that it can use up."""
    powers: tuple[PowerKey, ...] = ()
    """Profane powers."""
    skills: tuple[SkillKey, ...] = ()
    """What it can do that others can't."""
    fast: bool = False
    """Moves at double speed."""
    slow: bool = False
    """Moves at half speed."""
    flies: bool = False
    """Crosses whatever others must go round."""
    frightening: bool = False
    """Foes must keep their nerve when they meet it."""
    regenerates: bool = False
    """Regains half the health that it has lost at the start of each turn, unless burnt."""
    temperament: Temperament = PLAIN
    """What it likes in a fight, where the computer plays it."""


class Character(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A character."""

    key: str
    """How squads and scenarios name it: small letters, with hyphens between words."""
    name: str
    """What it is called; nobody else is."""
    icon: str
    """The symbol on its disc."""
    STR: Score
    """Strength; its health too, before its size counts."""
    AGI: Score
    """Agility."""
    WIT: Score
    """Wits."""
    weapons: tuple[WeaponKey | Attack, ...]
    """The first is in hand; what differs from the table can be said of each."""
    size: Size = "medium"
    """It quarters, halves, doubles or quadruples health and damage; all numbers here are those before that."""
    armour: ArmourKey = "none"
    """What it wears."""
    helmet: bool = False
    """Critical harm to it must be one point more."""
    shield: bool = False
    """On the arm, to guard with."""
    damaged: tuple[str, ...] = ()
    """Which of its weapons, "shield", "armour" and "helmet" are damaged from the start."""
    off_hand: WeaponKey = ""
    """A second weapon of its own, one-handed, for those who fight with two."""
    items: tuple[Item, ...] = ()
    """Things that it can use up."""
    powers: tuple[PowerKey, ...] = ()
    """Profane powers."""
    skills: tuple[SkillKey, ...] = ()
    """What it can do that others can't."""
    omens: FromZero = 2
    """Omens that it can spend in a battle."""
    temperament: Temperament = PLAIN
    """What it likes in a fight, where the computer plays it."""


TABLES: Tables = {
    "weapon": WeaponEntry,
    "armour": Armour,
    "skill": Skill,
    "power": Power,
    "creature": Creature,
    "character": Character,
    "party": Party,
}
