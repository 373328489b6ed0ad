"""What wins besides being the last side that fights, in zones; and where one leaves the map."""

from __future__ import annotations

from game.kit.goals import Goals, exits, objective_zones
from game.rules.setup import Objective
from game.spatial.places import InZone
from rulesets.murdham.play.geometry import zone_of
from rulesets.murdham.sheet.sheet import Body, MurdhamBoard, Sheet, Turn


def _on(board: MurdhamBoard, c: Body, aim: Objective) -> bool:
    return bool(set(objective_zones(board, aim)) & set(zone_of(c.at, board)))


GOALS: Goals[Sheet, Turn] = Goals(_on, lambda board, c, aim: c.at in objective_zones(board, aim))


def task_at(board: MurdhamBoard, me: Body) -> Objective | None:
    """The task that a combatant could work at from where it stands (ruling M-58)."""
    aim = GOALS.task(board, me.side)
    return aim if aim is not None and _on(board, me, aim) else None


def ways_out(board: MurdhamBoard, side: str) -> list[InZone]:
    """Where a side may leave the map: the exits, and what its own objective calls the way out."""
    aim = GOALS.aim(board, side)
    return [*exits(board), *(objective_zones(board, aim) if aim.goal == "escape" else [])]
