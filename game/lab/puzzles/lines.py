"""Weighs lines of play: how likely an aim is met, if one goes on as well as can be found by trying.

At each decision on the side's own turn several options are tried, at dice every face is weighed, and everything else,
the reactions of both sides and what the others do, is answered as the AI of the usual level answers it. Where another
side's turn comes before the aim is decided, plays are drawn by a fixed sequence of our own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, zip_longest
from math import fsum
from types import MappingProxyType
from typing import Any, NamedTuple

from game.ai.chooser import Instinct, possible
from game.ai.fallback import StepDistances
from game.files.lessons import StepKind
from game.play.speech import AimWatch, name_of
from game.rules.dice import OutcomeCount
from game.rules.events import Id
from game.rules.match import AnyMatch, HouseReferee
from game.rules.odds import SampleSequence
from game.rules.questions import REFEREE, Answer, AnyOption, Choose, Roll, Seat
from game.rules.state import state_hash

ADVISED = 5
"""Options that are tried because an AI likes them best."""

AIMED = 6
"""Options that are tried because they are aimed at whom the aim is about."""

AGAINST = 8
"""Options against anybody that are tried where somebody is to be kept from harm: one of each verb and target."""

NARROW = ((1.0, 3), (0.3, 2), (0.0, 1))
"""How many options are tried later besides ending the turn, where it comes to them at least so often: half of it where
others have their turns before the end, which takes more plays.
"""

FIRST = 4
"""How many are tried at most where no decision was taken before; one less after each, down to one."""

THOROUGH = ((0.1, 2), (0.0, 1))
"""As ``NARROW``, for a proof, once dice have fallen and whatever was decided before: else a line is told as worse than
it is, because nobody has looked at what can be done after its first blow has missed.
"""

GROWN = 4.0
"""Of how many times the share for which a moment was weighed it is weighed anew, if it comes to that by more ways.

Else what was found roughly, because it seemed rare, would stand for all of them.
"""

PLACES = 2
"""Places of each way of going that are tried because they are beside whom the aim is about."""

PLAYS = 4
"""Plays that are drawn where others have their turns, for all of a line."""

FEWEST = 2
"""The same from one moment at least, however rarely it comes to that."""

FACES, DRAWN_FACES, GLANCED_FACES = 12, 6, 4
"""Of dice so many sums are weighed at most by a search, each for those near it; if plays are drawn; and at a glance."""

GLANCED = 6
"""Options that are tried at a glance where many would be."""

RARE, RARE_SEARCHED, RARE_DRAWN, RARE_GLANCED = 250, 60, 15, 8
"""Of what comes to pass less often than once in so many times one play stands for all: dice that explode never end.
In a proof, in a search, where plays are drawn in any case, and at a glance.
"""

DEEPEST, DEEPEST_GLANCED = 9, 7
"""Decisions until another side acts at most, and at a glance; after that turns are ended."""

TRIAL, FAR_TOO_MANY = 3, 2
"""After so many options of a decision it is given up if all of them would take so many times the plays there may be."""

LONGEST = 40
"""Decisions after which a turn that is not ended by ending it counts as without end."""

ALIKE, DRAWN_ALIKE = 0.03, 0.1
"""Lines whose chances differ by no more are as good as one another. The second where plays are drawn."""

EQUAL = 0.005
"""Of decisions whose chances differ by no more the one with the fewest to come is taken: none is there for nothing."""

LineDeed = tuple[str, str, str]
"""What is decided besides going somewhere, ending a turn and who acts: actor, verb and target."""


class TooLarge(Exception):
    """More would have to be played than may be."""


MomentKey = tuple[str, tuple[Answer, ...]]
"""A checkpoint by its hash, and the answers since."""


class Weighed(NamedTuple):
    """What comes of going on as well as was found."""

    chance: float
    """How likely the aim is met."""
    taken: float = 0.0
    """Decisions until then on average, ends of turns left out."""
    worth: Mapping[LineDeed, float] = MappingProxyType({})
    """By how much each deed makes it likelier than ending the turn would, on average."""


class Choice(NamedTuple):
    """A decision of the side's that was weighed."""

    weighed: dict[str, Weighed]
    """By the key of each option that was tried, what comes of it."""
    best: str
    """The option after which the aim is likeliest; of equals the one with the fewest decisions to come."""

    @property
    def chance(self) -> float:
        """How likely that is."""
        return self.weighed[self.best].chance


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
        settled: Mapping[MomentKey, Choice] | None = None,
        unanswered: bool = False,
        glance: bool = False,
        thorough: bool = False,
    ) -> None:
        """``forks``: plays that may be begun in all, after which TooLarge is raised.

        ``settled``: decisions that are taken as another search has found them, every face weighed; ``unanswered``:
        nobody of another side reacts to anything; ``glance``: few options, faces and plays, to tell what to search;
        ``thorough``: more of them than usual, for a proof.
        """
        self.start, self.watch, self.plays, self.seed = start, watch, plays, seed
        self.settled, self.unanswered, self.exact = settled or {}, unanswered, settled is not None
        self.forks, self.glance, self.thorough = forks, glance, thorough
        asked = start.pending
        self._wide = 1 + (isinstance(asked, Choose) and asked.kind == "pick")
        """Decisions from the first on at which, until dice fall, many are tried: who acts, and what it does first."""
        self.drawn = watch.aim.kind != "fell"
        """Whether plays are drawn, because others have their turns before the aim is decided."""
        self.choices: dict[MomentKey, Choice] = {}
        self.reactions: Counter[str] = Counter()
        """How often others have reacted, by who did what."""
        self.undone: Counter[str] = Counter()
        """By what others do on their turns, how many drawn plays that put an end to."""
        self.played = 0
        """How many plays were drawn."""
        self._chances: dict[MomentKey, float] = {}
        self._came: dict[MomentKey, float] = {}
        """How likely it comes to a moment, by all ways that have led there so far."""
        self._valued: dict[MomentKey, float] = {}
        """The same as it was when the moment was weighed."""
        self._replies: dict[MomentKey, Answer] = {}
        self._minds: dict[Seat, Instinct] = {}
        self._referee = HouseReferee()
        self._ways = StepDistances()
        self._lots = SampleSequence(seed)

    # -- chances

    def chance(self, match: AnyMatch, *, share: float = 1.0, depth: int = 0) -> float:
        """How likely the aim is met from here on; takes over ``match``. ``share``: how likely it comes to that.

        Raises TooLarge.
        """
        return self._weigh(match, share, depth).chance

    def _weigh(self, match: AnyMatch, share: float, depth: int) -> Weighed:
        acted = False
        while True:
            asked = match.pending
            acted = acted or self.watch.others_turn(asked)
            met = self.watch.decided(match, acted=acted)
            if met is not None or asked is None:
                return Weighed(float(bool(met)))
            if acted:
                return Weighed(self._drawn(match, share))
            if isinstance(asked, Roll):
                return self._rolled(match, asked, share, depth)
            if self.watch.own_turn(asked):
                choice = self.choice(match, share=share, depth=depth)
                return choice.weighed[choice.best]
            match.answer(self.reply(match, asked))

    def choice(self, match: AnyMatch, *, share: float = 1.0, depth: int = 0) -> Choice:
        """The decision that waits, weighed. Raises TooLarge."""
        moment = moment_of(match)
        share, due = self._due(moment, share)
        found = self.choices.get(moment)
        if found is None or due:
            if depth > LONGEST:
                raise TooLarge
            keys = [self.settled[moment].best] if moment in self.settled else self.tried(match, share, depth)
            before, weighed = self.forks, dict[str, Weighed]()
            for done, key in enumerate(keys, 1):
                weighed[key] = self._weigh(self.fork(match, key), share, depth + 1)
                if done == TRIAL and (before - self.forks) * len(keys) > FAR_TOO_MANY * TRIAL * before:
                    raise TooLarge
            ended = weighed.get(self.ending(match))
            weighed = {key: self._begun(match, key, each, ended) for key, each in weighed.items()}
            least = max(each.chance for each in weighed.values()) - EQUAL
            best = min((key for key in keys if weighed[key].chance >= least), key=lambda key: weighed[key].taken)
            found = self.choices[moment] = Choice(weighed, best)
        return found

    def _due(self, moment: MomentKey, share: float) -> tuple[float, bool]:
        """How likely it comes to a moment by all ways so far, one more of that share counted; whether to weigh it."""
        came = self._came[moment] = min(1.0, self._came.get(moment, 0.0) + share)
        if came <= GROWN * self._valued.get(moment, 0.0):
            return came, False
        self._valued[moment] = came
        return came, True

    def _begun(self, match: AnyMatch, key: str, weighed: Weighed, ended: Weighed | None) -> Weighed:
        """What comes of a decision, itself counted; ``ended``: of ending the turn, where that was tried.

        Elsewhere only what is done to whom the aim is about, or to foes, is taken to make a difference.
        """
        asked, bodies = match.pending, match.state.combatants
        assert isinstance(asked, Choose)
        taken, worth = weighed.taken + is_choice(asked, key), dict(weighed.worth)
        for deed in deeds_of(match, key):
            target = bodies.get(Id(deed[2]))
            counts = target is not None and target.side != self.watch.side
            idle = ended.chance if ended is not None else 0.0 if counts else weighed.chance
            worth[deed] = worth.get(deed, 0.0) + weighed.chance - idle
        return Weighed(weighed.chance, taken, worth)

    def best(self, match: AnyMatch, *, share: float = 1.0, depth: int = 0) -> str:
        """The best option of the decision that waits. Raises TooLarge."""
        known = self.settled.get(moment_of(match))
        return known.best if known is not None else self.choice(match, share=share, depth=depth).best

    def openings(self) -> Iterator[tuple[tuple[str, ...], Weighed]]:
        """Every line that was tried: the keys of what is decided until dice fall, and what comes of it.

        Lines that wait for another's turn are whole. Raises TooLarge.
        """
        yield from self._openings(self.start.fork(), (), {})

    def _openings(
        self, match: AnyMatch, keys: tuple[str, ...], before: Mapping[LineDeed, float]
    ) -> Iterator[tuple[tuple[str, ...], Weighed]]:
        choice = self.choice(match, depth=len(keys))
        idle = choice.weighed.get(self.ending(match), Weighed(0.0)).chance
        for key, weighed in choice.weighed.items():
            child = self.until_asked(self.fork(match, key))
            if self.watch.own_turn(child.pending) and self.watch.decided(child, acted=False) is None:
                done = {**before, **dict.fromkeys(deeds_of(match, key), weighed.chance - idle)}
                yield from self._openings(child, (*keys, key), done)
            else:
                yield (*keys, key), weighed._replace(taken=len(keys) + weighed.taken, worth={**before, **weighed.worth})

    def until_asked(self, match: AnyMatch) -> AnyMatch:
        """Answer for everybody until dice fall, somebody has a turn, or the aim is decided; takes over ``match``."""
        while isinstance(asked := match.pending, Choose) and self.watch.decided(match, acted=False) is None:
            if self.watch.own_turn(asked) or self.watch.others_turn(asked):
                break
            match.answer(self.reply(match, asked))
        return match

    def after(self, match: AnyMatch, key: str, *, share: float = 1.0, depth: int = 0) -> float:
        """How likely the aim is met after an answer to the decision that waits. Raises TooLarge, Impossible."""
        return self.weighed_after(match, key, share=share, depth=depth).chance

    def weighed_after(self, match: AnyMatch, key: str, *, share: float = 1.0, depth: int = 0) -> Weighed:
        """What comes of an answer to the decision that waits. Raises TooLarge, Impossible."""
        return self._weigh(self.fork(match, key), share, depth + 1)

    def fork(self, match: AnyMatch, answer: Answer) -> AnyMatch:
        """A play with that answer. Raises TooLarge, Impossible."""
        if self.forks <= 0:
            raise TooLarge
        self.forks -= 1
        found = match.fork()
        found.answer(answer)
        return found

    def _rolled(self, match: AnyMatch, roll: Roll, share: float, depth: int) -> Weighed:
        """Every face weighed, in a search but for those between two as good; of what is rare one stands for all."""
        rare = RARE_GLANCED if self.glance else RARE_DRAWN if self.drawn else RARE if self.exact else RARE_SEARCHED
        if share * rare < 1:
            return self._weigh(self.fork(match, self._lots.faces(roll)), share, depth)
        outcomes = self.outcomes(roll)
        every, weighed = sum(count for _, count in outcomes), dict[int, Weighed]()
        spans = [(0, len(outcomes) - 1)] if not self.exact else [(each, each) for each in range(len(outcomes))]
        while spans:
            first, last = spans.pop()
            for at in [each for each in dict.fromkeys((first, last)) if each not in weighed]:
                faces, number = outcomes[at]
                number = max(number, sum(each for _, each in outcomes[first : last + 1]) // 2)
                weighed[at] = self._weigh(self.fork(match, faces), share * number / every, depth)
            middle = (first + last) // 2
            if weighed[first].chance == weighed[last].chance:
                weighed |= dict.fromkeys(range(first + 1, last), weighed[first])
            elif middle > first:
                spans += [(middle, last), (first, middle)]
        found = [(number / every, weighed[at]) for at, (_, number) in enumerate(outcomes)]
        worth: dict[LineDeed, float] = {}
        for part, each in found:
            for deed, more in each.worth.items():
                worth[deed] = worth.get(deed, 0.0) + part * more
        return Weighed(
            fsum(part * each.chance for part, each in found), fsum(part * each.taken for part, each in found), worth
        )

    def outcomes(self, roll: Roll) -> Sequence[OutcomeCount]:
        """What dice may show, as far as it is told apart, and in how many cases."""
        searched = None if self.exact else FACES
        return _grouped(roll.outcomes(), GLANCED_FACES if self.glance else DRAWN_FACES if self.drawn else searched)

    def _drawn(self, match: AnyMatch, share: float) -> float:
        """The share of drawn plays in which it is met."""
        moment = moment_of(match)
        share, due = self._due(moment, share)
        found = self._chances.get(moment)
        if found is None or due:
            count = max(1 if self.glance else FEWEST, round(self.plays * share))
            first = 0 if share == 1 else self.played  # the same dice for whole lines, others for each face of a die
            met = [self.play(match, first + number, acted=True) for number in range(count)]
            found = self._chances[moment] = sum(met) / count
        return found

    def weigh_anew(self, match: AnyMatch, depth: int) -> float:
        """How likely the aim is met, with decisions as they were found; where plays are drawn, by whole plays.

        Takes over ``match``. Raises TooLarge.
        """
        if not self.drawn:
            return self.chance(match, depth=depth)
        return sum(self.play(match, number, depth=depth) for number in range(self.plays)) / self.plays

    def play(
        self,
        match: AnyMatch,
        number: int,
        *,
        acted: bool = False,
        depth: int | None = None,
        told: list[Answer] | None = None,
    ) -> bool:
        """Whether it is met in the play of a number, in which AIs answer for everybody. Raises TooLarge.

        ``depth``: decisions that were taken, from which on the side decides as it was found until others act;
        ``told``: takes the answers.
        """
        if self.forks <= 0:
            raise TooLarge
        self.forks -= 1
        self.played += 1
        play, dice, deed = match.fork(), SampleSequence(self.seed * 1_000_003 + number), ""
        while True:
            asked = play.pending
            acted = acted or self.watch.others_turn(asked)
            met = self.watch.decided(play, acted=acted)
            if met is not None or asked is None:
                self.undone.update([deed] if deed and not met else [])
                return bool(met)
            own = isinstance(asked, Choose) and not acted and self.watch.own_turn(asked)
            if isinstance(asked, Roll):
                answer: Answer = dice.faces(asked)
            elif own and depth is not None:
                answer, depth = self.best(play, share=1 / self.plays, depth=depth), depth + 1
            else:
                answer = self.reply(play, asked)
            if isinstance(asked, Choose) and self.watch.others_turn(asked) and asked.who is not None:
                deed = f"{name_of(play, asked.who)}, {asked.options.find(str(answer)).label}"
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
        """The options of the side's decision that are tried: some and the turn's end, of what is rare one.

        Early ones are what is aimed at whom the aim is about, ways to places near that one or far from all others, one
        of each verb and target where somebody is to be kept from harm, and what an AI likes best. Later ones are the
        first few of these, the fewer the less likely it comes to that.
        """
        ending = self.ending(match)
        if depth >= (DEEPEST_GLANCED if self.glance else DEEPEST):
            return [ending]
        wide = share == 1 and depth < self._wide
        thorough = self.thorough and share < 1 and not self.drawn
        most = next(most for least, most in (THOROUGH if thorough else NARROW) if share >= least)
        most = most if thorough else min(most, max(1, FIRST - depth))
        most = (most + 1) // 2 if self.drawn or self.glance else most
        asked, about = match.pending, Id(self.watch.aim.who)
        assert isinstance(asked, Choose)
        singles = [each for each in asked.options.singles if not (each.for_good or each.ends or each.yields)]
        families = asked.options.families
        mind = possible(asked, self._mind(asked.seat).candidates(match, asked))
        last = str(match.history[-1]).partition(" ")[0] if thorough and match.history else ""
        families = tuple(each for each in families if each.verb != last)  # parts of a way are one way
        likes = [each.key for each in mind if each.key == ending or self._bears_on(asked.options.find(each.key))]
        if last:
            likes = [key for key in likes if not (key.partition(" ")[0] == last and asked.options.find(key).place)]
        if not wide:  # what an AI would do to whom the aim is about comes before what it would do else
            likes.sort(key=lambda key: asked.options.find(key).target != about)
        if not wide and most == 1:
            return [next(iter(likes), ending)]
        liked = list(islice((key for key in likes if key != ending), ADVISED if wide else most))
        if asked.kind == "pick":
            return list(dict.fromkeys([*liked, *(option.key for option in singles[:AIMED]), ending]))
        aimed = list(_varied(option for option in singles if option.target == about))[:AIMED]
        ways = [key for family in families for key in self._beside(match, family, about)]
        if self.watch.aim.kind != "fell":
            aimed += list(_varied(singles, 1))[:AGAINST]
            ways += [key for family in families for key in self._away(match, family)]
        if wide and not self.glance:
            return list(dict.fromkeys([*liked, *aimed, *ways, ending]))
        mixed = (key for each in zip_longest(liked, aimed, ways) for key in each if key is not None)
        return list(dict.fromkeys([*islice(dict.fromkeys(mixed), GLANCED if wide else most), ending]))

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


def _varied(options: Iterable[AnyOption], most: int = 2) -> Iterator[str]:
    """Keys of options, so many of each verb and target."""
    seen = Counter[tuple[str, Id | None]]()
    for option in options:
        seen[option.verb, option.target] += 1
        if seen[option.verb, option.target] <= most:
            yield option.key


def _grouped(outcomes: Sequence[OutcomeCount], most: int | None) -> Sequence[OutcomeCount]:
    """So many outcomes at most, each standing for those of sums near its own; the least sum first."""
    ordered = sorted(outcomes, key=lambda each: (sum(each[0]), each[0]))
    if most is None or len(outcomes) <= most:
        return ordered
    every, found, group = sum(count for _, count in outcomes), list[OutcomeCount](), list[OutcomeCount]()
    passed = 0
    for outcome in ordered:
        group.append(outcome)
        passed += outcome[1]
        if passed * most >= every * (len(found) + 1):
            found.append((group[len(group) // 2][0], sum(count for _, count in group)))
            group = []
    return found


def step_kind(asked: Choose[Any], option: AnyOption) -> StepKind:
    """What sort of decision an option is."""
    if asked.kind == "pick":
        return "pick"
    if option.ends or option.key == asked.ending:
        return "end"
    return "way" if option.place is not None and option.target is None else "deed"


def is_choice(asked: Choose[Any], key: str) -> bool:
    """Whether an option is a decision: it ends no turn, and does not have the only one act who can."""
    kind, able = step_kind(asked, asked.options.find(key)), [each for each in asked.options.singles if not each.ends]
    return kind != "end" and (kind != "pick" or len(able) > 1)


def deeds_of(match: AnyMatch, key: str) -> Iterator[LineDeed]:
    """What a decision does, unless it only goes somewhere, ends a turn or says who acts."""
    asked = match.pending
    assert isinstance(asked, Choose)
    option = asked.options.find(key)
    if step_kind(asked, option) == "deed":
        yield str(asked.who), option.verb, str(option.target or "")


def moment_of(match: AnyMatch) -> MomentKey:
    """Key of a moment of a battle."""
    return state_hash(match.checkpoint), match.since
