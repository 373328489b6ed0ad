"""A player's own units: a roster file for each ruleset in the player's folder, written as the ruleset's data are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any

import tomlkit
from msgspec.structs import asdict, replace
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import AoT, Item

from game.files.atomic import hyphened, write_whole
from game.files.bounded_reading import DATA, is_plain, read_text
from game.files.errors import BadFile
from game.files.rosters import rosters_folder
from game.files.scenario import Scenario, ScenarioSide, ScenarioTable, ScenarioUnit, own_units
from game.rules.ruleset import AnyRuleset, BadSetup, HasUnitTables
from game.rules.toml import BadToml, parse


def own_file(rules: AnyRuleset) -> Path:
    """The file with the player's own units for a ruleset, whether there is one or not."""
    return rosters_folder() / f"{rules.name}.units.toml"


def own_text(rules: AnyRuleset) -> str:
    """The text of that file; "" if there is none. Raises BadFile."""
    path = own_file(rules)
    return read_text(path, DATA) if is_plain(path) else ""


def readable_own(rules: AnyRuleset) -> str:
    """The same where units are picked: "" too for a file with mistakes, which the form of units tells about."""
    try:
        text = own_text(rules)
        rules.parties(text)
    except (BadFile, BadSetup):
        return ""
    return text


def entries_in(text: str, name: str = "roster") -> dict[str, dict[str, dict[str, Any]]]:
    """The entries of a roster's text as they are written: by table, by key. Raises BadFile for what is no TOML."""
    try:
        tables = parse(text)
    except BadToml as error:
        raise BadFile(f"{name}: {error}") from error
    return {
        table: {str(row["key"]): row for row in rows if isinstance(row, dict) and "key" in row}
        for table, rows in tables.items()
        if isinstance(rows, list)
    }


def with_entry(text: str, table: str, entry: Mapping[str, Any], replaced: str = "") -> str:
    """The text with an entry in place of the one of the key ``replaced``, or at its table's end; the rest stays."""
    document = _document(text)
    rows = _rows(document, table)
    written = tomlkit.table()
    for key, value in entry.items():
        written.add(key, _item(value))
    place = next((number for number, row in enumerate(rows) if row.get("key") == replaced), None) if replaced else None
    if place is None:
        rows.append(written)
    else:
        rows[place] = written
    return tomlkit.dumps(document)


def without_entry(text: str, table: str, key: str) -> str:
    """The text without an entry."""
    document = _document(text)
    if table in document:
        kept = [row for row in _rows(document, table) if row.get("key") != key]
        document.remove(table)
        if kept:
            left = tomlkit.aot()
            for row in kept:
                left.append(row)
            document.append(table, left)
    return tomlkit.dumps(document)


def _rows(document: tomlkit.TOMLDocument, table: str) -> AoT:
    """The entries of a table, each under its heading: those in brackets, as one may write them too, get one."""
    rows = document.get(table)
    if isinstance(rows, AoT):
        return rows
    found = tomlkit.aot()
    for row in rows or ():
        entry = tomlkit.table()
        for key, value in row.items():
            entry.add(key, _item(value))
        found.append(entry)
    if table in document:
        document.remove(table)
    document.append(table, found)
    return found


def write_own(rules: AnyRuleset, text: str) -> Path:
    """Put the player's own units for a ruleset in their file. Raises BadFile, also for what can't be read again."""
    path = own_file(rules)
    try:
        rules.parties(text)
    except ValueError as error:
        raise BadFile(f"{path.name}: {error}") from error
    data = text.encode(errors="replace")
    if len(data) > DATA:
        raise BadFile(f"{path.name}: {len(data):,} bytes are more than the {DATA:,} that are read; take units out")
    write_whole(path, data)
    return path


def with_own(scenario: Scenario, rules: AnyRuleset) -> Scenario:
    """The scenario with the player's own units to pick from, unless it has a roster; one that is spoilt is left out."""
    path = own_file(rules)
    entries = replace(scenario.entries, roster=path.name, rules=rules.name)
    offered = replace(scenario, entries=entries, roster=path, rules=rules.name)
    try:
        some = scenario.roster is None and bool(entries_in(own_text(rules))) and bool(own_units(offered, rules))
    except BadFile:
        some = False
    return offered if some else scenario


def to_write(scenario: Scenario, rules: AnyRuleset) -> ScenarioTable:
    """What is written of a scenario: without the player's own roster where nobody of it fights."""
    if scenario.roster != own_file(rules):
        return scenario.entries
    known = entries_in(own_text(rules))
    keys = {key for rows in known.values() for key in rows}
    needed = any(_named(side, rules.name) & keys for side in scenario.entries.sides)
    return scenario.entries if needed else replace(scenario.entries, roster="")


def _named(side: ScenarioSide, rules: str) -> set[str]:
    """The squad or the units that a side names for a ruleset."""
    squad = side.squad.get(rules, ())
    return {squad} if isinstance(squad, str) else {unit if isinstance(unit, str) else unit.unit for unit in squad}


def _document(text: str) -> tomlkit.TOMLDocument:
    try:
        return tomlkit.parse(text)
    except TOMLKitError as error:
        raise BadFile(f"roster: {error}; mend the file in an editor first") from error


def _item(value: Any) -> Item:
    """A value as it stands on one line."""
    if isinstance(value, Mapping):
        table = tomlkit.inline_table()
        for key, each in value.items():
            table.add(key, _item(each))
        return table
    if isinstance(value, list | tuple):
        array = tomlkit.array()
        for each in value:
            array.append(_item(each))
        return array
    item: Item = tomlkit.item(value)
    return item


LONGEST = 60
"""Letters of a squad's title."""


def squad_table(rules: AnyRuleset) -> str:
    """The table of a roster that holds squads, which are what has members; "" if the ruleset reads none."""
    tables = rules.tables if isinstance(rules, HasUnitTables) else {}
    return next((name for name, entry in tables.items() if "members" in entry.__struct_fields__), "")


def own_squads(rules: AnyRuleset) -> dict[str, str]:
    """The titles of the player's own squads, by key. Raises BadFile for a file that can't be read."""
    rows = entries_in(own_text(rules), own_file(rules).name).get(squad_table(rules), {})
    return {key: str(row.get("title", key)) for key, row in rows.items()}


def save_squad(rules: AnyRuleset, title: str, units: Iterable[ScenarioUnit]) -> str:
    """Keep units as a squad, in place of one of the player's own of the same key; gives the key.

    Where they stand is not kept. Raises BadFile: for a title that makes no key or that of a squad of the game, and for
    units that the player's own file does not know.
    """
    key, title = hyphened(title), title.strip()
    if not key or len(title) > LONGEST:
        raise BadFile(f"a squad needs a name with letters or digits, {LONGEST} signs at most")
    if key in rules.parties():
        raise BadFile(f"{rules.title} has a squad {title!r} of its own; choose another name")
    entry = {"key": key, "title": title, "members": list(_members(units))}
    write_own(rules, with_entry(own_text(rules), squad_table(rules), entry, key))
    return key


def forget_squad(rules: AnyRuleset, key: str) -> None:
    """Take one of the player's own squads out of the file. Raises BadFile."""
    write_own(rules, without_entry(own_text(rules), squad_table(rules), key))


def _members(units: Iterable[ScenarioUnit]) -> Iterator[str | dict[str, Any]]:
    """Units as a squad lists them: those alike who follow each other together, the plainest by their key."""
    for alike, run in groupby(replace(unit, at=None, cells=(), count=1) for unit in units):
        words, usual = asdict(replace(alike, count=len(list(run)))), asdict(ScenarioUnit(alike.unit))
        said = {name: value for name, value in words.items() if name == "unit" or value != usual[name]}
        yield alike.unit if len(said) == 1 else said
