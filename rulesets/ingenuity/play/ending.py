"""What ends a battle: the last team that fights, an objective, or a fight that grows too long (B-02)."""

from __future__ import annotations

from game.kit.combatants import standing
from game.kit.goals import fought_out
from game.rules.state import Verdict
from rulesets.ingenuity.play.goals import GOALS
from rulesets.ingenuity.sheet.sheet import IngenuityBoard

LONGEST = 60
"""Rounds, six minutes of them (B-07), after which all have had enough (ruling N-18)."""


def verdict(board: IngenuityBoard) -> Verdict | None:
    """Who has won, if anyone; asked between steps."""
    turn = board.state.turn
    if turn.phase == "start":
        return None
    fighting = standing(board)
    late = "both sides are spent, and neither has won" if turn.round > LONGEST else ""
    return GOALS.decided(board, fighting) or fought_out(fighting, late)
