"""What the data files hold: weapons, armour, items, spells, and what a combatant brings to the battle.

Ranges are in zones, strengths in dice or successes. An attribute with an Action is a pool of six-sided dice.
"""

from __future__ import annotations

from typing import Annotated, Literal, get_args

import msgspec

from game.kit.entries import Tables, between, key_in
from game.kit.inventory import piece
from game.kit.roster import Party
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
    """What a combatant brings to the battle; nothing changes in it."""

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
