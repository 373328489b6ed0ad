"""What is kept of a fighter and of the turn: plain frozen values, which nothing but events changes."""

from __future__ import annotations

from msgspec import Struct

from game.rules.state import Combatant, State
from game.rules.table import Board, Table
from game.spatial.places import ZonePlace


class Unit(Struct, frozen=True):
    """One entry of units.toml. What has no default must be written; what is not here is refused with its name."""

    key: str
    name: str
    health: int
    guard: int
    skill: int
    reach: int
    """Zones; 0: the nearby."""
    harm: int
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
    health: int
    hidden: bool = False
    """Whether it lies in ambush."""
    moved: bool = False
    attacked: bool = False
    done: bool = False

    @property
    def up(self) -> bool:
        """Whether it still fights."""
        return self.health > 0


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


ForayState = State[Sheet, Turn, ZonePlace]
ForayTable = Table[Sheet, Turn, ZonePlace]
ForayBoard = Board[Sheet, Turn, ZonePlace]
Fighter = Combatant[Sheet, ZonePlace]
