"""Which pictures stand for the thin things between cells. Doors move in play, so the game draws edges, not the map."""

from __future__ import annotations

import msgspec

from game.spatial.field import Edge, EdgeState


class Piece(msgspec.Struct, frozen=True):
    """A picture one cell square, by its top left corner in cells; the edge runs through its middle."""

    sprite: str
    """A name for ``game.resources.sprite``."""
    x: float
    y: float


def edge_pieces(edge: Edge, state: EdgeState) -> tuple[Piece, ...]:
    """The pictures of an edge in that state, one for every cell of its length, from its first corner on."""
    (x1, y1), (x2, y2) = edge.a, edge.b
    across = y1 == y2
    look = f"edges/{edge.kind}_{'h' if across else 'v'}"
    if edge.kind == "door":
        look += f"_{state}"
    elif edge.kind == "portcullis":
        look += "_open" if state == "open" else "_closed"
    if across:
        return tuple(Piece(look, float(x), y1 - 0.5) for x in range(x1, x2))
    return tuple(Piece(look, x1 - 0.5, float(y)) for y in range(y1, y2))
