"""A shelf: files in a list, with the picture of the one that is picked, and what can be done with it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from pathlib import Path
from shutil import rmtree

import pygame

from game.files.errors import BadFile
from game.play.start import chart_of
from game.view.board.map_layers import MapLayers
from game.view.widgets.forms import ListBox, ListRow
from game.view.widgets.theme import FAINT, LINE, NIGHT, SMALL, draw_panel
from game.view.widgets.widget import Button, Label
from game.window.loop import App, Screen
from game.window.menu import MenuButton, body_dock, write_heading

ROW, TOLD = 58, 58
"""Pixels of the design: a line of the list, what is told below the picture."""


class ShelfScreen(Screen):
    """A list of files with the picture of the one that is picked, what is told of it, and what can be done with it."""

    room = (1024, 576)
    heading = ""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.files = self.found()
        self.chosen = 0
        self._picture = pygame.Rect(0, 0, 0, 0)
        self._made: dict[tuple[Path, tuple[int, int]], pygame.Surface | None] = {}

    @abstractmethod
    def found(self) -> list[Path]:
        """The files that are there now, the ones that are wanted first first."""

    @abstractmethod
    def rows(self) -> list[ListRow]:
        """A row for each of them."""

    @abstractmethod
    def about(self) -> str:
        """What is told of the one that is picked, or that there is none."""

    @abstractmethod
    def drawn(self, path: Path, room: tuple[int, int]) -> pygame.Surface | None:
        """The picture of a file, not larger than the room for it. Raises BadFile, pygame.error."""

    @abstractmethod
    def entries(self) -> Sequence[MenuButton]:
        """What can be done with the one that is picked; the first also by a second click on its row."""

    def layout(self, size: tuple[int, int]) -> None:
        """List left, picture and buttons right."""
        px, body = self.look.px, body_dock(self)
        entries = [*self.entries(), MenuButton("Back", self.app.pop, control="cancel")]
        listed, buttons = body.left(pixels=(body.area.width - body.gap) // 2), body.column(8, 44)
        below = (buttons.high + buttons.gap) * len(entries) + px(TOLD)
        room = buttons.area
        (self._picture,) = buttons.row(1, high=min(room.width * 9 // 16, room.height - below))
        told = buttons.box(px(TOLD) - buttons.gap)
        buttons.top = told.bottom
        for text, press, tip, enabled, control, _ in entries:
            key = self.app.keys.shown(control) if control else ""
            buttons.put(Button(buttons.box(), text, press, tip=tip, enabled=enabled, shortcut=key))
        rows, first = self.rows(), entries[0].press
        shelf = ListBox(
            listed, rows, self._pick, chosen=self.chosen, height=px(ROW), open_=lambda _: first(), kept="files"
        )
        self.group.put(
            [shelf, *buttons.widgets, Label(told, self.about(), SMALL, FAINT)],
            focus=0 if self.group.focus is None else None,
        )

    def _pick(self, index: int) -> None:
        if index != self.chosen:
            self.chosen = index
            self.refresh()

    def picked(self) -> Path | None:
        """The file that is picked; None if there is none any more, as where another window has thrown it away."""
        if not self.files:
            return None
        path = self.files[self.chosen]
        if path.exists():
            return path
        self.app.say(f"{path.name}: it is no longer there")
        self.look_again()
        return None

    def look_again(self) -> None:
        """List what there is now."""
        self.files = self.found()
        self.chosen = max(0, min(self.chosen, len(self.files) - 1))
        self.refresh()

    def throw_away(self, *paths: Path) -> None:
        """Remove files, and folders with all that is in them; what can't be is told."""
        for path in paths:
            try:
                rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
            except OSError as error:
                why = error.strerror or error
                self.app.say(
                    f"{path.name}: could not be thrown away ({why}); look in its folder whether it may be changed"
                )
                break
        self.look_again()

    def _shown(self, path: Path) -> pygame.Surface | None:
        room = (max(1, self._picture.width - 8), max(1, self._picture.height - 8))
        key = (path, room)
        if key not in self._made:
            try:
                self._made[key] = self.drawn(path, room)
            except (BadFile, pygame.error):
                self._made[key] = None
        return self._made[key]

    def draw(self, target: pygame.Surface) -> None:
        """Draw."""
        target.fill(NIGHT)
        write_heading(target, self, self.heading, self.look.px(16))
        draw_panel(target, self._picture, alpha=255, line=LINE)
        if self.files:
            shown = self._shown(self.files[self.chosen])
            if shown is not None:
                target.blit(shown, shown.get_rect(center=self._picture.center))
        self.group.draw(target, self.look)
        self.group.draw_tip(target, self.look)


def map_drawn(map_file: str, room: tuple[int, int]) -> pygame.Surface | None:
    """The map that a battle names; None if it is gone. Raises pygame.error."""
    chart = chart_of(map_file)
    return MapLayers(chart.field, chart.picture).snapshot(*room) if chart is not None else None
