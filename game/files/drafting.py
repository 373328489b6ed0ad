"""Changes to a scenario that is being put together: each takes one and gives another, nothing else is touched.

Sides go by their names, cells are written as Tiled shows them. Only the squads of the ruleset that the scenario is
played by are changed: what it has for others stays.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from game.files.atomic import file_words
from game.files.own_json import decode_json
from game.files.scenario import (
    ObjectiveEntry,
    PlayerKind,
    Scenario,
    ScenarioSide,
    ScenarioTable,
    ScenarioUnit,
    named_from_maps,
)
from game.rules.ruleset import AnyRuleset
from game.rules.setup import MOST_SIDES, Recruit, Setup
from game.spatial.field import Cell, Field


def drafted(setup: Setup, rules: AnyRuleset, path: Path, map_: Path, players: Mapping[str, PlayerKind]) -> Scenario:
    """A battle on a bare map as a scenario, to be written to ``path``; sides without a player are a computer's."""
    ready = {squad: key for key, squad in rules.parties(setup.roster).items()}
    sides = tuple(
        ScenarioSide(
            side.name,
            {rules.name: ready.get(side.squad) or listed(map(as_unit, side.squad))},
            side.title,
            side.party,
            players.get(side.name, "trained"),
        )
        for side in setup.sides
    )
    options = {rules.name: dict(setup.options)} if setup.options else {}
    entries = ScenarioTable(setup.title, map_.name, sides, setup.description, rules.name, options)
    return Scenario(path, entries, map_, rules.name, (rules.name,))


def titled(scenario: Scenario, title: str) -> Scenario:
    """The scenario under another title."""
    return replace(scenario, entries=replace(scenario.entries, title=title))


# -- sides


def side_of(scenario: Scenario, name: str) -> ScenarioSide:
    """The side of that name."""
    return next(side for side in scenario.entries.sides if side.name == name)


def with_side(scenario: Scenario, field: Field) -> tuple[Scenario, str]:
    """The scenario with one more side, nobody on it yet, and that side's name: one with starts on the map, if there is.

    ValueError if there are as many as can be.
    """
    taken = [side.name for side in scenario.entries.sides]
    if len(taken) >= MOST_SIDES:
        raise ValueError(f"a battle has at most {MOST_SIDES} sides")
    numbered = [f"side {len(taken) + 1 + number}" for number in range(MOST_SIDES)]
    name = next(name for name in (*(spawn.side for spawn in field.spawns), *numbered) if name and name not in taken)
    return _with_sides(scenario, (*scenario.entries.sides, ScenarioSide(name, {scenario.rules: ()}))), name


def without_side(scenario: Scenario, name: str) -> Scenario:
    """The scenario without a side, its objective and its starts."""
    entries = scenario.entries
    entries = replace(
        entries,
        sides=tuple(side for side in entries.sides if side.name != name),
        objectives=tuple(aim for aim in entries.objectives if owner(entries, aim) != name),
        spawns=tuple(start for start in entries.spawns if start.side != name),
    )
    return replace(scenario, entries=entries)


def called(scenario: Scenario, name: str, title: str) -> Scenario:
    """The scenario with a side called otherwise; what names it in the file and on the map stays."""
    return _with_side(scenario, replace(side_of(scenario, name), title=title))


def played(scenario: Scenario, name: str, plays: PlayerKind) -> Scenario:
    """The scenario with somebody else at a side."""
    return _with_side(scenario, replace(side_of(scenario, name), plays=plays))


def favoured(scenario: Scenario, name: str) -> Scenario:
    """The scenario with one side as the party, which rules that favour the players' side mean, and no other."""
    sides = scenario.entries.sides
    kept = tuple(replace(aim, side=owner(scenario.entries, aim)) for aim in scenario.entries.objectives)
    scenario = replace(scenario, entries=replace(scenario.entries, objectives=kept))
    return _with_sides(scenario, tuple(replace(side, party=side.name == name) for side in sides))


# -- squads


def members(scenario: Scenario, name: str, rules: AnyRuleset, own: str) -> tuple[ScenarioUnit, ...]:
    """Everybody on a side, one by one, as the set-up has them; ``own``: the text of the scenario's roster."""
    squad = side_of(scenario, name).squad.get(scenario.rules, ())
    if isinstance(squad, str):
        return tuple(map(as_unit, rules.parties(own).get(squad, ())))
    found: list[ScenarioUnit] = []
    for entry in squad:
        unit = ScenarioUnit(entry) if isinstance(entry, str) else entry
        cells: list[Cell | None] = [*(() if unit.at is None else (unit.at,)), *unit.cells]
        cells += [None] * (unit.count - len(cells))
        found += [replace(unit, at=cell, cells=(), count=1) for cell in cells[: unit.count]]
    return tuple(found)


def manned(scenario: Scenario, name: str, squad: str | Iterable[ScenarioUnit]) -> Scenario:
    """The scenario with another squad on a side: a ready one by its key, or everybody one by one."""
    side = side_of(scenario, name)
    whole = squad if isinstance(squad, str) else listed(squad)
    return _with_side(scenario, replace(side, squad={**side.squad, scenario.rules: whole}))


def recruited(scenario: Scenario, name: str, squad: Iterable[Recruit], origin: Cell) -> Scenario:
    """The scenario with the squad of a set-up on a side; ``origin``: the map's first cell as Tiled counts it."""
    left, top = origin
    units = map(as_unit, squad)
    placed = [unit if unit.at is None else replace(unit, at=(unit.at[0] + left, unit.at[1] + top)) for unit in units]
    return manned(scenario, name, placed)


def listed(units: Iterable[ScenarioUnit]) -> tuple[ScenarioUnit | str, ...]:
    """Units one by one as a file lists them: those alike who follow each other together, the plainest by their key.

    Of those alike the placed ones stand together before the others, or the file would place others of them.
    """
    found: list[ScenarioUnit | str] = []
    for alike, run in groupby(units, key=lambda unit: replace(unit, at=None)):
        some = list(run)
        while some:
            placed = [unit.at for unit in _leading(some, placed=True)]
            rest = _leading(some[len(placed) :], placed=False)
            count = len(placed) + len(rest)
            found += _entries(alike, placed, count)
            some = some[count:]
    return tuple(found)


def _leading(units: Sequence[ScenarioUnit], *, placed: bool) -> list[ScenarioUnit]:
    """Those at the beginning who have a cell, or have none."""
    end = next((n for n, unit in enumerate(units) if (unit.at is not None) != placed), len(units))
    return list(units[:end])


def _entries(alike: ScenarioUnit, placed: Sequence[Cell | None], count: int) -> list[ScenarioUnit | str]:
    cells = tuple(cell for cell in placed if cell is not None)
    if alike.name:  # several can't have one name
        return [replace(alike, at=cell) for cell in (*cells, *[None] * (count - len(cells)))]
    if count > 1:
        return [replace(alike, count=count, cells=cells)]
    alone = replace(alike, at=cells[0] if cells else None)
    return [alone.unit if alone == ScenarioUnit(alone.unit) else alone]


# -- what it is about


def owner(entries: ScenarioTable, aim: ObjectiveEntry) -> str:
    """The name of the side whose objective it is: what stands there, else the party, else the first."""
    usual = next((side.name for side in entries.sides if side.party), entries.sides[0].name if entries.sides else "")
    return aim.side or usual


def objective_of(scenario: Scenario, name: str) -> ObjectiveEntry:
    """The objective of a side; to be the last that fights, if nothing else is written."""
    entries = scenario.entries
    return next((aim for aim in entries.objectives if owner(entries, aim) == name), ObjectiveEntry(side=name))


def links(aim: ObjectiveEntry) -> list[ObjectiveEntry]:
    """An objective and those that follow it, each for itself."""
    return [replace(aim, then=None), *(links(aim.then) if aim.then is not None else ())]


def linked(aims: Sequence[ObjectiveEntry]) -> ObjectiveEntry:
    """Objectives that follow each other as one; there must be one at least."""
    first, *rest = aims
    return replace(first, then=replace(linked(rest), side="") if rest else None)


def aimed(scenario: Scenario, aim: ObjectiveEntry) -> Scenario:
    """The scenario with an objective in place of what its side had; one to be the last that fights need not be said."""
    entries = scenario.entries
    others = tuple(each for each in entries.objectives if owner(entries, each) != aim.side)
    kept = () if aim.goal == "eliminate" else (aim,)
    order = [side.name for side in entries.sides]
    aims = sorted((*others, *kept), key=lambda each: order.index(owner(entries, each)))
    return replace(scenario, entries=replace(entries, objectives=tuple(aims)))


def ruled(scenario: Scenario, key: str, choice: str, house: str) -> Scenario:
    """The scenario with a setting of its ruleset chosen otherwise; what the ``house`` has unsaid is not written."""
    options = dict(scenario.entries.options)
    ours = {other: value for other, value in options.get(scenario.rules, {}).items() if other != key}
    if choice != house:
        ours[key] = choice
    options[scenario.rules] = ours
    kept = {rules: given for rules, given in options.items() if given}
    return replace(scenario, entries=replace(scenario.entries, options=kept))


# -- where it is kept


def kept_at(scenario: Scenario, folder: Path) -> Path:
    """The file that a scenario is to be written to: its title as a name.

    It goes beside the file that it was read from, or beside its map, which it names; what belongs to the game itself
    is written to the player's own ``folder``.
    """
    is_shipped = not Path(named_from_maps(scenario.path)).is_absolute()
    return (folder if is_shipped else scenario.path.parent) / f"{file_words(scenario.title)}.toml"


def as_unit(recruit: Recruit) -> ScenarioUnit:
    """A recruit as a scenario's file has it. Raises BadFile, which names the unit, for a spoilt ``carried``."""
    advice = "what it carries is left out if you take it from the squad and add it again"
    told = recruit.carried.encode() or b"{}"
    carried = decode_json(Path(recruit.unit), told, dict[str, Any], advice)
    return ScenarioUnit(
        recruit.unit,
        recruit.name,
        recruit.at,
        hidden=recruit.hidden,
        damaged=recruit.damaged,
        carried=carried,
        temperament=recruit.temperament,
    )


def _with_side(scenario: Scenario, side: ScenarioSide) -> Scenario:
    sides = scenario.entries.sides
    return _with_sides(scenario, tuple(side if each.name == side.name else each for each in sides))


def _with_sides(scenario: Scenario, sides: tuple[ScenarioSide, ...]) -> Scenario:
    return replace(scenario, entries=replace(scenario.entries, sides=sides))
