"""Where places are on the board, whatever a ruleset means by a place: cells of the grid, zones with their borders.

Everything that is drawn, pointed at or told of places goes through a Whereabouts, so that nothing above asks which
kind a battle is on. ``on_cells`` and ``on_zones`` are the kinds there are, ``place_kinds`` knows which a ruleset wants.
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
from game.spatial.space import Space
from game.view.camera import Spot

P = TypeVar("P")

Seen = npt.NDArray[np.bool_]
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


class BoardGeometry(Protocol[P]):
    """The places of one map as the board shows them."""

    exact: bool
    """Whether sight and cover run from cell to cell, so that lines can be proved; else all in one place see alike."""
    melee: int
    """How many cells apart two who fight hand to hand may be drawn."""
    hint: str
    """The name of the hint that explains such places to a newcomer; empty if none is needed."""

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

    def sees(self, space: Space, a: P, b: P) -> bool:
        """Whether somebody in one place sees somebody in another."""
        ...

    def seen(self, space: Space, bodies: Sequence[tuple[P, Cell, int]]) -> Seen:
        """What bodies see together, each given by its place, its cell and its size."""
        ...

    # -- ways

    def far(self, space: Space, a: P, b: P) -> list[str]:
        """How far apart two places are, for something that flies; nothing where that is plain to see."""
        ...

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

    def under(self, spot: Spot) -> tuple[P, ...]:
        """The places that a spot of the board may mean, the likeliest first."""
        ...

    def beside(self, place: P, way: tuple[int, int]) -> P:
        """The place that an arrow key leads to (``way`` is columns and rows); the same one at the rim."""
        ...


AnyGeometry: TypeAlias = BoardGeometry[Any]
