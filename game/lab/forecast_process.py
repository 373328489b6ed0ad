"""Runs the quick battles of a win forecast, or of a search for a squad, in a separate process."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from time import monotonic
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from game.lab.arena import Fought, Pit
from game.lab.difficulty import FoundSquad, Only, SearchStep, find_squad
from game.lab.settling import settle
from game.lab.win_forecast import BATTLES, contest_of
from game.play.start import StartRequest, setup_of
from game.play.workers import sigint_blocked
from game.rules.setup import Setup
from game.user_error import UserError

M = TypeVar("M")

GIVING_WAY = 10
"""How far the process stands back behind the window, where the system knows such a thing."""

BROKEN = "The quick battles could not be fought."


class BattleProcess(ABC, Generic[M]):
    """Battles under way; whoever wants them looks now and then, and stops them when they are wanted no more."""

    kind: ClassVar[Any]
    """The type of what it tells."""

    def __init__(self, target: Callable[..., object], name: str, *given: object) -> None:
        """Begin at once: ``target`` gets the end of a pipe that it tells by, and what is ``given``."""
        context = get_context("spawn")
        self._told, told = context.Pipe(duplex=False)
        self._process = context.Process(target=target, args=(told, *given), name=name, daemon=True)
        with sigint_blocked():
            self._process.start()
        told.close()
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
        while not self.over and self._told.poll():
            news = True
            try:
                told = msgspec.msgpack.decode(self._told.recv_bytes(), type=self.kind | str)
            except (EOFError, OSError):
                told = BROKEN
            if isinstance(told, str):
                self.trouble = told
            else:
                self.take(told)
        return news

    def stop(self) -> None:
        """End the process, whatever it does."""
        self._process.terminate()
        self._told.close()


class ForecastProcess(BattleProcess[Fought]):
    """The battles of a forecast."""

    kind = Fought

    def __init__(self, wanted: StartRequest, seed: int = 1) -> None:
        """``seed`` is that of the first battle."""
        super().__init__(run_forecast_battles, "win forecast", wanted, seed)
        self.fought: list[Fought] = []

    @property
    def over(self) -> bool:
        """Whether all are fought, or there are none."""
        return bool(self.trouble) or len(self.fought) == BATTLES

    def take(self, told: Fought) -> None:
        """One more has been fought."""
        self.fought.append(told)


class SearchProcess(BattleProcess[SearchStep | FoundSquad]):
    """The battles of a search for a squad (``find_squad``)."""

    kind = SearchStep | FoundSquad

    def __init__(
        self, wanted: StartRequest | Setup, other: str, difficulty: str, only: Only = "all", drawn: bool = False
    ) -> None:
        """``other``: the side whose squad is looked for."""
        super().__init__(run_squad_search, "squad search", wanted, other, difficulty, only, drawn)
        self.step = SearchStep(1, 0)
        self.found: FoundSquad | None = None
        self._since: float | None = None
        """When the first battle ended, by the clock of this process."""

    @property
    def seconds_each(self) -> float:
        """How long a battle takes; 0 as long as that is not known."""
        since, fought = self._since, self.step.fought
        return (monotonic() - since) / (fought - 1) if since is not None and fought > 1 else 0.0

    @property
    def over(self) -> bool:
        """Whether it is found, or can't be."""
        return bool(self.trouble) or self.found is not None

    def take(self, told: SearchStep | FoundSquad) -> None:
        """One more battle has been fought, or the squad is found."""
        if isinstance(told, FoundSquad):
            self.found = told
        else:
            self.step = told
            self._since = self._since or monotonic()


def run_forecast_battles(told: Connection, wanted: StartRequest, seed: int) -> None:
    """What the process of a forecast does: fight one battle after the other, and tell of each; or say what is wrong."""

    def fight(tell: Callable[[object], object]) -> None:
        pit = Pit(contest_of(wanted, seed=seed))
        for number in range(BATTLES):
            tell(pit.fight(number))

    _tell_all(told, fight)


def run_squad_search(
    told: Connection,
    wanted: StartRequest | Setup,
    other: str,
    difficulty: str,
    only: Only = "all",
    drawn: bool = False,
) -> None:
    """What the process of a search does: tell of every battle, then of what is found; or say what is wrong."""

    def search(tell: Callable[[object], object]) -> None:
        setup = setup_of(wanted) if isinstance(wanted, StartRequest) else wanted
        tell(find_squad(setup, other, difficulty, tell, only=only, drawn=drawn))

    _tell_all(told, search)


def _tell_all(told: Connection, work: Callable[[Callable[[object], object]], object]) -> None:
    """Do the work, which is given what to tell by."""
    if hasattr(os, "nice"):
        os.nice(GIVING_WAY)

    def tell(what: object) -> None:
        told.send_bytes(msgspec.msgpack.encode(what))

    with suppress(BrokenPipeError):  # the window has closed
        try:
            settle()
            work(tell)
        except UserError as error:
            tell(str(error))
