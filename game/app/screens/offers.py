"""What the set-up screen offers: scenarios and bare maps, each with what there is to know before it is begun."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from game import resources
from game.app.shared import taken_in
from game.files.scenario import read_scenario, to_setup
from game.files.tiled import Chart, read_map
from game.mendable import Mendable
from game.rules.registry import names, ruleset
from game.rules.ruleset import AnyRuleset
from game.rules.setup import Recruit, SideSetup
from game.spatial.field import Cell, Field
from game.spatial.space import Space
from game.view.place_kinds import board_geometry


@dataclass(frozen=True)
class OfferedSide:
    """One side of an offer."""

    name: str
    title: str
    members: str
    """Who fights on it; empty where a squad is to be chosen."""
    plays: str = ""
    """Who plays it, if the scenario says."""
    starts: tuple[Cell, ...] = ()
    """Where it may start, those in ambush left out."""


@dataclass(frozen=True)
class Offer:
    """A battle that can be begun."""

    path: Path
    title: str
    note: str
    chart: Chart | None
    sides: tuple[OfferedSide, ...]
    scenario: bool = False
    trouble: str = ""
    """Why it can't be begun; empty if it can."""


def offered() -> list[Path]:
    """Battles from others, and the scenarios and maps that ship with the game, scenarios first."""
    try:
        return [*taken_in(), *resources.shipped_scenarios(), *resources.shipped_maps()]
    except FileNotFoundError:
        return taken_in()


def listed(path: Path) -> str:
    """How a list names an offer."""
    return path.stem.replace("-", " ").capitalize()


def rules_for(path: Path) -> tuple[str, ...]:
    """The installed rulesets that a battle can be played by, the one it prefers first."""
    installed = names()
    return tuple(name for name in _wanted(path) if name in installed) or installed


@lru_cache(maxsize=64)
def _wanted(path: Path) -> tuple[str, ...]:
    """The rulesets that a scenario names; a map names none."""
    if path.suffix != ".toml":
        return ()
    try:
        scenario = read_scenario(path)
    except Mendable:
        return ()
    return tuple(dict.fromkeys((scenario.rules, *scenario.playable)))


@lru_cache(maxsize=64)
def offer(path: Path, rules: str) -> Offer:
    """Read what can be known of a battle before it is begun."""
    try:
        return _scenario(path, rules) if path.suffix == ".toml" else _map(path)
    except Mendable as error:
        return Offer(path, listed(path), "", None, (), path.suffix == ".toml", str(error))


def _map(path: Path) -> Offer:
    chart = read_map(path)
    field = chart.field
    titles = {"party": "Party", "foe": "Foes"}
    sides = tuple(OfferedSide(name, title, "", starts=_spawned(field, name)) for name, title in titles.items())
    note = f"{field.title}, {field.width} × {field.height} cells. {field.description}"
    return Offer(path, field.title, note, chart, sides, trouble="\n".join(chart.playable()))


def _scenario(path: Path, rules: str) -> Offer:
    scenario = read_scenario(path, rules)
    setup, found = to_setup(scenario), ruleset(rules)
    sides = tuple(
        OfferedSide(
            side.name,
            side.title or side.name,
            members(side.squad, found),
            scenario.players.get(side.name, ""),
            _starts(side, setup.field),
        )
        for side in setup.sides
    )
    note = f"{scenario.title}. {scenario.entries.description}"
    return Offer(path, scenario.title, note, read_map(scenario.map), sides, scenario=True)


@lru_cache(maxsize=64)
def start_grounds(path: Path, rules: str) -> tuple[frozenset[Cell], ...]:
    """The ground that each side of a battle starts on: cells, or the zones they lie in if the rules count in zones."""
    found = offer(path, rules)
    cells = tuple(frozenset(side.starts) for side in found.sides)
    if found.chart is None:
        return cells
    where = board_geometry(ruleset(rules).places, Space(found.chart.field))
    return tuple(where.ground(ground) for ground in cells)


def _starts(side: SideSetup, field: Field) -> tuple[Cell, ...]:
    """Where a side's members stand that are given a cell, and its spawns if some of them are not."""
    given = [recruit.at for recruit in side.squad if recruit.at is not None and not recruit.hidden]
    spawned = _spawned(field, side.name) if any(recruit.at is None for recruit in side.squad) else ()
    return tuple(dict.fromkeys((*spawned, *given)))


def _spawned(field: Field, side: str) -> tuple[Cell, ...]:
    return tuple(dict.fromkeys(cell for spawn in field.spawns if spawn.side == side for cell in spawn.cells))


def members(squad: Iterable[Recruit], rules: AnyRuleset) -> str:
    """A squad in words, without those who lie in ambush."""
    roster = rules.roster()
    counts: dict[str, int] = {}
    for recruit in squad:
        if recruit.hidden:
            continue
        name = recruit.name or roster.get(recruit.unit, recruit.unit)
        counts[name] = counts.get(name, 0) + 1
    return ", ".join(name if count == 1 else f"{count} × {name}" for name, count in counts.items())
