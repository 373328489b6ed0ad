"""Spoils sound files: their structure by what they are written in, archives by how they are sealed, or their bytes."""

from __future__ import annotations

import io
import json
import re
import struct
import tomllib
import zlib
from collections.abc import Callable
from copy import deepcopy
from hashlib import sha256
from pathlib import Path, PurePath
from random import Random
from typing import Any
from warnings import catch_warnings, simplefilter
from xml.etree import ElementTree
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_LZMA, ZIP_STORED, ZipFile, ZipInfo

from game.files import saves
from game.files.archives import ENDING
from game.files.sources import BATTLE_MANIFEST
from game.files.universal_vtt import UNIVERSAL_VTT
from tests.fuzz.sounds import sounds

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


# --- Spoils sound files ---

NUMBERS = (
    *("", " ", "0", "-1", "1", "2", "0.5", "-0", "255", "65536", "300000000", "2147483647", "-2147483648"),
    *("4294967295", "99999999999999999999", "1e400", "-1e400", "1e9", "1e-9", "nan", "inf", "-inf", "true", "0x10"),
    *("1_000", "٣", "9" * 5000),
)
"""What may stand where a number is meant."""

WORDS = (
    *("", "x", "é", "😀", "\u202e\u0300", "%s{0}", "#ff00ff", "#zzzzzz", "0,0 1,1", "0,0 1e308,-1e308", "0,0 nan,nan"),
    *("..", "../../../../etc/passwd", "/dev/zero", "/dev/stdin", "C:\\x\\y", "\\\\host\\share", "a" * 300 + ".png"),
    *("map.tmx", "tiles.tsx", "goblin.tx", "sheet.png", "party", "foe", "wall", "door", "human", "csv", "base64"),
    *("zstd", "sovereign", "murdham", "duel", "word " * 500, "x" * 20_000, "1," * 3000),
)
"""What may stand where a word is meant."""

VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2**31, 2**63, 10**30, 300_000_000, 0.5, -1e308, 1e308, "", "x" * 20_000),
    *("😀\u202e\x00", "..", [], {}, [[]], [0, 0], [-1, 10**9], [None] * 1000, {"": {}}),
)
"""What may stand in place of any value of a JSON text."""

TOML = (
    *("0", "-1", "300000000", "9223372036854775807", "1e400", "nan", "true", '""', '"x"', '"\\u0000"', "[]", "{}"),
    *('"../../../etc/passwd"', '"/dev/zero"', '"map.tmx"', '"bandits"', "[[0, 0]]", "[[-1, 99999]]", "{ a.b.c = 1 }"),
    *("1979-05-27", '["pirate", 3, {}]', '[{ unit = "pirate", count = 300000000 }]', f'"{"x" * 20_000}"'),
    *("[" * 40 + "]" * 40, "[" * 4000, "0x" + "f" * 300, "[" + "0," * 5000 + "]"),
)
"""What may stand in place of any value of a TOML text."""

HEADINGS = ("[[sides]]", "[[creature]]", "[[objectives]]", "[a.b]", "=", "a." * 20 + "b = 1")
"""What may stand in any line of a TOML text."""

SCRAPS = (
    *(b"", b"\x00", b"\xff\xfe", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\r\n", b"<", b">", b'"', b"[", b"]", b"{", b"}"),
    *(b"-", b"#", b"&#0;", b"<!DOCTYPE a [<!ENTITY b 'c'>]>", b"9" * 400, b"[" * 3000, b"a." * 3000),
)
"""What may be put anywhere."""


TIMES = (1, 1, 1, 2, 4)
"""In how many ways a file is spoilt."""


def spoil(name: str, data: bytes, lot: Random) -> bytes:
    """A file spoilt in one to four ways."""
    ending = PurePath(name).suffix
    shaped: dict[str, Callable[[bytes, Random], bytes]] = {
        ".tmx": _xml, ".tsx": _xml, ".tx": _xml, ".toml": _toml, ".save": _save, ".battle": _battle,
        ".tsj": _json, ".tmj": _json, ".json": _json, ".tj": _json, ".world": _json, ".png": _png,
        **dict.fromkeys(UNIVERSAL_VTT, _json),
    }  # fmt: skip
    if ending in shaped and lot.random() < 0.75:
        return shaped[ending](data, lot)
    return spoil_bytes(data, lot)


def spoil_bytes(data: bytes, lot: Random) -> bytes:
    """Cut, doubled, turned, or with something put in."""
    for _ in range(lot.choice(TIMES)):
        start = lot.randint(0, len(data))
        stop = min(len(data), start + lot.choice((0, 1, 1, 4, 30, 1000)))
        middle = lot.choice(
            (
                b"",
                data[start:stop] * 2,
                bytes(byte ^ (1 << lot.randrange(8)) for byte in data[start:stop]),
                lot.choice(SCRAPS),
                lot.choice(SCRAPS),
            )
        )
        data = data[:start] + middle + data[stop:]
        if lot.random() < 0.1:
            data = data[: lot.randint(0, len(data))]
    return data


# --- XML ---


def _xml(data: bytes, lot: Random) -> bytes:
    root = ElementTree.fromstring(data)
    for _ in range(lot.choice(TIMES)):
        lot.choice((_value, _value, _value, _value, _text, _loss, _copies, _nest, _stranger, _rename))(root, lot)
    written: bytes = ElementTree.tostring(root, encoding="utf-8")
    return written


def _anywhere(root: ElementTree.Element, lot: Random) -> ElementTree.Element:
    return lot.choice(list(root.iter()))


def _value(root: ElementTree.Element, lot: Random) -> None:
    """Another value in some attribute; the rare ones as often as the common."""
    holders: dict[tuple[str, str], list[ElementTree.Element]] = {}
    for each in root.iter():
        for name in each.attrib:
            holders.setdefault((each.tag, name), []).append(each)
    if not holders:
        return
    tag, name = lot.choice(sorted(holders))
    element = lot.choice(holders[tag, name])
    numeric = re.fullmatch(r"-?[\d.]+", element.attrib[name])
    element.attrib[name] = lot.choice(NUMBERS if numeric and lot.random() < 0.8 else WORDS)


def _text(root: ElementTree.Element, lot: Random) -> None:
    """Another text, of a layer's data as a rule."""
    element = lot.choice([each for each in root.iter() if (each.text or "").strip()] or [root])
    words = (element.text or "").split(",")
    if len(words) > 4 and lot.random() < 0.7:
        for _ in range(lot.choice((1, 3, 50))):
            words[lot.randrange(len(words))] = lot.choice((*NUMBERS, "3221225473", str(lot.randrange(40))))
        element.text = ",".join(words)
    else:
        element.text = lot.choice((*WORDS, *NUMBERS))


def _loss(root: ElementTree.Element, lot: Random) -> None:
    """An attribute or an element gone."""
    element = _anywhere(root, lot)
    if len(element) and lot.random() < 0.6:
        element.remove(lot.choice(list(element)))
    elif element.attrib:
        del element.attrib[lot.choice(sorted(element.attrib))]


def _copies(root: ElementTree.Element, lot: Random) -> None:
    """An element several times over."""
    parent = lot.choice([each for each in root.iter() if len(each)] or [root])
    if len(parent):
        child = lot.choice(list(parent))
        parent.extend([child] * lot.choice((1, 2, 30, 500 if sum(1 for _ in child.iter()) < 20 else 5)))


def _nest(root: ElementTree.Element, lot: Random) -> None:
    """An element within elements within elements, or within another where it does not belong."""
    element, other = _anywhere(root, lot), _anywhere(root, lot)
    inner = ElementTree.fromstring(ElementTree.tostring(element))
    for _ in range(lot.choice((0, 1, 5, 60, 70, 300))):
        outer = ElementTree.Element(lot.choice(("group", "group", "properties", "object", element.tag)))
        outer.append(inner)
        inner = outer
    other.append(inner)


def _stranger(root: ElementTree.Element, lot: Random) -> None:
    """An attribute that is known elsewhere."""
    known = [name for each in root.iter() for name in each.attrib]
    others = ("template", "gid", "rotation", "offsetx", "tintcolor", "encoding", "infinite", "points", "repeatx")
    _anywhere(root, lot).set(lot.choice((*known, *others)), lot.choice((*NUMBERS, *WORDS)))


def _rename(root: ElementTree.Element, lot: Random) -> None:
    """An element called like another."""
    _anywhere(root, lot).tag = _anywhere(root, lot).tag


# --- TOML ---

_PAIR = re.compile(r"([\w.-]+\s*=\s*)([^,\n\]}]+|\[[^\n]*\])")


def _toml(data: bytes, lot: Random) -> bytes:
    if lot.random() < 0.6:
        return _written(changed(tomllib.loads(data.decode()), lot)).encode()
    lines = data.decode().splitlines()
    for _ in range(lot.choice(TIMES)):
        place = lot.randrange(len(lines))
        match lot.randrange(8):
            case 0:
                del lines[place]
            case 1:
                lines[place:place] = [lines[place]] * lot.choice((1, 2, 50))
            case 2:
                lines.insert(place, lot.choice(HEADINGS))
            case 3:
                key = lot.choice([pair[1] for line in lines for pair in _PAIR.finditer(line)] or ["a = "])
                lines.insert(place, f"{key} {lot.choice(TOML)}")
            case _:
                pairs = list(_PAIR.finditer(lines[place]))
                if pairs:
                    pair = lot.choice(pairs)
                    lines[place] = lines[place][: pair.start(2)] + lot.choice(TOML) + lines[place][pair.end(2) :]
        lines = lines or [""]
    return "\n".join(lines).encode()


def _written(tables: dict[str, Any]) -> str:
    """Tables as TOML, each key with its whole value."""
    return "\n".join(f"{json.dumps(key)} = {_literal(value)}" for key, value in tables.items())


def _literal(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {_literal(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_literal(item) for item in value) + "]"
    return json.dumps("" if value is None else value, ensure_ascii=False)


# --- JSON ---


def _json(data: bytes, lot: Random) -> bytes:
    return json.dumps(changed(json.loads(data), lot)).encode()


def changed(tree: Any, lot: Random) -> Any:
    """A tree of values with some of them changed, lost or doubled; the rare ones as often as the common."""
    for _ in range(lot.choice(TIMES)):
        spots = _spots(tree)
        if not spots:
            break
        holder, key = lot.choice(spots[lot.choice(sorted(spots))])
        match lot.randrange(8):
            case 0:
                del holder[key]
            case 1 if isinstance(holder, list):
                holder.extend(deepcopy(holder[key]) for _ in range(lot.choice((1, 30, 1000))))
            case 2:
                other, there = lot.choice(spots[lot.choice(sorted(spots))])
                holder[key] = deepcopy(other[there])
            case 3:
                for _ in range(lot.choice((5, 30, 90))):
                    holder[key] = [holder[key]]
            case _:
                old = holder[key]
                likely = [value for value in VALUES if type(value) is type(old)]
                holder[key] = deepcopy(lot.choice(likely if likely and lot.random() < 0.7 else VALUES))
    return tree


def _spots(tree: Any) -> dict[str, list[tuple[Any, Any]]]:
    """Where the values of a tree stand: the keys that lead there, and all that are reached by the same."""
    found: dict[str, list[tuple[Any, Any]]] = {}
    todo = [("", tree)]
    while todo:
        way, holder = todo.pop()
        if isinstance(holder, dict | list):
            for key in holder if isinstance(holder, dict) else range(len(holder)):
                here = f"{way}.{key}" if isinstance(holder, dict) else f"{way}[]"
                found.setdefault(here, []).append((holder, key))
                todo.append((here, holder[key]))
    return found


def _save(data: bytes, lot: Random) -> bytes:
    """Changed inside and sealed again, as by somebody who knows how; else only its seal would be tried."""
    document = json.loads(data)
    if lot.random() < 0.15:
        return json.dumps(changed(document, lot)).encode()
    payload = document["payload"]
    part = lot.choice(sorted(payload))
    if isinstance(payload[part], dict | list) and payload[part] and lot.random() < 0.8:
        payload[part] = changed(payload[part], lot)
    else:
        payload = changed(payload, lot)
    packed = json.dumps(payload, separators=(",", ":")).encode()
    document["checksum"] = saves._checksum(packed)
    return json.dumps({**document, "payload": 0}).encode().replace(b'"payload": 0', b'"payload": ' + packed)


def _battle(data: bytes, lot: Random) -> bytes:
    """The set-up changed, or lines lost, doubled, exchanged or spoilt."""
    lines = data.decode().splitlines()
    place = next(number for number, line in enumerate(lines) if line.startswith("setup "))
    if lot.random() < 0.6:
        lines[place] = "setup " + json.dumps(changed(json.loads(lines[place].removeprefix("setup ")), lot))
    for _ in range(lot.randint(0, 3)):
        number = lot.randrange(len(lines))
        match lot.randrange(5):
            case 0:
                del lines[number]
            case 1:
                lines[number:number] = [lines[number]] * lot.choice((1, 40))
            case 2:
                lines[number] = lot.choice(lines)
            case 3:
                lines[number] = "> " + lot.choice((*NUMBERS, *WORDS))
            case _:
                lines[number] = lines[number][: lot.randint(0, len(lines[number]))] + lot.choice((*NUMBERS, *WORDS))
        lines = lines or [""]
    return "\n".join(lines).encode()


# --- pictures ---


def _png(data: bytes, lot: Random) -> bytes:
    """Another size in its head, which is sealed again."""
    sizes = (0, 1, 2, 63, 65, 256, 5000, 16_384, 30_000, 2**31 - 1)
    head = struct.pack(">II", lot.choice(sizes), lot.choice(sizes)) + data[24:29]
    seal = struct.pack(">I", zlib.crc32(b"IHDR" + head))
    return data[:16] + head + seal + data[33:]


# --- Puts the file of a case, and what lies beside it, into a folder ---


def spoilt(kind: str, lot: int, folder: Path) -> Path:
    """The file of a case, the same for the same kind and lot."""
    chance = Random(f"{kind} {lot}")
    sound = chance.choice(sounds(kind))
    name = chance.choice(sound.spoilt)
    home = folder / f"{kind}-{lot}"
    home.mkdir()
    for each, data in sound.files.items():
        (home / each).write_bytes(_spoilt(each, data, chance) if each == name else data)
    return home / sound.name


def _spoilt(name: str, data: bytes, chance: Random) -> bytes:
    return spoil_zip(data, chance) if name.endswith(ENDING) else spoil(name, data, chance)
