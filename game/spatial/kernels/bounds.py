"""What the kernels for sight past heights share: solids as rows, and the fit of a line between bounds.

A solid here is a row (x0, x1, y0, y1, low, high) in half lattice steps: over its closed rectangle a line must stay
strictly between low and high, so low >= high is a wall. Rectangles are cells, sides of cells or parts of them.
Comparisons are in doubles with a slack of ``THIN``: an opening narrower than that, which no map on the lattice has by
design, counts as closed.
"""

from __future__ import annotations

from game.spatial.kernels.compiling import compiled

THIN = 1e-9
STEEP = 1e4
"""The steepest rise looked at, in heights per length in plan."""
X0, X1, Y0, Y1, LOW, HIGH = range(6)


@compiled(
    "Tuple((boolean, float64, float64, float64, int64, int64, int64, int64))"
    "(float64[:, ::1], int64, float64[:, ::1], int64, float64, float64)",
    owns=False,
)
def fit(lower, n_lower, upper, n_upper, start, end):  # type: ignore[no-untyped-def]
    """Find w strictly between start and end where every upper line lies over every lower one.

    Rows of ``lower`` and ``upper`` are (value at w = 0, slope). Returns (found, w, greatest lower, least upper, and the
    numbers of the pairs that pushed w up and down last: lower, upper, lower, upper; -1 for none).
    """
    up_l, up_u, down_l, down_u = -1, -1, -1, -1
    w = 0.0 if start < 0.0 < end else (start + end) / 2
    while end - start > THIN:
        best_l, best_u = 0, 0
        floor, roof = -1e300, 1e300
        for n in range(n_lower):
            value = lower[n, 0] + lower[n, 1] * w
            if value > floor:
                floor, best_l = value, n
        for n in range(n_upper):
            value = upper[n, 0] + upper[n, 1] * w
            if value < roof:
                roof, best_u = value, n
        gap = roof - floor
        if gap > THIN:
            return True, w, floor, roof, up_l, up_u, down_l, down_u
        slope = upper[best_u, 1] - lower[best_l, 1]
        if slope > 1e-15:
            start = max(w, w - gap / slope)
            up_l, up_u = best_l, best_u
        elif slope < -1e-15:
            end = min(w, w - gap / slope)
            down_l, down_u = best_l, best_u
        else:
            return False, w, floor, roof, best_l, best_u, best_l, best_u
        w = (start + end) / 2
    return False, w, 0.0, 0.0, up_l, up_u, down_l, down_u
