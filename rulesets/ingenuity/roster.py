"""Reads the data files: weapons, shields, armour, heroes, creatures and squads."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from game.kit import roster as kit
from game.kit.entries import Entries, merged, one_of
from game.kit.squads import gathered
from rulesets.ingenuity.records import COPY, TABLES, Armour, Attributes, Hero, Item, Profile, Unit, Weapon

BARE = "bare-hands"


@dataclass(frozen=True)
class Roster(kit.Roster[Profile]):
    """Everything that may be recruited, with what it fights with."""

    weapons: Mapping[str, Weapon] = field(default_factory=dict)
    items: Mapping[str, Item] = field(default_factory=dict)
    armour: Mapping[str, Armour] = field(default_factory=dict)


def _gather(base: Roster, entries: Entries) -> Roster:
    """A roster with entries added to another."""
    so_far = Roster(
        weapons=merged(base.weapons, entries["weapon"]),
        items=merged(base.items, entries["item"]),
        armour=merged(base.armour, entries["armour"]),
    )
    units = dict(base.units)
    for where, entry in (*entries["hero"], *entries["creature"]):
        units[entry.key] = _unit(so_far, where, entry)
    return dataclasses.replace(so_far, units=units, squads=gathered(base.squads, entries["party"], units))


STOCK = kit.Stock(
    Path(__file__).parent, ("weapons", "gear", "heroes", "creatures", "parties"), TABLES, Roster(), _gather
)


def _unit(so_far: Roster, where: str, entry: Unit) -> Profile:
    """A hero, or the first of a kind, with the derived numbers of the book."""
    weapons: dict[str, Weapon] = {}
    items: dict[str, Item] = {}
    carried: list[str] = []
    for key in (*entry.natural, *([] if entry.natural else [BARE])):
        weapons[key] = one_of(where, "natural", key, so_far.weapons, "weapon")
    for key in entry.carried:
        found = one_of(where, "carried", key, {**so_far.weapons, **so_far.items}, "weapon or item")
        if isinstance(found, Weapon):
            weapons[key] = found
        else:
            items[key] = found
        count = sum(each.partition(COPY)[0] == key for each in carried)
        carried.append(f"{key}{COPY}{count + 1}" if count else key)
    attributes = Attributes(*entry.dice)
    best, half, more = attributes.of, attributes.passive, entry.proficiencies
    rating = one_of(where, "armour", entry.armour, so_far.armour, "armour").rating if entry.armour else 0
    derived = {
        "hp": 6 + best("strength"),
        "end": 6 + best("resolve"),
        "st": 6 + best("dexterity"),
        "fc": 6 + best("intellect"),
        "eva": half("resolve") + half("dexterity") + more.get("dodge", 0),
        "con": half("strength") + more.get("fortitude", 0),
        "will": half("intellect") + more.get("resistance", 0),
        "physical": half("resolve") + rating,
        "elemental": half("intellect") + rating,
        "speed": entry.size + half("dexterity") + entry.skills.get("agility", 4) // 2 + more.get("running", 0),
    }
    numbers = {name: value if getattr(entry, name) is None else getattr(entry, name) for name, value in derived.items()}
    hand = next((key for key in carried if key in weapons), "")
    both = bool(hand) and weapons[hand].hands == 2
    return Profile(
        key=entry.key,
        name=entry.name,
        icon=entry.icon,
        kind="hero" if isinstance(entry, Hero) else "creature",
        named=isinstance(entry, Hero),
        size=entry.size,
        attributes=attributes,
        skills=entry.skills,
        proficiencies=more,
        weapons=tuple(weapons.values()),
        items=tuple(items.values()),
        hand=hand,
        off="" if both else next(iter(items), ""),
        carried=tuple(carried),
        armour=entry.armour,
        feats=entry.feats,
        traits=entry.traits,
        **numbers,
    )
