"""What is kept of a fighter: plain frozen values, which nothing but events changes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from msgspec import Struct

from game.kit.conditions import has
from game.kit.entries import between
from game.kit.roster import stock_of_units
from game.kit.side_turns import SideSheet, SideTurn
from game.rules.state import Combatant, State
from game.rules.table import Board, Table
from game.spatial.places import ZonePlace


class Unit(Struct, frozen=True):
    """One entry of units.toml. What has no default must be written; what is not here is refused with its name."""

    key: str
    name: str
    health: Annotated[int, between(1)]
    guard: int
    skill: int
    reach: Annotated[int, between(0)]
    """Zones; 0: the nearby."""
    harm: Annotated[int, between(1)]
    icon: str = "generic"
    """Its picture, of sprites/creatures; the game has a plain one for any other word."""


class Profile(Unit, frozen=True):
    """What does not change in play: the unit, and which one of its kind somebody is."""

    number: int = 0
    """From 1; 0 for somebody with a name of its own."""
    named: bool = False


class Sheet(SideSheet, frozen=True):
    """A fighter. Whether it hides, and what is done and spent of its turn, ``SideSheet`` has."""

    profile: Profile
    health: int

    @property
    def up(self) -> bool:
        """Whether it still fights."""
        return self.health > 0

    def has(self, word: str) -> bool:
        """Whether a condition of that word holds of it."""
        return has(self.conditions, word)


STOCK = stock_of_units(Path(__file__).parent, Unit, Profile)

ForayState = State[Sheet, SideTurn, ZonePlace]
ForayTable = Table[Sheet, SideTurn, ZonePlace]
ForayBoard = Board[Sheet, SideTurn, ZonePlace]
Fighter = Combatant[Sheet, ZonePlace]
