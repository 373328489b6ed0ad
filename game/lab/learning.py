"""Weights learned by battles: tables that differ a little are pitted against each other, and the winners' way is gone.

Simultaneous perturbation (Spall 1992): all weights are moved at once, each up or down by lot; the table and its mirror
image fight; every weight goes a little of the way that won. Weights are moved as factors: none changes its sign.
What is learned by one kind of squad alone may be wrong for others, so a lesson takes several in turn (``--squads``).
What is learned is the mean of the later half of the steps, drawn back by what of it may be luck. Weights whose habits
nobody wants to play against, though they may win, can be kept as they are (``--keep disarmed``). How much of the rest
may be luck is told with it; whether it is worth anything is for ``battlemat arena`` to say, on other seeds, against the
table it began with: ``--ai instinct:learned.toml,instinct:before.toml --test 50:60``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import exp, fsum, sqrt
from pathlib import Path
from random import Random

import msgspec
from msgspec.structs import replace

from game.ai.chooser import plannable
from game.ai.scoring import table_of
from game.files.atomic import write_whole
from game.files.bounded_reading import is_plain, is_there
from game.files.errors import BadFile
from game.lab.arena import Contest, Pit, settle
from game.lab.minds import AILevel
from game.play.crash import DONE, STOPPED
from game.play.output import say
from game.play.seating import BadSeats
from game.play.start import StartRequest, setup_of
from game.play.workers import workers
from game.rules.registry import ruleset
from game.rules.ruleset import HasPlanningModel
from game.rules.setup import Setup
from game.user_error import suggest

LONGEST = 40
"""Rounds after which a battle teaches nothing."""

MOST = 2.5
"""The farthest a weight goes: its factor lies between e**-MOST and e**MOST."""

TOLD = 6
"""Trends that are told of after a lesson."""

Factors = dict[str, float]
"""Logarithms of what weights are multiplied by, by feature."""


class TrainingRun(msgspec.Struct, frozen=True):
    """Lesson: set-ups, table, steps and seeds."""

    setups: tuple[Setup, ...]
    """A trial is fought on one of them, in turn, and again with the sides swapped."""
    table: str = "options"
    """The table of weights; where it says nothing "options" does."""
    fixed: tuple[str, ...] = ()
    """Features whose weights are left as they are."""
    battles: int = 2000
    seed: int = 1
    batch: int = 4
    """Trials after which a step is gone."""
    trial: float = 0.5
    """How far weights are moved for a trial: what is seen of a weight grows with it, and luck does not."""
    step: float = 0.01
    """How far a weight goes for a trial that won both battles.

    After n trials luck alone has moved each by about 0.6 of this times the root of n.
    """


class LearningResult(msgspec.Struct, frozen=True):
    """Result of a lesson."""

    weights: dict[str, float]
    """The table, by feature."""
    trends: dict[str, float]
    """How surely more of a weight won, or less (negative), over all trials, in standard errors."""
    battles: int = 0
    """How many were fought for it."""
    stopped: bool = False
    """Whether somebody stopped the lesson before its end."""

    @property
    def surprise(self) -> float:
        """How far the trends together are from what luck alone makes of so many weights, in standard errors."""
        count = len(self.trends)
        return (fsum(trend * trend for trend in self.trends.values()) - count) / sqrt(2 * count) if count else 0.0


def learn(
    lesson: TrainingRun, jobs: int, told: Callable[[int, Mapping[str, float]], None] = lambda _, __: None
) -> LearningResult:
    """Fight a lesson through; ``told`` hears of battles fought and of the table so far.

    The same lesson comes to the same, on however many processes. Whoever stops it by Ctrl+C gets what was learned by
    the steps that were gone; if none was, KeyboardInterrupt goes on. Raises BadSetup.
    """
    base = table_of(plannable(ruleset(lesson.setups[0].ruleset)).weights, lesson.table)
    factors: Factors = {name: 0.0 for name, points in base.items() if points and name not in lesson.fixed}
    lots, steps = Random(lesson.seed), -(-lesson.battles // (2 * lesson.batch))
    ways: Factors = dict.fromkeys(factors, 0.0)
    squares = 0.0
    gone: list[Factors] = []
    _enter(told_to := msgspec.msgpack.encode(lesson))  # what is wrong with a set-up is said here, not in a worker
    try:
        with workers(jobs, _enter, told_to) as pool:
            fight = pool.in_order if jobs > 1 else map
            for number in range(steps):
                moves = [{name: lots.choice((-1, 1)) for name in factors} for _ in range(lesson.batch)]
                trials = [
                    (lesson.seed + number * lesson.batch + at, *_pair(base, factors, move, lesson.trial))
                    for at, move in enumerate(moves)
                ]
                results = list(fight(_try, trials))
                for move, won in zip(moves, results, strict=True):
                    squares += won * won
                    for name, way in move.items():
                        ways[name] += won * way
                        factors[name] = max(-MOST, min(MOST, factors[name] + lesson.step * won * way))
                gone.append(dict(factors))
                told(len(gone) * lesson.batch * 2, multiplied(base, factors))
    except KeyboardInterrupt:
        if not gone:
            raise
    finally:
        _pits.clear()
    later = gone[(len(gone) + 1) // 2 :]
    trends = {name: way / sqrt(squares or 1.0) for name, way in ways.items()}
    means = {name: fsum(step[name] for step in later) / len(later) if later else 0.0 for name in factors}
    weights = multiplied(base, {name: sure(trends[name]) * mean for name, mean in means.items()})
    return LearningResult(weights, trends, len(gone) * lesson.batch * 2, stopped=len(gone) < steps)


def sure(trend: float) -> float:
    """The share of what a weight has moved that is not to be put down to luck, by its trend in standard errors.

    The estimator of James and Stein for each weight alone. What never happens in a lesson moves by luck only, and may
    matter elsewhere: spells, where nobody on either side has any.
    """
    return max(0.0, 1.0 - 1.0 / trend**2) if trend else 0.0


def multiplied(base: Mapping[str, float], factors: Factors) -> dict[str, float]:
    """Weights by their factors, with three digits."""
    return {name: float(f"{points * exp(factors.get(name, 0.0)):.3g}") for name, points in base.items()}


def _pair(
    base: Mapping[str, float], factors: Factors, move: Mapping[str, int], trial: float
) -> tuple[dict[str, float], dict[str, float]]:
    """A table moved one way and the other."""
    up, down = (
        multiplied(base, {name: factor + sign * trial * move[name] for name, factor in factors.items()})
        for sign in (1, -1)
    )
    return up, down


_pits: list[Pit] = []
"""A worker's own, made once by ``_enter``."""


def _enter(lesson: bytes) -> None:
    _pits.clear()
    settle()
    minds = AILevel("instinct"), AILevel("instinct")
    setups = msgspec.msgpack.decode(lesson, type=TrainingRun).setups
    _pits[:] = [Pit(Contest(setup, minds, 0, 2, LONGEST)) for setup in setups]


def _try(trial: tuple[int, dict[str, float], dict[str, float]]) -> float:
    """Wins of the first table less those of the second, from -1 to 1."""
    seed, up, down = trial
    minds = AILevel("instinct", "up", {"options": up}), AILevel("instinct", "down", {"options": down})
    pit = _pits[seed % len(_pits)]
    pit.contest = replace(pit.contest, minds=minds, seed=seed)
    won = 0
    for number in range(2):
        ai = pit.fight(number).ai
        won += 0 if ai is None else 1 if ai == 0 else -1
    return won / 2


def run_lesson(
    maps: Sequence[str],
    rules: str | None,
    *,
    squads: Sequence[str] = (),
    table: str,
    keep: Sequence[str],
    battles: int,
    seed: int,
    jobs: int,
    out: Path,
) -> int:
    """The command: learn, say now and then how far it is, write the table.

    ``squads``: "ogres" for both sides, or "ogres:wolves"; on each map every entry is fought.
    Raises BadFile, BadSetup, UnknownRuleset, and BadSeats where the ruleset has no weights.
    """
    pairs = [tuple((entry if ":" in entry else f"{entry}:{entry}").split(":")) for entry in squads] or [()]
    setups = tuple(
        setup_of(StartRequest(name, rules=rules, squads=pair), even=not pair) for name in maps for pair in pairs
    )
    game = ruleset(setups[0].ruleset)
    if not isinstance(game, HasPlanningModel):
        raise BadSeats(f"--rules {game.name}: {game.title} has no weights to learn.")
    if table not in game.weights:
        raise BadSeats(f"--table {table}: {game.title} has no such table; it has {', '.join(game.weights)}.")
    known = table_of(game.weights, table)
    for name in keep:
        if name not in known:
            raise BadSeats(f"--keep {name}: [{table}] of {game.title} weighs no such feature; {suggest(name, known)}")
    if is_there(out) and not is_plain(out):
        raise BadFile(f"--out {out}: this is a folder, a pipe or a device; name a plain file")
    found = learn(
        TrainingRun(setups, table, tuple(keep), battles, seed), jobs, lambda done, _: say(f"  {done} battles")
    )
    text = written(table, found.weights)
    try:
        write_whole(out, text.encode())
    except BadFile:
        say(text)  # hours of battles are not to be lost for want of a place
        raise
    say(f"{out}: [{table}] of {game.title}, learned on {', '.join(maps)}")
    say("\n".join(luck_told(found)))
    if not found.stopped:
        return DONE
    say(f"Stopped after {found.battles} of {battles} battles.", error=True)
    return STOPPED


def luck_told(found: LearningResult) -> list[str]:
    """Weights that stand out from luck, the surest first, as lines to read."""
    surest = sorted(found.trends.items(), key=lambda trend: -abs(trend[1]))[:TOLD]
    told = ", ".join(f"{name} {trend:+.1f}" for name, trend in surest)
    verdict = "more than luck" if found.surprise > 2 else "may all be luck: more battles would tell"
    return [
        f"  surest trends, in standard errors: {told}",
        f"  all {len(found.trends)} weights together: {found.surprise:+.1f} from luck alone; {verdict}",
    ]


def written(table: str, weights: Mapping[str, float]) -> str:
    """A table as a file of weights has it."""
    names = ((name if name.isidentifier() else f'"{name}"', points) for name, points in weights.items())
    return f"[{table}]\n" + "".join(f"{name} = {points!r}\n" for name, points in names)
