"""Numbers that kernels share: columns of their arrays, and tolerances.

A solid is a row (X0, X1, Y0, Y1, BOTTOM, TOP) in half lattice steps: over its closed rectangle a line must stay
strictly between bottom and top, so bottom >= top is a wall. Rectangles are cells, sides of cells or parts of them. A
place is the free part of a cell as such a row, with FLOOR and ROOF: the heights between which the cell is free.

Nothing stands here but assignments: ``hatch_build.py`` tells them to the compiler.
"""

from __future__ import annotations

from game.spatial.field import UNIT

CELL = 2 * UNIT
"""A cell's side, in half lattice steps."""

# Columns of a solid and of a place.
X0, X1, Y0, Y1, BOTTOM, TOP, FLOOR, ROOF = range(8)
THIN = 1e-9
"""What doubles are compared with: an opening narrower, which no map on the lattice has by design, counts as closed."""
STEEP = 1e4
"""The steepest rise looked at, in heights per length in plan."""
MARGIN = 1e-6
"""Cells this near to where lines can go are looked at, so that rounding leaves none out."""

# Columns of a piece: its directions, and its bounds of the rise at u = 0 and their slopes. Kinds of bounds.
FROM, TO, LOW, LOW_U, HIGH, HIGH_U = range(6)
WALL, LOWER, UPPER = range(3)
LISTS = 4
"""Lists of pieces that ``look_at`` needs room for."""
LOOK_LISTS = 6
"""Lists of pieces that a whole look needs room for."""
PLENTY = 1e-3
"""By how much, in half steps, a look and a body must share directions and heights to be told at a glance."""
TIGHT = 1e-6
"""By how much a corner must lie between the bounds of a look to count as surely seen, in half steps."""

SIDES = 40
"""Corners that the set of plan lines of one class may have at most while it is cut."""
SMALL = 1e-8
"""Classes of plan lines smaller than this, in square half steps at both ends, count as closed."""
# Sheets and lists of a desk; rows of the sheet of vectors.
NEAR, LOWERS, UPPERS, POINTS, VECTORS = range(5)
CORNERS, NEXTS, COUNTS, OF_LOWER, OF_UPPER = range(5)
A, B, LINE = range(3)
MOST = 10
"""More solids than stand in a cell and on two of its sides."""

# Columns of a beam: a point of and the direction along its steepest line, the same for its shallowest; the newest
# point of the chains above and below; the diagonal, the next and the first cell to look at; the pool's fill then.
SX, SY, SDX, SDY, HX, HY, HDX, HDY, ABOVE, BELOW, DIAGONAL, NEXT, FIRST, FILL = range(14)
COLUMNS = 14
