"""Sight from one point past solids of any height: what it sees, and how low and how high it can look.

Directions from the point are u, the plan direction being ((1 - u), u) in each of four quadrants, and the rise s. Over
directions in which a solid is met all along the same sides, its top bounds s from below by a linear function of u, and
what hangs from above. So the free lines from the point past all solids up to some distance are a list of pieces: from
u to u, above one line, below another. Cells at the same number of steps from the point share no direction, cell (i, j)
having those from j to j + 1 parts of i + j + 1; so the list goes out from diagonal to diagonal, past each cell it
asks whether the place there is met, and loses what the cell's solids take.

Heights and places are whole half lattice steps, and a bound of u is one quotient of them: equal ones compare as equal.
An opening narrower than ``THIN`` counts as closed. Lists lie in ``work``, of shape (lists, pieces, 6), and are named by
their numbers there; ``n`` is how many pieces one has.
"""

import cython

if not cython.compiled:
    from game.spatial.kernels.bounds import fit
    from game.spatial.kernels.columns import FROM, HIGH, HIGH_U, LOW, LOW_U, LOWER, STEEP, THIN, TO, WALL
    from game.spatial.kernels.layout import Flag, Int, Real, Reals3


@cython.ccall
@cython.inline
@cython.exceptval(check=False)
def add_piece(
    work: Reals3, at: Int, n: Int, start: Real, end: Real, low: Real, low_u: Real, high: Real, high_u: Real
) -> Int:
    """Write a piece down in list ``at``, as part of the last one if it goes on with it.

    Returns the new number of pieces: more than there is room for, if that ran out.
    """
    if end - start <= THIN or n > work.shape[1]:
        return n
    if (
        n > 0
        and work[at, n - 1, TO] == start
        and work[at, n - 1, LOW] == low
        and work[at, n - 1, LOW_U] == low_u
        and work[at, n - 1, HIGH] == high
        and work[at, n - 1, HIGH_U] == high_u
    ):
        work[at, n - 1, TO] = end
        return n
    if n == work.shape[1]:
        return n + 1
    work[at, n, FROM], work[at, n, TO] = start, end
    work[at, n, LOW], work[at, n, LOW_U], work[at, n, HIGH], work[at, n, HIGH_U] = low, low_u, high, high_u
    return n + 1


@cython.cfunc
@cython.exceptval(check=False)
@cython.locals(at_start=Real, at_end=Real)
def put_open(
    work: Reals3, at: Int, n: Int, start: Real, end: Real, low: Real, low_u: Real, high: Real, high_u: Real
) -> Int:
    """Write down what of a piece is left where its lower bound is under its upper one."""
    at_start = high + high_u * start - low - low_u * start
    at_end = high + high_u * end - low - low_u * end
    if at_start <= 0 and at_end <= 0:
        return n
    if at_start < 0:
        start += (end - start) * at_start / (at_start - at_end)
    elif at_end < 0:
        end = start + (end - start) * at_start / (at_start - at_end)
    return add_piece(work, at, n, start, end, low, low_u, high, high_u)


@cython.cfunc
@cython.exceptval(check=False)
@cython.locals(room=Int, m=Int, k=Int, column=Int, start=Real, end=Real, stop=Real, one=Real, two=Real, cross=Real)
@cython.locals(low=Real, low_u=Real, high=Real, high_u=Real, low_2=Real, low_u_2=Real, high_2=Real, high_u_2=Real)
def narrow(work: Reals3, at: Int, n: Int, spare: Int, kind: Int, first: Real, last: Real, c: Real, c_u: Real) -> Int:
    """Bound pieces from direction ``first`` to ``last`` by c + c_u * u, or close them if by a WALL; the new number.

    ``spare`` is a list to work in.
    """
    room = work.shape[1]
    # They lie in order: there is nothing to do for those that are all on one side.
    if first >= last or n > room or n == 0 or last <= work[at, 0, FROM] or first >= work[at, n - 1, TO]:
        return n
    m = 0
    for k in range(n):
        start, end = work[at, k, FROM], work[at, k, TO]
        low, low_u, high, high_u = work[at, k, LOW], work[at, k, LOW_U], work[at, k, HIGH], work[at, k, HIGH_U]
        if last <= start or first >= end:
            m = add_piece(work, spare, m, start, end, low, low_u, high, high_u)
            continue
        if first > start:
            m = add_piece(work, spare, m, start, first, low, low_u, high, high_u)
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
                m = add_piece(work, spare, m, start, stop, low, low_u, high, high_u)
            elif one >= 0 and two >= 0:
                m = put_open(work, spare, m, start, stop, low_2, low_u_2, high_2, high_u_2)
            else:
                cross = start + (stop - start) * one / (one - two)
                if one > 0:
                    m = put_open(work, spare, m, start, cross, low_2, low_u_2, high_2, high_u_2)
                    m = add_piece(work, spare, m, cross, stop, low, low_u, high, high_u)
                else:
                    m = add_piece(work, spare, m, start, cross, low, low_u, high, high_u)
                    m = put_open(work, spare, m, cross, stop, low_2, low_u_2, high_2, high_u_2)
        if last < end:
            m = add_piece(work, spare, m, last, end, low, low_u, high, high_u)
    if m > room:
        return m
    for k in range(m):
        for column in range(6):
            work[at, k, column] = work[spare, k, column]
    return m


@cython.ccall
@cython.inline
@cython.exceptval(check=False)
@cython.locals(first=Real, last=Real)
def past_wall(work: Reals3, at: Int, n: Int, spare: Int, x0: Real, x1: Real, y0: Real, y1: Real) -> Int:
    """Take a wall out of the pieces."""
    first = y0 / (x1 + y0) if y0 > 0 else 0.0
    last = y1 / (x0 + y1) if x0 > 0 else 1.0
    return narrow(work, at, n, spare, WALL, first, last, 0.0, 0.0)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.locals(turn=Real)
def past_block(
    work: Reals3, at: Int, n: Int, spare: Int, kind: Int, h: Real, x0: Real, x1: Real, y0: Real, y1: Real
) -> Int:
    """Bound pieces by a solid that reaches up to h (LOWER) or down to it (UPPER) over a rectangle."""
    if (h > 0) == (kind == LOWER) and h != 0:
        # It bounds the rise most where it is met first: along y at x0, or along x at y0.
        if x0 + y0 == 0:
            return past_wall(work, at, n, spare, x0, x1, y0, y1)
        turn = y0 / (x0 + y0)
        if x0 > 0:
            n = narrow(work, at, n, spare, kind, turn, y1 / (x0 + y1), h / x0, -h / x0)
        if y0 > 0:
            n = narrow(work, at, n, spare, kind, y0 / (x1 + y0), turn, 0.0, h / y0)
        return n
    turn = y1 / (x1 + y1)
    if x1 > 0:
        n = narrow(work, at, n, spare, kind, y0 / (x1 + y0), turn, h / x1, -h / x1)
    if y1 > 0:
        n = narrow(work, at, n, spare, kind, turn, y1 / (x0 + y1), 0.0, h / y1)
    return n


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _line(work: Reals3, sheet: Int, n: Int, value: Real, slope: Real) -> cython.void:
    """Write a bound down: its value at u = 0, and how it changes with u."""
    work[sheet, n, 0], work[sheet, n, 1] = value, slope


@cython.cfunc
@cython.exceptval(check=False)
@cython.locals(bottom=Real, top=Real, floor=Real, roof=Real, first=Real, last=Real, one=Real, two=Real, mid=Real)
@cython.locals(start=Real, stop=Real, end=Real, near=Real, near_u=Real, far=Real, far_u=Real, at_start=Real)
@cython.locals(at_end=Real, u=Real, rise=Real, roof_rise=Real, other=Real, at_point=Flag, shut=Flag, found=Flag)
@cython.locals(k=Int, turn=Int, i=Int, j=Int, n_lower=Int, n_upper=Int, _a=Int, _b=Int, _c=Int, _d=Int)
def meet(
    work: Reals3, at: Int, k_first: Int, n: Int, place: tuple[Real, Real, Real, Real],
    x0: Real, x1: Real, y0: Real, y1: Real, lower: Int, upper: Int,
) -> tuple[Real, Real, Real]:  # fmt: skip
    """A direction, and two rises between which some piece from ``k_first`` to before ``n`` meets a place; -1 for none.

    ``place`` holds how low and how high the body there reaches and between which heights it is free all around, all
    above the point. ``lower`` and ``upper`` are lists to work in.
    """
    bottom, top, floor, roof = place
    first, last = y0 / (y0 + x1), y1 / (y1 + x0)
    at_point = x0 + y0 == 0
    if at_point and (floor > 0 or roof < 0):
        return -1.0, 0.0, 0.0
    one = y1 / (x1 + y1)
    two = one if at_point else y0 / (x0 + y0)
    other = max(one, two)
    one, two = min(one, two), other
    for k in range(k_first, n):
        start, stop = max(work[at, k, FROM], first), min(work[at, k, TO], last)
        for turn in range(3):
            end = min(stop, one if turn == 0 else (two if turn == 1 else 1.0))
            if end - start <= THIN:
                continue
            mid = (start + end) / 2
            _line(work, lower, 0, work[at, k, LOW], work[at, k, LOW_U])
            _line(work, upper, 0, work[at, k, HIGH], work[at, k, HIGH_U])
            n_lower, n_upper = 1, 1
            # One by the way to where the place is entered, and to where it is left, as lines in u.
            near, near_u = 0.0, 0.0
            if not at_point:
                if mid * x0 >= y0 * (1 - mid):
                    near, near_u = 1 / x0, -1 / x0
                else:
                    near_u = 1 / y0
            if mid * x1 <= y1 * (1 - mid):
                far, far_u = 1 / x1, -1 / x1
            else:
                far, far_u = 0.0, 1 / y1
            if bottom > 0:
                _line(work, lower, 1, bottom * far, bottom * far_u)
                n_lower = 2
                if floor > 0:
                    _line(work, lower, 2, floor * near, floor * near_u)
                    n_lower = 3
            elif not at_point or bottom == 0:
                _line(work, lower, 1, bottom * near, bottom * near_u)
                n_lower = 2
            if top < 0:
                _line(work, upper, 1, top * far, top * far_u)
                n_upper = 2
                if roof < 0:
                    _line(work, upper, 2, roof * near, roof * near_u)
                    n_upper = 3
            elif not at_point or top == 0:
                _line(work, upper, 1, top * near, top * near_u)
                n_upper = 2
            shut = False
            for i in range(n_lower):
                for j in range(n_upper):
                    at_start = work[upper, j, 0] + work[upper, j, 1] * start - work[lower, i, 0]
                    at_start -= work[lower, i, 1] * start
                    at_end = work[upper, j, 0] + work[upper, j, 1] * end - work[lower, i, 0] - work[lower, i, 1] * end
                    shut = shut or (at_start <= THIN and at_end <= THIN)
            if not shut:
                found, u, rise, roof_rise, _a, _b, _c, _d = fit(work, lower, n_lower, upper, n_upper, start, end)
                if found:
                    return u, rise, roof_rise
            start = end
    return -1.0, 0.0, 0.0


@cython.ccall
@cython.exceptval(check=False)
@cython.locals(bottom=Real, top=Real, floor=Real, roof=Real, first=Real, last=Real, one=Real, two=Real, u=Real)
@cython.locals(per_x0=Real, per_x1=Real, per_y0=Real, per_y1=Real, start=Real, stop=Real, near=Real, far=Real)
@cython.locals(low=Real, low_u=Real, high=Real, high_u=Real, from_rise=Real, to_rise=Real, _low=Real, _high=Real)
@cython.locals(at_point=Flag, under=Flag, over=Flag, fits=Flag, single=Flag, k=Int, turn=Int)
def meets(
    work: Reals3, at: Int, k_first: Int, n: Int, place: tuple[Real, Real, Real, Real],
    x0: Real, x1: Real, y0: Real, y1: Real, lower: Int, upper: Int,
) -> Flag:  # fmt: skip
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
    for k in range(k_first, n):
        start, stop = max(work[at, k, FROM], first), min(work[at, k, TO], last)
        if stop - start <= THIN:
            continue
        low, low_u, high, high_u = work[at, k, LOW], work[at, k, LOW_U], work[at, k, HIGH], work[at, k, HIGH_U]
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
            u, _low, _high = meet(work, at, k, k + 1, place, x0, x1, y0, y1, lower, upper)
            if u >= 0:
                return True
    return False
