"""Cells taken together: into rectangles, into the one outline of an area, and written down as texts and read again."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby

from game.spatial.field import Cell
from game.spatial.solids import CellSide

CellRectangle = tuple[int, int, int, int]
"""A rectangle of cells: first column and row, last column and row."""

FARTHEST = 1_000_000
"""The greatest number of a column or row that is read."""

_RANGE = r"(-?\d{1,7})(?:\s*\.\.\s*(-?\d{1,7}))?"
_BLOCK = re.compile(rf"\s*{_RANGE}\s*,\s*{_RANGE}\s*")
_RUN = re.compile(r"\s*(-?\d{1,7})\s*,\s*(-?\d{1,7})\s+to\s+(-?\d{1,7})\s*,\s*(-?\d{1,7})\s*")


class NoCells(ValueError):
    """A text that names no cells or no line; the text says what to write, as the end of a sentence."""


def blocks(cells: Iterable[Cell]) -> list[CellRectangle]:
    """Rectangles that cover the cells and nothing else, from the top: runs of a row, joined where rows are alike."""
    rows: dict[int, list[tuple[int, int]]] = {}
    for y, row in groupby(sorted(set(cells), key=lambda cell: (cell[1], cell[0])), key=lambda cell: cell[1]):
        rows[y] = list(in_a_row([x for x, _ in row]))
    found: list[CellRectangle] = []
    open_: dict[tuple[int, int], int] = {}
    last = None
    for y, runs in rows.items():
        if last is not None and y != last + 1:
            found += [(left, top, right, last) for (left, right), top in open_.items()]
            open_ = {}
        for run in [run for run in open_ if run not in runs]:
            top = open_.pop(run)
            found.append((run[0], top, run[1], y - 1))
        for run in runs:
            open_.setdefault(run, y)
        last = y
    if last is not None:
        found += [(left, top, right, last) for (left, right), top in open_.items()]
    return sorted(found, key=lambda block: (block[1], block[0]))


def in_a_row(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """First and last of each stretch of neighbouring numbers, which are in order."""
    first = last = numbers[0]
    for number in numbers[1:]:
        if number > last + 1:
            yield first, last
            first = number
        last = number
    yield first, last


def told(cells: Iterable[Cell]) -> list[str]:
    """Cells as texts of columns and rows: ``3, 4`` or ``5..9, 4..8``."""

    def span(first: int, last: int) -> str:
        return str(first) if first == last else f"{first}..{last}"

    return [f"{span(left, right)}, {span(top, bottom)}" for left, top, right, bottom in blocks(cells)]


def row_by_row(cell: Cell) -> tuple[int, int]:
    """What cells are put in order by."""
    return cell[1], cell[0]


def stretches(sides: Iterable[CellSide]) -> list[tuple[Cell, Cell]]:
    """Sides of cells joined into straight lines: the corners of the grid at their ends."""
    lines: dict[tuple[bool, int], list[int]] = {}
    for (x, y), along_x in sides:
        lines.setdefault((along_x, x if along_x else y), []).append(y if along_x else x)
    found: list[tuple[Cell, Cell]] = []
    for (along_x, at), numbers in sorted(lines.items()):
        first = last = None
        for number in [*sorted(numbers), None]:
            if last is not None and (number is None or number > last + 1):
                assert first is not None
                found.append(((at, first), (at, last + 1)) if along_x else ((first, at), (last + 1, at)))
                first = None
            first, last = number if first is None else first, number
    return found


def lines_told(sides: Iterable[CellSide]) -> list[str]:
    """Sides of cells as texts of lines between corners of the grid: ``3, 4 to 3, 6``."""
    return [f"{x1}, {y1} to {x2}, {y2}" for (x1, y1), (x2, y2) in stretches(sides)]


def cells_of(text: str, most: int) -> list[Cell]:
    """The cells that a text names. Raises NoCells if it names none, or more than ``most``."""
    found = _BLOCK.fullmatch(text)
    if found is None:
        raise NoCells(f"{text!r} names no cells; write column and row, as 3, 4 or 5..9, 4..8")
    left, right, top, bottom = (int(part) if part is not None else None for part in found.groups())
    assert left is not None and top is not None
    right, bottom = left if right is None else right, top if bottom is None else bottom
    if right < left or bottom < top:
        raise NoCells(f"{text!r} runs backwards; write the smaller number first")
    if max(map(abs, (left, right, top, bottom))) > FARTHEST or (right - left + 1) * (bottom - top + 1) > most:
        raise NoCells(f"{text!r} names more cells than a map has")
    return [(x, y) for y in range(top, bottom + 1) for x in range(left, right + 1)]


def line_of(text: str) -> tuple[Cell, Cell]:
    """The two corners of the grid between which a line runs, the first one first. Raises NoCells."""
    found = _RUN.fullmatch(text)
    if found is None:
        raise NoCells(f"{text!r} is no line; write two corners of cells, as 3, 4 to 3, 6")
    x1, y1, x2, y2 = map(int, found.groups())
    if (x1 == x2) == (y1 == y2):
        raise NoCells(f"{text!r} must run straight across or straight down, from one corner to another")
    if max(map(abs, (x1, y1, x2, y2))) > FARTHEST:
        raise NoCells(f"{text!r} lies farther off than any map reaches")
    return min((x1, y1), (x2, y2)), max((x1, y1), (x2, y2))


def ring(cells: Collection[Cell]) -> list[Cell]:
    """The corners of one polygon that holds exactly these cells, even if they lie apart or round a hole.

    Parts are joined by lines that the polygon goes there and back, which encloses nothing.
    """
    loops = _loops(set(cells))
    home = loops[0][0]
    points = [*loops[0], home]
    for loop in loops[1:]:
        x, y = loop[0]
        bend = [(x, home[1])] if x != home[0] and y != home[1] else []
        points += [*bend, *loop, (x, y), *bend, home]
    return points[:-1]


def _loops(cells: set[Cell]) -> list[list[Cell]]:
    """The outlines of the parts and holes of a region, each once round, corners only."""
    after: dict[Cell, list[Cell]] = {}
    for x, y in sorted(cells, key=lambda cell: (cell[1], cell[0])):
        for beside, start, end in (
            ((x, y - 1), (x, y), (x + 1, y)),
            ((x + 1, y), (x + 1, y), (x + 1, y + 1)),
            ((x, y + 1), (x + 1, y + 1), (x, y + 1)),
            ((x - 1, y), (x, y + 1), (x, y)),
        ):
            if beside not in cells:
                after.setdefault(start, []).append(end)
    loops = []
    while after:
        start = next(iter(after))
        way = [start]
        while True:
            here = way[-1]
            following = after[here].pop()
            if not after[here]:
                del after[here]
            if following == start:
                break
            way.append(following)
        loops.append(_corners(way))
    return loops


def _corners(way: list[Cell]) -> list[Cell]:
    """A way round without the points at which it goes straight on."""
    kept = []
    for at, (x, y) in enumerate(way):
        before, behind = way[at - 1], way[(at + 1) % len(way)]
        if not (before[0] == x == behind[0] or before[1] == y == behind[1]):
            kept.append((x, y))
    return kept
