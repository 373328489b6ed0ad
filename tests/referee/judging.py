"""What all referees have in common: battles to judge, facts one by one with the state around them, objections."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from game import resources
from game.ai import opponent
from game.files.scenario import quick_setup
from game.play.dice import SeededDice
from game.rules import registry
from game.rules.dice import Tally
from game.rules.events import Event, Rolled
from game.rules.match import Answerer, AnyMatch, HouseReferee, Match
from game.rules.questions import DICE, REFEREE, Seat
from game.rules.ruleset import BadSetup
from game.rules.setup import Setup
from game.rules.state import State, evolve
from game.rules.table import Board
from game.spatial.space import Space
from tests.laws.cases import Reckless, cases, shipped
from tests.laws.cases import ground as law_ground
from tests.night import NIGHT

MAPS = ("cellar", "woodland-road", "gatehouse", "night-ford", "broken-keep", "long-common")

LONGEST = 4_000
"""Answers after which a battle is judged as far as it came."""

WILD = 500
"""Answers of a battle by lot, which may never end."""

BY_DAY, AT_NIGHT = 2, 200
"""Battles of each book that are judged in a plain run, and at night."""

FALSE_BATTLES = 8
"""Battles in which an event of a kind is looked for, to be told falsely."""

JUDGED: Counter[str] = Counter()
"""How many battles, and what in them, was judged by referees in this process."""

seeds = pytest.mark.parametrize(
    "seed",
    [
        *range(BY_DAY),
        *(pytest.param(NIGHT * AT_NIGHT + seed, marks=pytest.mark.nightly) for seed in range(BY_DAY, AT_NIGHT)),
    ],
)
"""The battles that a book's referee judges."""


@dataclass(frozen=True)
class Fought:
    """A battle as it was played: how it began, and all that happened."""

    setup: Setup
    ground: Space
    start: State[Any, Any]
    events: tuple[Event, ...]
    name: str


@dataclass(frozen=True)
class Fact:
    """One event with the battle before and after it."""

    event: Event
    before: Board[Any, Any]
    after: Board[Any, Any]


class Referee:
    """Judges the facts of one battle in their order. Each book's referee says how in ``see``."""

    def __init__(self, fought: Fought) -> None:
        self.fought = fought
        self.judged: Counter[str] = Counter()
        """How often each rule was judged."""
        self.objections: list[str] = []
        self.rolled: list[Rolled] = []
        """The rolls since the last event that told what they came to; the referee of a book empties it."""
        self.where = ""

    def judge(self, *, first: bool = False) -> None:
        """Read the whole battle, or only as far as to the ``first`` objection."""
        for number, fact in enumerate(facts(self.fought)):
            if first and self.objections:
                return
            self.where = f"{self.fought.name}, event {number}, {type(fact.event).__name__}"
            if isinstance(fact.event, Rolled):
                self.rolled.append(fact.event)
            self.see(fact)
        JUDGED["battles"] += 1
        JUDGED["judgements"] += self.judged.total()

    def see(self, fact: Fact) -> None:
        """Judge one fact."""
        raise NotImplementedError

    def noted(self, rule: str) -> None:
        """Note that a rule was judged."""
        self.judged[rule] += 1

    def same(self, rule: str, what: str, told: object, found: object) -> None:
        """Object if what was told is not what the referee found."""
        self.noted(rule)
        if told != found:
            self.objections.append(f"{self.where}: {what} [{rule}]: told {told}, found {found}")

    def holds(self, rule: str, what: str, fine: bool) -> None:
        """Object if something that a rule demands does not hold."""
        self.same(rule, what, fine, True)


Occasions = Mapping[type[Event], Sequence[str]]
"""What must be judged wherever something happens: for each kind of event the rules that it brings up."""


def unjudged(referee: Referee, occasions: Occasions) -> set[str]:
    """The rules that a battle gave occasion for and that nobody judged."""
    kinds = {type(event) for event in referee.fought.events}
    return {rule for kind in kinds for rule in occasions.get(kind, ())} - set(referee.judged)


def object_to_nothing(referee: Referee, occasions: Occasions) -> None:
    """Judge a battle to which there is no objection, and of which all is judged that it gave occasion for."""
    referee.judge()
    assert not referee.objections, "\n".join(referee.objections[:20])
    assert not unjudged(referee, occasions)


def facts(fought: Fought) -> Iterator[Fact]:
    """The events of a battle, each with the board around it."""
    before = Board(fought.start, fought.setup, fought.ground)
    for event in fought.events:
        after = before.moment(evolve(before.state, event))
        yield Fact(event, before, after)
        before = after


@cache
def ground(name: str) -> Space:
    """A shipped map, worked out once."""
    return Space(shipped(resources.maps() / f"{name}.tmx").field)


@lru_cache(FALSE_BATTLES)
def battle(rules: str, seed: int) -> Fought:
    """A battle of Instinct against itself, its map, its squads and its dice by the seed."""
    lots, book = Random(seed), registry.ruleset(rules)
    squads = list(book.parties().values())
    while True:
        name = MAPS[seed % len(MAPS)]
        setup = quick_setup(shipped(resources.maps() / f"{name}.tmx"), book)
        sides = tuple(replace(side, squad=lots.choice(squads)) for side in setup.sides)
        setup = replace(setup, sides=sides)
        try:
            start = book.begin(setup, ground(name))
        except BadSetup:  # no room for so many
            continue
        return fight_out(setup, ground(name), start, seed, f"{rules}, {name}, seed {seed}")


def fight_out(setup: Setup, space: Space, start: State[Any, Any], seed: int, name: str) -> Fought:
    """A battle played by Instinct on all sides, with the dice of a seed."""
    match: AnyMatch = Match(registry.ruleset(setup.ruleset), setup, space, start, record=False)
    seats: dict[Seat, Answerer] = {DICE: SeededDice(seed), REFEREE: HouseReferee()}
    seats.update((Seat(side.name), opponent("instinct", Seat(side.name))) for side in setup.sides)
    for _ in range(LONGEST):
        if match.pending is None:
            break
        answer = seats[match.pending.seat].answer(match, match.pending)
        assert answer is not None
        match.answer(answer)
    return Fought(setup, space, start, tuple(match.events), name)


@lru_cache(FALSE_BATTLES)
def reckless(rules: str, seed: int) -> Fought:
    """A battle of the laws' cases in which all is answered by lot: ambushes, settings, deeds that no AI would do."""
    own = [case for case in cases() if case.ruleset.name == rules]
    case = own[seed % len(own)]
    start = case.begin().state
    match: AnyMatch = Match(case.ruleset, case.setup, law_ground(str(case)), start, record=False)
    lots = Reckless(seed)
    for _ in range(WILD):
        if match.pending is None:
            break
        match.answer(lots.answer(match, match.pending))
    return Fought(case.setup, law_ground(str(case)), start, tuple(match.events), f"{case}, seed {seed}")


Change = Callable[[Any], Any]
"""Makes a field's value a false one."""


def object_to_false(referee: type[Referee], rules: str, kind: type[Event], field: str, change: Change) -> None:
    """Tell an event falsely in the first battle that has one; raises AssertionError where nobody objects."""
    object_to_false_in((battle(rules, seed) for seed in range(FALSE_BATTLES)), referee, kind, field, change)


def object_to_false_in(
    battles: Iterable[Fought], referee: type[Referee], kind: type[Event], field: str, change: Change
) -> None:
    """The same in battles of one's own."""
    for fought in battles:
        place = next((place for place, event in enumerate(fought.events) if isinstance(event, kind)), None)
        if place is None:
            continue
        event = fought.events[place]
        false = replace(event, **{field: change(getattr(event, field))})
        events = (*fought.events[:place], false, *fought.events[place + 1 :])
        judge = referee(Fought(fought.setup, fought.ground, fought.start, events, fought.name))
        judge.judge(first=True)
        assert judge.objections, f"{fought.name}: nobody objects to {false}, told for {event}"
        return
    raise AssertionError(f"no {kind.__name__} in any of the battles")


def more(tally: Tally) -> Tally:
    """A tally with one more than there was."""
    return tally.plus("told falsely", 1, "")


def term(tally: Tally, *labels: str) -> int:
    """What the terms of these labels add up to."""
    return sum(each.value for each in tally.terms if each.label in labels)


def highest(faces: Sequence[int]) -> int:
    """The highest of some dice; 0 where none were rolled."""
    return max(faces, default=0)
