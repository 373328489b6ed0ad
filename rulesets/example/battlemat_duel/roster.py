"""Reads the data files, checks every number in them, and puts fighters on the map."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from functools import cache, lru_cache
from pathlib import Path

import msgspec

from battlemat_duel.sheet import Duellists, Sheet, Turn
from game.kit.deployment import check_events, open_edges
from game.kit.entries import Entries, Tables, at_least, check_dice, digest, merged, nearest, read_entries, text_of
from game.kit.squads import Party, gathered
from game.rules.events import Id
from game.rules.ruleset import BadSetup
from game.rules.setup import Recruit, Setup
from game.rules.state import Combatant, State
from game.spatial.field import Cell
from game.spatial.places import Place
from game.spatial.space import Space

HOME = Path(__file__).parent
GOALS = ("eliminate",)
"""What a battle may be about; ``game.kit.goals`` plays more, for games whose fighters have more to do."""

FILES = [HOME / "data" / "units.toml", HOME / "data" / "parties.toml"]


class Unit(msgspec.Struct, frozen=True):
    """One entry of units.toml. What has no default must be written; what is not here is refused with its name."""

    key: str
    name: str
    hp: int
    guard: int
    bonus: int
    harm: str
    stride: int


class Roster(msgspec.Struct, frozen=True):
    """Everybody who may be recruited."""

    units: Mapping[str, Unit]
    squads: Mapping[str, Party]


TABLES: Tables = {"unit": Unit, "party": Party}


def data_hash() -> str:
    """Differs when the rules' data do: a battle recorded under other data says so when it is played again."""
    return digest([*FILES, HOME / "ledger.toml"])


@cache
def house() -> Roster:
    """What comes with the package."""
    return _read(Roster({}, {}), [(path.name, text_of(path)) for path in FILES])


@lru_cache(maxsize=8)
def stocked(own: str) -> Roster:
    """The house's roster with a player's file on top; "" for none. Raises BadSetup that names entry and field."""
    return _read(house(), [("roster", own)]) if own else house()


def _read(base: Roster, files: list[tuple[str, str]]) -> Roster:
    entries: Entries = {table: [] for table in TABLES}
    for name, text in files:
        read_entries(name, text, TABLES, entries)
    for where, unit in entries["unit"]:
        at_least(where, hp=(unit.hp, 1), stride=(unit.stride, 0))
        check_dice(where, "harm", unit.harm)
    units = merged(base.units, entries["unit"])
    return Roster(units, gathered(base.squads, entries["party"], units))


def begin(setup: Setup, space: Space) -> Duellists:
    """The state before the first step. Raises BadSetup."""
    # What a ruleset does not play it must refuse: a battle that seems to be about something else is no battle.
    check_events(setup, "duel")
    for objective in setup.objectives:
        if objective.goal not in GOALS:
            raise BadSetup(f"objectives: a duel goes to the end and knows no goal {objective.goal!r}; leave it out")
    units = stocked(setup.roster).units
    combatants: dict[Id, Combatant[Sheet]] = {}
    counts: Counter[str] = Counter()
    everybody = [(side.name, recruit) for side in setup.sides for recruit in side.squad]
    # Those in ambush come last: a number left out, or a gap in the ranks, would betray them.
    for side, recruit in sorted(everybody, key=lambda each: each[1].hidden):
        unit = units.get(recruit.unit)
        if unit is None:
            raise BadSetup(f"duel knows no {recruit.unit!r}; {nearest(recruit.unit, units)}")
        counts[unit.key] += 1
        number = counts[unit.key]
        name = recruit.name or f"{unit.key} {number}"
        # The same hero may fight on both sides, and others may be called as he is.
        names = (name, *(f"{name} {again}" for again in range(2, len(everybody) + 2)))
        who = next(Id(each) for each in names if each not in combatants)
        at = _place(setup, space, side, recruit, {c.at for c in combatants.values()}, who)
        sheet = _sheet(unit, 0 if recruit.name else number, recruit.hidden)
        combatants[who] = Combatant(who, side, at, sheet)
    return State(combatants, Turn(tuple(side.name for side in setup.sides)), open_edges(setup))


def _sheet(unit: Unit, number: int, hidden: bool) -> Sheet:
    return Sheet(
        unit=unit.key,
        number=number,
        hp=unit.hp,
        full=unit.hp,
        guard=unit.guard,
        bonus=unit.bonus,
        harm=unit.harm,
        stride=unit.stride,
        hidden=hidden,
    )


def _place(setup: Setup, space: Space, side: str, recruit: Recruit, taken: Collection[Place], who: Id) -> Cell:
    """The recruit's own cell, or the first free one. Raises BadSetup."""
    spots = _spots(setup, side) if recruit.at is None else [recruit.at]
    found = next((cell for cell in spots if cell not in taken and space.standable(cell)), None)
    if found is None and recruit.at is not None:
        raise BadSetup(f"{who} can't start at {recruit.at[0]},{recruit.at[1]}: it is a wall, taken or off the map")
    if found is None:
        raise BadSetup(f"there is no room left for {who} of side {side}; enlarge the map")
    return found


def _spots(setup: Setup, side: str) -> list[Cell]:
    """The side's spawns, else the columns of its own: the first side west, the last side east."""
    field = setup.field
    names = [each.name for each in setup.sides]
    column = names.index(side) * (field.width - 1) // max(1, len(names) - 1)
    drawn = [cell for spawn in field.spawns if spawn.side == side for cell in spawn.cells]
    near = sorted((abs(x - column), x, y) for x in range(field.width) for y in range(field.height))
    return [*drawn, *((x, y) for _, x, y in near)]
