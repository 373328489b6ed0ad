"""Search for a free line between the insides of two places, past solids of any height.

Lines in plan are sorted into classes by the side on which they pass each corner; ``polygons`` cuts each to the lines
that are free. Axes are swapped and mirrored so that lines go from place ``A`` right and down to place ``B``.
"""

import cython

if not cython.compiled:
    from game.spatial.field import SKY
    from game.spatial.kernels.columns import (
        BOTTOM,
        CORNERS,
        COUNTS,
        FLOOR,
        LINE,
        NEAR,
        NEXTS,
        POINTS,
        ROOF,
        TOP,
        VECTORS,
        X0,
        X1,
        Y0,
        Y1,
        A,
        B,
    )
    from game.spatial.kernels.layout import Flag, Int, Ints2, Real, Reals1, Reals2, Reals3
    from game.spatial.kernels.polygons import by, clip, clip_by_points, copy, free_line


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.locals(x0=Real, x1=Real, y0=Real, y1=Real)
def _turned(rows: Reals2, k: Int, swap: Flag, mx: Int, my: Int, sheets: Reals3, at: Int, to: Int) -> cython.void:
    """Write down a row's rectangle with the axes swapped or mirrored."""
    x0, x1, y0, y1 = rows[k, X0], rows[k, X1], rows[k, Y0], rows[k, Y1]
    if swap:
        x0, x1, y0, y1 = y0, y1, x0, x1
    if mx < 0:
        x0, x1 = -x1, -x0
    if my < 0:
        y0, y1 = -y1, -y0
    sheets[at, to, X0], sheets[at, to, X1], sheets[at, to, Y0], sheets[at, to, Y1] = x0, x1, y0, y1


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _shift(sheets: Reals3, at: Int, k: Int, x: Real, y: Real) -> cython.void:
    """Move a row's rectangle."""
    sheets[at, k, X0], sheets[at, k, X1] = sheets[at, k, X0] - x, sheets[at, k, X1] - x
    sheets[at, k, Y0], sheets[at, k, Y1] = sheets[at, k, Y0] - y, sheets[at, k, Y1] - y


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _order(sheets: Reals3, k: Int) -> Real:
    """By what solids are sorted: how far along the way their middles lie."""
    order: Real = sheets[NEAR, k, X0] + sheets[NEAR, k, X1] + sheets[NEAR, k, Y0] + sheets[NEAR, k, Y1]
    return order


@cython.cfunc
@cython.exceptval(check=False)
def _note(bounds: Reals3, at: Int, n: Int, lower: Int, upright: Int, where: Real, height: Real) -> Int:
    """Write a bound down, unless it is the sky or the depth; the new number of bounds."""
    if abs(height) >= SKY:
        return n
    bounds[at, n, 0], bounds[at, n, 1], bounds[at, n, 2], bounds[at, n, 3] = lower, upright, where, height
    return n + 1


@cython.cfunc
@cython.exceptval(check=False)
@cython.locals(u=Real, v=Real, z=Real, s=Real, rise=Real, t0=Real, t1=Real, t=Real, end=Int)
def _ends(ends: Reals2, width: Real, out: Reals1) -> cython.void:
    """Points of the free line well inside both places."""
    u, v, z, s = ends[LINE, 0], ends[LINE, 1], ends[LINE, 2], ends[LINE, 3]
    rise = (v - u) / width
    for end in range(2):
        t0, t1 = max(ends[end, X0], (ends[end, Y0] - u) / rise), min(ends[end, X1], (ends[end, Y1] - u) / rise)
        if s > 0:
            t0, t1 = max(t0, (ends[end, BOTTOM] - z) / s), min(t1, (ends[end, TOP] - z) / s)
        elif s < 0:
            t0, t1 = max(t0, (ends[end, TOP] - z) / s), min(t1, (ends[end, BOTTOM] - z) / s)
        t = (t0 + t1) / 2
        out[3 * end], out[3 * end + 1], out[3 * end + 2] = t, u + rise * t, z + s * t


@cython.cfunc
@cython.exceptval(check=False)
@cython.locals(limit=Int, work=Int, spare=Int, n=Int, p=Int, top=Int, turn=Int, here=Int, other=Int, count=Int)
@cython.locals(k=Int, chosen=Int, width=Real, far=Real, f=Real, y=Real, sign=Real)
def _classes(ends: Reals2, polygons: Reals3, sheets: Reals3, lists: Ints2) -> Int:
    """Begin: the classes of lines that rise from A to B, by the sides of A and B that they cross; how many.

    Their numbers of corners go into ``CORNERS``; into ``NEXTS``, as bits, whether they leave A and reach B by an
    upright side: A's entry and exit, B's entry and exit.
    """
    width = ends[B, X1]
    limit = lists.shape[1]
    work, spare = limit, limit + 1
    # All lines that rise from under the top of a to over the bottom of b.
    far = 100.0 * width + 2 * ends[B, Y1]
    polygons[work, 0, 0], polygons[work, 0, 1] = -far, ends[B, Y0]
    polygons[work, 1, 0], polygons[work, 1, 1] = min(ends[A, Y1], ends[B, Y0]), ends[B, Y0]
    polygons[work, 2, 0], polygons[work, 2, 1] = ends[A, Y1], max(ends[A, Y1], ends[B, Y0])
    polygons[work, 3, 0], polygons[work, 3, 1] = ends[A, Y1], far
    polygons[work, 4, 0], polygons[work, 4, 1] = -far, far
    p = by(sheets, 0, ends[A, X1], ends[A, Y0], True)
    p = by(sheets, p, ends[B, X0], ends[B, Y1], False)
    n = clip_by_points(polygons, work, 5, sheets, p, width, spare)
    lists[CORNERS, 0], lists[NEXTS, 0] = n, 0
    copy(polygons, work, n, 0)
    top = 1 if n else 0
    # Of these, turn by turn, those that pass either way by each corner that tells by which sides they go.
    p = by(sheets, 0, ends[A, X0], ends[A, Y0], True)
    p = by(sheets, p, ends[A, X1], ends[A, Y1], False)
    p = by(sheets, p, ends[B, X0], ends[B, Y0], True)
    p = by(sheets, p, ends[B, X1], ends[B, Y1], False)
    for turn in range(4):
        here = 0 if turn % 2 == 0 else 16
        other = 16 - here
        count = 0
        f, y = sheets[POINTS, turn, 0] / width, sheets[POINTS, turn, 1]
        for k in range(here, here + top):
            for chosen in range(2):
                sign = 1.0 if sheets[POINTS, turn, 2] == chosen else -1.0
                n = clip(polygons, k, lists[CORNERS, k], sign * (1 - f), sign * f, -sign * y, other + count)
                if n:
                    lists[CORNERS, other + count], lists[NEXTS, other + count] = n, lists[NEXTS, k] | chosen << turn
                    count += 1
        top = count
    return top


@cython.cfunc
@cython.exceptval(check=False)
@cython.locals(a_left=Int, a_right=Int, b_left=Int, b_right=Int, c=Int, a_in=Real, a_out=Real, b_in=Real, b_out=Real)
def _bounds_of(ends: Reals2, k: Int, sides: Int, rising: Flag, bounds: Reals3) -> Int:
    """Write down the bounds that the places themselves are to a class; how many. ``sides`` are its ``NEXTS``."""
    a_left, a_right, b_left, b_right = sides & 1, sides >> 1 & 1, sides >> 2 & 1, sides >> 3 & 1
    a_in, a_out = ends[A, X0] if a_left else ends[A, Y0], ends[A, X1] if a_right else ends[A, Y1]
    b_in, b_out = ends[B, X0] if b_left else ends[B, Y0], ends[B, X1] if b_right else ends[B, Y1]
    if rising:
        c = _note(bounds, k, 0, 1, a_right, a_out, ends[A, BOTTOM])
        c = _note(bounds, k, c, 0, a_left, a_in, ends[A, TOP])
        c = _note(bounds, k, c, 0, a_right, a_out, ends[A, ROOF])
        c = _note(bounds, k, c, 1, b_right, b_out, ends[B, BOTTOM])
        c = _note(bounds, k, c, 0, b_left, b_in, ends[B, TOP])
        return _note(bounds, k, c, 1, b_left, b_in, ends[B, FLOOR])
    c = _note(bounds, k, 0, 0, a_right, a_out, ends[A, TOP])
    c = _note(bounds, k, c, 1, a_left, a_in, ends[A, BOTTOM])
    c = _note(bounds, k, c, 1, a_right, a_out, ends[A, FLOOR])
    c = _note(bounds, k, c, 1, b_left, b_in, ends[B, BOTTOM])
    c = _note(bounds, k, c, 0, b_right, b_out, ends[B, TOP])
    return _note(bounds, k, c, 0, b_left, b_in, ends[B, ROOF])


@cython.cfunc
@cython.exceptval(check=False)
@cython.locals(limit=Int, work=Int, spare=Int, part=Int, k=Int, top=Int, n=Int, c=Int, p=Int, m=Int, d=Int)
@cython.locals(choice=Int, left=Int, right=Int, low=Int, side=Int, width=Real, u=Real, v=Real, height=Real)
@cython.locals(over=Flag, under=Flag, x0=Real, x1=Real, y0=Real, y1=Real)
def _search(
    ends: Reals2, n_near: Int, rising: Flag, polygons: Reals3, bounds: Reals3, sheets: Reals3, lists: Ints2, out: Reals1
) -> Flag:
    """Search all classes of plan lines that rise with y from A to B, the free line rising in z or falling."""
    if (rising and ends[B, TOP] <= ends[A, BOTTOM]) or (not rising and ends[B, BOTTOM] >= ends[A, TOP]):
        return False
    width = ends[B, X1]
    limit = lists.shape[1]
    work, spare, part = limit, limit + 1, limit + 2
    top = _classes(ends, polygons, sheets, lists)
    for k in range(top):
        lists[COUNTS, k] = _bounds_of(ends, k, lists[NEXTS, k], rising, bounds)
        lists[NEXTS, k] = 0
    while top > 0:
        top -= 1
        n, k, c = lists[CORNERS, top], lists[NEXTS, top], lists[COUNTS, top]
        copy(polygons, top, n, work)
        copy(bounds, top, c, limit)
        while k < n_near:
            x0, x1, y0, y1 = sheets[NEAR, k, X0], sheets[NEAR, k, X1], sheets[NEAR, k, Y0], sheets[NEAR, k, Y1]
            over, under = True, True
            for p in range(n):
                u, v = polygons[work, p, 0], polygons[work, p, 1]
                if u + (v - u) * x0 / width < y1 - 1e-9:
                    over = False
                if u + (v - u) * x1 / width > y0 + 1e-9:
                    under = False
            if not (over or under):
                break
            k += 1
        if k == n_near:
            if free_line(polygons, work, n, bounds, limit, c, width, sheets, lists):
                _ends(ends, width, out)
                return True
            continue
        if top + 8 > limit:
            return True  # not reached: every solid adds at most six classes to those waiting
        x0, x1, y0, y1 = sheets[NEAR, k, X0], sheets[NEAR, k, X1], sheets[NEAR, k, Y0], sheets[NEAR, k, Y1]
        if sheets[NEAR, k, BOTTOM] < sheets[NEAR, k, TOP]:
            for choice in range(4):
                left, right = choice & 1, choice >> 1
                if (x0 == x1 and choice != 3) or (y0 == y1 and choice != 0):
                    continue
                p = by(sheets, 0, x0, y1, False)
                p = by(sheets, p, x1, y0, True)
                if x0 != x1 and y0 != y1:
                    p = by(sheets, p, x0, y0, left == 1)
                    p = by(sheets, p, x1, y1, right == 0)
                copy(polygons, work, n, part)
                m = clip_by_points(polygons, part, n, sheets, p, width, spare)
                if m == 0:
                    continue
                copy(bounds, limit, c, top)
                d = c
                for low in range(2):
                    height = sheets[NEAR, k, BOTTOM] if low else sheets[NEAR, k, TOP]
                    d = _note(bounds, top, d, low, left, x0 if left else y0, height)
                    d = _note(bounds, top, d, low, right, x1 if right else y1, height)
                m = free_line(polygons, part, m, bounds, top, d, width, sheets, lists)
                if m:
                    copy(polygons, part, m, top)
                    lists[CORNERS, top], lists[NEXTS, top], lists[COUNTS, top] = m, k + 1, d
                    top += 1
        for side in range(2):
            over = side == 0
            p = by(sheets, 0, x0 if over else x1, y1 if over else y0, over)
            copy(polygons, work, n, part)
            m = clip_by_points(polygons, part, n, sheets, p, width, spare)
            if m:
                copy(polygons, part, m, top)
                copy(bounds, limit, c, top)
                lists[CORNERS, top], lists[NEXTS, top], lists[COUNTS, top] = m, k + 1, c
                top += 1
    return False


@cython.ccall
@cython.exceptval(check=False)
@cython.locals(apart_x=Real, apart_y=Real, swap=Flag, first=Flag, k=Int, mx=Int, my=Int, side=Int, n=Int, m=Int)
@cython.locals(column=Int, shift_x=Real, shift_y=Real, order=Real, attempt=Int, end=Int, x=Real, y=Real, held=Real)
def pair_ray(
    places: Reals2, solids: Reals2, count: Int, polygons: Reals3, bounds: Reals3, sheets: Reals3, lists: Ints2,
    out: Reals1,
) -> Flag:  # fmt: skip
    """Whether inside points of two places see each other; ``out`` becomes the two points, x y z x y z.

    ``places`` are free parts of two different cells. Solids that overlap them must not be listed. ``polygons`` to
    ``lists`` are those of a desk for more than ``count`` solids.
    """
    apart_x = max(places[1, X0] - places[0, X1], places[0, X0] - places[1, X1])
    apart_y = max(places[1, Y0] - places[0, Y1], places[0, Y0] - places[1, Y1])
    swap = apart_y > apart_x
    for k in range(8):
        sheets[VECTORS, A, k], sheets[VECTORS, B, k] = places[0, k], places[1, k]
    _turned(places, 0, swap, 1, 1, sheets, VECTORS, A)
    _turned(places, 1, swap, 1, 1, sheets, VECTORS, B)
    mx = 1 if sheets[VECTORS, B, X0] >= sheets[VECTORS, A, X1] else -1
    for side in range(2):
        my = 1 - 2 * side
        _turned(places, 0, swap, mx, my, sheets, VECTORS, A)
        _turned(places, 1, swap, mx, my, sheets, VECTORS, B)
        if sheets[VECTORS, B, Y1] <= sheets[VECTORS, A, Y0]:
            continue
        n = 0
        for k in range(count):
            _turned(solids, k, swap, mx, my, sheets, NEAR, n)
            if sheets[NEAR, n, X0] >= sheets[VECTORS, B, X1] or sheets[NEAR, n, Y0] >= sheets[VECTORS, B, Y1]:
                continue
            if sheets[NEAR, n, X1] <= sheets[VECTORS, A, X0] or sheets[NEAR, n, Y1] <= sheets[VECTORS, A, Y0]:
                continue
            sheets[NEAR, n, BOTTOM], sheets[NEAR, n, TOP] = solids[k, BOTTOM], solids[k, TOP]
            order = _order(sheets, n)
            m = n
            while m > 0 and _order(sheets, m - 1) > order:
                for column in range(6):
                    held = sheets[NEAR, m, column]
                    sheets[NEAR, m, column] = sheets[NEAR, m - 1, column]
                    sheets[NEAR, m - 1, column] = held
                m -= 1
            n += 1
        shift_x, shift_y = sheets[VECTORS, A, X0], sheets[VECTORS, A, Y0]
        for m in range(n):
            _shift(sheets, NEAR, m, shift_x, shift_y)
        _shift(sheets, VECTORS, A, shift_x, shift_y)
        _shift(sheets, VECTORS, B, shift_x, shift_y)
        first = (
            sheets[VECTORS, B, BOTTOM] + sheets[VECTORS, B, TOP] >= sheets[VECTORS, A, BOTTOM] + sheets[VECTORS, A, TOP]
        )
        for attempt in range(2):
            if _search(sheets[VECTORS], n, first == (attempt == 0), polygons, bounds, sheets, lists, out):
                for end in range(0, 6, 3):
                    x, y = mx * (out[end] + shift_x), my * (out[end + 1] + shift_y)
                    out[end], out[end + 1] = (y if swap else x), (x if swap else y)
                return True
    return False
