"""How strong units are, fitted to battles: squads fight skirmishes, and what explains who won is kept.

The chance to win is a logistic function of the logarithms of both squads' strengths, which are sums of what each unit
is worth, and of terms for the company and how many it is, the kind of map and the aim. Each battle is a skirmish of its
own, drawn by what is known so far, so that most are close, which tells the most, and no map counts more than others.
Before a battle is fought units are what the planning model guesses; that counts for a few battles, after which it is
forgotten.
"""

from __future__ import annotations

import gc
import json
from collections.abc import Callable, Sequence
from math import fsum, log
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import msgspec
import numpy as np

from game.files.atomic import write_whole
from game.files.bounded_reading import is_plain, is_there
from game.files.errors import BadFile
from game.files.generate.seeded import SeededDraws
from game.files.scenario import to_setup
from game.lab.arena import Pit, settle
from game.lab.matching import COMPANY, guess_strengths, size_term, terms_of
from game.lab.skirmish import SkirmishRequest, draw_battle, write_skirmish_map
from game.lab.win_forecast import quick_contest
from game.play.crash import DONE, STOPPED
from game.play.output import bar, say
from game.play.start import choose_rules
from game.play.workers import workers
from game.rules.registry import ruleset
from game.rules.weights import Strengths, chance

BATCH = 25
"""Battles after which strengths are fitted anew, by which the next squads are drawn."""

SPREAD = 1.0
"""How far the logit goes, up or down, for which squads are drawn: also from uneven battles something is learned."""

AWAY = 25
"""In so many of a hundred battles one of the company is missing: else nothing would tell its members apart."""

UNSURE, UNSURE_TERM, UNSURE_COMPANY, UNSURE_STEEPNESS = 0.5, 1.0, 1.5, 0.15
"""Standard deviations of what is guessed before a battle: of the logarithm of a unit's strength, of a term, of that of
every company, of the logarithm of the steepness.

With these, battles not yet fitted to were foretold best: 500 of each of four books, on 2026-11-27.
"""

STEPS = 40
"""Of a fit: each halves what is amiss at least."""

DIGITS = 3
"""That are written of a number."""


class TrialBattle(msgspec.Struct, frozen=True):
    """Two squads that fought, and which won."""

    first: tuple[str, ...]
    second: tuple[str, ...]
    terms: tuple[str, ...]
    """Other terms in favour of the first."""
    won: bool
    """Whether the first did."""


def fit_strengths(trials: Sequence[TrialBattle], prior: Strengths) -> Strengths:
    """The strengths that make battles and what was guessed before most likely together (Gauss and Newton)."""
    units = list(prior.units)
    terms = sorted({term for trial in trials for term in trial.terms} | prior.terms.keys())
    sides = [np.array([[trial_side.count(unit) for unit in units] for trial_side in part], dtype=float)
             for part in ([t.first for t in trials], [t.second for t in trials])]  # fmt: skip
    given = np.array([[float(term in trial.terms) for term in terms] for trial in trials])
    won = np.array([float(trial.won) for trial in trials])
    start = np.array([
        *(log(prior.units[unit]) for unit in units), *(prior.terms.get(term, 0.0) for term in terms),
        log(prior.steepness),
    ])  # fmt: skip
    unsure = [UNSURE_COMPANY if term == COMPANY else UNSURE_TERM for term in terms]
    trust = np.array([*[UNSURE] * len(units), *unsure, UNSURE_STEEPNESS]) ** -2
    found = start.copy()
    for _ in range(STEPS):
        strength, steep = np.exp(found[: len(units)]), np.exp(found[-1])
        sums = [side @ strength for side in sides]
        apart = np.log(sums[0]) - np.log(sums[1])
        logit = steep * apart + given @ found[len(units) : -1]
        share = 1 / (1 + np.exp(-logit))
        rising = steep * (sides[0] / sums[0][:, None] - sides[1] / sums[1][:, None]) * strength
        slopes = np.hstack([rising, given, (steep * apart)[:, None]])
        bent = (slopes * (share * (1 - share))[:, None]).T @ slopes + np.diag(trust)
        found = found + np.linalg.solve(bent, slopes.T @ (won - share) - trust * (found - start)) / 2
    numbers = [float(f"{number:.{DIGITS}g}") for number in (*np.exp(found[: len(units)]), *found[len(units) : -1])]
    return Strengths(
        float(f"{np.exp(found[-1]):.{DIGITS}g}"),
        dict(zip(units, numbers, strict=False)),
        dict(zip(terms, numbers[len(units) :], strict=True)),
    )


class _TrialOrder(msgspec.Struct, frozen=True):
    rules: str
    seed: int
    """Of the whole measurement."""
    number: int
    known: Strengths
    """By which its squads are drawn."""


class Measured(NamedTuple):
    """Result of a number of battles."""

    strengths: Strengths
    trials: Sequence[TrialBattle]
    """Those that somebody won."""
    expected: float
    """How many of them the company was to win, by what was known before each."""
    battles: int
    """All that were fought; fewer than were wanted if somebody stopped it."""


def measure_strengths(
    name: str, battles: int, seed: int, jobs: int, told: Callable[[int], object] = lambda _: None
) -> Measured:
    """Fight and fit. The same battles and seed come to the same, on however many processes.

    Whoever stops it by Ctrl+C gets what its whole batches came to; if there is none, KeyboardInterrupt goes on. Raises
    BadFile, BadSetup, UnknownRuleset.
    """
    prior = found = guess_strengths(name)
    trials = list[TrialBattle]()
    expected = 0.0
    ended = 0
    try:
        with workers(jobs, _enter, b"") as pool:
            for first in range(0, battles, BATCH):
                orders = [
                    _TrialOrder(name, seed, number, found) for number in range(first, min(battles, first + BATCH))
                ]
                fought = [trial for trial in pool.in_order(_fight, orders) if trial is not None]
                expected += fsum(chance(found.logit(trial.first, trial.second, trial.terms)) for trial in fought)
                trials += fought
                found = fit_strengths(trials, prior)
                ended = min(battles, first + BATCH)
                told(ended)
    except KeyboardInterrupt:
        if not ended:
            raise
    return Measured(found, trials, expected, ended)


def _enter(_: bytes) -> None:
    settle()


def _fight(order: _TrialOrder) -> TrialBattle | None:
    """Two squads that meet on a map and for an aim drawn as a skirmish's are; None if nobody wins."""
    rules, wanted = ruleset(order.rules), SkirmishRequest(f"strengths {order.seed} {order.number}", order.rules)
    draws = SeededDraws(wanted.word)
    logit, away = SPREAD * draws.between(-100, 100) / 100, int(draws.chance(AWAY))
    with TemporaryDirectory() as folder:
        chart = write_skirmish_map(wanted, Path(folder))
        kind, aim = wanted.map_kind, wanted.fought_for
        setup = to_setup(draw_battle(chart, rules, draws, logit, aim, kind, order.known, away=away), rules, chart)
    fought = Pit(quick_contest(setup, 1, order.number)).fight(0)
    gc.collect()  # a map knows itself by its doors: counting references does not free it
    if fought.side is None:
        return None
    company = setup.sides[0]
    one, two = (tuple(recruit.unit for recruit in side.squad) for side in setup.sides)
    return TrialBattle(one, two, (*terms_of(kind, aim), size_term(company.squad)), fought.side == company.name)


def write_strengths(rules: str | None, *, battles: int, seed: int, jobs: int, out: Path) -> int:
    """Fight, with a progress bar if somebody watches, write what was found, and say so; gives the exit code.

    Raises BadFile, BadSetup, UnknownRuleset.
    """
    name = choose_rules(rules).name
    if is_there(out) and not is_plain(out):
        raise BadFile(f"--out {out}: this is a folder, a pipe or a device; name a plain file")
    with bar("{task.completed} of {task.total}", battles) as told:
        measured = measure_strengths(name, battles, seed, jobs, told)
    found, trials, expected, ended = measured
    command = f"battlemat strengths --rules {name} --battles {ended} --seed {seed}"
    write_whole(out, written(found, command).encode())
    won = sum(trial.won for trial in trials)
    say(f"{out}: how strong the units of {ruleset(name).title} are, by {len(trials)} battles that somebody won")
    say(f"  the company won {won}, where {expected:.0f} were expected before each; steepness {found.steepness:g}")
    if ended == battles:
        return DONE
    say(f"Stopped after {ended:,} of {battles:,} battles.", error=True)
    return STOPPED


def written(found: Strengths, command: str) -> str:
    """Strengths as their file has them."""
    lines = [f"# How strong units are in battle, fitted to battles by: {command}", f"steepness = {found.steepness!r}"]
    for table, numbers in (("units", found.units), ("terms", found.terms)):
        lines += ["", f"[{table}]", *(f"{json.dumps(key)} = {number!r}" for key, number in numbers.items())]
    return "\n".join(lines) + "\n"
