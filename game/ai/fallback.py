"""Fallback: plays a ruleset without a planning model, by trying options on forks and valuing the result.

It knows of a ruleset what every ruleset must show: questions and their options, who stands where, what is left of whom,
who has won. Options are tried to the end of the member's turn, each with the same dice; what follows the first answer
of a play is the best of a few by what comes of it at once, so that a step is seen to lead to a blow. Of many places a
few of each kind are tried. It remembers nothing, and counts tries, never time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain, zip_longest
from statistics import fmean
from typing import Any

from game.ai.belief import known_match
from game.ai.heuristic import Heuristic, grounds
from game.ai.rollouts import RolloutDice
from game.ai.scoring import TOLD, ConsideredOption, ConsideredOptions
from game.rules.match import AnyMatch, Asked
from game.rules.odds import leave_it
from game.rules.questions import Answer, Choose, Family, Impossible, Option, Roll, Seat
from game.spatial.places import Place

TRIED = 20
"""Options that are tried at most."""

FEWEST = 3
"""Places of a family that are tried at least, however much else there is to do."""

FINAL = 5
"""How many of the best are played again, of those in whose plays dice fell; nothing else differs from play to play."""

FEWEST_PLAYS, MOST_PLAYS = 2, 6
"""Plays of each of those."""

ANSWERS = 120
"""Answers after which all of them together are played no more than they must be."""

FOLLOWED = 2
"""Answers that a play goes on for after its first, at most."""

BLOWS, STEPS = 2, 1
"""Options with a foe for a target, and families of places with one place each, that are tried for each of those."""

PRICE = 0.005
"""What every act takes away: an act that brings nothing is not made, or weapons would be swapped for ever."""

ASIDE = 100
"""What the numbers of the dice differ by with which answers after the first are tried."""

REPLIES = 60
"""Answers after which whatever an option sets going is left as it is."""


@dataclass
class Tried:
    """An option and what came of it."""

    key: str
    values: list[float] = field(default_factory=list)
    """Of each play: what the side is better off than before."""
    then: tuple[str, ...] = ()
    """What followed in the last play."""
    open: bool = False
    """Whether dice fell, so that another play may come to something else."""

    @property
    def value(self) -> float:
        """The mean."""
        return fmean(self.values)


def best_first(tried: Iterable[Tried]) -> list[Tried]:
    """The best first; of equals the one that was tried first."""
    return sorted(tried, key=lambda each: -each.value)


class Fallback:
    """An opponent for any game."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self._prospect: Heuristic | None = None
        self._tried: list[Tried] = []

    @property
    def reason(self) -> str:
        """What was tried and what it came to, the best first, a line for each."""
        lines = []
        for tried in self._tried[:3]:
            count = len(tried.values)
            then = f", with {', '.join(tried.then)}" if tried.then else ""
            lines.append(f"{tried.key}: {tried.value:+.2f} ({count} play{'s' if count > 1 else ''}{then})")
        return "\n".join(lines)

    @property
    def considered(self) -> ConsideredOptions:
        """The best of what was tried for the last answer."""
        return ConsideredOptions(
            tuple(ConsideredOption(each.key, each.value, (), len(each.values)) for each in self._tried[:TOLD])
        )

    def answer(self, match: AnyMatch, question: Asked) -> Answer:
        """The option that the side stands best after. Dice are not an AI's to answer."""
        assert isinstance(question, Choose)
        self._tried = []
        start = None if question.kind == "ruling" else known_match(match, question.seat)
        if start is None:
            return leave_it(match, question)
        if self._prospect is None or self._prospect.setup is not match.setup:
            self._prospect = Heuristic(match.ruleset, match.setup, self.seat)
        plays = _Plays(start, question, self._prospect)
        tried = [found for key in self._options(plays, question) if (found := plays.once(key)) is not None]
        if not tried:
            return leave_it(match, question)
        if len(tried) == 1:
            self._tried = tried
            return tried[0].key
        open_ = best_first(each for each in tried if each.open)[:FINAL]
        for number in range(1, MOST_PLAYS):
            if number >= FEWEST_PLAYS and plays.answers >= ANSWERS:
                break
            for each in open_:
                plays.again(each, number)
        self._tried = best_first([each for each in tried if not each.open or each in open_])
        return self._tried[0].key

    def _options(self, plays: _Plays, question: Choose[Any]) -> list[str]:
        """What to try: acts first, verb by verb if there are too many, then places by classes."""
        menu = question.options
        families = menu.families
        acts = [option.key for option in in_turn(menu.singles)][: max(1, TRIED - FEWEST * len(families))]
        found = list(acts)
        for left, family in zip(range(len(families), 0, -1), families, strict=True):
            most = max(FEWEST, (TRIED - len(found)) // left)
            found += [family.key(place) for place in self._places(plays, question, family)[:most]]
        return found

    def _places(self, plays: _Plays, question: Choose[Any], family: Family[Any]) -> list[Place]:
        """Places of a family, one or a few of each class: the nearest to a foe first."""
        prospect, board, places = plays.prospect, plays.start.board, family.places
        space = board.space
        foes = [foe.at for foe in prospect.foes(board)]
        far = sorted(places, key=lambda place: prospect.nearest(space, place, foes or prospect.searched(board, 0)))
        chosen = far[:1]
        aims = grounds(board, board.setup.objective(prospect.side))
        if aims:
            chosen.append(min(places, key=lambda place: prospect.nearest(space, place, aims)))
        me = board.state.combatants.get(question.who) if question.who is not None else None
        for foe in foes if me is not None else ():
            beside = [place for place in places if prospect.ways.steps(space, place, foe) == 1]
            if me is not None and beside:
                chosen.append(min(beside, key=lambda place: prospect.ways.steps(space, me.at, place)))
        chosen += [far[len(far) // 2], far[-1]]
        return list(dict.fromkeys(chosen))


def in_turn(options: Iterable[Option[Any]]) -> Iterator[Option[Any]]:
    """Options with the first of each verb before the second of any."""
    verbs: dict[str, list[Option[Any]]] = {}
    for option in options:
        verbs.setdefault(option.verb, []).append(option)
    rounds = chain.from_iterable(zip_longest(*verbs.values()))
    return (option for option in rounds if option is not None)


class _Plays:
    """Plays from one question on."""

    def __init__(self, start: AnyMatch, question: Choose[Any], prospect: Heuristic) -> None:
        self.start, self.question, self.prospect = start, question, prospect
        self.seat = question.seat
        self.answers = 0
        """Answers that the plays have taken so far."""
        self._rolled = False
        self.known = prospect.foes(start.board)
        self.before = self._worth(start)

    def once(self, key: str) -> Tried | None:
        """Play an option; None where it can't be answered without those that the side does not know of."""
        tried, self._rolled = Tried(key), False
        try:
            self.again(tried, 0)
        except Impossible:
            return None
        tried.open = self._rolled
        return tried

    def again(self, tried: Tried, number: int) -> None:
        """Play an option with the dice of that number. Raises Impossible."""
        match, dice = self.start.fork(), RolloutDice(number)
        self._answer(match, tried.key)
        ends = any(option.ends and option.key == tried.key for option in self.question.options.singles)
        paid = 0.0 if ends or tried.key == _undone(self.question) else PRICE
        me = self.question.who
        then: list[str] = []
        while (asked := self._settled(match, dice)) is not None and asked.seat == self.seat:
            if asked.kind == "pick":
                mine = next((o.key for o in asked.options.singles if me is not None and me in (o.key, o.value)), None)
                if mine is None and me is not None:
                    mine = next((o.key for o in asked.options.singles if o.target == me), None)
                if mine is None:
                    break
                self._answer(match, mine)
                continue
            me = me or asked.who
            if asked.who != me or len(then) == FOLLOWED or match.state == self.start.state:  # nothing came of it
                break
            key = self._follow(match, asked, number)
            if key is None:
                break
            self._answer(match, key)
            then.append(key)
            paid += PRICE
        tried.values.append(self._worth(match) - self.before - paid)
        tried.then = tuple(then)

    def _follow(self, match: AnyMatch, asked: Choose[Any], number: int) -> str | None:
        """The answer that is best by what comes of it at once, if any is better than none.

        It is tried with other dice than the play's, which nobody knows before; a blow that they let miss is still one.
        """
        now, rolled = self._worth(match), self._rolled
        best, least, blow = None, now, None
        for key in self._few(match, asked):
            after, self._rolled = match.fork(), False
            self._answer(after, key)
            self._settled(after, RolloutDice(number + ASIDE))
            worth = self._worth(after) - PRICE
            if worth > least:
                best, least = key, worth
            elif self._rolled and blow is None and worth == now - PRICE:
                blow = key
            rolled |= self._rolled
        self._rolled = rolled
        return best or blow

    def _few(self, match: AnyMatch, asked: Choose[Any]) -> Iterator[str]:
        """What a turn may go on with: a blow at somebody, or a step to the foes."""
        board, menu = match.board, asked.options
        foes = {foe.id: foe.at for foe in self.prospect.foes(board)}
        blows = [option for option in menu.singles if option.target in foes]
        yield from (option.key for option in list(in_turn(blows))[:BLOWS])
        to: list[Place] = list(foes.values()) or self.prospect.searched(board, 0)
        for family in menu.families[:STEPS]:
            yield family.key(min(family.places, key=lambda place: self.prospect.nearest(board.space, place, to)))

    def _settled(self, match: AnyMatch, dice: RolloutDice) -> Choose[Any] | None:
        """Go on to the next pick or act of anybody, and give it; None when the battle is over."""
        for _ in range(REPLIES):
            asked = match.pending
            if asked is None:
                return None
            if isinstance(asked, Roll):
                self._rolled = True
                self._answer(match, dice.faces(asked))
            elif asked.kind in ("pick", "act"):
                return asked
            elif asked.seat == self.seat or asked.kind == "ruling":
                self._answer(match, leave_it(match, asked))
            else:
                self._answer(match, reply(match, asked))
        return None

    def _answer(self, match: AnyMatch, answer: Answer) -> None:
        self.answers += 1
        match.answer(answer)

    def _worth(self, match: AnyMatch) -> float:
        return self.prospect.worth(match.board, self.known)


def reply(match: AnyMatch, question: Choose[Any]) -> str:
    """What the others are taken to answer: whatever could change something."""
    undone = _undone(question)
    matters = (option.key for option in question.options.singles if option.matters and option.key != undone)
    return next(matters, leave_it(match, question))


def _undone(question: Choose[Any]) -> str:
    """The key that costs nothing, as nothing is done."""
    return question.declines if question.kind == "react" else question.idle
