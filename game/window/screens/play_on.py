"""Who plays a battle that goes on from a point of a replay."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pygame

from game.ai import USUAL_LEVEL
from game.play.recording import Recording, gone_on
from game.play.seating import HUMAN, PERSON, Player, offered_players, told_of
from game.play.speech import side_title
from game.rules.questions import REFEREE, Seat
from game.view.widgets.theme import BODY, FAINT, SMALL, TITLE
from game.view.widgets.widget import ChoiceButton, Label, Widget
from game.window.destinations import StartedBattle
from game.window.loop import App
from game.window.menu import MenuButton, MenuScreen

ROW, NOTE = 48, 78
"""Pixels of the design: a side, and what is said under the sides."""


class PlayOnScreen(MenuScreen):
    """A choice for each side: at first those who played, and a person for the side through whose eyes was watched.

    Where nobody in particular watched and nobody played, that is the party's.
    """

    title = "Play on from here"
    width = 460

    def __init__(self, app: App, shown: Recording, beat: int) -> None:
        super().__init__(app)
        self.shown, self.beat = shown, beat
        self.players = dict(shown.players)
        if shown.viewer is not None or HUMAN not in self.players.values():
            self.players[shown.viewer or self._party()] = HUMAN

    def extra(self) -> int:
        """Room for the sides."""
        return ROW * len(self._seats()) + NOTE

    def _seats(self) -> list[Seat]:
        return [Seat(side.name) for side in self.shown.start.setup.sides]

    def _party(self) -> Seat:
        sides = self.shown.start.setup.sides
        return Seat(next((side for side in sides if side.party), sides[0]).name)

    @property
    def told(self) -> str:
        """Whom the person at the screen will play, in words."""
        setup = self.shown.start.setup
        mine = [side_title(setup, seat) for seat in self._seats() if self.players.get(seat) == HUMAN]
        if not mine:
            return "The computer plays every side; you watch."
        return f"You play {mine[0]}." if len(mine) == 1 else f"People at this screen play {' and '.join(mine)}."

    def more(self, rect: pygame.Rect) -> Sequence[Widget]:
        """A choice for each side."""
        px, left, width = self.look.px, rect.left + self.look.px(20), rect.width - self.look.px(40)
        widgets: list[Widget] = []
        for number, seat in enumerate(self._seats()):
            box = pygame.Rect(left, rect.top + px(66 + ROW * number), width, px(ROW - 8))
            player = str(self.players.get(seat, USUAL_LEVEL))
            change = partial(self._seat, seat)
            title = side_title(self.shown.start.setup, seat)
            tip = told_of(player, self.shown.start.ruleset)
            widgets.append(ChoiceButton(box, title, offered_players(), player, change, tip=tip))
        box = pygame.Rect(left, rect.top + px(66 + ROW * len(self._seats())), width, px(NOTE))
        below = box.move(0, self.look.line(BODY))
        said = "A battle of its own, with dice of its own. What was recorded stays as it is."
        return (*widgets, Label(box, self.told, BODY, TITLE, bold=True), Label(below, said, SMALL, FAINT))

    def _seat(self, seat: Seat, who: str) -> None:
        self.players[seat] = HUMAN if who == PERSON else Player("ai", who)
        self.layout(self.app.surface.get_size())
        self.app.stale = True

    def entries(self) -> Sequence[MenuButton]:
        """Go on, or stay."""
        return (MenuButton("Play on", self._go_on), MenuButton("Back", self.cancel))

    def _go_on(self) -> None:
        seats = {*self._seats(), REFEREE}
        players = {seat: player for seat, player in self.players.items() if seat in seats}
        self.app.go(StartedBattle(gone_on(self.shown, self.beat, players, self.app.saved)))
