"""What wins besides being the last side that fights, in zones; and where one leaves the map."""

from __future__ import annotations

from game.kit.goals import Goals
from game.rules.setup import Objective
from game.spatial.places import InZone
from rulesets.murdham.reading import zone_of
from rulesets.murdham.sheet import Body, MurdhamBoard, Sheet, Turn


def objective_zones(board: MurdhamBoard, aim: Objective) -> list[InZone]:
    """The zones that an objective's cells lie in, without those that it only brims over into (ruling M-44)."""
    zones = board.space.zones
    cells: dict[InZone, int] = {}
    for cell in aim.cells:
        place = zones.at(cell)
        if place is not None:
            cells[place] = cells.get(place, 0) + 1
    most = max(cells.values(), default=0)
    return sorted(place for place, count in cells.items() if 2 * count > most)


def _on(board: MurdhamBoard, c: Body, aim: Objective) -> bool:
    return bool(set(objective_zones(board, aim)) & set(zone_of(c.at, board)))


def _through(board: MurdhamBoard, c: Body, aim: Objective) -> bool:
    return c.at in objective_zones(board, aim)


GOALS: Goals[Sheet, Turn] = Goals(_on, _through)


def task_at(board: MurdhamBoard, me: Body) -> Objective | None:
    """The task that a combatant could work at from where it stands (ruling M-58)."""
    aim = GOALS.task(board, me.side)
    return aim if aim is not None and _on(board, me, aim) else None


def exits(board: MurdhamBoard) -> list[InZone]:
    """Zones from which one can leave the map: those with an exit, or on a map without any those at its rim."""
    zones, space = board.space.zones, board.space
    drawn = [place for place in zones.all_zones if "exit" in zones.area(place).tags]
    if drawn:
        return drawn
    return [
        place
        for place in zones.all_zones
        if any(x in (0, space.width - 1) or y in (0, space.height - 1) for x, y in zones.cells(place))
    ]


def ways_out(board: MurdhamBoard, side: str) -> list[InZone]:
    """Where a side may leave the map: the exits, and what its own objective calls the way out."""
    aim = GOALS.aim(board, side)
    return [*exits(board), *(objective_zones(board, aim) if aim.goal == "escape" else [])]
