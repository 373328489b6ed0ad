"""Lists, and the group that gives a screen's widgets one order of focus."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf

import pygame

from game.view.widgets.text_field import TextField
from game.view.widgets.theme import (
    BODY,
    FAINT,
    FOCUS,
    LIFTED,
    LINE,
    PANEL,
    SMALL,
    TEXT,
    TITLE,
    WHITE,
    Colour,
    Typography,
    Weight,
    draw_panel,
)
from game.view.widgets.widget import TOOLTIP_AFTER, Slider, Widget, draw_focus


@dataclass(frozen=True)
class ListRow:
    """One entry of a list."""

    text: str
    under: str = ""
    picture: pygame.Surface | None = None
    colour: Colour = TEXT
    heading: bool = False


class ListBox(Widget):
    """Rows to pick one from; scrolls."""

    def __init__(
        self,
        rect: pygame.Rect,
        rows: Sequence[ListRow],
        pick: Callable[[int], object],
        *,
        chosen: int = -1,
        height: int = 40,
        open_: Callable[[int], object] | None = None,
        at_once: bool = False,
        kept: str = "",
    ) -> None:
        """``pick`` is told the row under the pointer or cursor; ``open_`` when it is confirmed (else ``pick`` is): by a
        second click, or with ``at_once`` by the first. ``kept``: a name; in place of another list of that name it stays
        scrolled.
        """
        super().__init__(rect)
        self.rows, self.pick, self.chosen, self.height, self.open_ = list(rows), pick, chosen, height, open_
        self.at_once, self.kept = at_once, kept
        self._top = 0
        self._hover = -1

    @property
    def top(self) -> int:
        """Pixels of the rows that are scrolled out at the top: never so many that there is room left below."""
        return max(0, min(self._top, len(self.rows) * self.height - self.rect.height + 8))

    @top.setter
    def top(self, pixels: int) -> None:
        self._top = pixels

    def draw(self, target: pygame.Surface, look: Typography, *, focused: bool, hovered: bool) -> None:
        """Draw the rows that fit."""
        draw_panel(target, self.rect, fill=PANEL, alpha=255, line=LINE, width=1, radius=8)
        inner = self.rect.inflate(-8, -8)
        before = target.get_clip()
        target.set_clip(inner.clip(before))
        for index, row in enumerate(self.rows):
            box = pygame.Rect(inner.left, inner.top + index * self.height - self.top, inner.width, self.height - 2)
            if box.bottom < inner.top or box.top > inner.bottom:
                continue
            if index == self.chosen:
                pygame.draw.rect(target, FOCUS, box, border_radius=6)
            elif hovered and index == self._hover:
                pygame.draw.rect(target, LIFTED, box, border_radius=6)
            left = box.left + 10
            if row.picture is not None:
                place = row.picture.get_rect(midleft=(box.left + 4, box.centery))
                target.blit(row.picture, place)
                left = place.right + 10
            room = box.right - left - look.px(6)
            weight: Weight = "semibold" if row.heading or index == self.chosen else "regular"
            tone = WHITE if index == self.chosen else TITLE if row.heading else row.colour
            size = look.fitting(row.text, room, BODY, weight)
            written = look.write(look.cut(row.text, room, size, weight), size, tone, weight)
            middle = box.centery - (look.pitch(9) if row.under else 0)
            target.blit(written, written.get_rect(midleft=(left, middle)))
            if row.under:
                tone = WHITE if index == self.chosen else TEXT if index == self._hover else FAINT
                size = look.fitting(row.under, room, SMALL)
                under = look.write(look.cut(row.under, room, size), size, tone)
                target.blit(under, under.get_rect(midleft=(left, box.centery + look.pitch(10))))
        target.set_clip(before)
        full = len(self.rows) * self.height
        if full > inner.height:
            length = max(24, inner.height * inner.height // full)
            at = inner.top + (inner.height - length) * self.top // max(1, full - inner.height)
            pygame.draw.rect(target, LINE, pygame.Rect(self.rect.right - 7, at, 4, length), border_radius=2)
        if focused:
            draw_focus(target, self.rect)

    def row_at(self, at: tuple[int, int]) -> int:
        """The row at a pixel, or -1."""
        index = (at[1] - self.rect.top - 4 + self.top) // self.height
        return index if self.rect.collidepoint(at) and 0 <= index < len(self.rows) else -1

    def hover(self, at: tuple[int, int]) -> None:
        """The pointer is there."""
        self._hover = self.row_at(at)

    def click(self, at: tuple[int, int]) -> None:
        """Pick a row; one that is picked already is confirmed."""
        index = self.row_at(at)
        if index < 0 or self.rows[index].heading:
            return
        again = index == self.chosen or self.at_once
        self.chosen = index
        self.pick(index)
        if again and self.open_:
            self.open_(index)

    def key(self, event: pygame.Event) -> bool:
        """Up and down, page and end; Enter confirms."""
        step = {pygame.K_UP: -1, pygame.K_DOWN: 1, pygame.K_PAGEUP: -8, pygame.K_PAGEDOWN: 8}.get(event.key)
        if step is not None and self.rows:
            index = max(0, min(len(self.rows) - 1, self.chosen + step))
            while self.rows[index].heading and 0 <= index + (step > 0) * 2 - 1 < len(self.rows):
                index += 1 if step > 0 else -1
            if index == self.chosen and abs(step) == 1:
                return False
            self.chosen = index
            self.keep_seen()
            self.pick(index)
            return True
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE) and 0 <= self.chosen < len(self.rows):
            (self.open_ or self.pick)(self.chosen)
            return True
        return False

    def keep_seen(self) -> None:
        """Scroll as little as need be for the chosen row to be seen."""
        room = self.rect.height - 8
        self.top = min(self.top, self.chosen * self.height)
        self.top = max(self.top, (self.chosen + 1) * self.height - room)

    def wheel(self, steps: int) -> bool:
        """Scroll."""
        self.top -= steps * self.height
        return True


class FocusGroup:
    """The widgets of a screen: who is under the pointer, who has the focus, and what is told about them."""

    def __init__(self, widgets: Sequence[Widget] = ()) -> None:
        self.widgets: list[Widget] = list(widgets)
        self.focus: Widget | None = None
        self.hovered: Widget | None = None
        self._held: Widget | None = None
        self._rest = 0.0
        """Seconds for which the pointer has been on the same widget; less than any once that was pressed."""
        self._keyed = False
        """Whether the keys were used last, and not the pointer."""
        self._pointer = (0, 0)

    @property
    def field(self) -> TextField | None:
        """The text field with the focus."""
        return self.focus if isinstance(self.focus, TextField) else None

    def put(self, widgets: Sequence[Widget], *, focus: int | None = None) -> None:
        """Show other widgets. The focus stays at its place in the order, if it had one; a slider's drag and how lists
        are scrolled stay, too.
        """
        held = self.widgets.index(self._held) if isinstance(self._held, Slider) else len(widgets)
        order = [widget for widget in self.widgets if widget.focusable]
        place = order.index(self.focus) if self.focus in order else None
        scrolled = {each.kept: each.top for each in self.widgets if isinstance(each, ListBox) and each.kept}
        for each in widgets:
            if isinstance(each, ListBox) and each.kept in scrolled:
                each.top = scrolled[each.kept]
        self.widgets = list(widgets)
        now = [widget for widget in self.widgets if widget.focusable]
        wanted = focus if focus is not None else place
        self.focus = now[min(wanted, len(now) - 1)] if wanted is not None and now else None
        self.hovered = None
        self._held = next((each for each in self.widgets[held : held + 1] if isinstance(each, Slider)), None)

    def lay(self, look: Typography) -> None:
        """Work out what clicks and keys need of how they are drawn now."""
        for widget in self.widgets:
            widget.lay(look, focused=widget is self.focus)

    def draw(self, target: pygame.Surface, look: Typography) -> None:
        """Draw them all."""
        for widget in self.widgets:
            widget.draw(target, look, focused=widget is self.focus, hovered=widget is self.hovered)

    def draw_tip(self, target: pygame.Surface, look: Typography) -> None:
        """The tooltip of the widget where the pointer rests, or of the one with the focus."""
        widget = self.hovered or (self.focus if self._keyed else None)
        if widget is None or not widget.tip or (widget is self.hovered and self._rest < TOOLTIP_AFTER):
            return
        others = [other.rect for other in self.widgets if other is not widget]
        draw_tip(target, look, widget.tip, widget.rect, others)

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        self._rest += seconds

    @property
    def waiting_for_tip(self) -> bool:
        """Whether a tooltip is about to be shown."""
        return self.hovered is not None and bool(self.hovered.tip) and 0 <= self._rest < TOOLTIP_AFTER + 0.1

    def handle(self, event: pygame.Event) -> bool:
        """Take an event; whether a widget made use of it."""
        if event.type == pygame.MOUSEMOTION:
            return self._move(event)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            widget = self._at(event.pos)
            if widget is not None:
                self._held = widget
                if widget.focusable:
                    self.focus = widget
                self._rest = -inf  # no tooltip lies under what it opens
                widget.click(event.pos)
                return True
        elif event.type == pygame.MOUSEBUTTONUP:
            held, self._held = self._held, None
            if held is not None:
                held.release()
            return held is not None and event.button == 1
        elif event.type == pygame.MOUSEWHEEL:
            widget = self._at(self._pointer)
            return widget is not None and widget.wheel(event.y)
        elif event.type == pygame.KEYDOWN:
            return self._key(event)
        return False

    def _move(self, event: pygame.Event) -> bool:
        self._pointer = event.pos
        self._keyed = False
        if self._held is not None:
            self._held.drag(event.pos)
            return True
        found = self._at(event.pos)
        if found is not self.hovered:
            self.hovered, self._rest = found, 0.0
        if found is not None:
            found.hover(event.pos)
        return found is not None

    def _key(self, event: pygame.Event) -> bool:
        self._keyed = event.key not in (pygame.K_RETURN, pygame.K_KP_ENTER)
        if self.focus is not None and self.focus.key(event):
            return True
        back = event.key == pygame.K_UP or (event.key == pygame.K_TAB and event.mod & pygame.KMOD_SHIFT)
        if event.key in (pygame.K_TAB, pygame.K_UP, pygame.K_DOWN, pygame.K_LEFT, pygame.K_RIGHT):
            return self.step(-1 if back or event.key == pygame.K_LEFT else 1)
        return False

    def step(self, by: int) -> bool:
        """Move the focus; whether there is anything to move it to."""
        order = [widget for widget in self.widgets if widget.focusable and widget.enabled]
        if not order:
            return False
        at = order.index(self.focus) + by if self.focus in order else (0 if by > 0 else -1)
        self.focus = order[at % len(order)]
        return True

    def beside(self, way: tuple[int, int]) -> Widget | None:
        """What comes next from the focus in a direction, across or down: in the same row, or in the nearest other one.

        In another row it is the widget whose left end is nearest: from one that is wide the first below it.
        """
        here = self.focus.rect if self.focus is not None else None
        found: list[tuple[int, int, Widget]] = []
        for each in self.widgets if here is not None else ():
            assert here is not None
            across, down = each.rect.left - here.left, each.rect.centery - here.centery
            level, along = abs(down) < here.height // 2, across * way[0] + down * way[1]
            if each.focusable and each.enabled and along > 0 and level == bool(way[0]):
                found.append((along, abs(down if way[0] else across), each))
        return min(found, key=lambda one: one[:2])[2] if found else None

    def _at(self, pixel: tuple[int, int]) -> Widget | None:
        for widget in reversed(self.widgets):
            if widget.focusable and widget.rect.collidepoint(pixel):
                return widget
        return None


def draw_tip(
    target: pygame.Surface, look: Typography, text: str, beside: pygame.Rect, others: Sequence[pygame.Rect] = ()
) -> None:
    """A tooltip above or below what it is about, kept inside the window, at a side where it hides no ``others``."""
    lines = look.wrap(text, look.px(340), SMALL + 1)
    width = max(look.width(line, SMALL + 1) for line in lines) + look.px(20)
    height = len(lines) * look.line(SMALL + 1) + look.px(12)
    box = pygame.Rect(0, 0, width, height)
    room = target.get_rect().inflate(-8, -8)
    above, below, right, left = (box.copy() for _ in range(4))
    above.midbottom = (beside.centerx, beside.top - 6)
    below.midtop = (beside.centerx, beside.bottom + 6)
    right.midleft = (beside.right + 6, beside.centery)
    left.midright = (beside.left - 6, beside.centery)
    places = [place.clamp(room) for place in ((above, below) if above.top >= room.top else (below, above))]
    places += [place.clamp(room) for place in (right, left) if room.left <= place.left and place.right <= room.right]
    beyond = [place for place in places if not place.colliderect(beside)] or places  # kept inside, it may lie on it
    box = next((place for place in beyond if place.collidelist(others) < 0), beyond[0])
    draw_panel(target, box, fill=PANEL, alpha=245, line=FAINT, radius=7)
    for index, line in enumerate(lines):
        target.blit(
            look.write(line, SMALL + 1, TEXT),
            (box.left + look.px(10), box.top + look.px(6) + index * look.line(SMALL + 1)),
        )
