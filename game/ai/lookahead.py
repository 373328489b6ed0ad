"""Trained: plays the best of Instinct's candidates out on forks, and takes the one that leaves its side best off.

A play goes on, Instinct answering for everybody, until the others have had their turn and it is one's own again; what
the position is worth there counts. All candidates are played with the same dice: the first rolls are spread evenly over
what they can show, so that few plays stand for the odds, the later ones come from a fixed sequence.

Reactions are left to Instinct: what they change is small beside what the dice of so few plays do.
"""

from __future__ import annotations

from game.ai.chooser import Instinct, first_possible
from game.ai.guess import known_match
from game.ai.judges import Candidate, Tastes, explained, score
from game.rules.dice import Faces
from game.rules.match import AnyMatch, Asked
from game.rules.odds import Lots
from game.rules.questions import Answer, Choose, Impossible, Roll, Seat

TRIED = 6
"""Candidates that are played out at most."""

GAP = 4.0
"""Points behind the best that a candidate may be to be played out."""

LEAN = 0.3
"""What Instinct's opinion counts beside the worth of what comes of a candidate."""

ANSWERS = 400
"""Answers that all plays for one decision may take together, as far as the first play lets one tell."""

FEWEST, MOST = 2, 8
"""Plays of each candidate."""

LONGEST = 400
"""Answers after which a play ends wherever it is."""

SPREAD = 3
"""First rolls of a play whose faces are spread evenly over the plays."""


class Trained(Instinct):
    """An opponent that looks ahead to the others' answer."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self._tried: list[Candidate] = []

    @property
    def reason(self) -> str:
        """The candidates that were played out, with what they came to; else Instinct's reasons."""
        if not self._tried:
            return super().reason
        return explained(self._tried, {"worth": 1.0, "instinct": LEAN})

    def answer(self, match: AnyMatch, question: Asked) -> Answer:
        """The candidate that leads to the best position on average."""
        assert isinstance(question, Choose)
        self._tried = []
        candidates = self.candidates(match, question)
        if question.kind not in ("pick", "act"):
            return first_possible(question, candidates)
        chosen = self._worth_trying(question, candidates)
        start = known_match(match, question.seat) if len(chosen) > 1 else None
        if start is None:
            return first_possible(question, candidates)
        plays = Plays(start, question.seat, match.ruleset.weights["positions"])
        before = plays.worth(start)
        values = [plays.value(candidate.key, 0) for candidate in chosen]
        rounds = max(FEWEST, min(MOST, ANSWERS // max(1, plays.answers)))
        for number in range(1, rounds):
            for index, candidate in enumerate(chosen):
                values[index] += plays.value(candidate.key, number)
        for candidate, value in zip(chosen, values, strict=True):
            terms = {"worth": value / rounds - before, "instinct": candidate.score}
            self._tried.append(Candidate(candidate.key, terms["worth"] + LEAN * candidate.score, terms))
        self._tried.sort(key=lambda candidate: -candidate.score)
        return self._tried[0].key

    @staticmethod
    def _worth_trying(question: Choose[object], candidates: list[Candidate]) -> list[Candidate]:
        """The best candidates; of those that look the same to Instinct only the first."""
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


class Plays:
    """Plays from one question on, for one side."""

    def __init__(self, start: AnyMatch, seat: Seat, tastes: Tastes) -> None:
        self.start, self.seat, self.tastes = start, seat, tastes
        self.answers = 0
        """Answers that the plays have taken so far."""
        self._players: dict[Seat, Instinct] = {}

    def worth(self, match: AnyMatch) -> float:
        """What a position is worth to the side."""
        return score(match.ruleset.worth(match.board, str(self.seat)), self.tastes)

    def value(self, key: str, number: int) -> float:
        """What the position is worth after an answer has been played out for the ``number``-th time."""
        match = self.start.fork()
        match.answer(key)
        dice = Dice(number)
        others = False
        for count in range(LONGEST):
            self.answers += 1
            asked = match.pending
            if asked is None:
                break
            if isinstance(asked, Roll):
                match.answer(dice.faces(asked))
                continue
            if asked.kind in ("pick", "act"):
                if asked.seat != self.seat:
                    others = True
                elif others and count:
                    break
            match.answer(self._reply(match, asked))
        return self.worth(match)

    def _reply(self, match: AnyMatch, asked: Choose[object]) -> Answer:
        player = self._players.get(asked.seat)
        if player is None:
            player = self._players[asked.seat] = Instinct(asked.seat)
        return player.answer(match, asked)


class Dice:
    """The faces of one play: the first rolls spread evenly over the plays, the rest from a sequence of its own."""

    def __init__(self, number: int) -> None:
        self._lots = Lots(number * 7919 + 13)
        self._number = number
        self._rolls = 0

    def faces(self, roll: Roll) -> Faces:
        """The next faces."""
        self._rolls += 1
        if self._rolls > SPREAD:
            return self._lots.faces(roll)
        outcomes = roll.outcomes()
        every = sum(count for _, count in outcomes)
        # The golden section's multiples fill the unit evenly, however many are taken; each roll starts elsewhere.
        point = int(every * _part(self._number * _STEPS[self._rolls] + _FIRST[self._rolls]))
        for faces, count in outcomes:
            point -= count
            if point < 0:
                return faces
        return outcomes[-1][0]


_STEPS = (0, 610, 754, 987)
_FIRST = (0, 400, 800, 150)
_WHOLE = 1597
"""A Fibonacci number: steps of 987 of it are the golden section, the others a near miss of their own."""


def _part(steps: int) -> float:
    return (steps % _WHOLE) / _WHOLE
