"""When it is over, and who has won."""

from __future__ import annotations

from battlemat_duel.sheet import DuelBoard
from game.rules.state import Verdict

LAST_ROUND = 20


def verdict(board: DuelBoard) -> Verdict | None:
    """Rule: The end (D-10)."""
    left = list(dict.fromkeys(c.side for c in board.state.combatants.values()))
    if len(left) == 1:
        return Verdict(left[0], "the last side standing")
    if not left or board.state.turn.round > LAST_ROUND:
        return Verdict(None, "nobody won")
    return None
