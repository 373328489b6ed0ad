"""A map's XML made fit for pytmx, and beside it what pytmx would lose.

pytmx 3.32 mixes up draw order over groups, drops group offsets, opacity and visibility, takes collision shapes of tiles
for objects of the map, knows no templates and no ``class``, and fails on chunks, odd encodings and properties named
like its own attributes. So the tree it gets is built anew: flat layers with numbers for names, CSV data, plain objects,
tilesets inlined. Everything else of use is kept here as records in true draw order.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal
from xml.etree.ElementTree import Element

from game.files.tiled import sources, xml
from game.files.tiled.data import FLAGS, BadData, Patch, patches
from game.files.tiled.report import Findings, MapError
from game.files.tiled.schema import LAYERS, Property
from game.files.tiled.sources import Refused, Sources
from game.files.tiled.tilesets import TilesetNote, class_of, number, properties_of, read_tileset

MAX_READ = 400_000
"""Cells of a map that is read at all."""

MAX_PLAY = 250
"""Cells along a side of a map that can be played on."""

MAX_LAYER_CELLS = 8_000_000
"""Cells of all tile layers together."""

Kind = Literal["tiles", "objects", "image"]
Shape = Literal["rectangle", "ellipse", "point", "polygon", "polyline", "tile", "text"]


@dataclass
class ObjectNote:
    """What an object says, besides its outline."""

    key: int
    """Its number in the repaired tree."""
    id: int
    """Its number in Tiled."""
    name: str
    klass: str
    shape: Shape
    properties: dict[str, Property]
    visible: bool
    gid: int = 0


@dataclass
class LayerNote:
    """One layer in draw order, with what its groups pass down already worked in."""

    id: int
    name: str
    klass: str
    kind: Kind
    role: str
    """Which layer of the convention this is, or nothing."""
    visible: bool
    opacity: float
    offset: tuple[float, float]
    tint: str
    properties: dict[str, Property]
    objects: list[ObjectNote] = field(default_factory=list)
    picture: Path | None = None
    picture_size: tuple[int, int] = (0, 0)
    repeat: tuple[bool, bool] = (False, False)
    patches: list[Patch] = field(default_factory=list)


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
    """The cell of the author's map that became cell 0, 0: infinite maps are cropped to what is drawn."""


@dataclass(frozen=True)
class _Passed:
    """What a group layer passes down to its children."""

    visible: bool = True
    opacity: float = 1.0
    offset: tuple[float, float] = (0.0, 0.0)
    tint: str = ""
    role: str = ""


_KINDS: dict[str, Kind] = {"layer": "tiles", "objectgroup": "objects", "imagelayer": "image"}
_SHAPES: dict[str, Shape] = {
    "ellipse": "ellipse",
    "capsule": "ellipse",
    "point": "point",
    "polygon": "polygon",
    "polyline": "polyline",
    "text": "text",
}
_ADVICE = {
    "isometric": "isometric",
    "staggered": "isometric (staggered)",
    "hexagonal": "hexagonal (staggered)",
    "oblique": "oblique",
}


def repair(root: Element, path: Path, findings: Findings) -> Repaired:
    """The repaired map. Raises MapError for what no repair can mend."""
    if root.tag != "map":
        raise findings.stop("", f"this file holds <{root.tag}>, not a map; open the .tmx file of the map instead.")
    orientation = root.get("orientation", "orthogonal")
    if orientation != "orthogonal":
        raise findings.stop(
            "",
            f"the map's orientation is {_ADVICE.get(orientation, orientation)}, and the game's "
            "squares need an orthogonal one: choose Map > Map Properties > Orientation > Orthogonal in Tiled.",
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
    places = Sources(path)
    reader = _Reader(path, places, findings, width, height)
    reader.tilesets(root)
    layers = list(reader.walk(root, _Passed()))
    findings.check()
    origin = (0, 0)
    if infinite or any(patch.x < 0 or patch.y < 0 for layer in layers for patch in layer.patches):
        origin, width, height = _crop(layers, width, height, findings)
    repaired = Repaired(
        Element("map"),
        width,
        height,
        tile_width,
        tile_height,
        root.get("backgroundcolor", ""),
        class_of(root),
        properties_of(root),
        reader.sets,
        layers,
        origin,
    )
    _build(repaired, reader.elements)
    return repaired


def _check_size(width: int, height: int, findings: Findings) -> None:
    if width < 1 or height < 1:
        raise findings.stop("", f"its size is {width} x {height} cells; set a size in Tiled under Map > Resize Map.")
    if width * height > MAX_READ:
        raise findings.stop(
            "",
            f"it has {width} x {height} cells; at most {MAX_READ:,} are read, {MAX_PLAY} x {MAX_PLAY} can be played "
            "on: make it smaller with Map > Resize Map in Tiled.",
        )


class _Reader:
    """Walks the author's tree once, layer by layer."""

    def __init__(self, path: Path, places: Sources, findings: Findings, width: int, height: int) -> None:
        self.path, self.places, self.findings = path, places, findings
        self.width, self.height = width, height
        self.sets: list[TilesetNote] = []
        self.elements: dict[int, list[tuple[ObjectNote, Element]]] = {}
        self.count = 0
        self.cells = 0
        self.things = 0
        self.taken: set[int] = set()

    def tilesets(self, root: Element) -> None:
        """All tilesets of the map."""
        for element in root.findall("tileset"):
            note = read_tileset(element, self.path.resolve().parent, self.places, self.findings)
            if note:
                self.sets.append(note)
        self.sets.sort(key=lambda note: note.first)

    def walk(self, parent: Element, passed: _Passed) -> Iterator[LayerNote]:
        """Layers in the order they are drawn, groups opened."""
        for element in parent:
            if element.tag not in ("layer", "objectgroup", "imagelayer", "group"):
                continue
            name, klass = element.get("name", ""), class_of(element)
            own = next((word for word in (klass.lower(), name.strip().lower()) if word in LAYERS), "")
            now = _Passed(
                passed.visible and element.get("visible", "1") != "0",
                passed.opacity * max(0.0, min(1.0, _decimal(element, "opacity", 1.0))),
                (
                    passed.offset[0] + _decimal(element, "offsetx", 0.0),
                    passed.offset[1] + _decimal(element, "offsety", 0.0),
                ),
                element.get("tintcolor") or passed.tint,
                own or passed.role,
            )
            if element.tag == "group":
                yield from self.walk(element, now)
                continue
            self.count += 1
            kind = _KINDS[element.tag]
            note = LayerNote(
                self.count,
                name,
                klass,
                kind,
                now.role if (kind == "objects") == (LAYERS.get(now.role) is not None) and kind != "image" else "",
                now.visible,
                now.opacity,
                now.offset,
                now.tint,
                properties_of(element),
            )
            if kind == "tiles":
                self._tiles(note, element)
            elif kind == "objects":
                self._objects(note, element)
            else:
                self._image(note, element)
            yield note

    def _tiles(self, note: LayerNote, element: Element) -> None:
        data = element.find("data")
        if data is None:
            return
        width, height = number(element, "width", self.width), number(element, "height", self.height)
        self.cells += max(0, width) * max(0, height)
        if self.cells > MAX_LAYER_CELLS:
            raise self.findings.stop(
                "", f"its layers hold more than {MAX_LAYER_CELLS:,} tiles together; remove some layers."
            )
        try:
            note.patches = patches(data, width, height, MAX_READ)
        except BadData as error:
            self.findings.fault(f"layer {note.name!r}", f"the layer {error}.")

    def _objects(self, note: LayerNote, element: Element) -> None:
        kept = []
        for entry in element.findall("object"):
            merged = self._from_template(entry, note)
            shape: Shape = next((_SHAPES[child.tag] for child in merged if child.tag in _SHAPES), "rectangle")
            gid = number(merged, "gid") & 0xFFFFFFFF
            if gid:
                shape = "tile"
            elif shape == "rectangle" and not (_decimal(merged, "width", 0) or _decimal(merged, "height", 0)):
                shape = "point"  # how Tiled before 1.1 wrote points
            self.things += 1
            thing = ObjectNote(
                self.things,
                self._identity(number(merged, "id")),
                merged.get("name", ""),
                class_of(merged),
                shape,
                properties_of(merged),
                merged.get("visible", "1") != "0",
                gid,
            )
            note.objects.append(thing)
            kept.append((thing, merged))
        self.elements[note.id] = kept

    def _identity(self, wanted: int) -> int:
        """The author's number of an object, or a free one when it is missing or used twice."""
        while wanted < 1 or wanted in self.taken:
            wanted = max(wanted, 1_000_000) + 1
        self.taken.add(wanted)
        return wanted

    def _from_template(self, entry: Element, note: LayerNote) -> Element:
        """An object with what its template says filled in."""
        reference = entry.get("template")
        if reference is None:
            return entry
        where = f"layer {note.name!r}, object {entry.get('id', '?')}"
        try:
            path = self.places.find(reference, self.path.resolve().parent, sources.TEMPLATES)
            template = xml.parse(path)
            base = template.find("object")
        except (Refused, MapError) as error:
            self.findings.warn(where, f"the template {reference!r} {error}; the object is read without it")
            return entry
        if base is None:
            self.findings.warn(where, f"the template {reference!r} holds no object; the object is read without it")
            return entry
        merged = Element("object", {**base.attrib, **entry.attrib})
        if "gid" in base.attrib and "gid" not in entry.attrib:
            self._template_gid(merged, base, template.find("tileset"), path)
        shapes = [child for child in entry if child.tag != "properties"] or [
            child for child in base if child.tag != "properties"
        ]
        merged.extend(shapes)
        group = Element("properties")
        by_name = {
            entry.get("name", ""): entry for source in (base, entry) for entry in source.iterfind("properties/property")
        }
        group.extend(by_name.values())
        merged.append(group)
        return merged

    def _template_gid(self, merged: Element, base: Element, tileset: Element | None, path: Path) -> None:
        """A template numbers tiles by its own tileset; count again by the map's."""
        raw = number(base, "gid")
        merged.attrib.pop("gid", None)
        if tileset is None:
            return
        try:
            home = self.places.find(tileset.get("source", ""), path.parent, sources.TILESETS)
        except Refused:
            return
        for note in self.sets:
            if note.path == home:
                merged.set("gid", str((raw & FLAGS) | ((raw & ~FLAGS) - number(tileset, "firstgid") + note.first)))

    def _image(self, note: LayerNote, element: Element) -> None:
        image = element.find("image")
        if image is None or not image.get("source"):
            return
        note.repeat = element.get("repeatx") == "1", element.get("repeaty") == "1"
        try:
            note.picture = self.places.find(image.get("source", ""), self.path.resolve().parent, sources.PICTURES)
        except Refused as error:
            self.findings.warn(f"layer {note.name!r}", f"the picture {image.get('source')!r} {error}; nothing is drawn")
            return
        note.picture_size = number(image, "width"), number(image, "height")
        if min(note.picture_size) < 1:
            note.picture_size = sources.picture_size(note.picture) or (0, 0)


def _decimal(element: Element, name: str, default: float) -> float:
    try:
        value = float(element.get(name, default))
    except ValueError:
        return default
    return value if abs(value) < 1e9 else default


def _crop(layers: list[LayerNote], width: int, height: int, findings: Findings) -> tuple[tuple[int, int], int, int]:
    """The part of an infinite map on which something is drawn: its first cell, width and height."""
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
    if not columns:
        _check_size(width, height, findings)
        return (0, 0), width, height
    x, y = min(columns), min(rows)
    width, height = max(columns) - x + 1, max(rows) - y + 1
    _check_size(width, height, findings)
    findings.note("", f"the map is infinite: cropped to the {width} x {height} cells that are drawn, from {x}, {y}")
    return (x, y), width, height


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
            "x": repr(_decimal(source, "x", 0) - shift[0]),
            "y": repr(_decimal(source, "y", 0) - shift[1]),
            "width": repr(abs(_decimal(source, "width", 0))),
            "height": repr(abs(_decimal(source, "height", 0))),
            "rotation": repr(_decimal(source, "rotation", 0)),
        },
    )
    for child in source:
        if child.tag in ("polygon", "polyline") and _points_are_sound(child.get("points", "")):
            element.append(Element(child.tag, {"points": child.get("points", "")}))
    return element


def _points_are_sound(text: str) -> bool:
    try:
        return all(len([float(value) for value in pair.split(",")]) == 2 for pair in text.split()) and bool(
            text.split()
        )
    except ValueError:
        return False
