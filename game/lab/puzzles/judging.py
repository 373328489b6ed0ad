"""Judges what a person played in a puzzle: by how likely the aim was after each decision, whatever the dice showed."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from game.files.puzzles import PuzzleLine
from game.lab.puzzles.lines import LineSearch, TooLarge
from game.lab.puzzles.proving import ALIKE, DRAWN_ALIKE, FORKS
from game.play.puzzles import PuzzleDecision, PuzzleProgress, tell_chance
from game.play.speech import AimWatch, percent

DRAWN = 60
"""Plays that are drawn for a decision and for the best in its place, where others have their turns before the end."""


class LapseInLine(NamedTuple):
    """The first decision of a line after which the aim was less likely than it could have been."""

    does: str
    chance: float
    """That the aim is met after it, from 0 to 1."""
    best: float
    """The same after the best decision there."""


class PuzzleVerdict(NamedTuple):
    """What a line was worth."""

    lapse: LapseInLine | None
    """None if the line was as good as the best that was found."""

    @property
    def solved(self) -> bool:
        """Whether the person played as well as can be."""
        return self.lapse is None


def judge(progress: PuzzleProgress) -> PuzzleVerdict | None:
    """Weigh a person's decisions; None where that would take too many plays."""
    start, line = progress.moment.fork(), progress.offered.puzzle.proof.best.first
    search = LineSearch(start, AimWatch(start, progress.side, progress.offered.puzzle.sought), forks=FORKS)
    try:
        for depth, decision in enumerate(progress.decisions):
            if tuple(each.key for each in progress.decisions[: depth + 1]) == line[: depth + 1]:
                continue
            known = line[0] if depth == 0 else ""
            lapse = _lapse(search, decision, depth, known)
            if lapse is not None:
                return PuzzleVerdict(lapse)
    except TooLarge:
        return None
    return PuzzleVerdict(None)


def _lapse(search: LineSearch, decision: PuzzleDecision, depth: int, known: str) -> LapseInLine | None:
    """What a decision has cost, if it has; ``known``: the best there, where that is proven."""
    choice = search.choice(decision.moment.fork(), depth=depth)
    if search.drawn:
        sharper = LineSearch(search.start, search.watch, forks=FORKS, plays=DRAWN, seed=3)
        sharper.settled = search.choices
        chance, best = (
            sharper.after(decision.moment.fork(), key, depth=depth) for key in (decision.key, known or choice.best)
        )
        tolerated = DRAWN_ALIKE
    else:
        found = choice.chances.get(decision.key)
        chance = search.after(decision.moment.fork(), decision.key, depth=depth) if found is None else found
        best, tolerated = choice.chance, ALIKE
    return LapseInLine(decision.does, chance, best) if chance < best - tolerated else None


def tell_verdict(verdict: PuzzleVerdict | None, *, met: bool, best: PuzzleLine) -> tuple[str, str]:
    """A title and a sentence: whether the aim was met, and whether by skill. ``best``: the line that is."""
    reached = "Met" if met else "Missed"
    if verdict is None:
        return reached, "There is more in your line than can be weighed here."
    lapse = verdict.lapse
    if lapse is not None:
        had, could = (percent(Fraction(chance).limit_denominator(10_000)) for chance in (lapse.chance, lapse.best))
        told = f"With “{lapse.does}” your line had {had}, the best has {could}."
        return ("Met, by luck" if met else reached), told
    told = f"Yours is the best line: it has {tell_chance(best)}."
    return ("Solved" if met else "Solved, against the dice"), told
