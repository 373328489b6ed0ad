"""Tilesets of a map, embedded or in files of their own, read into plain records."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from xml.etree.ElementTree import Element

from game.files.errors import BadFile
from game.files.pictures import Size
from game.files.sources import TILESETS, Refused, Sources
from game.files.tiled.colours import left_out
from game.files.tiled.documents import read_document
from game.files.tiled.report import Findings
from game.files.tiled.schema import Property

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
    clear: str = ""
    """The colour that its picture is without."""
    frame: int | None = None
    """The tile whose picture it begins with, if it is animated; nothing moves on a battle map."""


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
    clear: str = ""
    """The colour that its picture is without."""
    alignment: str = ""
    """Which of its points a tile lies by that is put down as an object; bottomleft unless said."""
    fits: str = ""
    """Whether tiles are drawn as large as a cell: stretched, or with their sides in proportion, or not."""

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


def read_tileset(
    element: Element, base: Path, places: Sources, findings: Findings, cell: tuple[int, int]
) -> TilesetNote | None:
    """One ``tileset`` element of a map, its file read if it has one. Faults go into the findings.

    Where there is no file, or one that can't be read, chequered tiles as large as a ``cell`` stand for it.
    """
    first = number(element, "firstgid")
    reference = element.get("source")
    path: Path | None = None
    where = f"tileset {element.get('name', '')!r}"
    if reference is not None:
        where = f"tileset {reference!r}"
        try:
            path = places.find(reference, base, TILESETS)
            element = _external(path)
        except (Refused, BadFile) as error:
            why = f"cannot be read: {error}" if isinstance(error, BadFile) else str(error)
            findings.warn(
                where,
                f"the tileset {why}; put it back, or in Tiled select it in the Tilesets view and replace it (the map "
                "knows it by this path only). Until then its tiles are chequered, and what they say of walls is lost",
            )
            return TilesetNote(first, "", where, *cell, columns=1) if first > 0 else None
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
    note.alignment = element.get("objectalignment", "")
    if element.get("tilerendersize") == "grid":
        note.fits = element.get("fillmode", "stretch")
    offset = element.find("tileoffset")
    if offset is not None:
        note.offset = number(offset, "x"), number(offset, "y")
    image = element.find("image")
    if image is not None:
        _sheet(note, image, base, places, findings)
    for tile in element.findall("tile"):
        _tile(note, tile, base, places, findings)
    return note


def _picture(
    image: Element, base: Path, places: Sources, where: str, findings: Findings
) -> tuple[Path | None, Size | None]:
    """A picture's file and its size in pixels, where they can be found out. What can't be drawn is told."""
    reference = image.get("source", "")
    if not reference:
        findings.warn(where, "a picture is stored inside the file, which is not drawn; a chequered tile stands for it")
        return None, None
    try:
        return places.find_picture(reference, base)
    except Refused as error:
        findings.warn(where, f"the picture {reference!r} {error}; a chequered tile stands for it")
        return None, None


def _sheet(note: TilesetNote, image: Element, base: Path, places: Sources, findings: Findings) -> None:
    note.picture, real = _picture(image, base, places, note.where, findings)
    note.clear = left_out(image.get("trans", ""))
    width, height = number(image, "width"), number(image, "height")
    # The picture itself knows its size better than a tileset that was written before somebody cropped it.
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
        tile.clear = left_out(image.get("trans", ""))
        tile.picture, real = _picture(image, base, places, f"{note.where}, tile {identifier}", findings)
        tile.size = real or (number(image, "width"), number(image, "height"))
        if element.get("width") is not None:  # Tiled 1.9: a part of the picture
            tile.rect = x, y, across, down = (
                number(element, "x"),
                number(element, "y"),
                number(element, "width"),
                number(element, "height"),
            )
            if min(x, y) < 0 or min(across, down) < 1 or (real and (x + across > real[0] or y + down > real[1])):
                findings.warn(
                    f"{note.where}, tile {identifier}",
                    "it is a part of its picture that lies outside of it; a chequered tile stands for it",
                )
                tile.picture = None
            tile.size = across, down
    frame = element.find("animation/frame")
    if frame is not None:
        tile.frame = number(frame, "tileid", identifier)
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
    root = read_document(path)
    if root.tag != "tileset":
        raise BadFile(f"{path.name} holds <{root.tag}>, not <tileset>.")
    return root
