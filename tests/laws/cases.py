"""The battles that the laws are tried on: every ruleset, its ready squads, plain fields and shipped maps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from msgspec.structs import replace

from game import resources
from game.files.scenario import quick_setup
from game.files.tiled import read_map
from game.rules import registry
from game.rules.dice import sides_of
from game.rules.match import AnyMatch, Match
from game.rules.questions import Answer, Choose, Roll
from game.rules.ruleset import AnyRuleset, Setting
from game.rules.setup import Recruit, Setup, SideSetup
from game.spatial.field import UNIT, Edge, Feature, Field, Spawn, Terrain
from game.spatial.places import Place, written
from game.spatial.space import Space
from tests.rules.battles import installed

FEW = 3
"""Recruits of a side where battles by lot are long: on a shipped map, and against an ambush."""

CROWD = 5
"""Those of the other side who lie in ambush, or don't: enough that two are of a kind."""


def _meadow() -> Field:
    """Open ground."""
    return Field(14, 10, spawns=_ends(14, 10), title="Meadow")


def _yard() -> Field:
    """A few steps of open ground."""
    return Field(8, 8, spawns=_ends(8, 8), title="Yard")


def _strictest(setting: Setting) -> str:
    """A setting with as much of it played as can be: for all, or on, or as the house has it."""
    choices = dict(setting.choices)
    return next((key for key in ("all", "yes") if key in choices), setting.default)


def _rooms() -> Field:
    """Walls, pillars, crates, a door, a window, rough and high ground, a fire and a pit."""
    plan = (
        "..........#.....",
        "..........#.....",
        "...o......#..o..",
        ".............._.",
        "....cc....#.....",
        "..........#..^^.",
        "...o..~~..#..^^.",
        "......~~..#.....",
        "..........#.....",
        "..........#.....",
    )
    palette = (
        Terrain(),
        Terrain("wall", True, True),
        Terrain("pillar", True, True),
        Terrain("crate", False, False, UNIT * 3 // 5, cost=2),
        Terrain("rubble", cost=2),
        Terrain("mound"),
        Terrain("grate", cost=2),
    )
    rows = "".join(plan)
    return Field(
        16,
        10,
        palette,
        tuple(".#oc~^_".index(sign) for sign in rows),
        tuple(UNIT // 2 if sign == "^" else 0 for sign in rows),
        edges=(
            Edge("door", (10, 3), (10, 4), "door", "closed", name="The door"),
            Edge("parapet", (3, 8), (6, 8), "low_wall", sill=UNIT // 2),
        ),
        spawns=_ends(16, 10),
        features=(Feature("fire", "fire", ((7, 4),), "Camp fire", "d6"),),
        title="Rooms",
    )


def _ends(width: int, height: int) -> tuple[Spawn, ...]:
    """The two ends of a field to start on."""
    west = tuple((x, y) for x in range(3) for y in range(height))
    east = tuple((x, y) for x in range(width - 3, width) for y in range(height))
    return (Spawn("west", "party", west), Spawn("east", "foe", east))


@dataclass(frozen=True)
class Case:
    """One battle: a ruleset and a set-up."""

    ruleset: AnyRuleset
    label: str
    setup: Setup

    def __str__(self) -> str:
        return f"{self.ruleset.name}-{self.label}"

    def begin(self) -> AnyMatch:
        """The battle at its first question."""
        match: AnyMatch = Match.begin(self.ruleset, self.setup, ground(str(self)))
        return match


@cache
def ground(name: str) -> Space:
    """The map of a case, worked out once."""
    return Space(next(case for case in cases() if str(case) == name).setup.field)


shipped = cache(read_map)
"""A map of the game, read once for all rulesets."""


@cache
def cases() -> tuple[Case, ...]:
    """Every battle of every ruleset."""
    with installed():
        return tuple(case for name in registry.names() for case in _cases(registry.ruleset(name)))


def _cases(rules: AnyRuleset) -> Iterator[Case]:
    squads = rules.parties()
    first = next(iter(squads.values()))
    crowd = next((s for s in squads.values() if len({r.unit for r in s}) < len(s)), list(squads.values())[-1])
    yield Case(rules, "meadow", _setup(rules.name, _meadow(), first, crowd))
    hidden = tuple(replace(recruit, hidden=index % 2 == 0) for index, recruit in enumerate(crowd))[:CROWD]
    asks = {setting.key: "ask" for setting in rules.settings if "ask" in dict(setting.choices)}
    yield Case(rules, "rooms-ambush", replace(_setup(rules.name, _rooms(), first[:FEW], hidden), options=asks))
    last = list(squads.values())[-1]
    yield Case(rules, "mirror", _setup(rules.name, _rooms(), last, last))
    lurking = tuple(replace(recruit, hidden=index == 0) for index, recruit in enumerate(first))
    everything = {setting.key: _strictest(setting) for setting in rules.settings}
    yield Case(rules, "yard-optional", replace(_setup(rules.name, _yard(), lurking, hidden), options=everything))
    try:
        path = resources.maps() / "cellar.tmx"
    except FileNotFoundError:
        return
    setup = quick_setup(shipped(path), rules)
    few = tuple(replace(side, squad=side.squad[:FEW]) for side in setup.sides)
    yield Case(rules, path.stem, replace(setup, sides=few))


def _setup(rules: str, field: Field, party: tuple[Recruit, ...], foe: tuple[Recruit, ...]) -> Setup:
    return Setup(rules, field, (SideSetup("party", party, party=True), SideSetup("foe", foe)), field.title)


class Reckless:
    """Answers by lot, the same for the same seed: seldom passes up a blow, and mostly walks towards somebody else."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def answer(self, match: AnyMatch, question: Choose[Any] | Roll) -> Answer:
        """An answer that the question allows."""
        if isinstance(question, Roll):
            return tuple(self._random.randint(1, sides) for sides in sides_of(question.dice))
        menu = question.options
        blows = [option.key for option in menu.singles if option.target is not None]
        if blows and self._random.random() < 0.75:
            return self._random.choice(blows)
        if menu.families and self._random.random() < 0.5:
            family = self._random.choice(menu.families)
            place = self._random.choice(family.places)
            if self._random.random() < 0.8:
                place = min(family.places, key=lambda place: _nearest_foe(match, question, place))
            return family.key(place)
        return self._random.choice(menu.singles or tuple(menu)).key


def numbers(place: Place) -> tuple[int, int]:
    """A place as two numbers, for choices that only have to be the same every time."""
    x, _, y = written(place).partition(",")
    return int(x), int(y)


def _nearest_foe(match: AnyMatch, question: Choose[Any], place: Place) -> int:
    """How far a place is from the nearest combatant of another side, by any measure that shortens battles."""
    others = (numbers(c.at) for c in match.state.combatants.values() if c.side != question.seat)
    x, y = numbers(place)
    return min((abs(at[0] - x) + abs(at[1] - y) for at in others), default=0)
