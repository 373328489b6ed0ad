"""A scenario to begin with, made of a map: its sides, a squad for each, and comments that tell what may be changed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path, PurePath
from typing import get_args

import tomlkit
from tomlkit import TOMLDocument
from tomlkit.items import AoT, Item, Table

from game.files.errors import BadFile
from game.files.quick import quick_setup, usual_foes
from game.files.scenario import PlayerKind, Scenario, ScenarioSide, ScenarioTable, ScenarioUnit, to_setup
from game.files.sources import MAPS, Refused, Sources
from game.files.tiled import Chart
from game.files.writing import scenario_text
from game.rules.ruleset import AnyRuleset
from game.rules.setup import MOST_SIDES, Recruit

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
    return {side.name: _listed(side.squad) for side in setup.sides if side.name in named and side.squad not in ready}


def _listed(squad: Sequence[Recruit]) -> tuple[ScenarioUnit | str, ...]:
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
