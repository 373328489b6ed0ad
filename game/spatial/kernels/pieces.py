"""Compiled sight from one point past solids of any height: what it sees, and how low and how high it can look.

Directions from the point are u, the plan direction being ((1 - u), u) in each of four quadrants, and the rise s. Over
directions in which a solid is met all along the same sides, its top bounds s from below by a linear function of u, and
what hangs from above. So the free lines from the point past all solids up to some distance are a list of pieces: from
u to u, above one line, below another. Cells at the same number of steps from the point share no direction, cell (i, j)
having those from j to j + 1 parts of i + j + 1; so the list goes out from diagonal to diagonal, past each cell it
asks whether the place there is met, and loses what the cell's solids take.

Heights and places are whole half lattice steps, and a bound of u is one quotient of them: equal ones compare as equal.
An opening narrower than ``THIN`` counts as closed.
"""

from __future__ import annotations

from game.spatial.field import UNIT
from game.spatial.kernels.bounds import STEEP, THIN, fit
from game.spatial.kernels.compiling import compiled

CELL = 2 * UNIT
FLOATS = "float64, float64, float64, float64"
PIECES = "float64[:, ::1]"
FROM, TO, LOW, LOW_U, HIGH, HIGH_U = range(6)
"""Columns of a piece: its directions, and its bounds of the rise at u = 0 and their slopes."""
WALL, LOWER, UPPER = range(3)


@compiled(f"int64({PIECES}, int64, {FLOATS}, float64, float64)", owns=False, inline=True)
def put(pieces, n, start, end, low, low_u, high, high_u):  # type: ignore[no-untyped-def]
    """Write a piece down, as part of the last one if it goes on with it.

    Returns the new number of pieces: more than there is room for, if that ran out.
    """
    room = pieces.shape[0]
    if end - start <= THIN or n > room:
        return n
    if n > 0:
        last = pieces[n - 1]
        if (
            last[TO] == start
            and last[LOW] == low
            and last[LOW_U] == low_u
            and last[HIGH] == high
            and last[HIGH_U] == high_u
        ):
            last[TO] = end
            return n
    if n == room:
        return n + 1
    piece = pieces[n]
    piece[FROM], piece[TO], piece[LOW], piece[LOW_U], piece[HIGH], piece[HIGH_U] = start, end, low, low_u, high, high_u
    return n + 1


@compiled(f"int64({PIECES}, int64, {FLOATS}, float64, float64)", owns=False)
def put_open(pieces, n, start, end, low, low_u, high, high_u):  # type: ignore[no-untyped-def]
    """Write down what of a piece is left where its lower bound is under its upper one."""
    at_start = high + high_u * start - low - low_u * start
    at_end = high + high_u * end - low - low_u * end
    if at_start <= 0 and at_end <= 0:
        return n
    if at_start < 0:
        start += (end - start) * at_start / (at_start - at_end)
    elif at_end < 0:
        end = start + (end - start) * at_start / (at_start - at_end)
    return put(pieces, n, start, end, low, low_u, high, high_u)


@compiled(f"int64({PIECES}, int64, {PIECES}, int64, {FLOATS})", owns=False)
def narrow(pieces, n, spare, kind, first, last, c, c_u):  # type: ignore[no-untyped-def]
    """Bound pieces from direction ``first`` to ``last`` by c + c_u * u, or close them if by a WALL; the new number."""
    room = pieces.shape[0]
    # They lie in order: there is nothing to do for those that are all on one side.
    if first >= last or n > room or n == 0 or last <= pieces[0, FROM] or first >= pieces[n - 1, TO]:
        return n
    m = 0
    for k in range(n):
        piece = pieces[k]
        start, end = piece[FROM], piece[TO]
        low, low_u, high, high_u = piece[LOW], piece[LOW_U], piece[HIGH], piece[HIGH_U]
        if last <= start or first >= end:
            m = put(spare, m, start, end, low, low_u, high, high_u)
            continue
        if first > start:
            m = put(spare, m, start, first, low, low_u, high, high_u)
            start = first
        stop = min(end, last)
        if kind != WALL:
            # How much narrower the new bound is at either end.
            if kind == LOWER:
                one, two = c + c_u * start - low - low_u * start, c + c_u * stop - low - low_u * stop
                low_2, low_u_2, high_2, high_u_2 = c, c_u, high, high_u
            else:
                one, two = high + high_u * start - c - c_u * start, high + high_u * stop - c - c_u * stop
                low_2, low_u_2, high_2, high_u_2 = low, low_u, c, c_u
            if one <= 0 and two <= 0:
                m = put(spare, m, start, stop, low, low_u, high, high_u)
            elif one >= 0 and two >= 0:
                m = put_open(spare, m, start, stop, low_2, low_u_2, high_2, high_u_2)
            else:
                cross = start + (stop - start) * one / (one - two)
                if one > 0:
                    m = put_open(spare, m, start, cross, low_2, low_u_2, high_2, high_u_2)
                    m = put(spare, m, cross, stop, low, low_u, high, high_u)
                else:
                    m = put(spare, m, start, cross, low, low_u, high, high_u)
                    m = put_open(spare, m, cross, stop, low_2, low_u_2, high_2, high_u_2)
        if last < end:
            m = put(spare, m, last, end, low, low_u, high, high_u)
    if m > room:
        return m
    for k in range(m):
        for column in range(6):
            pieces[k, column] = spare[k, column]
    return m


@compiled(f"int64({PIECES}, int64, {PIECES}, {FLOATS})", owns=False, inline=True)
def past_wall(pieces, n, spare, x0, x1, y0, y1):  # type: ignore[no-untyped-def]
    """Take a wall out of the pieces."""
    first = y0 / (x1 + y0) if y0 > 0 else 0.0
    last = y1 / (x0 + y1) if x0 > 0 else 1.0
    return narrow(pieces, n, spare, WALL, first, last, 0.0, 0.0)


@compiled(f"int64({PIECES}, int64, {PIECES}, int64, float64, {FLOATS})", owns=False, inline=True)
def past_block(pieces, n, spare, kind, h, x0, x1, y0, y1):  # type: ignore[no-untyped-def]
    """Bound pieces by a solid that reaches up to h (LOWER) or down to it (UPPER) over a rectangle."""
    if (h > 0) == (kind == LOWER) and h != 0:
        # It bounds the rise most where it is met first: along y at x0, or along x at y0.
        if x0 + y0 == 0:
            return past_wall(pieces, n, spare, x0, x1, y0, y1)
        turn = y0 / (x0 + y0)
        if x0 > 0:
            n = narrow(pieces, n, spare, kind, turn, y1 / (x0 + y1), h / x0, -h / x0)
        if y0 > 0:
            n = narrow(pieces, n, spare, kind, y0 / (x1 + y0), turn, 0.0, h / y0)
        return n
    turn = y1 / (x1 + y1)
    if x1 > 0:
        n = narrow(pieces, n, spare, kind, y0 / (x1 + y0), turn, h / x1, -h / x1)
    if y1 > 0:
        n = narrow(pieces, n, spare, kind, turn, y1 / (x0 + y1), 0.0, h / y1)
    return n


@compiled(
    f"UniTuple(float64, 3)({PIECES}, int64, int64, UniTuple(float64, 4), {FLOATS}, {PIECES}, {PIECES})", owns=False
)
def meet(pieces, at, n, place, x0, x1, y0, y1, lower, upper):  # type: ignore[no-untyped-def]
    """A direction, and two rises between which some piece from ``at`` to before ``n`` meets a place; -1 for none.

    ``place`` holds how low and how high the body there reaches and between which heights it is free all around, all
    above the point. ``lower`` and ``upper`` are room to work in.
    """
    bottom, top, floor, roof = place
    first, last = y0 / (y0 + x1), y1 / (y1 + x0)
    at_point = x0 + y0 == 0
    if at_point and (floor > 0 or roof < 0):
        return -1.0, 0.0, 0.0
    one = y1 / (x1 + y1)
    two = one if at_point else y0 / (x0 + y0)
    one, two = min(one, two), max(one, two)
    for k in range(at, n):
        piece = pieces[k]
        start, stop = max(piece[FROM], first), min(piece[TO], last)
        for turn in range(3):
            end = min(stop, one if turn == 0 else (two if turn == 1 else 1.0))
            if end - start <= THIN:
                continue
            mid = (start + end) / 2
            lower[0, 0], lower[0, 1], upper[0, 0], upper[0, 1] = piece[LOW], piece[LOW_U], piece[HIGH], piece[HIGH_U]
            n_lower, n_upper = 1, 1
            # One by the way to where the place is entered, and to where it is left, as lines in u.
            near, near_u = 0.0, 0.0
            if not at_point:
                near, near_u = (1 / x0, -1 / x0) if mid * x0 >= y0 * (1 - mid) else (0.0, 1 / y0)
            far, far_u = (1 / x1, -1 / x1) if mid * x1 <= y1 * (1 - mid) else (0.0, 1 / y1)
            if bottom > 0:
                lower[1, 0], lower[1, 1], n_lower = bottom * far, bottom * far_u, 2
                if floor > 0:
                    lower[2, 0], lower[2, 1], n_lower = floor * near, floor * near_u, 3
            elif not at_point or bottom == 0:
                lower[1, 0], lower[1, 1], n_lower = bottom * near, bottom * near_u, 2
            if top < 0:
                upper[1, 0], upper[1, 1], n_upper = top * far, top * far_u, 2
                if roof < 0:
                    upper[2, 0], upper[2, 1], n_upper = roof * near, roof * near_u, 3
            elif not at_point or top == 0:
                upper[1, 0], upper[1, 1], n_upper = top * near, top * near_u, 2
            shut = False
            for i in range(n_lower):
                for j in range(n_upper):
                    at_start = upper[j, 0] + upper[j, 1] * start - lower[i, 0] - lower[i, 1] * start
                    at_end = upper[j, 0] + upper[j, 1] * end - lower[i, 0] - lower[i, 1] * end
                    shut = shut or (at_start <= THIN and at_end <= THIN)
            if not shut:
                found, u, rise, roof_rise, _a, _b, _c, _d = fit(lower, n_lower, upper, n_upper, start, end)
                if found:
                    return u, rise, roof_rise
            start = end
    return -1.0, 0.0, 0.0


@compiled(
    f"boolean({PIECES}, int64, int64, UniTuple(float64, 4), {FLOATS}, {PIECES}, {PIECES})",
    owns=False,
)
def meets(pieces, at, n, place, x0, x1, y0, y1, lower, upper):  # type: ignore[no-untyped-def]
    """Whether ``meet`` finds something: mostly told at a few directions, where the place's own bounds turn."""
    bottom, top, floor, roof = place
    at_point = x0 + y0 == 0
    if at_point and (floor > 0 or roof < 0):
        return False
    first, last = y0 / (y0 + x1), y1 / (y1 + x0)
    one = y1 / (x1 + y1)
    two = one if at_point else y0 / (x0 + y0)
    per_x1, per_y1 = 1 / x1, 1 / y1
    per_x0, per_y0 = 1 / x0 if x0 > 0 else 1e300, 1 / y0 if y0 > 0 else 1e300
    for k in range(at, n):
        start, stop = max(pieces[k, FROM], first), min(pieces[k, TO], last)
        if stop - start <= THIN:
            continue
        low, low_u, high, high_u = pieces[k, LOW], pieces[k, LOW_U], pieces[k, HIGH], pieces[k, HIGH_U]
        under, over, fits = False, False, False
        for turn in range(5):
            u = (start + stop) / 2
            if turn > 0:
                u = start if turn == 1 else (stop if turn == 2 else max(start, min(stop, one if turn == 3 else two)))
            far = max((1 - u) * per_x1, u * per_y1)
            near = 0.0 if at_point else min((1 - u) * per_x0, u * per_y0)
            from_rise = bottom * (far if bottom > 0 else near)
            to_rise = top * (far if top < 0 else near)
            if at_point:
                from_rise = from_rise if bottom >= 0 else -STEEP
                to_rise = to_rise if top <= 0 else STEEP
            if floor > 0:
                from_rise = max(from_rise, floor * near)
            if roof < 0:
                to_rise = min(to_rise, roof * near)
            under = under or to_rise - low - low_u * u > THIN
            over = over or high + high_u * u - from_rise > THIN
            fits = fits or to_rise - from_rise > THIN
            if min(high + high_u * u, to_rise) - max(low + low_u * u, from_rise) > THIN:
                return True
        # Of two bounds of the place's own on one side either may count; other pairs are at odds in straight lines.
        single = (floor <= 0 or floor == bottom) and (roof >= 0 or roof == top)
        if not single or (under and over and fits):
            u, _low, _high = meet(pieces, k, k + 1, place, x0, x1, y0, y1, lower, upper)
            if u >= 0:
                return True
    return False
