"""Battles in one file that are no such thing, or were changed: what is refused before it is unpacked."""

from __future__ import annotations

import io
import json
import struct
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from warnings import catch_warnings, simplefilter
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZipFile, ZipInfo

import pytest

from game.files.archives import look_over, pack, unfit, unpack
from game.files.bounded_reading import MB
from game.files.errors import BadFile
from game.files.sources import BATTLE_MANIFEST as MANIFEST
from tests.files.drawing import PICTURE
from tests.files.packing import boarding

Parts = dict[str, bytes]


@cache
def _sound() -> Parts:
    """What lies in a battle that was packed by us."""
    with TemporaryDirectory() as folder:
        out = Path(folder) / "b.zip"
        pack(boarding(Path(folder) / "home"), out)
        with ZipFile(out) as file:
            return {name: file.read(name) for name in file.namelist()}


def _with(folder: Path, change: Callable[[Parts], object], **of: Any) -> Path:
    """A battle in one file that was changed by somebody; ``of`` goes into the info of ``odd.png``, which is added."""
    out, parts = folder / "b.zip", dict(_sound())
    change(parts)
    with ZipFile(out, "w", ZIP_DEFLATED) as file:
        for name, data in parts.items():
            info = ZipInfo("odd.png" if name == "odd.png" else name)
            info.create_system, info.external_attr, info.compress_type = 3, 0o100644 << 16, ZIP_DEFLATED
            if name == "odd.png":
                for field, value in of.items():
                    setattr(info, field, value)
            file.writestr(info, data)
    return out


def _sealed(parts: Parts) -> None:
    """Write the manifest as it would be if all had been packed by us."""
    manifest = json.loads(parts[MANIFEST])
    files = [(name, data) for name, data in parts.items() if name != MANIFEST]
    manifest["files"] = [{"name": name, "size": len(data), "sha256": sha256(data).hexdigest()} for name, data in files]
    parts[MANIFEST] = json.dumps(manifest).encode()


def _called(name: str) -> Callable[[Parts], None]:
    def change(parts: Parts) -> None:
        parts[name] = PICTURE
        _sealed(parts)

    return change


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("../x.png", "the name '../x.png' leads out of the folder that it is unpacked to"),
        ("a/../../x.png", "leads out of the folder"),
        ("/etc/x.png", "leads out of the folder"),
        ("a//x.png", "leads out of the folder"),
        ("C:/x.png", "has signs that not every system allows in names"),
        ("..\\x.png", "has signs that not every system allows in names"),
        ("a\tb.png", "has signs that not every system allows in names"),
        ("\u202egnp.png", "has signs that not every system allows in names"),
        (".git/x.png", "begins with a dot or a space"),
        ("a /x.png", "ends with a dot or a space"),
        ("NUL.png", "is one that Windows keeps for itself (NUL)"),
        ("com1.x.png", "is one that Windows keeps for itself (com1)"),
        ("a/" * 20 + "x.png", "is empty or too long: at most 200 signs and 16 folders"),
        ("MAP.tmx", "'map.tmx' and 'MAP.tmx' differ in capitals or accents only"),
        ("map.tmx/x.png", "'map.tmx' and 'map.tmx' would be a file and a folder"),
        ("x.exe", "'x.exe' is of a kind that no battle needs; only .bmp, .dd2vtt,"),
        ("x.svg", "'x.svg' is of a kind that no battle needs"),
        ("inner.zip", "'inner.zip' is of a kind that no battle needs"),
        ("x.tiled-session", "'x.tiled-session' is of a kind that no battle needs"),
    ],
)
def test_names_that_lead_elsewhere_are_refused(tmp_path: Path, name: str, why: str) -> None:
    with pytest.raises(BadFile) as error:
        look_over(_with(tmp_path, _called(name)))
    assert why in str(error.value)
    assert str(error.value).startswith("b.zip: ")


@pytest.mark.parametrize(
    ("of", "why"),
    [
        ({"external_attr": 0o120777 << 16}, "'odd.png' is a link, a pipe or a device; only plain files are taken"),
        ({"external_attr": 0o020644 << 16}, "'odd.png' is a link, a pipe or a device"),
        ({"external_attr": 0o040755 << 16}, "'odd.png' is a link, a pipe or a device"),
        ({"compress_type": ZIP_BZIP2}, "'odd.png' is packed in a way that is not read"),
    ],
)
def test_what_is_no_plain_file_is_refused(tmp_path: Path, of: dict[str, int], why: str) -> None:
    with pytest.raises(BadFile) as error:
        look_over(_with(tmp_path, _called("odd.png"), **of))
    assert why in str(error.value)


def _grown(parts: Parts) -> None:
    parts["map.tmx"] += b" " * (6 * MB)


def _huge(parts: Parts) -> None:
    parts["crew.toml"] += b"#" * MB


def _lost(parts: Parts) -> None:
    del parts["wall.png"]


def _added(parts: Parts) -> None:
    parts["extra.png"] = PICTURE


def _longer(parts: Parts) -> None:
    parts["wall.png"] += b"!"


def _no_manifest(parts: Parts) -> None:
    del parts[MANIFEST]


def _manifest(**said: Any) -> Callable[[Parts], None]:
    def change(parts: Parts) -> None:
        parts[MANIFEST] = json.dumps({**json.loads(parts[MANIFEST]), **said}).encode()

    return change


def _many(parts: Parts) -> None:
    parts.update({f"x{number}.png": b"" for number in range(2_000)})


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (_grown, "times as large; more than 100 times is not unpacked"),
        (_huge, "'crew.toml' would have 1,0"),
        (_lost, "'wall.png' is missing; the file has been changed since it was packed"),
        (_added, "'extra.png' is not named in its battlemat-battle.json"),
        (_longer, "'wall.png' has another size than was packed"),
        (_no_manifest, "this is no battle of Battlemat (it has no battlemat-battle.json)"),
        (
            _manifest(format=7),
            "a battle of format 7, and this version of the game reads format 1; open it with a newer version",
        ),
        (_manifest(scenario="nowhere.toml"), "it names no scenario among its files"),
        (_manifest(scenario="wall.png"), "it names no scenario among its files"),
        (_manifest(files=3), "its battlemat-battle.json can't be read"),
        (_manifest(battlemat="picnic"), "its battlemat-battle.json tells of no battle"),
        (_many, "files; at most 2,000 are taken"),
    ],
)
def test_what_does_not_fit_its_manifest_is_refused(tmp_path: Path, change: Callable[[Parts], None], why: str) -> None:
    with pytest.raises(BadFile) as error:
        look_over(_with(tmp_path, change))
    assert why in str(error.value)


def test_a_battle_that_fails_half_way_leaves_nothing(tmp_path: Path) -> None:
    out = _with(tmp_path, lambda parts: parts.update({"wall.png": PICTURE[:-1] + b"!"}))
    with pytest.raises(BadFile, match=r"'wall.png' was changed since it was packed; ask for an untouched copy"):
        unpack(look_over(out), tmp_path / "battles")
    assert list((tmp_path / "battles").iterdir()) == []


def test_a_name_that_comes_twice_is_refused(tmp_path: Path) -> None:
    out = _with(tmp_path, lambda _: None)
    with ZipFile(out, "a") as file, catch_warnings():
        simplefilter("ignore")
        file.writestr("wall.png", PICTURE)
    with pytest.raises(BadFile, match=r"'wall.png' lies in it twice"):
        look_over(out)


def _patched(out: Path, mark: bytes, place: int, value: bytes) -> Path:
    """The last header of a kind with other bytes in it."""
    data = bytearray(out.read_bytes())
    at = data.rindex(mark) + place
    data[at : at + len(value)] = value
    out.write_bytes(bytes(data))
    return out


@pytest.mark.parametrize(
    ("mark", "place", "value", "why"),
    [
        (b"PK\x01\x02", 8, b"\x01\x00", "is locked with a password; pack it without one"),
        (b"PK\x01\x02", 24, struct.pack("<L", 2**31), "would have 2,147,483,648 bytes; at most 62,914,560 are taken"),
        (b"PK\x01\x02", 20, struct.pack("<L", 2**20), "overlaps what follows"),
        (b"PK\x01\x02", 42, struct.pack("<L", 0), "overlaps what follows"),
        (b"PK\x05\x06", 10, b"\xff\xff", "it is made for files of gigabytes (zip64)"),
        (b"PK\x05\x06", 4, b"\x01\x00", "it is one part of several"),
        (b"PK\x05\x06", 12, b"\x05\x00\x00\x00", "something is put before its files or between them"),
        (b"PK\x05\x06", 20, b"\x05\x00", "the file is cut short, or something is put behind its end"),
        (b"PK\x05\x06", 0, b"XX", "the file is cut short, or something is put behind its end"),
    ],
)
def test_a_directory_that_lies_is_refused(tmp_path: Path, mark: bytes, place: int, value: bytes, why: str) -> None:
    out = _patched(_with(tmp_path, lambda _: None), mark, place, value)
    with pytest.raises(BadFile) as error:
        look_over(out)
    assert why in str(error.value)


def test_a_file_larger_than_it_says_is_not_unpacked(tmp_path: Path) -> None:
    """The manifest and the directory agree on too small a size."""

    def smaller(parts: Parts) -> None:
        manifest = json.loads(parts[MANIFEST])
        manifest["files"][-1]["size"] = 10
        parts[MANIFEST] = json.dumps(manifest).encode()

    out = _patched(_with(tmp_path, smaller), b"PK\x01\x02", 24, struct.pack("<L", 10))
    with pytest.raises(BadFile, match=r"'window.png'.*damaged or cut short"):
        unpack(look_over(out), tmp_path / "battles")


@pytest.mark.parametrize("data", [b"", b"PK", b"no zip at all" * 9, b"PK\x03\x04" + b"\0" * 99])
def test_what_is_no_zip_file_is_refused(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "b.zip").write_bytes(data)
    with pytest.raises(BadFile, match=r"^b.zip: (this is no zip file|the file is cut short)"):
        look_over(tmp_path / "b.zip")


def test_other_zip_files_are_no_battles(tmp_path: Path) -> None:
    with ZipFile(tmp_path / "b.zip", "w") as file:
        file.writestr("battle.toml", "x = 1")
    with pytest.raises(BadFile, match=r"this is no battle of Battlemat"):
        look_over(tmp_path / "b.zip")


def test_folders_in_it_are_nothing_to_complain_of(tmp_path: Path) -> None:
    """Other programs write them."""
    out = _with(tmp_path, lambda _: None)
    data = io.BytesIO(out.read_bytes())
    with ZipFile(data, "a") as file:
        file.mkdir("empty")
    out.write_bytes(data.getvalue())
    assert unpack(look_over(out), tmp_path / "battles").is_file()


@pytest.mark.parametrize(
    "name", ["map.tmx", "maps/one/map.tmx", "Größe.png", "a b (2).toml", "x.y.z.png", "constant.toml"]
)
def test_ordinary_names_are_taken(name: str) -> None:
    assert unfit(name) == ""
