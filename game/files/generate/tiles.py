"""The tiles of the tilesets that ship with the game, by the names of their pictures, with what rules read of them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import NamedTuple

from game import resources
from game.files.tiled.documents import read_document

TILESETS = ("ground", "paths", "walls", "props", "trees", "edges", "fields", "heights", "water")
"""Those that a generated map names, in this order."""


class Tile(NamedTuple):
    """One tile as it is placed on a map."""

    gid: int
    blocks: bool
    """Nobody can stand on it."""
    opaque: bool
    """Solid to the sky, to sight as to walkers."""
    height: float
    """Feet from the floor up that are solid; what is as high as that gives cover."""


class TileTable(NamedTuple):
    """All tiles of the tilesets."""

    tiles: Mapping[str, Tile]
    """By the name of the picture, without its ending."""
    first: Mapping[str, int]
    """The number of each tileset's first tile."""


@lru_cache(maxsize=1)
def tile_table() -> TileTable:
    """Read the shipped tilesets. Raises BadFile if one is damaged."""
    tiles: dict[str, Tile] = {}
    first: dict[str, int] = {}
    free = 1
    for name in TILESETS:
        root = read_document(resources.maps() / f"{name}.tsx")
        first[name] = free
        for element in root.findall("tile"):
            image = element.find("image")
            if image is not None:
                number = free + int(element.get("id", "0"))
                said = {entry.get("name"): entry.get("value", "") for entry in element.iterfind("properties/property")}
                blocks = said.get("blocks_move") == "true"
                opaque = blocks and said.get("blocks_sight") == "true"
                tile = Tile(number, blocks, opaque, float(said.get("height", "0")))
                tiles.setdefault(PurePosixPath(image.get("source", "")).stem, tile)
        free += int(root.get("tilecount", "0"))
    return TileTable(MappingProxyType(tiles), MappingProxyType(first))
