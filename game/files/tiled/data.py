"""Tile data of a layer as Tiled has written it: CSV, XML tiles, base64 (plain, gzip, zlib, zstd); whole or chunks."""

from __future__ import annotations

import base64
import binascii
import sys
import zlib
from dataclasses import dataclass
from xml.etree.ElementTree import Element

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

FLIP_X, FLIP_Y, FLIP_DIAGONAL, ROTATED_HEX = 1 << 31, 1 << 30, 1 << 29, 1 << 28
FLAGS = FLIP_X | FLIP_Y | FLIP_DIAGONAL | ROTATED_HEX


class BadData(ValueError):
    """Tile data that cannot be read; the text is the end of a sentence about the layer."""


@dataclass(frozen=True)
class Patch:
    """A rectangle of raw tile numbers (with Tiled's flip bits) at a place in cells; a layer is one, or many chunks."""

    x: int
    y: int
    width: int
    height: int
    gids: list[int]


WINDOW = 25
"""How far back zstd data may point, as a power of two in bytes: a whole layer, and no more memory than that."""


def patches(data: Element, width: int, height: int, limit: int) -> list[Patch]:
    """The rectangles of a ``data`` element for a layer of that size; at most ``limit`` cells. Raises BadData."""
    encoding, compression = data.get("encoding", ""), data.get("compression", "")
    chunks = data.findall("chunk")
    if not chunks:
        return [Patch(0, 0, width, height, _read(data, width * height, encoding, compression))]
    total = 0
    found = []
    for chunk in chunks:
        try:
            x, y, w, h = (int(chunk.get(name, "")) for name in ("x", "y", "width", "height"))
        except ValueError:
            raise BadData("has a chunk without place or size; open the map in Tiled and save it again") from None
        if w <= 0 or h <= 0 or abs(x) > 10**6 or abs(y) > 10**6:
            raise BadData("has a chunk of an impossible size; open the map in Tiled and save it again")
        total += w * h
        if total > limit:
            raise BadData(f"has more than {limit:,} cells; make the map smaller (Map > Resize Map)")
        found.append(Patch(x, y, w, h, _read(chunk, w * h, encoding, compression)))
    return found


def _read(element: Element, count: int, encoding: str, compression: str) -> list[int]:
    text = element.text or ""
    if len(text) > 24 * count + 4096:  # ten digits, a comma and as much white space
        raise BadData(f"holds more text than {count} tiles need; open the map in Tiled and save it again")
    if encoding == "csv":
        gids = _csv(text)
    elif encoding == "base64":
        gids = _base64(text, count, compression)
    elif encoding in ("", "xml"):
        try:
            gids = [int(tile.get("gid", "0")) & 0xFFFFFFFF for tile in element.findall("tile")]
        except ValueError:
            raise BadData("holds something that is no tile number; open the map in Tiled and save it again") from None
    else:
        raise BadData(f"is encoded as {encoding!r}; choose CSV in Tiled under Map > Map Properties > Tile Layer Format")
    if len(gids) != count:
        raise BadData(
            f"holds {len(gids)} tiles where its size asks for {count}; open the map in Tiled and save it again"
        )
    return gids


def _csv(text: str) -> list[int]:
    words = text.replace("\n", ",").replace("\r", ",").split(",")
    try:
        return [int(word) & 0xFFFFFFFF for word in words if word.strip()]
    except ValueError:
        raise BadData("holds something that is no tile number; open the map in Tiled and save it again") from None


def _base64(text: str, count: int, compression: str) -> list[int]:
    try:
        raw = base64.b64decode(text.strip(), validate=False)
    except binascii.Error:
        raise BadData("holds broken base64 data; open the map in Tiled and save it again") from None
    # Never inflate more than the layer can hold: a few bytes can claim gigabytes.
    if compression in ("zlib", "gzip"):
        inflater = zlib.decompressobj(15 if compression == "zlib" else 31)
        try:
            raw = inflater.decompress(raw, count * 4 + 1)
        except zlib.error:
            raise BadData(f"holds broken {compression} data; open the map in Tiled and save it again") from None
    elif compression == "zstd":
        options = {int(zstd.DecompressionParameter.window_log_max): WINDOW}
        try:
            raw = zstd.ZstdDecompressor(options=options).decompress(raw, count * 4 + 1)
        except zstd.ZstdError:
            raise BadData("holds broken zstd data; open the map in Tiled and save it again") from None
    elif compression:
        raise BadData(
            f"is compressed with {compression}, which this game cannot read; choose CSV in Tiled under "
            "Map > Map Properties > Tile Layer Format and save"
        )
    if len(raw) % 4:
        raise BadData("holds a broken number of bytes; open the map in Tiled and save it again")
    return [int.from_bytes(raw[i : i + 4], "little") for i in range(0, len(raw), 4)]
