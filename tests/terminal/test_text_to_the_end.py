"""The text game goes on whatever is typed, and keeps what was played."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.files.errors import BadFile
from game.files.saves import load_match
from game.play.session import Session
from game.rules.match import AnyMatch
from tests.program import ByLot
from tests.rules.battles import brawl
from tests.terminal.text_game import play, table

WORDS = """
    ? list map who goal look cannot log undo undo auto auto 1 1 2 3 4 end end orders
    map all|map m|look o|odds 1|odds 2|why 1|why m 1,1|rule d|log 3|m 1,1|m 2,2|m 4,2|m 5,3|orders parry always
    |orders never|orders ask|save a.save|load a.save|save b.battle||/x|/|who cares
"""


LINES = [*WORDS.splitlines()[1].split(), *(line.strip() for line in "".join(WORDS.splitlines()[2:]).split("|"))]


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_typed_the_game_goes_on(seed: int) -> None:
    draw = Random(seed)
    seats = ("human,human", "human,ai", "human,human,referee=human")[seed % 3]
    session = table(brawl(), seats, dice=("seeded", "typed")[seed % 2], seed=seed)
    text = play(session, *(draw.choice(LINES) for _ in range(150)), chances=seed == 0)
    assert "Saved." in text or "The battle is over." in text
    load_match(Path("auto.save")).match.recall()


@pytest.fixture
def slow_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A quarter of a second passes between two looks at the clock."""
    ticks = count(0.0, 0.25)
    monkeypatch.setattr("game.terminal.text.monotonic", lambda: next(ticks))


def stopped_after(answers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the player lose patience with AIs that have answered so often."""
    turns, answer = count(), ByLot.answer

    def impatient(self: ByLot, match: AnyMatch, question: Any) -> Any:
        if next(turns) >= answers:
            raise KeyboardInterrupt
        return answer(self, match, question)

    monkeypatch.setattr(ByLot, "answer", impatient)


@pytest.mark.usefixtures("slow_clock")
def test_what_nobody_but_opponents_plays_is_saved_on_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    session = table(brawl(), "ai,ai")
    stopped_after(12, monkeypatch)
    with pytest.raises(KeyboardInterrupt):
        play(session)
    played, saved = session.match.history, load_match(Path("auto.save")).match.history
    assert len(played) >= 12
    assert len(played) - len(saved) < 3
    assert saved == played[: len(saved)]


@pytest.mark.usefixtures("slow_clock")
def test_a_disk_that_refuses_is_told_of_once_while_opponents_play(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: Session) -> None:
        raise BadFile("auto.save: could not be written (No space left on device)")

    monkeypatch.setattr(Session, "write_autosave", refuse)
    text = play(table(brawl(), "ai,ai"))
    assert text.count("Not saved. auto.save: could not be written") == 2, "at the start and at the end"
    assert "The battle is over." in text
