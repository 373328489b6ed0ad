"""What a map in Universal VTT says, told by cells and their sides: walls, doors, things that hide, lights, rock."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import cos, floor, sin, sqrt
from pathlib import Path
from typing import get_args

from game.files.tiled.corrections import Thin
from game.files.tiled.crossings import cells_inside, nearest_side, sides_cut, work_of
from game.files.tiled.map_report import Finding, Severity, stop
from game.files.tiled.passage import OPENABLE
from game.files.tiled.repair import MAX_PLAY
from game.files.tiled.runs import row_by_row
from game.files.tiled.shapes import Point
from game.files.universal_vtt import GridPoint, Line, MapPortal, UniversalVtt
from game.spatial.field import Cell, EdgeKind
from game.spatial.solids import CellSide

FRAME = 0.2
"""How far beside a door, in cells, its wall may be missing: frames of doors are drawn, and no wall."""

ENCLOSED = 0.2
"""The share of a map that walled-in ground must fill to be where one plays, if there is no door anywhere."""

LIVED_IN = (*OPENABLE, "window", "slit")
"""What only walls of rooms have."""

MOST_STEPS = 2_000_000
"""Columns and rows that all lines may run over."""


@dataclass(frozen=True)
class VttLayout:
    """A map by cells. The first cell is the one at the picture's top left corner, or the one it covers most of."""

    size: Cell
    offset: Point
    """Where the picture's corner lies, in cells: less than half a cell off the corner of the map."""
    thin: dict[CellSide, Thin]
    """Walls, doors and windows."""
    screens: frozenset[CellSide]
    """Sides with something that hides what is behind it and is no wall."""
    tall: frozenset[Cell]
    """Cells that such a thing fills."""
    rock: frozenset[Cell]
    """Cells that nothing leads to."""
    lights: dict[Cell, float]
    """How far each reaches, in cells."""
    findings: tuple[Finding, ...]


def lay_out(found: UniversalVtt, path: Path) -> VttLayout:
    """The map by cells. Raises BadFile for one that is too large, or drawn too finely."""
    resolution = found.resolution
    origin, size = resolution.map_origin, resolution.map_size
    first = floor(origin.x + 0.5), floor(origin.y + 0.5)
    behind = floor(origin.x + size.x + 0.5), floor(origin.y + size.y + 0.5)
    cells = max(1, behind[0] - first[0]), max(1, behind[1] - first[1])
    if max(cells) > MAX_PLAY:
        told = (
            f"resolution.map_size: {cells[0]:,} x {cells[1]:,} cells; at most {MAX_PLAY} x {MAX_PLAY} can be played on"
        )
        stop(path.name, f"{told}: export a part of the map.")
    return _Cells(found, path, first, cells).layout((origin.x - first[0], origin.y - first[1]))


class _Cells:
    """One map on its way to cells."""

    def __init__(self, found: UniversalVtt, path: Path, first: Cell, size: Cell) -> None:
        self.found, self.first, self.size = found, first, size
        self.walls = [self._points(line) for line in found.line_of_sight or () if len(line) > 1]
        self.things = [self._points(line) for line in found.objects_line_of_sight or () if len(line) > 1]
        if sum(work_of(line, size) for line in (*self.walls, *self.things)) > MOST_STEPS:
            stop(path.name, "line_of_sight: its walls are too many or too long to be read; draw them more simply.")

    def _point(self, point: GridPoint) -> Point:
        return point.x - self.first[0], point.y - self.first[1]

    def _points(self, line: Line) -> tuple[Point, ...]:
        return tuple(map(self._point, line))

    def layout(self, offset: Point) -> VttLayout:
        walls = {side for line in self.walls for side in sides_cut(line, self.size)}
        doors, frames, findings = self._doors(walls)
        walls |= frames
        tall = {cell for line in self.things if _is_closed(line) for cell in cells_inside(line, self.size)}
        screens = {side for line in self.things for side in sides_cut(line, self.size)}
        screens -= walls | doors.keys()
        screens = {side for side in screens if not any(cell in tall for cell in parted(side))}
        thin: dict[CellSide, Thin] = {**dict.fromkeys(walls, Thin("wall")), **doors}
        lights = self._lights()
        rock, told = self._rock(thin, lights)
        thin = {side: what for side, what in thin.items() if not rock.issuperset(parted(side))}
        return VttLayout(
            self.size,
            offset,
            dict(sorted(thin.items())),
            frozenset(screens),
            frozenset(tall),
            rock,
            lights,
            (*findings, *told),
        )

    def _doors(self, walls: set[CellSide]) -> tuple[dict[CellSide, Thin], set[CellSide], list[Finding]]:
        """Doors and windows, and walls for what is missing beside them."""
        doors: dict[CellSide, Thin] = {}
        frames: set[CellSide] = set()
        moved: list[Cell] = []
        lost = 0
        for portal in self.found.portals or ():
            ends = self._ends(portal)
            cut = list(sides_cut(ends, self.size)) if ends else []
            frame = set(sides_cut(_stretched(*ends), self.size)) if ends else set()
            if ends and not cut:
                side = nearest_side(*ends, walls | frame, self.size)
                cut = [side] if side is not None else []
                moved += [side.cell for side in cut]
            if not ends or not cut:
                lost += 1
                continue
            doors |= dict.fromkeys(cut, _thin(portal))
            frames |= frame
        ways = [side.cell for side, what in doors.items() if what == Thin("door", "open")]
        findings = [
            *_portals_told("guess", len(moved), "that lay between sides of cells: put on the nearest", moved),
            *_portals_told(
                "guess", len(ways), "open or letting light through: taken for open doors, not windows", ways
            ),
            *_portals_told("warning", lost, "on the map's rim, off it or without a place: left out"),
        ]
        return doors, frames - doors.keys(), findings

    def _ends(self, portal: MapPortal) -> tuple[Point, Point] | None:
        if len(portal.bounds) > 1:
            return self._point(portal.bounds[0]), self._point(portal.bounds[-1])
        if portal.position is None:
            return None
        x, y = self._point(portal.position)
        dx, dy = cos(portal.rotation) / 2, sin(portal.rotation) / 2
        return (x - dx, y - dy), (x + dx, y + dy)

    def _lights(self) -> dict[Cell, float]:
        found: dict[Cell, float] = {}
        for light in self.found.lights or ():
            x, y = self._point(light.position)
            if 0 <= x < self.size[0] and 0 <= y < self.size[1]:
                cell = floor(x), floor(y)
                found[cell] = max(found.get(cell, 0.0), light.range)
        return found

    def _rock(self, thin: dict[CellSide, Thin], lights: Iterable[Cell]) -> tuple[frozenset[Cell], tuple[Finding, ...]]:
        """The cells that are solid: the file draws walls and does not say which side of them is a room.

        Ground that has a door, a window or a light is a room. Without any it is the largest ground, or one walled in
        that fills a good share of the map; all that nothing leads to from there is rock.
        """
        shut = {side for side, what in thin.items() if what.kind not in OPENABLE}
        regions = _regions(self.size, shut)
        if len(regions) < 2:
            return frozenset(), ()
        inhabited = {cell for side, what in thin.items() if what.kind in LIVED_IN for cell in parted(side)} | {*lights}
        kept = [region for region in regions if not inhabited.isdisjoint(region)] or [_ground(regions, self.size)]
        rock = frozenset(cell for region in regions if region not in kept for cell in region)
        if not rock:
            return rock, ()
        told = f"{len(rock)} cells that no door or gap leads to are taken for solid rock; the map doctor opens them"
        return rock, (Finding("guess", "", told, None, tuple(sorted(rock, key=row_by_row))),)


def _portals_told(severity: Severity, number: int, what: str, cells: Iterable[Cell] = ()) -> Iterator[Finding]:
    if number:
        portals = "1 door or window" if number == 1 else f"{number} doors or windows"
        yield Finding(severity, "portals", f"{portals} {what}", None, tuple(sorted(set(cells), key=row_by_row)))


def parted(side: CellSide) -> tuple[Cell, Cell]:
    """The cells on both sides of a side."""
    (x, y), along_x = side
    return ((x - 1, y), (x, y)) if along_x else ((x, y - 1), (x, y))


def _is_closed(line: Sequence[Point]) -> bool:
    (x1, y1), (x2, y2) = line[0], line[-1]
    return len(line) > 3 and _length(x2 - x1, y2 - y1) < 0.05


def _length(across: float, down: float) -> float:
    return sqrt(across * across + down * down)


def _thin(portal: MapPortal) -> Thin:
    """What a portal is: a door where the file does not say otherwise, in words of ours or as a window."""
    said = (portal.type or "").strip().lower()
    known: tuple[EdgeKind, ...] = get_args(EdgeKind)
    kind = next((each for each in known if each == said), "window" if "window" in said else "door")
    if kind in OPENABLE and portal.locked:
        return Thin(kind, "locked")
    return Thin(kind, "closed" if portal.closed or kind not in OPENABLE else "open")


def _stretched(start: Point, end: Point) -> tuple[Point, Point]:
    """A line made longer by a door's frame at both ends."""
    (x1, y1), (x2, y2) = start, end
    length = _length(x2 - x1, y2 - y1)
    share = FRAME / length if length else 0.0
    dx, dy = (x2 - x1) * share, (y2 - y1) * share
    return (x1 - dx, y1 - dy), (x2 + dx, y2 + dy)


def _regions(size: Cell, shut: set[CellSide]) -> list[frozenset[Cell]]:
    """Ground that hangs together, in the order of its first cells; things stand on it."""
    left = {(x, y) for y in range(size[1]) for x in range(size[0])}
    found = []
    for start in ((x, y) for y in range(size[1]) for x in range(size[0])):
        if start not in left:
            continue
        left.discard(start)
        region, ahead = [start], [start]
        while ahead:
            for other, side in _around(ahead.pop()):
                if other in left and side not in shut:
                    left.discard(other)
                    region.append(other)
                    ahead.append(other)
        found.append(frozenset(region))
    return found


def _around(cell: Cell) -> Iterator[tuple[Cell, CellSide]]:
    x, y = cell
    yield (x - 1, y), CellSide((x, y), True)
    yield (x + 1, y), CellSide((x + 1, y), True)
    yield (x, y - 1), CellSide((x, y), False)
    yield (x, y + 1), CellSide((x, y + 1), False)


def _ground(regions: Sequence[frozenset[Cell]], size: Cell) -> frozenset[Cell]:
    """Where one plays on a map without doors and lights."""

    def is_enclosed(region: frozenset[Cell]) -> bool:
        rim = sum(x in (0, size[0] - 1) or y in (0, size[1] - 1) for x, y in region)
        return rim * 3 < 2 * (size[0] + size[1]) and len(region) >= ENCLOSED * size[0] * size[1]

    return max([region for region in regions if is_enclosed(region)] or regions, key=len)
