"""A lesson in a terminal, and its end."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from game import resources
from game.play.quick_battle import quick_file
from game.play.seating import Player, SeatRequest
from game.play.start import StartRequest, sit_down
from game.terminal.terminal import Terminal
from game.terminal.text import TextGame
from tests.lessons.pupils import begin, good, play
from tests.program import Run


@pytest.mark.parametrize("path", resources.shipped_lessons(), ids=lambda path: path.stem)
def test_it_names_the_battle_by_the_same_rules_and_how_that_is_begun(path: Path) -> None:
    session, course = begin(path)
    for _ in play(session, course, good, 150):
        pass
    assert session.match.pending is None
    out = io.StringIO()
    TextGame(session, Terminal(io.StringIO(), out), chances=False).run()
    rules = session.match.setup.ruleset
    offered = f"Now a battle: Thieves at the cart. Begin with: battlemat text thieves-at-the-cart --rules {rules}\n"
    assert out.getvalue().endswith(offered)


def test_after_another_battle_none_is_named() -> None:
    instinct = SeatRequest(Player("ai", "instinct"))
    session = sit_down(StartRequest(quick_file("glog"), "glog", seats=(instinct, instinct), seed=2), lambda _: None)
    out = io.StringIO()
    TextGame(session, Terminal(io.StringIO(), out), chances=False).run()
    assert "The battle is over." in out.getvalue()
    assert "Now a battle" not in out.getvalue()


def test_a_lesson_says_its_steps_between_the_log_and_the_question(run: Run) -> None:
    code, out, err = run("text", "three-actions", "--no-chances", typed=["hartwin", "undo", "quit"])
    assert (code, err) == (0, "")
    first, second = out.index("Three actions · 0 of"), out.index("Three actions · 1 of")
    assert out.index("Who acts?") > first
    assert out.index("Hartwin: what now?") > second
    assert out.index("Three actions · 0 of", second) > second, "what was taken back is asked for again"


def test_the_first_page_is_told_once_before_the_first_question(run: Run) -> None:
    _, out, _ = run("text", "three-actions", "--no-chances", typed=["hartwin", "undo", "quit"])
    page = "Two brigands stand at a cart, a third is on his way."
    assert out.count(page) == 1
    assert out.index(page) < out.index("Three actions · 0 of") < out.index("Who acts?")
