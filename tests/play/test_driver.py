"""The driver of a battle: who sits where and answers by itself, whom it waits for, and what an answer does at once."""

from __future__ import annotations

import pytest

from game.files.saves import load_match
from game.play.folders import state_folder
from game.play.seating import HUMAN, BadSeats, Player, read_player, read_seats, seat_players
from game.play.session import Decision, Session
from game.play.workers import BackgroundThread
from game.rules.match import Match
from game.rules.questions import Impossible, Seat
from game.rules.registry import ruleset
from game.window.battle.driver import AHEAD, Driver
from tests.rules.battles import brawl, duel
from tests.thoughts import at_once


@pytest.fixture
def driver(monkeypatch: pytest.MonkeyPatch) -> Driver:
    """A duel of a person against an AI that thinks at once."""
    monkeypatch.setattr(BackgroundThread, "ask", at_once)
    players = {Seat("red"): HUMAN, Seat("blue"): Player("ai", "instinct")}
    match = Match.begin(ruleset("duel"), duel())
    session = Session(match, players, 5, "seeded", state_folder("autosaves") / "duel-5.save")
    return Driver(session, BackgroundThread("a test"))


def test_an_answer_is_saved_at_once_and_may_be_taken_back(driver: Driver) -> None:
    session = driver.session
    question = driver.advance(0.0, 0)
    assert question is session.match.pending and question is not None and question.seat == "red"
    with pytest.raises(Impossible, match="nothing to take back"):
        driver.undo()
    driver.answer("move 1,0")
    assert load_match(session.autosave).match.history == ["move 1,0"]
    assert driver.undo() and not session.match.history
    assert load_match(session.autosave).match.history == []


def test_what_others_do_is_counted_from_the_last_answer_of_a_person(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, answers = driver.session.match, iter(("move 2,2", "end"))
    monkeypatch.setattr(driver.session, "decide", lambda _: Decision(next(answers)))
    driver.advance(0.0, 0)
    driver.answer("move 1,0")
    driver.advance(0.0, 0)
    assert not driver.others, "it is still the person's turn"
    driver.answer("end")
    turn = len(match.history)
    asked = driver.advance(0.0, 0)
    assert asked is not None and len(match.history) == turn + 2
    began = Match.begin(match.ruleset, match.setup, match.ground)
    for answer in match.history[:turn]:
        began.answer(answer)
    assert driver.others == len(began.events)
    driver.answer("end")
    assert not driver.others


def test_the_battle_does_not_run_ahead_of_the_screen(driver: Driver) -> None:
    driver.advance(0.0, 0)
    driver.answer("end")
    answers = len(driver.session.match.history)
    assert driver.advance(0.0, AHEAD) is None
    assert len(driver.session.match.history) == answers
    driver.advance(0.0, AHEAD - 1)
    assert len(driver.session.match.history) > answers


def test_an_answer_that_is_no_option_changes_nothing(driver: Driver) -> None:
    driver.advance(0.0, 0)
    with pytest.raises(Impossible):
        driver.answer("fly away")
    assert not driver.session.match.history and not driver.session.autosave.exists()


# --- Who sits where ---

LEVELS = ("instinct", "trained")


@pytest.mark.parametrize(
    ("text", "seated"),
    [
        ("human,ai", {"party": "human", "foe": "trained"}),
        ("human, human", {"party": "human", "foe": "human"}),
        ("ai:instinct,human", {"party": "instinct", "foe": "human"}),
        ("foe=human", {"party": "trained", "foe": "human"}),
        ("referee=human,foe=instinct,human", {"party": "human", "foe": "instinct", "referee": "human"}),
        ("human,instinct,referee=human", {"party": "human", "foe": "instinct", "referee": "human"}),
        ("", {"party": "trained", "foe": "trained"}),
    ],
)
def test_seats_are_read_in_order_or_by_name(text: str, seated: dict[str, str]) -> None:
    players = seat_players(read_seats(text, LEVELS), brawl(), "trained")
    assert {seat: str(player) for seat, player in players.items()} == seated


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("human,ai,ai", "--seats human,ai,ai: this battle has 2 sides (party, foe), and more are seated."),
        ("orcs=human", "--seats orcs=human: no seat is called 'orcs'; there are party, foe, referee."),
        ("human,robot", "'robot' is nobody; write human, ai or ai:LEVEL (levels: instinct, trained)."),
        ("ai:genius", "No AI level is called 'genius'; there are instinct, trained."),
    ],
)
def test_what_nobody_can_sit_by_is_said(text: str, said: str) -> None:
    with pytest.raises(BadSeats) as error:
        seat_players(read_seats(text, LEVELS), brawl(), "trained")
    assert said in str(error.value)


@pytest.mark.parametrize("player", [Player("human"), Player("ai", "instinct")])
def test_a_player_is_written_as_it_is_read(player: Player) -> None:
    assert read_player(str(player), "a save", LEVELS) == player
