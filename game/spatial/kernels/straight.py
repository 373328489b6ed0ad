"""First try for a pair: a few plan lines between the two places, each with all its rises.

Finds most free lines at once; where it finds none, ``pair`` searches them all.
"""

import cython

if not cython.compiled:
    from game.spatial.kernels.bounds import fit
    from game.spatial.kernels.columns import BOTTOM, FLOOR, LOWERS, ROOF, STEEP, TOP, UPPERS, X0, X1, Y0, Y1
    from game.spatial.kernels.layout import Flag, Int, Real, Reals1, Reals2, Reals3


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.locals(start=Real, end=Real, one=Real, two=Real)
def _stretch(rows: Reals2, k: Int, px: Real, py: Real, dx: Real, dy: Real) -> tuple[Real, Real]:
    """From where to where a plan line is in row k's rectangle, in parts of its length; from > to if nowhere."""
    start, end = -1e9, 1e9
    if dx != 0:
        one, two = (rows[k, X0] - px) / dx, (rows[k, X1] - px) / dx
        start, end = min(one, two), max(one, two)
    elif px < rows[k, X0] or px > rows[k, X1]:
        return 1.0, 0.0
    if dy != 0:
        one, two = (rows[k, Y0] - py) / dy, (rows[k, Y1] - py) / dy
        start, end = max(start, min(one, two)), min(end, max(one, two))
    elif py < rows[k, Y0] or py > rows[k, Y1]:
        return 1.0, 0.0
    return start, end


@cython.cfunc
@cython.exceptval(check=False)
@cython.locals(f=Real, g=Real)
def _spot(places: Reals2, which: Int, number: Int) -> tuple[Real, Real]:
    """One of nine points in a place's rectangle, the middle first."""
    number = (number + 4) % 9
    f, g = 0.02 + 0.48 * (number % 3), 0.02 + 0.48 * (number // 3)
    return (
        places[which, X0] + (places[which, X1] - places[which, X0]) * f,
        places[which, Y0] + (places[which, Y1] - places[which, Y0]) * g,
    )


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _bound(sheets: Reals3, n: Int, low: Real, high: Real, t: Real) -> cython.void:
    """Write bounds down that a line keeps between where it has gone a part t of its way."""
    sheets[LOWERS, n, 0], sheets[LOWERS, n, 1] = low, -t
    sheets[UPPERS, n, 0], sheets[UPPERS, n, 1] = high, -t


@cython.cfunc
@cython.exceptval(check=False)
@cython.locals(number=Int, n=Int, k=Int, px=Real, py=Real, qx=Real, qy=Real, dx=Real, dy=Real, enter=Real, leave=Real)
@cython.locals(start=Real, end=Real, s=Real, z=Real, floor=Real, roof=Real, free=Flag, found=Flag)
@cython.locals(_one=Real, _a=Int, _b=Int, _c=Int, _d=Int)
def straight(places: Reals2, solids: Reals2, count: Int, sheets: Reals3, out: Reals1) -> Flag:
    """Whether one of a few plan lines from the first place to the second is free; ``out`` as for ``pair_ray``."""
    for number in range(81):
        # The middles first, then points just inside the sides and corners.
        px, py = _spot(places, 0, number // 9)
        qx, qy = _spot(places, 1, number % 9)
        dx, dy = qx - px, qy - py
        _bound(sheets, 0, places[0, BOTTOM], places[0, TOP], 0.0)
        _bound(sheets, 1, places[1, BOTTOM], places[1, TOP], 1.0)
        _one, leave = _stretch(places, 0, px, py, dx, dy)
        enter, _one = _stretch(places, 1, px, py, dx, dy)
        _bound(sheets, 2, places[0, FLOOR], places[0, ROOF], leave)
        _bound(sheets, 3, places[1, FLOOR], places[1, ROOF], enter)
        n = 4
        free = True
        for k in range(count):
            start, end = _stretch(solids, k, px, py, dx, dy)
            if start > end or start > 1 or end < 0:
                continue
            if solids[k, BOTTOM] >= solids[k, TOP]:
                free = False
                break
            _bound(sheets, n, solids[k, BOTTOM], solids[k, TOP], max(start, 0.0))
            _bound(sheets, n + 1, solids[k, BOTTOM], solids[k, TOP], min(end, 1.0))
            n += 2
        if free:
            found, s, floor, roof, _a, _b, _c, _d = fit(sheets, LOWERS, n, UPPERS, n, -STEEP, STEEP)
            if found:
                z = (floor + roof) / 2
                out[0], out[1], out[2] = px, py, z
                out[3], out[4], out[5] = qx, qy, z + s
                return True
    return False
