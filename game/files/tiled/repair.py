"""A map's XML made fit for pytmx, and beside it what pytmx would lose.

pytmx 3.32 mixes up draw order over groups, drops group offsets, opacity and visibility, takes collision shapes of tiles
for objects of the map, knows no templates and no ``class``, and fails on chunks, odd encodings and properties named
like its own attributes. So the tree it gets is built anew: flat layers with numbers for names, CSV data, plain objects,
tilesets inlined. Everything else of use is kept here as records in true draw order.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from xml.etree.ElementTree import Element

from game.files.sources import Sources
from game.files.tiled.classes import read_classes
from game.files.tiled.colours import colour
from game.files.tiled.cropping import finite_box, infinite_box
from game.files.tiled.customs import blocked_by_custom
from game.files.tiled.data import FLAGS
from game.files.tiled.elements import class_of, decimal, number, odd_numbers, points_of, properties_of
from game.files.tiled.layers import MAX_LAYER_CELLS, MAX_READ, LayerNote, ObjectNote, Passed, Reader
from game.files.tiled.ours import is_ours
from game.files.tiled.report import Findings
from game.files.tiled.schema import Property
from game.files.tiled.tilesets import TilesetNote

MAX_VERTICES = 50_000
"""Vertices of all polygons and lines."""

MAX_PLAY = 250
"""Cells along a side of a map that can be played on."""


@dataclass
class Repaired:
    """A map that pytmx can take, and the records beside it."""

    root: Element
    width: int
    height: int
    tile_width: int
    tile_height: int
    background: str
    klass: str
    properties: dict[str, Property]
    tilesets: list[TilesetNote]
    layers: list[LayerNote]
    origin: tuple[int, int] = (0, 0)
    """The cell of the author's map that became cell 0, 0: maps are cropped to what is drawn."""
    ours: bool = False
    """Whether it is drawn by our convention, and not for another program."""


_KNOWN = {
    "isometric": "isometric",
    "staggered": "isometric (staggered)",
    "hexagonal": "hexagonal (staggered)",
    "oblique": "oblique",
}


def repair(root: Element, path: Path, places: Sources, findings: Findings) -> Repaired:
    """The repaired map, with what it names found among ``places``. Raises BadFile for what no repair can mend."""
    if root.tag != "map":
        raise findings.stop("", f"this file holds <{root.tag}>, not a map; open the .tmx file of the map instead.")
    orientation = root.get("orientation", "orthogonal")
    if orientation != "orthogonal":
        raise findings.stop(
            "",
            f"the map's orientation is {_KNOWN.get(orientation, orientation)}, and battles are fought on squares seen "
            "from above. Walls and starts can be kept: in Tiled choose Map > Map Properties > Orientation > "
            "Orthogonal, make tile width and height alike, and save a copy; its pictures need others in their place.",
        )
    tile_width, tile_height = number(root, "tilewidth"), number(root, "tileheight")
    if not (1 <= tile_width <= 4096 and 1 <= tile_height <= 4096):
        raise findings.stop(
            "",
            f"its tiles are {tile_width} x {tile_height} px; set Tile Width and Tile Height in Map > Map Properties.",
        )
    width, height = number(root, "width"), number(root, "height")
    infinite = root.get("infinite", "0") == "1"
    if not infinite:
        _check_size(width, height, findings)
    for text in odd_numbers(root):
        findings.warn("map", text)
    classes = read_classes(places, findings)
    klass = class_of(root)
    properties = {**classes.of(klass, "map"), **properties_of(root, classes.members)}
    rules_in = properties.get("rules_in", Property("string", "", "")).text
    reader = Reader(path, places, findings, width, height, infinite=infinite, rules_in=rules_in, classes=classes)
    reader.tilesets(root)
    layers = list(reader.walk(root, Passed(rules=not rules_in)))
    if rules_in and not any(layer.rules for layer in layers):
        findings.warn("map properties", f"there is no group of layers {rules_in!r}, so rules are read from all layers")
        for layer in layers:
            layer.rules = True
    for layer in blocked_by_custom(layers, reader.sets):
        layer.says, layer.by_custom = "solid", True
    findings.check()
    ours = is_ours(klass, properties, reader.sets, layers)
    cell = tile_width, tile_height
    if infinite or any(patch.x < 0 or patch.y < 0 for layer in layers for patch in layer.patches):
        box = infinite_box(layers, reader.elements, cell)
        why = "the map is infinite: "
    else:
        box = None if ours else finite_box(layers, reader.elements, (width, height), cell)
        why = "nothing is drawn beyond: "
    origin = (0, 0)
    if box is not None and (infinite or box != (0, 0, width, height)):
        origin, (width, height) = box[:2], (box[2] - box[0], box[3] - box[1])
        at = f"{origin[0]}, {origin[1]}"
        findings.note("", f"{why}cropped to the {width} x {height} cells that are drawn, from {at}")
    _check_size(width, height, findings)
    for layer in layers:
        if layer.kind == "image":
            layer.offset = layer.offset[0] - origin[0] * tile_width, layer.offset[1] - origin[1] * tile_height
    if sum(layer.kind == "tiles" for layer in layers) * width * height > MAX_LAYER_CELLS:
        raise findings.stop("", f"its layers hold more than {MAX_LAYER_CELLS:,} tiles together; remove some layers.")
    repaired = Repaired(
        Element("map"),
        width,
        height,
        tile_width,
        tile_height,
        colour(root.get("backgroundcolor", "")),
        klass,
        properties,
        reader.sets,
        layers,
        origin,
        ours,
    )
    _check_vertices(reader.elements, findings)
    _build(repaired, reader.elements)
    return repaired


def _check_vertices(elements: dict[int, list[tuple[ObjectNote, Element]]], findings: Findings) -> None:
    drawn = (child for things in elements.values() for _, source in things for child in source)
    if sum(child.get("points", "").count(",") for child in drawn) > MAX_VERTICES:
        raise findings.stop(
            "", f"its polygons and lines have more than {MAX_VERTICES:,} vertices together; draw them more simply."
        )


def _check_size(width: int, height: int, findings: Findings) -> None:
    if width < 1 or height < 1:
        raise findings.stop("", f"its size is {width} x {height} cells; set a size in Tiled under Map > Resize Map.")
    if width * height > MAX_READ:
        raise findings.stop(
            "",
            f"it has {width} x {height} cells; at most {MAX_READ:,} are read, {MAX_PLAY} x {MAX_PLAY} can be played "
            "on: make it smaller with Map > Resize Map in Tiled.",
        )


def _build(repaired: Repaired, elements: dict[int, list[tuple[ObjectNote, Element]]]) -> None:
    """Fill the tree for pytmx."""
    root = repaired.root
    for name, value in (
        ("width", repaired.width),
        ("height", repaired.height),
        ("tilewidth", repaired.tile_width),
        ("tileheight", repaired.tile_height),
    ):
        root.set(name, str(value))
    root.set("orientation", "orthogonal")
    for note in repaired.tilesets:
        root.append(_plain_tileset(note))
    shift = repaired.origin[0] * repaired.tile_width, repaired.origin[1] * repaired.tile_height
    for layer in repaired.layers:
        common = {"id": str(layer.id), "name": str(layer.id)}
        if layer.kind == "tiles":
            element = Element("layer", {**common, "width": str(repaired.width), "height": str(repaired.height)})
            data = Element("data", {"encoding": "csv"})
            data.text = ",".join(map(str, _grid(layer, repaired)))
            element.append(data)
            root.append(element)
        elif layer.kind == "objects":
            group = Element("objectgroup", common)
            for thing, source in elements.get(layer.id, ()):
                group.append(_plain_object(thing, source, shift))
            root.append(group)


def _grid(layer: LayerNote, repaired: Repaired) -> list[int]:
    """A layer's tiles over the whole map, row by row; numbers that no tileset has become empty."""
    (left, top), width, height = repaired.origin, repaired.width, repaired.height
    grid = [0] * (width * height)
    for patch in layer.patches:
        for row in range(patch.height):
            y = patch.y + row - top
            if not 0 <= y < height:
                continue
            for column in range(patch.width):
                x = patch.x + column - left
                if 0 <= x < width:
                    grid[y * width + x] = patch.gids[row * patch.width + column] & ~(1 << 28)
    layer.patches = []
    lowest = min((note.first for note in repaired.tilesets), default=None)
    if lowest is None:
        return [0] * len(grid)
    return [gid if (gid & ~FLAGS) >= lowest else 0 for gid in grid]


def _plain_tileset(note: TilesetNote) -> Element:
    return Element(
        "tileset",
        {
            "firstgid": str(note.first),
            "name": str(note.first),
            "tilewidth": str(max(1, note.tile_width)),
            "tileheight": str(max(1, note.tile_height)),
            "tilecount": str(note.count),
            "columns": str(note.columns),
        },
    )


def _plain_object(thing: ObjectNote, source: Element, shift: tuple[int, int]) -> Element:
    element = Element(
        "object",
        {
            "id": str(thing.key),
            "name": str(thing.key),
            "x": repr(decimal(source, "x", 0) - shift[0]),
            "y": repr(decimal(source, "y", 0) - shift[1]),
            "width": repr(abs(decimal(source, "width", 0))),
            "height": repr(abs(decimal(source, "height", 0))),
            "rotation": repr(decimal(source, "rotation", 0)),
        },
    )
    for child in source:
        points = points_of(child) if child.tag in ("polygon", "polyline") else []
        if points:
            element.append(Element(child.tag, {"points": " ".join(f"{x!r},{y!r}" for x, y in points)}))
    return element
