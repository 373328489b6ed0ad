"""Whole fields past heights: what looks from the body's corners leave open is looked at one by one."""

import cython

if not cython.compiled:
    from game.spatial.field import UNIT
    from game.spatial.kernels.gather import corners, sees
    from game.spatial.kernels.horizon import steady
    from game.spatial.kernels.layout import Counts2, Flag, Int, Ints2, Ints3, Marks2, Marks3, Reals1, Reals2, Reals3


@cython.ccall
@cython.exceptval(check=False)
@cython.locals(both=Int, y=Int, x=Int, count=Int, corner=Int, cx=Int, cy=Int, top=Int, z=Int, found=Int, dx=Int, dy=Int)
@cython.locals(answer=Int, bits=Int, seen=Flag, there=Flag)
def field_past(
    cells: Ints3, along_x: Ints3, along_y: Ints3, turned: Marks2, bare: Marks2, busy: Marks2, ground: Ints2,
    ax: Int, ay: Int, az: Int, size: Int, level: Int, heads_level: Flag, asked: Marks2, ends: Marks2,
    plainly: Marks2, back: Marks2, surely: Marks2, reached: Ints2, feet: Int, heads: Int, ahead: Counts2,
    behind: Counts2, known: Marks3, places: Reals2, out: Reals2, line: Reals1, work: Reals3,
    rows: Reals2, polygons: Reals3, bounds: Reals3, sheets: Reals3, lists: Ints2,
) -> Flag:  # fmt: skip
    """A whole field past heights, for all cells ``asked`` about, whose ground lies at ``level``.

    ``asked`` and ``ends`` are the cells and the corners of cells that can be seen by the plan; ``plainly`` marks cells
    seen along level lines. ``back``, ``surely`` and ``reached`` are those of ``look_back``, ``feet`` and ``heads`` the
    bits of the heights a body there reaches from and to, 0 for none. ``ahead`` and ``behind`` become the counts
    of corners of a body of size 1 there that are seen, and of the body's own seen from there; they stay as they are
    where it is not seen.

    ``known``, zeros at first, is what is known of cell corners at the feet and at the heads, shape (2, height + 1,
    width + 1): 0 nothing, 1 hidden, 2 seen; four cells share each. ``places``, ``out`` and ``line`` are room for 2
    places, 8 points and two, ``work`` for pieces, the rest a desk: False if these are too small.
    """
    both = feet | heads if feet and heads else -1
    for y in range(asked.shape[0]):
        for x in range(asked.shape[1]):
            if not asked[y, x] or ground[y, x] != level:
                continue
            count = 0
            seen = plainly[y, x] > 0 or surely[y, x] > 0
            if seen and reached[y, x] & reached[y, x + 1] & reached[y + 1, x] & reached[y + 1, x + 1] & both == both:
                count = 8
            else:
                for corner in range(8):
                    cx, cy, top = x + (corner & 1), y + (corner >> 1 & 1), corner >> 2
                    z = level + top * UNIT
                    there = reached[cy, cx] & (heads if top == 1 else feet) != 0
                    if not there and ends[cy, cx]:
                        if heads_level and top == 1:
                            known[1, cy, cx] = 2
                        elif known[top, cy, cx] == 0:
                            found = corners(
                                cells,
                                along_x,
                                along_y,
                                turned,
                                bare,
                                ax,
                                ay,
                                az,
                                size,
                                cx,
                                cy,
                                z,
                                0,
                                1,
                                places,
                                work,
                                out,
                            )
                            if found < 0:
                                return False
                            known[top, cy, cx] = 1 + found
                        there = known[top, cy, cx] == 2
                    if there:
                        count += 1
                        if not seen and (ax >= cx or ax + size <= cx) and (ay >= cy or ay + size <= cy):
                            dx, dy = 1 if ax >= cx else -1, 1 if ay >= cy else -1
                            seen = steady(cells, along_x, along_y, cx, cy, z, corner, dx, dy)
                if not seen:
                    answer = sees(
                        cells, along_x, along_y, turned, busy, ax, ay, az, size, x, y, level, 1, places,
                        rows, polygons, bounds, sheets, lists, line,
                    )  # fmt: skip
                    if answer == 2:
                        return False
                    if answer == 0:
                        continue
            ahead[y, x] = count
            bits = back[y, x]
            bits = (bits & 0x55) + (bits >> 1 & 0x55)
            bits = (bits & 0x33) + (bits >> 2 & 0x33)
            behind[y, x] = (bits & 0x0F) + (bits >> 4)
    return True
