"""Where on the map the screen looks, and how near."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pygame

from game.scene.board_geometry import Spot
from game.spatial.field import Cell
from game.view.board.camera_fit import MapPlacement, find_placement

ZOOMS = (32, 48, 64, 96, 128)
"""Pixels to a cell."""

BodyRect = tuple[float, float, float]
"""Left, top and width of somebody in cells."""


class Camera:
    """Turns cells into pixels of the board's part of the window, and back."""

    def __init__(
        self, width: int, height: int, view: tuple[int, int], zoom: int = 64, zooms: Sequence[int] = ZOOMS
    ) -> None:
        """``width`` and ``height`` of the map in cells; ``view`` in pixels; ``zooms`` that can be chosen, in order."""
        self.width, self.height, self.zooms = width, height, tuple(zooms)
        self.view = view
        self._zoom = zoom
        self._margins = (0, 0, 0, 0)
        self._wanted = zoom
        """Pixels to a cell that the player has chosen; less are shown while more has to be seen at once."""
        self._middle: Spot = (width / 2, height / 2)
        self._goal: Spot | None = None
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
    def margins(self) -> tuple[int, int, int, int]:
        """Pixels at the left, top, right and bottom that panels cover."""
        return self._margins

    @margins.setter
    def margins(self, margins: tuple[int, int, int, int]) -> None:
        self._margins = margins
        self._settle()

    @property
    def corner(self) -> tuple[int, int]:
        """The map pixel at the window's top left, at this zoom."""
        return self._corner

    def _settle(self) -> None:
        """Work the corner out: it is asked for some hundred times a frame."""
        across, down = self.middle
        self._corner = round(self._middle[0] * self._zoom) - across, round(self._middle[1] * self._zoom) - down

    def pixel(self, spot: Spot) -> tuple[int, int]:
        """Where a place of the map is in the window."""
        zoom, corner = self._zoom, self._corner
        return round(spot[0] * zoom) - corner[0], round(spot[1] * zoom) - corner[1]

    @property
    def whole(self) -> bool:
        """Whether the whole map would have room between the panels."""
        left, top, right, bottom = self._margins
        wide, high = self.view[0] - left - right, self.view[1] - top - bottom
        return self.width * self._zoom <= wide and self.height * self._zoom <= high

    def in_view(self, pixel: tuple[int, int]) -> bool:
        """Whether a pixel is in the part of the window that no panel covers."""
        left, top, right, bottom = self._margins
        return left <= pixel[0] < self.view[0] - right and top <= pixel[1] < self.view[1] - bottom

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
        self.look_at(stand[1], uncover=True)

    def resize(self, view: tuple[int, int]) -> None:
        """The window has another size; the middle stays."""
        self.view = view
        self._settle()

    def look_at(self, spot: Spot, *, glide: bool = False, uncover: bool = False) -> None:
        """Put a place in the middle, at once or gliding there; ``uncover``: out from under the panels too."""
        if glide:
            self._goal = self._kept(spot, uncover)
        else:
            self._goal = None
            self._middle = self._kept(spot, uncover)
            self._settle()

    def show(self, spot: Spot) -> None:
        """Glide so far that a place is well inside the window; stay if it is already."""
        x, y = self.pixel(spot)
        left, top, right, bottom = self.margins
        room = self.zoom
        inside = left + room <= x <= self.view[0] - right - room and top + room <= y <= self.view[1] - bottom - room
        if not inside:
            self.look_at(spot, glide=True)

    def pan(self, across: float, down: float) -> None:
        """Move the view by pixels."""
        self.look_at((self._middle[0] + across / self.zoom, self._middle[1] + down / self.zoom), uncover=True)

    def clear(
        self, bodies: Sequence[BodyRect], area: pygame.Rect, panels: Sequence[pygame.Rect], *, glide: bool
    ) -> None:
        """Move as little as need be for all bodies to be in the window's ``area`` with none of its ``panels`` over one.

        The view goes farther away where they would not all fit, and comes back when they do. ``bodies`` are (left, top,
        width) in cells, the most important one first.
        """
        if not bodies:
            return
        middle = self._goal or self._middle
        zooms = [zoom for zoom in self.zooms if zoom <= self._wanted][::-1]
        found: tuple[int, MapPlacement] | None = None
        for zoom in zooms:
            lie = self._lie(bodies, area, panels, zoom, middle)
            if found is None or lie.faults < found[1].faults:
                found = zoom, lie
            if not lie.faults:
                break
        assert found is not None
        zoom, lie = found
        centre = self.middle
        if zoom != self._zoom:
            self.zoom = zoom
        spot = (lie.corner[0] + centre[0]) / zoom, (lie.corner[1] + centre[1]) / zoom
        if abs(spot[0] - middle[0]) + abs(spot[1] - middle[1]) > 0.01:
            self.look_at(spot, glide=glide, uncover=True)

    def _lie(
        self, bodies: Sequence[BodyRect], area: pygame.Rect, panels: Sequence[pygame.Rect], zoom: int, middle: Spot
    ) -> MapPlacement:
        boxes = np.array([(x, y, x + wide, y + wide) for x, y, wide in bodies]) * zoom
        centre = self.middle
        now = round(middle[0] * zoom - centre[0]), round(middle[1] * zoom - centre[1])
        ends = (-centre[0], self.width * zoom - centre[0]), (-centre[1], self.height * zoom - centre[1])
        return find_placement(boxes.round().astype(np.int64), area, panels, now, ends, zoom // 2)

    @property
    def middle(self) -> tuple[int, int]:
        """The pixel in the middle of what the panels leave free of the window."""
        left, top, right, bottom = self._margins
        return round(left + (self.view[0] - left - right) / 2), round(top + (self.view[1] - top - bottom) / 2)

    def zoom_by(self, steps: int, at: tuple[int, int]) -> None:
        """Go nearer or farther by steps, so that the place under a pixel stays there."""
        zooms = self.zooms
        index = max(0, min(len(zooms) - 1, zooms.index(self.zoom) + steps))
        if zooms[index] == self.zoom:
            return
        held = self.spot(at)
        self.choose_zoom(zooms[index])
        now = self.spot(at)
        self.look_at((self._middle[0] + held[0] - now[0], self._middle[1] + held[1] - now[1]), uncover=True)

    def fit(self) -> None:
        """The nearest zoom at which the whole map is seen, or the farthest there is; the map's middle."""
        left, top, right, bottom = self.margins
        room = (self.view[0] - left - right, self.view[1] - top - bottom)
        fitting = [zoom for zoom in self.zooms if zoom * self.width <= room[0] and zoom * self.height <= room[1]]
        self.choose_zoom(fitting[-1] if fitting else self.zooms[0])
        self.look_at((self.width / 2, self.height / 2))

    @property
    def gliding(self) -> bool:
        """Whether the view is on its way somewhere."""
        return self._goal is not None

    def advance(self, seconds: float) -> bool:
        """Glide on; whether anything moved."""
        if self._goal is None:
            return False
        share = min(1.0, seconds * 7)
        x = self._middle[0] + (self._goal[0] - self._middle[0]) * share
        y = self._middle[1] + (self._goal[1] - self._middle[1]) * share
        if abs(x - self._goal[0]) + abs(y - self._goal[1]) < 0.03:
            x, y = self._goal
            self._goal = None
        self._middle = (x, y)
        self._settle()
        return True

    def _kept(self, spot: Spot, uncover: bool) -> Spot:
        left, top, right, bottom = self.margins
        across = (self.view[0] - left - right) / self.zoom
        down = (self.view[1] - top - bottom) / self.zoom
        if uncover:  # any cell can be brought to where no panel is
            return max(0.0, min(self.width, spot[0])), max(0.0, min(self.height, spot[1]))
        return _within(spot[0], across, self.width), _within(spot[1], down, self.height)


def _within(middle: float, room: float, length: int) -> float:
    """Keep ``room`` cells about a middle on the map, but for a rim; a map that fits stands in the middle."""
    rim = 1.5
    if room >= length + rim:
        return length / 2
    return max(room / 2 - rim, min(length - room / 2 + rim, middle))
