"""A picture as it lies in a part of the window: nearer or farther, moved, with the lines of a grid over it."""

from __future__ import annotations

from math import ceil, floor
from pathlib import Path

import pygame

from game.files.picture_grid import PictureGrid
from game.files.pictures import PictureSize
from game.files.tiled.picture import TileImage
from game.scene.board_geometry import Spot
from game.view.board.tiles import Tiles
from game.view.widgets.theme import INK, NIGHT, REACH, WARN

NEAREST = 8.0
"""Pixels of the window that one of the picture becomes at most."""

STEP = 1.25
"""How much nearer a step of the wheel goes."""

CLOSEST = 4.0
"""Pixels of the window between two lines below which only every so many-th line is drawn."""


class PictureView:
    """Turns pixels of the picture into those of the window, and back."""

    def __init__(self, path: Path, size: PictureSize) -> None:
        self.size = size
        self.box = pygame.Rect(0, 0, 1, 1)
        """Where it is seen."""
        self.share = 0.0
        """Pixels of the window to one of the picture; 0 before it was ever laid out."""
        self._middle: Spot = (size[0] / 2, size[1] / 2)
        self._tile = TileImage(path)
        self._tiles = Tiles()
        self._kept: tuple[tuple[object, ...], pygame.Surface] | None = None
        """The part that was drawn last: scaling a large picture takes a while."""

    def lay(self, box: pygame.Rect) -> None:
        """It is seen there; at first all of it."""
        self.box = box
        if not self.share:
            self.fit()

    def fit(self) -> None:
        """Show all of it."""
        self.share = min(NEAREST, self.box.width / self.size[0], self.box.height / self.size[1])
        self._middle = self.size[0] / 2, self.size[1] / 2

    def pixel(self, spot: Spot) -> Spot:
        """Where a place of the picture is in the window."""
        x, y = self.box.center
        return x + (spot[0] - self._middle[0]) * self.share, y + (spot[1] - self._middle[1]) * self.share

    def spot(self, pixel: tuple[int, int]) -> Spot:
        """The place of the picture at a pixel of the window."""
        x, y = self.box.center
        return self._middle[0] + (pixel[0] - x) / self.share, self._middle[1] + (pixel[1] - y) / self.share

    def pan(self, across: float, down: float) -> None:
        """Move what is seen by pixels of the window."""
        self._look_at((self._middle[0] + across / self.share, self._middle[1] + down / self.share))

    def zoom(self, steps: int, at: tuple[int, int]) -> None:
        """Go nearer or farther, so that the place under a pixel stays there."""
        held = self.spot(at)
        least = min(NEAREST, self.box.width / self.size[0], self.box.height / self.size[1])
        self.share = max(least, min(NEAREST, self.share * STEP**steps))
        now = self.spot(at)
        self._look_at((self._middle[0] + held[0] - now[0], self._middle[1] + held[1] - now[1]))

    def _look_at(self, spot: Spot) -> None:
        self._middle = max(0.0, min(self.size[0], spot[0])), max(0.0, min(self.size[1], spot[1]))

    def draw(self, target: pygame.Surface, grid: PictureGrid | None) -> None:
        """The picture, and the grid over it."""
        left, top = self.pixel((0, 0))
        key = self.box.topleft, self.box.size, left, top, self.share
        if self._kept is None or self._kept[0] != key:
            part = pygame.Surface(self.box.size)
            part.fill(NIGHT)
            wide, high = self.size[0] * self.share, self.size[1] * self.share
            self._tiles.put(part, self._tile, (left - self.box.left, top - self.box.top, wide, high))
            self._kept = key, part
        target.blit(self._kept[1], self.box)
        if grid is not None:
            self._draw_grid(target, grid)

    def _draw_grid(self, target: pygame.Surface, grid: PictureGrid) -> None:
        before, ends = target.get_clip(), []
        target.set_clip(self.box)
        first = self.pixel(grid.origin)
        last = self.pixel((grid.origin[0] + grid.size[0] * grid.cell[0], grid.origin[1] + grid.size[1] * grid.cell[1]))
        for axis in (0, 1):
            step = grid.cell[axis] * self.share
            every = max(1, ceil(CLOSEST / step))
            low = max(0, floor((self.box.topleft[axis] - first[axis]) / step) // every * every)
            high = min(grid.size[axis], ceil((self.box.bottomright[axis] - first[axis]) / step))
            for number in range(low, high + 1, every):
                at = round(first[axis] + number * step)
                start, end = round(first[1 - axis]), round(last[1 - axis])
                ends.append(((at, start), (at, end)) if axis == 0 else ((start, at), (end, at)))
        for start_, end_ in ends:
            pygame.draw.line(target, INK, (start_[0] + 1, start_[1] + 1), (end_[0] + 1, end_[1] + 1))
        for start_, end_ in ends:
            pygame.draw.line(target, REACH, start_, end_)
        cell = pygame.Rect(round(first[0]), round(first[1]), 0, 0)
        cell.size = round(grid.cell[0] * self.share) + 1, round(grid.cell[1] * self.share) + 1
        pygame.draw.rect(target, WARN, cell, 2)
        target.set_clip(before)
