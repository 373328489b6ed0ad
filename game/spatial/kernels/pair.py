"""Compiled search for a free line between the insides of two places, past solids of any height.

Plan lines are points (u, v): u high where they enter, v high at the end. Passing a corner on this side or that is a
straight cut, so lines that pass all solids the same way form a convex polygon, a class. For one class two bounds below
and two above are at odds in a half-plane, so it shrinks by straight cuts to the lines that are free, or to nothing.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from game.spatial.field import SKY
from game.spatial.kernels.bounds import HIGH, LOW, STEEP, X0, X1, Y0, Y1, fit
from game.spatial.kernels.compiling import compiled

Floats = npt.NDArray[np.float64]

SIDES = 40
"""Corners that the set of plan lines of one class may have at most while it is cut."""
SMALL = 1e-8
"""Classes of plan lines smaller than this, in square half steps at both ends, count as closed."""


DESK = "Tuple((float64[:, ::1], float64[:, :, ::1], float64[:, :, ::1], float64[:, :, ::1], int64[:, ::1]))"
"""Room to work in for so many solids: see ``desk``."""
NEAR, LOWERS, UPPERS, POINTS, VECTORS = range(5)
"""Sheets of a desk."""
CORNERS, NEXTS, COUNTS, OF_LOWER, OF_UPPER = range(5)
"""Lists of a desk."""


Desk = tuple[Floats, Floats, Floats, Floats, npt.NDArray[np.int64]]


def desk(count: int) -> Desk:
    """Room to work in for so many solids: their rows; classes that wait, their polygons and bounds; sheets and lists.

    Not compiled: small kernels that make no arrays of their own are twice as quick.
    """
    waiting, bounds = 8 * count + 40, 4 * count + 12
    return (
        np.empty((count, 6)),
        np.empty((waiting + 4, SIDES, 2)),
        np.empty((waiting + 1, bounds, 4)),
        np.empty((5, bounds, 8)),
        np.empty((5, waiting), np.int64),
    )


@compiled("void(float64[:, ::1], int64, float64[:, ::1])", owns=False)
def _copy(rows, n, out):  # type: ignore[no-untyped-def]
    """Copy the first rows."""
    for k in range(n):
        for column in range(rows.shape[1]):
            out[k, column] = rows[k, column]


@compiled("int64(float64[:, ::1], int64, float64, float64, float64, float64[:, ::1])", owns=False)
def _clip(polygon, n, a, b, c, out):  # type: ignore[no-untyped-def]
    """The part of a convex polygon where a*u + b*v + c > 0; its number of corners, 0 if it is as good as empty."""
    m = 0
    for k in range(n):
        u0, v0 = polygon[k, 0], polygon[k, 1]
        j = k + 1 if k + 1 < n else 0
        u1, v1 = polygon[j, 0], polygon[j, 1]
        d0 = a * u0 + b * v0 + c
        d1 = a * u1 + b * v1 + c
        if m + 2 > SIDES:
            break
        if d0 >= 0:
            out[m, 0], out[m, 1] = u0, v0
            m += 1
        if (d0 > 0 and d1 < 0) or (d0 < 0 and d1 > 0):
            f = d0 / (d0 - d1)
            out[m, 0], out[m, 1] = u0 + (u1 - u0) * f, v0 + (v1 - v0) * f
            m += 1
    area = 0.0
    for k in range(2, m):
        area += (out[k - 1, 0] - out[0, 0]) * (out[k, 1] - out[0, 1])
        area -= (out[k, 0] - out[0, 0]) * (out[k - 1, 1] - out[0, 1])
    return m if abs(area) > SMALL else 0


@compiled("UniTuple(float64, 3)(float64[::1], float64[::1], float64)", owns=False)
def _apart(low, high, width):  # type: ignore[no-untyped-def]
    """How far the lower bound lies behind the upper one along a plan line, times its rise: as u, v and a constant."""
    u, v, c = 0.0, 0.0, 0.0
    for sign, row in ((1.0, low), (-1.0, high)):
        if row[1] == 1:
            u -= sign * row[2] / width
            v += sign * row[2] / width
        else:
            u -= sign
            c += sign * row[2]
    return u, v, c


@compiled(f"int64(float64[:, ::1], int64, float64[:, ::1], int64, float64, {DESK}, float64[::1])", owns=False)
def _free_line(polygon, n, bounds, count, width, room, out):  # type: ignore[no-untyped-def]
    """Look in a class of plan lines for one over which a line in space fits between all bounds.

    The plan line (u, v) is u high at 0 and v high at ``width``. A bound is (1 if lower else 0, 1 if at an upright side,
    the side's place, the height). Shrinks the polygon to the lines that may be free; returns its corners, 0 for none
    left, and puts u, v, the height at 0 and the rise into ``out``.
    """
    _rows, polygons, _bounds, sheets, lists = room
    lower, upper, of_lower, of_upper = sheets[LOWERS], sheets[UPPERS], lists[OF_LOWER], lists[OF_UPPER]
    spare = polygons[polygons.shape[0] - 1]
    for _turn in range(60):
        u, v = 0.0, 0.0
        for k in range(n):
            u += polygon[k, 0]
            v += polygon[k, 1]
        u, v = u / n, v / n
        rise = (v - u) / width
        n_lower, n_upper = 0, 0
        for k in range(count):
            t = bounds[k, 2] if bounds[k, 1] == 1 else (bounds[k, 2] - u) / rise
            if bounds[k, 0] == 1:
                lower[n_lower, 0], lower[n_lower, 1] = bounds[k, 3], -t
                of_lower[n_lower] = k
                n_lower += 1
            else:
                upper[n_upper, 0], upper[n_upper, 1] = bounds[k, 3], -t
                of_upper[n_upper] = k
                n_upper += 1
        found, s, floor, roof, la, ua, lb, ub = fit(lower, n_lower, upper, n_upper, -STEEP, STEEP)
        if found:
            out[0], out[1], out[2], out[3] = u, v, (floor + roof) / 2, s
            return n
        if la < 0 or lb < 0:
            return 0
        # With t = tau / rise the two pairs leave room where K_b * (tau_la - tau_ua) ... is positive: linear in u and v.
        ka = bounds[of_upper[ua], 3] - bounds[of_lower[la], 3]
        kb = bounds[of_upper[ub], 3] - bounds[of_lower[lb], 3]
        da_u, da_v, da_c = _apart(bounds[of_lower[la]], bounds[of_upper[ua]], width)
        db_u, db_v, db_c = _apart(bounds[of_lower[lb]], bounds[of_upper[ub]], width)
        a, b, c = kb * da_u - ka * db_u, kb * da_v - ka * db_v, kb * da_c - ka * db_c
        scale = abs(a) + abs(b) + 1e-300
        if abs(a) + abs(b) < 1e-12:
            return 0
        n = _clip(polygon, n, a / scale, b / scale, c / scale, spare)
        if n == 0:
            return 0
        _copy(spare, n, polygon)
    return 0


@compiled("void(float64[::1], boolean, int64, int64, float64[::1])", owns=False)
def _turned(row, swap, mx, my, out):  # type: ignore[no-untyped-def]
    """A row's rectangle with the axes swapped or mirrored."""
    x0, x1, y0, y1 = row[X0], row[X1], row[Y0], row[Y1]
    if swap:
        x0, x1, y0, y1 = y0, y1, x0, x1
    if mx < 0:
        x0, x1 = -x1, -x0
    if my < 0:
        y0, y1 = -y1, -y0
    out[X0], out[X1], out[Y0], out[Y1] = x0, x1, y0, y1


@compiled("void(float64[::1], float64, float64)", owns=False)
def _shift(row, x, y):  # type: ignore[no-untyped-def]
    """Move a row's rectangle."""
    row[X0], row[X1], row[Y0], row[Y1] = row[X0] - x, row[X1] - x, row[Y0] - y, row[Y1] - y


@compiled("void(float64[::1], float64[::1])", owns=False)
def _swap(one, two):  # type: ignore[no-untyped-def]
    """Exchange two rows."""
    for k in range(one.size):
        one[k], two[k] = two[k], one[k]


@compiled("int64(float64[:, ::1], int64, float64[:, ::1], int64, float64, float64[:, ::1])", owns=False)
def _pass(polygon, n, points, count, width, spare):  # type: ignore[no-untyped-def]
    """Keep the lines of a class that pass over points (x, y, 1) and under points (x, y, 0); the corners left."""
    for k in range(count):
        f, y = points[k, 0] / width, points[k, 1]
        sign = 1.0 if points[k, 2] == 1 else -1.0
        n = _clip(polygon, n, sign * (1 - f), sign * f, -sign * y, spare)
        if n == 0:
            return 0
        _copy(spare, n, polygon)
    return n


@compiled("int64(float64[:, ::1], int64, float64, float64, boolean)", owns=False)
def _by(points, n, x, y, over):  # type: ignore[no-untyped-def]
    """Write down a point to pass over or under; the new number of points."""
    points[n, 0], points[n, 1], points[n, 2] = x, y, 1.0 if over else 0.0
    return n + 1


@compiled("int64(float64[:, ::1], int64, int64, int64, float64, float64)", owns=False)
def _note(bounds, n, lower, upright, place, height):  # type: ignore[no-untyped-def]
    """Write a bound down, unless it is the sky or the depth; the new number of bounds."""
    if abs(height) >= SKY:
        return n
    bounds[n, 0], bounds[n, 1], bounds[n, 2], bounds[n, 3] = lower, upright, place, height
    return n + 1


@compiled("void(float64[::1], float64[::1], float64[::1], float64, float64[::1])", owns=False)
def _ends(a, b, line, width, out):  # type: ignore[no-untyped-def]
    """Points of a free line well inside both places."""
    u, v, z, s = line[0], line[1], line[2], line[3]
    rise = (v - u) / width
    for end in range(2):
        p = a if end == 0 else b
        t0, t1 = max(p[X0], (p[Y0] - u) / rise), min(p[X1], (p[Y1] - u) / rise)
        if s > 0:
            t0, t1 = max(t0, (p[4] - z) / s), min(t1, (p[5] - z) / s)
        elif s < 0:
            t0, t1 = max(t0, (p[5] - z) / s), min(t1, (p[4] - z) / s)
        t = (t0 + t1) / 2
        out[3 * end], out[3 * end + 1], out[3 * end + 2] = t, u + rise * t, z + s * t


@compiled(f"boolean(float64[::1], float64[::1], float64[:, ::1], int64, boolean, {DESK}, float64[::1])", owns=False)
def _search(a, b, near, n_near, rising, room, out):  # type: ignore[no-untyped-def]
    """Search all classes of plan lines that rise with y from ``a`` to ``b``, the free line rising in z or falling."""
    if (rising and b[5] <= a[4]) or (not rising and b[4] >= a[5]):
        return False
    width = b[X1]
    _rows, polygons, bounds, sheets, lists = room
    corners, nexts, counts = lists[CORNERS], lists[NEXTS], lists[COUNTS]
    limit = counts.size
    work, spare, part, mine = polygons[limit], polygons[limit + 1], polygons[limit + 2], bounds[limit]
    points, line = sheets[POINTS], sheets[VECTORS, 2]

    # All lines that rise from under the top of a to over the bottom of b.
    far = 100.0 * width + 2 * b[Y1]
    work[0, 0], work[0, 1] = -far, b[Y0]
    work[1, 0], work[1, 1] = min(a[Y1], b[Y0]), b[Y0]
    work[2, 0], work[2, 1] = a[Y1], max(a[Y1], b[Y0])
    work[3, 0], work[3, 1] = a[Y1], far
    work[4, 0], work[4, 1] = -far, far
    p = _by(points, 0, a[X1], a[Y0], True)
    p = _by(points, p, b[X0], b[Y1], False)
    corners[0], nexts[0] = _pass(work, 5, points, p, width, spare), 0
    _copy(work, corners[0], polygons[0])
    top = 1 if corners[0] else 0
    # Of these, turn by turn, those that pass either way by each corner that tells by which sides they go.
    p = _by(points, 0, a[X0], a[Y0], True)
    p = _by(points, p, a[X1], a[Y1], False)
    p = _by(points, p, b[X0], b[Y0], True)
    p = _by(points, p, b[X1], b[Y1], False)
    for turn in range(4):
        here, other = (0, 16) if turn % 2 == 0 else (16, 0)
        count = 0
        f, y = points[turn, 0] / width, points[turn, 1]
        for k in range(here, here + top):
            for chosen in range(2):
                sign = 1.0 if points[turn, 2] == chosen else -1.0
                n = _clip(polygons[k], corners[k], sign * (1 - f), sign * f, -sign * y, polygons[other + count])
                if n:
                    corners[other + count], nexts[other + count] = n, nexts[k] | chosen << turn
                    count += 1
        top = count
    for k in range(top):
        a_left, a_right, b_left, b_right = nexts[k] & 1, nexts[k] >> 1 & 1, nexts[k] >> 2 & 1, nexts[k] >> 3 & 1
        nexts[k] = 0
        mine = bounds[k]
        a_in, a_out = a[X0] if a_left else a[Y0], a[X1] if a_right else a[Y1]
        b_in, b_out = b[X0] if b_left else b[Y0], b[X1] if b_right else b[Y1]
        if rising:
            c = _note(mine, 0, 1, a_right, a_out, a[4])
            c = _note(mine, c, 0, a_left, a_in, a[5])
            c = _note(mine, c, 0, a_right, a_out, a[7])
            c = _note(mine, c, 1, b_right, b_out, b[4])
            c = _note(mine, c, 0, b_left, b_in, b[5])
            c = _note(mine, c, 1, b_left, b_in, b[6])
        else:
            c = _note(mine, 0, 0, a_right, a_out, a[5])
            c = _note(mine, c, 1, a_left, a_in, a[4])
            c = _note(mine, c, 1, a_right, a_out, a[6])
            c = _note(mine, c, 1, b_left, b_in, b[4])
            c = _note(mine, c, 0, b_right, b_out, b[5])
            c = _note(mine, c, 0, b_left, b_in, b[7])
        counts[k] = c
    while top > 0:
        top -= 1
        n, k, c = corners[top], nexts[top], counts[top]
        _copy(polygons[top], n, work)
        mine = bounds[limit]
        _copy(bounds[top], c, mine)
        while k < n_near:
            r = near[k]
            over, under = True, True
            for p in range(n):
                u, v = work[p, 0], work[p, 1]
                if u + (v - u) * r[X0] / width < r[Y1] - 1e-9:
                    over = False
                if u + (v - u) * r[X1] / width > r[Y0] + 1e-9:
                    under = False
            if not (over or under):
                break
            k += 1
        if k == n_near:
            n = _free_line(work, n, mine, c, width, room, line)
            if n:
                _ends(a, b, line, width, out)
                return True
            continue
        if top + 8 > limit:
            return True  # not reached: every solid adds at most six classes to those waiting
        r = near[k]
        if r[LOW] < r[HIGH]:
            for choice in range(4):
                left, right = choice & 1, choice >> 1
                if (r[X0] == r[X1] and choice != 3) or (r[Y0] == r[Y1] and choice != 0):
                    continue
                p = _by(points, 0, r[X0], r[Y1], False)
                p = _by(points, p, r[X1], r[Y0], True)
                if r[X0] != r[X1] and r[Y0] != r[Y1]:
                    p = _by(points, p, r[X0], r[Y0], left == 1)
                    p = _by(points, p, r[X1], r[Y1], right == 0)
                _copy(work, n, part)
                m = _pass(part, n, points, p, width, spare)
                if m == 0:
                    continue
                _copy(mine, c, bounds[top])
                d = c
                for low in range(2):
                    height = r[LOW] if low else r[HIGH]
                    d = _note(bounds[top], d, low, left, r[X0] if left else r[Y0], height)
                    d = _note(bounds[top], d, low, right, r[X1] if right else r[Y1], height)
                m = _free_line(part, m, bounds[top], d, width, room, line)
                if m:
                    _copy(part, m, polygons[top])
                    corners[top], nexts[top], counts[top] = m, k + 1, d
                    top += 1
        for side in range(2):
            over = side == 0
            p = _by(points, 0, r[X0] if over else r[X1], r[Y1] if over else r[Y0], over)
            _copy(work, n, part)
            m = _pass(part, n, points, p, width, spare)
            if m:
                _copy(part, m, polygons[top])
                _copy(mine, c, bounds[top])
                corners[top], nexts[top], counts[top] = m, k + 1, c
                top += 1
    return False


@compiled(f"boolean(float64[::1], float64[::1], float64[:, ::1], int64, {DESK}, float64[::1])", owns=False)
def pair_ray(a, b, solids, count, room, out):  # type: ignore[no-untyped-def]
    """Whether inside points of two places see each other; ``out`` becomes the two points, x y z x y z.

    ``a`` and ``b`` are rows as in ``corner_ray``, free parts of two different cells. Solids that overlap them must not
    be listed. ``room`` is a desk for more than ``count`` solids.
    """
    apart_x = max(b[X0] - a[X1], a[X0] - b[X1])
    apart_y = max(b[Y0] - a[Y1], a[Y0] - b[Y1])
    swap = apart_y > apart_x
    _rows, _polygons, _bounds, sheets, _lists = room
    near, ta, tb = sheets[NEAR], sheets[VECTORS, 0], sheets[VECTORS, 1]
    for k in range(8):
        ta[k], tb[k] = a[k], b[k]
    _turned(a, swap, 1, 1, ta)
    _turned(b, swap, 1, 1, tb)
    mx = 1 if tb[X0] >= ta[X1] else -1
    for my in (1, -1):
        _turned(a, swap, mx, my, ta)
        _turned(b, swap, mx, my, tb)
        if tb[Y1] <= ta[Y0]:
            continue
        n = 0
        for k in range(count):
            _turned(solids[k], swap, mx, my, near[n])
            r = near[n]
            if r[X0] >= tb[X1] or r[Y0] >= tb[Y1] or r[X1] <= ta[X0] or r[Y1] <= ta[Y0]:
                continue
            near[n, LOW], near[n, HIGH] = solids[k, LOW], solids[k, HIGH]
            order = r[X0] + r[X1] + r[Y0] + r[Y1]
            m = n
            while m > 0 and near[m - 1, X0] + near[m - 1, X1] + near[m - 1, Y0] + near[m - 1, Y1] > order:
                _swap(near[m - 1], near[m])
                m -= 1
            n += 1
        shift_x, shift_y = ta[X0], ta[Y0]
        for m in range(n):
            _shift(near[m], shift_x, shift_y)
        _shift(ta, shift_x, shift_y)
        _shift(tb, shift_x, shift_y)
        first = tb[4] + tb[5] >= ta[4] + ta[5]
        for attempt in range(2):
            if _search(ta, tb, near, n, first == (attempt == 0), room, out):
                for end in (0, 3):
                    x, y = mx * (out[end] + shift_x), my * (out[end + 1] + shift_y)
                    out[end], out[end + 1] = (y, x) if swap else (x, y)
                return True
    return False
