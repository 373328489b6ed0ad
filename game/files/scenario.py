"""Scenarios: who fights whom on which map and for what, in a TOML file.

    title = "Ambush on the road"
    map = "woodland-road.tmx"
    rules = "sovereign"                    # of the rulesets that all sides have squads for, the one unless said

    [options.sovereign]
    surprise = "none"

    [[sides]]
    name = "party"
    party = true
    plays = "human"
    squad.sovereign = "first-steps"        # a ready squad

    [[sides]]
    name = "foe"
    plays = "trained"
    [[sides.squad.sovereign]]              # or unit by unit
    unit = "bandit"
    count = 3
    cells = [[20, 4], [21, 4]]
    hidden = true

    [[objectives]]
    goal = "hold"
    feature = "Middle of the road"
    rounds = 3

Cells are written as Tiled shows them. Every mistake is a line that names file and field.

A battle may also be made from a map alone: of ready squads, and the units that the map's own spawns name.

Objectives::

    [[objectives]]
    goal = "task"
    side = "party"
    feature = "Winch"
    count = 2

    [objectives.then]                      # what the side has to reach next
    goal = "escape"
    spawn = "party"

A side has one objective, and what follows it has a ``then`` of its own if the chain goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from game import resources
from game.files.bounded_reading import DATA, read_text
from game.files.entries import Faults, read_entries
from game.files.errors import BadFile
from game.files.lessons import Lesson, Puzzle, check_lesson, check_puzzle
from game.files.rosters import meant_for, own_roster
from game.files.sources import MAPS, ROSTERS, FoundFile, Missing, Refused, Sources, is_map
from game.files.tiled import Chart, read_map
from game.rules.questions import is_taken
from game.rules.registry import UnknownRuleset, ruleset
from game.rules.ruleset import AnyRuleset, BadSetup
from game.rules.setup import LARGEST_SQUAD, MOST_SIDES, Goal, Objective, Recruit, Setup, SideSetup, too_many
from game.rules.table import AnyBoard, Board
from game.rules.weights import Temperament
from game.spatial.field import Cell, Feature, Field, Spawn
from game.spatial.space import Space
from game.user_error import suggest


def quick_setup(
    chart: Chart,
    rules: AnyRuleset,
    *,
    party: str = "",
    foes: str = "",
    others: Sequence[str] = (),
    own: str = "",
) -> Setup:
    """A battle from a map alone, with ready squads of the ruleset; units that the map's spawns name come first.

    Without a name the party is the ruleset's first ready squad, and the foes the first in which a unit comes twice, as
    no company of heroes has. ``others``: squads for ``other_sides`` of the map, in order; those without one fight only
    if spawns name units for them. ``own``: the text of a roster (``read_roster``), whose squads may be named. Raises
    BadFile for a squad that isn't there, for more squads than sides and for a map that can't be played.
    """
    chart = playable(chart)
    squads = rules.parties(own)
    if not squads:
        raise BadFile(f"{rules.title} has no ready squads; play a scenario, which names its units")
    more = other_sides(chart.field)
    if len(others) > len(more):
        sides = ", ".join(("party", "foe", *more))
        raise BadFile(f"{chart.path.name}: {len(others) + 2} squads, and there are starts for {sides}; leave some out")
    for name in (party, foes, *others):
        if name and name not in squads:
            raise BadFile(f"{rules.title} has no ready squad {name!r}; {suggest(name, squads)}")
    drawn = _drawn(chart, rules)
    first = squads[party] if party else drawn.pop("party", ()) or squads[next(iter(squads))]
    second = squads[foes] if foes else drawn.pop("foe", ()) or squads[usual_foes(rules)]
    named = dict(zip(more, others, strict=False))
    third = {name: squads[named[name]] if named.get(name) else drawn.get(name, ()) for name in more}
    extra = [SideSetup(name, squad) for name, squad in third.items() if squad]
    fielded = (SideSetup("party", first, party=True), SideSetup("foe", second), *extra)
    crowd = too_many(fielded)
    if crowd:
        raise BadFile(f"{chart.path.name}: {crowd}; let its spawns name fewer")
    field = chart.field
    return Setup(rules.name, field, fielded, field.title, field.description, named_from_maps(chart.path), roster=own)


def other_sides(field: Field) -> tuple[str, ...]:
    """The sides besides party and foe that start on a map, in the order of its spawns."""
    return tuple(dict.fromkeys(spawn.side for spawn in field.spawns if spawn.side not in ("party", "foe", "")))


def drawn_sides(field: Field, rules: AnyRuleset) -> frozenset[str]:
    """The sides for which spawns name units that a ruleset knows."""
    known = rules.roster()
    return frozenset(spawn.side for spawn in field.spawns if spawn.unit in known)


def usual_foes(rules: AnyRuleset) -> str:
    """The ready squad that a quick battle sends as foes: the first in which a unit comes twice, else the last."""
    squads = rules.parties()
    crowds = [name for name, squad in squads.items() if len({recruit.unit for recruit in squad}) < len(squad)]
    return crowds[0] if crowds else list(squads)[-1]


def playable(chart: Chart) -> Chart:
    """A map that a battle can be fought on. Raises BadFile with what keeps it from that."""
    faults = chart.playable()
    if faults:
        raise BadFile("\n".join(f"{chart.path.name}: {fault}" for fault in faults))
    return chart


def named_from_maps(path: Path) -> str:
    """How a set-up names a map or a lesson: by its name among the game's maps, else by its whole path."""
    try:
        return path.resolve().relative_to(resources.maps().resolve()).as_posix()
    except (ValueError, FileNotFoundError):
        return path.resolve().as_posix()


def _drawn(chart: Chart, rules: AnyRuleset) -> dict[str, tuple[Recruit, ...]]:
    """The units that the map's own spawns name and the ruleset knows, by side."""
    known = rules.roster()
    squads: dict[str, list[Recruit]] = {}
    for spawn in chart.field.spawns:
        if spawn.unit in known:
            squads.setdefault(spawn.side, []).extend([Recruit(spawn.unit)] * spawn.count)
    return {side: tuple(squad) for side, squad in squads.items()}


LONGEST_CHAIN = 5
"""Objectives of one side that may follow each other."""

CellReader = Callable[[tuple[Cell, ...], str], tuple[Cell, ...]]
"""Cells as the author counts them, and the field they stand in, to cells in the map's own count."""


class ObjectiveEntry(msgspec.Struct, frozen=True):
    """An objective; its cells are given one by one, by a feature of the map, or by a spawn's side or id."""

    goal: Goal = "eliminate"
    side: str = ""
    """Empty means the side marked as the party, or the first."""
    cells: tuple[Cell, ...] = ()
    feature: str = ""
    spawn: str = ""
    rounds: int = 0
    who: str = ""
    count: int = 1
    then: ObjectiveEntry | None = None
    """What the side has to reach after it."""


def read_objectives(
    aims: Sequence[ObjectiveEntry],
    chart: Chart,
    titles: Mapping[str, str],
    sides: Sequence[SideSetup],
    cells: CellReader,
    faults: Faults,
) -> tuple[Objective, ...]:
    """The objectives of all sides; ``titles`` of the units that may be recruited, by key."""
    names = [side.name for side in sides]
    usual = next((side.name for side in sides if side.party), names[0])
    called = [recruit.name or titles.get(recruit.unit, "") for side in sides for recruit in side.squad]
    found: list[Objective] = []
    for index, aim in enumerate(aims, 1):
        where = f"objectives[{index}]"
        side = aim.side or usual
        if side not in names:
            faults.unknown(f"{where}.side", "side", side, names)
        elif any(other.side == side for other in found):
            faults.add(f"{where}.side", f"{side} has an objective already; let this one follow it, as its then")
        following: Objective | None = None
        for depth, link in reversed(list(enumerate(_chain(aim, where, faults)))):
            following = _objective(link, where + depth * ".then", side, following, chart, called, cells, faults)
        found += [following] if following else []
    return tuple(found)


def _chain(aim: ObjectiveEntry, where: str, faults: Faults) -> list[ObjectiveEntry]:
    """An objective and those that follow it."""
    links = [aim]
    while links[-1].then is not None:
        links.append(links[-1].then)
        if links[-1].side not in ("", aim.side):
            faults.add(f"{where}{(len(links) - 1) * '.then'}.side", "what follows is the same side's; leave it out")
        if len(links) > LONGEST_CHAIN:
            faults.add(f"{where}.then", f"too many follow each other; write at most {LONGEST_CHAIN} in all")
            return links[:LONGEST_CHAIN]
    for depth, link in enumerate(links):
        if link.goal == "eliminate" and len(links) > 1:
            faults.add(
                f"{where}{depth * '.then'}.goal", "the last side that fights wins in any case; name another goal"
            )
    return links


def _objective(
    aim: ObjectiveEntry,
    where: str,
    side: str,
    following: Objective | None,
    chart: Chart,
    called: list[str],
    read_cells: CellReader,
    faults: Faults,
) -> Objective:
    features = _features(aim, where, chart, faults)
    cells = tuple(dict.fromkeys([
        *read_cells(aim.cells, f"{where}.cells"),
        *(cell for feature in features for cell in feature.cells),
        *_spawned(aim, where, chart, faults),
    ]))  # fmt: skip
    if aim.goal in ("hold", "escape") and not cells:
        faults.add(where, f"{aim.goal} needs cells: write cells = [[x, y], …], or name a feature or spawn of the map")
    elif aim.goal in ("hold", "escape") and all(chart.field.at(cell).blocks_move for cell in cells):
        faults.add(where, f"nobody can get to {aim.goal} there: all of it is solid; choose open ground")
    if aim.goal == "task" and not aim.feature:
        faults.add(f"{where}.feature", "task needs the name of a feature of the map to work at")
    if aim.goal in ("hold", "survive", "protect") and aim.rounds < 1:
        faults.add(f"{where}.rounds", f"{aim.goal} needs a number of rounds, 1 or more")
    if aim.goal == "protect" and not aim.who:
        faults.add(f"{where}.who", "protect needs the name of the one to be protected")
    if aim.goal == "fell" and not aim.who:
        faults.add(f"{where}.who", "fell needs the name of somebody of another side")
    if aim.count < 1:
        least = "1 or more must get away" if aim.goal == "escape" else "write 1 or more"
        faults.add(f"{where}.count", f"{aim.count} is too few; {least}")
    numbered = [f"{name} {n}" for name in dict.fromkeys(called) for n in range(1, called.count(name) + 1)]
    if aim.who and aim.who not in (*called, *numbered):
        faults.unknown(f"{where}.who", "combatant", aim.who, called)
    named = next(((feature.name or feature.kind).lower().removeprefix("the ") for feature in features), "")
    what = f"the {named}" if named else ""
    return Objective(aim.goal, side, cells, aim.rounds, aim.who, aim.count, what, following)


def _features(aim: ObjectiveEntry, where: str, chart: Chart, faults: Faults) -> list[Feature]:
    """The features that an objective names, by id, name or kind."""
    if not aim.feature:
        return []
    wanted = aim.feature.casefold()
    features = [f for f in chart.field.features if wanted in (f.id.casefold(), f.name.casefold(), f.kind)]
    if not features:
        known = [feature.name or feature.kind for feature in chart.field.features]
        faults.unknown(f"{where}.feature", "feature of the map", aim.feature, known)
    return features


def _spawned(aim: ObjectiveEntry, where: str, chart: Chart, faults: Faults) -> list[Cell]:
    """The cells of the spawns that an objective names, by id or side."""
    if not aim.spawn:
        return []
    spawns = [spawn for spawn in chart.field.spawns if aim.spawn in (spawn.id, spawn.side)]
    if not spawns:
        known = [each for spawn in chart.field.spawns for each in (spawn.side, spawn.id)]
        faults.unknown(f"{where}.spawn", "spawn of the map", aim.spawn, known)
    return [cell for spawn in spawns for cell in spawn.cells]


PlayerKind = Literal["human", "novice", "instinct", "trained"]


class ScenarioUnit(msgspec.Struct, frozen=True):
    """Members of a squad, one or several alike."""

    unit: str
    name: str = ""
    at: Cell | None = None
    """Where it starts; else the ruleset places it on the side's spawns."""
    count: int = 1
    cells: tuple[Cell, ...] = ()
    """Where each of several starts; if there are fewer cells than units, the rest start on the side's spawns."""
    hidden: bool = False
    damaged: tuple[str, ...] = ()
    """Gear that is damaged from the start, where the rules know of such: its key there."""
    carried: dict[str, Any] = {}
    """What it brings from earlier battles, in the ruleset's words: ``{ hp = 3 }``."""
    temperament: Temperament | None = None
    """What it likes in a fight where the computer plays it; None: what others of its kind do."""


class ScenarioSide(msgspec.Struct, frozen=True):
    """One side, with a squad for every ruleset that the scenario can be played by."""

    name: str
    squad: dict[str, str | tuple[ScenarioUnit | str, ...]]
    """By ruleset: the name of a ready squad, or units."""
    title: str = ""
    party: bool = False
    plays: PlayerKind = "trained"


class Start(msgspec.Struct, frozen=True):
    """Cells on which a side starts; a side that has any here does not use the map's."""

    side: str
    cells: tuple[Cell, ...]
    unit: str = ""


class ScenarioTable(msgspec.Struct, frozen=True):
    """A scenario file as it is written."""

    title: str
    map: str
    sides: tuple[ScenarioSide, ...]
    description: str = ""
    rules: str = ""
    options: dict[str, dict[str, str]] = {}
    roster: str = ""
    """A file with units of one's own in the words of ``rules``, beside the scenario or among the player's own."""
    objectives: tuple[ObjectiveEntry, ...] = ()
    """One at most for each side."""
    spawns: tuple[Start, ...] = ()
    events: dict[str, dict[str, str]] = {}
    """By ruleset: what happens before the first round, in the ruleset's words."""
    lesson: Lesson | None = None
    """What is said to whoever plays it, if it teaches its rules (``game.files.lessons``)."""
    puzzle: Puzzle | None = None
    """The moment and the aim, if it is one (``game.files.lessons``)."""
    command: str = ""
    """The command that draws the same battle on any computer, if one does."""


class Scenario(msgspec.Struct, frozen=True):
    """A scenario that was read, with the ruleset it will be played by."""

    path: Path
    entries: ScenarioTable
    map: Path
    rules: str
    playable: tuple[str, ...]
    """The rulesets that all sides have squads for."""
    roster: Path | None = None
    named: tuple[FoundFile, ...] = ()
    """The map and the roster, by what the file says of them."""

    @property
    def title(self) -> str:
        """What it is called."""
        return self.entries.title

    @property
    def players(self) -> dict[str, PlayerKind]:
        """Who plays each side, by its name."""
        return {side.name: side.plays for side in self.entries.sides}


def read_scenario(path: Path, ruleset_name: str | None = None) -> Scenario:
    """Read a scenario to be played by the named ruleset, or by the one it prefers. Raises BadFile."""
    entries = read_entries(path, ScenarioTable)
    faults = Faults(path)
    if len(entries.sides) < 2:
        faults.add("sides", "a battle needs two sides at least")
    if len(entries.sides) > MOST_SIDES:
        faults.add("sides", f"{len(entries.sides)} are too many; a battle has at most {MOST_SIDES} sides")
        faults.settle()
    seen: set[str] = set()
    for index, side in enumerate(entries.sides, 1):
        if side.name in seen:
            faults.add(f"sides[{index}].name", f"there is another side {side.name!r}; names must differ")
        if is_taken(side.name):
            faults.add(f"sides[{index}].name", f"no side can be called {side.name!r}; choose another name")
        seen.add(side.name)
    known = list(dict.fromkeys(name for side in entries.sides for name in side.squad))
    playable = tuple(name for name in known if all(name in side.squad for side in entries.sides))
    rules = ruleset_name or entries.rules or (playable[0] if playable else "")
    for index, side in enumerate(entries.sides, 1):
        if rules and rules not in side.squad:
            faults.add(f"sides[{index}].squad", f"{side.name} has no squad for {rules!r}; {suggest(rules, side.squad)}")
    if not rules:
        faults.add("sides", "no ruleset has a squad on every side; give each side a squad for the same ruleset")
    places = Sources(path, "scenario")
    map_ = _map_beside(path, entries.map, places, faults)
    roster = _roster_beside(path, entries.roster, places, faults) if entries.roster else None
    faults.settle()
    return Scenario(path, entries, map_, rules, playable, roster, places.named)


def to_setup(scenario: Scenario, rules: AnyRuleset | None = None, chart: Chart | None = None) -> Setup:
    """The set-up of a scenario. Ruleset and map are found by their names where they are not given.

    Raises BadFile for everything in the scenario that map or ruleset do not know.
    """
    if rules is None:
        rules = _installed(scenario)
    if chart is None:
        chart = playable(read_map(scenario.map))
    setup = drawn_up(scenario, rules, chart, own_units(scenario, rules))
    try:
        start = rules.begin(setup)
    except BadSetup as error:
        raise BadFile(f"{scenario.path.name}: {rules.title} can't play it: {error}") from error
    faults, sides = Faults(scenario.path), [side.name for side in setup.sides]
    if scenario.entries.lesson is not None:
        check_lesson(scenario.entries.lesson, [*start.combatants, *sides], faults)
    if scenario.entries.puzzle is not None:
        check_puzzle(scenario.entries.puzzle, start.combatants, sides, faults)
    if any(link.who for aim in setup.objectives for link in aim.chain):
        board: AnyBoard = Board(start, setup, Space(setup.field))
        known = {rules.standing(board, who).name for who in start.combatants}
        aims = enumerate(setup.objectives, 1)
        setup = replace(setup, objectives=tuple(_with_names(aim, f"objectives[{n}]", known, faults) for n, aim in aims))
    faults.settle()
    return setup


def _with_names(aim: Objective, where: str, known: Collection[str], faults: Faults) -> Objective:
    """The objective about whoever is meant by the name it has in the battle: the only orc is "orc 1" there."""
    then = _with_names(aim.then, f"{where}.then", known, faults) if aim.then is not None else None
    if not aim.who or aim.who in known:
        return replace(aim, then=then)
    if f"{aim.who} 2" in known or f"{aim.who} 1" not in known:
        faults.unknown(f"{where}.who", "combatant", aim.who, sorted(known))
    return replace(aim, who=f"{aim.who} 1", then=then)


def drawn_up(scenario: Scenario, rules: AnyRuleset, chart: Chart, own: str) -> Setup:
    """The set-up of a scenario as it stands, not yet tried by the ruleset; ``own``: the text of its roster.

    Raises BadFile for everything in it that map or ruleset do not know by name.
    """
    entries, faults = scenario.entries, Faults(scenario.path)
    names = [side.name for side in entries.sides]
    sides = tuple(_side(side, f"sides[{n}]", rules, own, chart, faults) for n, side in enumerate(entries.sides, 1))
    field = replace(chart.field, spawns=_spawns(entries, chart, names, faults))
    setup = Setup(
        rules.name,
        field,
        sides,
        entries.title,
        entries.description or field.description,
        named_from_maps(chart.path),
        read_objectives(
            entries.objectives,
            chart,
            rules.roster(own),
            sides,
            lambda cells, where: _cells(cells, where, chart, faults),
            faults,
        ),
        _options(entries, rules, faults),
        own,
        entries.events.get(rules.name, {}),
        named_from_maps(scenario.path) if entries.lesson is not None else "",
        named_from_maps(scenario.path) if entries.puzzle is not None else "",
        entries.command,
    )
    faults.settle()
    return setup


def own_units(scenario: Scenario, rules: AnyRuleset) -> str:
    """The text of the roster that a scenario names, tried by the ruleset; "" if it names none. Raises BadFile."""
    if scenario.roster is None or not _is_roster_for(rules, scenario, scenario.roster):
        return ""
    return read_roster(scenario.roster, rules)


def _is_roster_for(rules: AnyRuleset, scenario: Scenario, roster: Path) -> bool:
    """Whether a scenario's roster is for this ruleset: it is in the words of one, which the scenario may not name."""
    if scenario.entries.rules or len(scenario.playable) < 2:
        return scenario.entries.rules in ("", rules.name)
    among = [ruleset(name) for name in scenario.playable]
    return rules.name in [each.name for each in meant_for(roster.name, read_text(roster, DATA), among)]


def read_roster(path: Path, rules: AnyRuleset) -> str:
    """The text of a file with units of a player's own, tried by the ruleset. Raises BadFile."""
    own = read_text(path, DATA)
    try:
        rules.parties(own)
    except BadSetup as error:
        raise BadFile(f"{path.name}: {rules.title} can't use this {error}") from error
    return own


# -- parts of a set-up


def _side(side: ScenarioSide, where: str, rules: AnyRuleset, own: str, chart: Chart, faults: Faults) -> SideSetup:
    squad = side.squad.get(rules.name, ())
    place = f"{where}.squad.{rules.name}"
    if isinstance(squad, str):
        parties = rules.parties(own)
        if squad not in parties:
            faults.unknown(place, "ready squad", squad, parties)
        return SideSetup(side.name, tuple(parties.get(squad, ())), side.title, side.party)
    recruits: list[Recruit] = []
    for index, entry in enumerate(squad, 1):
        unit = ScenarioUnit(entry) if isinstance(entry, str) else entry
        recruits += _recruits(unit, f"{place}[{index}]", rules.roster(own), chart, faults)
    if len(recruits) > LARGEST_SQUAD:
        faults.add(place, f"{side.name} has {len(recruits)} units; a side has at most {LARGEST_SQUAD}")
    if not squad:
        faults.add(place, f"{side.name} has nobody; name units, or a ready squad of {', '.join(rules.parties())}")
    return SideSetup(side.name, tuple(recruits), side.title, side.party)


def _recruits(unit: ScenarioUnit, where: str, titles: Mapping[str, str], chart: Chart, faults: Faults) -> list[Recruit]:
    if unit.unit not in titles:
        faults.unknown(f"{where}.unit", "unit", unit.unit, titles)
    if not 1 <= unit.count <= LARGEST_SQUAD:
        faults.add(f"{where}.count", f"{unit.count} is not between 1 and {LARGEST_SQUAD}")
        return []
    if unit.name and unit.count > 1:
        faults.add(f"{where}.name", f"{unit.count} units can't all be called {unit.name!r}; give each an entry")
    given = unit.cells if unit.at is None else (unit.at, *unit.cells)
    cells: list[Cell | None] = [*_cells(given, f"{where}.{'cells' if unit.cells else 'at'}", chart, faults)]
    if len(cells) > unit.count:
        faults.add(f"{where}.cells", f"{len(cells)} cells for a count of {unit.count}; give at most as many as units")
    cells += [None] * (unit.count - len(cells))
    carried = msgspec.json.encode(unit.carried).decode() if unit.carried else ""
    more = (unit.hidden, unit.damaged, carried, unit.temperament)
    return [Recruit(unit.unit, unit.name, cell, *more) for cell in cells]


def _spawns(entries: ScenarioTable, chart: Chart, sides: list[str], faults: Faults) -> tuple[Spawn, ...]:
    """The map's spawns, less those of sides that the scenario places itself."""
    own = []
    for index, start in enumerate(entries.spawns, 1):
        where = f"spawns[{index}]"
        if start.side not in sides:
            faults.unknown(f"{where}.side", "side", start.side, sides)
        cells = _cells(start.cells, f"{where}.cells", chart, faults)
        own.append(Spawn(f"start{index}", start.side, cells, start.unit))
    placed = {spawn.side for spawn in own}
    return (*(spawn for spawn in chart.field.spawns if spawn.side not in placed), *own)


def _options(entries: ScenarioTable, rules: AnyRuleset, faults: Faults) -> dict[str, str]:
    given = entries.options.get(rules.name, {})
    settings = {setting.key: setting for setting in rules.settings}
    for key, choice in given.items():
        where = f"options.{rules.name}.{key}"
        if key not in settings:
            faults.unknown(where, "setting", key, settings)
            continue
        choices = [each for each, _ in settings[key].choices]
        if choice not in choices:
            faults.add(where, f"{choice!r} is not a choice; {suggest(choice, choices)}")
    return dict(given)


def _cells(cells: tuple[Cell, ...], where: str, chart: Chart, faults: Faults) -> tuple[Cell, ...]:
    """Cells as the author counts them, in the field's own count."""
    left, top = chart.origin
    field = chart.field
    for x, y in cells:
        if not (0 <= x - left < field.width and 0 <= y - top < field.height):
            ends = f"{left},{top} to {left + field.width - 1},{top + field.height - 1}"
            faults.add(where, f"cell {x},{y} is off the map, which goes from {ends}")
    return tuple((x - left, y - top) for x, y in cells)


# -- finding things


def _map_beside(path: Path, name: str, places: Sources, faults: Faults) -> Path:
    """The map that a scenario names: beside the scenario, or among those that ship with the game."""
    try:
        return places.find(name if name.lower().endswith(MAPS) else f"{name}.tmx", path.parent, MAPS)
    except Missing:
        try:
            shipped = resources.shipped_maps()
        except FileNotFoundError:
            shipped = []
        beside = sorted(each for each in path.parent.iterdir() if is_map(each))
        known = [each.name for each in [*beside, *shipped]]
        faults.add("map", f"there is no map {name!r} beside the scenario or in the game; {suggest(name, known)}")
    except Refused as error:
        faults.add("map", f"{name!r} {error}")
    return path


def _roster_beside(path: Path, name: str, places: Sources, faults: Faults) -> Path | None:
    """The roster that a scenario names: beside the scenario, or among the player's own."""
    try:
        return places.find(name, path.parent, ROSTERS)
    except Missing as error:
        own = None if places.shared else own_roster(name)
        if own is None:
            faults.add("roster", f"{name!r} {error}")
        else:
            places.note(name, path.parent, own)
        return own
    except Refused as error:
        faults.add("roster", f"{name!r} {error}")
        return None


def _installed(scenario: Scenario) -> AnyRuleset:
    try:
        return ruleset(scenario.rules)
    except UnknownRuleset as error:
        raise BadFile(f"{scenario.path.name}: rules: {error}") from error
