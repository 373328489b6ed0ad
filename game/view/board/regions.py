"""Places of a ruleset as they are drawn: cells, or zones with names and borders; what of them is lit or aimed at."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt
import pygame

from game.rules.ruleset import Band, Places
from game.scene.board_geometry import OnCells, OnZones, Spot
from game.spatial.field import BorderKind, Cell, Field
from game.spatial.places import InZone, OnBorder, ZonePlace
from game.spatial.space import Space
from game.view.board import overlays
from game.view.board.camera import Camera
from game.view.board.overlays import draw_border, outline
from game.view.widgets.art import ready
from game.view.widgets.overlay_layout import FreeRoom
from game.view.widgets.picture_cache import drawn_once
from game.view.widgets.theme import BAD, INK, SMALL, TITLE, WHITE, Colour, Pixel, Typography, shade


def draw_hatched(
    target: pygame.Surface, camera: Camera, cells: frozenset[Cell], colour: Colour, turn: int | None
) -> None:
    """Outline a region and draw lines across it; see ``Regions.hatch``."""
    if not cells:
        return
    zoom, area = camera.zoom, target.get_rect()
    if turn is not None:
        tile = hatch_tile(zoom, colour, turn)
        spots = (camera.pixel(cell) for cell in cells)
        target.blits([(tile, at) for at in spots if area.colliderect((*at, zoom, zoom))], False)
    border = [(camera.pixel(start), camera.pixel(end)) for start, end in outline(cells)]
    seen = [(a, b) for a, b in border if area.inflate(zoom, zoom).clipline(a, b)]
    draw_border(target, seen, colour, max(2, 3 * zoom // 64))


@drawn_once
def hatch_tile(zoom: int, colour: Colour, turn: int) -> pygame.Surface:
    """A cell with slanting lines, which go on in the cells beside it; ``turn`` from 0 to 2 says where they lie."""
    fine = 3
    side, thick = zoom * fine, max(1, zoom // 32) * fine
    tile = pygame.Surface((side, side), pygame.SRCALPHA)
    first = turn * side // 3
    for wider, tone in ((2 * fine, (*INK, 90)), (0, (*colour, 235))):
        for at in (first - side, first, first + side):
            pygame.draw.line(tile, tone, (at - side // 2, side), (at + side // 2, 0), thick + wider)
    return pygame.transform.smoothscale(tile, (zoom, zoom))


PLATE = 150
"""How much of the board a plate hides, of 255."""

_Lines = tuple[tuple[str, Colour], ...]


def write_zone_names(
    target: pygame.Surface,
    camera: Camera,
    look: Typography,
    where: OnZones,
    details: Mapping[InZone, str],
    taken: Sequence[pygame.Rect],
) -> list[pygame.Rect]:
    """Write the name of each zone in view, with its details if it has some; gives the plates.

    A name lies in the first row of its zone where the plate covers nothing of what is ``taken``, no other name, and all
    of it is on the board's part of the window; where there is no such row, in the first one that no other name lies in.
    It is in the middle of what is seen of the row, and left out where that is less than half as wide as the name.
    """
    written = list[pygame.Rect]()
    room, zoom = camera.board.clip(target.get_rect()), camera.zoom
    for zone in where.zones.all_zones:
        plates = list[tuple[pygame.Surface, pygame.Rect]]()
        for middle, row, cells in where.rows(zone):
            x, y = camera.pixel((middle, row))
            seen = pygame.Rect(x - cells * zoom // 2, y, cells * zoom, zoom).clip(room)
            made = _made(look, _lines(look, where.name(zone), details.get(zone, ""), cells * zoom))
            if 2 * seen.width >= made.get_width():
                plates.append((made, made.get_rect(midtop=(seen.centerx, y + max(2, zoom // 12)))))
        if not plates:
            continue
        apart = [plate for plate in plates if plate[1].collidelist(written) < 0] or plates[:1]
        free = [plate for plate in apart if plate[1].collidelist(taken) < 0]
        best, box = next((plate for plate in free if room.contains(plate[1])), (free or apart)[0])
        box = box.clamp(room)
        target.blit(best, box)
        written.append(box)
    return written


def _lines(look: Typography, name: str, details: str, wide: int) -> _Lines:
    told = look.wrap(name, max(wide - look.px(12), look.px(64)), SMALL, "semibold")[:3]
    more = look.wrap(details, wide, SMALL, "semibold") if details else ()
    return (*((line, TITLE) for line in told), *((line, WHITE) for line in more))


@drawn_once
def _made(look: Typography, lines: _Lines) -> pygame.Surface:
    """Lines in the middle of a dark plate."""
    written = [look.write(text, SMALL, colour, "semibold") for text, colour in lines]
    pitch = look.line(SMALL) - look.px(4)
    size = max(line.get_width() for line in written) + look.px(12), pitch * len(written) + look.px(6)
    made = pygame.Surface(size, pygame.SRCALPHA)
    pygame.draw.rect(made, (*INK, PLATE), made.get_rect(), border_radius=look.px(6))
    for number, line in enumerate(written):
        made.blit(line, line.get_rect(center=(size[0] // 2, look.px(3) + pitch * number + pitch // 2)))
    return ready(made)


class CellRegions:
    """The cells of one map."""

    def __init__(self, where: OnCells, look: Typography) -> None:
        self.where = where
        self.look = look

    def draw(self, target: pygame.Surface, camera: Camera, space: Space) -> None:
        """Nothing: a cell looks like its ground."""

    def light(self, target: pygame.Surface, camera: Camera, places: Collection[Cell], colour: Colour) -> None:
        """Cells that a click leads to, as one region."""
        overlays.draw_region(target, camera, frozenset(places), colour)

    def light_again(self, target: pygame.Surface, camera: Camera, places: Collection[Cell], colour: Colour) -> None:
        """Cells that take a second move, in a broken line."""
        overlays.draw_region(target, camera, frozenset(places), colour, alpha=58, dashed=True)

    def light_range(
        self, target: pygame.Surface, camera: Camera, bands: Sequence[Band[Cell]], start: Spot, colour: Colour
    ) -> None:
        """Cells that something in hand reaches: rings, the farther the darker, each with what its distance does.

        That stands on the four straight lines from the middle, as far out in the ring as one sees; where there is but
        one ring, nothing has to be told apart.
        """
        for number, band in enumerate(bands):
            overlays.draw_region(target, camera, frozenset(band.places), colour, alpha=min(16 + 14 * number, 72))
        written: list[pygame.Rect] = []
        for band in bands if len(bands) > 1 else ():
            box = pygame.Rect(0, 0, self.look.width(band.label, SMALL, "semibold") + self.look.px(14), self.look.px(26))
            for spot in self._rim(target, camera, band, start) if band.label else ():
                box.center = camera.pixel(spot)
                if box.inflate(self.look.px(6), self.look.px(6)).collidelist(written) < 0:
                    written.append(overlays.write_plate(target, self.look, band.label, box.center, colour, SMALL))

    def _rim(self, target: pygame.Surface, camera: Camera, band: Band[Cell], start: Spot) -> list[Spot]:
        """The farthest spots of a band to the right, left, top and bottom that are on the board's part of the window;
        if none of them is, the farthest of those that are.
        """
        places = frozenset(band.places)
        clear = -self.look.width(band.label, SMALL, "semibold") - self.look.px(50), -self.look.px(100)
        seen_part = camera.board.inflate(clear)
        ends: list[Spot] = []
        others: list[Spot] = []
        for dx, dy in ((1, 0), (-1, 0), (0, -1), (0, 1)):
            cells = ((int(start[0]) + dx * far, int(start[1]) + dy * far) for far in range(sum(self._size)))
            spots = [(x + 0.5, y + 0.5) for x, y in cells if (x, y) in places]
            seen = [spot for spot in spots if seen_part.collidepoint(camera.pixel(spot))]
            (ends if seen[-1:] == spots[-1:] else others).extend(seen[-1:])
        return ends or others

    @property
    def _size(self) -> tuple[int, int]:
        return self.where.space.width, self.where.space.height

    def draw_knobs(self, target: pygame.Surface, camera: Camera) -> None:
        """Nothing: nobody stands between cells."""

    def tint(self, target: pygame.Surface, camera: Camera, place: Cell, colour: Colour, alpha: int) -> None:
        """One cell in one colour."""
        overlays.draw_region(target, camera, frozenset((place,)), colour, alpha=alpha)

    def hatch(
        self, target: pygame.Surface, camera: Camera, places: Collection[Cell], colour: Colour, turn: int | None
    ) -> None:
        """Cells outlined as one region, with lines across."""
        draw_hatched(target, camera, frozenset(places), colour, turn)

    def write_names(
        self, target: pygame.Surface, camera: Camera, details: Mapping[Cell, str], taken: Sequence[pygame.Rect]
    ) -> list[pygame.Rect]:
        """Nothing: cells have no names."""
        return []

    def draw_zones(self, target: pygame.Surface, camera: Camera, field: Field) -> None:
        """The zones that the map's author drew over the cells."""
        overlays.draw_zones(target, camera, self.look, field)

    def write_cost(
        self, target: pygame.Surface, camera: Camera, spot: Spot, text: str, tone: Colour, room: FreeRoom
    ) -> None:
        """A plate above the cell."""
        x, y = camera.pixel(spot)
        overlays.write_plate(target, self.look, text, (x, y - camera.zoom * 5 // 8 - 6), tone, room=room)

    def words_at(self, camera: Camera, place: Cell) -> Pixel:
        """The middle of the cell."""
        return camera.pixel(self.where.middle(place))

    def draw_cursor(self, target: pygame.Surface, camera: Camera, place: Cell, colour: Colour = WHITE) -> None:
        """Brackets round the cell."""
        overlays.draw_cursor(target, camera, place)


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


P = TypeVar("P", contravariant=True)


class Regions(Protocol[P]):
    """Draws the places of one map."""

    look: Typography

    def draw(self, target: pygame.Surface, camera: Camera, space: Space) -> None:
        """Places as they lie there; ``space`` is the map with its doors as they are."""

    def light(self, target: pygame.Surface, camera: Camera, places: Collection[P], colour: Colour) -> None:
        """Places that a click leads to."""

    def light_again(self, target: pygame.Surface, camera: Camera, places: Collection[P], colour: Colour) -> None:
        """Places that a second move leads to."""

    def light_range(
        self, target: pygame.Surface, camera: Camera, bands: Sequence[Band[Any]], start: Spot, colour: Colour
    ) -> None:
        """Places that something in hand reaches, in bands, by somebody whose middle is at ``start``."""

    def draw_knobs(self, target: pygame.Surface, camera: Camera) -> None:
        """What shows, over doors and walls, that one can stand there."""

    def tint(self, target: pygame.Surface, camera: Camera, place: P, colour: Colour, alpha: int) -> None:
        """One place in one colour."""

    def hatch(
        self, target: pygame.Surface, camera: Camera, places: Collection[P], colour: Colour, turn: int | None
    ) -> None:
        """Outline places and hatch them, the ground between the lines left as it is.

        Of several hatches each has a ``turn``, from 0 to 2, at which its lines lie between those of the others; None
        for the outline alone.
        """

    def write_names(
        self, target: pygame.Surface, camera: Camera, details: Mapping[Any, str], taken: Sequence[pygame.Rect]
    ) -> list[pygame.Rect]:
        """The names that places bear on the map, with details under those that have some; gives their plates.

        They lie over everything that stands there, and keep clear of what is ``taken`` where there is room.
        """

    def draw_zones(self, target: pygame.Surface, camera: Camera, field: Field) -> None:
        """The map's zones as regions with their names, where they are not places themselves."""

    def write_cost(
        self, target: pygame.Surface, camera: Camera, spot: Spot, text: str, tone: Colour, room: FreeRoom
    ) -> None:
        """What a way costs, over its end, where that is not told with the place."""

    def words_at(self, camera: Camera, place: P) -> Pixel:
        """Where the middle of words about a place goes."""

    def draw_cursor(self, target: pygame.Surface, camera: Camera, place: P, colour: Colour = WHITE) -> None:
        """The place that the keys' cursor, or the pointer, is on."""


AnyRegions: TypeAlias = Regions[Any]


def regions(places: Places, space: Space, look: Typography) -> AnyRegions:
    """Who draws the places of a map, as a ruleset means them."""
    if places == "cells":
        return CellRegions(OnCells(space), look)
    return ZoneRegions(OnZones(space.zones, whole=places == "whole zones"), look)
