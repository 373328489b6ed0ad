"""Pupils: one who does what is asked, and one who does whatever comes to mind."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from game.ai import opponent
from game.play.dice import SeededDice
from game.play.lessons import LessonProgress
from game.play.preferences import Preferences
from game.play.session import Session, usual_orders
from game.play.start import StartRequest, sit_down
from game.rules.match import AnyMatch, HouseReferee
from game.rules.questions import Choose, Option, Roll

Pupil = Callable[[LessonProgress, AnyMatch, Choose[Any]], str]
"""Gives the key of an option."""


def good(course: LessonProgress, match: AnyMatch, question: Choose[Any]) -> str:
    """What the lesson asks for; where it asks for nothing that can be done now, what it would do by instinct."""
    step = course.step
    if step is not None and not course.done:
        asked = next((key for key in _asked(course, question)), None)
        if asked is not None:
            return asked
    answer = opponent("instinct", question.seat).answer(match, question)
    assert isinstance(answer, str)
    return answer


def _asked(course: LessonProgress, question: Choose[Any]) -> Iterator[str]:
    """Options that would do what the step asks for, those that it points at first."""
    step = course.step
    assert step is not None
    verbs = [deed.verb for deed in step.until if deed.verb and (not deed.who or question.who in deed.who)]
    point = course.pointer
    fitting = [option for verb in verbs or [point.verb] for option in question.options if option.verb == verb != ""]
    yield from (option.key for option in fitting if _pointed(course, option))
    if not point.who and not point.cells:
        yield from (option.key for option in fitting)
    yield from (key for who, key in question.takers.items() if question.kind == "pick" and who in point.who)


def _pointed(course: LessonProgress, option: Option[Any]) -> bool:
    point = course.pointer
    return option.target in point.who or option.place in point.cells or option.key in point.who


def wild(seed: int) -> Pupil:
    """Somebody who draws lots."""
    lots = Random(seed)

    def answer(course: LessonProgress, match: AnyMatch, question: Choose[Any]) -> str:
        return lots.choice(list(question.options.all_keys()))

    return answer


def begin(path: Path) -> tuple[Session, LessonProgress]:
    """A lesson as it is begun from the menu."""
    session = sit_down(StartRequest(path), lambda _: None)
    session.orders = {seat: usual_orders(Preferences(), session.match.ruleset.name) for seat in session.people}
    course = session.course
    assert course is not None
    return session, course


def play(session: Session, course: LessonProgress, pupil: Pupil, most: int) -> Iterator[Choose[Any]]:
    """Let a pupil play on for so many answers at most; gives each question before it is answered."""
    match, dice, house = session.match, SeededDice(session.seed), HouseReferee()
    while (question := match.pending) is not None and most:
        fixed = session.fixed(question)
        if fixed is not None:
            match.answer(fixed)
        elif isinstance(question, Roll):
            match.answer(dice.answer(match, question))
        elif question.seat in session.people and (settled := session.settled(question)) is not None:
            match.answer(settled)
        elif question.seat in session.people:
            course.follow(match)
            yield question
            match.answer(pupil(course, match, question))
            most -= 1
        elif question.seat in session.players:
            session.take(session.decide(question))
        else:
            match.answer(house.answer(match, question))
    course.follow(match)
