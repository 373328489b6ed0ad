"""TOML files checked entry by entry: every fault named by file and field, with the nearest word that would be right."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from types import UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec.structs import fields

from game.display_text import LONGEST_NAME, LONGEST_TEXT
from game.files.bounded_reading import DATA, read_text
from game.files.errors import BadFile
from game.rules.toml import BadToml, parse
from game.user_error import brief, suggest

T = TypeVar("T", bound=msgspec.Struct)


class Faults:
    """Collects what is wrong with a file, so that its author sees everything at once."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lines: dict[str, None] = {}

    def add(self, where: str, what: str) -> None:
        """Something is wrong in a field; ``what`` says how to mend it."""
        self._lines[brief(f"{self.path.name}: {where}: {what}" if where else f"{self.path.name}: {what}")] = None

    def unknown(self, where: str, kind: str, word: str, known: Iterable[str]) -> None:
        """A word that names nothing of its kind."""
        self.add(where, f"no {kind} is called {word!r}; {suggest(word, known)}")

    def settle(self) -> None:
        """Raise BadFile, one line for each fault, if there are any."""
        if self._lines:
            raise BadFile("\n".join(self._lines))


def read_tables(path: Path) -> dict[str, Any]:
    """Read a TOML file as it stands. Raises BadFile."""
    return _tables(path, read_text(path, DATA))


def read_entries(path: Path, kind: type[T]) -> T:
    """Read a TOML file as a struct. Raises BadFile with all faults of its fields; lists are counted from 1."""
    return entries_of(path, read_text(path, DATA), kind)


def entries_of(path: Path, text: str, kind: type[T]) -> T:
    """Read the text of a TOML file as a struct; ``path`` is named in the errors. Raises BadFile, as above."""
    found = _tables(path, text)
    faults = Faults(path)
    _check(found, kind, "", faults)
    faults.settle()
    try:
        return msgspec.convert(found, kind)
    except msgspec.ValidationError as error:
        where, what = placed_fault(error)
        raise BadFile(f"{path.name}: {where or 'the file'}: {what}") from error


def placed_fault(error: msgspec.ValidationError) -> tuple[str, str]:
    """The field of a fault that msgspec found, with lists counted from 1, and what is wrong with it."""
    what, _, where = str(error).partition(" - at `$")
    return re.sub(r"\[(\d+)\]", lambda index: f"[{int(index[1]) + 1}]", where.rstrip("`").lstrip(".")), what


def _tables(path: Path, text: str) -> dict[str, Any]:
    try:
        return parse(text)
    except BadToml as error:
        raise BadFile(f"{path.name}: {error}") from error


_hints, _fields = cache(get_type_hints), cache(fields)
"""Of the few classes that entries have, asked for with every entry: working them out took longer than all else."""


def _check(value: Any, kind: Any, where: str, faults: Faults) -> None:
    """Look for keys and words that are not known, at every depth; what else is wrong msgspec finds."""
    most = LONGEST_NAME if where.rpartition(".")[2] in ("name", "title") else LONGEST_TEXT
    if isinstance(value, str) and len(value) > most:
        faults.add(where, f"a text of {len(value):,} characters; write at most {most:,}")
        return
    origin = get_origin(kind)
    words = _words(kind)
    if words and isinstance(value, str):
        if value not in words:
            faults.add(where, f"{value!r} is none of {', '.join(words)}; {suggest(value, words)}")
    elif origin in (Union, UnionType):
        for each in get_args(kind):
            if _fits(value, each):
                _check(value, each, where, faults)
    elif origin is tuple and isinstance(value, list):
        for index, item in enumerate(value, 1):
            _check(item, get_args(kind)[0], f"{where}[{index}]", faults)
    elif origin is dict and isinstance(value, Mapping):
        for key, item in value.items():
            _check(item, get_args(kind)[1], _under(where, key), faults)
    elif isinstance(kind, type) and issubclass(kind, msgspec.Struct) and isinstance(value, Mapping):
        _check_fields(value, kind, where, faults)


def _check_fields(value: Mapping[str, Any], kind: type[msgspec.Struct], where: str, faults: Faults) -> None:
    hints = _hints(kind)
    for key, item in value.items():
        if key in hints:
            _check(item, hints[key], _under(where, key), faults)
        else:
            faults.add(_under(where, key), f"there is no such field; {suggest(key, hints)}")
    for field in _fields(kind):
        if field.required and field.name not in value:
            faults.add(_under(where, field.name), "is missing")


def _fits(value: Any, kind: Any) -> bool:
    """Whether a value might be meant as a member of a union."""
    if isinstance(value, list):
        return get_origin(kind) is tuple
    if isinstance(value, Mapping):
        return get_origin(kind) is dict or (isinstance(kind, type) and issubclass(kind, msgspec.Struct))
    return False


def _words(kind: Any) -> tuple[str, ...]:
    """The words that a text may be, those of all members of a union; none where it may be any or must be no text."""
    members = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
    if str in members:
        return ()
    words = [word for each in members if get_origin(each) is Literal for word in get_args(each)]
    return tuple(word for word in words if isinstance(word, str))


def _under(where: str, key: str) -> str:
    return f"{where}.{key}" if where else key
