"""Reads the data files: weapons, armour, feats, spells, creatures, characters and squads, all of them checked."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import get_args

import msgspec
from msgspec.structs import replace

from game.kit import roster as kit
from game.kit.entries import Entries, all_of, at_least, check_dice, merged, one_of
from game.kit.roster import gathered
from game.rules.ruleset import BadSetup
from game.user_error import suggest
from rulesets.sovereign.sheet.records import (
    TABLES,
    Armour,
    Attack,
    Character,
    Class,
    Creature,
    Feat,
)
from rulesets.sovereign.sheet.sheet import Profile, Sheet, Skill, Spell, Weapon

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
        """What one recruit brings; each of a kind has hit points of its own."""
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
    """A roster with entries added to another."""
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
    """A named character; its AC comes from its armour unless its entry says otherwise."""
    if not entry.classes:
        raise BadSetup(f"{where}: classes: write at least one of {', '.join(get_args(Class))}")
    suit = one_of(where, "armour", entry.armour, so_far.armour, "armour")
    owned, ready = _weapons(so_far, where, "weapons", entry.weapons, entry.stowed, entry.shield, entry.off_hand)
    if "unarmed combatant" in entry.feats:
        owned = _trained_fists(owned, entry.skills.get("Brawl", -1))
    penalties: dict[Skill, int] = suit.penalties
    hampered = {name: entry.skills.get(name, -1) + penalty for name, penalty in penalties.items()}
    return Profile(
        key=entry.key,
        name=entry.name,
        icon=entry.icon,
        hp=entry.hp,
        ac=suit.ac + entry.attributes.DEX if entry.ac is None else entry.ac,
        named=True,
        npc=False,
        level=entry.level,
        attack=attack_bonus(entry.classes[0], entry.level),
        attributes=entry.attributes,
        skills={**entry.skills, **hampered},
        classes=entry.classes,
        feats=_feats(so_far, where, entry.feats),
        shield=entry.shield,
        weapons=owned,
        ready=ready,
        off_hand=entry.off_hand,
        items=entry.items,
        stowed=entry.stowed,
        spells=all_of(where, "spells", entry.spells, so_far.spells, "spell"),
        casts=entry.casts,
        move=entry.move,
        temperament=entry.temperament,
    )


def _creature(so_far: Roster, where: str, entry: Creature) -> Profile:
    """The first of a kind of creature."""
    if not entry.hp:
        raise BadSetup(f"{where}: hp: write the hit points of at least one, e.g. hp = [5]")
    owned, ready = _weapons(so_far, where, "attacks", entry.attacks, entry.stowed, entry.shield, entry.off_hand)
    return Profile(
        key=entry.key,
        name=entry.title,
        icon=entry.icon,
        hp=entry.hp[0],
        ac=entry.ac,
        level=entry.hd,
        attack=entry.attack,
        skills=entry.skills,
        npc_skill=npc_skill(entry.hd) if entry.checks is None else entry.checks,
        feats=_feats(so_far, where, entry.feats),
        shield=entry.shield,
        weapons=owned,
        ready=ready,
        off_hand=entry.off_hand,
        items=entry.items,
        stowed=entry.stowed,
        spells=all_of(where, "spells", entry.spells, so_far.spells, "spell"),
        casts=entry.casts,
        move=entry.move,
        size=entry.size,
        reach=entry.reach,
        natural=entry.natural,
        routine=_routine(where, entry.routine, owned),
        trained=entry.trained,
        henchman=entry.henchman,
        fearless=entry.fearless,
        fears=entry.fears,
        resists=entry.resists,
        regenerates=entry.regenerates,
        humanoid=entry.humanoid,
        bulk=entry.bulk,
        temperament=entry.temperament,
    )


def _feats(so_far: Roster, where: str, keys: tuple[str, ...]) -> tuple[str, ...]:
    """Their keys, once all of them are known."""
    all_of(where, "feats", keys, so_far.feats, "feat")
    return keys


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


def _routine(where: str, routine: tuple[str, ...], owned: tuple[Weapon, ...]) -> tuple[str, ...]:
    """The weapons of a Main Action in which a creature strikes several times: its own, hand to hand."""
    melee = [weapon.key for weapon in owned if weapon.melee]
    for key in routine:
        if key not in melee:
            raise BadSetup(f"{where}: routine: it has no {key!r} to strike with; {suggest(key, melee)}")
    return routine


def _trained_fists(weapons: tuple[Weapon, ...], brawl: int) -> tuple[Weapon, ...]:
    """The feat Unarmed Combatant: better dice, and Shock."""
    dice, shock = FISTS[max(0, min(brawl, len(FISTS) - 1))], max(0, brawl)
    return tuple(
        replace(weapon, damage=dice, shock=shock, shock_ac=15) if weapon.key == "unarmed" else weapon
        for weapon in weapons
    )


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
