"""Places that are cells of the grid."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from game.scene.board_geometry import Corners, PlacedBody, Placement, Spot, VisibleCells
from game.spatial.field import Cell
from game.spatial.places import written
from game.spatial.sight import Sight
from game.spatial.space import Space


class OnCells:
    """The cells of one map as the board shows them."""

    melee = 2  # cells between two bodies: whoever has a long reach strikes so far
    hint = ""
    numbered = True

    def __init__(self, space: Space) -> None:
        self.space = space

    @property
    def places(self) -> tuple[Cell, ...]:
        """Every cell, row by row."""
        return tuple((x, y) for y in range(self.space.height) for x in range(self.space.width))

    @property
    def labelled(self) -> tuple[Cell, ...]:
        """None: a cell has no name of its own."""
        return ()

    def name(self, place: Cell) -> str:
        """Column and row."""
        return written(place)

    def title(self, place: Cell) -> str:
        """None: a cell has no name of its own."""
        return ""

    def tell(self, space: Space, place: Cell, held: int) -> list[str]:
        """Column and row."""
        return [self.name(place)]

    def in_short(self, place: Cell, held: int) -> list[str]:
        """Nothing: a cell holds one body, which is seen."""
        return []

    def middle(self, place: Cell) -> Spot:
        """The middle of the cell."""
        return place[0] + 0.5, place[1] + 0.5

    def inside(self, place: Cell) -> Spot:
        """The middle of the cell."""
        return self.middle(place)

    def cell(self, place: Cell) -> Cell:
        """The place itself."""
        return place

    def cells(self, place: Cell) -> tuple[Cell, ...]:
        """The place itself."""
        return (place,)

    def ground(self, cells: Iterable[Cell]) -> frozenset[Cell]:
        """These cells."""
        return frozenset(cells)

    def lying(self, place: Cell, number: int) -> Spot:
        """The middle of the cell."""
        return self.middle(place)

    def round(self, at: Cell, size: int, reach: int) -> frozenset[Cell]:
        """The square of cells round a body, as far as it lies on the map, without the body's own."""
        across = range(max(0, at[0] - reach), min(self.space.width, at[0] + size + reach))
        down = range(max(0, at[1] - reach), min(self.space.height, at[1] + size + reach))
        return frozenset((x, y) for y in down for x in across) - set(self.space.footprint(at, size))

    def sight(self, space: Space, a: PlacedBody[Cell], b: PlacedBody[Cell]) -> Sight | bool:
        """The proof of what one body sees of another."""
        return space.sight(a[0], b[0], a[2], b[2])

    def glance(self, space: Space, a: PlacedBody[Cell], b: PlacedBody[Cell]) -> tuple[int, list[str]] | None:
        """Corners of one body that the other sees, and the other way round, unless they are all there are."""
        there = space.corners_seen(a[0], b[0], a[2], b[2])
        if there < 0:
            return None
        back = space.corners_seen(b[0], a[0], b[2], a[2])
        words = [f"sees {there}/8"] * (there < 8) + [f"seen {max(back, 0)}/8"] * (back < 8)
        return there, words

    def cover(self, space: Space, at: Cell, size: int) -> Corners | None:
        """The whole field of sight from a cell."""
        return space.field_of_view(at, size).corners

    def seen(self, space: Space, bodies: Sequence[PlacedBody[Cell]], lit: int | None = None) -> VisibleCells:
        """The cells to which one of them has a line of sight: in the dark there may be nothing to see there."""
        views = [space.field_of_view(cell, size).seen for _, cell, size in bodies]
        seen: VisibleCells = np.logical_or.reduce([np.zeros((space.height, space.width), np.bool_), *views])
        return seen

    def passing(self, place: Cell, size: int) -> Spot:
        """The middle of the body, its top left corner on the cell."""
        return place[0] + size / 2, place[1] + size / 2

    def between(self, start: Cell, end: Cell) -> tuple[Cell, ...]:
        """None: a way names every cell."""
        return ()

    def rim(self, places: Sequence[Cell]) -> list[Cell]:
        """Cells beside which there is one that is not among them."""
        inner, steps = frozenset(places), [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        return [(x, y) for x, y in places if any((x + dx, y + dy) not in inner for dx, dy in steps)]

    def alone(self, place: Cell) -> Spot | None:
        """The middle of the cell."""
        return self.middle(place)

    def close(self, a: Cell, b: Cell) -> bool:
        """No two bodies share ground."""
        return False

    def layout(self, place: Cell, size: int) -> Iterator[tuple[Placement, float]]:
        """The cell, at full size."""
        yield Placement((float(place[0]), float(place[1])), 1.0, place), 0.0

    def spots(self, place: Cell) -> Iterator[Spot]:
        """The middle of the cell."""
        yield self.middle(place)

    def outlined(self, places: Sequence[Cell]) -> Sequence[Cell]:
        """None: the ground of a cell is seen, and the cursor has brackets of its own."""
        return ()

    def bracketed(self, cell: Cell, token: Spot | None) -> Spot | None:
        """The cell."""
        return cell

    def under(self, spot: Spot) -> tuple[Cell, ...]:
        """The cell."""
        cell = (int(spot[0] // 1), int(spot[1] // 1))
        return (cell,) if self.space.inside(cell) else ()

    def beside(self, place: Cell, way: tuple[int, int]) -> Cell:
        """The next cell."""
        x = max(0, min(self.space.width - 1, place[0] + way[0]))
        return x, max(0, min(self.space.height - 1, place[1] + way[1]))
