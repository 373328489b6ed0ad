"""Whether two sides start alike: out of each other's sight, with as much room, and as far from what they fight over."""

from __future__ import annotations

from collections.abc import Iterator

from game.files.tiled.map_report import Finding
from game.files.tiled.passage import WalkGraph
from game.spatial.field import Cell, Field
from game.spatial.space import Space

SAMPLE = 24
"""Cells of a side that are looked from."""


def check_starts(field: Field, origin: Cell) -> Iterator[Finding]:
    """Compare the sides of a field by pairs. Doors stand as they do at the start."""
    starts: dict[str, list[Cell]] = {}
    for spawn in field.spawns:
        starts.setdefault(spawn.side, []).extend(spawn.cells)
    space, passage = Space(field), WalkGraph(field)
    goals = [cell for feature in field.features if feature.kind == "objective" for cell in feature.cells]
    far = passage.flood(goals) if goals else {}
    sides = sorted(starts)
    for n, one in enumerate(sides):
        for other in sides[n + 1 :]:
            yield from _compare_sight(space, one, starts[one], other, starts[other], origin)
            rooms = len(starts[one]), len(starts[other])
            if max(rooms) > 2 * min(rooms):
                told = f"the sides have unlike room to deploy: {one} {rooms[0]} cells, {other} {rooms[1]}"
                yield Finding("warning", "", f"{told}; enlarge the smaller Spawn")
            ways = [_mean([far[cell] for cell in starts[side] if cell in far]) for side in (one, other)]
            if min(ways) > 0 and max(ways) > 2 * min(ways):
                yield Finding(
                    "note",
                    "",
                    f"the ways to the objective differ: side {one} walks {ways[0]:.0f} cells, "
                    f"side {other} {ways[1]:.0f}",
                )


def _compare_sight(
    space: Space, one: str, first: list[Cell], other: str, second: list[Cell], origin: Cell
) -> Iterator[Finding]:
    a, b = _some(first), _some(second)
    seen = [(p, q) for p in a for q in b if space.sees(p, q)]
    if not seen:
        return
    p, q = seen[0]
    yield Finding(
        "warning",
        "",
        f"sides {one} and {other} start in sight of each other: {100 * len(seen) // (len(a) * len(b))} of 100 pairs of "
        f"cells, such as {p[0] + origin[0]}, {p[1] + origin[1]} and {q[0] + origin[0]}, {q[1] + origin[1]}; "
        "move a Spawn, or draw something between",
        p,
    )


def _some(cells: list[Cell]) -> list[Cell]:
    """At most SAMPLE of the cells, spread evenly."""
    step = max(1, -(-len(cells) // SAMPLE))
    return cells[::step]


def _mean(numbers: list[int]) -> float:
    return sum(numbers) / len(numbers) if numbers else 0.0
