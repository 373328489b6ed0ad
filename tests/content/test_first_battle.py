"""The battles that a newcomer is given by each book: short, told in two sentences; one to be won, then a fair one."""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from game import resources
from game.ai import opponent
from game.files.scenario import read_scenario, to_setup
from game.lab.arena import Contest, Pit, hold, wilson
from game.lab.minds import AILevel
from game.lab.win_forecast import tally
from game.play.dice import SeededDice
from game.play.quick_battle import FIRST, OTHERWISE, QUICK, quick_battle
from game.rules import registry
from game.rules.events import AttackEvent
from game.rules.match import Answerer, HouseReferee, Match
from game.rules.questions import DICE, REFEREE, Choose, Seat
from game.rules.registry import ruleset
from game.rules.setup import Setup
from game.spatial.field import Cell
from game.spatial.space import Space

BOOKS = read_scenario(resources.maps() / QUICK).playable

BATTLES = 60
"""Battles from which the chances of the first side are told."""


SEEDS = 40
"""Seeds with which it is tried whether anybody is harmed before the first decision."""

MEASURED = 200
"""Battles from which it is told how often the first battle is won."""

EITHER = pytest.mark.parametrize("file", [FIRST, QUICK])


def setup_by(rules: str, file: str = QUICK) -> Setup:
    """The battle by a ruleset."""
    return to_setup(read_scenario(resources.maps() / file, rules))


def starts(setup: Setup, side: str) -> list[Cell]:
    """Where a side begins."""
    return [cell for spawn in setup.field.spawns if spawn.side == side for cell in spawn.cells]


@EITHER
def test_it_is_played_by_every_book_that_is_installed(file: str) -> None:
    shipped = {
        path.name for path in (resources.maps().parent / "rulesets").iterdir() if (path / "ledger.toml").is_file()
    }
    playable = read_scenario(resources.maps() / file).playable
    assert set(playable) == {name for name in registry.names() if name in shipped}


@pytest.mark.parametrize("rules", BOOKS)
def test_the_title_begins_it(rules: str) -> None:
    for newcomer, file in ((True, FIRST), (False, QUICK)):
        battle = quick_battle(rules, newcomer=newcomer)
        assert battle is not None
        assert (battle.file, battle.rules) == (resources.maps() / file, rules)


def test_the_first_is_against_novices_and_the_next_against_regulars() -> None:
    players = [read_scenario(resources.maps() / file).players for file in (FIRST, QUICK)]
    assert players == [{"party": "human", "foe": "novice"}, {"party": "human", "foe": "instinct"}]


def test_rules_that_it_has_no_squads_for_are_played_on_a_map() -> None:
    for newcomer in (True, False):
        battle = quick_battle("duel", newcomer=newcomer)
        assert battle is not None
        assert battle.file == resources.maps() / OTHERWISE


@EITHER
@pytest.mark.parametrize("rules", BOOKS)
def test_there_are_few_enough_to_learn_and_of_several_kinds(rules: str, file: str) -> None:
    party, foes = setup_by(rules, file).sides
    assert party.party
    assert 3 <= len(party.squad) <= 4
    assert 3 <= len(foes.squad) <= 6
    assert len({recruit.unit for recruit in foes.squad}) >= 3
    assert not any(recruit.hidden for side in (party, foes) for recruit in side.squad)


@EITHER
@pytest.mark.parametrize("rules", BOOKS)
def test_two_sentences_tell_place_and_aim(rules: str, file: str) -> None:
    told = setup_by(rules, file).description
    sentences = [each for each in told.split(". ") if each]
    assert len(sentences) == 2
    assert told.endswith(".")
    assert "road" in sentences[0]
    assert "won" in sentences[1]


@pytest.mark.parametrize("rules", BOOKS)
def test_no_shut_door_stands_between_the_sides(rules: str) -> None:
    setup = setup_by(rules)
    ground = Space(setup.field)
    from_foes = ground.reach(starts(setup, "foe")[0], setup.field.width)
    for cell in starts(setup, "party"):
        assert cell in from_foes
        assert any(ground.sees(cell, foe) for foe in starts(setup, "foe"))


@pytest.mark.parametrize(("file", "rounds"), [(FIRST, 3), (QUICK, 2)])
@pytest.mark.parametrize("rules", BOOKS)
def test_the_first_blow_falls_soon(rules: str, file: str, rounds: int) -> None:
    setup, book = setup_by(rules, file), ruleset(rules)
    seats: dict[Seat, Answerer] = {Seat(side.name): opponent("instinct", Seat(side.name)) for side in setup.sides}
    seats |= {DICE: SeededDice(1), REFEREE: HouseReferee()}
    match: Match[Any, Any] = Match.begin(book, setup)
    while (question := match.pending) is not None and book.round_of(match.state) <= rounds:
        answer = seats[question.seat].answer(match, question)
        assert answer is not None
        match.answer(answer)
        if any(isinstance(event, AttackEvent) for event in match.events):
            return
    pytest.fail(f"{rounds} rounds have gone by without an attack")


def until_first_decision(setup: Setup, level: str, seed: int) -> tuple[Match[Any, Any], Match[Any, Any]]:
    """A battle as it begins, and when the party first has a turn to decide on, against an AI of a level."""
    book, ground = ruleset(setup.ruleset), Space(setup.field)
    start = book.begin(setup, ground)
    begun: Match[Any, Any] = Match(book, setup, ground, start, record=False)
    match: Match[Any, Any] = Match(book, setup, ground, start, record=False)
    seats: dict[Seat, Answerer] = {Seat("party"): opponent("instinct", Seat("party"))}
    seats |= {Seat("foe"): opponent(level, Seat("foe")), DICE: SeededDice(seed), REFEREE: HouseReferee()}
    while (question := match.pending) is not None:
        if isinstance(question, Choose) and question.seat == "party" and question.kind in ("pick", "act"):
            break
        answer = seats[question.seat].answer(match, question)
        assert answer is not None
        match.answer(answer)
    return begun, match


@pytest.mark.parametrize("rules", BOOKS)
def test_nobody_is_harmed_in_the_first_battle_before_the_party_decides(rules: str) -> None:
    """Whatever the dice: neither Novices, who play it, nor better ones come to anybody."""
    setup, book = setup_by(rules, FIRST), ruleset(rules)
    for level, seed in product(("novice", "instinct"), range(SEEDS)):
        begun, match = until_first_decision(setup, level, seed)
        assert match.pending is not None
        for each in begun.state.on("party"):
            before, now = (book.standing(battle.board, each.id) for battle in (begun, match))
            assert now.up, (level, seed)
            assert [(bar.word, bar.left) for bar in now.bars] == [(bar.word, bar.left) for bar in before.bars]


@pytest.mark.parametrize("rules", BOOKS)
def test_hardly_anybody_is_down_before_the_party_has_its_first_turn(rules: str) -> None:
    setup, book, fallen = setup_by(rules), ruleset(rules), 0
    for seed in range(20):
        _, match = until_first_decision(setup, "instinct", seed)
        fallen += any(not book.standing(match.board, each.id).up for each in match.state.on("party"))
    assert fallen <= 1


@pytest.mark.nightly
@pytest.mark.parametrize("rules", BOOKS)
def test_a_stranger_wins_the_first_battle(rules: str, record_property: Callable[[str, Any], None]) -> None:
    """Instinct in the place of the player wins 80 to 85 of 100: no less can be told apart by so many battles."""
    setup = setup_by(rules, FIRST)
    # The AIs change sides in every second battle: only those count in which Novices have the foes.
    pit = Pit(Contest(setup, (AILevel("instinct"), AILevel("novice")), seed=1, battles=2 * MEASURED))
    found = tally(("party", "foe"), [pit.fight(2 * number) for number in range(MEASURED)])
    low, high = wilson(found.first, found.first + found.second)
    told = f"{found.first} of {found.first + found.second} won, {100 * low:.0f} to {100 * high:.0f} in 100"
    record_property("told", told)
    assert low <= 0.85 and high >= 0.80, told


@pytest.mark.nightly
@pytest.mark.parametrize("rules", BOOKS)
def test_either_side_may_win_it(rules: str) -> None:
    setup, instinct = setup_by(rules), AILevel("instinct")
    report = hold(Contest(setup, (instinct, instinct), seed=1, battles=BATTLES), jobs=os.cpu_count() or 1)
    found = tally(("party", "foe"), report.fought)
    assert found.battles == BATTLES
    assert 0.45 <= found.first / found.battles <= 0.60, (found, report.mean_rounds)
