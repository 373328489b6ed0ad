"""Drives a ruleset: answers go in, events come out; checkpoints give undo, fork, save and load.

A ruleset's ``step`` is a coroutine that awaits questions. It is run with ``send`` and lives no longer than one step:
between steps the whole battle is one immutable State, the checkpoint. Anything in the middle of a step is the
checkpoint plus the answers given since.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, Protocol

import msgspec

from game.rules.events import Ended, Event
from game.rules.questions import Answer, Choose, Impossible, Question, Roll, RulesetFault
from game.rules.ruleset import Ruleset
from game.rules.setup import Setup
from game.rules.state import N, S, State, state_hash
from game.rules.table import Board, Table
from game.spatial.space import Space
from game.user_error import UserError

Asked = Choose[Any] | Roll

STEP_LIMIT = 5_000
"""Answers that one step may take; a chain of reactions longer than that is a fault of the ruleset."""


class OutOfStep(UserError):
    """A recorded answer does not fit the question the rules ask now."""


class Endless(RulesetFault):
    """A step that asks and asks, or steps that never ask."""


@dataclass(frozen=True, slots=True)
class UndoPoint:
    """A step boundary that can be returned to."""

    state: State[Any, Any]
    answers: int
    """How many answers of the battle lie before it."""
    events: int
    hashes: int
    steps: int


class Match(Generic[S, N]):
    """Battle: the question that waits, and everything that led to it."""

    def __init__(
        self,
        ruleset: Ruleset[S, N],
        setup: Setup,
        ground: Space,
        checkpoint: State[S, N],
        answers: Sequence[Answer] = (),
        *,
        record: bool = True,
        halt: bool = False,
    ) -> None:
        """Go on from a checkpoint through the answers since.

        ``record`` keeps marks for undo and hashes of rounds; forks do without. ``halt`` ends the match with its first
        step. The answers are run when the match is first looked at, which raises OutOfStep if they don't fit.
        """
        self.ruleset = ruleset
        self.setup = setup
        self.ground = ground
        self.checkpoint = checkpoint
        self.events: list[Event] = []
        self.history: list[Answer] = list(answers) if record else []
        """Every answer of the battle, in order (a fork's: since it was made)."""
        self.marks: list[UndoPoint] = []
        self.hashes: list[tuple[int, str]] = []
        """Round and hash of the state at its start."""
        self.steps = 0
        """Step boundaries passed since this object was made."""
        self.breathe: Callable[[], object] = lambda: None
        """Called before each answer is worked out, in forks too: where a thread that thinks gives way to a window."""
        self._record = record
        self._halt = halt
        self._whole = True
        self._since: list[Answer] = []
        self._values: list[Any] = []
        """Values that the rules made of each of ``_since``: immutable, so that a fork need not look them up again."""
        self._known: list[Any] = []
        """The values of the first answers still to be run, where they are known."""
        self._looked: list[Any] = []
        """Results that the rules find in the board on the way to the last of them, where it is known."""
        self._pending: Asked | None = None
        self._step: Coroutine[Question[Any], Any, None] | None = None
        self._todo: tuple[Answer, ...] | None = tuple(answers)
        self._table: Table[S, N] = Table(checkpoint, setup, ground, self.events.append)

    @classmethod
    def begin(
        cls, ruleset: Ruleset[S, N], setup: Setup, ground: Space | None = None, *, record: bool = True
    ) -> Match[S, N]:
        """Start a battle. Raises BadSetup."""
        ground = ground or Space(setup.field)
        return cls(ruleset, setup, ground, ruleset.begin(setup, ground), record=record)

    @classmethod
    def resume(
        cls,
        ruleset: Ruleset[S, N],
        setup: Setup,
        ground: Space,
        checkpoint: State[S, N],
        history: Sequence[Answer],
        since: int,
        hashes: Sequence[tuple[int, str]],
    ) -> Match[S, N]:
        """Go on with a battle from its last checkpoint; the last ``since`` answers of its history came after that.

        What lies before the checkpoint is played again only when asked for (``recall``, ``undo``). Raises OutOfStep.
        """
        match = cls(ruleset, setup, ground, checkpoint, tuple(history[len(history) - since :]))
        match.history = list(history)
        match.hashes = list(hashes)
        match._whole = len(history) == since and checkpoint.verdict is None
        match._wake()
        return match

    # -- reading

    @property
    def pending(self) -> Asked | None:
        """The question that waits, or None when the battle is over."""
        self._wake()
        return self._pending

    @property
    def state(self) -> State[S, N]:
        """The battle as it stands, in the middle of a step too."""
        self._wake()
        return self._table.state

    @property
    def board(self) -> Board[S, N]:
        """The battle as it stands, with its map. Valid until the next answer."""
        self._wake()
        return self._table

    @property
    def over(self) -> bool:
        """Whether the battle has ended."""
        return self.state.verdict is not None

    @property
    def since(self) -> tuple[Answer, ...]:
        """The answers since the checkpoint."""
        self._wake()
        return tuple(self._since)

    # -- answering

    def answer(self, answer: Answer) -> None:
        """Answer the waiting question. Raises Impossible, and then nothing has changed."""
        question = self.pending
        if question is None:
            raise Impossible("the battle is over; nothing waits for an answer")
        value = question.read(answer)
        self.history.append(answer)
        self._since.append(answer)
        self._values.append(value)
        self._advance(value)

    def undo(self, count: int = 1) -> None:
        """Take back the last answers. Raises Impossible if there are not that many; OutOfStep as ``recall`` does."""
        self._wake()
        keep = len(self.history) - count
        if not self._record or not 0 <= keep <= len(self.history):
            raise Impossible("there is nothing to take back")
        if not self.marks or self.marks[0].answers > keep:
            self.recall()
        while self.marks[-1].answers > keep:
            self.marks.pop()
        mark = self.marks.pop()
        again = tuple(self.history[mark.answers : keep])
        del self.history[keep:]
        del self.events[mark.events :]
        del self.hashes[mark.hashes :]
        self.steps = mark.steps
        self.checkpoint = mark.state
        self._todo = again
        self._wake()

    def recall(self) -> None:
        """Play a resumed battle again from its start, so that events, marks and hashes reach back to it.

        Events before the checkpoint are put before those at hand. Raises OutOfStep if these rules lead elsewhere; the
        match is then as it was, and can go on but not back.
        """
        self._wake()
        if self._whole:
            return
        again = Match.begin(self.ruleset, self.setup, self.ground)
        try:
            for answer in self.history:
                again.answer(answer)
        except Impossible as error:
            raise OutOfStep(f"the beginning of this battle can't be played again with these rules: {error}") from error
        if (
            again.since != self.since
            or again.hashes != self.hashes
            or state_hash(again.state) != state_hash(self.state)
        ):
            raise OutOfStep("the beginning of this battle, played again with these rules, leads to another battle")
        self.events[:] = again.events
        self.marks, self.steps, self._whole = again.marks, again.steps, True

    def fork(self, *, halt: bool = False) -> Match[S, N]:
        """An independent match at the same point, mid-decision or not; ``halt`` ends it with the step at hand."""
        self._wake()
        copy = Match(self.ruleset, self.setup, self.ground, self.checkpoint, self._since, record=False, halt=halt)
        if self._step is not None:
            copy._known, copy._looked = self._values.copy(), self._table.known.copy()
        copy.breathe = self.breathe
        return copy

    # -- running

    def _wake(self) -> None:
        """Run from the checkpoint through the answers since, if that has not been done."""
        todo, self._todo = self._todo, None
        if todo is None:
            return
        known, self._known = self._known, []
        looked, self._looked = self._looked, []
        self._since, self._values = [], []
        if self.checkpoint.verdict is not None and not todo:
            self._table = Table(self.checkpoint, self.setup, self.ground, self.events.append)
            self._pending, self._step = None, None
            return
        self._begin(looked, replayed=len(todo))
        self._advance(None)
        for index, answer in enumerate(todo):
            if self._pending is None:
                raise OutOfStep(f"the battle is over, and {answer!r} is left")
            try:
                value = known[index] if index < len(known) else self._pending.read(answer)
            except Impossible as error:
                raise OutOfStep(str(error)) from error
            self._since.append(answer)
            self._values.append(value)
            self._advance(value)

    def _begin(self, looked: Sequence[Any] = (), replayed: int = 0) -> None:
        self._table = Table(self.checkpoint, self.setup, self.ground, self.events.append, looked)
        if self._record:
            before = len(self.history) - replayed
            self.marks.append(UndoPoint(self.checkpoint, before, len(self.events), len(self.hashes), self.steps))
            round_ = self.ruleset.round_of(self.checkpoint)
            if not self.hashes or self.hashes[-1][0] < round_:
                self.hashes.append((round_, state_hash(self.checkpoint)))
        self._step = self.ruleset.step(self._table)

    def _advance(self, value: Any) -> None:
        self.breathe()
        idle = 0
        while True:
            assert self._step is not None
            try:
                question: Any = self._step.send(value)
            except StopIteration:
                idle += 1
                if idle > STEP_LIMIT:
                    raise Endless(f"{self.ruleset.name}: {STEP_LIMIT} steps in a row have asked nothing") from None
                if self._pass_boundary():
                    return
                value = None
                continue
            if len(self._since) > STEP_LIMIT:
                raise Endless(
                    f"{self.ruleset.name}: one step has taken {STEP_LIMIT} answers; last asked: {question.why}"
                )
            if isinstance(question, Choose) and question.options.offers_nothing:
                raise RulesetFault(
                    f"{self.ruleset.name}: a question offers nothing: {question.why}; offer at least to end the turn"
                )
            self._pending = question
            return

    def _pass_boundary(self) -> bool:
        """Take a checkpoint and begin the next step; True when there is none."""
        self.steps += 1
        verdict = self.ruleset.over(self._table)
        if verdict is not None:
            self._table.emit(Ended(verdict.winner, verdict.why))
        self.checkpoint, self._since, self._values = self._table.state, [], []
        if verdict is not None or self._halt:
            self._pending, self._step = None, None
            return True
        self._begin()
        return False


AnyMatch = Match[Any, Any]


Order = Literal["ask", "always", "never", "matters"]


class Answerer(Protocol):
    """Answers for a seat."""

    def answer(self, match: AnyMatch, question: Asked) -> Answer | None:
        """Give the answer, or None for "not yet" (a person is thinking)."""


class HouseReferee:
    """Decides by the house ruling."""

    def answer(self, match: AnyMatch, question: Asked) -> Answer:
        """The default of the question."""
        assert isinstance(question, Choose)
        return question.idle or question.options[0].key


class Orders(msgspec.Struct, frozen=True):
    """How a person wants to be asked about reactions, by topic ("total defense") or for all (the default)."""

    default: Order = "matters"
    topics: dict[str, Order] = {}

    def settle(self, question: Choose[Any]) -> str | None:
        """The answer that the orders give, or None when the person must be asked."""
        if question.kind != "react" or not question.left_alone:
            return None
        wanted = []
        for option in question.options:
            order = self.topics.get(option.topic or question.topic, self.default)
            if option.key == question.left_alone or order == "never" or (order == "matters" and not option.matters):
                continue
            wanted.append((option.key, order))
        if not wanted:
            return question.left_alone
        if len(wanted) == 1 and wanted[0][1] == "always":
            return wanted[0][0]
        return None
