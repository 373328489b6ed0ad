"""What ingenuity knows of a combatant in the middle of a battle, and the record of turns."""

from __future__ import annotations

from typing import Literal

import msgspec

from game.kit.combatants import NOBODY
from game.kit.conditions import Conditions, find, has
from game.kit.goals import Progress
from game.kit.inventory import kind_of, owns, piece
from game.rules.events import Id
from game.rules.state import Combatant, State
from game.rules.table import Board, Table
from game.spatial.field import Cell
from rulesets.ingenuity.sheet.records import Item, Profile, Weapon

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
    """One combatant in the middle of a battle."""

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
        """How much of a condition there is."""
        found = find(self.conditions, word)
        return 0 if found is None else found.count

    @property
    def guard(self) -> int:
        """What Guard adds to all defences and their tests (B-21)."""
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
        """What is left of the durability of something carried."""
        return max(0, self.item(key).lasts - self.wear.get(key, 0))

    def broken(self, key: str) -> bool:
        """Whether it can neither block nor parry any more (B-66)."""
        return self.lasts(key) == 0

    def state_of(self, key: str) -> tuple[str, int, bool]:
        """The kind of something carried and all that has befallen it: what shares this is alike."""
        return kind_of(key), self.wear.get(key, 0), key in self.unloaded

    def called(self, key: str) -> str:
        """What something carried is called where it matters that it is worn, broken or not loaded."""
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
