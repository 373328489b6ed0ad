"""How far a pupil is with a lesson: read off the battle's answers, so that undo and saves need know nothing of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeGuard

from msgspec.structs import replace

from game import resources
from game.files.bounded_reading import is_plain
from game.files.errors import BadFile
from game.files.lessons import FixedAnswer, Lesson, LessonEvent, LessonStep, Pointer
from game.files.scenario import read_scenario
from game.rules.dice import possible
from game.rules.events import Event, Id
from game.rules.match import AnyMatch, Asked, Match, OutOfStep
from game.rules.questions import Answer, Choose, Impossible, Option, Roll, Seat
from game.rules.registry import names, ruleset
from game.spatial.field import Cell

MEANWHILE = "Play on as you see fit. The lesson goes on at its next moment."
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


def offered_lessons() -> list[Offered]:
    """The lessons that ship with the game, for the rulesets that are installed, in the order of these."""
    return sorted(_read_lessons(), key=lambda each: names().index(each.rules))


def next_lesson(won: Collection[str]) -> Offered | None:
    """The first lesson that is not won, by its name, of the game for newcomers if that is one; None if all are."""
    left = [each for each in offered_lessons() if each.name not in won]
    return min(left, key=lambda each: not ruleset(each.rules).for_newcomers, default=None)


def has_lessons() -> bool:
    """Whether there is any; no more than one is read."""
    return next(_read_lessons(), None) is not None


def _read_lessons() -> Iterator[Offered]:
    """Each is read when it is asked for, in the order of their files."""
    installed = names()
    try:
        for path in resources.shipped_lessons():
            scenario = read_scenario(path)
            if scenario.rules in installed and scenario.entries.lesson is not None:
                yield Offered(scenario.path, scenario.rules, scenario.entries.lesson)
    except (BadFile, FileNotFoundError):
        return


SettledAnswer = Callable[[Choose[Any]], str | None]
"""The answer that a person's question gets without being asked, or None."""


def course_of(match: AnyMatch, people: Sequence[Seat], settled: SettledAnswer) -> LessonProgress | None:
    """The lesson of a battle, for the one person at the screen; None if it is no lesson or the computer plays it."""
    found = lesson_of(match.setup.lesson) if match.setup.lesson else None
    if found is None or len(people) != 1:
        return None
    return LessonProgress(*found, people[0], match, settled)


class LessonProgress:
    """The steps of a lesson in one battle. ``follow`` first; then it tells where the pupil is."""

    def __init__(self, path: Path, lesson: Lesson, pupil: Seat, match: AnyMatch, settled: SettledAnswer) -> None:
        """``settled`` answers those of the pupil's questions that are not put to them: nothing is told there."""
        self.path = path
        self.lesson = lesson
        self._pupil = pupil
        self._settled = settled
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
        self.laid_down: list[FixedAnswer] = list(self.lesson.opening)
        """What is laid down and has not been given yet."""
        self._now: int | None = None
        """The step that is told."""
        self._pointer = Pointer()
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
        """What is to be marked on the screen: of cells those where somebody can be led to now."""
        return self._pointer if not self.done else Pointer()

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

    def fixed(self, match: AnyMatch) -> Answer | None:
        """The answer that is laid down for the question that waits, if one is. Raises OutOfStep as ``follow`` does."""
        self.follow(match)
        found = self._laid_down(self._battle.pending)
        return None if found is None else found.faces or found.answer

    def _laid_down(self, question: Asked | None) -> FixedAnswer | None:
        """The first that fits a question; none for the pupil."""
        if question is None or self._asks_pupil(question):
            return None
        fitting = (fixed for fixed in self.laid_down if fixed.round in (None, self._round))
        named = (fixed for fixed in fitting if not fixed.who or fixed.who == question.who)
        if isinstance(question, Roll):
            why, dice = question.why, question.dice
            return next((fixed for fixed in named if fixed.roll == why and possible(dice, fixed.faces)), None)
        options = question.options
        return next((fixed for fixed in named if fixed.answer and options.get(fixed.answer) is not None), None)

    def _answer(self, answer: Answer) -> None:
        battle = self._battle
        self._tell()
        question, before = battle.pending, len(battle.events)
        option, asked = None, False
        if self._asks_pupil(question):
            option, asked = question.options.get(str(answer)), self._settled(question) is None
        fixed = self._laid_down(question)
        try:
            battle.answer(answer)
        except Impossible as error:
            raise OutOfStep(f"its beginning can't be played again with these rules: {error}") from error
        if fixed is not None:
            self.laid_down.remove(fixed)
        self._answers.append(answer)
        if option is not None and isinstance(question, Choose):
            self._take(question.who, option, asked=asked)
        for event in battle.events[before:]:
            self._witness(event)
        self._settle()

    def _asks_pupil(self, question: Asked | None) -> TypeGuard[Choose[Any]]:
        return isinstance(question, Choose) and question.seat == self._pupil

    def _tell(self) -> None:
        """If the pupil is asked: what fits the question."""
        question = self._battle.pending
        if not self._asks_pupil(question) or self._settled(question) is not None:
            return
        self._begun = True
        asides = [place for place, step in enumerate(self.lesson.steps) if step.aside and place not in self.past]
        waiting = [*asides, *([] if self._next is None else [self._next])]
        self._now = next((place for place in waiting if self._fits(place, question)), None)
        self._pointer = Pointer()
        if self._now is not None:
            self._told.setdefault(self._now, self._round)
            point = self.lesson.steps[self._now].point
            self._pointer = replace(point, cells=tuple(cell for cell in point.cells if _leads_to(question, cell)))

    def _fits(self, place: int, question: Choose[Any]) -> bool:
        when = self.lesson.steps[place].when
        if (when.after and place not in self._met) or (when.kind and when.kind != question.kind):
            return False
        if when.who and question.who not in when.who:
            return False
        if when.about and not any(self._named(who, when.about) for who in question.about):
            return False
        targets = [each.target for each in question.options.singles if each.verb == when.can] if when.at else []
        if when.at and not any(self._named(who, when.at) for who in targets):
            return False
        if when.to and not any(_leads_to(question, cell, when.can) for cell in when.to):
            return False
        verbs = [option.verb for option in question.options.singles]
        verbs += [family.sample.verb for family in question.options.families]
        return not when.can or when.can in verbs

    def _take(self, who: Id | None, option: Option[Any], *, asked: bool) -> None:
        """The pupil has answered; ``asked``: after it was put to them, with what was told at it."""
        told = self._now
        verb, place = option.verb, option.place
        self._happened(
            lambda deed: (
                deed.verb == verb != "" and self._is(who, option.target, deed) and (not deed.to or place in deed.to)
            )
        )
        if asked and told is not None and (self.lesson.steps[told].aside or not self.lesson.steps[told].until):
            self.past.add(told)

    def _witness(self, event: Event) -> None:
        """The rules have told something."""
        name, who, target = type(event).__name__, getattr(event, "who", None), getattr(event, "target", None)
        self._happened(lambda deed: deed.event == name and self._is(who, target, deed))

    def _happened(self, fits: Callable[[LessonEvent], bool]) -> None:
        """Something of which ``fits`` tells whether it is a deed: what waits for it is done, or may come now."""
        for place, step in enumerate(self.lesson.steps):
            if any(map(fits, step.when.after)):
                self._met.add(place)
            if any(map(fits, step.until)):
                self.past.add(place)

    def _settle(self) -> None:
        """Steps are over whose end has come about, whoever brought it about, or of whom nobody is left to be told."""
        for place, step in enumerate(self.lesson.steps):
            if any(map(self._holds, step.when.after)):
                self._met.add(place)
            gone = bool(step.when.who) and all(map(self._fallen, step.when.who))
            if place not in self.past and (gone or any(map(self._holds, step.until))):
                self.past.add(place)

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
        return all(not names or self._named(one, names) for one, names in ((who, deed.who), (target, deed.target)))

    def _named(self, who: Id | None, names: Sequence[str]) -> bool:
        """Whether somebody is one of these, or of one of these sides."""
        return who in names or self._sides.get(who or Id("")) in names

    def _holds(self, deed: LessonEvent) -> bool:
        """Whether what has to come about has."""
        fallen = all(self._fallen(name) for name in deed.down)
        return bool(deed.down or deed.round) and fallen and self._round >= deed.round

    def _fallen(self, name: str) -> bool:
        """Whether somebody is out of the fight; of a side, everybody."""
        battle, some = self._battle, [who for who, side in self._sides.items() if name in (who, side)]
        here = [who for who in some if who in battle.state.combatants]
        return not any(battle.ruleset.standing(battle.board, who).up for who in here)


def _leads_to(question: Choose[Any], cell: Cell, verb: str = "") -> bool:
    """Whether an option leads to a cell; ``verb``: one of this verb."""
    options = question.options
    singles = any(each.place == cell and verb in ("", each.verb) for each in options.singles)
    return singles or any(cell in each.places and verb in ("", each.sample.verb) for each in options.families)
