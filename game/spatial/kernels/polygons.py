"""Classes of plan lines between two places: convex polygons, cut to the lines over which one in space is free.

Plan lines are points (u, v): u high where they enter, v high at the end, ``width`` on. Passing a corner on this side or
that is a straight cut, so lines that pass all solids the same way form a convex polygon, a class. For one class two
bounds below and two above are at odds in a half-plane, so it shrinks by straight cuts to the lines that are free, or to
nothing. Polygons and lists of bounds lie on a desk, ``polygons`` and ``bounds``, and are named by their numbers there.
"""

import cython

if not cython.compiled:
    from game.spatial.kernels.bounds import fit
    from game.spatial.kernels.columns import (
        LINE,
        LOWERS,
        OF_LOWER,
        OF_UPPER,
        POINTS,
        SIDES,
        SMALL,
        STEEP,
        UPPERS,
        VECTORS,
    )
    from game.spatial.kernels.layout import Flag, Int, Ints2, Real, Reals3


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.locals(k=Int, column=Int)
def copy(sheets: Reals3, at: Int, n: Int, to: Int) -> cython.void:
    """Copy the first rows of one sheet to another."""
    for k in range(n):
        for column in range(sheets.shape[2]):
            sheets[to, k, column] = sheets[at, k, column]


@cython.cfunc
@cython.exceptval(check=False)
@cython.locals(m=Int, k=Int, j=Int, u0=Real, v0=Real, u1=Real, v1=Real, d0=Real, d1=Real, f=Real, area=Real)
def clip(polygons: Reals3, at: Int, n: Int, a: Real, b: Real, c: Real, to: Int) -> Int:
    """The part of a convex polygon where a*u + b*v + c > 0; its number of corners, 0 if it is as good as empty."""
    m = 0
    for k in range(n):
        u0, v0 = polygons[at, k, 0], polygons[at, k, 1]
        j = k + 1 if k + 1 < n else 0
        u1, v1 = polygons[at, j, 0], polygons[at, j, 1]
        d0 = a * u0 + b * v0 + c
        d1 = a * u1 + b * v1 + c
        if m + 2 > SIDES:
            break
        if d0 >= 0:
            polygons[to, m, 0], polygons[to, m, 1] = u0, v0
            m += 1
        if (d0 > 0 and d1 < 0) or (d0 < 0 and d1 > 0):
            f = d0 / (d0 - d1)
            polygons[to, m, 0], polygons[to, m, 1] = u0 + (u1 - u0) * f, v0 + (v1 - v0) * f
            m += 1
    area = 0.0
    for k in range(2, m):
        area += (polygons[to, k - 1, 0] - polygons[to, 0, 0]) * (polygons[to, k, 1] - polygons[to, 0, 1])
        area -= (polygons[to, k, 0] - polygons[to, 0, 0]) * (polygons[to, k - 1, 1] - polygons[to, 0, 1])
    return m if abs(area) > SMALL else 0


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def by(sheets: Reals3, n: Int, x: Real, y: Real, over: Flag) -> Int:
    """Write down a point to pass over or under, on the sheet of points; the new number of points."""
    sheets[POINTS, n, 0], sheets[POINTS, n, 1], sheets[POINTS, n, 2] = x, y, 1.0 if over else 0.0
    return n + 1


@cython.cfunc
@cython.exceptval(check=False)
@cython.locals(k=Int, f=Real, y=Real, sign=Real)
def clip_by_points(polygons: Reals3, at: Int, n: Int, sheets: Reals3, count: Int, width: Real, spare: Int) -> Int:
    """Keep the lines of a class that pass over points (x, y, 1) and under points (x, y, 0); the corners left."""
    for k in range(count):
        f, y = sheets[POINTS, k, 0] / width, sheets[POINTS, k, 1]
        sign = 1.0 if sheets[POINTS, k, 2] == 1 else -1.0
        n = clip(polygons, at, n, sign * (1 - f), sign * f, -sign * y, spare)
        if n == 0:
            return 0
        copy(polygons, spare, n, at)
    return n


@cython.cfunc
@cython.exceptval(check=False)
@cython.locals(u=Real, v=Real, c=Real, sign=Real, side=Int, k=Int)
def _apart(bounds: Reals3, mine: Int, low: Int, high: Int, width: Real) -> tuple[Real, Real, Real]:
    """How far the lower bound lies behind the upper one along a plan line, times its rise: as u, v and a constant."""
    u, v, c = 0.0, 0.0, 0.0
    for side in range(2):
        sign, k = 1.0 if side == 0 else -1.0, low if side == 0 else high
        if bounds[mine, k, 1] == 1:
            u -= sign * bounds[mine, k, 2] / width
            v += sign * bounds[mine, k, 2] / width
        else:
            u -= sign
            c += sign * bounds[mine, k, 2]
    return u, v, c


@cython.cfunc
@cython.exceptval(check=False)
@cython.locals(_turn=Int, k=Int, n_lower=Int, n_upper=Int, la=Int, ua=Int, lb=Int, ub=Int, u=Real, v=Real, rise=Real)
@cython.locals(t=Real, s=Real, floor=Real, roof=Real, ka=Real, kb=Real, da_u=Real, da_v=Real, da_c=Real, db_u=Real)
@cython.locals(db_v=Real, db_c=Real, a=Real, b=Real, c=Real, scale=Real, found=Flag)
def free_line(
    polygons: Reals3, at: Int, n: Int, bounds: Reals3, mine: Int, count: Int, width: Real, sheets: Reals3, lists: Ints2
) -> Int:
    """Look in a class of plan lines for one over which a line in space fits between all bounds.

    The plan line (u, v) is u high at 0 and v high at ``width``. A bound is (1 if lower else 0, 1 if at an upright side,
    the side's place, the height). Shrinks the polygon to the lines that may be free; returns its corners, 0 for none
    left, and puts u, v, the height at 0 and the rise into the vector ``LINE``. The desk's last polygon is room.
    """
    for _turn in range(60):
        u, v = 0.0, 0.0
        for k in range(n):
            u += polygons[at, k, 0]
            v += polygons[at, k, 1]
        u, v = u / n, v / n
        rise = (v - u) / width
        n_lower, n_upper = 0, 0
        for k in range(count):
            t = bounds[mine, k, 2] if bounds[mine, k, 1] == 1 else (bounds[mine, k, 2] - u) / rise
            if bounds[mine, k, 0] == 1:
                sheets[LOWERS, n_lower, 0], sheets[LOWERS, n_lower, 1] = bounds[mine, k, 3], -t
                lists[OF_LOWER, n_lower] = k
                n_lower += 1
            else:
                sheets[UPPERS, n_upper, 0], sheets[UPPERS, n_upper, 1] = bounds[mine, k, 3], -t
                lists[OF_UPPER, n_upper] = k
                n_upper += 1
        found, s, floor, roof, la, ua, lb, ub = fit(sheets, LOWERS, n_lower, UPPERS, n_upper, -STEEP, STEEP)
        if found:
            sheets[VECTORS, LINE, 0], sheets[VECTORS, LINE, 1] = u, v
            sheets[VECTORS, LINE, 2], sheets[VECTORS, LINE, 3] = (floor + roof) / 2, s
            return n
        if la < 0 or lb < 0:
            return 0
        la, ua, lb, ub = lists[OF_LOWER, la], lists[OF_UPPER, ua], lists[OF_LOWER, lb], lists[OF_UPPER, ub]
        # With t = tau / rise the two pairs leave room where K_b * (tau_la - tau_ua) ... is positive: linear in u and v.
        ka = bounds[mine, ua, 3] - bounds[mine, la, 3]
        kb = bounds[mine, ub, 3] - bounds[mine, lb, 3]
        da_u, da_v, da_c = _apart(bounds, mine, la, ua, width)
        db_u, db_v, db_c = _apart(bounds, mine, lb, ub, width)
        a, b, c = kb * da_u - ka * db_u, kb * da_v - ka * db_v, kb * da_c - ka * db_c
        scale = abs(a) + abs(b) + 1e-300
        if abs(a) + abs(b) < 1e-12:
            return 0
        n = clip(polygons, at, n, a / scale, b / scale, c / scale, polygons.shape[0] - 1)
        if n == 0:
            return 0
        copy(polygons, polygons.shape[0] - 1, n, at)
    return 0
