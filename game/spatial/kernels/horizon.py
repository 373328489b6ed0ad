"""Sight from one point past solids of any height: which cells it sees, and how low and high it looks.

The free lines from the point are ``pieces``. Cells as many steps from the point share no direction, cell (i, j) having
those from j to j + 1 parts of i + j + 1: so the list goes out from diagonal to diagonal, is asked at each cell whether
it meets the place there, and loses what the cell's solids take. ``spot`` and ``band`` are those of ``onward``.
"""

import cython

if not cython.compiled:
    from game.spatial.field import UNIT
    from game.spatial.kernels.columns import CELL, FROM, HIGH, HIGH_U, LOW, LOW_U, PLENTY, STEEP, THIN, TIGHT, TO
    from game.spatial.kernels.layout import Byte, Flag, Int, Ints1, Ints2, Ints3, Marks2, Real, Reals3
    from game.spatial.kernels.onward import come, leave
    from game.spatial.kernels.pieces import add_piece, meets


@cython.cfunc
@cython.exceptval(check=False)
@cython.locals(x=Int, y=Int, i=Int, j=Int, _dx=Int, _dy=Int, width=Int, low=Int, high=Int, bottom=Int, top=Int)
@cython.locals(x0=Int, x1=Int, y0=Int, y1=Int, place=tuple[Real, Real, Real, Real])
def _met(
    cells: Ints3, turned: Marks2, ground: Ints2, spot: tuple[Int, Int, Int, Int, Int, Int], z: Int,
    work: Reals3, at: Int, k: Int, n: Int, lower: Int, upper: Int,
) -> Flag:  # fmt: skip
    """Whether some piece of list ``at`` from k to before n meets a body of size 1 that stands in a cell."""
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
    return meets(work, at, k, n, place, x0, x1, y0, y1, lower, upper)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.locals(bottom=Real, top=Real, t=Real, begin=Real, end=Real)
@cython.locals(low_1=Real, low_2=Real, high_1=Real, high_2=Real)
def _glance(off: Int, s: Int, j: Int, low: Real, low_u: Real, high: Real, high_u: Real, start: Real, stop: Real) -> Int:
    """Whether a piece surely meets a body in a bare cell, 1, or surely does not, -1; 0 if that takes a closer look.

    The body stands ``off`` above the point, in the j-th cell of diagonal s > 0; ``low`` to ``high_u`` are the piece's
    bounds, ``start`` and ``stop`` its directions in parts of s + 1.
    """
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


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.locals(found=Int, n=Int, bit=Int)
def _between(heights: Ints1, z: Int, lowest: Real, highest: Real) -> Int:
    """Bits of the heights that lie between two, given in half steps above z, with room to spare."""
    found, bit = 0, 1
    for n in range(heights.shape[0]):
        if lowest + TIGHT < 2 * (heights[n] - z) < highest - TIGHT:
            found |= bit << n
    return found


@cython.cfunc
@cython.exceptval(check=False)
@cython.locals(x=Int, y=Int, i=Int, j=Int, _dx=Int, _dy=Int, z=Int, below=Int, above=Int, low=Int, high=Int)
@cython.locals(u=Real, t=Real, lowest=Real, highest=Real, into=Real, there=Real)
@cython.locals(n=Int, aim=Int, bit=Int)
def _reach(
    work: Reals3, at: Int, k: Int, spot: tuple[Int, Int, Int, Int, Int, Int], band: tuple[Int, Int, Int],
    cells: Ints3, heights: Ints1, reached: Ints2, cx: Int, cy: Int,
) -> cython.void:  # fmt: skip
    """Mark the heights at the far corner (cx, cy) of a cell that piece k reaches with room to spare.

    The cell's own ground is touched at most at the corner itself, if that lies no lower.
    """
    x, y, i, j, _dx, _dy = spot
    z, below, above = band
    bit = 1
    u = (j + 1.0) / (i + j + 2)
    if cells[0, y, x] < UNIT or not work[at, k, FROM] + THIN < u < work[at, k, TO] - THIN:
        return
    t = (i + j + 2) * CELL
    lowest = 2 * z + (work[at, k, LOW] + work[at, k, LOW_U] * u) * t + TIGHT
    highest = 2 * z + (work[at, k, HIGH] + work[at, k, HIGH_U] * u) * t - TIGHT
    low, high = 2 * cells[1, y, x], 2 * cells[2, y, x]
    into = max(1.0 * i / (i + 1), 1.0 * j / (j + 1))
    for n in range(heights.shape[0]):
        aim = 2 * heights[n]
        if lowest < aim < highest:
            there = 2 * z + (aim - 2 * z) * into
            if (low <= 2 * below or (low <= aim and low < there - TIGHT)) and (
                high >= 2 * above or (high >= aim and high > there + TIGHT)
            ):
                reached[cy, cx] |= bit << n


@cython.cfunc
@cython.exceptval(check=False)
@cython.locals(height=Int, width=Int, nx=Int, ny=Int, now=Int, after=Int, room=Int, z=Int, below=Int, above=Int)
@cython.locals(every=Int, n=Int, s=Int, m=Int, k=Int, one=Int, two=Int, may=Int, j=Int, i=Int, x=Int, y=Int, cx=Int)
@cython.locals(cy=Int, met=Int, p=Int, q=Int, clear=Flag, t=Real, part=Real, start=Real, stop=Real, low=Real)
@cython.locals(low_u=Real, high=Real, high_u=Real, scaled_start=Real, scaled_stop=Real, slack=Real, lowest=Real)
@cython.locals(highest=Real, u=Real, begin=Real, end=Real, spot=tuple[Int, Int, Int, Int, Int, Int], bit=Int)
def look_round(
    cells: Ints3, along_x: Ints3, along_y: Ints3, turned: Marks2, bare: Marks2, ground: Ints2, px: Int, py: Int,
    dx: Int, dy: Int, band: tuple[Int, Int, Int], steady: Flag, add: Byte, seen: Marks2, surely: Marks2,
    heights: Ints1, reached: Ints2, work: Reals3,
) -> Flag:  # fmt: skip
    """Look from a corner of cells into the quadrant towards (dx, dy). False if ``work``, room for pieces, is too small.

    Adds ``add`` to ``seen`` at every cell where a body of size 1, standing on the ``ground``, is seen. If what is seen
    from the corner is seen from beside it, too (``steady``), marks those cells in ``surely``, and adds to ``reached``
    at corners of cells bit n if the corner at height n of ``heights`` is seen with room to spare.
    """
    height, width = bare.shape[0], bare.shape[1]
    nx, ny = width - px if dx > 0 else px, height - py if dy > 0 else py
    # Lists: the pieces on this diagonal and on the next; those in a cell, and room to change them in; 4 and 5, bounds.
    now, after = 0, 1
    room = work.shape[1]
    z, below, above = band
    bit = 1
    every = (bit << heights.shape[0]) - 1
    n = add_piece(work, now, 0, 0.0, 1.0, -STEEP, 0.0, STEEP, 0.0)
    for s in range(nx + ny - 1):
        m = 0
        # Corners beyond the cells of this diagonal are t away, in directions of so many parts of s + 2.
        t, part = (s + 2.0) * CELL, 1.0 / (s + 2)
        for k in range(n):
            start, stop = work[now, k, FROM], work[now, k, TO]
            low, low_u = work[now, k, LOW], work[now, k, LOW_U]
            high, high_u = work[now, k, HIGH], work[now, k, HIGH_U]
            # Nobody stands so high as this piece looks by now, or so low.
            if s > 0 and min(low + low_u * start, low + low_u * stop) * s * CELL >= 2 * (above - z):
                continue
            if s > 0 and max(high + high_u * start, high + high_u * stop) * s * CELL <= 2 * (below - z):
                continue
            clear = low == -STEEP and high == STEEP and low_u == 0 and high_u == 0
            # The cells it leads into, but for slivers.
            scaled_start, scaled_stop, slack = start * (s + 1), stop * (s + 1), THIN * (s + 1)
            one, two = int(scaled_start + slack), int(scaled_stop - slack)
            one, two = max(one, s - nx + 1), min(two, min(s, ny - 1))
            if one > two:
                continue
            # The heights at which it may see corners here.
            may = every if steady else 0
            if steady and not clear:
                lowest = min(low + low_u * start, low + low_u * stop) * t
                highest = max(high + high_u * start, high + high_u * stop) * t
                may = _between(heights, z, lowest, highest)
            for j in range(one, two + 1):
                i = s - j
                x, y = px + i if dx > 0 else px - 1 - i, py + j if dy > 0 else py - 1 - j
                cx, cy = px + dx * (i + 1), py + dy * (j + 1)
                spot = (x, y, i, j, dx, dy)
                if bare[y, x]:
                    if not seen[y, x] & add:
                        met = 1
                        if not clear:
                            met = _glance(ground[y, x] - z, s, j, low, low_u, high, high_u, scaled_start, scaled_stop)
                        if met == 0 and _met(cells, turned, ground, spot, z, work, now, k, k + 1, 4, 5):
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
                begin, end = 1.0 * j / (s + 1), (j + 1.0) / (s + 1)
                m = add_piece(work, after, m, start, begin, low, low_u, high, high_u)
                p = add_piece(work, 2, 0, max(start, begin), min(stop, end), low, low_u, high, high_u)
                start = min(stop, end)
                if cells[0, y, x] <= 0:
                    continue
                p = come(cells, along_x, along_y, turned, spot, band, work, 2, p, 3)
                if p > room:
                    return False
                if p > 0 and not seen[y, x] & add and _met(cells, turned, ground, spot, z, work, 2, 0, p, 4, 5):
                    seen[y, x] |= add
                    surely[y, x] |= steady
                if steady and reached[cy, cx] != every:
                    for q in range(p):
                        _reach(work, 2, q, spot, band, cells, heights, reached, cx, cy)
                p = leave(cells, turned, spot, band, work, 2, p, 3)
                if p > room:
                    return False
                for q in range(p):
                    m = add_piece(
                        work, after, m, work[2, q, FROM], work[2, q, TO],
                        work[2, q, LOW], work[2, q, LOW_U], work[2, q, HIGH], work[2, q, HIGH_U],
                    )  # fmt: skip
            m = add_piece(work, after, m, start, stop, low, low_u, high, high_u)
            if m > room:
                return False
        now, after, n = after, now, m
        if n == 0:
            break
    return True


@cython.cfunc
@cython.exceptval(check=False)
@cython.locals(low=Int, high=Int)
def _free_at(cells: Ints3, x: Int, y: Int, z: Int, at_top: Flag) -> Flag:
    """Whether a cell, or a side, lies open right above height z, and at it but for its ground; or below, at a top."""
    if not (0 <= y < cells.shape[1] and 0 <= x < cells.shape[2]) or cells[0, y, x] < UNIT:
        return False
    low, high = cells[1, y, x], cells[2, y, x]
    free: Flag = low < z <= high if at_top else low <= z < high
    return free


@cython.cfunc
@cython.exceptval(check=False)
@cython.locals(top=Flag, across=Flag, down=Flag, one=Flag, two=Flag, bx=Int, by=Int)
def steady(
    cells: Ints3, along_x: Ints3, along_y: Ints3, px: Int, py: Int, z: Int, corner: Int, dx: Int, dy: Int
) -> Flag:
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


@cython.ccall
@cython.exceptval(check=False)
@cython.locals(corner=Int, quadrant=Int, px=Int, py=Int, pz=Int, dx=Int, dy=Int, rests=Flag)
def look_back(
    cells: Ints3, along_x: Ints3, along_y: Ints3, turned: Marks2, bare: Marks2, ground: Ints2, ax: Int, ay: Int,
    az: Int, size: Int, below: Int, above: Int, heights: Ints1, back: Marks2, surely: Marks2, reached: Ints2,
    work: Reals3,
) -> Flag:  # fmt: skip
    """From which cells bodies of size 1 see the corners of a body at (ax, ay), standing at height az.

    ``back`` gets bit n where corner n is seen from. ``surely`` becomes 1 where therefore the body, too, is seen, and
    sees; it says nothing where it stays 0. ``reached`` gets bit n for corners of cells that the body surely sees at
    height n of ``heights``. ``work`` is room for pieces, ``LOOK_LISTS`` times: False if it is too small; the same
    question with more goes on with what has been marked.
    """
    for corner in range(7, -1, -1):
        px, py, pz = ax + size * (corner & 1), ay + size * (corner >> 1 & 1), az + size * UNIT * (corner >> 2)
        for quadrant in range(4):
            dx, dy = 1 if quadrant % 2 == 0 else -1, 1 if quadrant < 2 else -1
            rests = steady(cells, along_x, along_y, px, py, pz, corner, dx, dy)
            if not look_round(
                cells, along_x, along_y, turned, bare, ground, px, py, dx, dy, (pz, below, above), rests,
                1 << corner, back, surely, heights, reached, work,
            ):  # fmt: skip
                return False
    return True
