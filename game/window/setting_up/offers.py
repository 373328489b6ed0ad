"""What the set-up screen offers: scenarios and bare maps, each with what there is to know before it is begun."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from pathlib import Path
from typing import ClassVar

from game import resources
from game.files.archives import is_record
from game.files.bounded_reading import is_plain
from game.files.scenario import other_sides, read_scenario, to_setup
from game.files.tiled import Chart, read_map
from game.files.tiled.corrections import sidecar
from game.play import workers as thinking
from game.play.folders import SCENARIOS, newest_first, state_folder, written_at
from game.play.preferences import is_ours
from game.play.shared import FOLDER, taken_in
from game.play.squads import members
from game.play.workers import BackgroundThread, PendingResult
from game.rules.registry import names, ruleset
from game.rules.setup import SideSetup
from game.scene.board_geometry import board_geometry
from game.spatial.field import Cell, Field
from game.spatial.space import Space
from game.user_error import UserError

KEPT = 64
"""Battles of which is kept what was read."""

Stamp = tuple[int | None, ...]
"""When files were written last."""


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
class BattleOffer:
    """A battle that can be begun."""

    path: Path
    title: str
    note: str
    chart: Chart | None
    sides: tuple[OfferedSide, ...]
    scenario: bool = False
    settings: Mapping[str, str] = field(default_factory=dict)
    """What the scenario says of the settings of the rules, where that is not the usual."""
    trouble: str = ""
    """Why it can't be begun; empty if it can."""
    grounds: tuple[frozenset[Cell], ...] = ()
    """The ground that each side starts on: cells, or the zones they lie in if the rules count in zones."""
    reading: bool = False
    """Whether it is being read, and nothing is known of it yet."""


def offered(elsewhere: Sequence[str] = (), maps: Sequence[str] = ()) -> list[Path]:
    """The player's own scenarios and maps, battles from others, and what ships with the game: scenarios, then maps.

    ``elsewhere``: scenarios of the player's own that lie beside their maps; ``maps``: those that were opened.
    """
    mine = [*_own(), *(path for path in map(Path, (*elsewhere, *maps)) if is_plain(path))]
    mine += [path for path in taken_in() if not is_record(path)]
    try:
        return [*mine, *resources.shipped_scenarios(), *resources.shipped_maps()]
    except FileNotFoundError:
        return mine


def _own() -> list[Path]:
    """The scenarios that the player has put together on maps of the game's, the newest first."""
    return newest_first(state_folder(SCENARIOS).glob("*.toml"))


def kind(path: Path) -> str:
    """What a list says of an offer besides its name."""
    if path.suffix != ".toml":
        return "Map" if is_ours(path) else f"Map of your own, in {_home(path)}"
    if is_ours(path):
        return "Scenario"
    return "Scenario of your own" if path.parent == state_folder(SCENARIOS) else f"Scenario, in {_home(path)}"


def _home(path: Path) -> str:
    """The folder that tells two files of one name apart: of a battle from others the one that it was unpacked to."""
    whole = state_folder(FOLDER)
    return path.relative_to(whole).parts[0] if path.is_relative_to(whole) else path.parent.name or str(path.parent)


def listed(path: Path) -> str:
    """How a list names an offer."""
    return path.stem.replace("-", " ").replace("_", " ").capitalize()


def rules_for(path: Path) -> tuple[str, ...]:
    """The installed rulesets that a battle can be played by, the one it prefers first."""
    installed = names()
    return tuple(name for name in _wanted(path, _stamp(path)) if name in installed) or installed


def _stamp(path: Path) -> Stamp:
    """What differs when a battle's files were written anew: its own, its roster, its map, and the map's corrections."""
    own = written_at(path)
    named = (path,) if path.suffix != ".toml" else _named(path, own)
    return (own, *(written_at(file) for each in named for file in (each, sidecar(each))))


@lru_cache(maxsize=64)
def _named(path: Path, written: int | None) -> tuple[Path, ...]:
    """The map of a scenario, and its roster if it has one; nothing if that can't be told."""
    try:
        scenario = read_scenario(path)
    except UserError:
        return ()
    return (scenario.map,) if scenario.roster is None else (scenario.map, scenario.roster)


@lru_cache(maxsize=64)
def _wanted(path: Path, stamp: Stamp) -> tuple[str, ...]:
    """The rulesets that a scenario names; a map names none."""
    if path.suffix != ".toml":
        return ()
    try:
        scenario = read_scenario(path)
    except UserError:
        return ()
    return tuple(dict.fromkeys((scenario.rules, *scenario.playable)))


def offer(path: Path, rules: str) -> BattleOffer:
    """Read what can be known of a battle before it is begun. Of a large map that takes seconds."""
    try:
        found = _scenario(path, rules) if path.suffix == ".toml" else _map(path)
        return replace(found, grounds=_grounds(found, rules))
    except UserError as error:
        return BattleOffer(path, listed(path), "", None, (), path.suffix == ".toml", trouble=str(error))


class Offers:
    """Battles that are looked at one after the other, and read beside the window."""

    _known: ClassVar[OrderedDict[tuple[Path, str, Stamp], BattleOffer]] = OrderedDict()
    """Those that were read, by rules and by when their files were written."""

    def __init__(self, thinker: BackgroundThread) -> None:
        self._thinker = thinker
        self._reading: tuple[tuple[Path, str, Stamp], PendingResult[BattleOffer]] | None = None

    def find(self, path: Path, rules: str) -> BattleOffer:
        """What is known of a battle; of one that is being read, nothing yet."""
        key = path, rules, _stamp(path)
        if key in self._known:
            return self._known[key]
        if self._reading is None or self._reading[0] != key:
            self.drop()
            self._reading = key, self._thinker.ask(partial(offer, path, rules))
            if self._reading[1].within(thinking.AT_ONCE):
                self.settle()
                return self._known[key]
        return BattleOffer(path, listed(path), "", None, (), path.suffix == ".toml", reading=True)

    def settle(self) -> None:
        """Take up what was read meanwhile: nothing else is known of a battle until then."""
        if self._reading is None or not self._reading[1].done:
            return
        (key, thought), self._reading = self._reading, None
        self._known[key] = thought.result()
        while len(self._known) > KEPT:
            self._known.popitem(last=False)

    def drop(self) -> None:
        """Nobody waits for what is being read any more."""
        if self._reading is not None:
            self._reading[1].drop()
            self._reading = None


def _map(path: Path) -> BattleOffer:
    chart = _chart(path, _stamp(path))
    field = chart.field
    titles = {"party": "Party", "foe": "Foes"} | {name: name[:1].upper() + name[1:] for name in other_sides(field)}
    sides = tuple(OfferedSide(name, title, "", starts=_start_cells(field, name)) for name, title in titles.items())
    note = f"{field.title}, {field.width} × {field.height} cells. {field.description}"
    return BattleOffer(path, field.title, note, chart, sides, trouble="\n".join(chart.playable()))


@lru_cache(maxsize=8)
def _chart(path: Path, stamp: Stamp) -> Chart:
    """A map, read once for all rules."""
    return read_map(path)


def _scenario(path: Path, rules: str) -> BattleOffer:
    scenario = read_scenario(path, rules)
    setup, found = to_setup(scenario), ruleset(rules)
    sides = tuple(
        OfferedSide(
            side.name,
            side.called,
            members(side.squad, found, setup.roster),
            scenario.players.get(side.name, ""),
            _starts(side, setup.field),
        )
        for side in setup.sides
    )
    note = f"{scenario.title}. {scenario.entries.description}"
    chart = read_map(scenario.map)
    return BattleOffer(path, scenario.title, note, chart, sides, scenario=True, settings=setup.options)


def _grounds(found: BattleOffer, rules: str) -> tuple[frozenset[Cell], ...]:
    cells = tuple(frozenset(side.starts) for side in found.sides)
    if found.chart is None:
        return cells
    where = board_geometry(ruleset(rules).places, Space(found.chart.field))
    return tuple(where.ground(ground) for ground in cells)


def _starts(side: SideSetup, field: Field) -> tuple[Cell, ...]:
    """Where a side's members stand that are given a cell, and its spawns if some of them are not."""
    given = [recruit.at for recruit in side.squad if recruit.at is not None and not recruit.hidden]
    spawned = _start_cells(field, side.name) if any(recruit.at is None for recruit in side.squad) else ()
    return tuple(dict.fromkeys((*spawned, *given)))


def _start_cells(field: Field, side: str) -> tuple[Cell, ...]:
    return tuple(dict.fromkeys(cell for spawn in field.spawns if spawn.side == side for cell in spawn.cells))
