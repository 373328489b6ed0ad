"""The pointer on a map: strokes, rectangles, lines along sides, zones picked, features put down, moved and linked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pygame
from msgspec.structs import replace

from game.files.map_edit import FeatureRef, MapEdit
from game.files.tiled.corrections import MOVED
from game.scene.board_geometry import Spot
from game.spatial.field import Cell
from game.spatial.solids import CellSide
from game.view.board.camera import Camera
from game.view.board.map_edit_board import draw_side
from game.view.widgets.theme import FOCUS, WHITE
from game.window.doctor.tools import BY_KIND, BY_NAME, ToolSettings, mark, mark_sides

NEAR = 1.2
"""How many cells from a click the middle of a door's side may be that is meant."""


class Placing:
    """A hand with a feature in it."""

    def __init__(self, mending: MapEdit, setting: ToolSettings) -> None:
        self.mending, self.setting = mending, setting
        self._put: FeatureRef | None = None
        """What is being put down."""
        self._origin: FeatureRef | None = None
        """What was picked when the button went down, as it was then."""
        self._from: Cell | None = None
        """The cell at which the feature that is picked was taken."""
        self._again = False
        """Whether it was picked already."""
        self._moved = False

    @property
    def wide(self) -> bool:
        """Whether what would be put down may cover many cells."""
        return BY_KIND[self.setting.words.kind].wide

    def press(self, spot: Spot, cell: Cell, brush: Iterable[Cell]) -> None:
        """The button goes down; ``brush``: the cells that it covers."""
        if self.setting.tool.name == "put feature":
            self.mending.begin()
            self._put = self._alike(cell) if self.wide else None
            self.spread(cell, brush)
        elif self.setting.linking:
            self._link(spot)
        else:
            there = [each.ref for each in self.mending.features.at(cell)]
            self._again = self.setting.feature in there
            if not self._again:
                self.setting.feature = there[-1] if there else None
            self._from, self._moved, self._origin = cell if there else None, False, self.setting.feature
            self.mending.begin()

    def spread(self, cell: Cell, brush: Iterable[Cell]) -> None:
        """The stroke goes on, to a cell."""
        features = self.mending.features
        if not self.wide:
            self.mending.rewind()
            brush = [cell]
        cells = [each for each in brush if self.mending.within(each)]
        if self._put is None or not self.wide:
            self._put = features.add(self.setting.words, cells) if cells else None
        else:
            features.widen(self._put, cells)

    def drag(self, cell: Cell) -> None:
        """Whoever is picked is moved along."""
        if self._from is None or self.setting.feature is None:
            return
        self.mending.rewind()
        by = cell[0] - self._from[0], cell[1] - self._from[1]
        now = self.mending.features.find(self._origin)
        self._moved = self._moved or by != (0, 0)
        if now is None or by == (0, 0) or not all(self.mending.within((x + by[0], y + by[1])) for x, y in now.cells):
            self.setting.feature = self._origin
        else:
            self.setting.feature = self.mending.features.move(now.ref, by)

    def release(self, cell: Cell) -> None:
        """The button goes up; what lay below another is picked by a second click."""
        put, self._put = self._put, None
        if put is not None and self.setting.words.kind == "lever":
            self.setting.tool, self.setting.feature, self.setting.linking = BY_NAME["pick feature"], put, True
        elif self._from is not None and self._again and not self._moved:
            there = [each.ref for each in self.mending.features.at(cell)]
            if self.setting.feature in there:
                self.setting.feature = there[there.index(self.setting.feature) - 1]
        self._from = None

    def give_up(self) -> None:
        """The button might as well not have gone down."""
        if self._from is not None:
            self.setting.feature = self._origin
        self._put = self._from = None

    def _alike(self, cell: Cell) -> FeatureRef | None:
        """What a stroke that begins on a cell makes larger."""
        there = self.mending.features.at(cell)
        return next(
            (each.ref for each in there if each.ref.source == "said" and each.words == self.setting.words), None
        )

    def _link(self, spot: Spot) -> None:
        """The door or portcullis that is meant is what the lever moves; anything else leaves it as it was."""
        self.setting.linking = False
        lever = self.mending.features.find(self.setting.feature)
        doors = [side for side, edge, _ in self.mending.thins() if edge.kind in MOVED]
        near = min(doors, key=lambda side: _far(side, spot), default=None)
        if lever is not None and near is not None and _far(near, spot) <= NEAR:
            self.setting.feature = self.mending.features.say(lever.ref, replace(lever.words, linked=near))


def _far(side: CellSide, spot: Spot) -> float:
    """How many cells the middle of a side is from a place, along the farther axis."""
    (x, y), along_x = side
    middle = (x, y + 0.5) if along_x else (x + 0.5, y)
    return max(abs(middle[0] - spot[0]), abs(middle[1] - spot[1]))


TURN = 0.5
"""Cells that the pointer goes before a line takes its direction."""


class Hand:
    """Somebody's hand with a tool in it."""

    def __init__(self, mending: MapEdit, setting: ToolSettings) -> None:
        self.mending, self.setting = mending, setting
        self._placing = Placing(mending, setting)
        self.start: Cell | None = None
        """Where the button was pressed, as long as it is held."""
        self.at: Cell | None = None
        """Where the pointer is now."""
        self._line_from: Spot | None = None
        """Where a line along the sides of cells began."""

    @property
    def busy(self) -> bool:
        """Whether a stroke is under way."""
        return self.start is not None

    @property
    def area(self) -> tuple[Cell, Cell] | None:
        """The first and last cell of the rectangle that is being drawn, or of what the brush would touch."""
        if self.at is None or self.setting.tool.name in ("look", "pick zone", "join zones", "pick feature"):
            return None
        if self._boxed:
            one = self.start or self.at
            return (min(one[0], self.at[0]), min(one[1], self.at[1])), (
                max(one[0], self.at[0]),
                max(one[1], self.at[1]),
            )
        if self.setting.tool.group == "sides":
            return None
        x, y, size = *self.at, 1 if self._lies_on_one else self.setting.size
        first = x - (size - 1) // 2, y - (size - 1) // 2
        return first, (first[0] + size - 1, first[1] + size - 1)

    @property
    def _boxed(self) -> bool:
        fills = self.setting.rectangle and not self._lies_on_one and self.setting.tool.name != "pick feature"
        return fills or self.setting.tool.name == "split zone"

    @property
    def _lies_on_one(self) -> bool:
        """Whether a feature is put down that lies on a single cell."""
        return self.setting.tool.name == "put feature" and not self._placing.wide

    def press(self, spot: Spot) -> None:
        """The button goes down at a place of the map, in cells."""
        cell = _cell(spot)
        self.start = self.at = cell
        name = self.setting.tool.name
        if name == "pick zone":
            self.setting.zone = self.mending.zone(cell)
            return
        if name == "join zones":
            one, other = self.setting.zone, self.mending.zone(cell)
            if one is None or not self.mending.is_zone(one):
                self.setting.zone = other
            elif other is not None and other != one:
                self.setting.zone = self.mending.join_zones(one, other)
            return
        if name in ("look", "split zone"):
            return
        if self.setting.tool.group == "features" and not self._boxed:
            self._placing.press(spot, cell, self._brush(cell))
            return
        self.mending.begin()
        if self.setting.tool.group == "sides" and not self._boxed:
            self._line_from = spot
            mark_sides(self.mending, self.setting, line(spot, spot))
        elif not self._boxed:
            mark(self.mending, self.setting, self._brush(cell))

    def move(self, spot: Spot) -> None:
        """The pointer is at another place; with the button held it draws."""
        cell, before = _cell(spot), self.at
        self.at = cell
        if self.start is None or before is None or self.setting.tool.name in ("look", "pick zone", "join zones"):
            return
        if self._boxed:
            return
        if self._line_from is not None:
            self.mending.rewind()
            mark_sides(self.mending, self.setting, line(self._line_from, spot))
            return
        if cell != before and self.setting.tool.name == "pick feature":
            self._placing.drag(cell)
        elif cell != before and self.setting.tool.name == "put feature":
            for step in between(before, cell):
                self._placing.spread(step, self._brush(step))
        elif cell != before:
            for step in between(before, cell):
                mark(self.mending, self.setting, self._brush(step))

    def release(self) -> None:
        """The button goes up."""
        if self.start is None:
            return
        if self.setting.tool.group == "features" and not self._boxed:
            self._placing.release(self.at or self.start)
        box = self.area
        if box is not None and self._boxed:
            cells = [(x, y) for y in range(box[0][1], box[1][1] + 1) for x in range(box[0][0], box[1][0] + 1)]
            if self.setting.tool.name == "split zone":
                ref = self.mending.zone(self.start)
                part = self.mending.split_zone(ref, cells) if ref is not None else None
                self.setting.zone = part or self.setting.zone
            elif self.setting.tool.group == "sides":
                mark_sides(self.mending, self.setting, _round(box))
            elif self.setting.tool.group == "features":
                self._placing.press(self.start, self.start, cells)
                self._placing.release(self.start)
            else:
                mark(self.mending, self.setting, cells)
        self.mending.end()
        self.start = self._line_from = None

    def give_up(self) -> None:
        """Let go of a stroke as if it had not been begun."""
        self.mending.rewind()
        self.mending.end()
        self._placing.give_up()
        self.start = self._line_from = None

    def _brush(self, cell: Cell) -> list[Cell]:
        size = self.setting.size
        left, top = cell[0] - (size - 1) // 2, cell[1] - (size - 1) // 2
        return [(x, y) for y in range(top, top + size) for x in range(left, left + size)]


def _cell(spot: Spot) -> Cell:
    return int(spot[0] // 1), int(spot[1] // 1)


def nearest_side(spot: Spot) -> CellSide:
    """The side of a cell that lies nearest to a place."""
    one, other = _side(spot, along_x=True), _side(spot, along_x=False)
    return one if abs(spot[0] - one.cell[0]) < abs(spot[1] - other.cell[1]) else other


def _side(spot: Spot, *, along_x: bool) -> CellSide:
    """The nearest side of that direction."""
    x, y = _cell(spot)
    return CellSide((round(spot[0]), y), True) if along_x else CellSide((x, round(spot[1])), False)


def line(start: Spot, end: Spot) -> list[CellSide]:
    """The sides in one straight line from a place, the way the pointer has gone farther: a wall drawn by hand is
    straight. Within half a cell it is the side nearest to where it began."""
    across, down = abs(end[0] - start[0]), abs(end[1] - start[1])
    if max(across, down) < TURN:
        return [nearest_side(start)]
    side = _side(start, along_x=down > across)
    (x, y), to = side.cell, _cell(end)
    if side.along_x:
        return [CellSide((x, at), True) for at in range(min(y, to[1]), max(y, to[1]) + 1)]
    return [CellSide((at, y), False) for at in range(min(x, to[0]), max(x, to[0]) + 1)]


def _round(box: tuple[Cell, Cell]) -> Iterator[CellSide]:
    """The sides round a rectangle of cells."""
    (left, top), (right, bottom) = box
    for x in range(left, right + 1):
        yield CellSide((x, top), False)
        yield CellSide((x, bottom + 1), False)
    for y in range(top, bottom + 1):
        yield CellSide((left, y), True)
        yield CellSide((right + 1, y), True)


def between(one: Cell, other: Cell) -> Iterator[Cell]:
    """The cells from one, which is left out, to another: a quick drag leaves no gaps."""
    steps = max(abs(other[0] - one[0]), abs(other[1] - one[1]))
    for step in range(1, steps + 1):
        yield (
            one[0] + round((other[0] - one[0]) * step / steps),
            one[1] + round((other[1] - one[1]) * step / steps),
        )


def draw_brush(target: pygame.Surface, camera: Camera, hand: Hand, pixel: tuple[int, int]) -> None:
    """Draw it with the pointer at a pixel of the window: a rectangle of cells, or the nearest side of one."""
    area = hand.area
    if camera.cell(pixel) is None and not hand.busy:
        return
    if area is not None:
        (left, top), (right, bottom) = camera.pixel(area[0]), camera.pixel((area[1][0] + 1, area[1][1] + 1))
        pygame.draw.rect(target, FOCUS, pygame.Rect(left, top, right - left, bottom - top).inflate(2, 2), 3)
        pygame.draw.rect(target, WHITE, pygame.Rect(left, top, right - left, bottom - top), 1)
    elif hand.setting.tool.group == "sides":
        draw_side(target, camera, nearest_side(camera.spot(pixel)), WHITE)
