"""Rule: falling. So many dice against Endure, and armour is no help (C-101, C-102)."""

from __future__ import annotations

from game.rules.events import Id
from game.rules.tally import Tally
from game.spatial.field import UNIT
from game.spatial.places import InZone
from rulesets.einfelst.events import Afflicted
from rulesets.einfelst.harm import harm
from rulesets.einfelst.pools import contend, peril, pool
from rulesets.einfelst.reading import wet
from rulesets.einfelst.sheet import EinfelstBoard, EinfelstTable

FEET_A_DIE = 5
"""Feet of a fall for each of its dice (ruling W-3); a cell measures as much."""

LEAST = 10
"""Feet from which on a fall does harm."""


def drop(board: EinfelstBoard, start: InZone, end: InZone) -> int:
    """Feet from one zone down to the next where the ground between them is lowest; 0 if that is no lower."""
    zones, field = board.space.zones, board.setup.field
    found: list[int] = []
    for border in zones.between(start, end):
        for pair in zones.crossing(border).sides:
            near, far = pair if zones.sides(border)[0] == start else pair[::-1]
            found.append(field.floor_at(near) - field.floor_at(far))
    return max(0, min(found, default=0)) * FEET_A_DIE // UNIT


async def fall(table: EinfelstTable, who: Id, feet: int) -> None:
    """Somebody falls so many feet, and lies where it lands; water and wings spare it (C-101)."""
    c = table.now(who)
    if feet < LEAST or not c.sheet.up or "flies" in c.sheet.profile.traits or wet(table, c.at):
        return
    table.set(who, prone=True)
    table.emit(Afflicted(who, "falls", "C-101"))
    ground = await peril(table, who, "the ground", Tally().plus("feet", feet // FEET_A_DIE, "C-101"))
    endured = await contend(table, who, "endures the fall", pool(table.now(who).sheet, "endure"))
    await harm(table, who, max(0, ground - endured), "physical")
