"""What ends a battle: the last side that fights, an objective, or the end of the Turn."""

from __future__ import annotations

from game.rules.events import Id
from game.rules.state import Verdict
from rulesets.sovereign import chase
from rulesets.sovereign.effects import heal
from rulesets.sovereign.reading import up_on
from rulesets.sovereign.sheet import Body, SovereignBoard, SovereignTable

A_TURN = 60
"""Rounds of ten seconds in a Turn, which a fight takes (RULES 5.2); one that is not over by then is a draw."""


def regenerate(table: SovereignTable, c: Body) -> None:
    """Some creatures knit together again at a round's end, unless burnt in it."""
    burnt_now = c.sheet.spells_end.get("burnt", 0) > table.state.turn.round
    if not burnt_now and c.sheet.up:
        heal(table, c.id, c.sheet.profile.regenerates)


def count_objective(table: SovereignTable) -> None:
    """A round in which a side holds its ground unopposed counts; one in which it does not starts the count again."""
    objective = table.setup.objective
    if objective.goal != "hold":
        return
    held = dict(table.state.turn.held)
    there = {c.side for c in table.state.combatants.values() if c.sheet.up and c.at in objective.cells}
    held[objective.side] = held.get(objective.side, 0) + 1 if there == {objective.side} else 0
    table.set_turn(held=held)


def verdict(board: SovereignBoard) -> Verdict | None:
    """Who has won, if anyone; asked between steps."""
    turn = board.state.turn
    if turn.phase == "start":
        return None
    standing = [side.name for side in board.setup.sides if up_on(board, side.name)]
    reached = _objective(board, standing)
    if reached is not None:
        return reached
    if not standing:
        return Verdict(None, "nobody is left standing")
    if len(standing) == 1 and chase.open_(board):
        return None
    if len(standing) == 1:
        return Verdict(standing[0], "no enemy is left fighting")
    if turn.round > A_TURN:
        return Verdict(None, "the Turn is over, and neither side has won")
    return None


def _objective(board: SovereignBoard, standing: list[str]) -> Verdict | None:
    objective = board.setup.objective
    side, turn = objective.side, board.state.turn
    others = [name for name in standing if name != side]
    rival = others[0] if others else None
    match objective.goal:
        case "hold" if turn.held.get(side, 0) >= max(1, objective.rounds):
            return Verdict(side, f"held its ground for {max(1, objective.rounds)} rounds")
        case "survive" if turn.round > objective.rounds and side in standing:
            return Verdict(side, f"survived {objective.rounds} rounds")
        case "escape":
            away = [c for c in turn.escaped if board.state.gone[c].side == side and _counts(board, c)]
            if len(away) >= max(1, objective.count):
                return Verdict(side, "got away")
        case "protect":
            ward = _ward(board)
            if ward is not None and (ward.sheet.hp == 0 or ward.sheet.out):
                return Verdict(rival, f"{objective.who} has fallen")
            if objective.rounds and turn.round > objective.rounds and side in standing:
                return Verdict(side, f"{objective.who} was kept safe")
    return None


def _counts(board: SovereignBoard, who: Id) -> bool:
    gone = board.state.gone[who]
    if not _left_by(board, gone):
        return False
    return not board.setup.objective.who or gone.sheet.profile.name == board.setup.objective.who


def _left_by(board: SovereignBoard, gone: Body) -> bool:
    """Whether somebody went where the objective says, if it says where."""
    cells = board.setup.objective.cells
    return not cells or any(cell in cells for cell in board.space.footprint(gone.at, gone.sheet.profile.size))


def _ward(board: SovereignBoard) -> Body | None:
    everyone = [*board.state.combatants.values(), *board.state.gone.values()]
    return next((c for c in everyone if c.sheet.profile.name == board.setup.objective.who), None)
