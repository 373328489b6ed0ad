"""Maps in Universal VTT, read and written.

One is read as the map that Tiled would have written, in our own classes: what was drawn off the grid lies on cells and
their sides there (walls, doors, things that hide, lights, rock), and its picture under all of it. What rules see of a
map is written as lines along the sides of cells, with a picture.

The format knows walls, doors, things that hide, and lights. A wall that fills cells is written as the line round them;
what stops whoever walks and hides nobody, how high a floor lies, zones and starts find no place in it.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from math import cos, floor, pi, sin, sqrt
from pathlib import Path
from typing import Any, get_args
from xml.etree.ElementTree import Element, SubElement

import msgspec

from game.files.errors import BadFile
from game.files.pictures import picture_size
from game.files.tiled.corrections import GROUNDS, Thin, ThinKind
from game.files.tiled.element_writing import ElementWriter, MapDocument, add_picture, csv_rows, map_root
from game.files.tiled.map_report import Finding, Severity, stop
from game.files.tiled.passage import OPENABLE
from game.files.tiled.repair import MAX_PLAY
from game.files.tiled.runs import blocks, row_by_row, stretches
from game.files.tiled.schema import FEET, Value, write_properties
from game.files.tiled.shapes import Point, cells_inside, nearest_side, sides_cut, trails, work_of
from game.files.universal_vtt import FINEST, GridPoint, Line, MapPortal, UniversalVtt, read_universal_vtt
from game.spatial.field import UNIT, Cell, EdgeKind, EdgeState, Feature, Field, Terrain
from game.spatial.solids import CellSide, sides

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


TALL = GROUNDS["high cover"]
"""What a thing is that hides what is behind it: too high to be seen over from the same ground, and no wall to the sky,
so that whoever stands higher looks over it."""

ROCK = Terrain("solid rock", blocks_move=True, blocks_sight=True)

LONGEST_TRAIL = 1_000
"""Corners of one line."""

FLOORS, _ROCK, _TALL = 4, 5, 6
"""Tiles: four floors, for maps without a picture, and what is solid."""

_TILES = (*(f"floor_stone_{number}" for number in range(1, FLOORS + 1)), "wall_top_1", "boulder_1")


def vtt_document(path: Path) -> MapDocument:
    """The map of a file. Raises BadFile."""
    found = read_universal_vtt(path)
    layout = lay_out(found, path)
    return MapDocument(_Writing(found, layout, path).root(), (*layout.findings, *_told(found)))


def _told(found: UniversalVtt) -> Iterable[Finding]:
    yield Finding("note", "", "read from Universal VTT: walls lie on the sides of cells between whose centres they run")
    if not found.image:
        yield Finding("warning", "image", "there is no picture in the file; plain floors and walls are drawn")
    if found.lights:
        told = "those on the map are kept, each in its cell; colours and strengths are left out"
        yield Finding("note", "lights", told)


def _pixels(found: UniversalVtt, path: Path) -> int:
    """Pixels to a cell: as many as the picture really has, if that is a whole number, else what is stated."""
    stated, size = round(found.resolution.pixels_per_grid), found.resolution.map_size
    try:
        width, height = picture_size(path) if found.image else (0, 0)
    except BadFile:  # told where it would be drawn
        return stated
    real = round(width / size.x)
    return real if 0 < real <= FINEST and (real * size.x, real * size.y) == (width, height) else stated


class _Writing:
    """One document under way."""

    def __init__(self, found: UniversalVtt, layout: VttLayout, path: Path) -> None:
        self.found, self.layout, self.path = found, layout, path
        self.cell = _pixels(found, path)
        self.writer = ElementWriter((self.cell, self.cell), (0, 0), count(3), count(1), path.name)

    def root(self) -> Element:
        """The whole map."""
        root = map_root(self.layout.size, self.cell, self.path.stem)
        self._tileset(root)
        if self.found.image:
            size = self.found.resolution.map_size
            add_picture(root, self.path.name, self.cell, (size.x, size.y), self.layout.offset)
        self._ground(root)
        if self.layout.thin or self.layout.screens:
            self._edges(self.writer.object_layer(root, "edges"))
        if self.layout.lights:
            self._lights(self.writer.object_layer(root, "features"))
        return root

    def _tileset(self, root: Element) -> None:
        side = dict.fromkeys(("tilewidth", "tileheight"), "64")
        look = {"tilecount": str(len(_TILES)), "columns": "0", "tilerendersize": "grid"}
        tileset = SubElement(root, "tileset", {"firstgid": "1", "name": "ground", **side, **look})
        for number, name in enumerate(_TILES):
            tile = SubElement(tileset, "tile", {"id": str(number)})
            terrain = {_ROCK: ROCK, _TALL: TALL}.get(number + 1)
            if terrain is not None:
                tile.set("type", "Terrain")
                said: dict[str, Value] = {"name": terrain.name, "blocks_move": terrain.blocks_move}
                said |= {"blocks_sight": terrain.blocks_sight, "height": terrain.height * FEET / UNIT}
                write_properties(tile, "Terrain", said)
            SubElement(tile, "image", {"source": f"sprites/terrain/{name}.svg", "width": "64", "height": "64"})

    def _ground(self, root: Element) -> None:
        """What is solid, hidden under the picture; without one floors as well, to be seen."""
        width, height = self.layout.size
        bare = not self.found.image
        floors = [(1 + (x * 7 + y * 3 + x * y) % FLOORS if bare else 0) for y in range(height) for x in range(width)]
        for number, cells in ((_ROCK, self.layout.rock), (_TALL, self.layout.tall)):
            for x, y in cells:
                floors[y * width + x] = number
        size = {"width": str(width), "height": str(height), "visible": str(int(bare))}
        layer = SubElement(root, "layer", {"id": "2", "name": "ground", **size})
        data = SubElement(layer, "data", {"encoding": "csv"})
        data.text = csv_rows(floors, width)

    def _edges(self, layer: Element) -> None:
        """One object for each line of walls, and for each door."""
        by_kind: dict[Thin, list[CellSide]] = {}
        for side, thin in self.layout.thin.items():
            by_kind.setdefault(thin, []).append(side)
        for thin, lines in sorted(by_kind.items()):
            self._lines(layer, lines, {"kind": thin.kind, "state": thin.state})
        self._lines(layer, self.layout.screens, {"kind": "low_wall", "sill": TALL.height * FEET / UNIT})

    def _lines(self, layer: Element, sides: Iterable[CellSide], said: Mapping[str, Value]) -> None:
        for corners in trails(sides, LONGEST_TRAIL):
            self.writer.line(layer, corners, "", said)

    def _lights(self, layer: Element) -> None:
        for cell, reach in self.layout.lights.items():
            said: dict[str, Value] = {
                "kind": "light",
                "strength": f"{round(reach * FEET)} ft" if reach >= 1 / FEET else "",
            }
            self.writer.box(layer, "Feature", (*cell, 1, 1), said)


FORMAT = 0.3
"""The version that Dungeondraft writes."""

USUAL_REACH = 4.0
"""Cells that a light reaches of which the map does not say it."""

_LONGEST_LINE = 10_000
_REACH = re.compile(r"(\d{1,4}(?:\.\d+)?)\s*ft")


def universal_vtt(field: Field, picture: bytes, pixels: int) -> bytes:
    """A file of that format. ``picture``: a PNG or JPEG of the whole map with so many ``pixels`` to a cell."""
    walls, portals, screens = set[CellSide](), list[dict[str, Any]](), set[CellSide]()
    kinds = dict(_by_ground(field))
    for edge in field.edges:
        own = [side for side in sides(edge) if _is_between(field, side) and kinds.get(side) != "wall"]
        for side in own:
            kinds.pop(side, None)
        if edge.kind == "wall":
            walls.update(own)
        elif edge.kind == "low_wall" and edge.sill >= UNIT:
            screens.update(own)
        else:
            portals += _portals(own, edge.kind, edge.state)
    walls.update(side for side, kind in kinds.items() if kind == "wall")
    for kind in sorted({kind for kind in kinds.values() if kind != "wall"}):
        portals += _portals((side for side, each in kinds.items() if each == kind), kind, "closed")
    tall = [cell for cell in _cells(field) if _hides(field.at(cell))]
    boxes = [_rectangle(left, top, right + 1, bottom + 1) for left, top, right, bottom in blocks(tall)]
    found = {
        "format": FORMAT,
        "resolution": {
            "map_origin": _point(0, 0),
            "map_size": _point(field.width, field.height),
            "pixels_per_grid": pixels,
        },
        "line_of_sight": [*_lines(walls)],
        "objects_line_of_sight": [*boxes, *_lines(screens)],
        "portals": portals,
        "environment": {"baked_lighting": False, "ambient_light": "ffffffff"},
        "lights": [light for feature in field.features if feature.kind == "light" for light in _lights(feature)],
        "image": b64encode(picture).decode(),
    }
    return msgspec.json.encode(found)


def _cells(field: Field) -> Iterator[Cell]:
    return ((x, y) for y in range(field.height) for x in range(field.width))


def _is_between(field: Field, side: CellSide) -> bool:
    return all(0 <= x < field.width and 0 <= y < field.height for x, y in parted(side))


def _by_ground(field: Field) -> Iterator[tuple[CellSide, ThinKind]]:
    """What the ground on both its sides makes of a side: nothing where it is the same on both."""
    for x, y in _cells(field):
        for side in (CellSide((x, y), True), CellSide((x, y), False)):
            if not _is_between(field, side):
                continue
            grounds = [field.at(cell) for cell in parted(side)]
            before, behind = (_seen_through(ground, along_x=side.along_x) for ground in grounds)
            # A slit is parted from the wall that it is in, else that were hollow.
            if before != behind or (before == "wall" and any(ground.gap for ground in grounds)):
                yield side, "wall" if "wall" in (before, behind) else before or behind or "none"


def _seen_through(ground: Terrain, *, along_x: bool) -> ThinKind | None:
    """What a cell is to whoever looks into it along an axis: a wall, a slit or a window; None for open ground."""
    if ground.blocks_sight:
        return "slit" if ground.gap and (ground.gap_axis == "x") == along_x else "wall"
    return "window" if ground.lintel else None


def _hides(ground: Terrain) -> bool:
    """Whether a body on the same ground is hidden behind it, and one on higher ground is not."""
    return not ground.blocks_sight and not ground.lintel and ground.height >= UNIT


def _portals(own: Iterable[CellSide], kind: ThinKind, state: EdgeState) -> Iterator[dict[str, Any]]:
    for a, b in stretches(own):
        yield {
            "position": _point((a[0] + b[0]) / 2, (a[1] + b[1]) / 2),
            "bounds": [_point(*a), _point(*b)],
            "rotation": pi / 2 if a[0] == b[0] else 0.0,
            # To others this says whether light is stopped, and so that what they see through is no door.
            "closed": kind in ("door", "portcullis") and state != "open",
            "freestanding": False,
            "type": kind,
            "locked": state == "locked",
        }


def _lines(own: Iterable[CellSide]) -> Iterator[list[dict[str, float]]]:
    """Lines along sides, with their corners alone."""
    for line in trails(own, _LONGEST_LINE):
        kept = [
            at
            for before, at, behind in zip([None, *line], line, [*line[1:], None], strict=False)
            if before is None or behind is None or (behind[0] - before[0]) * (behind[1] - before[1])
        ]
        yield [_point(*corner) for corner in kept]


def _rectangle(left: int, top: int, right: int, bottom: int) -> list[dict[str, float]]:
    return [_point(*corner) for corner in ((left, top), (right, top), (right, bottom), (left, bottom), (left, top))]


def _lights(feature: Feature) -> Iterator[dict[str, Any]]:
    """One for each of its cells, such as those along a row of windows."""
    said = _REACH.search(feature.strength)
    reach = float(said[1]) / FEET if said else USUAL_REACH
    for x, y in feature.cells:
        place = _point(x + 0.5, y + 0.5)
        yield {"position": place, "range": reach, "intensity": 1.0, "color": "ffffd9a0", "shadows": True}


def _point(x: float, y: float) -> dict[str, float]:
    return {"x": float(x), "y": float(y)}
