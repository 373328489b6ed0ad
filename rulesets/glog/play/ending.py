"""What ends a battle: the last side that fights, an objective, talk, or a night that grows too long."""

from __future__ import annotations

from game.kit.combatants import standing
from game.kit.goals import fought_out
from game.rules.state import Verdict
from rulesets.glog.play.goals import GOALS
from rulesets.glog.play.opening import at_war
from rulesets.glog.sheet.sheet import GlogBoard

LONGEST = 60
"""Rounds after which both sides have had enough (ruling G-30)."""


def _at_peace(board: GlogBoard, fighting: list[str]) -> Verdict:
    """Nobody who still fights has a foe: a draw, or the victory of whom the others have joined (ruling G-2)."""
    made = [peace for peace in board.state.turn.peace if set(peace.sides) <= set(fighting)]
    first = made[0].sides[0]
    joined = {peace.sides[1] for peace in made if peace.allied and peace.sides[0] == first}
    if len(fighting) < len(board.setup.sides) and {first, *joined} == set(fighting):
        return Verdict(first, "no enemy is left fighting")
    return Verdict(None, " and ".join(dict.fromkeys(peace.why for peace in made)))


def verdict(board: GlogBoard) -> Verdict | None:
    """Who has won, if anyone; asked between steps."""
    turn, fighting = board.state.turn, standing(board)
    if len(fighting) > 1 and not at_war(board):
        return _at_peace(board, fighting)
    if turn.phase == "start":
        return None
    late = "both sides are spent, and neither has won" if turn.round > LONGEST else ""
    return GOALS.decided(board, fighting) or fought_out(fighting, late)
