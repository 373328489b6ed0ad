"""A map that is a picture, as the map that Tiled would have written: the picture, laid under cells by its grid."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement

from game.display_text import LONGEST_NAME, one_line, shortened
from game.files.errors import BadFile
from game.files.picture_grid import FoundGrid, PictureGrid, check_grid, find_grid
from game.files.pictures import picture_kind, picture_size, read_picture
from game.files.tiled.map_report import Finding
from game.files.tiled.property_writer import write_properties
from game.files.tiled.schema import SCHEMA
from game.files.tiled.shapes import Point
from game.spatial.field import Cell


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
