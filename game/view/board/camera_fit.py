"""Decides where a battle's camera goes: it stays unless somebody who matters is out of sight or under a panel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pygame

BodyRect = tuple[float, float, float]
"""Left, top and width of somebody in cells."""

BoxArray = npt.NDArray[np.int64]
"""Shape (n, 4): left, top, right and bottom of each body in pixels of the map."""

CornerRange = tuple[tuple[int, int], tuple[int, int]]
"""The first and last corner that may be, across and down, in pixels of the map."""

HIDDEN = 1000
"""A body under a panel is worse than so many beside the window."""

FIRST = 100
"""The first body counts as so many."""

RIM = 0.5
"""Cells of what lies round the map that are seen at its ends."""


class MapPlacement(NamedTuple):
    """A position of the map in the window; ``faults`` counts what is hidden or outside there."""

    corner: tuple[int, int]
    """The map's pixel at the window's top left."""
    faults: int
    """0: all bodies are in the window's part, and none is under a panel."""


class CameraMove(NamedTuple):
    """Where the camera goes."""

    zoom: int
    """Pixels to a cell."""
    corner: tuple[int, int]
    """The map's pixel at the window's top left, at that zoom."""


@dataclass(frozen=True)
class CameraRoom:
    """A map in a window with panels over it that are always there; all in pixels but for the map."""

    cells: tuple[int, int]
    """Columns and rows of the map."""
    open: pygame.Rect
    """The part of the window between the panels at its sides: the map fills it, or lies in its middle."""
    corners: tuple[pygame.Rect, ...] = ()
    """Panels that stand in a corner of the open part."""

    def whole(self, zoom: int) -> tuple[int, int] | None:
        """The map's pixel at the window's top left where all of the map is seen; None if it does not fit.

        The map lies in the middle, unless a corner's panel would cover some of it: then it lies beside that or over it.
        """
        wide, high = self.cells[0] * zoom, self.cells[1] * zoom
        parts = [self.open]
        for panel in self.corners:
            left, top, right, bottom = self.open.left, self.open.top, self.open.right, self.open.bottom
            parts.append(pygame.Rect(panel.right, top, right - panel.right, bottom - top))
            parts.append(pygame.Rect(left, top, right - left, panel.top - top))
        for part in parts:
            shown = pygame.Rect(0, 0, wide, high)
            shown.center = part.center
            if part.contains(shown) and shown.collidelist(self.corners) < 0:
                return -shown.left, -shown.top
        return None

    def ends(self, zoom: int, *, beyond: bool) -> CornerRange:
        """The corners at which the open part shows the map and a narrow rim round it.

        ``beyond``: as far as it takes to bring any cell out from under a panel in a corner.
        """
        across = self._ends(self.open.left, self.open.right, self.cells[0] * zoom, zoom)
        down = self._ends(self.open.top, self.open.bottom, self.cells[1] * zoom, zoom)
        if beyond and self.corners:
            start = max(panel.right for panel in self.corners if panel.left <= self.open.centerx)
            across = min(across[0], -start - round(RIM * zoom)), across[1]
        return across, down

    @staticmethod
    def _ends(start: int, end: int, length: int, zoom: int) -> tuple[int, int]:
        """Along one axis; a map that is smaller than the open part lies in its middle."""
        first, last = -start - round(RIM * zoom), length - end + round(RIM * zoom)
        return (first, last) if first <= last else ((first + last) // 2,) * 2

    def far_ends(self, zoom: int) -> CornerRange:
        """The corners at which half of the open part shows the map or more, so that what a panel covers can be seen."""
        x, y = self.open.center
        return (-x, self.cells[0] * zoom - x), (-y, self.cells[1] * zoom - y)


@dataclass(frozen=True)
class CameraNeed:
    """What has to be seen now."""

    bodies: Sequence[BodyRect]
    """The most important one first."""
    window: pygame.Rect
    """The part of the window in which bodies are seen."""
    panels: Sequence[pygame.Rect]
    """What lies over it."""
    own: bool = False
    """Whether the viewer has just done something: then the next click has to land where it is aimed."""


def next_move(
    room: CameraRoom, need: CameraNeed, zoom: int, corner: tuple[int, int], wanted: Sequence[int]
) -> CameraMove | None:
    """Where the camera goes for everything that is needed to be seen; None: it stays.

    ``zoom`` and ``corner`` say where it is; ``wanted`` are the zooms that it may take, the most welcome first. It stays
    if the whole map is shown, if everybody is in sight and clear of all panels, and after the viewer's own deed as long
    as the middle of the first body is. Else it moves as little as that takes, and farther away if it takes that.
    """
    if not need.bodies or room.whole(zoom) is not None or (need.own and _in_sight(need, zoom, corner)):
        return None
    here = (corner[0], corner[0]), (corner[1], corner[1])
    if not find_placement(_boxes(need.bodies, zoom), need, corner, here, 1).faults:
        return None
    middle = [(corner[axis] + room.open.center[axis]) / zoom for axis in (0, 1)]
    best: tuple[int, CameraMove] | None = None
    for tried in wanted:
        whole = room.whole(tried)
        if whole is not None:
            return CameraMove(tried, whole)
        boxes = _boxes(need.bodies, tried)
        now = corner if tried == zoom else _corner(middle, tried, room)
        for ends in (room.ends(tried, beyond=False), room.ends(tried, beyond=True), room.far_ends(tried)):
            found = find_placement(boxes, need, now, ends, tried // 2)
            if best is None or found.faults < best[0]:
                best = found.faults, CameraMove(tried, found.corner)
            if not found.faults:
                return best[1]
    return best[1] if best is not None and best[1] != (zoom, corner) else None


def find_placement(
    boxes: BoxArray, need: CameraNeed, now: tuple[int, int], ends: CornerRange, step: int
) -> MapPlacement:
    """The placement with the fewest faults, and of those the nearest to ``now``.

    ``step``: pixels from one that is tried to the next, ``now`` among them if it is between the ``ends``, and these.
    """
    across, down = (_tried(now[axis], ends[axis], step) for axis in (0, 1))
    left, right = boxes[:, 0, None] - across, boxes[:, 2, None] - across
    top, bottom = boxes[:, 1, None] - down, boxes[:, 3, None] - down
    weights = np.ones(len(boxes), np.int64)
    weights[:1] = FIRST
    area = need.window
    inside = (left >= area.left) & (right <= area.right), (top >= area.top) & (bottom <= area.bottom)
    faults = int(weights.sum()) - (inside[0] * weights[:, None]).T.astype(np.int64) @ inside[1].astype(np.int64)
    for panel in need.panels:
        under = (left < panel.right) & (right > panel.left), (top < panel.bottom) & (bottom > panel.top)
        faults += HIDDEN * (under[0].T.astype(np.int64) @ under[1].astype(np.int64))
    far = (across[:, None] - now[0]) ** 2 + (down[None, :] - now[1]) ** 2
    best = np.lexsort((far.ravel(), faults.ravel()))[0]
    x, y = divmod(int(best), len(down))
    return MapPlacement((int(across[x]), int(down[y])), int(faults[x, y]))


def _in_sight(need: CameraNeed, zoom: int, corner: tuple[int, int]) -> bool:
    """Whether the middle of the first body is in the window and clear of all panels."""
    x, y, wide = need.bodies[0]
    at = round((x + wide / 2) * zoom) - corner[0], round((y + wide / 2) * zoom) - corner[1]
    return need.window.collidepoint(at) and not any(panel.collidepoint(at) for panel in need.panels)


def _boxes(bodies: Sequence[BodyRect], zoom: int) -> BoxArray:
    return (np.array([(x, y, x + wide, y + wide) for x, y, wide in bodies]) * zoom).round().astype(np.int64)


def _corner(middle: Sequence[float], zoom: int, room: CameraRoom) -> tuple[int, int]:
    """The corner at which a place of the map, in cells, is in the middle of the open part."""
    return round(middle[0] * zoom) - room.open.centerx, round(middle[1] * zoom) - room.open.centery


def _tried(now: int, ends: tuple[int, int], step: int) -> npt.NDArray[np.int64]:
    first, last = ends
    nearest = max(first, min(last, now))
    before = (nearest - first) // step
    tried = np.arange(nearest - before * step, last + 1, step, dtype=np.int64)
    return np.unique(np.concatenate((tried, np.array(ends, np.int64))))
