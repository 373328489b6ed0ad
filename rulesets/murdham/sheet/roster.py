"""Tables of the data files, and reading them: weapons, skills, powers, creatures, characters, squads, all checked."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from game.kit import roster as kit
from game.kit.entries import Entries, Tables, all_of, between, key_in, merged, one_of
from game.kit.roster import Party, gathered, members
from game.rules.ruleset import BadSetup
from game.rules.weights import PLAIN, Temperament
from game.user_error import suggest
from rulesets.murdham.sheet.sheet import (
    STEPS,
    Die,
    Kind,
    Mind,
    Power,
    Profile,
    Sheet,
    Size,
    Trait,
    Weapon,
    scaled,
    stepped,
)

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


MOST_OF_A_KIND = 100
"""Weapons of one kind that somebody may carry."""

HARDY = 2
"""Health that the skill of that name adds."""


@dataclass(frozen=True)
class Roster(kit.Roster[Profile]):
    """Everything that may be recruited, with what it fights with."""

    weapons: Mapping[str, Weapon] = field(default_factory=dict)
    armour: Mapping[str, Armour] = field(default_factory=dict)
    skills: Mapping[str, Skill] = field(default_factory=dict)
    powers: Mapping[str, Power] = field(default_factory=dict)


def sheet(profile: Profile, *, hidden: bool = False, damaged: tuple[str, ...] = ()) -> Sheet:
    """The sheet a combatant begins with: its readied weapons in hand, the shield on the arm that is left free.

    ``damaged``: gear that is so besides what its profile says.
    """
    hand = profile.ready[0] if profile.ready else ""
    two_handed = bool(hand) and profile.weapon(hand).hands == 2
    off = "" if two_handed else "shield" if profile.shield else profile.ready[1] if len(profile.ready) > 1 else ""
    carried = list(profile.pack)
    for held in (hand, off):
        if held in carried:
            carried.remove(held)
    return Sheet(
        profile=profile,
        health=profile.health,
        STR=profile.STR,
        AGI=profile.AGI,
        WIT=profile.WIT,
        hand=hand,
        off=off,
        carried=tuple(carried),
        items=profile.items,
        damaged=tuple(dict.fromkeys((*profile.damaged, *damaged))),
        armour=profile.armour,
        hidden=hidden,
        omens=profile.omens,
    )


def _gather(base: Roster, entries: Entries) -> Roster:
    weapons = [
        (where, _check_weapon(where, Weapon(**msgspec.structs.asdict(entry)))) for where, entry in entries["weapon"]
    ]
    for where, entry in entries["power"]:
        _check_power(where, entry)
    so_far = Roster(
        weapons=merged(base.weapons, weapons),
        armour=merged(base.armour, entries["armour"]),
        skills=merged(base.skills, entries["skill"]),
        powers=merged(base.powers, entries["power"]),
    )
    units = dict(base.units)
    for where, entry in (*entries["character"], *entries["creature"]):
        units[entry.key] = _unit(so_far, where, entry)
    squads = gathered(base.squads, entries["party"], units)
    for where, entry in entries["party"]:
        for member in members(entry):
            check_damaged(f"{where}: members", units[member.unit], member.damaged)
    return dataclasses.replace(so_far, units=units, squads=squads)


FILES = ("weapons", "armour", "skills", "powers", "creatures", "characters", "parties")

STOCK = kit.Stock(Path(__file__).parent.parent, FILES, TABLES, Roster(), _gather, ("character", "creature"))


# -- checking and building


def _unit(so_far: Roster, where: str, entry: Creature | Character) -> Profile:
    all_of(where, "skills", entry.skills, so_far.skills, "skill")
    owned, pack = _weapons(so_far, where, entry)
    ready = tuple(key for key in pack[:1] if "natural" not in owned[key].traits)
    if entry.off_hand:
        ready = (*ready, _off_hand(where, entry, owned, ready))
    suit: Armour = one_of(where, "armour", entry.armour, so_far.armour, "armour")
    common: dict[str, Any] = {
        "key": entry.key,
        "icon": entry.icon,
        "STR": entry.STR,
        "AGI": entry.AGI,
        "WIT": entry.WIT,
        "health": scaled(entry.STR, entry.size) + HARDY * ("hardy" in entry.skills),
        "size": entry.size,
        "armour": max(suit.value, scaled(suit.value, entry.size)),
        "helmet": entry.helmet,
        "shield": entry.shield,
        "weapons": tuple(owned.values()),
        "ready": ready,
        "pack": (*(key for key in pack if "natural" not in owned[key].traits), *("shield",) * entry.shield),
        "damaged": entry.damaged,
        "items": entry.items,
        "powers": all_of(where, "powers", entry.powers, so_far.powers, "power"),
        "skills": entry.skills,
        "temperament": entry.temperament,
    }
    if isinstance(entry, Character):
        return _checked(where, Profile(name=entry.name, named=True, omens=entry.omens, **common))
    found = Profile(
        name=entry.title,
        kind=entry.kind,
        mind=entry.mind,
        hide=max(entry.hide, scaled(entry.hide, entry.size)),
        fast=entry.fast,
        slow=entry.slow,
        flies=entry.flies,
        frightening=entry.frightening,
        regenerates=entry.regenerates,
        **common,
    )
    return _checked(where, found)


def _weapons(so_far: Roster, where: str, entry: Creature | Character) -> tuple[dict[str, Weapon], tuple[str, ...]]:
    """Everything it owns, fists and the shield's rim included, and the keys of what it carries."""
    owned: dict[str, Weapon] = {}
    pack: list[str] = []
    for item in entry.weapons:
        attack = item if isinstance(item, Attack) else Attack(item)
        weapon: Weapon = one_of(where, "weapons", attack.weapon, so_far.weapons, "weapon")
        if not 1 <= attack.count <= MOST_OF_A_KIND:
            raise BadSetup(
                f"{where}: weapons: count: {attack.count} of {weapon.key!r} is not between 1 and {MOST_OF_A_KIND}"
            )
        die = stepped(weapon.die) if attack.masterwork else weapon.die
        owned[weapon.key] = msgspec.structs.replace(weapon, name=attack.name or weapon.name, die=die)
        pack += [weapon.key] * attack.count
    if entry.shield:
        owned.setdefault("shield", one_of(where, "shield", "shield", so_far.weapons, "weapon"))
    owned.setdefault("unarmed", one_of(where, "weapons", "unarmed", so_far.weapons, "weapon"))
    return owned, tuple(pack)


def _off_hand(where: str, entry: Creature | Character, owned: Mapping[str, Weapon], ready: tuple[str, ...]) -> str:
    second = entry.off_hand
    if entry.shield:
        raise BadSetup(f"{where}: off_hand: the shield takes that hand; leave out one of the two")
    one_handed = [key for key, weapon in owned.items() if weapon.hands == 1 and key not in ready]
    if second not in one_handed or not ready or owned[ready[0]].hands != 1:
        raise BadSetup(f"{where}: off_hand: {second!r} must be one-handed, its own, and beside a one-handed first")
    return second


def check_damaged(where: str, profile: Profile, damaged: tuple[str, ...]) -> None:
    """Raise BadSetup, with the entry's name ``where``, for damaged gear that a combatant does not have."""
    worn = {"armour": profile.armour > 0, "helmet": profile.helmet}
    gear = [*dict.fromkeys(profile.pack), *(item for item, has in worn.items() if has)]
    for item in damaged:
        if item not in gear:
            raise BadSetup(f"{where}: damaged: {profile.name} has no gear called {item!r}; {suggest(item, gear)}")


def _checked(where: str, profile: Profile) -> Profile:
    check_damaged(where, profile, profile.damaged)
    return profile


def _check_weapon(where: str, weapon: Weapon) -> Weapon:
    if weapon.range < 0:
        raise BadSetup(f"{where}: range: {weapon.range} is too little; write 0 for what strikes only the nearby")
    if not 0 <= weapon.hands <= 2:
        raise BadSetup(f"{where}: hands: {weapon.hands} is not 0, 1 or 2")
    if not weapon.die and not {"stuns", "smoke", "grabs", "entangles"} & set(weapon.traits):
        raise BadSetup(f"{where}: die: a weapon without one needs a trait that does something instead of damage")
    if "indirect" in weapon.traits and weapon.melee:
        raise BadSetup(f"{where}: range: what is shot over obstacles needs a range in zones")
    return weapon


def _check_power(where: str, power: Power) -> None:
    if power.die not in ("", *STEPS):
        raise BadSetup(f"{where}: die: {power.die!r} is none of {', '.join(STEPS)}")
    if bool(power.die) != (power.effect in ("harm", "heal")):
        raise BadSetup(f"{where}: die: harm and heal need one, and nothing else does")
    if power.range < 0:
        raise BadSetup(f"{where}: range: {power.range} is too little; write 0 for the nearby")
