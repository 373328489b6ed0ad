"""A fresh battle from a word: a map that is made of it, two squads, a scenario that has both.

The same word, rules, kind, size and difficulty give the same battle on every machine; whatever is not named follows
from the word.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from game.files.drafting import as_unit, listed
from game.files.errors import BadFile
from game.files.generate import KINDS, USUAL_SIZE, write_map
from game.files.generate.seeded import SeededDraws
from game.files.names import file_words
from game.files.scenario import PlayerKind, Scenario, ScenarioSide, ScenarioTable, read_scenario, to_setup
from game.files.writing import write_scenario
from game.lab.difficulty import AIMS, USUAL
from game.lab.matching import draw_squads, map_term, strengths_of
from game.play.dice import fresh_seed
from game.rules.registry import ruleset
from game.rules.setup import Recruit
from game.rules.strengths import logit_of

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
    difficulty: str = USUAL
    opponent: PlayerKind = "instinct"
    """The level of the AI that plays the foes; map and squads don't follow from it."""

    @property
    def name(self) -> str:
        """What its files are called, without an ending."""
        return file_words(f"{self.word} {self.rules} {self.map_kind} {self.size} {self.difficulty}")

    @property
    def map_kind(self) -> str:
        """The kind of map that it has."""
        return self.kind or SeededDraws(self.word).part("kind").pick(sorted(KINDS))


def fresh_word() -> str:
    """A word that nobody has chosen."""
    number = fresh_seed()
    return f"{FIRST_WORDS[number % len(FIRST_WORDS)]} {SECOND_WORDS[number // len(FIRST_WORDS) % len(SECOND_WORDS)]}"


def write_skirmish(
    wanted: SkirmishRequest, folder: Path, *, company: Sequence[Recruit] = (), promised: float | None = None
) -> Scenario:
    """Write the map and the scenario of a battle to a folder. Raises BadFile, UnknownRuleset.

    The same battle is written over, for it is the same. ``company``: who is on the person's side, in place of a ready
    squad; ``promised``: how often that is to win, from 0 to 1, in place of what the difficulty says.
    """
    if not wanted.word.strip():
        raise BadFile("a skirmish is made of a word; name one")
    rules = ruleset(wanted.rules)
    chart = write_map(folder / f"{wanted.name}.tmx", wanted.word, wanted.map_kind, wanted.size)
    draws = SeededDraws(f"{wanted.word}/{wanted.rules}/{wanted.size}")
    logit = logit_of(AIMS[wanted.difficulty].promised if promised is None else promised)
    setup = draw_squads(chart, rules, draws, logit, (map_term(wanted.map_kind),), strengths_of(rules), company=company)
    path = folder / f"{wanted.name}.toml"
    sides = tuple(
        ScenarioSide(
            side.name,
            {rules.name: listed(map(as_unit, side.squad))},
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
