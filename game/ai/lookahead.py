"""Trained: weighs with what experience has taught, and looks ahead to the others' answer by playing on in forks.

Where a ruleset knows orders, a side's turn is what is tried out: once a round, with its first question of it, the turn
is played under each order, and the battle on from there for another turn without; the order that leaves the side best
off is kept for the round. An order multiplies weights: bolder, or warier. Where a ruleset knows none, single answers
are tried: the best of those that please.

What is compared is played with the same dice, spread evenly, so that few plays stand for the odds. Reactions are
left to the weights: what they change is small beside what the dice of so few plays do.
"""

from __future__ import annotations

from statistics import fmean

from game.ai.chooser import Instinct, first_possible, plannable
from game.ai.guess import known_match
from game.ai.judges import Candidate, Tastes, explained
from game.ai.plays import Plays
from game.rules.match import AnyMatch, Asked
from game.rules.questions import Answer, Choose, Impossible, Seat
from game.rules.weights import Weights

ORDER = "order "
"""What the names of tables of orders begin with."""

AS_EVER = "as ever"
"""The order that changes nothing."""

PLAYED = 2
"""Plays of each order, and again of the two best, if they differ."""

TURNS = 2
"""Turns of the others that a play of an order goes on for: an order may only pay when it is over."""

HABIT = 0.3
"""Points by which an order must be better than none."""

TRIED = 6
"""Answers that are tried out at most."""

GAP = 4.0
"""Points behind the best that an answer may be to be tried out."""

LEAN = 0.3
"""What the weights' opinion of an answer counts beside the worth of what comes of it."""

ANSWERS = 400
"""Answers that all plays of single answers may take together, as far as the first play lets one tell."""

FEWEST, MOST = 2, 8
"""Plays of each answer."""


class Trained(Instinct):
    """An opponent that looks ahead."""

    table = "trained"

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self._tried: list[Candidate] = []
        self._weighed: list[tuple[float, str]] = []
        self._round = -1

    @property
    def reason(self) -> str:
        """What was tried, with what it came to; else what speaks for the answer, and the order of the round."""
        if self._tried:
            return explained(self._tried, {"worth": 1.0, "instinct": LEAN})
        lines = [super().reason]
        if self._weighed:
            lines.append("order: " + ", ".join(f"{name} {value:+.1f}" for value, name in self._weighed))
        return "\n".join(lines)

    def answer(self, match: AnyMatch, question: Asked) -> Answer:
        """The answer that leads to the best position on average, or goes best with the order that does."""
        assert isinstance(question, Choose)
        self._tried = []
        if question.kind not in ("pick", "act"):
            return super().answer(match, question)
        orders = orders_of(plannable(match.ruleset).weights)
        if not orders:
            return self._try_answers(match, question)
        now = match.ruleset.round_of(match.state)
        if now != self._round:
            self._round = now
            self._take_order(match, question, orders)
        return super().answer(match, question)

    def _take_order(self, match: AnyMatch, question: Choose[object], orders: dict[str, Tastes]) -> None:
        """Choose the order of the round."""
        self._weighed = []
        self.follow({})
        start = known_match(match, question.seat)
        if start is None:
            return
        plays = Plays(start, question.seat, plannable(match.ruleset).weights["positions"], self.table)
        before = plays.worth(start)
        values: dict[str, list[float]] = {name: [] for name in orders}

        def play_on(name: str) -> None:
            mind = Instinct(self.seat, self.table)
            mind.follow(orders[name])
            done = len(values[name])
            values[name] += [plays.value(number, mind, turns=TURNS) for number in range(done, done + PLAYED)]

        def gained(name: str) -> float:
            return fmean(values[name]) - before + (HABIT if name == AS_EVER else 0.0)

        for name in orders:
            play_on(name)
        names = sorted(orders, key=gained, reverse=True)
        best, rest = names[:2], names[2:]
        if values[best[0]] != values[best[1]]:
            for name in best:
                play_on(name)
            best.sort(key=gained, reverse=True)
        self._weighed = [(gained(name), name) for name in [*best, *rest]]
        self.follow(orders[best[0]])

    def _try_answers(self, match: AnyMatch, question: Choose[object]) -> Answer:
        """The candidate that leads to the best position on average."""
        candidates = self.candidates(match, question)
        chosen = worth_trying(question, candidates)
        start = known_match(match, question.seat) if len(chosen) > 1 else None
        if start is None:
            return first_possible(question, candidates)
        plays = Plays(start, question.seat, plannable(match.ruleset).weights["positions"], self.table)
        before = plays.worth(start)
        values = [plays.value(0, first=candidate.key) for candidate in chosen]
        rounds = max(FEWEST, min(MOST, ANSWERS // max(1, plays.answers)))
        for number in range(1, rounds):
            for index, candidate in enumerate(chosen):
                values[index] += plays.value(number, first=candidate.key)
        for candidate, value in zip(chosen, values, strict=True):
            terms = {"worth": value / rounds - before, "instinct": candidate.score}
            self._tried.append(Candidate(candidate.key, terms["worth"] + LEAN * candidate.score, terms))
        self._tried.sort(key=lambda candidate: -candidate.score)
        return self._tried[0].key


def orders_of(weights: Weights) -> dict[str, Tastes]:
    """The orders that a ruleset's weights know, "as ever" first; empty if they know none."""
    found = {name.removeprefix(ORDER): table for name, table in weights.items() if name.startswith(ORDER)}
    return {AS_EVER: {}, **found} if found else {}


def worth_trying(question: Choose[object], candidates: list[Candidate]) -> list[Candidate]:
    """The best candidates; of those that look the same only the first."""
    chosen: list[Candidate] = []
    for candidate in candidates:
        if chosen and (len(chosen) == TRIED or candidate.score < chosen[0].score - GAP):
            break
        if chosen and candidate.features == chosen[-1].features:
            continue
        try:
            question.options.find(candidate.key)
        except Impossible:
            continue
        chosen.append(candidate)
    return chosen
