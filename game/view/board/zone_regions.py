"""Draws zones as places: calm outlines and names, borders to stand on, what is lit or aimed at of them.

``cell_regions`` does the same for cells; screens use either through ``placing.AnyRegions``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

import numpy as np
import numpy.typing as npt
import pygame

from game.rules.ruleset import Band
from game.scene.board_geometry import OnZones, Spot
from game.spatial.field import BorderKind, Cell, Field
from game.spatial.places import InZone, OnBorder, ZonePlace
from game.spatial.space import Space
from game.view.board.camera import Camera
from game.view.board.hatching import hatch_tile
from game.view.board.zone_names import write_zone_names
from game.view.widgets.art import ready
from game.view.widgets.overlay_layout import FreeRoom
from game.view.widgets.picture_cache import drawn_once
from game.view.widgets.theme import BAD, INK, TITLE, WHITE, Colour, Pixel, Typography, shade

LINES: dict[BorderKind, Colour] = {
    "open": TITLE,
    "door": (217, 165, 32),
    "climb": (150, 205, 240),
    "rubble": (196, 160, 120),
    "gap": (204, 150, 230),
}
"""What a border is drawn in, by its kind; the words are told when it is pointed at."""

SHUT: Colour = (150, 60, 30)
INSET = 0.05
"""How far inside its rim a zone's outline runs, in cells."""


class ZoneRegions:
    """The zones of one map."""

    def __init__(self, where: OnZones, look: Typography) -> None:
        self.where = where
        self.look = look
        self._knobs: dict[OnBorder, tuple[Colour, bool]] = {}
        self._boxes = {zone: _box(where.cells(zone)) for zone in where.zones.all_zones}
        self._lines = {border: tuple(_runs(segments)) for border, segments in where.segments.items()}

    def draw(self, target: pygame.Surface, camera: Camera, space: Space) -> None:
        """All zones and borders; ``space`` knows which doors are shut now. Their knobs are drawn later."""
        area, zones = target.get_rect(), space.zones
        for zone in zones.all_zones:
            self._tint(target, camera, area, zone, TITLE, 0, 84, 2)
        for border in zones.all_borders:
            shut = zones.closed(border)
            colour = SHUT if shut else LINES[zones.crossing(border).kind]
            self._bar(target, camera, border, colour, 150)
            if not self.where.whole or self.where.telling(border):
                self._knobs[border] = colour, shut

    def light(
        self, target: pygame.Surface, camera: Camera, places: Collection[ZonePlace], colour: Colour, alpha: int = 50
    ) -> None:
        """Places that a click leads to: zones filled and outlined, borders in full colour."""
        area = target.get_rect()
        for place in places:
            if isinstance(place, InZone):
                self._tint(target, camera, area, place, colour, alpha, 255, 3)
        for place in places:
            if not isinstance(place, InZone):
                self._bar(target, camera, place, colour, 255)
                self._knobs[place] = colour, False

    def light_again(
        self, target: pygame.Surface, camera: Camera, places: Collection[ZonePlace], colour: Colour
    ) -> None:
        """Places that take a second move, fainter."""
        self.light(target, camera, sorted(places), colour, 34)

    def light_range(
        self, target: pygame.Surface, camera: Camera, bands: Sequence[Band[ZonePlace]], start: Spot, colour: Colour
    ) -> None:
        """Places that something in hand reaches: their outlines, with little over the ground."""
        self.light(target, camera, sorted(place for band in bands for place in band.places), colour, 22)

    def draw_knobs(self, target: pygame.Surface, camera: Camera) -> None:
        """A diamond in the middle of borders, over doors and low walls: this is a place too, or there is a bar."""
        for place, (colour, shut) in self._knobs.items():
            self._knob(target, camera, place, colour, shut=shut)

    def tint(self, target: pygame.Surface, camera: Camera, place: ZonePlace, colour: Colour, alpha: int) -> None:
        """One place in one colour, a zone with its outline."""
        if isinstance(place, InZone):
            self._tint(target, camera, target.get_rect(), place, colour, alpha, 255, 3)
        else:
            self._bar(target, camera, place, colour, 255)
            self._knob(target, camera, place, colour)

    def hatch(
        self, target: pygame.Surface, camera: Camera, places: Collection[ZonePlace], colour: Colour, turn: int | None
    ) -> None:
        """Zones outlined with lines across, borders in full colour."""
        for place in sorted(places):
            if isinstance(place, InZone):
                x, y, wide, high = self._boxes[place]
                at = camera.pixel((x, y))
                if turn is not None and target.get_rect().colliderect((*at, wide * camera.zoom, high * camera.zoom)):
                    target.blit(_hatching(self.where.cells(place), camera.zoom, colour, turn), at)
                self._tint(target, camera, target.get_rect(), place, colour, 0, 255, 3)
            else:
                self._bar(target, camera, place, colour, 255)
                self._knobs[place] = colour, False

    def write_names(
        self, target: pygame.Surface, camera: Camera, details: Mapping[InZone, str], taken: Sequence[pygame.Rect]
    ) -> list[pygame.Rect]:
        """The names of zones, with a line of details under those that have some."""
        return write_zone_names(target, camera, self.look, self.where, details, taken)

    def words_at(self, camera: Camera, place: ZonePlace) -> Pixel:
        """Where the middle of words about a place goes: at a zone's upper rim, or below a border's knob."""
        if isinstance(place, InZone):
            x, y = camera.pixel(self.where.label(place)[:2])
            return x, y + self.look.px(12)
        x, y = camera.pixel(self.where.middle(place))
        return x, y + self.look.px(26)

    def draw_zones(self, target: pygame.Surface, camera: Camera, field: Field) -> None:
        """Nothing: they are there already."""

    def write_cost(
        self, target: pygame.Surface, camera: Camera, spot: Spot, text: str, tone: Colour, room: FreeRoom
    ) -> None:
        """Nothing: it is told with the place that is pointed at."""

    def draw_cursor(self, target: pygame.Surface, camera: Camera, place: ZonePlace, colour: Colour = WHITE) -> None:
        """The place that the keys' cursor, or the pointer, is on."""
        if isinstance(place, InZone):
            self._tint(target, camera, target.get_rect(), place, colour, 30, 255, 4)
        else:
            self._bar(target, camera, place, colour, 255)
            self._knob(target, camera, place, colour)

    def _tint(
        self,
        target: pygame.Surface,
        camera: Camera,
        area: pygame.Rect,
        zone: InZone,
        colour: Colour,
        alpha: int,
        line: int,
        width: int,
    ) -> None:
        x, y, wide, high = self._boxes[zone]
        zoom, at = camera.zoom, camera.pixel((x, y))
        if pygame.Rect(at, (wide * zoom, high * zoom)).colliderect(area):
            target.blit(_region(self.where.cells(zone), zoom, colour, alpha, line, max(1, width * zoom // 56)), at)

    def _bar(self, target: pygame.Surface, camera: Camera, border: OnBorder, colour: Colour, alpha: int) -> None:
        for (ax, ay), (bx, by) in self._lines[border]:
            upright = ax == bx
            length = round(((by - ay) if upright else (bx - ax)) * camera.zoom)
            bar = _capsule(length, camera.zoom, upright, colour, alpha)
            target.blit(bar, bar.get_rect(center=camera.pixel(((ax + bx) / 2, (ay + by) / 2))))

    def _knob(
        self, target: pygame.Surface, camera: Camera, border: OnBorder, colour: Colour, *, shut: bool = False
    ) -> None:
        """A diamond, crossed out where the border is shut."""
        knob = _diamond(camera.zoom, colour, shut)
        target.blit(knob, knob.get_rect(center=camera.pixel(self.where.middle(border))))


@drawn_once
def _region(cells: tuple[Cell, ...], zoom: int, colour: Colour, alpha: int, line: int, width: int) -> pygame.Surface:
    """A zone's ground with an outline inside its rim."""
    inner = _shrunk(_ground(_filled(cells), zoom), max(2, round(INSET * zoom)))
    core = _shrunk(inner, width)
    made = pygame.Surface((inner.shape[0], inner.shape[1]), pygame.SRCALPHA)
    made.fill((*colour, 0))
    opacity = np.where(core, alpha, np.where(inner, line, 0)).astype(np.uint8)
    dark = _shrunk(core, 1) != core  # a hair of ink inside: the line is seen on light ground too
    view = pygame.surfarray.pixels_alpha(made)
    view[:] = np.where(dark, max(alpha, line * 2 // 3), opacity)
    del view
    tones = pygame.surfarray.pixels3d(made)
    tones[dark] = INK
    del tones
    made = ready(made)
    made.set_alpha(255, pygame.RLEACCEL)  # most of it is clear: five times as quick
    return made


@drawn_once
def _hatching(cells: tuple[Cell, ...], zoom: int, colour: Colour, turn: int) -> pygame.Surface:
    """Lines across a zone's ground."""
    left, top, wide, high = _box(cells)
    made = pygame.Surface((wide * zoom, high * zoom), pygame.SRCALPHA)
    tile = hatch_tile(zoom, colour, turn)
    made.blits([(tile, ((x - left) * zoom, (y - top) * zoom)) for x, y in cells], False)
    return ready(made)


def _filled(cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """A region with its holes: what stands in the middle of a zone needs no outline of its own."""
    inside = set(cells)
    left, top = min(x for x, _ in cells) - 1, min(y for _, y in cells) - 1
    right, bottom = max(x for x, _ in cells) + 1, max(y for _, y in cells) + 1
    outside, rim = {(left, top)}, [(left, top)]
    while rim:
        x, y = rim.pop()
        for cell in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if left <= cell[0] <= right and top <= cell[1] <= bottom and cell not in inside and cell not in outside:
                outside.add(cell)
                rim.append(cell)
    box = ((x, y) for y in range(top, bottom + 1) for x in range(left, right + 1))
    return tuple(cell for cell in box if cell not in outside)


def _ground(cells: Sequence[Cell], zoom: int) -> npt.NDArray[np.bool_]:
    left, top, wide, high = _box(cells)
    small = np.zeros((wide, high), np.bool_)
    for x, y in cells:
        small[x - left, y - top] = True
    return np.repeat(np.repeat(small, zoom, 0), zoom, 1)


def _shrunk(region: npt.NDArray[np.bool_], by: int) -> npt.NDArray[np.bool_]:
    """A region without a rim so many pixels wide."""
    wide, high = region.shape
    padded = np.pad(region, by)
    ways = range(2 * by + 1)
    across: npt.NDArray[np.bool_] = np.logical_and.reduce([padded[way : way + wide] for way in ways])
    down: npt.NDArray[np.bool_] = np.logical_and.reduce([across[:, way : way + high] for way in ways])
    return down


def _runs(segments: Iterable[tuple[Spot, Spot]]) -> Iterable[tuple[Spot, Spot]]:
    """The line of a border with pieces in one row joined."""
    joined: list[tuple[Spot, Spot]] = []
    for start, end in sorted(segments, key=lambda pair: (pair[0][0] != pair[1][0], *_row(pair))):
        if joined and joined[-1][1] == start and _upright(joined[-1]) == _upright((start, end)):
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined


def _upright(segment: tuple[Spot, Spot]) -> bool:
    return segment[0][0] == segment[1][0]


def _row(segment: tuple[Spot, Spot]) -> tuple[float, float]:
    (x, y), _ = segment
    return (x, y) if _upright(segment) else (y, x)


@drawn_once
def _capsule(length: int, zoom: int, upright: bool, colour: Colour, alpha: int) -> pygame.Surface:
    """A bar with round ends, a little shorter than the line it lies on."""
    thick = max(5, zoom // 8)
    long = max(thick, length - zoom // 5)
    bar = pygame.Surface((long + 4, thick + 4), pygame.SRCALPHA)
    radius = (thick + 4) // 2
    pygame.draw.rect(bar, (*INK, min(255, alpha + 20)), bar.get_rect(), border_radius=radius)
    pygame.draw.rect(bar, (*colour, alpha), bar.get_rect().inflate(-4, -4), border_radius=radius - 2)
    return pygame.transform.rotate(bar, 90) if upright else bar


@drawn_once
def _diamond(zoom: int, colour: Colour, shut: bool) -> pygame.Surface:
    fine, r = 3, max(6, zoom // 6)
    side = 2 * (r + 3) * fine
    made = pygame.Surface((side, side), pygame.SRCALPHA)
    m = side // 2
    for reach, tone in (((r + 2) * fine, INK), (r * fine, colour), ((r - 3) * fine, shade(colour, INK, 0.72))):
        pygame.draw.polygon(made, (*tone, 255), [(m, m - reach), (m + reach, m), (m, m + reach), (m - reach, m)])
    if shut:
        arm = (r - 2) * fine // 2
        for tip in ((arm, arm), (arm, -arm)):
            pygame.draw.line(made, BAD, (m - tip[0], m - tip[1]), (m + tip[0], m + tip[1]), 2 * fine)
    return pygame.transform.smoothscale(made, (side // fine, side // fine))


def _box(cells: Sequence[Cell]) -> tuple[int, int, int, int]:
    """The smallest box around some cells: left, top, columns and rows."""
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    return left, top, max(x for x, _ in cells) - left + 1, max(y for _, y in cells) - top + 1
