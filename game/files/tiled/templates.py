"""Templates of objects: what an object takes from one, and the number of its tile as the map counts."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from game.files.tiled.data import FLAGS
from game.files.tiled.tilesets import TilesetNote

FIRST_BROUGHT = 1 << 24
"""The first number of tiles whose tileset only a template has: above all that maps use for their own."""

LAST_GID = 1 << 28
"""Numbers of tiles end here; what lies above are flags."""


def merged(entry: Element, base: Element) -> Element:
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


def counted_by(gid: int, first: int, tileset: TilesetNote) -> int | None:
    """The number of a tile, with its flags, that a template counts from ``first`` on, as the map counts the tiles of
    that tileset; None if it has no such tile."""
    tile = (gid & ~FLAGS) - first
    return (gid & FLAGS) | (tile + tileset.first) if 0 <= tile < tileset.span else None
