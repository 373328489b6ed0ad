"""What the set-up screen offers: scenarios and bare maps, each with what there is to know before it is begun."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from game import resources
from game.app.crash import MENDABLE
from game.files.scenario import read_scenario, to_setup
from game.files.tiled import Chart, read_map
from game.rules.registry import ruleset
from game.rules.ruleset import AnyRuleset
from game.rules.setup import Recruit


@dataclass(frozen=True)
class OfferedSide:
    """One side of an offer."""

    name: str
    title: str
    members: str
    """Who fights on it; empty where a squad is to be chosen."""
    plays: str = ""
    """Who plays it, if the scenario says."""


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
    """Scenarios and maps that ship with the game, scenarios first."""
    try:
        return [*resources.shipped_scenarios(), *resources.shipped_maps()]
    except FileNotFoundError:
        return []


def listed(path: Path) -> str:
    """How a list names an offer."""
    return path.stem.replace("-", " ").capitalize()


@lru_cache(maxsize=64)
def offer(path: Path, rules: str) -> Offer:
    """Read what can be known of a battle before it is begun."""
    try:
        return _scenario(path, rules) if path.suffix == ".toml" else _map(path)
    except MENDABLE as error:
        return Offer(path, listed(path), "", None, (), path.suffix == ".toml", str(error))


def _map(path: Path) -> Offer:
    chart = read_map(path)
    field = chart.field
    sides = (OfferedSide("party", "Party", ""), OfferedSide("foe", "Foes", ""))
    note = f"{field.title}, {field.width} × {field.height} cells. {field.description}"
    return Offer(path, field.title, note, chart, sides, trouble="\n".join(chart.playable()))


def _scenario(path: Path, rules: str) -> Offer:
    scenario = read_scenario(path, rules)
    setup, found = to_setup(scenario), ruleset(rules)
    sides = tuple(
        OfferedSide(side.name, side.title or side.name, members(side.squad, found), scenario.players.get(side.name, ""))
        for side in setup.sides
    )
    note = f"{scenario.title}. {scenario.entries.description}"
    return Offer(path, scenario.title, note, read_map(scenario.map), sides, scenario=True)


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
