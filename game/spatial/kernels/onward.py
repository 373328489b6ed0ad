"""Steps of a look from one point: what the solids of a cell take from the free lines that enter and leave it.

The free lines are ``pieces``. ``look_at`` follows those towards one place; ``horizon`` those to everywhere.

A ``spot`` is a cell, column and row; how many cells it is off along both axes; and the ways these go, 1 or -1. A
``band`` is the height of the point, and those that lines stay between, in lattice steps. ``cells``, ``along_x``,
``along_y`` and ``turned`` are those of ``Solids``.
"""

import cython

if not cython.compiled:
    from game.spatial.field import UNIT
    from game.spatial.kernels.columns import (
        BOTTOM,
        CELL,
        FLOOR,
        FROM,
        LOWER,
        MARGIN,
        ROOF,
        STEEP,
        TO,
        TOP,
        UPPER,
        X0,
        X1,
        Y0,
        Y1,
    )
    from game.spatial.kernels.layout import Flag, Int, Ints3, Marks2, Real, Reals2, Reals3
    from game.spatial.kernels.pieces import add_piece, meet, past_block, past_wall


@cython.cfunc
@cython.exceptval(check=False)
@cython.locals(z=Int, below=Int, above=Int)
def _past_side(
    work: Reals3, at: Int, n: Int, spare: Int, width: Int, low: Int, high: Int, band: tuple[Int, Int, Int],
    along_x: Flag, x0: Real, x1: Real, y0: Real, y1: Real,
) -> Int:  # fmt: skip
    """Take from the pieces what the opening in a side of a cell takes."""
    z, below, above = band
    if width <= 0 or low >= high or low >= above or high <= below:
        return past_wall(work, at, n, spare, x0, x1, y0, y1)
    if width < UNIT and along_x:
        n = past_wall(work, at, n, spare, x0, x1, y0, y0 + UNIT - width)
        n = past_wall(work, at, n, spare, x0, x1, y0 + UNIT + width, y1)
    elif width < UNIT:
        n = past_wall(work, at, n, spare, x0, x0 + UNIT - width, y0, y1)
        n = past_wall(work, at, n, spare, x0 + UNIT + width, x1, y0, y1)
    if low > below:
        n = past_block(work, at, n, spare, LOWER, 2.0 * (low - z), x0, x1, y0, y1)
    if high < above:
        n = past_block(work, at, n, spare, UPPER, 2.0 * (high - z), x0, x1, y0, y1)
    return n


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.locals(x=Int, y=Int, i=Int, j=Int, dx=Int, dy=Int, _z=Int, below=Int, above=Int, x0=Int, y0=Int, c=Int)
@cython.locals(width=Int, low=Int, high=Int)
def come(
    cells: Ints3, along_x: Ints3, along_y: Ints3, turned: Marks2, spot: tuple[Int, Int, Int, Int, Int, Int],
    band: tuple[Int, Int, Int], work: Reals3, at: Int, n: Int, spare: Int,
) -> Int:  # fmt: skip
    """Take from pieces what is met before a cell's free part: its near sides, and of a slit the nearer cheek."""
    x, y, i, j, dx, dy = spot
    _z, below, above = band
    x0, y0 = i * CELL, j * CELL
    if i > 0:
        c = x + (dx < 0)
        width, low, high = along_x[0, y, c], along_x[1, y, c], along_x[2, y, c]
        if width < UNIT or low > below or high < above:
            n = _past_side(work, at, n, spare, width, low, high, band, True, x0, x0, y0, y0 + CELL)
    if j > 0:
        c = y + (dy < 0)
        width, low, high = along_y[0, c, x], along_y[1, c, x], along_y[2, c, x]
        if width < UNIT or low > below or high < above:
            n = _past_side(work, at, n, spare, width, low, high, band, False, x0, x0 + CELL, y0, y0)
    width = cells[0, y, x]
    if 0 < width < UNIT:
        # Lines go away from the point: they come to the slit's nearer cheek before its gap, to the other one after.
        if turned[y, x]:
            n = past_wall(work, at, n, spare, x0, x0 + UNIT - width, y0, y0 + CELL)
        else:
            n = past_wall(work, at, n, spare, x0, x0 + CELL, y0, y0 + UNIT - width)
    return n


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.locals(x=Int, y=Int, i=Int, j=Int, _dx=Int, _dy=Int, z=Int, below=Int, above=Int, x0=Int, y0=Int)
@cython.locals(width=Int, low=Int, high=Int)
def leave(
    cells: Ints3, turned: Marks2, spot: tuple[Int, Int, Int, Int, Int, Int], band: tuple[Int, Int, Int],
    work: Reals3, at: Int, n: Int, spare: Int,
) -> Int:  # fmt: skip
    """Take from pieces the rest of a cell's solids."""
    x, y, i, j, _dx, _dy = spot
    z, below, above = band
    width, low, high = cells[0, y, x], cells[1, y, x], cells[2, y, x]
    x0, y0 = i * CELL, j * CELL
    if width <= 0 or low >= high or low >= above or high <= below:
        return past_wall(work, at, n, spare, x0, x0 + CELL, y0, y0 + CELL)
    if width < UNIT:
        if turned[y, x]:
            n = past_wall(work, at, n, spare, x0 + UNIT + width, x0 + CELL, y0, y0 + CELL)
        else:
            n = past_wall(work, at, n, spare, x0, x0 + CELL, y0 + UNIT + width, y0 + CELL)
    if low > below:
        n = past_block(work, at, n, spare, LOWER, 2.0 * (low - z), x0, x0 + CELL, y0, y0 + CELL)
    if high < above:
        n = past_block(work, at, n, spare, UPPER, 2.0 * (high - z), x0, x0 + CELL, y0, y0 + CELL)
    return n


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _off(middle: Int, one: Real, two: Real, way: Int) -> tuple[Real, Real]:
    """How far off a place begins and ends along an axis that goes ``way``, 1 or -1, from ``middle``."""
    if way > 0:
        return one - middle, two - middle
    return middle - two, middle - one


@cython.cfunc
@cython.exceptval(check=False)
@cython.locals(dx=Int, dy=Int, ti=Int, tj=Int, i=Int, j=Int, i_first=Int, i_last=Int, x=Int, y=Int, n=Int)
@cython.locals(x0=Real, x1=Real, y0=Real, y1=Real, least=Real, most=Real, nearest=Real, farthest=Real, far=Real)
@cython.locals(near=Real, first=Real, last=Real, u=Real, low=Real, high=Real, rise=Real, t=Real)
@cython.locals(bottom=Int, top=Int, band=tuple[Int, Int, Int], spot=tuple[Int, Int, Int, Int, Int, Int])
@cython.locals(place=tuple[Real, Real, Real, Real])
def look_at(
    cells: Ints3, along_x: Ints3, along_y: Ints3, turned: Marks2, bare: Marks2, px: Int, py: Int, pz: Int,
    tx: Int, ty: Int, places: Reals2, which: Int, work: Reals3, out: Reals2, row: Int,
) -> Int:  # fmt: skip
    """Whether the corner of cells (px, py) at height pz is seen from inside a place in cell (tx, ty): 1 or 0.

    The place is row ``which`` of ``places``. ``work`` is room for pieces, ``LISTS`` times; 2 if it is not enough. Row
    ``row`` of ``out`` becomes a point there that sees the corner.
    """
    dx, dy = 1 if tx >= px else -1, 1 if ty >= py else -1
    ti, tj = tx - px if dx > 0 else px - 1 - tx, ty - py if dy > 0 else py - 1 - ty
    x0, x1 = _off(px * CELL, places[which, X0], places[which, X1], dx)
    y0, y1 = _off(py * CELL, places[which, Y0], places[which, Y1], dy)
    # They are twice a whole number each.
    bottom, top = int(places[which, BOTTOM] / 2), int(places[which, TOP] / 2)
    band = (pz, min(pz, bottom), max(pz, top))
    place = (
        places[which, BOTTOM] - 2 * pz,
        places[which, TOP] - 2 * pz,
        places[which, FLOOR] - 2 * pz,
        places[which, ROOF] - 2 * pz,
    )
    # No line that meets the place rises less or more than this.
    nearest, farthest = x0 + y0, x1 + y1
    least = place[0] / farthest if place[0] >= 0 else (place[0] / nearest if nearest > 0 else -STEEP)
    most = place[1] / farthest if place[1] <= 0 else (place[1] / nearest if nearest > 0 else STEEP)
    # Lists 0 and 1 are the pieces and room to change them in, 2 and 3 for bounds.
    n = add_piece(work, 0, 0, y0 / (y0 + x1), y1 / (y1 + x0), least, 0.0, most, 0.0)
    # How many cells on along x for each along y, in the first and the last direction still open.
    far, near = x1 / y0 if y0 > 0 else 1e6, x0 / y1
    for j in range(tj + 1):
        # The cells of this row that directions still open lead through; rounding leaves none out.
        i_first, i_last = int(j * near - MARGIN), int((j + 1) * far + MARGIN)
        for i in range(max(i_first, 0), min(i_last, ti) + 1):
            x, y = px + i if dx > 0 else px - 1 - i, py + j if dy > 0 else py - 1 - j
            if bare[y, x]:
                continue
            spot = (x, y, i, j, dx, dy)
            n = come(cells, along_x, along_y, turned, spot, band, work, 0, n, 1)
            if n > 0 and (i < ti or j < tj):
                n = leave(cells, turned, spot, band, work, 0, n, 1)
            if n == 0:
                return 0
            if n > work.shape[1]:
                return 2
            first, last = work[0, 0, FROM], work[0, n - 1, TO]
            far, near = (1 - first) / first if first > 0 else 1e6, (1 - last) / last
    u, low, high = meet(work, 0, 0, n, place, x0, x1, y0, y1, 2, 3)
    if u < 0:
        return 0
    rise = (low + high) / 2
    first = max(x0 / (1 - u), y0 / u)
    last = min(x1 / (1 - u), y1 / u)
    if rise > 0:
        first, last = max(first, place[0] / rise), min(last, place[1] / rise)
    elif rise < 0:
        first, last = max(first, place[1] / rise), min(last, place[0] / rise)
    t = (first + last) / 2
    out[row, 0], out[row, 1] = px * CELL + dx * t * (1 - u), py * CELL + dy * t * u
    out[row, 2] = 2 * pz + rise * t
    return 1
