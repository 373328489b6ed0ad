"""What an option would lead to, worked out beside the window from the rules themselves, as far as the seat may know."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, TypeVar

from game.ai.belief import known_match
from game.play.crash import write_report
from game.play.speech import percent_within
from game.play.workers import BackgroundThread, PendingResult, given_up
from game.rules.events import Id
from game.rules.match import AnyMatch, Match
from game.rules.odds import (
    ANSWERED_LEAVES,
    LOTS,
    SECOND_LOTS,
    SHOWN_LEAVES,
    SHOWN_SAMPLES,
    Odds,
    Plain,
    leave_it,
    odds,
    plain_odds,
    replies_so_far,
    same_ends,
)
from game.rules.questions import REFEREE, AnyOption, Choose, Family, Impossible, Roll, Seat
from game.rules.ruleset import Note
from game.scene.board_geometry import board_geometry
from game.scene.choosing import price_of
from game.spatial.places import Place

K = TypeVar("K")
T = TypeVar("T")

KEPT = 4
"""Options whose plain odds are kept for what reactions make of them."""

ATTACKS = 4
"""Attacks on somebody of which the best is looked for."""

RIM = 40
"""Places at the rim of a move from which a second one is tried out."""


@dataclass(frozen=True, slots=True)
class CostlyMoves:
    """Where one may go for more than a move takes."""

    places: frozenset[Place] = frozenset()
    costs: tuple[str, ...] = ()
    """What that uses up, in the book's terms."""


NO_WAYS = CostlyMoves()


class Forecast:
    """Odds of the options of one question, each worked out once."""

    def __init__(self, match: AnyMatch, question: Choose[Any], thinker: BackgroundThread) -> None:
        self._thinker = thinker
        self._chances: dict[tuple[str, str], PendingResult[Chance | None]] = {}
        self._answered: dict[str, PendingResult[tuple[Answered, ...]]] = {}
        self._so_far: dict[str, tuple[Answered, ...]] = {}
        """What is known of reactions while others are being weighed."""
        self._plain: dict[str, Plain] = {}
        """How the last options were weighed, for their reactions; for the thread beside alone."""
        self._second: PendingResult[CostlyMoves] | None = None
        self._return_attacks: dict[tuple[Id, Place | None, tuple[Id, ...]], PendingResult[Mapping[Id, Fraction]]] = {}
        self._worked: dict[str, PendingResult[Any]] = {}
        self._told: dict[str, Chance] = {}
        self._row: PendingResult[Chance | None] | None = None
        """The one of several options looked at together that is being worked out: what takes long waits for them."""
        self._referee = question.seat == REFEREE
        # a fork of its own: the battle may go on while odds are weighed
        self._known: AnyMatch | None = (
            match.fork() if question.seat == REFEREE else known_match(match, Seat(question.seat))
        )
        self._here = self._known.fork() if self._known is not None else None
        """What is known, for what is looked up without the thinker."""

    def drop(self) -> None:
        """The question was answered: nobody waits for the rest."""
        for thought in self._thoughts:
            thought.drop()

    @property
    def working(self) -> bool:
        """Whether something is being worked out."""
        return any(not thought.done for thought in self._thoughts)

    @property
    def _thoughts(self) -> list[PendingResult[Any]]:
        found: list[PendingResult[Any]] = [
            *self._chances.values(),
            *self._answered.values(),
            *self._return_attacks.values(),
        ]
        found += self._worked.values()
        return [*found, self._second] if self._second is not None else found

    def chance(self, option: AnyOption) -> Chance | None:
        """What an option leads to; None as long as it isn't known."""
        told = self._told.get(option.key)
        return told if told is not None else self._ask(option.key, "")

    def in_turn(self, option: AnyOption, options: Sequence[AnyOption]) -> Chance | None:
        """What one of several options leads to that are looked at together; None as long as it isn't known.

        They are worked out one after another, each as soon as can be; what is pointed at meanwhile comes next, and
        before any reaction.
        """
        if self._is_known(option):
            return self.chance(option)
        for each in options:
            if self._is_known(each):
                continue
            chance = self.chance(each)
            thought = self._chances.get((each.key, ""))
            if thought is not None and not thought.done:
                self._wait_for(thought)
            if each.key == option.key:
                return chance
            if thought is not None and not thought.done:
                break
        return None

    def _is_known(self, option: AnyOption) -> bool:
        """Whether the odds of an option have been worked out."""
        thought = self._chances.get((option.key, ""))
        return thought is not None and thought.done

    def _wait_for(self, row: PendingResult[Chance | None]) -> None:
        """Let reactions and what foes could do wait until an option of several is worked out."""
        if row is not self._row:
            self._row = row
            _drop_undone(self._answered)
            _drop_undone(self._return_attacks)

    @property
    def _waiting(self) -> bool:
        """Whether one of several options that are looked at together is being worked out."""
        return self._row is not None and not self._row.done

    def distinct(self, options: Sequence[AnyOption]) -> list[AnyOption]:
        """Options aimed at one body without those that come to the same as one before them, such as a sword's edge and
        its point on bare skin.
        """
        found: list[AnyOption] = []
        for option in options:
            like = [each for each in found if _like(each) == _like(option)] if option.target is not None else []
            if self._here is None or not any(_alike(self._here, each.key, option.key) for each in like):
                found.append(option)
        return found

    def tell(self, option: AnyOption, chance: Chance) -> None:
        """Take note of what an option leads to that stands for several answers in a row."""
        self._told[option.key] = chance

    def work_out(self, key: str, work: Callable[[AnyMatch], T], nothing: T, *, alone: bool = False) -> T | None:
        """Something else about what is known of the battle, once for each ``key``; None as long as it isn't done.

        ``alone``: nobody waits for any other.
        """
        known = self._known
        if known is None or self._referee:
            return nothing
        thought = self._worked.get(key)
        if thought is None or not thought.done:
            waiting = [name for name, found in self._worked.items() if name != key and not found.done]
            for name in waiting if alone else waiting[:-1]:  # the pointer has left them
                self._worked.pop(name).drop()
        if thought is None:
            thought = self._worked[key] = self._thinker.ask(partial(_guarded, partial(work, known), nothing))
        return thought.result() if thought.done else None

    def answered(self, option: AnyOption) -> tuple[Answered, ...]:
        """What the other side's reactions make of an option, as far as it is known yet; empty if it has none."""
        known = self._known
        if known is None or self._referee or option.key in self._told or self.chance(option) is None:
            return ()
        thought = self._answered.get(option.key)
        if thought is None:
            if self._waiting:
                return ()
            _drop_undone(self._answered)  # the pointer has moved on
            nothing: tuple[Answered, ...] = ()
            thought = self._thinker.ask(partial(_guarded, partial(self._weigh_replies, known, option.key), nothing))
            self._answered[option.key] = thought
        return thought.result() if thought.done else self._so_far.get(option.key, ())

    def answering(self, option: AnyOption) -> bool:
        """Whether more reactions to an option are being weighed, or will be."""
        thought = self._answered.get(option.key)
        return not thought.done if thought is not None else self._waiting

    def fells(self, option: AnyOption, target: Id) -> Fraction | None:
        """How likely somebody is put down at least, whatever the other side's reactions; None as long as that isn't
        known, and for what stands for several answers in a row.
        """
        if option.key in self._told:
            return None
        chance, answered = self.chance(option), self.answered(option)
        if chance is None or self.answering(option):
            return None
        return min(each.down(target) for each in (chance, *(one.chance for one in answered)))

    def chance_from(self, walk: AnyOption, target: Id) -> Chance | None:
        """The best attack on somebody after a walk; None as long as it isn't known, or if there is none."""
        return self._ask(walk.key, target)

    def return_attacks(self, who: Id, at: Place | None, foes: tuple[Id, ...]) -> Mapping[Id, Fraction]:
        """The chance of each foe's best attack on somebody, were it its turn; of those who have one.

        ``at``: where the one who is attacked would stand, None for where it stands. Empty as long as it isn't known.
        """
        known = self._known
        if known is None or self._referee or not foes:
            return {}
        thought = self._return_attacks.get((who, at, foes))
        if thought is None:
            if self._waiting:
                return {}
            _drop_undone(self._return_attacks)  # the pointer has moved on
            nothing: Mapping[Id, Fraction] = {}
            thought = self._thinker.ask(partial(_guarded, partial(_strike_back, known, who, at, foes), nothing))
            self._return_attacks[who, at, foes] = thought
        return thought.result() if thought.done else {}

    def _ask(self, key: str, target: str) -> Chance | None:
        known = self._known
        if known is None:
            return None
        thought = self._chances.get((key, target))
        if thought is None:
            waiting = [found for found in self._chances.values() if not found.done]
            if len(waiting) > 6:  # the pointer has moved on over many: the oldest are not looked at any more
                waiting[0].drop()
                self._chances = {name: found for name, found in self._chances.items() if not found.dropped}
            work = partial(_weigh_after, known, key, Id(target)) if target else partial(self._weigh, known, key)
            thought = self._thinker.ask(partial(_guarded, work, None))
            self._chances[key, target] = thought
        return thought.result() if thought.done else None

    def _weigh(self, known: AnyMatch, key: str) -> Chance | None:
        """What an option leads to if nobody reacts. In the thread beside."""
        plain = self._weigh_plain(known, key)
        return read_odds(plain.odds) if plain is not None else None

    def _weigh_plain(self, known: AnyMatch, key: str) -> Plain | None:
        found = self._plain.pop(key, None)
        if found is None:
            try:
                found = plain_odds(known, key, leaves=SHOWN_LEAVES, samples=SHOWN_SAMPLES)
            except Impossible:  # an option that is there only because of somebody the seat does not know of
                return None
            if len(self._plain) >= KEPT:
                del self._plain[next(iter(self._plain))]
        self._plain[key] = found
        return found

    def _weigh_replies(self, known: AnyMatch, key: str) -> tuple[Answered, ...]:
        """What reactions make of an option, each shown as it is weighed. In the thread beside."""
        plain = self._weigh_plain(known, key)
        if plain is None:
            return ()
        chances: dict[tuple[str, Id | None], Chance] = {}
        found: tuple[Answered, ...] = ()
        for replies in replies_so_far(known, plain, leaves=ANSWERED_LEAVES, samples=SHOWN_SAMPLES):
            for reply in replies:
                if (reply.topic, reply.who) not in chances:
                    chances[reply.topic, reply.who] = read_odds(reply.odds)
            found = tuple(
                Answered(reply.topic, reply.who, reply.best, chances[reply.topic, reply.who]) for reply in replies
            )
            self._so_far[key] = found
            if given_up():  # the pointer has moved on
                break
        return found

    def costly_moves(self, moves: Family[Any]) -> CostlyMoves:
        """Where one comes for more than a move takes, farther than by the move; nothing as long as that isn't known."""
        known = self._known
        if known is None:
            return NO_WAYS
        if self._second is None:
            self._second = self._thinker.ask(partial(_guarded, partial(_walk_on, known, moves), NO_WAYS))
        return self._second.result() if self._second.done else NO_WAYS


def _drop_undone(thoughts: dict[K, PendingResult[T]]) -> None:
    """Nobody waits any more for what of this is not worked out yet."""
    for key, thought in list(thoughts.items()):
        if not thought.done:
            thought.drop()
            del thoughts[key]


def _guarded(work: Callable[[], T], nothing: T) -> T:
    """Work something out; a fault of the rules on a battle that is only thought of must not end the real one.

    It is written down like any other crash, and the screen tells nothing.
    """
    try:
        return work()
    except Exception as error:
        write_report(error)
        return nothing


def _like(option: AnyOption) -> tuple[object, ...]:
    """What options that may come to the same have in common."""
    return option.target, option.verb, option.price, option.place


def _alike(match: AnyMatch, one: str, other: str) -> bool:
    """Whether two options come to the same, as far as is known."""

    def work() -> bool:
        try:
            return same_ends(match, one, other)
        except Impossible:  # one is there only because of somebody the seat does not know of
            return False

    return _guarded(work, False)


def weigh(match: AnyMatch, key: str, lots: int = LOTS) -> Chance | None:
    """What an option leads to if nobody reacts; ``lots``: by which plays are drawn where its tree is too large."""
    try:
        return read_odds(odds(match, key, leaves=SHOWN_LEAVES, samples=SHOWN_SAMPLES, lots=lots))
    except Impossible:  # an option that is there only because of somebody the seat does not know of
        return None


def _best_attack(match: AnyMatch, question: Choose[Any], target: Id) -> Chance | None:
    """The attack on somebody that is likeliest to hit it, of the first that a question offers.

    A hold or a push that harms nobody is no blow: it counts where there is nothing else.
    """
    found: list[tuple[bool, Fraction, str, Chance]] = []
    for option in [option for option in question.options.singles if option.target == target][:ATTACKS]:
        chance = weigh(match, option.key)
        hit = chance.hit(question.who, target) if chance is not None else None
        if chance is not None and hit:
            found.append((chance.loss(target) > 0, hit, option.key, chance))
    if not found:
        return None
    _, _, key, best = max(found, key=lambda each: each[:2])
    return weigh(match, key, SECOND_LOTS) if best.sampled and len(found) > 1 else best


def _weigh_after(match: AnyMatch, key: str, target: Id) -> Chance | None:
    """The best attack on somebody from where a walk ends, if nothing happens on the way."""
    fork = walked(match, key)
    if fork is None or not isinstance(fork.pending, Choose):
        return None
    return _best_attack(fork, fork.pending, target)


def _strike_back(match: AnyMatch, who: Id, at: Place | None, foes: tuple[Id, ...]) -> Mapping[Id, Fraction]:
    """How likely each foe's best attack hits somebody, as the rules would let it attack if it were its turn."""
    places = {} if at is None else {who: at}
    found: dict[Id, Fraction] = {}
    for foe in foes:
        then = match.ruleset.hypothetical_turn(match.board, foe, places)
        turn: AnyMatch = Match(match.ruleset, match.setup, match.ground, then, record=False)
        turn.breathe = match.breathe
        question = turn.pending
        if not isinstance(question, Choose) or question.kind != "act" or question.who != foe:
            continue
        best = _best_attack(turn, question, who)
        hit = best.hit(foe, who) if best is not None else None
        if hit:
            found[foe] = hit
    return found


def walked(match: AnyMatch, key: str) -> AnyMatch | None:
    """A fork after an answer, with everything left as it is on the way; None if dice would fall."""
    asked = match.pending
    fork = match.fork()
    try:
        fork.answer(key)
        for _ in range(40):
            question = fork.pending
            if question is None or isinstance(question, Roll):
                return None
            if isinstance(asked, Choose) and question.seat == asked.seat and question.kind == "act":
                return fork if question.who == asked.who else None
            fork.answer(leave_it(fork, question))
    except Impossible:
        return None
    return None


def _walk_on(match: AnyMatch, moves: Family[Any]) -> CostlyMoves:
    """Places that a dear way leads to, instead of a move or after it; the latter is tried out from the move's rim."""
    first = frozenset(moves.places)
    menus = [match.pending]
    rim = board_geometry(match.ruleset.places, match.ground).rim(moves.places)
    for place in rim[:: max(1, len(rim) // RIM)]:
        fork = walked(match, moves.key(place))
        menus.append(fork.pending if fork is not None else None)
    found: set[Place] = set()
    costs: dict[str, None] = {}
    for asked in menus:
        for family in asked.options.families if isinstance(asked, Choose) else ():
            price = price_of(family)
            if family.verb != moves.verb and (price is None or not price.dear):
                continue
            if asked is not match.pending or family.verb != moves.verb:
                found.update(family.places)
                costs.update(dict.fromkeys([price.what] if price is not None and price.dear else []))
    asked = match.pending
    here = {match.board.now(asked.who).at} if isinstance(asked, Choose) and asked.who is not None else set()
    return CostlyMoves(frozenset(found - first - here), tuple(costs))


@dataclass(frozen=True, slots=True)
class Chance:
    """How an option may end, in a few numbers."""

    hits: tuple[tuple[Id, Id, Fraction], ...]
    """Who may come to attack whom, and how likely it hits at least once, in the order met."""
    struck: tuple[tuple[Id, Fraction], ...]
    """Who may be attacked, and how likely somebody hits it."""
    harm: tuple[tuple[Id, float, Fraction], ...]
    """Who may lose health or be put out of the fight: what is lost on average, and the chance of the other."""
    spread: tuple[tuple[Id, tuple[tuple[int, Fraction], ...]], ...]
    notes: tuple[tuple[Note, Fraction], ...]
    """What else may become of whom, likeliest first."""
    faces: int
    bars: tuple[tuple[Id, tuple[tuple[float, int], ...]], ...] = ()
    """Who may lose something of which of its bars: on average and at most, in the order of its standing's bars."""
    error: float = 0.0
    """By how much a chance may be off; 0 where they are exact."""
    falls: tuple[tuple[Id, tuple[tuple[str, Fraction], ...]], ...] = ()
    """In which ways somebody is put out of the fight, where notes tell of any; they add up to the chance of that."""

    @property
    def sampled(self) -> bool:
        """Whether not all plays were weighed."""
        return self.error > 0

    def told(self, share: Fraction) -> str:
        """One of the chances, and by how many points it may be off."""
        return percent_within(share, self.error)

    def hit(self, who: Id | None, target: Id) -> Fraction | None:
        """How likely somebody hits another; None: it does not attack it."""
        return next((share for a, b, share in self.hits if (a, b) == (who, target)), None)

    def befalls(self, who: Id) -> tuple[str, Fraction] | None:
        """The likeliest thing besides harm and falling that may become of somebody, in words that follow its name."""
        falls = dict(self.ways(who))
        notes = ((note.said, share) for note, share in self.notes if note.who == who and note.said not in falls)
        return next(notes, None)

    def ways(self, who: Id) -> tuple[tuple[str, Fraction], ...]:
        """In which ways somebody may be put out of the fight, where any is known besides that nothing is left to it."""
        return next((ways for each, ways in self.falls if each == who), ())

    @property
    def touched(self) -> tuple[Id, ...]:
        """Who may be attacked or lose health, in the order met."""
        return tuple(dict.fromkeys((*(who for who, _ in self.struck), *(who for who, _, _ in self.harm))))

    def loss(self, who: Id) -> float:
        """What somebody loses on average."""
        return next((mean for each, mean, _ in self.harm if each == who), 0.0)

    def down(self, who: Id) -> Fraction:
        """How likely somebody is put out of the fight."""
        return next((down for each, _, down in self.harm if each == who), Fraction(0))

    def harms(self, who: Id) -> bool:
        """Whether what somebody loses on average is anything to one decimal."""
        return round(self.loss(who), 1) > 0


@dataclass(frozen=True, slots=True)
class Answered:
    """How an option may end if the other side reacts in one way."""

    topic: str
    who: Id | None
    best: bool
    """Whether nothing serves those who react better."""
    chance: Chance


def read_odds(found: Odds) -> Chance:
    """The numbers that a screen shows of odds."""
    touched = found.undone()
    return Chance(
        tuple((who, target, found.hits(who, target)) for who, target in found.attacks()),
        tuple((who, found.struck(who)) for who in dict.fromkeys(target for _, target in found.attacks())),
        tuple((who, float(found.mean_harm(who)), found.down(who)) for who in touched),
        tuple((who, tuple(found.harm(who).items())) for who in touched),
        tuple(found.noted().items()),
        found.faces,
        tuple((who, tuple((float(mean), most) for mean, most in found.by_bar(who))) for who in found.touched()),
        found.error,
        tuple((who, tuple(ways.items())) for who in touched if any(ways := found.falls(who))),
    )
