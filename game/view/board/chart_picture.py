"""A map with everything rules see drawn over its art: what a map author looks at before anyone plays on it.

Zones are tinted and named, hatched where no author drew them; borders are bars with the number of bodies they hold.
"""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from math import isqrt
from pathlib import Path

import pygame

from game.files.battlefile import LARGEST
from game.files.errors import BadFile
from game.files.pictures import BYTES, PIXELS, SIDE
from game.files.tiled import Chart
from game.spatial.field import UNIT, Cell
from game.spatial.places import InZone, OnBorder, ZonePlace
from game.spatial.solids import beside, sides
from game.spatial.space import Space
from game.spatial.zones import Zones
from game.view.board.chart_signs import (
    BORDERS,
    EDGES,
    FEATURE,
    FEATURES,
    RISE,
    TINTS,
    draw_start_sign,
    start_sign,
    veil_over,
)
from game.view.board.map_layers import MapLayers
from game.view.board.overlays import outline
from game.view.panels.cards import draw_thing
from game.view.widgets.theme import INK, NIGHT, TEXT, WHITE, Colour, Typography, shade

MARGIN = 28
"""Pixels round the map, for the numbers of columns and rows."""

LEGEND = 64
"""Pixels below the map."""


def save_picture(chart: Chart, path: Path, *, zoom: int = 0) -> None:
    """Draw a chart into a picture file (.png, .jpg, .bmp). Raises BadFile for a map too large, or if that can't be
    written.

    ``zoom``: pixels to a cell; 0 chooses so that names can be read on small maps and big maps fit.
    """
    _check_size(chart)
    drawn = draw_chart(chart, zoom=zoom)
    try:
        pygame.image.save(drawn, str(path))
    except (OSError, pygame.error) as error:
        raise BadFile(f"{path.name}: the picture can't be written ({error})") from error


def plain_picture(chart: Chart) -> tuple[bytes, int]:
    """The map's art alone, with walls and doors as they stand at the start, as a PNG; and its pixels to a cell, as many
    as the map's own unless that makes a picture that is not read again. Raises BadFile for a map too large.
    """
    _check_size(chart)
    wide, high = chart.field.width, chart.field.height
    pixels = min(chart.picture.cell[0], isqrt(PIXELS // (wide * high)), SIDE // max(wide, high))
    layers = MapLayers(chart.field, chart.picture)
    while True:
        out = BytesIO()
        pygame.image.save(layers.snapshot(wide * pixels, high * pixels), out, "map.png")
        if out.tell() <= BYTES or pixels == 1:
            return out.getvalue(), pixels
        pixels = max(1, pixels * 3 // 4)


def draw_chart(chart: Chart, *, zoom: int = 0) -> pygame.Surface:
    """The picture itself."""
    return _Sheet(chart, zoom or max(12, min(48, 2400 // max(chart.field.width, chart.field.height)))).draw()


def _check_size(chart: Chart) -> None:
    if max(chart.field.width, chart.field.height) > LARGEST:
        raise BadFile(
            f"{chart.path.name}: the map has {chart.field.width} x {chart.field.height} cells; at most "
            f"{LARGEST} x {LARGEST} are drawn, as many as can be played on"
        )


class _Sheet:
    """One drawing under way."""

    def __init__(self, chart: Chart, zoom: int) -> None:
        self.chart, self.field, self.zoom = chart, chart.field, zoom
        self.zones: Zones = Space(chart.field).zones
        self.look = Typography()
        size = (self.field.width * zoom + 2 * MARGIN, self.field.height * zoom + 2 * MARGIN + LEGEND)
        self.target = pygame.Surface(size)
        self.target.fill(NIGHT)
        self.small = max(9, min(14, zoom // 3))

    def draw(self) -> pygame.Surface:
        """Everything, from the ground up."""
        self._ground()
        for zone in self.zones.all_zones:
            self._zone(zone)
        self._heights()
        self._slits()
        self._edges()
        self._features()
        self._spawns()
        for border in self.zones.all_borders:
            self._border(border)
        for zone in self.zones.all_zones:
            self._name(zone)
        self._rims()
        self._legend()
        return self.target

    def _pixel(self, x: float, y: float) -> tuple[int, int]:
        return MARGIN + round(x * self.zoom), MARGIN + round(y * self.zoom)

    def _middle(self, place: ZonePlace) -> tuple[int, int]:
        x, y = self.zones.middle(place)
        return self._pixel(x / UNIT, y / UNIT)

    def _ground(self) -> None:
        """The map's art, paled so that what lies over it is seen; walls darkened."""
        size = (self.field.width * self.zoom, self.field.height * self.zoom)
        art = MapLayers(self.field, self.chart.picture).snapshot(*size)
        self.target.blit(pygame.transform.smoothscale(art, size), (MARGIN, MARGIN))
        veil = pygame.Surface(size, pygame.SRCALPHA)
        veil.fill((255, 255, 255, 70))
        for y in range(self.field.height):
            for x in range(self.field.width):
                ground = self.field.at((x, y))
                box = (x * self.zoom, y * self.zoom, self.zoom, self.zoom)
                over = veil_over(ground)
                if over is not None:
                    veil.fill(over, box)
        self.target.blit(veil, (MARGIN, MARGIN))

    def _heights(self) -> None:
        """Rims between floors of different heights, and how high each floor lies where it changes."""
        told: set[Cell] = set()
        for y in range(self.field.height):
            for x in range(self.field.width):
                here = self.field.floor_at((x, y))
                for ax, ay in ((x + 1, y), (x, y + 1)):
                    if ax >= self.field.width or ay >= self.field.height or self.field.floor_at((ax, ay)) == here:
                        continue
                    start = self._pixel(ax, ay)
                    end = self._pixel(ax, ay + 1) if ay == y else self._pixel(ax + 1, ay)
                    pygame.draw.line(self.target, RISE, start, end, max(2, self.zoom // 12))
                    told.update(((x, y), (ax, ay)))
        for x, y in sorted(told):
            if self.zoom >= 24 and (x + y) % 2 == 0 and self.field.at((x, y)).blocks_move is False:
                feet = self.field.floor_at((x, y)) * 5 / UNIT
                self._write(f"{feet:+g}", self._pixel(x + 0.5, y + 0.8), (120, 30, 150), self.small - 2, plain=True)

    def _zone(self, place: InZone) -> None:
        area, colour = self.zones.area(place), TINTS[place.number % len(TINTS)]
        tile = pygame.Surface((self.zoom, self.zoom), pygame.SRCALPHA)
        tile.fill((*(shade(colour, INK, 0.6) if "dark" in area.tags else colour), 105))
        if not area.drawn:
            for left in range(-self.zoom, self.zoom, max(5, self.zoom // 5)):
                pygame.draw.line(tile, (*colour, 150), (left, self.zoom), (left + self.zoom, 0))
        for x, y in area.cells:
            self.target.blit(tile, self._pixel(x, y))
        for start, end in outline(frozenset(area.cells)):
            line = max(2, self.zoom // 12)
            pygame.draw.line(self.target, shade(colour, INK, 0.35), self._pixel(*start), self._pixel(*end), line)

    def _name(self, place: InZone) -> None:
        area = self.zones.area(place)
        wide = max(c[0] for c in area.cells) - min(c[0] for c in area.cells) + 1
        size = self.small
        lines = [area.name] if self.zoom >= 24 else [str(place.number + 1)]
        if self.look.width(lines[0], size) > wide * self.zoom and len(lines[0].split()) > 1:
            lines = list(self.look.wrap(lines[0], wide * self.zoom, size))
        if self.zoom >= 24:
            lines.append(f"{area.kind} {area.capacity}" + ", overgrown" * ("overgrown" in area.tags))
        step = self.look.line(size) - 4
        px, py = self._middle(place)
        for row, line in enumerate(lines):
            self._write(line, (px, py + round((row - (len(lines) - 1) / 2) * step)), WHITE, size)

    def _border(self, place: OnBorder) -> None:
        crossing = self.zones.crossing(place)
        colour = BORDERS[crossing.kind]
        for a, b in crossing.sides:
            x, y = max(a[0], b[0]), max(a[1], b[1])
            inset = 0.2
            if a[1] == b[1]:
                start, end = self._pixel(x, y + inset), self._pixel(x, y + 1 - inset)
            else:
                start, end = self._pixel(x + inset, y), self._pixel(x + 1 - inset, y)
            pygame.draw.line(self.target, INK, start, end, max(4, self.zoom // 6))
            pygame.draw.line(self.target, colour, start, end, max(2, self.zoom // 12))
        if not crossing.sides:
            one, two = [self._middle(zone) for zone in self.zones.sides(place)]
            pygame.draw.line(self.target, colour, one, two, 2)
        if self.zoom >= 24:
            at = self._middle(place)
            radius = self.small * 2 // 3
            pygame.draw.circle(self.target, INK, at, radius + 1)
            pygame.draw.circle(self.target, (200, 50, 40) if self.zones.closed(place) else colour, at, radius, 2)
            self._write(str(crossing.capacity), at, colour, self.small - 3, plain=True)

    def _edges(self) -> None:
        for edge in self.field.edges:
            for side in sides(edge):
                x, y = side.cell
                end = (x, y + 1) if side.along_x else (x + 1, y)
                if beside(self.field, side):
                    pygame.draw.line(self.target, INK, self._pixel(x, y), self._pixel(*end), max(5, self.zoom // 7))
                    line = max(3, self.zoom // 12)
                    pygame.draw.line(self.target, EDGES[edge.kind], self._pixel(x, y), self._pixel(*end), line)

    def _slits(self) -> None:
        """The gap of every slit cell, and the sill of every window cell."""
        whole = self.zoom
        for y in range(self.field.height):
            for x in range(self.field.width):
                ground = self.field.at((x, y))
                box = pygame.Rect(self._pixel(x, y), (whole, whole))
                if ground.blocks_sight and ground.gap:
                    gap = max(2, ground.gap * whole // UNIT)
                    slot = (
                        pygame.Rect(0, 0, self.zoom, gap)
                        if ground.gap_axis == "x"
                        else pygame.Rect(0, 0, gap, self.zoom)
                    )
                    slot.center = box.center
                    pygame.draw.rect(self.target, EDGES["slit"], slot)
                elif ground.lintel:
                    pygame.draw.rect(self.target, EDGES["window"], box.inflate(-self.zoom // 3, -self.zoom // 3), 2)
                elif ground.height:
                    pygame.draw.rect(self.target, EDGES["low_wall"], box.inflate(-self.zoom // 3, -self.zoom // 3), 2)

    def _features(self) -> None:
        for feature in self.field.features:
            if feature.kind == "thing":
                x, y = feature.cells[0]
                icon = draw_thing(feature.thing, self.zoom, "loot")
                self.target.blit(icon, icon.get_rect(center=self._pixel(x + 0.5, y + 0.5)))
                self._write(feature.thing, self._pixel(x + 0.5, y + 0.9), FEATURE, self.small - 2)
                continue
            for start, end in outline(frozenset(feature.cells)):
                pygame.draw.line(self.target, FEATURE, self._pixel(*start), self._pixel(*end), 1)
            told = " ".join(part for part in (FEATURES[feature.kind], feature.strength) if part)
            self._write(told, self._pixel(*_corner(feature.cells)), FEATURE, self.small, corner=True)

    def _spawns(self) -> None:
        starting = {spawn.side for spawn in self.field.spawns}
        for spawn in self.field.spawns:
            sign = start_sign(spawn.side, starting)
            colour = sign.colour
            for x, y in spawn.cells:
                at = self._pixel(x + 0.5, y + 0.5)
                draw_start_sign(self.target, sign, at, max(2, self.zoom // 8), 2, hollow=True)
            for start, end in outline(frozenset(spawn.cells)):
                pygame.draw.line(self.target, colour, self._pixel(*start), self._pixel(*end), max(2, self.zoom // 14))
            words = f"{spawn.side} {spawn.unit}".strip()
            self._write(words, self._pixel(*_corner(spawn.cells)), colour, self.small, corner=True)

    def _rims(self) -> None:
        """The numbers of columns and rows, as ``battlemat sight`` counts them."""
        every = 1 if self.zoom >= 24 else 5
        for x in range(0, self.field.width, every):
            for y in (-0.3, self.field.height + 0.3):
                self._write(str(x), self._pixel(x + 0.5, y), TEXT, 9, plain=True)
        for y_ in range(0, self.field.height, every):
            for x_ in (-0.3, self.field.width + 0.3):
                self._write(str(y_), self._pixel(x_, y_ + 0.5), TEXT, 9, plain=True)

    def _legend(self) -> None:
        """What the colours of lines mean."""
        x, y = MARGIN, self.target.get_height() - LEGEND + 2
        parts: list[tuple[str, Colour]] = [(f"{kind} border", colour) for kind, colour in BORDERS.items()]
        parts += [(kind.replace("_", " "), colour) for kind, colour in EDGES.items()]
        parts += [("change of height", RISE), ("shut", (200, 50, 40))]
        starting = list(dict.fromkeys(["party", "foe", *(spawn.side for spawn in self.field.spawns)]))
        parts += [(f"start of {side}", start_sign(side, starting).colour) for side in starting]
        for words, colour in parts:
            written = self.look.write(words, 11, TEXT)
            if x + 26 + written.get_width() > self.target.get_width() - MARGIN:
                x, y = MARGIN, y + 18
            pygame.draw.line(self.target, shade(colour, WHITE, 0.3), (x, y + 8), (x + 14, y + 8), 4)
            self.target.blit(written, (x + 19, y))
            x += 34 + written.get_width()

    def _write(
        self, text: str, at: tuple[int, int], colour: Colour, size: int, *, plain: bool = False, corner: bool = False
    ) -> None:
        """Text with its middle (or its top left corner) at a pixel, with a dark rim unless ``plain``."""
        written = self.look.write(text, size, colour, "semibold")
        box = written.get_rect(topleft=at) if corner else written.get_rect(center=at)
        if not plain:
            rim = self.look.write(text, size, INK, "semibold")
            for dx, dy in ((-1, -1), (1, -1), (-1, 1), (1, 1), (0, 2)):
                self.target.blit(rim, box.move(dx, dy))
        self.target.blit(written, box)


def _corner(cells: Iterable[Cell]) -> Cell:
    """The first cell, row by row."""
    return min(cells, key=lambda cell: (cell[1], cell[0]))
