"""Compiled whole fields past heights: what two plans leave open is looked at, corner by corner and cell by cell."""

from __future__ import annotations

import numpy as np

from game.spatial.field import UNIT
from game.spatial.kernels.compiling import compiled
from game.spatial.kernels.gather import corners, place, sees
from game.spatial.kernels.shade import HIDDEN, INTS, RASTER, SEEN, SPANS, UNKNOWN, corner_shaded
from game.spatial.kernels.sweep import MARKS


@compiled(f"int64({RASTER}, {INTS}, int64, int64, int64, float64[::1], float64[:, ::1])", owns=False)
def _glance(cells, along_x, along_y, turned, busy, ax, ay, az, size, cx, cy, cz, a, spans):  # type: ignore[no-untyped-def]
    """Whether a body at (ax, ay), standing at height az, sees the corner of cells (cx, cy) at cz, if easily told."""
    bottom, top = min(az, cz), max(az + size * UNIT, cz)
    best = HIDDEN
    for i in range(size * size):
        x, y = ax + i % size, ay + i // size
        if place(cells, turned, x, y, az, size, a):
            answer = corner_shaded(cells, along_x, along_y, turned, busy, x, y, a, cx, cy, cz, bottom, top, spans)
            if answer == SEEN:
                return SEEN
            if answer == UNKNOWN:
                best = UNKNOWN
    return best


@compiled("boolean(int64[:, :, ::1], int64[:, :, ::1], int64[:, :, ::1], int64, int64, int64)", owns=False)
def _clear(cells, along_x, along_y, cx, cy, z):  # type: ignore[no-untyped-def]
    """Whether the corner of cells (cx, cy) at height z touches no solid: what sees it sees all places beside it."""
    _, height, width = cells.shape
    for side in range(2):
        y = cy - side
        if 0 <= y < height:
            for x in range(max(cx - 1, 0), min(cx + 1, width)):
                if cells[0, y, x] < UNIT or cells[1, y, x] >= z or cells[2, y, x] <= z:
                    return False
            if along_x[0, y, cx] < UNIT or along_x[1, y, cx] >= z or along_x[2, y, cx] <= z:
                return False
        x = cx - side
        if 0 <= x < width and (along_y[0, cy, x] < UNIT or along_y[1, cy, x] >= z or along_y[2, cy, x] <= z):
            return False
    return True


@compiled(
    f"void({RASTER}, {INTS}, int64, boolean, {MARKS}, {MARKS}, {MARKS}, {MARKS}, {MARKS}, {MARKS},"
    " int8[:, ::1], int8[:, ::1])",
)
def field_past(  # type: ignore[no-untyped-def]
    cells,
    along_x,
    along_y,
    turned,
    busy,
    ax,
    ay,
    az,
    size,
    level,
    heads_level,
    asked,
    ends,
    back,
    sure_seen,
    sure_ends,
    sure_back,
    ahead,
    behind,
):
    """A whole field past heights, for all cells ``asked`` about, whose ground lies at ``level``.

    ``ends`` and ``back`` are what the plan says of corners: 1 for cell corners seen, a bit for each of the body's
    four plan corners seen; nothing else can be seen. The three ``sure`` ones say the same of the plan in which low
    things are walls: all that is seen whatever the heights. Between them each pair is looked at. ``ahead`` and
    ``behind`` become the counts of corners of a body of size 1 there that are seen, and of the body's own seen from
    there; they stay as they are where it is not seen.
    """
    height, width = asked.shape
    a, spans = np.empty(8, np.float64), np.empty((SPANS, 2), np.float64)
    out, line = np.empty((8, 3), np.float64), np.empty(6, np.float64)
    # What is known of cell corners at the feet and at the heads: 0 nothing, 1 hidden, 2 seen. Four cells share each.
    known = np.zeros((2, height + 1, width + 1), np.uint8)
    for y in range(height):
        for x in range(width):
            if not asked[y, x]:
                continue
            count = 0
            seen = heads_level or sure_seen[y, x] > 0
            for corner in range(7, -1, -1):
                cx, cy, top = x + (corner & 1), y + (corner >> 1 & 1), corner >> 2
                if corner == 3 and not seen:
                    seen = sees(cells, along_x, along_y, turned, busy, ax, ay, az, size, x, y, level, 1, line)
                    if not seen:
                        break
                if sure_ends[cy, cx] or (heads_level and top == 1 and ends[cy, cx]):
                    count += 1
                elif ends[cy, cx]:
                    z = level + top * UNIT
                    if known[top, cy, cx] == 0:
                        answer = _glance(cells, along_x, along_y, turned, busy, ax, ay, az, size, cx, cy, z, a, spans)
                        if answer == UNKNOWN:
                            answer = corners(
                                cells, along_x, along_y, turned, busy, ax, ay, az, size, cx, cy, z, 0, 1, out
                            )
                        known[top, cy, cx] = 1 + answer
                    if known[top, cy, cx] == 2:
                        count += 1
                        seen = seen or (top == 1 and _clear(cells, along_x, along_y, cx, cy, z))
            if not seen:
                continue
            ahead[y, x] = count
            plain, surely = back[y, x], sure_back[y, x]
            count = 0
            for corner in range(8):
                bit, top = corner & 3, corner >> 2
                if surely >> bit & 1 or (heads_level and top == 1 and plain >> bit & 1):
                    count += 1
                elif plain >> bit & 1:
                    cx, cy, z = ax + size * (bit & 1), ay + size * (bit >> 1), az + size * UNIT * top
                    answer = _glance(cells, along_x, along_y, turned, busy, x, y, level, 1, cx, cy, z, a, spans)
                    if answer == UNKNOWN:
                        answer = corners(cells, along_x, along_y, turned, busy, x, y, level, 1, cx, cy, z, 0, 1, out)
                    count += answer
            behind[y, x] = count
