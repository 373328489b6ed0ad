"""Between two people at one screen: what the last one saw is gone before the next one looks."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.view.widgets.theme import NIGHT
from game.window.loop import App
from game.window.menu import MenuButton, MenuScreen


class CurtainScreen(MenuScreen):
    """Covers everything until the next person is there."""

    covers = True
    width = 440

    def __init__(self, app: App, name: str) -> None:
        super().__init__(app)
        self.title = f"{name}: your decision"

    def entries(self) -> Sequence[MenuButton]:
        """One button."""
        return (("I am ready", self.app.pop, "", True),)

    def cancel(self) -> None:
        """Only the button lifts it."""

    def draw(self, target: pygame.Surface) -> None:
        """Draw."""
        target.fill(NIGHT)
        super().draw(target)
