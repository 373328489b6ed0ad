"""Layers and objects of a map as plain records, in true draw order, with what groups pass down worked in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Literal
from xml.etree.ElementTree import Element

from game.files.errors import BadFile
from game.files.sources import TEMPLATES, TILESETS, Refused, Sources
from game.files.tiled.colours import colour, left_out
from game.files.tiled.data import FLAGS, BadData, Patch, patches
from game.files.tiled.documents import read_document
from game.files.tiled.elements import Shape, class_of, decimal, number, properties_of, shape_of
from game.files.tiled.hints import LayerSays, decorates, layer_says
from game.files.tiled.report import Findings
from game.files.tiled.schema import LAYERS, Property
from game.files.tiled.tilesets import TilesetNote, read_tileset

MAX_READ = 400_000
"""Cells of a map that is read at all."""

MAX_LAYER_CELLS = 2_000_000
"""Cells of all tile layers together: 32 full layers of the largest map that can be played on."""

MAX_NAME = 100
"""Characters of a name that are kept."""

MAX_OBJECTS = 10_000
MAX_TILESETS = 300

Kind = Literal["tiles", "objects", "image"]


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
    says: LayerSays = ""
    """What its name, class and properties, or its groups', say of what lies in it, in anybody's words."""
    objects: list[ObjectNote] = field(default_factory=list)
    picture: Path | None = None
    picture_size: tuple[int, int] = (0, 0)
    repeat: tuple[bool, bool] = (False, False)
    clear: str = ""
    """The colour that its picture is without."""
    patches: list[Patch] = field(default_factory=list)
    rules: bool = True
    """Whether rules are read from it, and not only pictures."""


@dataclass(frozen=True)
class Passed:
    """What a group layer passes down to its children."""

    visible: bool = True
    opacity: float = 1.0
    offset: tuple[float, float] = (0.0, 0.0)
    tint: str = ""
    role: str = ""
    says: LayerSays = ""
    rules: bool = True
    """Whether rules are read from what lies in it."""


_KINDS: dict[str, Kind] = {"layer": "tiles", "objectgroup": "objects", "imagelayer": "image"}


def label(thing: ObjectNote) -> str:
    """How the report names an object: its number in Tiled and its name."""
    return f"object {thing.id}" + (f" “{thing.name}”" if thing.name else "")


class Reader:
    """Walks the author's tree once, layer by layer."""

    def __init__(
        self,
        path: Path,
        places: Sources,
        findings: Findings,
        width: int,
        height: int,
        *,
        infinite: bool,
        rules_in: str = "",
    ) -> None:
        """``rules_in``: the only group of layers that rules are read from, if there is one."""
        self.path, self.places, self.findings = path, places, findings
        self.width, self.height, self.infinite, self.rules_in = width, height, infinite, rules_in
        self.sets: list[TilesetNote] = []
        self.elements: dict[int, list[tuple[ObjectNote, Element]]] = {}
        self.count = 0
        self.cells = 0
        self.things = 0
        self.taken: set[int] = set()
        self.free = count(1_000_001)
        self.templates: dict[Path, Element] = {}

    def tilesets(self, root: Element) -> None:
        """All tilesets of the map."""
        found = root.findall("tileset")
        if len(found) > MAX_TILESETS:
            raise self.findings.stop("", f"it uses {len(found)} tilesets; at most {MAX_TILESETS} are read.")
        cell = number(root, "tilewidth"), number(root, "tileheight")
        for element in found:
            note = read_tileset(element, self.path.resolve().parent, self.places, self.findings, cell)
            if note:
                self.sets.append(note)
        self.sets.sort(key=lambda note: note.first)

    def walk(self, parent: Element, passed: Passed) -> Iterator[LayerNote]:
        """Layers in the order they are drawn, groups opened."""
        for element in parent:
            if element.tag not in ("layer", "objectgroup", "imagelayer", "group"):
                continue
            name, klass = element.get("name", "")[:MAX_NAME], class_of(element)[:MAX_NAME]
            own = next((word for word in (klass.lower(), name.strip().lower()) if word in LAYERS), "")
            properties = properties_of(element)
            said = layer_says(name, klass, properties)
            now = Passed(
                passed.visible and element.get("visible", "1") != "0",
                passed.opacity * max(0.0, min(1.0, decimal(element, "opacity", 1.0))),
                (
                    passed.offset[0] + decimal(element, "offsetx", 0.0),
                    passed.offset[1] + decimal(element, "offsety", 0.0),
                ),
                _tinted(passed.tint, colour(element.get("tintcolor", ""))),
                own or passed.role,
                said or ("" if decorates(name) else passed.says),
                passed.rules or (element.tag == "group" and name == self.rules_in),
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
                properties,
                now.says,
                rules=now.rules,
            )
            if any(decimal(element, f"parallax{axis}", 1.0) != 1.0 for axis in "xy"):
                self.findings.note(f"layer {name!r}", "with parallax it glides along elsewhere; here it lies still")
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
        whole = data.find("chunk") is None
        if whole and self.infinite and not (data.text or "").strip() and data.find("tile") is None:
            return
        where = f"layer {note.name!r}"
        if whole and not (width > 0 and height > 0 and width * height <= MAX_READ):
            self.findings.fault(
                where,
                f"the layer is {width} x {height} cells; open the map in Tiled and use Map > Resize Map.",
            )
            return
        try:
            note.patches = patches(data, width, height, min(MAX_READ, MAX_LAYER_CELLS - self.cells))
        except BadData as error:
            self.findings.fault(where, f"the layer {error}.")
        self.cells += sum(len(patch.gids) for patch in note.patches)
        if self.cells > MAX_LAYER_CELLS:
            raise self.findings.stop(
                "", f"its layers hold more than {MAX_LAYER_CELLS:,} tiles together; remove some layers."
            )

    def _objects(self, note: LayerNote, element: Element) -> None:
        kept = []
        for entry in element.findall("object"):
            merged = self._from_template(entry, note)
            gid = number(merged, "gid") & 0xFFFFFFFF
            shape: Shape = "tile" if gid else shape_of(merged)
            self.things += 1
            if self.things > MAX_OBJECTS:
                raise self.findings.stop("", f"it has more than {MAX_OBJECTS:,} objects; remove some.")
            thing = ObjectNote(
                self.things,
                self._identity(number(merged, "id")),
                merged.get("name", "")[:MAX_NAME],
                class_of(merged)[:MAX_NAME],
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
        if wanted < 1 or wanted in self.taken:
            wanted = next(number for number in self.free if number not in self.taken)
        self.taken.add(wanted)
        return wanted

    def _from_template(self, entry: Element, note: LayerNote) -> Element:
        """An object with what its template says filled in."""
        reference = entry.get("template")
        if reference is None:
            return entry
        where = f"layer {note.name!r}, object {entry.get('id', '?')}"
        try:
            path = self.places.find(reference, self.path.resolve().parent, TEMPLATES)
            if path not in self.templates:
                self.templates[path] = read_document(path)
            template = self.templates[path]
            base = template.find("object")
        except (Refused, BadFile) as error:
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
            home = self.places.find(tileset.get("source", ""), path.parent, TILESETS)
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
        note.clear = left_out(image.get("trans", ""))
        try:
            note.picture, real = self.places.find_picture(image.get("source", ""), self.path.resolve().parent)
        except Refused as error:
            self.findings.warn(f"layer {note.name!r}", f"the picture {image.get('source')!r} {error}; nothing is drawn")
            return
        note.picture_size = real or (number(image, "width"), number(image, "height"))


def _tinted(outer: str, inner: str) -> str:
    """Two tints one over the other: their product, channel by channel."""
    if not outer or not inner:
        return outer or inner
    pair = [(text if len(text) == 9 else f"#ff{text[1:]}") for text in (outer, inner)]
    channels = [[int(text[i : i + 2], 16) for i in (1, 3, 5, 7)] for text in pair]
    return "#" + "".join(f"{a * b // 255:02x}" for a, b in zip(*channels, strict=True))
