"""Reads the data files: weapons, shields, armour, feats, heroes, creatures and squads."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from game.kit import roster as kit
from game.kit.entries import Entries, all_of, at_least, merged, one_of
from game.kit.inventory import one_more
from game.kit.roster import gathered
from game.rules.ruleset import BadSetup
from rulesets.ingenuity.sheet.sheet import TABLES, Armour, Attributes, Feat, Hero, Item, Profile, Unit, Weapon

BARE = "bare-hands"

DICE = (4, 6, 8, 10, 12)
"""Sides of the dice of attributes and skills, the weakest first."""


@dataclass(frozen=True)
class Roster(kit.Roster[Profile]):
    """Everything that may be recruited, with what it fights with."""

    weapons: Mapping[str, Weapon] = field(default_factory=dict)
    items: Mapping[str, Item] = field(default_factory=dict)
    armour: Mapping[str, Armour] = field(default_factory=dict)
    feats: Mapping[str, Feat] = field(default_factory=dict)


def _gather(base: Roster, entries: Entries) -> Roster:
    for where, weapon in entries["weapon"]:
        _check_weapon(where, weapon)
    for where, feat in entries["feat"]:
        at_least(where, range=(feat.range, 1), focus=(feat.focus, 1), amount=(feat.amount, 0), damage=(feat.damage, 0))
    so_far = Roster(
        weapons=merged(base.weapons, entries["weapon"]),
        items=merged(base.items, entries["item"]),
        armour=merged(base.armour, entries["armour"]),
        feats=merged(base.feats, entries["feat"]),
    )
    units = dict(base.units)
    for where, entry in (*entries["hero"], *entries["creature"]):
        units[entry.key] = _unit(so_far, where, entry)
    return dataclasses.replace(so_far, units=units, squads=gathered(base.squads, entries["party"], units))


STOCK = kit.Stock(
    Path(__file__).parent.parent,
    ("weapons", "gear", "feats", "heroes", "creatures", "parties"),
    TABLES,
    Roster(),
    _gather,
    ("hero", "creature"),
)


def _unit(so_far: Roster, where: str, entry: Unit) -> Profile:
    """A hero, or the first of a kind, with the derived numbers of the book."""
    _check_unit(where, entry)
    weapons: dict[str, Weapon] = {}
    items: dict[str, Item] = {}
    for key in entry.natural or (BARE,):
        weapons[key] = one_of(where, "natural", key, so_far.weapons, "weapon")
        if not weapons[key].natural:
            raise BadSetup(f"{where}: natural: {key!r} is no natural weapon; list it under carried")
    carried: list[str] = []
    for key in entry.carried:
        found = one_of(where, "carried", key, {**so_far.weapons, **so_far.items}, "weapon or shield")
        if isinstance(found, Weapon):
            weapons[key] = found
            if found.natural:
                raise BadSetup(f"{where}: carried: {key!r} can't be put down; list it under natural")
        else:
            items[key] = found
        carried.append(one_more(key, carried))
    worn = [
        one_of(where, what, key, so_far.armour, "armour")
        for what, key in (("armour", entry.armour), ("helmet", entry.helmet))
        if key
    ]
    hand = next((key for key in carried if key in weapons), "")
    both = bool(hand) and weapons[hand].hands == 2
    return Profile(
        key=entry.key,
        name=entry.name,
        icon=entry.icon,
        kind="hero" if isinstance(entry, Hero) else "creature",
        named=isinstance(entry, Hero),
        size=entry.size,
        attributes=Attributes(*entry.dice),
        skills=entry.skills,
        proficiencies=entry.proficiencies,
        weapons=tuple(weapons.values()),
        items=tuple(items.values()),
        hand=hand,
        off="" if both else next(iter(items), ""),
        carried=tuple(carried),
        armour=" and ".join(each.name.lower() for each in worn),
        feats=all_of(where, "feats", entry.feats, so_far.feats, "feat"),
        traits=entry.traits,
        temperament=entry.temperament,
        **_numbers(entry, sum(each.rating for each in worn)),
    )


def _numbers(entry: Unit, rating: int) -> dict[str, int]:
    """The derived numbers: the entry's own where it has them, else by the book's formulas (ruling N-20)."""
    attributes, more = Attributes(*entry.dice), entry.proficiencies
    half = attributes.passive
    derived = {
        "hp": 6 + attributes.strength,
        "end": 6 + attributes.resolve,
        "st": 6 + attributes.dexterity,
        "fc": 6 + attributes.intellect,
        "eva": half("resolve") + half("dexterity") + more.get("dodge", 0),
        "con": half("strength") + more.get("fortitude", 0),
        "will": half("intellect") + more.get("resistance", 0),
        "physical": half("resolve") + rating,
        "elemental": half("intellect") + rating,
        "speed": entry.size + half("dexterity") + entry.skills.get("agility", 4) // 2 + more.get("running", 0),
    }
    return {name: value if getattr(entry, name) is None else getattr(entry, name) for name, value in derived.items()}


# ------------------------------------------------------------------ checks


def _check_unit(where: str, entry: Unit) -> None:
    skills = [(f"skills: {skill}", sides) for skill, sides in entry.skills.items()]
    for name, sides in (*(("dice", sides) for sides in entry.dice), *skills):
        if sides not in DICE:
            raise BadSetup(f"{where}: {name}: {sides} is none of {', '.join(map(str, DICE))}")


def _check_weapon(where: str, weapon: Weapon) -> None:
    if not weapon.attributes:
        raise BadSetup(f"{where}: attributes: write one at least")
    if not 1 <= len(weapon.harm) <= 2:
        raise BadSetup(f"{where}: harm: write one or two kinds")
    if weapon.hands not in ((0,) if weapon.natural else (1, 2)):
        raise BadSetup(f"{where}: hands: {weapon.hands} is wrong; natural weapons take 0, others 1 or 2")
    if not 2 <= weapon.critical <= 20:
        raise BadSetup(f"{where}: critical: {weapon.critical} is not between 2 and 20")
    if weapon.thrown and weapon.natural:
        raise BadSetup(f"{where}: traits: what is natural can't be thrown; leave one of the two out")
    if weapon.thrown and not weapon.range:
        raise BadSetup(f"{where}: range: what is thrown needs one, in metres")
    if weapon.limit < weapon.range:
        raise BadSetup(f"{where}: limit: {weapon.limit} is too little; write {weapon.range} or more")
    if not weapon.reach and not weapon.range:
        raise BadSetup(f"{where}: reach: it is neither for the hand nor thrown or shot; write 1 or more")
