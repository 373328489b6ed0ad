"""Puts something between two sides that would see each other before the battle begins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Literal

from game.files.generate.canvas import Canvas
from game.files.generate.scenery import ring_of
from game.spatial.field import Cell, Field
from game.spatial.space import Space

FREE = 1
"""Cells round a start that are left free."""

MOST = 24
"""Screens that are put up at most: who would need more has chosen the wrong places to start."""

ScreenResult = Literal["out of sight", "screened", "open"]
"""Nobody is seen; something was put between, to be looked at again; there are lines on which nothing can be put."""

WILD = ("grass", "forest")
"""Floors on which trees grow; a column stands on the others."""


def screen_starts(canvas: Canvas, field: Field) -> ScreenResult:
    """Put trees or columns where most lines of sight between the starts pass.

    ``field``: the map as rules read it.
    """
    space, (one, two) = Space(field), canvas.starts
    seen = [(p, q) for p in one.cells for q in two.cells if space.sees(p, q)]
    if not seen:
        return "out of sight"
    near = ring_of([*one.cells, *two.cells], FREE)
    barred = {cell for thing in canvas.things for cell in thing.cells} | near | set(canvas.flat) | canvas.clear
    lines = {pair: [cell for cell in _between(*pair) if cell not in barred] for pair in seen}
    useless: set[Cell] = set()
    for _ in range(MOST):
        passed = Counter(cell for way in lines.values() for cell in way if cell not in useless)
        if not passed:
            break
        cell = min(passed, key=lambda each: (-passed[each], each))
        if _planted(canvas, cell):
            lines = {pair: way for pair, way in lines.items() if cell not in way}
        else:
            useless.add(cell)
    return "open" if lines else "screened"


def _planted(canvas: Canvas, cell: Cell) -> bool:
    """Whether the screen stands there now; it does not if it would part the ground."""
    if not canvas.empty(cell):
        return False
    where, what = (canvas.walls, "tree") if canvas.floor[cell] in WILD else (canvas.props, "column")
    where[cell] = what
    if len(canvas.reached(canvas.starts[0].cells)) == sum(map(canvas.open, canvas.cells())):
        return True
    del where[cell]
    return False


def _between(one: Cell, two: Cell) -> Iterator[Cell]:
    """The cells on the line between the middles of two cells."""
    (x1, y1), (x2, y2) = one, two
    steps = max(abs(x2 - x1), abs(y2 - y1))
    for n in range(1, steps):
        yield x1 + _rounded(n * (x2 - x1), steps), y1 + _rounded(n * (y2 - y1), steps)


def _rounded(part: int, whole: int) -> int:
    return (2 * part + whole) // (2 * whole)
