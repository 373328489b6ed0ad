"""Elements of a map as Tiled writes them: layers of tiles and of objects, areas of cells.

A map that is a picture is written so, too: as the picture, laid under cells by its grid.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from game.display_text import LONGEST_NAME, one_line, shortened
from game.files.errors import BadFile
from game.files.picture_grid import FoundGrid, PictureGrid, check_grid, find_grid
from game.files.pictures import picture_kind, picture_size, read_picture
from game.files.tiled.documents import MAX_POINTS
from game.files.tiled.layers import MAX_NAME
from game.files.tiled.map_report import Finding
from game.files.tiled.runs import blocks, ring
from game.files.tiled.schema import BY_NAME, LAYERS, SCHEMA, Value, write_properties
from game.files.tiled.shapes import Point
from game.spatial.field import Cell


def xml_file(root: Element) -> bytes:
    """The bytes of a whole file. Raises UnicodeEncodeError if a text has letters that no file can hold."""
    indent(root, " ")
    text: str = tostring(root, "unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'.encode()


def csv_rows(gids: Sequence[int], width: int) -> str:
    """Numbers of tiles, row by row, as the text of a layer's data."""
    rows = (gids[at : at + width] for at in range(0, len(gids), width))
    return "\n" + ",\n".join(",".join(map(str, row)) for row in rows) + "\n"


class ElementWriter(NamedTuple):
    """Adds layers and objects to a map."""

    size: tuple[int, int]
    """Pixels of a cell, across and down."""
    origin: Cell
    """The author's cell that is cell 0, 0."""
    layers: Iterator[int]
    """Numbers of layers that are free."""
    things: Iterator[int]
    """Numbers of objects that are free."""
    file: str
    """The map's name, for what can't be written."""

    def object_layer(self, group: Element, name: str, look: Mapping[str, str] | None = None) -> Element:
        """One of the convention's layers of objects."""
        kind = BY_NAME[str(LAYERS[name]).lower()]
        said = {"id": str(next(self.layers)), "name": name, "color": kind.colour, **(look or {})}
        return SubElement(group, "objectgroup", said)

    def add_object(self, layer: Element, klass: str, at: Cell, name: str, said: Mapping[str, Value]) -> Element:
        """An object with its corner at a corner of the grid."""
        x, y = ((at[axis] + self.origin[axis]) * self.size[axis] for axis in (0, 1))
        look = {"id": str(next(self.things)), "name": name[:MAX_NAME], "type": klass, "x": str(x), "y": str(y)}
        element = SubElement(layer, "object", {key: text for key, text in look.items() if text})
        write_properties(element, klass, said)
        return element

    def box(
        self, layer: Element, klass: str, box: tuple[int, int, int, int], said: Mapping[str, Value], name: str = ""
    ) -> Element:
        """A rectangle: its first column and row, cells across and down."""
        x, y, wide, high = box
        element = self.add_object(layer, klass, (x, y), name, said)
        element.set("width", str(wide * self.size[0]))
        element.set("height", str(high * self.size[1]))
        return element

    def area(self, layer: Element, klass: str, cells: Iterable[Cell], name: str, said: Mapping[str, Value]) -> Element:
        """A rectangle if the cells make one, else a polygon. Raises BadFile for an outline with too many corners."""
        own = list(cells)
        found = blocks(own)
        if len(found) == 1:
            left, top, right, bottom = found[0]
            return self.box(layer, klass, (left, top, right - left + 1, bottom - top + 1), said, name)
        points = ring(own)
        if len(points) > MAX_POINTS:
            raise BadFile(
                f"{self.file}: not written: {klass.lower()} {name} has {len(points):,} corners, and Tiled's areas "
                f"are read with {MAX_POINTS:,}; give it a simpler outline"
            )
        x, y = points[0]
        element = self.add_object(layer, klass, (x, y), name, said)
        text = " ".join(f"{(px - x) * self.size[0]},{(py - y) * self.size[1]}" for px, py in points)
        SubElement(element, "polygon", {"points": text})
        return element

    def line(self, layer: Element, corners: Sequence[Cell], name: str, said: Mapping[str, Value]) -> Element:
        """An edge from one corner of the grid to another, or on along several."""
        x, y = corners[0]
        element = self.add_object(layer, "Edge", corners[0], name, said)
        text = " ".join(f"{(px - x) * self.size[0]},{(py - y) * self.size[1]}" for px, py in corners)
        SubElement(element, "polyline", {"points": text})
        return element


class MapDocument(NamedTuple):
    """A map as a document, and what there is to say of how it came to it."""

    root: Element
    findings: tuple[Finding, ...]
    grid: PictureGrid | None = None
    """Where its cells lie on the picture, if it is one."""


def picture_document(path: Path, said: PictureGrid | None) -> MapDocument:
    """The map of a picture by the grid that somebody says, or else by what is found.

    Raises BadFile, NoGrid where nothing tells how large its cells are.
    """
    picture = picture_size(path, whole=True)
    if said is not None:
        try:
            check_grid(said, picture)
        except BadFile as error:
            raise BadFile(f"{path.name}: {error}; battlemat grid {path.name} tells what is found") from error
    grid, how, guessed = find_grid(path) if said is None else FoundGrid(said, "as its corrections say", False)
    cell = max(1, round(min(grid.cell)))
    root = map_root(grid.size, cell, path.stem)
    lengths = picture[0] / grid.cell[0], picture[1] / grid.cell[1]
    add_picture(root, path.name, cell, lengths, (-grid.origin[0] / grid.cell[0], -grid.origin[1] / grid.cell[1]))
    return MapDocument(root, tuple(_told(path, FoundGrid(grid, how, guessed))), grid)


def _told(path: Path, found: FoundGrid) -> list[Finding]:
    findings = [Finding("guess" if found.guessed else "note", "", f"the grid: {found.grid}, {found.how}")]
    told = "read from a picture, which says nothing of walls, doors and heights: they are painted in the map doctor"
    findings.append(Finding("note", "", told))
    kind, ending = picture_kind(read_picture(path, whole=True)), path.suffix.lower().replace("jpeg", "jpg")
    if kind != ending:
        findings.append(Finding("note", "", f"its name ends in {path.suffix}, and it is a picture of kind {kind}"))
    return findings


def map_root(size: Cell, cell: int, name: str) -> Element:
    """A map of so many columns and rows, with so many pixels to a cell, called like its file."""
    root = Element(
        "map",
        {
            "version": "1.8",
            "orientation": "orthogonal",
            "width": str(size[0]),
            "height": str(size[1]),
            **{name: str(cell) for name in ("tilewidth", "tileheight")},
            "class": "BattleMap",
        },
    )
    title = shortened(one_line(name), LONGEST_NAME)
    write_properties(root, "BattleMap", {"schema": SCHEMA, "title": title})
    return root


def add_picture(root: Element, file: str, cell: int, size: Point, offset: Point) -> None:
    """The picture under a map, drawn as large as ``size`` says, in cells, however many pixels it has; its corner lies
    ``offset`` cells off the map's."""
    places = {name: f"{length * cell:g}" for name, length in zip(("offsetx", "offsety"), offset, strict=True)}
    layer = SubElement(root, "imagelayer", {"id": "1", "name": "picture", **places})
    look = {name: str(max(1, round(length * cell))) for name, length in zip(("width", "height"), size, strict=True)}
    SubElement(layer, "image", {"source": file, **look})
