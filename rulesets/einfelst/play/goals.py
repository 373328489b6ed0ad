"""What wins besides being the last side that fights, in zones; and where one leaves the map."""

from __future__ import annotations

from game.kit.goals import Goals, exits, objective_zones
from game.rules.setup import Objective
from game.spatial.places import InZone
from rulesets.einfelst.sheet.sheet import Body, EinfelstBoard, Sheet, Turn


def _on(board: EinfelstBoard, c: Body, aim: Objective) -> bool:
    return c.at in objective_zones(board, aim)


GOALS: Goals[Sheet, Turn] = Goals(_on, _on)


def task_at(board: EinfelstBoard, me: Body) -> Objective | None:
    """The task that a combatant could work at from where it stands."""
    aim = GOALS.task(board, me.side)
    return aim if aim is not None and _on(board, me, aim) else None


def ways_out(board: EinfelstBoard, side: str) -> list[InZone]:
    """Where a side may leave the map: by the way out that its objective names, if it names one, else by any exit."""
    aim = GOALS.aim(board, side)
    return (objective_zones(board, aim) if aim.goal == "escape" else []) or exits(board)
