"""Test that what is shown is played: the odds of an answer against the counts of many plays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import sqrt
from typing import Any

from game.kit.facts import AttackHit
from game.rules.dice import sides_of
from game.rules.events import Event, Id
from game.rules.match import AnyMatch
from game.rules.odds import RARE, Odds, leave_it, odds
from game.rules.questions import Roll
from game.rules.state import State

SampleFaces = Callable[[int, int], int]
"""Draws a whole number from one to another, both included: ``random.Random(1).randint``."""

SIGMAS = 4.5
"""A fair count strays farther than this about seven times in a million."""


def compare_odds(match: AnyMatch, key: str, plays: int, lots: SampleFaces) -> None:
    """Play an answer many times with dice, and compare with its exact odds; raises AssertionError where they differ.

    Other questions of the step are let be, as in the odds.
    """
    shown = odds(match, key)
    assert not shown.sampled, "they are too many to be told exactly"
    assert sum(p for _, p in shown.chances) == 1
    counts = Counter(
        play.ruleset.outcome(before, play.checkpoint, events)
        for before, play, events in _plays(match, key, plays, lots)
    )
    for outcome, p in shown.chances:
        assert abs(counts[outcome] - plays * p) <= _slack(plays, float(p)), (
            f"{outcome}: {counts[outcome]} of {plays}, shown {float(p):.5f}"
        )
    unshown = sum(count for outcome, count in counts.items() if outcome not in dict(shown.chances))
    assert unshown <= plays * 50 / RARE, "only what is rarer than rare is not told apart"


def compare_hits(match: AnyMatch, key: str, pairs: Iterable[tuple[Id, Id]], plays: int, lots: SampleFaces) -> Odds:
    """The same for who hits whom: each pair's share of plays in which an attack of one hit the other.

    Gives the odds.
    """
    shown, counts = odds(match, key), Counter[tuple[Id, Id]]()
    for _, _, events in _plays(match, key, plays, lots):
        counts.update({(event.who, event.target) for event in events if isinstance(event, AttackHit)})
    for pair in pairs:
        p = float(shown.hits(*pair))
        assert abs(counts[pair] - plays * p) <= _slack(plays, p), (key, pair)
    return shown


def _slack(plays: int, p: float) -> float:
    return SIGMAS * sqrt(plays * p * (1 - p)) + 1


def _plays(
    match: AnyMatch, key: str, plays: int, lots: SampleFaces
) -> Iterator[tuple[State[Any, Any, Any], AnyMatch, Sequence[Event]]]:
    """So many plays of an answer up to the end of the step: the state before it, the end, and what happened."""
    for _ in range(plays):
        play = match.fork(halt=True)
        before, mark = play.state, len(play.events)  # in this order: looking at the state brings a fork up to date
        play.answer(key)
        while (question := play.pending) is not None:
            if isinstance(question, Roll):
                play.answer(tuple(lots(1, sides) for sides in sides_of(question.dice)))
            else:
                play.answer(leave_it(play, question))
        yield before, play, play.events[mark:]
