"""A player's own rosters: where they lie, and which ruleset one is written for, which it does not say itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import msgspec

from game.display_text import LONGEST_NAME
from game.files.bounded_reading import is_plain
from game.resources import own_folder
from game.rules.ruleset import AnyRuleset, HasUnitTables
from game.rules.toml import BadToml, parse

WEIGHED = 40
"""Entries of a table that are looked at to tell for which rules a roster is: a player's tables are alike throughout."""


def rosters_folder() -> Path:
    """The folder of the player's own rosters, whether there is one or not."""
    return own_folder("rosters")


def own_roster(name: str) -> Path | None:
    """The player's own roster of that name, if it is the name of a file and nothing else, and there is one."""
    path = rosters_folder() / name
    return path if path.parent == rosters_folder() and name not in ("", ".", "..") and is_plain(path) else None


def meant_for(name: str, text: str, among: Sequence[AnyRuleset]) -> list[AnyRuleset]:
    """The rulesets that a roster is most likely written for: the one whose name its own begins with, as those do that
    the game writes, else that which knows the most of its tables, fields and keys, with values of their types.

    Several if it fits them alike, and all if it fits none, or is no TOML.
    """
    called = [rules for rules in among if name.split(".")[0] == rules.name]
    if called:
        return called
    try:
        tables = parse(text)
    except BadToml:
        return list(among)
    fits = [_fit(tables, rules) for rules in among]
    return [rules for rules, fit in zip(among, fits, strict=True) if fit == max(fits)]


def _fit(tables: Mapping[str, Any], rules: AnyRuleset) -> int:
    """How much of a roster's entries a ruleset knows, less what it lacks in them."""
    if not isinstance(rules, HasUnitTables):
        return 0
    known = rules.tables
    keys = {key for rows in rules.written.values() for key in rows}
    total = 0
    for table, rows in tables.items():
        kinds = [known[table]] if table in known else known.values()
        entries = [row for row in rows[:WEIGHED] if isinstance(row, dict)] if isinstance(rows, list) else []
        total += (table in known) + sum(max(_fields(row, kind) for kind in kinds) for row in entries)
        total += sum(text in keys for row in entries for text in _texts([*row.values()]))
    return total


def _texts(values: Sequence[Any]) -> Iterator[str]:
    """All texts in some values, and in what these hold."""
    for value in values:
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            yield from _texts([*value.values()])
        elif isinstance(value, list):
            yield from _texts(value)


def _fields(row: Mapping[str, Any], kind: type[msgspec.Struct]) -> int:
    """Two for every field of an entry that there is, two more if its value is of its type, one for one that is nearly
    called so; two less for every field that is needed and not there."""
    fields = _fields_of(kind)
    there = [name for name in row if name in fields]
    needed = [name for name, field in fields.items() if field.required and name not in row]
    nearly = [name for name in row if name not in fields and _is_nearly(name, kind)]
    fitting = sum(_is_of(row[name], fields[name].type) for name in there)
    return 2 * (len(there) + fitting - len(needed)) + len(nearly)


@cache
def _fields_of(kind: type[msgspec.Struct]) -> Mapping[str, msgspec.structs.FieldInfo]:
    return {field.encode_name: field for field in msgspec.structs.fields(kind)}


@lru_cache(maxsize=4096)
def _is_nearly(name: str, kind: type[msgspec.Struct]) -> bool:
    """Whether a field is called nearly so; asked once for a name, however many entries have it."""
    return len(name) <= LONGEST_NAME and bool(get_close_matches(name, _fields_of(kind), 1))


def _is_of(value: Any, kind: Any) -> bool:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return False
    return True
