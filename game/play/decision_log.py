"""Log of the AIs' decisions since a battle was opened, with their reasons ("Why did it do that?").

It is kept in memory alone. Who looks is told no more than their side may know: where somebody was hidden from them when
an answer was given, the AI is asked once more what it would weigh in the battle as they know it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from typing import Any, NamedTuple

from game.ai import Opponent
from game.ai.belief import known_match
from game.ai.scoring import MISTAKES, ConsideredOption, ConsideredOptions, in_words, order_in_words
from game.play.speech import side_title
from game.rules.events import Id
from game.rules.match import AnyMatch
from game.rules.questions import Answer, Choose, Seat
from game.rules.ruleset import AnyRuleset, HasPlanningModel, LogLine
from game.rules.standing import called
from game.rules.weights import Words

Viewer = Seat | None
"""Whose eyes it is told for; None for somebody who sees everything."""

BEFORE = "That was played before this battle was opened; why is not known any more."

PLANNED = "What it means to do on the rest of its turn counts with each."
SECRET = "It holds something back, and keeps for what to itself."
UNTOLD = "There is nothing to tell of that."


class WeighedAnswer(NamedTuple):
    """An answer in words, with what spoke for it and against it, the weightiest first."""

    label: str
    points: str
    speaks_for: tuple[str, ...] = ()
    against: tuple[str, ...] = ()


class Explanation(NamedTuple):
    """Why something was done, in words."""

    title: str
    made: WeighedAnswer | None
    """What was chosen; None where that is nothing that the viewer knows could be done."""
    others: tuple[WeighedAnswer, ...] = ()
    """The best of the rest, as far as they were thought about and may be told."""
    about: str = ""
    """What its whole side was about, if that mattered, and its mistakes."""
    planned: bool = False
    """Whether what it meant to do on the rest of its turn counts with each."""

    def choices(self) -> Iterator[tuple[str, WeighedAnswer]]:
        """What it chose and the others, each with a heading, which is empty where that of the one before holds on."""
        if self.made is not None:
            yield "It chose", self.made
        for number, grounds in enumerate(self.others):
            yield "" if number else "Next best" if self.made is not None else "It thought of", grounds


class LoggedDecision(NamedTuple):
    """An answer that was given."""

    place: int
    """Its place in the history."""
    events: int
    """How many events there were before it."""
    step: int
    """The step of the battle in which it was asked for."""
    seat: Seat
    who: Id | None
    turn: bool
    """Whether it was what to do or who acts, and no reply to anything."""
    answer: str
    mind: Opponent | None = None
    """The AI that gave it; None for everybody else."""
    considered: ConsideredOptions = ConsideredOptions()
    before: AnyMatch | None = None
    """The battle as it waited for it, kept where an AI gave it."""


class DecisionLog:
    """All answers to choices since a battle was opened."""

    def __init__(self, *, resumed: bool) -> None:
        """``resumed``: something had been played before."""
        self.resumed = resumed
        self._made: list[LoggedDecision] = []

    def of(
        self, match: AnyMatch, mind: Opponent | None, considered: ConsideredOptions, answer: Answer
    ) -> LoggedDecision | None:
        """The answer that is about to be given, to be kept once it has been; None for dice."""
        question = match.pending
        if not isinstance(question, Choose) or not isinstance(answer, str):
            return None
        turn = question.kind in ("pick", "act")
        before = match.fork() if mind is not None else None
        place, events = len(match.history), len(match.events)
        return LoggedDecision(
            place, events, match.steps, question.seat, question.who, turn, answer, mind, considered, before
        )

    def record(self, doing: LoggedDecision) -> None:
        """It has been given: what was kept of answers from there on has been taken back."""
        self._forget(doing.place)
        self._made.append(doing)

    def _forget(self, place: int) -> None:
        while self._made and self._made[-1].place >= place:
            self._made.pop()

    def behind(self, match: AnyMatch, event: int, line: LogLine, viewer: Viewer) -> LoggedDecision | None:
        """The AI's answer that an event came from, told in a line of the log that the viewer reads.

        An answer bears on nothing beyond its step. Of the answers before the event it is the last of whom the line is
        about, else the last that was no reply. None where a person, the dice or nobody decided, or where the viewer did
        not know who did.
        """
        self._forget(len(match.history))
        marks = match.marks
        at = bisect_right(marks, event, key=lambda mark: mark.events) - 1
        if at < 0:
            return None
        step = marks[at].steps
        made = [each for each in self._made if each.step == step and each.events <= event]
        made.reverse()
        found = next((each for each in made if each.who is not None and each.who == line.who), None)
        if found is None and line.depth:
            found = next((each for each in made if each.turn), None)
        return found if found is not None and _open_to(found, viewer) else None

    def too_old(self, event: int) -> bool:
        """Whether an event is of what was played before the battle was opened."""
        return self.resumed and (not self._made or event < self._made[0].events)


def _open_to(doing: LoggedDecision, viewer: Viewer) -> bool:
    """Whether an AI gave it, and the viewer knew who."""
    before = doing.before
    if before is None:
        return False
    return viewer is None or doing.who is None or doing.who in before.ruleset.seen_by(before.board, viewer)


def explain_decision(doing: LoggedDecision, viewer: Viewer) -> Explanation:
    """Why an AI's answer was given, as far as the viewer may know: one that is open to them."""
    before, mind, considered = doing.before, doing.mind, doing.considered
    assert before is not None and mind is not None
    rules = before.ruleset
    who = called(rules.standing(before.board, doing.who)) if doing.who is not None else ""
    title = f"Why did {who or f'the side “{side_title(before.setup, doing.seat)}”'} do that?"
    if _keeps_to_itself(doing, viewer):
        return Explanation(title, WeighedAnswer(SECRET, ""))
    known: AnyMatch | None = before
    if viewer is not None and rules.masked(before.board, viewer) != before.state:
        known = known_match(before, viewer, halt=True)
        asked = known.pending if known is not None else None
        considered = (
            mind.glance(known, asked) if known is not None and isinstance(asked, Choose) else ConsideredOptions()
        )
    question = known.pending if known is not None else None
    if not isinstance(question, Choose):
        return Explanation(title, WeighedAnswer(UNTOLD, ""))
    told = [grounds for each in considered.leanings if (grounds := _grounds(rules, question, each)) is not None]
    keys = [each.key for each in considered.leanings if question.options.get(each.key) is not None]
    made = next((grounds for key, grounds in zip(keys, told, strict=True) if key == doing.answer), None)
    others = tuple(grounds for key, grounds in zip(keys, told, strict=True) if key != doing.answer)
    if made is None:
        option = question.options.get(doing.answer)
        made = WeighedAnswer(option.label, "") if option is not None else None
    if made is None and not others:
        made = WeighedAnswer(UNTOLD, "")
    planned = question.kind == "act" and any(leaning.terms for leaning in considered.leanings)
    order = [order_in_words(_words(rules), considered.order)] if considered.order else []
    about = " and ".join(order + [MISTAKES[mistake] for mistake in considered.mistakes])
    return Explanation(title, made, others, about, planned=planned)


def _keeps_to_itself(doing: LoggedDecision, viewer: Viewer) -> bool:
    """Whether what was decided shows nowhere: somebody holds back a blow, and only its side knows for when."""
    before, who = doing.before, doing.who
    if viewer is None or who is None or before is None or doing.seat == viewer:
        return False
    after = before.fork(halt=True)
    after.answer(doing.answer)
    now = after.state.combatants.get(who)
    seen = after.ruleset.masked(after.board, viewer).combatants.get(who)
    return now is not None and seen is not None and seen != now


def _grounds(rules: AnyRuleset, question: Choose[Any], leaning: ConsideredOption) -> WeighedAnswer | None:
    """An answer that was thought about, in words; None if it is not on the menu."""
    option = question.options.get(leaning.key)
    if option is None:
        return None
    words = _words(rules)
    told = [(f"{in_words(words, name)} {_signed(points)}", points) for name, points in leaning.terms]
    speaks_for = [text for text, points in told if points > 0]
    if leaning.plays:
        times = "once" if leaning.plays == 1 else f"{leaning.plays} times"
        speaks_for = [f"what came of it when it was tried out {times}"]
    against = tuple(text for text, points in told if points < 0)
    return WeighedAnswer(option.label, _signed(leaning.points), tuple(speaks_for), against)


def _words(rules: AnyRuleset) -> Words:
    return rules.words if isinstance(rules, HasPlanningModel) else {}


def _signed(points: float) -> str:
    """Points as players read them, with a real minus."""
    text = f"{points:+.1f}" if abs(points) >= 0.05 else "+0.0"
    return text.replace("-", "\N{MINUS SIGN}")
