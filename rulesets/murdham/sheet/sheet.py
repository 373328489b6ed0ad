"""A combatant's profile, which it brought, its sheet, which changes, and the record of turns.

Combatants stand in zones and on borders: their ``at`` is a place of ``game.spatial.zones``.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from game.kit.conditions import Conditions, has, source_of
from game.kit.goals import Progress
from game.rules.events import Id
from game.rules.state import Combatant, State
from game.rules.table import Board, Table
from game.rules.weights import PLAIN, Temperament
from game.spatial.places import ZonePlace

Ability = Literal["STR", "AGI", "WIT"]
Size = Literal["tiny", "small", "medium", "large", "massive"]
Kind = Literal["folk", "beast", "undead", "construct", "demon"]
Die = Literal["d4", "d6", "d8", "d10", "d12"]
Mind = Literal["human", "animal", "mindless"]
Trait = Literal[
    "blast",
    "fire",
    "direct",
    "consumed",
    "once",
    "indirect",
    "natural",
    "improvised",
    "pierces cover",
    "stuns",
    "smoke",
    "grabs",
    "entangles",
    "unaware only",
    "unholy only",
    "mounted",
]
"""What a weapon does besides its die.

blast: everybody in a zone. direct: armour is no help (fire is direct too). consumed: gone after one use. once: fires
once a fight. indirect: over obstacles, only beyond half its range. natural: never dropped, needs no hand. improvised:
always as if damaged. unaware only: on those who do not know of the attacker, or whom it holds. unholy only: on undead
and demons. grabs, entangles, stuns, smoke: instead of damage where the die is "".
"""

FACTORS: dict[Size, tuple[int, int]] = {
    "tiny": (1, 4),
    "small": (1, 2),
    "medium": (1, 1),
    "large": (2, 1),
    "massive": (4, 1),
}
"""What a size makes of health and damage, as numerator and denominator (A-118); fractions round up."""


def scaled(number: int, size: Size) -> int:
    """A number with the factor of a size; fractions round up."""
    over, under = FACTORS[size]
    return -(-number * over // under)


STEPS: tuple[Die, ...] = ("d4", "d6", "d8", "d10", "d12")
"""Damage dice, from the weakest."""


def stepped(die: str, steps: int = 1) -> str:
    """A die so many steps up; d12 is the last. What has no die gets none."""
    dice: tuple[str, ...] = STEPS
    return dice[min(dice.index(die) + steps, len(dice) - 1)] if die else ""


SIZES: tuple[Size, ...] = ("tiny", "small", "medium", "large", "massive")


class Weapon(msgspec.Struct, frozen=True):
    """A weapon, claws and teeth, or something to throw."""

    key: str
    name: str
    die: str
    """E.g. "d6"; "" for what does no damage."""
    range: int = 0
    """Zones; 0 for what strikes only the nearby."""
    hands: int = 1
    """Hands it takes; 0 for natural weapons and fists."""
    traits: tuple[Trait, ...] = ()

    @property
    def melee(self) -> bool:
        """Whether it strikes the nearby hand to hand."""
        return self.range == 0

    @property
    def blast(self) -> bool:
        """Whether it hits a whole zone."""
        return "blast" in self.traits

    @property
    def direct(self) -> bool:
        """Whether armour is no help against it."""
        return "direct" in self.traits or "fire" in self.traits


class Power(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A profane power: a main action and a WIT save (A-18)."""

    key: str
    name: str
    text: str
    target: Literal["foe", "ally", "zone"]
    """ally: oneself too."""
    range: int = 0
    """Zones; 0 for the nearby."""
    die: str = ""
    """Damage, direct, or the health it gives back."""
    save: Ability | None = None
    """What the target saves with to escape it."""
    effect: Literal["harm", "heal", "entangle", "frighten", "smoke", "stun"] = "harm"


class Profile(msgspec.Struct, frozen=True):
    """A combatant's profile as it comes to the battle; unchanged, but weapons of others that it picks up join."""

    key: str
    name: str
    icon: str
    """Its picture: the symbol of a hero's disc, or a creature, "goblin", with what it holds, "goblin-archer"."""
    STR: int
    AGI: int
    WIT: int
    health: int
    """With the factor of its size in it."""
    number: int = 0
    """Which one of its type; 0 for a named character."""
    named: bool = False
    size: Size = "medium"
    kind: Kind = "folk"
    mind: Mind = "human"
    armour: int = 0
    """Armour value of what it wears (light 1, heavy 2), with the factor of a large size in it; can be damaged."""
    hide: int = 0
    """Natural armour value, with the factor of a large size in it."""
    helmet: bool = False
    shield: bool = False
    weapons: tuple[Weapon, ...] = ()
    """Everything it owns, fists and natural weapons included; fists have the key "unarmed"."""
    ready: tuple[str, ...] = ()
    """Keys of the weapons in hand at the start: the first in the main hand, a second one in the off hand."""
    pack: tuple[str, ...] = ()
    """Keys of all the weapons it carries, those in hand too, as often as it has them; "shield" among them."""
    damaged: tuple[str, ...] = ()
    """Keys of weapons, "shield", "armour" and "helmet" that are damaged from the start."""
    items: tuple[str, ...] = ()
    """Consumables and tools: "draught", "antidote", "spirits", "medicine kit", "poison", "caltrops"."""
    powers: tuple[Power, ...] = ()
    skills: tuple[str, ...] = ()
    """Keys of data/skills.toml."""
    fast: bool = False
    """Moves at double speed."""
    slow: bool = False
    """Moves at half speed."""
    flies: bool = False
    frightening: bool = False
    regenerates: bool = False
    """Regains half the health it has lost at the start of each turn, unless burnt."""
    omens: int = 0
    temperament: Temperament = PLAIN

    def weapon(self, key: str) -> Weapon:
        """The weapon of that key."""
        return next(weapon for weapon in self.weapons if weapon.key == key)

    def power(self, key: str) -> Power:
        """The power of that key."""
        return next(power for power in self.powers if power.key == key)

    @property
    def unfeeling(self) -> bool:
        """Undead, constructs and demons can't be incapacitated; they and the mindless know no fear (A-100)."""
        return self.kind in ("undead", "construct", "demon")

    @property
    def fearless(self) -> bool:
        """Immune to fear and so to morale."""
        return self.unfeeling or self.mind == "mindless" or "bravery" in self.skills

    @property
    def side_length(self) -> int:
        """Cells along a side of its body: a large one counts as four bodies, a massive one as sixteen."""
        return {"large": 2, "massive": 4}.get(self.size, 1)


NEVER = -9
"""A round before all others, that of the ambushers too."""


DODGED = "dodged"
STUNNED = "stunned"
TAUNTED = "taunted"
"""Conditions of a sheet."""


class Sheet(msgspec.Struct, frozen=True):
    """The changing state of a combatant in a battle."""

    profile: Profile
    health: int
    STR: int
    AGI: int
    WIT: int
    """Abilities as injuries have left them."""
    hand: str = ""
    """Key of the weapon in the main hand; "" for a bare hand."""
    off: str = ""
    """Off hand: a second weapon's key, "shield" or ""; two-handed weapons leave it empty."""
    carried: tuple[str, ...] = ()
    """Weapons (or "shield") on the belt and back."""
    items: tuple[str, ...] = ()
    damaged: tuple[str, ...] = ()
    """Weapons, "shield", "armour" or "helmet" that are damaged; twice so is destroyed and no longer carried."""
    used: tuple[str, ...] = ()
    """Weapons, "shield", "armour" and "helmet" that were used in this fight (A-106)."""
    fired: tuple[str, ...] = ()
    """Weapons and powers that work once a fight and have."""
    poisoned: tuple[str, ...] = ()
    """Weapons with a dose of poison on them."""
    armour: int = 0
    """Armour value of the armour that is left of what it wears."""

    acted: bool = False
    """Its turn of this round is spent, by acting or by reacting (A-15)."""
    conditions: Conditions = ()
    """What ends by itself: the words below."""
    incapacitated: bool = False
    """Helpless to the end of the stretch."""
    paralysed: bool = False
    """Helpless from poison; an antidote helps (A-24)."""
    dying: int = 0
    """The round at whose end it dies; 0: it is not dying."""
    dead: bool = False
    entangled: bool = False
    """Caught in a net or trap; the grabbed are entangled too, by ``grabbing`` of their holder."""
    grabbing: Id = Id("")
    """Whom it holds."""
    fears: tuple[Id, ...] = ()
    """Those it is frightened of."""
    braved: tuple[Id, ...] = ()
    """Frightening foes that it has faced and is immune to (A-119)."""
    confused: bool = False
    burnt: int = NEVER
    """The last round in which fire harmed it."""
    sprinted: int = NEVER
    """The last round in which it sprinted."""
    tripped: int = NEVER
    """The last round in which it fell and could move no more."""
    injuries: tuple[str, ...] = ()
    leaning: bool = False
    """Is attacking out of a zone with a barrier, which is only cover against whoever counters it (A-69)."""

    hidden: bool = False
    """Concealed: the other sides do not know where it is."""
    seen_at: ZonePlace | None = None
    """The place where the other sides saw it last, while it is concealed."""
    unseen: int = 0
    """The round since whose end no foe has seen it (A-90); 0: one sees it."""
    diverted: int = NEVER
    """The last round in which it was distracted, -1 for none: it notices nobody slipping away (A-90)."""

    retreating: bool = False
    """Has failed a morale check and makes for an exit."""
    surrendered: bool = False
    steady: bool = False
    """No longer subject to morale (A-99, A-102)."""
    omens: int = 0

    @property
    def stunned(self) -> bool:
        """Loses its turn of the next round, this one's being spent (A-19)."""
        return has(self.conditions, STUNNED)

    @property
    def dodged(self) -> bool:
        """Has used a skill's free dodge this round."""
        return has(self.conditions, DODGED)

    @property
    def taunted(self) -> Id:
        """Whom alone its next turn may be spent on harming (A-19)."""
        return source_of(self.conditions, TAUNTED)

    @property
    def hard(self) -> int:
        """Points that its armour and its hide take off damage (A-67)."""
        return self.armour + self.profile.hide

    @property
    def helmet(self) -> bool:
        """Wears a helmet still: one that is destroyed is damaged twice over."""
        return self.profile.helmet and self.damaged.count("helmet") < 2

    @property
    def up(self) -> bool:
        """Conscious and fighting."""
        return self.conscious and not self.surrendered

    @property
    def conscious(self) -> bool:
        """Awake, whether it still fights or has surrendered."""
        return self.health > 0 and not (self.incapacitated or self.paralysed or self.dead)


Phase = Literal["start", "ambush", "round", "act", "fast", "slow", "end", "aftermath"]


class Turn(msgspec.Struct, frozen=True):
    """Whose turn it is, as plain data."""

    round: int = 0
    """0 before the first round; the ambushers' bonus turn is 0 too."""
    phase: Phase = "start"
    """act: the round without fast and slow phases."""
    initiative: str = ""
    """The side that decides each round who acts first (A-06)."""
    order: tuple[str, ...] = ()
    """Sides in the order in which they alternate this round."""
    current: int = 0
    passed: tuple[str, ...] = ()
    """Sides that have passed one after another; all of them end the phase (A-04)."""
    threshold: int = 0
    """The fast action threshold of this round; 0 without that rule (A-110)."""

    active: Id = Id("")
    """Whose turn is going on."""
    main: bool = True
    """The active one's main action is unspent."""
    again: bool = False
    """A skill has given it one more attack, which is good for nothing else (A-17)."""
    bonus: int = 0
    """Bonus actions it has taken this turn; a second one takes the main action's place (A-10)."""
    halves: int = 0
    """Half-zones it has moved this turn."""
    full: bool = False
    """Its main action was full movement, so it may move two zones in all (A-16)."""
    special: Literal["", "sprint", "sneak", "balance", "leap", "climb", "swim"] = ""
    """The special movement of its full movement: one kind a turn."""
    steady: bool = False
    """It has shot standing still and can't move any more this turn (ruling M-2)."""

    strength: dict[str, int] = {}
    """Members each side started with (A-95)."""
    checked: tuple[str, ...] = ()
    """Sides, and members that fight alone, that have made their morale check."""
    ambushed: tuple[Id, ...] = ()
    """Those who are still to take the bonus turn of an ambush."""
    vanished: dict[str, int] = {}
    """How many of each side were seen and have hidden since (A-91)."""
    smoke: tuple[int, ...] = ()
    """Zones full of smoke for the rest of the fight."""
    burning: tuple[int, ...] = ()
    caltrops: tuple[int, ...] = ()
    """Zones strewn with caltrops: difficult ground."""
    progress: dict[str, Progress] = {}
    """How far each side has come with its objective."""
    escaped: tuple[Id, ...] = ()
    caught: tuple[Id, ...] = ()
    """The fled who were run down (A-104)."""
    settled: bool = False
    """What follows a fight is done: the chase, the wear of gear."""

    @property
    def side(self) -> str:
        """The side whose step it is; "" before the first."""
        return self.order[self.current] if self.order else ""


MurdhamState = State[Sheet, Turn, ZonePlace]
MurdhamBoard = Board[Sheet, Turn, ZonePlace]
MurdhamTable = Table[Sheet, Turn, ZonePlace]
Body = Combatant[Sheet, ZonePlace]
