"""A battle and the people at it: who answers for which seat, where the dice come from, when and where it is saved,
clocks, standing orders about reactions, and what may be taken back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, NamedTuple

from game.ai import LEVELS, Opponent, opponent
from game.ai.belief import known_match
from game.ai.scoring import ConsideredOptions
from game.files.atomic import FileStamp, check_name, file_words, stamp_of, write_again, write_new
from game.files.battlefile import write_battle
from game.files.errors import BadFile
from game.files.saves import SeatPlan, load_match, save_document
from game.play.decision_log import DecisionLog
from game.play.dice import fresh_seed
from game.play.folders import BATTLE, SAVE, state_folder
from game.play.lessons import LessonProgress, course_of
from game.play.preferences import Preferences
from game.play.puzzles import PuzzleProgress, begin_battle, puzzle_progress
from game.play.seating import Player, read_player
from game.play.skirmish_files import hold_map
from game.play.speech import side_title
from game.rules.events import Id
from game.rules.match import AnyMatch, Asked, Match, Order, Orders, OutOfStep
from game.rules.questions import REFEREE, Answer, AnyOption, Choose, Impossible, Roll, Seat
from game.rules.ruleset import AnyRuleset
from game.rules.setup import Setup

DiceFrom = Literal["seeded", "typed"]


class Decision(NamedTuple):
    """An answer, and which AI gave it why."""

    answer: Answer
    mind: Opponent | None = None
    considered: ConsideredOptions = ConsideredOptions()


class Clocks:
    """The clocks of all seats: questions that go by one clock share its time, others have their own each."""

    def __init__(self) -> None:
        self._left: dict[Seat, tuple[str, float]] = {}

    def left(self, question: Choose[Any]) -> float:
        """Seconds that are left for a question; 0 too where there is no limit (``timed``)."""
        clock, left = self._left.get(question.seat, ("", 0.0))
        if not timed(question):
            return 0.0
        return left if question.clock and clock == question.clock else float(question.seconds)

    def stop(self, question: Choose[Any], left: float) -> None:
        """A question was answered with so many seconds to go."""
        if timed(question) and question.clock:
            self._left[question.seat] = question.clock, max(0.0, left)


def timed(question: Choose[Any]) -> bool:
    """Whether a person has only so long to answer: there must be an answer for when time is up."""
    return question.seconds > 0 and bool(question.idle)


@dataclass
class Session:
    """One match, and everything around it that a save keeps besides."""

    match: AnyMatch
    players: dict[Seat, Player]
    seed: int
    dice: DiceFrom
    autosave: Path
    orders: dict[Seat, Orders] = field(default_factory=dict)
    saved: Callable[[Path], None] = lambda _: None
    """Told after each autosave."""
    written: FileStamp | None = None
    """What tells the autosave that this session read or wrote last; None before."""
    known: dict[Path, FileStamp | None] = field(default_factory=dict)
    """The same of the files that a person named, by their whole paths."""
    ends_spent_turns: bool = False
    """Whether a person's turn ends by itself when nothing is left to do in it."""
    difficulty: str = ""
    """What the battle was asked for to be: "easier", "even", "harder"; empty if nothing was."""
    given_up: Seat | None = None
    """The side that has ended the battle before its end; a save knows nothing of it, and goes on."""
    clocks: Clocks = field(default_factory=Clocks)
    doings: DecisionLog = field(init=False)
    _opponents: dict[tuple[Seat, str], Opponent] = field(default_factory=dict)
    _course: tuple[AnyMatch, tuple[Seat, ...], LessonProgress | None] | None = None
    """How far a lesson is, with the battle and the people that it was looked up for."""
    _puzzle: tuple[AnyMatch, tuple[Seat, ...], PuzzleProgress | None] | None = None
    """The same of a puzzle."""

    def __post_init__(self) -> None:
        """Nothing has been decided since it was opened."""
        self.doings = DecisionLog(resumed=bool(self.match.history))

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats of persons."""
        return tuple(seat for seat, player in self.players.items() if player.kind == "human")

    @property
    def sides_of_people(self) -> tuple[Seat, ...]:
        """The sides that persons play."""
        return tuple(seat for seat in self.people if seat != REFEREE)

    @property
    def course(self) -> LessonProgress | None:
        """How far the pupil is, if the battle is a lesson and one person plays it."""
        match, people = self.match, self.people
        if self._course is None or self._course[0] is not match or self._course[1] != people:
            self._course = (match, people, course_of(match, people, self.settled))
        return self._course[2]

    @property
    def puzzle(self) -> PuzzleProgress | None:
        """How far the person is, if the battle is a puzzle and one person plays it."""
        match, people = self.match, self.people
        if self._puzzle is None or self._puzzle[0] is not match or self._puzzle[1] != people:
            self._puzzle = (match, people, puzzle_progress(match, people))
        return self._puzzle[2]

    def fixed(self, question: Asked) -> Answer | None:
        """What a lesson has laid down for the dice or for others than the pupil, as the answer to what waits."""
        course = self.course
        if course is None or not course.lesson.opening:
            return None
        try:
            return course.fixed(self.match)
        except OutOfStep:
            return None

    @property
    def winner(self) -> Seat | None:
        """The side that has won, if the battle is over and one has; of two, the one that did not give up."""
        verdict = self.match.state.verdict
        if verdict is None and self.given_up is not None:
            others = [Seat(side.name) for side in self.match.setup.sides if side.name != self.given_up]
            return others[0] if len(others) == 1 else None
        return Seat(verdict.winner) if verdict is not None and verdict.winner is not None else None

    @property
    def defeat(self) -> bool:
        """Whether another side has won than those at the screen played, or the only one that did gave up."""
        played = self.sides_of_people
        return (self.winner is not None and bool(played) and self.winner not in played) or played == (self.given_up,)

    @property
    def ended(self) -> bool:
        """Whether the battle is over, or somebody has ended it."""
        return self.match.over or self.given_up is not None

    def title(self, seat: Seat) -> str:
        """What a side or the referee is called."""
        return side_title(self.match.setup, seat)

    def opponent(self, seat: Seat) -> Opponent:
        """The AI of a seat; for a person's seat the one that advises."""
        level = self.players[seat].level or LEVELS[-1]
        if (seat, level) not in self._opponents:
            self._opponents[seat, level] = opponent(level, seat)
        return self._opponents[seat, level]

    def decide(self, question: Choose[Any]) -> Decision:
        """Let the AI of a seat answer. It reads the battle, which must not go on meanwhile."""
        mind = self.opponent(question.seat)
        answer = mind.answer(self.match, question)
        return Decision(answer, mind, mind.considered)

    def take(self, decision: Decision) -> None:
        """Give an answer to the battle, and remember how it came to be. Raises Impossible; then nothing has changed."""
        doing = self.doings.of(self.match, decision.mind, decision.considered, decision.answer)
        self.match.answer(decision.answer)
        if doing is not None:
            self.doings.record(doing)

    def settled(self, question: Choose[Any]) -> str | None:
        """The answer that a person's standing orders give, the only one there is to who acts or to what is done in a
        turn, or consent to what the same person has just had another of theirs do; None when they must be asked.
        """
        if question.kind == "pick" and len(question.options) == 1:
            return question.options[0].key
        for option in question.options.singles if question.kind == "react" else ():
            if option.consents_to is not None and self.match.board.now(option.consents_to).side == question.seat:
                return option.key  # whoever answers for it has just said so for the one who wants it
        if self.ends_spent_turns and (end := end_of_spent_turn(question, self.match.ruleset)):
            return end
        return self.orders.get(question.seat, Orders()).settle(question)

    def secret(self, roll: Roll) -> bool:
        """Whether a roll would tell somebody at the screen of a combatant that they don't know of, or might."""
        if roll.secret:
            return True
        match = self.match
        named = [who for who in (roll.who, roll.about) if who in match.state.combatants]
        return any(
            who not in match.ruleset.seen_by(match.board, side) for who in named for side in self.sides_of_people
        )

    def by_hand(self, roll: Roll) -> bool:
        """Whether people throw the dice of a roll and type what they show; nobody does for a secret one, nor for one
        that a lesson has laid down.
        """
        return self.dice == "typed" and not self.secret(roll) and self.fixed(roll) is None

    def plan(self) -> SeatPlan:
        """Who sits where, as a save keeps it."""
        players = {str(seat): str(player) for seat, player in self.players.items()}
        orders = {str(seat): held for seat, held in self.orders.items()}
        return SeatPlan(players, orders, self.dice, self.seed, difficulty=self.difficulty)

    def save(self, path: Path) -> Path:
        """Write the battle to a file, as text to a battle file: over what this session wrote or read there, else to
        that name or the next that is free. Gives it. Raises BadFile.
        """
        check_name(path)
        text = path.suffix == BATTLE
        data = write_battle(self.match).encode() if text else save_document(self.match, self.plan())
        where, stamp = write_again(path, data, self.known.get(path.resolve()))
        self.known[where.resolve()] = stamp
        hold_map(self.match.setup.map_file, where)
        return where

    def save_beside(self, path: Path) -> Path:
        """Write the battle to a file that is not there yet, of that name or the next that is free; gives it.

        Raises BadFile.
        """
        return write_new(path, save_document(self.match, self.plan()))

    def write_autosave(self) -> None:
        """Save where the game saves by itself: over what this session wrote there last, never over another battle.

        Raises BadFile.
        """
        data = save_document(self.match, self.plan())
        self.autosave, self.written = write_again(self.autosave, data, self.written)
        self.saved(self.autosave)

    def again(
        self, players: Mapping[Seat, Player], *, setup: Setup | None = None, difficulty: str | None = None
    ) -> Session:
        """The same battle from its beginning, of a puzzle from its moment, with other dice and these players.

        ``setup``: the same with other squads; ``difficulty``: what that makes of it. Raises BadFile, BadSetup.
        """
        seed, rules, ground = fresh_seed(), self.match.ruleset, self.match.ground
        match: AnyMatch = (
            begin_battle(rules, self.match.setup, ground) if setup is None else Match.begin(rules, setup, ground)
        )
        place = autosave_path(match.setup, seed)
        asked = self.difficulty if difficulty is None else difficulty
        return Session(match, dict(players), seed, self.dice, place, dict(self.orders), self.saved, difficulty=asked)

    def load(self, path: Path) -> None:
        """Take over the battle of a file, seats and dice included; clocks are whole again, and it is saved as its own.

        Raises BadFile, BadSeats; then nothing has changed.
        """
        found = resumed(path)
        self.match, self.players, self.orders = found.match, found.players, found.orders
        self.seed, self.dice, self.autosave, self.written = found.seed, found.dice, found.autosave, found.written
        self.difficulty, self.given_up = found.difficulty, None
        self.known |= found.known
        self.clocks, self.doings = Clocks(), found.doings
        self._opponents.clear()

    def reseed(self, seed: int) -> None:
        """Go on with the dice of another seed, which makes another battle of it."""
        if seed != self.seed:
            self.seed = seed
            self.autosave, self.written = autosave_path(self.match.setup, seed), None


def autosave_path(setup: Setup, seed: int) -> Path:
    """Where a battle is saved by itself."""
    return state_folder("autosaves") / f"{file_words(setup.title or setup.field.title)}-{setup.ruleset}-{seed}{SAVE}"


def resumed(path: Path, saved: Callable[[Path], None] = lambda _: None) -> Session:
    """The session of a save. Raises BadFile, BadSeats.

    It goes on in its file if the game saved it there by itself; what a person has saved stays as it is.
    """
    written = stamp_of(path)
    found = load_match(path)
    match, plan = found.match, found.seats
    players = {Seat(seat): read_player(who, f"{path.name}: seat {seat}", LEVELS) for seat, who in plan.players.items()}
    orders = {Seat(seat): held for seat, held in plan.orders.items()}
    place = autosave_path(match.setup, plan.seed)
    session = Session(match, players, plan.seed, plan.dice, place, orders, saved, difficulty=plan.difficulty)
    if path.parent.resolve() == place.parent.resolve():
        session.autosave, session.written = path, written
    else:
        session.known[path.resolve()] = written
    return session


def end_of_spent_turn(question: Choose[Any], rules: AnyRuleset) -> str:
    """The answer that ends a turn in which nothing is left to do; "" while there is something, or no turn is on.

    What is only done beside something else counts for nothing, nor does letting others act first.
    """
    if question.kind != "act":
        return ""
    ending = question.options.get(question.ending) if question.ending else None
    if ending is not None and ending.unspent:
        return ""  # as on most decisions, for which the menu need not be written
    if question.options.families:
        return ""
    singles = question.options.singles
    ends = [option for option in singles if option.ends]
    if len(ends) != 1 or ends[0].unspent:
        return ""
    aside = {deed.verb for deed in rules.deeds if deed.aside}
    left = (option for option in singles if not option.ends and not option.yields and option.verb not in aside)
    return "" if any(True for _ in left) else ends[0].key


class TurnChange(NamedTuple):
    """How the turn goes over to somebody else."""

    option: AnyOption
    """What whoever acts answers: the end of its turn, or that others act first."""
    takes: str
    """The answer to the question of who acts then; empty where that is not asked."""


def turn_change(match: AnyMatch, question: Choose[Any], who: Id) -> TurnChange | None:
    """How somebody would have the next turn at once, as far as the side that is asked can know; None if they can't."""
    singles = question.options.singles if question.kind == "act" else ()
    for option in sorted((each for each in singles if each.yields or each.ends), key=lambda each: not each.yields):
        then = _asked_after(match, question, option)
        if then is None or then.seat != question.seat:
            continue
        if then.kind == "pick" and who in then.takers:
            return TurnChange(option, then.takers[who])
        if then.kind == "act" and then.who == who:
            return TurnChange(option, "")
    return None


def next_seat(match: AnyMatch, question: Choose[Any]) -> Seat | None:
    """Who is asked once the turn is over, as far as the side that is asked can know; None where dice fall before."""
    ends = (option for option in question.options.singles if option.ends and question.kind == "act")
    then = next((_asked_after(match, question, option) for option in ends), None)
    return then.seat if then is not None and then.kind in ("pick", "act") else None


def _asked_after(match: AnyMatch, question: Choose[Any], option: AnyOption) -> Choose[Any] | None:
    """The choice that an answer leads to, tried on a copy; None if dice or nothing at all come next."""
    copy = known_match(match, question.seat)
    if copy is None:
        return None
    copy.answer(option.key)
    return copy.pending if isinstance(copy.pending, Choose) else None


AUTOSAVE_EVERY = 0.4
"""Seconds between saves while nobody but opponents answers."""


class Autosave:
    """Keeps a session's battle on the disk; a disk that refuses does not end the game."""

    def __init__(self, session: Session) -> None:
        self.trouble = ""
        """Why the last save failed; empty if it didn't."""
        self._session = session
        self._changed = False
        self._waited = 0.0

    def change(self) -> None:
        """Know that there is something new to save."""
        self._changed = True

    def advance(self, seconds: float) -> None:
        """Let time pass; answers in a row are saved together."""
        self._waited += seconds
        if self._waited >= AUTOSAVE_EVERY:
            self.catch_up()

    def catch_up(self) -> None:
        """Save what is new, if anything is."""
        if self._changed:
            self.save_now()

    def save_now(self) -> None:
        """Save now."""
        self._changed, self._waited = False, 0.0
        try:
            self._session.write_autosave()
            self.trouble = ""
        except BadFile as error:
            self.trouble = str(error)


ORDER_WORDS: tuple[tuple[str, str], ...] = (
    ("matters", "Ask when it matters"),
    ("ask", "Always ask"),
    ("always", "Always do it"),
    ("never", "Never do it"),
)


def read_order(word: str) -> Order:
    """A standing order from its word."""
    orders: dict[str, Order] = {"matters": "matters", "ask": "ask", "always": "always", "never": "never"}
    return orders[word]


def usual_orders(preferences: Preferences, rules: str) -> Orders:
    """The orders that a person begins a battle of that game with."""
    return Orders(preferences.reactions, dict(preferences.orders.get(rules, {})))


def give_order(session: Session, preferences: Preferences, seat: Seat, topic: str, order: Order) -> None:
    """Settle how a seat is asked about a topic from now on; no topic means all that have none of their own.

    Where one person alone plays it holds for later battles of the game too. Several at one screen are not asked alike.
    """
    rules = session.match.ruleset.name
    held = session.orders.get(seat, usual_orders(preferences, rules))
    if not topic:
        session.orders[seat] = Orders(order, held.topics)
        return
    session.orders[seat] = Orders(held.default, {**held.topics, topic: order})
    if len(session.people) == 1:
        preferences.orders = {**preferences.orders, rules: {**preferences.orders.get(rules, {}), topic: order}}


class PersonsChoice(NamedTuple):
    """A person's choice."""

    place: int
    """Its place in the history."""
    seat: Seat
    known: frozenset[Id]
    """Whom the people at the screen knew of then."""
    words: str
    instead: Mapping[Id, str]
    """Who else could have been taken to act, with the answer that takes it."""


class Undo:
    """Gives the answers of a session, and takes people's back again.

    Nothing goes back past dice that people know of, through another's turn, past something hidden that came to be
    seen, or beyond the point where the battle was opened. Of rolls and turns that people may not know of a refusal
    would tell: they count for nothing.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._mine: list[PersonsChoice] = []
        """People's choices since the battle was opened."""
        self._rolls: list[int] = []
        """Places in the history of rolls that people know of."""
        self._turns: list[int] = []
        """Places in the history of what others did on their turns, of those whom people know of."""

    def take(self, decision: Decision, *, person: bool = False) -> None:
        """Give an answer to the battle; ``person``: whether somebody at the screen chose it. Raises Impossible."""
        match = self._session.match
        question, place = match.pending, len(match.history)
        known = self.known()
        rolled = isinstance(question, Roll) and not self._session.secret(question)
        others = question is not None and not person and self._is_turn_of_others(question, known)
        made = None
        if person and isinstance(question, Choose) and isinstance(decision.answer, str):
            option = question.options.get(decision.answer)
            words = option.label if option is not None else decision.answer
            made = PersonsChoice(place, question.seat, known, words, question.takers if question.kind == "pick" else {})
        self._session.take(decision)
        if rolled:
            self._rolls.append(place)
        if others:
            self._turns.append(place)
        if made is not None:
            self._mine.append(made)

    def back(self) -> PersonsChoice:
        """Take back the last choice of the person who is asked now, with what followed. Raises Impossible with why."""
        reason = self.boundary()
        if reason:
            raise Impossible(reason)
        match = self._session.match
        last = self._mine.pop()
        match.undo(len(match.history) - last.place)
        self._rolls, self._turns = ([each for each in some if each < last.place] for some in (self._rolls, self._turns))
        return last

    def boundary(self) -> str:
        """Why nothing can be taken back; empty if something can."""
        if not self._mine:
            return "There is nothing to take back yet."
        match, last = self._session.match, self._mine[-1]
        if match.pending is not None and match.pending.seat != last.seat:
            return "It is another seat's decision now."
        if self._rolls and self._rolls[-1] > last.place:
            return "Dice have fallen since, and what they showed stands."
        if self._turns and self._turns[-1] > last.place:
            return "Others have had their turns since."
        if self.known() != last.known:
            return "Something has been seen since that was not known before."
        return ""

    def instead(self, who: Id) -> str:
        """The answer that takes somebody to act, once the last is taken back that took another; "" if that can't be.

        Only as long as nothing else has been done since.
        """
        match = self._session.match
        if not self._mine or self._mine[-1].place != len(match.history) - 1 or self.boundary():
            return ""
        return self._mine[-1].instead.get(who, "")

    def known(self) -> frozenset[Id]:
        """Whom the people at the screen know of."""
        match, people = self._session.match, self._session.people
        sides = [side.name for side in match.setup.sides if side.name in people]
        return frozenset(who for side in sides for who in match.ruleset.seen_by(match.board, side))

    def _is_turn_of_others(self, question: Asked, known: frozenset[Id]) -> bool:
        """Whether somebody who is no person at the screen is asked what to do on a turn that people know of."""
        if not isinstance(question, Choose) or question.kind not in ("pick", "act"):
            return False
        if question.seat in self._session.people:
            return False
        everybody = self._session.match.state.combatants
        named = [who for who in question.takers if who in everybody]
        asked = (question.who,) if question.who is not None else named or everybody
        return any(who in known and everybody[who].side == question.seat for who in asked)
