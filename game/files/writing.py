"""Scenario files as a person would write them: what ``game.files.scenario`` reads, and in the same order.

Cells stand as Tiled shows them, as everywhere in ``ScenarioTable``; what is as it would be unsaid is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec
import tomlkit
from msgspec import NODEFAULT
from msgspec.structs import fields
from tomlkit.items import AoT, Array, InlineTable, Item, Table

from game.files.atomic import write_whole
from game.files.bounded_reading import DATA
from game.files.entries import entries_of
from game.files.errors import BadFile
from game.files.scenario import ScenarioSide, ScenarioTable, ScenarioUnit

_UNDER_HEADINGS = ("then", "steps", "proof", "best", "second", "tempting")
"""What stands under a heading of its own, not on a line."""

_WIDE = 90
"""Characters of a list of texts that stand on one line."""


def write_scenario(path: Path, entries: ScenarioTable) -> None:
    """Put a scenario's file in its place in one go. Raises BadFile.

    A file that could not be read again is not written: the error names the field at fault, lists counted from 1.
    """
    write_text(path, scenario_text(entries))


def write_text(path: Path, text: str) -> None:
    """The same for the text of a scenario, comments and all. Raises BadFile."""
    try:
        data = text.encode()
    except UnicodeEncodeError as error:
        letter = text[error.start]
        raise BadFile(f"{path.name}: no file can hold the letter {letter!r}; leave it out") from error
    if len(data) > DATA:
        raise BadFile(f"{path.name}: {len(data):,} bytes are more than the {DATA:,} that are read; write less")
    entries_of(path, text, ScenarioTable)
    write_whole(path, data)


def scenario_text(entries: ScenarioTable) -> str:
    """The text of a scenario's file, in TOML."""
    text = tomlkit.document()
    for name in ("title", "description", "map", "rules", "roster"):
        if name in ("title", "map") or getattr(entries, name):
            text.add(name, tomlkit.item(getattr(entries, name)))
    for name in ("options", "events"):
        tables: Mapping[str, Mapping[str, str]] = getattr(entries, name)
        if tables:
            by_rules = tomlkit.table(is_super_table=True)
            for rules, given in tables.items():
                table = tomlkit.table()
                for key, value in given.items():
                    table.add(key, value)
                by_rules.add(rules, table)
            text.add(name, by_rules)
    text.add("sides", _list(_side(side) for side in entries.sides))
    for name in ("objectives", "spawns"):
        if getattr(entries, name):
            text.add(name, _list(_table(each) for each in getattr(entries, name)))
    for name in ("lesson", "puzzle"):
        if getattr(entries, name) is not None:
            text.add(name, _table(getattr(entries, name)))
    return tomlkit.dumps(text)


def _side(side: ScenarioSide) -> Table:
    """A side; who plays it is said even where it need not be, for whoever wants to change it."""
    table = _table(side, leave_out=("squad", "plays"))
    table.add("plays", side.plays)
    for rules, squad in side.squad.items():
        listed = squad if isinstance(squad, str) else _array(map(_member, squad), lines=bool(squad))
        table.append(tomlkit.key(["squad", rules]), tomlkit.item(listed))
    if not side.squad:
        table.add("squad", tomlkit.inline_table())
    return table


def _member(unit: ScenarioUnit | str) -> Item:
    return tomlkit.item(unit) if isinstance(unit, str) else _inline(unit)


def _table(struct: msgspec.Struct, leave_out: Iterable[str] = ()) -> Table:
    """A struct as a table under a heading; some of what it holds stands under headings of its own, after the rest."""
    table = tomlkit.table()
    said = [(name, value) for name, value in _said(struct) if name not in leave_out]
    for name, value in said:
        if name not in _UNDER_HEADINGS:
            table.add(name, _value(value))
    for name, value in said:
        if name in _UNDER_HEADINGS:
            table.add(name, _list(map(_table, value)) if isinstance(value, tuple) else _table(value))
    return table


def _inline(struct: msgspec.Struct) -> InlineTable:
    """A struct on one line."""
    return _braced(_said(struct))


def _braced(pairs: Iterable[tuple[str, Any]]) -> InlineTable:
    table = tomlkit.inline_table()
    for name, value in pairs:
        table.add(name, _braced(value.items()) if isinstance(value, dict) else _value(value))
    return table


def _value(value: Any) -> Item:
    if isinstance(value, msgspec.Struct):
        return _inline(value)
    if isinstance(value, tuple):
        texts = [each for each in value if isinstance(each, str)]
        return _array(map(_value, value), lines=sum(map(len, texts)) > _WIDE)
    item: Item = tomlkit.item(value)
    return item


def _array(items: Iterable[Item], *, lines: bool) -> Array:
    """Values in brackets, each on a line of its own if so asked."""
    array = tomlkit.array()
    for item in items:
        array.append(item)
    array.multiline(lines)
    return array


def _list(tables: Iterable[Table]) -> AoT:
    """Tables under one heading, each with it above."""
    found = tomlkit.aot()
    for table in tables:
        found.append(table)
    return found


def _said(struct: msgspec.Struct) -> Iterable[tuple[str, Any]]:
    """What a struct says that goes not without saying."""
    for field in fields(struct):
        value = getattr(struct, field.name)
        if field.required or value != (
            field.default if field.default_factory is NODEFAULT else field.default_factory()
        ):
            yield field.name, value
