"""AI battles without a screen, many at once: which side wins, how often, how long it takes.

Battles come in pairs: both have the same seed, and in the second the AIs change sides, so that neither the dice nor the
better starting place decides for one of them. Where the sides change places as well, they come in fours. An AI that
fights itself has no side to change.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from math import log, sqrt
from statistics import fmean
from time import perf_counter
from typing import Any

import msgspec
from msgspec.structs import replace

from game.ai import opponent
from game.ai.chooser import plannable
from game.lab.habits import BattleHabits, HabitObserver, Totals, add_up, write_habits
from game.lab.minds import AILevel, Taught
from game.play.crash import DONE, STOPPED
from game.play.dice import SeededDice
from game.play.output import bar, say
from game.play.workers import collect_seldom, workers
from game.rules.match import Answerer, AnyMatch, HouseReferee, Match
from game.rules.questions import DICE, REFEREE, Seat
from game.rules.registry import ruleset
from game.rules.ruleset import BadSetup
from game.rules.setup import Recruit, Setup, SideSetup
from game.rules.state import AnyState, State
from game.scene.battle_report import report
from game.spatial.space import Space


def settle() -> None:
    """For a process that does nothing but fight: what is there now stays, and is never looked at again.

    To be called before there is a map to fight on, which would outlive its use.
    """
    gc.collect()
    gc.freeze()
    collect_seldom()


def mirrored(setup: Setup) -> Setup:
    """The set-up with the squad of its first side on every side.

    Each member has the place of whom it stands for, as far as there are any; then the map's areas have room for it.
    Raises BadSetup where somebody is to be protected, who would not be there.
    """
    first = setup.sides[0].squad
    for objective in setup.objectives:
        if objective.who and objective.side != setup.sides[0].name:
            raise BadSetup(f"{objective.who} must be there for side {objective.side}; its squad can't be mirrored.")
    sides = [setup.sides[0], *(replace(side, squad=_at_places_of(side, first)) for side in setup.sides[1:])]
    return replace(setup, sides=tuple(sides))


def in_each_others_places(setup: Setup) -> Setup:
    """The set-up of two sides in which each begins where the other would.

    Members with cells of their own go to those of the other squad in their order; whoever is left over, and everybody
    else, starts in the other side's areas. What the sides want stays as it is.
    """
    first, second = setup.sides
    names = {first.name: second.name, second.name: first.name}
    spawns = tuple(replace(spawn, side=names.get(spawn.side, spawn.side)) for spawn in setup.field.spawns)
    sides = (
        replace(first, squad=_at_places_of(second, first.squad)),
        replace(second, squad=_at_places_of(first, second.squad)),
    )
    return replace(setup, field=replace(setup.field, spawns=spawns), sides=sides)


def _at_places_of(side: SideSetup, squad: tuple[Recruit, ...]) -> tuple[Recruit, ...]:
    cells = [recruit.at for recruit in side.squad][: len(squad)]
    cells += [None] * (len(squad) - len(cells))
    return tuple(replace(recruit, at=at) for recruit, at in zip(squad, cells, strict=True))


ERROR = 0.05
"""How often a hypothesis may be taken that is wrong, for either."""


class Hypotheses(msgspec.Struct, frozen=True):
    """Two shares of decided battles that the first AI may win: ``low`` or ``high``, each from 0 to 1."""

    low: float
    high: float

    @property
    def bound(self) -> float:
        """Evidence from which on ``high`` is taken, and below less than nothing ``low``: log((1 - error) / error)."""
        return log((1 - ERROR) / ERROR)

    def evidence(self, wins: int, losses: int) -> float:
        """The logarithm of how much more likely these wins and losses are with ``high`` than with ``low``."""
        return wins * log(self.high / self.low) + losses * log((1 - self.high) / (1 - self.low))

    def taken(self, wins: int, losses: int) -> float | None:
        """The share that the test takes for true, or None if it wants more battles."""
        evidence = self.evidence(wins, losses)
        if abs(evidence) < self.bound:
            return None
        return self.high if evidence > 0 else self.low


class SequentialResult(msgspec.Struct, frozen=True):
    """Result of a sequential test."""

    hypotheses: Hypotheses
    taken: float | None
    """None: there were too few battles to tell."""
    battles: int
    """Whole groups only."""
    wins: int
    losses: int
    evidence: float


def read_hypotheses(text: str) -> Hypotheses:
    """Read ``50:60``, in per cent. Raises ValueError with what is wanted."""
    low, colon, high = text.partition(":")
    try:
        found = Hypotheses(float(low) / 100, float(high) / 100)
    except ValueError:
        colon = ""
    if not colon or not 0 < found.low < found.high < 1:
        raise ValueError(f"{text!r} is not two shares in per cent, the lower first, such as 50:60")
    return found


def write_tested(tested: SequentialResult, name: str) -> str:
    """Result of a test, in a line to read."""
    low, high, bound = tested.hypotheses.low, tested.hypotheses.high, tested.hypotheses.bound
    if tested.taken is None:
        found = f"{low:.0%} or {high:.0%} of decided battles can't be told apart yet"
    else:
        other = low if tested.taken == high else high
        found = f"{tested.taken:.0%} of decided battles is taken, and not {other:.0%}"
    return (
        f"test: that {name} wins {found}, after {tested.battles} battles"
        f" ({tested.wins}:{tested.losses}, evidence {tested.evidence:+.2f} of {bound:.2f})"
    )


class KindHarm(msgspec.Struct):
    """Harm that the units of one kind did and suffered, in hit points or the like. All are sums."""

    members: int = 0
    """Those who took part in the battle, on either side."""
    dealt: int = 0
    """To other sides."""
    taken: int = 0
    felled: int = 0
    """Members of other sides whom they put out of the fight."""

    def add(self, more: KindHarm) -> None:
        """Count what others of the kind did as well."""
        self.members += more.members
        self.dealt += more.dealt
        self.taken += more.taken
        self.felled += more.felled


class BattleCourse(msgspec.Struct, frozen=True):
    """How one battle went."""

    health: tuple[tuple[int, ...], ...]
    """For each round that began, from the first: what each side could still lose as it began, in the set-up's order.

    Only members on the field who are up count.
    """
    harm: dict[str, KindHarm]
    """By kind of unit."""


class CourseObserver:
    """Looks on at one battle."""

    def __init__(self, match: AnyMatch, sides: Sequence[str]) -> None:
        """``match``: before its first answer."""
        self._match, self._sides = match, tuple(sides)
        self._start: AnyState = match.state
        self._health: list[tuple[int, ...]] = []

    def see(self, round_: int) -> None:
        """Note the health of the sides if this round has not been seen yet."""
        if round_ > len(self._health):
            board = self._match.board
            left = dict.fromkeys(self._sides, 0)
            for who, body in board.state.combatants.items():
                standing = self._match.ruleset.standing(board, who)
                if body.side in left and standing.up:
                    left[body.side] += standing.health
            self._health += [tuple(left.values())] * (round_ - len(self._health))

    def finish(self) -> BattleCourse:
        """Course of the battle, now that the battle is over or broken off."""
        match = self._match
        found = report(match.ruleset, match.setup, match.board.space, self._start, match.events)
        harm: dict[str, KindHarm] = {}
        for each in found.deeds.values():
            harm.setdefault(each.standing.kind, KindHarm()).add(KindHarm(1, each.dealt, each.taken, each.felled))
        return BattleCourse(tuple(self._health), harm)


ROUNDS = 60
"""Rounds after which a battle counts as drawn, unless told otherwise."""

ANSWERS = 50_000
"""Answers after which a battle counts as drawn, whatever its rounds."""


class Contest(msgspec.Struct, frozen=True):
    """Contest of two AIs: everything a worker needs to know."""

    setup: Setup
    minds: tuple[AILevel, AILevel]
    """The two AIs; they may be the same."""
    seed: int
    battles: int
    rounds: int = ROUNDS
    habits: bool = False
    """Whether what the AIs do is counted, which takes its time."""
    swap_places: bool = False
    """Whether the sides change their starting places in every second pair."""
    course: bool = False
    """Whether health by round and harm by kind of unit are counted, which takes a tenth of the time at most."""
    test: Hypotheses | None = None
    """Shares of the decided battles that the first AI may win: the contest ends as soon as that is told."""

    @property
    def group(self) -> int:
        """Battles of one seed: every way for the AIs to have the sides, and for the sides to have the places."""
        return (1 if self.alike else 2) * (2 if self.swap_places else 1)

    @property
    def alike(self) -> bool:
        """Whether an AI fights itself: for it to change sides would make the same battle again."""
        return self.minds[0] == self.minds[1]


DueBattle = tuple[int, int]
"""A battle to be fought: its contest's place among several, and the battle's number in the contest."""


class Fought(msgspec.Struct, frozen=True):
    """How one battle ended."""

    number: int
    """From 0; 0 and 1 are a pair, and so on."""
    seed: int
    swapped: bool
    """Whether the second AI had the first side."""
    moved: bool
    """Whether the sides began in each other's places."""
    side: str | None
    """The side that won; None for a draw."""
    ai: int | None
    """The AI that won, 0 or 1."""
    why: str
    rounds: int
    answers: int
    seen: BattleHabits | None = None
    """Habits of the AIs, if they were to be counted."""
    fallen: tuple[int, ...] = ()
    """By side, how many of those who began were out of the fight at its end, or gone."""
    course: BattleCourse | None = None
    """How it went, if that was to be counted."""


class ShareEstimate(msgspec.Struct, frozen=True):
    """How often something happened, with the 95 % interval after Wilson."""

    name: str
    wins: int
    share: float
    low: float
    high: float


class ArenaReport(msgspec.Struct, frozen=True):
    """Report of a contest."""

    ruleset: str
    title: str
    seed: int
    battles: int
    draws: int
    ais: tuple[ShareEstimate, ShareEstimate]
    sides: tuple[ShareEstimate, ...]
    places: tuple[ShareEstimate, ...]
    """How often who began at a side's place won; empty where the sides always began at their own."""
    mean_rounds: float
    mean_answers: float
    ends: dict[str, int]
    """How battles ended, in the ruleset's words, with counts."""
    seconds: float
    per_second: float
    jobs: int
    fought: tuple[Fought, ...]
    """Every battle, in order."""
    habits: Totals | None = None
    test: SequentialResult | None = None
    stopped: bool = False
    """Whether somebody stopped it before its end."""


class Pit:
    """Plays the battles of one contest; map, ruleset and set-up are made once."""

    def __init__(self, contest: Contest, ground: Space | None = None) -> None:
        """``ground`` is the set-up's map if it is at hand. Raises BadSetup if there are not two sides."""
        self.contest = contest
        self.ruleset = ruleset(contest.setup.ruleset)
        self.ground = ground or Space(contest.setup.field)
        self.sides = tuple(side.name for side in contest.setup.sides)
        if len(self.sides) != 2:
            raise BadSetup(f"The arena takes battles of two sides; this one has {len(self.sides)}.")
        self.starts = [(contest.setup, self.ruleset.begin(contest.setup, self.ground))]
        """The set-up and the state before the first step, and the same with places swapped."""
        if contest.swap_places:
            self.starts.append(self._in_each_others_places())

    def fight(self, number: int) -> Fought:
        """Play one battle to its end, or to the cap. Raises RuntimeError where an AI has no answer."""
        contest = self.contest
        seed, place = contest.seed + number // contest.group, number % contest.group
        pair, second = divmod(place, 1 if contest.alike else 2)
        moved, swapped = bool(pair), bool(second)
        setup, start = self.starts[moved]
        match: Match[Any, Any] = Match(self.ruleset, setup, self.ground, start, record=False)
        minds = contest.minds[::-1] if swapped else contest.minds
        seats: dict[Seat, Answerer] = {DICE: SeededDice(seed), REFEREE: HouseReferee()}
        seats.update((Seat(side), self._seated(mind, Seat(side))) for side, mind in zip(self.sides, minds, strict=True))
        ais = {side: index ^ swapped for index, side in enumerate(self.sides)}
        given = {side: mind.temperament for side, mind in zip(self.sides, minds, strict=True)}
        watch = HabitObserver(match, ais, given) if contest.habits else None
        course = CourseObserver(match, self.sides) if contest.course else None
        answers, steps = 0, -1
        while (question := match.pending) is not None and answers < ANSWERS:
            if match.steps != steps:
                steps = match.steps
                current = self.ruleset.round_of(match.state)
                if current > contest.rounds:
                    break
                if course is not None:
                    course.see(current)
            answer = seats[question.seat].answer(match, question)
            if answer is None:
                raise RuntimeError(f"the AI of {question.seat} gave no answer to: {question.why}")
            if watch is not None:
                watch.see(question, answer)
            match.answer(answer)
            answers += 1
        verdict = match.state.verdict
        side = verdict.winner if verdict else None
        rounds = min(contest.rounds, self.ruleset.round_of(match.state))
        stopped = f"{ANSWERS:,} answers, in round {rounds}" if answers >= ANSWERS else f"{rounds} rounds"
        why = verdict.why if verdict else f"no end after {stopped}"
        up = [body.side for who, body in match.state.combatants.items() if self.ruleset.standing(match.board, who).up]
        fallen = tuple(max(0, len(each.squad) - up.count(each.name)) for each in setup.sides)
        seen = watch.finish() if watch is not None else None
        went = course.finish() if course is not None else None
        return Fought(number, seed, swapped, moved, side, ais.get(side or ""), why, rounds, answers, seen, fallen, went)

    def _in_each_others_places(self) -> tuple[Setup, State[Any, Any]]:
        setup = in_each_others_places(self.contest.setup)
        try:
            return setup, self.ruleset.begin(setup, self.ground)
        except BadSetup as error:
            raise BadSetup(f"The sides can't swap places: {error}") from error

    def _seated(self, mind: AILevel, seat: Seat) -> Answerer:
        player = opponent(mind.level, seat, mind.temperament)
        return Taught(player, plannable(self.ruleset), mind.weights) if mind.weights else player


def hold(contest: Contest, jobs: int, done: Callable[[int], None] = lambda _: None) -> ArenaReport:
    """Fight all battles on so many processes; ``done`` is told how many have ended. Raises BadSetup.

    A test looks at whole groups of battles in their order, whenever they end, so that it finds the same on any number
    of processes; the battles after those that decide it are left out. Whoever stops it by Ctrl+C gets the battles that
    have ended; if none has, KeyboardInterrupt goes on.
    """
    fought: dict[int, Fought] = {}
    start, last, stopped = perf_counter(), contest.battles, False
    try:
        if jobs > 1:
            Pit(contest)  # what is wrong with the contest is said here, not in a worker
        due = [(0, number) for number in range(contest.battles)]
        with closing(fight_due(jobs, [contest], due)) as battles:
            for _, battle in battles:
                fought[battle.number] = battle
                done(len(fought))
                tested = try_test(contest, fought)
                if tested is not None and tested.taken is not None:
                    last = tested.battles
                    break
    except KeyboardInterrupt:
        if not fought:
            raise
        stopped = True
    counted = [fought[number] for number in sorted(fought) if number < last]
    return replace(sum_up(contest, counted, perf_counter() - start, jobs), stopped=stopped)


def try_test(contest: Contest, fought: Mapping[int, Fought]) -> SequentialResult | None:
    """Result of the contest's test by the battles from the first to the first that is missing; None without one."""
    if contest.test is None:
        return None
    wins = losses = count = 0
    taken = None
    while taken is None and all(number in fought for number in range(count, count + contest.group)):
        for number in range(count, count + contest.group):
            wins += fought[number].ai == 0
            losses += fought[number].ai == 1
        count += contest.group
        taken = contest.test.taken(wins, losses)
    return SequentialResult(contest.test, taken, count, wins, losses, contest.test.evidence(wins, losses))


def fight_due(
    jobs: int, contests: Sequence[Contest], due: Sequence[DueBattle]
) -> Generator[tuple[int, Fought], None, None]:
    """The battles that are due, each with its contest's place, as they end: on this process or so many others."""
    told = msgspec.msgpack.encode(contests)
    if jobs == 1:
        _enter(told)
        try:
            yield from map(_fight, due)
        finally:  # this process goes on
            _pits.clear()
            _contests.clear()
        return
    with workers(jobs, _enter, told) as pool:
        yield from pool.each(_fight, due)


_contests: list[Contest] = []
"""A worker's own, read once by ``_enter``."""

_pits: dict[int, Pit] = {}
"""The pit of the contest that a worker fights at the time: contests come one after the other."""


def _enter(told: bytes) -> None:
    _pits.clear()
    settle()
    _contests[:] = msgspec.msgpack.decode(told, type=list[Contest])


def _fight(battle: DueBattle) -> tuple[int, Fought]:
    index, number = battle
    if index not in _pits:
        _pits.clear()
        _pits[index] = Pit(_contests[index])
    return index, _pits[index].fight(number)


def sum_up(contest: Contest, fought: Sequence[Fought], seconds: float, jobs: int) -> ArenaReport:
    """Count what the battles of a contest came to."""
    count = len(fought)
    sides = [side.name for side in contest.setup.sides]
    first, second = (mind.name for mind in contest.minds)
    if contest.alike:
        first, second = (f"{first} as {side}" for side in sides)  # it plays one side in all battles, and the other too
    elif first == second:
        first, second = f"{first} 1", f"{second} 2"
    ais = [
        share_estimate(name, sum(battle.ai == ai for battle in fought), count)
        for ai, name in enumerate((first, second))
    ]
    ends: dict[str, int] = {}
    for battle in fought:
        ends[battle.why] = ends.get(battle.why, 0) + 1
    return ArenaReport(
        ruleset=contest.setup.ruleset,
        title=contest.setup.title or contest.setup.field.title,
        seed=contest.seed,
        battles=count,
        draws=sum(battle.side is None for battle in fought),
        ais=(ais[0], ais[1]),
        sides=tuple(share_estimate(side, sum(battle.side == side for battle in fought), count) for side in sides),
        places=tuple(share_estimate(side, began_and_won(side, fought), count) for side in sides)
        if contest.swap_places
        else (),
        mean_rounds=fmean(battle.rounds for battle in fought),
        mean_answers=fmean(battle.answers for battle in fought),
        ends=dict(sorted(ends.items(), key=lambda end: (-end[1], end[0]))),
        seconds=seconds,
        per_second=count / seconds if seconds else 0.0,
        jobs=jobs,
        fought=tuple(fought),
        habits=add_up([battle.seen for battle in fought if battle.seen is not None]) if contest.habits else None,
        test=try_test(contest, {battle.number: battle for battle in fought}),
    )


def began_and_won(place: str, fought: Sequence[Fought]) -> int:
    """In how many battles the side won that began at a side's own place, be it that side or the other."""
    return sum(battle.side is not None and (battle.side == place) != battle.moved for battle in fought)


def wilson(wins: int, count: int) -> tuple[float, float]:
    """The 95 % confidence interval of a share, after Wilson."""
    if not count:
        return 0.0, 1.0
    z, share = 1.959964, wins / count
    middle = share + z * z / (2 * count)
    spread = z * sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    scale = 1 + z * z / count
    low, high = (middle - spread) / scale, (middle + spread) / scale
    return max(0.0, min(low, share)), min(1.0, max(high, share))  # rounding aside, the share lies within


def ended(report: ArenaReport, contest: Contest) -> int:
    """The exit code of a command that held a contest; if it was stopped, that is told."""
    if not report.stopped:
        return DONE
    say(f"Stopped after {report.battles} of {contest.battles} battles.", error=True)
    return STOPPED


def hold_with_bar(contest: Contest, jobs: int) -> ArenaReport:
    """Fight all battles, with a progress bar if somebody watches. Raises BadSetup."""
    with bar("{task.completed} of {task.total}", contest.battles) as told:
        return hold(contest, jobs, told)


def share_estimate(name: str, wins: int, count: int) -> ShareEstimate:
    """How often something happened in so many battles."""
    low, high = wilson(wins, count)
    return ShareEstimate(name, wins, wins / count if count else 0.0, low, high)


def write_report(report: ArenaReport) -> Iterator[str]:
    """A report as lines to read."""
    yield f"{report.title or 'A battle'}, {report.ruleset}: {report.battles} battles, seed {report.seed}"
    rows = [*(("AI", share) for share in report.ais), *(("side", share) for share in report.sides)]
    rows += [("from", share) for share in report.places]
    for what, share in rows:
        yield (
            f"  {what:<5}{share.name:<14}{share.wins:>6} won  {share.share:6.1%}"
            f"   (95 %: {share.low:.1%} to {share.high:.1%})"
        )
    yield f"  {'draws':<19}{report.draws:>6}"
    yield f"  {report.mean_rounds:.1f} rounds and {report.mean_answers:.0f} answers to a battle"
    for why, count in report.ends.items():
        yield f"  {count:>6} x {why}"
    if report.test is not None:
        yield f"  {write_tested(report.test, report.ais[0].name)}"
    if report.habits is not None:
        yield from write_habits([share.name for share in report.ais], report.habits)
    yield f"  {report.per_second:.1f} battles a second ({report.seconds:.1f} s, {report.jobs} at a time)"
