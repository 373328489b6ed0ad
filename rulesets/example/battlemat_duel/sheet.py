"""What is kept of a fighter and of the turn.

Sheet and turn are plain frozen values: the engine saves, copies and compares them, and nothing but events changes them.
"""

from __future__ import annotations

from msgspec import Struct

from game.rules.state import Combatant, State
from game.rules.table import Board, Table


class Unit(Struct, frozen=True):
    """One entry of units.toml. What has no default must be written; what is not here is refused with its name."""

    key: str
    name: str
    hp: int
    guard: int
    bonus: int
    harm: str
    """Dice of a blow that lands."""
    stride: int
    """Cells of one move."""
    icon: str = "generic"
    """Its picture, of sprites/creatures; the game has a plain one for any other word."""


class Profile(Unit, frozen=True):
    """What does not change in play: the unit, and which one of its kind somebody is."""

    number: int = 0
    """From 1; 0 for somebody with a name of its own."""
    named: bool = False


class Sheet(Struct, frozen=True):
    """A fighter."""

    profile: Profile
    hp: int
    hidden: bool = False
    parry: bool = True
    """Whether it may still parry this round."""
    moved: bool = False
    struck: bool = False
    """Whether it has done its one thing this turn."""
    done: bool = False

    @property
    def up(self) -> bool:
        """Whether it still fights."""
        return self.hp > 0


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


DuelState = State[Sheet, Turn]
DuelTable = Table[Sheet, Turn]
DuelBoard = Board[Sheet, Turn]
Fighter = Combatant[Sheet]
