"""Keeps a battle going: dice, orders, the house and opponents answer by themselves, people are waited for."""

from __future__ import annotations

from typing import Any

from game.play.dice import SeededDice
from game.play.session import Autosave, Decision, Session, Undo
from game.play.workers import BackgroundThread, PendingResult
from game.rules.events import Heading, Id, RoundBegan
from game.rules.match import Asked, HouseReferee
from game.rules.questions import REFEREE, Answer, Choose, Impossible, Roll
from game.view.panels.cards import Fact
from game.view.widgets.theme import FAINT
from game.window.battle.viewport import Viewport

AHEAD = 60
"""Events that a battle may run ahead of the screen."""


class Driver:
    """Drives a session, one frame at a time; never waits."""

    def __init__(self, session: Session, thinker: BackgroundThread) -> None:
        self.session = session
        self._thinker = thinker
        self._thought: PendingResult[Decision] | None = None
        self._house = HouseReferee()
        self._waited = 0.0
        self._undo = Undo(session)
        self.autosave = Autosave(session)
        self.others: int | None = None
        """How many events there were when an opponent first took a turn since a person decided something."""
        self._decided = False
        """Whether a person has decided anything yet."""
        self._asked: Asked | None = None
        """The question that a person was asked last."""

    @property
    def thinking(self) -> bool:
        """Whether an opponent is at work."""
        return self._thought is not None

    @property
    def thinking_long(self) -> bool:
        """Whether an opponent has been at work for a while. A short thought is not shown: it would tell of reactions
        that somebody in hiding was asked about.
        """
        return self.thinking and self._waited > 0.4

    def advance(self, seconds: float, behind: int) -> Asked | None:
        """Let everybody but people answer. Gives the question that waits for a person, or None.

        ``behind``: how many events the screen has still to show; the battle runs no farther ahead than that.
        """
        self._waited = self._waited + seconds if self.thinking else 0.0
        match = self.session.match
        events = len(match.events)
        while behind + len(match.events) - events < AHEAD:
            question = match.pending
            if question is None:
                self.autosave.catch_up()
                return None
            if self._waits_for_person(question):
                self._asked = question
                self.autosave.catch_up()
                return question
            decision = self._decide(question)
            if decision is None:
                break
            if isinstance(question, Choose) and question.kind in ("pick", "act") and self.others is None:
                self.others = len(match.events)
            self._undo.take(decision)
            self.autosave.change()
        self.autosave.advance(seconds)
        return None

    def answer(self, answer: Answer) -> None:
        """A person's answer: a choice, or the faces of dice thrown by hand. Raises Impossible. Saved at once."""
        self.others = None
        self._undo.take(Decision(answer), person=True)
        self._decided = True
        self.autosave.save_now()

    def settle(self, answer: Answer) -> None:
        """An answer that a person need not be asked for, as what their standing orders give. Raises Impossible."""
        self._undo.take(Decision(answer))
        self.autosave.change()

    @property
    def follows_own_decision(self) -> bool:
        """Whether what happens now follows from what a person decided, and no opponent's turn has come since."""
        return self._decided and self.others is None

    def undo(self) -> str:
        """Take back this person's last answer with what followed, and give its words. Raises Impossible with why."""
        reason = self.undo_boundary()
        if reason:
            raise Impossible(reason)
        last = self._undo.back()
        self.autosave.save_now()
        return last.words

    def instead(self, who: Id) -> str:
        """The answer that takes somebody to act, once the last is taken back that took another; "" if that can't be."""
        return "" if self.undo_boundary() else self._undo.instead(who)

    def undo_boundary(self) -> str:
        """Why nothing can be taken back; empty if something can."""
        return "An opponent is thinking." if self._thought is not None else self._undo.boundary()

    def _waits_for_person(self, question: Asked) -> bool:
        session = self.session
        if question is self._asked:  # orders given while it is open are for the next time
            return True
        if isinstance(question, Roll):
            return session.by_hand(question)
        if question.seat not in session.people:
            return False
        return session.settled(question) is None

    def _decide(self, question: Asked) -> Decision | None:
        """The answer of whoever is no person at the screen; None while it is thought about."""
        session = self.session
        fixed = session.fixed(question)
        if fixed is not None:
            return Decision(fixed)
        if isinstance(question, Roll):
            return Decision(SeededDice(session.seed).answer(session.match, question))
        if question.seat in session.people:
            settled = session.settled(question)
            return Decision(settled) if settled is not None else None
        if question.seat == REFEREE and REFEREE not in session.players:
            return Decision(self._house.answer(session.match, question))
        return self._opponent(question)

    def _opponent(self, question: Choose[Any]) -> Decision | None:
        if self._thought is None:
            self._thought = self._thinker.ask(lambda: self.session.decide(question))
        if not self._thought.done:
            return None
        thought, self._thought = self._thought, None
        return thought.result()


MOST = 7
"""Lines that are told; of more the last ones."""

DEEPEST = 1
"""How deep a line of the log may stand to be told: who does what, and not the dice for it."""


def others_act(view: Viewport, driver: Driver) -> bool:
    """Whether what is shown now was done by others, since somebody at the screen decided something last."""
    over = driver.session.ended and view.head.caught_up
    return driver.others is not None and view.head.shown >= driver.others and not over


def skip_others(view: Viewport, driver: Driver) -> None:
    """Show at once what others have done since somebody at the screen decided something last."""
    if view.preferences.skip_others and driver.session.people and others_act(view, driver):
        view.head.skip()


def told_of_others(view: Viewport, driver: Driver) -> tuple[Fact, ...]:
    """What others did since then, as whoever looks may know it; nothing where it was played out."""
    since = driver.others
    if not view.preferences.skip_others or since is None:
        return ()
    events = driver.session.match.events
    log = [entry for entry in view.scene.log if entry.event >= since and entry.line.depth <= DEEPEST]
    said = [entry for entry in log if not isinstance(events[entry.event], (Heading, RoundBegan))]
    lines = [entry.line.text for entry in said if entry.line.text != entry.name]  # a name alone says whose turn began
    left_out = len(lines) - MOST
    before = f"{left_out} more before: {view.keys.shown('log')} opens the log"
    return (*([Fact(before, tone=FAINT)] if left_out > 0 else []), *(Fact(line) for line in lines[-MOST:]))
