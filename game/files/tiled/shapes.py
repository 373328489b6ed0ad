"""Outlines of objects, the cells they cover and the sides of cells that lines cut.

An area covers a cell when the cell's centre is inside. A line cuts the sides between whose cells' centres it runs.

A line that is closed parts the cells inside it from those outside, wherever it runs; so a cave drawn off the grid has
no leaks.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import ceil, cos, floor, fsum, radians, sin, sqrt
from xml.etree.ElementTree import Element

from game.files.tiled.documents import OutlineKind, decimal, points_of, shape_of
from game.spatial.field import Cell
from game.spatial.solids import CellSide

Point = tuple[float, float]

BORDER = 0.01
"""How near to the line between two cells, in cells, a point lies on it."""


@dataclass(frozen=True)
class Outline:
    """An object's outline in cells: corners of an area or vertices of a line, already turned."""

    shape: OutlineKind
    points: tuple[Point, ...]
    pixel: Point
    """Where Tiled says the object is, in the author's pixels."""

    @property
    def area(self) -> bool:
        """Whether it has an inside."""
        return self.shape in ("rectangle", "ellipse", "polygon", "tile", "text")

    def middle(self) -> Point:
        """The centre of its bounding box."""
        xs, ys = [x for x, _ in self.points], [y for _, y in self.points]
        return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2

    def work(self, width: int, height: int) -> float:
        """About how many steps finding its cells on a map of that size takes."""
        if not self.area:
            return fsum(1 + 4 * _length(clipped(a, b, width, height)) for a, b in pairwise(self.points))
        left, top, right, bottom = self._box(width, height)
        rows = max(0, bottom - top + 1)
        return rows * (len(self.points) + max(0, right - left + 1))

    def _box(self, width: int, height: int) -> tuple[int, int, int, int]:
        """The first and last column and row of the map that it may touch."""
        xs, ys = [x for x, _ in self.points], [y for _, y in self.points]
        return (
            max(0, floor(min(xs))),
            max(0, floor(min(ys))),
            min(width - 1, floor(max(xs))),
            min(height - 1, floor(max(ys))),
        )

    def cells(self, width: int, height: int) -> tuple[Cell, ...]:
        """The cells of a map of that size that it covers: an area by centres, a point the cell it is in, a line the
        cells it runs through. Row by row."""
        if self.shape == "point":
            return _inside([cell_of(self.points[0])], width, height)
        if not self.area:
            return _inside((cell_of(point) for point in walk(self.points, 0.25, width, height)), width, height)
        left, top, right, bottom = self._box(width, height)
        found: list[Cell] = []
        for y in range(top, bottom + 1):
            for start, stop in self.spans(y + 0.5):
                first, last = max(left, ceil(start - 0.5)), min(right, ceil(stop - 0.5) - 1)
                found.extend((x, y) for x in range(first, last + 1))
        return tuple(found)

    def touched(self, width: int, height: int) -> tuple[Cell, ...]:
        """The same, but for points and lines on the border of two cells, or of four: those lie in all of them."""
        if self.area:
            return self.cells(width, height)
        moves = ((dx, dy) for dx in (-BORDER, BORDER) for dy in (-BORDER, BORDER))
        moved = (replace(self, points=tuple((x + dx, y + dy) for x, y in self.points)) for dx, dy in moves)
        return _inside((cell for each in moved for cell in each.cells(width, height)), width, height)

    def spans(self, y: float) -> list[tuple[float, float]]:
        """The stretches of a level that lie inside an area, from left to right."""
        if self.shape == "ellipse":
            return self._chord(y)
        cuts = self._cuts(y)
        # Between every other pair of cuts one is inside.
        return list(zip(cuts[::2], cuts[1::2], strict=False))

    def _cuts(self, y: float) -> list[float]:
        """Where the outline of a polygon crosses a level, from left to right."""
        return sorted(
            (x2 - x1) * (y - y1) / (y2 - y1) + x1
            for (x1, y1), (x2, y2) in zip(self.points, (*self.points[1:], self.points[0]), strict=True)
            if (y1 > y) != (y2 > y)
        )

    def _chord(self, y: float) -> list[tuple[float, float]]:
        """Where a level runs through an ellipse, whose points are the corners of the box it fills.

        On the box's own axes, s and t from -1 to 1, the ellipse is a circle and the level a line through it.
        """
        (ox, oy), (ax, ay), (cx, cy), (bx, by) = self.points
        ux, uy, vx, vy = (ax - ox) / 2, (ay - oy) / 2, (bx - ox) / 2, (by - oy) / 2
        mx, my = (ox + cx) / 2, (oy + cy) / 2
        # A point of the rim is m + u cos(a) + v sin(a): its height goes from my - tall to my + tall.
        tall = sqrt(uy * uy + vy * vy)
        if not ux * vy - uy * vx or abs(y - my) >= tall:
            return []
        height = (y - my) / tall
        along, middle = sqrt(1 - height * height), height * (ux * uy + vx * vy) / tall
        half = along * abs(ux * vy - uy * vx) / tall
        return [(mx + middle - half, mx + middle + half)]


def cell_of(point: Point) -> Cell:
    """The cell that a point lies in."""
    return floor(point[0]), floor(point[1])


def _inside(cells: Iterable[Cell], width: int, height: int) -> tuple[Cell, ...]:
    found = {(x, y) for x, y in cells if 0 <= x < width and 0 <= y < height}
    return tuple(sorted(found, key=lambda cell: (cell[1], cell[0])))


def walk(points: Sequence[Point], step: float, width: int, height: int) -> Iterator[Point]:
    """Points along a line of vertices, at most ``step`` apart, where it runs over a map of that size."""
    yield points[0]
    for a, b in pairwise(points):
        run = clipped(a, b, width, height)
        if run is None:
            continue
        (x1, y1), (x2, y2) = run
        count = max(1, ceil(_length(run) / step))
        for n in range(count + 1):
            yield x1 + (x2 - x1) * n / count, y1 + (y2 - y1) * n / count


def _length(run: tuple[Point, Point] | None) -> float:
    """How far a run goes along the axis that it follows most."""
    return 0.0 if run is None else max(abs(run[1][0] - run[0][0]), abs(run[1][1] - run[0][1]))


def clipped(a: Point, b: Point, width: int, height: int) -> tuple[Point, Point] | None:
    """The part of a straight line that lies on a map of that size or within a cell of it; None if there is none."""
    start, end = 0.0, 1.0
    for axis, most in ((0, width + 1.0), (1, height + 1.0)):
        along = b[axis] - a[axis]
        if not along:
            if not -1.0 <= a[axis] <= most:
                return None
            continue
        first, last = sorted(((-1.0 - a[axis]) / along, (most - a[axis]) / along))
        start, end = max(start, first), min(end, last)
    if start > end:
        return None
    ends = [(a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share) for share in (start, end)]
    return ends[0], ends[1]


def box(x: float, y: float, width: float, height: float, rotation: float, pivot: Point) -> tuple[Point, ...]:
    """The corners of a box, turned clockwise by degrees about a point."""
    corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    return tuple(turned(corner, rotation, pivot) for corner in corners)


def turned(point: Point, rotation: float, pivot: Point) -> Point:
    """A point turned clockwise by degrees about another."""
    if not rotation:
        return point
    c, s = cos(radians(rotation)), sin(radians(rotation))
    dx, dy = point[0] - pivot[0], point[1] - pivot[1]
    return pivot[0] + c * dx - s * dy, pivot[1] + s * dx + c * dy


def outline_of(shape: Element) -> Outline:
    """The outline of an object as it is written, in its own measure."""
    x, y, rotation = decimal(shape, "x", 0), decimal(shape, "y", 0), decimal(shape, "rotation", 0)
    kind = shape_of(shape)
    if kind in ("polygon", "polyline"):
        line = next(child for child in shape if child.tag == kind)
        points = tuple(turned((x + px, y + py), rotation, (x, y)) for px, py in points_of(line))
        return Outline(kind, points, (x, y)) if points else Outline("point", ((x, y),), (x, y))
    if kind == "point":
        return Outline(kind, ((x, y),), (x, y))
    return Outline(kind, box(x, y, decimal(shape, "width", 0), decimal(shape, "height", 0), rotation, (x, y)), (x, y))


NUDGE = 1e-6, 0.618e-6
"""How far lines are moved, in cells, so that none runs just through a cell's centre, as diagonal ones often do: which
side of it they pass is told alike for both its neighbours then."""

REACH = 0.95
"""How far from a door, in cells, the side may lie that it is put on."""

ACROSS = 0.9
"""From how much of its length on a door runs across a side, and is not put on it."""


def sides_cut(points: Iterable[Point], size: Cell) -> Iterator[CellSide]:
    """The sides that a line of vertices cuts on a map of so many columns and rows; those on its rim are none."""
    moved = ((x + NUDGE[0], y + NUDGE[1]) for x, y in points)
    for (x1, y1), (x2, y2) in pairwise(moved):
        for y in _centres(y1, y2, size[1]):
            x = floor(x1 + (y + 0.5 - y1) * (x2 - x1) / (y2 - y1) + 0.5)
            if 0 < x < size[0]:
                yield CellSide((x, y), True)
        for x in _centres(x1, x2, size[0]):
            y = floor(y1 + (x + 0.5 - x1) * (y2 - y1) / (x2 - x1) + 0.5)
            if 0 < y < size[1]:
                yield CellSide((x, y), False)


def work_of(points: Sequence[Point], size: Cell) -> int:
    """Steps that finding the sides takes: the columns and rows that each part of a line runs over, and one more."""
    return sum(
        1 + len(_centres(y1, y2, size[1])) + len(_centres(x1, x2, size[0])) for (x1, y1), (x2, y2) in pairwise(points)
    )


def _centres(start: float, end: float, count: int) -> range:
    """The columns or rows of a map whose middle lies between two places."""
    low, high = (start, end) if start < end else (end, start)
    return range(max(0, ceil(low - 0.5)), min(count, ceil(high - 0.5)))


def cells_inside(points: Sequence[Point], size: Cell) -> tuple[Cell, ...]:
    """The cells whose centres a closed line holds."""
    moved = tuple((x + NUDGE[0], y + NUDGE[1]) for x, y in points)
    return Outline("polygon", moved, moved[0]).cells(*size)


def nearest_side(start: Point, end: Point, walls: Collection[CellSide], size: Cell) -> CellSide | None:
    """The side that a short line between two ends is put on: one of the ``walls`` before others, else the nearest that
    lies as it does; None if there is none near by, as outside the map."""
    middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    across, down = abs(end[0] - start[0]), abs(end[1] - start[1])
    length = sqrt(across * across + down * down) or 1.0
    column, row = floor(middle[0]), floor(middle[1])
    found: list[tuple[bool, float, CellSide]] = []
    for x in range(column - 1, column + 3):
        for y in range(row - 1, row + 3):
            for along_x, place, slant in (
                (True, (float(x), y + 0.5), across / length),
                (False, (x + 0.5, float(y)), down / length),
            ):
                inside = (0 < x < size[0] and 0 <= y < size[1]) if along_x else (0 <= x < size[0] and 0 < y < size[1])
                right, below = place[0] - middle[0], place[1] - middle[1]
                far = sqrt(right * right + below * below)
                if inside and far <= REACH and slant < ACROSS:
                    side = CellSide((x, y), along_x)
                    found.append((side not in walls, far + slant, side))
    return min(found)[2] if found else None


def trails(sides: Iterable[CellSide], longest: int) -> list[list[Cell]]:
    """Sides joined into lines from corner to corner of cells, each side once; lines of at most so many corners."""
    after: dict[Cell, set[Cell]] = {}
    for (x, y), along_x in sides:
        a, b = (x, y), (x, y + 1) if along_x else (x + 1, y)
        after.setdefault(a, set()).add(b)
        after.setdefault(b, set()).add(a)
    found = []
    # Ends of lines first, so that a line is not begun in its middle.
    for start in sorted(after, key=lambda corner: (len(after[corner]) % 2 == 0, corner)):
        while after[start]:
            line = [start]
            while after[line[-1]] and len(line) < longest:
                here = line[-1]
                straight = (2 * here[0] - line[-2][0], 2 * here[1] - line[-2][1]) if len(line) > 1 else None
                beyond = straight if straight in after[here] else min(after[here])
                assert beyond is not None
                after[here].discard(beyond)
                after[beyond].discard(here)
                line.append(beyond)
            found.append(line)
    return found
