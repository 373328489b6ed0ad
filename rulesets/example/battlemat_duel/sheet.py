"""What a duel keeps of a fighter and of the turn, and the facts it tells.

Sheet and turn are plain frozen values: the engine saves, copies and compares them, and nothing but events changes them.
"""

from __future__ import annotations

from msgspec import Struct

from game.rules.event_kinds import Attack
from game.rules.events import Event, Id
from game.rules.state import State
from game.rules.table import Board, Table


class Sheet(Struct, frozen=True):
    """A fighter."""

    unit: str
    number: int
    """Which one of its kind, from 1; 0 for somebody with a name of its own."""
    hp: int
    full: int
    guard: int
    bonus: int
    harm: str
    """Dice of a blow that lands."""
    stride: int
    """Cells of one move."""
    hidden: bool = False
    parry: bool = True
    """Whether it may still parry this round."""
    moved: bool = False
    struck: bool = False
    """Whether it has done its one thing this turn."""
    done: bool = False


class Turn(Struct, frozen=True):
    """Whose turn it is."""

    order: tuple[str, ...]
    """Sides."""
    current: int = 0
    round: int = 1

    @property
    def side(self) -> str:
        """The side that acts."""
        return self.order[self.current]


Duellists = State[Sheet, Turn]
DuelTable = Table[Sheet, Turn]
DuelBoard = Board[Sheet, Turn]


class Struck(Attack, frozen=True):
    """A blow landed or missed. What it is derived from says how a screen shows it."""

    total: int
    hit: bool


class Hurt(Event, frozen=True):
    """Hit points were lost. Tells only; a Changed goes with it."""

    who: Id
    amount: int
