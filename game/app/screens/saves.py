"""Saved battles: go on with one, watch it again, or throw it away."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pygame

from game.app.charts import chart_of
from game.app.destinations import Begin, Watch
from game.app.loop import App, Screen
from game.app.screens import starting
from game.app.screens.menu import write_heading
from game.app.start import StartRequest
from game.files.errors import BadFile
from game.files.reading import is_plain
from game.files.saves import glance
from game.view.art import ready
from game.view.forms import Group, ListBox, Row
from game.view.map_layers import MapLayers
from game.view.theme import LINE, NIGHT, draw_panel
from game.view.tiles import load_picture
from game.view.widgets import Button, Widget


class SavesScreen(Screen):
    """A list with the picture of the one that is picked."""

    room = (1024, 576)

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.files = starting.saves()
        self.chosen = 0
        self.group = Group()
        self._picture = pygame.Rect(0, 0, 0, 0)
        self._made: dict[tuple[Path, tuple[int, int]], pygame.Surface | None] = {}

    def layout(self, size: tuple[int, int]) -> None:
        """List left, picture and buttons right."""
        px = self.look.px
        left, top = px(24), px(80)
        wide = size[0] // 2 - px(30)
        listed = pygame.Rect(left, top, wide, size[1] - top - px(24))
        x = left + wide + px(24)
        width = size[0] - x - px(24)
        self._picture = pygame.Rect(x, top, width, min(width * 9 // 16, size[1] - top - px(280)))
        widgets: list[Widget] = [
            ListBox(
                listed,
                [self._row(path) for path in self.files],
                self._pick,
                chosen=self.chosen,
                height=px(58),
                open_=lambda _: self._load(),
            )
        ]
        some = bool(self.files)
        y = self._picture.bottom + px(14)
        for text, press, enabled in (
            ("Go on from here", self._load, some),
            ("Watch it from the start", self._replay, some),
            ("Throw away", self._delete, some),
            ("Back", self.app.pop, True),
        ):
            widgets.append(Button(pygame.Rect(x, y, width, px(44)), text, press, enabled=enabled))
            y += px(52)
        self.group.put(widgets, focus=0 if self.group.focus is None else None)

    def _row(self, path: Path) -> Row:
        when = f"{datetime.fromtimestamp(path.stat().st_mtime):%d %b %Y, %H:%M}"
        try:
            about = glance(path)
        except BadFile as error:
            return Row(path.stem, str(error))
        state = "over" if about.over else f"round {about.round}"
        kept = "autosave" if path.parent.name == "autosaves" else "saved"
        return Row(
            f"{about.title}: {' against '.join(about.sides)}", f"{when}, {state}, {about.answers} answers, {kept}"
        )

    def _pick(self, index: int) -> None:
        self.chosen = index

    def _load(self) -> None:
        if self.files:
            self.app.go(Begin(StartRequest(self.files[self.chosen])))

    def _replay(self) -> None:
        if self.files:
            self.app.go(Watch(self.files[self.chosen]))

    def _delete(self) -> None:
        path = self.files.pop(self.chosen)
        path.unlink(missing_ok=True)
        path.with_suffix(".png").unlink(missing_ok=True)
        self.chosen = max(0, min(self.chosen, len(self.files) - 1))
        self.layout(self.app.surface.get_size())

    def _shown(self, path: Path) -> pygame.Surface | None:
        """The picture kept with a save, else its map."""
        room = (max(1, self._picture.width - 8), max(1, self._picture.height - 8))
        key = (path, room)
        if key not in self._made:
            beside = path.with_suffix(".png")
            found = None
            try:
                if is_plain(beside):
                    kept = ready(load_picture(beside))
                    share = min(room[0] / kept.get_width(), room[1] / kept.get_height())
                    size = (max(1, round(kept.get_width() * share)), max(1, round(kept.get_height() * share)))
                    found = pygame.transform.smoothscale(kept, size)
                elif (chart := chart_of(glance(path).map_file)) is not None:
                    found = MapLayers(chart.field, chart.picture).snapshot(*room)
            except (BadFile, pygame.error):
                found = None
            self._made[key] = found
        return self._made[key]

    def handle(self, event: pygame.Event) -> None:
        """Esc goes back."""
        if event.type == pygame.KEYDOWN and self.app.keys.control(event) == "cancel":
            self.app.pop()
        else:
            self.group.handle(event)

    def draw(self, target: pygame.Surface) -> None:
        """Draw."""
        target.fill(NIGHT)
        write_heading(target, self, "Saved battles", self.look.px(16))
        draw_panel(target, self._picture, alpha=255, line=LINE)
        if self.files:
            shown = self._shown(self.files[self.chosen])
            if shown is not None:
                target.blit(shown, shown.get_rect(center=self._picture.center))
        self.group.draw(target, self.look)
