"""Compiled kernels for sight past heights: one pair of places at a time, with the line that proves it.

A solid here is a row (x0, x1, y0, y1, low, high) in half lattice steps: over its closed rectangle a line must stay
strictly between low and high, so low >= high is a wall. Rectangles are cells, sides of cells or parts of them.

Two facts make this exact. Seen from a point, with directions written as ((1 - u), u) and the rise s, every side of a
rectangle bounds s by a linear function of u. And for lines with a fixed way past every rectangle in plan, two bounds
below and two above are at odds in a half-plane of the plan lines: so such a class shrinks by straight cuts to the
lines that are free, or to nothing. Comparisons are in doubles with a slack of ``THIN``: an opening narrower than
that, which no map on the lattice has by design, counts as closed.
"""

from __future__ import annotations

import numpy as np

from game.spatial.kernels.compiling import compiled

THIN = 1e-9
STEEP = 1e4
"""The steepest rise looked at, in heights per length in plan."""
X0, X1, Y0, Y1, LOW, HIGH, ENTER, LEAVE = range(8)


@compiled(
    "Tuple((boolean, float64, float64, float64, int64, int64, int64, int64))"
    "(float64[:, ::1], int64, float64[:, ::1], int64, float64, float64)",
    owns=False,
)
def fit(lower, n_lower, upper, n_upper, start, end):  # type: ignore[no-untyped-def]
    """Find w strictly between start and end where every upper line lies over every lower one.

    Rows of ``lower`` and ``upper`` are (value at w = 0, slope). Returns (found, w, greatest lower, least upper, and the
    numbers of the pairs that pushed w up and down last: lower, upper, lower, upper; -1 for none).
    """
    up_l, up_u, down_l, down_u = -1, -1, -1, -1
    w = 0.0 if start < 0.0 < end else (start + end) / 2
    while end - start > THIN:
        best_l, best_u = 0, 0
        floor, roof = -1e300, 1e300
        for n in range(n_lower):
            value = lower[n, 0] + lower[n, 1] * w
            if value > floor:
                floor, best_l = value, n
        for n in range(n_upper):
            value = upper[n, 0] + upper[n, 1] * w
            if value < roof:
                roof, best_u = value, n
        gap = roof - floor
        if gap > THIN:
            return True, w, floor, roof, up_l, up_u, down_l, down_u
        slope = upper[best_u, 1] - lower[best_l, 1]
        if slope > 1e-15:
            start = max(w, w - gap / slope)
            up_l, up_u = best_l, best_u
        elif slope < -1e-15:
            end = min(w, w - gap / slope)
            down_l, down_u = best_l, best_u
        else:
            return False, w, floor, roof, best_l, best_u, best_l, best_u
        w = (start + end) / 2
    return False, w, 0.0, 0.0, up_l, up_u, down_l, down_u


@compiled("int64(float64[:, ::1], int64, float64, float64, float64, float64, boolean)", owns=False)
def _bound(rows, n, height, x, y, u, entering):  # type: ignore[no-untyped-def]
    """The rise that reaches ``height`` where directions near u enter or leave a rectangle, as a line in u.

    Returns the new number of rows.
    """
    by_x = u * x >= y * (1 - u) if entering else u * x <= y * (1 - u)
    if by_x:
        rows[n, 0] = height / x
        rows[n, 1] = -height / x
    else:
        rows[n, 0] = 0.0
        rows[n, 1] = height / y
    return n + 1


@compiled("boolean(float64, float64, float64, float64[::1], float64[:, ::1], int64, float64[::1])")
def corner_ray(cx, cy, cz, b, solids, count, out):  # type: ignore[no-untyped-def]
    """Whether the corner (cx, cy, cz) is seen from inside ``b``; ``out`` becomes a point there that sees it.

    ``b`` is (x0, x1, y0, y1, bottom, top, low, high): the free part of a cell with the heights a body fills, and
    those between which the cell is free. The corner lies on a corner of the grid of cells, so ``b`` lies in one
    quadrant from it. Solids that overlap ``b`` itself must not be listed.
    """
    mx = 1.0 if b[X0] >= cx else -1.0
    my = 1.0 if b[Y0] >= cy else -1.0
    near = np.empty((count, 8), np.float64)
    bx0, bx1 = (b[X0] - cx, b[X1] - cx) if mx > 0 else (cx - b[X1], cx - b[X0])
    by0, by1 = (b[Y0] - cy, b[Y1] - cy) if my > 0 else (cy - b[Y1], cy - b[Y0])
    first, last = by0 / (by0 + bx1), by1 / (by1 + bx0)
    cuts = np.empty(4 * count + 4, np.float64)
    cuts[0], cuts[1] = first, last
    n_cuts, n = 2, 0
    for k in range(count):
        x0, x1 = (solids[k, X0] - cx, solids[k, X1] - cx) if mx > 0 else (cx - solids[k, X1], cx - solids[k, X0])
        y0, y1 = (solids[k, Y0] - cy, solids[k, Y1] - cy) if my > 0 else (cy - solids[k, Y1], cy - solids[k, Y0])
        if x1 <= 0 or y1 <= 0 or x0 >= bx1 or y0 >= by1:
            continue
        x0, y0 = max(x0, 0.0), max(y0, 0.0)
        enter, leave = y0 / (y0 + x1), y1 / (y1 + x0)
        if enter >= last or leave <= first:
            continue
        near[n, X0], near[n, X1], near[n, Y0], near[n, Y1] = x0, x1, y0, y1
        near[n, LOW], near[n, HIGH] = solids[k, LOW] - cz, solids[k, HIGH] - cz
        near[n, ENTER], near[n, LEAVE] = enter, leave
        n += 1
        for corner in range(4):
            px = x0 if corner % 2 == 0 else x1
            py = y0 if corner < 2 else y1
            if px + py > 0:
                u = py / (px + py)
                if first < u < last:
                    cuts[n_cuts] = u
                    n_cuts += 1
    if bx0 + by0 > 0:
        cuts[n_cuts] = by0 / (bx0 + by0)
        n_cuts += 1
    cuts[n_cuts] = by1 / (bx1 + by1)
    n_cuts += 1
    for c in range(1, n_cuts):
        u, k = cuts[c], c
        while k > 0 and cuts[k - 1] > u:
            cuts[k] = cuts[k - 1]
            k -= 1
        cuts[k] = u
    lower = np.empty((n + 4, 2), np.float64)
    upper = np.empty((n + 4, 2), np.float64)
    bottom, top, low, high = b[4] - cz, b[5] - cz, b[6] - cz, b[7] - cz
    for c in range(n_cuts - 1):
        start, end = cuts[c], cuts[c + 1]
        if end <= start:
            continue
        u = (start + end) / 2
        for rising in (True, False):
            if rising:
                if top <= 0:
                    continue
                lower[0, 0], lower[0, 1] = 0.0, 0.0
                n_lower, n_upper = 1, 0
            else:
                if bottom >= 0 or (high < 0 and bx0 + by0 == 0):
                    continue
                upper[0, 0], upper[0, 1] = 0.0, 0.0
                n_lower, n_upper = 0, 1
            free = True
            for k in range(n):
                r = near[k]
                if u <= r[ENTER] or u >= r[LEAVE]:
                    continue
                if r[LOW] >= r[HIGH]:
                    free = False
                    break
                if rising:
                    if r[HIGH] <= 0:
                        free = False
                        break
                    if r[LOW] > 0:
                        if r[X0] + r[Y0] == 0:
                            free = False
                            break
                        n_lower = _bound(lower, n_lower, r[LOW], r[X0], r[Y0], u, True)
                    n_upper = _bound(upper, n_upper, r[HIGH], r[X1], r[Y1], u, False)
                else:
                    if r[LOW] >= 0:
                        free = False
                        break
                    if r[HIGH] < 0:
                        if r[X0] + r[Y0] == 0:
                            free = False
                            break
                        n_upper = _bound(upper, n_upper, r[HIGH], r[X0], r[Y0], u, True)
                    n_lower = _bound(lower, n_lower, r[LOW], r[X1], r[Y1], u, False)
            if not free:
                continue
            if rising:
                n_lower = _bound(lower, n_lower, bottom, bx1, by1, u, False)
                if bx0 + by0 > 0:
                    n_upper = _bound(upper, n_upper, top, bx0, by0, u, True)
                    n_lower = _bound(lower, n_lower, low, bx0, by0, u, True)
                elif low > 0:
                    continue
                if n_upper == 0:
                    upper[0, 0], upper[0, 1] = STEEP, 0.0
                    n_upper = 1
            else:
                n_upper = _bound(upper, n_upper, top, bx1, by1, u, False)
                if bx0 + by0 > 0:
                    n_lower = _bound(lower, n_lower, bottom, bx0, by0, u, True)
                    n_upper = _bound(upper, n_upper, high, bx0, by0, u, True)
                if n_lower == 0:
                    lower[0, 0], lower[0, 1] = -STEEP, 0.0
                    n_lower = 1
            found, w, floor, roof, _a, _b, _c, _d = fit(lower, n_lower, upper, n_upper, start, end)
            if found:
                s = (floor + roof) / 2
                t0 = max(bx0 / (1 - w), by0 / w)
                t1 = min(bx1 / (1 - w), by1 / w)
                if rising:
                    t0, t1 = max(t0, bottom / s), min(t1, top / s)
                else:
                    t0, t1 = max(t0, top / s), min(t1, bottom / s)
                t = (t0 + t1) / 2
                out[0], out[1], out[2] = cx + mx * t * (1 - w), cy + my * t * w, cz + s * t
                return True
    return False
