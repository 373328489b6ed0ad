"""A fresh battle from a word: a map that is made of it, two squads of about the same worth, a scenario that has both.

The same word, rules, kind and size give the same battle on every machine; whatever is not named follows from the word.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum, log
from pathlib import Path

from msgspec.structs import replace

from game import resources
from game.files.drafting import listed
from game.files.errors import BadFile
from game.files.generate import KINDS, write_map
from game.files.generate.seeded import SeededDraws
from game.files.names import file_words
from game.files.quick import quick_setup, usual_foes
from game.files.scenario import PlayerKind, Scenario, ScenarioSide, ScenarioTable, ScenarioUnit, read_scenario, to_setup
from game.files.tiled import Chart
from game.files.writing import write_scenario
from game.lab.squad_variants import SquadVariant, squad_variants, unit_worths
from game.play.dice import fresh_seed
from game.play.quick_battle import FIRST
from game.rules.registry import ruleset
from game.rules.ruleset import AnyRuleset
from game.rules.setup import Recruit, Setup, SideSetup

USUAL_SIZE = "small"
"""Of a map for which none is named."""

EDIT = 0.01
"""How much worth, as a logarithm, a squad may be farther off for each change that it does without."""

EVEN = 0.1
"""How much the worth of two squads may differ, as a logarithm, for no other foes to be looked for."""

CROWD = 2
"""How many times as many as the company the foes may be: more are a long wait for their turns."""

CROWDED = 1.0
"""How much worth, as a logarithm, a squad counts as farther off that is a crowd."""

TRIED = 4
"""Squads of foes that are looked at."""

FOLDER = "skirmishes"
"""The folder of the game's own files in which they are kept."""

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


@dataclass(frozen=True)
class SkirmishRequest:
    """What somebody wants to fight."""

    word: str
    rules: str
    kind: str = ""
    """The kind of map; "" for one that follows from the word."""
    size: str = USUAL_SIZE
    opponent: PlayerKind = "instinct"
    """The level of the AI that plays the foes; map and squads don't follow from it."""

    @property
    def name(self) -> str:
        """What its files are called, without an ending."""
        return file_words(f"{self.word} {self.rules} {self.map_kind} {self.size}")

    @property
    def map_kind(self) -> str:
        """The kind of map that it has."""
        return self.kind or SeededDraws(self.word).part("kind").pick(sorted(KINDS))


def fresh_word() -> str:
    """A word that nobody has chosen."""
    number = fresh_seed()
    return f"{FIRST_WORDS[number % len(FIRST_WORDS)]} {SECOND_WORDS[number // len(FIRST_WORDS) % len(SECOND_WORDS)]}"


def write_skirmish(wanted: SkirmishRequest, folder: Path) -> Scenario:
    """Write the map and the scenario of a battle to a folder. Raises BadFile, UnknownRuleset.

    The same battle is written over, for it is the same.
    """
    if not wanted.word.strip():
        raise BadFile("a skirmish is made of a word; name one")
    rules = ruleset(wanted.rules)
    chart = write_map(folder / f"{wanted.name}.tmx", wanted.word, wanted.map_kind, wanted.size)
    setup = _matched(chart, rules, SeededDraws(f"{wanted.word}/{wanted.rules}/{wanted.size}"))
    path = folder / f"{wanted.name}.toml"
    sides = tuple(
        ScenarioSide(
            side.name,
            {rules.name: listed(ScenarioUnit(recruit.unit) for recruit in side.squad)},
            party=side.party,
            plays="human" if side.party else wanted.opponent,
        )
        for side in setup.sides
    )
    title, about = chart.field.title, chart.field.description
    write_scenario(path, ScenarioTable(title, chart.path.name, sides, about, rules.name))
    scenario = read_scenario(path)
    to_setup(scenario, rules, chart)
    return scenario


def _matched(chart: Chart, rules: AnyRuleset, draws: SeededDraws) -> Setup:
    """A company and foes that are worth about as much: of several squads the one that comes nearest."""
    squads = list(rules.parties())
    companies = squads[: max(1, squads.index(usual_foes(rules)))]
    others = draws.part("foes").shuffled([name for name in squads if name not in companies] or squads)
    party = draws.part("party").pick(companies)
    even = _even_odds(chart, rules)
    found: list[tuple[float, Setup]] = []
    for foes in others[:TRIED]:
        setup = quick_setup(chart, rules, party=party, foes=foes)
        goal = even + _logarithm(rules, setup.sides[::-1], chart)
        most = CROWD * len(setup.sides[0].squad)
        fits = [(_misfit(each, goal, most), each.squad) for each in squad_variants(rules, setup, "foe")]
        gap, squad = min(fits, key=lambda each: each[0])
        found.append((gap, _with_foes(setup, squad)))
        if gap <= EVEN:
            break
    return min(found, key=lambda each: each[0])[1]


def _misfit(variant: SquadVariant, goal: float, most: int) -> float:
    """How far a squad is from the worth that it should have, as a logarithm; ``most``: a larger one is a crowd."""
    return abs(log(variant.worth) - goal) + EDIT * variant.edits + CROWDED * (len(variant.squad) > most)


def _even_odds(chart: Chart, rules: AnyRuleset) -> float:
    """How much more the foes are worth than the party where a battle is even, as a logarithm.

    A planning model counts what units can do in a plain exchange, not all that heroes know; so it is read off a battle
    that is known to be even, or, where the rules have no part in that, off the squads of a usual one.
    """
    try:
        even = read_scenario(resources.maps() / FIRST)
        sides = to_setup(read_scenario(even.path, rules.name)).sides if rules.name in even.playable else None
    except (BadFile, FileNotFoundError):
        sides = None
    one, two = sides or quick_setup(chart, rules).sides
    return _logarithm(rules, (one, two), chart) - _logarithm(rules, (two, one), chart)


def _logarithm(rules: AnyRuleset, sides: Sequence[SideSetup], chart: Chart) -> float:
    """What the second of two sides is worth against the first."""
    first, second = sides
    setup = Setup(rules.name, chart.field, (first, second))
    worth = unit_worths(rules, setup, list(dict.fromkeys(recruit.unit for recruit in second.squad)))
    return log(fsum(worth[recruit.unit] for recruit in second.squad))


def _with_foes(setup: Setup, squad: tuple[Recruit, ...]) -> Setup:
    party, foe = setup.sides
    return replace(setup, sides=(party, replace(foe, squad=squad)))
