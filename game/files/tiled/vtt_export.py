"""Writes a map in Universal VTT: what rules see of it, as lines along the sides of cells, with a picture.

The format knows walls, doors, things that hide, and lights. A wall that fills cells is written as the line round them;
what stops whoever walks and hides nobody, how high a floor lies, zones and starts find no place in it.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator
from math import pi
from typing import Any

import msgspec

from game.files.tiled.corrections import ThinKind
from game.files.tiled.crossings import trails
from game.files.tiled.property_reader import FEET
from game.files.tiled.runs import blocks, stretches
from game.files.tiled.vtt_layout import parted
from game.spatial.field import UNIT, Cell, EdgeState, Feature, Field, Terrain
from game.spatial.solids import CellSide, sides

FORMAT = 0.3
"""The version that Dungeondraft writes."""

USUAL_REACH = 4.0
"""Cells that a light reaches of which the map does not say it."""

_LONGEST_LINE = 10_000
_REACH = re.compile(r"(\d{1,4}(?:\.\d+)?)\s*ft")


def universal_vtt(field: Field, picture: bytes, pixels: int) -> bytes:
    """A file of that format. ``picture``: a PNG or JPEG of the whole map with so many ``pixels`` to a cell."""
    walls, portals, screens = set[CellSide](), list[dict[str, Any]](), set[CellSide]()
    kinds = dict(_by_ground(field))
    for edge in field.edges:
        own = [side for side in sides(edge) if _is_between(field, side) and kinds.get(side) != "wall"]
        for side in own:
            kinds.pop(side, None)
        if edge.kind == "wall":
            walls.update(own)
        elif edge.kind == "low_wall" and edge.sill >= UNIT:
            screens.update(own)
        else:
            portals += _portals(own, edge.kind, edge.state)
    walls.update(side for side, kind in kinds.items() if kind == "wall")
    for kind in sorted({kind for kind in kinds.values() if kind != "wall"}):
        portals += _portals((side for side, each in kinds.items() if each == kind), kind, "closed")
    tall = [cell for cell in _cells(field) if _hides(field.at(cell))]
    boxes = [_rectangle(left, top, right + 1, bottom + 1) for left, top, right, bottom in blocks(tall)]
    found = {
        "format": FORMAT,
        "resolution": {
            "map_origin": _point(0, 0),
            "map_size": _point(field.width, field.height),
            "pixels_per_grid": pixels,
        },
        "line_of_sight": [*_lines(walls)],
        "objects_line_of_sight": [*boxes, *_lines(screens)],
        "portals": portals,
        "environment": {"baked_lighting": False, "ambient_light": "ffffffff"},
        "lights": [light for feature in field.features if feature.kind == "light" for light in _lights(feature)],
        "image": b64encode(picture).decode(),
    }
    return msgspec.json.encode(found)


def _cells(field: Field) -> Iterator[Cell]:
    return ((x, y) for y in range(field.height) for x in range(field.width))


def _is_between(field: Field, side: CellSide) -> bool:
    return all(0 <= x < field.width and 0 <= y < field.height for x, y in parted(side))


def _by_ground(field: Field) -> Iterator[tuple[CellSide, ThinKind]]:
    """What the ground on both its sides makes of a side: nothing where it is the same on both."""
    for x, y in _cells(field):
        for side in (CellSide((x, y), True), CellSide((x, y), False)):
            if not _is_between(field, side):
                continue
            grounds = [field.at(cell) for cell in parted(side)]
            before, behind = (_seen_through(ground, along_x=side.along_x) for ground in grounds)
            # A slit is parted from the wall that it is in, else that were hollow.
            if before != behind or (before == "wall" and any(ground.gap for ground in grounds)):
                yield side, "wall" if "wall" in (before, behind) else before or behind or "none"


def _seen_through(ground: Terrain, *, along_x: bool) -> ThinKind | None:
    """What a cell is to whoever looks into it along an axis: a wall, a slit or a window; None for open ground."""
    if ground.blocks_sight:
        return "slit" if ground.gap and (ground.gap_axis == "x") == along_x else "wall"
    return "window" if ground.lintel else None


def _hides(ground: Terrain) -> bool:
    """Whether a body on the same ground is hidden behind it, and one on higher ground is not."""
    return not ground.blocks_sight and not ground.lintel and ground.height >= UNIT


def _portals(own: Iterable[CellSide], kind: ThinKind, state: EdgeState) -> Iterator[dict[str, Any]]:
    for a, b in stretches(own):
        yield {
            "position": _point((a[0] + b[0]) / 2, (a[1] + b[1]) / 2),
            "bounds": [_point(*a), _point(*b)],
            "rotation": pi / 2 if a[0] == b[0] else 0.0,
            # To others this says whether light is stopped, and so that what they see through is no door.
            "closed": kind in ("door", "portcullis") and state != "open",
            "freestanding": False,
            "type": kind,
            "locked": state == "locked",
        }


def _lines(own: Iterable[CellSide]) -> Iterator[list[dict[str, float]]]:
    """Lines along sides, with their corners alone."""
    for line in trails(own, _LONGEST_LINE):
        kept = [
            at
            for before, at, behind in zip([None, *line], line, [*line[1:], None], strict=False)
            if before is None or behind is None or (behind[0] - before[0]) * (behind[1] - before[1])
        ]
        yield [_point(*corner) for corner in kept]


def _rectangle(left: int, top: int, right: int, bottom: int) -> list[dict[str, float]]:
    return [_point(*corner) for corner in ((left, top), (right, top), (right, bottom), (left, bottom), (left, top))]


def _lights(feature: Feature) -> Iterator[dict[str, Any]]:
    """One for each of its cells, such as those along a row of windows."""
    said = _REACH.search(feature.strength)
    reach = float(said[1]) / FEET if said else USUAL_REACH
    for x, y in feature.cells:
        place = _point(x + 0.5, y + 0.5)
        yield {"position": place, "range": reach, "intensity": 1.0, "color": "ffffd9a0", "shadows": True}


def _point(x: float, y: float) -> dict[str, float]:
    return {"x": float(x), "y": float(y)}
