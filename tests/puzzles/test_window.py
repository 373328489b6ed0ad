"""Puzzles in the window: chosen from the title, told beside the board, judged when the aim is decided."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from game.files.atomic import file_words
from game.play.preferences import load_preferences
from game.play.puzzles import offered_puzzles, tell_share
from game.play.start import StartRequest
from game.view.widgets.forms import ListBox
from game.window.destinations import Begin, Puzzles, Title
from game.window.loop import App
from game.window.pilot import Pilot
from game.window.screens.battle import BattleScreen
from game.window.screens.puzzles import PuzzleResultScreen, PuzzlesScreen, following
from game.window.screens.replay import SolutionScreen

SHIPPED = offered_puzzles()
QUICK = min(
    (
        each
        for each in SHIPPED
        if each.puzzle.aim == "fell" and len(each.puzzle.proof.best.first) == len(each.puzzle.proof.best.steps)
    ),
    key=lambda it: len(it.puzzle.proof.best.answers),
)
"""The one with the shortest solution in which somebody is to fall when the dice fall first."""
SEED = 3


def on_screen(app: App) -> BattleScreen:
    """The battle that lies on top."""
    assert isinstance(app.top, BattleScreen)
    return app.top


def played(app: App, keys: tuple[str, ...]) -> PuzzleResultScreen:
    """The card after a puzzle in which these answers were given, and then turns ended."""
    app.go(Begin(StartRequest(QUICK.path, seed=SEED)))
    battle, left = on_screen(app), list(keys)
    for _ in range(20_000):
        app.step(0.05, [])
        if isinstance(app.top, PuzzleResultScreen):
            app.oracle.catch_up()
            app.step(0.05, [])
            return app.top
        if battle.stage.choosing is not None and app.top is battle:
            question = battle.stage.choosing.question
            battle.answer(left.pop(0) if left else question.ending or question.left_alone or question.options[0].key)
    raise AssertionError(f"nothing was decided: {app.top}")


def test_the_title_leads_to_them_and_they_stand_by_book_and_grade(app: App) -> None:
    app.go(Title())
    Pilot(app).click_button("Puzzles")
    page = app.top
    assert isinstance(page, PuzzlesScreen)
    listed = next(widget for widget in page.group.widgets if isinstance(widget, ListBox))
    week, *others = listed.rows
    assert week.text.startswith("This week's · ")
    assert [row.text.partition(" · ")[2] for row in others] == [each.title for each in SHIPPED]
    assert {row.under for row in others} <= {"easy", "medium", "hard"}


class FoundAtOnce:
    """Beside the window: a command that has written the puzzle of the week when it is first looked at."""

    def __init__(self, words: Sequence[str], folder: Path) -> None:
        self.words, self.running, self.failed, self.share = words, False, False, 1.0
        (folder / f"{file_words(words[words.index('--word') + 1])}.toml").write_text(QUICK.path.read_text())


def test_that_of_the_week_is_looked_for_when_it_is_pressed_and_then_begun(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.window.screens.puzzles.CommandJob", FoundAtOnce)
    app.go(Puzzles())
    page = app.top
    assert isinstance(page, PuzzlesScreen)
    page.chosen = 0
    page.begin()
    app.step(0.05, [])
    assert page.job is not None
    assert page.rows()[0].text.endswith(QUICK.title)
    page.begin()
    Pilot(app).wait_until_asked()
    puzzle = on_screen(app).stage.puzzle
    assert puzzle is not None
    assert puzzle.offered.name == page.word.casefold()


def test_the_aim_is_told_beside_the_board(app: App) -> None:
    app.go(Begin(StartRequest(QUICK.path)))
    Pilot(app).wait_until_asked()
    advice = on_screen(app).stage.panels.laid.advice
    assert on_screen(app).stage.puzzle is not None
    assert advice is not None
    assert advice.rect.height


def test_the_best_line_is_remembered_as_solved_and_told_with_its_odds(app: App) -> None:
    card = played(app, QUICK.puzzle.proof.best.first)
    assert card.title.startswith("Solved")
    assert card.shown
    assert "solved, try 1" in card.told
    assert load_preferences().puzzles == (QUICK.name,)
    app.go(Puzzles())
    page = app.top
    assert isinstance(page, PuzzlesScreen)
    listed = next(widget for widget in page.group.widgets if isinstance(widget, ListBox))
    assert listed.rows[SHIPPED.index(QUICK) + 1].under.endswith(", solved")


def test_the_tempting_line_solves_nothing_and_the_solution_comes_when_asked_for(app: App) -> None:
    card = played(app, QUICK.puzzle.proof.tempting.first)
    assert card.title in ("Missed", "Met, by luck")
    before = card.shown
    assert load_preferences().puzzles == ()
    Pilot(app).click_button("Show the solution")
    assert (before, card.shown) == (False, True)
    solution = app.top
    assert isinstance(solution, SolutionScreen)
    told = set[str]()
    while solution.at < solution.last:
        solution.step(1)
        assert solution.stage.puzzle is not None
        told.add(solution.stage.puzzle.told)
    assert tell_share(QUICK.puzzle.proof.best.steps[-1]) in told
    Pilot(app).press_control("cancel")
    assert app.top is card
    Pilot(app).click_button("Try again")
    Pilot(app).wait_until_asked()
    assert on_screen(app).stage.puzzle is not None
    assert len(on_screen(app).stage.session.match.history) == len(QUICK.puzzle.answers)


def test_the_battle_can_be_played_on(app: App) -> None:
    card = played(app, QUICK.puzzle.proof.tempting.first)
    card.cancel()
    for _ in range(50):
        app.step(0.05, [])
    assert on_screen(app).stage.puzzle is None


def test_the_next_one_is_the_next_that_is_not_solved() -> None:
    first, second = (each.name for each in SHIPPED[:2])
    assert following(first, []) == SHIPPED[1]
    assert following(first, [second]) == SHIPPED[2]
    assert following(SHIPPED[-1].name, []) == SHIPPED[0]
    assert following(first, [each.name for each in SHIPPED]) == SHIPPED[1]
