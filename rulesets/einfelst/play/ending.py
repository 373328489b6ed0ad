"""What ends a battle: the last side that fights, an objective, or a night that grows too long."""

from __future__ import annotations

from game.kit.combatants import standing
from game.kit.goals import fought_out
from game.rules.state import Verdict
from rulesets.einfelst.play.goals import GOALS
from rulesets.einfelst.sheet.sheet import EinfelstBoard

LONGEST = 60
"""Rounds after which both sides have had enough (ruling W-49)."""


def verdict(board: EinfelstBoard) -> Verdict | None:
    """Who has won, if anyone; asked between steps."""
    turn = board.state.turn
    if turn.phase == "start":
        return None
    fighting = standing(board)
    late = "both sides are spent, and neither has won" if turn.round > LONGEST else ""
    return GOALS.decided(board, fighting) or fought_out(fighting, late)
