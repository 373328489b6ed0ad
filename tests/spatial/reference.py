"""Slow, obvious answers about sight, sharing no code with the search: exact integers and fractions, every line tried.

Lengths are whole numbers (tests scale the boxes of a map by two, so that half steps are whole). A solid is a closed box
(x0, x1, y0, y1, z0, z1), a body's place an open one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cmp_to_key
from itertools import combinations, pairwise
from math import gcd
from typing import TypeVar

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


Some = TypeVar("Some", Rect, "Solid")


def around(solids: Sequence[Some], *rects: Rect) -> list[Some]:
    """The solids that reach into the rectangle around some: lines between those lie in it."""
    x0, x1, y0, y1 = (end(r[n] for r in rects) for n, end in enumerate((min, max, min, max)))
    return [s for s in solids if s[0] < x1 and s[1] > x0 and s[2] < y1 and s[3] > y0]


def plan_sees(walls: Sequence[Rect], a: Rect, b: Rect) -> bool:
    """Whether inside points of two rectangles can be joined past closed rectangles, walls of any height."""
    walls = around(walls, a, b)
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
    ordered = sorted_directions(point, rects)
    turns = zip(ordered, ordered[1:] + ordered[:1], strict=True)
    return [(d[0] + e[0], d[1] + e[1]) for d, e in turns if d[0] * e[1] - d[1] * e[0] > 0]


def plan_corner_seen(walls: Sequence[Rect], corner: tuple[int, int], b: Rect) -> bool:
    """Whether an inside point of a rectangle can be joined to a corner, touching walls at the corner only."""
    walls = around(walls, (corner[0], corner[0], corner[1], corner[1]), b)
    for dx, dy in directions(corner, [*walls, b]):
        line = (corner[0] * FINE, corner[1] * FINE, dx, dy)
        of_b = span(line, b)
        if of_b is None or of_b[1] <= 0 or of_b[0] == of_b[1]:
            continue
        stops = [max(s[0], 0) for s in (span(line, wall) for wall in walls) if s is not None and s[1] > 0]
        if max(of_b[0], 0) < min([*stops, of_b[1]]):
            return True
    return False


# --- with heights: every way in plan, and on each every way up and down ---

Solid = tuple[int, int, int, int, int, int]
"""x0, x1, y0, y1, z0, z1, closed."""
Free = Solid
"""The same, open: a place's inside."""


def free_parts(solids: Sequence[Solid], cube: Free, cell: int) -> list[Free]:
    """A body's cube cut into cells, each less the solids in it (whole cells or the cheeks of slits)."""
    x0, x1, y0, y1, z0, z1 = cube
    out = []
    for x in range(x0, x1, cell):
        for y in range(y0, y1, cell):
            a, b, c, d, low, high = x, x + cell, y, y + cell, z0, z1
            for p0, p1, q0, q1, r0, r1 in solids:
                if p1 <= a or p0 >= b or q1 <= c or q0 >= d or r1 <= low or r0 >= high or p0 == p1 or q0 == q1:
                    continue
                if p0 <= a and p1 >= b and q0 <= c and q1 >= d:
                    low, high = (max(low, r1), high) if r0 <= low else (low, min(high, r0))
                elif q0 <= c and q1 >= d:
                    a, b = (p1, b) if p0 <= a else (a, p0)
                else:
                    c, d = (q1, d) if q0 <= c else (c, q0)
            if low < high and a < b and c < d:
                out.append((a, b, c, d, low, high))
    return out


def stretches(solids: Sequence[Solid], x: float, y: float, dx: float, dy: float) -> list[tuple[float, float, int, int]]:
    """What a plan line meets: from where to where along it, and the heights of the solid there."""
    out = []
    for x0, x1, y0, y1, z0, z1 in solids:
        start, end = -1e30, 1e30
        for low, high, at, way in ((x0, x1, x, dx), (y0, y1, y, dy)):
            if abs(way) < 1e-12:
                if not low <= at <= high:
                    start, end = 1.0, 0.0
            else:
                one, two = (low - at) / way, (high - at) / way
                start, end = max(start, min(one, two)), min(end, max(one, two))
        if start <= end:
            out.append((start, end, z0, z1))
    return out


def clear(met: Sequence[tuple[float, float, int, int]], t0: float, z0: float, t1: float, z1: float) -> bool:
    """Whether the segment over a plan line from t0 to t1 touches none of the solids the plan line meets."""
    for start, end, low, high in met:
        a, b = max(start, t0), min(end, t1)
        if a <= b:
            at = [z0 + (z1 - z0) * (t - t0) / (t1 - t0) for t in (a, b)]
            if max(at) >= low and min(at) <= high:
                return False
    return True


def between(solids: Sequence[Solid], low: int, high: int) -> list[Solid]:
    """The solids that lines strictly between two heights can touch."""
    return [s for s in solids if s[5] > low and s[4] < high]


def corner_seen(solids: Sequence[Solid], corner: tuple[int, int, int], b: Free) -> bool:
    """Whether an inside point of ``b`` is joined to the corner: every class of directions, in plan and up and down."""
    cx, cy, cz = corner
    solids = around(between(solids, min(cz, b[4]), max(cz, b[5])), (cx, cx, cy, cy), b[:4])
    rects = [s[:4] for s in solids]
    edge = sorted_directions((cx, cy), [*rects, b[:4]])
    for d, e in zip(edge, edge[1:] + edge[:1], strict=True):
        if d[0] * e[1] - d[1] * e[0] <= 0:
            continue
        mid = span((cx * FINE, cy * FINE, d[0] + e[0], d[1] + e[1]), b[:4])
        if mid is None or mid[1] <= 0 or mid[0] == mid[1]:
            continue

        def heights(
            w: float, d: tuple[int, int] = d, e: tuple[int, int] = e
        ) -> tuple[list[float], list[tuple[float, float, int, int]]]:
            """All rises that matter in the direction w of the way from d to e, and what is met."""
            dx, dy = d[0] + (e[0] - d[0]) * w, d[1] + (e[1] - d[1]) * w
            met = stretches([*solids, b], cx, cy, dx, dy)
            rises = [(z - cz) / t for start, end, *zs in met for t in (start, end) if t > 1e-9 for z in zs]
            return rises, met

        # Rises change in a straight line between d and e, so two looks tell where any two of them cross.
        at, more = heights(0.25)[0], heights(0.75)[0]
        if len(at) != len(more):
            raise AssertionError("a class of directions must meet the same solids throughout")
        lines = sorted({(round(p - (q - p) * 0.5, 12), round((q - p) * 2, 12)) for p, q in zip(at, more, strict=True)})
        cuts = {0.0, 1.0}
        for (p, slope), (q, other) in combinations(lines, 2):
            if abs(slope - other) > 1e-12 and 0 < (q - p) / (slope - other) < 1:
                cuts.add((q - p) / (slope - other))
        ordered = sorted(cuts)
        for low, high in pairwise(ordered):
            if high - low < 1e-9:
                continue
            rises, met = heights((low + high) / 2)
            met, (start, end, z0, z1) = met[:-1], met[-1]
            start = max(start, 0.0)
            steps = sorted({*rises, 0.0, min(rises) - 1, max(rises) + 1})
            for one, two in pairwise(steps):
                s = (one + two) / 2
                if two - one < 1e-9:
                    continue
                inside = [start, end] if s == 0 else sorted([(z0 - cz) / s, (z1 - cz) / s])
                t0, t1 = max(start, inside[0]), min(end, inside[1])
                if t1 - t0 < 1e-9 or not z0 < cz + s * (t0 + t1) / 2 < z1:
                    continue
                t = t0 + (t1 - t0) * 1e-3
                if clear(met, 1e-7 * t, cz + s * 1e-7 * t, t, cz + s * t):
                    return True
    return False


def sorted_directions(point: tuple[int, int], rects: Sequence[Rect]) -> list[tuple[int, int]]:
    """The directions from a point to all corners and along the axes, each once, in order of their turn."""
    found = {(1, 0), (0, 1), (-1, 0), (0, -1)}
    for x, y in corner_points(rects):
        dx, dy = x - point[0], y - point[1]
        if dx or dy:
            g = gcd(dx, dy)
            found.add((dx // g, dy // g))

    def turn(d: tuple[int, int], e: tuple[int, int]) -> int:
        half = (d[1] < 0 or (d[1] == 0 and d[0] < 0)) - (e[1] < 0 or (e[1] == 0 and e[0] < 0))
        return half or -(d[0] * e[1] - d[1] * e[0])

    return sorted(found, key=cmp_to_key(turn))


def window_line(
    met: Sequence[tuple[float, float, int, int]], a: tuple[float, float, int, int], b: tuple[float, float, int, int]
) -> bool:
    """Whether two open windows (from, to, bottom, top) over a plan line see each other past what it meets."""
    low, high = min(a[2], b[2]), max(a[3], b[3])
    ends = [p for p in met if p[1] >= min(a[0], b[0]) and p[0] <= max(a[1], b[1])]
    if any(p[2] <= low and p[3] >= high and p[0] >= min(a[1], b[1]) and p[1] <= max(a[0], b[0]) for p in ends):
        return False
    points = sorted({(t, z) for start, end, *zs in [*ends, a, b] for t in (start, end) for z in zs if low <= z <= high})
    for (t0, z0), (t1, z1) in combinations(points, 2):
        if t1 - t0 < 1e-9:
            continue
        for s in (-1e-6, 1e-6):
            for r in (-1e-6, 1e-6):
                slope = (z1 + r - z0 - s) / (t1 - t0)

                def at(t: float, z: float = z0 + s, slope: float = slope, t0: float = t0) -> float:
                    return z + slope * (t - t0)

                places = []
                for start, end, low, high in (a, b):
                    inside = sorted(t0 + (z - z0 - s) / slope for z in (low, high)) if slope else [start, end]
                    from_t, to_t = max(start, inside[0]), min(end, inside[1])
                    places.append((from_t, to_t))
                if any(to - fr < 1e-9 for fr, to in places) or any(
                    not w[2] < at((fr + to) / 2) < w[3] for (fr, to), w in zip(places, (a, b), strict=True)
                ):
                    continue
                (a0, a1), (b0, b1) = places
                p, q = (a1 - 1e-10, b0 + 1e-10) if a1 <= b0 + 1e-9 else (b1 - 1e-10, a0 + 1e-10)
                if q <= p or clear(ends, p, at(p), q, at(q)):
                    return True
    return False


def sees(solids: Sequence[Solid], a: Free, b: Free) -> bool:
    """Whether inside points of two free places in different cells see each other, on the plan lines of all classes.

    Besides the lines next to the corners of each class its middle and the middles between are tried; a line that exists
    with room to spare is found.
    """
    solids = around(between(solids, min(a[4], b[4]), max(a[5], b[5])), a[:4], b[:4])
    classes: dict[tuple[object, ...], list[tuple[float, float, float, float]]] = {}
    rects = [s[:4] for s in solids]
    for line in all_lines(corner_points([*rects, a[:4], b[:4]])):
        if any((s := span(line, r[:4])) is None or s[0] == s[1] for r in (a, b)):
            continue
        x, y, dx, dy = line
        if dx < 0 or (dx == 0 and dy < 0):
            x, y, dx, dy = x + dx, y + dy, -dx, -dy
        key = tuple(_side(line, r) for r in [*rects, a[:4], b[:4]])
        length = (dx * dx + dy * dy) ** 0.5
        classes.setdefault(key, []).append((x / FINE, y / FINE, dx / length, dy / length))
    for members in classes.values():
        tried = list(members)
        tried += [_between(p, q) for p, q in combinations(members[:8], 2)]
        for plan in tried:
            found_a, found_b = stretches([a], *plan), stretches([b], *plan)
            if found_a and found_b and window_line(stretches(solids, *plan), found_a[0], found_b[0]):
                return True
    return False


def _side(line: Line, rect: Rect) -> tuple[bool, ...]:
    """On which side of the line each corner of a rectangle lies."""
    x, y, dx, dy = line
    flip = dx < 0 or (dx == 0 and dy < 0)
    return tuple(((dx * (FINE * q - y) - dy * (FINE * p - x)) > 0) != flip for p in rect[:2] for q in rect[2:])


def _between(
    p: tuple[float, float, float, float], q: tuple[float, float, float, float]
) -> tuple[float, float, float, float]:
    """A line midway between two lines that run about the same way."""
    at = (q[0] - p[0]) * p[2] + (q[1] - p[1]) * p[3]
    x, y = p[0] + p[2] * at, p[1] + p[3] * at
    far = 1000.0
    x2, y2 = p[0] + p[2] * (at + far), p[1] + p[3] * (at + far)
    t = (x2 - q[0]) * q[2] + (y2 - q[1]) * q[3]
    qx, qy = q[0] + q[2] * t, q[1] + q[3] * t
    ax, ay, bx, by = (x + q[0]) / 2, (y + q[1]) / 2, (x2 + qx) / 2, (y2 + qy) / 2
    length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    return ax, ay, (bx - ax) / length, (by - ay) / length
