"""Scenario files as a person would write them: what ``game.files.scenario`` reads, and in the same order.

Cells stand as Tiled shows them, as everywhere in ``ScenarioTable``; what is as it would be unsaid is left out.

One to begin with is made of a map: its sides, a squad for each, and comments that tell what may be changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path, PurePath
from typing import Any, get_args

import msgspec
import tomlkit
from msgspec import NODEFAULT
from msgspec.structs import fields
from tomlkit import TOMLDocument
from tomlkit.items import AoT, Array, InlineTable, Item, Table

from game.files.atomic import write_whole
from game.files.bounded_reading import DATA
from game.files.entries import entries_of
from game.files.errors import BadFile
from game.files.scenario import (
    PlayerKind,
    Scenario,
    ScenarioSide,
    ScenarioTable,
    ScenarioUnit,
    quick_setup,
    to_setup,
    usual_foes,
)
from game.files.sources import MAPS, Refused, Sources
from game.files.tiled import Chart
from game.rules.ruleset import AnyRuleset
from game.rules.setup import MOST_SIDES, Recruit

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
    for name in ("title", "description", "map", "rules", "roster", "command"):
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
        table.add(name, _value(value))
    return table


def _value(value: Any) -> Item:
    if isinstance(value, msgspec.Struct):
        return _inline(value)
    if isinstance(value, dict):
        return _braced(value.items())
    if isinstance(value, tuple | list):
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


NAMED = 8
"""Units and squads that a comment names."""


def fresh_scenario(chart: Chart, rulesets: Sequence[AnyRuleset], path: Path) -> Scenario:
    """A scenario on a map for some rulesets, the one that is preferred first, as it would be written to ``path``.

    The sides are those that the map's starts are for, the party first. A side has the units that its
    starts name, else a ready squad. Raises BadFile if a ruleset can't be played there, or ``path`` is too far away.
    """
    drawn = {rules.name: _drawn(chart, rules) for rules in rulesets}
    names = list(dict.fromkeys(["party", *(spawn.side for spawn in chart.field.spawns if spawn.side)]))[:MOST_SIDES]
    sides = tuple(
        ScenarioSide(
            name,
            {rules.name: drawn[rules.name].get(name) or _ready(rules, first=not number) for rules in rulesets},
            party=not number,
            plays="trained" if number else "human",
        )
        for number, name in enumerate(names)
    )
    title = chart.field.title
    entries = ScenarioTable(title, _reference(chart.path, path), sides, chart.field.description, rulesets[0].name)
    scenario = Scenario(path, entries, chart.path, rulesets[0].name, tuple(rules.name for rules in rulesets))
    for rules in rulesets:
        to_setup(scenario, rules, chart)
    return scenario


def annotated(scenario: Scenario, rulesets: Sequence[AnyRuleset], chart: Chart) -> str:
    """The text of the file, with what may be changed beside it."""
    text = tomlkit.parse(scenario_text(scenario.entries))
    _comment(text, "rules", f"preferred of {', '.join(scenario.playable)}; --rules names another")
    sides = text["sides"]
    assert isinstance(sides, AoT)
    _comment(sides[0], "name", "as the map's starts call it; its title is what it is called in the game")
    _comment(sides[0], "party", "whom the players lead")
    for side in sides:
        _comment(side, "plays", ", ".join(get_args(PlayerKind)))
    lines = [f"# {line}".rstrip() for line in _hints(rulesets, chart)]
    about = "# A battle of your own. What stands behind # is read by people only; `battlemat check` says what is wrong."
    return "\n".join([about, "", tomlkit.dumps(text).rstrip(), "", *lines, ""])


def _comment(table: Table | TOMLDocument, key: str, text: str) -> None:
    item = table.item(key)
    assert isinstance(item, Item)
    item.comment(text)


def _hints(rulesets: Sequence[AnyRuleset], chart: Chart) -> list[str]:
    """What else can be said, with what there is to name."""
    lines = ["A squad is a ready one, or units:"]
    for rules in rulesets:
        unit = rules.parties()[usual_foes(rules)][0].unit
        lines += [
            "",
            f"squad.{rules.name} = [{{ unit = {unit!r}, count = 2, cells = [[3, 4], [3, 5]] }}]".replace("'", '"'),
            f"  ready squads: {_some(list(rules.parties()))}",
            f"  units: {_some(list(rules.roster()))}",
        ]
        if rules.settings:
            lines.append(f"  settings, under [options.{rules.name}]: {_some([each.key for each in rules.settings])}")
    field = chart.field
    left, top = chart.origin
    places = [feature.name for feature in field.features if feature.name]
    lines += [
        "",
        "More of them: battlemat rules NAME. Besides unit and count: name, at = [x, y], hidden = true,",
        'temperament = "bold".',
        f"Cells are column and row as Tiled shows them, from {left},{top} to "
        f"{left + field.width - 1},{top + field.height - 1}.",
        "",
        "What a side wins by besides being the last that fights:",
        "",
        "[[objectives]]",
        'goal = "hold"                     # or escape, protect, survive, task, fell: maps/README.md has them all',
        f'feature = "{places[0]}"' if places else "cells = [[3, 4], [4, 4]]",
        "rounds = 3",
    ]
    if places:
        lines.append(f"  features of this map: {_some(places)}")
    return [*lines, "", 'Units of your own: roster = "my-crew.toml", above the sides.']


def _some(keys: Sequence[str]) -> str:
    return ", ".join(keys[:NAMED]) + (", …" if len(keys) > NAMED else "")


def _ready(rules: AnyRuleset, *, first: bool) -> str:
    return next(iter(rules.parties())) if first else usual_foes(rules)


def _drawn(chart: Chart, rules: AnyRuleset) -> dict[str, tuple[ScenarioUnit | str, ...]]:
    """The units that the map's starts name and the ruleset knows, by side."""
    known, ready = rules.roster(), set(rules.parties().values())
    named = {spawn.side for spawn in chart.field.spawns if spawn.unit in known}
    setup = quick_setup(chart, rules)
    return {
        side.name: _with_counts(side.squad) for side in setup.sides if side.name in named and side.squad not in ready
    }


def _with_counts(squad: Sequence[Recruit]) -> tuple[ScenarioUnit | str, ...]:
    """Units with how many there are of each."""
    counts = {unit: sum(each.unit == unit for each in squad) for unit in dict.fromkeys(each.unit for each in squad)}
    return tuple(unit if count == 1 else ScenarioUnit(unit, count=count) for unit, count in counts.items())


def _reference(map_: Path, path: Path) -> str:
    """How a scenario at ``path`` names a map. Raises BadFile if it may not read it from there."""
    home, target = path.resolve().parent, map_.resolve()
    for reference in (map_.name, _climbing(home, target)):
        try:
            if Sources(path, "scenario").find(reference, home, MAPS) == target:
                return reference
        except Refused:
            continue
    raise BadFile(f"{path.name}: a scenario there may not read {map_}; write it beside the map, with --out")


def _climbing(home: Path, target: Path) -> str:
    """A path from a folder to a file, up where they part and down again."""
    shared = next((parent for parent in (home, *home.parents) if target.is_relative_to(parent)), None)
    if shared is None:
        return target.name
    up = [".."] * len(home.relative_to(shared).parts)
    return PurePath(*up, target.relative_to(shared)).as_posix()
