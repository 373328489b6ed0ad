"""What every generated map keeps to, told of a map that was read; one that does not is drawn again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.files.tiled import Chart, check_map
from game.files.tiled.passage import SIDES, WalkGraph, sides_of
from game.spatial.field import UNIT, Cell, Field

APART = 5
"""The ways of two sides to the middle differ by one part of so many at most."""

SHELTER = 5
"""Steps from any open cell on the ways within which there is something to hide behind."""

LOW = UNIT // 2
"""How high a low obstacle is, in lattice steps, to be something to hide behind."""

BARRED = 2
"""Cells round one on the way that can be barred without keeping the sides apart."""

PARTS = (1, 2, 3, 4)
"""Quarters of the way at whose ends that is tried."""

BOTH = ("party", "foe")
"""The sides that start on a generated map."""

LEAST_START = 16
"""Cells on which a side starts, at least."""


def broken_laws(chart: Chart) -> Iterator[str]:
    """What a map breaks, in a few words each; nothing if a battle may be fought there."""
    field = chart.field
    for entry in check_map(chart).entries:
        if entry.severity in ("error", "warning"):
            yield f"{entry.severity}: {entry.text}"
    walk = WalkGraph(field)
    starts = {side: [cell for spawn in field.spawns if spawn.side == side for cell in spawn.cells] for side in BOTH}
    goals = [cell for feature in field.features if feature.kind == "objective" for cell in feature.cells]
    if min(map(len, starts.values())) < LEAST_START:
        yield "a side has little room to start"
        return
    far = {side: walk.flood(cells) for side, cells in starts.items()}
    if any(cell not in far["party"] for cell in _cells(field) if walk.open(cell)):
        yield "some open ground can't be reached"
    to_middle = walk.flood(goals)
    ways = sorted(min((to_middle[cell] for cell in cells if cell in to_middle), default=0) for cells in starts.values())
    if ways[0] == 0 or differ(*ways):
        yield f"the ways to the middle are {ways[0]} and {ways[1]} steps"
    near = sheltered(field, walk)
    bare = [cell for cell in on_the_ways(far) if cell not in near]
    if bare:
        yield f"{len(bare)} cells on the ways have no cover near, such as {bare[0]}"
    narrow = narrow_pass(walk, starts["party"], starts["foe"])
    if narrow is not None:
        yield f"all ways lead past {narrow}"


def differ(shorter: int, longer: int) -> bool:
    """Whether one way is too long beside the other."""
    return APART * (longer - shorter) > longer


def on_the_ways(far: dict[str, dict[Cell, int]]) -> list[Cell]:
    """The cells that lie on a shortest way between the sides, or nearly so."""
    one, two = (far[side] for side in BOTH)
    between = {cell: one[cell] + two[cell] for cell in one if cell in two}
    shortest = min(between.values(), default=0)
    return [cell for cell, steps in between.items() if steps <= shortest + 2]


def sheltered(field: Field, walk: WalkGraph) -> dict[Cell, int]:
    """The cells from which something to hide behind is near, with the steps to it."""
    high = [terrain.height >= LOW or (terrain.blocks_move and terrain.blocks_sight) for terrain in field.palette]
    tall = {cell for cell in _cells(field) if high[field.terrain[cell[1] * field.width + cell[0]]]}
    thin = {cell for edge in field.edges if edge.kind != "portcullis" for pair in sides_of(edge) for cell in pair}
    ledges = [
        (x, y)
        for x, y in _cells(field)
        if any(
            walk.on_map((x + dx, y + dy)) and field.floor_at((x + dx, y + dy)) - field.floor_at((x, y)) >= LOW
            for dx, dy in SIDES
        )
    ]
    beside = [(x, y) for x, y in _cells(field) if any((x + dx, y + dy) in tall for dx, dy in SIDES)]
    return {cell: steps for cell, steps in walk.flood([*beside, *thin, *ledges]).items() if steps <= SHELTER}


def narrow_pass(walk: WalkGraph, one: Sequence[Cell], two: Sequence[Cell]) -> Cell | None:
    """A cell round which all ways between the sides lead, so that there are no two ways; None if there is none."""
    far = walk.flood(one)
    way = [min((cell for cell in two if cell in far), key=lambda cell: (far[cell], cell), default=two[0])]
    while far.get(way[-1], 0):
        way.append(min(walk.steps(way[-1]), key=lambda cell: (far.get(cell, len(far)), cell)))
    for part in PARTS:
        x, y = way[len(way) * part // PARTS[-1] - (part == PARTS[-1])]
        barred = {(x + dx, y + dy) for dx in range(-BARRED, BARRED + 1) for dy in range(-BARRED, BARRED + 1)}
        if barred.intersection(one) or barred.intersection(two):
            continue
        if not _meet(walk, one, two, barred):
            return x, y
    return None


def _meet(walk: WalkGraph, one: Sequence[Cell], two: Sequence[Cell], barred: set[Cell]) -> bool:
    seen, queue = {*one, *barred}, list(one)
    while queue:
        for cell in walk.steps(queue.pop()):
            if cell not in seen:
                seen.add(cell)
                queue.append(cell)
    return not seen.isdisjoint(two)


def _cells(field: Field) -> Iterator[Cell]:
    return ((x, y) for y in range(field.height) for x in range(field.width))
