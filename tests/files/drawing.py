"""Small maps for tests, written as Tiled would write them."""

from __future__ import annotations

import struct
import sys
import zlib
from pathlib import Path

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

TILES = """<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" name="t" tilewidth="64" tileheight="64" tilecount="9" columns="0">
 <tile id="0" type="Terrain"><image width="64" height="64" source="floor_1.png"/></tile>
 <tile id="1" type="Terrain"><properties><property name="blocks_move" type="bool" value="true"/>
  <property name="blocks_sight" type="bool" value="true"/></properties>
  <image width="64" height="64" source="wall.png"/></tile>
 <tile id="2" type="Terrain"><properties><property name="height" type="float" value="3"/>
  <property name="blocks_move" type="bool" value="true"/></properties>
  <image width="64" height="64" source="crate.png"/></tile>
 <tile id="3" type="Terrain"><properties><property name="difficult" type="bool" value="true"/></properties>
  <image width="64" height="64" source="water.png"/></tile>
 <tile id="4" type="Terrain"><properties><property name="blocks_move" type="bool" value="true"/>
  <property name="blocks_sight" type="bool" value="true"/><property name="gap" type="float" value="1"/>
  <property name="gap_axis" propertytype="GapAxis" value="x"/></properties>
  <image width="64" height="64" source="slit.png"/></tile>
 <tile id="5"><image width="64" height="64" source="rug.png"/></tile>
 <tile id="6" type="Terrain"><properties><property name="height" type="float" value="2.1"/></properties>
  <image width="64" height="64" source="log.png"/></tile>
 <tile id="7" type="Terrain"><image width="64" height="64" source="bridge.png"/></tile>
 <tile id="8" type="Terrain"><properties><property name="sill" type="float" value="3"/>
  <property name="lintel" type="float" value="7"/><property name="blocks_move" type="bool" value="true"/></properties>
  <image width="64" height="64" source="window.png"/></tile>
</tileset>
"""

FLOOR, WALL, CRATE, WATER, SLIT, RUG, LOG, BRIDGE, WINDOW = range(1, 10)


def property_(name: str, value: object, kind: str = "") -> str:
    """One custom property; bools, ints and floats carry their type, ``kind`` overrides it."""
    of = {bool: "bool", int: "int", float: "float"}.get(type(value), "")
    text = str(value).lower() if isinstance(value, bool) else str(value)
    typed = f' type="{kind or of}"' if kind or of else ""
    return f'<property name="{name}"{typed} value="{text}"/>'


def properties(**values: object) -> str:
    """A block of custom properties."""
    if not values:
        return ""
    return "<properties>" + "".join(property_(name, value) for name, value in values.items()) + "</properties>"


def rectangle(
    number: int, klass: str, x: int, y: int, width: int, height: int, name: str = "", **values: object
) -> str:
    """An object over whole cells."""
    return (
        f'<object id="{number}" name="{name}" type="{klass}" x="{x * 64}" y="{y * 64}" width="{width * 64}" '
        f'height="{height * 64}">{properties(**values)}</object>'
    )


def point(number: int, klass: str, x: float, y: float, name: str = "", **values: object) -> str:
    """A point object; place in cells."""
    return (
        f'<object id="{number}" name="{name}" type="{klass}" x="{x * 64:g}" y="{y * 64:g}">{properties(**values)}'
        "<point/></object>"
    )


def line(number: int, *points: tuple[float, float], klass: str = "Edge", name: str = "", **values: object) -> str:
    """A polyline object; vertices in cells."""
    x, y = points[0]
    text = " ".join(f"{(px - x) * 64:g},{(py - y) * 64:g}" for px, py in points)
    return (
        f'<object id="{number}" name="{name}" type="{klass}" x="{x * 64:g}" y="{y * 64:g}">{properties(**values)}'
        f'<polyline points="{text}"/></object>'
    )


def objects(layer: str, *things: str, number: int = 90, extra: str = "") -> str:
    """An object layer."""
    return f'<objectgroup id="{number}" name="{layer}" {extra}>{"".join(things)}</objectgroup>'


def tiles(layer: str, rows: list[list[int]], number: int = 1, extra: str = "") -> str:
    """A tile layer with CSV data."""
    data = ",\n".join(",".join(map(str, row)) for row in rows)
    return (
        f'<layer id="{number}" name="{layer}" width="{len(rows[0])}" height="{len(rows)}" {extra}>'
        f'<data encoding="csv">\n{data}\n</data></layer>'
    )


def floor(width: int, height: int) -> list[list[int]]:
    """Rows of plain floor."""
    return [[FLOOR] * width for _ in range(height)]


SPAWNS = objects(
    "spawns",
    rectangle(1001, "Spawn", 0, 0, 1, 1, side="party"),
    rectangle(1002, "Spawn", 5, 0, 1, 1, side="foe"),
    number=99,
)
"""Both sides in the top corners of a map six cells wide."""


def tmx(*layers: str, width: int = 6, height: int = 4, head: str = "", tilesets: str | None = None) -> str:
    """A whole map; ``head`` adds attributes or replaces those of the same name."""
    attributes = {
        "version": "1.10",
        "class": "BattleMap",
        "orientation": "orthogonal",
        "width": str(width),
        "height": str(height),
        "tilewidth": "64",
        "tileheight": "64",
        "infinite": "0",
    }
    for pair in head.split():
        name, value = pair.split("=")
        attributes[name] = value.strip('"')
    written = " ".join(f'{name}="{value}"' for name, value in attributes.items())
    sets = '<tileset firstgid="1" source="tiles.tsx"/>' if tilesets is None else tilesets
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<map {written}>{sets}{"".join(layers)}</map>'


def packed_zstd(data: bytes) -> bytes:
    """Bytes as zstd."""
    return zstd.compress(data)


def png(width: int, height: int, *, shade: int = 128, claimed: tuple[int, int] | None = None) -> bytes:
    """A grey picture, packed as tightly as can be; ``claimed``: the size that its head tells, if that is another."""
    packer = zlib.compressobj(9)
    rows = b"".join(packer.compress(bytes([0]) + bytes([shade]) * width) for _ in range(height)) + packer.flush()
    head = struct.pack(">IIBBBBB", *(claimed or (width, height)), 8, 0, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", rows), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks
    )


PICTURE, SHEET = png(64, 64), png(256, 128)


def save(folder: Path, text: str, name: str = "map.tmx") -> Path:
    """Write a map and its tileset; the tileset's pictures exist and are grey, and there is a sheet of 4 x 2 tiles."""
    home = folder / "maps"
    home.mkdir(exist_ok=True)
    (home / "tiles.tsx").write_text(TILES)
    for picture in ("floor_1", "wall", "crate", "water", "slit", "rug", "log", "bridge", "window"):
        (home / f"{picture}.png").write_bytes(PICTURE)
    (home / "sheet.png").write_bytes(SHEET)
    path = home / name
    path.write_text(text)
    return path
