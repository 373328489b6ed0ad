"""The sight command: what is seen from a cell of a map, and the proof of it between two."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from game.cli.requests import SightCommand
from game.files.errors import BadFile
from game.files.sources import MAPS, is_map
from game.files.tiled import Chart, read_map
from game.play.crash import CrashReporter
from game.play.output import say
from game.play.start import find_file
from game.spatial.field import SKY, UNIT, Cell
from game.spatial.free import segment_is_free, stretch
from game.spatial.sight import CornerSight, LatticePoint, Segment, Sight
from game.spatial.solids import DEPTH, Box
from game.spatial.space import Space
from game.terminal.text_map import draw_marked

_CORNERS = tuple(
    f"{name}, {height}"
    for height in ("feet", "head")
    for name in ("north-west", "north-east", "south-west", "south-east")
)


def run_sight(wanted: SightCommand, _: CrashReporter) -> int:
    """Print what is seen. Gives the exit code. Raises BadFile for a file or cell that can't be used."""
    path, viewer, target = find_file(wanted.file), wanted.viewer, wanted.target
    if not is_map(path):
        raise BadFile(f"{path.name}: sight is told on a map ({', '.join(MAPS)}).")
    chart = read_map(path)
    space = Space(chart.field)
    _check_cell(space, path.name, "--from", viewer)
    if target is not None:
        _check_cell(space, path.name, "--to", target)
    if wanted.json:
        told = field_of(space, viewer) if target is None else proof_of(space, viewer, target)
        say(json.dumps(told, separators=(",", ":")))
    else:
        for line in _board(chart, space, viewer) if target is None else _certificate(space, viewer, target):
            say(line)
    return 0


def _check_cell(space: Space, name: str, option: str, cell: Cell) -> None:
    """Raises BadFile unless one can stand on the cell."""
    x, y = cell
    if not space.inside(cell):
        raise BadFile(
            f"{option} {x},{y}: that is off the map; {name} has {space.width} x {space.height} cells, "
            f"0,0 to {space.width - 1},{space.height - 1}."
        )
    if not space.standable(cell):
        free = [(i, j) for j in range(space.height) for i in range(space.width) if space.standable((i, j))]
        near = min(free, key=lambda one: (max(abs(one[0] - x), abs(one[1] - y)), one), default=None)
        hint = f" The nearest where one can is {near[0]},{near[1]}." if near else ""
        raise BadFile(f"{option} {x},{y}: nobody can stand there ({space.field.at(cell).name}).{hint}")


def field_of(space: Space, viewer: Cell) -> dict[str, Any]:
    """Every cell that can be stood on: whether it is seen, how many corners there, and how many the other way."""
    view = space.field_of_view(viewer)
    cells = []
    for y in range(space.height):
        for x in range(space.width):
            if space.standable((x, y)):
                seen = bool(view.seen[y, x])
                corners, back = (int(view.corners[y, x]), int(view.corners_back[y, x])) if seen else (0, 0)
                cells.append({"at": [x, y], "seen": seen, "corners": corners, "corners_back": back})
    return {"from": list(viewer), "cells": cells}


def _board(chart: Chart, space: Space, viewer: Cell) -> Iterator[str]:
    """The map in letters, with the number of corners seen in each cell."""
    cells = field_of(space, viewer)["cells"]
    seen = {tuple(cell["at"]): str(cell["corners"]) for cell in cells if cell["seen"]}
    yield f"{chart.path.name}: seen from {viewer[0]},{viewer[1]}"
    yield ""
    yield from draw_marked(space.field, space.open_edges, {**{c: f"{n} " for c, n in seen.items()}, viewer: "@@"})
    clear = sum(n == "8" for n in seen.values())
    yield "@@ looks; 0 to 8: corners seen of a creature there; all other signs: not seen."
    yield f"{len(seen)} of {len(cells)} cells are seen, {clear} of them without cover."
    if chart.origin != (0, 0):
        yield f"The map is cropped: its cell 0,0 is {chart.origin[0]},{chart.origin[1]} in Tiled."


# --- the proof of one pair ---


def proof_of(space: Space, viewer: Cell, target: Cell) -> dict[str, Any]:
    """The certificate as plain data, both ways; lengths in cells."""
    return {
        "from": list(viewer),
        "to": list(target),
        **_plain(space.sight(viewer, target)),
        "back": _plain(space.sight(target, viewer)),
    }


def _plain(sight: Sight) -> dict[str, Any]:
    return {
        "seen": sight.seen,
        "witness": _ends(sight.witness),
        "blockers": [list(cell) for cell in sight.blockers],
        "corners": [
            {"point": _in_cells(corner.point), "seen": corner.seen, "segment": _ends(corner.segment)}
            for corner in sight.corners
        ],
    }


def _ends(segment: Segment | None) -> list[list[float]] | None:
    return None if segment is None else [_in_cells(segment.start), _in_cells(segment.end)]


def _in_cells(point: LatticePoint) -> list[float]:
    return [value / UNIT for value in point]


def _certificate(space: Space, viewer: Cell, target: Cell) -> Iterator[str]:
    """The proof in words. Points are (columns, rows, height) in cells."""
    sight = space.sight(viewer, target)
    if sight.witness is not None:
        yield f"{_cell(viewer)} and {_cell(target)} see each other, along {_line(space, sight.witness)}."
    else:
        yield f"{_cell(viewer)} and {_cell(target)} do not see each other."
        yield f"Between their middles: {_solids(space, _middle(space, viewer), _middle(space, target))}."
    yield from _corners(space, viewer, target, sight)
    yield from _corners(space, target, viewer, space.sight(target, viewer))
    yield "Points are columns, rows and heights in cells. Every line was checked against every solid of the map."


def _corners(space: Space, viewer: Cell, target: Cell, sight: Sight) -> Iterator[str]:
    """One line for each corner of the target."""
    count = sum(corner.seen for corner in sight.corners)
    yield ""
    yield f"Of {_cell(target)}, seen from {_cell(viewer)}: {count} of 8 corners"
    for name, corner in zip(_CORNERS, sight.corners, strict=True):
        yield f"  {name:<16}  {_point(corner.point)}  {_fate(space, viewer, corner)}"


def _fate(space: Space, viewer: Cell, corner: CornerSight) -> str:
    if corner.segment is not None:
        free = segment_is_free(space.boxes, *corner.segment, may_touch_end=True)
        return f"seen from {_point(corner.segment.start)}{'' if free else ', BUT THAT LINE IS NOT FREE'}"
    return f"hidden behind {_solids(space, _middle(space, viewer), corner.point)}"


def _solids(space: Space, start: LatticePoint, end: LatticePoint) -> str:
    """The solids that a line touches before its very end, in the order it comes to them, in words."""
    met = [(inside[0], box) for box in space.boxes if (inside := stretch(box, start, end)) and inside[0] < 1]
    return "; ".join(dict.fromkeys(_solid(space, box) for _, box in sorted(met)))


def _middle(space: Space, cell: Cell) -> LatticePoint:
    return (cell[0] + 0.5) * UNIT, (cell[1] + 0.5) * UNIT, space.floor(cell) + UNIT / 2


def _line(space: Space, segment: Segment) -> str:
    free = segment_is_free(space.boxes, *segment)
    return f"{_point(segment.start)} to {_point(segment.end)}{'' if free else ', BUT THAT LINE IS NOT FREE'}"


def _solid(space: Space, box: Box) -> str:
    """What a box is, and where."""
    x, y = box.cell
    if box.x0 == box.x1 or box.y0 == box.y1:
        other = (x - 1, y) if box.x0 == box.x1 else (x, y - 1)
        edge = space.edge_between(other, (x, y))
        kind = edge.kind.replace("_", " ") if edge else "thin wall"
        return f"the {kind} between {_cell(other)} and {_cell(box.cell)}"
    terrain = space.field.at(box.cell)
    if box.z0 == DEPTH and box.z1 < SKY:
        floor = space.field.floor_at(box.cell)
        if box.z1 <= floor:
            return f"the ground of {_cell(box.cell)}, {floor / UNIT:g} cells up"
        return f"the {terrain.name} in {_cell(box.cell)}, up to {box.z1 / UNIT:g} cells"
    if box.z0 > DEPTH:
        return f"the lintel of the {terrain.name} in {_cell(box.cell)}"
    return f"the {terrain.name} in {_cell(box.cell)}"


def _cell(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


def _point(point: LatticePoint) -> str:
    return "(" + ", ".join(f"{value / UNIT:.4g}" for value in point) + ")"
