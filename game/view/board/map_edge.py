"""Draws what lies round a map: its outermost ground goes on and fades into the dark, behind a drawn rim."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pygame

from game.spatial.field import Cell, Field
from game.view.widgets.art import picture
from game.view.widgets.picture_cache import PictureCache
from game.view.widgets.theme import INK, NIGHT

DEPTH = 4
"""Cells from the rim inwards whose pictures are repeated outside."""

FADE = 6
"""Cells outside the rim over which the ground fades."""

NEAR, FAR = 150, 214
"""How dark it is just outside the rim, and from the end of the fading on, of 255: more than what nobody sees of the map
itself."""

KEPT = 4_000_000
"""Pixels of cells that are kept."""

PaintCells = Callable[[pygame.Surface, int, pygame.Rect], None]
"""Paints a part of the map, given in cells, at so many pixels to a cell."""


class MapEdge:
    """The surroundings of one map, for any part of the plane around it and any zoom."""

    def __init__(self, field: Field, paint: PaintCells, depth: Callable[[Cell], int], *, goes_on: bool = True) -> None:
        """``depth``: how many pictures lie on one another in a cell; ``goes_on``: its cells can be repeated, which are
        no pieces of one picture."""
        self._field, self._paint, self._depth, self._goes_on = field, paint, depth, goes_on
        self._kept = PictureCache(KEPT)
        self._sources: dict[tuple[Cell, int, int], list[Cell]] = {}

    def draw(self, target: pygame.Surface, zoom: int, area: pygame.Rect) -> None:
        """Draw what of an ``area`` in cells lies outside the map, onto a picture of that area."""
        field = self._field
        if not self._goes_on:
            self._frame(target, zoom, area)
            return
        inside = area.clip(pygame.Rect(0, 0, field.width, field.height))
        for y in range(area.top, area.bottom):
            for x in range(area.left, area.right):
                if not inside.collidepoint(x, y):
                    cell = self._picture(zoom, self.source(x, y))
                    target.blit(cell, ((x - area.left) * zoom, (y - area.top) * zoom))
        self._darken(target, zoom, area)
        self._draw_rim(target, zoom, area)

    def _frame(self, target: pygame.Surface, zoom: int, area: pygame.Rect) -> None:
        """Darkness round a picture."""
        field = self._field
        before = target.copy()
        inner = pygame.Rect(-area.left * zoom, -area.top * zoom, field.width * zoom, field.height * zoom)
        target.fill(NIGHT)
        target.blit(before, inner, inner)
        self._draw_rim(target, zoom, area)

    def _draw_rim(self, target: pygame.Surface, zoom: int, area: pygame.Rect) -> None:
        field = self._field
        rim = pygame.Rect(-area.left * zoom, -area.top * zoom, field.width * zoom, field.height * zoom)
        line = max(2, zoom // 20)
        pygame.draw.rect(target, INK, rim.inflate(2 * line, 2 * line), line)

    def source(self, x: int, y: int) -> Cell:
        """The cell of the map that is shown again at a place outside: of the same ground as the nearest one."""
        width, height = self._field.width, self._field.height
        nearest = max(0, min(width - 1, x)), max(0, min(height - 1, y))
        inwards = (nearest[0] == 0) - (nearest[0] == width - 1), (nearest[1] == 0) - (nearest[1] == height - 1)
        across = inwards[0] if x != nearest[0] else 0
        down = inwards[1] if y != nearest[1] else 0
        clear = self._clear(nearest, across, down)
        return clear[scatter(x, y) % len(clear)]

    def _clear(self, nearest: Cell, across: int, down: int) -> list[Cell]:
        """The cells that may be shown beyond one at the rim, found once: those inwards of it, ``across`` and ``down``
        by -1, 0 or 1.
        """
        known = self._sources.get((nearest, across, down))
        if known is not None:
            return known
        width, height = self._field.width, self._field.height
        at_rim, nearest = nearest, self._plain(nearest, (not across, not down))
        name = self._field.at(nearest).name
        found = [
            cell
            for deep in range(DEPTH)
            if 0 <= (cell := (nearest[0] + across * deep, nearest[1] + down * deep))[0] < width
            and 0 <= cell[1] < height
            and self._field.at(cell).name == name
        ]
        least = min(map(self._depth, found))  # what was put on the ground there is no pattern of the ground
        bare = [cell for cell in found if self._depth(cell) == least]
        clear = [cell for cell in bare if not self._overhung(cell)] or bare
        self._sources[at_rim, across, down] = clear
        return clear

    def _overhung(self, cell: Cell) -> bool:
        """Whether something beside a free cell may reach over it, such as the crown of a tree."""
        field = self._field
        around = [(cell[0] + dx, cell[1] + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        beside = [field.at((x, y)) for x, y in around if 0 <= x < field.width and 0 <= y < field.height]
        return not field.at(cell).blocks_move and any(ground.blocks_move for ground in beside)

    def _plain(self, cell: Cell, along: tuple[bool, bool]) -> Cell:
        """A cell at the rim, or one near it along the rim where there is only a tree or the like: no rows of these."""
        field = self._field

        def near(far: int) -> Cell:
            x, y = cell[0] + far * along[0], cell[1] + far * along[1]
            return max(0, min(field.width - 1, x)), max(0, min(field.height - 1, y))

        ground = field.at(cell)
        alike = [field.at(near(far)).name == ground.name for far in range(-2, 3)]
        run = any(all(alike[start : start + 3]) for start in range(3))
        if run or not (ground.blocks_move or ground.blocks_sight or ground.cost > 1):
            return cell
        others = (near(side * far) for far in range(1, 6) for side in (-1, 1))
        free = (at for at in others if not field.at(at).blocks_move and field.at(at).cost == 1)
        return next(free, cell)

    def _picture(self, zoom: int, cell: Cell) -> pygame.Surface:
        """A cell as it is drawn, without what hides tokens; rock where nothing is drawn."""
        return self._kept.get((zoom, cell), lambda: self._paint_cell(zoom, cell))

    def _paint_cell(self, zoom: int, cell: Cell) -> pygame.Surface:
        drawn = pygame.Surface((zoom, zoom), pygame.SRCALPHA)
        self._paint(drawn, zoom, pygame.Rect(*cell, 1, 1))
        made = pygame.Surface((zoom, zoom))
        made.blit(picture(f"terrain/wall_top_{scatter(*cell) % 4 + 1}", zoom), (0, 0))
        made.blit(drawn, (0, 0))
        return made

    def _darken(self, target: pygame.Surface, zoom: int, area: pygame.Rect) -> None:
        """The farther from the map, the darker, up to ``FAR``."""
        far = np.hypot(
            _beyond(area.left, area.width, self._field.width, zoom)[:, None],
            _beyond(area.top, area.height, self._field.height, zoom)[None, :],
        )
        share = np.minimum(far / FADE, 1)
        veil = pygame.Surface(target.get_size(), pygame.SRCALPHA)
        veil.fill(NIGHT)
        alpha = pygame.surfarray.pixels_alpha(veil)
        alpha[:] = np.where(far > 0, NEAR + (FAR - NEAR) * share * (2 - share), 0)
        del alpha
        target.blit(veil, (0, 0))


def _beyond(first: int, cells: int, length: int, zoom: int) -> npt.NDArray[np.float32]:
    """How far each column, or row, of pixels lies outside the map, in cells."""
    at = (np.arange(cells * zoom, dtype=np.float32) + np.float32(0.5)) / zoom + first
    return np.maximum(np.maximum(-at, at - length), 0)


def scatter(x: int, y: int) -> int:
    """A number that looks drawn by lot and is the same every time, for a cell of the map or outside it."""
    return ((x * 73856093) ^ (y * 19349663)) >> 5
