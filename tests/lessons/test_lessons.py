"""The lessons that ship: they can be won by who does what they ask, and nobody gets stuck in them."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game import resources
from game.files.lessons import LONGEST_TEXT
from game.files.scenario import read_scenario
from game.play.lessons import MEANWHILE, LessonProgress, lesson_of, offered_lessons
from game.rules.registry import names
from game.view.panels.cards import Fact, lay_facts
from game.view.widgets.theme import Typography
from game.window.battle.frame import PanelLayout, largest_scale
from tests.lessons.pupils import begin, good, play, wild

LESSONS = resources.shipped_lessons()
every_lesson = pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)


def test_there_is_one_for_each_ruleset_that_ships() -> None:
    taught = [read_scenario(path).rules for path in LESSONS]
    assert sorted(taught) == sorted(set(taught))
    assert set(taught) == set(names()) == {each.rules for each in offered_lessons()}


@every_lesson
def test_who_does_what_it_asks_hears_every_step_and_wins(path: Path) -> None:
    session, course = begin(path)
    told = set()
    for _ in play(session, course, good, 150):
        told.add(course.step)
    line = [step for step in course.lesson.steps if not step.aside]
    assert session.winner in session.people
    assert [step.text for step in line if step not in told] == []
    assert course.heading.endswith(f"{len(line)} of {len(line)}")


@every_lesson
@pytest.mark.parametrize("seed", [1, 2])
def test_who_does_anything_else_is_not_stuck(path: Path, seed: int) -> None:
    session, course = begin(path)
    line = [step for step in course.lesson.steps if not step.aside]
    enough = sum(step.patience for step in line[:-1])
    for question in play(session, course, wild(seed), min(enough, 60)):
        assert course.text
        assert question.options
    assert session.match.over or sum(place in course.past for place in range(len(course.lesson.steps))) > 0


@every_lesson
def test_where_the_pupil_is_follows_from_the_answers_alone(path: Path) -> None:
    session, course = begin(path)
    pupil = session.people[0]
    for count, _ in enumerate(play(session, course, good, 12)):
        if count % 3 == 2:
            fresh = LessonProgress(path, course.lesson, pupil, session.match)
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
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_every_text_fits_its_panel_at_every_scale_that_is_offered(path: Path, size: tuple[int, int]) -> None:
    found = lesson_of(path.as_posix())
    assert found is not None
    _, lesson = found
    for scale in (1.0, largest_scale(size)):
        look = Typography(scale)
        frame = PanelLayout.of(look, size, look.px(50))
        for text in (MEANWHILE, *(text for step in lesson.steps for text in step.texts)):
            assert 0 < len(text) <= LONGEST_TEXT
            for room, above in ((frame.card, 0), (frame.news, look.px(40))):
                wide = pygame.Rect(room.topleft, (min(room.width, look.px(330)), 5_000))
                told = [Fact(text), Fact("Done.", bold=True)]
                took = lay_facts(look, f"{lesson.teaches} · 8 of 8", told, wide).rect
                assert took.height <= room.height - above, text
    for text in (lesson.teaches, lesson.about, *lesson.learned):
        assert len(text) <= LONGEST_TEXT
    assert len(lesson.about) <= 88, "it is cut in the list of lessons"
    assert 2 <= len(lesson.learned) <= 4
