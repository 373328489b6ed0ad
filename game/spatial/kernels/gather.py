"""Entry points for one pair: pick the solids that matter from the raster, then ask ``onward`` or ``pair``.

``cells``, ``along_x``, ``along_y`` and ``turned`` are those of ``Solids``, ``busy`` marks cells that matter:
``Plan.busy``.
"""

import cython

if not cython.compiled:
    from math import floor

    from game.spatial.field import UNIT
    from game.spatial.kernels.columns import BOTTOM, CELL, FLOOR, MARGIN, MOST, ROOF, TOP, X0, X1, Y0, Y1
    from game.spatial.kernels.layout import Flag, Int, Ints2, Ints3, Marks2, Real, Reals1, Reals2, Reals3
    from game.spatial.kernels.onward import look_at
    from game.spatial.kernels.pair import pair_ray
    from game.spatial.kernels.straight import straight


@cython.cfunc
@cython.exceptval(check=False)
@cython.locals(start=Real, end=Real, right=Int, down=Int, lower=Int, west=Real, east=Real, first=Int, last=Int)
def _across(y: Int, ax: Int, ay: Int, bx: Int, by: Int, size: Int, x0: Int, x1: Int) -> tuple[Int, Int]:
    """The first and the last cell of row y, of columns x0 to x1, that lines between two places can cross.

    The places are the cell (ax, ay) and the square of ``size`` at (bx, by), a corner of cells if 0. Lines lie in the
    squares that lead from one to the other, each some part of the way on; of those with the row in them the first and
    the last reach farthest.
    """
    start, end = 0.0, 1.0
    right, down = bx - ax, by - ay
    # A part f of the way on, a square lies from ay + f * down to ay + 1 + f * lower.
    lower = down + size - 1
    if down > 0:
        end = min(end, (y + 1.0 - ay) / down)
    elif down < 0:
        start = max(start, (y + 1.0 - ay) / down)
    if lower > 0:
        start = max(start, (y - ay - 1.0) / lower)
    elif lower < 0:
        end = min(end, (y - ay - 1.0) / lower)
    west = min(start * right, end * right)
    east = 1 + max(start * (right + size - 1), end * (right + size - 1))
    first, last = int(floor(west - MARGIN)), int(floor(east + MARGIN))  # noqa: RUF046  (where built, a double)
    return max(x0, ax + first), min(x1, ax + last)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _add(rows: Reals2, n: Int, x0: Int, x1: Int, y0: Int, y1: Int, low: Int, high: Int) -> Int:
    """Write a solid down in half steps; the new number of solids."""
    rows[n, X0], rows[n, X1], rows[n, Y0], rows[n, Y1] = x0, x1, y0, y1
    rows[n, BOTTOM], rows[n, TOP] = 2 * low, 2 * high
    return n + 1


@cython.cfunc
@cython.exceptval(check=False)
def _add_opening(
    rows: Reals2, n: Int, x0: Int, x1: Int, y0: Int, y1: Int, width: Int, low: Int, high: Int,
    slit_along_x: Flag, bottom: Int, top: Int, whole: Flag,
) -> Int:  # fmt: skip
    """Write down what of an opening's surroundings reaches into the band from ``bottom`` to ``top``."""
    if width <= 0 or low >= high or low >= top or high <= bottom:
        return _add(rows, n, x0, x1, y0, y1, 1, 0)
    if width < UNIT:
        if slit_along_x:
            n = _add(rows, n, x0, x1, y0, y0 + UNIT - width, 1, 0)
            n = _add(rows, n, x0, x1, y0 + UNIT + width, y1, 1, 0)
        else:
            n = _add(rows, n, x0, x0 + UNIT - width, y0, y1, 1, 0)
            n = _add(rows, n, x0 + UNIT + width, x1, y0, y1, 1, 0)
    if whole and (low > bottom or high < top):
        n = _add(rows, n, x0, x1, y0, y1, low, high)
    return n


@cython.cfunc
@cython.exceptval(check=False)
@cython.locals(k=Int)
def _run_on(rows: Reals2, n: Int, before: Int, run: Int) -> tuple[Int, Int]:
    """Let a solid just written at ``before`` go on the one at ``run`` if it is like it; the new number and run."""
    if n != before + 1:
        return n, -1
    if run < 0 or rows[run, X1] != rows[before, X0]:
        return n, before
    for k in range(2, 6):
        if rows[run, k] != rows[before, k]:
            return n, before
    rows[run, X1] = rows[before, X1]
    return before, run


@cython.cfunc
@cython.exceptval(check=False)
@cython.locals(left=Int, k=Int, j=Int, column=Int, joined=Flag)
def _stack(rows: Reals2, n: Int) -> Int:
    """Join solids of the same kind and width that stand one under the other; the number left.

    The same solids in fewer pieces: what lines can do among them stays the same, and is sooner searched.
    """
    left = 0
    for k in range(n):
        joined = False
        for j in range(left - 1, -1, -1):
            if (
                rows[j, Y1] == rows[k, Y0]
                and rows[j, X0] == rows[k, X0]
                and rows[j, X1] == rows[k, X1]
                and rows[j, BOTTOM] == rows[k, BOTTOM]
                and rows[j, TOP] == rows[k, TOP]
                and (rows[j, Y0] < rows[j, Y1] or rows[j, X0] == rows[j, X1])
            ):
                rows[j, Y1] = rows[k, Y1]
                joined = True
                break
        if not joined:
            if left != k:
                for column in range(6):
                    rows[left, column] = rows[k, column]
            left += 1
    return left


@cython.cfunc
@cython.exceptval(check=False)
@cython.locals(x0=Int, x1=Int, y0=Int, y1=Int, n=Int, y=Int, x=Int, run=Int, seam=Int, first=Int, last=Int)
@cython.locals(left=Int, right=Int, up=Int, down=Int, width=Int, low=Int, high=Int, before=Int, whole=Flag)
def gather(
    cells: Ints3, along_x: Ints3, along_y: Ints3, turned: Marks2, busy: Marks2, ax: Int, ay: Int, bx: Int, by: Int,
    size: Int, px: Int, py: Int, bottom: Int, top: Int, rows: Reals2,
) -> Int:  # fmt: skip
    """The solids that lines from cell (ax, ay) to the square of ``size`` at (bx, by) can meet, and maybe some more.

    Of the cells (ax, ay) and (px, py) themselves only slits' cheeks. Returns their number, -1 if ``rows`` are too few.
    """
    x0, x1 = min(ax, bx), max(ax, bx + size - 1)
    y0, y1 = min(ay, by), max(ay, by + size - 1)
    n = 0
    for y in range(y0, y1 + 1):
        # The first row of the run of like cells, and of like sides, that goes on from the left; -1 for none.
        run, seam = -1, -1
        first, last = _across(y, ax, ay, bx, by, size, x0, x1)
        for x in range(first, last + 1):
            if not busy[y, x]:
                run, seam = -1, -1
                continue
            if n + MOST > rows.shape[0]:
                return -1
            left, right, up, down = x * CELL, (x + 1) * CELL, y * CELL, (y + 1) * CELL
            width, low, high = cells[0, y, x], cells[1, y, x], cells[2, y, x]
            whole = not ((x == ax and y == ay) or (x == px and y == py))
            before = n
            if (width < UNIT or low > bottom or high < top) and (whole or width < UNIT):
                n = _add_opening(rows, n, left, right, up, down, width, low, high, not turned[y, x], bottom, top, whole)
            n, run = _run_on(rows, n, before, run)
            width, low, high = along_x[0, y, x], along_x[1, y, x], along_x[2, y, x]
            if x > x0 and (width < UNIT or low > bottom or high < top):
                n = _add_opening(rows, n, left, left, up, down, width, low, high, True, bottom, top, True)
            width, low, high = along_y[0, y, x], along_y[1, y, x], along_y[2, y, x]
            before = n
            if y > y0 and (width < UNIT or low > bottom or high < top):
                n = _add_opening(rows, n, left, right, up, up, width, low, high, False, bottom, top, True)
            n, seam = _run_on(rows, n, before, seam)
    return _stack(rows, n)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.locals(width=Int, low=Int, high=Int, bottom=Int, top=Int)
def place(cells: Ints3, turned: Marks2, x: Int, y: Int, floor_at: Int, size: Int, places: Reals2, which: Int) -> Flag:
    """Write down the free part of a cell that a body of a size standing at a height fills; False if there is none."""
    width, low, high = cells[0, y, x], cells[1, y, x], cells[2, y, x]
    bottom, top = max(floor_at, low), min(floor_at + size * UNIT, high)
    if width <= 0 or bottom >= top:
        return False
    places[which, X0], places[which, X1] = x * CELL, (x + 1) * CELL
    places[which, Y0], places[which, Y1] = y * CELL, (y + 1) * CELL
    if width < UNIT:
        if turned[y, x]:
            places[which, X0], places[which, X1] = x * CELL + UNIT - width, x * CELL + UNIT + width
        else:
            places[which, Y0], places[which, Y1] = y * CELL + UNIT - width, y * CELL + UNIT + width
    places[which, BOTTOM], places[which, TOP] = 2 * bottom, 2 * top
    places[which, FLOOR], places[which, ROOF] = 2 * low, 2 * high
    return True


@cython.ccall
@cython.exceptval(check=False)
@cython.locals(bottom=Int, top=Int, i=Int, j=Int, x=Int, y=Int, p=Int, q=Int, n=Int)
def sees(
    cells: Ints3, along_x: Ints3, along_y: Ints3, turned: Marks2, busy: Marks2, ax: Int, ay: Int, az: Int,
    a_size: Int, bx: Int, by: Int, bz: Int, b_size: Int, places: Reals2, rows: Reals2, polygons: Reals3,
    bounds: Reals3, sheets: Reals3, lists: Ints2, out: Reals1,
) -> Int:  # fmt: skip
    """Whether a body at (ax, ay), standing at height az, sees another: 1 or 0; ``out``: a free segment, half steps.

    ``places`` are room for two; ``rows`` to ``lists`` are a desk: 2 if that is too small.
    """
    bottom, top = min(az, bz), max(az + a_size * UNIT, bz + b_size * UNIT)
    for i in range(a_size * a_size):
        x, y = ax + i % a_size, ay + i // a_size
        if not place(cells, turned, x, y, az, a_size, places, 0):
            continue
        for j in range(b_size * b_size):
            p, q = bx + j % b_size, by + j // b_size
            if not place(cells, turned, p, q, bz, b_size, places, 1):
                continue
            n = gather(cells, along_x, along_y, turned, busy, x, y, p, q, 1, p, q, bottom, top, rows)
            if n < 0:
                return 2
            if straight(places, rows, n, sheets, out) or pair_ray(
                places, rows, n, polygons, bounds, sheets, lists, out
            ):
                return 1
    return 0


@cython.ccall
@cython.exceptval(check=False)
@cython.locals(found=Int, i=Int, x=Int, y=Int, corner=Int, bit=Int, cx=Int, cy=Int, cz=Int, seen=Int)
def corners(
    cells: Ints3, along_x: Ints3, along_y: Ints3, turned: Marks2, bare: Marks2, ax: Int, ay: Int, az: Int,
    a_size: Int, bx: Int, by: Int, bz: Int, b_size: Int, wanted: Int, places: Reals2, work: Reals3, out: Reals2,
) -> Int:  # fmt: skip
    """Which corners of a body at (bx, by), standing at height bz, a body at (ax, ay) sees: a bit for each.

    Only those in ``wanted`` are looked at. Bits 0 to 3: north-west, north-east, south-west, south-east at the feet; 4
    to 7: at the top. Row n of ``out`` becomes the inside point that sees corner n, in half steps. With ``b_size`` 0
    the corners are one point, corner 0. ``places`` is room for a place, ``work`` for pieces: -1 if that is not enough.
    """
    found = 0
    for i in range(a_size * a_size):
        x, y = ax + i % a_size, ay + i // a_size
        if found == wanted or not place(cells, turned, x, y, az, a_size, places, 0):
            continue
        for corner in range(8):
            bit = 1 << corner
            if wanted & bit and not found & bit:
                cx, cy = bx + b_size * (corner & 1), by + b_size * (corner >> 1 & 1)
                cz = bz + b_size * UNIT * (corner >> 2)
                seen = look_at(cells, along_x, along_y, turned, bare, cx, cy, cz, x, y, places, 0, work, out, corner)
                if seen > 1:
                    return -1
                if seen:
                    found |= bit
    return found
