"""A map's XML made fit for pytmx, and beside it what pytmx would lose.

pytmx 3.32 mixes up draw order over groups, drops group offsets, opacity and visibility, takes collision shapes of tiles
for objects of the map, knows no templates and no ``class``, and fails on chunks, odd encodings and properties named
like its own attributes. So the tree it gets is built anew: flat layers with numbers for names, CSV data, plain objects,
tilesets inlined. Everything else of use is kept here as records in true draw order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement

from game.files.sources import Sources
from game.files.tiled.classes import read_classes
from game.files.tiled.conventions import blocked_by_custom, is_ours
from game.files.tiled.cropping import finite_box, infinite_box
from game.files.tiled.data import FLAGS
from game.files.tiled.elements import class_of, colour, decimal, number, odd_numbers, points_of, properties_of
from game.files.tiled.layers import MAX_LAYER_CELLS, MAX_READ, LayerNote, ObjectNote, read_layers
from game.files.tiled.map_report import Finding, settle, stop
from game.files.tiled.schema import Property
from game.files.tiled.tilesets import TilesetNote
from game.spatial.field import Cell

MAX_VERTICES = 50_000
"""Vertices of all polygons and lines."""

MAX_PLAY = 250
"""Cells along a side of a map that can be played on."""


@dataclass(frozen=True)
class Repaired:
    """A map that pytmx can take, and the records beside it."""

    path: Path
    root: Element
    width: int
    height: int
    tile_width: int
    tile_height: int
    background: str
    properties: dict[str, Property]
    tilesets: tuple[TilesetNote, ...]
    layers: tuple[LayerNote, ...]
    origin: Cell
    """The cell of the author's map that became cell 0, 0: maps are cropped to what is drawn."""
    ours: bool
    """Whether it is drawn by our convention, and not for another program."""
    findings: tuple[Finding, ...]


_KNOWN = {
    "isometric": "isometric",
    "staggered": "isometric (staggered)",
    "hexagonal": "hexagonal (staggered)",
    "oblique": "oblique",
}


def repair(root: Element, path: Path, places: Sources) -> Repaired:
    """The repaired map, with what it names found among ``places``. Raises BadFile for what no repair can mend."""
    cell, infinite = _checked(root, path.name), root.get("infinite", "0") == "1"
    classes, findings = read_classes(places)
    klass = class_of(root)
    properties = {**classes.of(klass, "map"), **properties_of(root, classes.members)}
    rules_in = properties.get("rules_in", Property("string", "", "")).text
    read = read_layers(root, path, places, classes, rules_in)
    findings = [*(Finding("warning", "map", text) for text in odd_numbers(root)), *findings, *read.findings]
    layers = read.layers
    if rules_in and not any(layer.rules for layer in layers):
        told = f"there is no group of layers {rules_in!r}, so rules are read from all layers"
        findings.append(Finding("warning", "map properties", told))
        layers = tuple(replace(layer, rules=True) for layer in layers)
    settle(path.name, findings)
    customs = blocked_by_custom(layers, read.tilesets)
    layers = tuple(replace(each, says="solid", by_custom=True) if each.id in customs else each for each in layers)
    ours = is_ours(klass, properties, read.tilesets, layers)
    box, size = None, (number(root, "width"), number(root, "height"))
    if infinite or any(patch.x < 0 or patch.y < 0 for layer in layers for patch in layer.patches):
        box = infinite_box(layers, cell)
        why = "the map is infinite: "
    elif not ours:
        box = finite_box(layers, size, cell)
        why = "nothing is drawn beyond: "
    origin = 0, 0
    if box is not None and (infinite or box != (0, 0, *size)):
        origin, size = box[:2], (box[2] - box[0], box[3] - box[1])
        told = f"{why}cropped to the {size[0]} x {size[1]} cells that are drawn, from {origin[0]}, {origin[1]}"
        findings.append(Finding("note", "", told))
    _check_size(size, path.name)
    if sum(layer.kind == "tiles" for layer in layers) * size[0] * size[1] > MAX_LAYER_CELLS:
        stop(path.name, f"its layers hold more than {MAX_LAYER_CELLS:,} tiles together; remove some layers.")
    drawn = (child for layer in layers for thing in layer.objects for child in thing.source)
    if sum(child.get("points", "").count(",") for child in drawn) > MAX_VERTICES:
        told = f"its polygons and lines have more than {MAX_VERTICES:,} vertices together; draw them more simply."
        stop(path.name, told)
    tree = _tree(layers, read.tilesets, origin, size, cell)
    background = colour(root.get("backgroundcolor", ""))
    layers = tuple(_without_patches(layer, origin, cell) for layer in layers)
    told_of = tuple(findings)
    return Repaired(path, tree, *size, *cell, background, properties, read.tilesets, layers, origin, ours, told_of)


def _checked(root: Element, name: str) -> tuple[int, int]:
    """The size of a cell in pixels. Raises BadFile for what is no map that can be played on."""
    if root.tag != "map":
        stop(name, f"this file holds <{root.tag}>, not a map; open the .tmx file of the map instead.")
    orientation = root.get("orientation", "orthogonal")
    if orientation != "orthogonal":
        stop(
            name,
            f"the map's orientation is {_KNOWN.get(orientation, orientation)}, and battles are fought on squares seen "
            "from above. Walls and starts can be kept: in Tiled choose Map > Map Properties > Orientation > "
            "Orthogonal, make tile width and height alike, and save a copy; its pictures need others in their place.",
        )
    cell = number(root, "tilewidth"), number(root, "tileheight")
    if not (1 <= cell[0] <= 4096 and 1 <= cell[1] <= 4096):
        told = f"its tiles are {cell[0]} x {cell[1]} px; set Tile Width and Tile Height in Map > Map Properties."
        stop(name, told)
    if root.get("infinite", "0") != "1":
        _check_size((number(root, "width"), number(root, "height")), name)
    return cell


def _check_size(size: tuple[int, int], name: str) -> None:
    width, height = size
    if width < 1 or height < 1:
        stop(name, f"its size is {width} x {height} cells; set a size in Tiled under Map > Resize Map.")
    if width * height > MAX_READ:
        stop(
            name,
            f"it has {width} x {height} cells; at most {MAX_READ:,} are read, {MAX_PLAY} x {MAX_PLAY} can be played "
            "on: make it smaller with Map > Resize Map in Tiled.",
        )


def _without_patches(layer: LayerNote, origin: Cell, cell: tuple[int, int]) -> LayerNote:
    """A layer of a cropped map whose tiles stand in the repaired tree: a picture lies where it did."""
    x, y = layer.offset
    moved = (x - origin[0] * cell[0], y - origin[1] * cell[1]) if layer.kind == "image" else layer.offset
    return replace(layer, offset=moved, patches=())


def _tree(
    layers: Iterable[LayerNote],
    tilesets: Sequence[TilesetNote],
    origin: Cell,
    size: tuple[int, int],
    cell: tuple[int, int],
) -> Element:
    """The tree for pytmx."""
    measures = zip(("width", "height", "tilewidth", "tileheight"), map(str, (*size, *cell)), strict=True)
    root = Element("map", {**dict(measures), "orientation": "orthogonal"})
    root.extend(map(_plain_tileset, tilesets))
    lowest = min((note.first for note in tilesets), default=FLAGS)
    for layer in layers:
        common = {"id": str(layer.id), "name": str(layer.id)}
        if layer.kind == "tiles":
            element = SubElement(root, "layer", {**common, "width": str(size[0]), "height": str(size[1])})
            data = SubElement(element, "data", {"encoding": "csv"})
            data.text = ",".join(map(str, _grid(layer, origin, size, lowest)))
        elif layer.kind == "objects":
            group = SubElement(root, "objectgroup", common)
            group.extend(_plain_object(thing, (origin[0] * cell[0], origin[1] * cell[1])) for thing in layer.objects)
    return root


def _grid(layer: LayerNote, origin: Cell, size: tuple[int, int], lowest: int) -> list[int]:
    """A layer's tiles over the whole map, row by row; numbers below the ``lowest`` of a tileset become empty."""
    (left, top), (width, height) = origin, size
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


def _plain_object(thing: ObjectNote, shift: tuple[int, int]) -> Element:
    source = thing.source
    element = Element(
        "object",
        {
            "id": str(thing.key),
            "name": str(thing.key),
            "x": repr(decimal(source, "x", 0) - shift[0]),
            "y": repr(decimal(source, "y", 0) - shift[1]),
            **{name: repr(abs(decimal(source, name, 0))) for name in ("width", "height")},
            "rotation": repr(decimal(source, "rotation", 0)),
        },
    )
    for child in source:
        points = points_of(child) if child.tag in ("polygon", "polyline") else []
        if points:
            element.append(Element(child.tag, {"points": " ".join(f"{x!r},{y!r}" for x, y in points)}))
    return element
