"""Files that are written whole or not at all, under names that every system can have.

Nobody's file is written over by somebody else.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from glob import escape
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from game.files.bounded_reading import is_plain
from game.files.errors import BadFile

LONGEST_NAME = 100
"""Bytes of a title that go into the name of a file."""

_LONGEST_WORD = 40
"""Bytes of a word in such a name, if it has a mark."""

_STRAY = '<>:"|?*\\'
_STRAYS = frozenset(_STRAY)
_DEVICE = re.compile(r"(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])", re.IGNORECASE)


def reserved(name: str) -> str:
    """Why some system can't have a file or folder of that name, as the end of a sentence; "" if all can.

    Windows opens a device in place of a file with such a name, whatever its ending, takes dots and spaces off the end
    of a name, and puts what follows a colon out of sight. Signs that are not shown are allowed nowhere here.
    """
    if not name.isprintable() or not _STRAYS.isdisjoint(name):
        return f"has signs that not every system allows in names ({' '.join(_STRAY)}, and those that are not shown)"
    if name.endswith((".", " ")):
        return "ends with a dot or a space, which not every system allows"
    device = name.partition(".")[0].strip()
    return f"is one that Windows keeps for itself ({device})" if _DEVICE.fullmatch(device) else ""


def file_words(title: str) -> str:
    """A title as the name of a file, without an ending: small letters and digits, with hyphens between words.

    Of a long one its beginning, for no system takes names of more than some 250 bytes; never one that is ``reserved``.
    """
    name = hyphened(title).encode()[:LONGEST_NAME].decode(errors="ignore").strip("-") or "battle"
    return f"{name}-battle" if reserved(name) else name


def word_name(word: str, *rest: str) -> str:
    """The name of a file that is made of a word, without an ending: no two words have one, however long or odd.

    Words that small letters and digits do not tell whole have a mark of their own in it. ``rest``: what else it tells.
    """
    first, *others = map(hyphened, (word, *rest))
    whole = "-".join((first, *others))
    if first.replace("-", " ") == word and len(whole.encode()) <= LONGEST_NAME:
        return file_words(whole)
    begun = first.encode()[:_LONGEST_WORD].decode(errors="ignore").strip("-")
    mark = blake2b(word.encode(errors="surrogatepass"), digest_size=5).hexdigest()
    return "-".join(part for part in (begun, mark, *others) if part)


def hyphened(text: str) -> str:
    """A text as a word: small letters and digits, with hyphens between its words; "" if there is nothing of these."""
    return "-".join("".join(sign if sign.isalnum() else " " for sign in text.casefold()).split())


PART = ".part"
"""The ending of a file while it is being written."""

ABANDONED = 3600
"""Seconds after which nobody is writing a file any more."""


class FileStamp(NamedTuple):
    """What tells one writing of a file from another."""

    inode: int
    size: int
    written: int
    """Nanoseconds."""


def stamp_of(path: Path) -> FileStamp | None:
    """The stamp of the file that is there now; None if there is none."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    return FileStamp(found.st_ino, found.st_size, found.st_mtime_ns)


def write_whole(path: Path, data: bytes, *, as_named: bool = False) -> None:
    """Put a file in its place in one go: it is the old one or the new one, never half of either. Raises BadFile.

    ``as_named``: it is called as another file that is there, whose name this system has, whatever others have.
    """
    with _written_beside(path, data, as_named=as_named) as spare:
        spare.replace(path)


def write_new(path: Path, data: bytes) -> Path:
    """The same, but never over a file that is there: it goes to the first free name beside it, such as ``name-2``.

    Gives where it went. Raises BadFile.
    """
    with _written_beside(path, data) as spare:
        return _put_new(spare, path)


def write_again(path: Path, data: bytes, last: FileStamp | None) -> tuple[Path, FileStamp | None]:
    """The same, but over the file that the same writer has read or written last, by its stamp; None if there is none.

    Where that is another by now, as in two windows that went on from one save, the writer goes to a free name. Gives
    where it went, and its stamp there. Raises BadFile.
    """
    with _written_beside(path, data) as spare:
        stamp = stamp_of(spare)
        if last is not None and stamp_of(path) == last:
            spare.replace(path)
        else:
            path = _put_new(spare, path)
    return path, stamp


def set_aside(path: Path) -> Path:
    """Give a file that can't be read the first free name such as ``name-spoilt``, for its owner to look at.

    Gives that name. Raises BadFile.
    """
    try:
        place = next(each for each in _numbered(path.with_stem(f"{path.stem}-spoilt")) if not os.path.lexists(each))
        path.rename(place)
    except (OSError, StopIteration) as error:
        why = getattr(error, "strerror", None) or "there are too many already"
        raise BadFile(f"{path.name}: could not be set aside ({why}); look in its folder {path.parent}") from error
    return place


def _numbered(path: Path) -> Iterator[Path]:
    """The names that a file may have where others are in its way: ``name``, ``name-2`` and so on."""
    yield path
    yield from (path.with_name(f"{path.stem}-{number}{path.suffix}") for number in range(2, 10_000))


@contextmanager
def _written_beside(path: Path, data: bytes, *, as_named: bool = False) -> Iterator[Path]:
    """A whole file beside the place where it is to go; it is taken away if it did not go there. Raises BadFile."""
    if not as_named:
        check_name(path)
    spare: Path | None = None
    try:
        if path.exists() and not is_plain(path):
            raise BadFile(f"{path.name}: this is a folder, a pipe or a device; save to a plain file")
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=PART, dir=path.parent)
        spare = Path(name)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        written = spare.stat().st_mtime
        yield spare
    except BadFile:
        raise
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        why = getattr(error, "strerror", None) or error
        raise BadFile(
            f"{path.name}: could not be written ({why}) and an earlier file of that name is untouched; "
            "make room there, or save to another folder"
        ) from error
    finally:
        if spare is not None:
            spare.unlink(missing_ok=True)
    _clear(path, written)


def _put_new(spare: Path, path: Path) -> Path:
    """Give a whole file the first name from ``path`` on that no file has; where it is now."""
    for place in _numbered(path):
        try:
            _link_where_none_is(spare, place)
        except FileExistsError:
            continue
        return place
    raise BadFile(f"{path.name}: there are 10,000 files of that name; throw some away")


def _link_where_none_is(spare: Path, place: Path) -> None:
    """Put a whole file where none is, in one go. Raises FileExistsError."""
    try:
        os.link(spare, place)
    except FileExistsError:
        raise
    except OSError:  # a disk that knows no links
        place.open("xb").close()
        spare.replace(place)


def check_name(path: Path) -> None:
    """See that every system can have the file, and the folders that are made for it. Raises BadFile."""
    for part in (path, *path.parents):
        why = reserved(part.name) if part.name != ".." else ""
        if why and (part == path or not part.exists()):
            raise BadFile(f"{path.name}: the name {part.name!r} {why}; choose another")


def _clear(path: Path, now: float) -> None:
    """Remove what games that were killed have left half written beside a file, of files of its kind."""
    for left in path.parent.glob(f".*{escape(path.suffix or path.name)}.????????{PART}"):
        with suppress(OSError):  # another game may have been quicker
            if now - left.stat().st_mtime > ABANDONED:
                left.unlink()
