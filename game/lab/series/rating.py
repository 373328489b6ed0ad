"""Elo ratings of AIs from who won against whom: Bradley and Terry's model by maximum likelihood.

The chance of one AI against another is 1 / (1 + 10^(-d/400)) where d is the difference of their ratings. A draw counts
half for each. One drawn battle is added between each two that met, without which who never lost had no finite rating.
Intervals are of the normal approximation by the information matrix, as if battles were independent: those of one seed
with sides changed are less alike than that, and the intervals rather too wide.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import log
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

SCALE = 400 / log(10)
"""Points of Elo in a unit of log odds."""

Z95 = 1.959964

STEPS, LONGEST, CLOSE = 100, 1.0, 1e-10
"""Of Newton's method: the most, and log odds that one may change a rating by at most, and by which it ends."""


class Rating(msgspec.Struct, frozen=True):
    """How strong one AI is, in points of Elo from the average of those it was rated with."""

    name: str
    elo: float
    low: float
    high: float
    """The ends of the 95 % interval."""
    battles: int


def rate(names: Sequence[str], met: Iterable[tuple[str, str, float]]) -> list[Rating]:
    """Ratings, the strongest first, of those ``names`` that met another.

    ``met``: for each battle its two AIs, and what the first of them got: 1, 0.5 or 0.
    """
    place = {name: number for number, name in enumerate(names)}
    points = np.zeros((len(names), len(names)))
    for first, second, got in met:
        points[place[first], place[second]] += got
        points[place[second], place[first]] += 1 - got
    np.fill_diagonal(points, 0)  # against itself an AI shows nothing
    kept: list[int] = np.flatnonzero(points.sum(axis=0) + points.sum(axis=1)).tolist()
    points = points[np.ix_(kept, kept)]
    battles = points + points.T
    strengths, errors = _fit(points + 0.5 * (battles > 0))
    found = [
        Rating(
            names[number],
            float(SCALE * strength),
            float(SCALE * (strength - Z95 * error)),
            float(SCALE * (strength + Z95 * error)),
            round(float(count)),
        )
        for number, strength, error, count in zip(kept, strengths, errors, battles.sum(axis=1), strict=True)
    ]
    return sorted(found, key=lambda each: -each.elo)


def _fit(points: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Log odds of each against the average, and their standard errors; ``points[i, j]``: what i got against j."""
    battles = points + points.T
    strengths = np.zeros(len(points))
    errors = strengths
    for _ in range(STEPS):
        chances = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
        weights = battles * chances * (1 - chances)
        information = np.diag(weights.sum(axis=1)) - weights
        # ratings have no zero of their own: the pseudo-inverse puts their average there
        covariance: NDArray[Any] = np.linalg.pinv(information)
        errors = np.sqrt(covariance.diagonal())
        step = covariance @ (points - battles * chances).sum(axis=1)
        longest = float(np.abs(step).max(initial=0.0))
        if longest < CLOSE:
            break
        strengths = strengths + step * min(1.0, LONGEST / longest)
    return strengths, errors
