"""How strong units are, fitted to battles: squads fight on maps made of words, and what explains who won is kept.

The chance to win is a logistic function of the logarithms of both squads' strengths, which are sums of what each unit
is worth, and of a term for the kind and size of the map. Squads are drawn as for a skirmish, by what is known so far,
so that most battles are close, which tells the most. Before a battle is fought units are what the planning model
guesses; that counts for a few battles, after which it is forgotten.
"""

from __future__ import annotations

import gc
import json
from collections.abc import Callable, Iterator, Sequence
from math import log
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import msgspec
import numpy as np

from game.files.atomic import write_whole
from game.files.bounded_reading import is_plain
from game.files.errors import BadFile
from game.files.generate import KINDS, USUAL_SIZE, write_map
from game.files.generate.seeded import SeededDraws
from game.files.scenario import to_setup
from game.files.tiled import Chart
from game.lab.arena import Pit
from game.lab.matching import guess_strengths, map_term
from game.lab.settling import settle
from game.lab.skirmish import draw_battle
from game.lab.skirmish_aims import PLAIN, SKIRMISH_AIMS, aim_term
from game.lab.win_forecast import quick_contest
from game.play.crash import DONE
from game.play.output import say
from game.play.progress import bar
from game.play.start import choose_rules
from game.play.workers import workers
from game.rules.registry import ruleset
from game.rules.ruleset import AnyRuleset, HasObjectiveProgress
from game.rules.setup import Setup
from game.rules.strengths import Strengths
from game.spatial.field import Field
from game.spatial.space import Space

BATCH = 25
"""Battles after which strengths are fitted anew, by which the next squads are drawn."""

SPREAD = 1.0
"""How far the logit goes, up or down, for which squads are drawn: also from uneven battles something is learned."""

AWAY = 25
"""In so many of a hundred battles one of the company is missing: else nothing would tell its members apart."""

UNSURE, UNSURE_TERM, UNSURE_STEEPNESS = 0.3, 0.7, 0.2
"""Standard deviations of what is guessed before a battle: of the logarithm of a unit's strength, of a term, of the
logarithm of the steepness.
"""

STEPS = 40
"""Of a fit: each halves what is amiss at least."""

KEPT_SPACES = 6
"""Maps of which a worker keeps what it has worked out; when there are more it starts anew."""

DIGITS = 3
"""That are written of a number."""


class TrialBattle(msgspec.Struct, frozen=True):
    """Two squads that fought, and which won."""

    first: tuple[str, ...]
    second: tuple[str, ...]
    terms: tuple[str, ...]
    """What else made for it, in favour of the first."""
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
    trust = np.array([*[UNSURE**-2] * len(units), *[UNSURE_TERM**-2] * len(terms), UNSURE_STEEPNESS**-2])
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


class _Ground(NamedTuple):
    """A map that is fought on."""

    chart: Chart
    kind: str
    aims: Sequence[str]
    """What may be fought for on it."""


class _Pairing(msgspec.Struct, frozen=True):
    """A battle that is to be fought."""

    ground: int
    """Its place in the list of maps."""
    seed: int
    setup: Setup
    terms: tuple[str, ...]


def measure_strengths(
    name: str, battles: int, seed: int, jobs: int, told: Callable[[int], object] = lambda _: None
) -> tuple[Strengths, list[TrialBattle]]:
    """Fight and fit; gives the battles that somebody won as well.

    The same battles and seed come to the same, on however many processes. Raises BadFile, BadSetup, UnknownRuleset.
    """
    rules, prior = ruleset(name), guess_strengths(name)
    found, trials = prior, list[TrialBattle]()
    with TemporaryDirectory() as folder:
        grounds = list(_grounds(Path(folder), seed))
        fields = msgspec.msgpack.encode([ground.chart.field for ground in grounds])
        with workers(jobs, _enter, fields) as pool:
            for first in range(0, battles, BATCH):
                numbers = range(first, min(battles, first + BATCH))
                pairings = [_paired(rules, grounds, f"strengths/{seed}/{number}", number, found) for number in numbers]
                for pairing, won in zip(pairings, pool.in_order(_fight, pairings), strict=True):
                    if won is not None:
                        one, two = (tuple(recruit.unit for recruit in side.squad) for side in pairing.setup.sides)
                        trials.append(TrialBattle(one, two, pairing.terms, won))
                found = fit_strengths(trials, prior)
                told(numbers.stop)
    return found, trials


def _grounds(folder: Path, seed: int) -> Iterator[_Ground]:
    """Maps of every kind, with each of the things that are fought for, and without."""
    things = list(dict.fromkeys(aim.sought for aim in SKIRMISH_AIMS.values()))
    for kind in KINDS:
        for number, thing in enumerate(things):
            path = folder / f"{kind}-{number}.tmx"
            aims = [key for key, aim in SKIRMISH_AIMS.items() if aim.sought in (thing, None)]
            yield _Ground(write_map(path, f"strengths {seed} {number}", kind, USUAL_SIZE, thing), kind, aims)


def _paired(rules: AnyRuleset, grounds: Sequence[_Ground], word: str, number: int, known: Strengths) -> _Pairing:
    """Two squads, a map and an aim by a word, for the battle of that number."""
    draws = SeededDraws(word)
    at = draws.below(len(grounds))
    chart, kind, aims = grounds[at]
    logit, away = SPREAD * draws.between(-100, 100) / 100, int(draws.chance(AWAY))
    aim = draws.pick(aims) if isinstance(rules, HasObjectiveProgress) else PLAIN
    scenario = draw_battle(chart, rules, draws, logit, aim, kind, known, away=away)
    return _Pairing(at, number, to_setup(scenario, rules, chart), (map_term(kind), aim_term(aim)))


class FewSpaces:
    """Maps with what battles on them have worked out, which grows: kept of a few, or it would fill the memory."""

    def __init__(self) -> None:
        self.fields: list[Field] = []
        self._kept: dict[int, Space] = {}

    def of(self, ground: int) -> Space:
        """The map at that place in the list of fields."""
        if ground not in self._kept:
            if len(self._kept) >= KEPT_SPACES:
                self._kept.clear()
                gc.collect()  # a map knows itself by its doors: counting references does not free it
            self._kept[ground] = Space(self.fields[ground])
        return self._kept[ground]


_spaces = FewSpaces()
"""A worker's own, whose fields ``_enter`` reads."""


def _enter(told: bytes) -> None:
    settle()
    _spaces.fields[:] = msgspec.msgpack.decode(told, type=list[Field])


def _fight(pairing: _Pairing) -> bool | None:
    """Whether the first side wins; None if nobody does."""
    fought = Pit(quick_contest(pairing.setup, 1, pairing.seed), _spaces.of(pairing.ground)).fight(0)
    return None if fought.side is None else fought.side == pairing.setup.sides[0].name


def run_strengths(wanted: str | None, *, battles: int, seed: int, jobs: int, out: Path) -> int:
    """The command: fight, with a progress bar if somebody watches, and write what was found.

    Raises BadFile, BadSetup, UnknownRuleset.
    """
    name = choose_rules(wanted).name
    if out.exists() and not is_plain(out):
        raise BadFile(f"--out {out}: this is a folder, a pipe or a device; name a plain file")
    with bar("{task.completed} of {task.total}", battles) as told:
        found, trials = measure_strengths(name, battles, seed, jobs, told)
    command = f"battlemat strengths --rules {name} --battles {battles} --seed {seed}"
    write_whole(out, written(found, command).encode())
    won = sum(trial.won for trial in trials)
    say(f"{out}: how strong the units of {ruleset(name).title} are, by {len(trials)} battles that somebody won")
    say(f"  the company won {won}; steepness {found.steepness:g}")
    return DONE


def written(found: Strengths, command: str) -> str:
    """Strengths as their file has them."""
    lines = [f"# How strong units are in battle, fitted to battles by: {command}", f"steepness = {found.steepness!r}"]
    for table, numbers in (("units", found.units), ("terms", found.terms)):
        lines += ["", f"[{table}]", *(f"{json.dumps(key)} = {number!r}" for key, number in numbers.items())]
    return "\n".join(lines) + "\n"
