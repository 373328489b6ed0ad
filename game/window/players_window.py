"""A second window for players at the table: the board as one side may know it, without menus, for another screen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import pygame

from game.play.preferences import Preferences
from game.play.workers import BackgroundThread
from game.rules.questions import Seat
from game.view.widgets.art import picture
from game.view.widgets.theme import INK, Typography
from game.window.ambience import Ambience
from game.window.battle.camera_work import follow_mover, place_camera
from game.window.battle.draw_battle import draw_board
from game.window.battle.frame import scale_for
from game.window.battle.stage import Stage
from game.window.controls import Keys
from game.window.loop import App
from game.window.window_place import MINIMUM, NAME, stand_beside

EMBLEM = 256
"""Pixels of the design along a side of what is shown between battles."""


@dataclass
class _Surroundings:
    """What the stage of the second window is lent: the game's settings and clock, and no hands."""

    preferences: Preferences
    ambience: Ambience
    oracle: BackgroundThread
    opponents: BackgroundThread
    keys: Keys = field(default_factory=lambda: Keys({}))
    pointer: tuple[int, int] = (-1, -1)


_KEYS = (pygame.KEYDOWN, pygame.KEYUP, pygame.TEXTINPUT, pygame.TEXTEDITING)


class PlayersWindow:
    """Shows one side's knowledge of the battle of the first window, as far as that has been shown to the side.

    It has a playhead of the first window's: where both look through the same eyes they show the same moment.
    """

    def __init__(self, app: App, *, everything: bool) -> None:
        """Opens it beside the first window, on another screen if there is one.

        Raises pygame.error where none can be opened.
        """
        self._app = app
        self.everything = everything
        """Whether the first window shows everything meanwhile, as a referee sees it."""
        self.window = pygame.Window(f"{NAME}: players", MINIMUM, hidden=True, resizable=True, allow_high_dpi=True)
        self.window.minimum_size = MINIMUM
        stand_beside(app.window, self.window)
        self.window.show()
        self.window.get_surface()
        self._main: Stage | None = None
        self._stage: Stage | None = None
        self._closed: Callable[[], object] = str
        self._filled = False

    @property
    def side(self) -> Seat | None:
        """The side whose knowledge is shown; None between battles."""
        return self._stage.view.viewer if self._stage is not None else None

    @property
    def moving(self) -> bool:
        """Whether its picture changes by itself."""
        stage = self._stage
        return stage is not None and (stage.view.head.busy or stage.view.camera.gliding or stage.panels.turns.gliding)

    def show(self, main: Stage, side: Seat, closed: Callable[[], object]) -> None:
        """Show the battle of the first window's stage as a side may know it; ``closed`` is told when the window is."""
        app = self._app
        around = _Surroundings(app.preferences, app.ambience, app.oracle, app.opponents)
        self._main, look, size = main, self._look(), self.window.get_surface().get_size()
        self._stage = Stage(main.session, main.layers.picture, around, look, size)
        self._closed = closed
        self._stage.view.perspective = main.view.perspective.seen_by(side)
        self.fit()

    def show_nothing(self) -> None:
        """The battle was left."""
        self._stage = self._main = None
        self._closed = str

    def take(self, event: pygame.Event) -> bool:
        """Take an event of this window; keys are the first window's wherever they are pressed. Whether it was taken."""
        if getattr(event, "window", None) is not self.window or event.type in _KEYS:
            return False
        if event.type == pygame.WINDOWCLOSE:
            self.close()
        elif event.type in (pygame.WINDOWRESIZED, pygame.WINDOWSIZECHANGED):
            self.fit()
        elif event.type == pygame.MOUSEBUTTONDOWN and getattr(event, "clicks", event.button) == 2:
            self._fill()
        return True

    def step(self, seconds: float) -> None:
        """Let time pass and draw; events are shown at the first window's pace, and not again where it shows them."""
        stage, main = self._stage, self._main
        target = self.window.get_surface()
        if stage is None or main is None:
            target.fill(INK)
            emblem = picture("title/emblem", self._look().px(EMBLEM))
            target.blit(emblem, emblem.get_rect(center=target.get_rect().center))
            self.window.flip()
            return
        view, head, turns = stage.view, stage.view.head, stage.panels.turns
        if head is not main.view.head:
            head.pace.follow(brisk=main.asked is None)
            head.advance(seconds * self._app.preferences.speed)
            head.sounds.clear()
        follow_mover(stage)
        turns.advance(seconds)
        turns.lay(head.scene, head.moving, "", target.get_width(), calm=view.preferences.calm)
        view.camera.advance(seconds)
        target.set_clip(stage.panels.frame.board)
        draw_board(stage, target)
        target.set_clip(None)
        turns.draw(target, head.scene)
        self.window.flip()

    def close(self) -> None:
        """Close it."""
        self.window.destroy()
        self._app.second = None
        self._closed()

    def _look(self) -> Typography:
        chosen = self._app.preferences
        return Typography(scale_for(chosen, self.window.get_surface().get_size()), chosen.text)

    def fit(self) -> None:
        """The window has another size, or writing has: all of it below the bar of turns is the board's."""
        stage, size = self._stage, self.window.get_surface().get_size()
        if stage is None:
            return
        stage.fit(self._look(), size)
        top = stage.panels.turns.height
        stage.panels.frame = replace(stage.panels.frame, board=pygame.Rect(0, top, size[0], size[1] - top))
        stage.view.camera.fit_into(size, stage.panels.frame.board)
        place_camera(stage.view)

    def _fill(self) -> None:
        """To the whole screen, and back."""
        self._filled = not self._filled
        if self._filled:
            self.window.set_fullscreen(True)
        else:
            self.window.set_windowed()
