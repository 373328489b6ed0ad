"""Reads the data files: weapons, armour, feats, spells, creatures, characters and squads, all of them checked."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Literal, get_args

import msgspec
from msgspec.structs import replace

from game.kit import roster as kit
from game.kit.entries import Entries, all_of, at_least, between, check_dice, key_in, merged, one_of
from game.kit.roster import Party, gathered
from game.rules.ruleset import BadSetup
from game.rules.weights import PLAIN, Temperament
from game.user_error import suggest
from rulesets.sovereign.sheet.sheet import Attributes, Profile, Sheet, Skill, Spell, Weapon, WeaponEntry

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


LEVELS_A_POINT = {"warrior": 1, "expert": 2, "mage": 5}
"""Levels of a class that give one point of attack bonus."""

FISTS = ("d6", "d8", "d10", "d12")
"""Damage of an Unarmed Combatant's blows by level of Brawl."""


@dataclass(frozen=True)
class Roster(kit.Roster[Profile]):
    """Everything that may be recruited, with what it fights with."""

    weapons: Mapping[str, Weapon] = field(default_factory=dict)
    armour: Mapping[str, Armour] = field(default_factory=dict)
    feats: Mapping[str, Feat] = field(default_factory=dict)
    spells: Mapping[str, Spell] = field(default_factory=dict)
    hit_points: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """Hit points of the first, second, ... of each kind."""

    def profile(self, unit: str, number: int = 0, name: str = "") -> Profile:
        """Profile of one recruit; each of a kind has hit points of its own."""
        found = super().profile(unit, number, name)
        points = self.hit_points[unit]
        return replace(found, hp=points[max(0, number - 1) % len(points)])


def sheet(profile: Profile, *, hidden: bool = False) -> Sheet:
    """The sheet a combatant begins with: its first readied weapon in hand, shield or second weapon in the other."""
    hand = profile.ready[0] if profile.ready else ""
    one_handed = not hand or not profile.weapon(hand).two_handed
    off = ""
    if one_handed:
        off = "shield" if profile.shield else profile.off_hand if profile.off_hand != hand else ""
    return Sheet(
        profile=profile,
        hp=profile.hp,
        hand=hand,
        off=off,
        ready=profile.ready,
        items=profile.items,
        stowed=profile.stowed,
        hidden=hidden,
        known=not hidden,
        casts=profile.casts,
    )


def _gather(base: Roster, entries: Entries) -> Roster:
    weapons = [
        (where, _check_weapon(where, Weapon(**msgspec.structs.asdict(entry)))) for where, entry in entries["weapon"]
    ]
    for where, entry in entries["spell"]:
        if entry.dice:
            check_dice(where, "dice", entry.dice)
    so_far = Roster(
        weapons=merged(base.weapons, weapons),
        armour=merged(base.armour, entries["armour"]),
        feats=merged(base.feats, entries["feat"]),
        spells=merged(base.spells, entries["spell"]),
    )
    units, points = dict(base.units), dict(base.hit_points)
    for where, entry in (*entries["character"], *entries["creature"]):
        if isinstance(entry, Character):
            units[entry.key], points[entry.key] = _character(so_far, where, entry), (entry.hp,)
        else:
            units[entry.key], points[entry.key] = _creature(so_far, where, entry), entry.hp
    squads = gathered(base.squads, entries["party"], units)
    return dataclasses.replace(so_far, units=units, hit_points=points, squads=squads)


FILES = ("weapons", "armour", "feats", "spells", "creatures", "characters", "parties")

STOCK = kit.Stock(Path(__file__).parent.parent, FILES, TABLES, Roster(), _gather, ("character", "creature"))


# -- checking and building


def _character(so_far: Roster, where: str, entry: Character) -> Profile:
    if not entry.classes:
        raise BadSetup(f"{where}: classes: write at least one of {', '.join(get_args(Class))}")
    suit = one_of(where, "armour", entry.armour, so_far.armour, "armour")
    found = _profile(so_far, where, entry, "weapons", entry.weapons)
    owned = found.weapons
    if "unarmed combatant" in entry.feats:  # better dice, and Shock
        brawl = max(0, entry.skills.get("Brawl", -1))
        dice = FISTS[min(brawl, len(FISTS) - 1)]
        fists = replace(found.weapon("unarmed"), damage=dice, shock=brawl, shock_ac=15)
        owned = tuple(fists if weapon.key == "unarmed" else weapon for weapon in owned)
    hampered = {name: entry.skills.get(name, -1) + penalty for name, penalty in suit.penalties.items()}
    return replace(
        found,
        ac=suit.ac + entry.attributes.DEX if entry.ac is None else entry.ac,
        named=True,
        npc=False,
        attack=attack_bonus(entry.classes[0], entry.level),
        skills={**entry.skills, **hampered},
        weapons=owned,
    )


def _creature(so_far: Roster, where: str, entry: Creature) -> Profile:
    if not entry.hp:
        raise BadSetup(f"{where}: hp: write the hit points of at least one, e.g. hp = [5]")
    found = _profile(so_far, where, entry, "attacks", entry.attacks)
    melee = [weapon.key for weapon in found.weapons if weapon.melee]
    for key in entry.routine:
        if key not in melee:
            raise BadSetup(f"{where}: routine: it has no {key!r} to strike with; {suggest(key, melee)}")
    skill = npc_skill(entry.hd) if entry.checks is None else entry.checks
    return replace(found, name=entry.title, hp=entry.hp[0], level=entry.hd, npc_skill=skill)


def _profile(
    so_far: Roster, where: str, entry: Character | Creature, field: str, carried: tuple[str | Attack, ...]
) -> Profile:
    """What an entry says by the names that a profile has for it, and its weapons, feats and spells."""
    all_of(where, "feats", entry.feats, so_far.feats, "feat")
    owned, ready = _weapons(so_far, where, field, carried, entry.stowed, entry.shield, entry.off_hand)
    spells = all_of(where, "spells", entry.spells, so_far.spells, "spell")
    said = {name: getattr(entry, name) for name in entry.__struct_fields__ if name in Profile.__struct_fields__}
    return Profile(**{"name": "", **said, "weapons": owned, "ready": ready, "spells": spells})


def _weapons(
    so_far: Roster,
    where: str,
    field: str,
    carried: tuple[str | Attack, ...],
    stowed: tuple[str, ...],
    shield: bool,
    off_hand: str,
) -> tuple[tuple[Weapon, ...], tuple[str, ...]]:
    """Everything it owns, bare hands and the shield's rim included, and the keys of what is readied.

    ``field`` is what the entry calls those that it carries.
    """
    owned: dict[str, Weapon] = {}
    for item in carried:
        attack = item if isinstance(item, Attack) else Attack(item)
        weapon = one_of(where, field, attack.weapon, so_far.weapons, "weapon")
        changes = {k: v for k, v in msgspec.structs.asdict(attack).items() if k != "weapon" and v is not None}
        owned[weapon.key] = _check_weapon(f"{where}: {field}", replace(weapon, **changes))
    ready = tuple(owned)
    for key in stowed:
        if key in so_far.weapons:
            owned[key] = so_far.weapons[key]
        elif close := get_close_matches(key, so_far.weapons, n=1, cutoff=0.8):
            raise BadSetup(f"{where}: stowed: no weapon is called {key!r}; did you mean {close[0]!r}?")
    if off_hand and (off_hand not in ready or owned[off_hand].two_handed):
        raise BadSetup(f"{where}: off_hand: {off_hand!r} must be one of its readied one-handed weapons")
    if off_hand and shield:
        raise BadSetup(f"{where}: off_hand: the shield takes that hand; leave out one of the two")
    if shield or "shield" in stowed:
        owned.setdefault("shield-bash", one_of(where, "shield", "shield-bash", so_far.weapons, "weapon"))
    owned.setdefault("unarmed", one_of(where, field, "unarmed", so_far.weapons, "weapon"))
    return tuple(owned.values()), ready


def attack_bonus(kind: Class, level: int) -> int:
    """A class's attack bonus: a warrior's level, half an expert's, a fifth of a mage's; healers strike like mages."""
    return level // LEVELS_A_POINT.get(kind, 5)


def npc_skill(hit_dice: int) -> int:
    """An NPC's modifier for skill checks by Hit Dice (ruling S-39)."""
    return 0 if hit_dice < 1 else 1 if hit_dice <= 2 else 2 if hit_dice <= 5 else 3


def _check_weapon(where: str, weapon: Weapon) -> Weapon:
    check_dice(where, "damage", weapon.damage or "?")
    at_least(where, shock=(weapon.shock, 0), range=(weapon.range, 0), long_range=(weapon.long_range, weapon.range))
    if weapon.shock and not weapon.shock_ac:
        raise BadSetup(f"{where}: shock_ac: say which AC its Shock of {weapon.shock} still harms (99 for any)")
    if not weapon.attributes:
        raise BadSetup(f'{where}: attributes: write at least one, e.g. attributes = ["STR"]')
    if weapon.thrown and not weapon.range:
        raise BadSetup(f"{where}: range: a thrown weapon needs a range in feet")
    return weapon
