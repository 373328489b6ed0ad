"""The sheet of a combatant in a battle, and the record of turns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Literal

import msgspec

from game.kit.combatants import NOBODY
from game.kit.conditions import Conditions, find, has
from game.kit.goals import Progress
from game.kit.inventory import kind_of, owns, piece
from game.rules.events import Id
from game.rules.state import Combatant, State
from game.rules.table import Board, Table
from game.spatial.field import Cell
from rulesets.glog.sheet.roster import HANDS, Effect, Profile, Spell, Thing, Weapon

FEET = 5
"""Feet along one cell."""

STANDING = 20
"""Feet of one's way that getting up costs (ruling G-21)."""

CELL = 1000
"""What a straight step costs: movement is counted in thousandths of a cell, whatever the diagonals."""

FRAIL = 3
"""Notches that break a thing (D-54)."""

ARMOUR = "armour"
"""Under which notches of armour or hide are kept."""

EFFECTS: tuple[Effect, ...] = ("dazed", "bleeding", "pinned")

DRUNK = "drunk"
SURPRISED = "surprised"
ASLEEP = "asleep"
WARD = "ward"
OFF_GUARD = "off guard"
"""Conditions of a sheet, beside the effects."""


class Sheet(msgspec.Struct, frozen=True):
    """The changing state of a combatant in a battle."""

    profile: Profile
    grit: int
    flesh: int
    stress: int = 0
    """Mental slots that are taken, of as many as its Discipline; only heroes have any (ruling G-14)."""
    conditions: Conditions = ()
    """Effects in the order they came, and what ends by itself."""
    prone: bool = False
    grappling: Id = NOBODY
    """Whom it holds."""
    hidden: bool = False
    fleeing: bool = False
    surrendered: bool = False

    hands: tuple[str, ...] = ()
    """Keys of what it holds, as much as two hands can: a weapon, a shield on the arm, lights."""
    handy: tuple[str, ...] = ()
    """All within reach, what is in the hands too."""
    stowed: tuple[str, ...] = ()
    found: tuple[Weapon, ...] = ()
    gained: tuple[Thing, ...] = ()
    """Weapons and other things that it picked up and did not bring."""
    learned: tuple[Spell, ...] = ()
    """Spells of the magic things among these."""
    notches: dict[str, int] = {}
    """By key of the weapon, or ARMOUR."""
    unloaded: tuple[str, ...] = ()
    depleted: tuple[str, ...] = ()
    """Weapons that must be reloaded, and those whose ammo has run out."""
    used: dict[str, int] = {}
    """Swigs taken from a flask, and how often something magic has worked."""
    lit: tuple[str, ...] = ()
    """Keys of the lights in its hands that burn."""
    castings: int = 0

    early: bool = False
    """It passed this round's Test of Savvy."""
    action: bool = True
    moved: int = 0
    """Thousandths of a cell walked this turn."""
    sprinted: bool = False
    cleaved: bool = False
    trifles: tuple[str, ...] = ()
    """Keys of the free acts taken since it last did anything else (ruling G-25)."""
    done: bool = False

    @property
    def up(self) -> bool:
        """Alive and not given up."""
        return self.flesh > 0 and not self.surrendered

    def has(self, word: str) -> bool:
        """Whether there is a condition of that word."""
        return has(self.conditions, word)

    def amount(self, word: str) -> int:
        """How much of a condition there is."""
        found = find(self.conditions, word)
        return 0 if found is None else found.count

    @property
    def acts(self) -> bool:
        """Up, awake and not surprised: it has turns, and answers what others do."""
        return self.up and not self.has(ASLEEP) and not self.has(SURPRISED)

    @property
    def helpless(self) -> bool:
        """Asleep: a blow finds no Grit."""
        return self.has(ASLEEP)

    def weapon(self, key: str) -> Weapon:
        """The weapon of that key. KeyError if it has none."""
        return piece(key, self.found, self.profile.weapons)

    def thing(self, key: str) -> Thing:
        """The thing of that key. KeyError if it has none."""
        return piece(key, self.gained, self.profile.things)

    def spell(self, key: str) -> Spell:
        """The spell of that key, one of its own or of something magic. KeyError if there is none."""
        return piece(key, self.profile.spells, self.profile.granted, self.learned)

    def is_weapon(self, key: str) -> bool:
        """Whether a key of something carried is a weapon's."""
        return owns(key, self.found, self.profile.weapons)

    def item(self, key: str) -> Weapon | Thing:
        """The weapon or thing of that key."""
        return self.weapon(key) if self.is_weapon(key) else self.thing(key)

    def state_of(self, key: str) -> tuple[str, int, int, bool, bool]:
        """The kind of something carried and all that has befallen it: what shares this is alike."""
        spent = self.notches.get(key, 0), self.used.get(key, 0)
        return kind_of(key), *spent, key in self.unloaded, key in self.depleted

    def called(self, key: str) -> str:
        """What something carried is called where it matters that it is notched, empty or not loaded."""
        state = ("notched " if key in self.notches else "") + ("empty " if key in self.depleted else "")
        return f"{state}{'unloaded ' if key in self.unloaded else ''}{self.item(key).name.lower()}"

    def things(self, kind: str) -> tuple[str, ...]:
        """Keys of all that is handy and of some kind: "liquor", "ammo"."""
        return tuple(key for key in self.handy if not self.is_weapon(key) and self.thing(key).kind == kind)

    def in_reach(self, keys: Iterable[str]) -> Iterator[str]:
        """Those of some keys whose things are handy."""
        return (key for key in keys if key in self.handy)

    @property
    def armed(self) -> str:
        """The key of the weapon in its hands; "" for none."""
        return next((key for key in self.hands if self.is_weapon(key)), "")

    @property
    def shield(self) -> str:
        """The key of the shield on its arm; "" for none."""
        return next((key for key in self.hands if not self.is_weapon(key) and self.thing(key).kind == "shield"), "")

    @property
    def free_hands(self) -> int:
        """How many of its two hands hold nothing."""
        return HANDS - sum(self.item(key).hands for key in self.hands)

    def holding(self, key: str) -> tuple[str, ...] | None:
        """What it would hold with something handy in hand; None if its hands are too full for that (D-25).

        A weapon takes the place of another, which goes back within reach; shields and lights are not put away for it.
        """
        if key in self.hands:
            return self.hands
        kept = tuple(each for each in self.hands if not (self.is_weapon(key) and self.is_weapon(each)))
        held = sum(self.item(each).hands for each in (*kept, key))
        return (*kept, key) if held <= HANDS else None

    def without(self, key: str) -> dict[str, Any]:
        """The fields that change when something is no longer in its hands: a light goes out."""
        hands, lit = (tuple(each for each in some if each != key) for some in (self.hands, self.lit))
        return {"hands": hands, "lit": lit}

    @property
    def worn(self) -> int:
        """What is left of the Defense of armour or hide."""
        notches = self.notches.get(ARMOUR, 0)
        broken = self.profile.armour is not None and notches >= FRAIL
        return 0 if broken else max(0, self.profile.worn - notches)

    @property
    def load(self) -> int:
        """Slots taken by all that it carries and wears."""
        worn = self.profile.armour.slots if self.profile.armour else 0
        return worn + sum(self.item(key).slots for key in (*self.handy, *self.stowed))

    @property
    def handy_load(self) -> int:
        """Slots taken by what is within reach."""
        return sum(self.item(key).slots for key in self.handy)

    def left(self, key: str) -> int:
        """Uses that are left of a flask or of something magic."""
        return self.thing(key).uses - self.used.get(key, 0)


Phase = Literal["start", "round", "block", "turn", "end"]
Block = Literal["early", "foes", "late"]

BLOCKS: tuple[Block, ...] = ("early", "foes", "late")


class Alarm(msgspec.Struct, frozen=True):
    """Something that makes a side, or one of it, test Morale."""

    side: str
    key: str
    """What it is, for each happens once in a battle: "first", "half", "solo"; "leader", "dread", "cowed" with ids."""
    why: str
    rule: str
    who: Id = NOBODY
    """The only one who tests; nobody: all of the side."""

    @property
    def name(self) -> str:
        """By what it is known once it has happened."""
        return f"{self.side} {self.key}"


class Peace(msgspec.Struct, frozen=True):
    """What talk has made of two sides: neither is the other's foe for the rest of the battle (ruling G-2)."""

    sides: tuple[str, str]
    why: str
    """What has come of it, in words."""
    allied: bool = False
    """Whether the second is on the side of the first from now on."""


class Glow(msgspec.Struct, frozen=True):
    """A light that somebody's spell has left on a cell."""

    at: Cell
    radius: int
    """Feet."""


class Turn(msgspec.Struct, frozen=True):
    """Where the battle is."""

    phase: Phase = "start"
    round: int = 0
    block: Block = "early"
    active: Id = NOBODY
    strength: dict[str, int] = {}
    """With how many each side began."""
    peace: tuple[Peace, ...] = ()
    """Between whom talk has ended the fight before it began."""
    blood: str = ""
    """The side of the first casualty."""
    alarms: tuple[Alarm, ...] = ()
    """What has shaken somebody and is still to be tested."""
    rung: tuple[str, ...] = ()
    """Alarms that there have been, each a side and its key."""
    glows: tuple[Glow, ...] = ()
    progress: dict[str, Progress] = {}
    escaped: tuple[Id, ...] = ()


Body = Combatant[Sheet, Cell]
GlogState = State[Sheet, Turn, Cell]
GlogBoard = Board[Sheet, Turn, Cell]
GlogTable = Table[Sheet, Turn, Cell]


def fresh(profile: Profile, *, hidden: bool = False) -> Sheet:
    """The sheet that a combatant begins with."""
    return Sheet(
        profile=profile,
        grit=profile.grit,
        flesh=profile.flesh,
        hands=profile.hands,
        handy=profile.handy,
        stowed=profile.stowed,
        lit=tuple(key for key in profile.hands if profile.lit and profile.is_light(key)),
        castings=profile.castings,
        hidden=hidden,
    )
