"""Battles of the cases, played once and read by all laws."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from game.rules.match import AnyMatch
from game.rules.questions import Answer, Choose, Roll
from tests.laws.cases import Case, Reckless, cases

LONGEST = 6000
"""Answers by which every battle must have ended."""

PART = 150
"""Answers of a battle that the laws which go through every question look at; both its ends are among them."""

every_case = pytest.mark.parametrize("case", cases(), ids=str)


@cache
def played(name: str, seed: int = 1) -> tuple[Answer, ...]:
    """The answers of a battle that was played to its end, or to the limit."""
    case = next(each for each in cases() if str(each) == name)
    match, seat = case.begin(), Reckless(seed)
    while match.pending is not None and len(match.history) < LONGEST:
        match.answer(seat.answer(match, match.pending))
    return tuple(match.history)


def walk(case: Case, seed: int = 1) -> Iterator[AnyMatch]:
    """A match at each question of the first part of a battle and of its end; answered when the next is asked for."""
    match = case.begin()
    answers = played(str(case), seed)
    for index, answer in enumerate(answers):
        if index < PART or index > len(answers) - 20:
            yield match
        match.answer(answer)
    yield match


def asked(match: AnyMatch) -> tuple[Any, ...]:
    """What waits, in a form that can be compared."""
    question = match.pending
    if isinstance(question, Choose):
        keys = tuple(option.key for option in question.options)
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
