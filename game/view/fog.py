"""What nobody of a side sees lies in a haze; darkness and smoke are drawn as the map has them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pygame

from game.spatial.field import Field
from game.view.camera import Camera
from game.view.theme import NIGHT

HAZE = 118
"""How much of the ground the haze takes, of 255."""


class Fog:
    """The haze over the part of the map that is in view; made again only when that or the sight changes."""

    def __init__(self) -> None:
        self._made: tuple[object, ...] = ()
        self._veil: pygame.Surface | None = None

    def draw(self, target: pygame.Surface, camera: Camera, seen: npt.NDArray[np.bool_]) -> None:
        """Lay the haze over everything that is not seen."""
        zoom = camera.zoom
        left, top = camera.corner
        height, width = seen.shape
        x0, y0 = max(0, left // zoom), max(0, top // zoom)
        x1 = min(width, (left + target.get_width()) // zoom + 1)
        y1 = min(height, (top + target.get_height()) // zoom + 1)
        if x0 >= x1 or y0 >= y1:
            return
        part = seen[y0:y1, x0:x1]
        key = (zoom, x0, y0, x1, y1, part.tobytes())
        if key != self._made:
            self._made, self._veil = key, _veil(part, zoom)
        if self._veil is not None:
            target.blit(self._veil, (x0 * zoom - left, y0 * zoom - top))


def _veil(seen: npt.NDArray[np.bool_], zoom: int) -> pygame.Surface:
    height, width = seen.shape
    small = pygame.Surface((width * 2, height * 2), pygame.SRCALPHA)
    small.fill((*NIGHT, 255))
    alpha = pygame.surfarray.pixels_alpha(small)
    alpha[:] = np.where(np.repeat(np.repeat(seen, 2, 0), 2, 1).T, 0, HAZE)
    del alpha
    return pygame.transform.smoothscale(small, (width * zoom, height * zoom))


def draw_dark(target: pygame.Surface, camera: Camera, field: Field) -> None:
    """Zones of darkness and smoke."""
    for zone in field.zones:
        if zone.dark or zone.smoke:
            tile = _tile(camera.zoom, smoke=zone.smoke)
            for cell in zone.cells:
                target.blit(tile, camera.pixel(cell))


_tiles: dict[tuple[int, bool], pygame.Surface] = {}


def _tile(zoom: int, *, smoke: bool) -> pygame.Surface:
    key = (zoom, smoke)
    if key not in _tiles:
        tile = pygame.Surface((zoom, zoom), pygame.SRCALPHA)
        tile.fill((150, 150, 150, 120) if smoke else (8, 9, 18, 150))
        stroke, step = ((225, 225, 225, 70) if smoke else (150, 155, 205, 34)), zoom // 4
        for start in range(-zoom, zoom, step):  # strokes tell darkness from what is only out of sight
            end = (start + zoom, 0) if not smoke else (start + zoom, zoom)
            pygame.draw.line(tile, stroke, (start, zoom if not smoke else 0), end, max(1, zoom // 48))
        _tiles[key] = tile
    return _tiles[key]
