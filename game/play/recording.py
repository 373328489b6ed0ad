"""A battle that was fought, as it is watched again: beat by beat, as far as whoever watches may know it.

A beat is an answer after which somebody has moved or the log has a new line; other answers, and those of which the
viewer may know nothing, are passed over with the next one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from game.ai import LEVELS
from game.play.battle_log import log_lines
from game.play.decision_log import DecisionLog
from game.play.dice import fresh_seed
from game.play.folders import BATTLE, played
from game.play.seating import Player
from game.play.session import DiceFrom, Session, autosave_path, resumed
from game.rules.events import Changed, Id, Moved
from game.rules.match import AnyMatch, Match
from game.rules.questions import Answer, Choose, Seat
from game.rules.standing import called
from game.scene.event_feed import EventFeed, VisibleEvent
from game.scene.playhead import Playhead, Stop
from game.user_error import UserError

APART = 40
"""Events between two stops: to show that many anew takes no longer than a blink."""


class KeptSecret(UserError):
    """A battle that can't be watched yet: it would tell one person what only another knows."""


class Casualty(NamedTuple):
    """Somebody who was up no longer is."""

    name: str
    side: str


class Beat(NamedTuple):
    """A place in a battle to stop at."""

    answers: int
    """How many have been given."""
    round: int
    falls: tuple[Casualty, ...] = ()
    """Who fell since the beat before."""
    turn: bool = False
    """Whether somebody is asked to act who was not asked before."""


@dataclass(frozen=True)
class Recording:
    """A battle to be watched."""

    start: AnyMatch
    """The match at its start. It stays there: who goes on from it begins another."""
    history: tuple[Answer, ...]
    beats: tuple[Beat, ...]
    """From the start, before any answer, to the end of what was fought."""
    players: dict[Seat, Player]
    """Who played."""
    dice: DiceFrom
    over: bool
    """Whether the battle was fought to its end."""
    viewer: Seat | None
    """Whose eyes it is seen through; None for somebody who may see everything."""
    name: str
    """Of its file, without ending."""
    first: int = 0
    """How many answers were given before what is watched begins."""

    def begun(self) -> AnyMatch:
        """The battle where what is watched begins, to be played again."""
        start = self.start
        match: AnyMatch = Match.begin(start.ruleset, start.setup, start.ground)
        for answer in self.history[: self.first]:
            match.answer(answer)
        return match

    def session(self) -> Session:
        """The battle at its start with nobody at the screen who plays; it is not to be saved."""
        match = self.begun()
        nobody = {seat: Player("ai", player.level) for seat, player in self.players.items()}
        session = Session(match, nobody, 0, self.dice, autosave_path(match.setup, 0))
        session.doings = DecisionLog(resumed=True)
        return session

    def turn_at(self, beat: int) -> tuple[int, int]:
        """The first and the last beat of the turn that a beat is part of."""
        first = next((at for at in range(beat, 0, -1) if self.beats[at].turn), 0)
        last = next((at for at in range(beat + 1, len(self.beats)) if self.beats[at].turn), len(self.beats) - 1)
        return first, last

    def lines(self) -> Iterator[str]:
        """The log as the text game tells it, to whoever watches."""
        match = self.begun()
        for answer in self.history:
            match.answer(answer)
        yield from log_lines(match, self.viewer)


def recording(path: Path) -> Recording:
    """Read a save or battle file to be watched from its start.

    Raises BadFile, OutOfStep, KeptSecret and whatever other UserError there is.
    """
    players: dict[Seat, Player]
    dice: DiceFrom
    if path.suffix == BATTLE:
        match, trouble = played(path)
        players = {Seat(side.name): Player("ai", LEVELS[-1]) for side in match.setup.sides}
        dice = "seeded"
        if trouble:
            raise UserError(trouble)
    else:
        kept = resumed(path)
        match, players, dice = kept.match, kept.players, kept.dice
    return recorded(match, players, dice, path.stem)


def recorded(match: AnyMatch, players: dict[Seat, Player], dice: DiceFrom, name: str, *, first: int = 0) -> Recording:
    """What has been fought in a match, to be watched; the match is not disturbed. Raises KeptSecret, OutOfStep.

    ``first``: how many answers are passed over before.
    """
    start: AnyMatch = Match.begin(match.ruleset, match.setup, match.ground)
    history = tuple(match.history)
    shown = Recording(start, history, (), players, dice, match.over, viewer_of(match, players), name, first)
    return replace(shown, beats=tuple(_beats(shown.begun(), history, shown.viewer)))


def viewer_of(match: AnyMatch, players: Mapping[Seat, Player]) -> Seat | None:
    """Through whose eyes a battle may be watched again; None for everything. Raises KeptSecret.

    What lies in ambush stays there until the battle is over.
    """
    sides = {side.name for side in match.setup.sides}
    people = [seat for seat, player in players.items() if player.kind == "human" and seat in sides]
    if match.over or not people:
        return None
    if len({frozenset(match.ruleset.seen_by(match.board, one)) for one in people}) > 1:
        raise KeptSecret(
            "Several people play this battle, and one knows what another does not: watch it when it is over."
        )
    return people[0]


def _beats(start: AnyMatch, history: tuple[Answer, ...], viewer: Seat | None) -> Iterator[Beat]:
    """Play a battle on from where it is."""
    eyes, rules = _Eyes(start, viewer), start.ruleset
    falls: list[Casualty] = []
    acting: tuple[Id | None, int] = None, 0
    given = turn = 0
    first = len(start.history)
    for count in range(first, len(history) + 1):
        seen = eyes.follow(falls)
        asked, round_ = start.pending, rules.round_of(start.state)
        if isinstance(asked, Choose) and asked.kind == "act" and (asked.who, round_) != acting:
            acting = asked.who, round_
            turn += asked.who in eyes.known
        if count == first or seen or count == len(history):
            yield Beat(count, round_, tuple(falls), turn > given)
            falls.clear()
            given = turn
        if count < len(history):
            start.answer(history[count])


class _Eyes:
    """What one viewer sees of a match that is played: whether there is anything, and who falls."""

    def __init__(self, match: AnyMatch, viewer: Seat | None) -> None:
        """``match`` is where what is watched begins."""
        self._feed = EventFeed(match, viewer)
        self._up: dict[Id, bool] = {}
        """Whether somebody was up when last it changed."""

    @property
    def known(self) -> frozenset[Id]:
        """Whom the viewer knows to be on the map."""
        return self._feed.known

    def follow(self, falls: list[Casualty]) -> bool:
        """Look at what has happened since; ``falls`` gets who fell. Whether there was anything to be seen."""
        seen = False
        for each in self._feed.news():
            seen = seen or isinstance(each.event, Moved) or each.line is not None
            if (fall := self._fall(each)) is not None:
                falls.append(fall)
        return seen

    def _fall(self, witnessed: VisibleEvent) -> Casualty | None:
        """Whom an event makes fall, if it does."""
        event, before = witnessed.event, witnessed.before
        if not isinstance(event, Changed) or event.who not in before.state.combatants:
            return None
        who, now = event.who, witnessed.after.standing(event.who)
        was = self._up[who] if who in self._up else before.standing(who).up
        self._up[who] = now.up
        return Casualty(called(now), before.state.combatants[who].side) if was and not now.up else None


class RecordingCheckpoints:
    """The whole way of a recording with a stop every few beats, so that from anywhere every beat is near."""

    def __init__(self, shown: Recording) -> None:
        """Only the start is known; the rest is gone through by ``read``."""
        self._shown = shown
        self._match = shown.begun()
        self._head = Playhead(self._match, shown.viewer)
        self._at = 0
        self._stops: list[tuple[int, Stop]] = [(0, self._head.stop())]

    @property
    def whole(self) -> bool:
        """Whether it has been gone through to its end."""
        return self._at == len(self._shown.beats) - 1

    def read(self, seconds: float) -> None:
        """Go through some more of it, for about that long."""
        end = perf_counter() + seconds
        while not self.whole and perf_counter() < end:
            self._at += 1
            play_to(self._match, self._shown, self._at)
            self._head.skip()
            if len(self._match.events) - self._stops[-1][1].events >= APART:
                self._stops.append((self._at, self._head.stop()))

    def before(self, beat: int) -> tuple[int, Stop]:
        """The last stop up to a beat, of those that are known, with the beat it is at."""
        return next(stop for stop in reversed(self._stops) if stop[0] <= beat)


def play_to(match: AnyMatch, shown: Recording, beat: int) -> None:
    """Bring a match that plays a recording to one of its beats, forward or back."""
    goal = shown.beats[beat].answers
    if goal < len(match.history):
        match.undo(len(match.history) - goal)
    while len(match.history) < goal:
        match.answer(shown.history[len(match.history)])


def gone_on(shown: Recording, beat: int, players: dict[Seat, Player], saved: Callable[[Path], None]) -> Session:
    """A battle of its own that goes on from a beat of a recording, which stays as it is. The dice fall anew.

    ``saved`` is told after each autosave.
    """
    seed = fresh_seed()
    match = shown.begun()
    play_to(match, shown, beat)
    return Session(match, players, seed, shown.dice, autosave_path(match.setup, seed), saved=saved)
