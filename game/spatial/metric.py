"""Metric: costs of steps and how high one may be, as data for the search, chosen by the ruleset.

Costs are whole numbers of a metric's own unit: cells for the two counting metrics, thousandths of a cell for Euclid's.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from game.spatial.field import SKY, UNIT, Cell

CLIMB: Final = UNIT * 3 // 5
"""Lattice steps that a walker may rise in one step without a ramp (3 ft on the 5-ft grid)."""

DROP: Final = UNIT * 3 // 5
"""Lattice steps that a walker may go down in one step; more is a fall or a jump, which is the ruleset's matter."""

FALL: Final = SKY
"""Lattice steps that somebody may go down who is forced: any number."""

HEAVY_COST: Final = 2
"""Cells that entering a cell of extra difficult ground costs at least."""

DIRECTIONS: Final[tuple[Cell, ...]] = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1))
"""The fixed order of directions, the last word between equal paths: east, south, west, north, then the diagonals."""

DiagonalCount = Literal["one", "alternate", "euclid"]


class Metric(msgspec.Struct, frozen=True):
    """How the length of a way is counted.

    ``diagonals`` "one": every step 1. "alternate": every second diagonal of a way costs 2. "euclid": the true length,
    in thousandths of a cell (1000 straight, 1414 across), for rules that count feet without a grid.
    """

    diagonals: DiagonalCount = "one"

    @property
    def unit(self) -> int:
        """How many of this metric's counts make up one cell of straight movement."""
        return 1000 if self.diagonals == "euclid" else 1

    def step(self, across: bool, cost: int, parity: int) -> tuple[int, int]:
        """The price of one step onto ground of ``cost``, and the parity of diagonals after it."""
        if not across:
            return cost * self.unit, parity
        if self.diagonals == "alternate":
            return cost * (1 + parity), 1 - parity
        return cost * (1414 if self.diagonals == "euclid" else 1), parity

    def between(self, dx: int, dy: int, dz: int = 0) -> int:
        """The price of the shortest way through open space between cells so far apart: columns, rows and heights.

        A step may go along one, two or three of them at once; one along three counts as any other diagonal does, and
        1732 thousandths under Euclid's metric.
        """
        short, middle, long = sorted((abs(dx), abs(dy), abs(dz)))
        if self.diagonals == "alternate":
            return long + middle // 2
        if self.diagonals == "euclid":
            return (long - middle) * 1000 + (middle - short) * 1414 + short * 1732
        return long


ONE: Final = Metric()
ALTERNATE: Final = Metric("alternate")
EUCLID: Final = Metric("euclid")
