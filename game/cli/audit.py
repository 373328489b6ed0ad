"""The audit command: whether what is shown as likely happens as often."""

from __future__ import annotations

import argparse
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from itertools import count, islice
from math import fsum
from pathlib import Path

import msgspec

from game.files.atomic import write_whole
from game.lab.arena import settle
from game.lab.odds_audit import AuditedFigure, CalibrationBin, audited, broken_promises, calibration, draw_calibration
from game.play.crash import STOPPED
from game.play.output import bar, say
from game.play.start import StartRequest, find_file, read_setup
from game.play.workers import workers
from game.rules.registry import names, ruleset
from game.rules.setup import Setup
from game.spatial.space import Space

_grounds: list[tuple[Setup, Space]] = []
"""A worker's own maps, made once by ``_enter``."""


def run_audit(wanted: argparse.Namespace) -> int:
    """Audit rulesets, print what was found, and draw it if wanted; gives the exit code, 1 if something is off.

    Raises BadFile, BadSetup, UnknownRuleset.
    """
    found: dict[str, list[CalibrationBin]] = {}
    right, stopped = True, False
    for name in wanted.rules or [name for name in names() if ruleset(name).parties()]:
        figures = audit(name, wanted.maps, wanted.figures, wanted.seed, wanted.jobs)
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
        write_whole(Path(wanted.out), draw_calibration(found).encode())
        say(f"{wanted.out}: told against what happened, by rules")
    return STOPPED if stopped else 0 if right else 1


def audit(name: str, maps: Sequence[str], figures: int, seed: int, jobs: int) -> list[AuditedFigure]:
    """So many figures of battles on some maps in turn; the same on however many processes.

    Whoever stops it by Ctrl+C gets those that were found; if none was, KeyboardInterrupt goes on. Raises BadFile,
    BadSetup, UnknownRuleset.
    """
    setups = [read_setup(find_file(map_), StartRequest(map_, rules=name)) for map_ in maps]
    with bar("Figures", figures) as told:
        found: list[AuditedFigure] = []
        try:
            with closing(_figures(setups, seed, jobs)) as each:
                for figure in islice(each, figures):
                    found.append(figure)
                    told(len(found))
        except KeyboardInterrupt:
            if not found:
                raise
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
