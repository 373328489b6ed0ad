"""What a position is worth besides who stands and who could do what to whom: courage, the dying, the objective."""

from __future__ import annotations

from game.rules.wits import Features
from rulesets.murdham.goals import GOALS
from rulesets.murdham.moment import Moment
from rulesets.murdham.morale import subject, tested
from rulesets.murdham.reading import half


def position(wits: Moment) -> Features:
    """Features of a position from the eyes of the side whose wits they are."""
    ours, theirs = wits.band(wits.side), wits.foes(wits.side)
    fallen = [c for c in wits.board.state.on(wits.side) if c.sheet.dying]
    found = {
        "dying": float(sum(not c.sheet.dead for c in fallen)),
        "hidden": float(sum(it.body.sheet.hidden for it in ours)),
        "bound up": sum(it.stature for it in ours if it.body.id in wits.tied),
        "bind them": sum(it.stature for it in theirs if it.body.id in wits.tied),
        **GOALS.gains(wits.board, wits.side),
    }
    for side in wits.board.setup.sides:
        name = "shaken" if side.name == wits.side else "shaking"
        found[name] = found.get(name, 0.0) + shaken(wits, side.name)
    aim, gone = wits.aim(wits.side), wits.board.state.gone
    if aim.goal == "escape" and aim.cells:
        found["escaped"] = float(sum(gone[who].side == wits.side for who in wits.turn.escaped))
    if aim.goal == "protect":
        found["ward"] = sum(it.health / it.full for it in ours if it.body.sheet.profile.name == aim.who)
    return found


def shaken(wits: Moment, side: str) -> float:
    """How far a side is on its way to the half whose loss tests its courage, in statures that may run (A-95)."""
    board, turn = wits.board, wits.turn
    if side in turn.checked or not tested(board, side):
        return 0.0
    band = [it for it in wits.band(side) if not it.body.sheet.retreating]
    began = turn.strength.get(side, 0)
    fearful = [it for it in band if subject(board, it.body)]
    if began < 2 or not fearful:
        return 0.0
    part = min(1.0, (began - len(band)) / max(1, began - half(began)))
    return part * part * sum(it.stature * (1 - it.WIT) for it in fearful)
