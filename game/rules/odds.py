"""Odds from the rules themselves: an option is played on forks, every roll branches; reactions are weighed apart.

What a player is shown is what is played: there is no second formula. Where the tree is too large, the faces of its
first rolls are weighed all the same and plays drawn below them, by a fixed sequence of our own (rules have no generator
of chance), and the odds say so.

No ruleset is asked what its reactions are. The plain odds of the option show where somebody of another side may react;
each kind of reaction met there (the topic of its options) is then weighed from there on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import accumulate
from math import fsum, sqrt
from typing import Any, NamedTuple

import msgspec

from game.rules.dice import sides_of
from game.rules.events import Id
from game.rules.match import AnyMatch
from game.rules.questions import Answer, Choose, Impossible, Roll
from game.rules.ruleset import Note, Outcome
from game.rules.state import State

ReplyPolicy = Callable[[AnyMatch, Choose[object]], str]
"""How seats answer while odds are weighed."""

NoteOf = Callable[[Choose[Any]], object]
"""Note of a question; None for nothing."""

LEAVES = 4_000
"""Plays to the end that an exact tree may have."""

SAMPLES = 400
"""Plays drawn when it may not, for all of the tree; for the parts of it that are not walked, as many as they weigh."""

LOTS, SECOND_LOTS = 0x5EED, 0xA11
"""By which plays are drawn, and by which the best of several options is weighed again where its plays were drawn: it
was lucky in those that it was picked by.
"""

SURE = 1.96
"""Standard deviations within which 95 of 100 cases lie."""

PROBES = 16
"""Plays drawn to tell how many ends a tree has; if it has surely more than it may have it is not walked."""

LOOKED_OVER = 64
"""Ends that are walked before that is looked at."""

RARE = 50_000
"""Where a branch is rarer than one in so many and rolls again what it has rolled before, one play is drawn to stand for
all of it: exploding dice never end."""


class Odds(msgspec.Struct, frozen=True):
    """How an option may end, and how likely."""

    chances: tuple[tuple[Outcome, Fraction], ...]
    """Outcomes that can be told apart, each with its probability, in the order met."""
    faces: int
    """Plays weighed."""
    error: float = 0.0
    """By how much a chance is off at most, in 95 of 100 cases; 0 if nothing was drawn."""

    @property
    def sampled(self) -> bool:
        """Whether the tree was too large, so that plays were drawn to stand for parts of it."""
        return self.error > 0

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
        """Pairs of attacker and target, in the order met."""
        return tuple(
            dict.fromkeys((struck.who, struck.target) for outcome, _ in self.chances for struck in outcome.attacks)
        )

    def down(self, who: Id) -> Fraction:
        """The probability that a combatant is put out of the fight."""
        return self.chance(lambda outcome: who in outcome.down)

    def falls(self, who: Id) -> dict[str, Fraction]:
        """In which ways a combatant is put out of the fight, in the words of its notes, likeliest first.

        They add up to ``down``; "" is what no note tells of.
        """
        found: dict[str, Fraction] = {}
        for outcome, p in self.chances:
            if who in outcome.down:
                said = next((note.said for note in outcome.notes if note.who == who), "")
                found[said] = found.get(said, Fraction(0)) + p
        return dict(sorted(found.items(), key=lambda each: (not each[0], -each[1])))

    def harm(self, who: Id) -> dict[int, Fraction]:
        """The probability of each number of hit points lost by a combatant, by rising number."""
        spread: dict[int, Fraction] = {}
        for outcome, p in self.chances:
            lost = dict(outcome.harm).get(who, 0)
            spread[lost] = spread.get(lost, Fraction(0)) + p
        return dict(sorted(spread.items()))

    def by_bar(self, who: Id) -> tuple[tuple[Fraction, int], ...]:
        """Losses of a combatant by bar: on average, and at most; nothing if it loses nothing."""
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


def plainest(match: AnyMatch) -> ReplyPolicy:
    """How seats answer after the question that waits: as plainly as can be, but that a side agrees to its own choice.

    What somebody chooses may need the consent of another of its side, such as of whom it hides behind: its option is
    weighed as it is meant.
    """
    asked = match.pending
    if not isinstance(asked, Choose) or asked.who is None:
        return leave_it
    seat, who = asked.seat, asked.who

    def reply(play: AnyMatch, question: Choose[object]) -> str:
        if question.seat == seat and question.kind == "react":
            for option in question.options.singles:
                if option.consents_to == who:
                    return option.key
        return leave_it(play, question)

    return reply


def odds(
    match: AnyMatch,
    answer: Answer | None,
    *,
    reply: ReplyPolicy | None = None,
    leaves: int = LEAVES,
    samples: int = SAMPLES,
    lots: int = LOTS,
) -> Odds:
    """Weigh what answering the waiting question would lead to, up to the end of the step.

    Without an answer the waiting question is left to dice or to ``reply``, which makes all later choices: the
    ``plainest`` unless given. Raises Impossible if ``answer`` is not an option. The match is not disturbed.
    """
    return walk(match, answer, reply=reply, leaves=leaves, samples=samples, lots=lots).odds


class End(NamedTuple):
    """Where a play ends."""

    outcome: Outcome
    share: Fraction
    """How likely it is, or what it stands for."""
    drawn: bool
    """Whether it is one of several that might have stood for that."""


class Parting(msgspec.Struct):
    """A question met on a walk, from which another walk may part that answers otherwise."""

    play: AnyMatch
    """Waits at it."""
    weight: int
    ways: int
    """How likely it is met: the one in so many of the other."""
    rolled: frozenset[Roll]
    drawn: bool
    asked: object
    """Note of it."""
    answered: str
    end: int = 0
    """The length of the walk's trace when all that follows from the answer had been walked."""


class Walk(msgspec.Struct, frozen=True):
    """The odds of an option, and the way they were found."""

    odds: Odds
    trace: tuple[Parting | End, ...]
    """Ends and noted questions in the order met, each question before the ends that follow from its answer."""
    before: State[Any, Any]
    mark: int
    """Events before the option was taken."""


def walk(
    match: AnyMatch,
    answer: Answer | None,
    *,
    reply: ReplyPolicy | None = None,
    note: NoteOf = lambda _: None,
    leaves: int = LEAVES,
    samples: int = SAMPLES,
    lots: int = LOTS,
) -> Walk:
    """Weigh as ``odds`` does, and keep the way for others that have its beginning in common (``part``).

    ``note``: what is to be noted of a question from which they may part; None if they can't. Raises Impossible.
    """
    if match.pending is None:
        raise Impossible("the battle is over; there is nothing to weigh")
    first = match.fork(halt=True)
    weigh = _Weighing(match, first.state, len(first.events), reply or plainest(match), leaves, samples, lots)
    weigh.note = note
    weigh.walk([_Start(first, answer)])
    return Walk(weigh.odds(), tuple(weigh.trace), weigh.before, weigh.mark)


def part(
    match: AnyMatch,
    walked: Walk,
    reply: ReplyPolicy,
    answers: Callable[[Parting], str],
    *,
    leaves: int = LEAVES,
    samples: int = SAMPLES,
    lots: int = LOTS,
) -> Odds:
    """The odds by another ``reply`` than that of a walk: only what differs is played, drawn by ``lots``.

    ``answers``: what that reply says to a noted question; all others it answers as the walk did.
    """
    weigh = _Weighing(match, walked.before, walked.mark, reply, leaves, samples, lots)
    at, partings = 0, list[tuple[Parting, str]]()
    while at < len(walked.trace):
        step = walked.trace[at]
        at += 1
        if isinstance(step, End):
            weigh.count(step)
        elif (answer := answers(step)) != step.answered:
            partings.append((step, answer))
            at = step.end
    weigh.walk(
        [_Start(step.play, answer, step.weight, step.ways, step.rolled, step.drawn) for step, answer in partings]
    )
    return weigh.odds()


class _Start(NamedTuple):
    """Where a walk begins: at a question, with an answer; without one that question is the walk's first."""

    match: AnyMatch
    answer: Answer | None
    weight: int = 1
    ways: int = 1
    """How likely it is: the one in so many of the other."""
    rolled: frozenset[Roll] = frozenset()
    drawn: bool = False

    def play(self) -> AnyMatch:
        """A fork with that answer. Raises Impossible if it is not an option."""
        found = self.match.fork(halt=True)
        if self.answer is not None:
            found.answer(self.answer)
        return found


class _Weighing:
    """One walk over the tree of faces, or over several of them."""

    def __init__(
        self,
        match: AnyMatch,
        before: State[Any, Any],
        mark: int,
        reply: ReplyPolicy,
        leaves: int,
        samples: int,
        lots: int,
    ) -> None:
        self.match, self.before, self.mark = match, before, mark
        self.reply, self.leaves, self.samples = reply, leaves, samples
        self.note: NoteOf = lambda _: None
        self.trace: list[Parting | End] = []
        self._lots = SampleSequence(lots)
        self._chances: dict[Outcome, Fraction] = {}
        self._faces = self._played = 0
        self._starts: Sequence[_Start] = ()
        self._drawing = False
        """Whether there are too many ends to play them all."""
        self._squares = Fraction(0)
        """Of what each drawn play stands for."""

    def odds(self) -> Odds:
        error = SURE * sqrt(self._squares) / 2  # a chance of a half varies most
        return Odds(tuple(self._chances.items()), self._faces, error)

    def walk(self, starts: Sequence[_Start]) -> None:
        """Walk the trees that begin there. Raises Impossible if one begins with what is not an option."""
        self._starts = starts
        for start in starts:
            self._walk(start.play(), start.weight, start.ways, start.rolled, drawn=start.drawn)

    def _walk(self, match: AnyMatch, weight: int, ways: int, rolled: frozenset[Roll], *, drawn: bool) -> None:
        """Play on from here, where ``rolled`` was rolled; takes over ``match``."""
        partings: list[Parting] = []
        while (question := match.pending) is not None:
            if not isinstance(question, Roll):
                answer, asked = self.reply(match, question), self.note(question)
                if asked is not None:
                    partings.append(Parting(match.fork(halt=True), weight, ways, rolled, drawn, asked, answer))
                    self.trace.append(partings[-1])
                match.answer(answer)
                continue
            if ways > RARE * weight and question in rolled:
                match.answer(self._lots.faces(question))
                continue
            outcomes = question.outcomes()
            rolled = rolled | {question}
            if self._drawing and len(outcomes) * ways > self.samples * weight:
                count = -(-self.samples * weight // ways)
                shares = [(self._lots.faces(question), 1) for _ in range(count)]
                every, drawn = count, True
            else:
                shares, every = list(outcomes), sum(count for _, count in outcomes)
            for faces, count in shares[:-1]:
                branch = match.fork(halt=True)
                branch.answer(faces)
                self._walk(branch, weight * count, ways * every, rolled, drawn=drawn)
            faces, count = shares[-1]
            match.answer(faces)
            weight, ways = weight * count, ways * every
        outcome = self.match.ruleset.outcome(self.before, match.checkpoint, match.events[self.mark :])
        end = End(outcome, Fraction(weight, ways), drawn)
        self.trace.append(end)
        for parting in partings:
            parting.end = len(self.trace)
        self.count(end)
        self._played += 1
        if self._played == LOOKED_OVER:
            self._drawing = self._surely_too_large()
        self._drawing = self._drawing or self._played >= self.leaves

    def _surely_too_large(self) -> bool:
        """Whether there are more ends than may be played, by far enough that drawn plays can tell.

        A play that comes to pass once in so many times tells of so many ends, on the average over all plays. A few rare
        ones among the drawn tell nothing for sure: a tree may have most of its ends where it is hardly ever come to.
        """
        lots = SampleSequence(0xE7E)
        starts = (self._starts[lots.below(len(self._starts))] for _ in range(PROBES))
        told = [len(self._starts) * _ends_told(start, self.reply, lots) for start in starts]
        mean = fsum(told) / PROBES
        spread = sqrt(fsum((each - mean) ** 2 for each in told)) / PROBES
        return mean - SURE * spread > self.leaves

    def count(self, end: End) -> None:
        """Count an end that was played, here or on another walk."""
        self._faces += 1
        self._chances[end.outcome] = self._chances.get(end.outcome, Fraction(0)) + end.share
        self._squares += end.share**2 if end.drawn else 0


def _ends_told(start: _Start, reply: ReplyPolicy, lots: SampleSequence) -> float:
    """How many ends there would be if all were as likely as that of a drawn play."""
    play, weight, ways, rolled = start.play(), start.weight, start.ways, start.rolled
    while (question := play.pending) is not None:
        if not isinstance(question, Roll):
            play.answer(reply(play, question))
        elif ways > RARE * weight and question in rolled:
            play.answer(lots.faces(question))
        else:
            outcomes = question.outcomes()
            every, rolled = sum(count for _, count in outcomes), rolled | {question}
            drawn = lots.below(every)
            sums = accumulate(count for _, count in outcomes)
            faces, count = next(each for each, upto in zip(outcomes, sums, strict=True) if drawn < upto)
            play.answer(faces)
            weight, ways = weight * count, ways * every
    return ways * start.weight / (weight * start.ways)


DRAWN = 6
"""Plays with drawn dice that are compared, besides those with all dice low, high and between."""

ThrownDice = Callable[[Roll], tuple[int, ...]]
"""Faces of a roll's dice."""


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
    """Combatant who reacts; None where a whole side is asked at once."""
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
    """Combatant whose reaction needs its consent, and the key of the option that gives it."""
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
    """Average loss of a side, less what the others do; who is put down counts as lost whole."""
    board, everybody = match.board, match.state.combatants
    total = Fraction(0)
    for who in found.undone():
        if who in everybody:
            lost = found.mean_harm(who) + found.down(who) * match.ruleset.standing(board, who).full
            total += lost if everybody[who].side == seat else -lost
    return total
