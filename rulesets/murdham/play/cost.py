"""Costs of a turn: main action, a bonus action or two, and movement by half-zones, step by step (A-09 to A-16)."""

from __future__ import annotations

from typing import Literal

from game.spatial.field import UNIT
from game.spatial.places import OnBorder, ZonePlace
from rulesets.murdham.play.geometry import difficult, watery
from rulesets.murdham.sheet.sheet import Body, MurdhamBoard, MurdhamTable

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


Path = tuple[ZonePlace, ...]
"""Places that are entered one after the other, the start left out."""

Special = Literal["", "sprint", "sneak", "balance", "leap", "climb", "swim"]

NEEDED: dict[str, Special] = {"climb": "climb", "gap": "leap"}
"""What borders can be crossed only by a special movement."""


TWO_METRES = 4 * UNIT // 3
"""Lattice steps in the two metres that a d4 of a fall stands for; a cell is a metre and a half."""


def price(board: MurdhamBoard, c: Body, place: ZonePlace, special: Special) -> int | None:
    """Half-zones that entering a place costs; None if it can't be entered so (A-120, ruling M-27)."""
    zones = board.space.zones
    if c.sheet.profile.flies:
        return 1
    if isinstance(place, OnBorder) and NEEDED.get(zones.crossing(place).kind, special) != special:
        return None
    if watery(board, place) and special != "swim":
        return None
    if difficult(board, place):
        return {"balance": 1, "sprint": None}.get(special, 2)
    return 1


def fall_dice(board: MurdhamBoard, place: ZonePlace) -> int:
    """Dice of the fall of whoever fails to climb or leap there: one for every two metres of a climb; 0: none falls."""
    if not isinstance(place, OnBorder):
        return 0
    crossing = board.space.zones.crossing(place)
    needed = NEEDED.get(crossing.kind)
    return max(1, crossing.rise // TWO_METRES if needed == "climb" else 0) if needed else 0


def approaches(board: MurdhamBoard, me: Body, here: ZonePlace, there: ZonePlace) -> bool:
    """Whether a step leads nearer to somebody it is frightened of."""
    zones = board.space.zones
    for who in me.sheet.fears:
        source = board.state.combatants.get(who)
        if source is None or not source.sheet.up:
            continue
        before, after = zones.distance(here, source.at), zones.distance(there, source.at)
        if before is not None and after is not None and (after < before or (after == 0 and there == source.at)):
            return True
    return False


def free_steps(board: MurdhamBoard, me: Body, here: ZonePlace) -> list[ZonePlace]:
    """Where somebody could go half a zone on foot from a place, out of its turn as well.

    Not in the round in which it has fallen, not over what takes a special movement, nor nearer to what frightens it.
    """
    if me.sheet.tripped >= board.state.turn.round:
        return []
    return [
        place
        for place in board.space.zones.halves(here)
        if price(board, me, place, "") is not None and not approaches(board, me, here, place)
    ]
