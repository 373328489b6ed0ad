"""What wins besides being the last side that fights, on cells."""

from __future__ import annotations

from game.kit.goals import Goals
from game.rules.setup import Objective
from rulesets.sovereign.sheet import Body, Sheet, SovereignBoard, Turn


def _on(board: SovereignBoard, c: Body, aim: Objective) -> bool:
    return c.at in aim.cells


def _through(board: SovereignBoard, c: Body, aim: Objective) -> bool:
    return any(cell in aim.cells for cell in board.space.footprint(c.at, c.sheet.profile.size))


GOALS: Goals[Sheet, Turn] = Goals(_on, _through)
