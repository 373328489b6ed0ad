"""Reach and paths, held to a plain search over cells."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Iterable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.spatial.field import Cell, Edge, Field, footprint
from game.spatial.metric import ALTERNATE, CLIMB, DIRECTIONS, DROP, EUCLID, ONE, Metric
from game.spatial.paths import bits
from game.spatial.space import Space
from tests.spatial.maps import drawn, scattered

Shut = set[frozenset[Cell]]


class Plain:
    """The rules of walking told cell by cell, and a search that tries every way."""

    def __init__(self, space: Space, size: int, blocked: set[Cell]) -> None:
        self.space, self.size, self.blocked = space, size, blocked
        self.shut: Shut = set()
        for edge in space.field.edges:
            if edge.id in space.open_edges or (edge.kind == "low_wall" and edge.sill <= CLIMB):
                continue
            (ax, ay), (bx, by) = edge.a, edge.b
            for y in range(ay, by):
                self.shut.add(frozenset({(ax - 1, y), (ax, y)}))
            for x in range(ax, bx):
                self.shut.add(frozenset({(x, ay - 1), (x, ay)}))

    def body(self, cell: Cell) -> list[Cell]:
        """The cells under a body."""
        return [(cell[0] + i, cell[1] + j) for j in range(self.size) for i in range(self.size)]

    def fits(self, cell: Cell) -> bool:
        """Whether a body may be there."""
        field = self.space.field
        for x, y in self.body(cell):
            if not (0 <= x < field.width and 0 <= y < field.height):
                return False
            if field.at((x, y)).blocks_move or (x, y) in self.blocked:
                return False
        return not any(pair <= set(self.body(cell)) for pair in self.shut)

    def slides(self, a: Cell, b: Cell) -> bool:
        """Whether a straight step crosses no thin thing."""
        dx, dy = b[0] - a[0], b[1] - a[1]
        return (
            self.fits(a)
            and self.fits(b)
            and not any(frozenset({(x, y), (x + dx, y + dy)}) in self.shut for x, y in self.body(a))
        )

    def top(self, cell: Cell) -> int:
        """The height a body stands at."""
        return max(self.space.floor(c) for c in self.body(cell))

    def ramped(self, cell: Cell) -> bool:
        """Whether a body stands on a ramp."""
        return any(c in self.space.field.ramps for c in self.body(cell))

    def may(self, a: Cell, b: Cell) -> bool:
        """Whether a step from a to b is allowed."""
        dx, dy = b[0] - a[0], b[1] - a[1]
        if not self.fits(b):
            return False
        if not (self.ramped(a) or self.ramped(b)) and not -DROP <= self.top(b) - self.top(a) <= CLIMB:
            return False
        if not (dx and dy):
            return self.slides(a, b)
        for corner in ((a[0] + dx, a[1]), (a[0], a[1] + dy)):
            if not (self.slides(a, corner) and self.slides(corner, b)):
                return False
            if self.top(corner) > max(self.top(a), self.top(b)) + CLIMB and not self.ramped(corner):
                return False
        return True

    def price(self, cell: Cell, heavy: set[Cell]) -> int:
        """What entering costs."""
        cost = max(self.space.field.at(c).cost for c in self.body(cell))
        return max(cost, 2) if heavy & set(self.body(cell)) else cost

    def costs(self, start: Cell, budget: int, heavy: set[Cell]) -> dict[Cell, int]:
        """The cheapest cost of every cell within the budget."""
        found: dict[Cell, int] = {}
        queue = [(0, start)]
        while queue:
            cost, cell = heapq.heappop(queue)
            if cell in found:
                continue
            found[cell] = cost
            for dx, dy in DIRECTIONS:
                there = (cell[0] + dx, cell[1] + dy)
                if self.may(cell, there) and cost + self.price(there, heavy) <= budget:
                    heapq.heappush(queue, (cost + self.price(there, heavy), there))
        return found


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 10**6), st.integers(1, 3), st.integers(0, 9))
def test_reach_agrees_with_a_plain_search(seed: int, size: int, budget: int) -> None:
    random = Random(seed)
    w, h = 11, 8
    floor = tuple(random.choice((0, 0, 0, 0, 10, 20)) for _ in range(w * h)) if seed % 3 == 0 else ()
    ramps = tuple((random.randrange(w), random.randrange(h)) for _ in range(6))
    space = Space(scattered(random, w, h, {"#": 0.08, "~": 0.15, "c": 0.04}, 0.04, floor=floor, ramps=ramps))
    cells = [(x, y) for y in range(h) for x in range(w)]
    blocked, occupied, heavy, *threatened = (set(random.sample(cells, k)) for k in (4, 5, 8, 10, 6))
    starts = [c for c in cells if Plain(space, size, blocked).fits(c)]
    if not starts:
        return
    start = random.choice(starts)
    plain = Plain(space, size, blocked)
    expected = plain.costs(start, budget, heavy)
    mask = space.mask
    reach = space.reach(
        start,
        budget,
        size=size,
        blocked=mask(blocked),
        occupied=mask(occupied),
        heavy=mask(heavy),
        threatened=tuple(mask(area) for area in threatened),
    )
    around = [(start[0] + dx, start[1] + dy) for dx, dy in DIRECTIONS]
    assert [space.step_ok(start, c, size, mask(blocked)) for c in around] == [plain.may(start, c) for c in around]
    stops = [c for c in cells if c in expected and (c == start or not occupied & set(plain.body(c)))]
    assert list(reach.cells()) == stops
    assert [reach.cost(c) for c in stops] == [expected[c] for c in stops]
    assert reach.mask == mask(stops)
    for goal in random.sample(stops, min(4, len(stops))):
        way = [start, *reach.path(goal)]
        assert way[-1] == goal
        assert all(plain.may(a, b) for a, b in itertools.pairwise(way))
        assert sum(plain.price(c, heavy) for c in way[1:]) == expected[goal]
        assert all(space.step_ok(a, b, size, mask(blocked)) for a, b in itertools.pairwise(way))
        best = (
            min(ways(plain, start, goal, expected, heavy), key=lambda w: worth(w, threatened))
            if expected[goal] <= 4
            else way
        )
        assert way == best


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10**6), st.integers(1, 2), st.integers(1, 9), st.sampled_from((ONE, ALTERNATE, EUCLID)))
def test_ways_keep_off_what_is_shunned_where_they_can(seed: int, size: int, cells: int, metric: Metric) -> None:
    random = Random(seed)
    w, h = 10, 7
    field = scattered(random, w, h, {"#": 0.08, "~": 0.1}, 0.04)
    space, budget = Space(field), cells * metric.unit
    stand = [(x, y) for y in range(h) for x in range(w) if Plain(space, size, set()).fits((x, y))]
    if not stand:
        return
    start = random.choice(stand)
    fires = set(random.sample([(x, y) for y in range(h) for x in range(w)], 14))
    whole = space.reach(start, budget, size=size, metric=metric)
    found = space.reach(start, budget, size=size, metric=metric, shunned=space.mask(fires))
    # the same map without the places on which the body would touch a fire; corners may be passed as before
    clean = {start: 0} | {
        cell: found.cost(cell) for cell in found.cells() if not burns(fires, (*found.path(cell), start), size, start)
    }
    assert found.cells() == whole.cells() and found.mask == whole.mask
    assert found.costs() == {cell: found.cost(cell) for cell in found.cells()}
    costs = {(at % w, at // w): cost for cost, mask in found.by_cost() for at in bits(mask)}
    assert costs == dict(found.costs())
    for cell in found.cells():
        way = [start, *found.path(cell)]
        assert way[-1] == cell
        assert all(space.step_ok(a, b, size) for a, b in itertools.pairwise(way))
        assert whole.cost(cell) <= found.cost(cell) <= budget
        if cell not in clean:
            assert found.cost(cell) == whole.cost(cell)
            near = [(cell[0] + dx, cell[1] + dy) for dx, dy in DIRECTIONS]
            if not burns(fires, (cell,), size, start) and metric is ONE:
                price = max(field.at(each).cost for each in footprint(cell, size))
                before = [clean[each] for each in near if each in clean and space.step_ok(each, cell, size)]
                assert all(cost + price > budget for cost in before), "else it could be come to without being burnt"


def burns(fires: set[Cell], way: Iterable[Cell], size: int, start: Cell) -> bool:
    """Whether a body comes to stand in a fire on a way."""
    return any(fires & set(footprint(place, size)) for place in way if place != start)


def test_a_fire_is_walked_round_and_walked_into_only_by_whoever_wants_to() -> None:
    space = Space(Field(5, 3))
    fire = space.mask([(2, 1)])
    found = space.reach((0, 1), 4, shunned=fire)
    assert (2, 1) not in found.path((4, 1)) and found.cost((4, 1)) == 4
    assert found.path((2, 1)) == ((1, 1), (2, 1)) and found.cost((2, 1)) == 2


def test_who_has_no_other_way_goes_through_the_fire_and_who_stands_in_it_gets_out() -> None:
    space = Space(drawn("....."))
    fire = space.mask([(1, 0), (2, 0)])
    assert space.reach((0, 0), 4, shunned=fire).path((4, 0)) == ((1, 0), (2, 0), (3, 0), (4, 0))
    assert space.reach((2, 0), 2, shunned=fire).costs() == {(0, 0): 2, (1, 0): 1, (2, 0): 0, (3, 0): 1, (4, 0): 2}


def ways(plain: Plain, start: Cell, goal: Cell, costs: dict[Cell, int], heavy: set[Cell]) -> list[list[Cell]]:
    """All cheapest ways."""
    if goal == start:
        return [[start]]
    out = []
    for dx, dy in DIRECTIONS:
        before = (goal[0] - dx, goal[1] - dy)
        if before in costs and costs[before] + plain.price(goal, heavy) == costs[goal] and plain.may(before, goal):
            out += [[*way, goal] for way in ways(plain, start, before, costs, heavy)]
    return out


def worth(way: list[Cell], threatened: list[set[Cell]]) -> tuple[int, int, list[int]]:
    """Threatened areas left, turns, directions: less is better."""
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in itertools.pairwise(way)]
    return (
        sum(a in area and b not in area for a, b in itertools.pairwise(way) for area in threatened),
        sum(a != b for a, b in itertools.pairwise(steps)),
        [DIRECTIONS.index(s) for s in steps],
    )


def test_a_diagonal_cuts_no_corner() -> None:
    space = Space(drawn("..", "#."))
    assert not space.step_ok((0, 0), (1, 1))
    assert (1, 1) not in space.reach((0, 0), 1)
    assert space.reach((0, 0), 2).path((1, 1)) == ((1, 0), (1, 1))


@pytest.mark.parametrize(("a", "b"), [((1, 0), (1, 1)), ((1, 1), (1, 2)), ((0, 1), (1, 1)), ((1, 1), (2, 1))])
def test_a_diagonal_passes_no_end_of_a_thin_wall(a: Cell, b: Cell) -> None:
    space = Space(Field(2, 2, edges=(Edge("wall", a, b),)))
    assert not space.step_ok((0, 0), (1, 1))
    assert not space.step_ok((1, 0), (0, 1))


def test_foes_block_and_their_corners_are_not_cut() -> None:
    space = Space(Field(2, 2))
    foe = space.mask([(1, 0)])
    assert not space.step_ok((0, 0), (1, 0), blocked=foe)
    assert not space.step_ok((0, 0), (1, 1), blocked=foe)
    assert space.reach((0, 0), 2, blocked=foe).path((1, 1)) == ((0, 1), (1, 1))


def test_friends_may_be_passed_but_not_stopped_on() -> None:
    space = Space(drawn("..."))
    reach = space.reach((0, 0), 2, occupied=space.mask([(1, 0)]))
    assert reach.cells() == ((0, 0), (2, 0))
    assert reach.path((2, 0)) == ((1, 0), (2, 0))


def test_equal_ways_avoid_leaving_threatened_cells() -> None:
    space = Space(Field(5, 3))
    straight = space.reach((0, 1), 4).path((4, 1))
    assert straight == ((1, 1), (2, 1), (3, 1), (4, 1))
    threatened = space.mask([(1, 1), (2, 1), (3, 1), (2, 0), (1, 0), (3, 0)])
    assert space.reach((0, 1), 4, threatened=(threatened,)).path((4, 1)) == ((1, 2), (2, 2), (3, 2), (4, 1))


def test_walking_within_a_threatened_area_is_not_leaving_it() -> None:
    space = Space(Field(5, 3))
    row = space.mask((x, 1) for x in range(5))
    assert space.reach((0, 1), 4, threatened=(row,)).path((4, 1)) == ((1, 1), (2, 1), (3, 1), (4, 1))


def test_out_of_one_threatened_area_into_another_is_leaving_the_first() -> None:
    space = Space(Field(5, 3))
    top = space.mask([(0, 1), (0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (4, 1)])
    rest = space.mask([(1, 1), (2, 1), (3, 1)])
    assert space.reach((0, 1), 4, threatened=(top | rest,)).path((4, 1)) == ((1, 1), (2, 1), (3, 1), (4, 1))
    assert space.reach((0, 1), 4, threatened=(top, rest)).path((4, 1)) == ((1, 0), (2, 0), (3, 0), (4, 1))


def test_difficult_ground_costs_more_and_is_avoided() -> None:
    space = Space(drawn(".~~.", "...."))
    reach = space.reach((0, 0), 3)
    assert reach.cost((1, 0)) == 2
    assert reach.path((3, 0)) == ((1, 1), (2, 1), (3, 0))
    heavy = space.reach((0, 0), 3, heavy=space.mask([(1, 1)]))
    assert heavy.cost((1, 1)) == 2


def test_ledges_need_a_ramp() -> None:
    floor = (0, 20, 0, 12)
    space = Space(Field(4, 1, floor=floor))
    assert not space.step_ok((0, 0), (1, 0))
    assert not space.step_ok((1, 0), (2, 0))
    assert space.step_ok((2, 0), (3, 0))
    assert Space(Field(4, 1, floor=floor, ramps=((1, 0),))).reach((0, 0), 3).cells() == ((0, 0), (1, 0), (2, 0), (3, 0))
    assert (1, 0) in space.reach((0, 0), 1, climb=20)
    assert (2, 0) not in space.reach((1, 0), 1, climb=20)


def test_big_bodies_need_room() -> None:
    space = Space(drawn("....", "....", "..#.", "...."))
    assert space.standable((0, 0), 2)
    assert not space.standable((1, 1), 2)
    assert not space.standable((3, 0), 2)
    assert space.reach((0, 0), 9, size=2).cells() == ((0, 0), (1, 0), (2, 0), (0, 1), (0, 2))


def test_low_walls_are_stepped_over_up_to_a_climb() -> None:
    for sill, passes in ((CLIMB, True), (CLIMB + 1, False)):
        space = Space(Field(2, 1, edges=(Edge("low", (1, 0), (1, 1), "low_wall", sill=sill),)))
        assert space.step_ok((0, 0), (1, 0)) == passes


def test_out_of_reach() -> None:
    reach = Space(drawn("..#.")).reach((0, 0), 5)
    assert (3, 0) not in reach
    assert (-1, 0) not in reach
    assert (0, 7) not in reach
    with pytest.raises(KeyError):
        reach.cost((3, 0))
    with pytest.raises(KeyError):
        reach.path((9, 9))
    assert reach.path((0, 0)) == ()


def metered(plain: Plain, start: Cell, budget: int, heavy: set[Cell], metric: Metric) -> dict[Cell, int]:
    """The cheapest cost of every cell under a metric, by a plain search over cells and parities."""
    found: dict[tuple[Cell, int], int] = {}
    queue = [(0, start, 0)]
    while queue:
        cost, cell, parity = heapq.heappop(queue)
        if (cell, parity) in found:
            continue
        found[cell, parity] = cost
        for dx, dy in DIRECTIONS:
            there = (cell[0] + dx, cell[1] + dy)
            if plain.may(cell, there):
                more, after = metric.step(bool(dx and dy), plain.price(there, heavy), parity)
                if cost + more <= budget:
                    heapq.heappush(queue, (cost + more, there, after))
    return {cell: min(found.get((cell, p), 10**9) for p in (0, 1)) for cell, _ in found}


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10**6), st.integers(1, 2), st.sampled_from([ALTERNATE, EUCLID]))
def test_other_metrics_agree_with_a_plain_search(seed: int, size: int, metric: Metric) -> None:
    random = Random(seed)
    space = Space(scattered(random, 10, 8, {"#": 0.08, "~": 0.15}, 0.03))
    cells = [(x, y) for y in range(8) for x in range(10)]
    heavy = set(random.sample(cells, 6))
    threatened = set(random.sample(cells, 12))
    plain = Plain(space, size, set())
    starts = [c for c in cells if plain.fits(c)]
    if not starts:
        return
    start = random.choice(starts)
    budget = 5 * metric.unit
    expected = metered(plain, start, budget, heavy, metric)
    reach = space.reach(
        start, budget, size=size, heavy=space.mask(heavy), threatened=(space.mask(threatened),), metric=metric
    )
    assert set(reach.cells()) == set(expected)
    assert all(reach.cost(c) == expected[c] for c in expected)
    by_cost = [(at, cost) for cost, places in reach.by_cost() for at in bits(places)]
    assert dict(by_cost) == {y * 10 + x: cost for (x, y), cost in expected.items()} and len(by_cost) == len(expected)
    for goal in random.sample(sorted(expected), min(4, len(expected))):
        way, cost, parity = [start, *reach.path(goal)], 0, 0
        for a, b in itertools.pairwise(way):
            assert plain.may(a, b)
            more, parity = metric.step(a[0] != b[0] and a[1] != b[1], plain.price(b, heavy), parity)
            cost += more
        assert cost == expected[goal]
        assert way[-1] == goal


def test_the_places_of_a_reach_by_their_cost() -> None:
    reach = Space(drawn("....", ".#..")).reach((0, 0), 2)
    assert list(reach.by_cost()) == [(0, 0b1), (1, 0b1_0010), (2, 0b100)]


def test_every_second_diagonal_costs_two() -> None:
    reach = Space(Field(6, 6)).reach((0, 0), 6, metric=ALTERNATE)
    assert [reach.cost((n, n)) for n in range(5)] == [0, 1, 3, 4, 6]
    assert reach.cost((3, 1)) == 3 == ALTERNATE.between(3, 1)


def test_true_lengths() -> None:
    reach = Space(Field(6, 6)).reach((0, 0), 5000, metric=EUCLID)
    assert reach.cost((3, 2)) == 2 * 1414 + 1000 == EUCLID.between(3, 2)
    assert (5, 0) in reach
    assert (4, 4) not in reach
    assert reach.path((2, 1)) == ((1, 0), (2, 1))
