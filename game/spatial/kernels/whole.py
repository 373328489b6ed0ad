"""Compiled whole fields past heights: what looks from the body's corners leave open is looked at one by one."""

from __future__ import annotations

import numpy as np

from game.spatial.field import UNIT
from game.spatial.kernels.compiling import compiled
from game.spatial.kernels.gather import corners, sees
from game.spatial.kernels.horizon import steady
from game.spatial.kernels.onward import BARE, LAYERS, WORK
from game.spatial.kernels.pair import DESK
from game.spatial.kernels.sweep import MARKS


@compiled(
    f"boolean({LAYERS}, {BARE}, {BARE}, int64[:, ::1], int64, int64, int64, int64, int64, boolean, {MARKS}, {MARKS},"
    f" {MARKS}, {MARKS}, {MARKS}, int64[:, ::1], int64, int64, int8[:, ::1], int8[:, ::1], {WORK}, {DESK})",
)
def field_past(  # type: ignore[no-untyped-def]
    cells,
    along_x,
    along_y,
    turned,
    bare,
    busy,
    ground,
    ax,
    ay,
    az,
    size,
    level,
    heads_level,
    asked,
    ends,
    plainly,
    back,
    surely,
    reached,
    feet,
    heads,
    ahead,
    behind,
    work,
    room,
):
    """A whole field past heights, for all cells ``asked`` about, whose ground lies at ``level``.

    ``asked`` and ``ends`` are the cells and the corners of cells that can be seen by the plan; ``plainly`` marks cells
    seen along level lines. ``back``, ``surely`` and ``reached`` are those of ``look_back``, ``feet`` and ``heads`` the
    bits of the heights a body there reaches from and to, 0 for none. ``ahead`` and ``behind`` become the counts
    of corners of a body of size 1 there that are seen, and of the body's own seen from there; they stay as they are
    where it is not seen. ``work`` is room for pieces, ``room`` a desk: False if they are too small.
    """
    height, width = asked.shape
    a, places = np.empty(8, np.float64), np.empty((2, 8), np.float64)
    out, line = np.empty((8, 3), np.float64), np.empty(6, np.float64)
    # What is known of cell corners at the feet and at the heads: 0 nothing, 1 hidden, 2 seen. Four cells share each.
    known = np.zeros((2, height + 1, width + 1), np.uint8)
    both = feet | heads if feet and heads else -1
    for y in range(height):
        for x in range(width):
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
                                cells, along_x, along_y, turned, bare, ax, ay, az, size, cx, cy, z, 0, 1, a, work, out
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
                        cells, along_x, along_y, turned, busy, ax, ay, az, size, x, y, level, 1, places, room, line
                    )
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
