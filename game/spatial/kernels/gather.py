"""Compiled entry points for one pair: pick the solids that matter from the raster, then ask ``corner`` or ``pair``."""

from __future__ import annotations

import numpy as np

from game.spatial.field import UNIT
from game.spatial.kernels.compiling import compiled
from game.spatial.kernels.onward import BARE, INTS, LAYERS, WORK, look_at
from game.spatial.kernels.pair import DESK, pair_ray
from game.spatial.kernels.pieces import CELL
from game.spatial.kernels.straight import straight

RASTER = f"{LAYERS}, boolean[:, ::1]"
"""The types of the four arrays of ``Solids``, and of the marks of cells that matter: ``Plan.busy``."""
MOST = 10
"""More solids than stand in a cell and on two of its sides."""
MARGIN = 1e-6
"""Cells this near to where lines can go are looked at, so that rounding leaves none out."""


@compiled(f"UniTuple(int64, 2)({INTS}, {INTS})", owns=False)
def _across(y, ax, ay, bx, by, size, x0, x1):  # type: ignore[no-untyped-def]
    """The first and the last cell of row y, of columns x0 to x1, that lines between two places can cross.

    The places are the cell (ax, ay) and the square of ``size`` at (bx, by), a corner of cells if 0. Lines lie in the
    squares that lead from one to the other, each some part of the way on; of those with the row in them the first and
    the last reach farthest.
    """
    start, end = 0.0, 1.0
    right, down = bx - ax, by - ay
    # A part f of the way on, a square lies from ay + f * down to ay + 1 + f * lower.
    lower = down + size - 1
    if down > 0:
        end = min(end, (y + 1 - ay) / down)
    elif down < 0:
        start = max(start, (y + 1 - ay) / down)
    if lower > 0:
        start = max(start, (y - ay - 1) / lower)
    elif lower < 0:
        end = min(end, (y - ay - 1) / lower)
    west = min(start * right, end * right)
    east = 1 + max(start * (right + size - 1), end * (right + size - 1))
    return max(x0, ax + int(np.floor(west - MARGIN))), min(x1, ax + int(np.floor(east + MARGIN)))


@compiled("int64(float64[:, ::1], int64, int64, int64, int64, int64, int64, int64)", owns=False)
def _add(rows, n, x0, x1, y0, y1, low, high):  # type: ignore[no-untyped-def]
    """Write a solid down in half steps; the new number of solids."""
    rows[n, 0], rows[n, 1], rows[n, 2], rows[n, 3] = x0, x1, y0, y1
    rows[n, 4], rows[n, 5] = 2 * low, 2 * high
    return n + 1


@compiled(
    "int64(float64[:, ::1], int64, int64, int64, int64, int64, int64, int64, int64, boolean, int64, int64, boolean)",
    owns=False,
)
def _add_opening(rows, n, x0, x1, y0, y1, width, low, high, slit_along_x, bottom, top, whole):  # type: ignore[no-untyped-def]
    """Write down what of an opening's surroundings reaches into the band from ``bottom`` to ``top``."""
    if width <= 0 or low >= high or low >= top or high <= bottom:
        return _add(rows, n, x0, x1, y0, y1, 1, 0)
    if width < UNIT:
        if slit_along_x:
            n = _add(rows, n, x0, x1, y0, y0 + UNIT - width, 1, 0)
            n = _add(rows, n, x0, x1, y0 + UNIT + width, y1, 1, 0)
        else:
            n = _add(rows, n, x0, x0 + UNIT - width, y0, y1, 1, 0)
            n = _add(rows, n, x0 + UNIT + width, x1, y0, y1, 1, 0)
    if whole and (low > bottom or high < top):
        n = _add(rows, n, x0, x1, y0, y1, low, high)
    return n


@compiled("UniTuple(int64, 2)(float64[:, ::1], int64, int64, int64)", owns=False)
def _run_on(rows, n, before, run):  # type: ignore[no-untyped-def]
    """Let a solid just written at ``before`` go on the one at ``run`` if it is like it; the new number and run."""
    if n != before + 1:
        return n, -1
    if run < 0 or rows[run, 1] != rows[before, 0]:
        return n, before
    for k in range(2, 6):
        if rows[run, k] != rows[before, k]:
            return n, before
    rows[run, 1] = rows[before, 1]
    return before, run


@compiled("int64(float64[:, ::1], int64)", owns=False)
def _stack(rows, n):  # type: ignore[no-untyped-def]
    """Join solids of the same kind and width that stand one under the other; the number left.

    The same solids in fewer pieces: what lines can do among them stays the same, and is sooner searched.
    """
    left = 0
    for k in range(n):
        joined = False
        for j in range(left - 1, -1, -1):
            if (
                rows[j, 3] == rows[k, 2]
                and rows[j, 0] == rows[k, 0]
                and rows[j, 1] == rows[k, 1]
                and rows[j, 4] == rows[k, 4]
                and rows[j, 5] == rows[k, 5]
                and (rows[j, 2] < rows[j, 3] or rows[j, 0] == rows[j, 1])
            ):
                rows[j, 3] = rows[k, 3]
                joined = True
                break
        if not joined:
            if left != k:
                for column in range(6):
                    rows[left, column] = rows[k, column]
            left += 1
    return left


@compiled(f"int64({RASTER}, {INTS}, {INTS}, int64, float64[:, ::1])", owns=False)
def gather(cells, along_x, along_y, turned, busy, ax, ay, bx, by, size, px, py, bottom, top, rows):  # type: ignore[no-untyped-def]
    """The solids that lines from cell (ax, ay) to the square of ``size`` at (bx, by) can meet, and maybe some more.

    Of the cells (ax, ay) and (px, py) themselves only slits' cheeks. Returns their number, -1 if ``rows`` are too few.
    """
    x0, x1 = min(ax, bx), max(ax, bx + size - 1)
    y0, y1 = min(ay, by), max(ay, by + size - 1)
    n = 0
    for y in range(y0, y1 + 1):
        # The first row of the run of like cells, and of like sides, that goes on from the left; -1 for none.
        run, seam = -1, -1
        first, last = _across(y, ax, ay, bx, by, size, x0, x1)
        for x in range(first, last + 1):
            if not busy[y, x]:
                run, seam = -1, -1
                continue
            if n + MOST > rows.shape[0]:
                return -1
            left, right, up, down = x * CELL, (x + 1) * CELL, y * CELL, (y + 1) * CELL
            width, low, high = cells[0, y, x], cells[1, y, x], cells[2, y, x]
            whole = not ((x == ax and y == ay) or (x == px and y == py))
            before = n
            if (width < UNIT or low > bottom or high < top) and (whole or width < UNIT):
                slit_along_x = not turned[y, x]
                n = _add_opening(rows, n, left, right, up, down, width, low, high, slit_along_x, bottom, top, whole)
            n, run = _run_on(rows, n, before, run)
            width, low, high = along_x[0, y, x], along_x[1, y, x], along_x[2, y, x]
            if x > x0 and (width < UNIT or low > bottom or high < top):
                n = _add_opening(rows, n, left, left, up, down, width, low, high, True, bottom, top, True)
            width, low, high = along_y[0, y, x], along_y[1, y, x], along_y[2, y, x]
            before = n
            if y > y0 and (width < UNIT or low > bottom or high < top):
                n = _add_opening(rows, n, left, right, up, up, width, low, high, False, bottom, top, True)
            n, seam = _run_on(rows, n, before, seam)
    return _stack(rows, n)


@compiled(
    "boolean(int64[:, :, ::1], boolean[:, ::1], int64, int64, int64, int64, float64[::1])", owns=False, inline=True
)
def place(cells, turned, x, y, floor, size, row):  # type: ignore[no-untyped-def]
    """The free part of a cell that a body of a size standing at a height fills, as a row for the search; or False."""
    width, low, high = cells[0, y, x], cells[1, y, x], cells[2, y, x]
    bottom, top = max(floor, low), min(floor + size * UNIT, high)
    if width <= 0 or bottom >= top:
        return False
    row[0], row[1], row[2], row[3] = x * CELL, (x + 1) * CELL, y * CELL, (y + 1) * CELL
    if width < UNIT:
        if turned[y, x]:
            row[0], row[1] = x * CELL + UNIT - width, x * CELL + UNIT + width
        else:
            row[2], row[3] = y * CELL + UNIT - width, y * CELL + UNIT + width
    row[4], row[5], row[6], row[7] = 2 * bottom, 2 * top, 2 * low, 2 * high
    return True


@compiled(f"int64({RASTER}, {INTS}, {INTS}, float64[:, ::1], {DESK}, float64[::1])", owns=False)
def sees(cells, along_x, along_y, turned, busy, ax, ay, az, a_size, bx, by, bz, b_size, places, room, out):  # type: ignore[no-untyped-def]
    """Whether a body at (ax, ay), standing at height az, sees another: 1 or 0; ``out``: a free segment, half steps.

    ``places`` are room for two, ``room`` is a desk: 2 if that is too small.
    """
    rows, a, b = room[0], places[0], places[1]
    bottom, top = min(az, bz), max(az + a_size * UNIT, bz + b_size * UNIT)
    for i in range(a_size * a_size):
        x, y = ax + i % a_size, ay + i // a_size
        if not place(cells, turned, x, y, az, a_size, a):
            continue
        for j in range(b_size * b_size):
            p, q = bx + j % b_size, by + j // b_size
            if not place(cells, turned, p, q, bz, b_size, b):
                continue
            if x == p and y == q:
                out[0], out[1], out[2] = (a[0] + a[1]) / 2, (a[2] + a[3]) / 2, (a[4] + a[5]) / 2
                out[3], out[4], out[5] = out[0], out[1], (b[4] + b[5]) / 2
                return 1
            n = gather(cells, along_x, along_y, turned, busy, x, y, p, q, 1, p, q, bottom, top, rows)
            if n < 0:
                return 2
            if straight(a, b, rows, n, room, out) or pair_ray(a, b, rows, n, room, out):
                return 1
    return 0


@compiled(
    f"int64({LAYERS}, {BARE}, {INTS}, {INTS}, int64, float64[::1], {WORK}, float64[:, ::1])",
    owns=False,
    inline=True,
)
def corners(cells, along_x, along_y, turned, bare, ax, ay, az, a_size, bx, by, bz, b_size, wanted, a, work, out):  # type: ignore[no-untyped-def]
    """Which corners of a body at (bx, by), standing at height bz, a body at (ax, ay) sees: a bit for each.

    Only those in ``wanted`` are looked at. Bits 0 to 3: north-west, north-east, south-west, south-east at the feet; 4
    to 7: at the top. Row n of ``out`` becomes the inside point that sees corner n, in half steps. With ``b_size`` 0
    the corners are one point, corner 0. ``a`` is room for a place, ``work`` for pieces: -1 if that is not enough.
    """
    found = 0
    for i in range(a_size * a_size):
        x, y = ax + i % a_size, ay + i // a_size
        if found == wanted or not place(cells, turned, x, y, az, a_size, a):
            continue
        for corner in range(8):
            bit = 1 << corner
            if wanted & bit and not found & bit:
                cx, cy = bx + b_size * (corner & 1), by + b_size * (corner >> 1 & 1)
                cz = bz + b_size * UNIT * (corner >> 2)
                seen = look_at(cells, along_x, along_y, turned, bare, cx, cy, cz, x, y, a, work, out[corner])
                if seen > 1:
                    return -1
                if seen:
                    found |= bit
    return found
