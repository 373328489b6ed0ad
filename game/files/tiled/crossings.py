"""Lines drawn anywhere on a map, as the sides of cells that they cut: those between whose cells' centres they run.

A line that is closed parts the cells inside it from those outside, wherever it runs; so a cave drawn off the grid has
no leaks.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from math import ceil, floor, sqrt

from game.files.tiled.shapes import Outline, Point
from game.spatial.field import Cell
from game.spatial.solids import CellSide

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
