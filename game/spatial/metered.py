"""Reach under the metrics in which a diagonal is not one step: every second one dearer, or true lengths."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush

from game.spatial.field import Cell
from game.spatial.metric import DIRECTIONS, Metric
from game.spatial.paths import Reach, StepMasks, bits, fold, weigh


class Metered(Reach):
    """The places a body can walk to, with budget and costs in the metric's own unit, and one cheapest path to each.

    Flooded like ``Reach``, but by exact cost: one mask for each cost and parity, the cheapest first.
    """

    __slots__ = ("_levels", "metric")

    def __init__(
        self,
        steps: StepMasks,
        start: Cell,
        budget: int,
        blocked: int,
        occupied: int,
        threatened: tuple[int, ...],
        heavy: int,
        metric: Metric,
    ) -> None:
        self.start, self.budget, self.metric = start, budget, metric
        self._steps, self._threatened = steps, threatened
        self._heavy = steps.spread(heavy)
        self._at = start[1] * steps.width + start[0]
        self._may = fold(steps, blocked)
        self._levels: dict[tuple[int, int], int] = {}
        self._paths = {}
        reached = self.passed = self._flood()
        if occupied:
            reached &= ~steps.spread(occupied)
        self.mask = reached | 1 << self._at

    def _flood(self) -> int:
        """Settle costs in rising order; the mask of all places reached."""
        steps = self._steps
        costs = weigh(steps, self._heavy)
        waiting: dict[tuple[int, int], int] = {(0, 0): 1 << self._at}
        queue = [(0, 0)]
        settled = [0, 0]
        while queue:
            key = heappop(queue)
            cost, parity = key
            fresh = waiting.pop(key) & ~settled[parity]
            if not fresh:
                continue
            settled[parity] |= fresh
            self._levels[key] = fresh
            straight, across = self._spread(fresh, False), self._spread(fresh, True)
            for price, cells in costs:
                for entered, diagonal in ((straight & cells, False), (across & cells, True)):
                    more, after = self.metric.step(diagonal, price, parity)
                    new = entered & ~settled[after]
                    if not new or cost + more > self.budget:
                        continue
                    there = (cost + more, after)
                    if there not in waiting:
                        waiting[there] = 0
                        heappush(queue, there)
                    waiting[there] |= new
        return settled[0] | settled[1]

    def _spread(self, cells: int, across: bool) -> int:
        """Where one step leads from any of some places, straight or across."""
        e, s, west, n, se, sw, nw, ne = self._may
        w = self._steps.width
        if across:
            return (cells & se) << w + 1 | (cells & sw) << w - 1 | (cells & nw) >> w + 1 | (cells & ne) >> w - 1
        return (cells & e) << 1 | (cells & s) << w | (cells & west) >> 1 | (cells & n) >> w

    def cost(self, cell: Cell) -> int:
        """The cheapest way's cost in the metric's unit. KeyError for a cell out of reach."""
        bit = self._bit(cell)
        if bit >= 0:
            for (cost, _), places in self._levels.items():
                if places >> bit & 1:
                    return cost
        raise KeyError(cell)

    def by_cost(self) -> Iterator[tuple[int, int]]:
        """Costs, rising, each with the mask of the places that cost as much."""
        taken = 0
        for cost, _ in sorted(self._levels):
            for parity in (0, 1):
                places = self._levels.get((cost, parity), 0) & self.mask & ~taken
                if places:
                    taken |= places
                    yield cost, places

    def _walk(self, goal: int, cost: int) -> tuple[Cell, ...]:
        """Choose among all cheapest paths to ``goal``, working forwards over the states that lie on one."""
        on_way: dict[tuple[int, int], int] = {
            key: 1 << goal for key, places in self._levels.items() if key[0] == cost and places >> goal & 1
        }
        entries: dict[tuple[int, int, int], list[tuple[int, int, int]]] = {}
        for key in sorted(self._levels, reverse=True):
            if key[0] > cost or key not in on_way:
                continue
            for bit in bits(on_way[key]):
                entries[bit, key[0], key[1]] = found = self._entries(bit, *key)
                for number, before, parity in found:
                    came = bit - self._steps.offset(DIRECTIONS[number])
                    on_way[before, parity] = on_way.get((before, parity), 0) | 1 << came
        best: dict[tuple[int, int, int, int], tuple[int, int, tuple[int, ...]]] = {(self._at, 0, 0, -1): (0, 0, ())}
        for key in sorted(on_way):
            for bit in bits(on_way[key]):
                for number, before, parity in entries.get((bit, *key), ()):
                    came = bit - self._steps.offset(DIRECTIONS[number])
                    for last in range(-1, len(DIRECTIONS)):
                        known = best.get((came, before, parity, last))
                        if known is None:
                            continue
                        leaving = self._left(came, bit)
                        new = (known[0] + leaving, known[1] + (last not in (-1, number)), (*known[2], number))
                        old = best.get((bit, *key, number))
                        if old is None or new < old:
                            best[(bit, *key, number)] = new
        way = min(found for (bit, spent, _, _), found in best.items() if bit == goal and spent == cost)[2]
        out, bit, w = [], self._at, self._steps.width
        for number in way:
            bit += self._steps.offset(DIRECTIONS[number])
            out.append((bit % w, bit // w))
        return tuple(out)

    def _left(self, came: int, bit: int) -> int:
        """Threatened areas that a step leaves."""
        return sum([area >> came & ~(area >> bit) & 1 for area in self._threatened])

    def _entries(self, bit: int, cost: int, parity: int) -> list[tuple[int, int, int]]:
        """The last steps of cheapest ways to a state: direction, and cost and parity before it."""
        price = self._steps.cost(bit, self._heavy)
        out = []
        for number, direction in enumerate(DIRECTIONS):
            came = bit - self._steps.offset(direction)
            if came < 0 or not self._may[number] >> came & 1:
                continue
            for before in (0, 1):
                more, after = self.metric.step(number >= 4, price, before)
                if after == parity and self._levels.get((cost - more, before), 0) >> came & 1:
                    out.append((number, cost - more, before))
        return out
