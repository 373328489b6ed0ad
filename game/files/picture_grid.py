"""The grid of a picture that is a map by itself: by the file's name, or by the lines in the picture."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from math import floor, fsum, isfinite
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from game.files.errors import BadFile
from game.files.pictures import Grey, PictureSize, grey_of, picture_size, read_picture

MOST_CELLS = 250
"""Columns or rows of a map that can be played on."""

SMALLEST, LARGEST = 4.0, 4096.0
"""Pixels along a cell that anybody may say."""

SQUARE = 0.02
"""How much cells that a name counts may be longer one way than the other."""

ON_RIM = 0.04
"""The share of a cell within which the first line is taken for the picture's rim."""

PLAIN = 16
"""Brightest less darkest of what is one colour: a margin round a map, with what packing does to it."""

MARGIN = (0.1, 1.5)
"""Cells that a margin is wide."""

NOTED = 0.5
"""The share of a grid's lines that must be seen in a picture for its name to agree with it."""


ROUND, FITTED = 0.0005, 0.003
"""How much cells that go evenly into a picture may differ across and down, and from what its lines say."""


WHOLE = 0.35
"""Pixels off a whole one within which a line is taken to lie there."""


class NoGrid(BadFile):
    """A picture of which nothing says how large its cells are."""


class PictureGrid(msgspec.Struct, frozen=True):
    """Where the cells of a map lie on its picture."""

    cell: tuple[float, float]
    """Pixels of a cell, across and down."""
    origin: tuple[float, float]
    """The pixel at which the first cell begins; it may lie beside the picture by half a cell."""
    size: tuple[int, int]
    """Columns and rows."""

    def __str__(self) -> str:
        """As a player reads it."""
        (wide, high), (x, y), (columns, rows) = self.cell, self.origin, self.size
        pixels = f"{wide:.5g}" if wide == high else f"{wide:.5g} x {high:.5g}"
        return f"{columns} x {rows} cells of {pixels} px, the first at {x:.5g}, {y:.5g}"


class FoundGrid(NamedTuple):
    """A grid, and how it came to be known."""

    grid: PictureGrid
    how: str
    """The end of a sentence."""
    guessed: bool
    """Whether nobody said so."""


class _Lines(NamedTuple):
    """What is seen in a picture, along both axes."""

    profiles: tuple[EdgeProfile, EdgeProfile]
    found: PictureGrid | None
    """By its lines alone."""
    seen: tuple[int, int]
    """Lines of that which are seen."""
    among: tuple[int, int]


_COUNTS = re.compile(r"(?<![\d.])(\d{1,3})\s*[x×X]\s*(\d{1,3})(?![\d.])")
_PIXELS = re.compile(r"(?<![\d.])(\d{2,3})[\s_-]*(?:ppi|dpi|ppg|ppsq|pps|px|pix|pixels?)(?![a-z])", re.IGNORECASE)


def find_grid(path: Path) -> FoundGrid:
    """The grid of a picture by its name or its lines. Raises NoGrid where neither tells it, BadFile for no picture."""
    size = picture_size(path, whole=True)
    lines = _lines(path.resolve(), *_state(path))
    counted, pixels = counts_in(path.stem), pixels_in(path.stem)
    by_name = _by_counts(size, counted, lines) or _by_pixels(size, pixels, lines)
    if by_name is not None:
        return FoundGrid(by_name, f"by its name; {_agreement(by_name, lines)}", True)
    if lines.found is not None:
        seen, count = lines.seen, lines.among
        told = f"{seen[0]} of {count[0]} upright lines and {seen[1]} of {count[1]} level ones stand out"
        return FoundGrid(lines.found, f"by its lines: {told}", True)
    raise NoGrid(
        f"{path.name}: no grid is seen in the picture, and its name says none; say how large a cell is: "
        f"battlemat grid {path.name} --cell 70 --origin 12,8; in the window, drag a square over a cell"
    )


def grid_over(
    picture: PictureSize, cell: tuple[float, float], origin: tuple[float, float], *, whole: bool = False
) -> PictureGrid:
    """The grid of so large cells that covers a picture: columns and rows of which at least a half is on it.

    ``whole``: where a line of the grid lies is given, and not where the first cell does. Raises BadFile for cells that
    are no size to play on.
    """
    if not all(isfinite(number) for number in (*cell, *origin)) or not all(
        SMALLEST <= length <= LARGEST for length in cell
    ):
        raise BadFile(f"a cell of {cell[0]:g} x {cell[1]:g} px; write {SMALLEST:g} to {LARGEST:g} px")
    if whole:
        over = [at % length for at, length in zip(origin, cell, strict=True)]
        over = [at - length if at > length / 2 else at for at, length in zip(over, cell, strict=True)]
        origin = (round(over[0], 2), round(over[1], 2))
    columns, rows = (
        floor((pixels - at) / length + 0.5) for pixels, at, length in zip(picture, origin, cell, strict=True)
    )
    grid = PictureGrid(cell, origin, (columns, rows))
    check_grid(grid, picture)
    return grid


def check_grid(grid: PictureGrid, picture: PictureSize) -> None:
    """See that a grid lies on a picture of that size, and can be played on. Raises BadFile with the end of a sentence
    that names the grid."""
    for name, at in (("cell", 0), ("cell", 1)):
        if not SMALLEST <= grid.cell[at] <= LARGEST:
            raise BadFile(f"grid.{name}: {grid.cell[at]:g} px; write {SMALLEST:g} to {LARGEST:g} px")
    columns, rows = grid.size
    if not (1 <= columns <= MOST_CELLS and 1 <= rows <= MOST_CELLS):
        raise BadFile(
            f"grid: cells of {grid.cell[0]:g} x {grid.cell[1]:g} px from {grid.origin[0]:g}, {grid.origin[1]:g} on are "
            f"{columns:,} x {rows:,}; 1 to {MOST_CELLS} each way can be played on"
        )
    for at in (0, 1):
        if not -grid.cell[at] < grid.origin[at] < picture[at]:
            raise BadFile(f"grid.origin: {grid.origin[at]:g} lies off the picture, which has {picture[at]:,} px there")


def counts_in(name: str) -> list[tuple[int, int]]:
    """What a name may say of columns and rows: “Inn [30x24]”."""
    return [(int(across), int(down)) for across, down in _COUNTS.findall(name)]


def pixels_in(name: str) -> list[int]:
    """What a name may say of the pixels of a cell: “Inn 100ppi”, “Inn_70px”."""
    found = map(int, _PIXELS.findall(name))
    return [pixels for pixels in found if LEAST_CELL <= pixels <= LARGEST_CELL]


def _state(path: Path) -> tuple[int, int]:
    """What changes when a file does."""
    try:
        found = path.stat()
    except OSError:
        return 0, 0
    return found.st_mtime_ns, found.st_size


@lru_cache(maxsize=4)
def _lines(path: Path, _changed: int, _size: int) -> _Lines:
    """What is seen in a picture, worked out once: it takes most of a second of a large one."""
    grey = grey_of(read_picture(path, whole=True), path.name)
    if min(grey.shape) < 2 * LEAST_CELL:
        bare = np.zeros(1)
        return _Lines((bare, bare), None, (0, 0), (0, 0))
    profiles = profile_of(grey, 0), profile_of(grey, 1)
    both = search_grid(profiles)
    if both is None:
        return _Lines(profiles, None, (0, 0), (0, 0))
    size = grey.shape[1], grey.shape[0]
    step = both[0].step
    origin = [each.first for each in both]
    for axis in (0, 1):
        if min(origin[axis], step - origin[axis]) <= ON_RIM * step:
            origin[axis] = 0.0
        elif abs(origin[axis] - round(origin[axis])) < WHOLE:
            origin[axis] = round(origin[axis])
    if origin == [0.0, 0.0]:  # cells of which a whole number goes into the picture, if nearly as large as these
        cells = [max(1, round(pixels / step)) for pixels in size]
        wide, high = (pixels / number for pixels, number in zip(size, cells, strict=True))
        step = wide if abs(wide - high) < ROUND * high and abs(wide - step) < FITTED * step else step
    try:
        grid = grid_over(size, (step, step), (origin[0], origin[1]), whole=True)
    except BadFile:  # too many cells to be a map
        return _Lines(profiles, None, (0, 0), (0, 0))
    return _Lines(profiles, _within_margin(grid, grey), (both[0].seen, both[1].seen), (both[0].among, both[1].among))


def _within_margin(grid: PictureGrid, grey: Grey) -> PictureGrid:
    """The grid without columns and rows that lie on a margin of one colour round the map."""
    origin, size = list(grid.origin), list(grid.size)
    for axis, rows in enumerate((grey.T, grey)):
        cell = grid.cell[axis]
        spread = rows.max(axis=1).astype(np.int16) - rows.min(axis=1)
        drawn = np.nonzero(spread > PLAIN)[0]
        if not len(drawn):
            continue
        before, behind = int(drawn[0]), len(spread) - 1 - int(drawn[-1])
        end = origin[axis] + size[axis] * cell
        if MARGIN[0] * cell <= before <= MARGIN[1] * cell:
            out = max(0, floor((before - origin[axis]) / cell + 0.5))
            origin[axis] += out * cell
        if MARGIN[0] * cell <= behind <= MARGIN[1] * cell:
            end = min(end, origin[axis] + floor((len(spread) - behind - origin[axis]) / cell + 0.5) * cell)
        size[axis] = max(1, round((end - origin[axis]) / cell))
    return PictureGrid(grid.cell, (round(origin[0], 2), round(origin[1], 2)), (size[0], size[1]))


def _by_counts(size: PictureSize, counted: list[tuple[int, int]], lines: _Lines) -> PictureGrid | None:
    """The grid by what a name counts, either way round: over the whole picture, or within a margin by its lines."""
    for columns, rows in (pair for across, down in counted for pair in ((across, down), (down, across))):
        if not (1 <= columns <= MOST_CELLS and 1 <= rows <= MOST_CELLS):
            continue
        wide, high = size[0] / columns, size[1] / rows
        seen = lines.found
        if seen is not None and seen.size == (columns, rows):
            return seen
        if seen is not None and seen.cell[0] < wide:
            margins = size[0] - columns * seen.cell[0], size[1] - rows * seen.cell[1]
            if all(0 <= margin <= 3 * seen.cell[0] for margin in margins) and max(margins) > ON_RIM * seen.cell[0]:
                return _amid(seen, margins, (columns, rows))
        if min(wide, high) >= LEAST_CELL and abs(wide / high - 1) <= SQUARE:
            return PictureGrid((round(wide, 3), round(high, 3)), (0.0, 0.0), (columns, rows))
    return None


def _amid(seen: PictureGrid, margins: tuple[float, float], size: tuple[int, int]) -> PictureGrid:
    """The grid of so many cells whose lines are seen, as near to the middle of the picture as they allow."""
    at = [
        origin + round((margin / 2 - origin) / cell) * cell
        for origin, margin, cell in zip(seen.origin, margins, seen.cell, strict=True)
    ]
    return PictureGrid(seen.cell, (round(at[0], 2), round(at[1], 2)), size)


def _by_pixels(size: PictureSize, pixels: list[int], lines: _Lines) -> PictureGrid | None:
    """The grid by the pixels that a name gives to a cell, unless the lines of the picture say otherwise: “72 dpi” may
    be about printing."""
    for step in pixels:
        seen = lines.found
        if seen is not None and abs(seen.cell[0] / step - 1) > 0.01:
            continue
        origin = (0.0, 0.0) if seen is None else seen.origin
        try:
            return grid_over(size, (float(step), float(step)), origin, whole=True)
        except BadFile:
            continue
    return None


def _agreement(grid: PictureGrid, lines: _Lines) -> str:
    """Whether the lines of a picture lie where its name says, in words."""
    if lines.found is None:
        return "no lines are seen in the picture"
    along = [
        lines_at(profile, cell, first % cell)
        for profile, cell, first in zip(lines.profiles, grid.cell, grid.origin, strict=True)
    ]
    seen, count = sum(each.seen for each in along), sum(each.among for each in along)
    if seen >= NOTED * count:
        return f"{seen} of {count} lines of it are seen in the picture"
    return f"but the picture's lines are those of {lines.found}"


LEAST_CELL, LARGEST_CELL = 12, 420
"""Pixels along a cell that are looked for."""

LEAST_CELLS = 3
"""Cells along an axis without which nothing comes again and again."""

SURE = 16.0
"""From which strength on lines are taken for a grid: pictures without one come to 14 at most, faint grids to 17."""

AS_GOOD = 0.85
"""The share of the greatest strength from which on a smaller distance is as good: half the true one has 0.71 of it."""

STRONG = 48.0
"""Steps of brightness of which no more count: a wall says no more of the grid than a line."""

BLOCK = 32
"""Rows that are taken together, besides each alone: noise goes, and what runs through all of them stays."""

NEAR = 15
"""Borders round one to whose median it is compared."""

SEEN = 0.8
"""The share of all places than which a line has to stand out more to be seen."""

PACKED, UNLINED = 8, 0.4
"""Pixels along the blocks of which JPEG makes a picture, whose rims are no lines; and the share of rims that are taken
to lie on no line."""

BLOCKY = 0.5
"""Deviations by which such rims must stand out to be seen."""

EdgeProfile = npt.NDArray[np.float64]
"""For each border between two columns, or rows, how much it stands out, in deviations of what is usual."""


class FoundLines(NamedTuple):
    """Lines at equal distances along one axis."""

    step: float
    """Pixels between two."""
    first: float
    """Where the first lies, in pixels from the picture's left or top: less than a step."""
    strength: float
    """How far they stand out together: their mean, times the root of their number."""
    seen: int
    """How many are seen by themselves."""
    among: int
    """How many there are."""


def profile_of(grey: Grey, axis: int) -> EdgeProfile:
    """How much borders between columns (axis 0), or rows (axis 1), stand out."""
    rows = grey if axis == 0 else grey.T
    found = _sharp(_steps(rows, 1)) + _sharp(_steps(rows, min(BLOCK, len(rows))))
    blurred: EdgeProfile = np.convolve(found, (0.125, 0.25, 0.125), "same")
    return blurred


def search_grid(profiles: Sequence[EdgeProfile]) -> tuple[FoundLines, FoundLines] | None:
    """The lines along both axes at one distance; None if there are none to be sure of."""
    tried: dict[float, float] = {}
    longest = max(map(len, profiles))
    for middle in sorted({step for profile in profiles for step in _candidates(profile)}):
        fine = max(0.01, 0.4 * middle / longest)
        for number in range(-round(0.8 / fine), round(0.8 / fine) + 1):
            step = round(middle + number * fine, 3)
            if step >= LEAST_CELL and step not in tried:
                tried[step] = fsum(_comb(profile, step)[0] for profile in profiles)
    if not tried:
        return None
    best = max(tried, key=lambda step: (tried[step], -step))
    if tried[best] < SURE:
        return None
    for parts in (6, 5, 4, 3, 2):
        near = [step for step in tried if abs(step * parts / best - 1) < 0.01]
        part = max(near, key=lambda step: tried[step], default=best)
        if tried[part] >= AS_GOOD * tried[best]:
            best = part
            break
    lines = [lines_at(profile, best) for profile in profiles]
    steps = [_fitted(profile, found) for profile, found in zip(profiles, lines, strict=True)]
    weights = [max(0.01, each.strength) * each.among for each in lines]
    step = _round(float(np.average(steps, weights=weights)), longest)  # cells are square: the mean of both axes
    across, down = (lines_at(profile, step) for profile in profiles)
    return across, down


def lines_at(profile: EdgeProfile, step: float, first: float | None = None) -> FoundLines:
    """The lines at a distance that is known, where they stand out most or from ``first`` on."""
    strength, phase = _comb(profile, step)
    if first is None:
        first = _centred(profile, step, phase) % step
    places = _places(profile, step, first - 1)
    best = np.max([profile[np.clip(places + by, 0, len(profile) - 1)] for by in (-1, 0, 1)], axis=0)
    usual = np.convolve(profile, np.ones(3) / 3, "same")
    seen = int((best > max(0.0, float(np.quantile(usual, SEEN)))).sum())
    return FoundLines(step, first, strength, seen, len(places))


def _steps(rows: npt.NDArray[np.uint8], block: int) -> EdgeProfile:
    """The mean step of brightness at each border, of so many rows taken together."""
    height, width = rows.shape
    total = np.zeros(width - 1)
    used = height - height % block
    for top in range(0, used, 256):
        part = rows[top : min(used, top + 256)].astype(np.float32)
        part = part.reshape(-1, block, width).mean(axis=1)
        total += np.minimum(np.abs(np.diff(part, axis=1)), STRONG).sum(axis=0)
    found: EdgeProfile = total / (used / block)
    return found


def _sharp(steps: EdgeProfile) -> EdgeProfile:
    """What differs from what is round it, in deviations of what is usual, and nothing of it beyond measure."""
    side = NEAR // 2
    round_it = np.lib.stride_tricks.sliding_window_view(np.pad(steps, side, mode="edge"), NEAR)
    above = steps - np.median(round_it, axis=1)
    usual = 1.4826 * float(np.median(np.abs(above))) + 1e-6
    # Of a grid of twice as many pixels half of these are lines, which must not go.
    rims = np.array([np.quantile(above[first::PACKED], UNLINED) for first in range(PACKED)])
    if float(rims.max() - np.median(rims)) > BLOCKY * usual:
        above = above - np.resize(rims, len(above))
        above -= np.median(above)
        usual = 1.4826 * float(np.median(np.abs(above))) + 1e-6
    found: EdgeProfile = np.clip(above / usual, -3.0, 8.0)
    return found


def _candidates(profile: EdgeProfile) -> set[float]:
    """Distances at which a profile is most like itself, and parts of them."""
    length = len(profile)
    most = min(length // LEAST_CELLS, LARGEST_CELL)
    if most <= LEAST_CELL:
        return set()
    spectrum = np.fft.rfft(profile - profile.mean(), 2 * length)
    alike = np.fft.irfft(np.abs(spectrum) ** 2)[: most + 2] / np.arange(length, length - most - 2, -1)
    peaks = [lag for lag in range(LEAST_CELL, most) if alike[lag - 1] <= alike[lag] >= alike[lag + 1]]
    peaks.sort(key=lambda lag: -alike[lag])
    return {round(lag / part, 1) for lag in peaks[:14] for part in (1, 2, 3, 4) if lag / part >= LEAST_CELL}


def _comb(profile: EdgeProfile, step: float) -> tuple[float, float]:
    """How far lines at that distance stand out at most, and from which border on."""
    count = int(len(profile) / step)
    if count < LEAST_CELLS:
        return 0.0, 0.0
    phases = np.arange(0.0, step, 1.0)
    places = np.rint(phases[:, None] + np.arange(count) * step).astype(np.int64)
    means = profile[np.minimum(places, len(profile) - 1)].mean(axis=1)
    best = int(means.argmax())
    return float(means[best]) * float(np.sqrt(count)), float(phases[best])


def _places(profile: EdgeProfile, step: float, first: float) -> npt.NDArray[np.int64]:
    """The borders nearest to lines from ``first`` on."""
    count = max(1, int((len(profile) - 1 - first) / step) + 1)
    found = np.rint(first + np.arange(count) * step).astype(np.int64)
    kept: npt.NDArray[np.int64] = np.clip(found, 0, len(profile) - 1)
    return kept


def _reach(step: float) -> int:
    """Pixels round a line in which its two rims lie."""
    return max(2, round(0.12 * step))


def _centred(profile: EdgeProfile, step: float, phase: float) -> float:
    """The middle of the lines whose strongest rim is known, in pixels: a thick one has two rims."""
    reach = _reach(step)
    offsets = np.arange(-reach, reach + 1)
    places = _places(profile, step, phase)
    means = np.array([profile[np.clip(places + by, 0, len(profile) - 1)].mean() for by in offsets])
    heavy = np.where(means >= 0.5 * means.max(), means.clip(0.0), 0.0)
    middle = float((heavy * offsets).sum() / heavy.sum()) if heavy.sum() > 0 else 0.0
    return phase + middle + 1  # border 0 lies between pixels 0 and 1


def _fitted(profile: EdgeProfile, lines: FoundLines) -> float:
    """The distance that fits best to where each line is seen."""
    reach = _reach(lines.step)
    offsets = np.arange(-reach, reach + 1)
    places = _places(profile, lines.step, lines.first - 1)
    around = profile[np.clip(places[:, None] + offsets, 0, len(profile) - 1)].clip(0.0)
    weights = around.sum(axis=1)
    numbers = np.nonzero(weights > 0)[0]
    if len(numbers) < LEAST_CELLS:
        return lines.step
    at = places[numbers] + (around[numbers] * offsets).sum(axis=1) / weights[numbers]
    return float(np.polyfit(numbers.astype(np.float64), at, 1, w=np.sqrt(weights[numbers]))[0])


def _round(step: float, length: int) -> float:
    """A whole or half number of pixels if all lines lie within a pixel of where they are seen by it, as most grids."""
    for parts in (1, 2):
        whole = round(step * parts) / parts
        if abs(whole - step) * length / step <= 1.0:
            return whole
    return round(step, 2)
