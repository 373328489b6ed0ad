"""Lessons in the window: found, told beside the board, played by clicks and by the keys that they name."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from threading import Event

import pygame
import pytest

from game import resources
from game.files.lessons import Pointer
from game.play.lessons import next_lesson, offered_lessons
from game.play.preferences import load_preferences
from game.play.start import StartRequest, sit_down
from game.rules.questions import Choose, Option
from game.rules.registry import ruleset
from game.view.widgets.picture_button import PictureButton
from game.view.widgets.progress import ProgressBar
from game.view.widgets.widget import Label
from game.window.battle.board_clicks import meant_by
from game.window.battle.lesson_panel import asks_for, tell_keys
from game.window.battle.prompt import Prompt
from game.window.controls import Keys
from game.window.destinations import Begin, LessonPage, LessonResult, Lessons, Title
from game.window.loop import App
from game.window.pilot import Pilot
from game.window.screens.lessons import TRUE_DICE, LearnedScreen, LessonPageScreen, LessonsScreen
from game.window.screens.setup import SetupScreen
from game.window.window import begin
from tests.lessons.pupils import good
from tests.window.staged import panel_rects

QUICK = next(path for path in resources.shipped_lessons() if path.stem == "three-actions")


def begun(app: App, path: Path = QUICK) -> Pilot:
    """A lesson on the screen, with its first question open."""
    app.go(Begin(StartRequest(path)))
    pilot = Pilot(app)
    assert pilot.wait_until_asked() is not None
    return pilot


def wait_for_battle(pilot: Pilot) -> None:
    """Let the battle come that is prepared beside the window."""
    page = pilot.app.top
    if isinstance(page, LessonPageScreen):
        page.preparing.result.within(60)
        pilot.app.step(0.02, [])


@pytest.mark.usefixtures("threads")
def test_the_first_page_shows_how_far_the_battle_is_prepared(app: App) -> None:
    hold = Event()
    app.oracle.ask(lambda: hold.wait(60))
    app.go(LessonPage(offered_lessons()[0]))
    pilot, page = Pilot(app), app.top
    assert isinstance(page, LessonPageScreen)
    assert page.moving
    assert page.preparing.share == 0
    bars = [widget for widget in page.group.widgets if isinstance(widget, ProgressBar)]
    assert len(bars) == 1
    app.draw()
    pilot.click_button("Begin")
    assert app.top is page
    hold.set()
    wait_for_battle(pilot)
    assert page.preparing.share == 1
    assert pilot.battle.session.match.history == []
    assert app.top is not page


@pytest.mark.usefixtures("threads")
def test_whoever_goes_back_from_the_first_page_begins_nothing(app: App) -> None:
    hold = Event()
    app.oracle.ask(lambda: hold.wait(60))
    app.go(Lessons())
    app.go(LessonPage(offered_lessons()[0]))
    page = app.top
    assert isinstance(page, LessonPageScreen)
    Pilot(app).press("escape")
    hold.set()
    app.oracle.catch_up()
    app.step(0.02, [])
    assert page.preparing.result.dropped
    assert isinstance(app.top, LessonsScreen)


def test_a_lesson_that_is_gone_meanwhile_is_told_of(app: App, tmp_path: Path) -> None:
    app.go(Lessons())
    app.go(LessonPage(offered_lessons()[0]._replace(path=tmp_path / "gone.toml")))
    Pilot(app).click_button("Begin")
    wait_for_battle(Pilot(app))
    assert isinstance(app.top, LessonsScreen)
    assert "gone.toml" in app.notice


@pytest.mark.usefixtures("threads")
def test_the_games_are_read_behind_the_title_with_a_bar(app: App) -> None:
    hold = Event()
    app.oracle.ask(lambda: hold.wait(60))
    app.go(Title())
    for _ in range(3):
        app.step(0.02, [])
    moving = app.top.moving
    loading = pygame.image.tobytes(app.surface, "RGB")
    hold.set()
    app.oracle.catch_up()
    app.step(0.02, [])
    assert (moving, app.top.moving) == (True, False)
    assert pygame.image.tobytes(app.surface, "RGB") != loading


def test_a_lesson_comes_first_until_a_battle_is_under_way(app: App) -> None:
    for rules, saved, marked, first in (("", 0, True, True), ("some", 0, False, True), ("some", 1, False, False)):
        if saved:
            app.go(Begin(StartRequest(offered_lessons()[0].path)))
            wait_for_battle(Pilot(app))
        app.preferences.rules = rules
        app.go(Title())
        buttons = [each for each in app.top.group.widgets if isinstance(each, PictureButton)]
        learn = next(each for each in buttons if each.text == "Learn")
        assert (learn.first, learn is buttons[0]) == (marked, first)


def test_arrows_choose_a_lesson_and_enter_begins_it(app: App) -> None:
    app.go(Lessons())
    pilot = Pilot(app)
    assert isinstance(app.top, LessonsScreen) and app.top.chosen == len(offered_lessons()) - 1
    pilot.press("up")
    pilot.press("return")
    page = app.top
    assert isinstance(page, LessonPageScreen) and page.offered.path == offered_lessons()[-2].path


def test_a_lesson_is_two_clicks_from_the_title(app: App) -> None:
    """The first is that of the game for newcomers, then the first that was not won."""
    app.go(Title())
    pilot = Pilot(app)
    pilot.click_button("Learn")
    pilot.click_button("Begin")
    wait_for_battle(pilot)
    course = pilot.battle.course
    assert course is not None
    offered = {each.path: each for each in offered_lessons()}
    assert ruleset(offered[course.path].rules).for_newcomers
    app.preferences.lessons = (course.path.stem,)
    following = next_lesson(app.preferences.lessons)
    assert following == next(each for each in offered_lessons() if each.path != course.path)
    assert next_lesson([each.name for each in offered_lessons()]) is None


def test_the_other_lessons_are_found_from_the_first_page(app: App) -> None:
    app.go(Title())
    pilot = Pilot(app)
    pilot.click_button("Learn")
    pilot.click_button("Other lessons")
    for _ in range(2):
        assert [type(screen) for screen in app.pile].count(LessonsScreen) == 1, "there is one list, however often"
        pilot.press("return")
        assert isinstance(app.top, LessonPageScreen)
        pilot.click_button("Other lessons")
    app.preferences.lessons = tuple(each.name for each in offered_lessons())
    app.go(Title())
    pilot.click_button("Learn")
    assert isinstance(app.top, LessonsScreen)


def test_a_lesson_is_begun_from_the_title_with_the_keys_alone(app: App) -> None:
    app.go(Title())
    pilot = Pilot(app)
    pilot.press("return")
    app.draw()
    page = app.top
    assert isinstance(page, LessonPageScreen)
    told = [widget.text for widget in page.group.widgets if isinstance(widget, Label)]
    assert told[1:] == [*page.offered.lesson.first_page, TRUE_DICE]
    pilot.press("return")
    wait_for_battle(pilot)
    course = pilot.battle.course
    assert course is not None
    assert course.path == page.offered.path
    assert pilot.battle.session.seed == course.lesson.seed


def test_a_lesson_has_its_panel_in_place_of_the_hints(app: App) -> None:
    pilot = begun(app)
    stage = pilot.battle
    assert stage.course is not None
    assert stage.course.text == stage.course.lesson.steps[0].text
    assert stage.asked is not None and stage.asked.hint == ""
    app.draw()
    box = panel_rects(stage)["advice"]
    told = pygame.image.tobytes(app.surface.subsurface(box), "RGB")
    stage.course = None
    app.step(0, [])
    assert box.height > 60
    assert "advice" not in panel_rects(stage)
    assert pygame.image.tobytes(app.surface.subsurface(box), "RGB") != told


def test_undo_goes_back_in_the_lesson_too(app: App) -> None:
    pilot = begun(app)
    course = pilot.battle.course
    assert course is not None
    first = course.text
    pilot.choose("hartwin")
    pilot.wait_until_asked()
    assert course.text == course.lesson.steps[1].text
    pilot.press("ctrl+z")
    pilot.wait_until_asked()
    assert course.text == first


def test_a_saved_lesson_goes_on_where_it_was(app: App) -> None:
    pilot = begun(app)
    pilot.choose("hartwin")
    pilot.wait_until_asked()
    course, session = pilot.battle.course, pilot.battle.session
    assert course is not None
    loaded = sit_down(StartRequest(session.autosave), lambda _: None)
    again = loaded.course
    assert again is not None
    again.follow(loaded.match)
    assert (again.heading, again.text) == (course.heading, course.text)


def test_it_is_won_by_clicks_and_ends_with_what_was_learned(app: App) -> None:
    pilot = begun(app)
    stage = pilot.battle
    course, match = stage.course, stage.session.match
    assert course is not None
    for _ in range(80):
        question = pilot.wait_until_asked()
        if question is None:
            break
        app.draw()
        pilot.choose(good(course, match, question))
    learned = app.top
    assert isinstance(learned, LearnedScreen)
    app.draw()
    assert pilot.buttons()[:3] == ["Now a battle: Thieves at the cart", "Next lesson", "Once more"]
    assert load_preferences().lessons == (QUICK.stem,)
    pilot.click_button("A battle of your own")
    assert isinstance(app.top, SetupScreen)
    app.pop()
    pilot.click_button("Next lesson")
    pilot.click_button("Begin")
    wait_for_battle(pilot)
    following = pilot.battle.course
    assert following is not None
    assert following.path.stem not in (QUICK.stem, "")
    app.go(Lessons())
    assert pilot.buttons()[0] == "Begin the lesson"


@pytest.mark.parametrize("path", resources.shipped_lessons(), ids=lambda it: it.stem)
def test_a_battle_by_the_same_rules_is_the_first_choice_after_a_lesson_that_was_won(app: App, path: Path) -> None:
    pilot = begun(app, path)
    stage, session = pilot.battle, pilot.battle.session
    assert stage.course is not None
    learned = LearnedScreen(app, session, stage.layers.liveries, stage.course)
    learned.won = True
    app.push(learned)
    app.draw()
    assert pilot.buttons()[0] == "Now a battle: Thieves at the cart"
    pilot.press("tab")
    pilot.press("return")
    pilot.wait_until_asked()
    found = pilot.battle.session.match.setup
    assert (found.title, found.ruleset, found.lesson) == ("Thieves at the cart", session.match.setup.ruleset, "")


def test_a_lesson_begins_once_more_from_the_pause_menu(app: App) -> None:
    pilot = begun(app)
    course, match = pilot.battle.course, pilot.battle.session.match
    assert course is not None and isinstance(match.pending, Choose)
    pilot.choose(good(course, match, match.pending))
    pilot.wait_until_asked()
    assert match.history
    pilot.press("escape")
    pilot.click_button("Once more")
    pilot.wait_until_asked()
    again = pilot.battle.course
    assert again is not None
    assert (again.path, pilot.battle.session.match.history) == (course.path, [])


@pytest.mark.nightly
@pytest.mark.parametrize(
    "path", [path for path in resources.shipped_lessons() if path != QUICK], ids=lambda it: it.stem
)
def test_every_lesson_is_won_by_clicks(app: App, path: Path) -> None:
    pilot = begun(app, path)
    course, match = pilot.battle.course, pilot.battle.session.match
    assert course is not None
    for _ in range(120):
        question = pilot.wait_until_asked()
        if question is None:
            break
        app.draw()
        pilot.choose(good(course, match, question))
    assert isinstance(app.top, LearnedScreen)
    assert app.top.won


def test_a_turn_that_the_lesson_asks_to_end_is_ended_without_asking_back(app: App) -> None:
    app.preferences.warn_end = True
    pilot = begun(app)
    course, match = pilot.battle.course, pilot.battle.session.match
    assert course is not None
    for _ in range(8):
        question = pilot.wait_until_asked()
        assert question is not None
        if course.pointer.verb == "done":
            break
        pilot.screen.answer(good(course, match, question))
    history = len(match.history)
    pilot.press("space")
    assert match.history[history] == "done"
    assert app.top is pilot.screen


def test_after_a_lost_lesson_the_next_try_comes_first(app: App) -> None:
    pilot = begun(app)
    stage = pilot.battle
    assert stage.course is not None
    app.go(LessonResult(stage.session, stage.layers.liveries, stage.course))
    assert pilot.buttons()[:2] == ["Once more", "Now a battle: Thieves at the cart"]
    assert not load_preferences().lessons


@pytest.mark.parametrize(
    ("scale", "text"), [pytest.param(1.0, 1.0, marks=pytest.mark.nightly), (1.25, 1.0), (1.0, 1.5)]
)
def test_what_the_lesson_says_keeps_its_place_in_the_dock_and_lists_have_room_below(
    app: App, scale: float, text: float
) -> None:
    app.preferences.ui_scale, app.preferences.text = scale, text
    app.restyle()
    pilot = begun(app)
    asked = set()
    for _ in range(9):
        question = pilot.wait_until_asked()
        if question is None:
            break
        stage = pilot.battle
        for drawer in ("", *(each.name for each in stage.choosing.drawers)) if stage.choosing is not None else ():
            if drawer and stage.prompt is None:
                pilot.screen.pull(drawer)
            pilot.step()
            panels = panel_rects(stage)
            told = panels["advice"]
            dock = stage.panels.frame.dock
            assert [(name, rect) for name, rect in panels.items() if not dock.contains(rect)] == [], (drawer, dock)
            assert [name for name, rect in panels.items() if name != "advice" and rect.colliderect(told)] == []
            if drawer:
                pilot.screen.step_back()
        asked.add(question.kind)
        course = pilot.battle.course
        assert course is not None
        pilot.choose(good(course, pilot.battle.session.match, question))
    assert asked >= {"pick", "act", "react"}


def test_a_way_that_the_lesson_points_at_is_meant(app: App) -> None:
    pilot = begun(app, next(path for path in resources.shipped_lessons() if path.stem == "a-miss-that-kills"))
    pilot.choose("annora")
    question = pilot.wait_until_asked()
    assert question is not None
    asked = {key: asks_for(pilot.battle, question.options.find(key)) for key in ("run 17,16", "run 16,13", "defend")}
    assert asked == {"run 17,16": True, "run 16,13": False, "defend": False}


def test_a_lesson_begun_from_a_terminal_shows_its_first_page_over_the_title(app: App) -> None:
    offered = offered_lessons()[0]
    session = sit_down(StartRequest(offered.path), app.saved)
    begin(app, session)
    page = app.top
    assert isinstance(page, LessonPageScreen)
    wait_for_battle(Pilot(app))
    Pilot(app).click_button("Begin")
    wait_for_battle(Pilot(app))
    assert Pilot(app).battle.session is session
    app.go(Title())
    question = session.match.pending
    assert isinstance(question, Choose)
    session.match.answer(next(iter(question.options.singles)).key)
    begin(app, session)
    assert Pilot(app).at_battle, "nobody reads the first page of what is under way"


# --- The keys that a lesson names ---

LESSONS = {offered.name: offered for offered in offered_lessons()}
NAMED = {"enter": "return", "esc": "escape", "ctrl+z": "ctrl+z"}


def told(pilot: Pilot) -> list[str]:
    """The keys that the panel names now."""
    stage = pilot.battle
    assert stage.asked is not None and stage.course is not None
    line = tell_keys(stage.asked, stage.course, stage.view.keys, partial(meant_by, stage))
    return line.removeprefix("Keys: ").split(", ") if line else []


def press(pilot: Pilot, keys: list[str]) -> None:
    """Press what is told; where the arrows lead depends on the cell, which is gone to at once."""
    for key in keys:
        name = key.split(" ")[0].lower()
        if name == "arrows":
            course = pilot.battle.course
            assert course is not None
            pilot.point_cell(course.pointer.cells[0])
            pilot.battle.view.cursor = pilot.battle.view.hover
        else:
            pilot.press(NAMED.get(name, name))
        pilot.step(2)


@pytest.mark.parametrize("name", LESSONS)
def test_the_keys_that_a_lesson_names_bring_it_on(app: App, name: str) -> None:
    app.go(Begin(StartRequest(LESSONS[name].path)))
    pilot = Pilot(app)
    assert pilot.wait_until_asked() is not None
    headings = set()
    for _ in range(14):
        stage = pilot.battle
        if stage.course is None or stage.course.step is None:
            break
        headings.add(stage.course.heading)
        answered = len(stage.session.match.history)
        if not told(pilot):
            break  # from here on one plays as one likes
        for _ in range(4):  # a key may open a list, of which the next ones are told then
            press(pilot, told(pilot))
            pilot.step(4)
            if len(stage.session.match.history) > answered:
                break
        assert len(stage.session.match.history) > answered, f"{stage.course.text}: {told(pilot)}"
        if pilot.wait_until_asked() is None:
            break
    assert len(headings) >= 4


def test_they_are_those_that_the_player_has_set(app: App) -> None:
    app.keys = Keys({"pick": "q", "row 1": "7"})
    app.go(Begin(StartRequest(LESSONS["a-miss-that-kills"].path)))
    pilot = Pilot(app)
    assert pilot.wait_until_asked() is not None
    assert told(pilot) == ["Q", "7"]


def test_they_are_told_of_rows_on_another_page_too(app: App) -> None:
    app.go(Begin(StartRequest(LESSONS["a-miss-that-kills"].path)))
    pilot = Pilot(app)
    assert pilot.wait_until_asked() is not None
    stage = pilot.battle
    assert stage.asked is not None
    options = [Option(f"o{n}", n, f"Answer {n}", verb="last" if n == 8 else "") for n in range(9)]
    stage.asked.prompt = Prompt("What now?", options, print, forecast=None)
    stage.asked.prompt.show(stage.view.look, stage.panels.frame.dock)
    assert told(pilot) == ["1 to 7"]
    assert stage.course is not None
    stage.course._pointer = Pointer("last")
    assert told(pilot) == ["Tab", "9"]
    stage.asked.prompt.turn_page()
    assert told(pilot) == ["9"]
