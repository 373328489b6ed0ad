"""What ends a battle, and what follows a fight: the long chase and the wear of gear (A-104 to A-106)."""

from __future__ import annotations

from game.kit.company import bodies, perceives, up_on
from game.rules.objectives import held_after, reached
from game.rules.questions import Option, Seat
from game.rules.state import Verdict
from rulesets.murdham.events import Did, Fell
from rulesets.murdham.gear import wear
from rulesets.murdham.moving import speed
from rulesets.murdham.reading import objective_zones, zone_of
from rulesets.murdham.saves import group_save
from rulesets.murdham.sheet import Body, MurdhamBoard, MurdhamTable

STRETCH = 100
"""Rounds in a stretch, which a fight takes at most; one that is not over by then is a draw."""


def decided(board: MurdhamBoard) -> Verdict | None:
    """Who has won, if anyone, before what follows the fight."""
    turn = board.state.turn
    if turn.phase == "start":
        return None
    standing = [side.name for side in board.setup.sides if up_on(board, side.name)]
    won = _reached(board, standing)
    if won is not None:
        return won
    if not standing:
        return Verdict(None, "nobody is left standing")
    if len(standing) == 1:
        return Verdict(standing[0], "no enemy is left fighting")
    if turn.round > STRETCH:
        return Verdict(None, "the stretch is over, and neither side has won")
    return None


def verdict(board: MurdhamBoard) -> Verdict | None:
    """Who has won, once everything is settled; asked between steps."""
    return decided(board) if board.state.turn.settled else None


def count_objective(table: MurdhamTable) -> None:
    """A round in which a side holds its ground unopposed counts; one in which it does not starts the count again."""
    objective = table.setup.objective
    if objective.goal != "hold":
        return
    ground = set(objective_zones(table))
    there = {c.side for c in bodies(table) if c.sheet.up and ground & set(zone_of(c.at, table))}
    table.set_turn(held=held_after(objective, table.state.turn.held, there))


def _reached(board: MurdhamBoard, standing: list[str]) -> Verdict | None:
    objective, turn = board.setup.objective, board.state.turn
    away = sum(_counts(board, board.state.gone[who]) for who in turn.escaped)
    everyone = [*board.state.combatants.values(), *board.state.gone.values()]
    ward = next((c.sheet.up for c in everyone if c.sheet.profile.name == objective.who), None)
    return reached(objective, turn, standing, away=away, ward=ward)


def _counts(board: MurdhamBoard, gone: Body) -> bool:
    """Whether somebody who left is one of those meant to, and went by the way meant (ruling M-44)."""
    objective = board.setup.objective
    if gone.side != objective.side or (objective.cells and gone.at not in objective_zones(board)):
        return False
    return not objective.who or gone.sheet.profile.name == objective.who


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
    if not await table.choose(Seat(winner), "The enemy flees: chase them?", [go, stay], topic="chase", idle="let go"):
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
