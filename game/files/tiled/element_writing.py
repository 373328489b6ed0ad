"""Elements of a map as Tiled writes them: layers of tiles and of objects, areas of cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from game.files.errors import BadFile
from game.files.tiled.elements import MAX_POINTS
from game.files.tiled.layers import MAX_NAME
from game.files.tiled.property_writer import write_properties
from game.files.tiled.runs import blocks, ring
from game.files.tiled.schema import BY_NAME, LAYERS, Value
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

    def put(self, layer: Element, klass: str, at: Cell, name: str, said: Mapping[str, Value]) -> Element:
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
        element = self.put(layer, klass, (x, y), name, said)
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
        element = self.put(layer, klass, (x, y), name, said)
        text = " ".join(f"{(px - x) * self.size[0]},{(py - y) * self.size[1]}" for px, py in points)
        SubElement(element, "polygon", {"points": text})
        return element

    def line(self, layer: Element, corners: Sequence[Cell], name: str, said: Mapping[str, Value]) -> Element:
        """An edge from one corner of the grid to another, or on along several."""
        x, y = corners[0]
        element = self.put(layer, "Edge", corners[0], name, said)
        text = " ".join(f"{(px - x) * self.size[0]},{(py - y) * self.size[1]}" for px, py in corners)
        SubElement(element, "polyline", {"points": text})
        return element
