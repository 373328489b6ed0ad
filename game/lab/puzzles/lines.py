"""Weighs lines of play: how likely an aim is met, if one goes on as well as can be found by trying.

At each decision on the side's own turn several options are tried, at dice every face is weighed, and everything else,
the reactions of both sides and what the others do, is answered as the AI of the usual level answers it. Where another
side's turn comes before the aim is decided, plays are drawn by a fixed sequence of our own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice, zip_longest
from math import fsum
from typing import Any, NamedTuple

from game.ai.chooser import Instinct, possible
from game.ai.fallback import StepDistances
from game.files.lessons import StepKind
from game.play.speech import AimWatch, name_of
from game.rules.events import Id
from game.rules.match import AnyMatch, HouseReferee
from game.rules.odds import SampleSequence
from game.rules.questions import REFEREE, Answer, AnyOption, Choose, Roll, Seat
from game.rules.state import state_hash

ADVISED = 7
"""Options that are tried because an AI likes them best."""

AIMED = 10
"""Options that are tried because they are aimed at whom the aim is about."""

AGAINST = 14
"""Options against anybody that are tried where somebody is to be kept from harm: one of each verb and target."""

WIDE = 2
"""Decisions from the first on at which, until dice fall, all of these are tried."""

NARROW = ((0.3, 4), (0.06, 2), (0.0, 1))
"""How many options are tried later besides ending the turn, where it comes to them at least so often: half of it where
others have their turns before the end, which takes more plays.
"""

FIRST = 5
"""How many are tried at most where no decision was taken before; one less after each, down to one."""

PLACES = 2
"""Places of each way of going that are tried because they are beside whom the aim is about."""

PLAYS = 4
"""Plays that are drawn where others have their turns, for all of a line."""

FEWEST = 2
"""The same from one moment at least, however rarely it comes to that."""

RARE, RARE_DRAWN = 250, 15
"""Of what comes to pass less often than once in so many times one play stands for all: dice that explode never end. The
second where plays are drawn in any case.
"""

DEEPEST = 12
"""Decisions until another side acts at most; after that turns are ended."""

TRIAL, FAR_TOO_MANY = 3, 2
"""After so many options of a decision it is given up if all of them would take so many times the plays there may be."""

LONGEST = 40
"""Decisions after which a turn that is not ended by ending it counts as without end."""

Deeds = tuple[tuple[str, str, str], ...]
"""What a line does besides going somewhere: actor, verb and target of each decision, in the order of the words."""


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

    def __init__(
        self,
        start: AnyMatch,
        watch: AimWatch,
        *,
        forks: int,
        plays: int = PLAYS,
        seed: int = 0,
        settled: Mapping[Moment, Choice] | None = None,
        unanswered: bool = False,
    ) -> None:
        """``forks``: plays that may be begun in all, after which TooLarge is raised.

        ``settled``: decisions that are taken as another search has found them, not looked for anew; ``unanswered``:
        nobody of another side reacts to anything.
        """
        self.start, self.watch, self.plays, self.seed = start, watch, plays, seed
        self.settled, self.unanswered = settled or {}, unanswered
        self.forks, self._wide = forks, WIDE if watch.aim.kind == "fell" else 1
        self.drawn = False
        """Whether some plays were drawn."""
        self.choices: dict[Moment, Choice] = {}
        self.deeds: dict[tuple[str, ...], Deeds] = {}
        """By the keys of each line of ``openings``."""
        self.reactions: Counter[str] = Counter()
        """How often others have reacted, by who did what."""
        self.undone: Counter[str] = Counter()
        """By what others do on their turns, how many drawn plays that put an end to."""
        self.played = 0
        """How many plays were drawn."""
        self.longest = 0
        """The most decisions of the side in a play before others act, ends of turns left out."""
        self._chances: dict[Moment, float] = {}
        self._replies: dict[Moment, Answer] = {}
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
            keys = [self.settled[moment].best] if moment in self.settled else self.tried(match, share, depth)
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
        yield from self._openings(self.start.fork(), (), ())

    def _openings(
        self, match: AnyMatch, keys: tuple[str, ...], deeds: Deeds
    ) -> Iterator[tuple[tuple[str, ...], float]]:
        for key, chance in self.choice(match, depth=len(keys)).chances.items():
            child, done = self.until_asked(self.fork(match, key)), (*deeds, *deed_of(match, key))
            if self.watch.own_turn(child.pending) and self.watch.decided(child, acted=False) is None:
                yield from self._openings(child, (*keys, key), done)
            else:
                self.deeds[*keys, key] = tuple(sorted(done))
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
        if share * (RARE if self.watch.aim.kind == "fell" else RARE_DRAWN) < 1:
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
            first = 0 if share == 1 else self.played  # the same dice for whole lines, others for each face of a die
            met = [self.play(match, first + number, acted=True) for number in range(count)]
            found = self._chances[moment] = sum(met) / count
        return found

    def play(self, match: AnyMatch, number: int, *, acted: bool = False, told: list[Answer] | None = None) -> bool:
        """Whether it is met in the play of a number, in which AIs answer for everybody. Raises TooLarge.

        ``told``: takes the answers.
        """
        if self.forks <= 0:
            raise TooLarge
        self.forks -= 1
        self.played += 1
        play, dice, deed, taken = match.fork(), SampleSequence(self.seed * 1_000_003 + number), "", 0
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
            elif isinstance(asked, Choose) and not acted and self.watch.own_turn(asked):
                taken += step_kind(asked, asked.options.find(str(answer))) != "end"
                self.longest = max(self.longest, taken)
            play.answer(answer)
            if told is not None:
                told.append(answer)

    # -- answers

    def reply(self, match: AnyMatch, asked: Choose[Any]) -> Answer:
        """Answer of an AI of the usual level, or of the house for the referee."""
        if asked.seat == REFEREE:
            return self._referee.answer(match, asked)
        if self.unanswered and asked.kind == "react" and asked.seat != self.watch.side and asked.idle:
            return asked.idle
        moment = moment_of(match)
        found = self._replies.get(moment)
        if found is None:
            found = self._replies[moment] = self._mind(asked.seat).answer(match, asked)
        if asked.kind == "react" and asked.seat != self.watch.side and found != asked.idle and asked.who is not None:
            self.reactions[f"{name_of(match, asked.who)}, {asked.options.find(str(found)).label}"] += 1
        return found

    def _mind(self, seat: Seat) -> Instinct:
        found = self._minds.get(seat)
        if found is None:
            found = self._minds[seat] = Instinct(seat)
        return found

    def tried(self, match: AnyMatch, share: float, depth: int) -> list[str]:
        """The options of the side's decision that are tried: the turn's end is always among them.

        Early ones are what is aimed at whom the aim is about, ways to places near that one or far from all others, one
        of each verb and target where somebody is to be kept from harm, and what an AI likes best. Later ones are the
        first few of these, the fewer the less likely it comes to that.
        """
        ending = self.ending(match)
        if depth >= DEEPEST:
            return [ending]
        wide = share == 1 and depth < self._wide
        most = next(most for least, most in NARROW if share >= least)
        most = min(most, max(1, FIRST - depth))
        most = most if self.watch.aim.kind == "fell" else (most + 1) // 2
        asked, about = match.pending, Id(self.watch.aim.who)
        assert isinstance(asked, Choose)
        singles = [each for each in asked.options.singles if not (each.for_good or each.ends or each.yields)]
        families = asked.options.families
        mind = possible(asked, self._mind(asked.seat).candidates(match, asked))
        likes = (each.key for each in mind if each.key != ending and self._bears_on(asked.options.find(each.key)))
        liked = list(islice(likes, ADVISED if wide else most))
        if not wide and len(liked) == most == 1:
            return list(dict.fromkeys([*liked, ending]))
        if asked.kind == "pick":
            return list(dict.fromkeys([*liked, *(option.key for option in singles[:AIMED]), ending]))
        aimed = [option.key for option in singles if option.target == about][:AIMED]
        ways = [key for family in families for key in self._beside(match, family, about)]
        if self.watch.aim.kind != "fell":
            against = {(option.verb, option.target): option.key for option in reversed(singles)}
            aimed += list(against.values())[::-1][:AGAINST]
            ways += [key for family in families for key in self._away(match, family)]
        if wide:
            return list(dict.fromkeys([*liked, *aimed, *ways, ending]))
        mixed = (key for each in zip_longest(liked, aimed, ways) for key in each if key is not None)
        return [*islice(dict.fromkeys(mixed), most), ending]

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


def step_kind(asked: Choose[Any], option: AnyOption) -> StepKind:
    """What sort of decision an option is."""
    if asked.kind == "pick":
        return "pick"
    if option.ends or option.key == asked.ending:
        return "end"
    return "way" if option.place is not None and option.target is None else "deed"


def deed_of(match: AnyMatch, key: str) -> Deeds:
    """What a decision does, unless it only goes somewhere, ends a turn or says who acts."""
    asked = match.pending
    assert isinstance(asked, Choose)
    option = asked.options.find(key)
    return ((str(asked.who), option.verb, str(option.target or "")),) if step_kind(asked, option) == "deed" else ()


def moment_of(match: AnyMatch) -> Moment:
    """Key of a moment of a battle."""
    return state_hash(match.checkpoint), match.since
