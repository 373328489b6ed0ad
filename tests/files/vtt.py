"""Maps in Universal VTT, made here in the dialects of the programs that write them."""

from __future__ import annotations

import io
import json
from base64 import b64encode
from collections.abc import Sequence
from math import cos, pi, sin
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw

from game.files.tiled import Chart, read_map

Numbers = Sequence[tuple[float, float]]
"""A line."""

INK, GROUND, STONE = (32, 26, 22), (168, 148, 118), (88, 84, 80)


def points(line: Numbers) -> list[dict[str, float]]:
    """Points as the format has them."""
    return [{"x": x, "y": y} for x, y in line]


def portal(a: tuple[float, float], b: tuple[float, float], *, closed: bool = True, **more: Any) -> dict[str, Any]:
    """A door between two points."""
    position = {"x": (a[0] + b[0]) / 2, "y": (a[1] + b[1]) / 2}
    said = {"position": position, "bounds": points([a, b]), "rotation": 0.0, "closed": closed, "freestanding": False}
    return said | more


def vtt(
    size: tuple[float, float],
    walls: Sequence[Numbers] = (),
    portals: Sequence[dict[str, Any]] = (),
    *,
    pixels: float = 32,
    origin: tuple[float, float] = (0, 0),
    **more: Any,
) -> dict[str, Any]:
    """A map as Dungeondraft writes it, without a picture."""
    (resolution,) = points([size])
    (corner,) = points([origin])
    return {
        "format": 0.3,
        "resolution": {"map_origin": corner, "map_size": resolution, "pixels_per_grid": pixels},
        "line_of_sight": [points(line) for line in walls],
        "objects_line_of_sight": [],
        "portals": list(portals),
        "environment": {"baked_lighting": True, "ambient_light": "ffffffff"},
        "lights": [],
    } | more


def light(x: float, y: float, reach: float = 4.0) -> dict[str, Any]:
    """A lamp."""
    position = {"x": x, "y": y}
    return {"position": position, "range": reach, "intensity": 1.0, "color": "ffeccd8b", "shadows": True}


def picture(
    size: tuple[float, float], pixels: float, walls: Sequence[Numbers], rooms: Sequence[Numbers], kind: str = "PNG"
) -> str:
    """A picture of the map in base64: rooms on stone, with their walls."""
    image = Image.new("RGB", (round(size[0] * pixels), round(size[1] * pixels)), STONE)
    pen = ImageDraw.Draw(image)
    for room in rooms:
        pen.polygon([(x * pixels, y * pixels) for x, y in room], fill=GROUND)
    for line in walls:
        pen.line([(x * pixels, y * pixels) for x, y in line], fill=INK, width=max(2, round(pixels / 8)))
    out = io.BytesIO()
    image.save(out, kind)
    return b64encode(out.getvalue()).decode()


def ring(x: float, y: float, across: float, down: float, count: int, rough: float = 0.0) -> list[tuple[float, float]]:
    """A closed line round a place, as far as it is rough in and out."""
    turns = [2 * pi * number / count for number in range(count)]
    line = [
        (x + across * cos(turn) * (1 + rough * sin(5 * turn)), y + down * sin(turn) * (1 + rough * cos(7 * turn)))
        for turn in turns
    ]
    return [*line, line[0]]


def rectangle(x: float, y: float, width: float, height: float) -> list[tuple[float, float]]:
    """A closed line round a rectangle."""
    return [(x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y)]


def cave() -> dict[str, Any]:
    """As Dungeondraft writes a cave: no wall lies on the grid, a pillar and boulders stand in it, lamps and no door."""
    walls: list[Numbers] = [ring(12.3, 9.2, 10.4, 7.3, 90, 0.12), ring(9.1, 8.7, 1.6, 1.4, 24)]
    boulders: list[Numbers] = [ring(15.5, 10.5, 0.8, 0.7, 12), ring(18.1, 6.6, 0.3, 0.3, 8)]
    found = vtt((24, 18), walls, objects_line_of_sight=[points(line) for line in boulders], lights=[light(6.2, 5.9)])
    return found | {"image": picture((24, 18), 32, [*walls, *boulders], walls[:1])}


def inn() -> dict[str, Any]:
    """Two rooms and a yard: doors in the middle of corners, one narrower than a cell, one open, and a window."""
    walls: list[Numbers] = [
        [(4, 3), (14, 3), (14, 5.5)],
        [(14, 6.5), (14, 12), (9.4, 12)],
        [(8.6, 12), (4, 12), (4, 3)],
        [(9, 3), (9, 6.7)],
        [(9, 7.3), (9, 12)],
    ]
    doors = [
        portal((14, 5.5), (14, 6.5)),
        portal((8.6, 12), (9.4, 12), closed=False),
        portal((9, 6.7), (9, 7.3)),
        portal((6, 3), (7, 3), closed=False, type="window"),
    ]
    found = vtt((18, 15), walls, doors, lights=[light(6, 6), light(12, 9)])
    return found | {"image": picture((18, 15), 32, walls, [rectangle(0, 0, 18, 15)])}


def bare() -> dict[str, Any]:
    """Without a picture, as a program may write that keeps it apart; numbers are texts, and what is missing is null."""
    walls: list[Numbers] = [[(5, 0), (5, 6)], [(5, 8), (5, 12)], [(11, 0), (11, 12)]]
    found = json.loads(json.dumps(vtt((16, 12), walls, [portal((11, 4), (11, 6))])), parse_int=str, parse_float=str)
    assert isinstance(found, dict)
    del found["environment"], found["format"]
    return found | {"lights": None, "objects_line_of_sight": None}


def odd() -> dict[str, Any]:
    """A part of a larger map, from half a cell on: its picture is in JPEG, and has half the pixels that are stated."""
    corner = (-3.5, 40.25)
    walls: list[Numbers] = [rectangle(-1, 42, 6, 5), [(8, 41), (8, 50)]]
    at_corner: list[Numbers] = [[(x - corner[0], y - corner[1]) for x, y in line] for line in walls]
    found = vtt((15, 11), walls, [portal((1, 42), (2, 42))], pixels=70, origin=corner, lights=[light(0.5, 44.5)])
    shown = picture((15, 11), 35, at_corner, [rectangle(0, 0, 15, 11)], "JPEG")
    return found | {"image": f"data:image/jpeg;base64,{shown}"}


def huge() -> dict[str, Any]:
    """As large as can be played on: a field of 1,600 boulders, and a wall with gates across."""
    stones = [ring(3.2 + 6 * x, 3.1 + 6 * y, 1.3, 1.1, 12) for x in range(40) for y in range(40)]
    walls: list[Numbers] = [*stones, [(0, 120.3), (240, 120.3)]]
    gates = [portal((20.0 * number, 120.3), (20.0 * number + 2, 120.3)) for number in range(1, 12)]
    return vtt((240, 240), walls, gates, pixels=8) | {
        "image": picture((240, 240), 8, walls, [rectangle(0, 0, 240, 240)])
    }


DIALECTS = {
    "cave.dd2vtt": cave,
    "inn.uvtt": inn,
    "bare.df2vtt": bare,
    "odd-origin.dd2vtt": odd,
    "huge.uvtt": huge,
}
"""By the name of a file what makes it."""


def written(name: str) -> bytes:
    """One of them as a file."""
    return json.dumps(DIALECTS[name]()).encode()


def save(folder: Path, found: dict[str, Any], name: str = "map.uvtt") -> Path:
    """A file of that content."""
    path = folder / name
    path.write_text(json.dumps(found), encoding="utf-8")
    return path


def read(folder: Path, found: dict[str, Any]) -> Chart:
    """The map of that content."""
    return read_map(save(folder, found))
