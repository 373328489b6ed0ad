"""How far a pupil is with a lesson: read off the battle's answers, so that undo and saves need know nothing of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, TypeGuard

from game import resources
from game.files.errors import BadFile
from game.files.lessons import Lesson, LessonEvent, LessonStep, Pointer
from game.files.reading import is_plain
from game.files.scenario import read_scenario
from game.play.session import Session
from game.rules.events import Event, Id
from game.rules.match import AnyMatch, Asked, Match
from game.rules.questions import Answer, Choose, Option, Seat
from game.rules.registry import names

MEANWHILE = "Play on as you see fit; Space ends a turn. The lesson goes on at its next moment."
"""What is told between two steps."""


def lesson_of(file: str) -> tuple[Path, Lesson] | None:
    """The lesson that a set-up names, with its file; None if it is gone or can't be read."""
    path = Path(file)
    try:
        path = path if is_plain(path) else resources.maps() / file
        lesson = read_scenario(path).entries.lesson
    except (BadFile, FileNotFoundError):
        return None
    return (path, lesson) if lesson is not None else None


class Offered(NamedTuple):
    """A lesson that may be chosen."""

    path: Path
    rules: str
    lesson: Lesson

    @property
    def name(self) -> str:
        """By which it is remembered, and begun from a command line."""
        return self.path.stem


def offered_lessons() -> Iterator[Offered]:
    """The lessons that ship with the game, for the rulesets that are installed, each read when it is asked for."""
    installed = names()
    try:
        for path in resources.shipped_lessons():
            scenario = read_scenario(path)
            if scenario.rules in installed and scenario.entries.lesson is not None:
                yield Offered(scenario.path, scenario.rules, scenario.entries.lesson)
    except (BadFile, FileNotFoundError):
        return


def course_of(session: Session) -> LessonProgress | None:
    """The lesson of a battle, for the one person at the screen; None if it is no lesson or the computer plays it."""
    setup = session.match.setup
    found = lesson_of(setup.lesson) if setup.lesson else None
    if found is None or len(session.people) != 1:
        return None
    return LessonProgress(*found, session.people[0], session.match)


class LessonProgress:
    """The steps of a lesson in one battle. ``follow`` first; then it tells where the pupil is."""

    def __init__(self, path: Path, lesson: Lesson, pupil: Seat, match: AnyMatch) -> None:
        self.path = path
        self.lesson = lesson
        self._pupil = pupil
        self._begin(match)

    def _begin(self, match: AnyMatch) -> None:
        """Nothing has been answered yet."""
        self._battle: AnyMatch = Match.begin(match.ruleset, match.setup, match.ground, record=False)
        self._sides = {who: each.side for who, each in self._battle.state.combatants.items()}
        self._answers: list[Answer] = []
        self.past: set[int] = set()
        """The places of the steps that were done, or whose moment has gone by."""
        self._told: dict[int, int] = {}
        """The round in which each step was told first."""
        self._met: set[int] = set()
        """The places of steps that something has happened for which they come after."""
        self._spent: dict[int, int] = {}
        """Answers of the pupil since each step was the next."""
        self._now: int | None = None
        """The step that is told."""
        self._begun = False
        """Whether the pupil has been asked anything."""

    # -- reading

    @property
    def step(self) -> LessonStep | None:
        """The step that is told, if one is."""
        return self.lesson.steps[self._now] if self._now is not None else None

    @property
    def done(self) -> bool:
        """Whether the step that is told has been done."""
        return self._now in self.past

    @property
    def text(self) -> str:
        """What is told now; nothing before the pupil is asked for the first time."""
        step = self.step
        if step is None or self._now is None:
            return MEANWHILE if self._begun else ""
        late = self._round > self._told.get(self._now, self._round)
        return step.again if step.again and late and not self.done else step.text

    @property
    def pointer(self) -> Pointer:
        """What is to be marked on the screen."""
        return self.step.point if self.step is not None and not self.done else Pointer()

    @property
    def heading(self) -> str:
        """Which lesson it is, and how far it has come."""
        line = [place for place, step in enumerate(self.lesson.steps) if not step.aside]
        return f"{self.lesson.teaches} · {sum(place in self.past for place in line)} of {len(line)}"

    # -- following

    def follow(self, match: AnyMatch) -> None:
        """Come as far as the battle is. Raises OutOfStep for one that can't be played again from its beginning."""
        read = len(self._answers)
        if self._answers != match.history[:read]:
            self._begin(match)
            read = 0
        for answer in match.history[read:]:
            self._answer(answer)
        self._settle()
        self._tell()

    def _answer(self, answer: Answer) -> None:
        battle = self._battle
        self._tell()
        question, before = battle.pending, len(battle.events)
        option = question.options.get(str(answer)) if self._asks_pupil(question) else None
        battle.answer(answer)
        self._answers.append(answer)
        if option is not None and isinstance(question, Choose):
            self._take(question.who, option)
        for event in battle.events[before:]:
            self._witness(event)
        self._settle()

    def _asks_pupil(self, question: Asked | None) -> TypeGuard[Choose[Any]]:
        return isinstance(question, Choose) and question.seat == self._pupil

    def _tell(self) -> None:
        """If the pupil is asked: what fits the question."""
        question = self._battle.pending
        if not self._asks_pupil(question):
            return
        self._begun = True
        asides = [place for place, step in enumerate(self.lesson.steps) if step.aside and place not in self.past]
        waiting = [*asides, *([] if self._next is None else [self._next])]
        self._now = next((place for place in waiting if self._fits(place, question)), None)
        if self._now is not None:
            self._told.setdefault(self._now, self._round)

    def _fits(self, place: int, question: Choose[Any]) -> bool:
        when = self.lesson.steps[place].when
        if (when.after and place not in self._met) or (when.kind and when.kind != question.kind):
            return False
        if when.who and question.who not in when.who:
            return False
        return not when.can or when.can in _verbs(question)

    def _take(self, who: Id | None, option: Option[Any]) -> None:
        """The pupil has answered."""
        told, following = self._now, self._next
        self._happened(lambda deed: deed.verb == option.verb != "" and self._is(who, option.target, deed))
        if told is not None and (self.lesson.steps[told].aside or not self.lesson.steps[told].until):
            self.past.add(told)
        if following is not None:
            spent = self._spent[following] = self._spent.get(following, 0) + 1
            if spent >= self.lesson.steps[following].patience:
                self.past.add(following)

    def _witness(self, event: Event) -> None:
        """The rules have told something."""
        name, who, target = type(event).__name__, getattr(event, "who", None), getattr(event, "target", None)
        self._happened(lambda deed: deed.event == name and self._is(who, target, deed))

    def _happened(self, fits: Callable[[LessonEvent], bool]) -> None:
        """Something of which ``fits`` tells whether it is a deed: what waits for it is done, or may come now."""
        for place, step in enumerate(self.lesson.steps):
            if any(map(fits, step.when.after)):
                self._met.add(place)
        following = self._next
        if following in self._told and any(map(fits, self.lesson.steps[following].until)):
            self.past.add(following)

    def _settle(self) -> None:
        """Steps are over whose end has come about, whoever brought it about."""
        for place, step in enumerate(self.lesson.steps):
            if any(map(self._holds, step.when.after)):
                self._met.add(place)
        while (following := self._next) is not None and any(map(self._holds, self.lesson.steps[following].until)):
            self.past.add(following)

    # -- what is so

    @property
    def _next(self) -> int | None:
        """The first step that is neither done nor past, of those that wait for each other."""
        line = (place for place, step in enumerate(self.lesson.steps) if not step.aside)
        return next((place for place in line if place not in self.past), None)

    @property
    def _round(self) -> int:
        return self._battle.ruleset.round_of(self._battle.state)

    def _is(self, who: Id | None, target: Id | None, deed: LessonEvent) -> bool:
        """Whether a deed is of and to whom it should be."""
        return all(
            not names or one in names or self._sides.get(one or Id("")) in names
            for one, names in ((who, deed.who), (target, deed.target))
        )

    def _holds(self, deed: LessonEvent) -> bool:
        """Whether what has to come about has."""
        fallen = all(self._fallen(name) for name in deed.down)
        return bool(deed.down or deed.round) and fallen and self._round >= deed.round

    def _fallen(self, name: str) -> bool:
        """Whether somebody is out of the fight; of a side, everybody."""
        battle, some = self._battle, [who for who, side in self._sides.items() if name in (who, side)]
        here = [who for who in some if who in battle.state.combatants]
        return not any(battle.ruleset.standing(battle.board, who).up for who in here)


def _verbs(question: Choose[Any]) -> Iterator[str]:
    """The verbs of a question's options."""
    yield from (option.verb for option in question.options.singles)
    yield from (family.sample.verb for family in question.options.families)
