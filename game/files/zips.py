"""Zip files from strangers: looked over whole before a byte of one is unpacked.

What can be wrong with one is told from its directory: how many files it has, what they are called, how large they say
that they are, how they are packed and where they lie. Only then are they read, and none may become larger than it said.
"""

from __future__ import annotations

import io
import stat
import struct
import zlib
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from unicodedata import normalize
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from game.files.bounded_reading import DATA, MAPS, MB, read_bytes
from game.files.errors import BadFile
from game.files.names import reserved
from game.files.pictures import BYTES, PLAIN_PICTURES, TABLE_BYTES
from game.files.sources import MAPS as MAP_ENDINGS
from game.files.sources import PICTURES, PROJECT, ROSTERS, TEMPLATES, TILESETS, VECTORS
from game.files.universal_vtt import LARGEST, UNIVERSAL_VTT

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
