"""The turn, in the order of the book. Ids are kept across an await, and whom they mean is read again."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from battlemat_foray.attack import attack
from battlemat_foray.menu import acts, refusals
from battlemat_foray.moving import walk
from battlemat_foray.sheet import ForayBoard, ForayState, ForayTable
from game.rules.events import Id, RoundBegan
from game.rules.questions import Option, Seat
from game.spatial.places import ZonePlace


async def step(table: ForayTable) -> None:
    """Rule: Turns (F-1). One action of one fighter of the side at turn."""
    side = table.state.turn.side
    ready = [c for c in table.state.on(side) if not c.sheet.done]
    if not ready:
        pass_turn(table)
        return
    who = ready[0].id
    if len(ready) > 1:
        options = [Option(c.id, c.id, c.sheet.profile.name, target=c.id) for c in ready]
        who = await table.choose(Seat(side), "Who acts?", options, kind="pick")
    why, board = f"{table.now(who).sheet.profile.name}: what?", table.still()
    act = await table.choose(
        Seat(side), why, acts(board, who), who=who, idle="end", refused=lambda: refusals(board, who)
    )
    match act:
        case ("attack", target):
            table.set(who, attacked=True, hidden=False)
            await attack(table, who, target)
        case ("move", place):
            table.set(who, moved=True, hidden=False)
            walk(table, who, place)
        case _:
            table.set(who, done=True)


def pass_turn(table: ForayTable) -> None:
    """Rule: Turns (F-1). The next side's turn, and after the last side's the next round."""
    turn = table.state.turn
    current = (turn.current + 1) % len(turn.order)
    table.set_turn(current=current, round=turn.round + (current == 0))
    if current == 0:
        table.emit(RoundBegan(turn.round + 1))
    for c in table.fresh(c.id for c in table.state.on(turn.order[current])):
        table.set(c.id, moved=False, attacked=False, done=False)


def hypothetical_turn(board: ForayBoard, who: Id, at: Mapping[Id, ZonePlace]) -> ForayState:
    """The battle if it were somebody's turn with nothing spent."""
    state, side = board.state, board.now(who).side
    combatants = {
        id_: replace(c, at=at.get(id_, c.at), sheet=replace(c.sheet, moved=False, attacked=False, done=id_ != who))
        for id_, c in state.combatants.items()
    }
    return replace(state, combatants=combatants, turn=replace(state.turn, current=state.turn.order.index(side)))
