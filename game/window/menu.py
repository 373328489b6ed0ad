"""Panels in the middle of the window: a title, what is told or listed, and buttons."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from math import ceil, fsum
from typing import NamedTuple

import pygame

from game.view.widgets.forms import ListBox, ListRow
from game.view.widgets.layout import Dock, in_middle, split_row
from game.view.widgets.theme import BODY, HUGE, LARGE, LINE, NIGHT, TEXT, TITLE, Colour, Typography, Weight, draw_panel
from game.view.widgets.widget import Button, Label, Widget
from game.window.controls import Binding
from game.window.loop import App, Screen

MARGIN = 20
"""Pixels of the design at the left and right of a panel."""


class MenuButton(NamedTuple):
    """A button of the pile, with the key that does the same; that of stepping back is known of itself."""

    text: str
    press: Callable[[], object]
    tip: str = ""
    enabled: bool = True
    control: str = ""
    """The control whose key it is."""
    letter: str = ""
    """The key, where no control has it."""


class MenuRow(NamedTuple):
    """One thing between the title and the buttons."""

    high: float
    """Pixels of the design."""
    make: Callable[[pygame.Rect], Widget]
    """Makes it in its place."""


class MenuScreen(Screen):
    """A title and buttons under it."""

    covers = False
    title = ""
    arrives = False
    """Whether it comes by itself, over what was being done: nothing of it is picked out for a stray key to press."""
    right_click_leaves = True

    width = 320

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.rect = pygame.Rect(0, 0, 0, 0)

    def entries(self) -> Sequence[MenuButton]:
        """The buttons, from top to bottom."""
        return ()

    def content(self) -> Sequence[MenuRow]:
        """Rows between title and buttons, from top to bottom."""
        return ()

    def paragraph(
        self, text: str, size: int = BODY, colour: Colour = TEXT, *, bold: bool = False, centred: bool = False
    ) -> MenuRow:
        """A row with a paragraph, as high as its lines."""
        look = self.look
        lines = len(look.wrap(text, look.px(self.width - 2 * MARGIN), size, "semibold" if bold else "regular"))
        high = (lines * look.line(size) + look.px(8)) / look.scale
        return MenuRow(high, lambda box: Label(box, text, size, colour, bold=bold, centred=centred))

    def extra(self) -> int:
        """Pixels of the design that the content takes."""
        rows = self.content()
        return ceil(fsum(row.high for row in rows)) + 8 if rows else 0

    def more(self, rect: pygame.Rect) -> Sequence[Widget]:
        """The content in its places; ``rect`` is the panel."""
        column = Dock(self.look, rect, edge=(MARGIN, 62 if self.title else 12)).column(0)
        for high, make in self.content():
            (box,) = column.row(1, high=self.look.px(high))
            column.widgets.append(make(box))
        return column.widgets

    def layout(self, size: tuple[int, int]) -> None:
        """Everything in the middle."""
        entries = self.entries()
        head = 66 if self.title else 16
        need = 0
        for _ in range(3):  # at the scale that this leads to, lines may break otherwise: never less than was needed
            need = max(need, head + self.extra() + 52 * len(entries) + 24)
            self.room = (self.width + 16, need)
        look, above = self.look, self.look.px(head) + self.look.px(self.extra())
        foot = len(entries) * (look.px(44) + look.px(8)) + look.px(14)
        self.rect = in_middle(size, look.px(self.width), above + foot)
        column = Dock(look, self.rect, edge=(MARGIN, 0)).column(8, 44)
        column.top += above
        for text, press, tip, enabled, control, letter in entries:
            control = "cancel" if press == self.cancel else control
            key = letter or (self.app.keys.shown(control) if control else "")
            column.put(Button(column.box(), text, press, tip=tip, enabled=enabled, shortcut=key))
        if self.title:
            box = Dock(look, self.rect, edge=(MARGIN, 14)).top(40)
            column.widgets.append(Label(box, self.title, LARGE + 4, TITLE, bold=True, centred=True))
        first = next((index for index, entry in enumerate(entries) if entry.enabled), 0)
        focus = first if self.group.focus is None and not self.arrives else None
        self.group.put([*column.widgets, *self.more(self.rect)], focus=focus)

    def bindings(self) -> Sequence[Binding]:
        """Esc steps back, the keys of the buttons press them."""
        keyed = [entry for entry in self.entries() if entry.control or entry.letter]
        return (
            *super().bindings(),
            *(Binding(it.text, it.press, keys=(it.letter.lower(),), enabled=it.enabled) for it in keyed if it.letter),
            *(Binding(it.text, it.press, it.control, enabled=it.enabled) for it in keyed if it.control),
        )

    def draw(self, target: pygame.Surface) -> None:
        """A veil over what lies below, the panel, the widgets."""
        if not self.covers:
            veil(target)
        draw_panel(target, self.rect, alpha=250, line=LINE, width=2, radius=12)
        self.draw_head(target)
        self.group.draw(target, self.look)
        self.group.draw_tip(target, self.look)

    def draw_head(self, target: pygame.Surface) -> None:
        """What stands above the buttons besides a title."""


def veil(target: pygame.Surface) -> None:
    """Darken what lies below."""
    shade = pygame.Surface(target.get_size())
    shade.fill(NIGHT)
    shade.set_alpha(150)
    target.blit(shade, (0, 0))


def head_dock(screen: Screen) -> Dock:
    """The head of a screen that fills the window, off whose right end its buttons are cut."""
    head = Dock(screen.look, screen.app.surface.get_rect(), edge=(24, 18)).top(40)
    return Dock(screen.look, head, 10)


def body_dock(screen: Screen, gap: int = 24, *, widest: int | None = None) -> Dock:
    """What such a screen has below its head, at most the ``widest`` pixels of the design, in the middle."""
    look = screen.look
    whole = Dock(look, screen.app.surface.get_rect(), edge=(24, 24))
    whole.top(52)
    (area,) = split_row(whole.area, 0, 1, widest=None if widest is None else look.px(widest))
    return Dock(look, area, gap)


def back_button(screen: Screen, box: pygame.Rect, press: Callable[[], object] | None = None) -> Button:
    """The button that does what the key for it does: it leaves the screen, or does ``press``."""
    return Button(box, "Back", press or screen.cancel, shortcut=screen.app.keys.shown("cancel"))


def write_heading(target: pygame.Surface, screen: Screen, text: str, top: int) -> None:
    """A screen's name across its top."""
    look = screen.look
    size, _ = look.fitting_lines(text, (target.get_width(), look.px(74) - top), HUGE - 10, "semibold")
    written = look.write(text, size, TITLE, "semibold")
    target.blit(written, written.get_rect(midtop=(target.get_width() // 2, top)))


class ListMenuScreen(MenuScreen):
    """What lessons and puzzles are chosen from."""

    width = 776
    told = ""
    """The line above the list."""
    row = 58
    """Pixels of the design that a row takes."""
    chosen = 0

    @abstractmethod
    def rows(self) -> Sequence[ListRow]:
        """The rows of the list."""

    @abstractmethod
    def begin(self) -> None:
        """Begin what is chosen."""

    @property
    @abstractmethod
    def shown(self) -> int:
        """How many rows are seen at a time."""

    def content(self) -> Sequence[MenuRow]:
        """The line and the list."""
        px = self.look.px

        def listed(box: pygame.Rect) -> Widget:
            box.height -= px(8)
            pick, rows = partial(setattr, self, "chosen"), self.rows()
            return ListBox(box, rows, pick, chosen=self.chosen, height=px(self.row), open_=lambda _: self.begin())

        line = MenuRow(34, lambda box: Label(box, self.told, BODY, TEXT, centred=True))
        return line, MenuRow(self.row * self.shown + 14, listed)

    def layout(self, size: tuple[int, int]) -> None:
        """Everything in the middle; the arrows choose a row first."""
        fresh = self.group.focus is None
        super().layout(size)
        if fresh:
            self.group.focus = next(each for each in self.group.widgets if isinstance(each, ListBox))


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
                self.refresh()

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
