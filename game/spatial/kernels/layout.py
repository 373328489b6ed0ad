"""Types of the arrays that kernels take, and room for them to work in.

Where kernels are built, ``battlemat_kernels.pyx`` has these types in C.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from game.spatial.kernels.columns import COLUMNS, SIDES

Int = int
"""64 bits where built."""
Real = float
Flag = bool
Byte = int
Ints1 = npt.NDArray[np.int64]
Ints2 = npt.NDArray[np.int64]
Ints3 = npt.NDArray[np.int64]
Reals1 = npt.NDArray[np.float64]
Reals2 = npt.NDArray[np.float64]
Reals3 = npt.NDArray[np.float64]
Marks2 = npt.NDArray[np.uint8] | npt.NDArray[np.bool_]
Marks3 = npt.NDArray[np.uint8]
Counts2 = npt.NDArray[np.int8]
"""Arrays of one to three dimensions, whole and row by row in memory. Those of sight: of a map, one row to a row."""

Desk = tuple[Reals2, Reals3, Reals3, Reals3, Ints2]


def desk(count: int) -> Desk:
    """Room for so many solids: their rows; classes that wait, their polygons and bounds; sheets and lists."""
    waiting, bounds = 8 * count + 40, 4 * count + 12
    return (
        np.empty((count, 6)),
        np.empty((waiting + 4, SIDES, 2)),
        np.empty((waiting + 1, bounds, 4)),
        np.empty((5, bounds, 8)),
        np.empty((5, waiting), np.int64),
    )


def beams(count: int) -> tuple[Ints2, Ints2, Ints2]:
    """Room for so many beams, for points, and for a cell's parts."""
    return np.empty((count, COLUMNS), np.int64), np.empty((4 * count, 3), np.int64), np.empty((6, 4), np.int64)
