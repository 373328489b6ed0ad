"""How the attacks of a battle came out against their odds: the luck of the dice, in the numbers a player is shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from game.rules.events import Id
from game.rules.match import AnyMatch, Match
from game.rules.odds import Odds, leave_it, odds
from game.rules.questions import Answer, Choose, Impossible
from game.rules.ruleset import Outcome
from game.rules.state import AnyState

LEAVES, SAMPLES = 300, 80
"""How exactly a step is weighed: there are dozens of them, and nobody waits long for it."""

_Asked = tuple[object, ...]
"""What tells a question of a step from the others: who is asked, on whose behalf, about whom where, and why."""

WeighedStep = Callable[[int, AnyMatch, Odds], object]
"""Hears how many answers were given before a step, the match as it stood then, and the odds of what was answered."""


@dataclass
class AttackLuck:
    """All attacks that one side made, on its own turns or in answer to others."""

    attacks: int = 0
    hits: int = 0
    harm: int = 0
    """What other sides lost by them, of all bars together."""
    due_hits: Fraction = Fraction(0)
    """How many hits were to be expected."""
    due_harm: Fraction = Fraction(0)
    certain: bool = True
    """Whether no dice decide what hits: then harm alone tells of luck."""


class _Happened(NamedTuple):
    """What came of a step."""

    outcome: Outcome
    replies: Mapping[_Asked, str]
    """What was answered on the way, after its first answer."""
    decided: bool
    """Whether somebody decided in it what to do."""


class LuckReckoning:
    """Plays a battle again, and weighs every step in which somebody was attacked, with replies as they were given."""

    def __init__(self, match: AnyMatch, told: WeighedStep = lambda _count, _match, _odds: None) -> None:
        """Nothing is weighed yet; ``match`` is only read. ``told`` hears of every step that is weighed."""
        self._play: AnyMatch = Match.begin(match.ruleset, match.setup, match.ground, record=False)
        self._play.breathe = match.breathe
        self._left = list(reversed(match.history))
        self._answers = len(self._left)
        self._told = told
        self._step = -1
        """The step that was weighed last: what else is decided in it belongs to that."""
        self.by_side: dict[str, AttackLuck] = {}

    @property
    def done(self) -> bool:
        """Whether all attacks have been weighed."""
        return not self._left

    def give_up(self) -> None:
        """Weigh nothing more, and forget what was."""
        self._left.clear()
        self.by_side.clear()

    def advance(self) -> None:
        """Play on past the next step with an attack, and weigh it; give up where the answers fit the rules no more."""
        try:
            self._go_on()
        except Impossible:  # the rules that are installed have changed since it began
            self.give_up()

    def _go_on(self) -> None:
        weighed = False
        while self._left and not weighed:
            weighed = self._play.steps != self._step and self._weigh()
            self._step = self._play.steps if weighed else self._step
            self._play.answer(self._left.pop())

    def _weigh(self) -> bool:
        """Weigh what the next answer leads to up to the end of its step.

        False if nobody is attacked by it, or somebody still decides what to do.
        """
        question, happened = self._play.pending, self._happened()
        attacks = happened.outcome.attacks
        acts = isinstance(question, Choose) and question.kind == "act"
        if not attacks or (happened.decided and not acts):
            return False
        if isinstance(question, Choose) and question.kind != "react":
            self._count(happened, str(question.seat), self._left[-1])
        else:  # it was decided before, and comes to pass now
            self._count(happened, _side(attacks[0].who, self._play.state), None)
        return True

    def _count(self, happened: _Happened, acting: str, answer: Answer | None) -> None:
        """Add what came of a step, and what was to be expected of it."""
        before = self._play.state

        def reply(match: AnyMatch, question: Choose[object]) -> str:
            """As it was in truth, where that can be."""
            said = happened.replies.get(_asked(match, question), "")
            return said if any(option.key == said for option in question.options) else leave_it(match, question)

        weighed = odds(self._play, answer, reply=reply, leaves=LEAVES, samples=SAMPLES)
        self._told(self._answers - len(self._left), self._play, weighed)
        for side, struck in _struck(happened.outcome, before).items():
            luck = self.by_side.setdefault(side, AttackLuck())
            luck.attacks += len(struck)
            luck.hits += sum(struck)
        for side, lost in _taken(happened.outcome, acting, before).items():
            self.by_side.setdefault(side, AttackLuck()).harm += lost
        for outcome, share in weighed.chances:
            for side, struck in _struck(outcome, before).items():
                luck = self.by_side.setdefault(side, AttackLuck())
                luck.due_hits += share * sum(struck)
                luck.certain &= all(struck)
            for side, lost in _taken(outcome, acting, before).items():
                self.by_side.setdefault(side, AttackLuck()).due_harm += share * lost

    def _happened(self) -> _Happened:
        """What came of the rest of the step at hand, with the next answer and those after it."""
        play = self._play.fork(halt=True)
        before, mark = play.state, len(play.events)
        replies: dict[_Asked, str] = {}
        decided = False
        for at, answer in enumerate(reversed(self._left)):
            question = play.pending
            if question is None:
                break
            if isinstance(question, Choose) and isinstance(answer, str):
                decided = decided or question.kind == "act"
                if at:
                    replies.setdefault(_asked(play, question), answer)
            play.answer(answer)
        return _Happened(play.ruleset.outcome(before, play.state, play.events[mark:]), replies, decided)


def _asked(match: AnyMatch, question: Choose[Any]) -> _Asked:
    bodies = match.state.combatants
    places = tuple(bodies[who].at for who in question.about if who in bodies)
    return (question.seat, question.who, question.topic, question.why, question.about, places)


def _struck(outcome: Outcome, state: AnyState) -> dict[str, list[bool]]:
    """By side, of each of its attacks upon others whether it hit."""
    found: dict[str, list[bool]] = {}
    for each in outcome.attacks:
        side, other = _side(each.who, state), _side(each.target, state)
        if side and other and side != other:
            found.setdefault(side, []).append(each.hit)
    return found


def _taken(outcome: Outcome, acting: str, state: AnyState) -> dict[str, int]:
    """By side, what it made others lose: whoever acted of all others, and of the acting side the one that answered."""
    answering = [side for side in _struck(outcome, state) if side != acting]
    found: dict[str, int] = {}
    for who, lost in outcome.harm:
        harmed = _side(who, state)
        by = acting if harmed != acting else answering[0] if len(answering) == 1 else ""
        if harmed and by:
            found[by] = found.get(by, 0) + lost
    return found


def _side(who: Id, state: AnyState) -> str:
    return state.combatants[who].side if who in state.combatants else ""
