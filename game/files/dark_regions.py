"""What the wand of the map doctor follows on a picture: a dark line or rock, or light floor, and what that is on cells.

Everything is brightness, with so many pixels to a cell. Floor or rock is a cell the middle of which belongs to what is
followed; a wall stands on the side between two cells where a line runs from end to end between their middles.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from game.files.pictures import Grey
from game.spatial.field import Cell
from game.spatial.solids import CellSide

PixelMask = npt.NDArray[np.bool_]
"""Pixels by row and column."""

NEAR = 0.12
"""Cells round a click in which the darkest place is meant: nobody hits a thin line."""

MIDDLE = 0.25
"""Part of a cell's length that its middle takes."""

FACING = 0.5
"""Part of a side's length, in its middle, on which is looked for a line."""

FILLED = 0.5
"""Share of a cell's middle that must belong to what is followed."""

ACROSS = 0.6
"""Share of a side's length that a line must cross to be a wall there: a gap in it is a door."""

THIN = 0.5
"""Of what is followed lines that are thinner than this share of the clicked place are left out: those of a grid that
touch a wall are none."""

FINE_LINE = 24
"""Such a line has at most twice the pixels of a cell divided by this."""

DARK = 110
"""Brightness from which on a place is light floor, and what is darker ends it."""


class FollowedRegion(NamedTuple):
    """What was followed, on cells."""

    walls: frozenset[CellSide]
    """Sides on which a line runs, or where floor ends."""
    rock: frozenset[Cell]
    """Cells that something dark fills."""

    def __bool__(self) -> bool:
        """Whether there is anything."""
        return bool(self.walls or self.rock)


def follow(
    grey: Grey, fine: int, spot: tuple[float, float], tolerance: int, *, everywhere: bool = False
) -> FollowedRegion:
    """What hangs together with a place, in cells, and is as dark but for so much, or as light.

    ``fine``: pixels to a cell; ``everywhere``: all that is so on the whole map.
    """
    seed = _seed(grey, fine, spot)
    level = int(grey[seed])
    if level < DARK:
        region = _opened(grey <= level + tolerance, seed, fine, everywhere=everywhere)
        inside = _middles(region, fine) >= FILLED
        upright, across = (
            (_crossed(pixels, fine) >= ACROSS) & ~cells[:, :-1] & ~cells[:, 1:]
            for pixels, cells in ((region, inside), (region.T, inside.T))
        )
    else:
        darker = _grown(_eroded(grey < level - tolerance, 1), 1)  # without the lines of a grid
        start = _near(~darker, seed, fine)
        region = ~darker if everywhere or start is None else _connected(~darker, start)
        inside = _middles(region, fine) >= FILLED
        upright, across = (
            (cells[:, :-1] != cells[:, 1:]) | (cells[:, :-1] & cells[:, 1:] & (_crossed(~pixels, fine) >= ACROSS))
            for pixels, cells in ((region, inside), (region.T, inside.T))
        )
    walls = [CellSide((x + 1, y), True) for y, x in np.argwhere(upright).tolist()]
    walls += [CellSide((x, y + 1), False) for x, y in np.argwhere(across).tolist()]
    rock = [(x, y) for y, x in np.argwhere(inside).tolist()] if level < DARK else []
    return FollowedRegion(frozenset(walls), frozenset(rock))


def _seed(grey: Grey, fine: int, spot: tuple[float, float]) -> tuple[int, int]:
    """The row and column that a click means: the darkest place near it."""
    high, wide = grey.shape
    x, y = (min(max(int(at * fine), 0), most - 1) for at, most in zip(spot, (wide, high), strict=True))
    reach = max(1, round(NEAR * fine))
    top, left = max(0, y - reach), max(0, x - reach)
    part = grey[top : y + reach + 1, left : x + reach + 1]
    row, column = divmod(int(part.argmin()), part.shape[1])
    if int(part[row, column]) >= DARK:  # no line is near
        return y, x
    return top + row, left + column


def _opened(alike: PixelMask, seed: tuple[int, int], fine: int, *, everywhere: bool) -> PixelMask:
    """The pixels that hang together with a place, or all of them, without what is much thinner than that."""
    most, thick = max(1, fine // FINE_LINE), 0
    while thick * THIN < most and _near(_eroded(alike, thick + 1), seed, thick + 1) is not None:
        thick += 1
    thin = min(most, int(thick * THIN))
    core = _eroded(alike, thin)
    start = _near(core, seed, thick)
    if start is None:
        return np.zeros_like(alike)
    return _grown(core if everywhere else _connected(core, start), thin) & alike


def _grown(mask: PixelMask, by: int) -> PixelMask:
    """Pixels that have a set one as near as that."""
    return ~_eroded(~mask, by)


def _eroded(mask: PixelMask, by: int) -> PixelMask:
    """Pixels all of whose neighbours as far as ``by`` are set; what lies off the picture counts as set."""
    if not by:
        return mask
    size = 2 * by + 1
    for _ in (0, 1):
        sums = np.cumsum(np.pad(~mask, ((by + 1, by), (0, 0))), axis=0, dtype=np.int32)
        mask = (sums[size:] == sums[:-size]).T
    return mask


def _near(mask: PixelMask, place: tuple[int, int], reach: int) -> tuple[int, int] | None:
    """The set pixel that is nearest to a place, at most so far off along each axis."""
    top, left = max(0, place[0] - reach), max(0, place[1] - reach)
    found = np.argwhere(mask[top : place[0] + reach + 1, left : place[1] + reach + 1])
    if not len(found):
        return None
    off = np.abs(found - (place[0] - top, place[1] - left)).sum(axis=1)
    row, column = found[int(off.argmin())].tolist()
    return top + row, left + column


def _connected(mask: PixelMask, start: tuple[int, int]) -> PixelMask:
    """The pixels that hang together with one, by sides or corners."""
    steps = np.diff(np.pad(mask, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    firsts = [np.nonzero(row == 1)[0].tolist() for row in steps]
    behinds = [np.nonzero(row == -1)[0].tolist() for row in steps]
    found = np.zeros_like(mask)
    run = bisect_left(behinds[start[0]], start[1] + 1)
    ahead, seen = [(start[0], run)], {(start[0], run)}
    while ahead:
        row, number = ahead.pop()
        first, behind = firsts[row][number], behinds[row][number]
        found[row, first:behind] = True
        for other in (row - 1, row + 1):
            if not 0 <= other < len(firsts):
                continue
            near = bisect_left(behinds[other], first)
            while near < len(firsts[other]) and firsts[other][near] <= behind:
                if (other, near) not in seen:
                    seen.add((other, near))
                    ahead.append((other, near))
                near += 1
    return found


def _middles(region: PixelMask, fine: int) -> npt.NDArray[np.float64]:
    """By row and column of cells, the share of each one's middle that is set."""
    rim = round(fine * (1 - MIDDLE) / 2)
    high, wide = region.shape[0] // fine, region.shape[1] // fine
    cells = region.reshape(high, fine, wide, fine)[:, rim : fine - rim, :, rim : fine - rim]
    shares: npt.NDArray[np.float64] = cells.mean(axis=(1, 3))
    return shares


def _crossed(region: PixelMask, fine: int) -> npt.NDArray[np.float64]:
    """By row of cells and upright side between two of them, the share of that side's length on which something is set
    between the middles of the two."""
    half = fine // 2
    high, wide = region.shape[0] // fine, region.shape[1] // fine
    between = region[:, half : half + (wide - 1) * fine].reshape(high, fine, wide - 1, fine)
    rim = round(fine * (1 - FACING) / 2)
    # What begins or ends in the middle of a cell fills it, or is too small to be a wall.
    hit: PixelMask = np.asarray(between.any(axis=3) & ~between[..., 0] & ~between[..., -1])
    shares: npt.NDArray[np.float64] = hit[:, rim : fine - rim].mean(axis=1)
    return shares
