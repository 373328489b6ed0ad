"""Weighs lines of play: how likely an aim is met, if one goes on as well as can be found by trying.

At each decision on the side's own turn several options are tried, at dice every face is weighed, and everything else,
the reactions of both sides and what the others do, is answered as the AI of the usual level answers it. Where another
side's turn comes before the aim is decided, plays are drawn by a fixed sequence of our own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from math import fsum
from typing import Any, NamedTuple

from game.ai.chooser import Instinct, possible
from game.ai.fallback import StepDistances
from game.play.speech import AimWatch, name_of
from game.rules.events import Id
from game.rules.match import AnyMatch, HouseReferee
from game.rules.odds import SampleSequence
from game.rules.questions import REFEREE, Answer, AnyOption, Choose, Roll, Seat
from game.rules.state import state_hash

ADVISED = 7
"""Options that are tried because an AI likes them best."""

AIMED = 10
"""Options that are tried because they are aimed at whom the aim is about; half of it where not much is tried."""

AGAINST = 14
"""Options against anybody that are tried where somebody is to be kept from harm: one of each verb and target."""

WIDE = 2
"""Decisions from the first on at which, until dice fall, what an AI likes is tried, too, and places."""

PLACES = 2
"""Places of each way of going that are tried because they are beside whom the aim is about."""

PLAYS = 4
"""Plays that are drawn where others have their turns, for all of a line."""

FEWEST = 2
"""The same from one moment at least, however rarely it comes to that."""

RARE = 1_000
"""Of what comes to pass less often than once in so many times one play stands for all: dice that explode never end."""

DEEPEST = 9
"""Decisions on one turn at most; after that it is ended."""

TRIAL, FAR_TOO_MANY = 3, 2
"""After so many options of a decision it is given up if all of them would take so many times the plays there may be."""

LONGEST = 40
"""Decisions after which a turn that is not ended by ending it counts as without end."""


class TooLarge(Exception):
    """More would have to be played than may be."""


Moment = tuple[str, tuple[Answer, ...]]
"""A checkpoint by its hash, and the answers since."""


class Choice(NamedTuple):
    """A decision of the side's that was weighed."""

    chances: dict[str, float]
    """By the key of each option that was tried, how likely the aim is met after it."""

    @property
    def best(self) -> str:
        """The option after which it is likeliest; of equals the one that was tried first."""
        return max(self.chances, key=lambda key: self.chances[key])

    @property
    def chance(self) -> float:
        """How likely that is."""
        return self.chances[self.best]


class LineSearch:
    """The lines from one moment, weighed."""

    def __init__(self, start: AnyMatch, watch: AimWatch, *, forks: int, plays: int = PLAYS, seed: int = 0) -> None:
        """``forks``: plays that may be begun in all, after which TooLarge is raised."""
        self.start, self.watch, self.plays, self.seed = start, watch, plays, seed
        self.forks, self._wide = forks, WIDE if watch.aim.kind == "fell" else 1
        self.drawn = False
        """Whether some plays were drawn."""
        self.choices: dict[Moment, Choice] = {}
        self.settled: Mapping[Moment, Choice] = {}
        """Decisions that are taken as another search has found them, not looked for anew."""
        self.undone: Counter[str] = Counter()
        """By what others do on their turns, how many drawn plays that put an end to."""
        self._chances: dict[Moment, float] = {}
        self._minds: dict[Seat, Instinct] = {}
        self._referee = HouseReferee()
        self._ways = StepDistances()
        self._lots = SampleSequence(seed)

    # -- chances

    def chance(self, match: AnyMatch, *, share: float = 1.0, depth: int = 0, acted: bool = False) -> float:
        """How likely the aim is met from here on; takes over ``match``. ``share``: how likely it comes to that.

        Raises TooLarge.
        """
        while True:
            asked = match.pending
            acted = acted or self.watch.others_turn(asked)
            met = self.watch.decided(match, acted=acted)
            if met is not None or asked is None:
                return float(bool(met))
            if acted:
                return self._drawn(match, share)
            if isinstance(asked, Roll):
                return self._rolled(match, asked, share, depth)
            if self.watch.own_turn(asked):
                return self.choice(match, share=share, depth=depth).chance
            match.answer(self.reply(match, asked))

    def choice(self, match: AnyMatch, *, share: float = 1.0, depth: int = 0) -> Choice:
        """The decision that waits, weighed. Raises TooLarge."""
        moment = moment_of(match)
        found = self.choices.get(moment)
        if found is None:
            if depth > LONGEST:
                raise TooLarge
            wide = depth < self._wide and share == 1
            keys = self.proposed(match, wide=wide) if depth < DEEPEST else [self.ending(match)]
            keys = [self.settled[moment].best] if moment in self.settled else keys
            before, chances = self.forks, dict[str, float]()
            for done, key in enumerate(keys, 1):
                chances[key] = self.after(match, key, share=share, depth=depth)
                if done == TRIAL and (before - self.forks) * len(keys) > FAR_TOO_MANY * TRIAL * before:
                    raise TooLarge
            found = self.choices[moment] = Choice(chances)
        return found

    def openings(self) -> Iterator[tuple[tuple[str, ...], float]]:
        """Every line that was tried: the keys of what is decided until dice fall, and the chance then. Raises TooLarge.

        Lines that wait for another's turn are whole.
        """
        yield from self._openings(self.start.fork(), ())

    def _openings(self, match: AnyMatch, keys: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], float]]:
        for key, chance in self.choice(match, depth=len(keys)).chances.items():
            child = self.until_asked(self.fork(match, key))
            if self.watch.own_turn(child.pending) and self.watch.decided(child, acted=False) is None:
                yield from self._openings(child, (*keys, key))
            else:
                yield (*keys, key), chance

    def until_asked(self, match: AnyMatch) -> AnyMatch:
        """Answer for everybody until dice fall, somebody has a turn, or the aim is decided; takes over ``match``."""
        while isinstance(asked := match.pending, Choose) and self.watch.decided(match, acted=False) is None:
            if self.watch.own_turn(asked) or self.watch.others_turn(asked):
                break
            match.answer(self.reply(match, asked))
        return match

    def after(self, match: AnyMatch, key: str, *, share: float = 1.0, depth: int = 0) -> float:
        """How likely the aim is met after an answer to the decision that waits. Raises TooLarge, Impossible."""
        return self.chance(self.fork(match, key), share=share, depth=depth + 1)

    def fork(self, match: AnyMatch, answer: Answer) -> AnyMatch:
        """A play with that answer. Raises TooLarge, Impossible."""
        if self.forks <= 0:
            raise TooLarge
        self.forks -= 1
        found = match.fork()
        found.answer(answer)
        return found

    def _rolled(self, match: AnyMatch, roll: Roll, share: float, depth: int) -> float:
        """Every face weighed; of what is very rare one play stands for all."""
        if share * RARE < 1:
            return self.chance(self.fork(match, self._lots.faces(roll)), share=share, depth=depth)
        outcomes = list(roll.outcomes())
        every = sum(count for _, count in outcomes)
        return fsum(
            count / every * self.chance(self.fork(match, faces), share=share * count / every, depth=depth)
            for faces, count in outcomes
        )

    def _drawn(self, match: AnyMatch, share: float) -> float:
        """The share of drawn plays in which it is met."""
        moment = moment_of(match)
        found = self._chances.get(moment)
        if found is None:
            self.drawn = True
            count = max(FEWEST, round(self.plays * share))
            met = [self.play(match, number, acted=True) for number in range(count)]
            found = self._chances[moment] = sum(met) / count
        return found

    def play(self, match: AnyMatch, number: int, *, acted: bool = False) -> bool:
        """Whether it is met in the play of a number, in which AIs answer for everybody. Raises TooLarge."""
        if self.forks <= 0:
            raise TooLarge
        self.forks -= 1
        play, dice, deed = match.fork(), SampleSequence(self.seed * 1_000_003 + number), ""
        while True:
            asked = play.pending
            acted = acted or self.watch.others_turn(asked)
            met = self.watch.decided(play, acted=acted)
            if met is not None or asked is None:
                self.undone.update([deed] if deed and not met else [])
                return bool(met)
            answer = dice.faces(asked) if isinstance(asked, Roll) else self.reply(play, asked)
            if isinstance(asked, Choose) and self.watch.others_turn(asked) and asked.who is not None:
                deed = f"{name_of(play, asked.who)}, {asked.options.find(str(answer)).label}"
            play.answer(answer)

    # -- answers

    def reply(self, match: AnyMatch, asked: Choose[Any]) -> Answer:
        """Answer of an AI of the usual level, or of the house for the referee."""
        if asked.seat == REFEREE:
            return self._referee.answer(match, asked)
        return self._mind(asked.seat).answer(match, asked)

    def _mind(self, seat: Seat) -> Instinct:
        found = self._minds.get(seat)
        if found is None:
            found = self._minds[seat] = Instinct(seat)
        return found

    def proposed(self, match: AnyMatch, *, wide: bool = True) -> list[str]:
        """The options that are tried: those aimed at whom the aim is about, else ways beside them; the turn's end.

        ``wide``: besides these what an AI likes best, and ways in any case.
        """
        asked = match.pending
        assert isinstance(asked, Choose)
        about = Id(self.watch.aim.who)
        singles = [each for each in asked.options.singles if not (each.for_good or each.ends or each.yields)]
        keys = [option.key for option in singles if option.target == about][: AIMED if wide else AIMED // 2]
        near = wide or not keys
        if wide and self.watch.aim.kind != "fell":
            against = {(option.verb, option.target): option.key for option in reversed(singles)}
            keys += list(against.values())[::-1][:AGAINST]
            keys += [key for family in asked.options.families for key in self._away(match, family)]
        if wide:
            liked = islice(possible(asked, self._mind(asked.seat).candidates(match, asked)), ADVISED)
            keys = [*(each.key for each in liked if self._bears_on(asked.options.find(each.key))), *keys]
        if near:
            keys += [key for family in asked.options.families for key in self._beside(match, family, about)]
        return list(dict.fromkeys([*keys, self.ending(match)]))

    def _bears_on(self, option: AnyOption) -> bool:
        """Whether an option may have to do with the aim: where one is to fall, an attack on another has not."""
        aim, aside = self.watch.aim, option.target is not None and option.verb in self.start.ruleset.attacks
        return not option.yields and not (aim.kind == "fell" and aside and option.target != aim.who)

    def _beside(self, match: AnyMatch, family: Any, about: Id) -> Iterator[str]:
        """Ways to places near whom the aim is about."""
        board = match.board
        if about not in match.state.combatants:
            return
        there = board.now(about).at
        near = sorted(family.places, key=lambda place: self._ways.steps(board.space, place, there))
        yield from map(family.key, near[:PLACES])

    def _away(self, match: AnyMatch, family: Any) -> Iterator[str]:
        """Ways to the places that are farthest from the nearest of the others."""
        board = match.board
        foes = [each.at for each in match.state.combatants.values() if each.side != self.watch.side]

        def nearest(place: Any) -> int:
            return min((self._ways.steps(board.space, place, foe) for foe in foes), default=0)

        yield from map(family.key, sorted(family.places, key=nearest)[: -PLACES - 1 : -1])

    def ending(self, match: AnyMatch) -> str:
        """Key of what ends the turn, or leaves things as they are."""
        asked = match.pending
        assert isinstance(asked, Choose)
        if asked.ending and asked.options.get(asked.ending) is not None:
            return asked.ending
        ends = (option.key for option in asked.options.singles if option.ends)
        return next(ends, asked.idle or asked.options[0].key)


def moment_of(match: AnyMatch) -> Moment:
    """Key of a moment of a battle."""
    return state_hash(match.checkpoint), match.since
