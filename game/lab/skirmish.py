"""A fresh battle from a word: a map that is made of it, two squads, a scenario that has both.

The same word, rules, kind, size, aim and difficulty give the same battle on every machine; whatever is not named
follows from the word.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from glob import escape
from pathlib import Path

from game.files.bounded_reading import DATA, MAPS, read_bytes
from game.files.drafting import as_unit, listed
from game.files.errors import BadFile
from game.files.generate import KINDS, USUAL_SIZE, write_map
from game.files.generate.seeded import SeededDraws
from game.files.names import word_name
from game.files.scenario import PlayerKind, Scenario, ScenarioSide, ScenarioTable, read_scenario, to_setup
from game.files.tiled import Chart
from game.files.writing import write_scenario
from game.lab.difficulty import AIMS, USUAL
from game.lab.matching import draw_squads, strengths_of, terms_of
from game.lab.skirmish_aims import PLAIN, SKIRMISH_AIMS
from game.play.dice import fresh_seed
from game.rules.registry import ruleset
from game.rules.ruleset import AnyRuleset, HasObjectiveProgress
from game.rules.setup import Recruit, Setup
from game.rules.weights import Strengths, logit_of
from game.user_error import suggest

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
"""What words are put together of that nobody has chosen."""


MOST_ALIKE = 1_000
"""Of which there are fewer battles of one name in a folder."""


@dataclass(frozen=True)
class SkirmishRequest:
    """What somebody wants to fight."""

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
    """What is fought for; "" for what follows from the word."""

    @property
    def name(self) -> str:
        """What its files are called, without an ending."""
        return word_name(self.word, self.rules, self.map_kind, self.size, self.fought_for, self.difficulty)

    @property
    def map_word(self) -> str:
        """The word that the map and the aim follow from."""
        return word_parts(self.word)[0]

    @property
    def map_kind(self) -> str:
        """The kind of map that it has."""
        return self.kind or SeededDraws(self.map_word).part("kind").pick(sorted(KINDS))

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
    *,
    company: Sequence[Recruit] = (),
    promised: float | None = None,
    adjusted: Callable[[Scenario], ScenarioTable] | None = None,
) -> Scenario:
    """Write the map and the scenario of a battle to a folder. Raises BadFile, UnknownRuleset.

    Nothing that is there is written over: the same battle is taken as it is there, and beside one that somebody has
    changed this goes to a free name. ``company``: who is on the person's side, in place of a ready squad; ``promised``:
    how often that is to win, from 0 to 1, in place of what the difficulty says; ``adjusted``: changes what was drawn.
    """
    if not all(word_parts(wanted.word)):
        raise BadFile("a skirmish is made of a word; name one")
    rules = ruleset(wanted.rules)
    if wanted.fought_for not in SKIRMISH_AIMS:
        raise BadFile(f"no battle is fought for {wanted.fought_for!r}; {suggest(wanted.fought_for, SKIRMISH_AIMS)}")
    earlier, place = _names_in(folder, wanted.name)
    chart = _write_map(wanted, place)
    draws = SeededDraws(f"{word_parts(wanted.word)[1]}/{wanted.rules}/{wanted.size}")
    logit = logit_of(AIMS[wanted.difficulty].promised if promised is None else promised)
    known = strengths_of(rules)
    drawn = draw_battle(
        chart, rules, draws, logit, wanted.fought_for, wanted.map_kind, known, wanted.opponent, company=company
    )
    write_scenario(drawn.path, drawn.entries)
    if adjusted is not None:
        try:
            write_scenario(drawn.path, adjusted(read_scenario(drawn.path)))
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
    company: Sequence[Recruit] = (),
) -> Scenario:
    """A battle on a map of that kind, for that aim, as a scenario that is not written yet; else as ``draw_squads``."""

    def planned(squads: Setup) -> Scenario:
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

    def begins(squads: Setup) -> bool:
        try:
            to_setup(planned(squads), rules, chart)
        except BadFile:  # there is no room for so many bodies of that size
            return False
        return True

    return planned(draw_squads(chart, rules, draws, logit, terms_of(kind, aim), strengths, away, company, begins))
