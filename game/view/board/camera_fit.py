"""Decides where a battle's camera goes: it stays unless somebody who matters is out of sight."""

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

FIRST = 100
"""The first body counts as so many."""

RIM = 0.5
"""Cells of what lies round the map that are seen at its ends."""


class MapPlacement(NamedTuple):
    """A position of the map in the window; ``faults`` counts the bodies that are not seen whole there."""

    corner: tuple[int, int]
    """The map's pixel at the window's top left."""
    faults: int
    """0: all bodies are in the board's part of the window."""


class CameraMove(NamedTuple):
    """Where the camera goes."""

    zoom: int
    """Pixels to a cell."""
    corner: tuple[int, int]
    """The map's pixel at the window's top left, at that zoom."""


@dataclass(frozen=True)
class CameraRoom:
    """A map and the part of the window in which the board is seen; that in pixels, the map in cells."""

    cells: tuple[int, int]
    """Columns and rows of the map."""
    board: pygame.Rect
    """The map fills it, or lies in its middle."""

    def whole(self, zoom: int) -> tuple[int, int] | None:
        """The map's pixel at the window's top left where all of the map is seen; None if it does not fit."""
        shown = pygame.Rect(0, 0, self.cells[0] * zoom, self.cells[1] * zoom)
        shown.center = self.board.center
        return (-shown.left, -shown.top) if self.board.contains(shown) else None

    def ends(self, zoom: int) -> CornerRange:
        """The corners at which the board's part shows the map and a narrow rim round it."""
        across = self._ends(self.board.left, self.board.right, self.cells[0] * zoom, zoom)
        down = self._ends(self.board.top, self.board.bottom, self.cells[1] * zoom, zoom)
        return across, down

    @staticmethod
    def _ends(start: int, end: int, length: int, zoom: int) -> tuple[int, int]:
        """Along one axis; a map that is smaller than the board's part lies in its middle."""
        first, last = -start - round(RIM * zoom), length - end + round(RIM * zoom)
        return (first, last) if first <= last else ((first + last) // 2,) * 2


@dataclass(frozen=True)
class CameraNeed:
    """What has to be seen now."""

    bodies: Sequence[BodyRect]
    """The most important one first."""
    board: pygame.Rect
    """The part of the window in which bodies are seen."""
    own: bool = False
    """Whether the viewer has just done something: then the next click has to land where it is aimed."""


def next_move(
    room: CameraRoom, need: CameraNeed, zoom: int, corner: tuple[int, int], wanted: Sequence[int]
) -> CameraMove | None:
    """Where the camera goes for everything that is needed to be seen; None: it stays.

    ``zoom`` and ``corner`` say where it is; ``wanted`` are the zooms that it may take, the most welcome first. It stays
    if the whole map is shown, if everybody is in sight, and after the viewer's own deed as long as the middle of the
    first body is. Else it moves as little as that takes, and farther away if it takes that.
    """
    if not need.bodies or room.whole(zoom) is not None or (need.own and _in_sight(need, zoom, corner)):
        return None
    here = (corner[0], corner[0]), (corner[1], corner[1])
    if not find_placement(_boxes(need.bodies, zoom), need, corner, here, 1).faults:
        return None
    middle = [(corner[axis] + room.board.center[axis]) / zoom for axis in (0, 1)]
    best: tuple[int, CameraMove] | None = None
    for tried in wanted:
        whole = room.whole(tried)
        if whole is not None:
            return CameraMove(tried, whole)
        boxes = _boxes(need.bodies, tried)
        now = corner if tried == zoom else _corner(middle, tried, room)
        found = find_placement(boxes, need, now, room.ends(tried), tried // 2)
        if best is None or found.faults < best[0]:
            best = found.faults, CameraMove(tried, found.corner)
        if not found.faults:
            break
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
    area = need.board
    inside = (left >= area.left) & (right <= area.right), (top >= area.top) & (bottom <= area.bottom)
    faults = int(weights.sum()) - (inside[0] * weights[:, None]).T.astype(np.int64) @ inside[1].astype(np.int64)
    far = (across[:, None] - now[0]) ** 2 + (down[None, :] - now[1]) ** 2
    best = np.lexsort((far.ravel(), faults.ravel()))[0]
    x, y = divmod(int(best), len(down))
    return MapPlacement((int(across[x]), int(down[y])), int(faults[x, y]))


def _in_sight(need: CameraNeed, zoom: int, corner: tuple[int, int]) -> bool:
    """Whether the middle of the first body is in sight."""
    x, y, wide = need.bodies[0]
    at = round((x + wide / 2) * zoom) - corner[0], round((y + wide / 2) * zoom) - corner[1]
    return need.board.collidepoint(at)


def _boxes(bodies: Sequence[BodyRect], zoom: int) -> BoxArray:
    return (np.array([(x, y, x + wide, y + wide) for x, y, wide in bodies]) * zoom).round().astype(np.int64)


def _corner(middle: Sequence[float], zoom: int, room: CameraRoom) -> tuple[int, int]:
    """The corner at which a place of the map, in cells, is in the middle of the open part."""
    return round(middle[0] * zoom) - room.board.centerx, round(middle[1] * zoom) - room.board.centery


def _tried(now: int, ends: tuple[int, int], step: int) -> npt.NDArray[np.int64]:
    first, last = ends
    nearest = max(first, min(last, now))
    before = (nearest - first) // step
    tried = np.arange(nearest - before * step, last + 1, step, dtype=np.int64)
    return np.unique(np.concatenate((tried, np.array(ends, np.int64))))
