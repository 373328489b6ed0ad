"""Set-ups as they are embedded in saves and battle files: read, and checked before rules and geometry trust them."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from game.files.cleaning import readable
from game.rules.setup import LARGEST_SQUAD, Setup, too_many
from game.spatial.field import DEAREST, MOST_BODIES, MOST_EDGED, TALLEST, Cell, Field

LARGEST = 250
"""Cells along a side of a map that can be played on."""


class BadEmbedded(ValueError):
    """A set-up inside another file that can't be used; the message says which part and why."""


def read_setup(data: bytes | str | msgspec.Raw) -> Setup:
    """Read a set-up from JSON, with texts that are fit to be shown. Raises BadEmbedded."""
    try:
        setup = msgspec.json.decode(data, type=Setup)
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadEmbedded(str(error)) from error
    except RecursionError as error:
        raise BadEmbedded("it is nested too deeply") from error
    setup = readable(setup)
    _check(setup)
    return setup


def _check(setup: Setup) -> None:
    crowd = too_many(setup.sides)
    if crowd:
        raise BadEmbedded(crowd)
    aiming = [aim.side for aim in setup.objectives]
    if len(set(aiming)) < len(aiming):
        raise BadEmbedded(f"two objectives for one side: {', '.join(aiming)}")
    field = setup.field
    if not (1 <= field.width <= LARGEST and 1 <= field.height <= LARGEST):
        raise BadEmbedded(
            f"a map of {field.width} x {field.height} cells; between 1 and {LARGEST} a side can be played"
        )
    for name, values in (("terrain", field.terrain), ("floor", field.floor)):
        if values and len(values) != field.width * field.height:
            raise BadEmbedded(f"field.{name} has {len(values)} entries for {field.width} x {field.height} cells")
    for what, value, least, most in _numbers(field):
        if not least <= value <= most:
            raise BadEmbedded(f"{what} is {value}, and must lie between {least:,} and {most:,}")
    if not field.palette or not all(0 <= index < len(field.palette) for index in field.terrain):
        raise BadEmbedded("field.terrain names kinds of ground that field.palette does not have")
    for what, (x, y) in _cells(setup):
        if not (0 <= x < field.width and 0 <= y < field.height):
            raise BadEmbedded(f"{what} is at {x},{y}, off the map of {field.width} x {field.height} cells")
    _check_edges(field)


def _numbers(field: Field) -> Iterator[tuple[str, int, int, int]]:
    """Every number of a field that geometry counts with: what it is, and the least and most that it may be."""
    for terrain in field.palette:
        for name in ("height", "sill", "lintel", "gap"):
            yield f"{name} of {terrain.name}", getattr(terrain, name), 0, TALLEST
        yield f"cost of {terrain.name}", terrain.cost, 1, DEAREST
    yield from (("a floor", height, -TALLEST, TALLEST) for height in field.floor)
    for edge in field.edges:
        for name in ("sill", "lintel", "gap"):
            yield f"{name} of the edge {edge.id}", getattr(edge, name), 0, TALLEST
    yield from ((f"capacity of the zone {zone.id}", zone.capacity, 0, MOST_BODIES) for zone in field.zones)
    yield from ((f"capacity of the border {border.id}", border.capacity, 0, MOST_BODIES) for border in field.borders)
    yield from ((f"count of the spawn {spawn.id}", spawn.count, 1, LARGEST_SQUAD) for spawn in field.spawns)


def _check_edges(field: Field) -> None:
    for edge in field.edges:
        (ax, ay), (bx, by) = edge.a, edge.b
        inside = all(0 <= x <= field.width and 0 <= y <= field.height for x, y in (edge.a, edge.b))
        if not inside or (ax != bx) == (ay != by):
            raise BadEmbedded(f"the edge {edge.id} must go straight along cell borders inside the map")
    if sum(abs(edge.a[0] - edge.b[0]) + abs(edge.a[1] - edge.b[1]) for edge in field.edges) > MOST_EDGED:
        raise BadEmbedded(f"the edges are longer together than the {MOST_EDGED:,} cells that are read")


def _cells(setup: Setup) -> Iterator[tuple[str, Cell]]:
    """Every cell that a set-up names, with what is there."""
    field = setup.field
    yield from (("a ramp", cell) for cell in field.ramps)
    for zone in field.zones:
        yield from ((f"zone {zone.name or zone.id}", cell) for cell in zone.cells)
    for spawn in field.spawns:
        yield from ((f"the spawn {spawn.id}", cell) for cell in spawn.cells)
    for feature in field.features:
        yield from ((f"{feature.kind} {feature.name or feature.id}", cell) for cell in feature.cells)
    yield from (("an objective", cell) for aim in setup.objectives for link in aim.chain for cell in link.cells)
    for side in setup.sides:
        yield from ((recruit.name or recruit.unit, recruit.at) for recruit in side.squad if recruit.at is not None)
