"""Finds the camera position at which given bodies are visible and no panel covers them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pygame

BoxArray = npt.NDArray[np.int64]
"""Shape (n, 4): left, top, right and bottom of each body in pixels of the map."""

HIDDEN = 1000
"""A body under a panel is worse than so many beside the window."""

FIRST = 100
"""The first body counts as so many."""


class MapPlacement(NamedTuple):
    """A position of the map in the window; ``faults`` counts what is hidden or outside there."""

    corner: tuple[int, int]
    """The map's pixel at the window's top left."""
    faults: int
    """0: all bodies are in the window's part, and none is under a panel."""


def find_placement(
    boxes: BoxArray,
    area: pygame.Rect,
    panels: Sequence[pygame.Rect],
    now: tuple[int, int],
    ends: tuple[tuple[int, int], tuple[int, int]],
    step: int,
) -> MapPlacement:
    """The lie with the fewest faults, and of those the nearest to that of ``now``.

    ``area``: the part of the window in which bodies are seen, ``panels`` what lies over it, in the window's pixels;
    ``ends``: the first and last corner that may be, across and down; ``step``: pixels from one that is tried to the
    next, ``now`` among them.
    """
    across, down = (_tried(now[axis], ends[axis], step) for axis in (0, 1))
    left, right = boxes[:, 0, None] - across, boxes[:, 2, None] - across
    top, bottom = boxes[:, 1, None] - down, boxes[:, 3, None] - down
    weights = np.ones(len(boxes), np.int64)
    weights[:1] = FIRST
    inside = (left >= area.left) & (right <= area.right), (top >= area.top) & (bottom <= area.bottom)
    faults = int(weights.sum()) - (inside[0] * weights[:, None]).T.astype(np.int64) @ inside[1].astype(np.int64)
    for panel in panels:
        under = (left < panel.right) & (right > panel.left), (top < panel.bottom) & (bottom > panel.top)
        faults += HIDDEN * (under[0].T.astype(np.int64) @ under[1].astype(np.int64))
    far = (across[:, None] - now[0]) ** 2 + (down[None, :] - now[1]) ** 2
    best = np.lexsort((far.ravel(), faults.ravel()))[0]
    x, y = divmod(int(best), len(down))
    return MapPlacement((int(across[x]), int(down[y])), int(faults[x, y]))


def _tried(now: int, ends: tuple[int, int], step: int) -> npt.NDArray[np.int64]:
    first, last = min(ends[0], now), max(ends[1], now)
    before = (now - first) // step
    return np.arange(now - before * step, last + 1, step, dtype=np.int64)
