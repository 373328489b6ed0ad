"""Tilesets of a map, embedded or in files of their own, read into plain records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from xml.etree.ElementTree import Element

from game.files.errors import BadFile
from game.files.pictures import Size
from game.files.sources import TILESETS, Refused, Sources
from game.files.tiled.classes import Classes
from game.files.tiled.colours import left_out
from game.files.tiled.documents import read_document
from game.files.tiled.elements import class_of, number, odd_numbers, properties_of
from game.files.tiled.report import Findings
from game.files.tiled.schema import Property
from game.files.tiled.shapes import Outline, outline_of

MAX_TILES = 100_000
"""Tiles in one tileset."""

MAX_SHAPES = 50
"""Collision shapes of one tile that are looked at."""

Rect = tuple[int, int, int, int]


@dataclass
class TileNote:
    """What a tileset says about one of its tiles."""

    klass: str = ""
    written: dict[str, Property] = field(default_factory=dict)
    """The properties that stand in the tileset."""
    defaults: Mapping[str, Property] = field(default_factory=dict)
    """Those that its class has without writing them."""
    picture: Path | None = None
    rect: Rect | None = None
    size: tuple[int, int] = (0, 0)
    shapes: tuple[Outline, ...] = ()
    """Its collision shapes, in pixels from its top left corner."""
    own_picture: bool = False
    clear: str = ""
    """The colour that its picture is without."""
    frame: int | None = None
    """The tile whose picture it begins with, if it is animated; nothing moves on a battle map."""

    @property
    def properties(self) -> dict[str, Property]:
        """All that it says."""
        return {**self.defaults, **self.written}


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
    klass: str = ""
    properties: dict[str, Property] = field(default_factory=dict)
    as_cells: bool = False
    """Whether tiles are drawn as large as a cell."""
    keeps_shape: bool = False
    """Whether tiles that are drawn in another size keep the proportion of their sides."""

    @property
    def span(self) -> int:
        """How many numbers its tiles take; of a tileset that is lost, as many as any may."""
        known = max((self.count, *(number + 1 for number in self.tiles)))
        return known if known > 0 else MAX_TILES

    def size(self, tile: int) -> tuple[int, int]:
        """How large a tile is, in pixels."""
        own = self.tiles.get(tile)
        width, height = own.size if own else (0, 0)
        return max(1, width or self.tile_width), max(1, height or self.tile_height)

    def rect(self, tile: int) -> Rect:
        """Where a tile of a sheet lies in its picture, in pixels."""
        columns = max(1, self.columns)
        x = self.margin + (tile % columns) * (self.tile_width + self.spacing)
        y = self.margin + (tile // columns) * (self.tile_height + self.spacing)
        return x, y, self.tile_width, self.tile_height


def read_tileset(
    element: Element,
    base: Path,
    places: Sources,
    findings: Findings,
    cell: tuple[int, int],
    classes: Classes,
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
    offset = element.find("tileoffset")
    for text in [text for each in (element, offset) if each is not None for text in odd_numbers(each)]:
        findings.warn(where, text)
    note.klass = class_of(element)
    note.properties = {**classes.of(note.klass, "tileset"), **properties_of(element, classes.members)}
    note.alignment = element.get("objectalignment", "")
    note.as_cells = element.get("tilerendersize") == "grid"
    note.keeps_shape = element.get("fillmode") == "preserve-aspect-fit"
    if offset is not None:
        note.offset = number(offset, "x"), number(offset, "y")
    image = element.find("image")
    if image is not None:
        _sheet(note, image, base, places, findings)
    for tile in element.findall("tile"):
        _tile(note, tile, base, places, findings, classes)
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


def _tile(
    note: TilesetNote, element: Element, base: Path, places: Sources, findings: Findings, classes: Classes
) -> None:
    identifier = number(element, "id", -1)
    if not 0 <= identifier < 2**28:
        return
    klass = class_of(element)
    tile = TileNote(klass, properties_of(element, classes.members), classes.of(klass, "tile"))
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
    shapes = list(islice((shape for group in element.findall("objectgroup") for shape in group), MAX_SHAPES))
    for text in (text for shape in shapes for text in odd_numbers(shape)):
        findings.warn(f"{note.where}, tile {identifier}", f"of its collision shapes: {text}")
    outlines = (outline_of(shape) for shape in shapes if shape.tag == "object")
    tile.shapes = tuple(outline for outline in outlines if outline.area)
    note.tiles[identifier] = tile


def _external(path: Path) -> Element:
    root = read_document(path)
    if root.tag != "tileset":
        raise BadFile(f"{path.name} holds <{root.tag}>, not <tileset>.")
    return root
