"""Maps, tilesets and templates as Tiled writes them, XML or JSON, read as the XML they would be."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, SubElement

import msgspec

from game.display_text import LONGEST_NAME, one_line, printable, shortened
from game.files.bounded_reading import MAPS, read_bytes
from game.files.errors import BadFile
from game.files.tiled import xml

LAYERS = {"tilelayer": "layer", "objectgroup": "objectgroup", "imagelayer": "imagelayer", "group": "group"}

LONGEST = 2_000_000
"""Tile numbers of one layer or chunk."""


def read_document(path: Path) -> Element:
    """The root element of a map, tileset or template. Raises BadFile with the file's name and what is wrong with it."""
    data = read_bytes(path, MAPS)
    is_json = data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"{", b"[")
    root = _Json(path.name).element(data) if is_json else xml.parse(data, path.name)
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
        if self.elements > xml.MAX_ELEMENTS:
            raise BadFile(f"{self.name}: the file has more than {xml.MAX_ELEMENTS:,} objects; remove some.")
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
        if depth > xml.MAX_DEPTH:
            raise BadFile(
                f"{self.name}: groups are nested more than {xml.MAX_DEPTH} deep; take some group layers apart in Tiled "
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
