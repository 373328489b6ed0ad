"""What ingenuity knows of a combatant in the middle of a battle, and the record of turns."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from game.kit.combatants import NOBODY
from game.kit.conditions import Conditions, find, has
from game.kit.entries import Tables, between, called, key_in
from game.kit.goals import Progress
from game.kit.inventory import kind_of, owns, piece
from game.kit.roster import Party
from game.rules.events import Id
from game.rules.state import Combatant, State
from game.rules.table import Board, Table
from game.rules.weights import PLAIN, Temperament
from game.spatial.field import Cell

Attribute = Literal["strength", "dexterity", "intellect", "resolve"]
Skill = Literal["agility", "athletics", "charisma", "combat", "handling", "insight", "perception"]
Proficiency = Literal[
    "archery", "finesse", "firearms", "martial", "throwing", "unarmed",
    "dodge", "fortitude", "resistance", "stealth", "healing", "running",
]  # fmt: skip
Harm = Literal[
    "bludgeoning", "piercing", "slashing",
    "arcane", "cold", "fire", "radiant", "shock", "void",
    "psychic",
]  # fmt: skip
Effect = Literal["bleeding", "burning", "blinded", "stunned", "prone"]
WeaponTrait = Literal[
    "natural", "thrown", "swift", "momentum", "cleave", "backswing", "versatile", "risky", "nonlethal"
]  # fmt: skip

FromZero = Annotated[int, between(0)]
FromOne = Annotated[int, between(1)]
Trait = Literal["alert", "sees in the dark"]
"""alert: cannot be surprised (B-14)."""

PHYSICAL: tuple[Harm, ...] = ("bludgeoning", "piercing", "slashing")
ELEMENTAL: tuple[Harm, ...] = ("arcane", "cold", "fire", "radiant", "shock", "void")
"""What deflection of each kind is for; nothing turns aside what is neither (B-67, B-68)."""

METAL = 10
"""Durability of a thing of metal that has no number of its own, and of any other (B-65)."""
FRAIL = 4


class Attributes(msgspec.Struct, frozen=True):
    """The sides of the four attribute dice."""

    strength: int = 6
    dexterity: int = 6
    intellect: int = 6
    resolve: int = 6

    def of(self, name: Attribute) -> int:
        """The sides of one."""
        value: int = getattr(self, name)
        return value

    def passive(self, name: Attribute) -> int:
        """Half of the most that one can show."""
        return self.of(name) // 2


class Item(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something that may be held in a hand."""

    key: str
    name: str
    parry: int = 0
    """What it adds to deflection where it parries; 0: it has no number, and adds 1 (B-63)."""
    block: int = 0
    """What it takes off the damage that it is hit with instead of its bearer; 0: it can't block (B-58)."""
    durability: int = 0
    """0: by what it is made of (B-65)."""
    metal: bool = True

    @property
    def lasts(self) -> int:
        """Damage that breaks it."""
        return self.durability or (METAL if self.metal else FRAIL)


class Weapon(Item, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A weapon, what comes to hand, or claws and teeth."""

    attributes: tuple[Attribute, ...]
    """Any of them may be rolled with it (B-46)."""
    damage: int
    harm: tuple[Harm, ...]
    """One kind, or two of which the attacker picks one for each attack."""
    critical: int = 20
    """The least face of the luck die that is a critical hit (B-49)."""
    critical_damage: int
    proficiencies: tuple[Proficiency, ...] = ()
    hands: int = 1
    """Hands it takes; 0 for natural weapons and fists. A melee weapon of two may be swung with one."""
    reach: int = 1
    """Metres; 0 for what is no use hand to hand."""
    range: int = 0
    """Metres up to which it is shot or thrown without loss; each further multiple costs 1. 0: it can't be."""
    limit: int = 0
    """Metres that it carries at most."""
    reload: int = 0
    """Actions that loading takes."""
    unfit: int = 0
    """Metres at which, and nearer, it is unwieldy."""
    inflicts: Effect | None = None
    """What a hit does besides, if it is not fortified against."""
    amount: int = 0
    """How much of it: bleeding 2."""
    traits: tuple[WeaponTrait, ...] = ()

    @property
    def thrown(self) -> bool:
        """Whether it can be thrown, and so be lost."""
        return "thrown" in self.traits

    @property
    def shoots(self) -> bool:
        """A bow, crossbow or sling, or something spat."""
        return bool(self.range) and not self.thrown

    @property
    def melee(self) -> bool:
        """Whether it strikes hand to hand."""
        return self.reach > 0

    @property
    def natural(self) -> bool:
        """Claws, teeth and fists: nothing to drop or to put away."""
        return "natural" in self.traits


class Armour(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A suit of armour, or a helmet."""

    key: str
    name: str
    rating: int
    """What it adds to both deflections."""


class Feat(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A feat of will: what focus can do besides commanding and resisting (the house's own, behind a setting)."""

    key: str
    name: str
    text: str
    """What it does, in a sentence."""
    target: Literal["foe", "friend"]
    """Of friends oneself is one."""
    range: int
    """Metres."""
    focus: int = 2
    attribute: Attribute = "intellect"
    skill: Skill = "insight"
    """The dice of its test, if it needs one."""
    against: Literal["willpower", "constitution", "evasion"] | None = None
    """What the test must reach: resisted, fortified against, dodged. None: there is no test."""
    effect: Effect | Literal["push", "ward", "mend"] | None = None
    amount: int = 0
    """How much of it: burning 2, metres of a push, endurance that is mended."""
    harm: Harm | None = None
    damage: int = 0
    """Dealt besides, with the result of the test as any attack's."""


class Profile(msgspec.Struct, frozen=True, kw_only=True):
    """A combatant as it comes to the battle; nothing changes in it."""

    key: str
    name: str
    icon: str
    kind: Literal["hero", "creature"] = "hero"
    number: int = 0
    named: bool = False
    size: int = 4
    attributes: Attributes = Attributes()
    skills: dict[Skill, int] = {}
    """Sides of the skill dice that are better than untrained."""
    proficiencies: dict[Proficiency, int] = {}
    hp: int
    end: int
    st: int
    fc: int
    eva: int
    con: int
    will: int
    physical: int
    """Deflection of physical damage, of elemental damage."""
    elemental: int
    speed: int
    weapons: tuple[Weapon, ...] = ()
    """Every kind of weapon it owns, natural ones included."""
    items: tuple[Item, ...] = ()
    """Every kind of shield or the like it owns."""
    hand: str = ""
    off: str = ""
    """Keys of what its hands hold at the start; "" for nothing."""
    carried: tuple[str, ...] = ()
    """Keys of all that it carries, what is in its hands too; the second of a kind ends in "#2"."""
    armour: str = ""
    """What it wears, in words."""
    feats: tuple[Feat, ...] = ()
    traits: tuple[Trait, ...] = ()
    temperament: Temperament = PLAIN

    def die(self, skill: Skill) -> int:
        """Sides of a skill die."""
        return self.skills.get(skill, 4)

    def bonus(self, *names: Proficiency) -> int:
        """The best of some proficiencies: at most one applies (B-46)."""
        return max((self.proficiencies.get(name, 0) for name in names), default=0)

    def weapon(self, key: str) -> Weapon:
        """The weapon of that key. KeyError if it did not bring one."""
        return piece(key, self.weapons)

    def item(self, key: str) -> Item:
        """The shield or the like of that key. KeyError if it did not bring one."""
        return piece(key, self.items)

    @property
    def cells(self) -> int:
        """Cells along a side of its body: 2 from size 6, 3 from size 8."""
        return 1 if self.size < 6 else 2 if self.size < 8 else 3


class Unit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A hero or a kind of creature. What is left out is worked out by the book's formulas."""

    key: str
    """How squads and scenarios name it: small letters, with hyphens between words."""
    name: str
    """What the board calls it; several of a kind get numbers."""
    icon: str
    """The symbol on a hero's disc, or the enemy type that picks colour and plate of a piece."""
    size: Annotated[int, between(1, 12)] = 4
    """4 is a man. Two cells wide from 6, three from 8."""
    dice: tuple[
        Annotated[int, called("strength")],
        Annotated[int, called("dexterity")],
        Annotated[int, called("intellect")],
        Annotated[int, called("resolve")],
    ]
    """Sides of strength, dexterity, intellect, resolve: 4, 6, 8, 10 or 12."""
    skills: dict[Skill, int] = {}
    """Sides of the dice that are better than untrained: 6, 8, 10 or 12."""
    proficiencies: dict[Proficiency, int] = {}
    """What is added to tests, 1 to 4."""
    carried: tuple[Annotated[str, key_in("weapon", "item")], ...] = ()
    """Weapons and shields, one twice for two of it. The first weapon is in hand, the first shield beside it."""
    natural: tuple[Annotated[str, key_in("weapon")], ...] = ()
    """Claws and teeth; bare hands if left out."""
    armour: Annotated[str, key_in("armour")] = ""
    """What it wears."""
    helmet: Annotated[str, key_in("armour")] = ""
    """What it wears on its head."""
    feats: tuple[Annotated[str, key_in("feat")], ...] = ()
    """Feats of will."""
    traits: tuple[Trait, ...] = ()
    """What else there is to it."""
    temperament: Temperament = PLAIN
    """What it likes in a fight, where the computer plays it."""
    hp: FromOne | None = None
    """Health; left out: 6 and strength."""
    end: FromZero | None = None
    """Endurance; left out: 6 and resolve."""
    st: FromZero | None = None
    """Stamina; left out: 6 and dexterity."""
    fc: FromZero | None = None
    """Focus; left out: 6 and intellect."""
    eva: FromZero | None = None
    """Evasion; left out: half of resolve and half of dexterity, and dodge."""
    con: FromZero | None = None
    """Constitution; left out: half of strength, and fortitude."""
    will: FromZero | None = None
    """Willpower; left out: half of intellect, and resistance."""
    physical: FromZero | None = None
    """Deflection of physical damage; left out: half of resolve, and armour."""
    elemental: FromZero | None = None
    """Deflection of elemental damage; left out: half of intellect, and armour."""
    speed: FromOne | None = None
    """Metres it walks with an action; left out: size, half of dexterity, half of agility, and running."""


class Hero(Unit, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A named character."""


class Creature(Unit, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A kind of creature."""


TABLES: Tables = {
    "weapon": Weapon,
    "item": Item,
    "armour": Armour,
    "feat": Feat,
    "hero": Hero,
    "creature": Creature,
    "party": Party,
}


ACTIONS = 3
"""Of a turn (B-16)."""

REACTIONS = 1
"""Of a round, given back as one's turn begins (B-30)."""

CHEAT = 10
"""What the luck die must show at first to cheat death (B-73)."""

GUARD = "guard"
COVER = "cover"
WAITING = "waiting"
BLEEDING = "bleeding"
BURNING = "burning"
BLINDED = "blinded"
STUNNED = "stunned"
"""Conditions of a sheet; the first three end as the next turn begins."""


class Task(msgspec.Struct, frozen=True):
    """An action that takes more than one had left, and is paid from turns to come (B-38)."""

    key: str
    """Of its option."""
    left: int
    """Actions still to be paid."""
    of: int
    """Actions that it takes in all."""
    label: str = ""
    """What it is, in words."""


Moment = Literal["", "comes near", "attacks", "casts", "acts", "has acted"]
"""What sets off a deed that is held back; empty for those who may not know."""


class Readied(msgspec.Struct, frozen=True):
    """A deed held back until something happens (B-23)."""

    trigger: Moment
    key: str
    """Of the deed's option, or what the keys of several begin with, of which one is chosen when it happens; "" in place
    of an id stands for whoever sets it off.
    """
    label: str
    """The deed in words."""
    paid: int = 1
    """Actions that were paid for it; what takes more is only begun (B-38)."""


class Sheet(msgspec.Struct, frozen=True):
    """The state of a combatant in the middle of a battle."""

    profile: Profile
    end: int
    hp: int
    st: int
    fc: int
    conditions: Conditions = ()
    prone: bool = False
    hidden: bool = False
    unconscious: bool = False
    dead: bool = False
    cheat: int = CHEAT
    """What cheating death takes the next time (B-74)."""

    hand: str = ""
    off: str = ""
    """Keys of what the hands hold; a two-handed grip leaves the other empty."""
    carried: tuple[str, ...] = ()
    found: tuple[Weapon, ...] = ()
    gained: tuple[Item, ...] = ()
    """Weapons and other things that it picked up and did not bring."""
    wear: dict[str, int] = {}
    """Durability lost, by key."""
    unloaded: tuple[str, ...] = ()
    brandished: bool = False
    """It has had its free choice of what to hold, or its first turn is over (ruling N-10)."""

    reactions: int = REACTIONS
    spare: bool = False
    """It has stepped into an attack, and one defence against that is still free (B-34)."""
    acted: bool = False
    """Its turn of this round is taken."""
    attacks: int = 0
    """Attacks made this round, no matter on whose turn (B-53)."""
    tried: tuple[Id, ...] = ()
    struck: tuple[Id, ...] = ()
    """Whom it has attacked, and hit, in the turn that goes on, its own or another's."""
    missed: tuple[str, ...] = ()
    """The weapons with which its latest attack in that turn missed."""
    task: Task | None = None
    readied: Readied | None = None

    @property
    def up(self) -> bool:
        """Alive and conscious."""
        return not self.unconscious and not self.dead

    def has(self, word: str) -> bool:
        """Whether there is a condition of that word."""
        return has(self.conditions, word)

    def amount(self, word: str) -> int:
        """Amount of a condition."""
        found = find(self.conditions, word)
        return 0 if found is None else found.count

    @property
    def guard(self) -> int:
        """Bonus of Guard to all defences and their tests (B-21)."""
        return int(self.has(GUARD))

    @property
    def harmed(self) -> bool:
        """Half its endurance or less is left (B-69)."""
        return 2 * self.end <= self.profile.end

    @property
    def bloodied(self) -> bool:
        """Some of its health is missing (B-70)."""
        return self.hp < self.profile.hp

    def weapon(self, key: str) -> Weapon:
        """The weapon of that key. KeyError if it has none."""
        return piece(key, self.found, self.profile.weapons)

    def is_weapon(self, key: str) -> bool:
        """Whether a key of something carried is a weapon's."""
        return owns(key, self.found, self.profile.weapons)

    def item(self, key: str) -> Item:
        """The weapon, shield or the like of that key."""
        return self.weapon(key) if self.is_weapon(key) else piece(key, self.gained, self.profile.items)

    def lasts(self, key: str) -> int:
        """Durability left of something carried."""
        return max(0, self.item(key).lasts - self.wear.get(key, 0))

    def broken(self, key: str) -> bool:
        """Whether it can neither block nor parry any more (B-66)."""
        return self.lasts(key) == 0

    def state_of(self, key: str) -> tuple[str, int, bool]:
        """The kind of something carried and all that has befallen it: what shares this is alike."""
        return kind_of(key), self.wear.get(key, 0), key in self.unloaded

    def called(self, key: str) -> str:
        """Name of something carried where it matters that it is worn, broken or not loaded."""
        state = "broken " if self.broken(key) else "worn " if self.wear.get(key) else ""
        return f"{state}{'unloaded ' if key in self.unloaded else ''}{self.item(key).name.lower()}"

    @property
    def held(self) -> tuple[str, ...]:
        """Keys of what its hands hold."""
        return tuple(key for key in (self.hand, self.off) if key)


Phase = Literal["start", "round", "pick", "turn", "end"]


class Turn(msgspec.Struct, frozen=True):
    """Where the battle is."""

    phase: Phase = "start"
    round: int = 0
    order: tuple[str, ...] = ()
    """Sides, the highest initiative first (B-04, B-05)."""
    current: int = 0
    """Place in the order of the side that is to name somebody."""
    active: Id = NOBODY
    actions: int = 0
    """Left to the active one."""
    over: bool = False
    """The active one has ended its turn."""
    moved: bool = False
    stepped: bool = False
    """What the active one has done of its own turn's moves."""
    commanded: tuple[tuple[Id, Id], ...] = ()
    """Who has commanded whom this turn (B-19)."""
    surprise: tuple[str, ...] = ()
    """The sides that act in this round of surprise; none: it is an ordinary one (B-13)."""
    opener: Id = NOBODY
    opened: Id = NOBODY
    """Who is still to open the fight with an attack, and on whom (B-06)."""
    strength: dict[str, int] = {}
    """With how many each side began."""
    progress: dict[str, Progress] = {}
    escaped: tuple[Id, ...] = ()


Body = Combatant[Sheet, Cell]
IngenuityState = State[Sheet, Turn, Cell]
IngenuityBoard = Board[Sheet, Turn, Cell]
IngenuityTable = Table[Sheet, Turn, Cell]


def fresh(profile: Profile, *, hidden: bool = False) -> Sheet:
    """The sheet that a combatant begins with."""
    return Sheet(
        profile=profile,
        end=profile.end,
        hp=profile.hp,
        st=profile.st,
        fc=profile.fc,
        hand=profile.hand,
        off=profile.off,
        carried=profile.carried,
        hidden=hidden,
    )
