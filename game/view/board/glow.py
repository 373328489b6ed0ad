"""The glow of lights and fires on a map, which breathes: an even noise of the time alone, another for each light."""

from __future__ import annotations

from math import fsum, sin, tau

import numpy as np
import pygame

from game.spatial.field import Cell, Feature, Field
from game.view.board.camera import Camera
from game.view.board.map_edge import scatter
from game.view.widgets.picture_cache import drawn_once
from game.view.widgets.theme import Pixel

WARM = (255, 168, 74)
"""The colour of firelight."""

STRENGTH = 0.17
"""The share of that colour that is added in the middle."""

FLICKER = 0.3
"""The share of its strength that a glow loses at most."""

LEVELS = 6
"""Strengths in which a glow is drawn."""

STEP = 240
"""Milliseconds for which a glow stays as it is: all change together, so that fewer pictures are drawn."""

WAVES = ((3700, 0.5), (1530, 0.3), (890, 0.2))
"""Of what the noise is made: milliseconds of a wave, and its share."""

_NUMBERED = tuple(enumerate(WAVES, 1))

REACH = 1.5
"""Cells that the ground glows round a light."""


def glow_level(cell: Cell, time: int) -> int:
    """How strong the glow of a light in a cell is, so many milliseconds on: 0 for the weakest, up to LEVELS - 1."""
    begun, moment = scatter(*cell), time // STEP * STEP
    noise = fsum(share * (1 + sin(tau * ((moment + begun * n) % length) / length)) for n, (length, share) in _NUMBERED)
    return min(LEVELS - 1, int(noise / 2 * LEVELS))


class Glow:
    """The glow of all lights and fires of a field."""

    def __init__(self, field: Field) -> None:
        self._lights = [
            light for feature in field.features if feature.kind in ("light", "fire") for light in _lights(feature)
        ]

    def draw(self, target: pygame.Surface, camera: Camera, time: int) -> None:
        """Add it to what is drawn."""
        area = target.get_clip()
        for cell in self._lights:
            box = _box(camera, cell)
            if box.colliderect(area):
                halo = _halo(box.width, glow_level(cell, time))
                target.blit(halo, box, special_flags=pygame.BLEND_RGB_ADD)

    def stirred(self, camera: Camera, room: pygame.Rect, since: int, now: int) -> list[pygame.Rect]:
        """Where in a room, in pixels of the window, it is otherwise than at another time."""
        boxes = [_box(camera, cell) for cell in self._lights if glow_level(cell, since) != glow_level(cell, now)]
        return [box for box in boxes if box.colliderect(room)]


def _lights(feature: Feature) -> list[Cell]:
    """The cells of a light or fire that glow: of several beside each other not every one."""
    found: list[Cell] = []
    for x, y in feature.cells:
        if all(max(abs(x - other[0]), abs(y - other[1])) > 1 for other in found):
            found.append((x, y))
    return found


def _box(camera: Camera, cell: Cell) -> pygame.Rect:
    reach = round(REACH * camera.zoom) + camera.zoom // 2
    middle: Pixel = camera.centre(cell)
    return pygame.Rect(middle[0] - reach, middle[1] - reach, 2 * reach, 2 * reach)


@drawn_once
def _halo(side: int, level: int) -> pygame.Surface:
    """What is added to a square of so many pixels a side."""
    line = np.linspace(-1, 1, side)
    far = np.minimum(1, np.sqrt(line[:, None] ** 2 + line[None, :] ** 2))
    strength = STRENGTH * (1 - FLICKER * (1 - level / (LEVELS - 1)))
    share = strength * (1 - far) ** 2 * (1 + 2 * far)
    halo = pygame.Surface((side, side))
    pygame.surfarray.blit_array(halo, (share[:, :, None] * np.array(WARM)).round().astype(np.uint8))
    return halo
