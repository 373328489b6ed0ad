"""The pause menu."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame

from game.app.loop import App
from game.app.screens.menu import Entry, MenuScreen
from game.app.screens.rules import RulesScreen
from game.app.screens.saves import SavesScreen, save_slot
from game.app.screens.settings import SettingsScreen
from game.view.theme import FAINT, SMALL
from game.view.widgets import Label, Widget

if TYPE_CHECKING:
    from game.app.screens.battle import BattleScreen


class PauseScreen(MenuScreen):
    """The battle waits below."""

    title = "Pause"
    width = 380

    def __init__(self, app: App, battle: BattleScreen) -> None:
        super().__init__(app)
        self.battle = battle
        self.goal = battle.goal

    def extra(self) -> int:
        """Room for what wins."""
        lines = len(self.look.wrap(self.goal, self.look.px(self.width - 40), SMALL)) if self.goal else 0
        return 22 * lines + 8 if lines else 0

    def more(self, rect: pygame.Rect) -> Sequence[Widget]:
        """What wins."""
        px = self.look.px
        box = pygame.Rect(rect.left + px(20), rect.top + px(58), rect.width - px(40), px(60))
        return (Label(box, self.goal, SMALL, FAINT, centred=True),) if self.goal else ()

    def entries(self) -> Sequence[Entry]:
        """What can be done now."""
        why = self.battle.course.undo_boundary()
        return (
            ("Go on", self.app.pop, "", True),
            ("Take back", self._undo, why or "Your last decision, with what followed", not why),
            ("Reactions", self._orders, "How you want to be asked", self.battle.viewer is not None),
            ("Save", self._save, "Under a name of its own; the battle is also kept by itself", True),
            ("Load and replay", lambda: self.app.push(SavesScreen(self.app)), "", True),
            (
                "Rules and keys",
                lambda: self.app.push(RulesScreen(self.app, self.battle.sitting.match.ruleset)),
                "",
                True,
            ),
            ("Settings", lambda: self.app.push(SettingsScreen(self.app)), "", True),
            ("Leave the battle", self._leave, "It is kept; go on with it from the title", True),
            ("Quit", self.app.quit, "The battle is kept; go on with it next time", True),
        )

    def _undo(self) -> None:
        self.app.pop()
        self.battle.undo()

    def _orders(self) -> None:
        self.app.pop()
        self.battle.order()

    def _save(self) -> None:
        self.app.pop()
        self.app.draw()
        self.app.say(save_slot(self.battle))

    def _leave(self) -> None:
        from game.app.screens.title import TitleScreen  # the title leads to battles

        self.app.replace(TitleScreen(self.app))
