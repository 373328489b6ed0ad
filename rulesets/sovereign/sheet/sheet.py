"""What sovereign knows of a combatant: the profile it brought, the sheet that changes, and the record of turns."""

from __future__ import annotations

from typing import Literal

import msgspec

from game.kit.conditions import Conditions, find, has, source_of, sources_of
from game.kit.goals import Progress
from game.rules.events import Id
from game.rules.state import Combatant, State
from game.rules.table import Board, Table
from game.rules.weights import PLAIN, Temperament
from game.spatial.field import Cell

Attribute = Literal["STR", "DEX", "CON", "INT", "WIS"]
Skill = Literal["Brawl", "Stab", "Shoot", "Exert", "Heal", "Notice", "Sneak", "Know", "Magic"]
Save = Literal["Physical", "Evasion", "Mental"]
Trait = Literal[
    "two-handed",
    "long",
    "thrown",
    "reload",
    "slow reload",
    "subtle",
    "less lethal",
    "murderous",
    "blunt",
    "natural",
    "splash",
]


class WeaponEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon of the equipment tables, or claws and teeth."""

    key: str
    name: str
    damage: str
    """Dice, e.g. "d8"."""
    skill: Skill = "Stab"
    attributes: tuple[Attribute, ...] = ("STR",)
    shock: int = 0
    shock_ac: int = 0
    """Highest AC that suffers its Shock on a miss; 99 for "-" (any AC). 0: no Shock."""
    range: int = 0
    """Normal range in feet; 0 for a weapon that can't be shot or thrown."""
    long_range: int = 0
    traits: tuple[Trait, ...] = ()


class Weapon(WeaponEntry, frozen=True, forbid_unknown_fields=False):
    """A weapon as somebody has it."""

    magic: int = 0
    bonus: int = 0
    """Fixed damage an NPC's attack adds (the "+2" of "d6+2"), counted in its listed Shock already."""

    base: str = ""
    """Key of the table's weapon where its own differs: of two swords that one carries, one needs another."""

    @property
    def kind(self) -> str:
        """Key of the table's weapon."""
        return self.base or self.key

    @property
    def ranged_only(self) -> bool:
        """A bow, crossbow or sling: no use hand to hand."""
        return self.range > 0 and "thrown" not in self.traits

    @property
    def melee(self) -> bool:
        """Whether it strikes hand to hand; a flask of oil does not (ruling S-29)."""
        return not self.ranged_only and "splash" not in self.traits

    @property
    def thrown(self) -> bool:
        """Whether it can be thrown."""
        return "thrown" in self.traits

    @property
    def two_handed(self) -> bool:
        """Whether it takes both hands."""
        return "two-handed" in self.traits

    @property
    def natural(self) -> bool:
        """Claws and teeth."""
        return "natural" in self.traits


class Spell(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A spell: a Main Action and one or more of a caster's casts."""

    key: str
    name: str
    text: str
    target: Literal["foe", "ally", "self", "area"]
    """ally: oneself too."""
    range: int = 0
    """Feet."""
    radius: int = 0
    """Feet; the area is a square of twice that side (E-06)."""
    needs_sight: bool = True
    save: Save | None = None
    dice: str = ""
    """Harm, or what a healing one gives back."""
    half_on_save: bool = False
    """A passed save halves the dice, rounded down; otherwise it undoes the spell."""
    effect: Literal["", "ward", "heal", "out", "surprised"] = ""
    amount: int = 0
    """ward: to AC. heal: added to the dice."""
    rounds: int = 0
    """0: at once, or until the battle ends."""
    most_level: int = 0
    """The highest level or Hit Dice it works on; 0 for any."""
    fire: bool = False
    casts: int = 1
    """How many of the caster's casts it takes."""


class Attributes(msgspec.Struct, frozen=True):
    """Attribute modifiers (the book's three letters mean these, not the scores)."""

    STR: int = 0
    DEX: int = 0
    CON: int = 0
    INT: int = 0
    WIS: int = 0

    def of(self, name: Attribute) -> int:
        """The modifier of that name."""
        value: int = getattr(self, name)
        return value


class Profile(msgspec.Struct, frozen=True):
    """A combatant as it comes to the battle; nothing here changes in it."""

    key: str
    name: str
    icon: str
    """Its picture: the symbol of a hero's disc, or a creature, "goblin", with what it holds, "goblin-archer"."""
    hp: int
    ac: int
    """Armour and DEX together, without the shield."""
    number: int = 0
    """Which one of its type; 0 for a named character."""
    named: bool = False
    """Named characters fall mortally injured at 0 HP; others die (E-93)."""
    npc: bool = True
    """NPCs have an attack bonus and one modifier for checks instead of attributes and skills (E-57)."""
    level: int = 1
    """Level of a character, Hit Dice of an NPC."""
    attack: int = 0
    attributes: Attributes = Attributes()
    skills: dict[Skill, int] = {}
    """Levels; an NPC has none but those its entry gives it (ruling S-39)."""
    npc_skill: int = 0
    """An NPC's modifier for skill checks."""
    classes: tuple[str, ...] = ()
    feats: tuple[str, ...] = ()
    shield: bool = False
    weapons: tuple[Weapon, ...] = ()
    """Everything it owns, unarmed blows and natural weapons included."""
    ready: tuple[str, ...] = ()
    """Keys of the weapons in hand or at the belt."""
    off_hand: str = ""
    """A second weapon it starts with in the other hand."""
    items: tuple[str, ...] = ()
    """Other readied items: "healer's kit", "quiver"."""
    stowed: tuple[str, ...] = ()
    spells: tuple[Spell, ...] = ()
    casts: int = 0
    """Spells it may cast in a battle."""
    move: int = 30
    """Feet a Move Action covers."""
    size: int = 1
    """Cells along a side."""
    reach: int = 5
    """Feet its natural weapons and fists reach; Long weapons add 5."""
    natural: bool = False
    """Fights with claws and teeth: always armed."""
    routine: tuple[str, ...] = ()
    """Keys of the weapons with which it strikes, one after the other, in one Main Action (ruling S-58)."""
    trained: bool = False
    """A disciplined NPC, able to make snap attacks (E-26)."""
    henchman: bool = False
    """Of the party, but obeys morale."""
    fearless: bool = False
    """Undead, construct, zealot: never flees (E-89)."""
    fears: tuple[str, ...] = ()
    """What alone makes a fearless one flee ("fire")."""
    resists: tuple[str, ...] = ()
    """"edged": weapons that aren't blunt do their dice's minimum."""
    regenerates: int = 0
    humanoid: bool = True
    bulk: Literal["man", "large", "huge"] = "man"
    """For shoving and grappling (E-81)."""
    temperament: Temperament = PLAIN

    def weapon(self, key: str) -> Weapon:
        """The weapon of that key. KeyError if it did not bring one."""
        for weapon in self.weapons:
            if weapon.key == key:
                return weapon
        raise KeyError(key)

    def spelled(self, key: str) -> Spell:
        """The spell of that key."""
        return next(spell for spell in self.spells if spell.key == key)

    def skill(self, name: Skill) -> int:
        """Skill level; -1 untrained."""
        return self.skills.get(name, -1)


HOLDING = "holding"
DEFENDING = "total defense"
CHARGED = "charged"
DISENGAGED = "disengaged"
SURPRISED = "surprised"
SHIELD_USED = "shield used"
TENDED = "tended"
SCREENING = "screening"
SCREENED = "screened"
SWARMING = "swarming"
BURNT = "burnt"
WARD = "ward"
"""Conditions of a sheet."""


class Sheet(msgspec.Struct, frozen=True):
    """The state of a combatant in the middle of a battle."""

    profile: Profile
    hp: int
    hand: str = ""
    """Key of the weapon in hand; "" for bare hands."""
    off: str = ""
    """Off hand: a second weapon's key, "shield", or ""."""
    ready: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    stowed: tuple[str, ...] = ()
    found: tuple[Weapon, ...] = ()
    """Weapons it picked up that it did not bring."""
    unloaded: tuple[str, ...] = ()
    """Bows and crossbows that must be reloaded before they shoot."""

    main: bool = True
    """Its Main Action of this round is unspent."""
    move: bool = True
    free: int = 0
    """Free Actions taken this turn."""
    done: bool = False
    """It has finished its turn this round."""
    conditions: Conditions = ()
    """What ends by itself: the words below."""
    prone: bool = False
    grappling: Id = Id("")
    """Whom it holds."""
    hidden: bool = False
    """In ambush."""
    known: bool = True
    """Whether foes that can't see it know its cell (E-64)."""

    fell: int | None = None
    """Round in which it fell mortally injured, 0 before the first (ruling S-26); None: it is not dying."""
    stable: bool = False
    frail: bool = False
    dead: bool = False
    out: bool = False
    """Knocked out, tied up or surrendered: alive and no longer fighting."""
    fleeing: bool = False
    used: tuple[str, ...] = ()
    """Once-a-fight powers already used."""
    casts: int = 0

    @property
    def up(self) -> bool:
        """Conscious and fighting."""
        return self.hp > 0 and not self.out and not self.dead

    @property
    def holding(self) -> bool:
        """Holds its action until the round's end (E-53)."""
        return has(self.conditions, HOLDING)

    @property
    def defending(self) -> bool:
        """Total Defense until the start of its next turn (E-41)."""
        return has(self.conditions, DEFENDING)

    @property
    def charged(self) -> bool:
        """AC -2 until the round's end (E-32)."""
        return has(self.conditions, CHARGED)

    @property
    def disengaged(self) -> tuple[Id, ...]:
        """Foes that get no attack of opportunity on it for the rest of the round (ruling S-49)."""
        return sources_of(self.conditions, DISENGAGED)

    @property
    def surprised(self) -> bool:
        """Caught unawares, for a round that is, or by a spell."""
        return has(self.conditions, SURPRISED)

    @property
    def shield_used(self) -> bool:
        """The shield has turned this round's first Shock (E-72)."""
        return has(self.conditions, SHIELD_USED)

    @property
    def tended(self) -> bool:
        """Somebody has tried to stabilise it this round (E-93)."""
        return has(self.conditions, TENDED)

    @property
    def screening(self) -> Id:
        """Whose attackers it stops until its next turn."""
        return source_of(self.conditions, SCREENING)

    @property
    def screened(self) -> tuple[Id, ...]:
        """The attackers that it has screened against this round (E-36)."""
        return sources_of(self.conditions, SCREENED)

    @property
    def swarm(self) -> Id:
        """Target of its Swarm Attack this round."""
        return source_of(self.conditions, SWARMING)

    @property
    def burnt(self) -> bool:
        """Fire has harmed it in this round or the last."""
        return has(self.conditions, BURNT)

    @property
    def ward(self) -> int:
        """Bonus of a ward to AC; 0 without one."""
        found = find(self.conditions, WARD)
        return found.count if found else 0

    @property
    def shielded(self) -> bool:
        """A shield is on the arm."""
        return self.off == "shield"

    @property
    def weapons(self) -> tuple[Weapon, ...]:
        """Everything it could fight with if it had it at hand: what it brought, what it picked up."""
        return (*self.profile.weapons, *self.found)

    def owns(self, key: str) -> bool:
        """Whether some weapon of its goes by that key."""
        return any(weapon.key == key for weapon in self.weapons)

    def weapon(self, key: str) -> Weapon:
        """The weapon of that key. KeyError if it has none."""
        for weapon in self.found:
            if weapon.key == key:
                return weapon
        return self.profile.weapon(key)


class Turn(msgspec.Struct, frozen=True):
    """Whose turn it is, as plain data."""

    round: int = 0
    """0 before initiative; the surprise round is 0 too."""
    order: tuple[str, ...] = ()
    """Sides, highest initiative first."""
    current: int = 0
    active: Id = Id("")
    """The member that was picked to act."""
    phase: Literal["start", "surprise", "side", "turn", "round end"] = "start"
    surprisers: tuple[str, ...] = ()
    """Sides that act in the surprise round."""
    strength: dict[str, int] = {}
    """Members each side started with (E-91)."""
    broken: tuple[str, ...] = ()
    """Sides that flee as a group."""
    progress: dict[str, Progress] = {}
    """How far each side has come with its objective."""
    escaped: tuple[Id, ...] = ()
    chased: bool = False
    """Whether a chase was offered when the last foes had fled (E-92)."""
    caught: tuple[Id, ...] = ()
    """The fled who were run down."""

    @property
    def side(self) -> str:
        """The side whose turn it is; "" between turns."""
        return self.order[self.current] if self.order else ""


SovereignState = State[Sheet, Turn, Cell]
SovereignBoard = Board[Sheet, Turn, Cell]
SovereignTable = Table[Sheet, Turn, Cell]
Body = Combatant[Sheet, Cell]
