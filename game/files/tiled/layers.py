"""Layers and objects of a map as plain records, in true draw order, with what groups pass down worked in.

Tile data of a layer may be CSV, XML tiles or base64 (plain, gzip, zlib, zstd), whole or in chunks.
"""

from __future__ import annotations

import base64
import binascii
import sys
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import Literal
from xml.etree.ElementTree import Element

from game.files.errors import BadFile
from game.files.sources import TEMPLATES, TILESETS, Refused, Sources
from game.files.tiled.classes import Classes
from game.files.tiled.documents import (
    OutlineKind,
    class_of,
    colour,
    decimal,
    left_out,
    number,
    odd_numbers,
    properties_of,
    read_document,
    shape_of,
)
from game.files.tiled.hints import LayerSays, decorates, layer_says
from game.files.tiled.map_report import Finding, stop
from game.files.tiled.schema import LAYERS, Property
from game.files.tiled.tilesets import TilesetNote, read_tileset
from game.files.universal_vtt import UNIVERSAL_VTT, is_universal_vtt

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

FLIP_X, FLIP_Y, FLIP_DIAGONAL, ROTATED_HEX = 1 << 31, 1 << 30, 1 << 29, 1 << 28
FLAGS = FLIP_X | FLIP_Y | FLIP_DIAGONAL | ROTATED_HEX


class BadData(ValueError):
    """Tile data that cannot be read; the text is the end of a sentence about the layer."""


@dataclass(frozen=True)
class Patch:
    """A rectangle of raw tile numbers (with Tiled's flip bits) at a place in cells; a layer is one, or many chunks."""

    x: int
    y: int
    width: int
    height: int
    gids: list[int]


WINDOW = 25
"""How far back zstd data may point, as a power of two in bytes: a whole layer, and no more memory than that."""


def patches(data: Element, width: int, height: int, limit: int) -> list[Patch]:
    """The rectangles of a ``data`` element for a layer of that size; at most ``limit`` cells. Raises BadData."""
    encoding, compression = data.get("encoding", ""), data.get("compression", "")
    chunks = data.findall("chunk")
    if not chunks:
        return [Patch(0, 0, width, height, _read(data, width * height, encoding, compression))]
    total = 0
    found = []
    for chunk in chunks:
        try:
            x, y, w, h = (int(chunk.get(name, "")) for name in ("x", "y", "width", "height"))
        except ValueError:
            raise BadData("has a chunk without place or size; open the map in Tiled and save it again") from None
        if w <= 0 or h <= 0 or abs(x) > 10**6 or abs(y) > 10**6:
            raise BadData("has a chunk of an impossible size; open the map in Tiled and save it again")
        total += w * h
        if total > limit:
            raise BadData(f"has more than {limit:,} cells; make the map smaller (Map > Resize Map)")
        found.append(Patch(x, y, w, h, _read(chunk, w * h, encoding, compression)))
    return found


def _read(element: Element, count: int, encoding: str, compression: str) -> list[int]:
    text = element.text or ""
    if len(text) > 24 * count + 4096:  # ten digits, a comma and as much white space
        raise BadData(f"holds more text than {count} tiles need; open the map in Tiled and save it again")
    if encoding == "csv":
        gids = _csv(text)
    elif encoding == "base64":
        gids = _base64(text, count, compression)
    elif encoding in ("", "xml"):
        try:
            gids = [int(tile.get("gid", "0")) & 0xFFFFFFFF for tile in element.findall("tile")]
        except ValueError:
            raise BadData("holds something that is no tile number; open the map in Tiled and save it again") from None
    else:
        raise BadData(f"is encoded as {encoding!r}; choose CSV in Tiled under Map > Map Properties > Tile Layer Format")
    if len(gids) != count:
        raise BadData(
            f"holds {len(gids)} tiles where its size asks for {count}; open the map in Tiled and save it again"
        )
    return gids


def _csv(text: str) -> list[int]:
    words = text.replace("\n", ",").replace("\r", ",").split(",")
    try:
        return [int(word) & 0xFFFFFFFF for word in words if word.strip()]
    except ValueError:
        raise BadData("holds something that is no tile number; open the map in Tiled and save it again") from None


def _base64(text: str, count: int, compression: str) -> list[int]:
    try:
        raw = base64.b64decode(text.strip(), validate=False)
    except binascii.Error:
        raise BadData("holds broken base64 data; open the map in Tiled and save it again") from None
    # Never inflate more than the layer can hold: a few bytes can claim gigabytes.
    if compression in ("zlib", "gzip"):
        inflater = zlib.decompressobj(15 if compression == "zlib" else 31)
        try:
            raw = inflater.decompress(raw, count * 4 + 1)
        except zlib.error:
            raise BadData(f"holds broken {compression} data; open the map in Tiled and save it again") from None
    elif compression == "zstd":
        options = {int(zstd.DecompressionParameter.window_log_max): WINDOW}
        try:
            raw = zstd.ZstdDecompressor(options=options).decompress(raw, count * 4 + 1)
        except zstd.ZstdError:
            raise BadData("holds broken zstd data; open the map in Tiled and save it again") from None
    elif compression:
        raise BadData(
            f"is compressed with {compression}, which this game cannot read; choose CSV in Tiled under "
            "Map > Map Properties > Tile Layer Format and save"
        )
    if len(raw) % 4:
        raise BadData("holds a broken number of bytes; open the map in Tiled and save it again")
    return [int.from_bytes(raw[i : i + 4], "little") for i in range(0, len(raw), 4)]


MAX_READ = 400_000
"""Cells of a map that is read at all."""

MAX_LAYER_CELLS = 2_000_000
"""Cells of all tile layers together: 32 full layers of the largest map that can be played on."""

MAX_NAME = 100
"""Characters of a name that are kept."""

MAX_OBJECTS = 10_000
MAX_TILESETS = 300

FIRST_BROUGHT = 1 << 24
"""The first number of tiles whose tileset only a template has: above all that maps use for their own."""

LAST_GID = 1 << 28
"""Numbers of tiles end here; what lies above are flags."""

LayerKind = Literal["tiles", "objects", "image"]


@dataclass(frozen=True)
class ObjectNote:
    """What an object says, besides its outline."""

    key: int
    """Its number in the repaired tree."""
    id: int
    """Its number in Tiled."""
    name: str
    klass: str
    shape: OutlineKind
    properties: dict[str, Property]
    visible: bool
    source: Element
    """As it is written, with what its template says filled in."""
    gid: int = 0
    defaults: Mapping[str, Property] = field(default_factory=dict)
    """What its class says of it where neither it nor its tile does."""


@dataclass(frozen=True, kw_only=True)
class GroupSettings:
    """What a group layer passes down to its children."""

    visible: bool = True
    opacity: float = 1.0
    offset: tuple[float, float] = (0.0, 0.0)
    tint: str = ""
    role: str = ""
    """Which layer of the convention this is, or nothing."""
    says: LayerSays = ""
    """What its name, class and properties, or its groups', say of what lies in it, in anybody's words."""
    rules: bool = True
    """Whether rules are read from what lies in it, and not only pictures."""


@dataclass(frozen=True, kw_only=True)
class LayerNote(GroupSettings):
    """One layer in draw order, with what its groups pass down already worked in."""

    id: int
    name: str
    kind: LayerKind
    by_custom: bool = False
    """Whether it blocks by its name together with those of other layers."""
    objects: tuple[ObjectNote, ...] = ()
    picture: Path | None = None
    picture_size: tuple[int, int] = (0, 0)
    repeat: tuple[bool, bool] = (False, False)
    clear: str = ""
    """The colour that its picture is without."""
    patches: tuple[Patch, ...] = ()
    """Its tiles as they are written; none once they stand in the repaired tree."""


_KINDS: dict[str, LayerKind] = {"layer": "tiles", "objectgroup": "objects", "imagelayer": "image"}


def label(thing: ObjectNote) -> str:
    """How the report names an object: its number in Tiled and its name."""
    return f"object {thing.id}" + (f" “{thing.name}”" if thing.name else "")


@dataclass(frozen=True)
class Layers:
    """All layers of a map and the tilesets that their tiles come from."""

    layers: tuple[LayerNote, ...]
    tilesets: tuple[TilesetNote, ...]
    """In the order of their numbers, those that only templates have last."""
    findings: tuple[Finding, ...]


def read_layers(root: Element, path: Path, places: Sources, classes: Classes, rules_in: str) -> Layers:
    """The layers of a map in the order they are drawn, groups opened.

    ``rules_in``: the only group of layers that rules are read from, if there is one; ``classes``: the project's.
    Raises BadFile for a map that is too large.
    """
    reader = _Reader(root, path, places, classes, rules_in)
    layers = tuple(reader.walk(root, GroupSettings(rules=not rules_in)))
    return Layers(layers, tuple(reader.sets), tuple(reader.findings))


class _Reader:
    """Walks the author's tree once, layer by layer, counting what has a limit."""

    def __init__(self, root: Element, path: Path, places: Sources, classes: Classes, rules_in: str) -> None:
        self.path, self.places, self.classes, self.rules_in = path, places, classes, rules_in
        self.home = path.resolve().parent
        self.size = number(root, "width"), number(root, "height")
        self.infinite = root.get("infinite", "0") == "1"
        self.cell = number(root, "tilewidth"), number(root, "tileheight")
        self.findings: list[Finding] = []
        self.brought: dict[Path, TilesetNote] = {}
        """Tilesets that only templates have."""
        self.templates: dict[Path, Element] = {}
        self.layers, self.things, self.free = count(1), count(1), count(1_000_001)
        self.taken: set[int] = set()
        self.cells = 0
        found = root.findall("tileset")
        if len(found) > MAX_TILESETS:
            stop(path.name, f"it uses {len(found)} tilesets; at most {MAX_TILESETS} are read.")
        read = (self._tileset(element, self.home) for element in found)
        self.sets = sorted((note for note in read if note), key=lambda note: note.first)

    def _tileset(self, element: Element, base: Path) -> TilesetNote | None:
        note, findings = read_tileset(element, base, self.places, self.cell, self.classes)
        self.findings += findings
        return note

    def _warn(self, where: str, *texts: str) -> None:
        self.findings += (Finding("warning", where, text) for text in texts)

    def walk(self, parent: Element, passed: GroupSettings) -> Iterator[LayerNote]:
        """Layers in the order they are drawn, groups opened."""
        for element in parent:
            if element.tag not in ("layer", "objectgroup", "imagelayer", "group"):
                continue
            name, klass = element.get("name", "")[:MAX_NAME], class_of(element)[:MAX_NAME]
            where = f"layer {name!r}"
            own = next((word for word in (klass.lower(), name.strip().lower()) if word in LAYERS), "")
            self._warn(where, *odd_numbers(element))
            properties = {**self.classes.of(klass, "layer"), **properties_of(element, self.classes.members)}
            said = layer_says(name, klass, properties)
            left, top = passed.offset
            now = GroupSettings(
                visible=passed.visible and element.get("visible", "1") != "0",
                opacity=passed.opacity * max(0.0, min(1.0, decimal(element, "opacity", 1.0))),
                offset=(left + decimal(element, "offsetx", 0.0), top + decimal(element, "offsety", 0.0)),
                tint=_tinted(passed.tint, colour(element.get("tintcolor", ""))),
                role=own or passed.role,
                says=said or ("" if decorates(name) else passed.says),
                rules=passed.rules or (element.tag == "group" and name == self.rules_in),
            )
            if element.tag == "group":
                yield from self.walk(element, now)
                continue
            if any(decimal(element, f"parallax{axis}", 1.0) != 1.0 for axis in "xy"):
                told = "with parallax it glides along elsewhere; here it lies still"
                self.findings.append(Finding("note", where, told))
            kind = _KINDS[element.tag]
            fits = (kind == "objects") == (LAYERS.get(now.role) is not None) and kind != "image"
            inherited = vars(now if fits else replace(now, role=""))
            note = LayerNote(id=next(self.layers), name=name, kind=kind, **inherited)
            if kind == "tiles":
                yield replace(note, patches=self._patches(element, where))
            elif kind == "objects":
                yield replace(note, objects=tuple(self._object(each, where) for each in element.findall("object")))
            else:
                yield self._with_image(note, element, where)

    def _patches(self, element: Element, where: str) -> tuple[Patch, ...]:
        data = element.find("data")
        if data is None:
            return ()
        width, height = number(element, "width", self.size[0]), number(element, "height", self.size[1])
        whole = data.find("chunk") is None
        if whole and self.infinite and not (data.text or "").strip() and data.find("tile") is None:
            return ()
        if whole and not (width > 0 and height > 0 and width * height <= MAX_READ):
            told = f"the layer is {width} x {height} cells; open the map in Tiled and use Map > Resize Map."
            self.findings.append(Finding("fault", where, told))
            return ()
        try:
            found = patches(data, width, height, min(MAX_READ, MAX_LAYER_CELLS - self.cells))
        except BadData as error:
            self.findings.append(Finding("fault", where, f"the layer {error}."))
            return ()
        self.cells += sum(len(patch.gids) for patch in found)
        if self.cells > MAX_LAYER_CELLS:
            told = f"its layers hold more than {MAX_LAYER_CELLS:,} tiles together; remove some layers."
            stop(self.path.name, told, self.findings)
        return tuple(found)

    def _object(self, entry: Element, layer: str) -> ObjectNote:
        where = f"{layer}, object {entry.get('id', '?')}"
        whole = self._from_template(entry, where)
        self._warn(where, *odd_numbers(whole))
        gid = number(whole, "gid") & 0xFFFFFFFF
        klass, key = class_of(whole)[:MAX_NAME], next(self.things)
        if key > MAX_OBJECTS:
            stop(self.path.name, f"it has more than {MAX_OBJECTS:,} objects; remove some.", self.findings)
        return ObjectNote(
            key,
            self._identity(number(whole, "id")),
            whole.get("name", "")[:MAX_NAME],
            klass,
            "tile" if gid else shape_of(whole),
            properties_of(whole, self.classes.members),
            whole.get("visible", "1") != "0",
            whole,
            gid,
            self.classes.of(klass, "object"),
        )

    def _identity(self, wanted: int) -> int:
        """The author's number of an object, or a free one when it is missing or used twice."""
        if wanted < 1 or wanted in self.taken:
            wanted = next(number for number in self.free if number not in self.taken)
        self.taken.add(wanted)
        return wanted

    def _from_template(self, entry: Element, where: str) -> Element:
        """An object with what its template says filled in."""
        reference = entry.get("template")
        if reference is None:
            return entry
        try:
            path = self.places.find(reference, self.home, TEMPLATES)
            if path not in self.templates:
                self.templates[path] = read_document(path)
            template = self.templates[path]
        except (Refused, BadFile) as error:
            self._warn(where, f"the template {reference!r} {error}; the object is read without it")
            return entry
        base = template.find("object")
        if base is None:
            self._warn(where, f"the template {reference!r} holds no object; the object is read without it")
            return entry
        found = _merged(entry, base)
        tileset = template.find("tileset")
        if "gid" in base.attrib and "gid" not in entry.attrib and tileset is not None:
            note = self._brought(tileset, path)
            gid = None if note is None else _counted_by(number(base, "gid"), number(tileset, "firstgid"), note)
            if gid is None:
                told = f"its template {reference!r} names a tile that its tileset lacks; it is read without a tile"
                self._warn(where, told)
            else:
                found.set("gid", str(gid))
        return found

    def _brought(self, tileset: Element, template: Path) -> TilesetNote | None:
        """The tileset of a template: the map's own, or else one that is added to them."""
        reference = tileset.get("source", "")
        try:
            home = self.places.find(reference, template.parent, TILESETS)
        except Refused:
            home = template / reference  # no file, but told apart from others
        found = self.brought.get(home) or next((note for note in self.sets if note.path == home), None)
        if found is not None or len(self.sets) >= MAX_TILESETS:
            return found
        first = max((FIRST_BROUGHT, *(note.first + note.span for note in self.sets)))
        copy = Element("tileset", {**tileset.attrib, "firstgid": str(first)})
        copy.extend(tileset)
        note = self._tileset(copy, template.parent)
        if note is None or first + note.span > LAST_GID:
            return None
        self.sets.append(note)
        self.brought[home] = note
        return note

    def _with_image(self, note: LayerNote, element: Element, where: str) -> LayerNote:
        image = element.find("image")
        if image is None or not image.get("source"):
            return note
        repeat = element.get("repeatx") == "1", element.get("repeaty") == "1"
        note = replace(note, repeat=repeat, clear=left_out(image.get("trans", "")))
        try:
            picture, real = self.places.find_picture(image.get("source", ""), self.home, UNIVERSAL_VTT)
        except Refused as error:
            self._warn(where, f"the picture {image.get('source')!r} {error}; nothing is drawn")
            return note
        stated = number(image, "width"), number(image, "height")
        # One that is the map itself, or lies in it, fills its cells, however many pixels it has.
        size = stated if real is None or is_universal_vtt(picture) or picture == self.path.resolve() else real
        return replace(note, picture=picture, picture_size=size)


def _tinted(outer: str, inner: str) -> str:
    """Two tints one over the other: their product, channel by channel."""
    if not outer or not inner:
        return outer or inner
    pair = [(text if len(text) == 9 else f"#ff{text[1:]}") for text in (outer, inner)]
    channels = [[int(text[i : i + 2], 16) for i in (1, 3, 5, 7)] for text in pair]
    return "#" + "".join(f"{a * b // 255:02x}" for a, b in zip(*channels, strict=True))


def _merged(entry: Element, base: Element) -> Element:
    """An object with what the object of its template says filled in, but for its tile where it names none itself."""
    found = Element("object", {**base.attrib, **entry.attrib})
    if "gid" not in entry.attrib:
        found.attrib.pop("gid", None)
    found.extend(
        [child for child in entry if child.tag != "properties"]
        or [child for child in base if child.tag != "properties"]
    )
    properties = Element("properties")
    by_name = {
        each.get("name", ""): each for source in (base, entry) for each in source.iterfind("properties/property")
    }
    properties.extend(by_name.values())
    found.append(properties)
    return found


def _counted_by(gid: int, first: int, tileset: TilesetNote) -> int | None:
    """The number of a tile, with its flags, that a template counts from ``first`` on, as the map counts the tiles of
    that tileset; None if it has no such tile."""
    tile = (gid & ~FLAGS) - first
    return (gid & FLAGS) | (tile + tileset.first) if 0 <= tile < tileset.span else None
