"""Rule: They're gone for now; the party may wish to give chase (E-92, RULES 5.6).

Off the map there are no squares. A chase is told in rounds: everyone runs with Main and Move, pursuers follow while
within 90 ft, and at each corner, door or stair, one a round, they follow on 1 or 2 of a d6 (ruling S-41).
"""

from __future__ import annotations

from game.kit.combatants import standing, up_on
from game.rules.events import Id
from game.rules.questions import Seat
from rulesets.sovereign.play.events import Did, Fell
from rulesets.sovereign.play.geometry import FEET
from rulesets.sovereign.sheet.sheet import Body, SovereignBoard, SovereignTable

HEAD_START = 30
"""Feet the quarry has gone beyond the map's edge when the hunt begins."""

LOST_BEYOND = 90
FOLLOWS_ON = 2
LONGEST = 10
"""Rounds after which even the stubborn give up."""


def quarry(board: SovereignBoard) -> list[Body]:
    """The foes of the last side standing who fled from the map and could be run down, in the order they left."""
    fled = [c for c in board.state.gone.values() if c.sheet.up and c.sheet.fleeing]
    fighting = standing(board) if fled else []
    return [c for c in fled if c.side != fighting[0]] if len(fighting) == 1 else []


def open_(board: SovereignBoard) -> bool:
    """Whether a chase may be called and has not been."""
    if not board.state.gone or board.state.turn.chased:
        return False
    return board.setup.options.get("chase", "offer") == "offer" and bool(quarry(board))


async def offer(table: SovereignTable) -> None:
    """Ask the side that holds the field, and play the chase out."""
    table.set_turn(chased=True)
    hunted = [c.id for c in reversed(quarry(table))]
    side = next(side.name for side in table.setup.sides if up_on(table, side.name))
    names = " and ".join(table.now(who).sheet.profile.name for who in hunted)
    if not await table.confirm(Seat(side), f"{names} got away. Give chase?", topic="chase", about=tuple(hunted)):
        return
    hunters = [c.id for c in sorted(up_on(table, side), key=lambda c: -c.sheet.profile.move)]
    for hunter, who in zip(hunters, hunted, strict=False):  # nobody runs after two
        await _hunt(table, hunter, who)


async def _hunt(table: SovereignTable, hunter: Id, who: Id) -> None:
    """One of the hunters after one of the fled."""
    gap = HEAD_START
    table.emit(Did(hunter, "chases", "E-92", who))
    for _ in range(LONGEST):
        gap += 2 * (table.now(who).sheet.profile.move - table.now(hunter).sheet.profile.move)
        if gap <= FEET:
            table.emit(Did(hunter, "runs down", "E-92", who))
            table.emit(Fell(who, "surrendered"))
            table.set_turn(caught=(*table.state.turn.caught, who))
            return
        if gap > LOST_BEYOND or await table.roll("d6", "following round a corner", hunter) > FOLLOWS_ON:
            break
    table.emit(Did(hunter, "loses sight of", "E-92", who))
