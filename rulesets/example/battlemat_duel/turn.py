"""The turn, in the order of the book.

Whatever comes from outside is awaited: a choice, dice, a ruling. Between two awaits a combatant may have moved, been
hurt or left the map; so ids are kept, and whom they mean is read again with ``table.now``.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from battlemat_duel.attack import strike
from battlemat_duel.menu import acts, refusals
from battlemat_duel.moving import walk
from battlemat_duel.sheet import DuelBoard, DuelState, DuelTable
from game.rules.events import Id, RoundBegan
from game.rules.questions import Option, Seat
from game.rules.readings import Successes
from game.spatial.field import Cell

FLURRY = 4
"""Blows in one."""
MENDS = Successes(5)
"""Each die of five or more."""


async def step(table: DuelTable) -> None:
    """Rule: Turns (D-2). One action of one fighter of the side at turn: a step is as short as it can be.

    Nothing of a step is kept but what is in the state: the engine saves between steps.
    """
    side = table.state.turn.side
    ready = [c.id for c in table.state.on(side) if not c.sheet.done]
    if not ready:
        pass_turn(table)
        return
    who = ready[0]
    if len(ready) > 1:
        who = await table.choose(Seat(side), "Who acts?", [Option(id_, id_, id_) for id_ in ready], kind="pick")
    act = await table.choose(
        Seat(side), f"{who}: what?", acts(table, who), who=who, idle="end", refused=lambda: refusals(table, who)
    )
    match act:
        case ("strike", target):
            table.set(who, struck=True)
            await strike(table, who, target)
        case ("flurry", target):
            table.set(who, struck=True, parry=False)
            for _ in range(FLURRY):
                if who in table.state.combatants and target in table.state.combatants:
                    await strike(table, who, target)
        case ("move", place):
            table.set(who, moved=True)
            await walk(table, who, place)
        case ("rally", _):
            # Dice that are counted, not added: whoever weighs odds need only tell apart what MENDS reads in them.
            faces = await table.throw("3d6", f"{who} rallies", who, MENDS)
            sheet = table.now(who).sheet
            table.set(who, struck=True, hp=min(sheet.profile.hp, sheet.hp + MENDS.of(faces)))
        case ("hide", _):
            table.set(who, hidden=True, struck=True)
        case _:
            table.set(who, done=True)


def pass_turn(table: DuelTable) -> None:
    """Rule: Turns (D-2). The next side's turn, and after the last side's the next round."""
    turn = table.state.turn
    current = (turn.current + 1) % len(turn.order)
    table.set_turn(current=current, round=turn.round + (current == 0))
    if current == 0:
        table.emit(RoundBegan(turn.round + 1))
    for c in table.fresh(c.id for c in table.state.on(turn.order[current])):
        table.set(c.id, parry=True, moved=False, struck=False, done=False)


def hypothetical_turn(board: DuelBoard, who: Id, at: Mapping[Id, Cell]) -> DuelState:
    """The battle if it were somebody's turn with nothing spent: how far it could go, whom it could strike."""
    state, me = board.state, board.now(who)
    combatants = {
        id_: replace(c, at=at.get(id_, c.at), sheet=replace(c.sheet, moved=False, struck=False, done=id_ != who))
        for id_, c in state.combatants.items()
    }
    return replace(state, combatants=combatants, turn=replace(state.turn, current=state.turn.order.index(me.side)))
