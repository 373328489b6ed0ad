"""Reads the data files and checks every number in them."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import asdict

from battlemat_foray.sheet import Profile, Unit
from game.kit.entries import Entries, Tables, at_least
from game.kit.roster import Roster, Stock
from game.kit.squads import Party, gathered

TABLES: Tables = {"unit": Unit, "party": Party}


def gather(base: Roster[Profile], entries: Entries) -> Roster[Profile]:
    """A roster with entries added to another. Raises BadSetup that names entry and field."""
    units = dict(base.units)
    for where, unit in entries["unit"]:
        at_least(where, health=(unit.health, 1), reach=(unit.reach, 0), harm=(unit.harm, 1))
        units[unit.key] = Profile(**asdict(unit))
    return Roster(units, gathered(base.squads, entries["party"], units))


STOCK = Stock(Path(__file__).parent, ("units", "parties"), TABLES, Roster[Profile](), gather, ("unit",))
