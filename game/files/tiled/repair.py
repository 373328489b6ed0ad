"""A map's XML made fit for pytmx, and beside it what pytmx would lose.

pytmx 3.32 mixes up draw order over groups, drops group offsets, opacity and visibility, takes collision shapes of tiles
for objects of the map, knows no templates and no ``class``, and fails on chunks, odd encodings and properties named
like its own attributes. So the tree it gets is built anew: flat layers with numbers for names, CSV data, plain objects,
tilesets inlined. Everything else of use is kept here as records in true draw order.

Before that it is found in whose words the map is drawn: our own, another program's, or names of layers that tell
something only together, as a published game and all maps made for it have them. A map is cropped to the part on which
something is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil, floor
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement

from game.files.sources import Sources
from game.files.tiled.classes import read_classes
from game.files.tiled.documents import class_of, colour, decimal, number, odd_numbers, points_of, properties_of
from game.files.tiled.hints import words
from game.files.tiled.layers import FLAGS, MAX_LAYER_CELLS, MAX_READ, LayerNote, ObjectNote, read_layers
from game.files.tiled.map_report import Finding, settle, stop
from game.files.tiled.schema import BY_NAME, LAYERS, Property, kind_named
from game.files.tiled.shapes import Point, outline_of
from game.files.tiled.tilesets import TilesetNote
from game.spatial.field import Cell

TELLING = {"Spawn": "side", "Elevation": "feet", "Feature": "kind", "Border": "kind"}
"""By class: the property without which an object on a map drawn for another program is not taken for ours."""


BUILDINGS = ("buildings",)
"""Called so, numbers apart, a layer blocks but for tiles that are ``Passable``."""

ROUND = ("back", "front")
"""What the layers under and over it are called."""

PASSABLE = "passable"


def is_ours(
    klass: str, properties: Mapping[str, Property], tilesets: Iterable[TilesetNote], layers: Iterable[LayerNote]
) -> bool:
    """Whether the class or the properties of a map, a Terrain tile, or an object in its layer says that it is ours."""
    if klass.lower() == "battlemap" or "schema" in properties:
        return True
    terrain = BY_NAME["terrain"]
    return any(
        tile.klass.lower() == "terrain" and any(terrain.member(name) for name in tile.written)
        for tileset in tilesets
        for tile in tileset.tiles.values()
    ) or any(_is_of_ours(layer, thing) for layer in layers for thing in layer.objects)


def _is_of_ours(layer: LayerNote, thing: ObjectNote) -> bool:
    """Whether an object shows that its author knows our words: a class in its layer, with properties of that class."""
    kind = kind_named(thing.klass)
    if kind is None or LAYERS.get(layer.role) != kind.name or not thing.properties:
        return False
    return all(kind.member(name) for name in thing.properties) and TELLING.get(kind.name, "") in ("", *thing.properties)


def blocked_by_custom(layers: Sequence[LayerNote], tilesets: Iterable[TilesetNote]) -> frozenset[int]:
    """The layers of tiles, by number, that block by such a custom: “Buildings”, where tiles or objects of the map know
    of ``Passable``, or where it lies between “Back” and “Front”."""
    names = {_bare(layer.name) for layer in layers if layer.kind == "tiles"}
    told = (
        *(tile.properties for tileset in tilesets for tile in tileset.tiles.values()),
        *(thing.properties for layer in layers for thing in layer.objects),
    )
    known = any(name.strip().lower() == PASSABLE for properties in told for name in properties)
    if not known and not names.issuperset((each,) for each in ROUND):
        return frozenset()
    unsaid = (layer for layer in layers if layer.kind == "tiles" and not layer.says)
    return frozenset(layer.id for layer in unsaid if _bare(layer.name) == BUILDINGS)


def _bare(name: str) -> tuple[str, ...]:
    """The words of a name without numbers."""
    return tuple(part for part in words(name) if not part.isdigit())


CellBox = tuple[int, int, int, int]
"""First column and row, and those behind the last."""

DENSE = 0.2
"""The share of the cells in its box that the drawn part of a finite map must fill, to be taken for all there is."""

LEAST_BOX = 48
"""Cells of a part that a finite map is cropped to: two squads can hardly fight on fewer."""

WHOLE = 0.9
"""The share of a map from which on an object is about all of it, and not about what is drawn there."""


def tile_box(layers: Iterable[LayerNote]) -> CellBox | None:
    """The cells between the outermost tiles; None if there is no tile."""
    columns: list[int] = []
    rows: list[int] = []
    for layer in layers:
        for patch in layer.patches:
            for row in range(patch.height):
                line = patch.gids[row * patch.width : (row + 1) * patch.width]
                used = [column for column, gid in enumerate(line) if gid]
                if used:
                    rows.append(patch.y + row)
                    columns += [patch.x + used[0], patch.x + used[-1]]
    return (min(columns), min(rows), max(columns) + 1, max(rows) + 1) if columns else None


def finite_box(layers: Sequence[LayerNote], size: tuple[int, int], cell: tuple[int, int]) -> CellBox:
    """The part of a finite map with its tiles, pictures and objects; all of it where its floor is not drawn with tiles.

    ``size`` in cells, ``cell`` in pixels.
    """
    width, height = size
    whole = (0, 0, width, height)
    box = tile_box(layers)
    drawn = {index for layer in layers for patch in layer.patches for index, gid in enumerate(patch.gids) if gid}
    if box is None or len(drawn) < DENSE * _area(box):
        return whole
    others = (_within(each, whole) for each in (*_pictures(layers, cell), *_objects(layers, cell)))
    parts = [each for each in others if 0 < _area(each) < WHOLE * width * height]
    found = _round([_within(box, whole), *parts])
    return found if _area(found) >= LEAST_BOX else whole


def infinite_box(layers: Sequence[LayerNote], cell: tuple[int, int]) -> CellBox | None:
    """The part of an infinite map between its outermost tiles, or without tiles between its pictures and objects; None
    if there is nothing at all."""
    box = tile_box(layers)
    boxes = [box] if box else [*_pictures(layers, cell), *_objects(layers, cell)]
    boxes = [each for each in boxes if _area(each)]
    return _round(boxes) if boxes else None


def _round(boxes: Sequence[CellBox]) -> CellBox:
    left, top, right, bottom = zip(*boxes, strict=True)
    return min(left), min(top), max(right), max(bottom)


def _area(box: CellBox) -> int:
    return max(0, box[2] - box[0]) * max(0, box[3] - box[1])


def _within(box: CellBox, whole: CellBox) -> CellBox:
    return max(box[0], whole[0]), max(box[1], whole[1]), min(box[2], whole[2]), min(box[3], whole[3])


def _pictures(layers: Iterable[LayerNote], cell: tuple[int, int]) -> Iterator[CellBox]:
    for layer in layers:
        if layer.picture is not None:
            x, y = layer.offset
            yield _cells([(x, y), (x + layer.picture_size[0], y + layer.picture_size[1])], cell)


def _objects(layers: Iterable[LayerNote], cell: tuple[int, int]) -> Iterator[CellBox]:
    for layer in layers:
        for thing in layer.objects:
            points = outline_of(thing.source).points
            if thing.gid:  # hangs on its lower left corner, or on another point near by
                up = decimal(thing.source, "height", 0.0)
                points = tuple((x, y - up) for x, y in points)
            yield _cells([(x + layer.offset[0], y + layer.offset[1]) for x, y in points], cell)


def _cells(points: Sequence[Point], cell: tuple[int, int]) -> CellBox:
    """The cells that points lie in or between."""
    xs, ys = [x / cell[0] for x, _ in points], [y / cell[1] for _, y in points]
    left, top = floor(min(xs)), floor(min(ys))
    return left, top, max(left + 1, ceil(max(xs))), max(top + 1, ceil(max(ys)))


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
