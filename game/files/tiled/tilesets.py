"""Tilesets of a map, embedded or in files of their own, read into plain records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import NamedTuple
from xml.etree.ElementTree import Element

from game.files.atomic import FileStamp, stamp_of
from game.files.errors import BadFile
from game.files.pictures import PictureSize
from game.files.sources import TILESETS, FoundFile, Refused, Sources
from game.files.tiled.classes import Classes
from game.files.tiled.documents import class_of, left_out, number, odd_numbers, properties_of, read_document
from game.files.tiled.map_report import Finding
from game.files.tiled.schema import Property
from game.files.tiled.shapes import Outline, outline_of

MAX_TILES = 100_000
"""Tiles in one tileset."""

MAX_SHAPES = 50
"""Collision shapes of one tile that are looked at."""

MAX_FRAMES = 100
"""Pictures of one animated tile."""

LONGEST = 3_600_000
"""Milliseconds that one picture of an animated tile may last: an hour."""

Rect = tuple[int, int, int, int]


@dataclass(frozen=True)
class FrameNote:
    """One picture of an animated tile."""

    tile: int
    """The tile of the same tileset whose picture it is."""
    lasts: int
    """Milliseconds."""


@dataclass(frozen=True)
class TileNote:
    """What a tileset says about one of its tiles."""

    klass: str = ""
    written: Mapping[str, Property] = field(default_factory=dict)
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
    frames: tuple[FrameNote, ...] = ()
    """Whose pictures it shows in turn, if it is animated."""

    @property
    def properties(self) -> dict[str, Property]:
        """All that it says."""
        return {**self.defaults, **self.written}


@dataclass(frozen=True)
class TilesetNote:
    """One tileset as a map uses it."""

    first: int
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
    tiles: Mapping[int, TileNote] = field(default_factory=dict)
    path: Path | None = None
    clear: str = ""
    """The colour that its picture is without."""
    alignment: str = ""
    """Which of its points a tile lies by that is put down as an object; bottomleft unless said."""
    klass: str = ""
    properties: Mapping[str, Property] = field(default_factory=dict)
    as_cells: bool = False
    """Whether tiles are drawn as large as a cell."""
    keeps_shape: bool = False
    """Whether tiles that are drawn in another size keep the proportion of their sides."""

    def holds(self, tile: int) -> bool:
        """Whether it has a tile of that number."""
        return tile in self.tiles or (tile >= 0 and self.columns > 0 and (self.count < 1 or tile < self.count))

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
    element: Element, base: Path, places: Sources, cell: tuple[int, int], classes: Classes
) -> tuple[TilesetNote | None, list[Finding]]:
    """One ``tileset`` element of a map, its file read if it has one, and what is to say of it.

    Where there is no file, or one that can't be read, chequered tiles as large as a ``cell`` stand for it.
    """
    first = number(element, "firstgid")
    reference = element.get("source")
    where = f"tileset {element.get('name', '') if reference is None else reference!r}"
    if reference is None:
        return _read_element(element, None, base, places, classes, first, where)
    try:
        path = places.find(reference, base, TILESETS)
        shipped = _shipped(path, places) if first > 0 and not classes.known and places.ships(path) else None
        if shipped is not None:
            places.note_again(shipped.pictures)
            return replace(shipped.note, first=first, where=where), []
        element = _external(path)
    except (Refused, BadFile) as error:
        why = f"cannot be read: {error}" if isinstance(error, BadFile) else str(error)
        told = (
            f"the tileset {why}; put it back, or in Tiled select it in the Tilesets view and replace it (the map "
            "knows it by this path only). Until then its tiles are chequered, and what they say of walls is lost"
        )
        chequered = TilesetNote(first, where, *cell, columns=1) if first > 0 else None
        return chequered, [Finding("warning", where, told)]
    return _read_element(element, path, path.parent, places, classes, first, where)


class _ShippedTileset(NamedTuple):
    """A tileset of the game's own as it was read."""

    note: TilesetNote
    pictures: tuple[FoundFile, ...]
    stamps: tuple[FileStamp | None, ...]
    """Of its file and of its pictures."""


_shipped_tilesets: dict[Path, _ShippedTileset] = {}
"""By file. Nearly every map names them, and to read them takes as long as to read all else of a small one."""


def _shipped(path: Path, places: Sources) -> _ShippedTileset | None:
    """A tileset that ships with the game, read anew only if its file or a picture was written since.

    None if something is to say of it or if it names files that do not ship with the game: what comes of that depends
    on the map that names it. Raises BadFile.
    """
    kept = _shipped_tilesets.get(path)
    if kept is None or kept.stamps != tuple(map(stamp_of, (path, *(found.path for found in kept.pictures)))):
        stamp, own = stamp_of(path), Sources(path)
        note, findings = _read_element(_external(path), path, path.parent, own, Classes(), 1, "")
        if note is None or findings or not all(places.ships(found.path) for found in own.named):
            return None
        kept = _ShippedTileset(note, own.named, (stamp, *(stamp_of(found.path) for found in own.named)))
        _shipped_tilesets[path] = kept
    return kept


def _read_element(
    element: Element, path: Path | None, base: Path, places: Sources, classes: Classes, first: int, where: str
) -> tuple[TilesetNote | None, list[Finding]]:
    """A tileset from the element that holds all that is written of it; ``path``: its own file, if it has one."""
    if first < 1 or element.tag != "tileset":
        return None, [Finding("fault", where, "this is no tileset; save it again from Tiled as .tsx")]
    size = number(element, "tilewidth"), number(element, "tileheight")
    apart = number(element, "spacing"), number(element, "margin")
    count = number(element, "tilecount")
    if count > MAX_TILES or min(*size, *apart) < 0:
        told = f"the tileset claims {count:,} tiles of an impossible size; save it anew from Tiled"
        return None, [Finding("fault", where, told)]
    offset = element.find("tileoffset")
    odd = [text for each in (element, offset) if each is not None for text in odd_numbers(each)]
    klass = class_of(element)
    bare = TilesetNote(
        first,
        where,
        *size,
        *apart,
        number(element, "columns"),
        count,
        path=path,
        klass=klass,
        properties={**classes.of(klass, "tileset"), **properties_of(element, classes.members)},
        alignment=element.get("objectalignment", ""),
        as_cells=element.get("tilerendersize") == "grid",
        keeps_shape=element.get("fillmode") == "preserve-aspect-fit",
        offset=(0, 0) if offset is None else (number(offset, "x"), number(offset, "y")),
    )
    note, findings = _with_sheet(bare, element.find("image"), base, places)
    tiles: dict[int, TileNote] = {}
    for tile in element.findall("tile"):
        identifier = number(tile, "id", -1)
        if 0 <= identifier < 2**28:
            tiles[identifier], told_of_it = _tile(tile, base, places, f"{where}, tile {identifier}", classes)
            findings += told_of_it
    note = replace(note, tiles=tiles)
    lost = [number for number, tile in tiles.items() if not all(note.holds(frame.tile) for frame in tile.frames)]
    for tile_number in lost:
        shown = tuple(frame for frame in tiles[tile_number].frames if note.holds(frame.tile))
        tiles[tile_number] = replace(tiles[tile_number], frames=shown)
        told = "its animation has pictures of tiles that the tileset does not have; they are left out"
        findings.append(Finding("warning", f"{where}, tile {tile_number}", told))
    return note, [*(Finding("warning", where, text) for text in odd), *findings]


def _picture(
    image: Element, base: Path, places: Sources, where: str
) -> tuple[Path | None, PictureSize | None, list[Finding]]:
    """A picture's file and its size in pixels, where they can be found out, and why it can't be drawn."""
    reference = image.get("source", "")
    if not reference:
        told = "a picture is stored inside the file, which is not drawn; a chequered tile stands for it"
        return None, None, [Finding("warning", where, told)]
    try:
        return *places.find_picture(reference, base), []
    except Refused as error:
        told = f"the picture {reference!r} {error}; a chequered tile stands for it"
        return None, None, [Finding("warning", where, told)]


def _with_sheet(
    note: TilesetNote, image: Element | None, base: Path, places: Sources
) -> tuple[TilesetNote, list[Finding]]:
    """A tileset with the picture that its tiles are parts of, if it has one."""
    if image is None:
        return note, []
    picture, real, findings = _picture(image, base, places, note.where)
    note = replace(note, picture=picture, clear=left_out(image.get("trans", "")))
    width, height = number(image, "width"), number(image, "height")
    # The picture itself knows its size better than a tileset that was written before somebody cropped it.
    if real and real != (width, height):
        if width > 0 and height > 0:
            told = (
                f"the picture is {real[0]} x {real[1]} px and was {width} x {height} when the tileset was saved; tiles "
                "outside of it are chequered: open the tileset in Tiled and save it again"
            )
            findings.append(Finding("warning", note.where, told))
        width, height = real
    if note.tile_width < 1 or note.tile_height < 1:
        told = "its tiles have no size; edit the tileset in Tiled and set tile width and height"
        return note, [*findings, Finding("fault", note.where, told)]
    columns, count = note.columns, note.count
    if width > 0 and columns < 1:
        columns = max(1, (width - 2 * note.margin + note.spacing) // (note.tile_width + note.spacing))
    if height > 0 and count < 1:
        rows = max(1, (height - 2 * note.margin + note.spacing) // (note.tile_height + note.spacing))
        count = min(MAX_TILES, rows * max(1, columns))
    return replace(note, columns=columns, count=count, picture_size=(width, height)), findings


def _tile(
    element: Element, base: Path, places: Sources, where: str, classes: Classes
) -> tuple[TileNote, list[Finding]]:
    picture, rect, size = None, None, (0, 0)
    findings: list[Finding] = []
    image = element.find("image")
    if image is not None:
        picture, real, findings = _picture(image, base, places, where)
        size = real or (number(image, "width"), number(image, "height"))
        if element.get("width") is not None:  # Tiled 1.9: a part of the picture
            x, y = number(element, "x"), number(element, "y")
            size = across, down = number(element, "width"), number(element, "height")
            rect = x, y, across, down
            if min(x, y) < 0 or min(across, down) < 1 or (real and (x + across > real[0] or y + down > real[1])):
                told = "it is a part of its picture that lies outside of it; a chequered tile stands for it"
                findings.append(Finding("warning", where, told))
                picture = None
    frames, told_of_frames = _frames(element, where)
    findings += told_of_frames
    shapes = list(islice((shape for group in element.findall("objectgroup") for shape in group), MAX_SHAPES))
    odd = (text for shape in shapes for text in odd_numbers(shape))
    findings += (Finding("warning", where, f"of its collision shapes: {text}") for text in odd)
    outlines = (outline_of(shape) for shape in shapes if shape.tag == "object")
    klass = class_of(element)
    tile = TileNote(
        klass,
        properties_of(element, classes.members),
        classes.of(klass, "tile"),
        picture,
        rect,
        size,
        tuple(outline for outline in outlines if outline.area),
        image is not None,
        "" if image is None else left_out(image.get("trans", "")),
        frames,
    )
    return tile, findings


def _frames(element: Element, where: str) -> tuple[tuple[FrameNote, ...], list[Finding]]:
    """The pictures that a tile shows in turn; those that can't be shown are told and left out."""
    written = element.findall("animation/frame")
    read = [FrameNote(number(frame, "tileid", -1), number(frame, "duration")) for frame in written]
    kept = tuple(frame for frame in read if frame.tile >= 0 and 1 <= frame.lasts <= LONGEST)[:MAX_FRAMES]
    if len(kept) == len(read):
        return kept, []
    told = (
        f"its animation has {len(read)} pictures, of which {len(kept)} are shown: at most {MAX_FRAMES} are, each with "
        f"the number of a tile and a duration of 1 to {LONGEST} ms; mend it in Tiled's Tile Animation Editor"
    )
    return kept, [Finding("warning", where, told)]


def _external(path: Path) -> Element:
    root = read_document(path)
    if root.tag != "tileset":
        raise BadFile(f"{path.name} holds <{root.tag}>, not <tileset>.")
    return root
