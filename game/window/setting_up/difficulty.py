"""How difficult the battle that is being put together is: three buttons, and the squad that is found for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import pygame

from game.lab.arena import Fought
from game.lab.difficulty import AIMS, MOST_FOUGHT, FoundSquad, change_of, foresee_squad, foreseen_within, tell_missed
from game.lab.forecast_process import SearchProcess
from game.play.preferences import ChangedSquad
from game.play.start import StartRequest, setup_of
from game.rules.setup import Recruit
from game.user_error import UserError
from game.view.widgets.layout import Dock, split_row
from game.view.widgets.progress import ProgressBar
from game.view.widgets.theme import BODY, SMALL, TEXT, Typography
from game.view.widgets.widget import Button, Label, Widget


def search_bar(rect: pygame.Rect, process: SearchProcess, known: str = "") -> ProgressBar:
    """A bar that is full when no more battles will be fought, with what is ``known``; most searches end before."""

    def told() -> str:
        battles = f"quick battle {process.step.fought} of {MOST_FOUGHT} at most"
        return f"{known}; {battles}" if known else battles.capitalize()

    return ProgressBar(rect, told, lambda: process.step.fought / MOST_FOUGHT)


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
        self.changed: ChangedSquad | None = None
        """What strengths foresee, then what quick battles have found."""
        self.trouble = ""

    @property
    def working(self) -> bool:
        """Whether quick battles are being fought: one may begin meanwhile."""
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
        """Take the squad that strengths foresee, and have quick battles look for a better one; who asks for what is
        chosen wants the battle as it was.
        """
        if self._about is None:
            return
        chosen = self.reached
        self.stop()
        self.changed, self.trouble = None, ""
        if difficulty != chosen:
            wanted, other = self._about
            try:
                self.changed = change_of(foresee_squad(setup_of(wanted), other, difficulty), other, difficulty)
            except UserError as error:
                self.trouble = str(error)
            else:
                self._process = SearchProcess(wanted, other, difficulty)
        self._again()

    def stop(self) -> None:
        """Look no further."""
        if self._process is not None:
            self._process.stop()
            self._process = None

    def look(self) -> None:
        """Take in what has come of it since the last look."""
        process = self._process
        if process is None:
            return
        process.look()
        if process.trouble:
            self.changed, self.trouble = None, process.trouble
        if process.over:
            self._settle(process.found)

    def _settle(self, found: FoundSquad | None) -> None:
        """Search no more, and have what is found, if anything is; else what strengths foresee stays."""
        self.stop()
        if found is not None and self.changed is not None:
            self.changed = change_of(found, self.changed.side, self.changed.difficulty)
        self._again()
        if found is not None:
            self._forecast(found.fought)

    def buttons(self, rect: pygame.Rect, look: Typography, *, able: bool) -> list[Widget]:
        """The choice, in that place; ``able``: whether the battle can be fought, by two sides."""
        row = Dock(look, rect, 16)
        label = row.left(pixels=look.width("Difficulty", BODY)).move(0, look.px(6))
        found: list[Widget] = [Label(label, "Difficulty", BODY, TEXT)]
        places = split_row(row.area, look.px(7), *[1] * len(AIMS))
        for place, (key, aim) in zip(places, AIMS.items(), strict=True):
            tip = "As it was: nobody is changed" if key == self.reached else TIP.format(low=aim.low, high=aim.high)
            found.append(
                Button(
                    place,
                    key.capitalize(),
                    partial(self.ask, key),
                    enabled=able,
                    chosen=key == self.reached,
                    tip=tip,
                    size=SMALL + 1,
                )
            )
        return found

    def progress(self, rect: pygame.Rect, look: Typography) -> list[Widget]:
        """How far it has come, in that place, and what stops it; nothing if no battles are fought."""
        process, changed = self._process, self.changed
        if process is None or changed is None:
            return []
        low, high = foreseen_within(changed)
        foreseen = f"Foreseen {100 * changed.foreseen:.0f} % won ({100 * low:.0f} to {100 * high:.0f})"
        place = Dock(look, rect, 10)
        stop, bar = place.right(100), search_bar(place.area, process, foreseen)
        return [bar, Button(stop, "Stop", partial(self._settle, None), tip="No more quick battles: the squad stays")]
