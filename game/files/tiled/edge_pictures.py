"""Which pictures stand for what the game itself draws on a map: thin things between cells, for doors move in play, and
ground that was corrected, which the map's own pictures don't show."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from game import resources
from game.files.tiled.corrections import Corrections, GroundKind
from game.files.tiled.picture import Picture, PictureLayer, TileImage
from game.spatial.field import Cell, Edge, EdgeState

GROUND: dict[GroundKind, str] = {
    "blocked": "terrain/wall_top_1",
    "low cover": "terrain/crate_1",
    "high cover": "terrain/shelf",
    "rough": "terrain/rubble_loose",
    "water": "terrain/water_1",
    "thicket": "terrain/undergrowth_1",
    "pit": "terrain/ditch_1",
}
"""By kind of corrected ground a name for ``game.resources.sprite``. Open ground is shown by the map."""


class EdgePicture(msgspec.Struct, frozen=True):
    """A picture one cell square, by its top left corner in cells; the edge runs through its middle."""

    sprite: str
    """A name for ``game.resources.sprite``."""
    x: float
    y: float


@lru_cache(maxsize=4096)
def edge_pieces(edge: Edge, state: EdgeState) -> tuple[EdgePicture, ...]:
    """The pictures of an edge in that state, one for every cell of its length, from its first corner on."""
    (x1, y1), (x2, y2) = edge.a, edge.b
    across = y1 == y2
    look = f"edges/{edge.kind}_{'h' if across else 'v'}"
    if edge.kind == "door":
        look += f"_{state}"
    elif edge.kind == "portcullis":
        look += "_open" if state == "open" else "_closed"
    if across:
        return tuple(EdgePicture(look, float(x), y1 - 0.5) for x in range(x1, x2))
    return tuple(EdgePicture(look, x1 - 0.5, float(y)) for y in range(y1, y2))


def dressed(picture: Picture, origin: Cell, said: Corrections) -> Picture:
    """The picture with corrected ground drawn over its other layers, but under what is above the figures."""
    gids: dict[str, int] = {}
    tiles, grid = list(picture.tiles), [0] * (picture.width * picture.height)
    for (left, top), kind in said.ground.items():
        x, y = left - origin[0], top - origin[1]
        if kind not in GROUND or not (0 <= x < picture.width and 0 <= y < picture.height):
            continue
        if kind not in gids:
            gids[kind] = len(tiles)
            tiles.append(TileImage(resources.sprite(GROUND[kind]), width=picture.cell[0], height=picture.cell[1]))
        grid[y * picture.width + x] = gids[kind]
    if not gids:
        return picture
    layers = (*picture.layers, PictureLayer("corrected", tiles=tuple(grid)))
    return msgspec.structs.replace(picture, tiles=tuple(tiles), layers=layers)
