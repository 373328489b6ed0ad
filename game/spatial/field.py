"""The solid world as data: what a map says before any question is asked of it.

Lengths are integers on a lattice of ``UNIT`` steps to a cell, so that geometry compares exactly. On the 5-ft grid one
step is a quarter of a foot. x runs right, y down, z up. Nothing here names a ruleset.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Cell = tuple[int, int]
"""A square of the grid: column, row."""

UNIT = 20
"""Lattice steps along one cell's side."""

SKY = 10_000 * UNIT
"""The height at which solids without a top end."""

TALLEST = 2_000 * UNIT
"""The greatest height, depth or thickness of anything on a map: 10,000 ft, far below the sky."""

DEAREST = 100
"""The most cells of movement that entering a cell may cost."""

MOST_BODIES = 10_000
"""The most bodies that a zone or border may be said to hold."""

MOST_EDGED = 250_000
"""The most sides of cells that all edges together may lie on."""

EdgeKind = Literal["wall", "door", "window", "slit", "low_wall", "portcullis"]
EdgeState = Literal["open", "closed", "locked"]
ZoneKind = Literal["open", "cramped", "room", "passage", "water", "rapids", "rooftop"]
ZoneCover = Literal["none", "cover", "barrier"]
BorderKind = Literal["open", "door", "climb", "rubble", "gap"]
FeatureKind = Literal["fire", "fall", "deep_water", "trap", "exit", "objective", "lever", "loot", "light", "thing"]


class Terrain(msgspec.Struct, frozen=True):
    """What one kind of ground does. Heights and gaps in lattice steps, above the cell's own floor."""

    name: str = "floor"
    blocks_move: bool = False
    blocks_sight: bool = False
    """Solid from the floor to the sky over the whole cell, less ``gap``."""
    height: int = 0
    """A low obstacle: solid from the floor up to here (a crate, a parapet)."""
    sill: int = 0
    """With ``lintel``: a window that fills the cell, open between sill and lintel."""
    lintel: int = 0
    cost: int = 1
    """Cells of movement that entering costs."""
    gap: int = 0
    """Width of a slit through the middle of a wall cell; 0 for none."""
    gap_axis: Literal["x", "y"] = "x"
    """Along which axis one looks through the slit: "x" lies open from west to east."""
    pierceable: bool = False


class Edge(msgspec.Struct, frozen=True):
    """A thin thing on the borders between cells, along one axis, between two grid corners (in cells)."""

    id: str
    a: Cell
    b: Cell
    kind: EdgeKind = "wall"
    state: EdgeState = "closed"
    """At the battle's start; doors and portcullises change it in play."""
    sill: int = 0
    lintel: int = 0
    """Windows: open from sill to lintel (lattice steps above the higher floor beside it). Low walls: solid to sill."""
    gap: int = 0
    """Slits: width of the opening in the middle of each cell side."""
    cost: Literal["bonus", "main"] = "main"
    name: str = ""


class Zone(msgspec.Struct, frozen=True):
    """A region that zone rulesets count as one place."""

    id: str
    name: str
    cells: tuple[Cell, ...]
    kind: ZoneKind = "open"
    capacity: int = 0
    cover: ZoneCover = "none"
    dark: bool = False
    smoke: bool = False
    overgrown: bool = False
    """Undergrowth, reeds, tall corn: who stands in it is seen badly from outside."""


class Border(msgspec.Struct, frozen=True):
    """Where two zones meet, as drawn on the map; most borders are derived."""

    id: str
    at: tuple[Cell, ...]
    kind: BorderKind = "open"
    capacity: int = 0
    closed: bool = False
    test: str = ""


class Spawn(msgspec.Struct, frozen=True):
    """Cells on which a side's units start."""

    id: str
    side: str
    cells: tuple[Cell, ...]
    unit: str = ""
    count: int = 1
    facing: str = ""
    group: str = ""


class Feature(msgspec.Struct, frozen=True):
    """A hazard, exit, objective, light or thing to use, and the cells it covers."""

    id: str
    kind: FeatureKind
    cells: tuple[Cell, ...]
    name: str = ""
    strength: str = ""
    cost: str = ""
    linked: str = ""
    thing: str = ""
    """What a thing is that can be taken up, e.g. "bench"."""


class Field(msgspec.Struct, frozen=True):
    """A whole battle map as rules see it. Rows run top to bottom; per-cell tuples are row-major."""

    width: int
    height: int
    palette: tuple[Terrain, ...] = (Terrain(),)
    terrain: tuple[int, ...] = ()
    """Index into ``palette`` for every cell; empty means all are palette[0]."""
    floor: tuple[int, ...] = ()
    """Elevation of every cell's floor in lattice steps; empty means flat."""
    ramps: tuple[Cell, ...] = ()
    """Cells that join floors of different heights without a climb."""
    edges: tuple[Edge, ...] = ()
    zones: tuple[Zone, ...] = ()
    borders: tuple[Border, ...] = ()
    spawns: tuple[Spawn, ...] = ()
    features: tuple[Feature, ...] = ()
    title: str = ""
    author: str = ""
    description: str = ""

    def at(self, cell: Cell) -> Terrain:
        """The terrain of a cell inside the map."""
        return self.palette[self.terrain[cell[1] * self.width + cell[0]]] if self.terrain else self.palette[0]

    def floor_at(self, cell: Cell) -> int:
        """The floor's elevation of a cell inside the map, in lattice steps."""
        return self.floor[cell[1] * self.width + cell[0]] if self.floor else 0


def footprint(cell: Cell, size: int = 1) -> tuple[Cell, ...]:
    """The cells a body of so many cells along a side covers, row by row; ``cell`` is the top-left one."""
    if size == 1:
        return (cell,)
    x, y = cell
    return tuple((x + i, y + j) for j in range(size) for i in range(size))
