"""What a turn holds: a bonus action, a main action or a second bonus action, and movement (A-09 to A-13)."""

from __future__ import annotations

from rulesets.murdham.sheet.sheet import MurdhamBoard, MurdhamTable

WHOLE_TURN = "the whole turn"
"""What a reaction takes, in words (A-15)."""


def has_main(board: MurdhamBoard) -> bool:
    """Whether the active combatant's main action is unspent; a second bonus action has spent it (A-10)."""
    return board.state.turn.main


def has_bonus(board: MurdhamBoard) -> bool:
    """Whether the active combatant may take another bonus action: the first, or a second instead of the main one."""
    turn = board.state.turn
    return turn.bonus == 0 or (turn.bonus == 1 and turn.main)


def has_attack(board: MurdhamBoard) -> bool:
    """Whether the active combatant may attack: with its main action, or once more by skill."""
    turn = board.state.turn
    return turn.main or turn.again


def untouched(board: MurdhamBoard) -> bool:
    """Whether nothing of the turn is spent: what takes the whole of it is still possible (A-101)."""
    turn = board.state.turn
    return turn.main and not (turn.again or turn.bonus or turn.halves)


def pay_attack(table: MurdhamTable) -> None:
    """Spend what an attack takes."""
    if table.state.turn.again:
        table.set_turn(again=False)
    else:
        pay_main(table)


def pay_main(table: MurdhamTable) -> None:
    """Spend the main action."""
    table.set_turn(main=False)


def pay_bonus(table: MurdhamTable) -> None:
    """Spend a bonus action; the second takes the main action's place."""
    turn = table.state.turn
    table.set_turn(bonus=turn.bonus + 1, main=turn.main and turn.bonus == 0)
