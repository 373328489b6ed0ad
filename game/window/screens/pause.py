"""The pause menu."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.play.start import StartRequest
from game.rules.ruleset import tell_pursuits
from game.view.widgets.theme import FAINT, SMALL
from game.view.widgets.widget import Label, Widget
from game.window.battle.commanding import BattleCommands
from game.window.battle.stage import Stage
from game.window.destinations import Begin, Saves, Settings, StartedBattle, Sure, Title
from game.window.loop import App
from game.window.menu import MenuButton, MenuScreen


class PauseScreen(MenuScreen):
    """The battle waits below."""

    title = "Pause"
    width = 380

    def __init__(self, app: App, stage: Stage, commands: BattleCommands) -> None:
        super().__init__(app)
        self.stage = stage
        self.commands = commands
        scene = stage.view.head.scene
        so_far = tell_pursuits(scene.ruleset, scene.board)
        self.goal = f"{stage.panels.goal} So far: {', '.join(so_far)}." if so_far else stage.panels.goal

    def extra(self) -> int:
        """Room for what wins."""
        lines = len(self.look.wrap(self.goal, self.look.px(self.width - 40), SMALL)) if self.goal else 0
        return 22 * lines + 8 if lines else 0

    def more(self, rect: pygame.Rect) -> Sequence[Widget]:
        """What wins."""
        px = self.look.px
        box = pygame.Rect(rect.left + px(20), rect.top + px(58), rect.width - px(40), px(60))
        return (Label(box, self.goal, SMALL, FAINT, centred=True),) if self.goal else ()

    def entries(self) -> Sequence[MenuButton]:
        """What can be done now."""
        why, seated = self.stage.driver.undo_boundary(), self.stage.view.viewer is not None
        told = why or "Your last decision, with what followed"
        kept = "Under a name of its own; the battle is also kept by itself"
        lost = self.commands.why_no_giving_up
        return (
            MenuButton("Go on", self.cancel),
            MenuButton("Take back", self._undo, told, not why, "undo"),
            MenuButton("Reactions", self._orders, "How you want to be asked", seated, "orders"),
            MenuButton("Save", self._save, kept, control="save"),
            MenuButton("Load and replay", lambda: self.app.go(Saves())),
            MenuButton("Rules and keys", self.commands.help, control="help"),
            MenuButton("Settings", lambda: self.app.go(Settings())),
            MenuButton("Once more", self._again, "From its beginning; this battle is kept"),
            MenuButton("Give up", self._give_up, lost or "End it here, as lost, and see how it went", not lost),
            MenuButton("Leave the battle", lambda: self.app.go(Title()), "It is kept; go on with it from the title"),
            MenuButton("Quit", self._quit, "The battle is kept; go on with it next time"),
        )

    def _undo(self) -> None:
        self.app.pop()
        self.commands.undo()

    def _orders(self) -> None:
        self.app.pop()
        self.commands.order()

    def _save(self) -> None:
        self.app.pop()
        self.commands.save()

    def _again(self) -> None:
        """The same battle with other dice; a lesson from its first page."""
        session = self.stage.session
        lesson = session.course
        again = StartedBattle(session.again(session.players)) if lesson is None else Begin(StartRequest(lesson.path))
        self.app.go(again)

    def _give_up(self) -> None:
        """Asked back, and back at the battle either way."""
        self.app.pop()
        told = "The battle ends here, as lost. What is kept of it is from before: it can still be gone on with"
        self.app.go(Sure("Give up?", f"{told}.", self.commands.give_up))

    def _quit(self) -> None:
        """Asked back: it lies beside what only leaves the battle."""
        self.app.go(Sure("Quit the game?", "The battle is kept; go on with it next time.", self.app.quit))
