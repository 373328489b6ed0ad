"""Trained: learned weights, and rollouts of the round's orders up to the other sides' replies.

Once a round, with the side's first question of it, the rest of the round is played under each order that the ruleset
knows, and the one that leaves the side best off when its turn comes again is kept for the round. An order multiplies
weights: bolder, or warier. So what is tried is what the whole side does, and one answer is never taken by itself.

What is compared is played with the same dice, spread evenly, so that few plays stand for the odds. They still differ by
luck more than by the order, and a round does not show what comes of holding back in the next: so the weights of
positions may say by how much an order has to be better than to go on as ever. Thinking longer than a round, or about
single answers, gave nothing in battles that were counted.
"""

from __future__ import annotations

from statistics import fmean

from game.ai.belief import known_match
from game.ai.chooser import FED_UP, Instinct, plannable, waits
from game.ai.rollouts import Rollouts
from game.ai.scoring import ConsideredOptions, FeatureWeights, score
from game.rules.match import AnyMatch, Asked
from game.rules.questions import Answer, Choose, Seat
from game.rules.weights import ORDER, POSITIONS, Temperament, Weights

AS_EVER = "as ever"
"""The order that changes nothing."""

ANSWERS = 260
"""Answers that all plays of a round may take together, as far as those before let one tell."""

MOST = 4
"""Plays of an order at most; after the first of each only of two."""

DECIDED = 5.0
"""Tenths by which one side outweighs the other when nothing is left to think about: it is three times as strong."""


class Trained(Instinct):
    """An opponent that looks ahead."""

    table = "trained"

    def __init__(self, seat: Seat, temperament: Temperament | None = None) -> None:
        super().__init__(seat, temperament=temperament)
        self._weighed: list[tuple[float, str]] = []
        self._round = -1

    @property
    def reason(self) -> str:
        """Features in favour of the answer, and what the orders of the round came to, the chosen one first."""
        lines = [super().reason]
        if self._weighed:
            lines.append("order: " + ", ".join(f"{name} {value:+.1f}" for value, name in self._weighed))
        return "\n".join(lines)

    @property
    def considered(self) -> ConsideredOptions:
        """Options weighed for the last answer, and by which order."""
        followed = self._weighed[0][1] if self._weighed else AS_EVER
        return super().considered._replace(order="" if followed == AS_EVER else followed)

    def answer(self, match: AnyMatch, question: Asked) -> Answer:
        """The answer that goes best with the order of the round."""
        assert isinstance(question, Choose)
        now = match.ruleset.round_of(match.state)
        if now != self._round and question.kind in ("pick", "act"):
            self._round = now
            self._take_order(match, question)
        return super().answer(match, question)

    def _take_order(self, match: AnyMatch, question: Choose[object]) -> None:
        self._weighed = []
        self.follow({})
        weights = plannable(match.ruleset).weights
        self.look(match, question)
        orders = orders_of(weights)
        if self._still >= FED_UP:
            orders = {name: order for name, order in orders.items() if not waits(order, weights)}
        start = known_match(match, question.seat) if len(orders) > 1 else None
        if start is None:
            return
        plays = Rollouts(start, question.seat, weights[POSITIONS])
        now = plays.features(start)
        if abs(now.get("balance", 0.0)) > DECIDED:
            return
        minds = {name: self.under(order) for name, order in orders.items()}
        values: dict[str, list[float]] = {name: [] for name in orders}
        played = 0
        for number in range(MOST):
            if plays.answers * (played + len(minds)) > ANSWERS * played > 0:
                break
            for name, mind in minds.items():
                values[name].append(plays.value(number, mind))
            played += len(minds)
            # What goes on as ever is played on with what promises most: the others need no closer look.
            rival = max((name for name in minds if name != AS_EVER), key=lambda name: fmean(values[name]))
            minds = {name: minds[name] for name in (AS_EVER, rival)}
        before = score(now, plays.feature_weights)
        came_to = {name: fmean(each) - before for name, each in values.items()}
        chosen = max(minds, key=lambda name: came_to[name] + plays.feature_weights.get(name, 0.0))
        self._weighed = [(value, name) for name, value in came_to.items()]
        self._weighed.sort(key=lambda weighed: (weighed[1] != chosen, -weighed[0]))
        self.follow(orders[chosen])


def orders_of(weights: Weights) -> dict[str, FeatureWeights]:
    """The orders that a ruleset's weights know, besides to go on as ever, which comes first."""
    found = {name.removeprefix(ORDER): table for name, table in weights.items() if name.startswith(ORDER)}
    return {AS_EVER: {}, **found}
