"""Trained: tries the best of Instinct's candidates out on forks, weighs the dice, and compares what is left.

A try plays an answer on until its combatant's turn is over, Instinct answering for everybody, and takes the worth of
the position there. Where dice are rolled it branches. Faces between two that lead to the same are taken to lead there
too, so a d20 costs a few forks; where even that is too much, the middle of what the dice can show stands for all.
"""

from __future__ import annotations

from game.ai.chooser import Instinct, first_possible
from game.ai.guess import known_match
from game.ai.judges import Candidate, Tastes, explained, score
from game.rules.dice import Faces
from game.rules.match import AnyMatch, Asked
from game.rules.questions import Answer, Choose, Impossible, Option, Roll, Seat
from game.rules.table import Board

FORKS = 700
"""Forks that one answer may take in all."""

TRIED = 5
"""Candidates that are tried out."""

GAP = 2.5
"""Points behind the best that a candidate may be to be tried at all."""

LEAN = 0.12
"""What Instinct's opinion counts beside the worth of what comes of a candidate."""

STEPS = 60
"""Answers after which a try ends wherever it is."""


class Trained(Instinct):
    """An opponent that looks ahead to the end of a combatant's turn."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self._tried: list[Candidate] = []

    @property
    def reason(self) -> str:
        """The candidates that were tried, with what they came to; else Instinct's reasons."""
        if not self._tried:
            return super().reason
        return explained(self._tried, {"worth": 1.0, "instinct": LEAN})

    def answer(self, match: AnyMatch, question: Asked) -> Answer:
        """The candidate that leads to the best position on average."""
        assert isinstance(question, Choose)
        self._tried = []
        candidates = self.candidates(match, question)
        chosen = self._worth_trying(question, candidates)
        start = known_match(match, question.seat) if len(chosen) > 1 else None
        if start is None:
            return first_possible(question, candidates)
        tries = Tries(question, match.ruleset.weights["positions"], FORKS // len(chosen))
        for candidate in chosen:
            value = tries.value(start, candidate.key)
            if not tries.rolled:
                if not self._tried:
                    return candidate.key
                continue
            terms = {"worth": value, "instinct": candidate.score}
            self._tried.append(Candidate(candidate.key, value + LEAN * candidate.score, terms))
        self._tried.sort(key=lambda candidate: -candidate.score)
        return self._tried[0].key

    @staticmethod
    def _worth_trying(question: Choose[object], candidates: list[Candidate]) -> list[Candidate]:
        chosen: list[Candidate] = []
        for candidate in candidates:
            if chosen and (len(chosen) == TRIED or candidate.score < chosen[0].score - GAP):
                break
            try:
                question.options.find(candidate.key)
            except Impossible:
                continue
            chosen.append(candidate)
        return chosen


class Tries:
    """Plays answers to one question on to the end of the turn they belong to."""

    def __init__(self, question: Choose[object], tastes: Tastes, forks: int) -> None:
        self.question = question
        self.tastes = tastes
        self.forks = forks
        self.rolled = False
        """Whether dice came up in the last try."""
        self._left = 0
        self._players: dict[Seat, Instinct] = {}

    def value(self, start: AnyMatch, key: str) -> float:
        """The worth that an answer leads to, on average."""
        self._left, self.rolled = self.forks, False
        match = start.fork()
        match.answer(key)
        return self._walk(match, STEPS, picked=self.question.kind == "pick")

    def _walk(self, match: AnyMatch, steps: int, *, picked: bool) -> float:
        while (asked := match.pending) is not None and steps > 0:
            steps -= 1
            if isinstance(asked, Roll):
                return self._weigh(match, asked, steps, picked=picked)
            if asked.kind in ("pick", "act"):
                mine = asked.seat == self.question.seat and asked.kind == "act"
                if not mine or (not picked and asked.who != self.question.who):
                    break
            match.answer(self._reply(match, asked))
        board: Board[object, object] = match.board
        return score(match.ruleset.worth(board, str(self.question.seat)), self.tastes)

    def _reply(self, match: AnyMatch, asked: Choose[object]) -> Answer:
        player = self._players.get(asked.seat)
        if player is None:
            player = self._players[asked.seat] = Instinct(asked.seat)
        return player.answer(match, asked)

    def _weigh(self, match: AnyMatch, roll: Roll, steps: int, *, picked: bool) -> float:
        outcomes = roll.outcomes()
        self.rolled = True
        if self._left < len(outcomes):
            match.answer(outcomes[len(outcomes) // 2][0])
            return self._walk(match, steps, picked=picked)
        total = weight = 0.0
        for branch, count in self._groups(match, outcomes):
            total += count * self._walk(branch, steps, picked=picked)
            weight += count
        return total / weight

    def _groups(self, match: AnyMatch, outcomes: tuple[tuple[Faces, int], ...]) -> list[tuple[AnyMatch, int]]:
        """Runs of neighbouring faces that lead to the same, each as a fork after one of them with the weight of all."""
        seen: dict[int, AnyMatch] = {}

        def at(index: int) -> AnyMatch:
            if index not in seen:
                self._left -= 1
                seen[index] = branch = match.fork()
                branch.answer(outcomes[index][0])
            return seen[index]

        runs: list[tuple[int, int]] = []
        todo = [(0, len(outcomes) - 1)]
        while todo:
            low, high = todo.pop()
            if low == high or alike(at(low), at(high)):
                if runs and alike(at(runs[-1][1]), at(low)):
                    runs[-1] = (runs[-1][0], high)
                else:
                    runs.append((low, high))
            else:
                half = (low + high) // 2
                todo += [(half + 1, high), (low, half)]
        groups = []
        for low, high in runs:
            middle = (low + high) / 2
            nearest = min((index for index in seen if low <= index <= high), key=lambda index: abs(index - middle))
            groups.append((seen[nearest], sum(count for _, count in outcomes[low : high + 1])))
        return groups


def alike(a: AnyMatch, b: AnyMatch) -> bool:
    """Whether two forks of one match look the same: the state, and what is asked."""
    asked, other = a.pending, b.pending
    if type(asked) is not type(other):
        return False
    if isinstance(asked, Roll) and isinstance(other, Roll):
        if (asked.dice, asked.who) != (other.dice, other.who):
            return False
    elif isinstance(asked, Choose) and isinstance(other, Choose):
        if (asked.kind, asked.seat, asked.who) != (other.kind, other.seat, other.who):
            return False
        if asked.kind == "react" and _signs(asked) != _signs(other):
            return False
    return bool(a.state == b.state)


def _signs(question: Choose[object]) -> list[tuple[str, bool]]:
    options: tuple[Option[object], ...] = question.options.singles
    return [(option.key, option.matters) for option in options]
