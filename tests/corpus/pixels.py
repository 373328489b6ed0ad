"""The pictures of the corpus: a sheet of eight plain tiles, with and without a palette or a colour to leave out."""

from __future__ import annotations

import struct
import zlib

SIDE = 16
"""Pixels along a tile."""

Colour = tuple[int, int, int]

MAGENTA: Colour = (255, 0, 255)
COLOURS: tuple[tuple[Colour, Colour], ...] = (
    ((120, 150, 90), (110, 140, 84)),  # grass
    ((90, 84, 96), (60, 56, 66)),  # rock
    ((176, 140, 90), (160, 126, 80)),  # planks
    ((60, 110, 170), (80, 130, 190)),  # water
    ((200, 60, 50), (150, 40, 40)),  # a red mark
    ((230, 200, 80), (200, 160, 50)),  # straw
    ((50, 90, 60), (40, 70, 50)),  # bush
    ((210, 210, 220), (180, 180, 196)),  # flags
)

GRASS, ROCK, PLANKS, WATER, MARK, STRAW, BUSH, FLAGS = range(1, 9)
"""Tiles of the sheet as a map with nothing else numbers them."""


def tile(number: int, *, holes: bool = False) -> list[list[Colour]]:
    """One tile: chequers of two tones with a darker rim at the top and left, so that turning it is seen."""
    light, dark = COLOURS[number]
    rows = [[light if (x // 4 + y // 4) % 2 else dark for x in range(SIDE)] for y in range(SIDE)]
    for n in range(SIDE):
        rows[0][n] = dark
        rows[n][0] = light
    for y in range(5):
        for x in range(5 - y):
            rows[y][x] = (20, 20, 20)
    if holes:
        for y in range(6, 12):
            rows[y][6:12] = [MAGENTA] * 6
    return rows


def sheet(*, holes: bool = False, margin: int = 0, spacing: int = 0) -> list[list[Colour]]:
    """Eight tiles, four in a row."""
    width = 2 * margin + 4 * SIDE + 3 * spacing
    rows = [[MAGENTA] * width for _ in range(2 * margin + 2 * SIDE + spacing)]
    for number in range(8):
        left = margin + number % 4 * (SIDE + spacing)
        top = margin + number // 4 * (SIDE + spacing)
        for y, row in enumerate(tile(number, holes=holes)):
            rows[top + y][left : left + SIDE] = row
    return rows


def big(width: int, height: int) -> list[list[Colour]]:
    """A larger picture: stripes that run slantwise."""
    return [[COLOURS[(x + 2 * y) // 12 % 8][0] for x in range(width)] for y in range(height)]


def png(rows: list[list[Colour]]) -> bytes:
    """True colours."""
    return _packed(rows, 2, b"", lambda row: bytes(part for colour in row for part in colour))


def palette_png(rows: list[list[Colour]]) -> bytes:
    """Eight bits a pixel, and a palette."""
    colours = sorted({colour for row in rows for colour in row})
    table = {colour: number for number, colour in enumerate(colours)}
    plte = _chunk(b"PLTE", bytes(part for colour in colours for part in colour))
    return _packed(rows, 3, plte, lambda row: bytes(table[colour] for colour in row))


def _packed(rows: list[list[Colour]], kind: int, more: bytes, line: object) -> bytes:
    assert callable(line)
    head = struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, kind, 0, 0, 0)
    data = zlib.compress(b"".join(b"\0" + line(row) for row in rows), 9)
    parts = _chunk(b"IHDR", head) + more + _chunk(b"IDAT", data) + _chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + parts


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
