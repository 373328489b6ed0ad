"""How fast sight is, side by side with a yardstick in the same run: python-tcod's permissive field, compiled C.

The yardstick gives no cover and lets sight through corners that touch. Off by default (``--benchmark-disable``): a
plain run plays every case once on a small map and asserts no ratio. ``pytest tests/bench --benchmark-enable -s``
prints them.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import perf_counter, process_time

import msgspec
import numpy as np
import pytest

from game.spatial.field import SKY, Cell, Edge
from game.spatial.metric import CLIMB, DROP
from game.spatial.paths import Reach
from game.spatial.space import Space
from tests.spatial.maps import scattered

tcod = pytest.importorskip("tcod")

PLAIN = {"pillars": {"#": 0.07}, "rooms": {"#": 0.25}}
HEIGHTS = {
    "crates among pillars": {"#": 0.07, "c": 0.03},
    "crates in rooms": {"#": 0.2, "c": 0.05},
    "ledges": {"#": 0.07},
    "windows": {"#": 0.07, "w": 0.04},
    "windows in rooms": {"#": 0.2, "w": 0.05},
}
SLACK = 2.5
"""Ratios are asserted with this much room over their targets: machines differ, and are busy."""


@pytest.fixture
def measuring(request: pytest.FixtureRequest) -> bool:
    """Whether benchmarks were asked for."""
    return bool(request.config.getoption("benchmark_enable"))


def best(work: Callable[[], object], rounds: int) -> float:
    """Seconds that the quickest of some runs took."""
    times = []
    for _ in range(rounds):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return min(times)


def source_cells(space: Space, count: int) -> list[Cell]:
    """Some cells to look from, far from the border."""
    random = Random(5)
    w, h = space.width, space.height
    cells = [(x, y) for y in range(h // 4, h * 3 // 4) for x in range(w // 4, w * 3 // 4) if space.standable((x, y))]
    return random.sample(cells, min(count, len(cells)))


def compare(space: Space, rounds: int) -> float:
    """Our whole field's time in the yardstick's: median over some sources."""
    plan = space.relief.plan(0, 20)
    open_cells = np.ascontiguousarray(plan.cells > 0)
    ratios = []
    for x, y in source_cells(space, 8):

        def ours(cell: Cell = (x, y)) -> None:
            plan._fields.pop(cell, None)
            plan._backs.pop((cell, 1), None)
            space._views._found.clear()
            space.field_of_view(cell)

        def theirs(cell: Cell = (x, y)) -> None:
            tcod.map.compute_fov(open_cells, (cell[1], cell[0]), algorithm=tcod.constants.FOV_PERMISSIVE_8)

        ratios.append(best(ours, rounds) / best(theirs, rounds))
    return float(np.median(ratios))


@pytest.mark.parametrize("side", [50, 100, 200])
@pytest.mark.parametrize("kind", PLAIN)
def test_whole_field_of_walls(side: int, kind: str, measuring: bool) -> None:
    side = side if measuring else 12
    space = Space(scattered(Random(side), side, side, PLAIN[kind]))
    ratio = compare(space, 15 if measuring else 1)
    if measuring:
        print(f"\n{side}x{side} {kind}: whole field with corners both ways = {ratio:.1f} x the yardstick")
        assert ratio < 10 * SLACK


def with_ledges(random: Random, side: int) -> tuple[int, ...]:
    """Floors of a map with some platforms, 2 to 7 cells long and wide and of three heights."""
    floor = [0] * (side * side)
    for _ in range(side * side // 150):
        w, h = random.randint(2, 7), random.randint(2, 7)
        x0, y0, z = random.randrange(side), random.randrange(side), random.choice((10, 20, 40))
        for y in range(y0, min(y0 + h, side)):
            for x in range(x0, min(x0 + w, side)):
                floor[y * side + x] = z
    return tuple(floor)


@pytest.mark.parametrize("side", [50, 100, 200])
@pytest.mark.parametrize("kind", HEIGHTS)
def test_whole_field_past_heights(side: int, kind: str, measuring: bool) -> None:
    """The yardstick knows no heights: it is told the walls."""
    side = side if measuring else 12
    random = Random(side)
    floor = with_ledges(random, side) if kind == "ledges" else ()
    space = Space(scattered(random, side, side, HEIGHTS[kind], floor=floor))
    walls = np.ascontiguousarray(space.relief.plan(0, SKY).cells > 0)
    ratios, times = [], []
    for cell in source_cells(space, 5):

        def ours(cell: Cell = cell) -> None:
            space._views._found.clear()
            for one in space.relief._plans.values():
                one._fields.clear()
                one._backs.clear()
            space.field_of_view(cell)

        def theirs(cell: Cell = cell) -> None:
            tcod.map.compute_fov(walls, cell[::-1], algorithm=tcod.constants.FOV_PERMISSIVE_8)

        times.append(best(ours, 15 if measuring else 1))
        ratios.append(times[-1] / best(theirs, 40 if measuring else 1))
    if measuring:
        print(f"\n{side}x{side} {kind}: {np.median(times) * 1e3:.2f} ms = {np.median(ratios):.0f} x the yardstick")
        assert np.median(ratios) < 30 * SLACK


@pytest.mark.parametrize("kinds", [{"#": 0.07}, {"#": 0.07, "c": 0.03}, {"#": 0.2, "c": 0.05}], ids=str)
def test_all_fields_after_a_door_opens(kinds: dict[str, float], measuring: bool) -> None:
    side = 100 if measuring else 12
    field = scattered(Random(side), side, side, kinds)
    middle = side // 2
    door = Edge("door", (middle, middle), (middle, middle + 1), "door")
    field = msgspec.structs.replace(field, edges=(door,))
    creatures = source_cells(Space(field), 20)
    times = []
    for _ in range(9 if measuring else 1):
        shut = Space(field)
        for cell in creatures:
            shut.field_of_view(cell)
        start = process_time()
        after = shut.with_open(frozenset({"door"}))
        for cell in creatures:
            after.field_of_view(cell)
        times.append(process_time() - start)
    if measuring:
        print(f"\n20 fields after a door opens, {kinds}: {min(times) * 1e3:.1f} ms")
        assert min(times) < 0.016 * SLACK


def test_single_pairs_and_reach(measuring: bool) -> None:
    space = Space(scattered(Random(3), 40, 30, {"#": 0.1, "~": 0.08}))
    cells = source_cells(space, 40)
    pairs = [(a, b) for a in cells for b in cells if 0 < space.distance(a, b) <= 20]

    def ask() -> None:
        for a, b in pairs:
            space.corners_seen(a, b)

    first = best(ask, 1) / len(pairs)
    warm = best(ask, 5 if measuring else 1) / len(pairs)
    foes = space.mask(cells[1:6])
    steps = space.steps(1, CLIMB, DROP)
    walk = best(lambda: Reach(steps, cells[0], 9, foes, 0, (foes,), 0), 200 if measuring else 1)
    if measuring:
        print(f"\npair first {first * 1e6:.2f} us, again {warm * 1e6:.2f} us; reach 9 {walk * 1e6:.0f} us")
        assert warm < first
