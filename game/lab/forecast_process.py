"""Runs the quick battles of a win forecast in a separate process."""

from __future__ import annotations

import os
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection

import msgspec

from game.lab.arena import Fought, Pit
from game.lab.settling import settle
from game.lab.win_forecast import BATTLES, contest_of
from game.play.start import StartRequest
from game.play.workers import sigint_blocked
from game.user_error import UserError

GIVING_WAY = 10
"""How far the process stands back behind the window, where the system knows such a thing."""

BROKEN = "The quick battles could not be fought."


class ForecastProcess:
    """Battles under way; whoever wants them looks now and then, and stops them when they are wanted no more."""

    def __init__(self, wanted: StartRequest, seed: int = 1) -> None:
        """Begin at once; ``seed`` is that of the first battle."""
        context = get_context("spawn")
        self._told, told = context.Pipe(duplex=False)
        self._process = context.Process(
            target=run_forecast_battles, args=(told, wanted, seed), name="win forecast", daemon=True
        )
        with sigint_blocked():
            self._process.start()
        told.close()
        self.fought: list[Fought] = []
        self.trouble = ""
        """Why there are no battles, in a sentence; empty as long as nothing is wrong."""

    @property
    def over(self) -> bool:
        """Whether there is nothing to wait for."""
        return bool(self.trouble) or len(self.fought) == BATTLES

    def look(self) -> bool:
        """Take in what has been fought since the last look; whether there was anything."""
        news = False
        while not self.over and self._told.poll():
            news = True
            try:
                told = msgspec.msgpack.decode(self._told.recv_bytes(), type=Fought | str)
            except (EOFError, OSError):
                told = BROKEN
            if isinstance(told, str):
                self.trouble = told
            else:
                self.fought.append(told)
        return news

    def stop(self) -> None:
        """End the process, whatever it does."""
        self._process.terminate()
        self._told.close()


def run_forecast_battles(told: Connection, wanted: StartRequest, seed: int) -> None:
    """What the process does: fight one battle after the other, and tell of each; or say what is wrong."""
    if hasattr(os, "nice"):
        os.nice(GIVING_WAY)
    with suppress(BrokenPipeError):  # the window has closed
        try:
            settle()
            pit = Pit(contest_of(wanted, seed=seed))
            for number in range(BATTLES):
                told.send_bytes(msgspec.msgpack.encode(pit.fight(number)))
        except UserError as error:
            told.send_bytes(msgspec.msgpack.encode(str(error)))
