"""What ends a battle: the last side that fights, an objective, or the end of the Turn."""

from __future__ import annotations

from game.kit.combatants import standing
from game.kit.goals import fought_out
from game.rules.state import Verdict
from rulesets.sovereign.play import chase
from rulesets.sovereign.play.effects import heal
from rulesets.sovereign.play.goals import GOALS
from rulesets.sovereign.sheet.sheet import Body, SovereignBoard, SovereignTable

A_TURN = 60
"""Rounds of ten seconds in a Turn, which a fight takes (RULES 5.2); one that is not over by then is a draw."""


def regenerate(table: SovereignTable, c: Body) -> None:
    """Some creatures knit together again at a round's end, unless burnt in it."""
    if not c.sheet.burnt and c.sheet.up:
        heal(table, c.id, c.sheet.profile.regenerates)


def verdict(board: SovereignBoard) -> Verdict | None:
    """Who has won, if anyone; asked between steps."""
    turn = board.state.turn
    if turn.phase == "start":
        return None
    fighting = standing(board)
    won = GOALS.decided(board, fighting)
    if won is not None or (len(fighting) == 1 and chase.open_(board)):
        return won
    return fought_out(fighting, "the Turn is over, and neither side has won" if turn.round > A_TURN else "")
