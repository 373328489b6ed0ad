"""A battle as one file, to be shared: a zip with a manifest, a scenario and all that the scenario reads.

    battlemat-battle.json        which game and rules, which file is the scenario, every file with its size and hash
    maps/at-the-bridge.toml      the scenario
    maps/bridge.tmx              its map, with tilesets, templates, pictures, corrections
    art/stones.png

The manifest makes the folder that it is unpacked to the whole project of the battle: its files name one another as they
did at home, and nothing outside of it.
"""

from __future__ import annotations

import io
import shutil
import tempfile
import zlib
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

import msgspec

from game.display_text import LONGEST_NAME, one_line, shortened
from game.files.atomic import ABANDONED, PART, write_whole
from game.files.bounded_reading import MB, is_plain, is_there, read_bytes
from game.files.cleaning import readable
from game.files.errors import BadFile
from game.files.gathering import Gathered, gather
from game.files.names import hyphened, reserved
from game.files.own_json import check_format, decode_json
from game.files.scenario import read_scenario
from game.files.sources import BATTLE_MANIFEST as MANIFEST
from game.files.tiled import Picture, read_map
from game.files.zips import ARCHIVE, MOST, Zip, is_packed_too_well, limit, unfit
from game.resources import version

ENDING = ".battlemat"
"""What a battle in one file is called by."""

ENDINGS = (ENDING, ".zip")
"""What may be one, by its name."""

FORMAT = 1
"""Version of the manifest; a reader takes its own version only."""

_LARGEST_MANIFEST = MB

_DATE = (1980, 1, 1, 0, 0, 0)
"""Of every file: the same battle packs to the same bytes."""

_WRAPPED = 16
"""Bytes that zlib may put round what a zip file holds bare."""

_WORDS = 40
"""Signs of a folder's name."""


class Content(msgspec.Struct, frozen=True):
    """One file of a battle."""

    name: str
    size: int
    """Bytes."""
    sha256: str


class Manifest(msgspec.Struct, frozen=True):
    """What a battle in one file says of itself."""

    title: str
    rules: tuple[str, ...]
    """The rulesets that it can be played by, the one that it prefers first."""
    scenario: str
    """Which of the files."""
    files: tuple[Content, ...]
    version: str
    """The game's that packed it."""
    battlemat: str = "battle"
    format: int = FORMAT

    @property
    def size(self) -> int:
        """Bytes of all files."""
        return sum(each.size for each in self.files)


@dataclass(frozen=True)
class Archive:
    """A battle in one file from somebody, looked over and not yet unpacked."""

    zip: Zip
    manifest: Manifest
    written: bytes
    """The manifest as it stands in the file."""


def is_archive(path: Path) -> bool:
    """Whether a file is a battle in one file by its name."""
    return path.suffix.lower() in ENDINGS


def pack(scenario: Path, out: Path) -> Manifest:
    """Write a scenario and all that it reads into one file, and see that the copy reads the same.

    Raises BadFile, also for a scenario or a map that can't be read.
    """
    if not is_archive(out):
        raise BadFile(f"{out.name}: the name of a battle in one file ends in {' or '.join(ENDINGS)}")
    gathered = gather(scenario)
    manifest, data = _packed(gathered)
    if not may_hold(out, manifest.title):
        raise BadFile(f"{out}: there is such a file already, which is left as it is; name another with --out")
    try:
        with tempfile.TemporaryDirectory(prefix="battlemat-") as folder:
            tried = Path(folder) / out.name
            tried.write_bytes(data)
            copy = unpack(look_over(tried), Path(folder))
            same = _reads_the_same(gathered, copy)
    except OSError as error:
        where, why = tempfile.gettempdir(), error.strerror or error
        raise BadFile(
            f"{out.name}: could not be tried in {where} ({why}) and was not written; make room there"
        ) from error
    if not same:
        raise BadFile(f"{scenario.name}: a copy of it does not read the same; put its map and pictures beside it")
    write_whole(out, data)
    return manifest


def may_hold(out: Path, title: str) -> bool:
    """Whether a battle of that title may be packed to a file: nothing is there, or that battle as it was before."""
    if not is_there(out):
        return True
    try:
        return look_over(out).manifest.title == title
    except BadFile:
        return False


def look_over(path: Path) -> Archive:
    """Look a battle in one file over, before a file of it is unpacked. Raises BadFile with what is wrong."""
    found = Zip(path)
    sizes = found.sizes
    if MANIFEST not in sizes:
        raise BadFile(f"{path.name}: this is no battle of Battlemat (it has no {MANIFEST}); pick one that was packed")
    if sizes[MANIFEST] > _LARGEST_MANIFEST:
        raise BadFile(f"{path.name}: {MANIFEST} has more than {_LARGEST_MANIFEST // MB} MB; it was not packed by us")
    written = found.read(MANIFEST)
    manifest = _read_manifest(path, written)
    told = {each.name: each.size for each in manifest.files}
    there = {name: size for name, size in sizes.items() if name != MANIFEST}
    for name in sorted(told.keys() ^ there.keys()):
        what = "is missing" if name in told else f"is not named in its {MANIFEST}"
        raise BadFile(f"{path.name}: {name!r} {what}; the file has been changed since it was packed: ask for it again")
    for name, size in told.items():
        if there[name] != size:
            raise BadFile(f"{path.name}: {name!r} has another size than was packed; ask for an untouched copy")
    if manifest.scenario not in told or not manifest.scenario.endswith(".toml"):
        raise BadFile(f"{path.name}: it names no scenario among its files; it was not packed by this game")
    return Archive(found, manifest, written)


def unpack(archive: Archive, folder: Path) -> Path:
    """Put the files of a battle into a folder of its own in ``folder``, and give the path of its scenario.

    The folder is there with everything that belongs in it, or not at all. What was unpacked before, and is whole, is
    not unpacked again. Raises BadFile.
    """
    before = _unpacked_before(archive, folder)
    if before is not None:
        return before
    path, manifest = archive.zip.path, archive.manifest
    spare: Path | None = None
    try:
        folder.mkdir(parents=True, exist_ok=True)
        spare = Path(tempfile.mkdtemp(prefix=".", suffix=PART, dir=folder))
        (spare / MANIFEST).write_bytes(archive.written)
        for each in manifest.files:
            content = archive.zip.read(each.name)
            if sha256(content).hexdigest() != each.sha256:
                raise BadFile(f"{path.name}: {each.name!r} was changed since it was packed; ask for an untouched copy")
            place = spare / each.name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
        read_scenario(spare / manifest.scenario)
        spare.chmod(0o755)
        whole = _free(folder, manifest.title)
        spare.rename(whole)
        spare = None
        _clear(folder)
    except OSError as error:
        raise BadFile(
            f"{path.name}: could not be unpacked to {folder} ({error.strerror or error}); make room there"
        ) from error
    finally:
        if spare is not None:
            shutil.rmtree(spare, ignore_errors=True)
    return whole / manifest.scenario


def unpacked(folder: Path) -> list[Path]:
    """The scenarios of the battles that were unpacked to a folder, by name."""
    found = []
    for home in _homes(folder):
        with suppress(BadFile):
            manifest = _read_manifest(home, read_bytes(home / MANIFEST, _LARGEST_MANIFEST))
            if not unfit(manifest.scenario) and is_plain(home / manifest.scenario):
                found.append(home / manifest.scenario)
    return found


def _homes(folder: Path) -> list[Path]:
    """The folders of unpacked battles."""
    try:
        return sorted(home for home in folder.iterdir() if is_plain(home / MANIFEST) and not home.name.startswith("."))
    except OSError:
        return []


def _read_manifest(path: Path, data: bytes) -> Manifest:
    advice = f"its {MANIFEST} can't be read: it was not packed by this game"
    check_format(path, data, "battle", FORMAT, advice)
    manifest = decode_json(path, data, Manifest, advice)
    if manifest.battlemat != "battle" or len(manifest.files) > MOST:
        raise BadFile(f"{path.name}: its {MANIFEST} tells of no battle; it was not packed by this game")
    if len({each.name for each in manifest.files}) < len(manifest.files):
        raise BadFile(f"{path.name}: its {MANIFEST} names a file twice; it was not packed by this game")
    return msgspec.structs.replace(
        manifest,
        title=shortened(one_line(manifest.title), LONGEST_NAME),
        rules=readable(manifest.rules),
        version=shortened(one_line(manifest.version), LONGEST_NAME),
    )


def _packed(gathered: Gathered) -> tuple[Manifest, bytes]:
    """The manifest and the zip file of a battle."""
    contents = {name: read_bytes(file, limit(name)) for name, file in gathered.files.items()}
    scenario = gathered.scenario
    rules = dict.fromkeys((scenario.rules, *scenario.playable))
    files = tuple(Content(name, len(data), sha256(data).hexdigest()) for name, data in contents.items())
    manifest = Manifest(scenario.title, tuple(rules), gathered.name, files, version())
    if len(files) >= MOST:
        raise BadFile(f"{scenario.path.name}: it reads {len(files):,} files; at most {MOST - 1:,} go into one")
    written = msgspec.json.format(msgspec.json.encode(manifest)) + b"\n"
    out = io.BytesIO()
    with ZipFile(out, "w") as file:
        for name, data in {MANIFEST: written, **contents}.items():
            _add(file, name, data)
    if out.tell() > ARCHIVE:
        raise BadFile(
            f"{scenario.path.name}: in one file it has {out.tell() // MB} MB; at most {ARCHIVE // MB} are read"
        )
    return manifest, out.getvalue()


def _add(file: ZipFile, name: str, data: bytes) -> None:
    """Put a file in, packed unless that looks like a trap to whoever unpacks it."""
    info = ZipInfo(name, _DATE)
    info.create_system, info.external_attr = 3, 0o100644 << 16
    tight = is_packed_too_well(len(data), len(zlib.compress(data)) - _WRAPPED)
    info.compress_type = ZIP_STORED if tight else ZIP_DEFLATED
    file.writestr(info, data)


def _reads_the_same(gathered: Gathered, copy: Path) -> bool:
    """Whether the copy has the same scenario, ground and picture."""
    scenario = read_scenario(copy)
    chart = read_map(scenario.map)
    return (
        scenario.entries == gathered.scenario.entries
        and chart.field == gathered.chart.field
        and _pictured(chart.picture) == _pictured(gathered.chart.picture)
    )


def _pictured(picture: Picture) -> Any:
    """A picture with what its files hold in place of their paths."""
    held: dict[Path, str] = {}

    def content(path: Any) -> str:
        if path not in held:
            held[path] = sha256(read_bytes(path, limit(path.name) or MB)).hexdigest()
        return held[path]

    return msgspec.to_builtins(picture, enc_hook=content)


def _unpacked_before(archive: Archive, folder: Path) -> Path | None:
    """The scenario of the same battle if it lies there already, untouched."""
    for home in _homes(folder):
        try:
            if read_bytes(home / MANIFEST, _LARGEST_MANIFEST) == archive.written and all(
                sha256(read_bytes(home / each.name, each.size)).hexdigest() == each.sha256
                for each in archive.manifest.files
            ):
                return home / archive.manifest.scenario
        except BadFile:
            continue
    return None


def _free(folder: Path, title: str) -> Path:
    """A folder that is not there yet, called by the title."""
    plain = "".join(sign if sign.isascii() else " " for sign in title)
    name = hyphened(plain)[:_WORDS].strip("-") or "battle"
    if reserved(name):
        name = "battle"
    names = (name, *(f"{name}-{number}" for number in range(2, 10_000)))
    return next(folder / each for each in names if not (folder / each).exists())


def _clear(folder: Path) -> None:
    """Remove what games that were killed have left half unpacked."""
    now = folder.stat().st_mtime
    for left in folder.glob(f".*{PART}"):
        with suppress(OSError):
            if now - left.stat().st_mtime > ABANDONED:
                shutil.rmtree(left, ignore_errors=True)
