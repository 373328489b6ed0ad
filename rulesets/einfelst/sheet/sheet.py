"""The sheet of a combatant in a battle, and the record of turns."""

from __future__ import annotations

from typing import Literal

import msgspec

from game.kit.combatants import NOBODY
from game.kit.goals import Progress
from game.kit.inventory import owns, piece
from game.rules.events import Id
from game.rules.state import Combatant, State
from game.rules.table import Board, Table
from game.spatial.places import ZonePlace
from rulesets.einfelst.sheet.roster import Item, Profile, Weapon

Track = tuple[int, int, int]
"""Filled slots of the lesser, moderate and severe rows."""

SLOTS: Track = (2, 2, 1)
"""Slots of each row; one of the n-th row takes n Harm (ruling W-28)."""

EMPTY: Track = (0, 0, 0)

Spot = Literal["open", "far", "cover"]
"""Where in its zone somebody is: in the open, far off from everybody, or behind something (C-46, C-49)."""

Out = Literal["", "broken", "terrified", "yielded", "dying", "dead"]
"""How somebody went out of the fight: past its Harm in body, in mind, by words, with its life running out, or dead."""


class Sheet(msgspec.Struct, frozen=True):
    """The changing state of a combatant in a battle."""

    profile: Profile
    cards: tuple[int, ...] = ()
    """Initiative cards, the lowest first (C-04); identical foes share one (C-05)."""
    played: int = 0
    """Of its cards, how many had their turn this round."""
    slow: int = 0
    fast: int = 0
    """Maneuvers left this round; a slow one may be spent as a fast one (C-20)."""

    physical: Track = EMPTY
    mental: Track = EMPTY
    """Slots of a hero that are filled."""
    points: int = 0
    """Harm points of anybody else, of both kinds together (C-54)."""
    less: int = 0
    """Dice that those points take from it; all of them, unless a setting has each count once (ruling W-19)."""
    out: Out = ""
    dies: int = 0
    """The round at whose end it is dead unless somebody treats it; 0: it is not dying."""

    hand: str = ""
    off: str = ""
    """In the other hand: a shield's or a light's key."""
    pack: tuple[str, ...] = ()
    """Keys of all it carries, what is in its hands too."""
    found: tuple[Weapon, ...] = ()
    gained: tuple[Item, ...] = ()
    """Weapons and items that it picked up and did not bring."""
    unloaded: tuple[str, ...] = ()

    spot: Spot = "open"
    beside: tuple[Id, ...] = ()
    """Those in its zone that it has closed in on; until either moves, each can strike the other."""
    prone: bool = False
    held: bool = False
    """Restrained: nothing but breaking free and shouting is possible, and a parry (C-65, C-71)."""
    holder: Id = NOBODY
    """Who holds it; nobody for what is caught in a net or the like."""
    muffled: bool = False
    """A hand is over its mouth (C-66)."""
    tried: bool = False
    """Has tried to break free at this card (C-68)."""
    fire: int = 0
    """Intensity of the fire it is in; 0: it does not burn."""
    doused: int = 0
    """Successes against that fire so far (C-96)."""
    poison: tuple[int, ...] = ()
    """Harm that each poison will do in the coming round, one less in each after it (C-99)."""
    pinned: bool = False
    """To leave its zone costs it 1 Harm, until its next turn is over."""
    bonus: int = 0
    """Dice on its next throw, whatever that is (C-89)."""
    edge: int = 0
    """Dice on its first maneuver of the first round (C-79)."""
    insight: tuple[Id, ...] = ()
    """Foes against each of whom its next attack has a die more (C-30)."""
    lured: ZonePlace | None = None
    """Where its next fast maneuver must lead it (C-29)."""
    faced: tuple[str, ...] = ()
    """Kinds of creatures, and horrors, whose fear it has met."""
    hidden: bool = False

    @property
    def up(self) -> bool:
        """In the fight."""
        return not self.out

    @property
    def left(self) -> int:
        """Maneuvers left this round, of both kinds."""
        return self.slow + self.fast

    @property
    def severe(self) -> bool:
        """Whether it has severe Harm, of body or mind."""
        return bool(self.physical[2] or self.mental[2])

    @property
    def free(self) -> bool:
        """Up, held by nobody and not on fire: it may do as it likes."""
        return self.up and not self.held and not self.fire

    def weapon(self, key: str) -> Weapon:
        """The weapon of that key. KeyError if it has none."""
        return piece(key, self.found, self.profile.weapons)

    def item(self, key: str) -> Item:
        """The item of that key. KeyError if it has none."""
        return piece(key, self.gained, self.profile.items)

    def is_weapon(self, key: str) -> bool:
        """Whether a key of something carried is a weapon's."""
        return owns(key, self.found, self.profile.weapons)

    def thing(self, key: str) -> Weapon | Item:
        """The weapon or item of that key."""
        return self.weapon(key) if self.is_weapon(key) else self.item(key)

    def items(self, kind: str) -> tuple[str, ...]:
        """Keys of all that it carries of some kind: "antidote", "bandages"."""
        return tuple(key for key in self.pack if not self.is_weapon(key) and self.item(key).kind == kind)

    @property
    def shield(self) -> int:
        """Dice of the shield on its arm."""
        if not self.off or self.is_weapon(self.off):
            return 0
        item = self.item(self.off)
        return item.dice if item.kind == "shield" else 0

    @property
    def shines(self) -> bool:
        """Whether a light is in its hands."""
        if self.hand and "light" in self.weapon(self.hand).traits:
            return True
        return bool(self.off) and (
            "light" in self.weapon(self.off).traits if self.is_weapon(self.off) else self.item(self.off).kind == "light"
        )


class Due(msgspec.Struct, frozen=True, array_like=True):
    """Two cards that change hands when the next round begins (C-10)."""

    one: Id
    card: int
    """The card that the first gives away."""
    other: Id
    theirs: int
    """The card that it gets for it."""
    rule: str = "C-10"
    """By which it was won."""


Phase = Literal["start", "round", "swap", "turn", "end"]


class Turn(msgspec.Struct, frozen=True):
    """Where the battle is."""

    phase: Phase = "start"
    round: int = 0
    active: Id = NOBODY
    """Whose card is being played."""
    taken: int = 0
    """Maneuvers that the active one has taken at this card, two at most (C-19)."""
    acted: bool = False
    """One of them was a slow one."""
    settled: tuple[str, ...] = ()
    """Sides that will swap no more cards this round."""
    kept: tuple[str, ...] = ()
    """Swaps that a side has left alone, or made, since a card last changed hands or somebody fell: keys of options."""
    due: tuple[Due, ...] = ()
    """In the order in which they were won."""
    cleared: tuple[int, ...] = ()
    """Numbers of borders whose rubble is out of the way (C-15)."""
    progress: dict[str, Progress] = {}
    escaped: tuple[Id, ...] = ()


Body = Combatant[Sheet, ZonePlace]
EinfelstState = State[Sheet, Turn, ZonePlace]
EinfelstBoard = Board[Sheet, Turn, ZonePlace]
EinfelstTable = Table[Sheet, Turn, ZonePlace]


def fresh(profile: Profile, *, hidden: bool = False) -> Sheet:
    """The sheet that a combatant begins with."""
    return Sheet(profile=profile, hand=profile.hand, off=profile.off, pack=profile.pack, hidden=hidden)
