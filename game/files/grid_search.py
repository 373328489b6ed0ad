"""Finds the grid that is printed on a picture, by its lines: edges that come again and again at the same distance.

Along each axis the picture is told by one number for each border between two of its columns: how much brighter or
darker it becomes there, in the mean of all rows. Lines of a grid stand out of that however faint they are, for they run
through all rows. Distances come from its autocorrelation; of distances that fit about as well the smallest is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from game.files.picture_pixels import Grey

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
