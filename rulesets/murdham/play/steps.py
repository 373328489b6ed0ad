"""Half a zone of movement: what it costs, and what keeps somebody from it, in its turn and out of it (A-16, A-120)."""

from __future__ import annotations

from typing import Literal

from game.spatial.field import UNIT
from game.spatial.places import OnBorder, ZonePlace
from rulesets.murdham.play.geometry import difficult, watery
from rulesets.murdham.sheet.sheet import Body, MurdhamBoard

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
