"""Odds from the rules themselves: play an option on forks, branch at every roll, weigh every face.

What a player is shown is what is played: there is no second formula. Where the tree is too large, plays are drawn by a
fixed sequence of our own (rules have no generator of chance), and the odds say so.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import msgspec

from game.rules.dice import sides_of
from game.rules.events import Event, Id
from game.rules.match import AnyMatch
from game.rules.questions import Answer, Choose, Impossible, Roll
from game.rules.ruleset import Note, Outcome
from game.rules.state import State

ReplyPolicy = Callable[[AnyMatch, Choose[object]], str]
"""How seats answer while odds are weighed."""

LEAVES = 4_000
"""Plays to the end that an exact tree may have."""

SAMPLES = 400
"""Plays drawn when it may not."""

RARE = 50_000
"""Where a branch is rarer than one in so many and rolls again what it has rolled before, one play is drawn to stand for
all of it: exploding dice never end."""


class Odds(msgspec.Struct, frozen=True):
    """How an option may end, and how likely."""

    chances: tuple[tuple[Outcome, Fraction], ...]
    """Outcomes that can be told apart, each with its probability, in the order met."""
    faces: int
    """Plays weighed."""
    sampled: bool
    """Whether the tree was too large, so that plays were drawn from it."""

    def chance(self, holds: Callable[[Outcome], bool]) -> Fraction:
        """The probability that an outcome is of some kind."""
        return sum((p for outcome, p in self.chances if holds(outcome)), Fraction(0))

    def hits(self, who: Id, target: Id | None = None) -> Fraction:
        """The probability that somebody hits with an attack at least once: anybody, or just ``target``."""
        return self.chance(
            lambda outcome: any(
                each.hit and each.who == who and target in (None, each.target) for each in outcome.attacks
            )
        )

    def struck(self, target: Id) -> Fraction:
        """The probability that somebody is hit at least once, by whomever."""
        return self.chance(lambda outcome: any(each.hit and each.target == target for each in outcome.attacks))

    def attacks(self) -> tuple[tuple[Id, Id], ...]:
        """Who may come to attack whom, in the order met."""
        return tuple(
            dict.fromkeys((struck.who, struck.target) for outcome, _ in self.chances for struck in outcome.attacks)
        )

    def down(self, who: Id) -> Fraction:
        """The probability that a combatant is put out of the fight."""
        return self.chance(lambda outcome: who in outcome.down)

    def harm(self, who: Id) -> dict[int, Fraction]:
        """The probability of each number of hit points lost by a combatant, by rising number."""
        spread: dict[int, Fraction] = {}
        for outcome, p in self.chances:
            lost = dict(outcome.harm).get(who, 0)
            spread[lost] = spread.get(lost, Fraction(0)) + p
        return dict(sorted(spread.items()))

    def by_bar(self, who: Id) -> tuple[tuple[Fraction, int], ...]:
        """What a combatant loses of each of its bars: on average, and at most; nothing if it loses nothing."""
        found = [(dict(outcome.losses).get(who, ()), p) for outcome, p in self.chances]
        count = max(len(bars) for bars, _ in found)
        lost = [[(bars[number] if bars else 0, p) for bars, p in found] for number in range(count)]
        return tuple((sum((most * p for most, p in bar), Fraction(0)), max(most for most, _ in bar)) for bar in lost)

    def mean_harm(self, who: Id) -> Fraction:
        """Hit points that a combatant loses on average."""
        return sum((lost * p for lost, p in self.harm(who).items()), Fraction(0))

    def touched(self) -> tuple[Id, ...]:
        """Everybody who might lose hit points, in the order met."""
        return tuple(dict.fromkeys(who for outcome, _ in self.chances for who, _ in outcome.harm))

    def undone(self) -> tuple[Id, ...]:
        """The same, and after them those who might be put out of the fight without losing any."""
        return tuple(dict.fromkeys((*self.touched(), *(who for outcome, _ in self.chances for who in outcome.down))))

    def noted(self) -> dict[Note, Fraction]:
        """The probability of everything else that may become of somebody, likeliest first."""
        found: dict[Note, Fraction] = {}
        for outcome, p in self.chances:
            for note in dict.fromkeys(outcome.notes):
                found[note] = found.get(note, Fraction(0)) + p
        return dict(sorted(found.items(), key=lambda each: -each[1]))


def leave_it(match: AnyMatch, question: Choose[object]) -> str:
    """The plainest reply: leave things as they are where a question allows it, else the first option."""
    return question.idle or question.options[0].key


class _TooLarge(Exception):
    pass


def odds(
    match: AnyMatch, answer: Answer, *, reply: ReplyPolicy = leave_it, leaves: int = LEAVES, samples: int = SAMPLES
) -> Odds:
    """Weigh what answering the waiting question would lead to, up to the end of the step.

    Later choices are made by ``reply``. Raises Impossible if ``answer`` is not an option. The match is not disturbed.
    """
    if match.pending is None:
        raise Impossible("the battle is over; there is nothing to weigh")
    first = match.fork(halt=True)
    before, mark = first.state, len(first.events)
    first.answer(answer)
    weigh = _Weighing(reply, leaves)
    try:
        weigh.walk(first, 1, 1)
    except _TooLarge:
        return _sample(match, answer, reply, samples)
    common: dict[Outcome, Fraction] = {}
    for (events, after), share in weigh.ends:
        outcome = match.ruleset.outcome(before, after, events[mark:])
        common[outcome] = common.get(outcome, Fraction(0)) + share
    return Odds(tuple(common.items()), len(weigh.ends), False)


class _Weighing:
    """One exact walk over the tree of faces."""

    def __init__(self, reply: ReplyPolicy, leaves: int) -> None:
        self.reply = reply
        self.left = leaves
        self.lots = SampleSequence(0xE7E)
        self.ends: list[tuple[tuple[list[Event], State[Any, Any]], Fraction]] = []

    def walk(self, match: AnyMatch, weight: int, ways: int, rolled: frozenset[Roll] = frozenset()) -> None:
        """Play on from here, where ``rolled`` was rolled; takes over ``match``."""
        while (question := match.pending) is not None:
            if isinstance(question, Roll) and ways > RARE * weight and question in rolled:
                match.answer(self.lots.faces(question))
            elif isinstance(question, Roll):
                outcomes = question.outcomes()
                every = sum(count for _, count in outcomes)
                rolled = rolled | {question}
                for faces, count in outcomes[:-1]:
                    branch = match.fork(halt=True)
                    branch.answer(faces)
                    self.walk(branch, weight * count, ways * every, rolled)
                faces, count = outcomes[-1]
                match.answer(faces)
                weight, ways = weight * count, ways * every
            else:
                match.answer(self.reply(match, question))
        self.left -= 1
        if self.left < 0:
            raise _TooLarge
        self.ends.append(((list(match.events), match.checkpoint), Fraction(weight, ways)))


def _sample(match: AnyMatch, answer: Answer, reply: ReplyPolicy, samples: int) -> Odds:
    seen: dict[Outcome, int] = {}
    lots = SampleSequence(0x5EED)
    for _ in range(samples):
        play = match.fork(halt=True)
        before, mark = play.state, len(play.events)
        play.answer(answer)
        while (question := play.pending) is not None:
            play.answer(lots.faces(question) if isinstance(question, Roll) else reply(play, question))
        outcome = match.ruleset.outcome(before, play.checkpoint, play.events[mark:])
        seen[outcome] = seen.get(outcome, 0) + 1
    return Odds(tuple((outcome, Fraction(count, samples)) for outcome, count in seen.items()), samples, True)


class SampleSequence:
    """A fixed pseudo-random sequence (SplitMix64), for sampling only: the same every time, on every machine."""

    def __init__(self, seed: int) -> None:
        self._state = seed

    def below(self, bound: int) -> int:
        """A number from 0 up to but not including ``bound``."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _WORD
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _WORD
        return ((z ^ (z >> 31)) * bound) >> 64

    def faces(self, roll: Roll) -> tuple[int, ...]:
        """Faces for a roll, each equally likely."""
        return tuple(1 + self.below(sides) for sides in sides_of(roll.dice))


_WORD = (1 << 64) - 1
