"""Texts that a player sends to others, without what tells whose they are: paths, the names of user and computer."""

from __future__ import annotations

import getpass
import os
import platform
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path, PurePosixPath, PureWindowsPath

USER, HOST, FOLDER = "[user]", "[host]", "[folder]"
"""What stands in place of a name, and of the folders of a path."""

SHORTEST = 2
"""Letters of a name that is looked for: a single one is in every word."""

_CODE = re.compile(r'(File ")([^"\n]+)(", line \d+)')
"""The file of a frame in a traceback."""

_ENDING = r"\.[A-Za-z][\w-]{0,11}"
_QUOTED = re.compile(r"""(?<=['"])(?:~|[A-Za-z]:)?[^'"\n]*[/\\][^'"\n]*(?=['"])""")
"""A path in quotation marks, whatever it has in it."""

_AT_HOME = re.compile(rf"""~[/\\][^'"\n:]*?{_ENDING}\b""")
"""A file in one of this user's own folders, whatever blanks are on the way to it."""

_ABSOLUTE = re.compile(r"""(?<![\w.\]])(?:~|[A-Za-z]:|\\)?[/\\](?:[^\s'":;,()<>|]+)""")
"""A path from the root of a disk or from a home on, as far as it has no blank in it."""

_RELATIVE = re.compile(rf"""(?:[^\s'":;,()<>|/\\]+[/\\])+[^\s'":;,()<>|/\\]*{_ENDING}\b""")
"""A path that names a file, as far as it has no blank in it."""


def redacted(text: str) -> str:
    """The text with each path cut down to what kind of file it leads to, and without the names of user and host.

    Files of code that Python has loaded keep their place in their package, for a traceback says nothing without it.
    What a player has called fighters and maps may be anything and is not known here: it stays.
    """
    code: list[str] = []

    def keep_code(found: re.Match[str]) -> str:
        code.append(f"{found[1]}{_in_package(found[2])}{found[3]}")
        return f"\x00{len(code) - 1}\x00"

    text = _CODE.sub(keep_code, text)
    for folder in _homes():  # first, for they may have blanks in them
        text = text.replace(folder, "~")
    for kind in (_QUOTED, _AT_HOME, _ABSOLUTE, _RELATIVE):
        text = kind.sub(_only_kind, text)
    text = re.sub(r"\x00(\d+)\x00", lambda found: code[int(found[1])], text)
    for name, instead in _names():
        text = re.sub(rf"(?<![A-Za-z0-9]){re.escape(name)}(?![A-Za-z0-9])", instead, text, flags=re.IGNORECASE)
    return text


def _in_package(file: str) -> str:
    """A file of code by its place in what is imported from; by its name alone if it is of no such place."""
    if file.startswith("<"):
        return file
    path = Path(file)
    places = sorted((Path(entry) for entry in sys.path if entry), key=lambda each: len(each.parts), reverse=True)
    for place in places:
        if path.is_relative_to(place):
            return path.relative_to(place).as_posix()
    return _name_of(file)


def _only_kind(found: re.Match[str]) -> str:
    """What is told of a path: that it was one, and the ending of its file."""
    ending = re.search(rf"{_ENDING}$", _name_of(found[0]))
    return FOLDER + (f"/*{ending[0]}" if ending else "")


def _name_of(path: str) -> str:
    return PureWindowsPath(path).name if "\\" in path else PurePosixPath(path).name


def _homes() -> Iterator[str]:
    """The folders of this user, in which a path with blanks is likely; the longest first."""
    found = set()
    with suppress(RuntimeError, OSError):
        found |= {str(Path.home()), str(Path.home().resolve())}
    with suppress(OSError):
        found.add(str(Path.cwd()))
    yield from sorted((each for each in found if len(Path(each).parts) > 1), key=len, reverse=True)


def _names() -> Iterator[tuple[str, str]]:
    """Names of this user and of this computer, with what stands in place of each; the longest first."""
    users = {os.environ.get(name, "") for name in ("USER", "USERNAME", "LOGNAME")}
    with suppress(OSError, KeyError, ImportError):
        users.add(getpass.getuser())
    with suppress(RuntimeError, OSError):
        users.add(Path.home().name)
    with suppress(ImportError, KeyError, AttributeError, OSError):
        import pwd  # not on Windows

        users.add(pwd.getpwuid(os.getuid()).pw_gecos.partition(",")[0])
    host = platform.node()
    found = {(name, USER) for name in users} | {(name, HOST) for name in (host, host.partition(".")[0])}
    yield from sorted((each for each in found if len(each[0]) >= SHORTEST), key=lambda each: (-len(each[0]), each))
