"""Taking back what people decided, as far as nobody has learned anything by it: the same in window and terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from game.play.session import Decision, Session
from game.rules.events import Id
from game.rules.match import Asked
from game.rules.questions import Choose, Impossible, Roll, Seat


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
