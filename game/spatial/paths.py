"""Where a body can walk: the map as bit masks in plain integers, flooded a cell of movement at a time.

Bit ``y * width + x`` stands for a cell; for a body of size k the cell is the top-left of its k x k footprint.
Only the metric "every step 1" is flooded here; the others need the parity or the length: see ``Metered``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import reduce
from heapq import heappop, heappush
from operator import or_
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from game.spatial.field import Cell, Edge, Field
from game.spatial.metric import DIRECTIONS, HEAVY_COST, Metric
from game.spatial.solids import sides

HeightGrid = npt.NDArray[np.int64]


class StepMasks(NamedTuple):
    """Obstacles to bodies of one size with given limits of climbing: masks to flood with."""

    width: int
    size: int
    stand: int
    """Cells on which such a body fits."""
    may: tuple[int, ...]
    """For each of DIRECTIONS: cells from which a step that way meets no wall, thin wall, corner or ledge."""
    costs: tuple[tuple[int, int], ...]
    """(cost, cells that cost as much to enter), cheapest first."""

    def offset(self, direction: Cell) -> int:
        """How far a step moves a cell's bit."""
        return direction[1] * self.width + direction[0]

    def spread(self, cells: int) -> int:
        """The places of a body whose footprint covers any of ``cells``."""
        if self.size == 1:
            return cells
        out = 0
        for dy in range(self.size):
            for dx in range(self.size):
                out |= cells >> (dy * self.width + dx)
        return out & self.stand

    def cost(self, bit: int, heavy: int = 0) -> int:
        """Cells of movement that entering the place ``bit`` costs; ``heavy`` already spread."""
        for cost, cells in self.costs:
            if cells >> bit & 1:
                return max(cost, HEAVY_COST) if heavy >> bit & 1 else cost
        return 1


def blocks_walking(edge: Edge, climb: int) -> bool:
    """Whether a closed edge stops a walker. A low wall no higher than a climb is stepped over."""
    return not (edge.kind == "low_wall" and edge.sill <= climb)


def surface(field: Field, cell: Cell) -> int:
    """The height one stands at in a cell: its floor, or the top of the low obstacle on it."""
    terrain = field.at(cell)
    return field.floor_at(cell) + (0 if terrain.blocks_sight else terrain.height)


def surfaces(field: Field) -> HeightGrid:
    """``surface`` of every cell, in lattice steps."""
    low = np.array([0 if terrain.blocks_sight else terrain.height for terrain in field.palette], np.int64)
    floor = np.array(field.floor or (0,) * (field.width * field.height), np.int64)
    return (floor + low[kinds(field)]).reshape(field.height, field.width)


def kinds(field: Field) -> HeightGrid:
    """The number of every cell's terrain in the palette, row by row."""
    return np.array(field.terrain or (0,) * (field.width * field.height), np.int64)


def steps(field: Field, open_edges: frozenset[str], size: int, climb: int, drop: int) -> StepMasks:
    """Work the masks out for a field, its open edges, a size and the limits of climbing (lattice steps)."""
    w, h = field.width, field.height
    wide, high = w - size + 1, h - size + 1
    if wide <= 0 or high <= 0:
        return StepMasks(w, size, 0, (0,) * len(DIRECTIONS), ())
    shut_x, shut_y = np.zeros((h, w + 1), np.bool_), np.zeros((h + 1, w), np.bool_)
    for edge in field.edges:
        if edge.id not in open_edges and blocks_walking(edge, climb):
            for (x, y), along_x in sides(edge):
                if 0 <= x <= w - (not along_x) and 0 <= y <= h - along_x:
                    (shut_x if along_x else shut_y)[y, x] = True
    ramps = np.zeros((h, w), np.bool_)
    for x, y in field.ramps:
        ramps[y, x] = True
    kind = kinds(field).reshape(h, w)
    walls = np.array([terrain.blocks_move for terrain in field.palette])[kind]
    prices = np.maximum(1, np.array([terrain.cost for terrain in field.palette], np.int64)[kind])
    ground = surfaces(field)

    def under(cells: npt.NDArray[Any], worst: np.ufunc, x0: int = 0, y0: int = 0) -> npt.NDArray[Any]:
        """The worst of the cells under a body, or of the sides through it (from x0 and y0 on), at each place."""
        parts = [cells[j : j + high, i : i + wide] for j in range(y0, size) for i in range(x0, size)]
        return parts[0] if len(parts) == 1 else np.asarray(worst.reduce(parts))

    stand = ~under(walls, np.logical_or)
    if size > 1:
        stand &= ~(under(shut_x, np.logical_or, x0=1) | under(shut_y, np.logical_or, y0=1))
    top, ramped = under(ground, np.maximum), under(ramps, np.logical_or)

    # Where a body may slide east and south, and the squares of four places with no wall or side between any two.
    east, south = stand[:, :-1] & stand[:, 1:], stand[:-1] & stand[1:]
    for n in range(size):
        east = east & ~shut_x[n : n + high, size : size + wide - 1]
        south = south & ~shut_y[size : size + high - 1, n : n + wide]
    square = east[:-1] & east[1:] & south[:, :-1] & south[:, 1:]

    may = []
    for dx, dy in DIRECTIONS:
        # Of all places the ones that have a neighbour this way, and those neighbours; the same for the corners between.
        here = (_span(-dy, high), _span(-dx, wide))
        there = (_span(dy, high), _span(dx, wide))
        rise = top[there] - top[here]
        ok = ((rise >= -drop) & (rise <= climb)) | ramped[here] | ramped[there]
        if dx and dy:
            limit = np.maximum(top[here], top[there]) + climb
            for corner in ((here[0], there[1]), (there[0], here[1])):
                ok = ok & ((top[corner] <= limit) | ramped[corner])
            ok &= square
        else:
            ok &= east if dx else south
        whole = np.zeros((h, w), np.bool_)
        whole[:high, :wide][here] = ok
        may.append(_packed(whole))
    price = under(prices, np.maximum)
    costs = tuple((int(cost), _packed_places(stand & (price == cost), h, w)) for cost in np.unique(price[stand]))
    return StepMasks(w, size, _packed_places(stand, h, w), tuple(may), costs)


def _span(step: int, length: int) -> slice:
    """All places along an axis but the first (a step of 1) or the last (-1)."""
    return slice(max(step, 0), length + min(step, 0))


def _packed(cells: npt.NDArray[np.bool_]) -> int:
    """A bit mask of the cells that are true."""
    return int.from_bytes(np.packbits(cells, bitorder="little").tobytes(), "little")


def _packed_places(places: npt.NDArray[np.bool_], height: int, width: int) -> int:
    """A bit mask of places, which may be fewer than cells for big bodies."""
    whole = np.zeros((height, width), np.bool_)
    whole[: places.shape[0], : places.shape[1]] = places
    return _packed(whole)


FEW_ZONES = 1 << 128
"""Masks below it are quickest gone through bit by bit; those of a map's cells as a text, which takes no copy a bit."""


def bits(mask: int) -> Iterator[int]:
    """The numbers of a mask's bits, lowest first."""
    if mask < FEW_ZONES:
        while mask:
            low = mask & -mask
            yield low.bit_length() - 1
            mask ^= low
        return
    text = bin(mask)
    last = len(text) - 1
    at = text.rfind("1")
    while at > 1:
        yield last - at
        at = text.rfind("1", 2, at)


class Reach:
    """The places a body can walk to within its budget, with costs (cells) and one cheapest path to each.

    Among cheapest paths the one that leaves threatened areas least often is taken, then the one with fewest turns, then
    the first in the fixed order of directions. Cells that may only be passed are in no answer but in paths.
    """

    __slots__ = (
        "_at",
        "_heavy",
        "_layers",
        "_may",
        "_paths",
        "_steps",
        "_threatened",
        "budget",
        "mask",
        "passed",
        "start",
    )

    mask: int
    """All places one can stop on."""
    passed: int
    """All places that ways lead over."""

    def __init__(
        self,
        steps: StepMasks,
        start: Cell,
        budget: int,
        blocked: int,
        occupied: int,
        threatened: tuple[int, ...],
        heavy: int,
    ) -> None:
        self.start, self.budget = start, budget
        self._steps, self._threatened = steps, threatened
        w = steps.width
        self._at = start[1] * w + start[0]
        self._may = fold(steps, blocked)
        self._heavy = steps.spread(heavy)
        reached = self.passed = self._flood()
        if occupied:
            reached &= ~steps.spread(occupied)
        self.mask = reached | 1 << self._at
        self._paths: dict[Cell, tuple[Cell, ...]] = {}

    def _flood(self) -> int:
        self._layers = flood(self._steps, self._may, 1 << self._at, self.budget, self._heavy)
        return reduce(or_, self._layers, 0)

    def _bit(self, cell: Cell) -> int:
        x, y = cell
        return y * self._steps.width + x if 0 <= x < self._steps.width and y >= 0 else -1

    def __contains__(self, cell: Cell) -> bool:
        """Whether one can stop there."""
        x, y = cell
        return 0 <= x < self._steps.width and y >= 0 and bool(self.mask >> (y * self._steps.width + x) & 1)

    def cells(self) -> tuple[Cell, ...]:
        """All cells one can stop on, in row-major order; the start is among them."""
        w = self._steps.width
        return tuple([(bit % w, bit // w) for bit in bits(self.mask)])

    def cost(self, cell: Cell) -> int:
        """The cheapest way's cost. KeyError for a cell out of reach."""
        bit = self._bit(cell)
        if bit >= 0:
            for cost, layer in enumerate(self._layers):
                if layer >> bit & 1:
                    return cost
        raise KeyError(cell)

    def by_cost(self) -> Iterator[tuple[int, int]]:
        """Costs, rising, each with the mask of the places that cost as much."""
        for cost, layer in enumerate(self._layers):
            if layer & self.mask:
                yield cost, layer & self.mask

    def costs(self) -> Mapping[Cell, int]:
        """The cost of every cell one can stop on, in row-major order."""
        return {cell: self.cost(cell) for cell in self.cells()}

    def path(self, cell: Cell) -> tuple[Cell, ...]:
        """The cells of the way there in order, the start excluded. KeyError for a cell out of reach."""
        if cell not in self._paths:
            self._paths[cell] = self._walk(self._bit(cell), self.cost(cell))
        return self._paths[cell]

    def _walk(self, goal: int, cost: int) -> tuple[Cell, ...]:
        """Choose among all cheapest paths to ``goal``, working forwards over the places that lie on one.

        A path is judged by one number, the less the better: threatened areas left, then turns, then its directions,
        each in three bits at the place of what has been paid before.
        """
        steps, w, at = self._steps, self._steps.width, self._at
        shifts = [steps.offset(d) for d in DIRECTIONS]
        ways = tuple(zip(range(len(shifts)), shifts, self._may, strict=True))
        even = steps.stand if not self._heavy and len(steps.costs) == 1 and steps.costs[0][0] == 1 else 0
        on_way: list[list[int]] = [[] for _ in range(cost)]
        on_way.append([goal])
        entries: dict[int, list[tuple[int, int, int]]] = {goal: []}
        for now in range(cost, 0, -1):
            for bit in on_way[now]:
                before = now - (1 if even else steps.cost(bit, self._heavy))
                layer, into, places = self._layers[before], entries[bit], on_way[before]
                for number, shift, may in ways:
                    came = bit - shift
                    if came >= 0 and layer >> came & 1 and may >> came & 1:
                        into.append((came, number, before))
                        if came not in entries:
                            entries[came] = []
                            places.append(came)
        crossed = 0
        for bit in entries:
            crossed |= 1 << bit
        # an area that holds nothing of the ways, or all of it, is left by no step
        areas = [area for area in self._threatened if area & crossed not in (0, crossed)]
        turn = 1 << 3 * cost
        leave = turn << cost.bit_length()
        least = {at: 0}
        straight = {8 * at + number: 0 for number in range(len(shifts))}
        for now in range(1, cost + 1):
            for bit in on_way[now]:
                best = -1
                for came, number, before in entries[bit]:
                    worth = least[came] + turn
                    ahead = straight.get(8 * came + number, worth)
                    if ahead < worth:
                        worth = ahead
                    worth += number << 3 * (cost - 1 - before)
                    for area in areas:
                        if area >> came & 1 and not area >> bit & 1:
                            worth += leave
                    straight[8 * bit + number] = worth
                    if best < 0 or worth < best:
                        best = worth
                least[bit] = best
        out, bit, now = [], at, 0
        while bit != goal:
            bit += shifts[least[goal] >> 3 * (cost - 1 - now) & 7]
            now += 1 if even else steps.cost(bit, self._heavy)
            out.append((bit % w, bit // w))
        return tuple(out)


def fold(steps: StepMasks, blocked: int) -> tuple[int, ...]:
    """The step masks with ``blocked`` cells added as if they were walls, corners included."""
    if not blocked:
        return steps.may
    shut = steps.spread(blocked)
    w = steps.width
    east, south, west, north = shut >> 1, shut >> w, shut << 1, shut << w
    bars = (
        east,
        south,
        west,
        north,
        east | south | shut >> (w + 1),
        west | south | shut >> (w - 1),
        west | north | shut << (w + 1),
        east | north | shut << (w - 1),
    )
    return tuple([may ^ (may & bar) for may, bar in zip(steps.may, bars, strict=True)])


class Sills(NamedTuple):
    """Steps that cost more than where they lead to, such as those through doors that must be opened first."""

    may: tuple[int, ...]
    """From where, for each direction, as in ``StepMasks.may``."""
    more: int
    """Cells."""


def flood(
    steps: StepMasks, may: tuple[int, ...], start: int, budget: int, heavy: int, sills: Sills | None = None
) -> list[int]:
    """The places whose cheapest way costs 0, 1, 2, ... cells, as one mask for each cost.

    Every step counts 1, diagonal or not. For whoever plays by another metric that is an estimate from below: ways are
    at most half as long again where every second diagonal costs 2, and at most 1.414 times as long by Euclid.
    ``sills``: steps that are open besides ``may``, and cost more.
    """
    costs = weigh(steps, heavy)
    slowest = costs[-1][0] if costs else 1
    more, near = (sills.more, reduce(or_, sills.may)) if sills else (0, 0)
    layers, spreads, paid = [start], list[int](), list[int]()
    fresh = steps.stand & ~start
    for now in range(1, budget + 1):
        last = layers[-1]
        spreads.append(stepped(steps.width, may, last) if last else 0)
        if sills:
            paid.append(stepped(steps.width, sills.may, last) if last & near else 0)
        entered = 0
        for cost, cells in costs:
            if cost <= now:
                entered |= spreads[now - cost] & cells
                if sills and cost + more <= now:
                    entered |= paid[now - cost - more] & cells
        entered &= fresh
        fresh ^= entered
        layers.append(entered)
        if not entered and not any(layers[-slowest - more :]):
            break
    return layers


def stepped(width: int, may: tuple[int, ...], start: int) -> int:
    """Everywhere that one step leads from some places."""
    e, s, w, n, se, sw, nw, ne = may
    after, before = width + 1, width - 1
    return (
        (start & e) << 1 | (start & s) << width | (start & w) >> 1 | (start & n) >> width
        | (start & se) << after | (start & sw) << before | (start & nw) >> after | (start & ne) >> before
    )  # fmt: skip


def weigh(steps: StepMasks, heavy: int) -> list[tuple[int, int]]:
    """(cost, places that cost as much to enter), cheapest first, with places in ``heavy`` made difficult."""
    if not heavy:
        return list(steps.costs)
    out: dict[int, int] = {}
    for cost, cells in steps.costs:
        slow = cells & heavy
        out[cost] = out.get(cost, 0) | (cells ^ slow)
        dear = max(cost, HEAVY_COST)
        out[dear] = out.get(dear, 0) | slow
    return sorted(out.items())


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
        self.metric = metric
        self._levels: dict[tuple[int, int], int] = {}
        super().__init__(steps, start, budget, blocked, occupied, threatened, heavy)

    def _flood(self) -> int:
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
                        leaving = sum([area >> came & ~(area >> bit) & 1 for area in self._threatened])
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
        """Cost of the way that is taken. KeyError for a cell out of reach."""
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
