"""Outlines of objects and the cells they cover. An area covers a cell when the cell's centre is inside."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, cos, floor, radians, sin

from game.files.tiled.layers import ObjectNote, Shape
from game.spatial.field import Cell

Point = tuple[float, float]


@dataclass(frozen=True)
class Outline:
    """An object's outline in cells: corners of an area or vertices of a line, already turned."""

    shape: Shape
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
            return sum(1 + 4 * _length(clipped(a, b, width, height)) for a, b in pairwise(self.points))
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
        if self.shape == "ellipse":
            return tuple(
                (x, y)
                for y in range(top, bottom + 1)
                for x in range(left, right + 1)
                if self._in_ellipse((x + 0.5, y + 0.5))
            )
        found: list[Cell] = []
        for y in range(top, bottom + 1):
            cuts = self._cuts(y + 0.5)
            # Between every other pair of cuts the row's centres are inside.
            for start, stop in zip(cuts[::2], cuts[1::2], strict=False):
                first, last = max(left, ceil(start - 0.5)), min(right, ceil(stop - 0.5) - 1)
                found.extend((x, y) for x in range(first, last + 1))
        return tuple(found)

    def _cuts(self, y: float) -> list[float]:
        """Where the outline of a polygon crosses a level, from left to right."""
        return sorted(
            (x2 - x1) * (y - y1) / (y2 - y1) + x1
            for (x1, y1), (x2, y2) in zip(self.points, (*self.points[1:], self.points[0]), strict=True)
            if (y1 > y) != (y2 > y)
        )

    def _in_ellipse(self, point: Point) -> bool:
        """Its points are the corners of the box it fills: solve for the box's own axes."""
        (ox, oy), (ax, ay), _, (bx, by) = self.points
        ux, uy, vx, vy = ax - ox, ay - oy, bx - ox, by - oy
        size = ux * vy - uy * vx
        if not size:
            return False
        dx, dy = point[0] - ox, point[1] - oy
        s, t = (dx * vy - dy * vx) / size, (ux * dy - uy * dx) / size
        return (s - 0.5) ** 2 + (t - 0.5) ** 2 <= 0.25


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


def label(thing: ObjectNote) -> str:
    """How the report names an object: its number in Tiled and its name."""
    return f"object {thing.id}" + (f" “{thing.name}”" if thing.name else "")
