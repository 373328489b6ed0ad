"""Tilesets of a map, embedded or in files of their own, read into plain records."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

from game.files.tiled import sources, xml
from game.files.tiled.report import Findings, MapError
from game.files.tiled.schema import Property
from game.files.tiled.sources import Refused, Sources

MAX_TILES = 100_000
"""Tiles in one tileset."""

Rect = tuple[int, int, int, int]


@dataclass
class TileNote:
    """What a tileset says about one of its tiles."""

    klass: str = ""
    properties: dict[str, Property] = field(default_factory=dict)
    picture: Path | None = None
    rect: Rect | None = None
    size: tuple[int, int] = (0, 0)
    solid: float = 0.0
    """How much of the tile its collision shapes cover, 0 to 1 (by their bounding boxes)."""
    own_picture: bool = False


@dataclass
class TilesetNote:
    """One tileset as a map uses it."""

    first: int
    name: str
    where: str
    tile_width: int
    tile_height: int
    spacing: int = 0
    margin: int = 0
    columns: int = 0
    count: int = 0
    picture: Path | None = None
    picture_size: tuple[int, int] = (0, 0)
    offset: tuple[int, int] = (0, 0)
    tiles: dict[int, TileNote] = field(default_factory=dict)
    path: Path | None = None

    def rect(self, tile: int) -> Rect:
        """Where a tile of a sheet lies in its picture, in pixels."""
        columns = max(1, self.columns)
        x = self.margin + (tile % columns) * (self.tile_width + self.spacing)
        y = self.margin + (tile // columns) * (self.tile_height + self.spacing)
        return x, y, self.tile_width, self.tile_height


def properties_of(element: Element) -> dict[str, Property]:
    """The custom properties of an element; those of class-typed ones lie under ``outer.inner``."""
    found: dict[str, Property] = {}
    for group in element.findall("properties"):
        for entry in group.findall("property"):
            name, kind = entry.get("name", ""), entry.get("type", "string")
            if kind == "class":
                for inner, value in properties_of(entry).items():
                    found[f"{name}.{inner}"] = value
            else:
                found[name] = Property(kind, entry.get("propertytype", ""), entry.get("value", entry.text or "") or "")
    return found


def class_of(element: Element) -> str:
    """An element's class; Tiled writes it as ``class`` (1.9) or ``type``."""
    return (element.get("class") or element.get("type") or "").strip()


def number(element: Element, name: str, default: int = 0) -> int:
    """An attribute as a whole number; the default when absent or unreadable."""
    try:
        value = float(element.get(name, default))
        return int(value) if abs(value) < 2**53 else default
    except ValueError:
        return default


def read_tileset(element: Element, base: Path, places: Sources, findings: Findings) -> TilesetNote | None:
    """One ``tileset`` element of a map, its file read if it has one. Faults go into the findings."""
    first = number(element, "firstgid")
    reference = element.get("source")
    path: Path | None = None
    where = f"tileset {element.get('name', '')!r}"
    if reference is not None:
        where = f"tileset {reference!r}"
        try:
            path = places.find(reference, base, sources.TILESETS)
            element = _external(path)
        except Refused as error:
            findings.fault(
                where,
                f"the tileset {error}; put it back, or in Tiled select it in the Tilesets view and replace it "
                "(the map knows it by this path only)",
            )
            return None
        except MapError as error:
            findings.fault(where, f"the tileset cannot be read: {error}")
            return None
        base = path.parent
    if first < 1 or element.tag != "tileset":
        findings.fault(where, "this is no tileset; save it again from Tiled as .tsx")
        return None
    note = TilesetNote(
        first,
        element.get("name", ""),
        where,
        number(element, "tilewidth"),
        number(element, "tileheight"),
        number(element, "spacing"),
        number(element, "margin"),
        number(element, "columns"),
        number(element, "tilecount"),
        path=path,
    )
    if note.count > MAX_TILES or note.tile_width < 0 or note.tile_height < 0 or note.spacing < 0 or note.margin < 0:
        findings.fault(where, f"the tileset claims {note.count:,} tiles of an impossible size; save it anew from Tiled")
        return None
    offset = element.find("tileoffset")
    if offset is not None:
        note.offset = number(offset, "x"), number(offset, "y")
    image = element.find("image")
    if image is not None:
        _sheet(note, image, base, places, findings)
    for tile in element.findall("tile"):
        _tile(note, tile, base, places, findings)
    return note


def _picture(image: Element, base: Path, places: Sources, where: str, findings: Findings) -> Path | None:
    reference = image.get("source", "")
    if not reference:
        findings.warn(where, "a picture is stored inside the file, which is not drawn; a chequered tile stands for it")
        return None
    try:
        return places.find(reference, base, sources.PICTURES)
    except Refused as error:
        findings.warn(where, f"the picture {reference!r} {error}; a chequered tile stands for it")
        return None


def _sheet(note: TilesetNote, image: Element, base: Path, places: Sources, findings: Findings) -> None:
    note.picture = _picture(image, base, places, note.where, findings)
    width, height = number(image, "width"), number(image, "height")
    # The picture itself knows its size better than a tileset that was written before somebody cropped it.
    real = sources.picture_size(note.picture) if note.picture else None
    if real and real != (width, height):
        if width > 0 and height > 0:
            findings.warn(
                note.where,
                f"the picture is {real[0]} x {real[1]} px and was {width} x {height} when the tileset was saved; tiles "
                "outside of it are chequered: open the tileset in Tiled and save it again",
            )
        width, height = real
    if note.tile_width < 1 or note.tile_height < 1:
        findings.fault(note.where, "its tiles have no size; edit the tileset in Tiled and set tile width and height")
        return
    if width > 0 and note.columns < 1:
        note.columns = max(1, (width - 2 * note.margin + note.spacing) // (note.tile_width + note.spacing))
    if height > 0 and note.count < 1:
        rows = max(1, (height - 2 * note.margin + note.spacing) // (note.tile_height + note.spacing))
        note.count = min(MAX_TILES, rows * max(1, note.columns))
    note.picture_size = width, height


def _tile(note: TilesetNote, element: Element, base: Path, places: Sources, findings: Findings) -> None:
    identifier = number(element, "id", -1)
    if not 0 <= identifier < 2**28:
        return
    tile = TileNote(class_of(element), properties_of(element))
    image = element.find("image")
    if image is not None:
        tile.own_picture = True
        tile.picture = _picture(image, base, places, f"{note.where}, tile {identifier}", findings)
        tile.size = number(image, "width"), number(image, "height")
        if element.get("width") is not None:  # Tiled 1.9: a part of the picture
            part = tuple(number(element, name) for name in ("x", "y", "width", "height"))
            tile.rect = (part[0], part[1], part[2], part[3])
            tile.size = part[2], part[3]
    area = float(max(1, (tile.size[0] or note.tile_width) * (tile.size[1] or note.tile_height)))
    for group in element.findall("objectgroup"):
        tile.solid += sum(_box_area(shape) for shape in group.findall("object")) / area
    note.tiles[identifier] = tile


def _box_area(shape: Element) -> float:
    points = next((child.get("points", "") for child in shape if child.tag in ("polygon", "polyline")), "")
    try:
        if not points:
            return float(shape.get("width", 0)) * float(shape.get("height", 0))
        corners = [tuple(map(float, pair.split(","))) for pair in points.split()]
        xs, ys = [corner[0] for corner in corners], [corner[1] for corner in corners]
    except (ValueError, IndexError):
        return 0.0
    return (max(xs) - min(xs)) * (max(ys) - min(ys))


def _external(path: Path) -> Element:
    if path.suffix.lower() in (".tsj", ".json"):
        return _from_json(path)
    root = xml.parse(path)
    if root.tag != "tileset":
        raise MapError(f"{path.name} holds <{root.tag}>, not <tileset>.")
    return root


def _from_json(path: Path) -> Element:
    """A tileset saved as JSON, as the XML that Tiled would have written."""
    try:
        data = json.loads(xml.read_bytes(path))
    except (ValueError, RecursionError):
        raise MapError(f"{path.name} is no JSON; save the tileset as .tsx from Tiled.") from None
    if not isinstance(data, dict):
        raise MapError(f"{path.name} holds no tileset; save it as .tsx from Tiled.")
    root = Element("tileset", _flat(data))
    _json_image(root, data, "imagewidth", "imageheight")
    offset = data.get("tileoffset")
    if isinstance(offset, dict):
        root.append(Element("tileoffset", _flat(offset)))
    for tile in data.get("tiles") or []:
        if not isinstance(tile, dict):
            continue
        element = Element("tile", _flat(tile))
        _json_image(element, tile, "imagewidth", "imageheight")
        _json_properties(element, tile.get("properties"))
        group = tile.get("objectgroup")
        if isinstance(group, dict):
            shapes = Element("objectgroup")
            shapes.extend(Element("object", _flat(shape)) for shape in group.get("objects") or [])
            element.append(shapes)
        root.append(element)
    return root


def _flat(data: Any) -> dict[str, str]:
    if not isinstance(data, dict):
        return {}
    return {
        key: str(value).lower() if isinstance(value, bool) else str(value)
        for key, value in data.items()
        if isinstance(value, str | int | float)
    }


def _json_image(element: Element, data: dict[str, Any], width: str, height: str) -> None:
    if isinstance(data.get("image"), str):
        size = {"width": str(data.get(width, 0)), "height": str(data.get(height, 0))}
        element.append(Element("image", {"source": data["image"], **size}))


def _json_properties(element: Element, entries: Any) -> None:
    if isinstance(entries, list):
        group = Element("properties")
        group.extend(Element("property", _flat(entry)) for entry in entries if isinstance(entry, dict))
        element.append(group)
