"""The driver of a battle: who answers by itself, whom it waits for, and what a person's answer does at once."""

from __future__ import annotations

import pytest

from game.files.saves import load_match
from game.play.folders import state_folder
from game.play.seating import HUMAN, Player
from game.play.session import Decision, Session
from game.play.workers import BackgroundThread
from game.rules.match import Match
from game.rules.questions import Impossible, Seat
from game.rules.registry import ruleset
from game.window.battle.driver import AHEAD, Driver
from tests.rules.battles import duel
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
