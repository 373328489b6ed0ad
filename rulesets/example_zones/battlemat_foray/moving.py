"""Where one may go and what happens on the way, who is in reach."""

from __future__ import annotations

from collections.abc import Mapping

from battlemat_foray.sheet import Fighter, ForayBoard, ForayTable
from game.kit.combatants import enemies, perceives
from game.rules.events import Id, Moved
from game.spatial.places import OnBorder, ZonePlace

HALVES = 2
"""Halves of a zone in one move."""


def ways(board: ForayBoard, me: Fighter) -> Mapping[ZonePlace, tuple[ZonePlace, ...]]:
    """Rules: Moving, Held borders (F-2, F-3). The places that a move may end at, each with the way there.

    Foes in ambush are no obstacle to plans, or a gap would betray them.
    """
    zones = board.space.zones
    held = {foe.at for foe in enemies(board, me.side) if isinstance(foe.at, OnBorder)}
    sizes: dict[ZonePlace, list[int]] = {}
    for c in board.state.combatants.values():
        if not perceives(board, me.side, c):
            continue
        sizes.setdefault(c.at, []).append(1)
    full = {place for place, there in sizes.items() if place != me.at and not zones.fits(place, there)}
    found = zones.reach(me.at, HALVES, barred=held | full)
    return {place: way for place, way in found.items() if way}


def walk(table: ForayTable, who: Id, place: ZonePlace) -> None:
    """Rules: Moving, Ambush (F-2, F-7). Half by half, up to where somebody in ambush is met."""
    side = table.now(who).side
    for there in ways(table, table.now(who))[place]:
        met = [c.id for c in table.state.combatants.values() if c.at == there and not perceives(table, side, c)]
        for foe in met:
            table.set(foe, hidden=False)
        if met:
            return
        table.emit(Moved(who, table.now(who).at, there))


def reaches(board: ForayBoard, me: Fighter, foe: Fighter) -> bool:
    """Rule: Attacks (F-4), ruling R-1."""
    zones, reach = board.space.zones, me.sheet.profile.reach
    if not reach:
        return foe.at in zones.at_hand(me.at)
    far = zones.span(me.at, foe.at)
    return far is not None and far <= reach and zones.visible(me.at, foe.at)
