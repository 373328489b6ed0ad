"""Compiled fields of sight in plan view: everything a cell sees, in one pass over the map.

``sweep`` is Duerig's precise permissive field of view made strict. A beam is a convex set of lines that all pass the
same way round every solid met so far: below the points of one list, above those of another. It is bounded by its
steepest and its shallowest line; every comparison is a cross product of integers, and a beam that would shrink to a
line or a point is never made, because solids are closed and only strict passing counts.

Coordinates inside a quadrant are half lattice steps from the source's corner, so that a slit's gap lies centred on
whole numbers. TL and BR are a solid's top-left and bottom-right corner with y up: a line that rises to the right passes
a solid above TL or below BR.
"""

from __future__ import annotations

import numpy as np

from game.spatial.field import UNIT
from game.spatial.kernels.compiling import compiled

CELL = 2 * UNIT
WALLS = "boolean[:, ::1], int64[:, ::1], int64[:, ::1], int64[:, ::1]"
"""The types of bare cells and of the widths of openings: of cells, of sides along x, of sides along y."""
MARKS = "uint8[:, ::1]"

# Columns of a beam: a point of and the direction along its steepest line, the same for its shallowest; the newest
# point of the chains above and below; the diagonal, the next and the first cell to look at; the pool's fill then.
SX, SY, SDX, SDY, HX, HY, HDX, HDY, ABOVE, BELOW, DIAGONAL, NEXT, FIRST, FILL = range(14)
COLUMNS = 14
ROOM = 128
"""Beams there is room for at first, and a quarter of the points. Arrays that grew on the way would slow every loop."""


@compiled("boolean(int64[::1], int64, int64)", owns=False)
def _over(beam, px, py):  # type: ignore[no-untyped-def]
    """Whether some line of the beam passes over the point: it lies strictly right of the steepest.

    An upright steepest line is the limit of lines through the point it starts from, so what is below that is passed
    over.
    """
    if beam[SDX] == 0 and px == beam[SX]:
        return py < beam[SY]
    return beam[SDX] * (py - beam[SY]) - beam[SDY] * (px - beam[SX]) < 0


@compiled("boolean(int64[::1], int64, int64)", owns=False)
def _under(beam, px, py):  # type: ignore[no-untyped-def]
    """Whether some line of the beam passes under the point: it lies strictly left of the shallowest."""
    if beam[HDY] == 0 and py == beam[HY]:
        return px < beam[HX]
    return beam[HDX] * (py - beam[HY]) - beam[HDY] * (px - beam[HX]) > 0


@compiled("int64(int64[::1], int64, int64, int64[:, ::1], int64)", owns=False)
def _hang(beam, px, py, points, fill):  # type: ignore[no-untyped-def]
    """Make the beam pass under a point; the new fill of the pool of points."""
    points[fill, 0], points[fill, 1], points[fill, 2] = px, py, beam[ABOVE]
    beam[ABOVE] = fill
    node = beam[BELOW]
    beam[SX], beam[SY] = points[node, 0], points[node, 1]
    beam[SDX], beam[SDY] = px - beam[SX], py - beam[SY]
    node = points[node, 2]
    while node >= 0:
        qx, qy = points[node, 0], points[node, 1]
        if beam[SDX] * (qy - beam[SY]) - beam[SDY] * (qx - beam[SX]) > 0:
            beam[SX], beam[SY] = qx, qy
            beam[SDX], beam[SDY] = px - qx, py - qy
        node = points[node, 2]
    if beam[SDX] <= 0:  # lines never lean back: the steepest is upright
        beam[SX], beam[SY], beam[SDX], beam[SDY] = px, py, 0, 1
    return fill + 1


@compiled("int64(int64[::1], int64, int64, int64[:, ::1], int64)", owns=False)
def _prop(beam, px, py, points, fill):  # type: ignore[no-untyped-def]
    """Make the beam pass over a point; the new fill of the pool of points."""
    points[fill, 0], points[fill, 1], points[fill, 2] = px, py, beam[BELOW]
    beam[BELOW] = fill
    node = beam[ABOVE]
    beam[HX], beam[HY] = points[node, 0], points[node, 1]
    beam[HDX], beam[HDY] = px - beam[HX], py - beam[HY]
    node = points[node, 2]
    while node >= 0:
        qx, qy = points[node, 0], points[node, 1]
        if beam[HDX] * (qy - beam[HY]) - beam[HDY] * (qx - beam[HX]) < 0:
            beam[HX], beam[HY] = qx, qy
            beam[HDX], beam[HDY] = px - qx, py - qy
        node = points[node, 2]
    if beam[HDY] <= 0:  # nor do they fall: the shallowest is level
        beam[HX], beam[HY], beam[HDX], beam[HDY] = px, py, 1, 0
    return fill + 1


@compiled("UniTuple(int64, 2)(int64[:, ::1], int64, int64, int64[::1], int64[:, ::1], int64)", owns=False)
def _cut(beams, base, top, part, points, fill):  # type: ignore[no-untyped-def]
    """Take the lines that touch a solid out of the beams from ``base`` to ``top``; the new top and fill.

    ``part`` is the solid's TL and BR. Each beam that meets it leaves what passes over it and what passes under it,
    either of which may be nothing.
    """
    tlx, tly, brx, bry = part[0], part[1], part[2], part[3]
    at = base
    end = top
    while at < end:
        beam = beams[at]
        if _over(beam, brx, bry) and _under(beam, tlx, tly):
            over = _over(beam, tlx, tly)
            under = _under(beam, brx, bry)
            if not (over or under):
                end -= 1
                top -= 1
                for column in range(COLUMNS):
                    beams[at, column] = beams[end, column]
                    beams[end, column] = beams[top, column]
                continue
            if over and under:
                for column in range(COLUMNS):
                    beams[top, column] = beam[column]
                top += 1
            if over:
                fill = _prop(beams[top - 1] if under else beam, tlx, tly, points, fill)
            if under:
                fill = _hang(beam, brx, bry, points, fill)
        at += 1
    return top, fill


@compiled("int64(int64[:, ::1], int64, int64, int64, int64, int64)", owns=False)
def _part(parts, n, tlx, tly, brx, bry):  # type: ignore[no-untyped-def]
    """Note a solid by its TL and BR; the new number of parts."""
    parts[n, 0], parts[n, 1], parts[n, 2], parts[n, 3] = tlx, tly, brx, bry
    return n + 1


@compiled("int64(int64[:, ::1], int64, int64, int64, int64, int64)", owns=False)
def _upright(parts, n, x, y, width, shift):  # type: ignore[no-untyped-def]
    """Note the parts of an upright side with a gap, or of a cell one looks through along x (``shift`` its depth)."""
    n = _part(parts, n, x, y + UNIT - width, x + shift, y)
    return _part(parts, n, x, y + CELL, x + shift, y + UNIT + width)


@compiled("int64(int64[:, ::1], int64, int64, int64, int64, int64)", owns=False)
def _level(parts, n, x, y, width, shift):  # type: ignore[no-untyped-def]
    """Note the parts of a level side with a gap, or of a cell one looks through along y."""
    n = _part(parts, n, x, y + shift, x + UNIT - width, y)
    return _part(parts, n, x + UNIT + width, y + shift, x + CELL, y)


@compiled(
    f"boolean({WALLS}, int64, int64, int64, int64, boolean, int64, int64, int64, int64,"
    f" {MARKS}, {MARKS}, uint8, int64[:, ::1], int64[:, ::1], int64[:, ::1])",
    owns=False,
)
def sweep(  # type: ignore[no-untyped-def]
    plain, cells, along_x, along_y, ox, oy, dx, dy, point, sx0, sx1, sy0, sy1, seen, corners, add, beams, points, parts
):
    """Look from a source into one quadrant of the map. False if there is no more room: try again with more.

    ``cells``, ``along_x`` and ``along_y`` hold widths of openings: UNIT or more, open; 0, wall; between, a slit
    (negative for cells that one looks through along y). The quadrant starts at cell (ox, oy) and grows towards (dx,
    dy), each 1 or -1. The source is the rectangle sx0..sx1, sy0..sy1 in half steps, or, if ``point``, the origin.
    ``beams``, ``points`` and ``parts`` are ``_room``. Adds ``add`` to ``seen`` at all cells seen; marks ``corners`` (if
    it has any size) at the map's cell corners seen.
    """
    height, width = cells.shape
    nx = width - ox if dx > 0 else ox + 1
    ny = height - oy if dy > 0 else oy + 1
    if nx <= 0 or ny <= 0:
        return True
    want_corners = corners.size > 0
    room = beams.shape[0]
    # Lines rise, pass under the source's top-left corner and over its bottom-right one; all but upright and level ones.
    points[0, 0], points[0, 1], points[0, 2] = sx0, sy1, -1
    points[1, 0], points[1, 1], points[1, 2] = sx1, sy0, -1
    fill = 2
    first = beams[0]
    first[SX], first[SY], first[SDX], first[SDY], first[ABOVE] = sx0, sy1, 0, 1, 0
    first[HX], first[HY], first[HDX], first[HDY], first[BELOW] = sx1, sy0, 1, 0, 1
    top = 1
    if not point:
        # The source's own cell is seen; of a slit's cheeks only the one ahead can stand in the way.
        seen[oy, ox] |= add
        if sy1 < CELL:
            _part(parts, 0, 0, CELL, CELL, sy1)
        else:
            _part(parts, 0, sx1, CELL, CELL, 0)
        if sy1 < CELL or sx1 < CELL:
            top, fill = _cut(beams, 0, 1, parts[0], points, fill)
    for n in range(top):
        beams[n, DIAGONAL], beams[n, NEXT], beams[n, FIRST], beams[n, FILL] = 0 if point else 1, -1, 0, fill
    while top > 0:
        top -= 1
        beam = beams[top]
        fill = beam[FILL]
        alive = True
        while alive:
            s = beam[DIAGONAL]
            if s >= nx + ny:
                break
            low = s - ny if s > ny else 0
            high = s if s < nx else nx
            fresh = beam[NEXT] < 0
            a = max(beam[FIRST], low)
            # Along the diagonal corners come nearer to both lines by the same amount each: ahead of the steepest while
            # ``ahead`` is negative, behind the shallowest while ``behind`` is positive.
            ahead = beam[SDX] * ((s - a) * CELL - beam[SY]) - beam[SDY] * ((a + 1) * CELL - beam[SX])
            step = CELL * (beam[SDX] + beam[SDY])
            while a <= high and ahead >= 0 and not (ahead == 0 and _over(beam, (a + 1) * CELL, (s - a) * CELL)):
                a += 1
                ahead -= step
            beam[FIRST] = a
            x = max(beam[NEXT], a)
            behind = beam[HDX] * ((s - x + 1) * CELL - beam[HY]) - beam[HDY] * (x * CELL - beam[HX])
            step = CELL * (beam[HDX] + beam[HDY])
            b = x - 1
            while b < high and behind > 0:
                b += 1
                behind -= step
            if b < high and behind == 0 and _under(beam, (b + 1) * CELL, (s - b) * CELL):
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
                                    if _over(beams[m], free_x1, free_y0) and _under(beams[m], free_x0, free_y1):
                                        seen[cy, cx] |= add
                            if k < n:
                                end, fill = _cut(beams, top, end, parts[k], points, fill)
                        for n in range(top, end):
                            beams[n, DIAGONAL], beams[n, NEXT], beams[n, FILL] = s, x + 1, fill
                        top = end
                        split = True
                        break
                x += 1
            if split:
                alive = False
            else:
                beam[DIAGONAL], beam[NEXT] = s + 1, -1
    return True


@compiled("UniTuple(int64[:, ::1], 3)(int64)")
def _room(beams):  # type: ignore[no-untyped-def]
    """Room for so many beams, for points, and for a cell's parts."""
    return np.empty((beams, COLUMNS), np.int64), np.empty((4 * beams, 3), np.int64), np.empty((6, 4), np.int64)


@compiled(f"void({WALLS}, int64, int64, int64, {MARKS})")
def back_field(plain, cells, along_x, along_y, ax, ay, size, back):  # type: ignore[no-untyped-def]
    """From where the corners of a body are seen in plan view.

    ``back`` gets bit n where corner n is seen from, corners counted north-west, north-east, south-west, south-east.
    """
    none, room = np.empty((0, 0), np.uint8), _room(ROOM)
    for corner in range(4):
        px, py = ax + size * (corner % 2), ay + size * (corner // 2)
        for quadrant in range(4):
            dx = 1 if quadrant % 2 == 0 else -1
            dy = 1 if quadrant < 2 else -1
            ox, oy, add = px - (dx < 0), py - (dy < 0), 1 << corner
            while not sweep(plain, cells, along_x, along_y, ox, oy, dx, dy, True, 0, 0, 0, 0, back, none, add, *room):
                room = _room(2 * room[0].shape[0])


@compiled(f"void({WALLS}, int64, int64, {MARKS}, {MARKS})")
def plan_field(plain, cells, along_x, along_y, ax, ay, seen, corners):  # type: ignore[no-untyped-def]
    """Everything cell (ax, ay) sees in plan view.

    ``seen`` (height, width) and ``corners`` (height + 1, width + 1) become 1 where seen.
    """
    width = cells[ay, ax]
    sx0, sx1, sy0, sy1 = 0, CELL, 0, CELL
    if 0 < width < UNIT:
        sy0, sy1 = UNIT - width, UNIT + width
    elif width < 0:
        sx0, sx1 = UNIT + width, UNIT - width
    room = _room(ROOM)
    for quadrant in range(4):
        dx = 1 if quadrant % 2 == 0 else -1
        dy = 1 if quadrant < 2 else -1
        while width != 0 and not sweep(
            plain, cells, along_x, along_y, ax, ay, dx, dy, False, sx0, sx1, sy0, sy1, seen, corners, 1, *room
        ):
            room = _room(2 * room[0].shape[0])


@compiled("void(uint8[:, ::1], uint8[:, ::1], uint8[:, ::1], int8[:, ::1], int8[:, ::1])", owns=False)
def tally(seen, ends, back, corners, corners_back):  # type: ignore[no-untyped-def]
    """Count corners for every cell seen, feet and head alike: 0 to 8; what is not seen is left as it is."""
    height, width = seen.shape
    for y in range(height):
        for x in range(width):
            if seen[y, x]:
                corners[y, x] = 2 * (ends[y, x] + ends[y, x + 1] + ends[y + 1, x] + ends[y + 1, x + 1])
                bits = back[y, x]
                corners_back[y, x] = 2 * ((bits & 1) + (bits >> 1 & 1) + (bits >> 2 & 1) + (bits >> 3 & 1))
