"""Before the first round: squads become fighters with names, each on a cell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from battlemat_duel.sheet import STOCK, DuelState, Fighter, Sheet
from game.kit.deployment import check_events, open_edges
from game.kit.side_turns import SideTurn
from game.rules.events import Id
from game.rules.ruleset import BadSetup
from game.rules.setup import Recruit, Setup
from game.rules.state import Combatant, State
from game.spatial.field import Cell
from game.spatial.places import Place
from game.spatial.space import Space

GOALS = ("eliminate",)
"""What a battle may be about; ``game.kit.goals`` plays more, for games whose fighters have more to do."""


def muster(setup: Setup, space: Space) -> DuelState:
    """The state before the first step. Raises BadSetup.

    Here a name is an id as well, and a squad stands in ranks; ``game.kit.deployment.muster`` is for games that have no
    wishes of their own.
    """
    # What a ruleset does not play it must refuse: a battle that seems to be about something else is no battle.
    check_events(setup, "duel")
    for objective in setup.objectives:
        if objective.goal not in GOALS:
            raise BadSetup(f"objectives: duel is played to the end and knows no goal {objective.goal!r}; leave it out")
    stock = STOCK.with_own(setup.roster)
    combatants: dict[Id, Fighter] = {}
    counts: Counter[str] = Counter()
    everybody = [(side.name, recruit) for side in setup.sides for recruit in side.squad]
    # Those in ambush come last: a number left out, or a gap in the ranks, would betray them.
    for side, recruit in sorted(everybody, key=lambda each: each[1].hidden):
        if recruit.damaged:
            raise BadSetup(f"{recruit.unit}: damaged: duel knows no damaged gear; leave it out")
        counts[recruit.unit] += 1
        number = counts[recruit.unit]
        profile = stock.recruited(recruit, 0 if recruit.name else number)
        name = recruit.name or f"{recruit.unit} {number}"
        # The same hero may fight on both sides, and others may be called as he is.
        names = (name, *(f"{name} {again}" for again in range(2, len(everybody) + 2)))
        who = next(Id(each) for each in names if each not in combatants)
        at = _place(setup, space, side, recruit, {c.at for c in combatants.values()}, who)
        combatants[who] = Combatant(who, side, at, Sheet(profile, profile.hp, hidden=recruit.hidden))
    return State(combatants, SideTurn(tuple(side.name for side in setup.sides)), open_edges(setup))


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
