"""A pile of buttons in the middle of the window: what pause, result and title are made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil
from typing import NamedTuple

import pygame

from game.view.widgets.keys import key_name
from game.view.widgets.theme import BODY, HUGE, LARGE, LINE, NIGHT, TEXT, TITLE, draw_panel
from game.view.widgets.widget import Button, Label, Widget
from game.window.loop import App, Screen


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


class MenuScreen(Screen):
    """A title and buttons under it."""

    covers = False
    title = ""
    arrives = False
    """Whether it comes by itself, over what was being done: nothing of it is picked out for a stray key to press."""

    width = 320

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.rect = pygame.Rect(0, 0, 0, 0)

    def entries(self) -> Sequence[MenuButton]:
        """The buttons, from top to bottom."""
        return ()

    def more(self, rect: pygame.Rect) -> Sequence[Widget]:
        """Other widgets; ``rect`` is the panel."""
        return ()

    def extra(self) -> int:
        """Pixels of the design that other things take between title and buttons."""
        return 0

    def paragraphs_height(self, lines: Sequence[str]) -> int:
        """Pixels of the design that paragraphs take."""
        return ceil(sum(map(self._height, lines)) / self.look.scale)

    def paragraphs(self, rect: pygame.Rect, lines: Sequence[str]) -> list[Widget]:
        """Paragraphs below the title; ``rect`` is the panel."""
        px, top, labels = self.look.px, rect.top + self.look.px(62), list[Widget]()
        for line in lines:
            high = self._height(line)
            labels.append(Label(pygame.Rect(rect.left + px(20), top, rect.width - px(40), high), line, BODY, TEXT))
            top += high
        return labels

    def _height(self, line: str) -> int:
        look = self.look
        return len(look.wrap(line, look.px(self.width - 40))) * look.line() + look.px(8)

    def layout(self, size: tuple[int, int]) -> None:
        """Everything in the middle."""
        entries = self.entries()
        head = 66 if self.title else 16
        for _ in range(2):  # what is written may need more room than the scale has that the first answer leads to
            self.room = (self.width + 16, head + self.extra() + 52 * len(entries) + 24)
        px = self.look.px
        high, gap, head = px(44), px(8), px(head)
        extra = px(self.extra())
        self.rect = pygame.Rect(0, 0, px(self.width), head + extra + len(entries) * (high + gap) + px(14))
        self.rect.center = (size[0] // 2, size[1] // 2)
        self.rect.clamp_ip(pygame.Rect(0, 0, *size))
        left, width, top = self.rect.left + px(20), self.rect.width - px(40), self.rect.top + head + extra
        widgets: list[Widget] = []
        for entry in entries:
            text, press, tip, enabled, control, letter = entry
            control = "cancel" if press == self.cancel else control
            key = letter or (self.app.keys.shown(control) if control else "")
            box = pygame.Rect(left, top, width, high)
            widgets.append(Button(box, text, press, tip=tip, enabled=enabled, shortcut=key))
            top += high + gap
        if self.title:
            box = pygame.Rect(left, self.rect.top + px(14), width, px(40))
            widgets.append(Label(box, self.title, LARGE + 4, TITLE, bold=True, centred=True))
        widgets += self.more(self.rect)
        first = next((index for index, entry in enumerate(entries) if entry.enabled), 0)
        self.group.put(widgets, focus=first if self.group.focus is None and not self.arrives else None)

    def handle(self, event: pygame.Event) -> None:
        """Esc goes back, the keys of the buttons press them; everything else is the widgets'."""
        control = self.app.keys.control(event) if event.type == pygame.KEYDOWN else ""
        if control == "cancel" or (event.type == pygame.MOUSEBUTTONDOWN and event.button == 3):
            self.cancel()
        elif (meant := self._meant(event, control)) is not None:
            meant.press()
        else:
            self.group.handle(event)

    def _meant(self, event: pygame.Event, control: str) -> MenuButton | None:
        """The button whose key was pressed."""
        if event.type != pygame.KEYDOWN:
            return None
        usable = [entry for entry in self.entries() if entry.enabled]
        letter = key_name(event).upper()
        lettered = (entry for entry in usable if entry.letter and entry.letter == letter)
        return next(lettered, next((entry for entry in usable if control and entry.control == control), None))

    def cancel(self) -> None:
        """Esc or a right click."""
        self.app.pop()

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


def write_heading(target: pygame.Surface, screen: Screen, text: str, top: int) -> None:
    """A screen's name across its top."""
    written = screen.look.write(text, HUGE - 10, TITLE, "semibold")
    target.blit(written, written.get_rect(midtop=(target.get_width() // 2, top)))
