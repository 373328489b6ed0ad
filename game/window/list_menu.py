"""A menu with a line and a list above its buttons: one row is chosen, and begun by a button or a second click."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

import pygame

from game.view.widgets.forms import ListBox, ListRow
from game.view.widgets.theme import BODY, TEXT
from game.view.widgets.widget import Label, Widget
from game.window.menu import MenuScreen


class ListMenuScreen(MenuScreen):
    """What lessons and puzzles are chosen from."""

    width = 776
    told = ""
    """The line above the list."""
    row = 58
    """Pixels of the design that a row takes."""
    chosen = 0

    @abstractmethod
    def rows(self) -> Sequence[ListRow]:
        """The rows of the list."""

    @abstractmethod
    def begin(self) -> None:
        """Begin what is chosen."""

    @property
    @abstractmethod
    def shown(self) -> int:
        """How many rows are seen at a time."""

    def extra(self) -> int:
        """Room for a line and the list."""
        return self.row * self.shown + 56

    def more(self, rect: pygame.Rect) -> Sequence[Widget]:
        """The line and the list."""
        px = self.look.px
        line = pygame.Rect(rect.left + px(20), rect.top + px(62), rect.width - px(40), px(30))
        box = pygame.Rect(line.left, rect.top + px(96), line.width, px(self.extra() - 44))
        rows = self.rows()
        listed = ListBox(box, rows, self._pick, chosen=self.chosen, height=px(self.row), open_=lambda _: self.begin())
        return Label(line, self.told, BODY, TEXT, centred=True), listed

    def layout(self, size: tuple[int, int]) -> None:
        """Everything in the middle; the arrows choose a row first."""
        fresh = self.group.focus is None
        super().layout(size)
        if fresh:
            self.group.focus = next(each for each in self.group.widgets if isinstance(each, ListBox))

    def _pick(self, index: int) -> None:
        self.chosen = index
