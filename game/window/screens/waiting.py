"""Something is done beside the window, and what comes next waits for it; whoever has no patience gives it up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

import pygame

from game.play.workers import PendingResult
from game.view.widgets.progress import BusyBar
from game.view.widgets.theme import BODY, TEXT
from game.view.widgets.widget import Label, Widget
from game.window.loop import App
from game.window.menu import MenuButton, MenuScreen

T = TypeVar("T")


class WaitingScreen(MenuScreen, Generic[T]):
    """What is done, a bar that runs to and fro, and the way out."""

    width = 420

    def __init__(
        self, app: App, title: str, text: str, thought: PendingResult[T], then: Callable[[PendingResult[T]], object]
    ) -> None:
        """``then`` is given what was worked out, once it was, with this screen gone."""
        super().__init__(app)
        self.title, self.text, self.thought, self.then = title, text, thought, then
        self._clock = 0.0

    def extra(self) -> int:
        """Room for the text and the bar."""
        return 24 * len(self._lines) + 34

    @property
    def _lines(self) -> Sequence[str]:
        return self.app.look.wrap(self.text, self.app.look.px(self.width - 40))

    def more(self, rect: pygame.Rect) -> Sequence[Widget]:
        """The text and the bar."""
        px = self.look.px
        inner = rect.inflate(-px(40), 0)
        box = pygame.Rect(inner.left, rect.top + px(64), inner.width, px(24 * len(self._lines)))
        bar = pygame.Rect(inner.left, box.bottom + px(6), inner.width, px(8))
        return (Label(box, self.text, BODY, TEXT, centred=True), BusyBar(bar, lambda: self._clock))

    def entries(self) -> Sequence[MenuButton]:
        """The way out."""
        return (MenuButton("Give up", self.cancel),)

    @property
    def moving(self) -> bool:
        """As long as it lasts."""
        return True

    def advance(self, seconds: float) -> None:
        """What was worked out is taken up."""
        super().advance(seconds)
        self._clock += seconds
        if self.thought.done and self.app.top is self:
            self.app.pop()
            self.then(self.thought)

    def leave(self) -> None:
        """Nobody waits any more."""
        self.thought.drop()
