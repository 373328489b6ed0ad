"""Opens the window."""

from __future__ import annotations

import sys

import pygame

from game.app.loop import App
from game.app.preferences import load_preferences
from game.app.screens.starting import show
from game.app.screens.title import TitleScreen
from game.app.sitting import Sitting
from game.files.errors import BadFile


def open_window(sitting: Sitting | None) -> None:
    """Play in a window until it is closed. Raises BadFile with a sentence where none can be opened."""
    app = open_app()
    app.warming.start()
    if sitting is not None:
        app.saved = sitting.saved
        show(app, sitting)
    else:
        app.push(TitleScreen(app))
    sys.setswitchinterval(0.002)  # opponents think in another thread: the window takes its turn often
    app.run()
    pygame.quit()


def open_app(size: tuple[int, int] = (1280, 720)) -> App:
    """The window without a screen. Raises BadFile with a sentence where none can be opened."""
    try:
        return App(load_preferences(), size)
    except pygame.error as error:
        raise BadFile(
            f"No window can be opened here ({error}). Play in a terminal instead: battlemat text MAP"
        ) from error
