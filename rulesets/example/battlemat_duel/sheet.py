"""What is kept of a fighter.

A sheet is a plain frozen value: the engine saves, copies and compares it, and nothing but events changes it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from msgspec import Struct

from game.kit.entries import between, check_dice
from game.kit.roster import stock_of_units
from game.kit.side_turns import SideSheet, SideTurn
from game.rules.state import Combatant, State
from game.rules.table import Board, Table


class Unit(Struct, frozen=True):
    """One entry of units.toml. What has no default must be written; what is not here is refused with its name."""

    key: str
    name: str
    hp: Annotated[int, between(1)]
    guard: int
    bonus: int
    harm: str
    """Dice of a blow that lands."""
    stride: Annotated[int, between(0)]
    """Cells of one move."""
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
    hp: int
    parry: bool = True
    """Whether it may still parry this round."""

    @property
    def up(self) -> bool:
        """Whether it still fights."""
        return self.hp > 0


def check_unit(where: str, unit: Unit) -> None:
    """Raise BadSetup for what is wrong with an entry besides the bounds of its numbers."""
    check_dice(where, "harm", unit.harm)


STOCK = stock_of_units(Path(__file__).parent, Unit, Profile, check_unit)

DuelState = State[Sheet, SideTurn]
DuelTable = Table[Sheet, SideTurn]
DuelBoard = Board[Sheet, SideTurn]
Fighter = Combatant[Sheet]
