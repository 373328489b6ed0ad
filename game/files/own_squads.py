"""A player's own squads: tables in the player's own roster file for a ruleset, beside the units."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from msgspec.structs import asdict, replace

from game.files.errors import BadFile
from game.files.names import hyphened
from game.files.own_units import entries_in, own_file, own_text, with_entry, without_entry, write_own
from game.files.scenario import ScenarioUnit
from game.rules.ruleset import AnyRuleset
from game.rules.unit_tables import HasUnitTables

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


def keep_squad(rules: AnyRuleset, title: str, units: Iterable[ScenarioUnit]) -> str:
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
