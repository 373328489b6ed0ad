"""Battles of the cases, played once and read by all laws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from game.rules.events import Id
from game.rules.match import AnyMatch, Asked, Match
from game.rules.questions import Answer, Choose, Roll, Seat
from game.rules.state import State
from tests.laws.cases import Case, Reckless, cases

LONGEST = 6000
"""Answers by which every battle must have ended."""

ALIKE = 3
"""Of questions of one sort in a battle, the first so many are looked at by the laws of questions."""

LAST = 8
"""Questions at a battle's end that are looked at whatever they are."""

COSTLY = ("rooms-ambush",)
"""The battles that costly laws are tried on in a plain run: people in ambush, all kinds of ground."""

DAILY = (*COSTLY, "yard-optional", "cellar")
"""Those that all the others are tried on in a plain run: every setting, and a shipped map."""


def _by_day(labels: tuple[str, ...]) -> pytest.MarkDecorator:
    """Each of these battles in a plain run, and every one at night."""
    params = [pytest.param(each, marks=() if each.label in labels else pytest.mark.nightly) for each in cases()]
    return pytest.mark.parametrize("case", params, ids=str)


every_case = _by_day(DAILY)

costly_case = _by_day(COSTLY)
"""For laws that play a battle over and over."""


@dataclass(frozen=True)
class Stop:
    """A point of a battle from which it can be gone on with."""

    checkpoint: State[Any, Any]
    answers: int
    since: int
    hashes: int
    sort: tuple[str, ...]
    """Of the question that is asked there: questions of a sort are alike to the laws."""


@dataclass(frozen=True)
class Choice:
    """A choice that was made on the way."""

    question: tuple[Seat, str, Id | None]
    """Seat, kind, and who would act."""
    about: tuple[Id, ...]
    """Whom else it is about: an act that is about others is no turn's."""
    why: str
    left: bool
    """Whether things were left as they are."""
    steps: int
    """Step boundaries before it."""
    turn: str
    """The side whose turn it was, if it was anybody's."""


@dataclass(frozen=True)
class Battle:
    """A battle that was played to its end, or to the limit. Whoever changes the match begins one of its own."""

    match: AnyMatch
    choices: tuple[Choice, ...]
    stops: tuple[Stop, ...]
    """Where questions of every sort were asked, and the last ones."""


@cache
def battle(name: str, seed: int) -> Battle:
    """The battle of a case, answered by lot."""
    case = next(each for each in cases() if str(each) == name)
    match, seat = case.begin(), Reckless(seed)
    every, choices = [_stop(match)], list[Choice]()
    while (question := match.pending) is not None and len(match.history) < LONGEST:
        answer = seat.answer(match, question)
        if isinstance(question, Choose):
            order = match.ruleset.order(match.board)
            turn = match.board.now(order[0].who).side if order else ""
            asked = question.seat, question.kind, question.who
            choices.append(Choice(asked, question.about, question.why, answer == question.idle, match.steps, turn))
        match.answer(answer)
        every.append(_stop(match))
    met, stops = Counter[tuple[str, ...]](), []
    for stop in every:
        met[stop.sort] += 1
        if met[stop.sort] <= ALIKE or stop.answers > len(match.history) - LAST:
            stops.append(stop)
    return Battle(match, tuple(choices), tuple(stops))


def _stop(match: AnyMatch) -> Stop:
    return Stop(match.checkpoint, len(match.history), len(match.since), len(match.hashes), _sort(match.pending))


def _sort(question: Asked | None) -> tuple[str, ...]:
    """What questions have in common that are of a sort: who is asked what, or what is rolled and how it is read."""
    if isinstance(question, Choose):
        return question.seat, question.kind, question.topic, str(question.who)
    return (question.dice, type(question.reading).__name__) if question is not None else ()


def whole(case: Case) -> AnyMatch:
    """A battle at its end, to be read only."""
    return battle(str(case), 1).match


def played(case: Case, seed: int = 1) -> tuple[Answer, ...]:
    """The answers of a battle."""
    return tuple(battle(str(case), seed).match.history)


def walk(case: Case) -> Iterator[AnyMatch]:
    """A match at questions of every sort that a battle asks, and at its end; each is the caller's own."""
    match, stops = whole(case), battle(str(case), 1).stops
    for stop in stops:
        history, hashes = match.history[: stop.answers], match.hashes[: stop.hashes]
        yield Match.resume(case.ruleset, case.setup, match.ground, stop.checkpoint, history, stop.since, hashes)


@cache
def _looked(name: str) -> tuple[AnyMatch, ...]:
    return tuple(walk(next(case for case in cases() if str(case) == name)))


def look(case: Case) -> tuple[AnyMatch, ...]:
    """The same, to be read only: made once for all laws, so that their menus are written once."""
    return _looked(str(case))


def asked(match: AnyMatch) -> tuple[Any, ...]:
    """What waits, in a form that can be compared."""
    question = match.pending
    if isinstance(question, Choose):
        keys = tuple(question.options.all_keys())
        return (question.seat, question.why, keys, question.kind, question.who, question.topic, question.idle)
    if isinstance(question, Roll):
        return (question.dice, question.why, question.who, question.reading)
    return ()


def seen(match: AnyMatch) -> tuple[Any, ...]:
    """All that a player could notice, in a form that can be compared."""
    return (
        asked(match),
        match.state,
        match.checkpoint,
        match.since,
        len(match.history),
        len(match.events),
        match.events[-3:],
        tuple(match.hashes),
        match.steps,
    )
