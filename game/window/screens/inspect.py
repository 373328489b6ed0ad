"""Everything about one combatant, large: its picture at the left, pages of text at the right."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import pygame
from msgspec import structs

from game.play.inspection import Inspection, Page, Style, Subject
from game.rules.events import Id
from game.rules.setup import SheetFeature
from game.view.board.tokens import TokenStyles
from game.view.panels.cards import lay_card
from game.view.widgets.forms import draw_tip
from game.view.widgets.layout import Dock, in_middle
from game.view.widgets.linked_text import LinkArea, LinkedRun, areas, broken, draw_line
from game.view.widgets.theme import (
    BODY,
    FAINT,
    LARGE,
    LINE,
    SMALL,
    TEXT,
    TITLE,
    WARN,
    Colour,
    Weight,
    draw_panel,
)
from game.view.widgets.widget import Button, draw_focus
from game.window.battle.viewport import Viewport
from game.window.controls import Binding
from game.window.loop import App, Screen
from game.window.menu import veil

LOOKS: dict[Style, tuple[int, Colour, Weight, int]] = {
    "heading": (BODY + 1, TITLE, "semibold", 10),
    "name": (BODY, TEXT, "semibold", 4),
    "condition": (BODY, WARN, "semibold", 4),
    "plain": (BODY, TEXT, "regular", 2),
    "fine": (SMALL, FAINT, "regular", 0),
}
"""Size, colour and weight of a row, and pixels of the design left free above it."""

WIDE, HIGH = 960, 640
"""Pixels of the design that it takes at most."""

CARD = 250
"""Pixels of the design that the card at its left is wide."""

BESIDE = 190
"""Pixels of the design from where a row begins to where its value does."""

STEP = 60
"""Pixels of the design that one turn of the wheel, or an arrow, scrolls."""


class _PlacedRow(NamedTuple):
    """A row of a page, broken into lines, with its place in pixels of the window."""

    style: Style
    left: int
    right: int
    top: int
    beside: int
    """Where its value begins."""
    lines: list[list[LinkedRun[Subject]]]
    values: tuple[str, ...]
    """The lines of its value."""


class InspectScreen(Screen):
    """Pages on a pile: a link puts one on top, Esc takes it off, and from the first one leads back to the battle."""

    covers = False
    room = (900, 540)

    def __init__(
        self, app: App, view: Viewport, liveries: TokenStyles, who: Id, compare: Callable[[], object] | None
    ) -> None:
        """``compare``: shows what an attack upon it would be under other rules, where there is one."""
        super().__init__(app)
        self.compare = compare
        scene = view.scene
        self.token, self.liveries = scene.tokens[who], liveries
        self.inspection = Inspection(scene, who, view.viewer)
        self.pages: list[Page] = [self.inspection.first()]
        self.rect = self.text_room = self._card = self._trail = pygame.Rect(0, 0, 0, 0)
        """The panel, and of it where the page is written, whoever it is about, and the titles of the pages."""
        self.links: list[LinkArea[Subject]] = []
        """Where the links are that are seen."""
        self._scrolled = [0]
        """Pixels by which each page is scrolled."""
        self._long = 0
        """Pixels of the page on top."""
        self._at: int | None = None
        """Which of the links the keys are on."""
        self._pointer = app.pointer

    @property
    def page(self) -> Page:
        """The one on top."""
        return self.pages[-1]

    # -- going on and back

    def open(self, subject: Subject) -> None:
        """Put the page about something on top."""
        self.pages.append(self.inspection.page(subject))
        self._scrolled.append(0)
        self._at = None
        self.refresh()

    def cancel(self) -> None:
        """Take the top page off; the battle comes after the first."""
        if len(self.pages) == 1:
            self.app.pop()
            return
        self.pages.pop()
        self._scrolled.pop()
        self._at = None
        self.refresh()

    # -- the window

    def layout(self, size: tuple[int, int]) -> None:
        """A panel in the middle, with buttons in its top right corner."""
        look, keys, within = self.look, self.app.keys, Dock(self.look, pygame.Rect((0, 0), size), edge=(12, 12)).area
        self.rect = in_middle(size, min(look.px(WIDE), within.width), min(look.px(HIGH), within.height))
        panel = Dock(look, self.rect, 18, edge=(12, 12))
        self._card = panel.left(CARD)
        page = Dock(look, panel.area, 8)
        dock = Dock(look, page.top(32), 8)
        page.right(4)
        self.text_room = page.area
        buttons = [Button(dock.right(90), "Close", self.app.pop, shortcut=keys.shown("cancel"))]
        if len(self.pages) > 1:
            buttons.insert(0, Button(dock.right(90), "Back", self.cancel))
        if self.compare is not None:
            tip, key = "What an attack upon it would be under each set of rules", keys.shown("compare")
            buttons.insert(0, Button(dock.right(150), "Other rules", self.compare, tip=tip, shortcut=key))
        self.group.put(buttons)
        self._trail = dock.area
        self._place_links()
        self.app.stale = True

    def handle(self, event: pygame.Event) -> None:
        """Links and buttons; Esc, Backspace and the right button go back."""
        if self.take_key(event):
            return
        if event.type == pygame.MOUSEWHEEL:
            self._scroll(-event.y * self.look.px(STEP))
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 3:
            self.cancel()
        elif event.type != pygame.KEYDOWN and not self.group.handle(event):
            self._point(event)

    def _point(self, event: pygame.Event) -> None:
        if event.type == pygame.MOUSEMOTION:
            self._pointer, self._at = event.pos, None
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            found = self._link_at(event.pos)
            if found is not None:
                self.open(found.leads)
            elif not self.rect.collidepoint(event.pos):
                self.app.pop()

    def bindings(self) -> Sequence[Binding]:
        """Keys of pages and links."""
        step, page = self.look.px(STEP), self.text_room.height
        on = self._at is not None and self._at < len(self.links)
        return (
            Binding("Back to the battle", self.app.pop, "inspect"),
            Binding(
                "An attack on it under other rules", self.compare or self.app.pop, "compare", enabled=bool(self.compare)
            ),
            Binding("The page before", self.cancel, "cancel", ("backspace", "left")),
            Binding("Up", partial(self._scroll, -step), keys=("up",)),
            Binding("Down", partial(self._scroll, step), keys=("down",)),
            Binding("A page up", partial(self._scroll, -page), keys=("page up",)),
            Binding("A page down", partial(self._scroll, page), keys=("page down",)),
            Binding("To the beginning", partial(self._scroll, -self._long), keys=("home",)),
            Binding("To the end", partial(self._scroll, self._long), keys=("end",)),
            Binding("Next link", partial(self._go_to_link, 1), keys=("tab",), enabled=bool(self.links)),
            Binding("Link before", partial(self._go_to_link, -1), keys=("shift+tab",), enabled=bool(self.links)),
            Binding("Follow the link", self._follow, "confirm", enabled=on),
        )

    def _go_to_link(self, by: int) -> None:
        self._at = (self._at + by if self._at is not None else 0 if by > 0 else -1) % len(self.links)

    def _follow(self) -> None:
        assert self._at is not None
        self.open(self.links[self._at].leads)

    def _scroll(self, pixels: int) -> None:
        most = max(0, self._long - self.text_room.height)
        self._scrolled[-1] = max(0, min(most, self._scrolled[-1] + pixels))
        self._at = None
        self._place_links()

    def _link_at(self, pixel: tuple[int, int]) -> LinkArea[Subject] | None:
        room = self.text_room
        return next((spot for spot in self.links if room.collidepoint(pixel) and spot.rect.collidepoint(pixel)), None)

    def _placed(self) -> Iterator[_PlacedRow]:
        """The rows of the page on top, each where it stands now."""
        room, look = self.text_room, self.look
        top = y = room.top - self._scrolled[-1]
        for row in self.page.rows:
            size, _, weight, above = LOOKS[row.style]
            y += look.px(above) if y > top else 0
            left, right = room.left + look.px(14 * row.indent), room.right - look.px(10)
            beside = left + look.px(BESIDE)
            wide = (beside - look.px(10) if row.value else right) - left
            lines = broken(look, row.text, row.links, wide, size, weight)
            values = look.wrap(row.value, right - beside, BODY) if row.value else ()
            yield _PlacedRow(row.style, left, right, y, beside, lines, values)
            y += max(len(lines) * look.line(size), len(values) * look.line(BODY))

    def _place_links(self) -> None:
        """Find where the links are that are seen, and how long the page is."""
        room, look = self.text_room, self.look
        self.links, foot = [], room.top - self._scrolled[-1]
        top = foot
        for row in self._placed():
            size, _, weight, _ = LOOKS[row.style]
            for number, pieces in enumerate(row.lines):
                here = areas(look, pieces, (row.left, row.top + number * look.line(size)), size, weight)
                self.links += [spot for spot in here if spot.rect.bottom <= room.bottom and spot.rect.top >= room.top]
            foot = row.top + max(len(row.lines) * look.line(size), len(row.values) * look.line(BODY))
        self._long = foot - top

    # -- drawing

    def draw(self, target: pygame.Surface) -> None:
        """Draw."""
        veil(target)
        look = self.look
        draw_panel(target, self.rect, alpha=250, line=LINE, width=2, radius=12)
        self._draw_trail(target)
        bare = replace(self.token, standing=structs.replace(self.token.standing, marks=(), facts=()))
        lay_card(look, bare, self._card, at_top=True).draw(target, look, self.liveries)
        self._draw_page(target)
        self.group.draw(target, look)
        if self._at is not None and self._at < len(self.links):
            spot: LinkArea[Subject] | None = self.links[self._at]
            draw_focus(target, self.links[self._at].rect.inflate(4, 2))
        else:
            spot = self._link_at(self._pointer)
        if spot is not None and (told := self._told(spot.leads)):
            draw_tip(target, look, told, spot.rect)

    @staticmethod
    def _told(subject: Subject) -> str:
        """What is told at once of what is pointed at."""
        if isinstance(subject, SheetFeature):
            return subject.told or ", ".join(subject.words)
        return subject.told

    def _draw_trail(self, target: pygame.Surface) -> None:
        """The titles of the pages, the top one in full."""
        look, wide = self.look, self._trail.width
        trail = " › ".join(page.title for page in self.pages)
        while look.width(trail, LARGE, "semibold") > wide and " › " in trail:
            trail = "… › " + trail.removeprefix("… › ").partition(" › ")[2]
            if trail.count(" › ") == 1:
                break
        written = look.write(look.cut(trail, wide, LARGE, "semibold"), LARGE, TITLE, "semibold")
        target.blit(written, written.get_rect(midleft=self._trail.midleft))

    def _draw_page(self, target: pygame.Surface) -> None:
        room, look = self.text_room, self.look
        before = target.get_clip()
        target.set_clip(room)
        pointed = self._link_at(self._pointer) if self._at is None else None
        lit = pointed.leads if pointed is not None else None
        for row in self._placed():
            size, tone, weight, _ = LOOKS[row.style]
            if row.style == "heading":
                high = row.top - look.px(4)
                pygame.draw.line(target, LINE, (room.left, high), (row.right, high))
            for number, pieces in enumerate(row.lines):
                at = row.left, row.top + number * look.line(size)
                draw_line(target, look, pieces, at, tone, size, weight, lit)
            for number, line in enumerate(row.values):
                target.blit(look.write(line, BODY, TEXT), (row.beside, row.top + number * look.line(BODY)))
        target.set_clip(before)
        self._draw_bar(target)

    def _draw_bar(self, target: pygame.Surface) -> None:
        """How much of the page is seen, at its right."""
        room = self.text_room
        if self._long <= room.height:
            return
        long = max(24, room.height * room.height // self._long)
        at = room.top + (room.height - long) * self._scrolled[-1] // max(1, self._long - room.height)
        pygame.draw.rect(target, LINE, pygame.Rect(room.right, at, 4, long), border_radius=2)
