"""Runs the quick battles of a win forecast, a search for a squad or a comparison in processes of their own."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from game.lab.arena import Fought, Pit, settle
from game.lab.comparison import Compared, SquadPlace, attack_under_all_rules, rules_compared
from game.lab.difficulty import FoundSquad, Only, SearchStep, find_squad
from game.lab.win_forecast import BATTLES, contest_of, quick_contest
from game.play.start import StartRequest, setup_of
from game.play.workers import sigint_blocked
from game.rules.setup import Setup
from game.user_error import UserError

M = TypeVar("M")

Teller = Callable[[object], object]
"""Tells whoever has begun a process of one thing."""

GIVING_WAY = 10
"""How far the process stands back behind the window, where the system knows such a thing."""

BROKEN = "The process beside the window has ended too early; try again."

MOST_PROCESSES = 4
"""Processes that share the battles of a forecast, if there are so many processors."""


class BattleProcess(ABC, Generic[M]):
    """Battles under way; whoever wants them looks now and then, and stops them when they are wanted no more."""

    kind: ClassVar[Any]
    """The type of what it tells."""

    def __init__(self, work: Callable[..., object], name: str, *shares: tuple[object, ...]) -> None:
        """Begin at once, with a process for each of the ``shares`` of the work.

        ``work`` gets a function that it tells by, and what its share says.
        """
        context = get_context("spawn")
        self._pipes: list[Connection] = []
        """The other ends, of those that have not told all they have to."""
        self._processes: list[BaseProcess] = []
        for given in shares:
            pipe, told = context.Pipe(duplex=False)
            process = context.Process(target=run_process, args=(told, work, *given), name=name, daemon=True)
            with sigint_blocked():
                process.start()
            told.close()
            self._pipes.append(pipe)
            self._processes.append(process)
        self.trouble = ""
        """Why there are no battles, in a sentence; empty as long as nothing is wrong."""

    @property
    @abstractmethod
    def over(self) -> bool:
        """Whether there is nothing to wait for."""

    @abstractmethod
    def take(self, told: M) -> None:
        """Keep what the process tells."""

    def look(self) -> bool:
        """Take in what has come of it since the last look; whether there was anything."""
        news = False
        for pipe in self._pipes.copy():
            while not self.over and pipe.poll():
                news = True
                try:
                    told = msgspec.msgpack.decode(pipe.recv_bytes(), type=self.kind | str, dec_hook=_read)
                except (EOFError, OSError):
                    pipe.close()
                    self._pipes.remove(pipe)
                    break
                if isinstance(told, str):
                    self.trouble = told
                else:
                    self.take(told)
        if not self._pipes and not self.over:
            news, self.trouble = True, BROKEN
        return news

    def stop(self) -> None:
        """End the processes, whatever they do."""
        for process in self._processes:
            process.terminate()
        for pipe in self._pipes:
            pipe.close()


class ForecastProcess(BattleProcess[Fought]):
    """The battles of a forecast."""

    kind = Fought

    def __init__(self, wanted: StartRequest | Setup, seed: int = 1) -> None:
        """``seed`` is that of the first battle."""
        count = min(MOST_PROCESSES, os.cpu_count() or 1)
        shares = [(wanted, seed, first, count) for first in range(count)]
        super().__init__(fight_forecast, "win forecast", *shares)
        self.fought: list[Fought] = []
        """In the order in which they end."""

    @property
    def over(self) -> bool:
        """Whether all are fought, or there are none."""
        return bool(self.trouble) or len(self.fought) == BATTLES

    def take(self, told: Fought) -> None:
        """Keep one more battle."""
        self.fought.append(told)


class SearchProcess(BattleProcess[SearchStep | FoundSquad]):
    """The battles of a search for a squad (``find_squad``)."""

    kind = SearchStep | FoundSquad

    def __init__(
        self, wanted: StartRequest | Setup, other: str, difficulty: str, only: Only = "all", drawn: bool = False
    ) -> None:
        """``other``: the side whose squad is looked for."""
        super().__init__(search_squad, "squad search", (wanted, other, difficulty, only, drawn))
        self.step = SearchStep(1, 0)
        self.found: FoundSquad | None = None

    @property
    def over(self) -> bool:
        """Whether it is found, or can't be."""
        return bool(self.trouble) or self.found is not None

    def take(self, told: SearchStep | FoundSquad) -> None:
        """Keep how far the search has come, or the squad that is found."""
        if isinstance(told, FoundSquad):
            self.found = told
        else:
            self.step = told


class ComparisonProcess(BattleProcess[Compared]):
    """An attack of a battle under one set of rules after the other (``attack_under_all_rules``)."""

    kind = Compared

    def __init__(self, setup: Setup, one: SquadPlace, other: SquadPlace) -> None:
        super().__init__(compare, "comparison", (setup, one, other))
        self.wanted = len(rules_compared(setup))
        self.found: list[Compared] = []
        """The battle's own rules come first."""

    @property
    def over(self) -> bool:
        """Whether all is told that can be."""
        return bool(self.trouble) or len(self.found) == self.wanted

    def take(self, told: Compared) -> None:
        """Keep one more result."""
        self.found.append(told)


def fight_forecast(tell: Teller, wanted: StartRequest | Setup, seed: int, first: int, every: int) -> None:
    """Fight the battles of a forecast from number ``first`` on, one in ``every``, and tell of each."""
    pit = Pit(quick_contest(wanted, seed=seed) if isinstance(wanted, Setup) else contest_of(wanted, seed=seed))
    for number in range(first, BATTLES, every):
        tell(pit.fight(number))


def search_squad(
    tell: Teller, wanted: StartRequest | Setup, other: str, difficulty: str, only: Only = "all", drawn: bool = False
) -> None:
    """Search for a squad, and tell of every battle, then of what is found."""
    setup = setup_of(wanted) if isinstance(wanted, StartRequest) else wanted
    tell(find_squad(setup, other, difficulty, tell, only=only, drawn=drawn))


def compare(tell: Teller, setup: Setup, one: SquadPlace, other: SquadPlace) -> None:
    """Teller of an attack under one set of rules after the other."""
    for each in attack_under_all_rules(setup, one, other):
        tell(each)


def _read(kind: type, told: object) -> object:
    if kind is Fraction:
        return Fraction(str(told))
    raise NotImplementedError(f"{kind} from a process")


def run_process(told: Connection, work: Callable[..., object], *given: object) -> None:
    """Do the ``work`` of a process, which tells by the end of a pipe; or tell there what is wrong."""
    if hasattr(os, "nice"):
        os.nice(GIVING_WAY)

    def tell(what: object) -> None:
        told.send_bytes(msgspec.msgpack.encode(what, enc_hook=str))

    with suppress(BrokenPipeError):  # the window has closed
        try:
            settle()
            work(tell, *given)
        except UserError as error:
            tell(str(error))
