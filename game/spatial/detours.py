"""Ways round what nobody would walk into by choice: a fire, a trap."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from game.spatial.field import Cell
from game.spatial.paths import Reach, StepMasks


class Detours(Reach):
    """The places a body can walk to, by a way that keeps off shunned places wherever there is one within the budget.

    ``cost`` and ``path`` are those of the way that is taken: the cheapest that keeps off, or else the cheapest of all.
    """

    __slots__ = ("_clean", "_whole")

    def __init__(self, whole: Reach, clean: Reach) -> None:
        self.start, self.budget, self.mask, self.passed = whole.start, whole.budget, whole.mask, whole.passed
        self._steps = whole._steps
        self._whole, self._clean = whole, clean

    def cost(self, cell: Cell) -> int:
        """What the way costs that is taken. KeyError for a cell out of reach."""
        return self._way(cell).cost(cell)

    def by_cost(self) -> Iterator[tuple[int, int]]:
        """Costs, rising, each with the mask of the places that cost as much."""
        found: defaultdict[int, int] = defaultdict(int)
        for cost, places in self._clean.by_cost():
            found[cost] |= places
        for cost, places in self._whole.by_cost():
            if rest := places & ~self._clean.mask:
                found[cost] |= rest
        yield from sorted(found.items())

    def path(self, cell: Cell) -> tuple[Cell, ...]:
        """The cells of the way that is taken, the start excluded. KeyError for a cell out of reach."""
        return self._way(cell).path(cell)

    def _way(self, cell: Cell) -> Reach:
        return self._clean if cell in self._clean else self._whole


def keeping_off(steps: StepMasks, shunned: int) -> StepMasks:
    """The masks of steps for a body that enters none of some places; it may pass their corners."""
    kept = ~shunned
    costs = ((cost, cells & kept) for cost, cells in steps.costs)
    return steps._replace(stand=steps.stand & kept, costs=tuple((cost, cells) for cost, cells in costs if cells))
