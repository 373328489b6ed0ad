"""Outlines of objects and the cells they cover. An area covers a cell when the cell's centre is inside."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import ceil, cos, floor, fsum, radians, sin, sqrt
from xml.etree.ElementTree import Element

from game.files.tiled.elements import OutlineKind, decimal, points_of, shape_of
from game.spatial.field import Cell

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
