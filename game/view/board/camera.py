"""Where on the map the screen looks and how near; a battle's camera stays while all who matter are seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pygame

from game.scene.board_geometry import Spot
from game.spatial.field import Cell

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


ZOOMS = (32, 36, 40, 48, 56, 64, 80, 96, 128)
"""Pixels to a cell."""

GLIDE = 0.4
"""Seconds that the view takes to glide somewhere."""


class Camera:
    """Turns cells into pixels of the board's part of the window, and back.

    A map that fits there is shown whole and does not move. Of a larger one no more than a narrow rim of what lies round
    it is shown.
    """

    def __init__(
        self, width: int, height: int, window_size: tuple[int, int], zoom: int = 64, zooms: Sequence[int] = ZOOMS
    ) -> None:
        """``width`` and ``height`` of the map in cells; ``view`` in pixels; ``zooms`` that can be chosen, in order."""
        self.width, self.height, self.zooms = width, height, tuple(zooms)
        self.window_size = window_size
        self._zoom = zoom
        self.board = pygame.Rect((0, 0), window_size)
        """The part of the window in which the board is seen."""
        self._wanted = zoom
        """Pixels to a cell that the player has chosen; less are shown while more has to be seen at once."""
        self._middle: Spot = (width / 2, height / 2)
        self._glide: tuple[Spot, Spot, float] | None = None
        """Where the view comes from and goes to, and for how many seconds it has done so."""
        self._corner = (0, 0)
        self._settle()

    @property
    def zoom(self) -> int:
        """Pixels to a cell."""
        return self._zoom

    @zoom.setter
    def zoom(self, zoom: int) -> None:
        self._zoom = zoom
        self._settle()

    def choose_zoom(self, zoom: int) -> None:
        """The player wants so many pixels to a cell."""
        self._wanted = self.zoom = zoom

    @property
    def room(self) -> CameraRoom:
        """The map in the board's part of the window."""
        return CameraRoom((self.width, self.height), self.board)

    def fit_into(self, window_size: tuple[int, int], board: pygame.Rect) -> None:
        """The window has this size, and the ``board`` this part of it.

        The place in the middle stays there, as far as the map's ends allow.
        """
        self.window_size, self.board = window_size, board
        self._glide = None
        self._middle = self._kept(self._middle)
        self._settle()

    @property
    def corner(self) -> tuple[int, int]:
        """The map pixel at the window's top left, at this zoom."""
        return self._corner

    def _settle(self) -> None:
        """Work the corner out: it is asked for some hundred times a frame."""
        self._corner = self._corner_at(self._middle)

    def pixel(self, spot: Spot) -> tuple[int, int]:
        """Where a place of the map is in the window."""
        zoom, corner = self._zoom, self._corner
        return round(spot[0] * zoom) - corner[0], round(spot[1] * zoom) - corner[1]

    @property
    def whole(self) -> bool:
        """Whether the whole map is shown: then it does not move."""
        return self.room.whole(self._zoom) is not None

    def centre(self, cell: Spot, size: float = 1) -> tuple[int, int]:
        """Where the middle of a body in that cell is in the window."""
        return self.pixel((cell[0] + size / 2, cell[1] + size / 2))

    def spot(self, pixel: tuple[int, int]) -> Spot:
        """The place of the map at a pixel of the window."""
        x, y = self.corner
        return (pixel[0] + x) / self.zoom, (pixel[1] + y) / self.zoom

    def cell(self, pixel: tuple[int, int]) -> Cell | None:
        """The cell at a pixel of the window; None beside the map."""
        x, y = self.spot(pixel)
        cell = (int(x // 1), int(y // 1))
        return cell if 0 <= cell[0] < self.width and 0 <= cell[1] < self.height else None

    @property
    def stand(self) -> tuple[int, Spot]:
        """Zoom and middle, to come back to."""
        return self._wanted, self._middle

    @stand.setter
    def stand(self, stand: tuple[int, Spot]) -> None:
        self.choose_zoom(stand[0])
        self.look_at(stand[1])

    def look_at(self, spot: Spot, *, glide: bool = False) -> None:
        """Put a place in the middle, at once or gliding there, as far as the map's ends allow."""
        goal = self._kept(spot)
        if glide:
            self._glide_to(goal)
            return
        self._glide = None
        self._middle = goal
        self._settle()

    def show(self, bodies: Sequence[BodyRect], *, glide: bool) -> None:
        """Go so far that all are well inside the window; stay if they are already, or while the view is gliding."""
        if self._glide is None:
            self.clear(CameraNeed(bodies, self.board.inflate(-self._zoom, -self._zoom)), glide=glide)

    def pan(self, across: float, down: float) -> None:
        """Move the view by pixels."""
        self.look_at((self._middle[0] + across / self.zoom, self._middle[1] + down / self.zoom))

    def clear(self, need: CameraNeed, *, glide: bool) -> None:
        """Go where everything is seen that has to be, by the rules of ``next_move``."""
        zooms = [zoom for zoom in self.zooms if zoom <= self._wanted][::-1] or [self._zoom]
        middle = self._glide[1] if self._glide is not None else self._middle
        move = next_move(self.room, need, self._zoom, self._corner_at(middle), zooms)
        if move is None:
            return
        if move.zoom != self._zoom:  # the first body stays where it is while the rest comes into view
            x, y, wide = need.bodies[0]
            held = self.centre((x, y), wide)
            self._zoom = move.zoom
            self._middle = self._middle_at((x + wide / 2, y + wide / 2), held)
            self._settle()
        across, down = self.board.center
        self._glide_to(((move.corner[0] + across) / move.zoom, (move.corner[1] + down) / move.zoom))
        if not glide:
            self.advance(GLIDE)

    def _glide_to(self, goal: Spot) -> None:
        if abs(goal[0] - self._middle[0]) + abs(goal[1] - self._middle[1]) > 0.01:
            self._glide = self._middle, goal, 0.0

    def _corner_at(self, middle: Spot) -> tuple[int, int]:
        across, down = self.board.center
        return round(middle[0] * self._zoom) - across, round(middle[1] * self._zoom) - down

    def _middle_at(self, spot: Spot, pixel: tuple[int, int]) -> Spot:
        """The middle of the view with which a place of the map is at a pixel."""
        across, down = self.board.center
        return spot[0] + (across - pixel[0]) / self._zoom, spot[1] + (down - pixel[1]) / self._zoom

    def zoom_by(self, steps: int, at: tuple[int, int]) -> None:
        """Go nearer or farther by steps, so that the place under a pixel stays there."""
        zooms = self.zooms
        index = max(0, min(len(zooms) - 1, zooms.index(self.zoom) + steps))
        if zooms[index] == self.zoom:
            return
        held = self.spot(at)
        self.choose_zoom(zooms[index])
        self.look_at(self._middle_at(held, at))

    def fit(self) -> None:
        """The nearest zoom at which the whole map is seen, or the farthest there is; the map's middle."""
        fitting = [zoom for zoom in self.zooms if self.room.whole(zoom) is not None]
        self.choose_zoom(fitting[-1] if fitting else self.zooms[0])
        self.look_at((self.width / 2, self.height / 2))

    @property
    def gliding(self) -> bool:
        """Whether the view is on its way somewhere."""
        return self._glide is not None

    def advance(self, seconds: float) -> bool:
        """Glide on, slowly at first and at the end; whether anything moved."""
        if self._glide is None:
            return False
        start, goal, age = self._glide
        age += seconds
        done = min(1.0, age / GLIDE)
        share = done * done * (3 - 2 * done)
        self._middle = start[0] + (goal[0] - start[0]) * share, start[1] + (goal[1] - start[1]) * share
        self._glide = (start, goal, age) if done < 1 else None
        self._settle()
        return True

    def _kept(self, spot: Spot) -> Spot:
        """The place nearest to one that may be in the middle."""
        room, middle = self.room, self.board.center
        corner = room.whole(self._zoom)
        if corner is None:
            ends = room.ends(self._zoom)
            wanted = self._corner_at(spot)
            corner = max(ends[0][0], min(ends[0][1], wanted[0])), max(ends[1][0], min(ends[1][1], wanted[1]))
            if corner == wanted:
                return spot
        return (corner[0] + middle[0]) / self._zoom, (corner[1] + middle[1]) / self._zoom
