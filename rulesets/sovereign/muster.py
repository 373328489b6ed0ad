"""Before the first round: squads become combatants, and each finds a place to start from."""

from __future__ import annotations

from collections import Counter

from game.rules.events import Id
from game.rules.ruleset import BadSetup
from game.rules.setup import Recruit, Setup, SideSetup
from game.rules.things import laid_out
from game.spatial.field import Cell
from game.spatial.space import Space
from rulesets.sovereign import execution, roster
from rulesets.sovereign.sheet import Body, Profile, SovereignState, Turn


def muster(setup: Setup, space: Space) -> SovereignState:
    """Give the state before the first step; ``space`` is the set-up's map. Raises BadSetup."""
    if len(setup.sides) < 2:
        raise BadSetup("a battle needs two sides at least")
    names = [side.name for side in setup.sides]
    if len(set(names)) < len(names):
        raise BadSetup(f"sides need names of their own; {', '.join(names)} repeat")
    combatants: dict[Id, Body] = {}
    taken: set[Cell] = set()
    found = _enlisted(setup)
    for side in setup.sides:
        if not side.squad:
            raise BadSetup(f"side {side.name} has no members")
        enlisted = [(recruit, found[side.name, place]) for place, recruit in enumerate(side.squad)]
        for recruit, (id_, profile) in _placed_first(enlisted):
            at = _place(setup, space, side, recruit, profile, taken)
            taken.update(space.footprint(at, profile.size))
            combatants[id_] = Body(id_, side.name, at, roster.sheet(profile, hidden=recruit.hidden))
        combatants = _in_order(combatants, [id_ for _, (id_, _) in enlisted])
    event = setup.events.get(execution.EVENT)
    if event is not None:
        assassin, victim, weapon, _ = execution.read(event)
        for name in (assassin, victim):
            if Id(name) not in combatants:
                raise BadSetup(
                    f'events.{execution.EVENT}: nobody is called "{name}"; there are {", ".join(combatants)}'
                )
        owned = [owned.key for owned in combatants[Id(assassin)].sheet.weapons]
        if weapon not in owned:
            raise BadSetup(f'events.{execution.EVENT}: {assassin} has no "{weapon}", but {", ".join(owned)}')
    for topic in setup.events:
        if topic != execution.EVENT:
            raise BadSetup(f'events: sovereign knows no event "{topic}"; it knows "{execution.EVENT}"')
    open_edges = tuple(sorted(edge.id for edge in setup.field.edges if edge.state == "open"))
    return SovereignState(combatants, Turn(), open_edges, laid_out(setup.field))


def _enlisted(setup: Setup) -> dict[tuple[str, int], tuple[Id, Profile]]:
    """Ids and profiles by side and place in the squad: those in ambush last, or a number left out would betray them."""
    places = [(side, place) for side in setup.sides for place in range(len(side.squad))]
    places.sort(key=lambda each: each[0].squad[each[1]].hidden)
    numbers: Counter[str] = Counter()
    seen = Counter(recruit.unit for side in setup.sides for recruit in side.squad if not recruit.hidden)
    return {(side.name, place): _enlist(side.squad[place], numbers, seen, setup.roster) for side, place in places}


def _enlist(recruit: Recruit, numbers: Counter[str], seen: Counter[str], own: str) -> tuple[Id, Profile]:
    """An id and a profile: "annora" if nobody else of her kind is to be seen, else "goblin-1", "goblin-2"."""
    if recruit.damaged:
        raise BadSetup(f"{recruit.unit}: damaged: sovereign knows no damaged gear; leave it out")
    numbers[recruit.unit] += 1
    count = numbers[recruit.unit]
    only = roster.profile(recruit.unit, 0, recruit.name, own)
    if only.named and count == 1 and seen[recruit.unit] < 2:
        return Id(recruit.unit), only
    return Id(f"{recruit.unit}-{count}"), roster.profile(recruit.unit, count, recruit.name, own)


def _placed_first(
    enlisted: list[tuple[Recruit, tuple[Id, Profile]]],
) -> list[tuple[Recruit, tuple[Id, Profile]]]:
    """Those with a cell of their own, then the big, then those who fight hand to hand, then the shooters.

    Those in ambush come after the others: a gap in their ranks would give them away.
    """
    return sorted(enlisted, key=lambda e: (e[0].at is None, e[0].hidden, -e[1][1].size, _shooter(e[1][1])))


def _shooter(profile: Profile) -> bool:
    return (bool(profile.ready) and profile.weapon(profile.ready[0]).ranged_only) or bool(profile.spells)


def _in_order(combatants: dict[Id, Body], wanted: list[Id]) -> dict[Id, Body]:
    """The members of the last side in the order of its squad."""
    others = {id_: c for id_, c in combatants.items() if id_ not in wanted}
    return {**others, **{id_: combatants[id_] for id_ in wanted}}


def _place(setup: Setup, space: Space, side: SideSetup, recruit: Recruit, profile: Profile, taken: set[Cell]) -> Cell:
    """The recruit's own cell, or the free spawn cell nearest to the foe (shooters: farthest from it)."""

    def free(cell: Cell) -> bool:
        return space.standable(cell, profile.size) and not taken & set(space.footprint(cell, profile.size))

    if recruit.at is not None:
        if not free(recruit.at):
            x, y = recruit.at
            raise BadSetup(
                f"{profile.name} of side {side.name} can't start at {x},{y}: it is a wall, taken or off the map"
            )
        return recruit.at
    spawns = [spawn for spawn in setup.field.spawns if spawn.side == side.name]
    mine = [spawn for spawn in spawns if spawn.unit == recruit.unit] or [s for s in spawns if not s.unit] or spawns
    cells = [cell for spawn in mine for cell in spawn.cells]
    enemy = [cell for spawn in setup.field.spawns if spawn.side != side.name for cell in spawn.cells]
    open_cells = [cell for cell in cells if free(cell)]
    if not open_cells:
        raise BadSetup(
            f"no free spawn cell is left for {profile.name} of side {side.name}; "
            f"enlarge the map's Spawn areas of that side, or give the unit a cell of its own"
        )
    if not enemy:
        return open_cells[0]
    cx = sum(x for x, _ in enemy) // len(enemy)
    cy = sum(y for _, y in enemy) // len(enemy)
    sign = -1 if _shooter(profile) else 1
    return min(open_cells, key=lambda cell: (sign * max(abs(cell[0] - cx), abs(cell[1] - cy)), cell[1], cell[0]))
