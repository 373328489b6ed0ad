"""Saved battles: go on with one, watch it again, or throw it away."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial
from pathlib import Path

import pygame

from game.files.bounded_reading import is_plain
from game.files.errors import BadFile
from game.files.saves import glance
from game.play.folders import day_of, written_at
from game.play.speech import in_sentence
from game.play.start import StartRequest, chart_of
from game.view.board.map_layers import MapLayers
from game.view.board.tiles import load_picture
from game.view.widgets.art import picture, ready
from game.view.widgets.forms import ListBox, ListRow
from game.view.widgets.theme import FAINT, LINE, NIGHT, SMALL, draw_panel
from game.view.widgets.widget import Button, Widget
from game.window.destinations import Begin, Sure, WatchReplay
from game.window.loop import App, Screen
from game.window.menu import write_heading
from game.window.setting_up import starting

ROW = 58
"""Pixels of the design: a line of the list."""


class SavesScreen(Screen):
    """A list with the picture of the one that is picked."""

    room = (1024, 576)

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.files = starting.saves()
        self.chosen = 0
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
        self._picture = pygame.Rect(x, top, width, min(width * 9 // 16, size[1] - top - px(304)))
        widgets: list[Widget] = [
            ListBox(
                listed,
                self._rows(),
                self._pick,
                chosen=self.chosen,
                height=px(ROW),
                open_=lambda _: self._load(),
            )
        ]
        some = bool(self.files)
        y = self._picture.bottom + px(38)
        for text, press, enabled, key in (
            ("Go on from here", self._load, some, ""),
            ("Watch it from the start", self._replay, some, ""),
            ("Throw away", self._delete, some, ""),
            ("Back", self.app.pop, True, self.app.keys.shown("cancel")),
        ):
            box = pygame.Rect(x, y, width, px(44))
            widgets.append(Button(box, text, press, enabled=enabled, shortcut=key))
            y += px(52)
        self.group.put(widgets, focus=0 if self.group.focus is None else None)

    def _rows(self) -> list[ListRow]:
        """Battles of which there is the same to be said are told apart by when, and as what, they were saved."""
        rows = [(path, self._row(path)) for path in self.files]
        alike = Counter((row.text, row.under) for _, row in rows)
        return [
            replace(row, under=f"{day_of(written_at(path))}, as {path.stem}") if alike[row.text, row.under] > 1 else row
            for path, row in rows
        ]

    def _row(self, path: Path) -> ListRow:
        try:
            about = glance(path)
        except BadFile as error:
            return ListRow(path.stem, str(error))
        rules = starting.known_ruleset(about.ruleset)
        where = f"{about.place}: " if about.place not in ("", about.title) else ""
        sign = picture(starting.emblem(rules), self.look.px(ROW - 12))
        first, *others = about.sides
        sides = " against ".join((first, *map(in_sentence, others)))
        return ListRow(starting.told(about), where + sides, sign)

    def _about(self) -> str:
        """When the save that is picked was written, and by whom."""
        if not self.files:
            return "Nothing is saved yet. A battle that is begun is kept by itself."
        path = self.files[self.chosen]
        kept = "Kept by the game" if path.parent.name == "autosaves" else f"Saved as {path.stem}"
        return f"{kept}, {day_of(written_at(path))}"

    def _pick(self, index: int) -> None:
        self.chosen = index

    def _load(self) -> None:
        if (path := self._picked()) is not None:
            self.app.go(Begin(StartRequest(path)))

    def _replay(self) -> None:
        if (path := self._picked()) is not None:
            self.app.go(WatchReplay(path))

    def _delete(self) -> None:
        if (path := self._picked()) is not None:
            row = self._row(path)
            text = f"{row.text}, {row.under}. It can't be brought back."
            self.app.go(Sure("Throw it away?", text, partial(self._throw_away, path)))

    def _throw_away(self, path: Path) -> None:
        try:
            path.unlink(missing_ok=True)
            path.with_suffix(".png").unlink(missing_ok=True)
        except OSError as error:
            why = error.strerror or error
            self.app.say(f"{path.name}: could not be thrown away ({why}); look in its folder whether it may be changed")
        self._look_again()

    def _picked(self) -> Path | None:
        """The save that is picked; None if there is none any more, as where another window has thrown it away."""
        if not self.files:
            return None
        path = self.files[self.chosen]
        if path.exists():
            return path
        self.app.say(f"{path.name}: this save is no longer there")
        self._look_again()
        return None

    def _look_again(self) -> None:
        """List what there is now."""
        self.files = starting.saves()
        self.chosen = max(0, min(self.chosen, len(self.files) - 1))
        self.refresh()

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

    def draw(self, target: pygame.Surface) -> None:
        """Draw."""
        target.fill(NIGHT)
        write_heading(target, self, "Saved battles", self.look.px(16))
        draw_panel(target, self._picture, alpha=255, line=LINE)
        if self.files:
            shown = self._shown(self.files[self.chosen])
            if shown is not None:
                target.blit(shown, shown.get_rect(center=self._picture.center))
        said = self.look.write(self.look.cut(self._about(), self._picture.width, SMALL), SMALL, FAINT)
        target.blit(said, (self._picture.left, self._picture.bottom + self.look.px(8)))
        self.group.draw(target, self.look)
