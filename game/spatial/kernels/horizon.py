"""Compiled sight from one point past solids of any height: which cells it sees, and how low and high it looks.

The free lines from the point are ``pieces``. Cells as many steps from the point share no direction, cell (i, j) having
those from j to j + 1 parts of i + j + 1: so the list goes out from diagonal to diagonal, is asked at each cell whether
it meets the place there, and loses what the cell's solids take.
"""

from __future__ import annotations

import numpy as np

from game.spatial.field import UNIT
from game.spatial.kernels.bounds import STEEP, THIN
from game.spatial.kernels.compiling import compiled
from game.spatial.kernels.onward import BAND, BARE, INTS, LAYERS, SPOT, WORK, come, leave
from game.spatial.kernels.pieces import (
    CELL,
    FROM,
    HIGH,
    HIGH_U,
    LOW,
    LOW_U,
    PIECES,
    TO,
    meets,
    put,
)

LOOK_LISTS = 6
"""Lists of pieces that a whole look needs room for."""
ROOM = 128
"""Room for pieces at first."""
PLENTY = 1e-3
"""By how much, in half steps, a look and a body must share directions and heights to be told at a glance."""
TIGHT = 1e-6
"""By how much a corner must lie between the bounds of a look to count as surely seen, in half steps."""


@compiled(
    f"boolean(int64[:, :, ::1], {BARE}, int64[:, ::1], {SPOT}, int64, {PIECES}, int64, int64, {PIECES}, {PIECES})",
    owns=False,
)
def _met(cells, turned, ground, spot, z, pieces, at, n, lower, upper):  # type: ignore[no-untyped-def]
    """Whether some piece from ``at`` to before ``n`` meets a body of size 1 that stands in a cell."""
    x, y, i, j, _dx, _dy = spot
    width, low, high = cells[0, y, x], cells[1, y, x], cells[2, y, x]
    bottom, top = max(ground[y, x], low), min(ground[y, x] + UNIT, high)
    if width <= 0 or bottom >= top:
        return False
    place = (2.0 * (bottom - z), 2.0 * (top - z), 2.0 * (low - z), 2.0 * (high - z))
    x0, x1, y0, y1 = i * CELL, (i + 1) * CELL, j * CELL, (j + 1) * CELL
    if width < UNIT:
        if turned[y, x]:
            x0, x1 = x0 + UNIT - width, x0 + UNIT + width
        else:
            y0, y1 = y0 + UNIT - width, y0 + UNIT + width
    return meets(pieces, at, n, place, x0, x1, y0, y1, lower, upper)


@compiled("int64(int64, int64, int64, UniTuple(float64, 4), float64, float64)", owns=False, inline=True)
def _glance(off, s, j, bounds, start, stop):  # type: ignore[no-untyped-def]
    """Whether a piece surely meets a body in a bare cell, 1, or surely does not, -1; 0 if that takes a closer look.

    The body stands ``off`` above the point, in the j-th cell of diagonal s > 0; ``bounds`` are the piece's LOW to
    HIGH_U, ``start`` and ``stop`` its directions in parts of s + 1.
    """
    low, low_u, high, high_u = bounds
    bottom, top = 2.0 * off, 2.0 * off + CELL
    # Every line through the cell crosses its other diagonal, t away: heights there, in the first and last direction.
    t, begin, end = (s + 1.0) * CELL, max(start, j) * CELL, min(stop, j + 1) * CELL
    low_1, low_2 = low * t + low_u * begin, low * t + low_u * end
    high_1, high_2 = high * t + high_u * begin, high * t + high_u * end
    if end - begin > PLENTY and min(high_1 + high_2, 2 * top) - max(low_1 + low_2, 2 * bottom) > PLENTY:
        return 1
    # They come to the cell at most one part in s + 1 before that, and leave it at most one after.
    if min(low_1, low_2) * (s if top > 0 else s + 2) >= top * (s + 1):
        return -1
    if max(high_1, high_2) * (s + 2 if bottom > 0 else s) <= bottom * (s + 1):
        return -1
    return 0


@compiled("int64(int64[::1], int64, float64, float64)", owns=False, inline=True)
def _between(heights, z, lowest, highest):  # type: ignore[no-untyped-def]
    """Bits of the heights that lie between two, given in half steps above z, with room to spare."""
    found = 0
    for n in range(heights.size):
        if lowest + TIGHT < 2 * (heights[n] - z) < highest - TIGHT:
            found |= 1 << n
    return found


@compiled(
    f"void({PIECES}, int64, {SPOT}, {BAND}, int64[:, :, ::1], int64[::1], int64[:, ::1], int64, int64)", owns=False
)
def _reach(pieces, k, spot, band, cells, heights, reached, cx, cy):  # type: ignore[no-untyped-def]
    """Mark the heights at the far corner (cx, cy) of a cell that a piece reaches with room to spare.

    The cell's own ground is touched at most at the corner itself, if that lies no lower.
    """
    x, y, i, j, _dx, _dy = spot
    z, below, above = band
    u = (j + 1) / (i + j + 2)
    if cells[0, y, x] < UNIT or not pieces[k, FROM] + THIN < u < pieces[k, TO] - THIN:
        return
    t = (i + j + 2) * CELL
    lowest = 2 * z + (pieces[k, LOW] + pieces[k, LOW_U] * u) * t + TIGHT
    highest = 2 * z + (pieces[k, HIGH] + pieces[k, HIGH_U] * u) * t - TIGHT
    low, high = 2 * cells[1, y, x], 2 * cells[2, y, x]
    into = max(i / (i + 1), j / (j + 1))
    for n in range(heights.size):
        aim = 2 * heights[n]
        if lowest < aim < highest:
            there = 2 * z + (aim - 2 * z) * into
            if (low <= 2 * below or (low <= aim and low < there - TIGHT)) and (
                high >= 2 * above or (high >= aim and high > there + TIGHT)
            ):
                reached[cy, cx] |= 1 << n


@compiled(
    f"boolean({LAYERS}, {BARE}, int64[:, ::1], int64, int64, int64, int64, {BAND}, boolean, uint8, uint8[:, ::1],"
    f" uint8[:, ::1], int64[::1], int64[:, ::1], {WORK})",
    owns=False,
)
def look_round(  # type: ignore[no-untyped-def]
    cells,
    along_x,
    along_y,
    turned,
    bare,
    ground,
    px,
    py,
    dx,
    dy,
    band,
    steady,
    add,
    seen,
    surely,
    heights,
    reached,
    work,
):
    """Look from a corner of cells into the quadrant towards (dx, dy). False if ``work``, room for pieces, is too small.

    Adds ``add`` to ``seen`` at every cell where a body of size 1, standing on the ``ground``, is seen. If what is seen
    from the corner is seen from beside it, too (``steady``), marks those cells in ``surely``, and adds to ``reached``
    at corners of cells bit n if the corner at height n of ``heights`` is seen with room to spare.
    """
    height, width = bare.shape
    nx, ny = width - px if dx > 0 else px, height - py if dy > 0 else py
    now, after, parts, spare, lower, upper = work[0], work[1], work[2], work[3], work[4], work[5]
    room = work.shape[1]
    z, below, above = band
    every = (1 << heights.size) - 1
    n = put(now, 0, 0.0, 1.0, -STEEP, 0.0, STEEP, 0.0)
    for s in range(nx + ny - 1):
        m = 0
        # Corners beyond the cells of this diagonal are t away, in directions of so many parts of s + 2.
        t, part = (s + 2.0) * CELL, 1.0 / (s + 2)
        for k in range(n):
            start, stop = now[k, FROM], now[k, TO]
            low, low_u, high, high_u = now[k, LOW], now[k, LOW_U], now[k, HIGH], now[k, HIGH_U]
            # Nobody stands so high as this piece looks by now, or so low.
            if s > 0 and min(low + low_u * start, low + low_u * stop) * s * CELL >= 2 * (above - z):
                continue
            if s > 0 and max(high + high_u * start, high + high_u * stop) * s * CELL <= 2 * (below - z):
                continue
            clear = low == -STEEP and high == STEEP and low_u == 0 and high_u == 0
            # The cells it leads into, but for slivers.
            scaled_start, scaled_stop, slack = start * (s + 1), stop * (s + 1), THIN * (s + 1)
            one, two = max(int(scaled_start + slack), s - nx + 1), min(int(scaled_stop - slack), s, ny - 1)
            if one > two:
                continue
            # The heights at which it may see corners here.
            may = every if steady else 0
            if steady and not clear:
                lowest = min(low + low_u * start, low + low_u * stop) * t
                may = _between(heights, z, lowest, max(high + high_u * start, high + high_u * stop) * t)
            for j in range(one, two + 1):
                i = s - j
                x, y = px + i if dx > 0 else px - 1 - i, py + j if dy > 0 else py - 1 - j
                cx, cy = px + dx * (i + 1), py + dy * (j + 1)
                spot = (x, y, i, j, dx, dy)
                if bare[y, x]:
                    if not seen[y, x] & add:
                        bounds = (low, low_u, high, high_u)
                        met = 1 if clear else _glance(ground[y, x] - z, s, j, bounds, scaled_start, scaled_stop)
                        if met == 0 and _met(cells, turned, ground, spot, z, now, k, k + 1, lower, upper):
                            met = 1
                        if met > 0:
                            seen[y, x] |= add
                            surely[y, x] |= steady
                    if may & ~reached[cy, cx]:
                        u = (j + 1) * part
                        if clear and scaled_start <= j and scaled_stop >= j + 1:
                            reached[cy, cx] = every
                        elif start + THIN < u < stop - THIN:
                            # As ``_reach`` has it: the cell's own ground lies no higher than any corner.
                            reached[cy, cx] |= _between(heights, z, (low + low_u * u) * t, (high + high_u * u) * t)
                    continue
                begin, end = j / (s + 1), (j + 1) / (s + 1)
                m = put(after, m, start, begin, low, low_u, high, high_u)
                p = put(parts, 0, max(start, begin), min(stop, end), low, low_u, high, high_u)
                start = min(stop, end)
                if cells[0, y, x] <= 0:
                    continue
                p = come(cells, along_x, along_y, turned, spot, band, parts, p, spare)
                if p > room:
                    return False
                if p > 0 and not seen[y, x] & add and _met(cells, turned, ground, spot, z, parts, 0, p, lower, upper):
                    seen[y, x] |= add
                    surely[y, x] |= steady
                if steady and reached[cy, cx] != every:
                    for q in range(p):
                        _reach(parts, q, spot, band, cells, heights, reached, cx, cy)
                p = leave(cells, along_x, along_y, turned, spot, band, parts, p, spare)
                if p > room:
                    return False
                for q in range(p):
                    start_2, stop_2 = parts[q, FROM], parts[q, TO]
                    low_2, low_u_2, high_2, high_u_2 = parts[q, LOW], parts[q, LOW_U], parts[q, HIGH], parts[q, HIGH_U]
                    m = put(after, m, start_2, stop_2, low_2, low_u_2, high_2, high_u_2)
            m = put(after, m, start, stop, low, low_u, high, high_u)
            if m > room:
                return False
        now, after, n = after, now, m
        if n == 0:
            break
    return True


@compiled("boolean(int64[:, :, ::1], int64, int64, int64, boolean)", owns=False)
def _free_at(cells, x, y, z, at_top):  # type: ignore[no-untyped-def]
    """Whether a cell, or a side, lies open right above height z, and at it but for its ground; or below, at a top."""
    _, height, width = cells.shape
    if not (0 <= y < height and 0 <= x < width) or cells[0, y, x] < UNIT:
        return False
    low, high = cells[1, y, x], cells[2, y, x]
    return low < z <= high if at_top else low <= z < high


@compiled(
    f"boolean(int64[:, :, ::1], int64[:, :, ::1], int64[:, :, ::1], {INTS}, int64, int64)",
    owns=False,
)
def steady(cells, along_x, along_y, px, py, z, corner, dx, dy):  # type: ignore[no-untyped-def]
    """Whether what a body's corner sees towards (dx, dy) is seen from inside points of the body close by, too.

    Such lines run close to the corner through the body's cell there, over to the one they lead into, and, where that is
    opposite, through one of the two beside it.
    """
    top = corner >= 4
    bx, by = -1 if corner & 1 else 1, -1 if corner & 2 else 1
    if not (
        _free_at(cells, px - (bx < 0), py - (by < 0), z, top) and _free_at(cells, px - (dx < 0), py - (dy < 0), z, top)
    ):
        return False
    across, down = dx != bx, dy != by
    if across and down:
        one = _free_at(along_x, px, py - (by < 0), z, top) and _free_at(along_y, px - (dx < 0), py, z, top)
        two = _free_at(along_y, px - (bx < 0), py, z, top) and _free_at(along_x, px, py - (dy < 0), z, top)
        one = one and _free_at(cells, px - (dx < 0), py - (by < 0), z, top)
        return one or (two and _free_at(cells, px - (bx < 0), py - (dy < 0), z, top))
    if across:
        return _free_at(along_x, px, py - (by < 0), z, top)
    return not down or _free_at(along_y, px - (bx < 0), py, z, top)


@compiled(
    f"void({LAYERS}, {BARE}, int64[:, ::1], {INTS}, int64, int64, int64[::1], uint8[:, ::1], uint8[:, ::1],"
    " int64[:, ::1])"
)
def look_back(  # type: ignore[no-untyped-def]
    cells, along_x, along_y, turned, bare, ground, ax, ay, az, size, below, above, heights, back, surely, reached
):
    """From which cells bodies of size 1 see the corners of a body at (ax, ay), standing at height az.

    ``back`` gets bit n where corner n is seen from. ``surely`` becomes 1 where therefore the body, too, is seen, and
    sees; it says nothing where it stays 0. ``reached`` gets bit n for corners of cells that the body surely sees at
    height n of ``heights``.
    """
    work = np.empty((LOOK_LISTS, ROOM, 6), np.float64)
    for corner in range(7, -1, -1):
        px, py, pz = ax + size * (corner & 1), ay + size * (corner >> 1 & 1), az + size * UNIT * (corner >> 2)
        for quadrant in range(4):
            dx, dy = 1 if quadrant % 2 == 0 else -1, 1 if quadrant < 2 else -1
            rests = steady(cells, along_x, along_y, px, py, pz, corner, dx, dy)
            while not look_round(
                cells, along_x, along_y, turned, bare, ground, px, py, dx, dy, (pz, below, above), rests,
                1 << corner, back, surely, heights, reached, work,
            ):  # fmt: skip
                work = np.empty((LOOK_LISTS, 2 * work.shape[1], 6), np.float64)
