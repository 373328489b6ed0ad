"""Answers out of turn that change nothing which would be shown: found before a person is asked, and not offered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.play.session import Session
from game.play.standing_orders import usual_orders
from game.rules.questions import AnyOption, Choose
from game.window.battle.chance import Chance
from game.window.battle.forecast import Forecast
from game.window.battle.view import View

PATIENCE = 0.6
"""Seconds that a question waits for the odds of its answers; after that everything is offered."""


class IdleAnswers:
    """The answers to one question that come to the same as leaving things as they are, by the odds that are shown."""

    def __init__(self, session: Session, view: View, question: Choose[Any]) -> None:
        self.question = question
        self.forecast = Forecast(session.match, question, view.around.oracle)
        self._options: Sequence[AnyOption] = ()
        """That which leaves things as they are, then the others, if any of them might be left out."""
        left = question.options.get(question.declines) if question.declines else None
        if question.kind == "react" and left is not None and session.course is None and session.puzzle is None:
            orders = session.orders.get(question.seat, usual_orders(view.preferences, session.match.ruleset.name))
            tried = [option for option in question.options.singles if option is not left]
            topics = [option.topic or question.topic for option in tried]
            matters = all(orders.topics.get(topic, orders.default) == "matters" for topic in topics)
            self._options = [left, *tried] if matters else ()
        self._left = PATIENCE

    def known(self, seconds: float) -> bool:
        """Let time pass; whether the odds are known, or nobody waits for them any more."""
        self._left -= seconds
        return self._left <= 0 or all(self._chance(option) is not None for option in self._options)

    @property
    def found(self) -> frozenset[str]:
        """Their keys; none as long as the odds are not known, or where nothing is about to happen to anybody."""
        chances = [self._chance(option) for option in self._options]
        left, others = (chances[0], chances[1:]) if chances else (None, [])
        if left is None or not any(left.harms(who) for who in left.touched):
            return frozenset()
        shown = _shown(left)
        return frozenset(
            option.key
            for option, chance in zip(self._options[1:], others, strict=True)
            if chance is not None and option.place is None and _shown(chance) == shown
        )

    def _chance(self, option: AnyOption) -> Chance | None:
        return self.forecast.in_turn(option, self._options)


def _shown(chance: Chance) -> object:
    """What is shown of odds, rounded as it is shown: what each loses, how likely it falls, who hits whom, all else."""
    lost = {(who, round(chance.loss(who), 1), chance.told(chance.down(who))) for who in chance.touched}
    hits = {(attacker, struck, chance.told(share)) for attacker, struck, share in chance.hits}
    return lost, hits, frozenset(chance.notes), frozenset(chance.falls)
