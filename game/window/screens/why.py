"""Why an AI did something: what it chose and what else it thought about, with what spoke for and against each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pygame

from game.play.decision_log import PLANNED, Explanation, WeighedAnswer
from game.play.thinking import PendingResult
from game.view.widgets.theme import (
    BAD_WORD,
    BODY,
    FAINT,
    GOOD_WORD,
    LINE,
    SMALL,
    TEXT,
    TITLE,
    Colour,
    Typography,
    Weight,
)
from game.view.widgets.widget import Widget
from game.window.loop import App
from game.window.menu import MenuButton, MenuScreen

DESIGN = Typography(1.0)
"""Lines are broken and measured at this scale, so that the panel has one form at every scale."""

SLACK = 16
"""Pixels of the design that a line may be wider at another scale."""

WAIT = "A moment: the computer is thinking."


class _Row(NamedTuple):
    """One line of the panel."""

    text: str
    tone: Colour
    size: int = BODY
    weight: Weight = "regular"
    indent: int = 0
    """Pixels of the design."""
    note: str = ""
    """What stands at the right end."""
    above: int = 0
    """Pixels of the design that are left free above it."""
    ruled: bool = False
    """Whether a line parts it from what is above."""


class WhyScreen(MenuScreen):
    """A small panel over the battle; any key that steps back, and the button, closes it."""

    width = 640

    def __init__(self, app: App, motive: PendingResult[Explanation]) -> None:
        super().__init__(app)
        self.motive = motive
        self._shown = False
        """Whether what it waited for has been laid out."""

    @property
    def moving(self) -> bool:
        """While it is not known yet."""
        return not self._shown or super().moving

    def advance(self, seconds: float) -> None:
        """Show the reasons as soon as they are there."""
        super().advance(seconds)
        if not self._shown and self.motive.done:
            self.layout(self.app.surface.get_size())
            self.app.stale = True

    def layout(self, size: tuple[int, int]) -> None:
        """As high as what there is to tell."""
        self._shown = self.motive.done
        super().layout(size)

    def extra(self) -> int:
        """Room for the lines."""
        return sum(DESIGN.line(row.size) + row.above for row in self._rows()) + 14

    def entries(self) -> Sequence[MenuButton]:
        """Back to the battle."""
        return (MenuButton("Back", self.cancel),)

    def more(self, rect: pygame.Rect) -> Sequence[Widget]:
        """The lines are drawn, not pressed."""
        return ()

    def draw_head(self, target: pygame.Surface) -> None:
        """The lines."""
        look, px = self.look, self.look.px
        left, right = self.rect.left + px(24), self.rect.right - px(24)
        for row, top in self._placed():
            if row.ruled:
                pygame.draw.line(target, LINE, (left, top - px(7)), (right, top - px(7)))
            written = look.write(row.text, row.size, row.tone, row.weight)
            target.blit(written, (left + px(row.indent), top))
            if row.note:
                note = look.write(row.note, row.size, row.tone, row.weight)
                target.blit(note, note.get_rect(topright=(right, top)))

    def _placed(self) -> list[tuple[_Row, int]]:
        """The lines, and where each begins, in pixels from the window's top."""
        found, done = [], 14
        for row in self._rows():
            found.append((row, self.rect.top + self.look.px(done + row.above)))
            done += row.above + DESIGN.line(row.size)
        return found

    def _rows(self) -> list[_Row]:
        if not self.motive.done:
            return [_Row(WAIT, TEXT)]
        motive = self.motive.result()
        rows = self._broken(motive.title, _Row("", TITLE, BODY + 4, "semibold"))
        if motive.about:
            rows += self._broken(f"This round {motive.about}.", _Row("", TEXT))
        for head, grounds in motive.choices():
            rows += self._choice(head, grounds)
        if motive.planned:
            rows += self._broken(PLANNED, _Row("", FAINT, SMALL, above=10))
        return rows

    def _choice(self, head: str, grounds: WeighedAnswer) -> list[_Row]:
        """An answer with its points, and under it what spoke for and against it."""
        rows = [_Row(head, FAINT, SMALL, above=14, ruled=True)] if head else []
        first = _Row("", TITLE, BODY, "semibold", note=grounds.points, above=0 if head else 10)
        rows += self._broken(grounds.label, first)
        for sign, texts, tone in (("For: ", grounds.speaks_for, GOOD_WORD), ("Against: ", grounds.against, BAD_WORD)):
            if texts:
                rows += self._broken(sign + ", ".join(texts), _Row("", tone, SMALL, indent=14))
        return rows

    def _broken(self, text: str, like: _Row) -> list[_Row]:
        """A text in as many rows as it takes; what stands at the right end or above goes with the first."""
        note = DESIGN.width(like.note, like.size, like.weight) + SLACK if like.note else 0
        lines = DESIGN.wrap(text, self.width - 48 - like.indent - note - SLACK, like.size, like.weight)
        return [
            like._replace(text=line, note="" if at else like.note, above=0 if at else like.above)
            for at, line in enumerate(lines)
        ]
