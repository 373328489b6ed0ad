"""A panel of lines over the battle, which may still be worked out while it is open."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import NamedTuple

import pygame

from game.view.widgets.theme import BODY, LINE, Colour, Typography, Weight
from game.window.loop import App
from game.window.menu import MenuButton, MenuScreen

DESIGN = Typography(1.0)
"""Lines are broken and measured at this scale, so that the panel has one form at every scale."""

SLACK = 16
"""Pixels of the design that a line may be wider at another scale."""

COLUMN = 118
"""Pixels of the design that a column takes."""


class PanelRow(NamedTuple):
    """One line of the panel."""

    text: str
    tone: Colour
    size: int = BODY
    weight: Weight = "regular"
    indent: int = 0
    """Pixels of the design."""
    columns: tuple[str, ...] = ()
    """What stands at the right, each flush with the right end of its column; alone it may be wider than one."""
    above: int = 0
    """Pixels of the design that are left free above it."""
    ruled: bool = False
    """Whether a line parts it from what is above."""


def rows_height(rows: Sequence[PanelRow]) -> int:
    """Pixels of the design that lines take, one below the other."""
    return sum(DESIGN.line(row.size) + row.above for row in rows)


class RowsScreen(MenuScreen):
    """A small panel over the battle; any key that steps back, and the button, closes it."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self._shown: list[PanelRow] = []
        """What was laid out last."""
        self._expected = True
        """Whether more may have become known since."""

    @abstractmethod
    def rows(self) -> list[PanelRow]:
        """What there is to tell by now."""

    @property
    @abstractmethod
    def waits(self) -> bool:
        """Whether there will be more."""

    @property
    def moving(self) -> bool:
        """While something is still to come."""
        return self._expected or super().moving

    def advance(self, seconds: float) -> None:
        """Show what has become known since the last picture."""
        super().advance(seconds)
        if self._expected:
            self._expected = self.waits
            if self.rows() != self._shown:
                self.layout(self.app.surface.get_size())
                self.app.stale = True

    def layout(self, size: tuple[int, int]) -> None:
        """As high as what there is to tell."""
        self._shown = self.rows()
        super().layout(size)

    def extra(self) -> int:
        """Room for the lines."""
        return rows_height(self._shown) + 14

    def entries(self) -> Sequence[MenuButton]:
        """Back to the battle."""
        return (MenuButton("Back", self.cancel),)

    def draw_head(self, target: pygame.Surface) -> None:
        """The lines."""
        look, px = self.look, self.look.px
        left, right = self.rect.left + px(24), self.rect.right - px(24)
        for row, top in self._placed():
            if row.ruled:
                pygame.draw.line(target, LINE, (left, top - px(7)), (right, top - px(7)))
            written = look.write(row.text, row.size, row.tone, row.weight)
            target.blit(written, (left + px(row.indent), top))
            for number, text in enumerate(reversed(row.columns)):
                note = look.write(text, row.size, row.tone, row.weight)
                target.blit(note, note.get_rect(topright=(right - number * px(COLUMN), top)))

    def _placed(self) -> list[tuple[PanelRow, int]]:
        """The lines, and where each begins, in pixels from the window's top."""
        found, done = [], 66 if self.title else 14
        for row in self._shown:
            found.append((row, self.rect.top + self.look.px(done + row.above)))
            done += row.above + DESIGN.line(row.size)
        return found

    def broken(self, text: str, like: PanelRow) -> list[PanelRow]:
        """A text in as many rows as it takes; what stands at the right end or above goes with the first."""
        taken = 0
        if like.columns:
            first = DESIGN.width(like.columns[0], like.size, like.weight)
            taken = COLUMN * (len(like.columns) - 1) + first + SLACK
        lines = DESIGN.wrap(text, self.width - 48 - like.indent - taken - SLACK, like.size, like.weight)
        return [
            like._replace(text=line, columns=() if at else like.columns, above=0 if at else like.above)
            for at, line in enumerate(lines)
        ]
