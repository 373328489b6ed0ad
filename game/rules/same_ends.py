"""Whether two answers to a question come to the same, so that nobody needs to be asked which is meant."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from game.rules.dice import sides_of
from game.rules.match import AnyMatch
from game.rules.odds import plainest
from game.rules.questions import Roll
from game.rules.sample_sequence import SampleSequence
from game.rules.state import State

DRAWN = 6
"""Plays with drawn dice that are compared, besides those with all dice low, high and between."""

ThrownDice = Callable[[Roll], tuple[int, ...]]
"""What dice show."""


def same_ends(match: AnyMatch, one: str, other: str) -> bool:
    """Whether two answers lead to equal states by equal rolls and questions, however dice fall in some plays.

    All that is asked on the way is answered as plainly as can be. The match is not disturbed. Raises Impossible if one
    is no option.
    """
    thrown: list[ThrownDice] = [partial(_at, share=share) for share in (0.0, 0.75, 1.0)]
    for number in range(DRAWN):
        if _play(match, one, SampleSequence(number).faces) != _play(match, other, SampleSequence(number).faces):
            return False
    return all(_play(match, one, faces) == _play(match, other, faces) for faces in thrown)


def _at(roll: Roll, share: float) -> tuple[int, ...]:
    """Every die at so large a share of its sides: 0 the lowest face, 1 the highest."""
    return tuple(1 + round((sides - 1) * share) for sides in sides_of(roll.dice))


def _play(match: AnyMatch, key: str, faces: ThrownDice) -> tuple[State[object, object], tuple[object, ...]]:
    """The state after an answer, and what was rolled and asked on the way to it."""
    play, met, reply = match.fork(halt=True), list[object](), plainest(match)
    play.answer(key)
    while (question := play.pending) is not None:
        if isinstance(question, Roll):
            met.append((question.dice, question.who))
            play.answer(faces(question))
        else:
            met.append(tuple((option.key, option.label) for option in question.options))
            play.answer(reply(play, question))
    return play.checkpoint, tuple(met)
