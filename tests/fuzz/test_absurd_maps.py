"""Maps that ask for more than can be read or drawn, and pictures that unpack to gigabytes."""

from __future__ import annotations

import struct
import zlib
from functools import cache
from pathlib import Path

import pytest

from tests.files.drawing import FLOOR, SPAWNS, floor, line, objects, rectangle, save, tiles, tmx
from tests.fuzz.conftest import Cell

GROUND = tiles("ground", floor(6, 4))


def _wide(*layers: str) -> str:
    """The largest map that can be played on."""
    return tmx(tiles("ground", [[FLOOR] * 250] * 250), *layers, width=250, height=250)


@cache
def _one_bit_png(side: int) -> bytes:
    """A black picture of so many pixels a side, in a few kilobytes."""
    packer = zlib.compressobj(9)
    row = bytes(1 + -(-side // 8))
    rows = b"".join(packer.compress(row) for _ in range(side)) + packer.flush()
    head = struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", rows), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks
    )


SIDES = {"huge": 30_000, "large": 5_000, "dot": 1}


def _drawn(cell: Cell, folder: Path, text: str) -> None:
    """Draw a map, with pictures beside it called huge, large and dot."""
    path = save(folder, text)
    for name, side in SIDES.items():
        (path.parent / f"{name}.png").write_bytes(_one_bit_png(side))
    verdict = cell.judge("drawing", path)
    assert (verdict.fault, verdict.refused) == ("", "")


def _art(picture: str, more: str = "") -> str:
    return f'<imagelayer id="9" name="art" {more}><image source="{picture}.png" width="30000" height="1"/></imagelayer>'


def _sheet(picture: str) -> str:
    return (
        '<tileset firstgid="1" name="s" tilewidth="64" tileheight="64" tilecount="900" columns="468">'
        f'<image source="{picture}.png" width="30000" height="30000"/></tileset>'
    )


@pytest.mark.parametrize("layer", [_art("huge"), _art("huge", 'repeatx="1" repeaty="1"')])
def test_a_layer_of_a_hundred_kilobytes_that_unpacks_to_gigabytes(cell: Cell, tmp_path: Path, layer: str) -> None:
    assert len(_one_bit_png(SIDES["huge"])) < 120_000
    _drawn(cell, tmp_path, tmx(GROUND, layer, SPAWNS))


@pytest.mark.parametrize("picture", ["huge", pytest.param("large", marks=pytest.mark.nightly), "dot"])
def test_a_sheet_of_any_size(cell: Cell, tmp_path: Path, picture: str) -> None:
    _drawn(cell, tmp_path, tmx(GROUND, SPAWNS, tilesets=_sheet(picture)))


def _tileset(inside: str) -> str:
    head = '<tileset firstgid="1" name="t" tilewidth="64" tileheight="64" tilecount="1" columns="0">'
    return f"{head}{inside}</tileset>"


@pytest.mark.parametrize(
    "inside",
    [
        f'<tile id="0"><image source="none.png" width="{10**12}" height="{10**12}"/></tile>',
        '<tile id="0"><image source="large.png" width="1" height="1"/></tile>',
        '<tile id="0" x="-9" y="0" width="99999" height="4"><image source="wall.png" width="64" height="64"/></tile>',
        '<tileoffset x="99999999999" y="-99999999999"/><tile id="0"><image source="wall.png"/></tile>',
    ],
)
def test_tiles_of_any_size(cell: Cell, tmp_path: Path, inside: str) -> None:
    _drawn(cell, tmp_path, tmx(GROUND, SPAWNS, tilesets=_tileset(inside)))


def _put(number: int, side: int, more: str = "") -> str:
    return f'<object id="{number}" gid="6" x="0" y="{side}" width="{side}" height="{side}" {more}/>'


@pytest.mark.parametrize(
    "layer",
    [
        objects("x", _put(1, 99_999_999)),
        objects("x", _put(1, 99_999_999, 'rotation="7"')),
        pytest.param(objects("x", *[_put(n, 384) for n in range(3000)]), marks=pytest.mark.nightly),
        objects("x", _put(1, 64), extra='offsetx="999999999" offsety="-999999999"'),
        "<group offsetx='999999999'>" * 50 + _art("dot") + "</group>" * 50,
        _art("large", 'offsetx="-99999999"'),
        pytest.param(_art("large"), marks=pytest.mark.nightly),
        tiles("more", floor(6, 4), 3, 'offsetx="999999999" offsety="-999999999"'),
        tiles("more", floor(6, 4), 3, 'tintcolor="red;blue" opacity="nan"'),
    ],
)
def test_layers_of_any_size_and_anywhere(cell: Cell, tmp_path: Path, layer: str) -> None:
    _drawn(cell, tmp_path, tmx(GROUND, layer, SPAWNS))


@pytest.mark.nightly
def test_a_dot_over_and_over_on_the_largest_map(cell: Cell, tmp_path: Path) -> None:
    _drawn(cell, tmp_path, _wide(_art("dot", 'repeatx="1" repeaty="1"'), SPAWNS))


def test_a_background_that_is_no_colour(cell: Cell, tmp_path: Path) -> None:
    _drawn(cell, tmp_path, tmx(GROUND, SPAWNS, head='backgroundcolor="#nonsense"'))


ENDLESS = line(1, (0, 0), (-999_999, 3), (999_999, 4), klass="x")
FINE = "".join(f'<object id="{n}"><polygon points="{"0,0 9,9 " * 999}"/></object>' for n in range(30))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            tmx(tiles("ground", [[FLOOR] * 600] * 600), SPAWNS, width=600, height=600),
            "the map has 600 x 600 cells; at most 250 x 250 are drawn, as many as can be played on",
        ),
        (
            _wide(*[_art("wall", 'repeatx="1" repeaty="1"')] * 20, SPAWNS),
            "cover 1,312,500 cells, one over another; at most 1,000,000 are drawn",
        ),
        (
            _wide(objects("features", *[rectangle(n, "Feature", 0, 0, 250, 250) for n in range(99)])),
            "its objects are too many, too large or too finely drawn to be read; remove some",
        ),
        (
            _wide(objects("x", ENDLESS * 999)),
            "its objects are too many, too large or too finely drawn to be read; remove some",
        ),
        (tmx(GROUND, objects("x", FINE)), "more than 50,000 vertices together"),
        (
            tmx(f'<layer name="g" width="6" height="4"><data encoding="csv">{"1," * 5_000_000}</data></layer>'),
            "holds more text than 24 tiles need",
        ),
    ],
)
def test_what_is_too_much_is_refused(cell: Cell, tmp_path: Path, text: str, words: str) -> None:
    verdict = cell.judge("drawing", save(tmp_path, text))
    assert verdict.fault == ""
    assert words in verdict.refused
