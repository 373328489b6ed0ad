"""Between two people at one screen: who is next, and nothing of what the other one looked at until they are there."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.play.speech import in_sentence
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
        return (MenuButton("I am ready", self.app.pop),)

    def cancel(self) -> None:
        """Only the button lifts it."""

    def draw(self, target: pygame.Surface) -> None:
        """Draw."""
        target.fill(NIGHT)
        super().draw(target)


class PassScreen(CurtainScreen):
    """The same where nothing has to be hidden: any click or key goes on."""

    def __init__(self, app: App, name: str) -> None:
        super().__init__(app, name)
        self.title = f"Pass the mouse to {in_sentence(name)}"

    def entries(self) -> Sequence[MenuButton]:
        """One button, for whoever looks for one."""
        return (MenuButton("Go on", self.app.pop),)

    def handle(self, event: pygame.Event) -> None:
        """Any click or key, but none that is for the window."""
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self.app.pop()
        else:
            super().handle(event)
