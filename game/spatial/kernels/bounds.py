"""The fit of a line between bounds: what kernels for sight past heights come down to."""

import cython

if not cython.compiled:
    from game.spatial.kernels.columns import THIN
    from game.spatial.kernels.layout import Flag, Int, Real, Reals3


@cython.cfunc
@cython.exceptval(check=False)
@cython.locals(w=Real, value=Real, floor=Real, roof=Real, gap=Real, slope=Real, n=Int, best_l=Int, best_u=Int)
@cython.locals(up_l=Int, up_u=Int, down_l=Int, down_u=Int)
def fit(
    sheets: Reals3, lower: Int, n_lower: Int, upper: Int, n_upper: Int, start: Real, end: Real
) -> tuple[Flag, Real, Real, Real, Int, Int, Int, Int]:
    """Find w strictly between start and end where every upper line lies over every lower one.

    ``lower`` and ``upper`` number sheets; their rows are (value at w = 0, slope). Returns (found, w, greatest lower,
    least upper, and the numbers of the pairs that pushed w up and down last: lower, upper, lower, upper; -1 for none).
    """
    up_l, up_u, down_l, down_u = -1, -1, -1, -1
    w = 0.0 if start < 0.0 < end else (start + end) / 2
    while end - start > THIN:
        best_l, best_u = 0, 0
        floor, roof = -1e300, 1e300
        for n in range(n_lower):
            value = sheets[lower, n, 0] + sheets[lower, n, 1] * w
            if value > floor:
                floor, best_l = value, n
        for n in range(n_upper):
            value = sheets[upper, n, 0] + sheets[upper, n, 1] * w
            if value < roof:
                roof, best_u = value, n
        gap = roof - floor
        if gap > THIN:
            return True, w, floor, roof, up_l, up_u, down_l, down_u
        slope = sheets[upper, best_u, 1] - sheets[lower, best_l, 1]
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
