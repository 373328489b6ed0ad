"""The one way in for files: plain ones, of a size that is stated, and nothing else.

A path may lead to a device that never ends or to a pipe that nobody writes to. Every map, tileset, picture, scenario,
roster, save and battle file, and the settings, is read from here.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

from game.files.errors import BadFile

KB = 1024
MB = 1024 * KB

DATA = 256 * KB
"""The largest scenario, roster, ledger or file of settings."""

BATTLES = 16 * MB
"""The largest save or battle file."""

MAPS = 16 * MB
"""The largest map, tileset or template; a map of 400,000 cells with several layers fits."""

LFS_MARK, LFS_LARGEST = b"version https://git-lfs.github.com/spec/", KB
"""How a file begins that Git LFS keeps elsewhere, and how large such a pointer is at most."""


def is_plain(path: Path) -> bool:
    """Whether there is a plain file, or a link to one; a name that no file can have is none."""
    return stat.S_ISREG(_mode(path))


def is_folder(path: Path) -> bool:
    """Whether there is a folder, or a link to one."""
    return stat.S_ISDIR(_mode(path))


def is_there(path: Path) -> bool:
    """Whether there is anything of that name; other than ``path.exists()`` for a name that no file can have, too."""
    return _mode(path) != 0


def _mode(path: Path) -> int:
    """Of what kind a file is; 0 if there is none."""
    try:
        return path.stat().st_mode
    except (OSError, ValueError):
        return 0


def read_bytes(path: Path, most: int) -> bytes:
    """The content of a plain file of at most ``most`` bytes. Raises BadFile, also for a pointer of Git LFS."""
    try:
        _check(path, path.stat(), most)
        # What was a plain file just now may be a pipe when it is opened: do not wait for one, and look again.
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with os.fdopen(handle, "rb") as file:
            _check(path, os.fstat(handle), most)
            content = file.read(most + 1)
    except FileNotFoundError as error:
        raise BadFile(f"{path.name}: there is no such file; check its name and place") from error
    except OSError as error:
        raise BadFile(f"{path.name}: can't be read ({error.strerror or error}); check its name and place") from error
    except BadFile:
        raise
    except ValueError as error:
        raise BadFile(f"{path.name}: no file can have this name; check it") from error
    if len(content) > most:  # some files do not know how long they are
        raise BadFile(f"{path.name}: the file has more than the {in_words(most)} that are read")
    if len(content) <= LFS_LARGEST and content.removeprefix(b"\xef\xbb\xbf").startswith(LFS_MARK):
        raise BadFile(
            f"{path.name}: this is only a pointer of Git LFS, which stands for the file: fetch the file itself with "
            "git lfs pull in its repository, or download it from where the repository shows it"
        )
    return content


def read_text(path: Path, most: int) -> str:
    """The text of a plain file in UTF-8 of at most ``most`` bytes. Raises BadFile."""
    try:
        return read_bytes(path, most).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadFile(f"{path.name}: not a text file in UTF-8 ({error.reason}); save it as UTF-8") from error


def _check(path: Path, found: os.stat_result, most: int) -> None:
    if not stat.S_ISREG(found.st_mode):
        raise BadFile(f"{path.name}: this is a folder, a pipe or a device; name a plain file")
    if found.st_size > most:
        raise BadFile(f"{path.name}: the file has {in_words(found.st_size)}; at most {in_words(most)} are read")


def in_words(size: int) -> str:
    """A number of bytes as people say it."""
    if size >= 10 * MB:
        return f"{size // MB:,} MB"
    return f"{-(-size // KB):,} KB"
