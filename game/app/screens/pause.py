"""The pause menu."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.app.loop import App
from game.app.screens.menu import Entry, MenuScreen
from game.app.screens.rules import RulesScreen
from game.app.screens.saves import SavesScreen, save_slot
from game.app.screens.settings import SettingsScreen

if TYPE_CHECKING:
    from game.app.screens.battle import BattleScreen


class PauseScreen(MenuScreen):
    """The battle waits below."""

    title = "Pause"

    def __init__(self, app: App, battle: BattleScreen) -> None:
        super().__init__(app)
        self.battle = battle

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
