"""Spoils battles in one file: by somebody who knows how they are sealed, or by changing numbers in the zip file."""

from __future__ import annotations

import io
import json
import re
from hashlib import sha256
from random import Random
from warnings import catch_warnings, simplefilter
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_LZMA, ZIP_STORED, ZipFile, ZipInfo

from game.files.sources import BATTLE_MANIFEST
from tests.fuzz.mutate import TIMES, changed, spoil, spoil_bytes

Part = tuple[str, bytes, int, int]
"""A file in a zip: its name, content, mode, and how it is packed."""

NAMES = (
    *("", ".", "..", "../x.toml", "../../x.png", "/etc/x.toml", "C:/x.toml", "a/../../x.png", "a\\..\\x.png"),
    *("con.toml", "a/NUL.png", "x.toml.", " x.png", ".git/x.toml", "x:y.png", "x.exe", "x.svg", "x.zip", "x\0.toml"),
    *("a/" * 40 + "b.png", "x" * 300 + ".png", "\u202epng.toml", "PLAY.TOML", "Tiles.TSX", "tiles.tsx/x.png"),
    *("tiles.tsx/", "é.png", "e\u0301.png"),
)
"""What a file in it may be called."""

MODES = (0o100644, 0o120777, 0o040755, 0o010644, 0o060644, 0o020644, 0o140644, 0o104755, 0)
"""What it may be: a plain file, a link, a folder, a pipe, a device."""


def spoil_zip(data: bytes, lot: Random) -> bytes:
    """Files lost, doubled, called otherwise, of other kinds, spoilt and sealed again; or a number in its directory."""
    if lot.random() < 0.3:
        return _directory(data, lot)
    with ZipFile(io.BytesIO(data)) as file:
        parts = [(info.filename, file.read(info), 0o100644, ZIP_DEFLATED) for info in file.infolist()]
    sealed = lot.random() < 0.7
    for _ in range(lot.choice(TIMES)):
        at = lot.randrange(len(parts))
        name, content, mode, way = parts[at]
        match lot.randrange(7):
            case 0:
                del parts[at]
            case 1:
                parts.insert(at, (name, content[: lot.randint(0, len(content))], mode, way))
            case 2:
                parts[at] = (lot.choice(NAMES), content, mode, way)
            case 3:
                parts.append((lot.choice(NAMES), lot.choice((b"", content, b"x" * 100_000)), lot.choice(MODES), way))
            case 4:
                parts[at] = (name, content, lot.choice(MODES), lot.choice((ZIP_STORED, ZIP_BZIP2, ZIP_LZMA)))
            case 5:
                parts[at] = (name, content + b"\n" * 5_000_000, mode, way)
            case _:
                try:
                    parts[at] = (name, spoil(name, content, lot), mode, way)
                except (ValueError, SyntaxError):  # spoilt already
                    parts[at] = (name, spoil_bytes(content, lot), mode, way)
        parts = parts or [(name, content, mode, way)]
    return _zipped([_sealed(part, parts, lot) for part in parts] if sealed else parts)


def _sealed(part: Part, parts: list[Part], lot: Random) -> Part:
    """The manifest as it would be written by somebody who knows how; another file as it is."""
    name, content, mode, way = part
    if name != BATTLE_MANIFEST:
        return part
    try:
        manifest = json.loads(content)
    except ValueError:
        return part
    if not isinstance(manifest, dict):
        return part
    files = [(each, data) for each, data, *_ in parts if each != name]
    manifest["files"] = [{"name": each, "size": len(data), "sha256": sha256(data).hexdigest()} for each, data in files]
    if lot.random() < 0.3:
        manifest = changed(manifest, lot)
    return name, json.dumps(manifest).encode(), mode, way


def _zipped(parts: list[Part]) -> bytes:
    out = io.BytesIO()
    with ZipFile(out, "w") as file, catch_warnings():
        simplefilter("ignore")  # of a name that comes twice
        for name, content, mode, way in parts:
            info = ZipInfo(name)
            info.filename, info.create_system, info.external_attr, info.compress_type = name, 3, mode << 16, way
            file.writestr(info, content)
    return out.getvalue()


def _directory(data: bytes, lot: Random) -> bytes:
    """Another number in the directory or before a file."""
    spoilt = bytearray(data)
    marks = [found.start() for found in re.finditer(rb"PK(\x01\x02|\x03\x04|\x05\x06)", data)]
    for _ in range(lot.choice(TIMES)):
        place = lot.choice(marks) + lot.randint(4, 45)
        width = lot.choice((1, 2, 4))
        if place + width <= len(spoilt):
            spoilt[place : place + width] = lot.choice((b"\0", b"\xff", bytes([lot.randrange(256)]))) * width
    return bytes(spoilt)
