"""Compiled quick answer for a corner: which directions from it to a place the solids between them shade.

With nothing that hangs from above, of the lines in one direction the highest passes if any does: from a corner up to a
place's top at its near side, or down to its top at its far side. So a solid shades whole intervals of directions, and a
corner is hidden if together they leave nothing open. Directions are u as in ``corner``; heights are rises times
distance, so bounds compare as products and each interval's end is one quotient of whole numbers.
"""

from __future__ import annotations

import numpy as np

from game.spatial.field import UNIT
from game.spatial.kernels.compiling import compiled
from game.spatial.kernels.corner import THIN

CELL = 2 * UNIT
RASTER = "int64[:, :, ::1], int64[:, :, ::1], int64[:, :, ::1], boolean[:, ::1], boolean[:, ::1]"
"""The types of the four arrays of ``Solids``, and of the marks of cells that matter: ``Plan.busy``."""
INTS = "int64, int64, int64, int64"
MARGIN = 1e-6
"""Cells this near to where lines can go are looked at, so that rounding leaves none out."""
HIDDEN, SEEN, UNKNOWN = 0, 1, 2
WALL = 1e300
SPANS = 64
"""Separate shaded intervals there is room for; corners with more are looked at the long way."""


@compiled(f"UniTuple(int64, 2)({INTS}, {INTS})", owns=False)
def across(y, ax, ay, bx, by, size, x0, x1):  # type: ignore[no-untyped-def]
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


@compiled(
    "UniTuple(float64, 4)(float64, float64, float64, float64, float64, float64, float64, float64, float64, float64)",
    owns=False,
)
def _shade(x0, x1, y0, y1, up, bx0, bx1, by0, by1, top):  # type: ignore[no-untyped-def]
    """From where to where a solid shades directions to a place: two intervals, from >= to if empty.

    All is told as seen from the corner, the place in plan b and its top, the solid in plan and how far it reaches up;
    a wall reaches up to WALL.
    """
    if x1 <= 0 or y1 <= 0 or x0 >= bx1 or y0 >= by1:
        return 1.0, 0.0, 1.0, 0.0
    x0, y0 = max(x0, 0.0), max(y0, 0.0)
    start, end = y0 / (y0 + x1), y1 / (y1 + x0)
    if up == WALL or (top <= 0 and up >= 0) or (up > 0 and x0 + y0 == 0):
        return start, end, 1.0, 0.0
    if top > 0:
        # The highest line enters the place at its top through its near side, x or y; the solid is met at its near side.
        if up <= 0:
            return 1.0, 0.0, 1.0, 0.0
        from_x, to_y = 1.0, 0.0
        if bx0 > 0 and up * bx0 >= top * x0:
            from_x = top * y0 / (up * bx0 + top * y0)
        if by0 > 0 and up * by0 >= top * y0:
            to_y = up * by0 / (up * by0 + top * x0)
        return max(start, from_x), end, start, min(end, to_y)
    # Downwards it leaves the place at its top through its far side; the solid is left last at its far side.
    from_y, to_x = 1.0, 0.0
    if up * bx1 >= top * x1:
        to_x = top * y1 / (up * bx1 + top * y1)
    if up * by1 >= top * y1:
        from_y = up * by1 / (up * by1 + top * x1)
    return start, min(end, to_x), max(start, from_y), end


@compiled("boolean(float64[:, ::1], int64, float64, float64)", owns=False)
def _open(spans, n, first, last):  # type: ignore[no-untyped-def]
    """Whether the spans leave a direction between the first and the last open."""
    for k in range(1, n):
        start, end, j = spans[k, 0], spans[k, 1], k
        while j > 0 and spans[j - 1, 0] > start:
            spans[j, 0], spans[j, 1] = spans[j - 1, 0], spans[j - 1, 1]
            j -= 1
        spans[j, 0], spans[j, 1] = start, end
    at = first
    for k in range(n):
        if min(spans[k, 0], last) - at > THIN:
            return True
        at = max(at, spans[k, 1])
    return bool(last - at > THIN)


@compiled(
    f"UniTuple(int64, 2)({RASTER}, int64, int64, float64[::1], int64, {INTS}, boolean, float64[:, ::1])", owns=False
)
def _shaded(cells, along_x, along_y, turned, busy, ax, ay, a, cx, cy, cz, bottom, top, shut, spans):  # type: ignore[no-untyped-def]
    """Whether the corner is SEEN or HIDDEN if what hangs is a wall (``shut``) or else is not there at all.

    Arguments are those of ``corner_shaded``. UNKNOWN if there is no room. With it 1 if something hangs, else 0.
    """
    right, down = ax >= cx, ay >= cy
    px, py = cx * CELL, cy * CELL
    bx0, bx1 = (a[0] - px, a[1] - px) if right else (px - a[1], px - a[0])
    by0, by1 = (a[2] - py, a[3] - py) if down else (py - a[3], py - a[2])
    roof = a[5] - 2 * cz
    first, last = by0 / (by0 + bx1), by1 / (by1 + bx0)
    columns, rows = ax - cx + 1 if right else cx - ax, ay - cy + 1 if down else cy - ay
    near, far = (1 - last) / last, (1 - first) / max(first, 1e-9)
    n, hangs = 0, 0
    for j in range(rows):
        y = cy + j if down else cy - 1 - j
        # Cells in this row between the first and the last direction still open.
        for i in range(max(int(near * j - MARGIN), 0), min(int(far * (j + 1) + MARGIN), columns - 1) + 1):
            x = cx + i if right else cx - 1 - i
            if not busy[y, x]:
                continue
            if n + 18 > SPANS:
                return UNKNOWN, hangs
            for part in range(3):
                if part == 0:
                    width, low, high = cells[0, y, x], cells[1, y, x], cells[2, y, x]
                elif part == 1:
                    if x == min(ax, cx):
                        continue
                    width, low, high = along_x[0, y, x], along_x[1, y, x], along_x[2, y, x]
                else:
                    if y == min(ay, cy):
                        continue
                    width, low, high = along_y[0, y, x], along_y[1, y, x], along_y[2, y, x]
                whole = part > 0 or x != ax or y != ay
                if width >= UNIT and ((low <= bottom and high >= top) or not whole):
                    continue
                if whole and bottom < high < top and width > 0:
                    hangs = 1
                if whole and (low >= high or low >= top or high <= bottom or (shut and high < top)):
                    width = 0
                # A wall is one solid, a slit has two cheeks, and an opening may have a sill.
                for piece in range(2 if width >= UNIT else 0, 1 if width <= 0 else 3):
                    x0, y0 = x * CELL, y * CELL
                    x1, y1 = x0 if part == 1 else x0 + CELL, y0 if part == 2 else y0 + CELL
                    up = WALL
                    if width > 0 and piece == 2:
                        if not whole:
                            continue
                        up = 2.0 * (low - cz)
                    elif width > 0:
                        if part == 1 or (part == 0 and not turned[y, x]):
                            y0, y1 = (y0, y0 + UNIT - width) if piece == 0 else (y0 + UNIT + width, y1)
                        else:
                            x0, x1 = (x0, x0 + UNIT - width) if piece == 0 else (x0 + UNIT + width, x1)
                    x0, x1 = (x0 - px, x1 - px) if right else (px - x1, px - x0)
                    y0, y1 = (y0 - py, y1 - py) if down else (py - y1, py - y0)
                    start, end, start_2, end_2 = _shade(x0, x1, y0, y1, up, bx0, bx1, by0, by1, roof)
                    for _turn in range(2):
                        if start < last and end > first and start < end:
                            if start <= first:
                                first = end
                            elif end >= last:
                                last = start
                            else:
                                spans[n, 0], spans[n, 1] = start, end
                                n += 1
                        start, end = start_2, end_2
                    if last - first <= THIN:
                        return HIDDEN, hangs
                    near, far = (1 - last) / last, (1 - first) / max(first, 1e-9)
    return SEEN if _open(spans, n, first, last) else HIDDEN, hangs


@compiled(f"int64({RASTER}, int64, int64, float64[::1], int64, {INTS}, float64[:, ::1])", owns=False)
def corner_shaded(cells, along_x, along_y, turned, busy, ax, ay, a, cx, cy, cz, bottom, top, spans):  # type: ignore[no-untyped-def]
    """Whether the corner of cells (cx, cy) at height ``cz`` is seen from the place ``a`` in cell (ax, ay).

    HIDDEN, SEEN or, where it depends on something that hangs in between, UNKNOWN. ``a`` is a row as in ``corner_ray``;
    ``bottom`` and ``top`` are the heights lines stay between. ``spans`` is room to work in.
    """
    if a[5] <= 2 * cz and a[7] < 2 * cz:
        return UNKNOWN
    if a[5] > 2 * cz and a[6] > 2 * cz and ax in (cx - 1, cx) and ay in (cy - 1, cy):
        # Of a place right at the corner but higher, only what stands under it is seen; with a slit, the long way.
        return HIDDEN if cells[0, ay, ax] >= UNIT else UNKNOWN
    answer, hangs = _shaded(cells, along_x, along_y, turned, busy, ax, ay, a, cx, cy, cz, bottom, top, True, spans)
    if answer != HIDDEN or hangs == 0:
        return answer
    answer, _ = _shaded(cells, along_x, along_y, turned, busy, ax, ay, a, cx, cy, cz, bottom, top, False, spans)
    return HIDDEN if answer == HIDDEN else UNKNOWN
