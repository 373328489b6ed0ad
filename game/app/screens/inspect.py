"""Everything about one combatant, large."""

from __future__ import annotations

import pygame

from game.app.battle.frame import CARD
from game.app.loop import App, Screen
from game.app.screens.menu import veil
from game.view.panels import draw_card
from game.view.scene import Token
from game.view.tokens import Liveries


class InspectScreen(Screen):
    """A card in the middle; any click or key closes it."""

    covers = False

    def __init__(self, app: App, token: Token, liveries: Liveries) -> None:
        super().__init__(app)
        self.token, self.liveries = token, liveries

    def handle(self, event: pygame.Event) -> None:
        """Close it."""
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self.app.pop()

    def draw(self, target: pygame.Surface) -> None:
        """Draw."""
        veil(target)
        width, height = target.get_size()
        room = pygame.Rect(0, self.look.px(24), self.look.px(CARD), 0)
        room.centerx, room.height = width // 2, height * 2 // 3
        draw_card(target, self.look, self.liveries, self.token, room)
