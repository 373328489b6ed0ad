"""Rule: falling. So many dice against Endure, and armour is no help (C-101, C-102)."""

from __future__ import annotations

from game.rules.dice import Tally
from game.rules.events import Id
from game.spatial.field import UNIT, Cell
from game.spatial.places import InZone, OnBorder
from rulesets.einfelst.play.events import Afflicted
from rulesets.einfelst.play.geometry import wet
from rulesets.einfelst.play.harm import harm
from rulesets.einfelst.play.pools import contend, peril, pool
from rulesets.einfelst.sheet.sheet import EinfelstBoard, EinfelstTable

FEET_A_DIE = 5
"""Feet of a fall for each of its dice (ruling W-3); a cell measures as much."""

LEAST = 10
"""Feet from which on a fall does harm."""


def drop(board: EinfelstBoard, start: InZone, end: InZone) -> int:
    """Feet from one zone down to the next where the ground between them is lowest; 0 if that is no lower."""
    zones, field = board.space.zones, board.setup.field
    found: list[int] = []
    for border in zones.between(start, end):
        met = zones.crossing(border)
        pairs: list[tuple[Cell, Cell]] = [side if zones.sides(border)[0] == start else side[::-1] for side in met.sides]
        if not pairs:  # a cliff that an author has drawn a way over
            pairs = [(one, two) for one in met.cells for two in met.cells if _between(board, one, two) == (start, end)]
        found += [field.floor_at(one) - field.floor_at(two) for one, two in pairs]
    return max(0, min(found, default=0)) * FEET_A_DIE // UNIT


def _between(board: EinfelstBoard, one: Cell, two: Cell) -> tuple[InZone | None, InZone | None]:
    return board.space.zones.at(one), board.space.zones.at(two)


def height(board: EinfelstBoard, border: OnBorder) -> int:
    """Feet of a climb, or of what one leaps over."""
    one, two = board.space.zones.sides(border)
    drawn = board.space.zones.crossing(border).rise * FEET_A_DIE // UNIT
    return max(drawn, drop(board, one, two), drop(board, two, one))


async def fall(table: EinfelstTable, who: Id, feet: int) -> None:
    """Somebody falls so many feet, and lies where it lands; water and wings spare it (C-101)."""
    c = table.now(who)
    if feet < LEAST or not c.sheet.up or "flies" in c.sheet.profile.traits or wet(table, c.at):
        return
    table.set(who, prone=True)
    table.emit(Afflicted(who, "falls prone", "C-101"))
    ground = await peril(table, who, "hardness of the fall", Tally().plus("feet", feet // FEET_A_DIE, "C-101"))
    endured = await contend(
        table, who, "Endure against the fall", pool(table.now(who).sheet, "endure", "C-101", borne=True)
    )
    await harm(table, who, max(0, ground - endured), "physical", "C-101")
