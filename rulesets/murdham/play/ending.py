"""What ends a battle, and what follows a fight: the long chase and the wear of gear (A-104 to A-106)."""

from __future__ import annotations

from game.kit.combatants import perceives, standing, up_on
from game.kit.goals import fought_out
from game.rules.questions import Option, Seat
from game.rules.state import Verdict
from rulesets.murdham.play.events import Did, Fell
from rulesets.murdham.play.gear import wear
from rulesets.murdham.play.goals import GOALS
from rulesets.murdham.play.moving import speed
from rulesets.murdham.play.saves import group_save
from rulesets.murdham.sheet.sheet import Body, MurdhamBoard, MurdhamTable

STRETCH = 100
"""Rounds in a stretch, which a fight takes at most; one that is not over by then is a draw."""


def decided(board: MurdhamBoard) -> Verdict | None:
    """Who has won, if anyone, before what follows the fight."""
    turn = board.state.turn
    if turn.phase == "start":
        return None
    fighting = standing(board)
    late = "the stretch is over, and neither side has won" if turn.round > STRETCH else ""
    return GOALS.decided(board, fighting) or fought_out(fighting, late)


def verdict(board: MurdhamBoard) -> Verdict | None:
    """Who has won, once everything is settled; asked between steps."""
    return decided(board) if board.state.turn.settled else None


# ------------------------------------------------------------------ what follows a fight


async def aftermath(table: MurdhamTable) -> None:
    """The winners may chase the fled; then gear shows what it suffered."""
    result = decided(table)
    if result is not None and result.winner is not None:
        await chase(table, result.winner)
    if table.setup.options.get("wear", "yes") == "yes":
        await wear(table)
    table.set_turn(settled=True)


async def chase(table: MurdhamTable, winner: str) -> None:
    """Rule: Chases. Over a long way the fleeing make a group AGI save, unless speed decides (A-104, A-105).

    Whoever is run down has to give up (ruling M-51).
    """
    if not _fled(table, winner) or not up_on(table, winner) or table.setup.options.get("chase", "offer") == "no":
        return
    go: Option[bool] = Option("chase", True, "Chase them")
    stay: Option[bool] = Option("let go", False, "Let them go")
    if not await table.choose(
        Seat(winner), "The enemy flees: chase them?", [go, stay], kind="confirm", topic="chase", idle="let go"
    ):
        return
    fled = _fled(table, winner)
    best = max(speed(c) for c in up_on(table, winner))
    caught = [c.id for c in fled if speed(c) < best]
    even = [c.id for c in fled if speed(c) == best]
    if even:
        passed = await group_save(table, even, "AGI", "flight", "A-104")
        caught += [who for who in even if who not in passed]
    table.set_turn(caught=tuple(caught))
    for c in _fled(table, winner):
        table.emit(Did(c.id, "is run down" if c.id in caught else "escapes", "A-104" if c.id in even else "A-105"))
    for who in caught:
        if table.now(who).sheet.up:
            table.set(who, surrendered=True, retreating=False)
            table.emit(Fell(who, "surrendered"))


def _fled(board: MurdhamBoard, winner: str) -> list[Body]:
    """Those of the losers who got off the map, as far as the winners know of them (A-91)."""
    return [c for c in board.state.gone.values() if c.side != winner and perceives(board, winner, c)]
