"""A battle as one file, to be shared: a zip with a manifest, a scenario and all that the scenario reads.

    battlemat-battle.json        which game and rules, which file is the scenario, every file with its size and hash
    maps/at-the-bridge.toml      the scenario
    maps/bridge.tmx              its map, with tilesets, templates, pictures, corrections
    art/stones.png

The manifest makes the folder that it is unpacked to the whole project of the battle: its files name one another as they
did at home, and nothing outside of it.

Nothing in the files that a scenario reads is rewritten: every file keeps its place as the others see it. So the copy
holds as many of the folders above the scenario as its references climb, and no more.

A zip from a stranger is looked over whole before a byte of it is unpacked. What can be wrong with one is told from its
directory: how many files it has, what they are called, how large they say that they are, how they are packed and where
they lie. Only then are they read, and none may become larger than it said.
"""

from __future__ import annotations

import io
import posixpath
import shutil
import stat
import struct
import tempfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Any
from unicodedata import normalize
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

import msgspec
from msgspec.structs import replace

from game import resources
from game.display_text import LONGEST_NAME, one_line, shortened
from game.files.atomic import ABANDONED, PART, hyphened, reserved, write_whole
from game.files.bounded_reading import BATTLES, DATA, MAPS, MB, is_plain, is_there, read_bytes
from game.files.errors import BadFile
from game.files.own_json import check_format, decode_json, readable
from game.files.pictures import BYTES, PLAIN_PICTURES, TABLE_BYTES
from game.files.saves import SeatPlan, glance, save_document
from game.files.scenario import Scenario, read_scenario
from game.files.sources import BATTLE_MANIFEST as MANIFEST
from game.files.sources import MAPS as MAP_ENDINGS
from game.files.sources import PICTURES, PROJECT, ROSTERS, TEMPLATES, TILESETS, VECTORS, FoundFile, Sources
from game.files.tiled import Chart, Picture, read_map
from game.files.universal_vtt import LARGEST, UNIVERSAL_VTT
from game.resources import version
from game.rules.match import AnyMatch, Match
from game.rules.questions import Answer

ARCHIVE = 64 * MB
"""The largest zip file."""

WHOLE = 192 * MB
"""What its files may come to when they are unpacked."""

MOST = 2_000
"""Files in one."""

DIRECTORY = 2 * MB
"""Its directory at the end."""

LONGEST = 200
"""Signs of a path in it."""

DEEPEST = 16
"""Folders within folders."""

RATIO = 100
"""How many times as large a file may become by unpacking."""

SMALL = 4 * MB
"""Up to here a file may become as large as it likes: an empty map is mostly the same sign again."""

LIMITS = {
    **dict.fromkeys((*TEMPLATES, *TILESETS, *MAP_ENDINGS, PROJECT), MAPS),
    **dict.fromkeys(PICTURES, BYTES),
    **dict.fromkeys(PLAIN_PICTURES, TABLE_BYTES),
    **dict.fromkeys(UNIVERSAL_VTT, LARGEST),
    **dict.fromkeys(ROSTERS, DATA),
    ".save": BATTLES,
}
"""The largest file of each kind that a battle can need, by ending; SVG is drawn from the game's own sprites only."""
del LIMITS[VECTORS]

_END = struct.Struct("<4s4H2LH")
_HEAD = 30
"""Bytes before the name in front of each file."""

_LINKS = "a link, a pipe or a device; only plain files are taken"

_FAILS = (BadZipFile, ArithmeticError, EOFError, LookupError, NotImplementedError, OSError, RuntimeError, ValueError)
"""What reading a damaged zip file raises, besides what the unpacking itself does."""


class Zip:
    """A zip file in which nothing was found that is not allowed; nothing of it has been unpacked."""

    def __init__(self, path: Path) -> None:
        """Look the file over. Raises BadFile with the first thing that is wrong."""
        self.path = path
        data = read_bytes(path, ARCHIVE)
        start = _directory(path, data)
        try:
            self._zip = ZipFile(io.BytesIO(data))
            infos = self._zip.infolist()
        except (*_FAILS, struct.error) as error:
            raise _damaged(path, error) from error
        self._infos = {info.filename: info for info in infos if not _is_folder(info)}
        _check_names(path, infos)
        for info in infos:
            _check_kind(path, info)
        for info in self._infos.values():
            _check_size(path, info)
        if sum(info.file_size for info in self._infos.values()) > WHOLE:
            raise BadFile(f"{path.name}: its files come to more than the {WHOLE // MB} MB that are unpacked")
        _check_places(path, infos, start)

    @property
    def sizes(self) -> dict[str, int]:
        """What lies in it: bytes that each file says it has, by path."""
        return {name: info.file_size for name, info in self._infos.items()}

    def read(self, name: str) -> bytes:
        """The content of one of its files. Raises BadFile if it is damaged, or not as large as it said."""
        info = self._infos[name]
        try:
            with self._zip.open(info) as file:
                content = file.read(info.file_size + 1)
        except (*_FAILS, struct.error, zlib.error) as error:
            raise _damaged(self.path, error, name) from error
        if len(content) != info.file_size:
            raise BadFile(f"{self.path.name}: {name!r} is not as large as the file says; ask for an untouched copy")
        return content


def unfit(name: str) -> str:
    """Why a path can't be in a battle that is shared, as the end of a sentence; nothing if it can."""
    parts = name.split("/")
    if not name or len(name) > LONGEST or len(parts) > DEEPEST:
        return f"is empty or too long: at most {LONGEST} signs and {DEEPEST} folders"
    if name.startswith("/") or any(part in ("", ".", "..") for part in parts):
        return "leads out of the folder that it is unpacked to"
    for part in parts:
        if why := reserved(part):
            return why
        if part.startswith((".", " ")):
            return "begins with a dot or a space, which not every system allows"
    return ""


def same_for_some(name: str) -> str:
    """What two paths have in common that some systems take for one: they make no difference of capitals or accents."""
    return normalize("NFC", normalize("NFC", name).casefold())


def limit(name: str) -> int:
    """Bytes that a file of that name may have; 0 for a kind that no battle needs."""
    return LIMITS.get(PurePosixPath(name).suffix.lower(), 0)


def is_packed_too_well(size: int, packed: int) -> bool:
    """Whether a file becomes so much larger that it could be made to fill a disk."""
    return size > SMALL and size > RATIO * max(packed, 1)


def _damaged(path: Path, error: Exception, name: str = "") -> BadFile:
    where = f"{path.name}: {name!r}" if name else path.name
    return BadFile(f"{where}: the file is damaged or cut short ({error}); ask for it again")


def _directory(path: Path, data: bytes) -> int:
    """Where its directory begins. The end of the file must say it, and nothing else: programs that look for it
    elsewhere would find other files than were looked over."""
    at = len(data) - _END.size
    if not data.startswith(b"PK") or at < 0:
        raise BadFile(f"{path.name}: this is no zip file; a battle that was shared is one")
    signature, disk, first_disk, here, count, size, start, comment = _END.unpack_from(data, at)
    if signature != b"PK\x05\x06" or comment:
        raise BadFile(f"{path.name}: the file is cut short, or something is put behind its end; ask for it again")
    if (
        data[max(0, at - 20) : at].startswith(b"PK\x06\x07")
        or 0xFFFF in (disk, here, count)
        or 0xFFFFFFFF in (size, start)
    ):
        raise BadFile(f"{path.name}: it is made for files of gigabytes (zip64), which no battle is; pack it anew")
    if disk or first_disk or here != count:
        raise BadFile(f"{path.name}: it is one part of several; ask for the battle in one file")
    if count > MOST or size > DIRECTORY:
        raise BadFile(f"{path.name}: it holds {count:,} files; at most {MOST:,} are taken")
    if start + size != at:
        raise BadFile(f"{path.name}: something is put before its files or between them; ask for an untouched copy")
    return int(start)


def _is_folder(info: ZipInfo) -> bool:
    return info.filename.endswith("/")


def _check_names(path: Path, infos: Sequence[ZipInfo]) -> None:
    """Every path can be unpacked, and none twice, whatever system it is unpacked on."""
    claimed: dict[str, tuple[str, bool]] = {}
    """What there will be, a file or not, by the path that some systems take for the same."""
    files: set[str] = set()
    for info in infos:
        name = info.filename.removesuffix("/")
        why = unfit(name) or ("" if info.orig_filename == info.filename else f"is not written {info.orig_filename!r}")
        if why:
            raise BadFile(f"{path.name}: the name {name!r} {why}; it was not packed by this game")
        if info.filename in files:
            raise BadFile(f"{path.name}: {name!r} lies in it twice; it was not packed by this game")
        files.add(info.filename)
        folders = [folder.as_posix() for folder in list(PurePosixPath(name).parents)[:-1]]
        for each, plain in (*((folder, False) for folder in folders), (name, not _is_folder(info))):
            other, was_plain = claimed.setdefault(same_for_some(each), (each, plain))
            if (other, was_plain) != (each, plain):
                what = "differ in capitals or accents only" if other != each else "would be a file and a folder"
                raise BadFile(f"{path.name}: {other!r} and {each!r} {what}; it was not packed by this game")


def _check_kind(path: Path, info: ZipInfo) -> None:
    """Nothing but plain files, and folders, packed in the ways that everybody reads."""
    name = info.filename
    mode = info.external_attr >> 16
    kinds = (0, stat.S_IFDIR) if _is_folder(info) else (0, stat.S_IFREG)
    if stat.S_IFMT(mode) not in kinds:
        raise BadFile(f"{path.name}: {name!r} is {_LINKS}")
    if info.flag_bits & 0x2041:
        raise BadFile(f"{path.name}: {name!r} is locked with a password; pack it without one")
    if info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        raise BadFile(f"{path.name}: {name!r} is packed in a way that is not read; pack it as an ordinary zip file")
    if _is_folder(info) and (info.file_size or info.compress_size):
        raise BadFile(f"{path.name}: {name!r} is a folder and has a content; it was not packed by this game")
    if not _is_folder(info) and not limit(name):
        kinds_of = ", ".join(sorted(LIMITS))
        raise BadFile(f"{path.name}: {name!r} is of a kind that no battle needs; only {kinds_of} are taken")


def _check_size(path: Path, info: ZipInfo) -> None:
    most = limit(info.filename)
    if info.file_size > most:
        size = f"{info.file_size:,} bytes"
        raise BadFile(f"{path.name}: {info.filename!r} would have {size}; at most {most:,} are taken of its kind")
    if is_packed_too_well(info.file_size, info.compress_size):
        raise BadFile(
            f"{path.name}: {info.filename!r} would become {info.file_size // max(info.compress_size, 1):,} times as "
            f"large; more than {RATIO} times is not unpacked"
        )


def _check_places(path: Path, infos: Sequence[ZipInfo], end: int) -> None:
    """Each file has its own bytes, before the directory: files that share them unpack to more than there is."""
    laid = sorted(infos, key=lambda info: info.header_offset)
    for info, following in zip(laid, [*(each.header_offset for each in laid[1:]), end], strict=True):
        if info.header_offset + _HEAD + len(info.filename) + info.compress_size > following:
            raise BadFile(f"{path.name}: {info.filename!r} overlaps what follows; it was not packed by this game")


@dataclass(frozen=True)
class Gathered:
    """A scenario with everything that it reads."""

    scenario: Scenario
    chart: Chart
    name: str
    """The path of the scenario in the copy."""
    files: dict[str, Path]
    """All files, the scenario too: by their path in the copy, sorted, where they are."""


def gather(path: Path) -> Gathered:
    """Read a scenario and its map, and tell which files that took. Raises BadFile.

    The game's own sprites stay where they are, for whoever gets the copy has them, and so do its tilesets where a map
    names them by a path that leads out of all its folders.
    """
    path = path.resolve()
    scenario = read_scenario(path)
    chart = read_map(scenario.map)
    name, files = _copied(path, (*scenario.named, *chart.named), "scenario")
    return Gathered(scenario, chart, name, files)


def _copied(path: Path, named: tuple[FoundFile, ...], what: str) -> tuple[str, dict[str, Path]]:
    """The path in the copy of a file that names others, and all files by theirs, sorted. Raises BadFile."""
    own = [PurePosixPath(root.as_posix()) for root in Sources(path, what).own_roots]
    placed: dict[PurePosixPath, Path] = {_pure(path): path}
    for place, file in _places(path.parent, named):
        if any(place.is_relative_to(root) for root in own):
            placed[place] = file
        elif not _is_shipped(file):
            raise BadFile(f"{path.name}: {file.name} is reached by a link; put the file itself beside the map")
    top = PurePosixPath(posixpath.commonpath([place.parent for place in placed]))
    spelled: dict[str, str] = {}
    files: dict[str, Path] = {}
    for place, file in sorted(placed.items()):
        name = _as_first_spelled(place.relative_to(top), spelled)
        why = unfit(name)
        if why:
            raise BadFile(f"{path.name}: the name {name!r} {why}; rename the file, and what names it")
        if files.setdefault(name, file) != file:
            raise BadFile(f"{path.name}: two files called {name!r} differ in capitals only; rename one of them")
    return _as_first_spelled(_pure(path).relative_to(top), spelled), files


def _places(home: Path, named: tuple[FoundFile, ...]) -> Iterator[tuple[PurePosixPath, Path]]:
    """Where each file lies as those see it that name it, each of them in the place that it has itself."""
    seen_from: dict[Path, list[PurePosixPath]] = {home: [_pure(home)]}
    for each in named:
        if each.path.suffix.lower() == VECTORS:
            continue
        for base in tuple(seen_from.get(each.base, ())):
            place = PurePosixPath(posixpath.normpath(base / each.reference))
            yield place, each.path
            known = seen_from.setdefault(each.path.parent, [])
            if place.parent not in known:
                known.append(place.parent)


def _pure(path: Path) -> PurePosixPath:
    return PurePosixPath(path.as_posix())


def _is_shipped(file: Path) -> bool:
    return any(file.is_relative_to(folder().resolve()) for folder in (resources.maps, resources.sprites))


def _as_first_spelled(path: PurePosixPath, spelled: dict[str, str]) -> str:
    """A path with each part as it was spelled first: systems that make no difference of capitals have one of them."""
    found = ""
    for part in path.parts:
        found = f"{found}/{part}" if found else part
        found = spelled.setdefault(same_for_some(found), found)
    return found


ENDING = ".battlemat"
"""What a battle in one file is called by."""

ENDINGS = (ENDING, ".zip")
"""What may be one, by its name."""

FORMAT = 1
"""Version of the manifest; a reader takes its own version only."""

RECORD = "record.save"
"""What the record of a battle that was fought is called in it."""

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
    """Which of the files; of a battle that was fought its record, a save."""
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
    if manifest.scenario not in told or not manifest.scenario.endswith((".toml", ".save")):
        raise BadFile(f"{path.name}: it names no scenario among its files; it was not packed by this game")
    return Archive(found, manifest, written)


def unpack(archive: Archive, folder: Path) -> Path:
    """Put the files of a battle into a folder of its own in ``folder``; gives the path of its scenario or record.

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
        _check_first(spare / manifest.scenario)
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


def _check_first(path: Path) -> None:
    """See that the scenario, or the record, can be read. Raises BadFile."""
    if path.suffix == ".toml":
        read_scenario(path)
    else:
        glance(path)


def pack_record(start: AnyMatch, history: Iterable[Answer], seats: SeatPlan) -> bytes:
    """A battle that was fought, by its answers from the start, as one file with the map that its picture is from.

    The record names its map as it lies beside it, and no folder of this computer. Raises BadFile.
    """
    setup, placed = start.setup, Path(start.setup.map_file)
    named, files = "" if placed.is_absolute() else setup.map_file, dict[str, Path]()
    if placed.is_absolute() and is_plain(placed):
        placed = placed.resolve()
        named, files = _copied(placed, read_map(placed).named, "map")
    told: AnyMatch = Match.begin(start.ruleset, replace(setup, map_file=named), start.ground)
    for answer in history:
        told.answer(answer)
    contents = {name: read_bytes(file, limit(name)) for name, file in files.items()}
    contents[RECORD] = save_document(told, seats)
    return _zipped(setup.title or setup.field.title, (start.ruleset.name,), RECORD, contents)[1]


def is_record(path: Path) -> bool:
    """Whether a file is the record of a battle that was unpacked."""
    return path.name == RECORD and is_plain(path.with_name(MANIFEST))


def map_of_record(record: Path, map_file: str) -> str:
    """The map that a stranger's record names: beside it, or one that ships with the game; "" for any other place."""
    if unfit(map_file):
        return ""
    beside = record.parent / map_file
    return str(beside) if is_plain(beside) else map_file


def unpacked(folder: Path) -> list[Path]:
    """The scenarios and records of the battles that were unpacked to a folder, by name."""
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
    return replace(
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
    return _zipped(scenario.title, tuple(rules), gathered.name, contents)


def _zipped(title: str, rules: tuple[str, ...], first: str, contents: dict[str, bytes]) -> tuple[Manifest, bytes]:
    """The manifest and the zip file of these files, the ``first`` of which is the scenario or the record."""
    files = tuple(Content(name, len(data), sha256(data).hexdigest()) for name, data in contents.items())
    manifest = Manifest(title, rules, first, files, version())
    if len(files) >= MOST:
        raise BadFile(f"{first}: it reads {len(files):,} files; at most {MOST - 1:,} go into one")
    written = msgspec.json.format(msgspec.json.encode(manifest)) + b"\n"
    out = io.BytesIO()
    with ZipFile(out, "w") as file:
        for name, data in {MANIFEST: written, **contents}.items():
            _add(file, name, data)
    if out.tell() > ARCHIVE:
        raise BadFile(f"{first}: in one file it has {out.tell() // MB} MB; at most {ARCHIVE // MB} are read")
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
