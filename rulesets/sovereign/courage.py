"""How near a side is to losing heart, as an AI sees it: whose wounds make it run, how many losses it still bears."""

from __future__ import annotations

from typing import NamedTuple

from rulesets.sovereign.estimate import as_target
from rulesets.sovereign.morale import obeys
from rulesets.sovereign.sheet import Body, SovereignBoard


class Courage(NamedTuple):
    """The heart of one side."""

    needed: int
    """Losses that still break it (E-91); 0 if they don't, or have."""
    subject: float
    """Statures that would run with it."""


def plays_morale(board: SovereignBoard) -> bool:
    """Whether morale is played at all."""
    return board.setup.options.get("morale", "book") != "off"


def wavers(board: SovereignBoard, c: Body) -> bool:
    """Whether somebody runs, or will when its courage is tested next (E-90)."""
    sheet = c.sheet
    if sheet.fleeing:
        return True
    if 2 * sheet.hp > sheet.profile.hp or sheet.profile.fearless or not obeys(board, c):
        return False
    return plays_morale(board)


def courage(board: SovereignBoard, side: str) -> Courage:
    """How near a side is to breaking."""
    turn = board.state.turn
    began = turn.strength.get(side, 0)
    if began < 2 or side in turn.broken or not plays_morale(board):
        return Courage(0, 0.0)
    fit, subject = 0, 0.0
    for c in board.state.combatants.values():
        if c.side != side or not c.sheet.up or c.sheet.hidden or wavers(board, c):
            continue
        fit += 1
        if obeys(board, c):
            subject += as_target(c).stature
    breaking = -(-began // 3)
    needed = breaking - (began - fit)
    return Courage(max(1, needed), subject) if subject else Courage(0, 0.0)
