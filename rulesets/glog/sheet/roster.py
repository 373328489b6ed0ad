"""Reads the data files: weapons, gear, spells, heroes, hirelings, creatures and squads, all of them checked."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from msgspec.structs import asdict, replace

from game.kit import roster as kit
from game.kit.entries import Entries, all_of, at_least, merged, one_of
from game.kit.inventory import copy_of, kind_of
from game.kit.roster import gathered
from game.rules.ruleset import BadSetup
from game.user_error import suggest
from rulesets.glog.sheet.records import (
    DICE,
    GRADES,
    HANDS,
    TABLES,
    Armour,
    Carried,
    Hero,
    Hireling,
    Kind,
    Profile,
    Scores,
    Spell,
    Thing,
    Unit,
    Weapon,
)

FIST = "fist"
"""Key of the weapon that everybody has who has no other by nature."""


@dataclass(frozen=True)
class Roster(kit.Roster[Profile]):
    """Everything that may be recruited, with what it fights with."""

    weapons: Mapping[str, Weapon] = field(default_factory=dict)
    armour: Mapping[str, Armour] = field(default_factory=dict)
    things: Mapping[str, Thing] = field(default_factory=dict)
    spells: Mapping[str, Spell] = field(default_factory=dict)

    def piece(self, key: str) -> Weapon | Thing | None:
        """What the data have by a key; None for nothing."""
        return self.weapons.get(key) or self.things.get(key)


def _gather(base: Roster, entries: Entries) -> Roster:
    """A roster with entries added to another."""
    for where, spell in entries["spell"]:
        _check_spell(where, spell)
    so_far = Roster(
        weapons=merged(base.weapons, entries["weapon"]),
        armour=merged(base.armour, entries["armour"]),
        things=merged(base.things, entries["thing"]),
        spells=merged(base.spells, entries["spell"]),
    )
    for where, thing in entries["thing"]:
        _check_thing(so_far, where, thing)
    for where, weapon in entries["weapon"]:
        _check_weapon(so_far, where, weapon)
    for where, suit in entries["armour"]:
        at_least(where, defense=(suit.defense, 1), slots=(suit.slots, 0), slower=(suit.slower, 0))
    units = dict(base.units)
    for where, entry in (*entries["hero"], *entries["hireling"], *entries["creature"]):
        units[entry.key] = _unit(so_far, where, entry)
    return dataclasses.replace(so_far, units=units, squads=gathered(base.squads, entries["party"], units))


FILES = ("weapons", "gear", "spells", "heroes", "creatures", "parties")

STOCK = kit.Stock(Path(__file__).parent.parent, FILES, TABLES, Roster(), _gather, ("hero", "hireling", "creature"))


# -- building


def _unit(so_far: Roster, where: str, entry: Unit) -> Profile:
    """A hero, or the first of a kind."""
    _check_unit(where, entry)
    pack = _Pack(so_far, where)
    handy, stowed = pack.take("handy", entry.handy), pack.take("stowed", entry.stowed)
    for item in entry.natural:
        pack.grow(item)
    if not entry.natural:
        pack.grow(FIST)
    suit: Armour | None = one_of(where, "armour", entry.armour, so_far.armour, "armour") if entry.armour else None
    things = tuple(pack.things.values())
    hands = pack.held(handy, lit=entry.lit)
    kind: Kind = "hero" if isinstance(entry, Hero) else "hireling" if isinstance(entry, Hireling) else "creature"
    profile = Profile(
        key=entry.key,
        name=entry.name,
        icon=entry.icon,
        kind=kind,
        scores=Scores(*entry.scores),
        violence=entry.violence,
        grit=entry.grit,
        flesh=entry.flesh,
        named=kind == "hero",
        hide=entry.hide,
        armour=suit,
        weapons=tuple(pack.weapons.values()),
        things=things,
        hands=hands,
        handy=handy,
        stowed=stowed,
        lit=entry.lit,
        spells=all_of(where, "spells", entry.spells, so_far.spells, "spell"),
        castings=entry.castings,
        granted=tuple(so_far.spells[thing.spell] for thing in things if thing.spell),
        morale=entry.morale if isinstance(entry.morale, int) else GRADES[entry.morale],
        leader=entry.leader,
        quickness=entry.quickness,
        alert=entry.alert,
        critical=entry.critical,
        size=entry.size,
        pace=entry.pace,
        resists=entry.resists,
        weak=entry.weak,
        traits=entry.traits,
        temperament=entry.temperament,
    )
    if entry.lit and not any(profile.is_light(key) for key in hands):
        raise BadSetup(f"{where}: lit: that takes a handy light, and a hand that the first weapon leaves free")
    _check_slots(where, profile)
    return profile


class _Pack:
    """What a unit owns: every kind of weapon and thing once, under the key of its table."""

    def __init__(self, so_far: Roster, where: str) -> None:
        self._so_far, self._where = so_far, where
        self._counts: Counter[str] = Counter()
        self.weapons: dict[str, Weapon] = {}
        self.things: dict[str, Thing] = {}

    def take(self, field: str, items: Iterable[str | Carried]) -> tuple[str, ...]:
        """Own what may be put down again, and get the keys that tell one copy from the next."""
        keys: list[str] = []
        for item in items:
            carried = item if isinstance(item, Carried) else Carried(item)
            at_least(self._where, **{f"{field}: count": (carried.count, 1)})
            self._own(field, carried)
            if carried.item in self.weapons and self.weapons[carried.item].natural:
                raise BadSetup(f"{self._where}: {field}: {carried.item!r} can't be put down; list it under natural")
            for _ in range(carried.count):
                self._counts[carried.item] += 1
                number = self._counts[carried.item]
                keys.append(copy_of(carried.item, number))
        return tuple(keys)

    def held(self, handy: Iterable[str], *, lit: bool) -> tuple[str, ...]:
        """What is in its hands at the start: the first weapon, a burning light, a shield, as far as hands go."""
        things = {key: self.things[key].kind for key in handy if key in self.things}
        first = [key for key in handy if key in self.weapons][:1]
        lights = [key for key, kind in things.items() if kind == "light"][: int(lit)]
        shields = [key for key, kind in things.items() if kind == "shield"][:1]
        found: list[str] = []
        for key in (*first, *lights, *shields):
            free = HANDS - sum(self._hands(each) for each in found)
            if self._hands(key) <= free:
                found.append(key)
        return tuple(found)

    def _hands(self, key: str) -> int:
        return (self.weapons.get(key) or self.things[key]).hands

    def grow(self, item: str | Carried) -> None:
        """Own a natural weapon."""
        carried = item if isinstance(item, Carried) else Carried(item)
        self._own("natural", carried)
        if carried.item not in self.weapons or not self.weapons[carried.item].natural:
            raise BadSetup(f"{self._where}: natural: {carried.item!r} is no natural weapon; list it under handy")

    def _own(self, field: str, carried: Carried) -> None:
        differs = {k: v for k, v in asdict(carried).items() if k not in ("item", "count") and v not in ("", None)}
        known: dict[str, Any] = {**self._so_far.weapons, **self._so_far.things}
        found = one_of(self._where, field, carried.item, known, "weapon or thing")
        if isinstance(found, Weapon):
            self.weapons[carried.item] = replace(found, **differs)
        elif differs.keys() <= {"name"}:
            self.things[carried.item] = replace(found, **differs)
        else:
            raise BadSetup(f"{self._where}: {field}: {carried.item!r} is no weapon; only its name may differ")


# -- checking


def _check_slots(where: str, profile: Profile) -> None:
    """Raise BadSetup for somebody who carries more than fits (slots by might, a third of agility of them handy)."""
    taken = {item.key: item.slots for item in profile.gear}
    handy, stowed = (sum(taken[kind_of(key)] for key in keys) for keys in (profile.handy, profile.stowed))
    if handy > profile.handy_slots:
        agility = f"an agility of {profile.scores.agility} keeps {profile.handy_slots} within reach"
        raise BadSetup(f"{where}: handy: {handy} slots are too many; {agility}")
    total = handy + stowed + (profile.armour.slots if profile.armour else 0)
    if total > profile.slots:
        raise BadSetup(
            f"{where}: stowed: {total} slots in all are too many; a might of {profile.slots} carries as much"
        )


def _check_unit(where: str, entry: Unit) -> None:
    for name, score in asdict(Scores(*entry.scores)).items():
        if not 3 <= score <= 18 and not (name == "discipline" and score == 0):
            raise BadSetup(f"{where}: scores: {name}: {score} is not between 3 and 18")
    if isinstance(entry.morale, int) and not 0 <= entry.morale <= 20:
        raise BadSetup(f"{where}: morale: {entry.morale} is not between 0 and 20")
    if entry.hide and entry.armour:
        raise BadSetup(f"{where}: hide: it wears armour over it; leave out one of the two")
    if bool(entry.spells) != (entry.castings > 0):
        raise BadSetup(f"{where}: castings: who knows spells needs at least one, and nobody else has any")


def _check_weapon(so_far: Roster, where: str, weapon: Weapon) -> None:
    if weapon.die not in DICE:
        raise BadSetup(f"{where}: die: {weapon.die!r} is none of {', '.join(DICE)}")
    if not 1 <= len(set(weapon.uses)) == len(weapon.uses) <= 2:
        raise BadSetup(f"{where}: uses: write one or two of crushing, slashing and piercing")
    at_least(where, range=(weapon.range, 0))
    if weapon.hands not in ((0,) if weapon.natural else (1, 2)):
        raise BadSetup(f"{where}: hands: {weapon.hands} is wrong; natural weapons take 0, others 1 or 2")
    if (weapon.thrown or weapon.shoots) and not weapon.range:
        raise BadSetup(f"{where}: range: what is thrown or shot needs one, in feet")
    if weapon.range and not (weapon.thrown or weapon.shoots):
        raise BadSetup(f"{where}: range: it is neither thrown nor shot; give it that trait, or ammo")
    if weapon.ammo:
        ammo = [key for key, thing in so_far.things.items() if thing.kind == "ammo"]
        if weapon.ammo not in ammo:
            raise BadSetup(f"{where}: ammo: {weapon.ammo!r} is no ammo; {suggest(weapon.ammo, ammo)}")


def _check_thing(so_far: Roster, where: str, thing: Thing) -> None:
    at_least(where, uses=(thing.uses, 1), slots=(thing.slots, 1), radius=(thing.radius, 0))
    if bool(thing.radius) != (thing.kind == "light"):
        raise BadSetup(f"{where}: radius: lights have one, and nothing else does")
    if bool(thing.spell) != (thing.kind == "magic"):
        raise BadSetup(f"{where}: spell: magic things work one, and nothing else does")
    if thing.spell:
        one_of(where, "spell", thing.spell, so_far.spells, "spell")


def _check_spell(where: str, spell: Spell) -> None:
    if spell.die not in ("", *DICE):
        raise BadSetup(f"{where}: die: {spell.die!r} is none of {', '.join(DICE)}")
    if bool(spell.die) != (spell.harm is not None or spell.effect == "mend"):
        raise BadSetup(f"{where}: die: harm and mending need one, and nothing else does")
    at_least(
        where,
        range=(spell.range, 0),
        radius=(spell.radius, int(spell.target == "place")),
        amount=(spell.amount, int(spell.effect in ("push", "ward"))),
        rounds=(spell.rounds, int(spell.effect in ("asleep", "ward"))),
    )
    if not spell.harm and not spell.effect:
        raise BadSetup(f"{where}: effect: a spell that harms nobody needs one")
