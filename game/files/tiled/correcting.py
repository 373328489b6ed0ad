"""A field with what somebody has corrected in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from game.files.tiled.corrections import GROUNDS, Corrections, Thin
from game.files.tiled.ground import paletted
from game.files.tiled.map_objects import LOW_WALL, SLIT, WINDOW_LINTEL, WINDOW_SILL
from game.files.tiled.property_reader import steps_of
from game.files.tiled.runs import lines_told, row_by_row, stretches
from game.files.tiled.schema import ENUMS
from game.spatial.field import Cell, Edge, Feature, Field, Spawn, Terrain, Zone
from game.spatial.solids import CellSide, beside, sides

MOVED = ("door", "portcullis")
"""Kinds of edges that a lever may move."""


def correct(field: Field, origin: Cell, said: Corrections) -> Field:
    """The field as corrected; what lies off it is left out. ``origin`` is the author's cell that is 0, 0 here."""
    if not said:
        return field
    here = _Here(field, origin)
    ground = {cell: GROUNDS[kind] for at, kind in said.ground.items() if (cell := here.cell(at)) is not None}
    palette, terrain = (field.palette, field.terrain) if not ground else _ground(field, ground)
    floor, ramps = list(field.floor), set(field.ramps)
    for at, height in said.heights.items():
        cell = here.cell(at)
        if cell is not None:
            floor = floor or [0] * (field.width * field.height)
            floor[cell[1] * field.width + cell[0]] = height.steps
            (ramps.add if height.ramp else ramps.discard)(cell)
    edges = _edges(field, {side: thin for at, thin in said.edges.items() if (side := here.side(at)) is not None})
    return replace(
        field,
        palette=palette,
        terrain=terrain,
        floor=tuple(floor) if any(floor) else (),
        ramps=tuple(sorted(ramps, key=row_by_row)),
        edges=edges,
        zones=correct_zones(field, field.zones, origin, said),
        spawns=_spawns(field.spawns, {c: side for at, side in said.starts.items() if (c := here.cell(at)) is not None}),
        features=_features(field, edges, here, said),
    )


def correct_zones(field: Field, zones: Iterable[Zone], origin: Cell, said: Corrections) -> tuple[Zone, ...]:
    """Drawn zones without the cells that were given to others, and those others."""
    here = _Here(field, origin)
    given: dict[str, list[Cell]] = {}
    for at, key in said.zoned.items():
        cell = here.cell(at)
        if cell is not None:
            given.setdefault(key, []).append(cell)
    taken = {cell for cells in given.values() for cell in cells}
    left = (replace(zone, cells=tuple(cell for cell in zone.cells if cell not in taken)) for zone in zones)
    found = [zone for zone in left if zone.cells]
    for number, key in enumerate((key for key in said.zones if key in given), 1):
        words = said.zones[key]
        found.append(
            Zone(
                f"zone+{number}",
                words.name or f"Zone {number}",
                tuple(sorted(given[key], key=row_by_row)),
                words.kind,
                words.capacity,
                words.cover,
                words.dark,
                words.smoke,
                words.overgrown,
            )
        )
    return tuple(found)


def misfits(field: Field, origin: Cell, said: Corrections) -> list[str]:
    """What of the corrections finds no place on the map any more, in words, each the end of a sentence."""
    here = _Here(field, origin)
    cells = {*said.ground, *said.heights, *said.zoned, *said.starts}
    cells.update(*said.featured.values(), *said.cleared.values())
    off = sorted((cell for cell in cells if here.cell(cell) is None), key=row_by_row)
    lines = sorted(side for side in said.edges if here.side(side) is None)
    found = []
    if off:
        found.append(f"{len(off)} cells lie off the map now, the first at {off[0][0]}, {off[0][1]}")
    if lines:
        (x, y), _ = lines[0]
        found.append(f"{len(lines)} sides of cells lie off the map now, the first at corner {x}, {y}")
    there = {key for cell, key in said.zoned.items() if here.cell(cell) is not None}
    lost = set(said.zoned.values()) - there
    found += [f"the zone {words.name} lies off the map now" for key, words in said.zones.items() if key in lost]
    on_sides = {side for edge in correct(field, origin, said).edges if edge.kind in MOVED for side in sides(edge)}
    for words in said.features.values():
        if words.linked is not None and here.side(words.linked) not in on_sides:
            lever, (place,) = words.name or words.kind, lines_told([words.linked])
            found.append(f"the {lever} moves nothing, for there is no door or portcullis at {place}")
    return found


class _Here:
    """The author's cells as those of a field."""

    def __init__(self, field: Field, origin: Cell) -> None:
        self.field, self.origin = field, origin

    def cell(self, at: Cell) -> Cell | None:
        x, y = at[0] - self.origin[0], at[1] - self.origin[1]
        return (x, y) if 0 <= x < self.field.width and 0 <= y < self.field.height else None

    def side(self, at: CellSide) -> CellSide | None:
        side = CellSide((at.cell[0] - self.origin[0], at.cell[1] - self.origin[1]), at.along_x)
        return side if beside(self.field, side) else None


def _ground(field: Field, ground: dict[Cell, Terrain]) -> tuple[tuple[Terrain, ...], tuple[int, ...]]:
    """Palette and indices."""
    cells = [field.palette[number] for number in field.terrain] or [field.palette[0]] * (field.width * field.height)
    for (x, y), terrain in ground.items():
        cells[y * field.width + x] = terrain
    return paletted(cells)


def _edges(field: Field, given: dict[CellSide, Thin]) -> tuple[Edge, ...]:
    found: list[Edge] = []
    for edge in field.edges:
        own = list(sides(edge))
        left = [side for side in own if side not in given]
        if len(left) == len(own):
            found.append(edge)
            continue
        for number, (a, b) in enumerate(stretches(left), 1):
            found.append(replace(edge, id=edge.id if number == 1 else f"{edge.id}~{number}", a=a, b=b))
    number = 0
    for thin in sorted({thin for thin in given.values() if thin.kind != "none"}):
        for a, b in stretches(side for side, said in given.items() if said == thin):
            number += 1
            found.append(thin_edge(f"edge+{number}", a, b, thin))
    return tuple(found)


def thin_edge(identity: str, a: Cell, b: Cell, thin: Thin) -> Edge:
    """An edge with the measures that its kind usually has."""
    assert thin.kind != "none"
    sill = {"window": WINDOW_SILL, "low_wall": LOW_WALL}.get(thin.kind, 0.0)
    return Edge(
        identity,
        a,
        b,
        thin.kind,
        thin.state,
        sill=steps_of(sill),
        lintel=steps_of(WINDOW_LINTEL) if thin.kind == "window" else 0,
        gap=steps_of(SLIT) if thin.kind == "slit" else 0,
    )


def _features(field: Field, edges: Sequence[Edge], here: _Here, said: Corrections) -> tuple[Feature, ...]:
    """The map's features less the cells that were cleared of them, and those that were put down.

    A lever moves what now lies where its door was, if that was drawn otherwise.
    """
    at = {side: edge.id for edge in edges for side in sides(edge)}
    kept = {edge.id for edge in edges}
    moved = {
        edge.id: next((at[side] for side in sides(edge) if side in at), "")
        for edge in field.edges
        if edge.id not in kept
    }
    cleared = {kind: {here.cell(cell) for cell in cells} for kind, cells in said.cleared.items()}
    left = (
        replace(
            feature,
            cells=tuple(cell for cell in feature.cells if cell not in cleared.get(feature.kind, ())),
            linked=moved.get(feature.linked, feature.linked),
        )
        for feature in field.features
    )
    found = [feature for feature in left if feature.cells]
    for key, words in said.features.items():
        cells = tuple(cell for each in said.featured[key] if (cell := here.cell(each)) is not None)
        if cells:
            side = here.side(words.linked) if words.linked is not None else None
            linked = at.get(side, "") if side is not None else ""
            made = words.kind, cells, words.name, words.strength, words.cost, linked, words.thing
            found.append(Feature(f"feature+{key}", *made))
    return tuple(found)


def _spawns(spawns: Sequence[Spawn], given: dict[Cell, str]) -> tuple[Spawn, ...]:
    left = [replace(spawn, cells=tuple(cell for cell in spawn.cells if cell not in given)) for spawn in spawns]
    found = [spawn for spawn in left if spawn.cells]
    usual = ENUMS["Side"]
    order = {side: usual.index(side) if side in usual else len(usual) for side in given.values() if side}
    for side in sorted(order, key=lambda side: (order[side], side)):
        cells = sorted((cell for cell, said in given.items() if said == side), key=row_by_row)
        found.append(Spawn(f"spawn+{side}", side, tuple(cells)))
    return tuple(found)
