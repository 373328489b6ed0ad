"""Slow, obvious answers about sight, sharing no code with the search: exact integers and fractions, every line tried.

Lengths are whole numbers (tests scale the boxes of a map by two, so that half steps are whole). A solid is a closed box
(x0, x1, y0, y1, z0, z1), a body's place an open one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cmp_to_key
from itertools import combinations

Rect = tuple[int, int, int, int]
"""x0, x1, y0, y1."""
Line = tuple[int, int, int, int]
"""A point and a direction, scaled by FINE."""

FINE = 10**8
"""Lines are shifted by one part in so many to pass a point on this side or on that."""


def corner_points(rects: Sequence[Rect]) -> list[tuple[int, int]]:
    """All corners, each once."""
    return sorted({(x, y) for x0, x1, y0, y1 in rects for x in (x0, x1) for y in (y0, y1)})


def all_lines(points: Sequence[tuple[int, int]]) -> Iterator[Line]:
    """A line of every way that lines can pass between the points.

    Any line can be moved until it touches two of the points; so the lines through two points, shifted a little to
    either side of each, go every way there is.
    """
    for (px, py), (qx, qy) in combinations(points, 2):
        nx, ny = py - qy, qx - px
        for s in (1, -1):
            for t in (1, -1):
                x, y = px * FINE + s * nx, py * FINE + s * ny
                yield x, y, qx * FINE + t * nx - x, qy * FINE + t * ny - y


def span(line: Line, rect: Rect) -> tuple[int, int] | None:
    """The stretch of the line in the closed rectangle, in a measure along the line that is whole at every crossing."""
    x, y, dx, dy = line
    x0, x1, y0, y1 = (FINE * v for v in rect)
    if dx == 0:
        if not x0 <= x <= x1:
            return None
        ends = [y0 - y, y1 - y] if dy > 0 else [y - y1, y - y0]
        return ends[0], ends[1]
    if dy == 0:
        if not y0 <= y <= y1:
            return None
        ends = [x0 - x, x1 - x] if dx > 0 else [x - x1, x - x0]
        return ends[0], ends[1]
    across = sorted(((v - x) * abs(dy) * (1 if dx > 0 else -1)) for v in (x0, x1))
    along = sorted(((v - y) * abs(dx) * (1 if dy > 0 else -1)) for v in (y0, y1))
    start, end = max(across[0], along[0]), min(across[1], along[1])
    return (start, end) if start <= end else None


def plan_sees(walls: Sequence[Rect], a: Rect, b: Rect) -> bool:
    """Whether inside points of two rectangles can be joined past closed rectangles, walls of any height."""
    for line in all_lines(corner_points([*walls, a, b])):
        of_a, of_b = span(line, a), span(line, b)
        if of_a is None or of_b is None or of_a[0] == of_a[1] or of_b[0] == of_b[1]:
            continue
        stretches = sorted(s for s in (span(line, wall) for wall in walls) if s is not None)
        free_from = min(of_a[0], of_b[0]) - 1
        end = max(of_a[1], of_b[1]) + 1
        for start, stop in [*stretches, (end, end)]:
            # Free strictly between free_from and start.
            if max(free_from, of_a[0]) < min(start, of_a[1]) and max(free_from, of_b[0]) < min(start, of_b[1]):
                return True
            free_from = max(free_from, stop)
    return False


def directions(point: tuple[int, int], rects: Sequence[Rect]) -> list[tuple[int, int]]:
    """A direction between each two neighbouring ones that lead from the point to a corner or along an axis."""
    found = {(1, 0), (0, 1), (-1, 0), (0, -1)}
    found |= {(x - point[0], y - point[1]) for x, y in corner_points(rects)} - {(0, 0)}

    def turn(d: tuple[int, int], e: tuple[int, int]) -> int:
        half = (d[1] < 0 or (d[1] == 0 and d[0] < 0)) - (e[1] < 0 or (e[1] == 0 and e[0] < 0))
        return half or -(d[0] * e[1] - d[1] * e[0])

    ordered = sorted(found, key=cmp_to_key(turn))
    out = []
    for d, e in zip(ordered, ordered[1:] + ordered[:1], strict=True):
        if d[0] * e[1] - d[1] * e[0] > 0:
            out.append((d[0] + e[0], d[1] + e[1]))
    return out


def plan_corner_seen(walls: Sequence[Rect], corner: tuple[int, int], b: Rect) -> bool:
    """Whether an inside point of a rectangle can be joined to a corner, touching walls at the corner only."""
    for dx, dy in directions(corner, [*walls, b]):
        line = (corner[0] * FINE, corner[1] * FINE, dx, dy)
        of_b = span(line, b)
        if of_b is None or of_b[1] <= 0 or of_b[0] == of_b[1]:
            continue
        stops = [max(s[0], 0) for s in (span(line, wall) for wall in walls) if s is not None and s[1] > 0]
        if max(of_b[0], 0) < min([*stops, of_b[1]]):
            return True
    return False
