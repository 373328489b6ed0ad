"""Checks for an author before anyone plays: unreachable sides, doors to nowhere, zones that overlap, uneven starts.

Two sides start alike if they are out of each other's sight, with as much room, and as far from what they fight over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise

from game.files.tiled.map_report import Finding, cells_do
from game.files.tiled.passage import WalkGraph, sides_of
from game.files.tiled.repair import MAX_PLAY
from game.rules.setup import is_strength
from game.spatial.field import Cell, Field
from game.spatial.paths import kinds
from game.spatial.space import Space

SHOWN = 6
"""Places named in one line; more are counted."""


class Checks:
    """Looks over a field, and tells what it finds in the author's coordinates."""

    def __init__(self, field: Field, where: Mapping[str, str], origin: Cell) -> None:
        """``where``: by id in the field the place in the author's map."""
        self.field, self.where, self.origin = field, where, origin
        self.passage = WalkGraph(field)

    def run(self) -> Iterator[Finding]:
        """All checks."""
        if self.field.width > MAX_PLAY or self.field.height > MAX_PLAY:
            yield Finding(
                "error",
                "",
                f"the map has {self.field.width} x {self.field.height} cells; battles are fought on at most "
                f"{MAX_PLAY} x {MAX_PLAY}: make it smaller with Map > Resize Map in Tiled",
            )
            return
        checks = self.spawns, self.doors, self.zones, self.borders, self.peepholes, self.stranded, self.things
        for check in (*checks, self.hazards):
            yield from check()

    def at(self, cell: Cell) -> str:
        """A cell as Tiled's status bar shows it."""
        return f"{cell[0] + self.origin[0]}, {cell[1] + self.origin[1]}"

    def places(self, cells: list[Cell]) -> str:
        """Some cells in words."""
        text = "; ".join(self.at(cell) for cell in cells[:SHOWN])
        return text + (f"; and {len(cells) - SHOWN} more" if len(cells) > SHOWN else "")

    def spawns(self) -> Iterator[Finding]:
        """Every side has room, and can reach every other."""
        starts: dict[str, list[Cell]] = {}
        for spawn in self.field.spawns:
            where = self.where.get(spawn.id, spawn.id)
            free = [cell for cell in spawn.cells if self.passage.open(cell)]
            walled = [cell for cell in spawn.cells if not self.passage.open(cell)]
            if not free:
                told = f"the Spawn of side {spawn.side} lies in solid cells; move it onto open ground"
                yield Finding("error", where, told, spawn.cells[0])
            elif walled:
                yield Finding("note", where, f"nobody starts on its solid cells: {self.places(walled)}", walled[0])
            elif len(free) < spawn.count:
                told = f"{spawn.count} start here, and there are only {len(free)} free cells"
                yield Finding("warning", where, told, free[0])
            starts.setdefault(spawn.side, []).extend(free)
        for side in ("party", "foe"):
            if side not in starts:
                yield Finding(
                    "error",
                    "",
                    f"side {side} has no Spawn: draw a rectangle of class Spawn with side = {side} in the layer spawns",
                )
        sides = [side for side in starts if starts[side]]
        if not sides:
            return
        reached = self.passage.flood(starts[sides[0]])
        for side in sides[1:]:
            lost = [cell for cell in starts[side] if cell not in reached]
            if not lost:
                continue
            spawn = next(one for one in self.field.spawns if one.side == side and lost[0] in one.cells)
            yield Finding(
                "error",
                self.where.get(spawn.id, spawn.id),
                f"from here (cell {self.at(lost[0])}) the start of side {sides[0]} cannot be reached, not even with "
                "every door open: open a way in the walls, add a door (an Edge of kind door) or a ramp (an Elevation)",
                lost[0],
            )

    def doors(self) -> Iterator[Finding]:
        """A door joins two cells that one can stand on."""
        for edge in self.field.edges:
            if edge.kind not in ("door", "portcullis"):
                continue
            blind = [pair for pair in sides_of(edge) if not (self.passage.open(pair[0]) and self.passage.open(pair[1]))]
            if blind:
                solid = next(cell for cell in blind[0] if not self.passage.open(cell))
                yield Finding(
                    "warning",
                    self.where.get(edge.id, edge.id),
                    f"the {edge.kind} leads nowhere: cell {self.at(solid)} beside it is solid or off the map; move the "
                    "door to another side of its cell, or clear that cell",
                    solid if self.passage.on_map(solid) else None,
                )

    def zones(self) -> Iterator[Finding]:
        """Drawn zones share no cell, and leave none over."""
        if not self.field.zones:
            return
        owner: dict[Cell, str] = {}
        for zone in self.field.zones:
            shared: dict[str, list[Cell]] = {}
            for cell in zone.cells:
                if cell in owner:
                    shared.setdefault(owner[cell], []).append(cell)
                else:
                    owner[cell] = zone.name
            for other, cells in shared.items():
                yield Finding(
                    "warning",
                    self.where.get(zone.id, zone.id),
                    f"zone {zone.name} overlaps zone {other} on {self.places(cells)}; the one drawn first keeps them: "
                    "pull their outlines apart",
                    cells[0],
                )
        left = [cell for cell in self._cells(self.passage.open) if cell not in owner]
        if left:
            yield Finding(
                "warning",
                "",
                f"{cells_do(len(left), 'that can be stood on belongs', 'that can be stood on belong')} to no zone: "
                f"{self.places(left)}",
                left[0],
            )

    def borders(self) -> Iterator[Finding]:
        """A drawn border touches at least two zones."""
        owner = {cell: zone.id for zone in self.field.zones for cell in zone.cells}
        for border in self.field.borders:
            if len({owner[cell] for cell in border.at if cell in owner}) < 2:
                yield Finding(
                    "warning",
                    self.where.get(border.id, border.id),
                    "the Border does not lie between two zones; move it onto the line where they meet",
                    border.at[0] if border.at else None,
                )

    def peepholes(self) -> Iterator[Finding]:
        """Walls that meet only at a corner look open in the editor and are shut in play."""
        walls = [
            terrain.blocks_move and terrain.blocks_sight and not terrain.name.startswith(("tree", "void"))
            for terrain in self.field.palette
        ]
        rows = [[walls[kind] for kind in row] for row in kinds(self.field).reshape(self.field.height, -1).tolist()]
        found = [
            (x, y)
            for y, (upper, lower) in enumerate(pairwise(rows))
            for x, ((a, b), (c, d)) in enumerate(zip(pairwise(upper), pairwise(lower), strict=True))
            if a == d and b == c and a != b
        ]
        if found:
            yield Finding(
                "warning",
                "",
                f"walls touch only at a corner near cells {self.places(found)}: nobody sees or walks through such "
                "a gap; add a wall cell to close it, or take one away to open it",
                found[0],
            )

    def stranded(self) -> Iterator[Finding]:
        """Open ground that no side can walk to."""
        starts = [cell for spawn in self.field.spawns for cell in spawn.cells]
        reached = self.passage.flood(starts)
        lost = [cell for cell in self._cells(self.passage.open) if cell not in reached]
        if lost and reached:
            count = "1 open cell" if len(lost) == 1 else f"{len(lost)} open cells"
            told = f"{count} cannot be reached from any start, the first at {self.at(lost[0])}"
            yield Finding("note", "", told, lost[0])

    def things(self) -> Iterator[Finding]:
        """What can be taken up lies where one can stand."""
        for feature in self.field.features:
            if feature.kind == "thing" and not self.passage.open(feature.cells[0]):
                where = self.where.get(feature.id, feature.id)
                told = f"the {feature.thing} lies in a solid cell; move it beside"
                yield Finding("warning", where, told, feature.cells[0])

    def hazards(self) -> Iterator[Finding]:
        """Fire and traps hurt by dice; a trap may be a place of horror instead."""
        for feature in self.field.features:
            said = feature.strength if feature.kind in ("fire", "trap") else ""
            if said and not is_strength(feature.kind, said):
                yield Finding(
                    "warning",
                    self.where.get(feature.id, feature.id),
                    f"its strength {said!r} is no dice and no number, so rules take their usual dice; "
                    "write it like 1d6",
                    feature.cells[0],
                )

    def _cells(self, test: Callable[[Cell], bool]) -> list[Cell]:
        return [(x, y) for y in range(self.field.height) for x in range(self.field.width) if test((x, y))]


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
