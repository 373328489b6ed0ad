"""Reads the data files: weapons, gear, spells, heroes, creatures and squads, all of them checked."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from msgspec.structs import asdict, replace

from game.kit import roster as kit
from game.kit.entries import Entries, all_of, merged, one_of
from game.kit.inventory import copy_of
from game.kit.roster import gathered
from game.rules.ruleset import BadSetup
from rulesets.einfelst.sheet.records import TABLES, Armour, Carried, Creature, Hero, Item, Profile, Spell, Weapon

FIST = "fist"
"""Key of the weapon that everybody has who has no other by nature."""

MOST = 20
"""Dice or successes that anything may ask for or add: no pool is larger."""

OFF_HAND = ("shield", "light")
"""Kinds of items that the other hand holds from the start."""


@dataclass(frozen=True)
class Roster(kit.Roster[Profile]):
    """Everything that may be recruited, with what it fights with."""

    weapons: Mapping[str, Weapon] = field(default_factory=dict)
    armour: Mapping[str, Armour] = field(default_factory=dict)
    items: Mapping[str, Item] = field(default_factory=dict)
    spells: Mapping[str, Spell] = field(default_factory=dict)

    def piece(self, key: str) -> Weapon | Item | None:
        """What the data have by a key; None for nothing."""
        return self.weapons.get(key) or self.items.get(key)


def _gather(base: Roster, entries: Entries) -> Roster:
    """A roster with entries added to another."""
    for where, weapon in entries["weapon"]:
        _check_weapon(where, weapon)
    for where, suit in entries["armour"]:
        _between(where, 0, MOST, dice=suit.dice, clumsy=suit.clumsy)
    for where, item in entries["item"]:
        _between(where, 0, MOST, dice=item.dice)
    for where, spell in entries["spell"]:
        _check_spell(where, spell)
    so_far = Roster(
        weapons=merged(base.weapons, entries["weapon"]),
        armour=merged(base.armour, entries["armour"]),
        items=merged(base.items, entries["item"]),
        spells=merged(base.spells, entries["spell"]),
    )
    units = dict(base.units)
    for where, entry in (*entries["hero"], *entries["creature"]):
        units[entry.key] = _unit(so_far, where, entry)
    return dataclasses.replace(so_far, units=units, squads=gathered(base.squads, entries["party"], units))


FILES = ("weapons", "gear", "spells", "heroes", "creatures", "parties")

STOCK = kit.Stock(Path(__file__).parent.parent, FILES, TABLES, Roster(), _gather, ("hero", "creature"))


# -- building


def _unit(so_far: Roster, where: str, entry: Hero | Creature) -> Profile:
    """A hero, or the first of a kind."""
    if isinstance(entry, Hero):
        _between(f"{where}: attributes", 2, 5, **asdict(entry.attributes))
        for action, practised in asdict(entry.actions).items():
            _between(f"{where}: actions", 0, 3 if action == entry.main else 2, **{action: practised})
    else:
        _between(f"{where}: attributes", 0, 10, **asdict(entry.attributes))
        _between(f"{where}: actions", 0, 5, **asdict(entry.actions))
        if entry.hide and entry.armour:
            raise BadSetup(f"{where}: hide: it wears armour over it; leave out one of the two")
    pack = _Pack(so_far, where)
    carried = pack.take(entry.carries)
    for item in entry.natural or (FIST,):
        pack.grow(item)
    suit: Armour | None = one_of(where, "armour", entry.armour, so_far.armour, "armour") if entry.armour else None
    hand = next((key for key in carried if key in pack.weapons), "")
    one_handed = not hand or pack.weapons[hand].hands == 1
    held = (key for key in carried if one_handed and key in pack.items and pack.items[key].kind in OFF_HAND)
    profile = Profile(
        key=entry.key,
        name=entry.name,
        icon=entry.icon,
        kind="hero",
        attributes=entry.attributes,
        actions=entry.actions,
        named=True,
        armour=suit,
        weapons=tuple(pack.weapons.values()),
        items=tuple(pack.items.values()),
        hand=hand,
        off=next(held, ""),
        pack=carried,
        spells=all_of(where, "spells", entry.spells, so_far.spells, "spell"),
        temperament=entry.temperament,
    )
    if isinstance(entry, Hero):
        return profile
    return replace(
        profile,
        kind=entry.kind,
        named=False,
        points=entry.points,
        cards=entry.cards,
        hide=entry.hide,
        fear=entry.fear,
        size=entry.size,
        traits=entry.traits,
    )


class _Pack:
    """What a unit owns: every kind of weapon and item once, under the key of its table."""

    def __init__(self, so_far: Roster, where: str) -> None:
        self._so_far, self._where = so_far, where
        self.weapons: dict[str, Weapon] = {}
        self.items: dict[str, Item] = {}

    def take(self, carries: Iterable[str | Carried]) -> tuple[str, ...]:
        """Own what may be put down again, and get the keys that tell one copy from the next."""
        counts: Counter[str] = Counter()
        keys: list[str] = []
        for item in carries:
            carried = self._own("carries", item)
            if carried.item in self.weapons and self.weapons[carried.item].natural:
                raise BadSetup(f"{self._where}: carries: {carried.item!r} can't be put down; list it under natural")
            for _ in range(carried.count):
                counts[carried.item] += 1
                number = counts[carried.item]
                keys.append(copy_of(carried.item, number))
        return tuple(keys)

    def grow(self, item: str | Carried) -> None:
        """Own a natural weapon."""
        carried = self._own("natural", item)
        if carried.item not in self.weapons or not self.weapons[carried.item].natural:
            raise BadSetup(f"{self._where}: natural: {carried.item!r} is no natural weapon; list it under carries")

    def _own(self, field: str, item: str | Carried) -> Carried:
        carried = item if isinstance(item, Carried) else Carried(item)
        _between(f"{self._where}: {field}", 1, MOST, count=carried.count)
        differs = {k: v for k, v in asdict(carried).items() if k not in ("item", "count") and v not in ("", None)}
        known: dict[str, Any] = {**self._so_far.weapons, **self._so_far.items}
        found = one_of(self._where, field, carried.item, known, "weapon or item")
        if isinstance(found, Weapon):
            self.weapons[carried.item] = replace(found, **differs)
            _check_weapon(f"{self._where}: {field}", self.weapons[carried.item])
        elif differs.keys() <= {"name"}:
            self.items[carried.item] = replace(found, **differs)
        else:
            raise BadSetup(f"{self._where}: {field}: {carried.item!r} is no weapon; only its name may differ")
        return carried


# -- checking


def _between(where: str, least: int, most: int, **fields: int) -> None:
    """Raise BadSetup for a field whose number is not within the two."""
    for name, value in fields.items():
        if not least <= value <= most:
            raise BadSetup(f"{where}: {name}: {value} is not between {least} and {most}")


def _check_weapon(where: str, weapon: Weapon) -> None:
    snares = "snares" in weapon.traits
    _between(where, 0 if snares else 1, MOST, damage=weapon.damage)
    _between(where, 0, MOST, range=weapon.range, fire=weapon.fire, poison=weapon.poison)
    _between(where, -MOST, MOST, bonus=weapon.bonus, guard=weapon.guard)
    if weapon.hands not in ((0,) if weapon.natural else (1, 2)):
        raise BadSetup(f"{where}: hands: {weapon.hands} is wrong; natural weapons take 0, others 1 or 2")
    if weapon.nearest and not (weapon.shoots and weapon.nearest <= weapon.range):
        raise BadSetup(f"{where}: nearest: only what shoots has a least range, and no more than its range")


def _check_spell(where: str, spell: Spell) -> None:
    _between(where, 0, MOST, range=spell.range, damage=spell.damage, fire=spell.fire, fear=spell.fear)
    if bool(spell.fire) != (spell.effect == "fire"):
        raise BadSetup(f"{where}: fire: what sets alight needs an intensity, and nothing else has one")
    if not spell.damage and not spell.effect:
        raise BadSetup(f"{where}: effect: a spell that harms nobody needs one")
    if (spell.target == "foe") != (spell.resist is not None):
        raise BadSetup(f"{where}: resist: foes resist with an Action, and friends do not")
