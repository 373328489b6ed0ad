"""What the data files hold, table by table."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from game.kit.entries import between, key_in
from game.kit.roster import Party
from game.rules.weights import PLAIN, Temperament
from rulesets.sovereign.sheet.sheet import Attribute, Attributes, Skill, Spell, Trait

Class = Literal["warrior", "expert", "mage", "healer"]
FromZero = Annotated[int, between(0)]
FromOne = Annotated[int, between(1)]
WeaponKey = Annotated[str, key_in("weapon")]
FeatKey = Annotated[str, key_in("feat")]
SpellKey = Annotated[str, key_in("spell")]


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

    weapon: WeaponKey
    name: str | None = None
    """What it is called instead."""
    damage: str | None = None
    """Its dice, such as d8."""
    shock: int | None = None
    """What a miss still harms, as it is listed: modifiers are added in play."""
    shock_ac: int | None = None
    """The highest armour class that its Shock harms."""
    range: int | None = None
    """Feet without a penalty."""
    long_range: int | None = None
    """Feet at most."""
    magic: int | None = None
    """Its bonus to hit and to damage by magic."""
    bonus: int | None = None
    """Damage added besides, whatever the attributes."""


class Creature(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of creature or hireling."""

    key: str
    """How squads and scenarios name it: small letters, with hyphens between words."""
    title: str
    """What the board calls it; several of it get numbers."""
    icon: str
    """The enemy type that picks colour and plate of its piece."""
    hd: FromZero
    """Hit Dice: its level, by which skill checks and morale go."""
    hp: tuple[FromOne, ...]
    """Hit points of the first, the second and so on of its kind, then from the start again."""
    ac: int
    """Armour class, of armour and agility together; a shield adds its own 1."""
    attack: int
    """The whole bonus to attack rolls."""
    attacks: tuple[WeaponKey | Attack, ...]
    """Its weapons, the first in hand; what differs from the table can be said of each."""
    shield: bool = False
    """On the arm: 1 more of armour class."""
    checks: int | None = None
    """The modifier of its skill checks; left out: 1 for 1 or 2 Hit Dice, 2 for 3 to 5, 3 for more."""
    skills: dict[Skill, int] = {}
    """Levels, for the few that have any: Shoot 1 reloads at once, Stab 1 screens and wields two weapons."""
    off_hand: WeaponKey = ""
    """A second weapon, one of those readied, for those who fight with two."""
    stowed: tuple[str, ...] = ()
    """Weapons and other things in the pack."""
    items: tuple[str, ...] = ()
    """Things within reach besides weapons."""
    feats: tuple[FeatKey, ...] = ()
    """What it can do that others can't."""
    spells: tuple[SpellKey, ...] = ()
    """Spells that it knows."""
    casts: FromZero = 0
    """Spells that it can cast in a battle."""
    move: FromZero = 30
    """Feet it walks with a Move action."""
    size: Annotated[int, between(1, 10)] = 1
    """Cells along a side of its body."""
    reach: Annotated[int, between(5)] = 5
    """Feet that its natural weapons and fists reach; Long weapons add 5."""
    natural: bool = False
    """Fights with claws and teeth: always armed. Its predator's bonus to damage stands with its attacks."""
    routine: tuple[WeaponKey, ...] = ()
    """Weapons with which it strikes in one Main Action, one after the other."""
    trained: bool = False
    """Disciplined: able to make snap attacks."""
    henchman: bool = False
    """Of the party, but obeys morale."""
    fearless: bool = False
    """Undead, construct or zealot: never flees."""
    fears: tuple[str, ...] = ()
    """What alone makes a fearless one flee: fire."""
    resists: tuple[Literal["edged"], ...] = ()
    """Edged: weapons that are not blunt do the least that their dice can."""
    regenerates: FromZero = 0
    """Hit points that come back each round."""
    humanoid: bool = True
    """Whether it has the shape of people, for rules that ask."""
    bulk: Literal["man", "large", "huge"] = "man"
    """How heavy it is, for grapples and shoves."""
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
    classes: tuple[Class, ...]
    """What it is trained in; the first gives its attack bonus."""
    level: FromOne
    """Its level."""
    hp: FromOne
    """Hit points; feats that add some are counted in."""
    armour: Annotated[str, key_in("armour")]
    """What it wears; DEX is added to the armour class of it."""
    weapons: tuple[WeaponKey | Attack, ...]
    """What is readied, the first in hand; what differs from the table can be said of each."""
    ac: int | None = None
    """Armour class in place of armour and DEX, the shield not counted."""
    shield: bool = False
    """On the arm: 1 more of armour class."""
    attributes: Attributes = Attributes()
    """Modifiers of the attributes; 0 for those left out."""
    skills: dict[Skill, int] = {}
    """Levels of skills; those left out are untrained, -1."""
    off_hand: WeaponKey = ""
    """A second weapon, one of those readied, for those who fight with two."""
    stowed: tuple[str, ...] = ()
    """Weapons and other things in the pack."""
    items: tuple[str, ...] = ()
    """Things within reach besides weapons."""
    feats: tuple[FeatKey, ...] = ()
    """What it can do that others can't."""
    spells: tuple[SpellKey, ...] = ()
    """Spells that it knows."""
    casts: FromZero = 0
    """Spells that it can cast in a battle."""
    move: FromZero = 30
    """Feet it walks with a Move action."""
    temperament: Temperament = PLAIN
    """What it likes in a fight, where the computer plays it."""


TABLES: dict[str, type[msgspec.Struct]] = {
    "weapon": WeaponEntry,
    "armour": Armour,
    "feat": Feat,
    "spell": Spell,
    "creature": Creature,
    "character": Character,
    "party": Party,
}
