"""Haze over what nobody of a side sees, darkness and smoke, and the glow of lights and fires, which breathes."""

from __future__ import annotations

from math import fsum, sin, tau

import numpy as np
import numpy.typing as npt
import pygame

from game.spatial.field import Cell, Feature, Field
from game.view.board.camera import Camera
from game.view.board.map_layers import scatter
from game.view.widgets.picture_cache import drawn_once
from game.view.widgets.theme import NIGHT, Pixel

Cells = npt.NDArray[np.bool_]
"""Some cells of a map, height x width."""

HAZE = 118
"""How much of the ground the haze takes, of 255."""

DARK = (8, 9, 18, 150)
STROKE = (150, 155, 205, 34)


class FogLayer:
    """What lies over a part of the map, soft at its rim; made again only when that, or the part in view, changes."""

    def __init__(self) -> None:
        self._made: tuple[object, ...] = ()
        self._veil: pygame.Surface | None = None

    def draw(self, target: pygame.Surface, camera: Camera, clear: Cells) -> None:
        """Lay it over everything that is not clear."""
        zoom = camera.zoom
        left, top = camera.corner
        height, width = clear.shape
        x0, y0 = max(0, left // zoom - 1), max(0, top // zoom - 1)  # one more, for the rim of what is just outside
        x1 = min(width, (left + target.get_width()) // zoom + 2)
        y1 = min(height, (top + target.get_height()) // zoom + 2)
        if x0 >= x1 or y0 >= y1:
            return
        part = clear[y0:y1, x0:x1]
        key = (zoom, x0, y0, x1, y1, part.tobytes())
        if key != self._made:
            self._made, self._veil = key, self.make(part, zoom)
        if self._veil is not None:
            target.blit(self._veil, (x0 * zoom - left, y0 * zoom - top))

    def make(self, clear: Cells, zoom: int) -> pygame.Surface:
        """The picture of it over some cells."""
        raise NotImplementedError


class Fog(FogLayer):
    """The haze over what a side does not see."""

    def make(self, clear: Cells, zoom: int) -> pygame.Surface:
        """An even haze."""
        thick = np.repeat(np.repeat(~clear, 2, 0), 2, 1) * np.float32(HAZE)
        return _washed((*NIGHT, 255), thick, (clear.shape[1] * zoom, clear.shape[0] * zoom))


class Dark(FogLayer):
    """The dark beyond the lights, in a ruleset that tells of them."""

    def __init__(self) -> None:
        super().__init__()
        self._asked: tuple[Field, int] | None = None
        self._lit: Cells = np.zeros((0, 0), np.bool_)

    def draw_round(self, target: pygame.Surface, camera: Camera, field: Field, lit: int) -> None:
        """Lay it over all cells but those of a mask. Walls are lit by what is lit before them."""
        if self._asked is None or self._asked[0] is not field or self._asked[1] != lit:
            self._asked, self._lit = (field, lit), _with_walls(field, lit)
        self.draw(target, camera, self._lit)

    def make(self, clear: Cells, zoom: int) -> pygame.Surface:
        """Night with strokes that thins out towards the light within half a cell."""
        padded = np.pad(np.repeat(np.repeat(~clear, 2, 0), 2, 1).astype(np.float32), 1, mode="edge")
        rows = padded[:-2] + 2 * padded[1:-1] + padded[2:]
        thick = (rows[:, :-2] + 2 * rows[:, 1:-1] + rows[:, 2:]) / 16
        veil = _washed((*DARK[:3], 255), thick * DARK[3], (clear.shape[1] * zoom, clear.shape[0] * zoom))
        strokes = _strokes(zoom)
        veil.blits([(strokes, (x * zoom, y * zoom)) for y, x in np.argwhere(~clear).tolist()], doreturn=False)
        return veil


def _washed(
    colour: tuple[int, int, int, int], thick: npt.NDArray[np.floating], size: tuple[int, int]
) -> pygame.Surface:
    """A colour as thick, from 0 to 255, as a coarse picture of it says, smoothed to a size in pixels."""
    small = pygame.Surface((thick.shape[1], thick.shape[0]), pygame.SRCALPHA)
    small.fill(colour)
    alpha = pygame.surfarray.pixels_alpha(small)
    alpha[:] = thick.T.round()
    del alpha
    return pygame.transform.smoothscale(small, size)


def _with_walls(field: Field, lit: int) -> Cells:
    """The cells of a mask and the walls beside them."""
    shape, count = (field.height, field.width), field.height * field.width
    bits = np.frombuffer(lit.to_bytes((count + 7) // 8, "little"), np.uint8)
    found: Cells = np.unpackbits(bits, count=count, bitorder="little").reshape(shape).astype(np.bool_)
    solid = np.array([terrain.blocks_sight for terrain in field.palette], np.bool_)
    walls: Cells = (
        solid[np.array(field.terrain, np.intp)].reshape(shape) if field.terrain else np.zeros(shape, np.bool_)
    )
    padded = np.pad(found, 1)
    around = [padded[dy : dy + shape[0], dx : dx + shape[1]] for dy in range(3) for dx in range(3)]
    beside: Cells = np.logical_or.reduce(around) & walls
    return found | beside


def draw_clouds(target: pygame.Surface, camera: Camera, field: Field, *, dark: bool) -> None:
    """Zones of smoke as the map has them, and of darkness if a ruleset says nothing of light."""
    for zone in field.zones:
        if zone.smoke or (zone.dark and dark):
            tile = _tile(camera.zoom, smoke=zone.smoke)
            for cell in zone.cells:
                target.blit(tile, camera.pixel(cell))


@drawn_once
def _tile(zoom: int, *, smoke: bool) -> pygame.Surface:
    """A cell of smoke or of darkness as the map has it."""
    tile = pygame.Surface((zoom, zoom), pygame.SRCALPHA)
    tile.fill((150, 150, 150, 120) if smoke else DARK)
    _draw_strokes(tile, (225, 225, 225, 70) if smoke else STROKE, rising=not smoke)
    return tile


@drawn_once
def _strokes(zoom: int) -> pygame.Surface:
    """The strokes of a dark cell alone."""
    tile = pygame.Surface((zoom, zoom), pygame.SRCALPHA)
    _draw_strokes(tile, STROKE, rising=True)
    return tile


def _draw_strokes(tile: pygame.Surface, colour: tuple[int, int, int, int], *, rising: bool) -> None:
    """Strokes across the corners of a cell: they tell darkness from what is only out of sight."""
    zoom = tile.get_width()
    for start in range(-zoom, zoom, zoom // 4):
        ends = ((start, zoom), (start + zoom, 0)) if rising else ((start, 0), (start + zoom, zoom))
        pygame.draw.line(tile, colour, *ends, max(1, zoom // 48))


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
