"""Draws a map that is being corrected: its pictures, and over them by kind what was read, guessed and corrected.

What covers cells is kept as one small picture of a pixel to a cell and enlarged, so that a stroke on a large map costs
no more than the cells it changes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import numpy as np
import numpy.typing as npt
import pygame

from game.files.map_edit import FeatureRef, MapEdit, ZoneRef
from game.spatial.field import UNIT, Cell, Edge
from game.spatial.solids import CellSide
from game.view.board.camera import Camera
from game.view.board.chart_signs import (
    EDGES,
    RISE,
    TINTS,
    CellTint,
    draw_feature_signs,
    draw_start_sign,
    start_sign,
    veil_of_ground,
)
from game.view.board.map_layers import MapLayers
from game.view.board.overlays import plate_at, write_plate
from game.view.panels.map_edit_words import FEET
from game.view.widgets.picture_cache import drawn_once
from game.view.widgets.theme import GOOD, INK, SMALL, WARN, WHITE, Colour, Typography, shade

KINDS: tuple[tuple[str, str, str], ...] = (
    ("ground", "Ground", "Walls dark, obstacles brown, pits violet, thickets green, rough amber, water blue"),
    ("heights", "Heights", "How high floors lie, and where that changes"),
    ("edges", "Doors", "What is on the sides of cells: doors, windows, thin walls"),
    ("zones", "Zones", "With a question mark where they are worked out, which may take a moment"),
    ("starts", "Starts", "Where the sides begin, each with its colour and shape; hollow ones are guesses"),
    ("features", "Features", "Hazards, exits, goals, levers and things"),
    ("guesses", "Guesses", "A question mark on what was guessed: point at it to see why"),
    ("corrected", "Corrections", "A green corner on what was corrected"),
)
"""What can be shown and hidden: a name, what it is called, a tooltip."""

ZOOMS = (4, 6, 8, 12, 16, 24, 32, 48, 64, 96)
"""Pixels to a cell."""

FINE = 16
"""Pixels to a cell from which signs of single cells are drawn."""

LEAST_NAMED = 6_000
"""Pixels that are seen of a zone whose name is written."""

NAME = SMALL - 1
"""The size of zones' names."""

Numbers = npt.NDArray[np.int64]


class MapEditBoard:
    """The board of one map."""

    def __init__(self, mending: MapEdit, shown: Collection[str]) -> None:
        self.mending = mending
        field = mending.read
        self.width, self.height = field.width, field.height
        self.layers = MapLayers(field, mending.chart.bare)
        self.shown = set(shown)
        self._veil = np.zeros((self.height, self.width, 4), np.uint8)
        self._floor: Numbers = np.zeros((self.height, self.width), np.int64)
        self._owner: Numbers = np.full((self.height, self.width), -1, np.int64)
        self._refs: dict[ZoneRef, int] = {}
        self._signs: dict[Cell, tuple[bool, bool]] = {}
        """By cell whether it is guessed, and whether it is corrected."""
        self._thins: tuple[int, list[tuple[CellSide, Edge, bool]]] = (-1, [])
        self._starts: tuple[int, dict[Cell, str]] = (-1, {})
        self._kept: pygame.Surface | None = None
        self._kept_for: tuple[Cell, int, tuple[int, int]] = ((0, 0), 0, (0, 0))
        """The picture that was drawn last, and where the camera was."""
        self._redo()

    def show(self, shown: Collection[str]) -> None:
        """Show these kinds and no others."""
        changed, self.shown = self.shown ^ set(shown), set(shown)
        self._kept = None
        if changed & {"ground", "heights", "zones"}:
            self._redo()

    def _redo(self) -> None:
        """Look at every cell again."""
        self.mending.touched.clear()
        self._refs.clear()
        self._kept = None
        self._look_at([(x, y) for y in range(self.height) for x in range(self.width)])

    def _look_at(self, cells: Sequence[Cell]) -> None:
        """Take up how cells are now."""
        mending, zones = self.mending, "zones" in self.shown
        veils: dict[tuple[int, int], CellTint] = {}
        for x, y in cells:
            if not (0 <= x < self.width and 0 <= y < self.height):
                continue
            cell = (x, y)
            ref = mending.zone(cell) if zones else None
            number = self._refs.setdefault(ref, len(self._refs)) if ref is not None else -1
            if ref is not None and ref.source == "derived" and mending.ground(cell).blocks_move:
                number = -1
            self._owner[y, x] = number
            height = mending.height(cell)
            self._floor[y, x] = height.steps
            ground = mending.ground(cell)
            key = id(ground), number if zones else -1
            if key not in veils:
                over = veil_of_ground(ground) if "ground" in self.shown else None
                tint: CellTint | None = (*TINTS[number % len(TINTS)], 85) if number >= 0 else None
                veils[key] = _over(tint, over)
            self._veil[y, x] = veils[key]
            if height.steps and "heights" in self.shown:
                self._veil[y, x] = _over(tuple(self._veil[y, x].tolist()), (*RISE, 45))
            corrected = mending.is_corrected(cell)
            guessed = not corrected and cell in mending.guesses
            if corrected or guessed:
                self._signs[cell] = guessed, corrected
            else:
                self._signs.pop(cell, None)

    # -- drawing

    def draw(
        self, target: pygame.Surface, camera: Camera, look: Typography, *, picked: FeatureRef | None = None
    ) -> None:
        """Everything that is switched on; ``picked``: the feature that is.

        What was drawn is kept: a stroke draws anew what it has changed, and a pointer that moves nothing at all.
        """
        # row by row, for zones get their colours in the order in which they are met
        touched = sorted(filter(self.mending.within, self.mending.touched), key=lambda cell: (cell[1], cell[0]))
        self._look_at(touched)
        key = camera.corner, camera.zoom, target.get_size()
        starts = self.mending.starts() if self._starts[0] != self.mending.version else self._starts[1]
        before = self._starts[1]
        touched += list(starts.keys() ^ before.keys())
        if set(starts.values()) != set(before.values()):
            self._kept = None  # signs of sides with words of their own go by who else starts there
        self._starts = self.mending.version, starts
        self.mending.touched.clear()
        if self._kept is None or self._kept_for != key:
            self._kept = target.copy()
            self._kept_for = key
            self._draw_part(self._kept, camera, look, _in_sight(target, camera), whole=True)
        elif touched:
            left, top = (min(cell[axis] for cell in touched) - 1 for axis in (0, 1))
            right, bottom = (max(cell[axis] for cell in touched) + 2 for axis in (0, 1))
            part = pygame.Rect(left, top, right - left, bottom - top).clip(_in_sight(target, camera))
            if part.width and part.height:
                self._draw_part(self._kept, camera, look, part, whole=False)
        target.blit(self._kept, (0, 0))
        sight = _in_sight(target, camera)
        if "features" in self.shown:
            features, corrected = self.mending.features, "corrected" in self.shown
            draw_feature_signs(target, camera, look, features, sight, picked=picked, corrected=corrected)
        if "zones" in self.shown and camera.zoom >= 8:
            self._name_zones(target, camera, sight, look)

    def _draw_part(
        self, target: pygame.Surface, camera: Camera, look: Typography, area: pygame.Rect, *, whole: bool
    ) -> None:
        """Draw some cells anew; ``whole``: and what lies beside the map."""
        if not whole:
            rim = max(4, camera.zoom // 4)  # lines along the cells are thicker than the cells' own sides
            box = pygame.Rect(camera.pixel(area.topleft), (area.width * camera.zoom, area.height * camera.zoom))
            target.set_clip(box.inflate(2 * rim, 2 * rim))
            area = area.inflate(6, 6).clip(pygame.Rect(0, 0, self.width, self.height))
        self.layers.draw(target, camera)
        if area.width and area.height:
            part = np.ascontiguousarray(self._veil[area.top : area.bottom, area.left : area.right])
            small = pygame.image.frombuffer(part.tobytes(), area.size, "RGBA")
            large = pygame.transform.scale(small, (area.width * camera.zoom, area.height * camera.zoom))
            target.blit(large, camera.pixel(area.topleft))
            if "zones" in self.shown:
                self._draw_rims(target, camera, area, self._owner, None)
            if "heights" in self.shown:
                self._draw_rims(target, camera, area, self._floor, RISE)
            if "edges" in self.shown:
                self._draw_edges(target, camera, area)
            if "starts" in self.shown:
                self._draw_starts(target, camera, area)
            self._draw_signs(target, camera, area, look)
        target.set_clip(None)

    def _draw_rims(
        self, target: pygame.Surface, camera: Camera, area: pygame.Rect, numbers: Numbers, colour: Colour | None
    ) -> None:
        """Lines between cells whose numbers differ; without a colour in those of the zones."""
        thick = max(1, camera.zoom // 12)
        part = numbers[area.top : area.bottom + 1, area.left : area.right + 1]
        for down in (False, True):
            one, other = (part[:-1], part[1:]) if down else (part[:, :-1], part[:, 1:])
            for row, column in np.argwhere(one != other).tolist():
                x, y = area.left + column + (not down), area.top + row + down
                ends = (x, y), (x + 1, y) if down else (x, y + 1)
                number = max(int(one[row, column]), int(other[row, column]))
                tone = colour or shade(TINTS[number % len(TINTS)], INK, 0.35)
                pygame.draw.line(target, tone, camera.pixel(ends[0]), camera.pixel(ends[1]), thick)

    def _draw_edges(self, target: pygame.Surface, camera: Camera, area: pygame.Rect) -> None:
        if self._thins[0] != self.mending.version:
            self._thins = self.mending.version, list(self.mending.thins())
        for (cell, along_x), edge, corrected in self._thins[1]:
            if not area.inflate(2, 2).collidepoint(cell):
                continue
            draw_side(target, camera, CellSide(cell, along_x), EDGES[edge.kind])
            if edge.state != "closed" and camera.zoom >= FINE:
                x, y = cell
                at = camera.pixel((x, y + 0.5) if along_x else (x + 0.5, y))
                pygame.draw.circle(target, INK, at, max(3, camera.zoom // 8))
                pygame.draw.circle(target, WHITE if edge.state == "open" else WARN, at, max(2, camera.zoom // 10))
            if corrected and "corrected" in self.shown and camera.zoom >= FINE:
                pygame.draw.circle(target, GOOD, camera.pixel(cell), max(2, camera.zoom // 12))

    def _draw_starts(self, target: pygame.Surface, camera: Camera, area: pygame.Rect) -> None:
        radius, line = max(2, camera.zoom // 3), max(1, camera.zoom // 10)
        starts = self._starts[1]
        sides = set(starts.values())
        signs = {side: start_sign(side, sides) for side in sides}
        for cell, side in starts.items():
            if area.collidepoint(cell):
                hollow = cell in self.mending.guesses and cell not in self.mending.tables["starts"]
                draw_start_sign(target, signs[side], camera.centre(cell), radius, line, hollow=hollow)

    def _draw_signs(self, target: pygame.Surface, camera: Camera, area: pygame.Rect, look: Typography) -> None:
        """Question marks, green corners and heights."""
        zoom = camera.zoom
        if zoom < 8:
            return
        mark, corner = _question(zoom), _corner(zoom)
        blits = []
        for y in range(area.top, area.bottom):
            for x in range(area.left, area.right):
                sign = self._signs.get((x, y))
                if sign is not None and sign[0] and "guesses" in self.shown:
                    blits.append((mark, camera.pixel((x, y))))
                elif sign is not None and sign[1] and "corrected" in self.shown:
                    blits.append((corner, camera.pixel((x, y))))
            if zoom >= FINE and "ground" in self.shown:
                self._draw_obstacles(target, camera, range(area.left, area.right), y)
        target.blits(blits, False)
        if "heights" not in self.shown or zoom < 24:
            return
        for row, column in np.argwhere(self._floor[area.top : area.bottom, area.left : area.right] != 0).tolist():
            x, y = area.left + column, area.top + row
            feet = f"{int(self._floor[y, x]) * FEET / UNIT:+g}"
            slope = "/" if self.mending.height((x, y)).ramp else ""
            written = look.write(f"{feet}{slope}", SMALL - 3, WHITE, "semibold")
            at = camera.pixel((x + 1, y + 1))
            target.blit(written, written.get_rect(bottomright=(at[0] - 2, at[1])))

    def _draw_obstacles(self, target: pygame.Surface, camera: Camera, columns: Iterable[int], y: int) -> None:
        """A frame in every cell of a row with something to see over, or a slit or window to see through."""
        zoom = camera.zoom
        for x in columns:
            ground = self.mending.ground((x, y))
            name = "low_wall" if ground.height else "window" if ground.lintel else "slit" if ground.gap else ""
            if name and (ground.height or ground.lintel or ground.blocks_sight):
                box = pygame.Rect(camera.pixel((x, y)), (zoom, zoom)).inflate(-zoom // 3, -zoom // 3)
                pygame.draw.rect(target, INK, box.inflate(2, 2), max(2, zoom // 8))
                pygame.draw.rect(target, EDGES[name], box, max(1, zoom // 12))

    def _name_zones(self, target: pygame.Surface, camera: Camera, area: pygame.Rect, look: Typography) -> None:
        """The names of the zones that are in sight, each in the middle of what is seen of it, clear of the panels.

        Where they would lie on each other they move up or down a line; what has no room then, the foot tells.
        """
        clear = camera.board
        part_of_window = target.subsurface(clear)
        part = self._owner[area.top : area.bottom, area.left : area.right]
        rows, columns = np.nonzero(part >= 0)
        numbers = part[rows, columns]
        counts = np.bincount(numbers)
        refs = {number: ref for ref, number in self._refs.items()}
        down, across = np.bincount(numbers, rows), np.bincount(numbers, columns)
        written: list[pygame.Rect] = []
        for number in np.nonzero(counts * camera.zoom * camera.zoom >= LEAST_NAMED)[0].tolist():
            y, x = int(down[number] // counts[number]), int(across[number] // counts[number])
            if part[y, x] != number:  # a zone round something else
                own = np.nonzero(numbers == number)[0]
                nearest = own[int(np.argmin(abs(rows[own] - y) + abs(columns[own] - x)))]
                y, x = int(rows[nearest]), int(columns[nearest])
            ref = refs[number]
            text = self.mending.zone_words(ref).name + (" ?" if ref.source == "derived" else "")
            pixel = camera.centre((area.left + x, area.top + y))
            if not clear.collidepoint(pixel):
                continue
            x, y = pixel[0] - clear.left, pixel[1] - clear.top
            room = part_of_window.get_clip()
            plates = [plate_at(room, look, text, (x, y + by * look.line(SMALL)), NAME) for by in (0, -1.2, 1.2)]
            free = next((plate for plate in plates if plate.collidelist(written) < 0), None)
            if free is not None:
                written.append(write_plate(part_of_window, look, text, free.center, TINTS[number % len(TINTS)], NAME))


def _in_sight(target: pygame.Surface, camera: Camera) -> pygame.Rect:
    """The cells that can be seen."""
    left, top = camera.spot((0, 0))
    right, bottom = camera.spot(target.get_size())
    seen = pygame.Rect(int(left // 1), int(top // 1), int(right - left) + 2, int(bottom - top) + 2)
    return seen.clip(pygame.Rect(0, 0, camera.width, camera.height))


def draw_side(target: pygame.Surface, camera: Camera, side: CellSide, colour: Colour) -> None:
    """A thick line along a side of a cell."""
    (x, y), along_x = side
    start, end = camera.pixel((x, y)), camera.pixel((x, y + 1) if along_x else (x + 1, y))
    pygame.draw.line(target, INK, start, end, max(3, camera.zoom // 7))
    pygame.draw.line(target, colour, start, end, max(2, camera.zoom // 12))


def _over(below: CellTint | tuple[int, ...] | None, top: CellTint | None) -> CellTint:
    """Two veils one over the other."""
    if top is None or below is None or not below[3]:
        found = top if top is not None else below
        return (0, 0, 0, 0) if found is None else (found[0], found[1], found[2], found[3])
    one, other = top[3] / 255, below[3] / 255
    alpha = one + other * (1 - one)
    red, green, blue = (round((top[n] * one + below[n] * other * (1 - one)) / alpha) for n in range(3))
    return red, green, blue, round(alpha * 255)


@drawn_once
def _question(zoom: int) -> pygame.Surface:
    """The sign of a guess, at the top left of a cell."""
    tile = pygame.Surface((zoom, zoom), pygame.SRCALPHA)
    if zoom < FINE:
        pygame.draw.rect(tile, WARN, (1, 1, 2, 2))
        return tile
    sign = Typography(zoom / 40).write("?", SMALL + 4, WARN, "semibold")
    shadow = Typography(zoom / 40).write("?", SMALL + 4, INK, "semibold")
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        tile.blit(shadow, (2 + dx, dy))
    tile.blit(sign, (2, 0))
    return tile


@drawn_once
def _corner(zoom: int) -> pygame.Surface:
    """The sign of a correction, at the top right of a cell."""
    tile = pygame.Surface((zoom, zoom), pygame.SRCALPHA)
    far = max(3, zoom // 4)
    pygame.draw.polygon(tile, INK, [(zoom - far - 2, 0), (zoom, 0), (zoom, far + 2)])
    pygame.draw.polygon(tile, (90, 240, 170), [(zoom - far, 1), (zoom - 1, 1), (zoom - 1, far)])
    return tile
