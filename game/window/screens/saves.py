"""Saved battles: go on with one, watch it again, or throw it away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import pygame

from game.files.bounded_reading import is_plain
from game.files.errors import BadFile
from game.files.saves import glance
from game.play.folders import day_of, written_at
from game.play.speech import in_sentence
from game.play.start import StartRequest
from game.view.board.tiles import load_picture
from game.view.widgets.art import picture, ready
from game.view.widgets.forms import ListRow
from game.window.destinations import Begin, Sure, WatchReplay
from game.window.menu import MenuButton
from game.window.setting_up import starting
from game.window.shelf import ROW, ShelfScreen, map_drawn


class SavesScreen(ShelfScreen):
    """Saved battles."""

    heading = "Saved battles"

    def found(self) -> list[Path]:
        """All that are saved."""
        return starting.saves()

    def entries(self) -> Sequence[MenuButton]:
        """Go on, watch, throw away."""
        some = bool(self.files)
        return (
            MenuButton("Go on from here", self._load, enabled=some),
            MenuButton("Watch it from the start", self._replay, enabled=some),
            MenuButton("Throw away", self._delete, enabled=some),
        )

    def rows(self) -> list[ListRow]:
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

    def about(self) -> str:
        """When the save that is picked was written, and by whom."""
        if not self.files:
            return "Nothing is saved yet. A battle that is begun is kept by itself."
        path = self.files[self.chosen]
        kept = "Kept by the game" if path.parent.name == "autosaves" else f"Saved as {path.stem}"
        return f"{kept}, {day_of(written_at(path))}"

    def drawn(self, path: Path, room: tuple[int, int]) -> pygame.Surface | None:
        """The picture kept with a save, else its map."""
        beside = path.with_suffix(".png")
        if not is_plain(beside):
            return map_drawn(glance(path).map_file, room)
        kept = ready(load_picture(beside))
        share = min(room[0] / kept.get_width(), room[1] / kept.get_height())
        size = (max(1, round(kept.get_width() * share)), max(1, round(kept.get_height() * share)))
        return pygame.transform.smoothscale(kept, size)

    def _load(self) -> None:
        if (path := self.picked()) is not None:
            self.app.go(Begin(StartRequest(path)))

    def _replay(self) -> None:
        if (path := self.picked()) is not None:
            self.app.go(WatchReplay(path))

    def _delete(self) -> None:
        if (path := self.picked()) is not None:
            row = self._row(path)
            text = f"{row.text}, {row.under}. It can't be brought back."
            self.app.go(Sure("Throw it away?", text, partial(self.throw_away, path, path.with_suffix(".png"))))
