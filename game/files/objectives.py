"""The objectives of a scenario, as they are written and as the rules take them::

    [[objectives]]
    goal = "task"
    side = "party"
    feature = "Winch"
    count = 2

    [objectives.then]                      # what the side has to reach next
    goal = "escape"
    spawn = "party"

A side has one objective, and what follows it has a ``then`` of its own if the chain goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from game.files.entries import Faults
from game.files.tiled import Chart
from game.rules.setup import Goal, Objective, SideSetup
from game.spatial.field import Cell, Feature

LONGEST_CHAIN = 5
"""Objectives of one side that may follow each other."""

CellReader = Callable[[tuple[Cell, ...], str], tuple[Cell, ...]]
"""Cells as the author counts them, and the field they stand in, to cells in the map's own count."""


class ObjectiveEntry(msgspec.Struct, frozen=True):
    """An objective; its cells are given one by one, by a feature of the map, or by a spawn's side or id."""

    goal: Goal = "eliminate"
    side: str = ""
    """Empty means the side marked as the party, or the first."""
    cells: tuple[Cell, ...] = ()
    feature: str = ""
    spawn: str = ""
    rounds: int = 0
    who: str = ""
    count: int = 1
    then: ObjectiveEntry | None = None
    """What the side has to reach after it."""


def read_objectives(
    aims: Sequence[ObjectiveEntry],
    chart: Chart,
    titles: Mapping[str, str],
    sides: Sequence[SideSetup],
    cells: CellReader,
    faults: Faults,
) -> tuple[Objective, ...]:
    """The objectives of all sides; ``titles`` of the units that may be recruited, by key."""
    names = [side.name for side in sides]
    usual = next((side.name for side in sides if side.party), names[0])
    called = [recruit.name or titles.get(recruit.unit, "") for side in sides for recruit in side.squad]
    found: list[Objective] = []
    for index, aim in enumerate(aims, 1):
        where = f"objectives[{index}]"
        side = aim.side or usual
        if side not in names:
            faults.unknown(f"{where}.side", "side", side, names)
        elif any(other.side == side for other in found):
            faults.add(f"{where}.side", f"{side} has an objective already; let this one follow it, as its then")
        following: Objective | None = None
        for depth, link in reversed(list(enumerate(_chain(aim, where, faults)))):
            following = _objective(link, where + depth * ".then", side, following, chart, called, cells, faults)
        found += [following] if following else []
    return tuple(found)


def _chain(aim: ObjectiveEntry, where: str, faults: Faults) -> list[ObjectiveEntry]:
    """An objective and those that follow it."""
    links = [aim]
    while links[-1].then is not None:
        links.append(links[-1].then)
        if links[-1].side not in ("", aim.side):
            faults.add(f"{where}{(len(links) - 1) * '.then'}.side", "what follows is the same side's; leave it out")
        if len(links) > LONGEST_CHAIN:
            faults.add(f"{where}.then", f"too many follow each other; write at most {LONGEST_CHAIN} in all")
            return links[:LONGEST_CHAIN]
    for depth, link in enumerate(links):
        if link.goal == "eliminate" and len(links) > 1:
            faults.add(
                f"{where}{depth * '.then'}.goal", "the last side that fights wins in any case; name another goal"
            )
    return links


def _objective(
    aim: ObjectiveEntry,
    where: str,
    side: str,
    following: Objective | None,
    chart: Chart,
    called: list[str],
    read_cells: CellReader,
    faults: Faults,
) -> Objective:
    features = _features(aim, where, chart, faults)
    cells = tuple(dict.fromkeys([
        *read_cells(aim.cells, f"{where}.cells"),
        *(cell for feature in features for cell in feature.cells),
        *_spawned(aim, where, chart, faults),
    ]))  # fmt: skip
    if aim.goal in ("hold", "escape") and not cells:
        faults.add(where, f"{aim.goal} needs cells: write cells = [[x, y], …], or name a feature or spawn of the map")
    elif aim.goal in ("hold", "escape") and all(chart.field.at(cell).blocks_move for cell in cells):
        faults.add(where, f"nobody can get to {aim.goal} there: all of it is solid; choose open ground")
    if aim.goal == "task" and not aim.feature:
        faults.add(f"{where}.feature", "task needs the name of a feature of the map to work at")
    if aim.goal in ("hold", "survive", "protect") and aim.rounds < 1:
        faults.add(f"{where}.rounds", f"{aim.goal} needs a number of rounds, 1 or more")
    if aim.goal == "protect" and not aim.who:
        faults.add(f"{where}.who", "protect needs the name of the one to be protected")
    if aim.goal == "fell" and not aim.who:
        faults.add(f"{where}.who", "fell needs the name of somebody of another side")
    if aim.count < 1:
        least = "1 or more must get away" if aim.goal == "escape" else "write 1 or more"
        faults.add(f"{where}.count", f"{aim.count} is too few; {least}")
    numbered = [f"{name} {n}" for name in dict.fromkeys(called) for n in range(1, called.count(name) + 1)]
    if aim.who and aim.who not in (*called, *numbered):
        faults.unknown(f"{where}.who", "combatant", aim.who, called)
    named = next(((feature.name or feature.kind).lower().removeprefix("the ") for feature in features), "")
    what = f"the {named}" if named else ""
    return Objective(aim.goal, side, cells, aim.rounds, aim.who, aim.count, what, following)


def _features(aim: ObjectiveEntry, where: str, chart: Chart, faults: Faults) -> list[Feature]:
    """The features that an objective names, by id, name or kind."""
    if not aim.feature:
        return []
    wanted = aim.feature.casefold()
    features = [f for f in chart.field.features if wanted in (f.id.casefold(), f.name.casefold(), f.kind)]
    if not features:
        known = [feature.name or feature.kind for feature in chart.field.features]
        faults.unknown(f"{where}.feature", "feature of the map", aim.feature, known)
    return features


def _spawned(aim: ObjectiveEntry, where: str, chart: Chart, faults: Faults) -> list[Cell]:
    """The cells of the spawns that an objective names, by id or side."""
    if not aim.spawn:
        return []
    spawns = [spawn for spawn in chart.field.spawns if aim.spawn in (spawn.id, spawn.side)]
    if not spawns:
        known = [each for spawn in chart.field.spawns for each in (spawn.side, spawn.id)]
        faults.unknown(f"{where}.spawn", "spawn of the map", aim.spawn, known)
    return [cell for spawn in spawns for cell in spawn.cells]
