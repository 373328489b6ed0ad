"""What the other side's reactions make of an option's odds: if it dodges, if somebody guards, at its best.

No ruleset is asked what its reactions are. A plain play of the option shows where somebody of another side may react;
each kind of reaction met there (the topic of its options) is then weighed like the option itself.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec

from game.rules.events import Id
from game.rules.match import AnyMatch
from game.rules.odds import Odds, leave_it, odds
from game.rules.questions import Choose

KINDS = 5
"""Kinds of reaction that are weighed; nobody reads a longer list."""

EACH = 3
"""Options of one kind that are weighed, the best of which stands for it."""


class Replied(msgspec.Struct, frozen=True):
    """How an option may end if the other side answers it in one way."""

    topic: str
    """The kind of reaction, such as "dodge"."""
    who: Id | None
    """Whose reaction it is; None where a whole side is asked at once."""
    key: str
    """The option that stands for its kind: of several the best for those who react."""
    odds: Odds
    best: bool
    """Whether nothing else, leaving it included, serves those who react better."""


class _Reaction(msgspec.Struct, frozen=True):
    """One option of a question that another side may answer in the course of a play."""

    kind: str
    topic: str
    who: Id | None
    seat: str
    key: str

    def reply(self, match: AnyMatch, question: Choose[object]) -> str:
        """Take this option wherever it is offered, and have agree whose consent it needs; leave everything else."""
        if question.kind == "react" and question.seat == self.seat:
            if (question.topic, question.who) == (self.topic, self.who) and question.options.get(self.key):
                return self.key
            if self.who is not None:
                agreed = (option.key for option in question.options.singles if option.consents_to == self.who)
                return next(agreed, leave_it(match, question))
        return leave_it(match, question)


def replies(match: AnyMatch, answer: str, plain: Odds, *, leaves: int, samples: int) -> tuple[Replied, ...]:
    """Weigh an option again for every kind of reaction that another side has to it, in the order they are met.

    ``plain`` are its odds if nobody reacts. Reactions that change nothing are left out. The match is not disturbed.
    """
    asked = match.pending
    if not isinstance(asked, Choose):
        return ()
    kinds: dict[tuple[str, Id | None], list[_Reaction]] = {}
    for reaction in _met(match, answer, str(asked.seat)):
        kinds.setdefault((reaction.kind, reaction.who), []).append(reaction)
    found: list[tuple[Fraction, _Reaction, Odds]] = []
    for same in list(kinds.values())[:KINDS]:
        weighed = [
            (_loss(match, one.seat, weighed), one, weighed)
            for one in same[:EACH]
            if (weighed := odds(match, answer, reply=one.reply, leaves=leaves, samples=samples)).chances
            != plain.chances
        ]
        if weighed:
            found.append(min(weighed, key=lambda entry: entry[0]))
    least = min((loss for loss, _, _ in found), default=Fraction(0))
    return tuple(
        Replied(one.kind, one.who, one.key, weighed, loss == least and loss < _loss(match, one.seat, plain))
        for loss, one, weighed in found
    )


def _met(match: AnyMatch, answer: str, seat: str) -> list[_Reaction]:
    """The reactions of other seats that a play of the option comes by, whatever the dice show before the first."""
    met: dict[_Reaction, None] = {}

    def note(play: AnyMatch, question: Choose[Any]) -> str:
        if question.kind == "react" and question.seat != seat:
            met.update(dict.fromkeys(_reactions(question)))
        return leave_it(play, question)

    odds(match, answer, reply=note, leaves=NOTED, samples=NOTED)
    return list(met)


NOTED = 60
"""Plays that are looked at for reactions."""


def _reactions(question: Choose[Any]) -> list[_Reaction]:
    return [
        _Reaction(option.topic or question.topic, question.topic, question.who, question.seat, option.key)
        for option in question.options
        if option.key != question.declines
    ]


def _loss(match: AnyMatch, seat: str, found: Odds) -> Fraction:
    """What a side loses on average, less what the others do; who is put down counts as lost whole."""
    board, everybody = match.board, match.state.combatants
    total = Fraction(0)
    for who in found.undone():
        if who in everybody:
            lost = found.mean_harm(who) + found.down(who) * match.ruleset.standing(board, who).full
            total += lost if everybody[who].side == seat else -lost
    return total
