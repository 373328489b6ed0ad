"""Reads the data files: weapons, armour, feats, spells, creatures, characters and squads, all of them checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, get_args

import msgspec

from game.rules.dice import BadDice, sides_of
from game.rules.entries import Entries, digest, nearest, read_entries, text_of
from game.rules.ruleset import BadSetup
from game.rules.setup import Recruit
from game.rules.squads import Party, check_party, ready
from rulesets.sovereign.records import (
    TABLES,
    Armour,
    Attack,
    Character,
    Class,
    Creature,
    Feat,
)
from rulesets.sovereign.sheet import Profile, Sheet, Skill, Spell, Weapon

HERE = Path(__file__).parent
DATA = HERE / "data"
LEDGER = HERE / "ledger.toml"

LEVELS_A_POINT = {"warrior": 1, "expert": 2, "mage": 5}
"""Levels of a class that give one point of attack bonus."""

LARGEST_BODY = 10
"""Cells along the side of the largest creature."""

FISTS = ("d6", "d8", "d10", "d12")
"""Damage of an Unarmed Combatant's blows by level of Brawl."""


@dataclass(frozen=True)
class Roster:
    """Everything that may be recruited, with what it fights with."""

    weapons: Mapping[str, Weapon]
    armour: Mapping[str, Armour]
    feats: Mapping[str, Feat]
    spells: Mapping[str, Spell]
    units: Mapping[str, Profile]
    """The first of each kind."""
    hit_points: Mapping[str, tuple[int, ...]]
    """Hit points of the first, second, ... of each kind."""
    squads: Mapping[str, Party]

    def profile(self, unit: str, number: int = 0, name: str = "") -> Profile:
        """What one recruit brings: the ``number``-th of its kind from 1, or the only one (0).

        A name of its own makes a creature a named character. Raises BadSetup for an unknown unit.
        """
        if unit not in self.units:
            raise BadSetup(f"no unit is called {unit!r}; {nearest(unit, self.units)}")
        base = self.units[unit]
        points = self.hit_points[unit]
        shown = name or (f"{base.name} {number}" if number > (1 if base.named else 0) else base.name)
        hp = points[max(0, number - 1) % len(points)]
        return msgspec.structs.replace(base, name=shown, number=number, hp=hp, named=base.named or bool(name))


def weapons() -> dict[str, Weapon]:
    """The house's weapons by key."""
    return dict(house().weapons)


def spells() -> dict[str, Spell]:
    """The house's spells by key."""
    return dict(house().spells)


def feats() -> dict[str, Feat]:
    """The house's feats by key."""
    return dict(house().feats)


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

_FILES = ("weapons", "armour", "feats", "spells", "creatures", "characters", "parties")


def _gather(base: Roster | None, files: Iterable[tuple[str, str]]) -> Roster:
    """A roster from the names and texts of data files, on top of another."""
    entries: Entries = {table: [] for table in TABLES}
    for name, text in files:
        read_entries(name, text, TABLES, entries)
    known = dict(base.weapons) if base else {}
    for where, entry in entries["weapon"]:
        known[entry.key] = _check_weapon(where, Weapon(**msgspec.structs.asdict(entry)))
    armour = _merged(base.armour if base else {}, entries["armour"])
    feat = _merged(base.feats if base else {}, entries["feat"])
    spell = _merged(base.spells if base else {}, entries["spell"])
    for where, entry in entries["spell"]:
        _check_dice(where, "dice", entry.dice)
    stock = _Stock(known, armour, feat, spell)
    units = dict(base.units) if base else {}
    points = dict(base.hit_points) if base else {}
    for where, entry in (*entries["character"], *entries["creature"]):
        if isinstance(entry, Character):
            units[entry.key], points[entry.key] = stock.character(where, entry), (entry.hp,)
        else:
            units[entry.key], points[entry.key] = stock.creature(where, entry), entry.hp
    squads: dict[str, Party] = _merged(base.squads if base else {}, entries["party"])
    for where, entry in entries["party"]:
        check_party(where, entry, units)
    return Roster(known, armour, feat, spell, units, points, squads)


def _merged(base: Mapping[str, Any], entries: list[tuple[str, Any]]) -> dict[str, Any]:
    return {**base, **{entry.key: entry for _, entry in entries}}


# -- checking and building


class _Stock:
    """What units are fitted out from."""

    def __init__(
        self,
        weapons: Mapping[str, Weapon],
        armour: Mapping[str, Armour],
        feats: Mapping[str, Feat],
        spells: Mapping[str, Spell],
    ) -> None:
        self.weapons = weapons
        self.armour = armour
        self.feats = feats
        self.spells = spells

    def character(self, where: str, entry: Character) -> Profile:
        """A named character; its AC comes from its armour unless its entry says otherwise."""
        if not entry.classes:
            raise BadSetup(f"{where}: classes: write at least one of {', '.join(get_args(Class))}")
        _at_least(where, level=(entry.level, 1), hp=(entry.hp, 1), move=(entry.move, 0), casts=(entry.casts, 0))
        suit = self._one(where, "armour", entry.armour, self.armour, "armour")
        owned, ready = self._weapons(where, entry.weapons, entry.stowed, entry.shield, entry.off_hand)
        if "unarmed combatant" in entry.feats:
            owned = self._trained_fists(owned, entry.skills.get("Brawl", -1))
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
            feats=self._all(where, "feats", entry.feats, self.feats, "feat"),
            shield=entry.shield,
            weapons=owned,
            ready=ready,
            off_hand=entry.off_hand,
            items=entry.items,
            stowed=entry.stowed,
            spells=tuple(self.spells[key] for key in self._all(where, "spells", entry.spells, self.spells, "spell")),
            casts=entry.casts,
            move=entry.move,
        )

    def creature(self, where: str, entry: Creature) -> Profile:
        """The first of a kind of creature."""
        if not entry.hp:
            raise BadSetup(f"{where}: hp: write the hit points of at least one, e.g. hp = [5]")
        _at_least(
            where,
            hd=(entry.hd, 0),
            hp=(min(entry.hp), 1),
            move=(entry.move, 0),
            size=(entry.size, 1),
            reach=(entry.reach, 5),
            casts=(entry.casts, 0),
        )
        if entry.size > LARGEST_BODY:
            raise BadSetup(f"{where}: size: {entry.size} is too large; write at most {LARGEST_BODY}")
        owned, ready = self._weapons(where, entry.attacks, entry.stowed, entry.shield, entry.off_hand)
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
            feats=self._all(where, "feats", entry.feats, self.feats, "feat"),
            shield=entry.shield,
            weapons=owned,
            ready=ready,
            off_hand=entry.off_hand,
            items=entry.items,
            stowed=entry.stowed,
            spells=tuple(self.spells[key] for key in self._all(where, "spells", entry.spells, self.spells, "spell")),
            casts=entry.casts,
            move=entry.move,
            size=entry.size,
            reach=entry.reach,
            natural=entry.natural,
            routine=self._routine(where, entry.routine, owned),
            trained=entry.trained,
            henchman=entry.henchman,
            fearless=entry.fearless,
            fears=entry.fears,
            resists=entry.resists,
            regenerates=entry.regenerates,
            humanoid=entry.humanoid,
            bulk=entry.bulk,
        )

    def _weapons(
        self, where: str, carried: tuple[str | Attack, ...], stowed: tuple[str, ...], shield: bool, off_hand: str
    ) -> tuple[tuple[Weapon, ...], tuple[str, ...]]:
        """Everything it owns, bare hands and the shield's rim included, and the keys of what is readied."""
        owned: dict[str, Weapon] = {}
        for item in carried:
            attack = item if isinstance(item, Attack) else Attack(item)
            weapon = self._one(where, "weapons", attack.weapon, self.weapons, "weapon")
            changes = {k: v for k, v in msgspec.structs.asdict(attack).items() if k != "weapon" and v is not None}
            owned[weapon.key] = _check_weapon(where, msgspec.structs.replace(weapon, **changes))
        ready = tuple(owned)
        for key in stowed:
            if key in self.weapons:
                owned[key] = self.weapons[key]
            elif close := get_close_matches(key, self.weapons, n=1, cutoff=0.8):
                raise BadSetup(f"{where}: stowed: no weapon is called {key!r}; did you mean {close[0]!r}?")
        if off_hand and (off_hand not in ready or owned[off_hand].two_handed):
            raise BadSetup(f"{where}: off_hand: {off_hand!r} must be one of its readied one-handed weapons")
        if off_hand and shield:
            raise BadSetup(f"{where}: off_hand: the shield takes that hand; leave out one of the two")
        if shield or "shield" in stowed:
            owned.setdefault("shield-bash", self._one(where, "shield", "shield-bash", self.weapons, "weapon"))
        owned.setdefault("unarmed", self._one(where, "weapons", "unarmed", self.weapons, "weapon"))
        return tuple(owned.values()), ready

    def _routine(self, where: str, routine: tuple[str, ...], owned: tuple[Weapon, ...]) -> tuple[str, ...]:
        """The weapons of a Main Action in which a creature strikes several times: its own, hand to hand."""
        melee = [weapon.key for weapon in owned if weapon.melee]
        for key in routine:
            if key not in melee:
                raise BadSetup(f"{where}: routine: it has no {key!r} to strike with; {nearest(key, melee)}")
        return routine

    def _trained_fists(self, weapons: tuple[Weapon, ...], brawl: int) -> tuple[Weapon, ...]:
        """The feat Unarmed Combatant: better dice, and Shock."""
        dice = FISTS[max(0, min(brawl, len(FISTS) - 1))]
        return tuple(
            msgspec.structs.replace(weapon, damage=dice, shock=max(0, brawl), shock_ac=15)
            if weapon.key == "unarmed"
            else weapon
            for weapon in weapons
        )

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


def attack_bonus(kind: Class, level: int) -> int:
    """A class's attack bonus: a warrior's level, half an expert's, a fifth of a mage's; healers strike like mages."""
    return level // LEVELS_A_POINT.get(kind, 5)


def npc_skill(hit_dice: int) -> int:
    """An NPC's modifier for skill checks by Hit Dice (ruling S-39)."""
    return 0 if hit_dice < 1 else 1 if hit_dice <= 2 else 2 if hit_dice <= 5 else 3


def _check_weapon(where: str, weapon: Weapon) -> Weapon:
    _check_dice(where, "damage", weapon.damage or "?")
    _at_least(where, shock=(weapon.shock, 0), range=(weapon.range, 0), long_range=(weapon.long_range, weapon.range))
    if weapon.shock and not weapon.shock_ac:
        raise BadSetup(f"{where}: shock_ac: say which AC its Shock of {weapon.shock} still harms (99 for any)")
    if not weapon.attributes:
        raise BadSetup(f'{where}: attributes: write at least one, e.g. attributes = ["STR"]')
    if weapon.thrown and not weapon.range:
        raise BadSetup(f"{where}: range: a thrown weapon needs a range in feet")
    return weapon


def _check_dice(where: str, field: str, dice: str) -> None:
    if not dice:
        return
    try:
        sides_of(dice)
    except BadDice as error:
        raise BadSetup(f"{where}: {field}: {error}") from error


def _at_least(where: str, **values: tuple[int, int]) -> None:
    for field, (value, least) in values.items():
        if value < least:
            raise BadSetup(f"{where}: {field}: {value} is too little; write {least} or more")
