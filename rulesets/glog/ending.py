"""What ends a battle: the last side that fights, an objective, talk, or a night that grows too long."""

from __future__ import annotations

from game.kit.company import standing
from game.kit.goals import fought_out
from game.rules.state import Verdict
from rulesets.glog.goals import GOALS
from rulesets.glog.sheet import GlogBoard

LONGEST = 60
"""Rounds after which both sides have had enough (ruling G-30)."""


def verdict(board: GlogBoard) -> Verdict | None:
    """Who has won, if anyone; asked between steps."""
    turn = board.state.turn
    if turn.peace:
        return Verdict(None, turn.peace)
    if turn.phase == "start":
        return None
    fighting = standing(board)
    late = "both sides are spent, and neither has won" if turn.round > LONGEST else ""
    return GOALS.decided(board, fighting) or fought_out(fighting, late)
