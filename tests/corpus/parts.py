"""What maps of the corpus are made of. A plan is lines of signs: ``.`` grass, ``#`` rock, ``=`` planks, ``~`` water."""

from __future__ import annotations

import base64
import struct
import zlib

from tests.corpus.pixels import BUSH, FLAGS, GRASS, MARK, PLANKS, ROCK, SIDE, STRAW, WATER
from tests.files.drawing import packed_zstd, properties

WIDE, HIGH = 16, 12
SIGNS = {" ": 0, ".": GRASS, "#": ROCK, "=": PLANKS, "~": WATER, "x": MARK, "s": STRAW, "b": BUSH, "f": FLAGS}

MEADOW = ["." * WIDE] * HIGH
HOUSE = [
    "                ",
    " ######  ###### ",
    " #    #  #    # ",
    " #    #  #    # ",
    " #    ####    # ",
    " #            # ",
    " #    ####    # ",
    " #    #  #    # ",
    " ## ###  ### ## ",
    "                ",
    "                ",
    "                ",
]
"""Two rooms with a passage between them, and a way out of each."""
INSIDE = [(x, y) for y in range(2, 8) for x in range(2, 14) if HOUSE[y][x] == " " and (x < 6 or x > 9 or y == 5)]
SHEET = '<image source="sheet.png" width="64" height="32"/>'


def grid(plan: list[str]) -> list[list[int]]:
    """A plan as tile numbers."""
    return [[SIGNS[sign] for sign in row.ljust(WIDE)] for row in plan]


def layer(name: str, plan: list[str] | list[list[int]], more: str = "", inside: str = "") -> str:
    """A tile layer, as CSV."""
    rows = [row if isinstance(row, list) else grid([row])[0] for row in plan]
    data = ",\n".join(",".join(map(str, row)) for row in rows)
    return (
        f' <layer name="{name}" width="{len(rows[0])}" height="{len(rows)}" {more}>{inside}\n'
        f'  <data encoding="csv">\n{data}\n</data>\n </layer>\n'
    )


def packed_layer(name: str, plan: list[str], how: str) -> str:
    """A tile layer, packed."""
    gids = [gid for row in grid(plan) for gid in row]
    raw = struct.pack(f"<{len(gids)}I", *gids)
    data = packed_zstd(raw) if how == "zstd" else zlib.compress(raw)
    return (
        f' <layer name="{name}" width="{WIDE}" height="{HIGH}">\n'
        f'  <data encoding="base64" compression="{how}">{base64.b64encode(data).decode()}</data>\n </layer>\n'
    )


def thing(x: float, y: float, w: float, h: float, said: str = "", inside: str = "", **values: object) -> str:
    """An object, by cells; all of a map's are numbered anew when it is written."""
    place = f'x="{x * SIDE:g}" y="{y * SIDE:g}"' + (f' width="{w * SIDE:g}" height="{h * SIDE:g}"' if w or h else "")
    return f'  <object id="@" {said} {place}>{properties(**values)}{inside}</object>\n'


def point(x: float, y: float, name: str, said: str = "") -> str:
    """A point."""
    return thing(x, y, 0, 0, f'name="{name}" {said}', "<point/>")


def things(name: str, *objects: str, more: str = "") -> str:
    """An object layer."""
    return f' <objectgroup name="{name}" {more}>\n{"".join(objects)} </objectgroup>\n'


ENDS = things("things", point(3.5, 3.5, "Player"), point(12.5, 3.5, "enemy", 'type="Enemy"'))
"""One point for each side."""


def tileset(inside: str = "", said: str = "", image: str = SHEET, first: int = 1) -> str:
    """A tileset in the map."""
    return (
        f' <tileset firstgid="{first}" name="sheet" tilewidth="{SIDE}" tileheight="{SIDE}" tilecount="8" columns="4" '
        f"{said}>{image}{inside}</tileset>\n"
    )


def tmx(*layers: str, sets: str = "", head: str = "") -> str:
    """A map."""
    said = f'orientation="orthogonal" renderorder="right-down" width="{WIDE}" height="{HIGH}"'
    for pair in head.split():
        name, _, value = pair.partition("=")
        said = " ".join(part for part in said.split() if not part.startswith(f"{name}=")) + f" {name}={value}"
    body = "".join(layers)
    parts = body.split('id="@"')
    numbered = parts[0] + "".join(f'id="{number}"{part}' for number, part in enumerate(parts[1:], 1))
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<map version="1.8" tiledversion="1.8.2" {said} '
        f'tilewidth="{SIDE}" tileheight="{SIDE}">\n{sets or tileset()}{numbered}</map>\n'
    )


def said_of(number: int, inside: str = "", **values: object) -> str:
    """What a tileset says about a tile."""
    return f'<tile id="{number - 1}">{properties(**values)}{inside}</tile>'
