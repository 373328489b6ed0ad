"""The solution of a puzzle in words: the best line step by step with its odds, and why the tempting one is worse."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from game.ai import MINDS
from game.files.puzzles import FirstSight, LineStep, Proof, PuzzleLine
from game.play.speech import percent, percent_within

SLIGHT = 0.02
"""A difference between chances that explains nothing."""


def tell_chance(line: PuzzleLine) -> str:
    """How likely a line reaches the aim: "78 %", "62 % ± 5" where plays were drawn."""
    return percent_within(Fraction(line.chance).limit_denominator(10_000), line.error)


def tell_solution(proof: Proof) -> list[str]:
    """The best line step by step, the next best, and the tempting one with why it is worse; a line each."""
    alike = f", {proof.alike} of them as good" if proof.alike > 1 else ""
    return [
        f"The best line: {tell_chance(proof.best)}, of {proof.lines} searched{alike}. The next best: "
        f"{tell_chance(proof.second)}.",
        *_told(proof.best.steps),
        f"Tempting: {tell_chance(proof.tempting)}. {tell_temptation(proof.tempts)}",
        *_told(proof.tempting.steps),
        *_why(proof),
    ]


def tell_temptation(by: FirstSight) -> str:
    """Why a line looks good at first sight."""
    if by == "at once":
        return "It attacks at once, by what shows the highest chance."
    if by == "shown":
        return "Its attack is the one that shows the highest chance of all."
    return f"It is what the computer plays as {MINDS[by].name}."


def tell_step(step: LineStep) -> str:
    """A decision with its odds: "Strike Orc 2: 65 %, loses 2.3 (+2 flanked B-54)"."""
    odds = f": {step.odds}" if step.odds else ""
    terms = f" ({', '.join(step.terms)})" if step.terms else ""
    return f"{step.does}{odds}{terms}"


def _told(steps: Sequence[LineStep]) -> Iterator[str]:
    yield from (f"{number}. {tell_step(step)}" for number, step in enumerate(steps, 1))


def _why(proof: Proof) -> Iterator[str]:
    """Why the tempting line is worse, as far as its odds tell."""
    best, worse = proof.best, proof.tempting
    if worse.undone:
        yield f"Most often undone by: {worse.undone}."
        return
    blow, better = (next((step for step in line.steps if step.odds), None) for line in (worse, best))
    if blow is None:
        yield f"Why it is worse: it comes off in {_percent(worse.chance)}, the best line in {_percent(best.chance)}."
    elif better is not None and better.down > blow.down + SLIGHT:
        shown, more = _percent(blow.down), _percent(better.down)
        yield f"Why it is worse: its attack puts down in {shown}, that of the best line in {more}."
    elif worse.chance < blow.down - SLIGHT:
        yield (
            f"Why it is worse: the {_percent(blow.down)} shown leave out how the other side answers; with that "
            f"{_percent(worse.chance)} are left."
        )
    elif better is None:
        yield "Why it is worse: the best line needs no attack, and reaches the aim more surely than one."
    else:
        yield "Why it is worse: it leaves less for what can be done after it on this turn."


def _percent(chance: float) -> str:
    return percent(Fraction(chance).limit_denominator(10_000))
