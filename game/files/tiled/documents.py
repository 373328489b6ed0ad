"""Maps, tilesets and templates as Tiled writes them, XML or JSON, read as the XML they would be.

The XML is a stranger's: its parse cannot be made to read other files, expand entities or fill the memory. Elements are
read for classes, properties, numbers and outlines; whatever is no such thing is left out.

Numbers with a decimal comma, which programs of some countries write, are read as they are meant; ``odd_numbers`` tells
which those are, and which are no numbers at all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal
from xml.etree.ElementTree import Element, SubElement, TreeBuilder
from xml.parsers import expat

import msgspec

from game.display_text import LONGEST_NAME, one_line, printable, shortened
from game.files.bounded_reading import MAPS, read_bytes
from game.files.errors import BadFile
from game.files.tiled.schema import Property, number_in

LAYERS = {"tilelayer": "layer", "objectgroup": "objectgroup", "imagelayer": "imagelayer", "group": "group"}

LONGEST = 2_000_000
"""Tile numbers of one layer or chunk."""


def read_document(path: Path) -> Element:
    """The root element of a map, tileset or template. Raises BadFile with the file's name and what is wrong with it."""
    data = read_bytes(path, MAPS)
    is_json = data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"{", b"[")
    root = _Json(path.name).element(data) if is_json else parse(data, path.name)
    _make_readable(root)
    return root


def _make_readable(root: Element) -> None:
    """Make every attribute fit to be shown: names on one line of bounded length, values of properties on several."""
    for element in root.iter():
        for name, text in element.attrib.items():
            if name == "value":
                readable = text if text.isprintable() else printable(text.replace("\t", " "))
            else:
                readable = shortened(one_line(text), LONGEST_NAME) if name == "name" else one_line(text)
            if readable != text:
                element.set(name, readable)


class _Json:
    """One JSON file on its way to the XML that Tiled would have written."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.elements = 0

    def element(self, data: bytes) -> Element:
        """The root. Raises BadFile."""
        try:
            found = msgspec.json.decode(data.removeprefix(b"\xef\xbb\xbf"))
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise BadFile(
                f"{self.name}: this is no JSON ({error}); save it again from Tiled, or as .tmx or .tsx."
            ) from None
        kind = found.get("type") if isinstance(found, dict) else None
        if kind is None and isinstance(found, dict):  # Tiled before 1.0 wrote no type
            kind = "map" if "layers" in found else "tileset" if "tilewidth" in found else None
        match kind:
            case "map":
                return self._map(found)
            case "tileset":
                return self._tileset(found)
            case "template":
                return self._template(found)
        raise BadFile(f"{self.name}: this JSON holds no map, tileset or template; save it again from Tiled.")

    def _new(self, tag: str, data: dict[str, Any]) -> Element:
        """An element with all plain values of an object as attributes, and its properties."""
        self.elements += 1
        if self.elements > MAX_ELEMENTS:
            raise BadFile(f"{self.name}: the file has more than {MAX_ELEMENTS:,} objects; remove some.")
        element = Element(
            tag, {key: _text(value) for key, value in data.items() if isinstance(value, str | int | float)}
        )
        self._properties(element, data.get("properties"), data.get("propertytypes"))
        return element

    def _properties(self, element: Element, entries: Any, types: Any = None) -> None:
        if isinstance(entries, dict):  # Tiled before 1.2, and the members of a class
            named = types if isinstance(types, dict) else {}
            entries = [{"name": name, "type": named.get(name), "value": value} for name, value in entries.items()]
        found = _dicts(entries)
        group = SubElement(element, "properties") if found else element
        for entry in found:
            value = entry.get("value")
            kind = entry.get("type") or _kind(value)
            said = {"name": _text(entry.get("name", "")), "type": _text(kind)}
            if isinstance(entry.get("propertytype"), str):
                said["propertytype"] = entry["propertytype"]
            if isinstance(value, dict):
                self._properties(SubElement(group, "property", {**said, "type": "class"}), value)
            elif isinstance(value, str | int | float):
                text = str(value).lower() if isinstance(value, bool) else _text(value)
                SubElement(group, "property", {**said, "value": text})
            self.elements += 1

    def _map(self, data: dict[str, Any]) -> Element:
        root = self._new("map", data)
        for entry in _dicts(data.get("tilesets")):
            root.append(self._new("tileset", entry) if "source" in entry else self._tileset(entry))
        self._layers(root, data, 0)
        return root

    def _layers(self, parent: Element, data: dict[str, Any], depth: int) -> None:
        if depth > MAX_DEPTH:
            raise BadFile(
                f"{self.name}: groups are nested more than {MAX_DEPTH} deep; take some group layers apart in Tiled "
                "(Layer > Ungroup)."
            )
        for entry in _dicts(data.get("layers")):
            tag = LAYERS.get(str(entry.get("type")))
            if tag is None:
                continue
            layer = self._new(tag, entry)
            layer.attrib.pop("type", None)
            parent.append(layer)
            if tag == "group":
                self._layers(layer, entry, depth + 1)
            elif tag == "objectgroup":
                layer.extend(self._object(thing) for thing in _dicts(entry.get("objects")))
            elif tag == "imagelayer":
                self._image(layer, entry)
            else:
                self._data(layer, entry)

    def _data(self, layer: Element, entry: dict[str, Any]) -> None:
        chunks = _dicts(entry.get("chunks"))
        whole = entry.get("data")
        packed = any(isinstance(part.get("data"), str) for part in (entry, *chunks))
        data = SubElement(layer, "data", {"encoding": "base64" if packed else "csv"})
        layer.attrib.pop("data", None)
        if packed and isinstance(entry.get("compression"), str):
            data.set("compression", entry["compression"])
        if not chunks:
            data.text = self._gids(whole)
        for part in chunks:
            chunk = self._new("chunk", {**part, "data": None})
            chunk.text = self._gids(part.get("data"))
            data.append(chunk)

    def _gids(self, data: Any) -> str:
        if isinstance(data, str):
            return data
        if not isinstance(data, list):
            return ""
        if len(data) > LONGEST:
            raise BadFile(f"{self.name}: a layer has more than {LONGEST:,} tiles; make the map smaller.")
        return ",".join(str(gid) if isinstance(gid, int) and abs(gid) < 2**40 else "?" for gid in data)

    def _object(self, data: dict[str, Any]) -> Element:
        element = self._new("object", data)
        for flag in ("ellipse", "point", "capsule"):
            if element.attrib.pop(flag, "0") != "0":
                SubElement(element, flag)
        for line in ("polygon", "polyline"):
            if isinstance(data.get(line), list):
                points = " ".join(f"{_text(p.get('x', 0))},{_text(p.get('y', 0))}" for p in _dicts(data[line]))
                SubElement(element, line, {"points": points})
        if isinstance(data.get("text"), dict):
            SubElement(element, "text").text = _text(data["text"].get("text", ""))
        return element

    def _image(self, element: Element, data: dict[str, Any]) -> None:
        """The picture of a tileset, tile or layer, whose attributes it shares in JSON."""
        if not isinstance(element.attrib.pop("image", None), str):
            return
        image = SubElement(element, "image", {"source": _text(data.get("image", ""))})
        for name, said in (("width", "imagewidth"), ("height", "imageheight"), ("trans", "transparentcolor")):
            if said in element.attrib:
                image.set(name, element.attrib.pop(said))

    def _tileset(self, data: dict[str, Any]) -> Element:
        root = self._new("tileset", data)
        self._image(root, data)
        if isinstance(data.get("tileoffset"), dict):
            root.append(self._new("tileoffset", data["tileoffset"]))
        for tile in _tiles(data):
            element = self._new("tile", tile)
            self._image(element, tile)
            group = tile.get("objectgroup")
            if isinstance(group, dict):
                shapes = SubElement(element, "objectgroup")
                shapes.extend(self._object(shape) for shape in _dicts(group.get("objects")))
            frames = _dicts(tile.get("animation"))
            if frames:
                SubElement(element, "animation").extend(self._new("frame", frame) for frame in frames)
            root.append(element)
        return root

    def _template(self, data: dict[str, Any]) -> Element:
        root = Element("template")
        if isinstance(data.get("tileset"), dict):
            root.append(self._new("tileset", data["tileset"]))
        if isinstance(data.get("object"), dict):
            root.append(self._object(data["object"]))
        return root


def _tiles(data: dict[str, Any]) -> list[dict[str, Any]]:
    """What a tileset says about its tiles; before Tiled 1.2 by their numbers, properties apart."""
    tiles = data.get("tiles")
    if not isinstance(tiles, dict) and "tileproperties" not in data:
        return _dicts(tiles)
    found: dict[str, dict[str, Any]] = {}
    for part, key in (
        (tiles, ""),
        (data.get("tileproperties"), "properties"),
        (data.get("tilepropertytypes"), "types"),
    ):
        for number, said in (part if isinstance(part, dict) else {}).items():
            if isinstance(said, dict):
                tile = found.setdefault(number, {"id": number})
                tile.update({"propertytypes" if key == "types" else key: said} if key else said)
    return list(found.values())


def _dicts(entries: Any) -> list[dict[str, Any]]:
    """Those of a list that have fields."""
    return [entry for entry in entries if isinstance(entry, dict)] if isinstance(entries, list) else []


def _kind(value: Any) -> str:
    """The type of a property that does not say it."""
    for kind, name in ((bool, "bool"), (int, "int"), (float, "float")):
        if isinstance(value, kind):
            return name
    return "string"


def _text(value: Any) -> str:
    """A value as an attribute; a number too long to be one is nothing."""
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, int) and abs(value) > 2**63:
        return ""
    return str(value) if isinstance(value, str | int | float) else ""


MAX_DEPTH = 64
"""Elements within elements; Tiled nests group layers, and nobody needs sixty."""

MAX_ELEMENTS = 500_000

MAX_ATTRIBUTES = 1_500_000


def parse(data: bytes, name: str) -> Element:
    """The root element of XML text; raises BadFile naming ``name`` and the line."""
    builder = TreeBuilder()
    parser = expat.ParserCreate()
    parser.buffer_text = True
    depth = elements = written = 0

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal depth, elements, written
        depth += 1
        elements += 1
        written += len(attributes)
        if depth > MAX_DEPTH:
            raise BadFile(
                f"{name}: line {parser.CurrentLineNumber}: groups are nested more than {MAX_DEPTH} deep; "
                "take some group layers apart in Tiled (Layer > Ungroup)."
            )
        if elements > MAX_ELEMENTS:
            raise BadFile(f"{name}: the file has more than {MAX_ELEMENTS:,} XML elements; save its layers as CSV.")
        if written > MAX_ATTRIBUTES:
            raise BadFile(f"{name}: the file has more than {MAX_ATTRIBUTES:,} XML attributes; save its layers as CSV.")
        builder.start(tag, attributes)

    def end(tag: str) -> None:
        nonlocal depth
        depth -= 1
        builder.end(tag)

    def doctype(_name: str, _system: str | None, _public: str | None, declares: int) -> None:
        # Tiled before 0.9 wrote a bare "<!DOCTYPE map SYSTEM ...>", never fetched; what makes bombs are declarations.
        if declares:
            refuse()

    def refuse(*_: object) -> None:
        raise BadFile(f"{name}: the file's DOCTYPE makes declarations, which no map needs: save it anew from Tiled.")

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = builder.data
    parser.StartDoctypeDeclHandler = doctype
    parser.EntityDeclHandler = refuse
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise BadFile(
            f"{name}: line {error.lineno}, column {error.offset + 1}: this is not well-formed XML "
            f"({expat.errors.messages[error.code]}); save the map again from Tiled, or go back to an older copy."
        ) from error
    except (LookupError, ValueError) as error:
        if isinstance(error, BadFile):
            raise
        raise BadFile(f"{name}: the text cannot be decoded ({error}); save the file as UTF-8.") from error
    root = builder.close()
    assert isinstance(root, Element)
    return root


OutlineKind = Literal["rectangle", "ellipse", "point", "polygon", "polyline", "tile", "text"]

MAX_POINTS = 5_000
"""Vertices of one polygon or line."""

GREATEST = 1e9
"""The greatest length, in pixels."""

MEASURES = (
    *("x", "y", "width", "height", "rotation", "opacity", "offsetx", "offsety", "parallaxx", "parallaxy"),
    *("tilewidth", "tileheight", "spacing", "margin"),
)
"""Attributes that are numbers and say where something lies or how it is drawn."""

_NAMED: tuple[OutlineKind, ...] = ("ellipse", "point", "polygon", "polyline", "text")
_SHAPES: dict[str, OutlineKind] = {"capsule": "ellipse", **{shape: shape for shape in _NAMED}}

_FOUR_PARTS = re.compile(r"([+-]?\d+,\d+),([+-]?\d+,\d+)")
"""A vertex whose two numbers have decimal commas."""


def properties_of(
    element: Element, members: Callable[[str], Mapping[str, Property]] = lambda _: {}
) -> dict[str, Property]:
    """The custom properties of an element; those of class-typed ones lie under ``outer.inner``.

    ``members``: what the members of a class are where the file does not write them.
    """
    found: dict[str, Property] = {}
    for group in element.findall("properties"):
        for entry in group.findall("property"):
            name, kind, named = entry.get("name", ""), entry.get("type", "string"), entry.get("propertytype", "")
            if kind == "class":
                for inner, value in {**members(named), **properties_of(entry, members)}.items():
                    found[f"{name}.{inner}"] = value
            else:
                found[name] = Property(kind, named, one_line(entry.get("value", entry.text or "") or ""))
    return found


def class_of(element: Element) -> str:
    """An element's class; Tiled writes it as ``class`` (1.9) or ``type``."""
    return (element.get("class") or element.get("type") or "").strip()


def number(element: Element, name: str, default: int = 0) -> int:
    """An attribute as a whole number; the default when absent or unreadable."""
    value = number_in(element.get(name, ""))
    return int(value) if value is not None and abs(value) < 2**53 else default


def decimal(element: Element, name: str, default: float) -> float:
    """An attribute as a number; the default when absent, unreadable or absurd."""
    value = number_in(element.get(name, ""))
    return value if value is not None and abs(value) < GREATEST else default


def odd_numbers(element: Element) -> list[str]:
    """What is to say about numbers of an element and its outline that are not written as Tiled writes them."""
    found = []
    for name in MEASURES:
        text = element.get(name)
        if not text:
            continue
        value = number_in(text)
        if value is None or not abs(value) < GREATEST:  # nor is it below if it is nan
            found.append(
                f"{name} is {text!r}, which is no number that a map can have; it is read as if it were left out"
            )
        elif "," in text:
            found.append(f"{name} is written {text!r}, with a comma, and read as {value:g}")
    for line in element:
        if line.tag in ("polygon", "polyline"):
            text = line.get("points", "")
            if not points_of(line):
                found.append(f"the points of its {line.tag} can't be read: {text!r}; it is taken for a point")
            elif any(_FOUR_PARTS.fullmatch(pair) for pair in text.split()):
                found.append(f"the points of its {line.tag} are written with decimal commas, and read so")
    return found


def shape_of(element: Element) -> OutlineKind:
    """What kind of outline an object has that is no tile."""
    shape: OutlineKind = next((_SHAPES[child.tag] for child in element if child.tag in _SHAPES), "rectangle")
    if shape == "rectangle" and not (decimal(element, "width", 0) or decimal(element, "height", 0)):
        return "point"  # how Tiled before 1.1 wrote points
    return shape


def points_of(line: Element) -> list[tuple[float, float]]:
    """The vertices of a polygon or line; none if something else stands there.

    With decimal commas a vertex has four parts; three could be read in two ways, so they are none.
    """
    found: list[tuple[float, float]] = []
    for pair in line.get("points", "").split():
        commas = _FOUR_PARTS.fullmatch(pair)
        parts = commas.groups() if commas else tuple(pair.split(","))
        values = [number_in(part) for part in parts]
        if len(values) != 2 or values[0] is None or values[1] is None:
            return []
        found.append((values[0], values[1]))
    # Comparing refuses nan as well.
    if len(found) > MAX_POINTS or not all(abs(x) < GREATEST and abs(y) < GREATEST for x, y in found):
        return []
    return found


def colour(text: str) -> str:
    """A colour as Tiled writes it, ``#rrggbb`` or ``#aarrggbb``; nothing for what is none."""
    return text if re.fullmatch(r"#([0-9a-fA-F]{2}){3,4}", text) else ""


def left_out(text: str) -> str:
    """The colour that a picture is told to be without, as ``#rrggbb``; nothing for what is none."""
    plain = text.removeprefix("#").lower()
    return f"#{plain}" if re.fullmatch(r"[0-9a-f]{6}", plain) else ""
