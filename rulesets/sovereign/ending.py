"""What ends a battle: the last side that fights, an objective, or the end of the Turn."""

from __future__ import annotations

from game.kit.company import up_on
from game.rules.objectives import held_after, reached
from game.rules.state import Verdict
from rulesets.sovereign import chase
from rulesets.sovereign.effects import heal
from rulesets.sovereign.sheet import Body, SovereignBoard, SovereignTable

A_TURN = 60
"""Rounds of ten seconds in a Turn, which a fight takes (RULES 5.2); one that is not over by then is a draw."""


def regenerate(table: SovereignTable, c: Body) -> None:
    """Some creatures knit together again at a round's end, unless burnt in it."""
    if not c.sheet.burnt and c.sheet.up:
        heal(table, c.id, c.sheet.profile.regenerates)


def count_objective(table: SovereignTable) -> None:
    """A round in which a side holds its ground unopposed counts; one in which it does not starts the count again."""
    objective = table.setup.objective
    if objective.goal != "hold":
        return
    there = {c.side for c in table.state.combatants.values() if c.sheet.up and c.at in objective.cells}
    table.set_turn(held=held_after(objective, table.state.turn.held, there))


def verdict(board: SovereignBoard) -> Verdict | None:
    """Who has won, if anyone; asked between steps."""
    turn = board.state.turn
    if turn.phase == "start":
        return None
    standing = [side.name for side in board.setup.sides if up_on(board, side.name)]
    won = _reached(board, standing)
    if won is not None:
        return won
    if not standing:
        return Verdict(None, "nobody is left standing")
    if len(standing) == 1 and chase.open_(board):
        return None
    if len(standing) == 1:
        return Verdict(standing[0], "no enemy is left fighting")
    if turn.round > A_TURN:
        return Verdict(None, "the Turn is over, and neither side has won")
    return None


def _reached(board: SovereignBoard, standing: list[str]) -> Verdict | None:
    objective, turn = board.setup.objective, board.state.turn
    away = sum(_counts(board, board.state.gone[who]) for who in turn.escaped)
    everyone = [*board.state.combatants.values(), *board.state.gone.values()]
    ward = next((c.sheet.up for c in everyone if c.sheet.profile.name == objective.who), None)
    return reached(objective, turn, standing, away=away, ward=ward)


def _counts(board: SovereignBoard, gone: Body) -> bool:
    """Whether somebody who left is one of those meant to, and went by the way meant."""
    objective = board.setup.objective
    covered = board.space.footprint(gone.at, gone.sheet.profile.size)
    if gone.side != objective.side or (objective.cells and not any(cell in objective.cells for cell in covered)):
        return False
    return not objective.who or gone.sheet.profile.name == objective.who
