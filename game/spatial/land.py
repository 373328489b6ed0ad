"""The ground as zones see it: where one can stand, and what lies on each side between two cells. Doors count as ways.

Nothing here depends on which doors are open, so that a zone keeps its number for a whole battle.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from game.spatial.field import UNIT, Cell, Field
from game.spatial.metric import CLIMB
from game.spatial.paths import blocks_walking, surface
from game.spatial.solids import sides

DOORS: Final = ("door", "portcullis")

SCALABLE: Final = 3 * UNIT
"""The highest wall or ledge, in lattice steps, that a border leads over: 15 ft on the 5-ft grid. More is a wall."""

SideKind = Literal["open", "low", "door", "climb", "shut"]
"""A side between two cells: free; free but for a low wall or a step; a door; too high to walk over; solid."""


class CellBoundary(NamedTuple):
    """What lies between a cell and the one east or south of it."""

    link: SideKind
    edges: tuple[str, ...] = ()
    """The doors on it, by id."""
    rise: int = 0
    """For a climb: how high, in lattice steps."""


OPEN: Final = CellBoundary("open")
LOW: Final = CellBoundary("low")
SHUT: Final = CellBoundary("shut")


class Land(NamedTuple):
    """Cells are numbers, ``y * width + x``."""

    width: int
    height: int
    stand: list[bool]
    east: list[CellBoundary]
    """For each cell the side to its eastern neighbour; shut at the map's rim."""
    south: list[CellBoundary]

    def cell(self, at: int) -> Cell:
        """The column and row of a cell's number."""
        return at % self.width, at // self.width

    def around(self, at: int) -> Iterator[tuple[int, CellBoundary]]:
        """The neighbours of a cell and the sides between: east, south, west, north."""
        w = self.width
        if (at + 1) % w:
            yield at + 1, self.east[at]
        if at + w < len(self.stand):
            yield at + w, self.south[at]
        if at % w:
            yield at - 1, self.east[at - 1]
        if at >= w:
            yield at - w, self.south[at - w]


def survey(field: Field) -> Land:
    """Look at every cell and every side of a field once."""
    w, h = field.width, field.height
    kinds = [not terrain.blocks_move for terrain in field.palette]
    stand = [kinds[n] for n in field.terrain] if field.terrain else [kinds[0]] * (w * h)
    tops = [surface(field, (x, y)) for y in range(h) for x in range(w)]
    costs = [terrain.cost > 1 for terrain in field.palette]
    slow = [costs[n] for n in field.terrain] if field.terrain else [costs[0]] * (w * h)
    ramps = {y * w + x for x, y in field.ramps}
    thin: dict[tuple[int, bool], CellBoundary] = {}
    for edge in sorted(field.edges, key=lambda one: one.id):
        for (x, y), along_x in sides(edge):
            before = (y * w + x - 1, True) if along_x else ((y - 1) * w + x, False)
            if not (0 < x < w if along_x else 0 < y < h) or not (0 <= x < w and 0 <= y < h):
                continue
            if edge.kind in DOORS:
                new = CellBoundary("door", (edge.id,))
            elif not blocks_walking(edge, CLIMB):
                new = LOW
            elif edge.kind == "low_wall" and edge.sill <= SCALABLE:
                new = CellBoundary("climb", rise=edge.sill)
            else:
                new = SHUT
            thin[before] = _worse(thin.get(before), new)

    def between(a: int, b: int, along_x: bool) -> CellBoundary:
        if not (stand[a] and stand[b]):
            return SHUT
        side = thin.get((a, along_x), OPEN)
        if side.link in ("shut", "door"):
            return side
        rise = abs(tops[a] - tops[b])
        if rise > CLIMB and a not in ramps and b not in ramps:
            return CellBoundary("climb", rise=max(rise, side.rise)) if rise <= SCALABLE else SHUT
        return LOW if side is OPEN and (rise or slow[a] != slow[b]) else side

    east = [between(n, n + 1, True) if (n + 1) % w else SHUT for n in range(w * h)]
    south = [between(n, n + w, False) if n + w < w * h else SHUT for n in range(w * h)]
    return Land(w, h, stand, east, south)


def _worse(old: CellBoundary | None, new: CellBoundary) -> CellBoundary:
    """What two thin things on one side amount to."""
    if old is None:
        return new
    if old.link == new.link == "door":
        return CellBoundary("door", (*old.edges, *new.edges))
    order: tuple[SideKind, ...] = ("open", "low", "door", "climb", "shut")
    return max(old, new, key=lambda side: (order.index(side.link), side.rise))
