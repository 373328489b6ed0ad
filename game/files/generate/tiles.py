"""The tiles of the shipped tilesets, with what rules read of them, and which make a floor, a path or a wall."""

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


# --- what is made of several ---


class FloorFamily(NamedTuple):
    """Tiles of one floor: the usual ones, and those that lie between them now and then."""

    usual: tuple[str, ...]
    rare: tuple[str, ...] = ()


class PatchFamily(NamedTuple):
    """Tiles of a patch on another floor: within, and along its rim with corners that point out and in."""

    within: tuple[str, ...]
    edge: tuple[str, ...]
    outer: str
    inner: str


class WallFamily(NamedTuple):
    """Tiles of a wall one cell thick: with a face where the cell south of it is open, else seen from above."""

    face: tuple[str, ...]
    top: tuple[str, ...]


def _numbered(name: str, count: int) -> tuple[str, ...]:
    return tuple(f"{name}_{number}" for number in range(1, count + 1))


FLOORS = {
    "grass": FloorFamily(_numbered("grass", 5), ("grass_flowers",)),
    "forest": FloorFamily(_numbered("forest_floor", 4)),
    "stone": FloorFamily(_numbered("floor_stone", 4), ("floor_stone_cracked", "floor_stone_mossy")),
    "cellar": FloorFamily(_numbered("floor_cellar", 3), ("floor_cellar_wet",)),
    "boards": FloorFamily(_numbered("floor_wood", 3)),
    "walk": FloorFamily(_numbered("walk", 2)),
    "tower": FloorFamily(_numbered("tower_floor", 3)),
}
"""By name, what a whole map or a room lies on."""


def _patch(name: str, within: int, edges: int = 1) -> PatchFamily:
    edge = _numbered(f"{name}_edge", edges) if edges > 1 else (f"{name}_edge",)
    return PatchFamily(_numbered(name, within), edge, f"{name}_outer", f"{name}_inner")


PATCHES = {
    "road": _patch("road", 5, 3),
    "ditch": _patch("ditch", 2),
    "scree": _patch("scree", 3),
    "bank": _patch("bank", 2),
    "water": _patch("water", 2),
    "ford": _patch("ford", 2),
    "river": _patch("river", 2),
    "plough": _patch("plough", 2),
    "wheat": _patch("wheat", 2),
    "heather": _patch("heather", 2),
    "glade": _patch("glade", 0)._replace(within=_numbered("grass", 5)),
}
"""By name, what lies on a floor with a rim of its own."""

WALLS = {
    "stone": WallFamily(_numbered("wall", 3), _numbered("wall_top", 4)),
    "brick": WallFamily(_numbered("brick", 3), _numbered("brick_top", 4)),
    "earth": WallFamily(_numbered("earth", 2), _numbered("earth", 2)),
    "tree": WallFamily((*_numbered("tree", 3), "tree_pine"), (*_numbered("tree", 3), "tree_pine")),
    "hedge": WallFamily(_numbered("hedge", 4), _numbered("hedge", 4)),
}
"""By name, what fills a cell up to the sky, and hedges, which are drawn like them."""
