"""The lab command: fights the battles of a plan that are missing, and says what they all come to."""

from __future__ import annotations

import argparse
from pathlib import Path

import msgspec

from game.cli.text_table import text_table
from game.files.atomic import write_whole
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
from game.play.crash import DONE, STOPPED
from game.play.output import bar, say
from game.rules.ruleset import BadSetup

PAGE = "lab.html"


def run_series(wanted: argparse.Namespace) -> int:
    """Fight, keep, and tell; gives the exit code.

    Raises BadFile, BadSeats, BadSetup, ClusterFault, UnknownRuleset.
    """
    fighters = on_cluster(wanted.cluster) if wanted.cluster else on_processes(wanted.jobs)
    file = Path(wanted.plan) if wanted.plan else None
    plan = read_plan(file, _given(wanted))
    contests = contests_of(plan)
    check_contests(contests)
    folder = Path(wanted.out or (f"{file.stem}-lab" if file is not None else "lab"))
    results = SeriesResults(folder, plan, contests)
    todo = len(missing(contests, results))
    if results.count and todo:
        say(f"{folder}: {results.count:,} battles are there; {todo:,} are missing.", error=True)
    with bar("{task.completed} of {task.total}", todo) as told:
        stopped = fight_missing(contests, results, fighters, told)
    figures = series_figures(plan, contests, results.fought)
    page = folder / PAGE
    if figures.battles:
        write_whole(page, series_page(figures).encode())
    _tell(figures, page, as_json=wanted.json)
    if not stopped:
        return DONE
    say(f"Stopped after {figures.battles:,} of {figures.wanted:,} battles; the same command goes on.", error=True)
    return STOPPED


def _given(wanted: argparse.Namespace) -> dict[str, object]:
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
