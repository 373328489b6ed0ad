"""The mind for games that give no advice: it beats lots in every game, and says what it tried."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from battlemat_duel import RULESET as DUEL
from game.ai import LEVELS, opponent
from game.ai.fallback import BODY, SHUT, STEP, WON, Fallback, Heuristic, StepDistances
from game.lab.arena import wilson
from game.play.dice import SeededDice
from game.play.start import StartRequest, find_file, read_setup
from game.rules.match import AnyMatch, HouseReferee, Match
from game.rules.questions import DICE, REFEREE, Answer, Choose, Seat
from game.rules.registry import ruleset
from game.rules.ruleset import AnyRuleset, HasPlanningModel
from game.rules.setup import Recruit, Setup, SideSetup
from game.rules.state import Verdict
from game.rules.table import Board
from game.spatial.field import Edge, Field, Spawn
from game.spatial.space import Space
from tests.rules.battles import begin, brawl, duel

LONGEST = 20_000
"""Answers within which every battle has to end."""

ADVICE = ("advise", "worth", "weights")


class RandomPlayer:
    """Answers by lot, each option as likely as any other; the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def answer(self, match: AnyMatch, question: Any) -> Answer:
        """Any option."""
        assert isinstance(question, Choose)
        key: str = question.options[self._random.randrange(len(question.options))].key
        return key


class Unadvised:
    """A ruleset with its advice taken away."""

    def __init__(self, rules: AnyRuleset) -> None:
        self._rules = rules

    def __getattr__(self, name: str) -> Any:
        if name in ADVICE:
            raise AttributeError(name)
        return getattr(self._rules, name)


def yard() -> Setup:
    """The ready squads of the duel, one of the thieves in ambush, on a small field."""
    west, east = (tuple((x, y) for x in xs for y in range(8)) for xs in (range(3), range(5, 8)))
    squads = DUEL.parties()
    sides = (SideSetup("party", squads["heroes"], party=True), SideSetup("foe", squads["rogues"]))
    return Setup("duel", Field(8, 8, spawns=(Spawn("west", "party", west), Spawn("east", "foe", east))), sides)


def fights(rules: AnyRuleset, setup: Setup, battles: int, seed: int) -> Iterator[bool]:
    """Battles in pairs against lots, sides swapped; for each whether the fallback has won."""
    ground = Space(setup.field)
    start = rules.begin(setup, ground)
    sides = [Seat(side.name) for side in setup.sides]
    for number in range(battles):
        mine, other = sides if number % 2 == 0 else sides[::-1]
        seats: dict[Seat, Any] = {mine: opponent("instinct", mine), other: RandomPlayer(seed + number)}
        seats[DICE], seats[REFEREE] = SeededDice(seed + number // 2), HouseReferee()
        match: AnyMatch = Match(rules, setup, ground, start, record=False)
        for _ in range(LONGEST):
            question = match.pending
            if question is None:
                break
            match.answer(seats[question.seat].answer(match, question))
        assert match.state.verdict is not None, f"battle {number} does not end"
        yield match.state.verdict.winner == mine


def test_the_duel_gives_no_advice_and_the_large_games_do() -> None:
    plain: AnyRuleset = DUEL
    assert not isinstance(plain, HasPlanningModel)
    for name in ("sovereign", "murdham"):
        assert isinstance(ruleset(name), HasPlanningModel) and not isinstance(
            Unadvised(ruleset(name)), HasPlanningModel
        )


def test_it_beats_lots_in_the_duel() -> None:
    won = sum(fights(DUEL, yard(), 24, 1))
    assert won / 24 > 0.95, won


@pytest.mark.nightly
def test_it_beats_lots_in_the_duel_over_and_over() -> None:
    won = sum(fights(DUEL, yard(), 400, 1000))
    print(f"duel: {won} of 400, {wilson(won, 400)}")
    assert won / 400 > 0.95, won


@pytest.mark.nightly
@pytest.mark.parametrize("map_", ["woodland-road", "gatehouse"])
@pytest.mark.parametrize("name", ["sovereign", "murdham"])
def test_it_beats_lots_in_the_large_games_without_their_advice(name: str, map_: str) -> None:
    rules: Any = Unadvised(ruleset(name))
    setup = read_setup(find_file(map_), StartRequest(map_, rules=name), even=True)
    won = sum(fights(rules, setup, 6, 50))
    print(f"{name} on {map_}: {won} of 6")
    assert won >= 5, won


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_tries_things_out_where_there_is_no_advice(level: str) -> None:
    match = begin(duel())
    question: Any = match.pending
    mind, plain = opponent(level, question.seat), Fallback(question.seat)
    assert mind.answer(match, question) == plain.answer(match, question)
    assert mind.reason == plain.reason


def test_it_steps_up_to_strike() -> None:
    match = begin(duel(ada=(1, 1), orc=(4, 1)))
    question: Any = match.pending
    mind = Fallback(question.seat)
    answer = str(mind.answer(match, question))
    assert answer.startswith("move 3,")
    told = mind.reason.splitlines()[0]
    assert told.startswith(f"{answer}: +") and "plays" in told and "Orc" in told, "and says with what it reckons"


def test_the_only_way_is_taken_though_dice_fall_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    match = begin(duel())
    question: Any = match.pending
    mind, (blow,) = Fallback(question.seat), [o.key for o in question.options.singles if o.key.startswith("strike ")]
    monkeypatch.setattr(Fallback, "_options", lambda *_: [blow])
    assert mind.answer(match, question) == blow
    assert mind.reason.startswith(f"{blow}: ")


def test_it_thinks_alike_twice_and_leaves_the_battle_alone() -> None:
    match = begin(brawl())
    question: Any = match.pending
    before, told = match.state, list(match.events)
    answers = {
        (mind.answer(match, question), mind.reason) for mind in (Fallback(question.seat), Fallback(question.seat))
    }
    assert len(answers) == 1
    assert match.state is before and match.events == told


def test_an_act_that_brings_nothing_is_not_made() -> None:
    field = Field(9, 3, edges=(Edge("wall", (4, 0), (4, 3), "wall"),))
    sides = (
        SideSetup("red", (Recruit("knight", "Ada", (3, 1)),), party=True),
        SideSetup("blue", (Recruit("thief", "Orc", (4, 1)),)),
    )
    match = begin(Setup("duel", field, sides))
    question: Any = match.pending
    mind = Fallback(question.seat)
    assert mind.answer(match, question) == "end", "nobody can be reached: a step there and back is for nothing"
    assert mind.reason.splitlines()[0] == "end: +0.00 (1 play)"


def test_who_has_won_says_nothing_while_somebody_must_be_in_hiding() -> None:
    match = begin(duel())
    state = match.state
    orc = next(c for c in state.combatants.values() if c.side == "blue")
    hidden = replace(
        state, combatants={**state.combatants, orc.id: replace(orc, sheet=replace(orc.sheet, hidden=True))}
    )
    far: AnyMatch = Match(DUEL, match.setup, match.ground, hidden, record=False)
    question: Any = far.pending
    mind = Fallback(question.seat)
    mind.answer(far, question)
    assert mind.reason and f"{WON:.0f}" not in mind.reason


def test_a_position_is_worth_what_is_left_of_everybody() -> None:
    match = begin(duel())
    prospect, board = Heuristic(DUEL, match.setup, Seat("red")), match.board
    known = prospect.foes(board)
    assert prospect.worth(board, known) == pytest.approx(-STEP), "one against one, a step away"
    orc = known[0]
    half = replace(orc, sheet=replace(orc.sheet, hp=orc.sheet.profile.hp // 2))
    less = replace(board.state, combatants={**board.state.combatants, orc.id: half})
    lost = 1 - BODY - (1 - BODY) * half.sheet.hp / half.sheet.profile.hp
    assert prospect.worth(Board(less, match.setup, match.ground), known) == pytest.approx(lost - STEP)
    gone = replace(board.state, combatants={who: c for who, c in board.state.combatants.items() if who != orc.id})
    assert prospect.worth(Board(gone, match.setup, match.ground), known) == pytest.approx(1 - STEP), "no further away"
    won = Board(replace(gone, verdict=Verdict("red", "")), match.setup, match.ground)
    assert prospect.worth(won, known) == WON


def test_ways_go_round_walls_and_through_doors_at_a_price() -> None:
    wall, door = Edge("wall", (2, 0), (2, 3), "wall"), Edge("door", (2, 3), (2, 4), "door")
    round_it = Space(Field(4, 4, edges=(wall,)))
    assert StepDistances().steps(round_it, (1, 0), (2, 0)) == 7, "down, a step across on the straight, and up"
    shut = Space(Field(4, 4, edges=(wall, door)))
    assert StepDistances().steps(shut, (1, 0), (2, 0)) == 7 + SHUT
    assert StepDistances().steps(shut.with_open(frozenset({"door"})), (1, 0), (2, 0)) == 7
