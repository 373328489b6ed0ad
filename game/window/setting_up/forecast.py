"""The odds of the battle that is being put together: a button, a bar while quick battles are fought, and the words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pygame

from game.lab.arena import Fought
from game.lab.forecast_process import ForecastProcess
from game.lab.win_forecast import BATTLES, ForecastCounts, tally, tell_forecast, tell_so_far
from game.play.start import StartRequest
from game.view.widgets.layout import Dock
from game.view.widgets.progress import ProgressBar
from game.view.widgets.theme import SMALL, TITLE, Typography
from game.view.widgets.widget import Button, Label, Widget
from game.window.setting_up.offers import OfferedSide

TIP = f"{BATTLES} quick battles of the computer against itself, beside the window"


class WinForecast:
    """What is known of one battle's odds; of another battle nothing is."""

    def __init__(self, again: Callable[[], object]) -> None:
        """``again`` is told when there are other widgets to be laid out."""
        self._again = again
        self._wanted: StartRequest | None = None
        """The battle that it is about, whoever plays it."""
        self._process: ForecastProcess | None = None
        self._fought: list[Fought] = []
        """What earlier processes of it came to."""
        self._given = 0
        """Of these, so many were fought for something else."""
        self.trouble = ""

    @property
    def working(self) -> bool:
        """Whether battles are being fought."""
        return self._process is not None

    def ask(self, wanted: StartRequest) -> None:
        """Fight some battles, or some more."""
        self.keep_to(wanted)
        self.stop()
        self._wanted, self.trouble = replace(wanted, seats=()), ""
        self._process = ForecastProcess(self._wanted, seed=1 + max((each.seed for each in self._fought), default=0))
        self._again()

    def take_up(self, wanted: StartRequest, fought: Sequence[Fought]) -> None:
        """Battles that have been fought for something else."""
        self.keep_to(wanted)
        self.stop()
        self._wanted, self._fought, self.trouble = replace(wanted, seats=()), [*fought], ""
        self._given = len(fought)

    def keep_to(self, wanted: StartRequest) -> None:
        """Stop and forget, if it is another battle that is put together now."""
        if self._wanted != replace(wanted, seats=()):
            self.stop()
            self._fought, self.trouble, self._wanted, self._given = [], "", None, 0

    def stop(self) -> None:
        """Fight no more; what has been fought counts."""
        if self._process is not None:
            self._process.stop()
            self._fought += self._process.fought
            self._process = None

    def look(self) -> None:
        """Take in what has been fought since the last look."""
        process = self._process
        if process is not None:
            process.look()
            if process.over:
                self.trouble = process.trouble
                self._stop_fighting()

    def _stop_fighting(self) -> None:
        self.stop()
        self._again()

    def widgets(
        self,
        rect: pygame.Rect,
        look: Typography,
        sides: Sequence[OfferedSide],
        wanted: StartRequest,
        *,
        able: bool,
        instead: str = "",
    ) -> list[Widget]:
        """What is shown of it in that place; ``instead``: said until more battles are fought."""
        place = Dock(look, rect, 10)
        button, beside = place.right(150), place.area
        process = self._process
        if process is not None:
            bar = ProgressBar(beside, lambda: self._so_far(sides), lambda: len(process.fought) / BATTLES)
            return [bar, Button(button, "Stop", self._stop_fighting, tip="What has been fought counts")]
        told = self.trouble or (instead if len(self._fought) <= self._given else "") or self._told(sides)
        ask = Button(button, "Fight more" if self._fought else "Who will win?", lambda: self.ask(wanted), tip=TIP)
        ask.enabled = able and len(sides) == 2
        return [*([Label(beside, told, SMALL, TITLE)] if told else []), ask]

    def _told(self, sides: Sequence[OfferedSide]) -> str:
        """The odds in words; nothing as long as there are none."""
        if not self._fought or len(sides) != 2:
            return ""
        first, second = sides
        return tell_forecast(self._counts(sides), first.title, second.title)

    def _so_far(self, sides: Sequence[OfferedSide]) -> str:
        """What is known while more battles are fought."""
        first, second = sides
        return tell_so_far(self._counts(sides), first.title, second.title)

    def _counts(self, sides: Sequence[OfferedSide]) -> ForecastCounts:
        """How all battles ended that have been fought."""
        now = self._process.fought if self._process is not None else []
        return tally([side.name for side in sides], [*self._fought, *now])
