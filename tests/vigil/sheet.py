"""What Vigil keeps of a combatant and of the turn."""

from __future__ import annotations

import msgspec

from game.kit.conditions import Conditions
from game.kit.goals import Progress
from game.rules.events import Id
from game.rules.state import Combatant, State
from game.rules.table import Board, Table
from game.spatial.field import Cell


class Profile(msgspec.Struct, frozen=True):
    """What does not change in play."""

    key: str
    name: str
    skill: int
    """Dice of a strike and of a parry."""
    stamina: int
    wounds: int
    breath: int
    """Parries between two rests; there is no rest in a fight."""
    move: int
    """Metres."""
    reach: int
    """Metres to which the weapon strikes."""
    icon: str = "warrior"
    veteran: bool = False
    """Draws two cards a round."""
    named: bool = False
    number: int = 0


class Sheet(msgspec.Struct, frozen=True):
    """A combatant's state."""

    profile: Profile
    stamina: int
    wounds: int
    breath: int
    hidden: bool = False
    conditions: Conditions = ()

    @property
    def up(self) -> bool:
        """Whether it still fights."""
        return self.wounds > 0


LATEST = 99
"""Whoever hides has no card, which would tell of it, and acts after them all."""


class Card(msgspec.Struct, frozen=True):
    """A card that somebody drew."""

    number: int
    who: Id


class Turn(msgspec.Struct, frozen=True):
    """Where the round is."""

    round: int = 0
    deck: tuple[int, ...] = ()
    """Cards nobody has drawn yet."""
    cards: tuple[Card, ...] = ()
    """This round's, the lowest first."""
    played: int = 0
    """How many of them are over."""
    moved: int = 0
    """Metres of the acting one's way in this turn."""
    struck: bool = False
    progress: dict[str, Progress] = {}
    escaped: tuple[Id, ...] = ()

    @property
    def active(self) -> Id | None:
        """Whose card is up."""
        return self.cards[self.played].who if self.played < len(self.cards) else None


Body = Combatant[Sheet, Cell]
VigilState = State[Sheet, Turn, Cell]
VigilBoard = Board[Sheet, Turn, Cell]
VigilTable = Table[Sheet, Turn, Cell]
