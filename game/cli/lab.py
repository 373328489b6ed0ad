"""The commands by which AIs fight many battles: arena, odds, comparisons, series, audits, learning, strengths."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from fractions import Fraction
from itertools import count, islice
from math import fsum
from pathlib import Path

import msgspec

from game.ai import LEVELS
from game.cli.playing import setup_request
from game.cli.requests import (
    ArenaCommand,
    AuditCommand,
    CompareCommand,
    LearnCommand,
    OddsCommand,
    SeriesCommand,
    StrengthsCommand,
)
from game.files.atomic import write_whole
from game.lab.arena import ROUNDS, Contest, ended, hold_with_bar, mirrored, settle, write_report
from game.lab.comparison import (
    AttackUnderRules,
    BattlesUnderRules,
    NoAttack,
    compare_attack,
    compare_battles,
    setups_of,
    tell_attack,
)
from game.lab.learning import run_lesson
from game.lab.minds import read_minds
from game.lab.odds_audit import AuditedFigure, CalibrationBin, audited, broken_promises, calibration, draw_calibration
from game.lab.series.cluster import on_cluster
from game.lab.series.figures import SeriesFigures, all_tables, habit_lines, series_figures, summary
from game.lab.series.page import series_page
from game.lab.series.plan import (
    SeriesPlan,
    SeriesResults,
    check_contests,
    contests_of,
    fight_missing,
    missing,
    on_processes,
    read_plan,
)
from game.lab.strengths import write_strengths
from game.lab.win_forecast import contest_of, tally, tell_forecast
from game.play.crash import DONE, STOPPED, CrashReporter
from game.play.output import bar, say, text_table
from game.play.seating import BadSeats
from game.play.speech import percent, percent_within, side_title
from game.play.start import StartRequest, find_file, read_setup, setup_of
from game.play.workers import workers
from game.rules.registry import names, ruleset
from game.rules.ruleset import BadSetup
from game.rules.setup import Setup
from game.spatial.space import Space

# --- arena, odds, learning, strengths ---


def run_arena(wanted: ArenaCommand, _: CrashReporter) -> int:
    """Fight, and print what came of it.

    Without ``--ai`` the two AIs are the strongest. Raises BadFile, BadSeats, BadSetup, UnknownRuleset.
    """
    setup = setup_of(setup_request(wanted.file, wanted.rules, wanted.setup), even=True)
    known = read_minds(wanted.ai or LEVELS[-1], LEVELS, ruleset(setup.ruleset))
    if len(known) > 2:
        raise BadSeats(f"--ai {wanted.ai}: an arena has two AIs.")
    contest = Contest(
        mirrored(setup) if wanted.mirror else setup,
        (known[0], known[-1]),
        wanted.seed,
        wanted.battles,
        wanted.rounds or ROUNDS,
        habits=wanted.habits,
        swap_places=wanted.swap_places,
        test=wanted.test,
    )
    report = hold_with_bar(contest, wanted.jobs)
    if wanted.json:
        say(msgspec.json.format(msgspec.json.encode(report), indent=2).decode())
    else:
        for line in write_report(report):
            say(line)
    return ended(report, contest)


def run_odds(wanted: OddsCommand, _: CrashReporter) -> int:
    """Say who is likely to win. Raises BadFile, BadSetup, UnknownRuleset."""
    request = setup_request(wanted.file, wanted.rules, wanted.setup)
    contest = contest_of(request, wanted.battles, wanted.seed)
    report = hold_with_bar(contest, wanted.jobs)
    sides = [side.name for side in contest.setup.sides]
    first, second = (side_title(contest.setup, side) for side in sides)
    say(tell_forecast(tally(sides, report.fought), first, second))
    return ended(report, contest)


def run_learn(wanted: LearnCommand, _: CrashReporter) -> int:
    """Learn weights and write them. Raises BadFile, BadSetup, UnknownRuleset."""
    return run_lesson(**msgspec.structs.asdict(wanted))


def run_strengths(wanted: StrengthsCommand, _: CrashReporter) -> int:
    """Fit strengths and write them. Raises BadFile, BadSetup, UnknownRuleset."""
    return write_strengths(**msgspec.structs.asdict(wanted))


# --- comparisons of rules ---


def run_compare(wanted: CompareCommand, _: CrashReporter) -> int:
    """Print both; gives the exit code. Raises BadFile, BadSetup, NoAttack, UnknownRuleset."""
    if (wanted.stands is None) != (wanted.to is None):
        raise NoAttack("--from and --to go together: the cells of both.")
    cells = (wanted.stands, wanted.to) if wanted.stands is not None and wanted.to is not None else None
    setups = setups_of(wanted.battle, wanted.rules)
    attacks = compare_attack(setups, wanted.attacker - 1, wanted.target - 1, wanted.apart, cells=cells)
    if not wanted.json:
        for line in tell_attacks(attacks):
            say(line)
    battles, stopped = list[BattlesUnderRules](), False
    try:
        if wanted.battles:
            battles.extend(compare_battles(setups, wanted.battles, wanted.seed, wanted.jobs))
    except KeyboardInterrupt:
        stopped = True
    stopped = stopped or any(each.battles < wanted.battles for each in battles)
    if wanted.json:
        told = {"attacks": attacks, "battles": battles}
        say(msgspec.json.encode(told, enc_hook=_as_number).decode())
    elif battles:
        for line in tell_battles(battles):
            say(line)
    if stopped:
        say(f"Stopped after {len(battles)} of {len(setups)} sets of rules.", error=True)
    return STOPPED if stopped else DONE


def _as_number(value: object) -> float:
    """A chance as JSON has it."""
    if isinstance(value, Fraction):
        return float(value)
    raise NotImplementedError(f"{type(value)} in a comparison")


def tell_attacks(found: Sequence[AttackUnderRules]) -> Iterator[str]:
    """The attacks in a table, then what each of them is made of."""
    rows = [("", "hits", "loses", "of its health", "falls", "best answer", "then hits", "loses", "takes")]
    for each in found:
        best = next((answer for answer in each.answers if answer.best), None)
        lost = f"{each.lost:.1f} of {each.full}"
        then = (best.name, percent(best.hit), f"{best.lost:.1f}") if best is not None else ("", "", "")
        hits, falls = (percent_within(chance, each.error) for chance in (each.hit, each.down))
        rows.append((each.rules, hits, lost, each.share, falls, *then, each.cost))
    yield from text_table(rows)
    for each in found:
        first, *others = tell_attack(each)
        yield ""
        yield f"{each.rules}: {first}"
        yield from (f"  {line}" for line in others)


def tell_battles(found: Sequence[BattlesUnderRules]) -> Iterator[str]:
    """The battles in a table, and what decided most of them."""
    sides = list(found[0].wins)
    rows = [
        ("", *(f"{side} won" for side in sides), "rounds", "nine of ten within", *(f"{side} fallen" for side in sides))
    ]
    for each in found:
        won = (f"{wins} of {each.battles}" for wins in each.wins.values())
        fell = (f"{100 * share:.0f} %" for share in each.fallen.values())
        rows.append((each.rules, *won, str(each.rounds[0]), str(each.rounds[1]), *fell))
    yield ""
    yield from text_table(rows)
    for each in found:
        yield f"{each.rules}: " + "; ".join(f"{why} ({count})" for why, count in list(each.ends.items())[:3])


# --- series of contests ---


def run_series(wanted: SeriesCommand, _: CrashReporter) -> int:
    """Fight, keep, and tell; gives the exit code.

    Raises BadFile, BadSeats, BadSetup, ClusterFault, UnknownRuleset.
    """
    fighters = on_cluster(wanted.cluster) if wanted.cluster else on_processes(wanted.jobs)
    plan = read_plan(wanted.plan, _given(wanted))
    contests = contests_of(plan)
    check_contests(contests)
    folder = wanted.out or Path(f"{wanted.plan.stem}-lab" if wanted.plan is not None else "lab")
    results = SeriesResults(folder, plan, contests)
    todo = len(missing(contests, results))
    if results.count and todo:
        say(f"{folder}: {results.count:,} battles are there; {todo:,} are missing.", error=True)
    with bar("{task.completed} of {task.total}", todo) as told:
        stopped = fight_missing(contests, results, fighters, told)
    figures = series_figures(plan, contests, results.fought)
    page = folder / "lab.html"
    if figures.battles:
        write_whole(page, series_page(figures).encode())
    _tell(figures, page, as_json=wanted.json)
    if not stopped:
        return DONE
    say(f"Stopped after {figures.battles:,} of {figures.wanted:,} battles; the same command goes on.", error=True)
    return STOPPED


def _given(wanted: SeriesCommand) -> dict[str, object]:
    """What the command line says, by field of a plan. Raises BadSetup."""
    found = {name: getattr(wanted, name) for name in SeriesPlan.__struct_fields__ if name != "set"}
    settings: dict[str, list[str]] = {}
    for entry in wanted.settings:
        key, equals, choices = entry.partition("=")
        if not equals:
            raise BadSetup(f"--set {entry}: write KEY=CHOICE, or KEY=CHOICE,CHOICE to fight with each of them.")
        settings.setdefault(key, []).extend(choice.strip() for choice in choices.split(",") if choice.strip())
    return {name: value for name, value in {**found, "set": settings or None}.items() if value is not None}


def _tell(figures: SeriesFigures, page: Path, *, as_json: bool) -> None:
    if as_json:
        say(msgspec.json.format(msgspec.json.encode(figures), indent=2).decode())
        return
    say(summary(figures))
    for table in all_tables(figures):
        say("")
        for line in text_table(table.rows):
            say(line)
    for line in habit_lines(figures):
        say(line)
    if figures.battles:
        say(f"{page}: the same with charts, for a browser")


# --- audits of chances ---


_grounds: list[tuple[Setup, Space]] = []
"""A worker's own maps, made once by ``_enter``."""


DRAWN = 20
"""Times that the picture of a set of rules is drawn while its figures come in."""


def run_audit(wanted: AuditCommand, _: CrashReporter) -> int:
    """Audit rulesets, print what was found, and draw it if wanted; gives the exit code, 1 if something is off.

    Raises BadFile, BadSetup, UnknownRuleset.
    """
    found: dict[str, list[CalibrationBin]] = {}
    right, stopped = True, False
    for name in wanted.rules or [name for name in names() if ruleset(name).parties()]:

        def draw(figures: Sequence[AuditedFigure], title: str = ruleset(name).title) -> None:
            if wanted.out is not None:
                write_whole(wanted.out, draw_calibration({**found, title: calibration(figures)}).encode())

        figures = audit(name, wanted.maps, wanted.figures, wanted.seed, wanted.jobs, draw)
        bins, broken = calibration(figures), broken_promises(figures)
        found[ruleset(name).title] = bins
        right = right and not broken and not any(each.wrong for each in bins)
        for line in tell_audit(ruleset(name).title, figures, bins, broken):
            say(line)
        if len(figures) < wanted.figures:
            say(f"Stopped after {len(figures):,} of {wanted.figures:,} figures.", error=True)
            stopped = True
            break
    if wanted.out is not None:
        say(f"{wanted.out}: told against what happened, by rules")
    return STOPPED if stopped else 0 if right else 1


def audit(
    name: str,
    maps: Sequence[str],
    figures: int,
    seed: int,
    jobs: int,
    draw: Callable[[Sequence[AuditedFigure]], object] = lambda _: None,
) -> list[AuditedFigure]:
    """So many figures of battles on some maps in turn; the same on however many processes.

    ``draw``: gets those that there are, as often as DRAWN says, and at the end. Whoever stops it by Ctrl+C gets those
    that were found; if none was, KeyboardInterrupt goes on. Raises BadFile, BadSetup, UnknownRuleset.
    """
    setups = [read_setup(find_file(map_), StartRequest(map_, rules=name)) for map_ in maps]
    part = max(1, figures // DRAWN)
    with bar("Figures", figures) as told:
        found: list[AuditedFigure] = []
        try:
            with closing(_figures(setups, seed, jobs)) as each:
                for figure in islice(each, figures):
                    found.append(figure)
                    told(len(found))
                    if len(found) % part == 0:
                        draw(found)
        except KeyboardInterrupt:
            if not found:
                raise
    if len(found) % part:
        draw(found)
    return found


def _figures(setups: Sequence[Setup], seed: int, jobs: int) -> Generator[AuditedFigure, None, None]:
    """Figures of one battle after the other, without end."""
    played = msgspec.msgpack.encode(setups)
    if jobs == 1:
        _enter(played)
        for number in count(seed):
            yield from _battle(number)
    with workers(jobs, _enter, played) as pool:
        for own in pool.in_order(_whole_battle, count(seed)):
            yield from own


def _enter(told: bytes) -> None:
    settle()
    _grounds[:] = [(setup, Space(setup.field)) for setup in msgspec.msgpack.decode(told, type=list[Setup])]


def _battle(seed: int) -> Iterator[AuditedFigure]:
    setup, ground = _grounds[seed % len(_grounds)]
    return audited(setup, seed, ground)


def _whole_battle(seed: int) -> list[AuditedFigure]:
    return list(_battle(seed))


def tell_audit(
    title: str, figures: Sequence[AuditedFigure], bins: Sequence[CalibrationBin], broken: Sequence[AuditedFigure]
) -> Iterator[str]:
    """What was found, as lines to read."""
    squares = fsum(each.off**2 for each in bins)
    yield f"{title}: {len(figures):,} figures; chi-square {squares:.1f} over {len(bins)} bins"
    for each in bins:
        mark = "  off" if each.wrong else ""
        yield (
            f"  {each.kind:<24} {each.low:.1f}  {each.figures:>7,}  told {100 * each.told:5.1f} %  "
            f"came {100 * each.came:5.1f} %  {each.off:+.1f} standard errors{mark}"
        )
    if broken:
        yield f"  Of what was told as sure or as impossible {len(broken)} came out otherwise."
