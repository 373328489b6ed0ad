"""Fights the battles of a series that are missing in its folder, on several processes or whatever else fights them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from functools import partial

import msgspec

from game.lab.arena import Fought, Pit, settle
from game.lab.series.plan import SeriesContest, SeriesResults
from game.play.workers import workers

DueBattle = tuple[int, int]
"""A battle to be fought: the contest's place in the series, and the battle's number in the contest."""

Fighters = Callable[[Sequence[SeriesContest], Sequence[DueBattle]], Generator[tuple[int, Fought], None, None]]
"""Who fights battles of a series: gives each as it ends, with its contest's place. Closed early, it stops them."""


def check_contests(contests: Sequence[SeriesContest]) -> None:
    """Say now what would go wrong with a contest later. Raises BadSetup."""
    for each in {each.battle: each for each in contests}.values():
        Pit(each.contest)


def fight_missing(
    contests: Sequence[SeriesContest], results: SeriesResults, fighters: Fighters, done: Callable[[int], None]
) -> bool:
    """Fight what is missing and keep it; ``done`` is told how many of those have ended.

    Gives whether somebody stopped it by Ctrl+C before its end; what has ended is kept. Raises BadFile, BadSetup,
    and what the fighters raise.
    """
    due = missing(contests, results)
    if not due:
        return False
    try:
        with results.open_end() as file, closing(fighters(contests, due)) as battles:
            for count, (index, fought) in enumerate(battles, 1):
                results.add(file, contests[index].name, fought)
                done(count)
    except KeyboardInterrupt:
        return True
    return False


def missing(contests: Sequence[SeriesContest], results: SeriesResults) -> list[DueBattle]:
    """The battles that are still to be fought, contest by contest."""
    return [
        (index, number)
        for index, each in enumerate(contests)
        for number in range(each.contest.battles)
        if number not in results.fought[each.name]
    ]


def on_processes(jobs: int) -> Fighters:
    """Battles are fought by this process, or by so many others."""
    return partial(_each_of, jobs)


def _each_of(
    jobs: int, contests: Sequence[SeriesContest], due: Sequence[DueBattle]
) -> Generator[tuple[int, Fought], None, None]:
    told = msgspec.msgpack.encode(contests)
    if jobs == 1:
        _enter(told)
        yield from map(_fight, due)
        return
    with workers(jobs, _enter, told) as pool:
        yield from pool.each(_fight, due)


_contests: list[SeriesContest] = []
"""A worker's own, read once by ``_enter``."""

_pits: dict[int, Pit] = {}
"""The pit of the contest that a worker fights at the time: contests come one after the other."""


def _enter(told: bytes) -> None:
    _pits.clear()
    settle()
    _contests[:] = msgspec.msgpack.decode(told, type=list[SeriesContest])


def _fight(battle: DueBattle) -> tuple[int, Fought]:
    index, number = battle
    if index not in _pits:
        _pits.clear()
        _pits[index] = Pit(_contests[index].contest)
    return index, _pits[index].fight(number)
