"""How difficult the battle that is being put together is: three buttons, and the squad that is found for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import pygame

from game.lab.arena import Fought
from game.lab.difficulty import AIMS, FoundSquad, change_of, tell_missed
from game.lab.forecast_process import SearchProcess
from game.play.preferences import ChangedSquad
from game.play.start import StartRequest
from game.rules.setup import Recruit
from game.view.widgets.theme import BODY, SMALL, TEXT, Typography
from game.view.widgets.widget import Button, Label, Widget
from game.window.setting_up.search_bar import search_bar

TIP = "Other foes, by whom your side wins {low:.0%} to {high:.0%} of battles between computers; dice and sight stay"

EXPECTED = "Between computers your side wins: " + ", ".join(
    f"{level} {100 * aim.low:.0f}-{100 * aim.high:.0f} %" for level, aim in AIMS.items()
)
"""What is told before a difficulty is chosen, without an end."""


class DifficultyChoice:
    """What is chosen for one battle; for another one nothing is."""

    def __init__(self, again: Callable[[], object], forecast: Callable[[Sequence[Fought]], object]) -> None:
        """``again``: there are other widgets to be laid out; ``forecast`` is given the battles of what is found."""
        self._again, self._forecast = again, forecast
        self._about: tuple[StartRequest, str] | None = None
        """The battle as map or scenario has it, whoever plays it, and the side that is changed."""
        self._process: SearchProcess | None = None
        self._wanted = ""
        """The difficulty that is looked for."""
        self._nearest = False
        """Whether the nearest squad so far can be taken."""
        self.changed: ChangedSquad | None = None
        self.trouble = ""

    @property
    def working(self) -> bool:
        """Whether battles are being fought."""
        return self._process is not None

    @property
    def fielded(self) -> dict[str, tuple[Recruit, ...]]:
        """The squads by side that stand in the place of others."""
        return {} if self.changed is None else {self.changed.side: self.changed.squad}

    @property
    def reached(self) -> str:
        """The difficulty that the battle has by that; empty if nobody is changed."""
        return "" if self.changed is None else self.changed.difficulty

    @property
    def told(self) -> str:
        """What is to be said of it where the odds are told; nothing once one is chosen that came out as wished."""
        return self.trouble or (tell_missed(self.changed) if self.changed is not None else f"{EXPECTED}.")

    def take_up(self, changed: ChangedSquad | None) -> None:
        """Go on with what was found another time, for the battle that is told next."""
        self.stop()
        self._about, self.changed, self.trouble = None, changed, ""

    def keep_to(self, wanted: StartRequest, other: str) -> None:
        """Stop and forget, if it is another battle that is put together now, or another side that is the other."""
        about = replace(wanted, seats=(), fielded={}, difficulty=""), other
        if self._about is None and (self.changed is None or self.changed.side == other):
            self._about = about
        if self._about != about:
            self.take_up(None)
            self._about = about

    def ask(self, difficulty: str) -> None:
        """Look for a squad; who asks for what is chosen wants the battle as it was."""
        if self._about is None:
            return
        chosen = self.reached
        self.stop()
        self.changed, self.trouble = None, ""
        if difficulty != chosen:
            self._wanted = difficulty
            self._process = SearchProcess(*self._about, difficulty)
        self._again()

    def stop(self) -> None:
        """Look no further."""
        if self._process is not None:
            self._process.stop()
            self._process = None

    def _cease(self) -> None:
        self.stop()
        self._again()

    def look(self) -> None:
        """Take in what has come of it since the last look."""
        process = self._process
        if process is None:
            return
        process.look()
        if process.over:
            self.trouble = process.trouble
            self._settle(process.found)
        elif process.step.nearest is not None and not self._nearest:
            self._again()

    def _settle(self, found: FoundSquad | None) -> None:
        """Search no more, and have what is found, if anything is."""
        about = self._about
        self.stop()
        if found is not None and about is not None:
            self.changed = change_of(found, about[1], self._wanted)
        self._again()
        if found is not None:
            self._forecast(found.fought)

    def buttons(self, rect: pygame.Rect, look: Typography, *, able: bool) -> list[Widget]:
        """The choice, in that place; ``able``: whether the battle can be fought, by two sides."""
        gap, named = look.px(7), look.width("Difficulty", BODY) + look.px(16)
        wide = (rect.width - named - gap * (len(AIMS) - 1)) // len(AIMS)
        chosen = self._wanted if self.working else self.reached
        found: list[Widget] = [
            Label(pygame.Rect(rect.left, rect.top + look.px(6), named, rect.height), "Difficulty", BODY, TEXT)
        ]
        for number, (key, aim) in enumerate(AIMS.items()):
            place = pygame.Rect(rect.left + named + number * (wide + gap), rect.top, wide, rect.height)
            tip = "As it was: nobody is changed" if key == chosen else TIP.format(low=aim.low, high=aim.high)
            found.append(
                Button(
                    place,
                    key.capitalize(),
                    partial(self.ask, key),
                    enabled=able,
                    chosen=key == chosen,
                    tip=tip,
                    size=SMALL + 1,
                )
            )
        return found

    def progress(self, rect: pygame.Rect, look: Typography) -> list[Widget]:
        """How far it has come, in that place, and what stops it; nothing if no battles are fought."""
        process = self._process
        if process is None:
            return []
        gap, width = look.px(10), look.px(100)
        beside = pygame.Rect(rect.left, rect.top, rect.width - 2 * (width + gap), rect.height)
        stop = pygame.Rect(rect.right - width, rect.top, width, rect.height)
        self._nearest = process.step.nearest is not None
        take = Button(
            stop.move(-width - gap, 0),
            "Take it",
            lambda: self._settle(process.step.nearest),
            tip="Take the squad that has come nearest so far",
            enabled=self._nearest,
        )
        return [search_bar(beside, process), take, Button(stop, "Stop", self._cease, tip="Nobody is changed")]
