"""Writes a battle that is watched again to a file: as an animated picture, as a page for browsers, or as text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from time import perf_counter

import pygame

from game.files.atomic import write_new
from game.files.names import file_words
from game.play.folders import output_folder
from game.play.recording import Recording
from game.user_error import UserError
from game.view.widgets.progress import ProgressBar
from game.view.widgets.widget import Widget
from game.window.exporting import FILM, PAGE, TEXT, ExportJob, begin_export, log_text
from game.window.file_manager import show_folder
from game.window.loop import App
from game.window.menu import MenuButton, MenuScreen

SLICE = 0.004
"""Seconds of each frame after which no other picture of the film is begun, so that the window answers meanwhile."""

BAR = 56
"""Pixels of the design for how far it has come."""


class ExportScreen(MenuScreen):
    """As what? And, while a film is drawn, how far it has come."""

    title = "Export"
    width = 420

    def __init__(self, app: App, shown: Recording) -> None:
        super().__init__(app)
        self.shown = shown
        self.export: ExportJob | None = None
        self.ending = ""
        """Of the file that it is for."""
        self.written: Path | None = None
        """The file, once it is."""

    def extra(self) -> int:
        """Room for the bar, or for where the file is."""
        return BAR if self.export is not None else self.paragraphs_height(self._lines) + 8

    def entries(self) -> Sequence[MenuButton]:
        """What can be written, or the way to stop."""
        if self.export is not None:
            return (MenuButton("Stop", self._stop, "Nothing is written then"),)
        if self.written is not None:
            return (MenuButton("Show it in its folder", self._show), MenuButton("Back", self.cancel))
        return (
            MenuButton("Animated picture", partial(self._begin, FILM), "A GIF of the whole battle; it takes a while"),
            MenuButton("Page", partial(self._begin, PAGE), "In all colours, for any browser: board, log and odds"),
            MenuButton("Text", self._text, "The log, as the game in a terminal tells it"),
            MenuButton("Back", self.cancel),
        )

    def more(self, rect: pygame.Rect) -> Sequence[Widget]:
        """The bar, or where the file is."""
        export, px = self.export, self.look.px
        box = pygame.Rect(rect.left + px(20), rect.top + px(62), rect.width - px(40), px(BAR - 14))
        if export is None:
            return self.paragraphs(rect, self._lines)
        return (ProgressBar(box, "Drawing the battle", lambda: export.share),)

    @property
    def moving(self) -> bool:
        """While something is drawn."""
        return self.export is not None or super().moving

    def advance(self, seconds: float) -> None:
        """Draw some more of the film; once it is done, write it."""
        super().advance(seconds)
        export, end = self.export, perf_counter() + SLICE
        while export is not None and perf_counter() < end:
            if not export.advance():
                self._stop()
                self._write(self.ending, export.data)
                return

    def _begin(self, ending: str) -> None:
        """Draw, from now on, for a file of that ending."""
        self.ending = ending
        try:
            self.export = begin_export(self.shown, ending, self.app.oracle)
        except UserError as error:
            self.app.say(str(error))
        self._again()

    def _stop(self) -> None:
        self.export = None
        self._again()

    def _again(self) -> None:
        self.layout(self.app.surface.get_size())
        self.app.stale = True

    def _text(self) -> None:
        self._write(TEXT, partial(log_text, self.shown))

    def _write(self, ending: str, content: Callable[[], bytes]) -> None:
        """Write a new file and say where."""
        try:
            self.written = write_new(output_folder("exports") / f"{file_words(self.shown.name)}{ending}", content())
        except UserError as error:
            self.app.say(str(error))
        else:
            self.group.focus = None
            self._again()

    @property
    def _lines(self) -> Sequence[str]:
        return () if self.written is None else (f"Written: {self.written}",)

    def _show(self) -> None:
        if self.written is not None and (trouble := show_folder(self.written.parent)):
            self.app.say(trouble)
