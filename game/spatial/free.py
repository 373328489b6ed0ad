"""Whether a straight line is free, checked the plain way and exactly: box by box, in fractions.

Nothing here is shared with the search for lines, so that it can bear witness for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from game.spatial.solids import Box


def stretch(box: Box, p: Sequence[float], q: Sequence[float]) -> tuple[Fraction, Fraction] | None:
    """Where the segment from ``p`` to ``q`` is in the closed box, as parts of its length; None if nowhere."""
    start, end = Fraction(0), Fraction(1)
    spans = ((box.x0, box.x1), (box.y0, box.y1), (box.z0, box.z1))
    if any(max(p[axis], q[axis]) < low or min(p[axis], q[axis]) > high for axis, (low, high) in enumerate(spans)):
        return None
    for axis, (low, high) in enumerate(spans):
        at, way = Fraction(p[axis]), Fraction(q[axis]) - Fraction(p[axis])
        if way == 0:
            if not low <= at <= high:
                return None
            continue
        one, two = (Fraction(low) - at) / way, (Fraction(high) - at) / way
        start, end = max(start, min(one, two)), min(end, max(one, two))
    return (start, end) if start <= end else None


def segment_is_free(
    boxes: Iterable[Box], p: Sequence[float], q: Sequence[float], *, may_touch_end: bool = False
) -> bool:
    """Whether the segment touches no solid; with ``may_touch_end``, none before its very end (an aimed corner)."""
    for box in boxes:
        inside = stretch(box, p, q)
        if inside is not None and not (may_touch_end and inside[0] == 1):
            return False
    return True


def touched(boxes: Iterable[Box], p: Sequence[float], q: Sequence[float]) -> list[Box]:
    """The solids a segment touches, in the order it comes to them."""
    met = [(inside[0], box) for box in boxes if (inside := stretch(box, p, q)) is not None]
    return [box for _, box in sorted(met, key=lambda pair: pair[0])]
