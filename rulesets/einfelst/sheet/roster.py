"""Tables of the data files, and reading them: weapons, gear, spells, heroes, creatures and squads, all checked.

Ranges are in zones, strengths in dice or successes. An attribute with an Action is a pool of six-sided dice.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec.structs import asdict, replace

from game.kit import roster as kit
from game.kit.entries import Entries, Tables, all_of, between, key_in, merged, one_of
from game.kit.inventory import copy_of, piece
from game.kit.roster import Party, gathered
from game.rules.ruleset import BadSetup
from game.rules.weights import PLAIN, Temperament

Attribute = Literal["strength", "dexterity", "intuition", "reason", "presence"]
Bodily = Literal["strike", "shoot", "force", "endure", "finesse", "sneak"]
Action = Bodily | Literal["track", "read", "study", "persuade", "charm", "intimidate", "cast"]
Harm = Literal["physical", "mental"]
Size = Literal["small", "medium", "large"]
Kind = Literal["hero", "person", "animal", "creature"]
"""hero: Harm is marked on two tracks, everybody else has points (C-54). person: human, so fear and words work on it."""

WeaponTrait = Literal["natural", "reload", "snares", "spent", "light"]
"""natural: part of the body. reload: a slow maneuver between two shots. snares: a hit restrains instead of harming, and
nobody holds the end (C-70). spent: gone once thrown. light: burns, and lights the zone up while it is in hand.
"""

ItemKind = Literal["shield", "light", "antidote", "bandages", "sign", "rope"]
"""shield: its dice join a parry. light: lights the zone up while it is in hand. antidote: ends a poison (C-100), and
is gone. bandages: treat the bleeding, and are gone. sign: dice on Endure against fear. rope: dice on climbing.
"""

Trait = Literal[
    "sees in the dark", "mindless", "unliving", "fireproof", "bodiless", "flies", "climbs", "swims", "speaks"
]
"""What else there is to somebody.

mindless: no words and no fear reach it, and no mental Harm. unliving: poison does nothing. fireproof: does not catch
fire. bodiless: can't be held, pushed or thrown down, and holds nobody. flies, climbs, swims: crosses gaps, walls and
deep water without a test; who flies does all three, and does not fall. speaks: a creature that can be talked to; people
all can.
"""

Spelled = Literal["", "snare", "fire", "push", "hearten"]
"""What a spell does besides Harm. snare: restrains. fire: sets alight. push: to the next zone, or off its feet.
hearten: as many dice as successes on the next throw of a friend, or one's own.
"""

ACTIONS: dict[Action, tuple[Attribute, ...]] = {
    "strike": ("strength",),
    "force": ("strength",),
    "shoot": ("dexterity",),
    "endure": ("strength", "intuition"),
    "finesse": ("dexterity",),
    "sneak": ("dexterity",),
    "track": ("intuition", "reason"),
    "read": ("intuition",),
    "study": ("reason",),
    "persuade": ("reason", "presence"),
    "charm": ("presence",),
    "intimidate": ("presence", "intuition"),
    "cast": ("reason",),
}
"""The thirteen, each with the attributes that may stand behind it: the better one does."""

BODILY: tuple[Bodily, ...] = get_args(Bodily)
"""Actions that physical Harm takes dice from; mental Harm takes them from the others."""


class Attributes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The five attributes; 2 to 5 for people."""

    strength: int = 3
    dexterity: int = 3
    intuition: int = 3
    reason: int = 3
    presence: int = 3


class Actions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How practised somebody is in each of the thirteen, 0 to 5."""

    strike: int = 0
    shoot: int = 0
    force: int = 0
    endure: int = 0
    finesse: int = 0
    sneak: int = 0
    track: int = 0
    read: int = 0
    study: int = 0
    persuade: int = 0
    charm: int = 0
    intimidate: int = 0
    cast: int = 0


class Weapon(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon, what comes to hand, or claws and teeth."""

    key: str
    name: str
    action: Literal["strike", "shoot", "force"] = "strike"
    damage: int = 1
    """Harm of a hit with one success; 0 only for what snares."""
    harm: Harm = "physical"
    range: int = 0
    """Zones it reaches if it is shot or thrown; 0: no farther than the own zone (C-56)."""
    nearest: int = 0
    """Zones that it must be away at least (C-57)."""
    hands: int = 1
    """Hands it takes; 0 for what is natural."""
    bonus: int = 0
    """Dice added to attacks with it."""
    guard: int = 0
    """Dice added to parries with it, or taken off."""
    fire: int = 0
    """Who is hit catches a fire of this intensity, 1 to 3 (C-92)."""
    poison: int = 0
    """Who is harmed is poisoned with this toxicity (C-97)."""
    traits: tuple[WeaponTrait, ...] = ()

    @property
    def natural(self) -> bool:
        """Claws, teeth and fists: nothing to drop, to put away or to draw."""
        return "natural" in self.traits

    @property
    def shoots(self) -> bool:
        """A bow, a sling, a spat fire, or what is only for throwing: no use hand to hand."""
        return self.action == "shoot"

    @property
    def melee(self) -> bool:
        """Whether it strikes hand to hand."""
        return not self.shoots

    @property
    def thrown(self) -> bool:
        """Whether using it at a distance puts it out of hand: what strikes and has a range, and what is spent."""
        return bool(self.range) and self.hands > 0 and (self.melee or "spent" in self.traits)


class Armour(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A suit of armour."""

    key: str
    name: str
    dice: int
    """Thrown when its wearer is hit; each success cancels a Harm."""
    clumsy: int = 0
    """Dice that it takes from Finesse and Sneak."""


class Item(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something carried that is no weapon and no armour."""

    key: str
    name: str
    kind: ItemKind
    dice: int = 0
    """That it adds, where its kind adds any."""


class Spell(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A spell: a slow maneuver, and a throw of Cast (C-32)."""

    key: str
    name: str
    text: str
    target: Literal["foe", "ally"]
    """ally: oneself too."""
    range: int = 0
    """Zones it reaches."""
    resist: Action | None = None
    """The Action of the reaction that takes successes from it (C-40); None: nobody would resist."""
    damage: int = 0
    harm: Harm = "physical"
    effect: Spelled = ""
    fire: int = 0
    """Intensity of the fire, for what sets alight."""
    fear: int = 0
    """Successes that those who see it cast, and are the caster's foes, need against fear (C-84)."""


class Profile(msgspec.Struct, frozen=True):
    """A combatant's profile as it comes to the battle; nothing changes in it."""

    key: str
    name: str
    icon: str
    """Its picture: the symbol of a hero's disc, or a creature, "goblin", with what it holds, "goblin-archer"."""
    kind: Kind
    attributes: Attributes
    actions: Actions
    number: int = 0
    """Which one of its type; 0 for a named character."""
    named: bool = False
    points: int = 0
    """Harm points at which it is out of the fight; 0 for heroes, who have tracks."""
    cards: int = 1
    """Initiative cards, and so turns in a round (C-12)."""
    hide: int = 0
    """Dice of its own skin; nobody has hide and armour."""
    armour: Armour | None = None
    weapons: tuple[Weapon, ...] = ()
    """Every kind of weapon it owns, natural ones included; who has none of these has fists, "fist"."""
    items: tuple[Item, ...] = ()
    """Every kind of other thing it carries."""
    hand: str = ""
    """Key of the weapon in hand at the start; "" for none."""
    off: str = ""
    """In the other hand: a shield's or a light's key, or ""."""
    pack: tuple[str, ...] = ()
    """Keys of all it carries, what is in hand too; the second of a kind ends in "#2"."""
    spells: tuple[Spell, ...] = ()
    fear: int = 0
    """Successes that somebody who meets it needs against fear (C-87); 0: nobody fears it."""
    size: Size = "medium"
    traits: tuple[Trait, ...] = ()
    temperament: Temperament = PLAIN

    def dice(self, action: Action) -> int:
        """Attribute and Action together, before anything is added or taken off."""
        behind: int = max(getattr(self.attributes, name) for name in ACTIONS[action])
        practised: int = getattr(self.actions, action)
        return behind + practised

    def weapon(self, key: str) -> Weapon:
        """The weapon of that key. KeyError if it did not bring one."""
        return piece(key, self.weapons)

    def item(self, key: str) -> Item:
        """The item of that key. KeyError if it did not bring one."""
        return piece(key, self.items)

    def spell(self, key: str) -> Spell:
        """The spell of that key."""
        return next(spell for spell in self.spells if spell.key == key)

    @property
    def natural(self) -> tuple[Weapon, ...]:
        """Weapons that are always at hand."""
        return tuple(weapon for weapon in self.weapons if weapon.natural)

    @property
    def worn(self) -> int:
        """Dice of its armour or hide."""
        return self.armour.dice if self.armour else self.hide

    @property
    def hero(self) -> bool:
        """Whether it is a player character, whoever plays it: tracks, swaps of cards, company against fear."""
        return self.kind == "hero"

    @property
    def human(self) -> bool:
        """Whether fear and words work on it as on people."""
        return self.kind in ("hero", "person")

    @property
    def speaks(self) -> bool:
        """Whether it can talk, and be talked to."""
        return self.human or "speaks" in self.traits

    @property
    def cells(self) -> int:
        """Cells along a side of its body, for the picture of its zone."""
        return 2 if self.size == "large" else 1


class Carried(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon or item as somebody carries it: the key, and what differs from the table."""

    item: Annotated[str, key_in("weapon", "item")]
    name: str = ""
    """What it is called instead."""
    damage: int | None = None
    """Harm that it does instead."""
    bonus: int | None = None
    """Dice that it adds to a pool, or takes off."""
    poison: int | None = None
    """Strength of the poison on it."""
    fire: int | None = None
    """Intensity of the fire that it sets."""
    count: int = 1
    """How many of a kind it carries."""


class Unit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A hero, or a kind of person, animal or creature."""

    key: str
    """How squads and scenarios name it: small letters, with hyphens between words."""
    name: str
    """What the board calls it; several of a kind get numbers."""
    icon: str
    """The symbol on a hero's disc, or the enemy type that picks colour and plate of a piece."""
    attributes: Attributes = Attributes()
    """Dice of the attributes, 3 if left out; 2 to 5 for heroes, 0 to 10 for others."""
    actions: Actions = Actions()
    """How practised it is: dice on top of the attribute's. 0 to 2 for heroes, 3 in the main one, 0 to 5 for others."""
    carries: tuple[Annotated[str, key_in("weapon", "item")] | Carried, ...] = ()
    """Weapons and items, the first weapon in hand, a shield or light in the other."""
    natural: tuple[Annotated[str, key_in("weapon")] | Carried, ...] = ()
    """Weapons it has by nature; fists if left out."""
    armour: Annotated[str, key_in("armour")] = ""
    """What it wears."""
    spells: tuple[Annotated[str, key_in("spell")], ...] = ()
    """Spells that it knows."""
    temperament: Temperament = PLAIN
    """What it likes in a fight, where the computer plays it."""


class Hero(Unit, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A player character."""

    main: Action
    """The Action of its trade, the only one that may be 3."""


class Creature(Unit, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A kind of person, animal or creature."""

    kind: Literal["person", "animal", "creature"]
    """Fear and words work on a person."""
    points: Annotated[int, between(1)]
    """Harm points at which it is out of the fight; each takes a die from its pools."""
    cards: Annotated[int, between(1, 5)] = 1
    """Initiative cards, and so turns in a round."""
    hide: Annotated[int, between(0, 20)] = 0
    """Dice of its own skin; nobody has hide and armour."""
    fear: Annotated[int, between(0, 20)] = 0
    """Successes that those who meet it need against fear."""
    size: Size = "medium"
    """Large is two cells wide on the picture of its zone."""
    traits: tuple[Trait, ...] = ()
    """What else there is to it."""


TABLES: Tables = {
    "weapon": Weapon,
    "armour": Armour,
    "item": Item,
    "spell": Spell,
    "hero": Hero,
    "creature": Creature,
    "party": Party,
}


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
        """An entry of the data by its key; None if there is none."""
        return self.weapons.get(key) or self.items.get(key)


def _gather(base: Roster, entries: Entries) -> Roster:
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
