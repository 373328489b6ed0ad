"""A map as a picture behind something else: it fills the window, is darker towards the edges, and drifts by slowly."""

from __future__ import annotations

from math import sin, tau

import pygame

from game.files.tiled import Chart
from game.view.board.map_layers import MapLayers
from game.view.widgets.theme import INK, NIGHT

SHARPEST = 48
"""Pixels to a cell that it is drawn with at most, and scaled from there: a window may be pulled larger step by step."""

DRIFT = (143_000, 90_000)
"""Milliseconds in which it drifts there and back, across and down."""


class Backdrop:
    """A map behind a window of one size."""

    def __init__(self, chart: Chart | None, size: tuple[int, int]) -> None:
        """``size`` of the window in pixels; without a map it is plain."""
        self.size = size
        self._shade = _shade(size)
        self._map = _filling(chart, size) if chart is not None else None

    def corner(self, time: int) -> tuple[int, int]:
        """Where the map's corner is in the window, so many milliseconds on: the map in the middle to begin with."""
        if self._map is None:
            return 0, 0
        across, down = (
            round((window - length) / 2 * (1 + sin(tau * (time % there_and_back) / there_and_back)))
            for window, length, there_and_back in zip(self.size, self._map.get_size(), DRIFT, strict=True)
        )
        return across, down

    def draw(self, target: pygame.Surface, time: int) -> None:
        """Draw it over everything."""
        if self._map is None:
            target.fill(NIGHT)
        else:
            target.blit(self._map, self.corner(time))
            target.blit(self._shade, (0, 0))


def _filling(chart: Chart, size: tuple[int, int]) -> pygame.Surface:
    """A map somewhat larger than the window."""
    field = chart.field
    zoom = max(size[0] // field.width, size[1] // field.height) + 1
    drawn = min(zoom, SHARPEST)
    picture = MapLayers(field, chart.picture).snapshot(field.width * drawn, field.height * drawn)
    return pygame.transform.smoothscale_by(picture, zoom / drawn) if drawn < zoom else picture


def _shade(size: tuple[int, int]) -> pygame.Surface:
    shade = pygame.Surface((24, 14), pygame.SRCALPHA)
    for x in range(24):
        for y in range(14):
            out = max(abs(x - 11.5) / 11.5, abs(y - 6.5) / 6.5)
            shade.set_at((x, y), (*INK, round(70 + 130 * out**3)))
    return pygame.transform.smoothscale(shade, size)
