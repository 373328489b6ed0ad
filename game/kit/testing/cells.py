"""Fights on cells, and fields drawn in characters."""

from __future__ import annotations

from typing import Any, TypeVar

from game.kit.testing.fight import Fight
from game.spatial.field import UNIT, Cell, Edge, Field, Terrain

S = TypeVar("S")
N = TypeVar("N")

OPEN = Field(24, 12)
"""Open ground."""

WALL = Terrain("wall", blocks_move=True, blocks_sight=True)
ROUGH = Terrain("rubble", cost=2)
CRATE = Terrain("crate", height=3 * UNIT // 5)
"""Three fifths of a cell high: three feet, where a cell has five."""


def ground(*rows: str, edges: tuple[Edge, ...] = (), **more: Any) -> Field:
    """A field drawn in characters: ``.`` floor, ``#`` wall, ``~`` rough, ``c`` a crate, digits: height in cells."""
    palette = (Terrain(), WALL, ROUGH, CRATE)
    kinds = {"#": 1, "~": 2, "c": 3}
    width = len(rows[0])
    assert all(len(row) == width for row in rows), "rows must be of one length"
    text = "".join(rows)
    return Field(
        width,
        len(rows),
        palette,
        tuple(kinds.get(sign, 0) for sign in text),
        tuple(UNIT * int(sign) if sign.isdigit() else 0 for sign in text),
        edges=edges,
        **more,
    )


CORNER = ground(
    ".....#......",
    ".....#......",
    ".....#......",
    "............",
    "............",
)
"""A wall with a way round its lower end: nobody at the top of one side sees the top of the other."""


class CellFight(Fight[S, N, Cell]):
    """A battle on cells, which a test writes as they are."""

    home = OPEN

    def place(self, where: Cell) -> Cell:
        """The cell."""
        return where

    def cell(self, where: Cell) -> Cell:
        """The cell."""
        return where

    def where(self, place: Cell) -> Cell:
        """The cell."""
        return place
