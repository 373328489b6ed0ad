"""What the other side's reactions make of an option's odds: if it dodges, if somebody guards, at its best.

No ruleset is asked what its reactions are. The plain odds of the option show where somebody of another side may react;
each kind of reaction met there (the topic of its options) is then weighed from there on.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import msgspec

from game.rules.events import Id
from game.rules.match import AnyMatch
from game.rules.odds import LEAVES, LOTS, SAMPLES, SECOND_LOTS, Odds, Parting, ReplyPolicy, Walk, part, plainest, walk
from game.rules.questions import Choose

KINDS = 5
"""Kinds of reaction that are weighed; nobody reads a longer list."""

EACH = 3
"""Options of one kind that are weighed, the best of which stands for it."""

SHOWN_LEAVES, SHOWN_SAMPLES, ANSWERED_LEAVES = 1_500, 150, 200
"""How exactly an option is weighed while somebody waits: plays that its tree may have, plays drawn where it has more,
and plays that the tree of each reaction to it may have.
"""


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
    reaction: ReactionOption
    """The one that stands for its kind."""


class _Asked(msgspec.Struct, frozen=True):
    """A question of another side that may react: what there is to choose from, as far as it matters here."""

    topic: str
    who: Id | None
    seat: str
    kinds: tuple[tuple[str, str], ...]
    """The key of each option and its kind."""
    consents: tuple[tuple[Id, str], ...]
    """Whose reaction needs its consent, and the key of the option that gives it."""
    declines: str

    def reactions(self) -> Iterator[ReactionOption]:
        """Every way to react."""
        for key, kind in self.kinds:
            if key != self.declines:
                yield ReactionOption(kind, self.topic, self.who, self.seat, key)


class ReactionOption(msgspec.Struct, frozen=True):
    """One option of a question that another side may answer in the course of a play."""

    kind: str
    """The topic of the option."""
    topic: str
    who: Id | None
    seat: str
    key: str

    def reply(self, match: AnyMatch) -> ReplyPolicy:
        """Take this option wherever it is offered, and have agree whose consent it needs; all else as without it."""
        otherwise = plainest(match)

        def reply(play: AnyMatch, question: Choose[object]) -> str:
            left = otherwise(play, question)
            return self.answer(_asked(question), left) if question.kind == "react" else left

        return reply

    def answer(self, asked: _Asked, left: str) -> str:
        """The same where something is known of a question, and how it is left."""
        if asked.seat != self.seat:
            return left
        if (asked.topic, asked.who) == (self.topic, self.who) and any(key == self.key for key, _ in asked.kinds):
            return self.key
        return next((key for who, key in asked.consents if who == self.who), left)


def _asked(question: Choose[Any]) -> _Asked:
    kinds = tuple((option.key, option.topic or question.topic) for option in question.options)
    consents = tuple(
        (option.consents_to, option.key) for option in question.options.singles if option.consents_to is not None
    )
    return _Asked(question.topic, question.who, str(question.seat), kinds, consents, question.declines)


class Plain(msgspec.Struct, frozen=True):
    """An option that nobody reacts to, and the reactions that it gives occasion to, in the order met."""

    walked: Walk
    reactions: tuple[ReactionOption, ...]

    @property
    def odds(self) -> Odds:
        """How it may end."""
        return self.walked.odds


def plain_odds(match: AnyMatch, answer: str, *, leaves: int = LEAVES, samples: int = SAMPLES) -> Plain:
    """Weigh an option as it is if nobody reacts, and note who may, whatever the dice show before the first.

    Raises Impossible if it is not an option. The match is not disturbed.
    """
    seat = str(match.pending.seat) if isinstance(match.pending, Choose) else ""
    met: dict[ReactionOption, None] = {}

    def note(question: Choose[Any]) -> _Asked | None:
        if question.kind != "react" or question.seat == seat:
            return None
        asked = _asked(question)
        met.update(dict.fromkeys(asked.reactions()))
        return asked

    walked = walk(match, answer, note=note, leaves=leaves, samples=samples)
    return Plain(walked, tuple(met) if seat else ())


def replies(match: AnyMatch, plain: Plain, *, leaves: int, samples: int) -> tuple[Replied, ...]:
    """Weigh an option again for every kind of reaction that another side has to it, in the order they are met.

    Reactions that change nothing are left out. The match is not disturbed.
    """
    return [(), *replies_so_far(match, plain, leaves=leaves, samples=samples)][-1]


def replies_so_far(match: AnyMatch, plain: Plain, *, leaves: int, samples: int) -> Iterator[tuple[Replied, ...]]:
    """The same as they become known, one kind more each time."""
    kinds: dict[tuple[str, Id | None], list[ReactionOption]] = {}
    for reaction in plain.reactions:
        kinds.setdefault((reaction.kind, reaction.who), []).append(reaction)
    found: list[tuple[Fraction, ReactionOption, Odds]] = []
    for same in list(kinds.values())[:KINDS]:
        weighed = [(one, _weigh(match, plain, one, leaves, samples)) for one in same[:EACH]]
        differing = [(one, weighed) for one, weighed in weighed if weighed.chances != plain.odds.chances]
        if differing:
            losses = [(_loss(match, one.seat, weighed), one, weighed) for one, weighed in differing]
            loss, one, odds = min(losses, key=lambda entry: entry[0])
            if len(losses) > 1 and odds.error:
                odds = _weigh(match, plain, one, leaves, samples, SECOND_LOTS)
                loss = _loss(match, one.seat, odds)
            found.append((loss, one, odds))
            least = min(loss for loss, _, _ in found)
            yield tuple(
                Replied(one.kind, one.who, one.key, weighed, loss == least < _loss(match, one.seat, plain.odds), one)
                for loss, one, weighed in found
            )


def _weigh(match: AnyMatch, plain: Plain, one: ReactionOption, leaves: int, samples: int, lots: int = LOTS) -> Odds:
    """The odds if somebody reacts."""

    def answers(parting: Parting) -> str:
        assert isinstance(parting.asked, _Asked)
        return one.answer(parting.asked, parting.answered)

    return part(match, plain.walked, one.reply(match), answers, leaves=leaves, samples=samples, lots=lots)


def _loss(match: AnyMatch, seat: str, found: Odds) -> Fraction:
    """What a side loses on average, less what the others do; who is put down counts as lost whole."""
    board, everybody = match.board, match.state.combatants
    total = Fraction(0)
    for who in found.undone():
        if who in everybody:
            lost = found.mean_harm(who) + found.down(who) * match.ruleset.standing(board, who).full
            total += lost if everybody[who].side == seat else -lost
    return total
