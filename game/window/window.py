"""Opens the window."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from textwrap import wrap

import pygame

from game.files.errors import BadFile
from game.play.lessons import Offered
from game.play.preferences import Preferences, load_preferences
from game.play.session import Session
from game.rules.registry import left_out
from game.view.widgets.art import picture
from game.window.destinations import Dropped, LessonPage, StartedBattle, Title, Trouble
from game.window.loop import App

COLUMNS = 90
"""Letters to a line of a message: there are systems that break none."""

ICON = 128
"""Pixels of the window's icon along a side."""

UNSEEN = "offscreen"
"""What SDL draws to where it finds no screen, and says nothing."""


def open_window(
    session: Session | None, saved: Callable[[Path], None], file: Path | None = None, *, players: bool = False
) -> None:
    """Play in a window until it is closed; ``saved`` is told after each autosave.

    ``file``: what is opened over the title as if it had been dropped on it. ``players``: a second window shows what the
    party knows, and the first one everything.

    Raises BadFile with a sentence where none can be opened.
    """
    words: list[str] = []
    app = open_app(load_preferences(words.append))
    app.saved = saved
    if session is None:
        app.go(Title())
    else:
        begin(app, session, players=players)
    if file is not None:
        app.go(Dropped(file))
    words += left_out().values()
    if words:
        app.go(Trouble("Before you begin", "\n".join(words)))
    sys.setswitchinterval(0.002)  # opponents think in another thread: the window takes its turn often
    app.run()
    pygame.quit()


def show_message(text: str) -> None:
    """Show a few sentences in a window of the system's own, until they are read; nothing where there is none."""
    whole = partial(wrap, width=COLUMNS, break_long_words=False, break_on_hyphens=False)  # as paths have to stay
    lines = [part for line in text.splitlines() for part in whole(line)]
    with suppress(pygame.error):
        pygame.display.message_box("Battlemat", "\n".join(lines), "error")


def begin(app: App, session: Session, *, players: bool = False) -> None:
    """Play a battle; a lesson of which nothing is answered yet begins with its first page, over the title.

    ``players``: as ``open_window`` has it.
    """
    course = session.course
    if course is None or session.match.history:
        app.go(StartedBattle(session, players=players))
        return
    app.go(Title())
    app.go(LessonPage(Offered(course.path, session.match.ruleset.name, course.lesson), session))


def open_app(preferences: Preferences, size: tuple[int, int] | None = None) -> App:
    """The window without a screen, by these preferences; ``size`` in points, None for where it stood last.

    Raises BadFile with a sentence where none can be opened.
    """
    try:
        app = App(preferences, size)
        app.window.set_icon(picture("title/emblem", ICON))
        if pygame.display.get_driver() == UNSEEN and not os.environ.get("SDL_VIDEODRIVER"):
            raise pygame.error("no screen was found; on Linux that takes the system's libraries libX11 and libXext")
        return app
    except pygame.error as error:
        raise BadFile(
            f"No window can be opened here ({error}). Play in a terminal instead: battlemat text MAP"
        ) from error
