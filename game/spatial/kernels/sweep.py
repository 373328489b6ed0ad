"""Fields of sight in plan view: everything a cell sees, in one pass over the map.

``sweep`` is Duerig's precise permissive field of view made strict. A beam is a convex set of lines that all pass the
same way round every solid met so far: below the points of one list, above those of another. It is bounded by its
steepest and its shallowest line; every comparison is a cross product of integers, and a beam that would shrink to a
line or a point is never made, because solids are closed and only strict passing counts.

Coordinates inside a quadrant are half lattice steps from the source's corner, so that a slit's gap lies centred on
whole numbers. TL and BR are a solid's top-left and bottom-right corner with y up: a line that rises to the right passes
a solid above TL or below BR.

``plain`` marks bare cells; ``cells``, ``along_x`` and ``along_y`` hold widths of openings: UNIT or more, open; 0, wall;
between, a slit (negative for cells that one looks through along y). ``beams``, ``points`` and ``parts`` are room to
work in: ``layout.beams``.
"""

import cython

if not cython.compiled:
    from game.spatial.field import UNIT
    from game.spatial.kernels.columns import (
        ABOVE,
        BELOW,
        CELL,
        COLUMNS,
        DIAGONAL,
        FILL,
        FIRST,
        HDX,
        HDY,
        HX,
        HY,
        NEXT,
        SDX,
        SDY,
        SX,
        SY,
    )
    from game.spatial.kernels.layout import Byte, Counts2, Flag, Int, Ints2, Marks2


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _over(beams: Ints2, at: Int, px: Int, py: Int) -> Flag:
    """Whether some line of the beam passes over the point: it lies strictly right of the steepest.

    An upright steepest line is the limit of lines through the point it starts from, so what is below that is passed
    over.
    """
    over: Flag = beams[at, SDX] * (py - beams[at, SY]) - beams[at, SDY] * (px - beams[at, SX]) < 0
    if beams[at, SDX] == 0 and px == beams[at, SX]:
        over = py < beams[at, SY]
    return over


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _under(beams: Ints2, at: Int, px: Int, py: Int) -> Flag:
    """Whether some line of the beam passes under the point: it lies strictly left of the shallowest."""
    under: Flag = beams[at, HDX] * (py - beams[at, HY]) - beams[at, HDY] * (px - beams[at, HX]) > 0
    if beams[at, HDY] == 0 and py == beams[at, HY]:
        under = px < beams[at, HX]
    return under


@cython.cfunc
@cython.exceptval(check=False)
@cython.locals(node=Int, qx=Int, qy=Int)
def _hang(beams: Ints2, at: Int, px: Int, py: Int, points: Ints2, fill: Int) -> Int:
    """Make the beam pass under a point; the new fill of the pool of points."""
    points[fill, 0], points[fill, 1], points[fill, 2] = px, py, beams[at, ABOVE]
    beams[at, ABOVE] = fill
    node = beams[at, BELOW]
    beams[at, SX], beams[at, SY] = points[node, 0], points[node, 1]
    beams[at, SDX], beams[at, SDY] = px - beams[at, SX], py - beams[at, SY]
    node = points[node, 2]
    while node >= 0:
        qx, qy = points[node, 0], points[node, 1]
        if beams[at, SDX] * (qy - beams[at, SY]) - beams[at, SDY] * (qx - beams[at, SX]) > 0:
            beams[at, SX], beams[at, SY] = qx, qy
            beams[at, SDX], beams[at, SDY] = px - qx, py - qy
        node = points[node, 2]
    if beams[at, SDX] <= 0:  # lines never lean back: the steepest is upright
        beams[at, SX], beams[at, SY], beams[at, SDX], beams[at, SDY] = px, py, 0, 1
    return fill + 1


@cython.cfunc
@cython.exceptval(check=False)
@cython.locals(node=Int, qx=Int, qy=Int)
def _prop(beams: Ints2, at: Int, px: Int, py: Int, points: Ints2, fill: Int) -> Int:
    """Make the beam pass over a point; the new fill of the pool of points."""
    points[fill, 0], points[fill, 1], points[fill, 2] = px, py, beams[at, BELOW]
    beams[at, BELOW] = fill
    node = beams[at, ABOVE]
    beams[at, HX], beams[at, HY] = points[node, 0], points[node, 1]
    beams[at, HDX], beams[at, HDY] = px - beams[at, HX], py - beams[at, HY]
    node = points[node, 2]
    while node >= 0:
        qx, qy = points[node, 0], points[node, 1]
        if beams[at, HDX] * (qy - beams[at, HY]) - beams[at, HDY] * (qx - beams[at, HX]) < 0:
            beams[at, HX], beams[at, HY] = qx, qy
            beams[at, HDX], beams[at, HDY] = px - qx, py - qy
        node = points[node, 2]
    if beams[at, HDY] <= 0:  # nor do they fall: the shallowest is level
        beams[at, HX], beams[at, HY], beams[at, HDX], beams[at, HDY] = px, py, 1, 0
    return fill + 1


@cython.cfunc
@cython.exceptval(check=False)
@cython.locals(tlx=Int, tly=Int, brx=Int, bry=Int, at=Int, end=Int, column=Int, over=Flag, under=Flag)
def _cut(beams: Ints2, base: Int, top: Int, parts: Ints2, k: Int, points: Ints2, fill: Int) -> tuple[Int, Int]:
    """Take the lines that touch a solid out of the beams from ``base`` to ``top``; the new top and fill.

    Part k is the solid's TL and BR. Each beam that meets it leaves what passes over it and what passes under it,
    either of which may be nothing.
    """
    tlx, tly, brx, bry = parts[k, 0], parts[k, 1], parts[k, 2], parts[k, 3]
    at = base
    end = top
    while at < end:
        if _over(beams, at, brx, bry) and _under(beams, at, tlx, tly):
            over = _over(beams, at, tlx, tly)
            under = _under(beams, at, brx, bry)
            if not (over or under):
                end -= 1
                top -= 1
                for column in range(COLUMNS):
                    beams[at, column] = beams[end, column]
                    beams[end, column] = beams[top, column]
                continue
            if over and under:
                for column in range(COLUMNS):
                    beams[top, column] = beams[at, column]
                top += 1
            if over:
                fill = _prop(beams, top - 1 if under else at, tlx, tly, points, fill)
            if under:
                fill = _hang(beams, at, brx, bry, points, fill)
        at += 1
    return top, fill


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _part(parts: Ints2, n: Int, tlx: Int, tly: Int, brx: Int, bry: Int) -> Int:
    """Note a solid by its TL and BR; the new number of parts."""
    parts[n, 0], parts[n, 1], parts[n, 2], parts[n, 3] = tlx, tly, brx, bry
    return n + 1


@cython.cfunc
@cython.exceptval(check=False)
def _upright(parts: Ints2, n: Int, x: Int, y: Int, width: Int, shift: Int) -> Int:
    """Note the parts of an upright side with a gap, or of a cell one looks through along x (``shift`` its depth)."""
    n = _part(parts, n, x, y + UNIT - width, x + shift, y)
    return _part(parts, n, x, y + CELL, x + shift, y + UNIT + width)


@cython.cfunc
@cython.exceptval(check=False)
def _level(parts: Ints2, n: Int, x: Int, y: Int, width: Int, shift: Int) -> Int:
    """Note the parts of a level side with a gap, or of a cell one looks through along y."""
    n = _part(parts, n, x, y + shift, x + UNIT - width, y)
    return _part(parts, n, x + UNIT + width, y + shift, x + CELL, y)


@cython.cfunc
@cython.exceptval(check=False)
@cython.locals(nx=Int, ny=Int, room=Int, fill=Int, top=Int, n=Int, at=Int, s=Int, low=Int, high=Int, a=Int, b=Int)
@cython.locals(ahead=Int, behind=Int, step=Int, x=Int, y=Int, cx=Int, cy=Int, inner=Int, left=Int, bottom=Int)
@cython.locals(x0=Int, y0=Int, free_x0=Int, free_x1=Int, free_y0=Int, free_y1=Int, test=Int, end=Int, k=Int, m=Int)
@cython.locals(want_corners=Flag, alive=Flag, fresh=Flag, split=Flag)
def sweep(
    plain: Marks2, cells: Ints2, along_x: Ints2, along_y: Ints2, ox: Int, oy: Int, dx: Int, dy: Int, point: Flag,
    sx0: Int, sx1: Int, sy0: Int, sy1: Int, seen: Marks2, corners: Marks2, add: Byte,
    beams: Ints2, points: Ints2, parts: Ints2,
) -> Flag:  # fmt: skip
    """Look from a source into one quadrant of the map. False if there is no more room: try again with more.

    The quadrant starts at cell (ox, oy) and grows towards (dx, dy), each 1 or -1. The source is the rectangle sx0..sx1,
    sy0..sy1 in half steps, or, if ``point``, the origin. Adds ``add`` to ``seen`` at all cells seen; marks ``corners``
    at the map's cell corners seen, unless looking from a point, when they are not asked for.
    """
    nx = cells.shape[1] - ox if dx > 0 else ox + 1
    ny = cells.shape[0] - oy if dy > 0 else oy + 1
    if nx <= 0 or ny <= 0:
        return True
    want_corners = not point
    room = beams.shape[0]
    # Lines rise, pass under the source's top-left corner and over its bottom-right one; all but upright and level ones.
    points[0, 0], points[0, 1], points[0, 2] = sx0, sy1, -1
    points[1, 0], points[1, 1], points[1, 2] = sx1, sy0, -1
    fill = 2
    beams[0, SX], beams[0, SY], beams[0, SDX], beams[0, SDY], beams[0, ABOVE] = sx0, sy1, 0, 1, 0
    beams[0, HX], beams[0, HY], beams[0, HDX], beams[0, HDY], beams[0, BELOW] = sx1, sy0, 1, 0, 1
    top = 1
    if not point:
        # The source's own cell is seen; of a slit's cheeks only the one ahead can stand in the way.
        seen[oy, ox] |= add
        if sy1 < CELL:
            _part(parts, 0, 0, CELL, CELL, sy1)
        else:
            _part(parts, 0, sx1, CELL, CELL, 0)
        if sy1 < CELL or sx1 < CELL:
            top, fill = _cut(beams, 0, 1, parts, 0, points, fill)
    for n in range(top):
        beams[n, DIAGONAL], beams[n, NEXT], beams[n, FIRST], beams[n, FILL] = 0 if point else 1, -1, 0, fill
    while top > 0:
        top -= 1
        at = top
        fill = beams[at, FILL]
        alive = True
        while alive:
            s = beams[at, DIAGONAL]
            if s >= nx + ny:
                break
            low = s - ny if s > ny else 0
            high = s if s < nx else nx
            fresh = beams[at, NEXT] < 0
            a = max(beams[at, FIRST], low)
            # Along the diagonal corners come nearer to both lines by the same amount each: ahead of the steepest while
            # ``ahead`` is negative, behind the shallowest while ``behind`` is positive.
            ahead = beams[at, SDX] * ((s - a) * CELL - beams[at, SY]) - beams[at, SDY] * (
                (a + 1) * CELL - beams[at, SX]
            )
            step = CELL * (beams[at, SDX] + beams[at, SDY])
            while a <= high and ahead >= 0 and not (ahead == 0 and _over(beams, at, (a + 1) * CELL, (s - a) * CELL)):
                a += 1
                ahead -= step
            beams[at, FIRST] = a
            x = max(beams[at, NEXT], a)
            behind = beams[at, HDX] * ((s - x + 1) * CELL - beams[at, HY]) - beams[at, HDY] * (x * CELL - beams[at, HX])
            step = CELL * (beams[at, HDX] + beams[at, HDY])
            b = x - 1
            while b < high and behind > 0:
                b += 1
                behind -= step
            if b < high and behind == 0 and _under(beams, at, (b + 1) * CELL, (s - b) * CELL):
                b += 1
            if fresh and b < x:
                break
            if fresh and want_corners:
                # The corners on this diagonal count before its cells do: solids may touch them from the sides.
                for n in range(x + 1, b + 1):
                    corners[oy + dy * (s - n + 1) + (dy < 0), ox + dx * n + (dx < 0)] = 1
            split = False
            while x <= b:
                y = s - x
                if x < nx and y < ny:
                    cx = ox + dx * x
                    cy = oy + dy * y
                    if plain[cy, cx]:
                        seen[cy, cx] |= add
                        x += 1
                        continue
                    inner = cells[cy, cx]
                    left = along_x[cy, cx + (dx < 0)] if x > 0 else UNIT
                    bottom = along_y[cy + (dy < 0), cx] if y > 0 else UNIT
                    if inner >= UNIT and left >= UNIT and bottom >= UNIT:
                        seen[cy, cx] |= add
                    else:
                        if top + 40 > room or fill + 80 > 4 * room:
                            return False
                        # The cell's solids in the order lines meet them; its free part is tested before part ``test``.
                        x0, y0 = x * CELL, y * CELL
                        free_x0, free_x1, free_y0, free_y1 = x0, x0 + CELL, y0, y0 + CELL
                        n = 0
                        if left <= 0:
                            n = _part(parts, n, x0, y0 + CELL, x0, y0)
                        elif left < UNIT:
                            n = _upright(parts, n, x0, y0, left, 0)
                        if bottom <= 0:
                            n = _part(parts, n, x0, y0, x0 + CELL, y0)
                        elif bottom < UNIT:
                            n = _level(parts, n, x0, y0, bottom, 0)
                        test = n
                        if inner == 0:
                            test = -1
                            n = _part(parts, n, x0, y0 + CELL, x0 + CELL, y0)
                        elif 0 < inner < UNIT:
                            n = _upright(parts, n, x0, y0, inner, CELL)
                            free_y0, free_y1 = y0 + UNIT - inner, y0 + UNIT + inner
                            test += 1
                        elif inner < 0:
                            n = _level(parts, n, x0, y0, -inner, CELL)
                            free_x0, free_x1 = x0 + UNIT + inner, x0 + UNIT - inner
                            test += 1
                        end = top + 1
                        for k in range(n + 1):
                            if k == test:
                                for m in range(top, end):
                                    if _over(beams, m, free_x1, free_y0) and _under(beams, m, free_x0, free_y1):
                                        seen[cy, cx] |= add
                            if k < n:
                                end, fill = _cut(beams, top, end, parts, k, points, fill)
                        for n in range(top, end):
                            beams[n, DIAGONAL], beams[n, NEXT], beams[n, FILL] = s, x + 1, fill
                        top = end
                        split = True
                        break
                x += 1
            if split:
                alive = False
            else:
                beams[at, DIAGONAL], beams[at, NEXT] = s + 1, -1
    return True


@cython.ccall
@cython.exceptval(check=False)
@cython.locals(corner=Int, px=Int, py=Int, quadrant=Int, dx=Int, dy=Int)
def back_field(
    plain: Marks2, cells: Ints2, along_x: Ints2, along_y: Ints2, ax: Int, ay: Int, size: Int, back: Marks2,
    beams: Ints2, points: Ints2, parts: Ints2,
) -> Flag:  # fmt: skip
    """From where the corners of a body are seen in plan view.

    ``back`` gets bit n where corner n is seen from, corners counted north-west, north-east, south-west, south-east.
    False if there is no more room: try again with more.
    """
    for corner in range(4):
        px, py = ax + size * (corner % 2), ay + size * (corner // 2)
        for quadrant in range(4):
            dx = 1 if quadrant % 2 == 0 else -1
            dy = 1 if quadrant < 2 else -1
            if not sweep(
                plain, cells, along_x, along_y, px - (dx < 0), py - (dy < 0), dx, dy, True, 0, 0, 0, 0,
                back, back, 1 << corner, beams, points, parts,
            ):  # fmt: skip
                return False
    return True


@cython.ccall
@cython.exceptval(check=False)
@cython.locals(width=Int, sx0=Int, sx1=Int, sy0=Int, sy1=Int, quadrant=Int, dx=Int, dy=Int)
def plan_field(
    plain: Marks2, cells: Ints2, along_x: Ints2, along_y: Ints2, ax: Int, ay: Int, seen: Marks2, corners: Marks2,
    beams: Ints2, points: Ints2, parts: Ints2,
) -> Flag:  # fmt: skip
    """Everything cell (ax, ay) sees in plan view.

    ``seen`` (height, width) and ``corners`` (height + 1, width + 1) become 1 where seen. False if there is no more
    room: try again with more.
    """
    width = cells[ay, ax]
    if width == 0:
        return True
    sx0, sx1, sy0, sy1 = 0, CELL, 0, CELL
    if 0 < width < UNIT:
        sy0, sy1 = UNIT - width, UNIT + width
    elif width < 0:
        sx0, sx1 = UNIT + width, UNIT - width
    for quadrant in range(4):
        dx = 1 if quadrant % 2 == 0 else -1
        dy = 1 if quadrant < 2 else -1
        if not sweep(
            plain, cells, along_x, along_y, ax, ay, dx, dy, False, sx0, sx1, sy0, sy1,
            seen, corners, 1, beams, points, parts,
        ):  # fmt: skip
            return False
    return True


@cython.ccall
@cython.exceptval(check=False)
@cython.locals(y=Int, x=Int, mark=Byte, sharp=Byte, bits=Byte)
def tally(seen: Marks2, ends: Marks2, back: Marks2, corners: Counts2, corners_back: Counts2) -> cython.void:
    """Count corners for every cell seen, feet and head alike: 0 to 8; what is not seen is left as it is."""
    for y in range(seen.shape[0]):
        for x in range(seen.shape[1]):
            # Worked out for every cell, without a branch: so compilers do many cells in one step.
            mark = seen[y, x] != 0
            sharp = ends[y, x] + ends[y, x + 1] + ends[y + 1, x] + ends[y + 1, x + 1]
            bits = back[y, x]
            bits = (bits & 5) + (bits >> 1 & 5)
            bits = (bits & 3) + (bits >> 2)
            corners[y, x] = mark * 2 * sharp + (1 - mark) * corners[y, x]
            corners_back[y, x] = mark * 2 * bits + (1 - mark) * corners_back[y, x]
