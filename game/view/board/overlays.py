"""Regions, paths, sight lines, ties between combatants, coordinates and views that are drawn over the map."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt
import pygame

from game.files.tiled.runs import in_a_row
from game.rules.events import Id
from game.rules.standing import Link, Scale
from game.scene.board_geometry import Spot
from game.scene.scene import Scene, Token
from game.spatial.field import UNIT, Cell, Field
from game.view.board.camera import Camera
from game.view.widgets.overlay_layout import FreeRoom
from game.view.widgets.picture_cache import drawn_once
from game.view.widgets.theme import (
    BAD,
    BODY,
    FAINT,
    GOOD,
    INK,
    REACH,
    SIDE_WORDS,
    SMALL,
    TEXT,
    WARN,
    WHITE,
    Colour,
    Pixel,
    Typography,
)

SightLineStyle = Literal["clear", "half", "full", "blocked"]
"""How a sight line is drawn."""


def draw_region(
    target: pygame.Surface,
    camera: Camera,
    cells: Collection[Cell],
    colour: Colour,
    *,
    alpha: int = 76,
    width: int = 3,
    dashed: bool = False,
) -> None:
    """Fill a region and outline it: the region, not each cell. ``dashed`` tells a second region without its colour."""
    if not cells:
        return
    zoom, inside = camera.zoom, cells if isinstance(cells, frozenset) else frozenset(cells)
    strip = _strip(zoom, colour, alpha)
    height, pieces = target.get_height(), []
    for y, first, last in _stretches(inside):
        left, top = camera.pixel((first, y))
        if -zoom < top < height:
            pieces.append((strip, (left, top), (0, 0, (last + 1 - first) * zoom, zoom)))
    target.blits(pieces, False)
    line = max(2, width * zoom // 64)
    area = target.get_rect().inflate(zoom, zoom)
    border: list[tuple[Pixel, Pixel]] = []
    for start, end in outline(inside):
        a, b = camera.pixel(start), camera.pixel(end)
        if area.clipline(a, b):
            border.append((a, b))
    if dashed:
        _draw_broken_border(target, border, colour, line, zoom)
    else:
        draw_border(target, border, colour, line)


def draw_border(target: pygame.Surface, pieces: Sequence[tuple[Pixel, Pixel]], colour: Colour, width: int) -> None:
    """Lines with ink on both sides: the border is seen on any ground, in grey too."""
    for tone, thick in ((INK, width + 2), (colour, width)):
        for a, b in pieces:
            pygame.draw.line(target, tone, a, b, thick)


def _draw_broken_border(
    target: pygame.Surface, pieces: Sequence[tuple[Pixel, Pixel]], colour: Colour, width: int, zoom: int
) -> None:
    """The same in dashes; ``pieces`` go straight to the right or down."""
    long = 32 * zoom
    strips = {down: _dashed_strip(zoom, colour, width, down) for down in (False, True)}
    blits = []
    for (x, y), (to_x, to_y) in pieces:
        down, back = to_y > y, width // 2 + 1
        length = to_y - y if down else to_x - x
        for start in range(0, length, long):
            part = min(long, length - start)
            place = (x - back, y + start) if down else (x + start, y - back)
            blits.append((strips[down], place, (0, 0, width + 2, part) if down else (0, 0, part, width + 2)))
    target.blits(blits, False)


@drawn_once
def _dashed_strip(zoom: int, colour: Colour, width: int, down: bool) -> pygame.Surface:
    strip = pygame.Surface((32 * zoom, width + 2), pygame.SRCALPHA)
    for start in range(0, 32 * zoom, zoom // 4 + zoom // 8):
        strip.fill(INK, (start, 0, zoom // 4, width + 2))
        strip.fill(colour, (start + 1, 1, zoom // 4 - 2, width))
    return pygame.transform.rotate(strip, -90) if down else strip


@lru_cache(maxsize=64)
def _stretches(cells: frozenset[Cell]) -> tuple[tuple[int, int, int], ...]:
    """Row, first and last column of each stretch of a region, at most 32 cells long."""
    rows: dict[int, list[int]] = {}
    for x, y in sorted(cells, key=lambda cell: (cell[1], cell[0])):
        rows.setdefault(y, []).append(x)
    return tuple(
        (y, part, min(part + 31, last))
        for y, columns in rows.items()
        for first, last in in_a_row(columns)
        for part in range(first, last + 1, 32)
    )


@lru_cache(maxsize=64)
def outline(cells: frozenset[Cell]) -> tuple[tuple[Cell, Cell], ...]:
    """The sides between a region and what is not in it, joined along straight lines, as grid corners."""
    across: dict[int, list[int]] = {}
    down: dict[int, list[int]] = {}
    for x, y in sorted(cells):
        if (x, y - 1) not in cells:
            across.setdefault(y, []).append(x)
        if (x, y + 1) not in cells:
            across.setdefault(y + 1, []).append(x)
        if (x - 1, y) not in cells:
            down.setdefault(x, []).append(y)
        if (x + 1, y) not in cells:
            down.setdefault(x + 1, []).append(y)
    lines: list[tuple[Cell, Cell]] = []
    for y, columns in across.items():
        lines += [((first, y), (last + 1, y)) for first, last in in_a_row(sorted(columns))]
    for x, rows in down.items():
        lines += [((x, first), (x, last + 1)) for first, last in in_a_row(sorted(rows))]
    return tuple(lines)


@drawn_once
def _strip(zoom: int, colour: Colour, alpha: int) -> pygame.Surface:
    strip = pygame.Surface((32 * zoom, zoom), pygame.SRCALPHA)
    strip.fill((*colour, alpha))
    return strip


def draw_features(target: pygame.Surface, camera: Camera, field: Field, goal: Collection[Cell]) -> None:
    """Hazards hatched, fires round the flames only; the ``goal`` dotted that a side is after.

    Traps are not drawn: no side knows where they are.
    """
    zoom = camera.zoom
    for feature in field.features:
        if feature.kind in ("fire", "fall", "deep_water"):
            for cell in feature.cells:
                target.blit(_hatch(zoom, BAD, hollow=feature.kind == "fire"), camera.pixel(cell))
            _outline_only(target, camera, feature.cells, BAD)
    for cell in goal:
        target.blit(_dots(zoom, GOOD), camera.pixel(cell))
    _outline_only(target, camera, goal, GOOD)


def _outline_only(target: pygame.Surface, camera: Camera, cells: Collection[Cell], colour: Colour) -> None:
    if cells:
        border = [(camera.pixel(start), camera.pixel(end)) for start, end in outline(frozenset(cells))]
        draw_border(target, border, colour, max(1, camera.zoom // 32))


@drawn_once
def _hatch(zoom: int, colour: Colour, *, hollow: bool) -> pygame.Surface:
    tile = pygame.Surface((zoom, zoom), pygame.SRCALPHA)
    tile.fill((*colour, 40))
    for start in range(-zoom, zoom, max(6, zoom // 6)):
        pygame.draw.line(tile, (*colour, 150), (start, 0), (start + zoom, zoom), max(1, zoom // 40))
    if hollow:
        tile.fill((0, 0, 0, 0), tile.get_rect().inflate(-zoom // 4, -zoom // 4))
    return tile


@drawn_once
def _dots(zoom: int, colour: Colour) -> pygame.Surface:
    tile = pygame.Surface((zoom, zoom), pygame.SRCALPHA)
    tile.fill((*colour, 30))
    step = zoom // 4
    for x in range(step // 2, zoom, step):
        for y in range(step // 2, zoom, step):
            pygame.draw.circle(tile, (*INK, 110), (x, y), max(2, zoom // 28 + 1))
            pygame.draw.circle(tile, (*colour, 210), (x, y), max(1, zoom // 28))
    return tile


def draw_grid(target: pygame.Surface, camera: Camera) -> None:
    """Thin lines between all cells."""
    zoom = camera.zoom
    left, top = camera.pixel((0, 0))
    area = pygame.Rect(left, top, camera.width * zoom + 1, camera.height * zoom + 1).clip(target.get_rect())
    if area.width and area.height:
        target.blit(_grid(area.size, (left - area.left) % zoom, (top - area.top) % zoom, zoom), area)


@drawn_once
def _grid(size: tuple[int, int], left: int, top: int, zoom: int) -> pygame.Surface:
    veil = pygame.Surface(size, pygame.SRCALPHA)
    tone = (*INK, 80)
    for x in range(left, size[0], zoom):
        pygame.draw.line(veil, tone, (x, 0), (x, size[1]))
    for y in range(top, size[1], zoom):
        pygame.draw.line(veil, tone, (0, y), (size[0], y))
    return veil


def draw_path(target: pygame.Surface, camera: Camera, way: Sequence[Spot]) -> None:
    """A way by its spots, the first where it begins."""
    points = [camera.pixel(spot) for spot in way]
    if len(points) < 2:
        return
    thick = max(3, camera.zoom // 12)
    pygame.draw.lines(target, INK, False, points, thick + 4)
    pygame.draw.lines(target, WHITE, False, points, thick)
    for point in points[1:-1]:
        pygame.draw.circle(target, INK, point, thick + 1)
        pygame.draw.circle(target, WHITE, point, thick - 1)
    pygame.draw.circle(target, INK, points[-1], camera.zoom // 5 + 2)
    pygame.draw.circle(target, WHITE, points[-1], camera.zoom // 5)
    pygame.draw.circle(target, (0, 114, 178), points[-1], max(2, camera.zoom // 8))


def draw_stray(target: pygame.Surface, start: Pixel, end: Pixel, thick: int) -> None:
    """A broken arrow: where something thrown may stray to; the thicker the likelier."""
    a, b = pygame.Vector2(start), pygame.Vector2(end)
    if (b - a).length() < 24:
        return
    way = (b - a).normalize()
    neck, side = b - way * (12 + 2 * thick), way.rotate(90) * (5 + thick)
    for tone, extra in ((INK, 4), (BAD, 0)):
        for first, last in _dashes(start, (round(neck.x), round(neck.y)), (16, 8)):
            pygame.draw.line(target, tone, first, last, thick + extra)
        tip, wing = b + way * (extra // 2), side * (1 + extra / 10)
        pygame.draw.polygon(target, tone, [tip, neck + wing, neck - wing])


def draw_warning(target: pygame.Surface, at: Pixel, zoom: int) -> None:
    """A triangle with an exclamation mark."""
    r = max(8, zoom // 5)
    x, y = at[0], at[1] - zoom // 4
    shape = [(x, y - r), (x + r, y + r * 3 // 4), (x - r, y + r * 3 // 4)]
    pygame.draw.polygon(target, BAD, shape)
    pygame.draw.polygon(target, INK, shape, 2)
    pygame.draw.line(target, WHITE, (x, y - r // 3), (x, y + r // 4), 2)
    pygame.draw.circle(target, WHITE, (x, y + r // 2), 1)


def draw_sight(
    target: pygame.Surface,
    start: Pixel,
    end: Pixel,
    kind: SightLineStyle,
    look: Typography,
    label: str,
    stopped: Pixel | None = None,
    *,
    room: FreeRoom,
) -> None:
    """A sight line with its label in free ``room``: how it is drawn says the same as the words."""
    colour: Colour = {"clear": WHITE, "half": WARN, "full": (255, 150, 50), "blocked": BAD}[kind]
    last = stopped or end
    if kind == "clear":
        pygame.draw.line(target, INK, start, last, 6)
        pygame.draw.line(target, colour, start, last, 3)
    else:
        pygame.draw.line(target, INK, start, last, 6)
        marks = {"half": (12, 7), "full": (14, 5, 3, 5), "blocked": (3, 7)}[kind]
        for a, b in _dashes(start, last, marks):
            pygame.draw.line(target, colour, a, b, 3)
    if stopped is not None:
        draw_cross(target, stopped, 9)
    if label:
        middle = ((start[0] + last[0]) // 2, (start[1] + last[1]) // 2)
        width = look.width(label, BODY, "semibold") // 2 + look.px(14)
        near = abs(start[0] - last[0]) < 2 * width + look.px(60) and abs(start[1] - last[1]) < look.px(110)
        if near:  # no room between the two: beside both, where there is more, and below the name over the farther end
            right = middle[0] < target.get_width() // 2
            edge = max(start[0], last[0]) if right else min(start[0], last[0])
            middle = (edge + (1 if right else -1) * (width + look.px(30)), last[1])
        write_plate(target, look, label, middle, colour, room=room)


def draw_faint_sight(target: pygame.Surface, start: Pixel, end: Pixel, kind: SightLineStyle) -> None:
    """A sight line that is only thought of: from a cell where nobody stands yet."""
    colour: Colour = {"clear": WHITE, "half": WARN, "full": (255, 150, 50), "blocked": BAD}[kind]
    for a, b in _dashes(start, end, {"clear": (30, 8), "half": (12, 10), "full": (3, 10), "blocked": (1, 12)}[kind]):
        pygame.draw.line(target, INK, a, b, 4)
        pygame.draw.line(target, colour, a, b, 2)


def draw_cross(target: pygame.Surface, at: Pixel, r: int) -> None:
    """Where a line of sight is stopped."""
    for width, colour in ((7, INK), (3, BAD)):
        pygame.draw.line(target, colour, (at[0] - r, at[1] - r), (at[0] + r, at[1] + r), width)
        pygame.draw.line(target, colour, (at[0] - r, at[1] + r), (at[0] + r, at[1] - r), width)


def _dashes(start: Pixel, end: Pixel, marks: Sequence[int]) -> Iterable[tuple[Pixel, Pixel]]:
    """Pieces of a line: lengths drawn and left out by turns, in pixels."""
    whole = pygame.Vector2(end) - pygame.Vector2(start)
    length = whole.length()
    if not length:
        return
    step, at, index = whole / length, 0.0, 0
    while at < length:
        stop = min(length, at + marks[index % len(marks)])
        if index % 2 == 0:
            a, b = pygame.Vector2(start) + step * at, pygame.Vector2(start) + step * stop
            yield (round(a.x), round(a.y)), (round(b.x), round(b.y))
        at, index = stop, index + 1


def plate_at(room: pygame.Rect, look: Typography, text: str, middle: tuple[float, float], size: int) -> pygame.Rect:
    """Where a label would lie, kept inside a ``room``."""
    room = room.inflate(-8, -8)
    wide = min(look.width(text, size, "semibold"), room.width - look.px(14))
    plate = pygame.Rect(0, 0, wide + look.px(14), look.font(size, "semibold").get_height() + look.px(4))
    plate.center = round(middle[0]), round(middle[1])
    return plate.clamp(room)


class Plate(NamedTuple):
    """A label on a dark plate."""

    rect: pygame.Rect
    written: pygame.Surface
    line: Colour

    def draw(self, target: pygame.Surface) -> None:
        """Draw it."""
        pygame.draw.rect(target, INK, self.rect, border_radius=6)
        pygame.draw.rect(target, self.line, self.rect, 2, border_radius=6)
        target.blit(self.written, self.written.get_rect(center=self.rect.center))


def lay_plate(
    room: pygame.Rect, look: Typography, text: str, middle: Pixel, line: Colour = WHITE, size: int = BODY
) -> Plate:
    """A label, kept inside a ``room``."""
    rect = plate_at(room, look, text, middle, size)
    told = look.cut(text, rect.width - look.px(14), size, "semibold")
    return Plate(rect, look.write(told, size, WHITE, "semibold"), line)


def write_plate(
    target: pygame.Surface,
    look: Typography,
    text: str,
    middle: Pixel,
    line: Colour = WHITE,
    size: int = BODY,
    *,
    room: FreeRoom | None = None,
) -> pygame.Rect:
    """Write a label, kept inside what is drawn on, in free ``room`` if there is some; gives the place it takes."""
    plate = lay_plate(target.get_rect(), look, text, middle, line, size)
    if room is not None:
        plate = plate._replace(rect=room.lay(plate.rect))
    plate.draw(target)
    return plate.rect


def draw_corners(target: pygame.Surface, points: Iterable[tuple[Pixel, bool]]) -> None:
    """The corners of a target: full dots for those that are seen, hollow ones for those that are not."""
    for point, seen in points:
        pygame.draw.circle(target, INK, point, 7)
        pygame.draw.circle(target, GOOD if seen else BAD, point, 5, 0 if seen else 2)


def draw_cursor(target: pygame.Surface, camera: Camera, cell: Spot, colour: Colour = WHITE) -> None:
    """Brackets at the corners of a cell."""
    x, y = camera.pixel(cell)
    z, arm, line = camera.zoom, max(6, camera.zoom // 4), max(2, camera.zoom // 20)
    for tone, width in ((INK, line + 2), (colour, line)):
        for cx, dx in ((x + 1, arm), (x + z - 2, -arm)):
            for cy, dy in ((y + 1, arm), (y + z - 2, -arm)):
                pygame.draw.line(target, tone, (cx, cy), (cx + dx, cy), width)
                pygame.draw.line(target, tone, (cx, cy), (cx, cy + dy), width)


def draw_target_ring(target: pygame.Surface, middle: Pixel, radius: int, colour: Colour, *, strong: bool) -> None:
    """A broken ring round somebody who can be aimed at."""
    ring = _ring(radius, colour, strong)
    target.blit(ring, ring.get_rect(center=middle))


@drawn_once
def _ring(radius: int, colour: Colour, strong: bool) -> pygame.Surface:
    fine, width = 3, (7 if strong else 4) * max(1.0, radius / 30)
    side = 2 * (radius + 6) * fine
    middle, outer = (side // 2, side // 2), radius * fine
    ring = pygame.Surface((side, side), pygame.SRCALPHA)
    pygame.draw.circle(ring, (*INK, 255), middle, outer + 2 * fine, round((width + 4) * fine / 2))
    pygame.draw.circle(ring, (*colour, 255), middle, outer, round(width * fine / 2))
    for quarter in range(4):
        way = pygame.Vector2(1, 0).rotate(90 * quarter) * side
        across = way.rotate(90) * 0.09
        ends = [pygame.Vector2(middle) + way + across, pygame.Vector2(middle) + way - across]
        pygame.draw.polygon(ring, (0, 0, 0, 0), [middle, *((round(end.x), round(end.y)) for end in ends)])
    return pygame.transform.smoothscale(ring, (side // fine, side // fine))


ZONES: tuple[Colour, ...] = (*SIDE_WORDS, REACH, WARN)


def draw_zones(target: pygame.Surface, camera: Camera, look: Typography, field: Field) -> None:
    """Zones as regions with their names."""
    for index, zone in enumerate(field.zones):
        if not zone.cells:
            continue
        colour = ZONES[index % len(ZONES)]
        draw_region(target, camera, frozenset(zone.cells), colour, alpha=46)
        x = sum(cell[0] for cell in zone.cells) / len(zone.cells) + 0.5
        y = sum(cell[1] for cell in zone.cells) / len(zone.cells) + 0.5
        pixel = camera.pixel((x, y))
        if target.get_rect().collidepoint(pixel):
            write_plate(target, look, zone.name or zone.id, pixel, colour, SMALL)


def draw_elevation(target: pygame.Surface, camera: Camera, look: Typography, field: Field, scale: Scale) -> None:
    """The height of every floor that is not at ground level, in the ruleset's own unit."""
    if not field.floor:
        return
    area = target.get_rect()
    for y in range(field.height):
        for x in range(field.width):
            height = field.floor_at((x, y))
            pixel = camera.pixel((x + 0.5, y + 0.5))
            if height and area.collidepoint(pixel):
                text = f"{height * scale.side / UNIT:+.3g}"
                written = look.write(text, SMALL, WHITE, "semibold")
                target.blit(written, written.get_rect(center=pixel))


def draw_cover(target: pygame.Surface, camera: Camera, corners: npt.NDArray[np.int8]) -> None:
    """How well a body in each cell would be seen: partly in yellow, corners all hidden in orange, unseen struck out."""
    zoom, area = camera.zoom, target.get_rect()
    tiles = {name: _tile(zoom, name) for name in ("half", "full", "blocked")}
    for y, x in np.argwhere(corners < 8).tolist():
        pixel = camera.pixel((x, y))
        if area.colliderect(pygame.Rect(pixel, (zoom, zoom))):
            count = int(corners[y, x])
            target.blit(tiles["blocked" if count < 0 else "full" if count == 0 else "half"], pixel)


@drawn_once
def _tile(zoom: int, name: str) -> pygame.Surface:
    tile = pygame.Surface((zoom, zoom), pygame.SRCALPHA)
    if name == "half":
        tile.fill((*WARN, 62))
    elif name == "full":
        tile.fill((*BAD, 84))
    else:
        tile.fill((10, 10, 14, 110))
        pygame.draw.line(tile, (*BAD, 90), (zoom // 4, zoom // 4), (zoom * 3 // 4, zoom * 3 // 4), 2)
        pygame.draw.line(tile, (*BAD, 90), (zoom * 3 // 4, zoom // 4), (zoom // 4, zoom * 3 // 4), 2)
    return tile


CELL = re.compile(r"(?<![\d,.])\d+,\d+(?![\d,])")
"""A cell as texts tell it: "8,16"."""

STEPS = (1, 2, 5, 10, 20, 50)
"""From number to number, where there is no room for all."""


def draw_rulers(target: pygame.Surface, camera: Camera, look: Typography, room: pygame.Rect) -> None:
    """Number the columns at the top and the rows at the left of the part of the board in a ``room``."""
    (left, top), zoom = camera.pixel((0, 0)), camera.zoom
    seen = pygame.Rect(left, top, camera.width * zoom, camera.height * zoom).clip(room)
    columns, rows = _ruler(look, zoom, camera.width, across=True), _ruler(look, zoom, camera.height, across=False)
    target.blit(columns, seen.topleft, (seen.left - left, 0, seen.width, columns.height))
    below = columns.height
    part = (0, seen.top + below - top, rows.width, max(0, seen.height - below))
    target.blit(rows, (seen.left, seen.top + below), part)


@drawn_once
def _ruler(look: Typography, zoom: int, count: int, *, across: bool) -> pygame.Surface:
    """The numbers along one whole edge of a board on a veil, drawn once for as long as nothing is zoomed."""
    high, wide = look.line(SMALL), look.width("99", SMALL) + look.px(8)
    band = pygame.Surface((count * zoom, high) if across else (wide, count * zoom), pygame.SRCALPHA)
    band.fill((*INK, 150))
    step = next((each for each in STEPS if each * zoom >= (wide if across else high)), STEPS[-1])
    for number in range(0, count, step):
        along = round((number + 0.5) * zoom)
        written = look.write(str(number), SMALL, TEXT)
        band.blit(written, written.get_rect(center=(along, high // 2) if across else (wide // 2, along)))
    return band


Tied = tuple[Token, Link, Token]


def linked(scene: Scene, about: Collection[Id]) -> Iterator[Tied]:
    """The ties at whose one end somebody of ``about`` is, as far as the viewer knows both ends."""
    for token in scene.tokens.values():
        for link in token.standing.links:
            other = scene.tokens.get(link.other)
            if other is not None and not link.close and (token.id in about or other.id in about):
                yield token, link, other


def draw_pairs(
    target: pygame.Surface, camera: Camera, look: Typography, scene: Scene, about: Collection[Id], room: FreeRoom
) -> None:
    """A short bar with a cross between those who are face to face; its word where one of them is of ``about``."""
    met: set[frozenset[Id]] = set()
    for token in scene.tokens.values():
        for link in token.standing.links:
            other, pair = scene.tokens.get(link.other), frozenset((token.id, link.other))
            if not link.close or other is None or pair in met:
                continue
            met.add(pair)
            _draw_pair(target, camera, token, other)
            if pair & set(about):
                (ax, ay), (bx, by) = token.middle, other.middle
                x, y = camera.pixel(((ax + bx) / 2, (ay + by) / 2))
                write_plate(target, look, link.word, (x, y + camera.zoom * 2 // 5), FAINT, SMALL, room=room)


def _draw_pair(target: pygame.Surface, camera: Camera, a: Token, b: Token) -> None:
    start, end = pygame.Vector2(camera.pixel(a.middle)), pygame.Vector2(camera.pixel(b.middle))
    if start == end:
        return
    way, r = (end - start).normalize(), max(6, camera.zoom // 9)
    near, far = (start + way * camera.zoom * a.extent * 0.4, end - way * camera.zoom * b.extent * 0.4)
    for tone, width in ((INK, 9), (BAD, 5)):
        pygame.draw.line(target, tone, near, far, width)
    middle = (start + end) / 2
    pygame.draw.circle(target, INK, middle, r + 2)
    pygame.draw.circle(target, BAD, middle, r)
    for turn in (45, 135):
        blade = pygame.Vector2(r * 0.7, 0).rotate(turn)
        pygame.draw.line(target, WHITE, middle - blade, middle + blade, max(2, r // 4))


def cells_round(scene: Scene, token: Token, reach: int) -> frozenset[Cell]:
    """The cells within some cells of a combatant, without its own and walls; none where none are counted."""
    field, cells = scene.setup.field, scene.where.round(token.at, token.standing.size, reach)
    return frozenset(cell for cell in cells if not field.at(cell).blocks_move)


def draw_reaches(target: pygame.Surface, camera: Camera, scene: Scene, about: Collection[Id]) -> None:
    """The cells within which ties hold, lightly outlined; below the tokens."""
    rounds = {(other.id, link.reach): other for _, link, other in linked(scene, about) if link.reach}
    for (_, reach), other in rounds.items():
        draw_region(target, camera, cells_round(scene, other, reach), WHITE, alpha=18, width=1, dashed=True)


def draw_links(
    target: pygame.Surface, camera: Camera, look: Typography, scene: Scene, about: Collection[Id], room: FreeRoom
) -> None:
    """Thin lines from end to end, each with its word; a ring at the end that is pressed, shielded or held."""
    for token, link, other in linked(scene, about):
        start, end = camera.pixel(token.middle), camera.pixel(other.middle)
        if start == end:
            continue
        for tone, width in ((INK, 5), (WHITE, 2)):
            pygame.draw.line(target, tone, start, end, width)
            pygame.draw.circle(target, tone, end, max(5, camera.zoom // 9), width)
        middle = (start[0] + end[0]) // 2, (start[1] + end[1]) // 2
        if max(abs(start[0] - end[0]), abs(start[1] - end[1])) < 3 * camera.zoom:  # no room between the two: below
            middle = middle[0], max(start[1], end[1]) + camera.zoom * 3 // 4
        write_plate(target, look, link.word, middle, FAINT, SMALL, room=room)
