"""The puzzles: moments of battles by each set of rules, in which one line of play is far better than all others."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.play.puzzles import OfferedPuzzle, offered_puzzles
from game.play.start import StartRequest
from game.rules.registry import ruleset
from game.view.widgets.art import picture
from game.view.widgets.forms import ListBox, ListRow
from game.view.widgets.theme import BODY, TEXT
from game.view.widgets.widget import Label, Widget
from game.window.destinations import Begin
from game.window.loop import App
from game.window.menu import MenuButton, MenuScreen
from game.window.setting_up import starting

ROW, SHOWN = 50, 8
"""Pixels of the design: a row of the list; and how many rows are seen at a time."""

TOLD = "One turn, one aim. One line is far better than all others, by the rules' own odds."


class PuzzlesScreen(MenuScreen):
    """A list: of which rules each is, how hard, and whether it was solved."""

    title = "Puzzles"
    width = 776

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.puzzles = offered_puzzles()
        own = starting.favourite(app.preferences)
        left = [at for at, each in enumerate(self.puzzles) if each.name not in app.preferences.puzzles]
        self.chosen = next((at for at in left if self.puzzles[at].rules == own), left[0] if left else 0)

    def extra(self) -> int:
        """Room for a line and the list."""
        return ROW * SHOWN + 56

    def more(self, rect: pygame.Rect) -> Sequence[Widget]:
        """The line and the list."""
        px = self.look.px
        line = pygame.Rect(rect.left + px(20), rect.top + px(62), rect.width - px(40), px(30))
        box = pygame.Rect(line.left, rect.top + px(96), line.width, px(self.extra() - 44))
        rows = [self._row(each) for each in self.puzzles]
        listed = ListBox(box, rows, self._pick, chosen=self.chosen, height=px(ROW), open_=lambda _: self._begin())
        return Label(line, TOLD, BODY, TEXT, centred=True), listed

    def layout(self, size: tuple[int, int]) -> None:
        """Everything in the middle; the arrows choose a puzzle first."""
        fresh = self.group.focus is None
        super().layout(size)
        if fresh:
            self.group.focus = next(each for each in self.group.widgets if isinstance(each, ListBox))

    def _row(self, each: OfferedPuzzle) -> ListRow:
        solved = each.name in self.app.preferences.puzzles
        rules = ruleset(each.rules)
        sign = picture(starting.emblem(rules), self.look.px(ROW - 12))
        under = f"{each.puzzle.grade}{', solved' if solved else ''}"
        return ListRow(f"{rules.title} · {each.title}", under, sign)

    def _pick(self, index: int) -> None:
        self.chosen = index

    def entries(self) -> Sequence[MenuButton]:
        """To its moment, or back."""
        return (
            MenuButton("Play", self._begin, enabled=bool(self.puzzles)),
            MenuButton("Back", self.cancel),
        )

    def _begin(self) -> None:
        self.app.go(Begin(StartRequest(self.puzzles[self.chosen].path)))
