"""What wins besides being the last side that fights, on cells."""

from __future__ import annotations

from game.kit.goals import Goals
from game.rules.setup import Objective
from game.spatial.space import Space
from rulesets.sovereign.sheet.sheet import Body, Sheet, SovereignBoard, Turn


def _through(board: SovereignBoard, c: Body, aim: Objective) -> bool:
    return any(cell in aim.cells for cell in board.space.footprint(c.at, c.sheet.profile.size))


GOALS: Goals[Sheet, Turn] = Goals(lambda _, c, aim: c.at in aim.cells, _through)


def at_work(space: Space, aim: Objective, size: int) -> int:
    """Mask of the places from which a body can work at a task: at most a cell from it."""
    found = 0
    for x, y in aim.cells:
        for place in [(x + dx, y + dy) for dy in range(-size, 2) for dx in range(-size, 2)]:
            if space.standable(place, size) and space.distance(place, (x, y), size, 1) <= 1:
                found |= 1 << (place[1] * space.width + place[0])
    return found


def task_at(board: SovereignBoard, me: Body) -> Objective | None:
    """The task that a combatant could work at from where it stands (ruling S-61)."""
    aim = GOALS.task(board, me.side)
    here = 1 << (me.at[1] * board.space.width + me.at[0])
    return aim if aim is not None and at_work(board.space, aim, me.sheet.profile.size) & here else None
