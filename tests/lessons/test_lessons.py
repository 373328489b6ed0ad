"""The lessons that ship: they can be won by who does what they ask, and nobody gets stuck in them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame
import pytest

from game import resources
from game.files.lessons import LONGEST_TEXT
from game.files.scenario import read_scenario
from game.play.lessons import MEANWHILE, LessonProgress, lesson_of, offered_lessons
from game.play.session import Session
from game.rules.match import AnyMatch, Match
from game.rules.questions import Choose
from game.rules.registry import names
from game.spatial.places import as_cell
from game.view.panels.cards import Fact, lay_facts
from game.view.widgets.theme import Typography
from game.window.battle.dock import EDGE
from game.window.battle.frame import PanelLayout
from tests.lessons.pupils import begin, good, play, wild

LESSONS = resources.shipped_lessons()
every_lesson = pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)


def test_there_is_one_for_each_ruleset_that_ships() -> None:
    taught = [read_scenario(path).rules for path in LESSONS]
    assert sorted(taught) == sorted(set(taught))
    assert set(taught) == set(names()) == {each.rules for each in offered_lessons()}


@every_lesson
def test_who_does_what_it_asks_hears_every_step_before_doing_it_and_wins(path: Path) -> None:
    session, course = begin(path)
    steps, told, ended = course.lesson.steps, list[int](), dict[int, int | None]()
    now: int | None = None
    for _ in play(session, course, good, 150):
        ended |= {place: now for place in course.past if place not in ended}
        now = steps.index(course.step) if course.step is not None else None
        told += [now] if now is not None and now not in told else []
        assert now not in course.past, "a step is told although what it teaches has passed"
    line = [place for place, step in enumerate(steps) if not step.aside]
    assert session.winner in session.people
    assert [steps[place].text for place in line if place not in told] == []
    assert [place for place in told if place in line] == line
    for place in line[:-1]:
        if any(deed.verb for deed in steps[place].until):
            assert ended[place] == place, f"it was not told when it was done: {steps[place].text}"
    assert course.heading.endswith(f"{len(line)} of {len(line)}")
    assert course.laid_down == [], "what is laid down was not needed, or no longer fits"


@every_lesson
def test_it_begins_with_everybody_unhurt_and_its_first_step_at_the_first_question(path: Path) -> None:
    session, course = begin(path)
    next(play(session, course, good, 1))
    match = session.match
    fresh = Match.begin(match.ruleset, match.setup, match.ground)
    assert list(match.state.combatants) == list(fresh.state.combatants)
    for who in match.state.combatants:
        now, before = (each.ruleset.standing(each.board, who) for each in (match, fresh))
        assert now.up
        assert now.bars == before.bars
    assert course.text == course.lesson.steps[0].text
    assert 2 <= len(course.lesson.first_page) <= 4


@every_lesson
def test_it_begins_alike_whatever_its_other_dice_show(path: Path) -> None:
    begun = []
    for seed in (3, 4):
        session, course = begin(path)
        session.reseed(seed)
        asked = [(question.why, course.text) for question in play(session, course, good, 4)]
        begun.append((asked, session.match.history))
    assert begun[0] == begun[1]


@every_lesson
@pytest.mark.parametrize("seed", [1, 2, *(pytest.param(seed, marks=pytest.mark.nightly) for seed in (3, 4))])
def test_who_does_anything_else_is_told_what_is_so_and_is_not_stuck(path: Path, seed: int) -> None:
    session, course = begin(path)
    untold, pupil = 0, wild(seed)
    for question in play(session, course, pupil, 60):
        step, match = course.step, session.match
        untold = 0 if step is not None else untold + 1
        assert untold < 30, "nothing is told for long"
        if step is None:
            continue
        assert not course.done
        up = [who for who in match.state.combatants if match.ruleset.standing(match.board, who).up]
        sides = {match.state.combatants[who].side for who in up}
        meant = {word for option in question.options for word in (option.verb, option.key)}
        assert set(step.point.who) & {*up, *sides} or not step.point.who
        assert step.point.verb in {*meant, ""}
        assert all(any(option.place == cell for option in question.options) for cell in course.pointer.cells)
        if "marked cell" in course.text:
            assert course.pointer.cells


@every_lesson
def test_where_the_pupil_is_follows_from_the_answers_alone(path: Path) -> None:
    session, course = begin(path)
    pupil = session.people[0]
    for count, _ in enumerate(play(session, course, good, 12)):
        if count % 3 == 2:
            fresh = LessonProgress(path, course.lesson, pupil, session.match, session.settled)
            fresh.follow(session.match)
            assert (fresh.heading, fresh.text, fresh.pointer) == (course.heading, course.text, course.pointer)


@every_lesson
def test_what_was_taken_back_is_told_again(path: Path) -> None:
    session, course = begin(path)
    said: dict[int, tuple[str, str]] = {}
    for _ in play(session, course, good, 6):
        said[len(session.match.history)] = (course.heading, course.text)
    for place in sorted(said, reverse=True):
        session.match.undo(len(session.match.history) - place)
        course.follow(session.match)
        assert (course.heading, course.text) == said[place]


@every_lesson
@pytest.mark.parametrize(
    ("size", "look"),
    [
        ((1024, 576), Typography()),
        ((1280, 720), Typography()),
        ((1280, 720), Typography(1.25)),
        ((1280, 720), Typography(1.0, 1.5)),
        ((1920, 1080), Typography(1.75)),
    ],
)
def test_every_text_fits_the_dock(path: Path, size: tuple[int, int], look: Typography) -> None:
    found = lesson_of(path.as_posix())
    assert found is not None
    _, lesson = found
    dock = PanelLayout.of(look, size, look.px(48)).dock
    room = dock.inflate(-look.px(2 * EDGE), -look.px(2 * EDGE))
    for text in (MEANWHILE, *(text for step in lesson.steps for text in step.texts)):
        assert 0 < len(text) <= LONGEST_TEXT
        told = [Fact(text), Fact("Keys: A, 1, Tab, Enter"), Fact("Done.", bold=True)]
        took = lay_facts(look, f"{lesson.teaches} · 8 of 8", told, pygame.Rect(room.topleft, (room.width, 5_000))).rect
        assert took.height <= room.height, text
    for text in (lesson.teaches, lesson.about, *lesson.first_page, *lesson.learned):
        assert len(text) <= LONGEST_TEXT
    assert len(lesson.about) <= 88, "it is cut in the list of lessons"
    assert 2 <= len(lesson.learned) <= 4


def out_of_the_way() -> tuple[Session, LessonProgress, Choose[Any]]:
    """Sovereign's lesson as it asks Colette to go where no blade gets."""
    session, course = begin(next(path for path in LESSONS if path.stem == "a-miss-that-kills"))
    for question in play(session, course, good, 60):
        if any(deed.to for deed in (course.step.until if course.step is not None else ())):
            return session, course, question
    raise AssertionError("the step was never told")


def test_where_the_lesson_says_that_no_blade_gets_none_does() -> None:
    session, course, question = out_of_the_way()
    match, who = session.match, question.who
    foes = [foe for foe, each in match.state.combatants.items() if each.side != question.seat]
    standing = [foe for foe in foes if match.ruleset.standing(match.board, foe).up]
    assert who is not None and len(standing) == 3 and len(course.pointer.cells) == 3
    for cell in course.pointer.cells:
        for foe in standing:
            then = match.ruleset.hypothetical_turn(match.board, foe, {who: cell})
            turn: AnyMatch = Match(match.ruleset, match.setup, match.ground, then, record=False)
            asked = turn.pending
            assert isinstance(asked, Choose) and asked.who == foe
            blows = {option.verb for option in asked.options.singles if option.target == who}
            assert blows <= {"shoot"}, f"{foe} gets at {cell}"
            families = (family for family in asked.options.families if family.verb == "run")
            runs = [as_cell(place) for family in families for place in family.places]
            assert runs and all(max(abs(x - cell[0]), abs(y - cell[1])) > 1 for x, y in runs)


def test_a_run_to_where_blades_get_is_not_what_the_lesson_asks_for() -> None:
    session, course, _ = out_of_the_way()
    cell = course.pointer.cells[0]
    session.match.answer("run 15,12")
    course.follow(session.match)
    assert course.text == MEANWHILE and not course.done
    session.match.undo()
    session.match.answer(f"run {cell[0]},{cell[1]}")
    course.follow(session.match)
    assert course.step is not None and course.step.text.startswith("Bennett")
