"""Rule: fire. It burns at once and at the start of every round until it is put out (C-92 to C-96)."""

from __future__ import annotations

from game.kit.combatants import allies
from game.rules.events import Id
from game.spatial.places import InZone, ZonePlace
from rulesets.einfelst.play.events import Afflicted, Did, Eased, successes
from rulesets.einfelst.play.geometry import wet
from rulesets.einfelst.play.harm import harm
from rulesets.einfelst.play.maneuver import barred
from rulesets.einfelst.play.pools import contend, pool
from rulesets.einfelst.sheet.sheet import Body, EinfelstBoard, EinfelstTable

SMALL, MEDIUM = 1, 2
"""Intensities: clothes; what burns in a zone that is ablaze."""


def blaze(board: EinfelstBoard, at: ZonePlace) -> int:
    """The intensity of the fire that whoever comes into a zone catches: none unless half of it burns (ruling W-41)."""
    return MEDIUM if 2 * _burning(board, at) >= len(board.space.zones.cells(at)) else 0


def brazier(board: EinfelstBoard, at: ZonePlace) -> int:
    """The intensity of the fire that somebody could be pushed into in a zone."""
    return blaze(board, at) or (SMALL if _burning(board, at) else 0)


def _burning(board: EinfelstBoard, at: ZonePlace) -> int:
    """Cells of a zone that the map says are on fire."""
    if not isinstance(at, InZone):
        return 0
    area = board.space.zones.area(at)
    hot = {cell for feature in area.features if feature.kind == "fire" for cell in feature.cells}
    return sum(cell in hot for cell in area.cells)


def catches(board: EinfelstBoard, c: Body, intensity: int) -> bool:
    """Whether a fire takes hold of somebody: hotter than the one it is in already, and no water about."""
    fireproof = "fireproof" in c.sheet.profile.traits
    return c.sheet.up and not fireproof and c.sheet.fire < intensity and not wet(board, c.at)


async def catch_fire(table: EinfelstTable, who: Id, intensity: int, source: Id | None = None) -> None:
    """Somebody catches fire, and is burnt at once (C-92, ruling W-18)."""
    if catches(table, table.now(who), intensity):
        table.set(who, fire=intensity)
        table.emit(Afflicted(who, "on fire", "C-92", source))
        await burn(table, who)


async def burn(table: EinfelstTable, who: Id) -> None:
    """The damage of the fire that somebody is in, less its successes with Endure (C-93, C-94)."""
    sheet = table.now(who).sheet
    if sheet.fire and sheet.up:
        dice = pool(sheet, "endure", "C-94", borne=True)
        endured = await contend(table, who, "Endure against the fire", dice)
        await harm(table, who, max(0, sheet.fire - endured), "physical", "C-94")


def alight(board: EinfelstBoard, me: Body) -> list[Body]:
    """Those on fire whom somebody could put out: itself, or if it does not burn itself friends in its zone (C-96)."""
    if barred(me.sheet, "extinguish") is not None:
        return []
    if not me.sheet.free:
        return [me] if me.sheet.fire else []
    return [c for c in allies(board, me) if c.at == me.at and c.sheet.fire]


async def extinguish(table: EinfelstTable, who: Id, target: Id) -> None:
    """Rule: successes with Finesse against a fire, one's own or a friend's, are kept until there are enough (C-96)."""
    won = await contend(table, who, "putting the fire out", pool(table.now(who).sheet, "finesse", "C-96"))
    burning = table.now(target).sheet
    left = burning.fire - burning.doused - won
    if left <= 0:
        put_out(table, target)
        return
    table.set(target, doused=burning.doused + won)
    more = f"{successes(left)} more needed"
    table.emit(Did(who, f"{'beats the flames down' if won else 'can do nothing about the flames'}, {more}", "C-96"))


def put_out(table: EinfelstTable, who: Id) -> None:
    """It burns no longer."""
    if table.now(who).sheet.fire:
        table.set(who, fire=0, doused=0)
        table.emit(Eased(who, "no longer burns", "C-96"))
