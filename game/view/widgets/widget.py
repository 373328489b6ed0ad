"""Buttons and their kin: drawn in the game's manner, used with the mouse or with the keys alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil

import pygame

from game.view.widgets.art import picture
from game.view.widgets.theme import (
    BODY,
    FAINT,
    FOCUS,
    LIFTED,
    LINE,
    PANEL,
    RAISED,
    REACH,
    SMALL,
    TEXT,
    TITLE,
    WARN,
    WHITE,
    Colour,
    Typography,
    Weight,
    draw_panel,
    shade,
)

TOOLTIP_AFTER = 0.35
"""Seconds that the pointer rests before a tooltip is shown."""

LOW = 22
"""Pixels of the design from the middle of a button's text to that of what stands below it."""


class Widget:
    """Something in a screen that has a place; most can be pressed."""

    focusable = True

    def __init__(self, rect: pygame.Rect, *, tip: str = "", enabled: bool = True) -> None:
        self.rect = rect
        self.tip = tip
        self.enabled = enabled

    def lay(self, look: Typography, *, focused: bool) -> None:
        """Work out what clicks and keys need of how it is drawn now; it is done before they come, not by drawing."""

    def draw(self, target: pygame.Surface, look: Typography, *, focused: bool, hovered: bool) -> None:
        """Draw it; nothing of it changes by that."""
        raise NotImplementedError

    def click(self, at: tuple[int, int]) -> None:
        """It was clicked there."""

    def hover(self, at: tuple[int, int]) -> None:
        """The pointer is there."""

    def drag(self, at: tuple[int, int]) -> None:
        """The pointer moves with the button held."""

    def release(self) -> None:
        """The button that was held on it is let go."""

    def key(self, event: pygame.Event) -> bool:
        """A key was pressed while it has the focus; whether it made use of it."""
        if event.key in (pygame.K_RETURN, pygame.K_SPACE, pygame.K_KP_ENTER) and self.enabled:
            self.click(self.rect.center)
            return True
        return False

    def wheel(self, steps: int) -> bool:
        """The wheel was turned over it; whether it made use of it."""
        return False

    def _frame(self, target: pygame.Surface, focused: bool, fill: Colour, line: Colour = LINE) -> None:
        draw_panel(target, self.rect, fill=fill, alpha=255, line=line, width=2, radius=8)
        if focused:
            draw_focus(target, self.rect)


def draw_focus(target: pygame.Surface, rect: pygame.Rect) -> None:
    """The mark of what has the focus: blue with white round it."""
    pygame.draw.rect(target, FOCUS, rect, 3, border_radius=8)
    pygame.draw.rect(target, WHITE, rect.inflate(4, 4), 2, border_radius=10)


class Label(Widget):
    """Text, broken into lines at the widget's width."""

    focusable = False

    def __init__(
        self,
        rect: pygame.Rect,
        text: str,
        size: int = BODY,
        colour: Colour = TEXT,
        *,
        bold: bool = False,
        centred: bool = False,
    ) -> None:
        super().__init__(rect)
        self.text, self.size, self.colour, self.bold, self.centred = text, size, colour, bold, centred

    def draw(self, target: pygame.Surface, look: Typography, *, focused: bool, hovered: bool) -> None:
        """Draw it."""
        top, (size, lines) = self.rect.top, self.lines(look)
        for line in lines:
            written = look.write(line, size, self.colour, self.weight)
            left = self.rect.centerx - written.get_width() // 2 if self.centred else self.rect.left
            target.blit(written, (left, top))
            top += look.line(size)

    @property
    def weight(self) -> Weight:
        """The weight of its letters."""
        return "semibold" if self.bold else "regular"

    def lines(self, look: Typography) -> tuple[int, Sequence[str]]:
        """The size that it is written in, and its lines: text that was set larger gives way where it has no room."""
        return look.fitting_lines(self.text, self.rect.size, self.size, self.weight, least=ceil(self.size / look.text))


class Button(Widget):
    """Does one thing."""

    def __init__(
        self,
        rect: pygame.Rect,
        text: str,
        press: Callable[[], object],
        *,
        shortcut: str = "",
        icon: str = "",
        tip: str = "",
        enabled: bool = True,
        chosen: bool = False,
        size: int = BODY,
        left: bool = False,
    ) -> None:
        """``shortcut``: the key that does the same, behind the text or where there is more room below it; ``icon``: the
        name of a sprite, which stands below the text with the key; ``left`` aligns the text.
        """
        super().__init__(rect, tip=tip, enabled=enabled)
        self.text, self.press, self.shortcut, self.icon, self.chosen = text, press, shortcut, icon, chosen
        self.size, self.left = size, left
        self.note = ""
        """A short text at the right end, such as a chance."""

    def draw(self, target: pygame.Surface, look: Typography, *, focused: bool, hovered: bool) -> None:
        """Draw it."""
        fill = LIFTED if hovered and self.enabled else RAISED if self.enabled else shade(RAISED, PANEL, 0.6)
        self._frame(target, focused, fill, REACH if self.chosen else LINE)
        colour = TITLE if self.enabled else shade(FAINT, PANEL, 0.35)
        note = look.write(self.note, self.size, WARN, "semibold") if self.note else None
        room = self.rect.width - look.px(12) - (note.get_width() + look.px(14) if note else 0)
        key = look.write(look.cut(self.shortcut, room, SMALL), SMALL, TEXT if hovered and self.enabled else FAINT)
        beside = key.get_width() + look.px(8) if self.shortcut else 0
        cramped = beside > 0 and look.width(self.text, self.size, "semibold") + beside > room
        low = bool(self.icon) or (cramped and self.rect.height >= look.px(2 * LOW))
        cramped = cramped and look.width(self.text, look.least, "semibold") + beside > room
        beside = 0 if low or cramped else beside  # what it does matters more than its key
        size = look.fitting(self.text, room - beside, self.size, "semibold")
        written = look.write(look.cut(self.text, room - beside, size, "semibold"), size, colour, "semibold")
        middle = self.rect.centery - (look.px(LOW // 2) if low else 0)
        taken = written.get_width() + beside
        left = self.rect.left + look.px(12) if self.left else self.rect.centerx - taken // 2
        target.blit(written, written.get_rect(midleft=(left, middle)))
        if note is not None:
            target.blit(note, note.get_rect(midright=(self.rect.right - look.px(10), middle)))
        if low:
            self._draw_low(target, look, key, room)
        elif beside:
            target.blit(key, key.get_rect(midright=(left + taken, middle)))

    def _draw_low(self, target: pygame.Surface, look: Typography, key: pygame.Surface, room: int) -> None:
        """The picture and the key below the text; the key matters more."""
        beside = key.get_width() + look.px(26) if self.shortcut else 0
        icon = look.px(20) if self.icon and beside <= room else 0
        gap = look.px(6) if icon and self.shortcut else 0
        left = self.rect.centerx - (icon + gap + key.get_width()) // 2
        middle = self.rect.centery + look.px(LOW // 2 + 1)
        if icon:
            target.blit(picture(self.icon, icon), (left, middle - icon // 2))
        target.blit(key, key.get_rect(midleft=(left + icon + gap, middle)))

    def click(self, at: tuple[int, int]) -> None:
        """Press it."""
        if self.enabled:
            self.press()


def _label(look: Typography, text: str, room: int) -> pygame.Surface:
    """What a setting is called, a little smaller where it would not fit."""
    size = look.fitting(text, room, BODY)
    return look.write(look.cut(text, room, size), size, TEXT)


class Toggle(Widget):
    """On or off."""

    def __init__(
        self, rect: pygame.Rect, text: str, on: bool, change: Callable[[bool], object], *, tip: str = ""
    ) -> None:
        super().__init__(rect, tip=tip)
        self.text, self.on, self.change = text, on, change

    def draw(self, target: pygame.Surface, look: Typography, *, focused: bool, hovered: bool) -> None:
        """Draw it."""
        side = look.px(22)
        box = pygame.Rect(self.rect.left + 2, self.rect.centery - side // 2, side, side)
        pygame.draw.rect(target, FOCUS if self.on else RAISED, box, border_radius=5)
        pygame.draw.rect(target, WHITE if hovered else LINE, box, 2, border_radius=5)
        if self.on:
            points = [
                (box.left + side * 0.22, box.centery),
                (box.left + side * 0.43, box.bottom - side * 0.27),
                (box.right - side * 0.2, box.top + side * 0.27),
            ]
            pygame.draw.lines(target, WHITE, False, points, max(2, side // 7))
        left = box.right + look.px(10)
        written = _label(look, self.text, self.rect.right - left)
        target.blit(written, written.get_rect(midleft=(left, self.rect.centery)))
        if focused:
            draw_focus(target, self.rect)

    def click(self, at: tuple[int, int]) -> None:
        """Turn it over."""
        self.on = not self.on
        self.change(self.on)


class Slider(Widget):
    """A number between two, in steps."""

    def __init__(
        self,
        rect: pygame.Rect,
        text: str,
        value: float,
        ends: tuple[float, float],
        step: float,
        change: Callable[[float], object],
        *,
        say: Callable[[float], str] = lambda value: f"{value:g}",
        tip: str = "",
        late: bool = False,
    ) -> None:
        """``late``: what is dragged counts once it is let go, where it would move the slider under the pointer."""
        super().__init__(rect, tip=tip)
        self.text, self.value, self.ends, self.step, self.change, self.say = text, value, ends, step, change, say
        self._late, self._counted = late, value

    def _track(self) -> pygame.Rect:
        left = self.rect.centerx if self.text else self.rect.left + self.rect.height // 2
        room = self.rect.height * (2 if self.text else 3)  # for the value, written behind it
        return pygame.Rect(left, self.rect.centery - 3, self.rect.right - left - room, 6)

    def draw(self, target: pygame.Surface, look: Typography, *, focused: bool, hovered: bool) -> None:
        """Draw it."""
        track = self._track()
        low, high = self.ends
        knob = track.left + round(track.width * (self.value - low) / (high - low))
        if self.text:
            written = _label(look, self.text, track.left - self.rect.left - look.px(14))
            target.blit(written, written.get_rect(midleft=(self.rect.left + 4, self.rect.centery)))
        pygame.draw.rect(target, LINE, track, border_radius=3)
        pygame.draw.rect(target, FOCUS, pygame.Rect(track.left, track.top, knob - track.left, 6), border_radius=3)
        pygame.draw.circle(target, WHITE if hovered or focused else TITLE, (knob, track.centery), look.px(9))
        told, room = self.say(self.value), self.rect.right - track.right - 14
        size = look.fitting(told, room, BODY)
        said = look.write(look.cut(told, room, size), size, FAINT)
        target.blit(said, said.get_rect(midleft=(track.right + 14, self.rect.centery)))
        if focused:
            draw_focus(target, self.rect)

    def _set(self, value: float, *, late: bool = False) -> None:
        low, high = self.ends
        self.value = max(low, min(high, low + round((value - low) / self.step) * self.step))
        if not late and abs(self.value - self._counted) > 1e-9:
            self._counted = self.value
            self.change(self.value)

    def click(self, at: tuple[int, int]) -> None:
        """Move the knob there."""
        self.drag(at)

    def drag(self, at: tuple[int, int]) -> None:
        """Pull the knob along."""
        track = self._track()
        low, high = self.ends
        self._set(low + (at[0] - track.left) / max(1, track.width) * (high - low), late=self._late)

    def release(self) -> None:
        """Leave the knob where it is."""
        self._set(self.value)

    def key(self, event: pygame.Event) -> bool:
        """Left and right."""
        if event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            self._set(self.value + (self.step if event.key == pygame.K_RIGHT else -self.step))
            return True
        return False


class ChoiceButton(Widget):
    """One of a few, gone through with a click or left and right."""

    def __init__(
        self,
        rect: pygame.Rect,
        text: str,
        choices: Sequence[tuple[str, str]],
        value: str,
        change: Callable[[str], object],
        *,
        tip: str = "",
    ) -> None:
        """``choices`` are (value, label)."""
        super().__init__(rect, tip=tip)
        self.text, self.choices, self.value, self.change = text, tuple(choices), value, change
        self._laid = rect
        """The part of it that is turned, without its name."""

    @property
    def label(self) -> str:
        """What is chosen, in words."""
        return next((label for value, label in self.choices if value == self.value), self.value)

    def lay(self, look: Typography, *, focused: bool) -> None:
        """Part the name from what is chosen."""
        self._laid = self._box(look)

    def draw(self, target: pygame.Surface, look: Typography, *, focused: bool, hovered: bool) -> None:
        """Draw it."""
        label, box = self.label, self._box(look)
        named = _label(look, self.text, box.left - self.rect.left - 8)
        target.blit(named, named.get_rect(midleft=(self.rect.left + 4, self.rect.centery)))
        draw_panel(target, box, fill=LIFTED if hovered else RAISED, alpha=255, line=LINE, width=2, radius=8)
        room = box.width - look.px(40)
        size = look.fitting(label, room, BODY, "semibold")
        written = look.write(look.cut(label, room, size, "semibold"), size, TITLE, "semibold")
        target.blit(written, written.get_rect(center=box.center))
        for x, way in ((box.left + 14, -1), (box.right - 14, 1)):
            points = [(x - 4 * way, box.centery - 6), (x + 4 * way, box.centery), (x - 4 * way, box.centery + 6)]
            pygame.draw.lines(target, FAINT, False, points, 2)
        if focused:
            draw_focus(target, self.rect)

    def _parted(self, look: Typography) -> int:
        """How much of the width the name takes: two fifths, or more where it needs more, or its fair share."""
        whole, name = self.rect.width, look.width(self.text, BODY) + 16
        chosen = look.width(self.label, BODY, "semibold") + look.px(40)
        if name + chosen > whole:
            return whole * name // (name + chosen)
        return min(max(name, whole * 2 // 5), whole - chosen)

    def _box(self, look: Typography) -> pygame.Rect:
        if not self.text:
            return self.rect
        left = self._parted(look)
        return pygame.Rect(self.rect.left + left, self.rect.top, self.rect.width - left, self.rect.height)

    def _turn(self, by: int) -> None:
        values = [value for value, _ in self.choices]
        at = values.index(self.value) if self.value in values else 0
        self.value = values[(at + by) % len(values)]
        self.change(self.value)

    def click(self, at: tuple[int, int]) -> None:
        """The next; the one before if clicked at the left end."""
        self._turn(-1 if at[0] < self._laid.left + 28 else 1)

    def key(self, event: pygame.Event) -> bool:
        """Left and right."""
        if event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            self._turn(1 if event.key == pygame.K_RIGHT else -1)
            return True
        return super().key(event)
