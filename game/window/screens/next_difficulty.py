"""The same battle made harder or easier, as units' strengths foresee it, then as quick battles tell."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.lab.difficulty import FoundSquad, NextDifficulty, change_of, foresee_squad, tell_reached
from game.lab.forecast_process import SearchProcess
from game.lab.matching import with_squads
from game.play.session import Session
from game.user_error import UserError
from game.view.widgets.widget import Widget
from game.window.destinations import StartedBattle
from game.window.loop import App
from game.window.menu import MenuButton, MenuScreen
from game.window.setting_up.search_bar import search_bar

BAR = 40
"""Height of the design of the bar."""


class NextDifficultyScreen(MenuScreen):
    """How far the search for other foes has come; who is found, and the battle with them."""

    width = 560

    def __init__(self, app: App, session: Session, wanted: NextDifficulty) -> None:
        super().__init__(app)
        self.session, self.wanted = session, wanted
        self.title = wanted.difficulty.capitalize()
        self._process: SearchProcess | None = None
        self._trouble = ""
        self._found: FoundSquad | None = None
        """Whom strengths foresee, then who is found by quick battles."""
        search = session.match.setup, wanted.other, wanted.difficulty
        try:
            self._found = foresee_squad(*search, only=wanted.only)
        except UserError as error:
            self._trouble = str(error)
        else:
            self._process = SearchProcess(*search, wanted.only)

    @property
    def _lines(self) -> Sequence[str]:
        if self._trouble or self._found is None:
            return [self._trouble]
        changed = change_of(self._found, self.wanted.other, self.wanted.difficulty)
        return [tell_reached(changed), f"{changed.change[:1].upper()}{changed.change[1:]}."]

    def extra(self) -> int:
        """Room for what is told, and for the bar."""
        return self.paragraphs_height(self._lines) + 8 + (BAR + 8 if self._process is not None else 0)

    def more(self, rect: pygame.Rect) -> Sequence[Widget]:
        """What is told; below it how far the search has come."""
        told: list[Widget] = [*self.paragraphs(rect, self._lines)]
        if self._process is not None:
            px = self.look.px
            top = rect.top + px(66 + self.paragraphs_height(self._lines))
            told.append(search_bar(pygame.Rect(rect.left + px(20), top, rect.width - px(40), px(BAR)), self._process))
        return told

    def entries(self) -> Sequence[MenuButton]:
        """To begin, whether or not the quick battles are over; or to go back."""
        return (
            MenuButton("Begin", self._begin, enabled=self._found is not None),
            MenuButton("Back", self.cancel, "As it was: nobody is changed"),
        )

    def _begin(self) -> None:
        found, session = self._found, self.session
        if found is not None:
            setup = with_squads(session.match.setup, {self.wanted.other: found.squad})
            again = session.again(session.players, setup=setup, difficulty=self.wanted.difficulty)
            self.app.go(StartedBattle(again))

    @property
    def moving(self) -> bool:
        """As long as battles are fought."""
        return self._process is not None or super().moving

    def advance(self, seconds: float) -> None:
        """Take in what has come of the search."""
        super().advance(seconds)
        process = self._process
        if process is None or not process.look():
            return
        if process.over:
            self._found, self._trouble = process.found, process.trouble
            self.leave()
            self.group.focus = None
            self.layout(self.app.surface.get_size())

    def leave(self) -> None:
        """Fight no more."""
        if self._process is not None:
            self._process.stop()
            self._process = None
