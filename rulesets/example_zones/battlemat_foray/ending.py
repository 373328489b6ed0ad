"""When it is over, and who has won."""

from __future__ import annotations

from battlemat_foray.sheet import ForayBoard
from game.kit.combatants import standing
from game.kit.goals import fought_out
from game.rules.state import Verdict

LAST_ROUND = 12


def verdict(board: ForayBoard) -> Verdict | None:
    """Rule: Harm and the end (F-6)."""
    return fought_out(standing(board), "twelve rounds are over" if board.state.turn.round > LAST_ROUND else "")
