"""How one place looks from another: all that the sums of an attack ask of the map, kept while that stays as it is."""

from __future__ import annotations

from typing import NamedTuple

from game.kit.cache import BoundedCache, PerMapCache
from game.spatial.places import ZonePlace
from game.spatial.zones import Zones
from rulesets.murdham.play.events import Mode
from rulesets.murdham.play.geometry import (
    behind_barrier,
    covered,
    far,
    hung,
    nearby,
    shrouded,
    visible,
    watery,
)
from rulesets.murdham.sheet.sheet import MurdhamBoard

KEPT = 64
"""States of maps, with their doors, smoke and fire, whose looks are kept."""


class Look(NamedTuple):
    """One place as seen from another. Of who stands there it knows nothing: hidden, leaning out, flying are sheets'."""

    near: bool
    span: int | None
    """Zones as a missile flies; None if nothing could."""
    arc: int | None
    """Zones as what is lobbed flies, over walls and rock (A-46, ruling M-60)."""
    seen: bool
    """Line of sight, light, no smoke."""
    covered: bool
    walled: bool
    """A barrier is between."""
    shrouded: bool
    """What is there is seen badly."""
    swimming: bool
    """Who attacks has to swim where it is."""
    climbing: bool
    """Who attacks hangs on a climb."""

    def zones(self, mode: Mode) -> int | None:
        """How far it is to an attack of a kind, in zones; None if it gets there in no way."""
        return self.arc if mode == "indirect" else self.span


class Looks:
    """All the looks of a map with its doors, smoke and fire as they are, worked out as asked for."""

    def __init__(self, board: MurdhamBoard) -> None:
        self._board = board.still()
        self.zones: Zones = board.space.zones
        self._known: dict[tuple[ZonePlace, ZonePlace], Look] = {}

    def of(self, here: ZonePlace, there: ZonePlace) -> Look:
        """What one place looks like from another."""
        found = self._known.get((here, there))
        if found is None:
            found = self._known[here, there] = self._look(here, there)
        return found

    def _look(self, here: ZonePlace, there: ZonePlace) -> Look:
        board, near = self._board, nearby(self._board, here, there)
        return Look(
            near,
            far(board, here, there),
            board.space.zones.lob(here, there),
            visible(board, here, there),
            not near and covered(board, there),
            not near and behind_barrier(board, there),
            shrouded(board, here, there),
            watery(board, here),
            hung(board, here),
        )


_kept: PerMapCache[BoundedCache[tuple[object, ...], Looks]] = PerMapCache(lambda: BoundedCache(KEPT))


def looks_of(board: MurdhamBoard) -> Looks:
    """The looks of a map as it is now."""
    turn, space = board.state.turn, board.space
    return _kept.of(space).of((space, turn.smoke, turn.burning), Looks, board)


def look_at(board: MurdhamBoard, here: ZonePlace, there: ZonePlace) -> Look:
    """What one place looks like from another."""
    return looks_of(board).of(here, there)
