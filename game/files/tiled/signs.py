"""Small pictures for kinds of ground, for the tileset beside a corrected map: what Tiled shows of them."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from game.spatial.field import Terrain

SignPixels = npt.NDArray[np.uint8]
"""Rows, columns, and red, green, blue and alpha of each."""

LARGEST = 128
"""Pixels along a side of one picture; tiles that are larger than that show it enlarged."""


def sheet(terrains: Sequence[Terrain], width: int, height: int, columns: int) -> bytes:
    """A PNG with a picture for each terrain, so many to a row, of ``width`` x ``height`` pixels each."""
    rows = -(-len(terrains) // columns)
    pixels = np.zeros((rows * height, columns * width, 4), np.uint8)
    for number, terrain in enumerate(terrains):
        down, across = divmod(number, columns)
        pixels[down * height : (down + 1) * height, across * width : (across + 1) * width] = _sign(
            terrain, width, height
        )
    return _png(pixels)


def _sign(terrain: Terrain, width: int, height: int) -> SignPixels:
    """Walls hatched, obstacles framed, slow ground dotted, what hides chequered; open ground has a pale rim."""
    pixels = np.zeros((height, width, 4), np.uint8)
    y, x = np.mgrid[0:height, 0:width]
    step = max(4, min(width, height) // 4)
    rim = (x < 1) | (y < 1) | (x >= width - 1) | (y >= height - 1)
    inner = (np.minimum(x, width - 1 - x) >= width // 6) & (np.minimum(y, height - 1 - y) >= height // 6)
    if terrain.blocks_move and terrain.blocks_sight:
        pixels[:] = (24, 22, 20, 150)
        pixels[(x + y) % step == 0] = (230, 220, 200, 190)
    elif terrain.height or terrain.lintel:
        pixels[inner] = (120, 80, 40, 120)
        pixels[
            inner & ~(np.roll(inner, 2, 0) & np.roll(inner, -2, 0) & np.roll(inner, 2, 1) & np.roll(inner, -2, 1))
        ] = (60, 35, 15, 220)
    elif terrain.blocks_move:
        pixels[:] = (10, 10, 20, 120)
    elif terrain.blocks_sight:
        pixels[(x // (step // 2) + y // (step // 2)) % 2 == 0] = (20, 110, 40, 150)
    elif terrain.cost > 1 and terrain.name == "water":
        pixels[(y + (x // (step // 2)) % 2) % step < 2] = (40, 120, 220, 200)
    elif terrain.cost > 1:
        pixels[(x % step < 2) & (y % step < 2)] = (240, 200, 60, 230)
    else:
        pixels[rim] = (140, 230, 170, 120)
    return pixels


def _png(pixels: SignPixels) -> bytes:
    """Pixels as a file."""
    height, width, _ = pixels.shape
    raw = b"".join(b"\0" + row.tobytes() for row in pixels)

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(raw, 9)) + chunk(b"IEND", b"")
