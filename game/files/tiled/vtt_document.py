"""A map in Universal VTT as the map that Tiled would have written, in our own classes: what was drawn off the grid lies
on cells and their sides there, and its picture under all of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import count
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement

from game.files.errors import BadFile
from game.files.pictures import picture_size
from game.files.tiled.corrections import GROUNDS, Thin
from game.files.tiled.crossings import trails
from game.files.tiled.element_writing import ElementWriter, csv_rows
from game.files.tiled.map_report import Finding
from game.files.tiled.picture_document import MapDocument, add_picture, map_root
from game.files.tiled.property_reader import FEET
from game.files.tiled.property_writer import write_properties
from game.files.tiled.schema import Value
from game.files.tiled.vtt_layout import VttLayout, lay_out
from game.files.universal_vtt import FINEST, UniversalVtt, read_universal_vtt
from game.spatial.field import UNIT, Terrain
from game.spatial.solids import CellSide

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
        for thin, sides in sorted(by_kind.items()):
            self._lines(layer, sides, {"kind": thin.kind, "state": thin.state})
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
