"""How long a side's turn takes to show that nobody at the screen plays."""

from __future__ import annotations

from itertools import cycle, islice

import pytest
from msgspec.structs import replace

from game import resources
from game.ai import opponent
from game.files.scenario import quick_setup
from game.files.tiled import read_map
from game.play.dice import SeededDice
from game.rules.events import Heading, RoundBegan
from game.rules.match import Answerer, AnyMatch, HouseReferee, Match
from game.rules.questions import DICE, REFEREE, Choose, Seat
from game.rules.registry import ruleset
from game.rules.setup import SideSetup
from game.scene.moves import BRISK, IMPACT, NOTHING, PATIENCE, Animation, Pace
from game.scene.playhead import Playhead

BOOKS = ("einfelst", "glog", "ingenuity", "murdham", "sovereign")
SEVEN = 7
LONGEST = 6.0
"""Seconds of a side's turn, from the second round on."""
ROUNDS = 3
STEP = 0.005


def _seven(side: SideSetup) -> SideSetup:
    names = iter(range(1, SEVEN + 1))
    squad = [
        replace(recruit, at=None, name=f"{recruit.name} {number}" if recruit.name else "")
        for recruit, number in zip(islice(cycle(side.squad), SEVEN), names, strict=True)
    ]
    return replace(side, squad=tuple(squad))


def turns(rules: str, name: str, person: str) -> list[float]:
    """Seconds of each stretch in which others act, from round to round and heading to heading or a person's turn."""
    setup = quick_setup(read_map(resources.maps() / f"{name}.tmx"), ruleset(rules))
    setup = replace(setup, sides=tuple(_seven(side) for side in setup.sides))
    match: AnyMatch = Match.begin(ruleset(rules), setup)
    seats: dict[Seat, Answerer] = {Seat(side.name): opponent("instinct", Seat(side.name)) for side in setup.sides}
    seats[DICE], seats[REFEREE] = SeededDice(1), HouseReferee()
    head, found, others = Playhead(match, None), [0.0], False
    while (question := match.pending) is not None and match.ruleset.round_of(match.state) <= ROUNDS:
        if isinstance(question, Choose) and question.kind in ("pick", "act"):
            if question.seat == person and others:
                found.append(0.0)
            others = question.seat != person
        answer = seats[question.seat].answer(match, question)
        assert answer is not None
        match.answer(answer)
        later = match.ruleset.round_of(match.state) > 1
        head.pace.follow(brisk=others and later)
        if not (others and later):
            head.skip()
        if any(isinstance(event, RoundBegan | Heading) for event in match.events[head.shown :]):
            found.append(0.0)
        while not head.caught_up:
            head.advance(STEP)
            found[-1] += STEP
    return found


GAMES = [pytest.param(rules, marks=[pytest.mark.nightly] * (number > 1)) for number, rules in enumerate(BOOKS)]
NIGHTLY = [pytest.param(name, marks=pytest.mark.nightly) for name in ("gatehouse", "broken-keep", "night-ford")]


@pytest.mark.parametrize("rules", GAMES)
@pytest.mark.parametrize("name", ["woodland-road", *NIGHTLY])
def test_seven_others_take_a_few_seconds(rules: str, name: str) -> None:
    found = [*turns(rules, name, "party"), *turns(rules, name, "foe")]
    assert 0.5 < max(found) < LONGEST


def test_an_impact_keeps_most_of_its_time_and_what_leads_to_it_does_not() -> None:
    pace, impact = Pace(), Animation(0.4, touch=0.1)
    assert pace.rate(NOTHING) == pace.rate(impact) == 1
    pace.follow(brisk=True)
    assert (pace.rate(NOTHING), pace.rate(impact)) == (BRISK, IMPACT)
    pace.spend(2 * PATIENCE)
    assert (pace.rate(NOTHING), pace.rate(impact)) == (4 * BRISK, 4 * IMPACT)
    pace.follow(brisk=True)
    assert pace.rate(impact) == 4 * IMPACT, "the same others still act"
    pace.begin(RoundBegan(3))
    assert pace.rate(impact) == IMPACT
    pace.follow(brisk=False)
    assert pace.rate(NOTHING) == 1
