"""Reads the data files: weapons, armour, skills, powers, creatures, characters and squads, all of them checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import msgspec

from game.rules.entries import Entries, digest, nearest, read_entries, text_of
from game.rules.ruleset import BadSetup
from game.rules.setup import Recruit
from game.rules.squads import Party, check_party, members, ready
from rulesets.murdham.records import TABLES, Armour, Attack, Character, Creature, Skill
from rulesets.murdham.sheet import STEPS, Power, Profile, Sheet, Weapon, scaled, stepped

HERE = Path(__file__).parent
DATA = HERE / "data"
LEDGER = HERE / "ledger.toml"

MOST_OF_A_KIND = 100
"""Weapons of one kind that somebody may carry."""

HARDY = 2
"""Health that the skill of that name adds."""


@dataclass(frozen=True)
class Roster:
    """Everything that may be recruited, with what it fights with."""

    weapons: Mapping[str, Weapon]
    armour: Mapping[str, Armour]
    skills: Mapping[str, Skill]
    powers: Mapping[str, Power]
    units: Mapping[str, Profile]
    squads: Mapping[str, Party]

    def profile(self, unit: str, number: int = 0, name: str = "") -> Profile:
        """What one recruit brings: the ``number``-th of its kind from 1, or the only one (0).

        A name of its own makes a creature a named one. Raises BadSetup for an unknown unit.
        """
        if unit not in self.units:
            raise BadSetup(f"no unit is called {unit!r}; {nearest(unit, self.units)}")
        base = self.units[unit]
        shown = name or (f"{base.name} {number}" if number > (1 if base.named else 0) else base.name)
        return msgspec.structs.replace(base, name=shown, number=number, named=base.named or bool(name))


def weapons() -> dict[str, Weapon]:
    """The house's weapons by key."""
    return dict(house().weapons)


def skills() -> dict[str, Skill]:
    """The house's skills by key."""
    return dict(house().skills)


def powers() -> dict[str, Power]:
    """The house's powers by key."""
    return dict(house().powers)


def titles(own: str = "") -> dict[str, str]:
    """Titles of the units that may be recruited, by key; characters first. ``own`` as in ``stocked``."""
    return {key: unit.name for key, unit in stocked(own).units.items()}


def parties(own: str = "") -> dict[str, tuple[Recruit, ...]]:
    """The ready squads by key. ``own`` as in ``stocked``."""
    return ready(stocked(own).squads)


def party_titles() -> dict[str, str]:
    """What the house's squads are called, by key."""
    return {key: party.title for key, party in house().squads.items()}


def profile(unit: str, number: int = 0, name: str = "", own: str = "") -> Profile:
    """What a recruit brings; see Roster.profile and ``stocked``. Raises BadSetup."""
    return stocked(own).profile(unit, number, name)


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


@cache
def data_hash() -> str:
    """Sixteen hex digits that differ when the data files or the ledger differ."""
    return digest((*sorted(DATA.glob("*.toml")), LEDGER))


@cache
def house() -> Roster:
    """The roster that comes with the game."""
    return _gather(None, [(f"{name}.toml", text_of(DATA / f"{name}.toml")) for name in _FILES])


@lru_cache(maxsize=8)
def stocked(own: str) -> Roster:
    """The house's roster with a player's additions; an entry of the same key takes the place of the house's.

    ``own`` is the text of a file that may hold any of the tables of the data files ([[weapon]], [[creature]],
    [[character]], [[party]], ...); "" for none. Raises BadSetup that names entry and field.
    """
    return _gather(house(), [("roster", own)]) if own else house()


# -- gathering

_FILES = ("weapons", "armour", "skills", "powers", "creatures", "characters", "parties")


def _gather(base: Roster | None, files: Iterable[tuple[str, str]]) -> Roster:
    """A roster from the names and texts of data files, on top of another."""
    entries: Entries = {table: [] for table in TABLES}
    for name, text in files:
        read_entries(name, text, TABLES, entries)
    known = dict(base.weapons) if base else {}
    for where, entry in entries["weapon"]:
        known[entry.key] = _check_weapon(where, Weapon(**msgspec.structs.asdict(entry)))
    for where, entry in entries["power"]:
        _check_power(where, entry)
    stock = _Stock(
        known,
        _merged(base.armour if base else {}, entries["armour"]),
        _merged(base.skills if base else {}, entries["skill"]),
        _merged(base.powers if base else {}, entries["power"]),
    )
    units = dict(base.units) if base else {}
    for where, entry in (*entries["character"], *entries["creature"]):
        units[entry.key] = stock.unit(where, entry)
    squads: dict[str, Party] = _merged(base.squads if base else {}, entries["party"])
    for where, entry in entries["party"]:
        check_party(where, entry, units)
        for member in members(entry):
            check_damaged(f"{where}: members", units[member.unit], member.damaged)
    return Roster(known, stock.armour, stock.skills, stock.powers, units, squads)


def _merged(base: Mapping[str, Any], entries: list[tuple[str, Any]]) -> dict[str, Any]:
    return {**base, **{entry.key: entry for _, entry in entries}}


# -- checking and building


@dataclass(frozen=True)
class _Stock:
    """What units are fitted out from."""

    weapons: Mapping[str, Weapon]
    armour: Mapping[str, Armour]
    skills: Mapping[str, Skill]
    powers: Mapping[str, Power]

    def unit(self, where: str, entry: Creature | Character) -> Profile:
        """A character, or the first of a kind of creature."""
        for ability in ("STR", "AGI", "WIT"):
            score = getattr(entry, ability)
            if not 1 <= score <= 19:
                raise BadSetup(f"{where}: {ability}: {score} is not between 1 and 19")
        skills = self._all(where, "skills", entry.skills, self.skills, "skill")
        owned, pack = self._weapons(where, entry)
        ready = tuple(key for key in pack[:1] if "natural" not in owned[key].traits)
        if entry.off_hand:
            ready = (*ready, self._off_hand(where, entry, owned, ready))
        suit: Armour = self._one(where, "armour", entry.armour, self.armour, "armour")
        powers = self._all(where, "powers", entry.powers, self.powers, "power")
        common: dict[str, Any] = {
            "key": entry.key,
            "icon": entry.icon,
            "STR": entry.STR,
            "AGI": entry.AGI,
            "WIT": entry.WIT,
            "health": scaled(entry.STR, entry.size) + HARDY * ("hardy" in skills),
            "size": entry.size,
            "armour": max(suit.value, scaled(suit.value, entry.size)),
            "helmet": entry.helmet,
            "shield": entry.shield,
            "weapons": tuple(owned.values()),
            "ready": ready,
            "pack": (*(key for key in pack if "natural" not in owned[key].traits), *("shield",) * entry.shield),
            "damaged": entry.damaged,
            "items": entry.items,
            "powers": tuple(self.powers[key] for key in powers),
            "skills": skills,
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

    def _weapons(self, where: str, entry: Creature | Character) -> tuple[dict[str, Weapon], tuple[str, ...]]:
        """Everything it owns, fists and the shield's rim included, and the keys of what it carries."""
        owned: dict[str, Weapon] = {}
        pack: list[str] = []
        for item in entry.weapons:
            attack = item if isinstance(item, Attack) else Attack(item)
            weapon: Weapon = self._one(where, "weapons", attack.weapon, self.weapons, "weapon")
            if not 1 <= attack.count <= MOST_OF_A_KIND:
                raise BadSetup(
                    f"{where}: weapons: count: {attack.count} of {weapon.key!r} is not between 1 and {MOST_OF_A_KIND}"
                )
            die = stepped(weapon.die) if attack.masterwork else weapon.die
            owned[weapon.key] = msgspec.structs.replace(weapon, name=attack.name or weapon.name, die=die)
            pack += [weapon.key] * attack.count
        if entry.shield:
            owned.setdefault("shield", self._one(where, "shield", "shield", self.weapons, "weapon"))
        owned.setdefault("unarmed", self._one(where, "weapons", "unarmed", self.weapons, "weapon"))
        return owned, tuple(pack)

    def _off_hand(
        self, where: str, entry: Creature | Character, owned: Mapping[str, Weapon], ready: tuple[str, ...]
    ) -> str:
        second = entry.off_hand
        if entry.shield:
            raise BadSetup(f"{where}: off_hand: the shield takes that hand; leave out one of the two")
        one_handed = [key for key, weapon in owned.items() if weapon.hands == 1 and key not in ready]
        if second not in one_handed or not ready or owned[ready[0]].hands != 1:
            raise BadSetup(f"{where}: off_hand: {second!r} must be one-handed, its own, and beside a one-handed first")
        return second

    def _one(self, where: str, field: str, key: str, known: Mapping[str, Any], kind: str) -> Any:
        if key not in known:
            raise BadSetup(f"{where}: {field}: no {kind} is called {key!r}; {nearest(key, known)}")
        return known[key]

    def _all(
        self, where: str, field: str, keys: tuple[str, ...], known: Mapping[str, Any], kind: str
    ) -> tuple[str, ...]:
        for key in keys:
            self._one(where, field, key, known, kind)
        return keys


def check_damaged(where: str, profile: Profile, damaged: tuple[str, ...]) -> None:
    """Raise BadSetup, with the entry's name ``where``, for damaged gear that a combatant does not have."""
    gear = [*dict.fromkeys(profile.pack), *("armour",) * bool(profile.armour)]
    for item in damaged:
        if item not in gear:
            raise BadSetup(f"{where}: damaged: {profile.name} has no gear called {item!r}; {nearest(item, gear)}")


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
