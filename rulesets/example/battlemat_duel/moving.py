"""Where fighters stand to each other, where they may go, and what happens on the way."""

from __future__ import annotations

from collections.abc import Iterator

from battlemat_duel.attack import strike
from battlemat_duel.sheet import DuelBoard, DuelTable, Fighter
from game.rules.events import Id, Moved
from game.rules.questions import Seat
from game.spatial.field import Cell
from game.spatial.paths import Reach


def foes(board: DuelBoard, me: Fighter) -> Iterator[Fighter]:
    """Everybody of the other sides."""
    return (c for c in board.state.combatants.values() if c.side != me.side)


def apart(board: DuelBoard, a: Fighter, b: Fighter) -> int:
    """Cells between two fighters; 1 is side by side."""
    return board.space.distance(a.at, b.at)


def sees(board: DuelBoard, a: Fighter, b: Fighter) -> bool:
    """Whether no wall hides two fighters from each other."""
    return board.space.sees(a.at, b.at)


def beside(board: DuelBoard, a: Fighter, b: Fighter) -> bool:
    """Whether a blow reaches: side by side with no wall between."""
    return apart(board, a, b) == 1 and sees(board, a, b)


def reach(board: DuelBoard, me: Fighter) -> Reach:
    """Where a fighter may go. Foes in hiding are no obstacle to plans, or a gap would betray them."""
    others = [c.at for c in board.state.combatants.values() if c.id != me.id]
    seen = [c.at for c in board.state.combatants.values() if c.side == me.side or not c.sheet.hidden]
    blocked = board.space.mask(cell for cell in others if cell in seen)
    return board.space.reach(me.at, me.sheet.profile.stride, blocked=blocked)


async def walk(table: DuelTable, who: Id, place: Cell) -> None:
    """Rules: Moving, Ambush (D-3, D-8). Cell by cell, for anything may happen on the way."""
    for cell in reach(table, table.now(who)).path(place):
        met = next((c for c in foes(table, table.now(who)) if c.at == cell), None)
        if met is not None:
            table.set(met.id, hidden=False)
            return
        table.emit(Moved(who, table.now(who).at, cell))
        # Two in hiding pass by each other: to ask would tell one side of the other.
        if table.now(who).sheet.hidden:
            continue
        for foe in table.fresh(c.id for c in foes(table, table.now(who)) if c.sheet.hidden):
            if not beside(table, foe, table.now(who)):
                continue
            why = f"{foe.id}: strike at {who} from hiding?"
            strikes = await table.confirm(Seat(foe.side), why, who=foe.id, topic="ambush", about=(who,))
            table.set(foe.id, hidden=False)
            if strikes:
                await strike(table, foe.id, who)
            return
