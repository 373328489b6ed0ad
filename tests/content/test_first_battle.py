"""The battle that a newcomer is given by each book: fair, short, told in two sentences, begun in sight of the foe."""

from __future__ import annotations

import os
from typing import Any

import pytest

from game import resources
from game.ai import opponent
from game.files.scenario import read_scenario, to_setup
from game.lab.arena import Contest, hold
from game.lab.minds import AILevel
from game.lab.win_forecast import tally
from game.play.dice import SeededDice
from game.play.quick_battle import FIRST, OTHERWISE, quick_battle
from game.rules import registry
from game.rules.event_kinds import AttackEvent
from game.rules.match import Match
from game.rules.questions import DICE, REFEREE, Choose, Seat
from game.rules.registry import ruleset
from game.rules.seats import Answerer, HouseReferee
from game.rules.setup import Setup
from game.spatial.field import Cell
from game.spatial.space import Space

PATH = resources.maps() / FIRST
BOOKS = read_scenario(PATH).playable

BATTLES = 60
"""Battles from which the chances of the first side are told."""


def first_battle(rules: str) -> Setup:
    """The battle by a ruleset."""
    return to_setup(read_scenario(PATH, rules))


def starts(setup: Setup, side: str) -> list[Cell]:
    """Where a side begins."""
    return [cell for spawn in setup.field.spawns if spawn.side == side for cell in spawn.cells]


def test_it_is_played_by_every_book_that_is_installed() -> None:
    shipped = {
        path.name for path in (resources.maps().parent / "rulesets").iterdir() if (path / "ledger.toml").is_file()
    }
    assert set(BOOKS) == {name for name in registry.names() if name in shipped}


@pytest.mark.parametrize("rules", BOOKS)
def test_the_title_begins_it(rules: str) -> None:
    battle = quick_battle(rules)
    assert battle is not None
    assert (battle.file, battle.rules) == (PATH, rules)


def test_rules_that_it_has_no_squads_for_are_played_on_a_map() -> None:
    battle = quick_battle("duel")
    assert battle is not None
    assert battle.file == resources.maps() / OTHERWISE


@pytest.mark.parametrize("rules", BOOKS)
def test_there_are_few_enough_to_learn_and_of_several_kinds(rules: str) -> None:
    party, foes = first_battle(rules).sides
    assert party.party
    assert 3 <= len(party.squad) <= 4
    assert 3 <= len(foes.squad) <= 5
    assert len({recruit.unit for recruit in foes.squad}) >= 3
    assert not any(recruit.hidden for side in (party, foes) for recruit in side.squad)


@pytest.mark.parametrize("rules", BOOKS)
def test_two_sentences_tell_place_and_aim(rules: str) -> None:
    told = first_battle(rules).description
    sentences = [each for each in told.split(". ") if each]
    assert len(sentences) == 2
    assert told.endswith(".")
    assert "road" in sentences[0]
    assert "won" in sentences[1]


@pytest.mark.parametrize("rules", BOOKS)
def test_no_shut_door_stands_between_the_sides(rules: str) -> None:
    setup = first_battle(rules)
    ground = Space(setup.field)
    from_foes = ground.reach(starts(setup, "foe")[0], setup.field.width)
    for cell in starts(setup, "party"):
        assert cell in from_foes
        assert any(ground.sees(cell, foe) for foe in starts(setup, "foe"))


@pytest.mark.parametrize("rules", BOOKS)
def test_the_first_blow_falls_within_two_rounds(rules: str) -> None:
    setup, book = first_battle(rules), ruleset(rules)
    seats: dict[Seat, Answerer] = {Seat(side.name): opponent("instinct", Seat(side.name)) for side in setup.sides}
    seats |= {DICE: SeededDice(1), REFEREE: HouseReferee()}
    match: Match[Any, Any] = Match.begin(book, setup)
    while (question := match.pending) is not None and book.round_of(match.state) <= 2:
        answer = seats[question.seat].answer(match, question)
        assert answer is not None
        match.answer(answer)
        if any(isinstance(event, AttackEvent) for event in match.events):
            return
    pytest.fail("two rounds have gone by without an attack")


@pytest.mark.parametrize("rules", BOOKS)
def test_hardly_anybody_is_down_before_the_party_has_its_first_turn(rules: str) -> None:
    setup, book = first_battle(rules), ruleset(rules)
    ground, fallen = Space(setup.field), 0
    start = book.begin(setup, ground)
    for seed in range(20):
        seats: dict[Seat, Answerer] = {Seat(side.name): opponent("instinct", Seat(side.name)) for side in setup.sides}
        seats |= {DICE: SeededDice(seed), REFEREE: HouseReferee()}
        match: Match[Any, Any] = Match(book, setup, ground, start, record=False)
        while (question := match.pending) is not None:
            if isinstance(question, Choose) and question.seat == "party" and question.kind in ("pick", "act"):
                break
            answer = seats[question.seat].answer(match, question)
            assert answer is not None
            match.answer(answer)
        party = match.state.on("party")
        fallen += any(not book.standing(match.board, each.id).up for each in party)
    assert fallen <= 1


@pytest.mark.nightly
@pytest.mark.parametrize("rules", BOOKS)
def test_either_side_may_win_it(rules: str) -> None:
    setup, instinct = first_battle(rules), AILevel("instinct")
    report = hold(Contest(setup, (instinct, instinct), seed=1, battles=BATTLES), jobs=os.cpu_count() or 1)
    found = tally(("party", "foe"), report.fought)
    assert found.battles == BATTLES
    assert 0.45 <= found.first / found.battles <= 0.60, (found, report.mean_rounds)
