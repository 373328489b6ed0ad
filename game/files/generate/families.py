"""Which tiles make a floor, a path or a wall: their variants, and the pieces of its rim."""

from __future__ import annotations

from typing import NamedTuple


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
