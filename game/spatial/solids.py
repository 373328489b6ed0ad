"""The solids of a field with some of its doors open: openings on a raster for the search, boxes for the check.

Every solid of a map reaches down into the ground or up into the sky, so each cell, and each side of a cell, is told
by its opening: a width (``UNIT`` if all of it is open, 0 for a wall, less for a slit in the middle) and the heights
between which it is free. Heights are in lattice steps.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from game.spatial.field import SKY, UNIT, Cell, Edge, Field, Terrain

Heights = npt.NDArray[np.int64]

DEPTH = -SKY
"""Below every floor: where solids that reach into the ground begin."""


class Box(NamedTuple):
    """A closed solid, in lattice steps. A thin wall has no extent along one axis; odd slits end on half steps."""

    x0: float
    x1: float
    y0: float
    y1: float
    z0: float
    z1: float
    cell: Cell
    """The cell it stands in, or for a thin thing the cell east or south of it."""


class Opening(NamedTuple):
    """Free part of a cell or of a cell's side."""

    width: int
    """Of the gap in the middle; UNIT: all of it; 0: a wall."""
    low: int
    """Solid up to here."""
    high: int
    """Solid from here to the sky."""


class Solids(NamedTuple):
    """The raster: three numbers for every cell and for every side of a cell.

    ``cells`` has shape (3, height, width); ``along_x`` tells the sides that a walker from west to east crosses, shape
    (3, height, width + 1); ``along_y`` those from north to south, shape (3, height + 1, width). The three layers are
    the width, low and high of the opening. ``turned`` marks slit cells that one looks through from north to south.
    """

    cells: Heights
    along_x: Heights
    along_y: Heights
    turned: npt.NDArray[np.bool_]


def cell_opening(terrain: Terrain, floor: int) -> Opening:
    """The free part of a cell."""
    if terrain.blocks_sight:
        return Opening(min(terrain.gap, UNIT), floor, SKY)
    if terrain.lintel:
        return Opening(UNIT, floor + max(terrain.sill, terrain.height), floor + terrain.lintel)
    return Opening(UNIT, floor + max(terrain.sill, terrain.height), SKY)


def edge_opening(edge: Edge, floor: int) -> Opening:
    """The free part of a side under a closed edge; ``floor`` is the higher floor beside it."""
    match edge.kind:
        case "portcullis":
            return Opening(UNIT, DEPTH, SKY)
        case "window" if edge.lintel:
            return Opening(UNIT, floor + edge.sill, floor + edge.lintel)
        case "window" | "low_wall":
            return Opening(UNIT, floor + edge.sill, SKY)
        case "slit":
            return Opening(min(edge.gap, UNIT), DEPTH, SKY)
        case _:
            return Opening(0, DEPTH, SKY)


class CellSide(NamedTuple):
    """Side of a cell that an edge covers: the cell east or south of it, and whether a step along x crosses it."""

    cell: Cell
    along_x: bool


def sides(edge: Edge) -> Iterator[CellSide]:
    """The cell sides an edge covers."""
    (ax, ay), (bx, by) = edge.a, edge.b
    if ax == bx:
        for y in range(min(ay, by), max(ay, by)):
            yield CellSide((ax, y), True)
    else:
        for x in range(min(ax, bx), max(ax, bx)):
            yield CellSide((x, ay), False)


def beside(field: Field, side: CellSide) -> tuple[Cell, ...]:
    """The cells of the map on the two sides of a side."""
    (x, y), along_x = side
    pair = ((x - 1, y), (x, y)) if along_x else ((x, y - 1), (x, y))
    return tuple(c for c in pair if 0 <= c[0] < field.width and 0 <= c[1] < field.height)


def solids(field: Field, open_edges: frozenset[str], known: Solids | None = None) -> Solids:
    """The raster of a field; edges named in ``open_edges`` are not there.

    ``known`` is a raster of the same field with other edges open: its cells, the slow part, are used again.
    """
    w, h = field.width, field.height
    cells, turned = (known.cells, known.turned) if known else _ground(field)
    along_x = _nothing(h, w + 1)
    along_y = _nothing(h + 1, w)
    for edge in field.edges:
        if edge.id in open_edges:
            continue
        for side in sides(edge):
            near = beside(field, side)
            if not near:
                continue
            opening = edge_opening(edge, max(field.floor_at(c) for c in near))
            (x, y) = side.cell
            spot = (along_x if side.along_x else along_y)[:, y, x]
            spot[0] = min(spot[0], opening.width)
            spot[1] = max(spot[1], opening.low)
            spot[2] = min(spot[2], opening.high)
    return Solids(cells, along_x, along_y, turned)


def _ground(field: Field) -> tuple[Heights, npt.NDArray[np.bool_]]:
    """The cells of a field, and which slits are turned."""
    w, h = field.width, field.height
    cells = np.empty((3, h, w), np.int64)
    turned = np.zeros((h, w), np.bool_)
    for y in range(h):
        for x in range(w):
            terrain = field.at((x, y))
            cells[:, y, x] = cell_opening(terrain, field.floor_at((x, y)))
            turned[y, x] = terrain.gap_axis == "y"
    return cells, turned


def _nothing(rows: int, columns: int) -> Heights:
    """Sides without any edge."""
    layers = np.empty((3, rows, columns), np.int64)
    layers[0], layers[1], layers[2] = UNIT, DEPTH, SKY
    return layers


def boxes(field: Field, open_edges: frozenset[str]) -> tuple[Box, ...]:
    """Every solid as a box: floors, obstacles, walls, the two cheeks of a slit, lintels, thin things."""
    found: list[Box] = []

    def add(x0: float, x1: float, y0: float, y1: float, z0: int, z1: int, cell: Cell) -> None:
        found.append(Box(x0, x1, y0, y1, z0, z1, cell))

    def fill(rect: tuple[int, int, int, int], opening: Opening, slit_along_x: bool, cell: Cell) -> None:
        """The solids around an opening in the rectangle (x0, x1, y0, y1)."""
        x0, x1, y0, y1 = rect
        if opening.width < UNIT:
            cheek = (UNIT - opening.width) / 2
            if opening.width <= 0:
                add(x0, x1, y0, y1, DEPTH, SKY, cell)
            elif slit_along_x:
                add(x0, x1, y0, y0 + cheek, DEPTH, SKY, cell)
                add(x0, x1, y1 - cheek, y1, DEPTH, SKY, cell)
            else:
                add(x0, x0 + cheek, y0, y1, DEPTH, SKY, cell)
                add(x1 - cheek, x1, y0, y1, DEPTH, SKY, cell)
        if opening.low > DEPTH:
            add(x0, x1, y0, y1, DEPTH, opening.low, cell)
        if opening.high < SKY:
            add(x0, x1, y0, y1, opening.high, SKY, cell)

    for y in range(field.height):
        for x in range(field.width):
            terrain = field.at((x, y))
            rect = (x * UNIT, (x + 1) * UNIT, y * UNIT, (y + 1) * UNIT)
            fill(rect, cell_opening(terrain, field.floor_at((x, y))), terrain.gap_axis == "x", (x, y))
    for edge in field.edges:
        if edge.id in open_edges:
            continue
        for side in sides(edge):
            near = beside(field, side)
            if near:
                x, y = side.cell
                across = (0, UNIT) if side.along_x else (UNIT, 0)
                rect = (x * UNIT, x * UNIT + across[0], y * UNIT, y * UNIT + across[1])
                fill(rect, edge_opening(edge, max(field.floor_at(c) for c in near)), side.along_x, side.cell)
    return tuple(found)
