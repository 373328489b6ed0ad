"""How large a picture is, by its first bytes; and which are too large to be unpacked."""

from __future__ import annotations

import base64
import io
import struct
from pathlib import Path

import pygame
import pytest

from game import resources
from game.files.errors import BadFile
from game.files.pictures import PIXELS, SIDE, picture_size, read_picture, size_in
from game.files.sources import Refused, Sources
from game.files.tiled import read_map
from tests.files.drawing import SPAWNS, floor, png, save, tiles, tmx

GROUND = tiles("ground", floor(6, 4))


def _saved(ending: str, width: int, height: int) -> bytes:
    written = io.BytesIO()
    pygame.image.save(pygame.Surface((width, height), pygame.SRCALPHA), written, f"x{ending}")
    return written.getvalue()


GIF = base64.b64decode("R0lGODlhAwACAIAAAP8AAAAAACH5BAAAAAAALAAAAAADAAIAAAIDhG8FADs=")
LOSSY = base64.b64decode("UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAwA0JaQAA3AA/vuUAAA=")
LOSSLESS = base64.b64decode("UklGRh4AAABXRUJQVlA4TBEAAAAvAAAAAAfQ//73v/+BiOh/AAA=")


@pytest.mark.parametrize(
    ("ending", "data", "size"),
    [
        *((ending, _saved(ending, 37, 91), (37, 91)) for ending in (".png", ".jpg", ".bmp", ".tga")),
        (".png", png(300, 2), (300, 2)),
        (".gif", GIF, (3, 2)),
        (".webp", LOSSY, (1, 1)),
        (".webp", LOSSLESS, (1, 1)),
    ],
)
def test_sizes_are_those_that_are_unpacked(ending: str, data: bytes, size: tuple[int, int]) -> None:
    assert size_in(data, ending) == size
    assert pygame.image.load(io.BytesIO(data), f"x{ending}").get_size() == size


def test_sizes_of_kinds_that_are_written_nowhere_here() -> None:
    assert size_in(b"BM" + bytes(12) + struct.pack("<IHH", 12, 7, 9), ".bmp") == (7, 9), "as OS/2 wrote them"
    assert size_in(b"BM" + bytes(12) + struct.pack("<Iii", 40, 7, -9), ".bmp") == (7, 9), "upside down"
    canvas = b"RIFF\0\0\0\0WEBPVP8X" + bytes(8) + (29_999).to_bytes(3, "little") + (19_999).to_bytes(3, "little")
    assert size_in(canvas, ".webp") == (30_000, 20_000)
    segments = b"\xff\xd8\xff\xe0\x00\x04ab\xff\xff\xe1\x00\x02\xff\xc2\x00\x0b\x08" + struct.pack(">HH", 9, 7)
    assert size_in(segments, ".jpg") == (7, 9), "behind other segments and padding"
    beyond = GIF[:6] + struct.pack("<HH", 1, 1) + GIF[10:]
    assert size_in(beyond, ".gif") == (3, 2), "a picture larger than its screen"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"GIF89a",
        b"\x89PNG\r\n\x1a\n",
        png(4, 4)[:20],
        b"\xff\xd8\xff",
        b"\xff\xd8\xff\xda\x00\x02",
        b"\xff\xd8" + b"\xff\xe1\x00\x02" * 500_000,
        GIF[:20],
        b"RIFF\0\0\0\0WEBPXXXX" + bytes(40),
        png(0, 4),
        b"P6 30000 30000 255 ",
        b"II*\0" + bytes(99),
        b'<svg width="90000" height="90000"/>',
        b'RIFFxxxxWEBPVP8 <svg width="90000" height="90000"/>' + bytes(40),
    ],
)
@pytest.mark.parametrize("ending", [".png", ".jpg", ".webp"])
def test_what_is_none_of_them_has_no_size(data: bytes, ending: str) -> None:
    assert size_in(data, ending) is None


@pytest.mark.parametrize("size", [(SIDE + 1, 1), (1, SIDE + 1), (PIXELS // SIDE + 1, SIDE)])
def test_a_picture_too_large_is_refused_with_the_size_allowed(tmp_path: Path, size: tuple[int, int]) -> None:
    path = tmp_path / "big.png"
    path.write_bytes(png(8, 8)[:16] + struct.pack(">II", *size) + png(8, 8)[24:])
    for read in (read_picture, picture_size):
        with pytest.raises(BadFile, match=rf"big\.png: the picture is {size[0]} x {size[1]} px; at most 16,384"):
            read(path)


def test_a_picture_of_the_size_allowed_is_taken(tmp_path: Path) -> None:
    path = tmp_path / "big.png"
    path.write_bytes(png(8, 8)[:16] + struct.pack(">II", 5000, 5000) + png(8, 8)[24:])
    assert picture_size(path) == (5000, 5000)


def test_vectors_are_drawn_from_the_games_own_sprites_only(tmp_path: Path) -> None:
    """Others may ask for hours and gigabytes in a few bytes."""
    path = save(tmp_path, tmx(GROUND, SPAWNS))
    (path.parent / "x.svg").write_text('<svg width="1" height="1"/>')
    with pytest.raises(Refused, match="SVG is taken from the game's own sprites only; save it as PNG"):
        Sources(path).find_picture("x.svg", path.parent)
    found, size = Sources(path).find_picture("../sprites/terrain/crate_1.svg", path.parent)
    assert (found, size) == (resources.sprite("terrain/crate_1"), None)


@pytest.mark.parametrize("name", ["wall", "sheet"])
def test_a_map_says_what_is_not_drawn(tmp_path: Path, name: str) -> None:
    path = save(tmp_path, tmx(GROUND, f'<imagelayer name="a"><image source="{name}.png"/></imagelayer>', SPAWNS))
    head = png(8, 8)
    (path.parent / f"{name}.png").write_bytes(head[:16] + struct.pack(">II", 30_000, 30_000) + head[24:])
    chart = read_map(path)
    assert chart.playable() == []
    told = f"'{name}.png' is not drawn: {name}.png: the picture is 30000 x 30000 px; at most 16,384 px a side"
    assert any(told in line for line in chart.report.lines())
    assert all(layer.image is None for layer in chart.picture.layers)
