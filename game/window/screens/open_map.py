"""A map to be opened: a folder to look through, a path to type, the maps of a world, and those opened before."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

import pygame

from game.files.bounded_reading import is_folder, is_plain
from game.files.errors import BadFile
from game.files.pictures import is_plain_picture
from game.files.sources import MAPS, WORLD, is_map, names_in, read_world
from game.play.preferences import keep_preferences, opened
from game.view.widgets.forms import ListBox, ListRow
from game.view.widgets.layout import Column, Dock
from game.view.widgets.text_field import TextField
from game.view.widgets.theme import BAD_WORD, NIGHT, SMALL, TITLE
from game.view.widgets.widget import Button, Label, Widget
from game.window.controls import Binding
from game.window.destinations import EditMap
from game.window.loop import App, Screen
from game.window.menu import back_button, body_dock, write_heading

MOST = 1_000
"""Entries of a folder that are listed."""


class OpenMapScreen(Screen):
    """The place at the left, maps opened before at the right."""

    room = (1024, 576)
    takes_files = True

    def __init__(self, app: App, place: Path | None = None) -> None:
        """``place`` is a folder or a world; else the folder from which a map was opened last."""
        super().__init__(app)
        self.before = opened(app.preferences)
        self.trouble = ""
        self.place = Path()
        self.found: list[Path] = []
        last = Path(app.preferences.folder) if app.preferences.folder else _home()
        self.typed = ""
        self._look_in(place or (last if is_folder(last) else _home()))

    def _look_in(self, place: Path) -> None:
        """List a folder, or a world's maps."""
        self.trouble = ""
        if place.suffix.lower() == WORLD and is_plain(place):
            try:
                self.found = list(read_world(place))
            except BadFile as error:
                self.trouble = str(error)
                return
            self.place = place
        else:
            names = sorted(names_in(place), key=str.casefold)
            paths = [place / name for name in names if not name.startswith(".")]
            folders = [path for path in paths if is_folder(path)]
            maps = [path for path in paths if is_map(path) or path.suffix.lower() == WORLD]
            maps.sort(key=is_plain_picture)  # which may be a map or what one is drawn with
            self.place, self.found = place, [*folders, *(path for path in maps if is_plain(path))][:MOST]
        self.typed = str(self.place)

    def layout(self, size: tuple[int, int]) -> None:
        """Put everything in its place."""
        px = self.look.px
        body = body_dock(self)
        foot = Dock(self.look, body.bottom(44), 16)
        place, before = Column(body.left(pixels=size[0] * 58 // 100), px(8), px(38)), Column(body.area, px(2), px(24))
        line = Dock(self.look, place.box(), 8)
        go = Button(line.right(102), "Go there", self._go)
        place.put(TextField(line.area, self.typed, partial(setattr, self, "typed"), hint="Path of a map"))
        place.widgets.append(go)
        rows = [ListRow("..", "the folder above"), *(ListRow(path.name, _kind(path)) for path in self.found)]
        place.put(self._list_box(place.rest(), rows, self._open))
        before.put(Label(before.box(), "Opened before", bold=True, colour=TITLE))
        known = [ListRow(path.name, str(path.parent)) for path in self.before]
        none = [ListRow("None yet.", "You can also drop a file here.")]
        before.put(self._list_box(before.rest(), known or none, self._again))
        widgets: list[Widget] = [*place.widgets, *before.widgets, back_button(self, foot.right(140))]
        if self.trouble:
            widgets.append(Label(foot.area, "\n".join(self.trouble.split("\n")[:2]), SMALL, BAD_WORD))
        self.group.put(widgets, focus=None)

    def _list_box(self, box: pygame.Rect, rows: list[ListRow], open_: Callable[[int], object]) -> ListBox:
        return ListBox(box, rows, lambda _: None, height=self.look.pitch(44), open_=open_, at_once=True)

    def _go(self) -> None:
        path = Path(self.typed.strip())
        with suppress(RuntimeError):  # of somebody whom this computer doesn't know: no such folder, then
            path = path.expanduser()
        self._enter(path)

    def _open(self, index: int) -> None:
        self._enter(self.place.parent if index == 0 else self.found[index - 1])

    def _again(self, index: int) -> None:
        if index < len(self.before):
            self._enter(self.before[index])

    def _enter(self, path: Path) -> None:
        """Go into a folder or a world, or open a map."""
        if is_folder(path) or (path.suffix.lower() == WORLD and is_plain(path)):
            self._look_in(path)
        elif is_map(path) and is_plain(path):
            self.app.preferences.folder = str(path.resolve().parent)
            keep_preferences(self.app.preferences)
            self.app.go(EditMap(path))
            return
        else:
            self.trouble = f"{path}: there is no such folder or map ({', '.join((*MAPS, WORLD))}); check the path"
        self.refresh()

    def bindings(self) -> Sequence[Binding]:
        """Enter in the path goes there."""
        return (*super().bindings(), Binding("Go to the path", self._go, "confirm", enabled=self._typing))

    @property
    def _typing(self) -> bool:
        return isinstance(self.group.focus, TextField)

    def draw(self, target: pygame.Surface) -> None:
        """Draw."""
        target.fill(NIGHT)
        world = self.place.suffix.lower() == WORLD
        write_heading(target, self, "A map of this world" if world else "Open a map", self.look.px(16))
        self.group.draw(target, self.look)
        self.group.draw_tip(target, self.look)


def _home() -> Path:
    try:
        return Path.home()
    except RuntimeError:  # who has none
        return Path.cwd()


def _kind(path: Path) -> str:
    if is_folder(path):
        return "folder"
    if path.suffix.lower() == WORLD:
        return "world: choose one of its maps"
    return "picture" if is_plain_picture(path) else "map"
