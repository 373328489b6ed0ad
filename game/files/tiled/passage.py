"""Who can get where: a plain flood over the field, walls heeded, doors taken as passable.

This is for checking maps, not for play: a shut door is passable because it can be opened, a low wall because it can be
climbed. Steps go to the four sides only, which reaches all that diagonal steps reach, as those may not cut corners.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence, Sized

from game.spatial.field import Cell, Edge, Field
from game.spatial.metric import CLIMB
from game.spatial.paths import blocks_walking, kinds, surfaces

LEAST_GROUND = 24
"""Cells of connected ground that two squads need about."""

INNER = 1 / 8
"""The share of the ground outside that ground within must be at least: a hut on a meadow is smaller."""

ROUND = 1 / 2
"""The share of the rim of the map from which on ground runs round the rest."""

OPENABLE = ("door", "portcullis")
SIDES: tuple[Cell, ...] = ((1, 0), (0, 1), (-1, 0), (0, -1))


def sides_of(edge: Edge) -> Iterable[tuple[Cell, Cell]]:
    """The pairs of cells that an edge parts, one for every cell's length; some may lie off the map."""
    (x1, y1), (x2, y2) = edge.a, edge.b
    if x1 == x2:
        return [((x1 - 1, y), (x1, y)) for y in range(y1, y2)]
    return [((x, y1 - 1), (x, y1)) for x in range(x1, x2)]


def rim_of(width: int, height: int) -> list[Cell]:
    """The outermost cells of a map, row by row."""
    return [(x, y) for y in range(height) for x in range(width) if x in (0, width - 1) or y in (0, height - 1)]


class WalkGraph:
    """A field seen as cells one can stand on and steps one can take."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.shut: set[tuple[Cell, Cell]] = set()
        for edge in field.edges:
            if edge.kind not in OPENABLE and blocks_walking(edge, CLIMB):
                for a, b in sides_of(edge):
                    self.shut.add((a, b))
                    self.shut.add((b, a))
        self.ramps = frozenset(field.ramps)
        solid = [terrain.blocks_move for terrain in field.palette]
        self._solid = [solid[kind] for kind in kinds(field).tolist()]
        self._height: list[int] = surfaces(field).ravel().tolist()

    def on_map(self, cell: Cell) -> bool:
        """Whether a cell is on the map."""
        return 0 <= cell[0] < self.field.width and 0 <= cell[1] < self.field.height

    def open(self, cell: Cell) -> bool:
        """Whether one can stand on a cell."""
        x, y = cell
        width, height = self.field.width, self.field.height
        return 0 <= x < width and 0 <= y < height and not self._solid[y * width + x]

    def steps(self, cell: Cell) -> list[Cell]:
        """The cells one step away."""
        found = []
        x, y = cell
        width, height, here = self.field.width, self.field.height, self._height[y * self.field.width + x]
        for dx, dy in SIDES:
            other = x + dx, y + dy
            if not (0 <= other[0] < width and 0 <= other[1] < height):
                continue
            index = other[1] * width + other[0]
            if self._solid[index] or (cell, other) in self.shut:
                continue
            if -CLIMB <= self._height[index] - here <= CLIMB or cell in self.ramps or other in self.ramps:
                found.append(other)
        return found

    def flood(self, start: Iterable[Cell]) -> dict[Cell, int]:
        """Every cell that can be reached and the number of steps to it, nearest first."""
        far: dict[Cell, int] = {cell: 0 for cell in start if self.open(cell)}
        queue = deque(far)
        while queue:
            cell = queue.popleft()
            for other in self.steps(cell):
                if other not in far:
                    far[other] = far[cell] + 1
                    queue.append(other)
        return far

    def regions(self) -> list[dict[Cell, int]]:
        """Connected pieces of open ground, the largest first."""
        seen: set[Cell] = set()
        found = []
        for y in range(self.field.height):
            for x in range(self.field.width):
                if (x, y) not in seen and self.open((x, y)):
                    region = self.flood([(x, y)])
                    seen.update(region)
                    found.append(region)
        return sorted(found, key=len, reverse=True)

    def grounds(self) -> list[dict[Cell, int]]:
        """The same, but where the largest runs round the map, and most of what it encloses hangs together and can't be
        reached from it, that ground goes before it."""
        regions = self.regions()
        rim = set(rim_of(self.field.width, self.field.height))
        if regions and sum(cell in regions[0] for cell in rim) >= ROUND * len(rim):
            within = [each for each in regions if rim.isdisjoint(each)]
            if is_place(within, INNER * len(regions[0])):
                regions.remove(within[0])
                regions.insert(0, within[0])
        return regions

    def far_ends(
        self, grounds: Sequence[dict[Cell, int]], one: tuple[Cell, ...]
    ) -> tuple[tuple[Cell, ...], tuple[Cell, ...]] | None:
        """Two far ends of the first ground, cells nearest to each end first; the first end can be given, and the ground
        with it."""
        if not grounds or len(grounds[0]) < 2:
            return None
        region = next((ground for ground in grounds if any(cell in ground for cell in one)), grounds[0])
        near = [cell for cell in one if cell in region] or [list(self.flood([next(iter(region))]))[-1]]
        away = list(self.flood(near))[-1]
        first, second = list(self.flood(near)), list(self.flood([away]))
        half = max(1, len(region) // 3)
        return tuple(first[:half]), tuple(second[:half])


def is_place(pieces: Sequence[Sized], least: float) -> bool:
    """Whether the largest, the first, of pieces of ground is one to fight on, of so many cells at least: two squads
    have room, and it is more than half of all. The houses of a village are not."""
    return bool(pieces) and len(pieces[0]) >= max(LEAST_GROUND, least) and 2 * len(pieces[0]) > sum(map(len, pieces))
