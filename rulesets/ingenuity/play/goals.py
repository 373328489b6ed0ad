"""What wins besides being the last side that fights, on cells (B-02, B-03)."""

from __future__ import annotations

from game.kit.goals import Goals
from game.kit.things import at_hand
from game.rules.setup import Objective
from rulesets.ingenuity.sheet.sheet import Body, IngenuityBoard, Sheet, Turn


def _on(board: IngenuityBoard, c: Body, aim: Objective) -> bool:
    return any(cell in aim.cells for cell in board.space.footprint(c.at, c.sheet.profile.cells))


GOALS: Goals[Sheet, Turn] = Goals(_on, _on)


def task_at(board: IngenuityBoard, me: Body) -> Objective | None:
    """The task that a combatant could work at from where it stands: a metre from it at most, nothing between (N-36)."""
    aim = GOALS.task(board, me.side)
    size = me.sheet.profile.cells
    near = aim is not None and any(at_hand(board.space, me.at, size, cell) for cell in aim.cells)
    return aim if near else None
