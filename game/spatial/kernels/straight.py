"""Compiled first try for a pair: a few plan lines between the two places, each with all its rises.

Finds most free lines at once; where it finds none, ``pair`` searches them all.
"""

from __future__ import annotations

from game.spatial.kernels.bounds import HIGH, LOW, STEEP, X0, X1, Y0, Y1, fit
from game.spatial.kernels.compiling import compiled
from game.spatial.kernels.pair import DESK, LOWERS, UPPERS


@compiled("UniTuple(float64, 2)(float64[::1], float64, float64, float64, float64)", owns=False)
def _stretch(row, px, py, dx, dy):  # type: ignore[no-untyped-def]
    """From where to where a plan line is in a row's rectangle, in parts of its length; from > to if nowhere."""
    start, end = -1e9, 1e9
    if dx != 0:
        one, two = (row[X0] - px) / dx, (row[X1] - px) / dx
        start, end = min(one, two), max(one, two)
    elif px < row[X0] or px > row[X1]:
        return 1.0, 0.0
    if dy != 0:
        one, two = (row[Y0] - py) / dy, (row[Y1] - py) / dy
        start, end = max(start, min(one, two)), min(end, max(one, two))
    elif py < row[Y0] or py > row[Y1]:
        return 1.0, 0.0
    return start, end


@compiled("UniTuple(float64, 2)(float64[::1], int64)", owns=False)
def _spot(row, number):  # type: ignore[no-untyped-def]
    """One of nine points in a row's rectangle, the middle first."""
    number = (number + 4) % 9
    f, g = 0.02 + 0.48 * (number % 3), 0.02 + 0.48 * (number // 3)
    return row[X0] + (row[X1] - row[X0]) * f, row[Y0] + (row[Y1] - row[Y0]) * g


@compiled(f"boolean(float64[::1], float64[::1], float64[:, ::1], int64, {DESK}, float64[::1])", owns=False)
def straight(a, b, solids, count, room, out):  # type: ignore[no-untyped-def]
    """Whether one of a few plan lines from ``a`` to ``b`` is free; rows, ``room`` and ``out`` as for ``pair_ray``."""
    _rows, _polygons, _bounds, sheets, _lists = room
    lower, upper = sheets[LOWERS], sheets[UPPERS]
    for number in range(81):
        # The middles first, then points just inside the sides and corners.
        px, py = _spot(a, number // 9)
        qx, qy = _spot(b, number % 9)
        dx, dy = qx - px, qy - py
        lower[0, 0], lower[0, 1], upper[0, 0], upper[0, 1] = a[4], 0.0, a[5], 0.0
        lower[1, 0], lower[1, 1], upper[1, 0], upper[1, 1] = b[4], -1.0, b[5], -1.0
        leave = _stretch(a, px, py, dx, dy)[1]
        enter = _stretch(b, px, py, dx, dy)[0]
        lower[2, 0], lower[2, 1], upper[2, 0], upper[2, 1] = a[6], -leave, a[7], -leave
        lower[3, 0], lower[3, 1], upper[3, 0], upper[3, 1] = b[6], -enter, b[7], -enter
        n = 4
        free = True
        for k in range(count):
            start, end = _stretch(solids[k], px, py, dx, dy)
            if start > end or start > 1 or end < 0:
                continue
            if solids[k, LOW] >= solids[k, HIGH]:
                free = False
                break
            for t in (max(start, 0.0), min(end, 1.0)):
                lower[n, 0], lower[n, 1], upper[n, 0], upper[n, 1] = solids[k, LOW], -t, solids[k, HIGH], -t
                n += 1
        if free:
            found, s, floor, roof, _a, _b, _c, _d = fit(lower, n, upper, n, -STEEP, STEEP)
            if found:
                z = (floor + roof) / 2
                out[0], out[1], out[2] = px, py, z
                out[3], out[4], out[5] = qx, qy, z + s
                return True
    return False
