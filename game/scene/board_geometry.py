"""Where places are on the board, whatever a ruleset means by a place: cells of the grid, zones with their borders.

Everything that is drawn, pointed at or told of places goes through a BoardGeometry, so that nothing above asks which
kind a battle is on. ``on_cells`` and ``on_zones`` are the kinds there are, ``places`` knows which a ruleset wants.
Spots are in cells, with fractions: cell (x, y) has its middle at (x + 0.5, y + 0.5).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from game.rules.events import Id
from game.spatial.field import Cell
from game.spatial.places import Place
from game.spatial.sight import Sight
from game.spatial.space import Space

Spot = tuple[float, float]
"""A place on the map, in cells; cell (x, y) has its middle at (x + 0.5, y + 0.5)."""


P = TypeVar("P")

VisibleCells = npt.NDArray[np.bool_]
"""What is seen of a map, height x width."""


@dataclass(frozen=True, slots=True)
class Pointed:
    """What the pointer or the board's cursor is on."""

    cell: Cell
    places: tuple[Place, ...] = ()
    """The places that may be meant, the likeliest first."""
    token: Id | None = None


@dataclass(frozen=True, slots=True)
class Placement:
    """Where a token is drawn."""

    spot: Spot
    """Its top left corner, in cells."""
    scale: float = 1.0
    """Its size, of what it would be on a cell of its own."""
    cell: Cell = (0, 0)
    """The cell it stands on, as far as one cell can be named; of a large body the top left one."""


PlacedBody: TypeAlias = "tuple[P, Cell, int]"
"""Somebody's place, the cell it is drawn on, and its size."""

Corners = npt.NDArray[np.int8]
"""For each cell of a map how many corners of a body there are seen, height x width; less than 0 for none of it."""


class BoardGeometry(Protocol[P]):
    """The places of one map as the board shows them."""

    melee: int
    """Less than so many cells lie between the bodies of two who fight hand to hand."""
    hint: str
    """The name of the hint that explains such places to a newcomer; empty if none is needed."""
    numbered: bool
    """Whether places are told by column and row."""

    @property
    def places(self) -> tuple[P, ...]:
        """All places, in a fixed order: every cell; every zone, then every border."""
        ...

    @property
    def labelled(self) -> tuple[P, ...]:
        """The places whose names are written on the map."""
        ...

    # -- in words

    def name(self, place: P) -> str:
        """A place in words."""
        ...

    def title(self, place: P) -> str:
        """The name that a place bears on the map, empty if it has none of its own."""
        ...

    def tell(self, space: Space, place: P, held: int) -> list[str]:
        """A place in a few phrases: its name, then room and whatever else it has. ``held``: how much room is taken.

        ``space`` is the map with its doors as they are.
        """
        ...

    def in_short(self, place: P, held: int) -> list[str]:
        """The same under the place's name on the map."""
        ...

    # -- on the board

    def middle(self, place: P) -> Spot:
        """Where a place is."""
        ...

    def inside(self, place: P) -> Spot:
        """A spot that surely lies in a place: where a way through it is drawn."""
        ...

    def cell(self, place: P) -> Cell:
        """The cell that stands for a place."""
        ...

    def cells(self, place: P) -> tuple[Cell, ...]:
        """The ground of a place; none for a border."""
        ...

    def ground(self, cells: Iterable[Cell]) -> frozenset[Cell]:
        """The ground of all places that some cells lie in."""
        ...

    def lying(self, place: P, number: int) -> Spot:
        """Where a thing that lies in a place is drawn, the ``number``-th there from 0."""
        ...

    def round(self, at: Cell, size: int, reach: int) -> frozenset[Cell]:
        """The cells within ``reach`` cells of a body, if distances are counted in cells; else none."""
        ...

    def sight(self, space: Space, a: PlacedBody[P], b: PlacedBody[P]) -> Sight | bool:
        """How one body sees another: with a proof where sight runs from cell to cell, else whether it does at all."""
        ...

    def glance(self, space: Space, a: PlacedBody[P], b: PlacedBody[P]) -> tuple[int, list[str]] | None:
        """How one body would see another, in corners of it from 0 to 8, and in a few words; None if not at all."""
        ...

    def cover(self, space: Space, at: Cell, size: int) -> Corners | None:
        """How well bodies in all cells are seen from one; None where all in one place see alike."""
        ...

    def seen(self, space: Space, bodies: Sequence[PlacedBody[P]], lit: int | None = None) -> VisibleCells:
        """What bodies see together, each given by its place, its cell and its size.

        ``lit``: the cells in light, as a mask, where a ruleset tells of them; else the map does.
        """
        ...

    # -- ways

    def passing(self, place: P, size: int) -> Spot:
        """The spot of a place that a body on its way through goes by."""
        ...

    def between(self, start: P, end: P) -> tuple[P, ...]:
        """The places that a step leads through without stopping on them: the border between two zones."""
        ...

    def rim(self, places: Sequence[P]) -> list[P]:
        """Those of some places from which a step could lead out of them."""
        ...

    # -- tokens

    def alone(self, place: P) -> Spot | None:
        """Where whoever is in a place is sure to be drawn; None if several may share it."""
        ...

    def close(self, a: P, b: P) -> bool:
        """Whether bodies in two places could be in each other's way."""
        ...

    def layout(self, place: P, size: int) -> Iterator[tuple[Placement, float]]:
        """Where a body may be drawn in a place, one at least, each with what speaks against it."""
        ...

    def spots(self, place: P) -> Iterator[Spot]:
        """Spots of a place that the pointer takes for it, one at least."""
        ...

    # -- pointing

    def outlined(self, places: Sequence[P]) -> Sequence[P]:
        """Those of the places pointed at that are outlined and told of; none where their ground shows what they are."""
        ...

    def bracketed(self, cell: Cell, token: Spot | None) -> Spot | None:
        """Where the brackets of the keys' cursor go: ``cell`` is what it is on, ``token`` where one on it is drawn."""
        ...

    def under(self, spot: Spot) -> tuple[P, ...]:
        """The places that a spot of the board may mean, the likeliest first."""
        ...

    def beside(self, place: P, way: tuple[int, int]) -> P:
        """The place that an arrow key leads to (``way`` is columns and rows); the same one at the rim."""
        ...


AnyGeometry: TypeAlias = BoardGeometry[Any]
