"""Reads and checks data files: TOML tables of entries, each a Struct, with errors that say file, entry and field.

[[weapon]]
key = "sword"
name = "Sword"
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec

from game.display_text import LONGEST_NAME
from game.rules.dice import BadDice, sides_of
from game.rules.ruleset import BadSetup
from game.rules.toml import BadToml, parse, with_choices
from game.user_error import suggest

GREATEST = 10_000
"""The greatest number in an entry, of hit points, feet or whatever it counts."""

LONGEST = 1_000
"""Characters of a text in an entry."""

LONGEST_LIST = 200
"""Items of a list in an entry."""

Tables = Mapping[str, type[msgspec.Struct]]
"""Names of tables, and what an entry of each is. Every entry has a field ``key``."""

Entries = dict[str, list[tuple[str, Any]]]
"""Table: its entries, each with the words that name it in an error."""


def key_in(*tables: str) -> msgspec.Meta:
    """Marks a text as the key of an entry of one of these tables, so that a form can offer them."""
    return msgspec.Meta(extra={"tables": tables})


def between(least: int, most: int | None = None) -> msgspec.Meta:
    """Bounds of a number, both included."""
    return msgspec.Meta(ge=least, le=most)


def called(name: str) -> msgspec.Meta:
    """Says what an item of a list of a fixed length is called in a form."""
    return msgspec.Meta(extra={"called": name})


def text_of(path: Path) -> str:
    """The text of a data file. Raises BadSetup that names it."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadSetup(f"{path.name}: the file can't be read ({error.strerror or error})") from error
    except UnicodeDecodeError as error:
        raise BadSetup(f"{path.name}: not a TOML file: {error}") from error


def read_entries(name: str, text: str, tables: Tables, entries: Entries) -> None:
    """Add the entries of a data file to ``entries``. Raises BadSetup that names file, entry and field."""
    try:
        data = parse(text)
    except BadToml as error:
        raise BadSetup(f"{name}: {error}") from error
    for table, rows in data.items():
        kind = tables.get(table)
        if kind is None:
            raise BadSetup(f"{name}: nothing is read from a table [[{table}]]; {suggest(table, tables)}")
        if not isinstance(rows, list):
            raise BadSetup(f"{name}: write [[{table}]] with two brackets, one such heading for every entry")
        seen: set[str] = set()
        for index, row in enumerate(rows, 1):
            named = row.get("key") if isinstance(row, dict) else None
            where = f"{name}: {table} {named!r}" if isinstance(named, str) else f"{name}: {table} no. {index}"
            entry = _convert(where, row, kind)
            if named in seen:
                raise BadSetup(f"{where}: the key stands twice in this file; keys must differ")
            seen.add(str(named))
            entries[table].append((where, entry))


def digest(paths: Iterable[Path]) -> str:
    """Sixteen hex digits that differ when any of the files does; files that are not there count for nothing."""
    sum_ = blake2b(digest_size=8)
    for path in paths:
        if path.exists():
            content = path.read_bytes()
            sum_.update(f"{path.name} {len(content)}\n".encode())
            sum_.update(content)
    return sum_.hexdigest()


def _convert(where: str, row: object, kind: type[msgspec.Struct]) -> msgspec.Struct:
    if isinstance(row, dict):
        fields = [field.encode_name for field in msgspec.structs.fields(kind)]
        for name in row:
            if name not in fields:
                raise BadSetup(f"{where}: there is no field {name!r}; {suggest(str(name), fields)}")
            _check_size(f"{where}: {name}", row[name], LONGEST_NAME if name in ("name", "title") else LONGEST)
    try:
        return msgspec.convert(row, kind)
    except msgspec.ValidationError as error:
        said, _, path = str(error).partition(" - at `$")
        field = path.rstrip("`").lstrip(".")
        if said.startswith(("Expected `int` >=", "Expected `int` <=")):
            said = _out_of_bounds(row, kind, field)
        said = with_choices(said, kind, re.split(r"[.\[]", field)[0])
        raise BadSetup(f"{where}: {field + ': ' if field else ''}{said[:1].lower()}{said[1:]}") from error


def _out_of_bounds(row: Any, kind: type[msgspec.Struct], field: str) -> str:
    """Fault of a number, of a field or of an item in it."""
    steps = re.findall(r"[^.\[\]]+", field)
    for step in steps:
        row = row[int(step) if isinstance(row, list) else step]
    (bounds,) = _bounds_in(get_type_hints(kind, include_extras=True)[steps[0]])
    if bounds.ge is None or bounds.le is None:
        return f"{row} is too little; write {bounds.ge} or more"
    return f"{row} is not between {bounds.ge} and {bounds.le}"


def _bounds_in(hint: Any) -> set[msgspec.Meta]:
    """The bounds of the numbers in a type; they are the same for all of them."""
    found = {each for each in getattr(hint, "__metadata__", ()) if each.ge is not None}
    return found.union(*map(_bounds_in, get_args(hint)))


def _check_size(where: str, value: object, longest: int) -> None:
    """Refuse what no sheet needs and what would take all day, or all memory, to play."""
    todo = [value]
    while todo:
        each = todo.pop()
        if isinstance(each, dict):
            todo.extend(each.values())
        elif isinstance(each, list):
            if len(each) > LONGEST_LIST:
                raise BadSetup(f"{where}: a list of {len(each):,}; write at most {LONGEST_LIST}")
            todo.extend(each)
        elif isinstance(each, str) and len(each) > longest:
            raise BadSetup(f"{where}: a text of {len(each):,} characters; write at most {longest:,}")
        elif isinstance(each, int | float) and not abs(each) <= GREATEST:  # neither is nan
            raise BadSetup(f"{where}: {each} is too large a number; write one of at most {GREATEST:,}")


# ------------------------------------------------------------------ checks, each with the words ``where`` for an entry


def merged(base: Mapping[str, Any], entries: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """Entries by key, on top of those there were."""
    return {**base, **{entry.key: entry for _, entry in entries}}


def one_of(where: str, field: str, key: str, known: Mapping[str, Any], kind: str) -> Any:
    """Entry that a field's key means. Raises BadSetup for an unknown one; ``kind`` is what it should have been."""
    if key not in known:
        raise BadSetup(f"{where}: {field}: no {kind} is called {key!r}; {suggest(key, known)}")
    return known[key]


def all_of(where: str, field: str, keys: Iterable[str], known: Mapping[str, Any], kind: str) -> tuple[Any, ...]:
    """Entries that a field's keys mean. Raises BadSetup for an unknown one."""
    return tuple(one_of(where, field, key, known, kind) for key in keys)


def at_least(where: str, **fields: tuple[int, int]) -> None:
    """Raise BadSetup for a field whose number is less than the second that is given with it."""
    for field, (value, least) in fields.items():
        if value < least:
            raise BadSetup(f"{where}: {field}: {value} is too little; write {least} or more")


def check_dice(where: str, field: str, dice: str) -> None:
    """Raise BadSetup for what are no dice."""
    try:
        sides_of(dice)
    except BadDice as error:
        raise BadSetup(f"{where}: {field}: {error}") from error
