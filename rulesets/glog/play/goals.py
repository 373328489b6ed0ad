"""What wins besides being the last side that fights, on cells."""

from __future__ import annotations

from game.kit.goals import Goals
from game.kit.things import at_hand
from game.rules.setup import Objective
from rulesets.glog.sheet.sheet import Body, GlogBoard, Sheet, Turn


def _through(board: GlogBoard, c: Body, aim: Objective) -> bool:
    return any(cell in aim.cells for cell in board.space.footprint(c.at, c.sheet.profile.cells))


GOALS: Goals[Sheet, Turn] = Goals(lambda _, c, aim: c.at in aim.cells, _through)


def task_at(board: GlogBoard, me: Body) -> Objective | None:
    """The task that a combatant could work at from where it stands: at most a cell from it (ruling G-29)."""
    aim = GOALS.task(board, me.side)
    size = me.sheet.profile.cells
    near = aim is not None and any(at_hand(board.space, me.at, size, cell) for cell in aim.cells)
    return aim if near else None
