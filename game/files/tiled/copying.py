"""A copy of a map with everything that rules see of it as layers of our convention, corrections and guesses and all.

The map's own layers are kept as they are and only drawn: what rules see lies in one group of layers, which the map
names by its property ``rules_in``. The copy opens in Tiled, and reads back to the same field. A tileset beside it has
small pictures of the kinds of ground.
"""

from __future__ import annotations

import os
import struct
import zlib
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement

import numpy as np
import numpy.typing as npt

from game.files.atomic import write_whole
from game.files.errors import BadFile
from game.files.pictures import picture_kind, read_picture, resized
from game.files.sources import Refused, Sources
from game.files.tiled.chart import Chart, map_document
from game.files.tiled.documents import class_of, number
from game.files.tiled.element_writing import ElementWriter, csv_rows, xml_file
from game.files.tiled.repair import Repaired, repair
from game.files.tiled.runs import blocks
from game.files.tiled.schema import BY_NAME, FEET, LAYERS, SCHEMA, Value, write_properties
from game.files.universal_vtt import is_universal_vtt, picture_in
from game.spatial.field import UNIT, Cell, Terrain

SignPixels = npt.NDArray[np.uint8]
"""Rows, columns, and red, green, blue and alpha of each."""

LARGEST = 128
"""Pixels along a side of one picture; tiles that are larger than that show it enlarged."""


def sheet(terrains: Sequence[Terrain], width: int, height: int, columns: int) -> bytes:
    """A PNG with a picture for each terrain, so many to a row, of ``width`` x ``height`` pixels each."""
    rows = -(-len(terrains) // columns)
    pixels = np.zeros((rows * height, columns * width, 4), np.uint8)
    for place, terrain in enumerate(terrains):
        down, across = divmod(place, columns)
        pixels[down * height : (down + 1) * height, across * width : (across + 1) * width] = _sign(
            terrain, width, height
        )
    return _png(pixels)


def _sign(terrain: Terrain, width: int, height: int) -> SignPixels:
    """Walls hatched, obstacles framed, slow ground dotted, what hides chequered; open ground has a pale rim."""
    pixels = np.zeros((height, width, 4), np.uint8)
    y, x = np.mgrid[0:height, 0:width]
    step = max(4, min(width, height) // 4)
    rim = (x < 1) | (y < 1) | (x >= width - 1) | (y >= height - 1)
    inner = (np.minimum(x, width - 1 - x) >= width // 6) & (np.minimum(y, height - 1 - y) >= height // 6)
    if terrain.blocks_move and terrain.blocks_sight:
        pixels[:] = (24, 22, 20, 150)
        pixels[(x + y) % step == 0] = (230, 220, 200, 190)
    elif terrain.height or terrain.lintel:
        pixels[inner] = (120, 80, 40, 120)
        pixels[
            inner & ~(np.roll(inner, 2, 0) & np.roll(inner, -2, 0) & np.roll(inner, 2, 1) & np.roll(inner, -2, 1))
        ] = (60, 35, 15, 220)
    elif terrain.blocks_move:
        pixels[:] = (10, 10, 20, 120)
    elif terrain.blocks_sight:
        pixels[(x // (step // 2) + y // (step // 2)) % 2 == 0] = (20, 110, 40, 150)
    elif terrain.cost > 1 and terrain.name == "water":
        pixels[(y + (x // (step // 2)) % 2) % step < 2] = (40, 120, 220, 200)
    elif terrain.cost > 1:
        pixels[(x % step < 2) & (y % step < 2)] = (240, 200, 60, 230)
    else:
        pixels[rim] = (140, 230, 170, 120)
    return pixels


def _png(pixels: SignPixels) -> bytes:
    """Pixels as a file."""
    height, width, _ = pixels.shape
    raw = b"".join(b"\0" + row.tobytes() for row in pixels)

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(raw, 9)) + chunk(b"IEND", b"")


GROUP = "battlemat"
"""The group that rules are read from."""

ENDINGS = (".png", ".tsx", ".tmx")
"""Of the files of a copy: the picture of its tileset, the tileset, and the map, which names it."""

COLUMNS = 8
"""Tiles in a row of the tileset."""

MARGIN = 2**16
"""Tile numbers left free behind a tileset that is missing: nobody knows how many tiles it has."""


def write_copy(chart: Chart, folder: Path | None = None) -> Path:
    """Write a copy beside the map, or into ``folder``, with a tileset and its picture; gives the copy's file.

    A picture that the map has within goes beside them. No file that is there already is written over, and one is not
    left without the others. Raises BadFile.
    """
    place = folder or chart.path.parent
    names = (f"{chart.path.stem}.corrected{'' if each == 1 else f'-{each}'}" for each in count(1))
    name = next(name for name in names if not any((place / f"{name}{end}").exists() for end in ENDINGS))
    copy = _Copy(chart, name, place)
    files = [place / f"{name}{end}" for end in ENDINGS]
    try:
        contents = [copy.picture, xml_file(copy.tileset), xml_file(copy.document())]
    except UnicodeEncodeError as error:
        letter = error.object[error.start]
        raise BadFile(f"{name}.tmx: no file can hold the letter {letter!r}; rename the map, or what has it") from error
    if copy.ground is not None:
        files.insert(0, copy.ground)
        contents.insert(0, copy.ground_picture())
    for done, (file, content) in enumerate(zip(files, contents, strict=True)):
        try:
            write_whole(file, content)
        except BadFile:
            for written in files[:done]:
                written.unlink(missing_ok=True)
            raise
    return files[-1]


class _Copy:
    """One copy under way."""

    def __init__(self, chart: Chart, name: str, place: Path) -> None:
        self.chart, self.field, self.name, self.place = chart, chart.field, name, place
        self.root = map_document(chart.path, chart.corrections).root
        self.size = number(self.root, "tilewidth"), number(self.root, "tileheight")
        used = [number(each, "id") for each in self.root.iter() if each.tag in (*_LAYERS, "group")]
        self.layers = count(max([*used, number(self.root, "nextlayerid"), 0]) + 1)
        things = [number(each, "id") for each in self.root.iter("object")]
        self.things = count(max([*things, number(self.root, "nextobjectid"), 0]) + 1)
        self.elements = ElementWriter(self.size, chart.origin, self.layers, self.things, f"{name}.tmx")
        self.numbers: dict[str, int] = {}
        """By id in the field the number of an object in the copy."""
        tile = min(self.size[0], LARGEST), min(self.size[1], LARGEST)
        terrains = list(dict.fromkeys(self.field.palette))
        self.tileset = self._tileset(terrains, tile)
        self.picture = sheet(terrains, *tile, COLUMNS)
        self.ground = self._ground_picture()
        """Where the picture of a map goes that is not in Tiled's format and has it within, or is one that does not
        fit to whole pixels; None for others."""

    def document(self) -> Element:
        """The whole map."""
        path = self.chart.path
        repaired = repair(map_document(path, self.chart.corrections).root, path, Sources(path))
        root = self.root
        if not self.chart.foreign:
            _drop_rules(root)
        for group in [each for each in root.findall("group") if each.get("name") == GROUP]:
            root.remove(group)  # of a copy that is copied again
        if self.ground is not None:
            for image in root.iterfind("imagelayer/image"):
                image.set("source", self.ground.name)
        if is_universal_vtt(path) or self.place.resolve() != path.parent.resolve():
            self._carry_over()
        root.attrib.pop("type", None)  # JSON says so of every map
        root.attrib.setdefault("version", "1.8")
        first = max(
            [
                1,
                *(
                    note.first + (max(note.count, *note.tiles, 0) + 1 if note.count or note.tiles else MARGIN)
                    for note in repaired.tilesets
                ),
            ]
        )
        at = max([index for index, each in enumerate(root) if each.tag in ("tileset", "properties")], default=-1)
        root.insert(at + 1, Element("tileset", {"firstgid": str(first), "source": f"{self.name}.tsx"}))
        write_properties(
            root,
            "BattleMap",
            {
                "schema": SCHEMA,
                "title": self.field.title,
                "author": self.field.author,
                "description": self.field.description,
                "rules_in": GROUP,
            },
        )
        group = SubElement(root, "group", {"id": str(next(self.layers)), "name": GROUP})
        self._ground(group, first, repaired)
        self._areas(group)
        root.set("nextlayerid", str(next(self.layers)))
        root.set("nextobjectid", str(next(self.things)))
        return root

    # -- ground

    def _ground_picture(self) -> Path | None:
        path, grid = self.chart.path, self.chart.grid
        if grid is not None and all(length == round(length) for length in grid.cell):
            return None
        within = grid is not None or is_universal_vtt(path)
        if not within or all(layer.image is None for layer in self.chart.picture.layers):
            return None
        kind = ".png" if grid is not None else picture_kind(picture_in(path))
        return next(
            found
            for number in count(1)
            if not (found := self.place / f"{self.name}.ground{'' if number == 1 else f'-{number}'}{kind}").exists()
        )

    def ground_picture(self) -> bytes:
        """The picture that goes there: the one that the map has within, or that it is, with a whole number of pixels to
        a cell, as Tiled has. Raises BadFile."""
        if self.chart.grid is None:
            return picture_in(self.chart.path)
        data = read_picture(self.chart.path, whole=True)
        image = self.root.find("imagelayer/image")
        assert image is not None
        return resized(data, self.chart.path.name, (number(image, "width"), number(image, "height")))

    def _tileset(self, terrains: list[Terrain], tile: tuple[int, int]) -> Element:
        """One tile of class Terrain for each kind of ground."""
        rows = -(-len(terrains) // COLUMNS)
        root = Element(
            "tileset",
            {
                "version": "1.8",
                "name": self.name,
                "tilewidth": str(tile[0]),
                "tileheight": str(tile[1]),
                "tilecount": str(rows * COLUMNS),
                "columns": str(COLUMNS),
                **({"tilerendersize": "grid"} if tile != self.size else {}),
            },
        )
        picture = {"width": str(tile[0] * COLUMNS), "height": str(tile[1] * rows)}
        SubElement(root, "image", {"source": f"{self.name}.png", **picture})
        for at, terrain in enumerate(terrains):
            element = SubElement(root, "tile", {"id": str(at), "type": "Terrain"})
            said = {
                "blocks_move": terrain.blocks_move,
                "blocks_sight": terrain.blocks_sight,
                **{name: _feet(getattr(terrain, name)) for name in ("height", "sill", "lintel", "gap")},
                "move_cost": terrain.cost,
                "gap_axis": terrain.gap_axis,
                "pierceable": terrain.pierceable,
            }
            usual = BY_NAME["terrain"].defaults()
            write_properties(
                element, "Terrain", {k: v for k, v in said.items() if v != usual[k]} | {"name": terrain.name}
            )
        return root

    def _ground(self, group: Element, first: int, repaired: Repaired) -> None:
        """The ground as read, hidden, for the map's own pictures show it, and over it what was corrected."""
        numbers = {terrain: first + at for at, terrain in enumerate(dict.fromkeys(self.field.palette))}
        left, top = self.chart.origin
        corrected = {(x - left, y - top) for x, y in self.chart.corrections.ground}
        every = [(x, y) for y in range(self.field.height) for x in range(self.field.width)]
        for name, mine, look in (
            ("ground as read", False, {"visible": "0"}),
            ("ground as corrected", True, {"opacity": "0.7"}),
        ):
            gids = [numbers[self.field.at(cell)] if (cell in corrected) is mine else 0 for cell in every]
            size = {"width": str(self.field.width), "height": str(self.field.height)}
            layer = SubElement(group, "layer", {"id": str(next(self.layers)), "name": name, **size, **look})
            data = SubElement(layer, "data", {"encoding": "csv"})
            if self.root.get("infinite") == "1":
                data = SubElement(data, "chunk", {"x": str(left), "y": str(top), **size})
            data.text = csv_rows(gids, self.field.width)

    # -- objects

    def _areas(self, group: Element) -> None:
        """Elevation, edges, zones and borders, spawns, and features, which may be linked to any of them."""
        field = self.field
        if any(field.floor) or field.ramps:
            self._elevation(self.elements.object_layer(group, "elevation"))
        if field.edges:
            self._edges(self.elements.object_layer(group, "edges"))
        if field.zones or field.borders:
            self._zones(self.elements.object_layer(group, "zones"))
        if field.spawns:
            layer = self.elements.object_layer(group, "spawns")
            for spawn in field.spawns:
                said = {name: getattr(spawn, name) for name in ("side", "unit", "count", "group")}
                thing = self.elements.area(layer, "Spawn", spawn.cells, "", {**said, "facing": spawn.facing or "any"})
                self.numbers[spawn.id] = number(thing, "id")
        if field.features:
            self._features(self.elements.object_layer(group, "features"))

    def _elevation(self, layer: Element) -> None:
        cells: dict[tuple[int, bool], list[Cell]] = {}
        ramps = set(self.field.ramps)
        for y in range(self.field.height):
            for x in range(self.field.width):
                height = self.field.floor_at((x, y)), (x, y) in ramps
                if height != (0, False):
                    cells.setdefault(height, []).append((x, y))
        for (steps, ramp), own in sorted(cells.items()):
            for left, top, right, bottom in blocks(own):
                box = left, top, right - left + 1, bottom - top + 1
                self.elements.box(layer, "Elevation", box, {"feet": _feet(steps), "ramp": ramp})

    def _edges(self, layer: Element) -> None:
        for edge in self.field.edges:
            thin: dict[str, Value] = {"kind": edge.kind, "state": edge.state, "cost": edge.cost}
            thin |= {name: _feet(getattr(edge, name)) for name in ("sill", "lintel", "gap")}
            thing = self.elements.line(layer, (edge.a, edge.b), edge.name, thin)
            self.numbers[edge.id] = number(thing, "id")

    def _zones(self, layer: Element) -> None:
        for zone in self.field.zones:
            words = ("kind", "capacity", "cover", "dark", "smoke", "overgrown")
            said = {name: getattr(zone, name) for name in words}
            thing = self.elements.area(layer, "Zone", zone.cells, zone.name, {**said, "name": zone.name})
            self.numbers[zone.id] = number(thing, "id")
        for border in self.field.borders:
            said = {name: getattr(border, name) for name in ("kind", "capacity", "closed", "test")}
            self.elements.area(layer, "Border", border.at, "", said)

    def _features(self, layer: Element) -> None:
        """Features, numbered before they are written: one may be linked to another."""
        self.numbers |= {feature.id: next(self.things) for feature in self.field.features}
        for feature in self.field.features:
            said = {name: getattr(feature, name) for name in ("kind", "strength", "cost", "thing")}
            said["linked"] = self.numbers.get(feature.linked, 0)
            thing = self.elements.area(layer, "Feature", feature.cells, feature.name, said)
            thing.set("id", str(self.numbers[feature.id]))

    def _carry_over(self) -> None:
        """What the map names by its place is named from the copy's."""
        places, home = Sources(self.chart.path), self.chart.path.resolve().parent
        for element in self.root.iter():
            for name in ("source", "template"):
                reference = element.get(name)
                if reference is None:
                    continue
                try:
                    found = places.find(reference, home, (Path(reference).suffix.lower(),))
                except Refused:
                    continue  # it was missing before
                element.set(name, Path(os.path.relpath(found, self.place.resolve())).as_posix())


_LAYERS = ("layer", "objectgroup", "imagelayer")


def _drop_rules(parent: Element, role: str = "") -> None:
    """Take out what our convention's layers of objects say, for it stands in the new group; pictures stay."""
    for element in list(parent):
        if element.tag not in ("objectgroup", "group"):
            continue
        names = (class_of(element).lower(), element.get("name", "").strip().lower())
        own = next((name for name in names if LAYERS.get(name) is not None), role)
        if element.tag == "group":
            _drop_rules(element, own)
        elif own:
            drawn = [
                thing for thing in element.findall("object") if "gid" in thing.attrib or "template" in thing.attrib
            ]
            for thing in element.findall("object"):
                if thing not in drawn:
                    element.remove(thing)
            if own == "edges" or not drawn:
                parent.remove(element)


def _feet(steps: int) -> float:
    return steps * FEET / UNIT
