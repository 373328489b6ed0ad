"""A fresh battle from a word: a map that is made of it, two squads, what they fight for, a scenario that has both.

The same word, rules, kind, size, aim and difficulty give the same battle on every machine; whatever is not named
follows from the word.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from dataclasses import replace as with_values
from datetime import date
from glob import escape
from math import ceil
from pathlib import Path
from shlex import quote
from types import MappingProxyType
from typing import NamedTuple

from msgspec.structs import replace

from game.files.atomic import word_name
from game.files.bounded_reading import DATA, MAPS, read_bytes
from game.files.drafting import as_unit, listed
from game.files.errors import BadFile
from game.files.generate import KINDS, USUAL_SIZE, SoughtThing, write_map
from game.files.generate.making import LEAST_START
from game.files.generate.seeded import SeededDraws
from game.files.scenario import (
    ObjectiveEntry,
    PlayerKind,
    Scenario,
    ScenarioSide,
    ScenarioTable,
    Start,
    quick_setup,
    read_scenario,
    to_setup,
)
from game.files.tiled import Chart
from game.files.tiled.passage import WalkGraph
from game.files.writing import write_scenario
from game.lab.difficulty import AIMS, USUAL
from game.lab.matching import draw_squads, strengths_of, terms_of, with_squads
from game.play.dice import fresh_seed
from game.rules.registry import ruleset
from game.rules.ruleset import AnyRuleset, HasObjectiveProgress
from game.rules.setup import Recruit, Setup
from game.rules.weights import Strengths, logit_of
from game.spatial.field import Feature, Field
from game.user_error import suggest

PLAIN = "fight-out"
"""The aim of battles that are about nothing else."""

PARTY, FOE = "party", "foe"

HELD, SEIZED, LASTED, RELIEF = 4, 2, 7, 9
"""Full rounds: that ground is held, or held once it is taken; until night falls; until help comes for a leader."""

LEADERS = ("Redhand", "Old Scar", "Grimtooth", "Black Meg", "Longshank", "Hollow Jack", "The Magpie", "Ashface")
"""Names of leaders whose fall is wanted."""


class AimPlan(NamedTuple):
    """Plan of what a battle is fought for."""

    setup: Setup
    """With whoever has a name for it."""
    objectives: tuple[ObjectiveEntry, ...] = ()
    starts: tuple[Start, ...] = ()
    """Where a side starts in place of the map's own."""


Planned = Callable[[Setup, SeededDraws, Strengths], AimPlan]


class SkirmishAim(NamedTuple):
    """Something to fight for."""

    title: str
    about: str
    """In a sentence for who leads the party."""
    plan: Planned
    sought: SoughtThing | None = None
    """Thing near the middle of the map for it."""


def _fight(setup: Setup, draws: SeededDraws, strengths: Strengths) -> AimPlan:
    return AimPlan(setup)


def _hold(rounds: int, first: str) -> Planned:
    """Ground in the middle is to be held for some rounds; a side begins there."""

    def plan(setup: Setup, draws: SeededDraws, strengths: Strengths) -> AimPlan:
        ground = next(feature for feature in setup.field.features if feature.kind == "objective")
        aim = ObjectiveEntry("hold", PARTY, feature=ground.name, rounds=rounds)
        return AimPlan(setup, (aim,), (_round(setup, first, ground),))

    return plan


def _escort(setup: Setup, draws: SeededDraws, strengths: Strengths) -> AimPlan:
    """The weakest of the company is to be brought to the other side."""
    squad = setup.side(PARTY).squad
    weakest = min(range(len(squad)), key=lambda at: (strengths.units[squad[at].unit], at))
    named, who = _named(setup, PARTY, weakest, draws.part("who").pick(WARDS))
    aim = ObjectiveEntry("escape", PARTY, feature=_way_out(setup.field, FOE).name, who=who)
    return AimPlan(named, (aim,))


def _break_through(setup: Setup, draws: SeededDraws, strengths: Strengths) -> AimPlan:
    aim = ObjectiveEntry("escape", PARTY, feature=_way_out(setup.field, FOE).name, count=_half(setup))
    return AimPlan(setup, (aim,))


def _fetch(times: int, thing: SoughtThing) -> Planned:
    """Something in the middle is worked at, then half of the company leaves by the way that it came."""

    def plan(setup: Setup, draws: SeededDraws, strengths: Strengths) -> AimPlan:
        back = ObjectiveEntry("escape", feature=_way_out(setup.field, PARTY).name, count=_half(setup))
        aim = ObjectiveEntry("task", PARTY, feature=thing.name, count=times, then=back)
        return AimPlan(setup, (aim,))

    return plan


def _leader(setup: Setup, draws: SeededDraws, strengths: Strengths) -> AimPlan:
    """The strongest of the foes is to fall before help comes."""
    squad = setup.side(FOE).squad
    strongest = max(range(len(squad)), key=lambda at: (strengths.units[squad[at].unit], -at))
    named, who = _named(setup, FOE, strongest, draws.part("leader").pick(LEADERS))
    aims = ObjectiveEntry("fell", PARTY, who=who), ObjectiveEntry("survive", FOE, rounds=RELIEF)
    return AimPlan(named, aims)


def _last(setup: Setup, draws: SeededDraws, strengths: Strengths) -> AimPlan:
    return AimPlan(setup, (ObjectiveEntry("survive", PARTY, rounds=LASTED),))


WARDS = ("Envoy Marle", "Heir Osmer", "Witness Hale", "Pilgrim Odo", "Clerk Bede", "Guide Tam")
"""Names of a member of the company who is to be brought through, as they stand within sentences too."""

STRONGBOX = SoughtThing("Strongbox", "chest")
POST = SoughtThing("Prisoner’s post", "signpost")

SKIRMISH_AIMS: Mapping[str, SkirmishAim] = MappingProxyType(
    {
        PLAIN: SkirmishAim("Fight it out", "The last side that fights wins.", _fight),
        "hold": SkirmishAim(
            "Hold", f"You begin in the middle, to hold it alone for {HELD} rounds.", _hold(HELD, PARTY)
        ),
        "seize": SkirmishAim(
            "Seize",
            f"They begin in the middle; seize it, and hold it alone for {SEIZED} rounds.",
            _hold(SEIZED, FOE),
        ),
        "escort": SkirmishAim("Escort", "One of you must leave by the other side’s way out.", _escort),
        "break-through": SkirmishAim("Break through", "Half of you must leave by their way out.", _break_through),
        "rob": SkirmishAim(
            "Rob", "Break the strongbox open, then half of you must leave as you came.", _fetch(2, STRONGBOX), STRONGBOX
        ),
        "rescue": SkirmishAim(
            "Rescue", "Untie the prisoner, then half of you must leave as you came.", _fetch(1, POST), POST
        ),
        "leader": SkirmishAim("Fell the leader", f"Their leader must fall within {RELIEF} rounds.", _leader),
        "survive": SkirmishAim("Survive", f"Last for {LASTED} rounds.", _last),
    }
)
"""By the word that names it in files and commands."""


def _half(setup: Setup) -> int:
    return ceil(len(setup.side(PARTY).squad) / 2)


def _named(setup: Setup, side: str, at: int, name: str) -> tuple[Setup, str]:
    """The set-up with a name for one of a side."""
    squad = list(setup.side(side).squad)
    squad[at] = replace(squad[at], name=squad[at].name or name)
    return with_squads(setup, {side: tuple(squad)}), squad[at].name


def _round(setup: Setup, side: str, ground: Feature) -> Start:
    """A start of a side round some ground, with room for all."""
    far = WalkGraph(setup.field).flood(ground.cells)
    others = {cell for spawn in setup.field.spawns if spawn.side != side for cell in spawn.cells}
    room = max(LEAST_START, 2 * len(setup.side(side).squad))
    return Start(side, tuple([cell for cell in far if cell not in others][:room]))


def _way_out(field: Field, side: str) -> Feature:
    """The exit that is nearest to where a side starts."""
    far = WalkGraph(field).flood(cell for spawn in field.spawns if spawn.side == side for cell in spawn.cells)
    exits = [feature for feature in field.features if feature.kind == "exit"]
    return min(exits, key=lambda each: min((far[cell] for cell in each.cells if cell in far), default=len(far)))


FIRST_WORDS = (
    "amber",
    "ashen",
    "bitter",
    "black",
    "bold",
    "brazen",
    "bronze",
    "cold",
    "copper",
    "crooked",
    "dusty",
    "early",
)
SECOND_WORDS = (
    "anvil",
    "badger",
    "beacon",
    "bramble",
    "bridge",
    "chapel",
    "crow",
    "forge",
    "falcon",
    "ferry",
    "hammer",
    "heron",
)
"""Words that fresh ones are put together of."""


MOST_ALIKE = 1_000
"""Of which there are fewer battles of one name in a folder."""

MAPS_TRIED = 8
"""Maps on which room is looked for for two squads that are known."""


@dataclass(frozen=True)
class SkirmishRequest:
    """Request for a skirmish."""

    word: str
    """Two words with a + between them: the map and the aim follow from the first, the squads from the second."""
    rules: str
    kind: str = ""
    """The kind of map; "" for one that follows from the word."""
    size: str = USUAL_SIZE
    difficulty: str = USUAL
    opponent: PlayerKind = "instinct"
    """The level of the AI that plays the foes; map and squads don't follow from it."""
    aim: str = ""
    """Aim; "" for what follows from the word."""

    @property
    def name(self) -> str:
        """Name of its files, without an ending."""
        return word_name(self.word, self.rules, self.map_kind, self.size, self.fought_for, self.difficulty)

    @property
    def command(self) -> str:
        """The command that draws the same battle on any computer."""
        usual = SkirmishRequest(self.word, self.rules)
        told = {name: getattr(self, name) for name in ("kind", "size", "aim", "difficulty")}
        said = [f"--{name} {value}" for name, value in told.items() if value != getattr(usual, name)]
        return " ".join(["battlemat skirmish", quote(self.word), "--rules", self.rules, *said])

    @property
    def map_word(self) -> str:
        """The word that the map and the aim follow from."""
        return word_parts(self.word)[0]

    @property
    def map_kind(self) -> str:
        """The kind of map that it has."""
        return self.kind or SeededDraws(self.map_word).part("kind").pick(sorted(KINDS))

    @property
    def draws(self) -> SeededDraws:
        """Draws that the squads follow from."""
        return SeededDraws(f"{word_parts(self.word)[1]}/{self.rules}/{self.size}")

    @property
    def fought_for(self) -> str:
        """The aim that it has; rules that know no objectives are fought out."""
        if not self.aim and not isinstance(ruleset(self.rules), HasObjectiveProgress):
            return PLAIN
        return self.aim or SeededDraws(self.map_word).part("aim").pick(sorted(SKIRMISH_AIMS))


def fresh_word() -> str:
    """A word that nobody has chosen."""
    number = fresh_seed()
    return f"{FIRST_WORDS[number % len(FIRST_WORDS)]} {SECOND_WORDS[number // len(FIRST_WORDS) % len(SECOND_WORDS)]}"


def word_parts(word: str) -> tuple[str, str]:
    """The word of the map and that of the squads; they are the same where there is no + between two."""
    one, plus, two = (part.strip() for part in word.partition("+"))
    return (one, two) if plus else (one, one)


def with_other_map(word: str) -> str:
    """A word for another map with the same squads."""
    return f"{fresh_word()} + {word_parts(word)[1]}"


def with_other_squads(word: str) -> str:
    """A word for other squads on the same map."""
    return f"{word_parts(word)[0]} + {fresh_word()}"


def weekly_word(day: date) -> str:
    """The word of the week that a day is in, by the calendar of weeks (ISO 8601): the same for everybody."""
    year, week, _ = day.isocalendar()
    return f"week {week} of {year}"


def write_skirmish(
    wanted: SkirmishRequest,
    folder: Path,
    adjusted: Callable[[Scenario], ScenarioTable] | None = None,
) -> Scenario:
    """Write the map and the scenario of a battle to a folder. Raises BadFile, UnknownRuleset.

    Nothing that is there is written over: the same battle is taken as it is there, and beside one that somebody has
    changed this goes to a free name. ``adjusted``: changes what was drawn.
    """
    if not all(word_parts(wanted.word)):
        raise BadFile("a skirmish is made of a word; name one")
    rules = ruleset(wanted.rules)
    if wanted.fought_for not in SKIRMISH_AIMS:
        raise BadFile(f"no battle is fought for {wanted.fought_for!r}; {suggest(wanted.fought_for, SKIRMISH_AIMS)}")
    earlier, place = _names_in(folder, wanted.name)
    chart = _write_map(wanted, place)
    logit, known = logit_of(AIMS[wanted.difficulty].promised), strengths_of(rules)
    drawn = draw_battle(chart, rules, wanted.draws, logit, wanted.fought_for, wanted.map_kind, known, wanted.opponent)
    write_scenario(drawn.path, replace(drawn.entries, command=wanted.command))
    if adjusted is not None:
        try:
            write_scenario(drawn.path, replace(adjusted(read_scenario(drawn.path)), command=""))
        except BaseException:  # a battle that is not what was asked for is no use, also where a person has stopped it
            for path in (drawn.path, drawn.path.with_suffix(".tmx")):
                path.unlink(missing_ok=True)
            raise
    return read_scenario(next((each for each in earlier if _took_place_of(each, drawn.path)), drawn.path))


def write_skirmish_map(wanted: SkirmishRequest, folder: Path) -> Chart:
    """Write the map of a battle to a folder, never over another file. Raises BadFile, KeyError for no such aim."""
    return _write_map(wanted, _names_in(folder, wanted.name)[1])


def _write_map(wanted: SkirmishRequest, scenario: Path) -> Chart:
    sought = SKIRMISH_AIMS[wanted.fought_for].sought
    return write_map(scenario.with_suffix(".tmx"), wanted.map_word, wanted.map_kind, wanted.size, sought)


def _names_in(folder: Path, name: str) -> tuple[list[Path], Path]:
    """The scenarios that a battle of that name may be already, and the first free place for one. Raises BadFile."""
    taken = {each.name.partition(".")[0] for each in folder.glob(f"{escape(name)}*")}
    earlier: list[Path] = []
    for number in range(1, MOST_ALIKE):
        place = folder / f"{name if number == 1 else f'{name}-{number}'}.toml"
        if place.stem not in taken:
            return earlier, place
        earlier.append(place)
    raise BadFile(f"{name}: there are {MOST_ALIKE - 1:,} battles of that name; throw some away")


def _took_place_of(earlier: Path, made: Path) -> bool:
    """Whether a battle that was there is the same as one just made, which then is removed."""
    maps = earlier.with_suffix(".tmx"), made.with_suffix(".tmx")
    try:
        told = read_bytes(made, DATA).replace(maps[1].name.encode(), maps[0].name.encode())
        same = told == read_bytes(earlier, DATA) and read_bytes(maps[0], MAPS) == read_bytes(maps[1], MAPS)
    except BadFile:
        return False
    if same:
        for old, new in zip((earlier, maps[0]), (made, maps[1]), strict=True):
            with suppress(OSError):  # who may not write there can play it all the same
                new.unlink()
                os.utime(old)  # it is in use again
    return same


def draw_battle(
    chart: Chart,
    rules: AnyRuleset,
    draws: SeededDraws,
    logit: float,
    aim: str,
    kind: str,
    strengths: Strengths,
    opponent: PlayerKind = "instinct",
    away: int = 0,
) -> Scenario:
    """A battle on a map of that kind, for that aim, as a scenario that is not written yet; else as ``draw_squads``."""

    def planned(squads: Setup) -> Scenario:
        return _plan_battle(chart, rules, squads, draws, aim, strengths, opponent)

    def begins(squads: Setup) -> bool:
        try:
            to_setup(planned(squads), rules, chart)
        except BadFile:  # there is no room for so many bodies of that size
            return False
        return True

    bare = quick_setup(chart, rules)
    return planned(draw_squads(bare, rules, draws, logit, terms_of(kind, aim), strengths, away, begins=begins))


def plan_between(
    wanted: SkirmishRequest, path: Path, squads: Mapping[str, tuple[Recruit, ...]], title: str
) -> tuple[Scenario, Setup]:
    """The battle of a request as it is between these squads, whose map is written beside ``path``; it is not written.

    Where that map has no room for them they fight on another of its kind. Raises BadFile if none has.
    """
    rules, aim = ruleset(wanted.rules), wanted.fought_for
    full: BadFile | None = None
    for word in (wanted.map_word, *(f"{wanted.map_word} {number}" for number in range(2, MAPS_TRIED + 1))):
        chart = _write_map(with_values(wanted, word=word), path)
        setup = with_squads(quick_setup(chart, rules), squads)
        planned = _plan_battle(chart, rules, setup, wanted.draws, aim, strengths_of(rules), wanted.opponent)
        planned = replace(planned, entries=replace(planned.entries, title=title))
        try:
            return planned, to_setup(planned, rules, chart)
        except BadFile as error:
            full = error
    assert full is not None
    raise full


def _plan_battle(
    chart: Chart,
    rules: AnyRuleset,
    squads: Setup,
    draws: SeededDraws,
    aim: str,
    strengths: Strengths,
    opponent: PlayerKind,
) -> Scenario:
    """What two squads fight for on a map, as a scenario that is not written yet."""
    plan = SKIRMISH_AIMS[aim].plan(squads, draws.part("aim"), strengths)
    sides = tuple(
        ScenarioSide(
            side.name,
            {rules.name: listed(map(as_unit, side.squad))},
            party=side.party,
            plays="human" if side.party else opponent,
        )
        for side in plan.setup.sides
    )
    title, about, map_file = chart.field.title, chart.field.description, chart.path
    table = ScenarioTable(
        title, map_file.name, sides, about, rules.name, objectives=plan.objectives, spawns=plan.starts
    )
    return Scenario(map_file.with_suffix(".toml"), table, map_file, rules.name, (rules.name,))
