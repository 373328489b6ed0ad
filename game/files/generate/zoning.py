"""The zones of a generated map: the places that have names, large ones in parts, and the ground between, named too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from game.files.generate.canvas import Canvas, NamedPlace
from game.files.generate.seeded import SeededDraws
from game.spatial.deriving import derive
from game.spatial.field import Cell, Field, Zone
from game.spatial.land import Land, survey
from game.spatial.layout import Area, lay_out

ENCLOSED = 2
"""Sides on which a solid cell has one zone, from which the zone's outline goes round it."""

HALVES = (("North", "", "South"), ("west", "", "east"))
"""What a part of a place is called by where it lies in it."""


def zones_of(canvas: Canvas, field: Field, draws: SeededDraws) -> list[NamedPlace]:
    """Zones that share no cell and leave none over, no name twice; ``field``: the map as rules read it."""
    land = survey(field)
    parts: dict[str, NamedPlace] = {}
    drawn: list[Zone] = []
    taken: set[int] = set()
    for place in canvas.places:
        own = [at for x, y in place.cells if land.stand[at := y * canvas.width + x] and at not in taken]
        taken.update(own)
        for part in _parts(place, land, own):
            parts[part.name] = part
            drawn.append(Zone(part.name, part.name, part.cells, part.kind, cover=part.cover))
    layout = lay_out(replace(field, zones=tuple(drawn)))
    named = {area.id: parts.get(area.name) or _between(canvas, area) for area in layout.areas}
    names = _names(canvas, [area for area in layout.areas if not area.drawn], list(parts), draws)
    outlines = _outlines(canvas, layout.owner, len(layout.areas))
    return [
        named[area.id]._replace(cells=outline, name=names.get(area.id, area.name))
        for area, outline in zip(layout.areas, outlines, strict=True)
    ]


def _parts(place: NamedPlace, land: Land, own: Sequence[int]) -> list[NamedPlace]:
    """A place in pieces that a zone may have, each called by where in it it lies."""
    pieces = [[land.cell(at) for at in piece] for piece in derive(land, own)]
    if len(pieces) < 2:
        return [place._replace(cells=tuple(piece)) for piece in pieces]
    left, right = min(x for x, _ in place.cells), max(x for x, _ in place.cells)
    top, bottom = min(y for _, y in place.cells), max(y for _, y in place.cells)
    called = [_part(piece, (left, top, right - left + 1, bottom - top + 1)) for piece in pieces]
    found = []
    for number, (piece, part) in enumerate(zip(pieces, called, strict=True)):
        same = called[:number].count(part)
        name = f"{place.name}, {part.lower()}" + (f" {same + 1}" if same else "")
        found.append(place._replace(name=name, cells=tuple(piece)))
    return found


def _part(cells: Sequence[Cell], box: tuple[int, int, int, int]) -> str:
    """Where in a box of cells some of them lie: "North-west", "South", "Middle"."""
    left, top, wide, high = box
    column = min(2, 3 * sum(2 * (x - left) + 1 for x, _ in cells) // (2 * wide * len(cells)))
    row = min(2, 3 * sum(2 * (y - top) + 1 for _, y in cells) // (2 * high * len(cells)))
    north, west = HALVES[0][row], HALVES[1][column]
    return f"{north}-{west}" if north and west else north or west.capitalize() or "Middle"


def _between(canvas: Canvas, area: Area) -> NamedPlace:
    """Ground that nobody has named, as the game takes it."""
    thick = sum(canvas.props.get(cell, "").startswith(("undergrowth", "brambles")) for cell in area.cells)
    return NamedPlace(area.name, area.cells, area.kind, area.cover, overgrown=3 * thick >= len(area.cells))


def _names(canvas: Canvas, areas: Sequence[Area], taken: Sequence[str], draws: SeededDraws) -> dict[str, str]:
    """Names by the ground that most of an area has, as long as the map has some; else what the game calls it."""
    left = {ground: draws.shuffled(names) for ground, names in canvas.names.items()}
    found: dict[str, str] = {}
    for area in areas:
        grounds = Counter(canvas.ground(cell) for cell in area.cells)
        ground = min(grounds, key=lambda each: (-grounds[each], each))
        free = [name for name in left.get(ground, ()) if name not in taken]
        if free:
            found[area.id] = free[0]
            left[ground] = free[1:]
    used = {*taken, *found.values()}
    for area in areas:
        number, name = 1, area.name
        while area.id not in found and name in used:
            number += 1
            name = f"{area.name} {number}"
        found.setdefault(area.id, name)
        used.add(found[area.id])
    return found


def _outlines(canvas: Canvas, owner: Sequence[int], count: int) -> list[tuple[Cell, ...]]:
    """The cells of each zone with the solid ones in and at it, as somebody would draw round them."""
    whole: list[list[Cell]] = [[] for _ in range(count)]
    for x, y in canvas.cells():
        zone = owner[y * canvas.width + x]
        if zone < 0:
            beside = Counter(owner[v * canvas.width + u] for u, v in canvas.beside((x, y)))
            del beside[-1]
            zone = min(beside, key=lambda each: (-beside[each], each), default=-1)
            if zone < 0 or beside[zone] < ENCLOSED or canvas.walls.get((x, y)) in ("stone", "brick", "earth"):
                continue
        whole[zone].append((x, y))
    return [tuple(cells) for cells in whole]
