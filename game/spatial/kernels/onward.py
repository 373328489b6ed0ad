"""Compiled steps of a look from one point: what the solids of a cell take from the free lines that enter and leave it.

The free lines are ``pieces``. ``look_at`` follows those towards one place; ``horizon`` those to everywhere.
"""

from __future__ import annotations

from game.spatial.field import UNIT
from game.spatial.kernels.bounds import STEEP
from game.spatial.kernels.compiling import compiled
from game.spatial.kernels.pieces import (
    CELL,
    FLOATS,
    FROM,
    LOWER,
    PIECES,
    TO,
    UPPER,
    meet,
    past_block,
    past_wall,
    put,
)

INTS = "int64, int64, int64, int64"
LAYERS = "int64[:, :, ::1], int64[:, :, ::1], int64[:, :, ::1], boolean[:, ::1]"
"""The types of the four arrays of ``Solids``."""
WORK = "float64[:, :, ::1]"
LISTS = 4
"""Lists of pieces that ``look_at`` needs room for."""
MARGIN = 1e-6
BARE = "boolean[:, ::1]"
"""Marks of cells in which, and on whose sides, nothing reaches above the lowest ground or hangs from above."""
BAND = "UniTuple(int64, 3)"
"""The height of the point, and those that lines stay between, in lattice steps."""
SPOT = "UniTuple(int64, 6)"
"""A cell, column and row; how many cells it is off along both axes; and the ways these go, 1 or -1."""


@compiled(f"int64({PIECES}, int64, {PIECES}, int64, int64, int64, {BAND}, boolean, {FLOATS})", owns=False)
def _past_side(pieces, n, spare, width, low, high, band, along_x, x0, x1, y0, y1):  # type: ignore[no-untyped-def]
    """Take from the pieces what the opening in a side of a cell takes."""
    z, below, above = band
    if width <= 0 or low >= high or low >= above or high <= below:
        return past_wall(pieces, n, spare, x0, x1, y0, y1)
    if width < UNIT and along_x:
        n = past_wall(pieces, n, spare, x0, x1, y0, y0 + UNIT - width)
        n = past_wall(pieces, n, spare, x0, x1, y0 + UNIT + width, y1)
    elif width < UNIT:
        n = past_wall(pieces, n, spare, x0, x0 + UNIT - width, y0, y1)
        n = past_wall(pieces, n, spare, x0 + UNIT + width, x1, y0, y1)
    if low > below:
        n = past_block(pieces, n, spare, LOWER, 2.0 * (low - z), x0, x1, y0, y1)
    if high < above:
        n = past_block(pieces, n, spare, UPPER, 2.0 * (high - z), x0, x1, y0, y1)
    return n


@compiled(f"int64({LAYERS}, {SPOT}, {BAND}, {PIECES}, int64, {PIECES})", owns=False, inline=True)
def come(cells, along_x, along_y, turned, spot, band, parts, n, spare):  # type: ignore[no-untyped-def]
    """Take from pieces what is met before a cell's free part: its near sides, and of a slit the nearer cheek."""
    x, y, i, j, dx, dy = spot
    _z, below, above = band
    x0, y0 = i * CELL, j * CELL
    if i > 0:
        c = x + (dx < 0)
        width, low, high = along_x[0, y, c], along_x[1, y, c], along_x[2, y, c]
        if width < UNIT or low > below or high < above:
            n = _past_side(parts, n, spare, width, low, high, band, True, x0, x0, y0, y0 + CELL)
    if j > 0:
        c = y + (dy < 0)
        width, low, high = along_y[0, c, x], along_y[1, c, x], along_y[2, c, x]
        if width < UNIT or low > below or high < above:
            n = _past_side(parts, n, spare, width, low, high, band, False, x0, x0 + CELL, y0, y0)
    width = cells[0, y, x]
    if 0 < width < UNIT:
        # Lines go away from the point: they come to the slit's nearer cheek before its gap, to the other one after.
        if turned[y, x]:
            n = past_wall(parts, n, spare, x0, x0 + UNIT - width, y0, y0 + CELL)
        else:
            n = past_wall(parts, n, spare, x0, x0 + CELL, y0, y0 + UNIT - width)
    return n


@compiled(f"int64({LAYERS}, {SPOT}, {BAND}, {PIECES}, int64, {PIECES})", owns=False, inline=True)
def leave(cells, along_x, along_y, turned, spot, band, parts, n, spare):  # type: ignore[no-untyped-def]
    """Take from pieces the rest of a cell's solids."""
    x, y, i, j, _dx, _dy = spot
    z, below, above = band
    width, low, high = cells[0, y, x], cells[1, y, x], cells[2, y, x]
    x0, y0 = i * CELL, j * CELL
    if width <= 0 or low >= high or low >= above or high <= below:
        return past_wall(parts, n, spare, x0, x0 + CELL, y0, y0 + CELL)
    if width < UNIT:
        if turned[y, x]:
            n = past_wall(parts, n, spare, x0 + UNIT + width, x0 + CELL, y0, y0 + CELL)
        else:
            n = past_wall(parts, n, spare, x0, x0 + CELL, y0 + UNIT + width, y0 + CELL)
    if low > below:
        n = past_block(parts, n, spare, LOWER, 2.0 * (low - z), x0, x0 + CELL, y0, y0 + CELL)
    if high < above:
        n = past_block(parts, n, spare, UPPER, 2.0 * (high - z), x0, x0 + CELL, y0, y0 + CELL)
    return n


@compiled(
    f"int64({LAYERS}, {BARE}, int64, int64, int64, int64, int64, float64[::1], {WORK}, float64[::1])",
    owns=False,
    inline=True,
)
def look_at(cells, along_x, along_y, turned, bare, px, py, pz, tx, ty, row, work, out):  # type: ignore[no-untyped-def]
    """Whether the corner of cells (px, py) at height pz is seen from inside a place in cell (tx, ty): 1 or 0.

    ``row`` is (x0, x1, y0, y1, bottom, top, low, high) in half steps: the free part of the cell with the heights a body
    fills, and those between which the cell is free. ``work`` is room for pieces, ``LISTS`` times; 2 if it is not
    enough. ``out`` becomes a point there that sees the corner.
    """
    dx, dy = 1 if tx >= px else -1, 1 if ty >= py else -1
    ti, tj = tx - px if dx > 0 else px - 1 - tx, ty - py if dy > 0 else py - 1 - ty
    x0, x1 = (row[0] - px * CELL, row[1] - px * CELL) if dx > 0 else (px * CELL - row[1], px * CELL - row[0])
    y0, y1 = (row[2] - py * CELL, row[3] - py * CELL) if dy > 0 else (py * CELL - row[3], py * CELL - row[2])
    band = (pz, min(pz, int(row[4]) // 2), max(pz, int(row[5]) // 2))
    place = (row[4] - 2 * pz, row[5] - 2 * pz, row[6] - 2 * pz, row[7] - 2 * pz)
    pieces, spare, lower, upper = work[0], work[1], work[2], work[3]
    # No line that meets the place rises less or more than this.
    nearest, farthest = x0 + y0, x1 + y1
    least = place[0] / farthest if place[0] >= 0 else (place[0] / nearest if nearest > 0 else -STEEP)
    most = place[1] / farthest if place[1] <= 0 else (place[1] / nearest if nearest > 0 else STEEP)
    n = put(pieces, 0, y0 / (y0 + x1), y1 / (y1 + x0), least, 0.0, most, 0.0)
    # How many cells on along x for each along y, in the first and the last direction still open.
    far, near = x1 / y0 if y0 > 0 else 1e6, x0 / y1
    for j in range(tj + 1):
        # The cells of this row that directions still open lead through; rounding leaves none out.
        for i in range(max(int(j * near - MARGIN), 0), min(int((j + 1) * far + MARGIN), ti) + 1):
            x, y = px + i if dx > 0 else px - 1 - i, py + j if dy > 0 else py - 1 - j
            if bare[y, x]:
                continue
            spot = (x, y, i, j, dx, dy)
            n = come(cells, along_x, along_y, turned, spot, band, pieces, n, spare)
            if n > 0 and (i < ti or j < tj):
                n = leave(cells, along_x, along_y, turned, spot, band, pieces, n, spare)
            if n == 0:
                return 0
            if n > work.shape[1]:
                return 2
            first, last = pieces[0, FROM], pieces[n - 1, TO]
            far, near = (1 - first) / first if first > 0 else 1e6, (1 - last) / last
    u, low, high = meet(pieces, 0, n, place, x0, x1, y0, y1, lower, upper)
    if u < 0:
        return 0
    rise = (low + high) / 2
    first = max(x0 / (1 - u), y0 / u)
    last = min(x1 / (1 - u), y1 / u)
    if rise > 0:
        first, last = max(first, place[0] / rise), min(last, place[1] / rise)
    elif rise < 0:
        first, last = max(first, place[1] / rise), min(last, place[0] / rise)
    t = (first + last) / 2
    out[0], out[1] = px * CELL + dx * t * (1 - u), py * CELL + dy * t * u
    out[2] = 2 * pz + rise * t
    return 1
