"""Tables of the data files, and reading them: weapons, gear, spells, heroes, hirelings, creatures and squads.

Ranges, radii and speeds are in feet. A modifier belongs to a score of 3 to 18; a score of 0 is one that somebody lacks.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec.structs import asdict, replace

from game.kit import roster as kit
from game.kit.entries import Entries, Tables, all_of, at_least, between, called, key_in, merged, one_of
from game.kit.inventory import copy_of, kind_of, owns, piece
from game.kit.roster import Party, gathered
from game.rules.ruleset import BadSetup
from game.rules.weights import PLAIN, Temperament
from game.user_error import suggest

Attribute = Literal["might", "agility", "discipline", "savvy"]
Tag = Literal["crushing", "slashing", "piercing"]
Harm = Literal["crushing", "slashing", "piercing", "fire", "frost"]
Effect = Literal["dazed", "bleeding", "pinned"]
Adds = Literal["might", "agility", "better", "none"]
Size = Literal["small", "medium", "large"]
Kind = Literal["hero", "hireling", "creature"]
FromZero = Annotated[int, between(0)]
GearKey = Annotated[str, key_in("weapon", "thing")]
Grade = Literal["craven", "cowardly", "impulsive", "brave", "suicidal"]
WeaponTrait = Literal["natural", "thrown", "reload", "trips", "improvised"]
Trait = Literal["corrodes", "dreadful", "cleaves", "stealthy", "sees in the dark"]
"""What else there is to somebody.

corrodes: a weapon that hits it hand to hand takes a Notch. dreadful: each foe that sees it hurt somebody tests Morale,
the first time (D-50). cleaves: who fells a foe hand to hand attacks once more, once a round. stealthy: a Bane on Saves
against surprise (D-06). sees in the dark: needs no light.
"""

TAG_EFFECT: dict[Tag, Effect] = {"crushing": "dazed", "slashing": "bleeding", "piercing": "pinned"}
"""What a blow of each tag may do besides its damage (D-34, D-35, D-36)."""

GRADES: dict[Grade, int] = {"craven": 0, "cowardly": 4, "impulsive": 10, "brave": 14, "suicidal": 20}
"""Morale in words (D-44)."""

LOYAL = 10
"""Hirelings of this Loyalty or more never test (D-51)."""

HANDS = 2
"""Hands that everybody has to hold things with."""

SPEED = 40
"""Feet that most walk in a round (D-13)."""

DICE = ("d4", "d6", "d8", "d10", "d12")
"""Damage dice, from the weakest."""

MODIFIERS = ((4, -3), (6, -2), (9, -1), (13, 0), (16, 1), (18, 2))
"""Scores below the first number have the second as their modifier; 18 has 3."""


def modifier(score: int) -> int:
    """The modifier of a score; 0 for one that somebody lacks."""
    return next((less for below, less in MODIFIERS if score < below), 3) if score else 0


def stepped(die: str, steps: int) -> str:
    """A die so many steps up or down; there are none beyond d4 and d12."""
    return DICE[max(0, min(DICE.index(die) + steps, len(DICE) - 1))]


def grade(morale: int) -> Grade:
    """The word for a Morale: that of the highest grade it reaches."""
    return next(word for word, least in reversed(GRADES.items()) if morale >= least)


class Scores(msgspec.Struct, frozen=True):
    """The four attributes, 3 to 18; a discipline of 0 is none at all."""

    might: int = 10
    agility: int = 10
    discipline: int = 10
    savvy: int = 10

    def of(self, name: Attribute) -> int:
        """The score of that name."""
        value: int = getattr(self, name)
        return value

    def modifier(self, name: Attribute) -> int:
        """The modifier of that name."""
        return modifier(self.of(name))


class Weapon(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon, what comes to hand, or claws and teeth."""

    key: str
    name: str
    die: str
    """Of its damage, by its class (D-30)."""
    uses: tuple[Tag, ...]
    """One tag, or two of which the attacker picks one for each blow (D-32)."""
    adds: Adds = "might"
    """The modifier that damage adds: better is the higher of might's and agility's."""
    bonus: int = 0
    """Damage added besides, or taken off; a hit does 1 at least."""
    range: int = 0
    """Feet; beyond half of it there is a Bane. 0: it can't be shot or thrown."""
    hands: int = 1
    """Hands it takes; 0 for natural weapons and fists."""
    ammo: str = ""
    """Key of the thing that gives depleted ammo back (D-28); "" for what is not shot."""
    inflicts: Effect | None = None
    """What every hit does besides its damage."""
    traits: tuple[WeaponTrait, ...] = ()

    @property
    def thrown(self) -> bool:
        """Whether it can be thrown, and so be lost."""
        return "thrown" in self.traits

    @property
    def shoots(self) -> bool:
        """A bow, crossbow or sling, no use hand to hand."""
        return bool(self.ammo)

    @property
    def melee(self) -> bool:
        """Whether it strikes hand to hand."""
        return not self.shoots

    @property
    def natural(self) -> bool:
        """Claws, teeth and fists: nothing to notch, to drop or to put away."""
        return "natural" in self.traits

    @property
    def slots(self) -> int:
        """Slots it takes: two if it needs both hands."""
        return self.hands


class Armour(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A suit of armour; worn, it takes slots, but no handy ones."""

    key: str
    name: str
    defense: int
    slots: int
    slower: int = 0
    """Feet that it takes from combat speed."""


class Thing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something carried that is no weapon and no armour."""

    key: str
    name: str
    kind: Literal["shield", "liquor", "ammo", "light", "magic"]
    """shield: Defense 1, and may be splintered. ammo: makes a depleted weapon ready, and is gone."""
    uses: int = 1
    """Swigs of liquor, or how often something magic works in a battle."""
    slots: int = 1
    radius: int = 0
    """Feet that a light reaches, once it is lit; it takes a hand."""
    spell: str = ""
    """Key of the spell that something magic works."""

    @property
    def hands(self) -> int:
        """Hands it takes where it is held."""
        return 1


class Spell(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A spell: an action, and one of its caster's castings."""

    key: str
    name: str
    text: str
    target: Literal["foe", "ally", "place"]
    """ally: oneself too. place: everybody within the radius, friend and foe."""
    range: int = 0
    """Feet; 0 for a touch, which the unwilling must be struck with (D-29)."""
    radius: int = 0
    die: str = ""
    """Of damage, or of the Grit that comes back."""
    harm: Harm | None = None
    save: Attribute | None = None
    """A Save with it escapes the spell, or all but half the damage."""
    effect: Literal["", "dazed", "pinned", "asleep", "push", "mend", "ward", "light"] = ""
    """mend: gives Grit back. ward: adds to Defense. light: lights the place up for the rest of the battle."""
    amount: int = 0
    """Feet of a push, Defense of a ward."""
    rounds: int = 0
    """How long sleep or a ward lasts."""
    dreadful: bool = False
    """Whoever sees it for the first time in a fight as the caster's foe tests Morale (D-50)."""

    @property
    def touch(self) -> bool:
        """Whether the caster must touch the target."""
        return self.range == 0


class Profile(msgspec.Struct, frozen=True):
    """A combatant's profile as it comes to the battle; nothing changes in it."""

    key: str
    name: str
    icon: str
    """Its picture: the symbol of a hero's disc, or a creature, "goblin", with what it holds, "goblin-archer"."""
    kind: Kind
    scores: Scores
    violence: int
    """Added to attack rolls (D-26)."""
    grit: int
    flesh: int
    number: int = 0
    """Which one of its type; 0 for a named character."""
    named: bool = False
    hide: int = 0
    """Defense of its own skin; nobody has hide and armour."""
    armour: Armour | None = None
    weapons: tuple[Weapon, ...] = ()
    """Every kind of weapon it owns, natural ones included; who has none of these has fists, "fist"."""
    things: tuple[Thing, ...] = ()
    """Every kind of other thing it carries."""
    hands: tuple[str, ...] = ()
    """Keys of what is in its hands at the start."""
    handy: tuple[str, ...] = ()
    """Keys of all that is within reach, what is in hand too; the second of a kind ends in "#2"."""
    stowed: tuple[str, ...] = ()
    """Keys of what an action must fetch (D-17)."""
    lit: bool = False
    """The light in its hand burns when the battle begins."""
    spells: tuple[Spell, ...] = ()
    castings: int = 0
    """Spells it may cast in a battle."""
    granted: tuple[Spell, ...] = ()
    """Spells of the magic things it brought."""
    morale: int = 10
    """0 to 20: Morale of a creature, Loyalty of a hireling (D-42, D-51)."""
    leader: bool = False
    quickness: int = 0
    """Foes of the quick (1) test Savvy with a Bane, those of the slow (-1) with a Boon (D-03)."""
    alert: int = 0
    """Boons on its own Tests of Savvy for initiative."""
    critical: int = 20
    """The lowest face of the d20 that is a critical hit (D-27)."""
    size: Size = "medium"
    pace: int = SPEED
    """Feet it walks in a round, unarmoured."""
    resists: tuple[Harm, ...] = ()
    """Kinds of harm whose dice are a step down on it (D-33)."""
    weak: tuple[Harm, ...] = ()
    """Kinds of harm that do 1 more to it (D-33)."""
    traits: tuple[Trait, ...] = ()
    temperament: Temperament = PLAIN

    def weapon(self, key: str) -> Weapon:
        """The weapon of that key. KeyError if it did not bring one."""
        return piece(key, self.weapons)

    def thing(self, key: str) -> Thing:
        """The thing of that key. KeyError if it did not bring one."""
        return piece(key, self.things)

    def is_light(self, key: str) -> bool:
        """Whether a key of something it brought is a torch's or the like."""
        return not owns(key, self.weapons) and self.thing(key).kind == "light"

    @property
    def gear(self) -> tuple[Weapon | Thing, ...]:
        """Every kind of weapon and thing."""
        return (*self.weapons, *self.things)

    @property
    def slots(self) -> int:
        """Slots of all that it can carry."""
        return self.scores.might

    @property
    def handy_slots(self) -> int:
        """Slots within reach."""
        return self.scores.agility // 3

    @property
    def worn(self) -> int:
        """Defense of its armour or hide, before notches."""
        return self.armour.defense if self.armour else self.hide

    @property
    def speed(self) -> int:
        """Feet it walks in a round (D-13)."""
        return self.pace - (self.armour.slower if self.armour else 0)

    @property
    def steadfast(self) -> bool:
        """Whether it never tests Morale: heroes, and hirelings who are loyal enough."""
        return self.kind == "hero" or (self.kind == "hireling" and self.morale >= LOYAL)

    @property
    def cells(self) -> int:
        """Cells along a side of its body."""
        return 2 if self.size == "large" else 1

    @property
    def step(self) -> int:
        """Its size in steps: -1, 0 or 1 (for gambits)."""
        sizes: tuple[Size, ...] = ("small", "medium", "large")
        return sizes.index(self.size) - 1


class Carried(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon or thing as somebody carries it: the key, and what differs from the table."""

    item: GearKey
    name: str = ""
    """What it is called instead."""
    adds: Adds | None = None
    """The modifier that its damage adds instead."""
    bonus: int | None = None
    """Damage added besides, or taken off."""
    inflicts: Effect | None = None
    """What every hit does besides its damage."""
    count: int = 1
    """How many of a kind it carries."""


class Unit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A hero, a hireling or a kind of creature."""

    key: str
    """How squads and scenarios name it: small letters, with hyphens between words."""
    name: str
    """What the board calls it; several of a kind get numbers."""
    icon: str
    """The symbol on a hero's disc, or the enemy type that picks colour and plate of a piece."""
    scores: tuple[
        Annotated[int, called("might")],
        Annotated[int, called("agility")],
        Annotated[int, called("discipline")],
        Annotated[int, called("savvy")],
    ]
    """Might, agility, discipline, savvy: 3 to 18; a discipline of 0 is none at all."""
    flesh: Annotated[int, between(1)]
    """What it dies without."""
    grit: FromZero = 0
    """What damage hits before Flesh."""
    violence: FromZero = 0
    """Added to attack rolls."""
    handy: tuple[GearKey | Carried, ...] = ()
    """What is within reach, in slots of a third of agility. The first weapon is in hand, a shield on the arm."""
    stowed: tuple[GearKey | Carried, ...] = ()
    """What an action must fetch; with what is handy and worn as many slots as might, two-handed weapons two each."""
    natural: tuple[Annotated[str, key_in("weapon")] | Carried, ...] = ()
    """Weapons it has by nature; fists if left out."""
    armour: Annotated[str, key_in("armour")] = ""
    """What it wears; it takes slots."""
    hide: FromZero = 0
    """Defense of its own skin; nobody has hide and armour."""
    lit: bool = False
    """Whether its handy light burns from the start."""
    spells: tuple[Annotated[str, key_in("spell")], ...] = ()
    """Spells that it knows."""
    castings: FromZero = 0
    """Spells it may cast in a battle."""
    morale: int | Grade = "impulsive"
    """0 to 20, or a word for it; Loyalty of a hireling. Heroes never test it."""
    leader: bool = False
    """Whether others lose heart when it falls."""
    quickness: Literal[-1, 0, 1] = 0
    """Of the quick (1) foes test Savvy with a Bane, of the slow (-1) with a Boon."""
    alert: FromZero = 0
    """Boons on its own Tests of Savvy for initiative."""
    critical: Annotated[int, between(2, 20)] = 20
    """The lowest face of the d20 that is a critical hit."""
    size: Size = "medium"
    """Large is two cells wide."""
    pace: Annotated[int, between(5)] = SPEED
    """Feet it walks in a round, unarmoured."""
    resists: tuple[Harm, ...] = ()
    """Kinds of harm whose dice are a step down on it."""
    weak: tuple[Harm, ...] = ()
    """Kinds of harm that do one point more to it."""
    traits: tuple[Trait, ...] = ()
    """What else there is to it."""
    temperament: Temperament = PLAIN
    """What it likes in a fight, where the computer plays it."""


class Hero(Unit, frozen=True, forbid_unknown_fields=True):
    """A named character; it never tests Morale."""


class Hireling(Unit, frozen=True, forbid_unknown_fields=True):
    """Somebody in a hero's pay; ``morale`` is its Loyalty."""


class Creature(Unit, frozen=True, forbid_unknown_fields=True):
    """A kind of creature."""


TABLES: Tables = {
    "weapon": Weapon,
    "armour": Armour,
    "thing": Thing,
    "spell": Spell,
    "hero": Hero,
    "hireling": Hireling,
    "creature": Creature,
    "party": Party,
}


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
        """An entry of the data by its key; None if there is none."""
        return self.weapons.get(key) or self.things.get(key)


def _gather(base: Roster, entries: Entries) -> Roster:
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
